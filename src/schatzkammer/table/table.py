"""A table as it stands: the fold of its log. Every entry is applied here, by any worker with the same outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, cast

from msgspec.structs import replace

from schatzkammer.core.game import Game, Json
from schatzkammer.core.match import Match
from schatzkammer.core.opening import begin, from_position
from schatzkammer.core.stream import commitment
from schatzkammer.games import find
from schatzkammer.table import clock
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import (
    HOUR,
    SECOND,
    Body,
    BotSat,
    Cleared,
    Entry,
    Handed,
    Left,
    Moved,
    Opened,
    Resigned,
    Result,
    Returned,
    Sat,
    Seat,
    Snapshot,
    Standing,
    Started,
    TimedOut,
    Timer,
    TookBack,
    WantedRematch,
)

STAND_IN = "casual"  # plays for people who are away


class Rebuild(Exception):
    """An entry that goes back behind what is in memory: the table has to be loaded anew."""


class Done(NamedTuple):
    """A decision that counts."""

    version: int
    seat: int
    move: str


class Earlier(NamedTuple):
    """How the game stood earlier: for a decision that is taken back although something has become known since."""

    match: Match
    decisions: dict[int, int]


class Table:
    """One table and its one game."""

    def __init__(self, name: str, opened: Opened, seed: str, at: int) -> None:
        self.id = name
        self.opened = opened
        self.seed = seed
        self.commitment = commitment(seed)
        self.version = 0
        self.at = at  # when the latest entry was made
        self.game: Game = find(opened.terms.game)
        if self.game.rules != opened.rules:
            raise Refused("rules_changed")
        self.standing = Standing(seats=list(opened.seats), host=opened.host)
        self.standing.fresh = [0] * len(opened.seats)
        self.match: Match | None = None
        self.done: list[Done] = []  # those since the snapshot it was restored from
        self.kept = 0  # the version of the latest snapshot
        self.settled = False  # whether the latest entry was a decision that nobody can take back
        self.rebuilt = False  # whether it went back behind what a snapshot may have kept
        self.to_act: tuple[int, ...] = ()  # the seats that owe a decision,
        self.owing: list[int] = []  # those of people among them
        self.bots_to_act: list[int] = []  # and those that a bot plays
        if opened.started:
            self._start(Started(), at)
            self._tick(at, None)

    def restore(self, version: int, at: int, snapshot: Snapshot) -> None:
        """Becomes what it was at a version."""
        self.version = self.kept = version
        self.at = at
        self.standing = snapshot.standing
        if snapshot.position is not None:
            self.match = from_position(self.game, snapshot.position)
        self._see_who_is_to_act()

    def snapshot(self) -> Snapshot:
        """All of it, as plain data."""
        return Snapshot(self.standing, None if self.match is None else self.match.position())

    # What is true now -----------------------------------------------------------------------------
    @property
    def seats(self) -> list[Seat]:
        """The seats, in order."""
        return self.standing.seats

    def seats_of(self, identity: str | None) -> tuple[int, ...]:
        """Where somebody sits: more than one seat only where several people share a screen."""
        if identity is None:
            return ()
        return tuple([at for at, seat in enumerate(self.standing.seats) if seat.identity == identity])

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat, or stands in for its player."""
        return self.seats[seat].bot or STAND_IN

    def due(self) -> int | None:
        """When something is to be done that nobody asks for: a bot's decision at once, a clock at its end."""
        if self.bots_to_act:
            return 0  # whatever the clock of this machine says
        return clock.deadline(self.standing.timers) if self.standing.status == "playing" else None

    def _see_who_is_to_act(self) -> None:
        playing = self.match is not None and self.standing.status == "playing"
        self.to_act = self.match.to_act if self.match is not None and playing else ()
        self.owing, self.bots_to_act = [], []
        for at in self.to_act:
            seat = self.standing.seats[at]
            himself = seat.played_by_person and not seat.forfeited
            (self.owing if himself else self.bots_to_act).append(at)

    # What happens ---------------------------------------------------------------------------------
    def apply(self, body: Body, at: int, earlier: Earlier | None = None) -> Entry:
        """Lets something happen. IllegalMove, and nothing has changed, where the rules refuse it.

        A decision taken back against the rules of undo (against bots only) comes with how the game stood before it.
        """
        at = max(at, self.at)
        self.settled = False
        self.rebuilt = earlier is not None
        events: list[Json] = []
        if isinstance(body, Moved):
            events = self._move(body)
        elif isinstance(body, TookBack):
            self._take_back(body, earlier)
        else:
            _DEEDS[type(body)](self, body, at)
        self.version += 1
        self.at = at
        self._finish()
        self._tick(at, body.seat if isinstance(body, Moved) else None)
        return Entry(self.version, at, body, events)

    def _move(self, body: Moved) -> list[Json]:
        match = self._match()
        waiting, news = self._choosing_apart(match), match.state.news
        events = match.decide(body.seat, self.game.number(body.move))
        self.settled = match.state.news != news
        self.done.append(Done(self.version + 1, body.seat, body.move))
        self._count(body.seat, 1)
        self._freshen(match, waiting, body.seat)
        return events

    def _take_back(self, body: TookBack, earlier: Earlier | None) -> None:
        match = self._match()
        waiting = self._choosing_apart(match)
        if earlier is not None:
            # As it will be loaded from the snapshot that is kept of it: all that came before stands, unless it is
            # taken back in the same way.
            self.match = match = from_position(self.game, earlier.match.position())
            self.standing.decisions = earlier.decisions
            waiting = set()
            self.done = []
        elif self.last_decision(body.seat) != body.undone:
            raise Rebuild
        else:
            reason = self.no_undo(body.seat)
            if reason is not None or not body.undone:
                raise self.game.no_undo(reason or "undo.none")
            match.undo(body.seat)
            self.done = [done for done in self.done if done.version != body.undone[0]]
            self._count(body.seat, -1)
        self._freshen(match, waiting, body.seat)
        self._reopen_turn(body.seat)

    def last_decision(self, seat: int) -> list[int]:
        """The version of the seat's latest decision in memory, if there is one."""
        return next(([done.version] for done in reversed(self.done) if done.seat == seat), [])

    def no_undo(self, seat: int) -> str | None:
        """Why the seat's last decision stands by the rules; None while it can be taken back."""
        reason = self._match().stands_for(seat)
        # A match restored from a snapshot has forgotten who decided what before it; the table has not.
        return "undo.news" if reason == "undo.none" and self.standing.decisions.get(seat) else reason

    @property
    def free_undo(self) -> int | None:
        """The seat that may take anything back: that of the only person at the table, in an unrated game."""
        people = [at for at, seat in enumerate(self.standing.seats) if seat.kind != "bot"]
        return people[0] if len(people) == 1 and not self.opened.terms.rated else None

    def _count(self, seat: int, more: int) -> None:
        counts = self.standing.decisions
        counts[seat] = counts.get(seat, 0) + more

    def _choosing_apart(self, match: Match) -> set[int]:
        """Those who choose in secret beside each other: what one does leaves the others' choice as it was."""
        return set(match.to_act) if self.game.secret(match.state) else set()

    def _freshen(self, match: Match, before: set[int], mover: int) -> None:
        untouched = before & self._choosing_apart(match) - {mover}
        self.standing.fresh = [
            old if seat in untouched else self.version + 1 for seat, old in enumerate(self.standing.fresh)
        ]

    def _reopen_turn(self, seat: int) -> None:
        """Whoever takes his turn's last decision back had got time for ending the turn, and goes on with the rest."""
        terms, timers = self.opened.terms.clock, self.standing.timers
        if timers and timers[seat].since is None:
            if terms.kind == "live":
                self._set_timer(seat, max(SECOND, timers[seat].left - terms.increment * SECOND))
            self.standing.broken_off = sorted({*self.standing.broken_off, seat})

    def _set_timer(self, seat: int, left: int) -> None:
        """Sets a clock, which stands until its player owes a decision."""
        self.standing.timers = [Timer(left) if at == seat else old for at, old in enumerate(self.standing.timers)]

    def _match(self) -> Match:
        if self.match is None or self.standing.status != "playing":
            raise Refused("not_playing")
        return self.match

    def _change(self, seat: int, changed: Seat) -> None:
        self.standing.seats = [changed if at == seat else old for at, old in enumerate(self.seats)]

    def _sit(self, body: Sat, at: int) -> None:
        self._change(body.seat, Seat("human", body.identity, body.name, remote=body.remote))

    def _sit_bot(self, body: BotSat, at: int) -> None:
        self._change(body.seat, Seat("bot", bot=body.bot))

    def _clear(self, body: Cleared, at: int) -> None:
        leaver = self.seats[body.seat].identity
        self._change(body.seat, Seat())
        if leaver == self.standing.host and not self.seats_of(leaver):
            people = [seat.identity for seat in self.seats if seat.identity is not None]
            self.standing.host = people[0] if people else leaver

    def _hand(self, body: Handed, at: int) -> None:
        before = self.seats[body.seat]
        self._change(body.seat, replace(before, identity=body.identity, name=body.name))
        if self.standing.host == before.identity:
            self.standing.host = body.identity

    def _start(self, body: Started, at: int) -> None:
        terms = self.opened.terms
        self.match = begin(self.game, terms.players, self.seed, terms.options)
        self.standing.status = "playing"
        self.standing.timers = clock.wound_up(terms.clock, terms.players)
        self.standing.fresh = [self.version + 1] * terms.players

    def _resign(self, body: Resigned, at: int) -> None:
        self._change(body.seat, replace(self.seats[body.seat], forfeited=True, away=True))

    def _leave(self, body: Left, at: int) -> None:
        self._change(body.seat, replace(self.seats[body.seat], away=True))

    def _return(self, body: Returned, at: int) -> None:
        self._change(body.seat, replace(self.seats[body.seat], away=False))
        if self.standing.timers and self.standing.timers[body.seat].left == 0:
            # Back after the time was up: enough for a turn, or coming back would be no coming back.
            terms = self.opened.terms.clock
            enough = max(30, terms.increment) * SECOND if terms.kind == "live" else terms.hours * HOUR
            self._set_timer(body.seat, enough)

    def _time_out(self, body: TimedOut, at: int) -> None:
        forfeits = self.opened.terms.clock.expiry == "forfeit"
        self._change(body.seat, replace(self.seats[body.seat], away=True, forfeited=forfeits))
        self._set_timer(body.seat, 0)

    def _wish(self, body: WantedRematch, at: int) -> None:
        theirs = self.seats_of(self.seats[body.seat].identity)
        self.standing.wishes = sorted({*self.standing.wishes, body.seat, *theirs})
        self.standing.next = body.table

    def _finish(self) -> None:
        match = self.match
        if match is None or self.standing.status != "playing":
            return
        if not match.over and not any(seat.forfeited for seat in self.standing.seats):
            return
        playing = [seat for seat, taken in enumerate(self.seats) if not taken.forfeited]
        if match.over:
            scores = match.scores()
            best = max((scores[seat] for seat in playing), default=0)
            winners = [seat for seat in match.winners() if seat in playing]
            self.standing.result = Result(winners or [seat for seat in playing if scores[seat] == best], scores)
        elif len(playing) <= 1 or not any(self.seats[seat].kind == "human" for seat in playing):
            self.standing.result = Result(playing, None)
        else:
            return
        self.standing.status = "over"

    def _tick(self, at: int, mover: int | None) -> None:
        self._see_who_is_to_act()
        now = self.standing
        now.timers, now.broken_off = clock.ticked(
            self.opened.terms.clock, now.timers, self.owing, at, mover, now.broken_off
        )

    # The whole game -------------------------------------------------------------------------------
    def go_back(self, history: Iterable[Entry], seat: int) -> tuple[TookBack, Earlier]:
        """Before the seat's last decision, whatever has become known since: what that undoes, and how it stood then."""
        moves = counting(history)
        last = next((at for at in range(len(moves) - 1, -1, -1) if moves[at].seat == seat), None)
        if last is None:
            raise self.game.no_undo("undo.none")
        earlier = Earlier(self._played(moves[:last]), dict(Counter(done.seat for done in moves[:last])))
        return TookBack(seat, [done.version for done in moves[last:]]), earlier

    def record(self, history: Iterable[Entry]) -> Json:
        """The record: whole with its seed once it is over; before that only what everybody may know."""
        if self.standing.status == "over":
            return self._played(counting(history)).record()
        terms = self.opened.terms
        events = [event for done in counting_entries(history) for event in done.events if "only" not in event]
        return {
            "game": terms.game,
            "rules": self.opened.rules,
            "players": terms.players,
            "options": dict(terms.options),
            "commitment": self.commitment,
            "unfinished": True,
            "events": events,
        }

    def _played(self, moves: Sequence[Done]) -> Match:
        terms = self.opened.terms
        match = begin(self.game, terms.players, self.seed, terms.options)
        for done in moves:
            match.play(done.seat, done.move)
        return match


def counting_entries(history: Iterable[Entry]) -> list[Entry]:
    """The decisions of a log that were not taken back."""
    entries = list(history)
    undone = {version for entry in entries if isinstance(entry.body, TookBack) for version in entry.body.undone}
    return [entry for entry in entries if isinstance(entry.body, Moved) and entry.version not in undone]


def counting(history: Iterable[Entry]) -> list[Done]:
    """The same, without what they brought."""
    moves = [(entry.version, cast("Moved", entry.body)) for entry in counting_entries(history)]
    return [Done(version, body.seat, body.move) for version, body in moves]


_DEEDS = cast(
    "dict[type[Body], Callable[[Table, Body, int], None]]",
    {
        Sat: Table._sit,
        BotSat: Table._sit_bot,
        Cleared: Table._clear,
        Handed: Table._hand,
        Started: Table._start,
        Resigned: Table._resign,
        Left: Table._leave,
        Returned: Table._return,
        TimedOut: Table._time_out,
        WantedRematch: Table._wish,
    },
)
