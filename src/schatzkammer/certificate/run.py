"""Repeats the proof for a time, and reports what was compared."""

from __future__ import annotations

import asyncio
import platform
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import version as installed
from pathlib import Path

from msgspec import Struct

from schatzkammer.certificate.application import application
from schatzkammer.certificate.engine import EngineProof
from schatzkammer.certificate.ledger import Finding, Ledger
from schatzkammer.certificate.payloads import PayloadProof
from schatzkammer.certificate.setups import Case, all_cases, covering
from schatzkammer.core import game as contract
from schatzkammer.core.game import Game
from schatzkammer.core.stream import commitment


class Certificate(Struct, frozen=True):
    """What was compared in how many games, and what was found. Same release, seed and games: same comparisons."""

    schatzkammer: str
    python: str
    compiled: bool
    game: str
    rules: list[int]
    seed: str
    seconds: float
    games: int  # played to the end; every other one at a table
    setups: int  # in which at least one game was begun
    of_setups: int
    comparisons: int
    hidden: int  # sampled states whose hidden part did differ
    checks: dict[str, int]  # comparisons by what was compared
    found: int
    findings: list[Finding]  # the first of them


def certify(
    game: Game, seed: str, seconds: float | None, games: int | None = None, tell: Callable[[int], None] = lambda _: None
) -> Certificate:
    """Plays and compares until the time is up or so many games are over; `tell` hears how many are."""
    ledger, setups, started = Ledger(), setups_of(game), time.monotonic()
    done, begun = asyncio.run(_prove(setups, seed, ledger, seconds, games, tell))
    return Certificate(
        installed("schatzkammer"),
        platform.python_version(),
        not (contract.__file__ or "").endswith(".py"),
        game.id,
        game.versions(),
        seed,
        round(time.monotonic() - started, 1),
        done,
        len(begun),
        len(setups),
        sum(ledger.counts.values()),
        ledger.hidden,
        dict(sorted(ledger.counts.items())),
        ledger.found,
        ledger.findings,
    )


def setups_of(game: Game) -> list[Case]:
    """All set-ups of a game in every version of its rules."""
    cases = all_cases([game.id])
    earlier = [version for version in game.versions() if version != game.rules]
    return cases + [replace(case, version=version) for version in earlier for case in cases]


async def _prove(
    setups: list[Case],
    seed: str,
    ledger: Ledger,
    seconds: float | None,
    games: int | None,
    tell: Callable[[int], None],
) -> tuple[int, set[Case]]:
    """Plays games by turns below the server and at a table; returns how many were finished, and their set-ups."""
    done, begun = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        async with application(Path(folder)) as app:
            started = time.monotonic()

            def is_time_up() -> bool:
                return seconds is not None and time.monotonic() - started >= seconds

            for number, case in enumerate(_plan(setups, seed)):
                if is_time_up() or done == games:
                    break
                begun.add(case)
                own_seed = commitment(f"{seed} {number}")[:32]
                if number % 2 == 1:
                    done += await PayloadProof(app, case, own_seed, ledger).run(is_time_up)
                else:
                    done += EngineProof(case, own_seed, ledger).run(is_time_up)
                tell(done)
    return done, begun


def _plan(setups: list[Case], seed: str) -> Iterator[Case]:
    """The set-ups in rounds, each twice in a row; the first are a choice in which every two options meet."""
    order = random.Random(seed)  # noqa: S311  the same plan on every run
    chosen = covering(setups)
    rest = [case for case in setups if case not in set(chosen)]
    while True:
        order.shuffle(chosen)
        order.shuffle(rest)
        for case in (*chosen, *rest):
            yield case
            yield case
