"""Whole games by clicking in Firefox, to the score sheet."""

from __future__ import annotations

import pytest

from tests.server.services import Served
from tests.web.firefox import firefox
from tests.web.visitor import OVER


@pytest.mark.parametrize(
    ("game", "options", "lang"),
    [("solomon", {}, "en"), ("monte-cristo", {}, "de"), ("ali-baba", {"variant": "small"}, "en")],
)
def test_a_whole_game_in_firefox(served: Served, game: str, options: dict[str, str], lang: str) -> None:
    with firefox(served.url, lang=lang, dark=lang == "de") as ada:
        ada.set_table(game, options)
        assert ada.play_out() > 10
        ada.wait_for(f"{OVER} table")
        ada.wait_for(f"{OVER} figure svg")
        assert ada.run("return document.documentElement.lang") == lang
        assert ada.run("return document.documentElement.scrollWidth <= innerWidth")
        assert ada.complaints() == []
