"""Every game in every set-up it can be played in, and random walks through it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations, product

import schatzkammer as sk
from schatzkammer.core.game import Game, Json, State
from schatzkammer.core.opening import checked_setup
from schatzkammer.games import GAMES, find


@dataclass(frozen=True)
class Case:
    """One way to set a game up."""

    game: str
    players: int
    options: tuple[tuple[str, str | bool], ...]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(str(value).lower() for _, value in self.options)])

    @property
    def rules(self) -> Game:
        return find(self.game)

    def new(self, seed: object, **changed: str | bool) -> sk.Match:
        return sk.new(self.game, players=self.players, seed=f"{seed}", options={**dict(self.options), **changed})

    def view(self, state: State, seat: int) -> Json:
        """Everything the seat may know of a state."""
        return self.rules.common(state) | self.rules.own(state, seat)

    def walk(self, seed: int) -> Iterator[sk.Match]:
        """A random game: the match before every decision, and at the end."""
        match = self.new(seed)
        rng = random.Random(seed)
        while not match.over:
            yield match
            seat = rng.choice(match.to_act)
            match.play_action(seat, rng.choice(match.legal_actions(seat)))
        yield match

    def moments(self, seed: int, about: int) -> Iterator[sk.Match]:
        """The match about so many times in a random game, evenly spread, and at the end: short games all the time."""
        step = max(1, sum(1 for _ in self.walk(seed)) // about)
        for at, match in enumerate(self.walk(seed)):
            if at % step == 0 or match.over:
                yield match


def _playable(case: Case) -> bool:
    try:
        checked_setup(case.rules, case.players, dict(case.options))
    except sk.BadOption:
        return False
    return True


def all_cases() -> list[Case]:
    """All games, player counts and options that go together."""
    found = []
    for game in GAMES.values():
        names = [option.name for option in game.options]
        for players in range(game.fewest, game.most + 1):
            for values in product(*(option.values for option in game.options)):
                found.append(Case(game.id, players, tuple(zip(names, values, strict=True))))
    return [case for case in found if _playable(case)]


MANY = 40  # set-ups of one game that are all tested; of more a covering choice is


def covering(cases: list[Case]) -> list[Case]:
    """Few of many set-ups, so that every two values of options, and players, occur together in one of them."""
    traits = {case: {*case.options, ("players", case.players)} for case in cases}
    pairs = {case: set(combinations(sorted(traits[case], key=str), 2)) for case in cases}
    missing = set().union(*pairs.values())
    chosen = []
    while missing:
        best = max(cases, key=lambda case: len(missing & pairs[case]))
        missing -= pairs[best]
        chosen.append(best)
    return chosen


def tested_cases() -> list[Case]:
    """All set-ups of a game, or a covering choice where they are too many."""
    chosen = []
    for game in GAMES:
        cases = [case for case in all_cases() if case.game == game]
        chosen += cases if len(cases) <= MANY else covering(cases)
    return chosen


ALL = tested_cases()


def invariants(game: str) -> object:
    """The module with what a game must never lose: `tests/games/<game>/invariants.py`."""
    return import_module(f"tests.games.{game.replace('-', '_')}.invariants")
