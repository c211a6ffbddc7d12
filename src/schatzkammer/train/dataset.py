"""Games of bots as a data set of all their decisions: one .npz file, which docs/training.md describes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schatzkammer.arena.plan import Run, check_version
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.estimate import result
from schatzkammer.bots.play import streams
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.core.loading import begin
from schatzkammer.games import find as find_game
from schatzkammer.observe import encoder_of
from schatzkammer.observe.encoder import mask, observation

FORMAT = "schatzkammer dataset 1"

Decisions = dict[str, NDArray[Any]]


class DatasetPlan(Run, frozen=True):
    """The games of a data set, a bot for each seat."""


def numbered_game(plan: DatasetPlan, number: int) -> tuple[int, Decisions]:
    """The number of a game and its decisions."""
    return number, decisions_of(plan, number)


def decisions_of(plan: DatasetPlan, number: int) -> Decisions:
    """Plays a game; returns its decisions, one row each."""
    check_version(plan.version)
    game = find_game(plan.game)
    seed = f"{plan.seed}/{number}"
    match = begin(game, plan.players, seed, plan.options, plan.components)
    value = value_of(game.id, match.state.setup)
    encoder, bots, rngs = encoder_of(game, plan.players), list(map(find_bot, plan.bots)), streams(seed, plan.players)
    none = bytes(game.actions)
    seen, legal, estimates = bytearray(), bytearray(), []
    made: list[tuple[int, int]] = []
    while not match.over:
        for seat in match.to_act:
            state = match.state
            action = bots[seat].choose(glimpse(match, seat), rngs[seat])
            seen += observation(encoder, state, seat)
            legal += mask(encoder, state, seat, none)
            known = value is not None and value.quiet(state)
            estimates.append(value.estimate(state, seat).wins[seat] if value is not None and known else np.nan)
            made.append((seat, action))
            match.play_action(seat, action)
    end, seats = result(match.state), np.array([seat for seat, _ in made], np.uint8)
    rows = len(made)
    return {
        "game": np.full(rows, number, np.int32),
        "seat": seats,
        "observation": np.frombuffer(seen, np.uint8).reshape(rows, -1),
        "legal": np.packbits(np.frombuffer(legal, np.uint8).reshape(rows, -1), axis=1),
        "action": np.array([action for _, action in made], np.int16),
        "estimate": np.array(estimates, np.float32),
        "win": np.array(end.wins, np.float32)[seats],
        "points": np.array(end.points, np.float32)[seats],
    }


def write_dataset(path: Path, plan: DatasetPlan, games: Iterable[Decisions]) -> int:
    """Writes the games in their order; returns the number of decisions."""
    parts: Sequence[Decisions] = list(games)
    arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    game = find_game(plan.game)
    about = {
        "format": FORMAT,
        "version": plan.version,
        "game": plan.game,
        "rules": plan.rules,
        "players": plan.players,
        "options": plan.options,
        "components": plan.components,
        "bots": plan.bots,
        "seed": plan.seed,
        "games": len(parts),
        "actions": [game.notation(action) for action in range(game.actions)],
        "fields": [
            {"name": field.name, "length": field.length, "values": field.values, "code": field.code}
            for field in encoder_of(game, plan.players).fields()
        ],
    }
    arrays["about"] = np.array(json.dumps(about))
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    return len(arrays["action"])
