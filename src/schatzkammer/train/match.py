"""A match between two values, which look one action ahead or race plans for a moment; every deal is played twice."""

from __future__ import annotations

from typing import NamedTuple

from schatzkammer.bots.estimate import result
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.racing import Race
from schatzkammer.bots.values.frozen import value_from
from schatzkammer.bots.values.lookahead import best_action
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.games import find

WORLDS = 2  # sampled for each decision
RACE = 16  # plans played for each decision


class Duel(NamedTuple):
    """The files of two values and the seed of their deals; without a champion the static evaluation plays."""

    game: str
    seed: str
    challenger: bytes
    champion: bytes | None


def numbered_deal(plan: Duel, number: int) -> tuple[int, float]:
    """The number of a deal and the challenger's score."""
    return number, play_deal(plan, number)


def play_deal(plan: Duel, number: int) -> float:
    """The challenger's mean share of the win in both games of a deal."""
    game = find(plan.game)
    setup = checked_setup(game, 2, {})
    challenger = value_from(plan.challenger)[1]
    champion = None if plan.champion is None else value_from(plan.champion)[1]
    total = 0.0
    for seat in range(2):
        seed = f"{plan.seed}/{number}"
        state = game.start(setup, seeded(seed, game.id))
        players: list[Value | None] = [champion, champion]
        players[seat] = challenger
        _play(state, players, seed)
        total += result(state).wins[seat]
    return total / 2


def _play(state: State, players: list[Value | None], seed: str) -> None:
    game = state.game
    policy = policy_of(game.id)
    rngs = [seeded(seed, f"bot/{seat}") for seat in range(len(players))]
    while state.seat >= 0:
        seat = int(state.seat)
        actions = game.legal(state, seat)
        action = actions[0]
        if len(actions) > 1:
            action = _choose(state, seat, actions, players[seat], policy, rngs[seat])
        game.apply(state, seat, action)


def _choose(state: State, seat: int, actions: list[int], value: Value | None, policy: Policy, rng: Stream) -> int:
    if value is not None and not policy.races_plans:
        return best_action(state, seat, actions, value, policy, WORLDS, rng)
    sampled = state.sample(seat, rng)
    if value is None or policy.skips_search(sampled):
        values = policy.evaluate(sampled, seat, actions)
        return actions[values.index(max(values))]
    race = Race(seat, policy, value)
    for _ in range(RACE):
        race.iterate(state.sample(seat, rng), rng)
    return race.candidates()[0][0]
