"""A match: the contract's friendly face over the fast layer, with undo, events and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

from schatzkammer.core.errors import BadSeat, NotOver
from schatzkammer.core.game import NOBODY, Game, Json, Setup, State
from schatzkammer.core.history import History
from schatzkammer.core.stream import commitment


class Match(History):
    """One game from its first position on. Made by `new`, `from_position` or `replay`.

    `state` is the fast layer under it: copy it before you play on with it, for the match must see every move.
    """

    def __init__(self, game: Game, setup: Setup, state: State, seed: str | None, start: Json | None = None) -> None:
        super().__init__(game, setup, state)
        self._start = start  # the position it began from, if not from a seed
        self.seed = seed

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game.id

    @property
    def players(self) -> int:
        """How many play."""
        return self._setup.players

    @property
    def options(self) -> dict[str, str | bool]:
        """All options of the game with their values in this match."""
        return dict(self._setup.options)

    @property
    def components(self) -> Mapping[str, object] | None:
        """The component set in use, None for the built-in one."""
        return deepcopy(self._setup.components)

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed: publish it before the game; None where there is no seed."""
        return None if self.seed is None else commitment(self.seed)

    def legal(self, seat: int) -> list[str]:
        """Every legal move of a seat in the game's notation; none when it is not to act."""
        self._check_seat(seat)
        return self.offers(seat)

    def legal_actions(self, seat: int) -> list[int]:
        """The same as action numbers."""
        self._check_seat(seat)
        return self._game.legal(self.state, seat) if seat in self.to_act else []

    def play(self, seat: int, move: str) -> list[Json]:
        """Plays a move; returns the events that it brought, as far as the seat may know them."""
        action = self._game.number(move) if type(move) is str else -1
        return self.play_action(seat, action)

    def play_action(self, seat: int, action: int) -> list[Json]:
        """The same by action number."""
        if not self._is_seat(seat) or type(action) is not int or seat not in self.to_act:
            asker = seat if self._is_seat(seat) else NOBODY
            raise self._game.refusal(self.state, asker, action if type(action) is int else -1)
        return visible_events(self.decide(seat, action), seat)

    def undo(self, seat: int) -> None:
        """Takes back the seat's last decision.

        That is possible as long as nobody else has decided since and nothing hidden has become known or was
        drawn since. A choice made in secret beside others can be taken back until all are revealed.
        """
        reason = self.no_undo(seat)
        if reason is not None:
            raise self._game.no_undo(reason)
        self.take_back(seat)

    def no_undo(self, seat: int) -> str | None:
        """Why the seat's last decision stands: `undo.none`, `undo.others`, `undo.news`; None while it can be undone."""
        return self.stands_for(seat) if self._is_seat(seat) else "undo.none"

    def view(self, seat: int | None = None) -> Json:
        """Everything that the seat may know; None: what a spectator may know."""
        if seat is not None:
            self._check_seat(seat)
        return self.public_view() | self.private_view(seat)

    def events(self, seat: int | None = None) -> list[Json]:
        """All that has happened so far, as far as the seat may know it."""
        if seat is not None:
            self._check_seat(seat)
        return visible_events(self._events, seat)

    def scores(self) -> list[int]:
        """The points by seat."""
        self._check_over()
        return self._game.scores(self.state)

    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several when they share the win."""
        self._check_over()
        return tuple(self._game.winners(self.state))

    def record(self) -> Json:
        """All that is needed to replay the match; once it is over the result too."""
        told: Json = {"game": self.game, "rules": self._game.rules, "players": self.players, "options": self.options}
        if self._setup.components is not None:
            told["components"] = self.components
        if self._start is not None:
            told["start"] = deepcopy(self._start)
        else:
            told["seed"] = self.seed
            told["commitment"] = self.commitment
        told["moves"] = [[seat, self._game.notation(action)] for seat, action in self._moves]
        if self.over:
            told["scores"] = self.scores()
            told["winners"] = list(self.winners())
        return told

    def position(self) -> Json:
        """The full state, hidden things included: for tests, puzzles and analysis, never for a player's eyes."""
        told: Json = {"game": self.game, "rules": self._game.rules, "players": self.players, "options": self.options}
        if self._setup.components is not None:
            told["components"] = self.components
        return told | self._game.position(self.state)

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _check_seat(self, seat: object) -> None:
        if not self._is_seat(seat):
            raise BadSeat(f"There is no such seat; the seats are 0 to {self.players - 1}.")

    def _check_over(self) -> None:
        if not self.over:
            raise NotOver("The game is still on: scores and winners are known at its end.")


def winners_without(match: Match, forfeited: Sequence[int]) -> list[int]:
    """Who has won where some seats have given up and cannot win.

    Of the others those whom the rules name, or else those with the most points; all of them where the game was not
    played to its end.
    """
    playing = [seat for seat in range(match.players) if seat not in forfeited]
    if not match.over:
        return playing
    scores = match.scores()
    best = max((scores[seat] for seat in playing), default=0)
    winners = [seat for seat in match.winners() if seat in playing]
    return winners or [seat for seat in playing if scores[seat] == best]


def visible_events(events: list[Json], seat: int | None) -> list[Json]:
    """The events that everybody may know, and those for this seat only."""
    return [dict(event) for event in events if event.get("only", seat) == seat]
