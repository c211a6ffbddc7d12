"""Positions of random games, and their boards as text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from io import StringIO

from rich.console import Console

import schatzkammer as sk
from schatzkammer.render.scene import Scene, scene_of
from schatzkammer.render.terminal import board_of

NAMES = ["Anna", "Bruno", "Carla", "David", "Emma"]


def positions(game: str, players: int, seed: str = "board", **options) -> Iterator[sk.Match]:
    """A random game, yielded after each decision; half of the decisions exclude shifts."""
    match = sk.new(game, players=players, seed=seed, options=options)
    rng = random.Random(f"{game}/{seed}")
    while not match.over:
        yield match
        seat = match.to_act[0]
        legal = sorted(match.legal(seat))
        others = [move for move in legal if not move.startswith("shift")]
        match.play(seat, rng.choice(others if rng.random() < 0.5 else legal))
    yield match


def begun(game: str, plies: int, players: int = 2, **options) -> sk.Match:
    """A random game after this many decisions."""
    return next(match for ply, match in enumerate(positions(game, players, **options)) if ply == plies)


def finished(game: str, players: int) -> sk.Match:
    """A random game at its end."""
    return next(match for match in positions(game, players) if match.over)


def scene(match: sk.Match, seat: int | None, lang: str = "en", width: int = 80) -> Scene:
    return scene_of(match, seat, lang, NAMES, width)


def drawn(match: sk.Match, seat: int | None, lang: str = "en", width: int = 80, what: str = "table") -> list[str]:
    """The lines of a seat's board, legend or sheet, without colour."""
    file = StringIO()
    console = Console(file=file, width=width, markup=False, highlight=False, emoji=False)
    console.print(getattr(board_of(match.game), what)(scene(match, seat, lang, width)))
    return [line.rstrip() for line in file.getvalue().splitlines()]
