"""A match: the contract's friendly face over the fast layer, with undo, events and records."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import NamedTuple

from schatzkammer.core.errors import BadSeat, NotOver
from schatzkammer.core.game import NOBODY, Game, Json, Setup, State
from schatzkammer.core.stream import commitment


class Decision(NamedTuple):
    """One decision that may still be taken back: how things stood before it."""

    seat: int
    action: int
    secret: bool
    before: State
    events: int


class Match:
    """One game from its first position on. Made by `new`, `from_position` or `replay`.

    `state` is the fast layer under it: copy it before you play on with it, for the match must see every move.
    """

    def __init__(self, game: Game, setup: Setup, state: State, seed: str | None, start: Json | None = None) -> None:
        self._game = game
        self._setup = setup
        self._start = start  # the position it began from, if not from a seed
        self._events: list[Json] = []
        self._moves: list[tuple[int, int]] = []
        self._open: list[Decision] = []  # decisions since the last point of no return
        self._told: list[Json] = []
        self.seed = seed
        self.state = state

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

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.seat < 0

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision now; several when they choose at the same time; none when it is over."""
        return tuple(self._game.to_act(self.state))

    def legal(self, seat: int) -> list[str]:
        """Every legal move of a seat in the game's notation; none when it is not to act."""
        return [self._game.notation(action) for action in self.legal_actions(seat)]

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
        before = self.state.copy()
        secret = self._game.secret(before)
        self.state.log = []
        try:
            self._game.apply(self.state, seat, action)
        finally:
            told, self.state.log = self.state.log, None
        if before.news != self.state.news:
            self._open.clear()
        else:
            self._open.append(Decision(seat, action, secret, before, len(self._events)))
        self._moves.append((seat, action))
        self._events += told
        self._told = told
        return _visible(told, seat)

    def undo(self, seat: int) -> None:
        """Takes back the seat's last decision.

        That is possible as long as nobody else has decided since and nothing hidden has become known or was
        drawn since. A choice made in secret beside others can be taken back until all are revealed.
        """
        reason = self.no_undo(seat)
        if reason is not None:
            raise self._game.no_undo(reason)
        place = self._last_open(seat)
        taken_back = self._open[place]
        later = self._open[place + 1 :]
        del self._moves[len(self._moves) - len(later) - 1 :]
        del self._events[taken_back.events :]
        del self._open[place:]
        self.state = taken_back.before
        for decision in later:
            self.play_action(decision.seat, decision.action)

    @property
    def undoable(self) -> bool:
        """Whether there is any decision since the last point of no return."""
        return bool(self._open)

    def no_undo(self, seat: int) -> str | None:
        """Why the seat's last decision stands: `undo.none`, `undo.others`, `undo.news`; None while it can be undone."""
        if not self._is_seat(seat):
            return "undo.none"
        place = self._last_open(seat)
        if place < 0:
            # From the end: hardly anybody's last decision is long ago.
            for mover, _ in reversed(self._moves):
                if mover == seat:
                    return "undo.news"
            return "undo.none"
        return "undo.others" if place + 1 < len(self._open) and not self._open[place].secret else None

    def _last_open(self, seat: int) -> int:
        """Where the seat's last decision is among those that may still be taken back; -1: it is not."""
        place = len(self._open) - 1
        while place >= 0 and self._open[place].seat != seat:
            place -= 1
        return place

    def view(self, seat: int | None = None) -> Json:
        """Everything that the seat may know; None: what a spectator may know."""
        return self.common_view() | self.own_view(seat)

    def common_view(self) -> Json:
        """That part of every view which is the same for all."""
        game, state = self._game, self.state
        seen: Json = {
            "game": game.id,
            "rules": game.rules,
            "players": self._setup.players,
            "options": dict(self._setup.options),
            "to_act": list(game.to_act(state)),
            "over": self.over,
        }
        if self.over:
            seen["scores"] = self.scores()
            seen["winners"] = list(self.winners())
        seen.update(game.common(state))
        return seen

    def own_view(self, seat: int | None = None) -> Json:
        """That part of the seat's view which is not the same for all; None: a spectator's."""
        if seat is not None:
            self._check_seat(seat)
        seen: Json = {"seat": seat}
        seen.update(self._game.own(self.state, NOBODY if seat is None else seat))
        return seen

    def events(self, seat: int | None = None) -> list[Json]:
        """All that has happened so far, as far as the seat may know it."""
        if seat is not None:
            self._check_seat(seat)
        return _visible(self._events, seat)

    @property
    def latest_events(self) -> list[Json]:
        """What the latest decision brought, with what only one seat may know: for a log, never for a player's eyes."""
        return [dict(event) for event in self._told]

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


def _visible(events: list[Json], seat: int | None) -> list[Json]:
    """The events that everybody may know, and those for this seat only."""
    return [dict(event) for event in events if event.get("only", seat) == seat]
