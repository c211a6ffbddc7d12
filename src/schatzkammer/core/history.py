"""The history of a game: decisions, events and undo.

Compiled, and trusts its arguments; `match` validates outside data first.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from schatzkammer.core.game import NOBODY, Game, Json, Setup, State
from schatzkammer.core.outcome import Outcome


class Decision:
    """A decision that can still be undone, with the state and the number of events before it."""

    def __init__(self, seat: int, action: int, secret: bool, before: State, events: int) -> None:
        self.seat = seat
        self.action = action
        self.secret = secret
        self.before = before
        self.events = events


@mypyc_attr(allow_interpreted_subclasses=True)
class History:
    """A game in progress, by seats and action numbers."""

    def __init__(self, game: Game, setup: Setup, state: State) -> None:
        self.state = state
        self._game = game
        self._setup = setup
        self._events: list[Json] = []
        self._latest: list[Json] = []  # events of the latest decision
        self._moves: list[tuple[int, int]] = []
        self._undoable: list[Decision] = []  # decisions since the last reveal

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.seat < 0

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to act: several when they choose at the same time, () when the game is over."""
        return tuple(self._game.to_act(self.state))

    def legal_moves(self, seat: int) -> list[str]:
        """The legal moves of a seat in notation; [] when it is not to act."""
        game, state = self._game, self.state
        if seat not in game.to_act(state):
            return []
        return [game.notation(action) for action in game.legal(state, seat)]

    def outcome_of(self, seat: int, move: str) -> Outcome:
        """What a legal move of a seat would bring, as far as the seat can know it."""
        game, state = self._game, self.state
        return game.outcome(state, seat, game.number(move))

    def decide(self, seat: int, action: int) -> list[Json]:
        """Plays a seat's action and returns all its events, including those for one seat only.

        An illegal action raises IllegalMove and changes nothing.
        """
        game, state = self._game, self.state
        if seat not in game.to_act(state):
            raise game.refusal(state, seat, action)
        before = state.copy()
        secret = game.secret(before)
        events: list[Json] = []
        state.events = events
        try:
            game.apply(state, seat, action)
        finally:
            state.events = None
        if before.news != state.news:
            self._undoable.clear()
        else:
            self._undoable.append(Decision(seat, action, secret, before, len(self._events)))
        self._moves.append((seat, action))
        self._events += events
        self._latest = events
        return events

    def take_back(self, seat: int) -> None:
        """Undoes the seat's last decision, which must be undoable; later secret choices of other seats are kept."""
        index = self._last_undoable(seat)
        undone = self._undoable[index]
        later = self._undoable[index + 1 :]
        del self._moves[len(self._moves) - len(later) - 1 :]
        del self._events[undone.events :]
        del self._undoable[index:]
        self.state = undone.before
        for decision in later:
            self.decide(decision.seat, decision.action)

    def forget_events(self) -> None:
        """Drops the events of decisions that nobody can undo, for those who keep them elsewhere."""
        kept = self._undoable[0].events if self._undoable else len(self._events)
        if kept:
            del self._events[:kept]
            for decision in self._undoable:
                decision.events -= kept

    def undo_refusal(self, seat: int) -> str | None:
        """Why the seat cannot undo: `undo.none`, `undo.others` or `undo.news`; None if it can."""
        index = self._last_undoable(seat)
        if index < 0:
            for mover, _ in reversed(self._moves):
                if mover == seat:
                    return "undo.news"
            return "undo.none"
        return "undo.others" if index + 1 < len(self._undoable) and not self._undoable[index].secret else None

    def _last_undoable(self, seat: int) -> int:
        """The index of the seat's last decision among the undoable ones; -1 if there is none."""
        index = len(self._undoable) - 1
        while index >= 0 and self._undoable[index].seat != seat:
            index -= 1
        return index

    def asked(self) -> State:
        """The state in which the seats were asked who choose in secret now, without the choices made since."""
        index = len(self._undoable)
        if self._game.secret(self.state):
            while index > 0 and self._undoable[index - 1].secret:
                index -= 1
        return self.state if index == len(self._undoable) else self._undoable[index].before

    def public_view(self) -> Json:
        """The part of the view that is the same for everyone."""
        game, state = self._game, self.state
        over = state.seat < 0
        view: Json = {
            "game": game.id,
            "rules": self._setup.rules,
            "players": self._setup.players,
            "options": dict(self._setup.options),
            "to_act": list(game.to_act(state)),
            "over": over,
        }
        if over:
            view["scores"] = game.scores(state)
            view["winners"] = game.winners(state)
        view.update(game.public_view(state))
        return view

    def forecast(self) -> Json:
        """What people's boards show beyond the public view; empty if there is nothing."""
        return self._game.forecast(self.state)

    def private_view(self, seat: int | None) -> Json:
        """The part of the view that depends on the seat; None: a spectator. A game may know the standing."""
        view: Json = {"seat": seat, "standing": [None] * self._setup.players}
        view.update(self._game.private_view(self.state, NOBODY if seat is None else seat))
        return view

    @property
    def latest_events(self) -> list[Json]:
        """All events of the latest decision, including those for one seat only: for logs, never for players."""
        return [dict(event) for event in self._latest]
