"""Speed of every game: decisions driven from Python and inside compiled code, copies, samples, searches, values."""

from __future__ import annotations

import random
from collections.abc import Callable

from schatzkammer.bots.ismcts import search_for
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import Game, State
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.playout import random_games
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.games import GAMES

Task = Callable[[], int]  # does some work; returns the number of units done

BATCH = 200


def tasks() -> dict[str, Task]:
    """All measurements by name."""
    found: dict[str, Task] = {}
    for game in GAMES.values():
        found |= {f"{game.id} {name}": task for name, task in _tasks_of(game).items()}
    return found


def _tasks_of(game: Game) -> dict[str, Task]:
    setup = checked_setup(game, game.max_players)
    chance = seeded("bench", game.id)
    rnd = random.Random(1).random  # noqa: S311  as for the peers

    def driven() -> int:
        state = game.start(setup, chance)
        plies = 0
        while choices := state.legal():
            state.apply(choices[int(rnd() * len(choices))])
            plies += 1
        return plies

    def inside() -> int:
        return random_games(game, setup, chance, 20)

    def games() -> int:
        random_games(game, setup, chance, 20)
        return 20

    middle = game.start(setup, Stream(b"middle of a game"))
    for _ in range(40):
        middle.apply(game.pick(middle, chance))

    def copies() -> int:
        copy = middle.copy
        for _ in range(BATCH):
            copy()
        return BATCH

    def samples() -> int:
        for _ in range(BATCH):
            middle.sample(0, chance)
        return BATCH

    two = game.start(checked_setup(game, 2), Stream(b"two players"))
    search = search_for(int(two.seat), policy_of(game.id))

    def iterations() -> int:
        search.iterate(two.sample(search.seat, chance), chance)
        return 1

    found: dict[str, Task] = {
        "driven": driven,
        "inside": inside,
        "games": games,
        "copy": copies,
        "sample": samples,
        "search": iterations,
    }
    value = value_of(game.id, two.setup)
    return found if value is None else found | _tasks_of_value(two, value)


def _tasks_of_value(state: State, value: Value) -> dict[str, Task]:
    """What a game's frozen value does, where there is one."""
    policy = policy_of(state.game.id)
    chance = seeded("bench", "value")
    search = search_for(int(state.seat), policy, value)
    quiet = state.copy()
    while not value.quiet(quiet):
        policy.play_on(quiet, chance)

    def evaluations() -> int:
        for _ in range(BATCH):
            value.estimate(quiet, 0)
        return BATCH

    def iterations() -> int:
        search.iterate(state.sample(search.seat, chance), chance)
        return 1

    return {"evaluations": evaluations, "learned": iterations}
