"""The peers: open_spiel's hearts (C++ driven from Python) and python-chess, driven as their users drive them."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from schatzkammer.bench.games import BATCH, Task

LONGEST_CHESS = 400


def tasks() -> dict[str, Task]:
    """The measurements of the peers that are installed."""
    found: dict[str, Task] = {}
    if find_spec("pyspiel"):
        found |= _hearts(import_module("pyspiel"))
    if find_spec("chess"):
        found |= _chess(import_module("chess"))
    return found


def _hearts(pyspiel: Any) -> dict[str, Task]:
    game = pyspiel.load_game("hearts")
    rnd = random.Random(1).random  # noqa: S311

    def deal(state: Any) -> None:
        outcomes = state.chance_outcomes()
        left = rnd()
        chosen = outcomes[-1][0]
        for outcome, probability in outcomes:
            left -= probability
            if left < 0:
                chosen = outcome
                break
        state.apply_action(chosen)

    def driven() -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            if state.is_chance_node():
                deal(state)
            else:
                choices = state.legal_actions()
                state.apply_action(choices[int(rnd() * len(choices))])
                plies += 1
        return plies

    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        deal(dealt)

    def clones() -> int:
        clone = dealt.clone
        for _ in range(BATCH):
            clone()
        return BATCH

    return {"hearts driven": driven, "hearts clone": clones}


def _chess(chess: Any) -> dict[str, Task]:
    rnd = random.Random(1).random  # noqa: S311

    def driven() -> int:
        board = chess.Board()
        plies = 0
        while plies < LONGEST_CHESS:
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material() or board.halfmove_clock >= 150:
                break
            board.push(moves[int(rnd() * len(moves))])
            plies += 1
        return plies

    return {"chess driven": driven}
