"""The public face of a game: validates outside data, and adds notation, views and records to its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

from schatzkammer.core.errors import BadSeat, NotOver
from schatzkammer.core.game import NOBODY, Game, Json, Setup, State
from schatzkammer.core.history import History
from schatzkammer.core.odds import Odds, chances, known
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.stream import commitment


class Match(History):
    """One game from its first position on. Made by `new`, `from_position` or `replay`.

    `state` is the fast layer below. Copy it before you play on with it: the match must see every move.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        state: State,
        seed: str | None,
        start: Json | None = None,
        shuffle: Json | None = None,
        origin: Json | None = None,
    ) -> None:
        super().__init__(game, setup, state)
        self._start = start  # the position it started from, if there is no seed
        self.seed = seed
        self.shuffle = shuffle  # the evidence that nobody chose the seed, as records of tables have it
        self.origin = origin  # the game that its first moves were taken from, as records name it

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game.id

    @property
    def rules(self) -> int:
        """The version of the rules that it is played by."""
        return self._setup.rules

    @property
    def players(self) -> int:
        """The number of players."""
        return self._setup.players

    @property
    def options(self) -> dict[str, str | bool]:
        """All options of the game and their values in this match."""
        return dict(self._setup.options)

    @property
    def components(self) -> Mapping[str, object] | None:
        """The component set in use, None for the built-in one."""
        return deepcopy(self._setup.components)

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed, to be published before the game; None if there is no seed."""
        return None if self.seed is None else commitment(self.seed)

    def legal(self, seat: int) -> list[str]:
        """The legal moves of a seat in notation; [] when it is not to act."""
        self._check_seat(seat)
        return self.legal_moves(seat)

    def legal_actions(self, seat: int) -> list[int]:
        """The legal action numbers of a seat; [] when it is not to act."""
        self._check_seat(seat)
        return self._game.legal(self.state, seat) if seat in self.to_act else []

    def outcome(self, seat: int, move: str) -> Outcome:
        """What a legal move would bring, as far as the seat can know it; an illegal one raises IllegalMove."""
        self._check_seat(seat)
        if move not in self.legal_moves(seat):
            raise self._game.refusal(self.state, seat, self._game.number(move) if type(move) is str else -1)
        return self.outcome_of(seat, move)

    def play(self, seat: int, move: str) -> list[Json]:
        """Plays a move in notation; returns its events as far as the seat may know them."""
        action = self._game.number(move) if type(move) is str else -1
        return self.play_action(seat, action)

    def play_action(self, seat: int, action: int) -> list[Json]:
        """Plays an action number; returns its events as far as the seat may know them."""
        if not self._is_seat(seat) or type(action) is not int or seat not in self.to_act:
            mover = seat if self._is_seat(seat) else NOBODY
            raise self._game.refusal(self.state, mover, action if type(action) is int else -1)
        return visible_events(self.decide(seat, action), seat)

    def undo(self, seat: int) -> None:
        """Takes back the seat's last decision.

        Possible until another seat decides or hidden information is revealed or drawn. A secret simultaneous
        choice can be taken back until all choices are revealed.
        """
        reason = self.undo_refusal(seat) if self._is_seat(seat) else "undo.none"
        if reason is not None:
            raise self._game.no_undo(reason)
        self.take_back(seat)

    def view(self, seat: int | None = None) -> Json:
        """Everything the seat may know; None: a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return self.public_view() | self.private_view(seat)

    def odds(self, seat: int | None = None) -> Odds:
        """The exact chances of what lies hidden from the seat, given everything it has seen; None: a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return self._game.odds(self.state, NOBODY if seat is None else seat)

    def truth(self, seat: int | None = None) -> Odds:
        """What really lies hidden from the seat, as odds of which all are certain; None: a spectator."""
        lying = self._game.lying(self.state)
        return {place: chances(known(lying[place])) for place in self.odds(seat) if place in lying}

    def events(self, seat: int | None = None) -> list[Json]:
        """All events so far as far as the seat may know them; None: a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return visible_events(self._events, seat)

    def scores(self) -> list[int]:
        """The final points by seat."""
        self._check_over()
        return self._game.scores(self.state)

    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several share the win."""
        self._check_over()
        return tuple(self._game.winners(self.state))

    def record(self) -> Json:
        """Everything needed to replay the match; once it is over, also the result."""
        record = self._header()
        if self._start is not None:
            record["start"] = deepcopy(self._start)
        else:
            record["seed"] = self.seed
            record["commitment"] = self.commitment
            if self.shuffle is not None:
                record["shuffle"] = deepcopy(self.shuffle)
        if self.origin is not None:
            record["origin"] = deepcopy(self.origin)
        record["moves"] = [[seat, self._game.notation(action)] for seat, action in self._moves]
        if self.over:
            record["scores"] = self.scores()
            record["winners"] = list(self.winners())
        return record

    def position(self) -> Json:
        """The full state, hidden information included: for tests, puzzles and analysis, never for players."""
        return self._header() | self._game.position(self.state)

    def _header(self) -> Json:
        """The set-up, as records and positions begin."""
        header: Json = {"game": self.game, "rules": self.rules, "players": self.players, "options": self.options}
        if self._setup.components is not None:
            header["components"] = self.components
        return header

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _check_seat(self, seat: object) -> None:
        if not self._is_seat(seat):
            raise BadSeat(f"There is no such seat; the seats are 0 to {self.players - 1}.")

    def _check_over(self) -> None:
        if not self.over:
            raise NotOver("The game is not over yet: it has no scores or winners.")


def winners_without(match: Match, forfeited: Sequence[int]) -> list[int]:
    """The winners when some seats have forfeited.

    An unfinished game is won by all remaining seats. A finished one is won by the remaining seats among the
    regular winners or, if there are none, by the remaining seats with the most points.
    """
    playing = [seat for seat in range(match.players) if seat not in forfeited]
    if not match.over:
        return playing
    scores = match.scores()
    best = max((scores[seat] for seat in playing), default=0)
    winners = [seat for seat in match.winners() if seat in playing]
    return winners or [seat for seat in playing if scores[seat] == best]


def visible_events(events: list[Json], seat: int | None) -> list[Json]:
    """Copies of the events that a seat may know; None: a spectator."""
    return [dict(event) for event in events if event.get("only", seat) == seat]
