"""All set-ups of the games, and random games in them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from schatzkammer.core.errors import BadOption
from schatzkammer.core.game import Game, Json, State
from schatzkammer.core.loading import begin, checked_setup
from schatzkammer.core.match import Match
from schatzkammer.games import find


@dataclass(frozen=True)
class Case:
    """A set-up of a game; without a version, the newest rules."""

    game: str
    players: int
    options: tuple[tuple[str, str | bool], ...]
    version: int | None = None

    def __str__(self) -> str:
        named = [self.game, str(self.players), *(str(value).lower() for _, value in self.options)]
        return "-".join(named if self.version is None else [*named, f"rules{self.version}"])

    @property
    def rules(self) -> Game:
        """The game."""
        return find(self.game)

    def new(self, seed: object, **changed: str | bool) -> Match:
        """A match in this set-up, or with some options changed."""
        return begin(self.rules, self.players, f"{seed}", {**dict(self.options), **changed}, None, self.version)

    def view(self, state: State, seat: int) -> Json:
        """Everything the seat may know of a state."""
        return self.rules.public_view(state) | self.rules.private_view(state, seat)

    def walk(self, seed: object) -> Iterator[Match]:
        """Plays a random game; yields the match before every decision and at the end."""
        match = self.new(seed)
        rng = random.Random(seed if isinstance(seed, int) else f"{seed}")  # noqa: S311  the same game on every run
        while not match.over:
            yield match
            seat = rng.choice(match.to_act)
            match.play_action(seat, rng.choice(match.legal_actions(seat)))
        yield match

    def moments(self, seed: int, about: int) -> Iterator[Match]:
        """Yields the match at about so many evenly spread moments of a random game, and at the end."""
        step = max(1, sum(1 for _ in self.walk(seed)) // about)
        for at, match in enumerate(self.walk(seed)):
            if at % step == 0 or match.over:
                yield match

    def halfway(self, seed: int) -> Match:
        """The match in the middle of a random game."""
        middle = sum(1 for _ in self.walk(seed)) // 2
        return next(islice(self.walk(seed), middle, None))


def _playable(case: Case) -> bool:
    try:
        checked_setup(case.rules, case.players, dict(case.options))
    except BadOption:
        return False
    return True


def all_cases(games: Sequence[str]) -> list[Case]:
    """All valid set-ups of these games."""
    cases = []
    for game in games:
        rules = find(game)
        names = [option.name for option in rules.options]
        setups = product(
            range(rules.min_players, rules.max_players + 1), product(*(option.values for option in rules.options))
        )
        cases += [Case(game, players, tuple(zip(names, values, strict=True))) for players, values in setups]
    return [case for case in cases if _playable(case)]


MANY = 40  # set-ups of a game; if there are more, a covering choice is tested


def covering(cases: Sequence[Case]) -> list[Case]:
    """A choice of set-ups in which every two values of options and player counts occur together (pairwise testing)."""
    traits = {case: {*case.options, ("players", case.players)} for case in cases}
    pairs = {case: set(combinations(sorted(traits[case], key=str), 2)) for case in cases}
    missing = set().union(*pairs.values())
    chosen = []
    while missing:
        best = max(cases, key=lambda case: len(missing & pairs[case]))
        missing -= pairs[best]
        chosen.append(best)
    return chosen


def chosen_cases(game: str) -> list[Case]:
    """All set-ups of a game, or a covering choice if there are many."""
    cases = all_cases([game])
    return cases if len(cases) <= MANY else covering(cases)
