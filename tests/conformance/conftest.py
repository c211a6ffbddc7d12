"""Runs the suite for the games of the package, or for the `GAME` of a module that imports it."""

from __future__ import annotations

import pytest

from tests.conformance.cases import BUILT_IN, chosen_cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    own = getattr(metafunc.module, "GAME", None)
    games = BUILT_IN if own is None else [own.id]
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", [case for game in games for case in chosen_cases(game)], ids=str)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games)
