"""The course of a game: what was decided, what that brought, what can be taken back, and what is seen of it.

This is compiled, and trusts what it is given: `match` looks at what comes from outside first.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from schatzkammer.core.game import NOBODY, Game, Json, Setup, State


class Decision:
    """One decision that may still be taken back: how things stood before it."""

    def __init__(self, seat: int, action: int, secret: bool, before: State, events: int) -> None:
        self.seat = seat
        self.action = action
        self.secret = secret
        self.before = before
        self.events = events


@mypyc_attr(allow_interpreted_subclasses=True)
class History:
    """A game under way, by seats and action numbers."""

    def __init__(self, game: Game, setup: Setup, state: State) -> None:
        self.state = state
        self._game = game
        self._setup = setup
        self._events: list[Json] = []
        self._moves: list[tuple[int, int]] = []
        self._open: list[Decision] = []  # decisions since the last point of no return
        self._told: list[Json] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.seat < 0

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision now; several when they choose at the same time; none when it is over."""
        return tuple(self._game.to_act(self.state))

    def offers(self, seat: int) -> list[str]:
        """Every legal move of a seat in the game's notation; none when it is not to act."""
        game, state = self._game, self.state
        if seat not in game.to_act(state):
            return []
        return [game.notation(action) for action in game.legal(state, seat)]

    def decide(self, seat: int, action: int) -> list[Json]:
        """A seat's decision; returns the events it brought, with what only one seat may know.

        IllegalMove, and nothing has changed, where the rules refuse it.
        """
        game, state = self._game, self.state
        if seat not in game.to_act(state):
            raise game.refusal(state, seat, action)
        before = state.copy()
        secret = game.secret(before)
        told: list[Json] = []
        state.events = told
        try:
            game.apply(state, seat, action)
        finally:
            state.events = None
        if before.news != state.news:
            self._open.clear()
        else:
            self._open.append(Decision(seat, action, secret, before, len(self._events)))
        self._moves.append((seat, action))
        self._events += told
        self._told = told
        return told

    def take_back(self, seat: int) -> None:
        """Takes back the seat's last decision, which is among those that may be; what others chose in secret stays."""
        place = self._last_open(seat)
        taken_back = self._open[place]
        later = self._open[place + 1 :]
        del self._moves[len(self._moves) - len(later) - 1 :]
        del self._events[taken_back.events :]
        del self._open[place:]
        self.state = taken_back.before
        for decision in later:
            self.decide(decision.seat, decision.action)

    def stands_for(self, seat: int) -> str | None:
        """Why the seat's last decision stands: `undo.none`, `undo.others`, `undo.news`; None while it can be undone."""
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

    def public_view(self) -> Json:
        """That part of every view which is the same for all."""
        game, state = self._game, self.state
        over = state.seat < 0
        seen: Json = {
            "game": game.id,
            "rules": game.rules,
            "players": self._setup.players,
            "options": dict(self._setup.options),
            "to_act": list(game.to_act(state)),
            "over": over,
        }
        if over:
            seen["scores"] = game.scores(state)
            seen["winners"] = game.winners(state)
        seen.update(game.public_view(state))
        return seen

    def private_view(self, seat: int | None) -> Json:
        """That part of a seat's view which is not the same for all; None: of a spectator's."""
        seen: Json = {"seat": seat}
        seen.update(self._game.private_view(self.state, NOBODY if seat is None else seat))
        return seen

    @property
    def latest_events(self) -> list[Json]:
        """What the latest decision brought, with what only one seat may know: for a log, never for a player's eyes."""
        return [dict(event) for event in self._told]
