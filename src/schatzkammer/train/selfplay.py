"""Self-play as a plan of numbered tasks: the same number always plays the same games, wherever it runs."""

from __future__ import annotations

from typing import NamedTuple

from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.values.frozen import FEATURES, value_from
from schatzkammer.bots.values.recorder import Recorder
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Setup
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.train.data import Records


class SelfPlay(NamedTuple):
    """Games to be played by a value, or by the rollout policy if there is none yet."""

    game: str
    seed: str
    games: int  # in each task
    value: bytes | None  # the file of the value
    explore: float  # share of decisions left to the rollout policy
    trace: float  # λ of the labels


def numbered_task(plan: SelfPlay, number: int) -> tuple[int, Records]:
    """The number of a task and its positions."""
    return number, play_task(plan, number)


def play_task(plan: SelfPlay, number: int) -> Records:
    """Plays the games of one task; returns its positions."""
    game = find(plan.game)
    value = None if plan.value is None else value_from(plan.value)[1]
    features = FEATURES[plan.game]() if value is None else value.features
    recorder = Recorder(features, policy_of(plan.game), value, plan.explore, plan.trace)
    setups = set_ups(plan.game)
    for index in range(number * plan.games, (number + 1) * plan.games):
        seed = f"{plan.seed}/{index}"
        state = game.start(setups[index % len(setups)], seeded(seed, game.id))
        recorder.play(state, seeded(seed, "self-play"))
    return recorder.take()


def set_ups(game_id: str) -> list[Setup]:
    """What is played: half with the default options, two players as often as all others; then each other option."""
    game = find(game_id)
    counts = range(game.min_players, game.max_players + 1)
    plain = [checked_setup(game, players, {}) for players in counts]
    others: list[Setup] = []
    for option in game.options:
        for value in option.values[1:]:
            if option.name != "memory":  # changes what is shown, not what is known
                for players in counts:
                    try:
                        others.append(checked_setup(game, players, {option.name: value}))
                    except BadInput:
                        continue
    found: list[Setup] = []
    for index in range(max(len(others), len(plain) - 1)):
        found += [plain[0], plain[1 + index % (len(plain) - 1)]]
        if others:
            found += [plain[0], others[index % len(others)]]
    return found
