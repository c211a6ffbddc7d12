"""A table: the fold of its log. Applying the same entries gives the same table in every worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from schatzkammer.core.game import Game, Json
from schatzkammer.core.loading import begin, from_position
from schatzkammer.core.match import Match, winners_without
from schatzkammer.core.stream import commitment
from schatzkammer.table import clock, draw
from schatzkammer.table.entries import (
    AgreedUndo,
    AskedUndo,
    Body,
    BotSat,
    ChatClosed,
    ChatOpened,
    Cleared,
    DeclinedUndo,
    Drawing,
    Forgotten,
    Handed,
    Left,
    LogEntry,
    Moved,
    Nudged,
    Offered,
    Published,
    Removed,
    Resigned,
    Resumed,
    Returned,
    Sat,
    ShareOpened,
    Silent,
    Started,
    Substituted,
    TimedOut,
    TookBack,
    WantedRematch,
)
from schatzkammer.table.errors import MustReload, Refused
from schatzkammer.table.model import (
    HOUR,
    SECOND,
    Draw,
    Earlier,
    Opened,
    Result,
    Seat,
    Snapshot,
    TableState,
    Timer,
    UndoRequest,
    allows_aids,
)
from schatzkammer.table.names import NOBODY
from schatzkammer.table.terms import known_game

STAND_IN = "casual"  # plays for people who are away


class Table:
    """One table and its one game."""

    def __init__(self, table_id: str, opened: Opened, seed: str, at: int) -> None:
        self.id = table_id
        self.opened = opened
        self.seed = seed  # the server's share of the game's seed, or all of it
        self.commitment = commitment(seed)
        self.version = 0
        self.at = at  # time of the latest entry
        self.counted = at if opened.clock is None else opened.clock  # the same in counted time: see `counted_time`
        self.game: Game = known_game(opened.terms.game)
        if opened.rules not in self.game.versions():
            raise Refused("unknown_rules", rules=opened.rules, known=[str(version) for version in self.game.versions()])
        self.state = TableState(
            seats=list(opened.seats),
            host=opened.host,
            fresh=[0] * len(opened.seats),
            open_chat=opened.open_chat,
            draw=opened.draw,
        )
        self.match: Match | None = None
        self.snapshot_version = 0  # version of the latest stored snapshot
        self.irreversible = False  # whether the latest entry is a decision that nobody can take back by the rules
        self.rewound = False  # whether the latest entry took back more than the rules allow
        self.to_act: tuple[int, ...] = ()  # seats that owe a decision,
        self.owing: list[int] = []  # those of them played by people,
        self.bots_to_act: list[int] = []  # and those played by bots
        self.due: int | None = None  # when the scheduler has to act
        # By seat: the versions of its decisions in force since the game started or was restored.
        self._decided: list[list[int]] = [[] for _ in opened.seats]
        if opened.started:
            self._start(Started(), at)
            self.state.fresh = [0] * len(opened.seats)  # no entry has started the game
        self._update_to_act(None)

    def restore(self, version: int, at: int, snapshot: Snapshot) -> None:
        """Becomes the table of a snapshot."""
        self.version = self.snapshot_version = version
        self.at = at
        self.state = snapshot.state
        running = [timer.since for timer in self.state.timers if timer.since is not None]
        self.counted = max(running, default=self.counted)
        self._decided = [[] for _ in self._decided]
        if snapshot.position is not None:
            self.match = from_position(self.game, snapshot.position)
        self._update_to_act(None)

    def snapshot(self) -> Snapshot:
        """The whole table as plain data."""
        decisions = dict(self.state.decisions)
        for seat, versions in enumerate(self._decided):
            if versions:
                decisions[seat] = decisions.get(seat, 0) + len(versions)
        position = None if self.match is None else self.match.position()
        return Snapshot(replace(self.state, decisions=decisions), position)

    # Reading --------------------------------------------------------------------------------------
    @property
    def drawing(self) -> Draw | None:
        """The joint shuffle, while shares are awaited."""
        found = self.state.draw
        return found if found is not None and found.until and self.state.status == "waiting" else None

    @property
    def concealed(self) -> bool:
        """Whether the table's deal is still secret: other tables are to play it."""
        return self.opened.deal is not None and not self.state.published

    @property
    def disclosed(self) -> bool:
        """Whether everything may be told: the game is over, and its deal is not secret."""
        return self.state.status == "over" and not self.concealed

    @property
    def game_seed(self) -> str:
        """The seed of the game: the mix of all shares."""
        return draw.seed_of(self.seed, self.state.draw)

    def shuffle(self) -> Json | None:
        """What the record of the finished game says of its joint shuffle; None without one."""
        return draw.evidence(self.seed, self.state.draw)

    def decisions_of(self, seat: int) -> int:
        """The number of a seat's decisions in force."""
        return self.state.decisions.get(seat, 0) + len(self._decided[seat])

    @property
    def forfeited(self) -> list[int]:
        """The seats that have forfeited."""
        return [number for number, seat in enumerate(self.state.seats) if seat.forfeited]

    def seats_of(self, identity: str | None) -> tuple[int, ...]:
        """The seats of a person; more than one only on a shared screen."""
        if identity is None:
            return ()
        return tuple([number for number, seat in enumerate(self.state.seats) if seat.identity == identity])

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat, or stands in for its player."""
        return self.state.seats[seat].bot or STAND_IN

    def undo_refusal(self, seat: int) -> str | None:
        """Why a seat may not take back its last decision; None when it may.

        The only person in an unrated game may take back every decision, whatever it revealed, unless others play the
        same deal.
        """
        reason = "undo.none" if self.match is None else self.match.undo_refusal(seat)
        if reason == "undo.none" and self.state.decisions.get(seat):
            reason = "undo.news"  # a match restored from a snapshot does not know the decisions before it
        if reason is None or reason == "undo.none" or self.opened.terms.rated or self.opened.deal is not None:
            return reason
        others = [number for number, one in enumerate(self.state.seats) if one.kind != "bot" and number != seat]
        return reason if others else None

    def reversible_decision(self, seat: int) -> int | None:
        """The version of the seat's last decision, if the rules let the seat take it back."""
        reversible = self.match is not None and self.match.undo_refusal(seat) is None
        return self._decided[seat][-1] if reversible else None

    def must_agree(self, asking: int) -> set[int]:
        """The seats that must agree before a seat takes back more than the rules allow: the others who are playing."""
        seats = self.state.seats
        return {
            number
            for number, seat in enumerate(seats)
            if seat.kind == "human" and not seat.away and seat.identity != seats[asking].identity
        }

    @property
    def players(self) -> list[int]:
        """The seats of people and programs that have not left."""
        return [number for number, one in enumerate(self.state.seats) if one.kind == "human" and not one.away]

    @property
    def in_company(self) -> bool:
        """Whether a person, not only programs and bots, is playing."""
        return any(not self.state.seats[number].remote for number in self.players)

    @property
    def aids(self) -> bool:
        """Whether players may ask for hints and odds."""
        return self.opened.deal is None and allows_aids(self.opened.terms, self.state.seats)

    def answer_at(self, seat: int) -> int:
        """When the bot of a seat may answer: in company, no sooner than the terms say; 0: at once."""
        pace = self.opened.terms.pace
        if not pace or not self.in_company:
            return 0
        return self.state.fresh_at[seat] + pace

    # Applying entries -----------------------------------------------------------------------------
    def apply(self, body: Body, at: int, earlier: Earlier | None = None, clock: int | None = None) -> LogEntry:
        """Applies the body of an entry; raises IllegalMove and changes nothing when the rules refuse it.

        `earlier` is the game to go back to when a decision is taken back that the rules do not let go. `clock` is the
        time in which timers count; None in entries of releases in which they counted in `at`.
        """
        self.counted = max(self.counted, at if clock is None else clock)
        at = max(at, self.at)
        self.irreversible = False
        self.rewound = earlier is not None
        events: list[Json] = []
        mover = body.seat if isinstance(body, Moved) else None
        if isinstance(body, (Moved, TookBack)):
            events = self._decide(body, at, earlier)
        else:
            _APPLY[type(body)](self, body, at)
        if isinstance(body, _ENDS_REQUEST) or (mover is not None and mover not in self.bots_to_act):
            self.state.undo_request = None
        self.version += 1
        self.at = at
        if self.match is not None and (mover is None or self.match.over):
            self._end_if_decided(self.match)
        self._update_to_act(mover)
        return LogEntry(self.version, at, body, events, self.counted if self.state.timers else None)

    def _decide(self, body: Moved | TookBack, at: int, earlier: Earlier | None) -> list[Json]:
        """Makes or takes back a decision; all pending decisions become new, except simultaneous secret ones."""
        match, seat, version = self.match, body.seat, self.version + 1
        if match is None:
            raise Refused("not_playing")
        choosing = self.to_act if self.game.secret(match.state) else ()
        events: list[Json] = []
        if isinstance(body, Moved):
            news = match.state.news
            events = match.decide(seat, self.game.number(body.move))
            self.irreversible = match.state.news != news
            if self.irreversible:
                match.forget_events()  # the log has them
            self._decided[seat].append(version)
        elif earlier is None:
            if body.undone != [self.reversible_decision(seat)]:
                raise MustReload
            match.take_back(seat)
            self._decided[seat].pop()
            self._reopen_turn(seat)
        else:
            # Exactly as it will be restored from its snapshot, so that every worker has the same table.
            self.match = match = from_position(self.game, earlier.match.position())
            self.state.decisions = earlier.decisions
            self._decided = [[] for _ in self._decided]
            choosing = ()
            self._reopen_turn(seat)
        still_choosing = match.to_act if choosing and self.game.secret(match.state) else ()
        self.state.fresh = [
            old if number != seat and number in choosing and number in still_choosing else version
            for number, old in enumerate(self.state.fresh)
        ]
        if self.opened.terms.pace:
            since = zip(self.state.fresh, self.state.fresh_at, strict=True)
            self.state.fresh_at = [at if fresh == version else old for fresh, old in since]
        return events

    def _reopen_turn(self, seat: int) -> None:
        """Taking back a turn's last decision returns the increment received for it and resumes the remaining time."""
        terms, timers = self.opened.terms.clock, self.state.timers
        if timers and timers[seat].since is None:
            if terms.kind == "live":
                self._set_timer(seat, max(SECOND, timers[seat].left - terms.increment * SECOND))
            self.state.broken_off = sorted({*self.state.broken_off, seat})

    def _set_timer(self, seat: int, left: int) -> None:
        """Sets a clock, stopped until its player owes a decision."""
        self.state.timers = [Timer(left) if number == seat else old for number, old in enumerate(self.state.timers)]

    def _set_seat(self, seat: int, changed: Seat) -> None:
        self.state.seats = [changed if number == seat else old for number, old in enumerate(self.state.seats)]

    def _sit(self, body: Sat, at: int) -> None:
        mark = self.state.seats[body.seat].mark
        self._set_seat(body.seat, Seat("human", body.identity, body.name, remote=body.remote, mark=mark))
        self._promise(body.seat, body.commitment)

    def _sit_bot(self, body: BotSat, at: int) -> None:
        self._set_seat(body.seat, Seat("bot", bot=body.bot, mark=self.state.seats[body.seat].mark))
        self._promise(body.seat, None)

    def _promise(self, seat: int, promise: str | None) -> None:
        """Notes a promised share of the shuffle; once the promises are fixed, none is changed."""
        if self.state.status == "waiting" and self.drawing is None:
            self.state.draw = draw.promised(self.state.draw, len(self.state.seats), seat, promise)

    def _draw(self, body: Drawing, at: int) -> None:
        if body.seat is not None and body.commitment is not None:
            self._promise(body.seat, body.commitment)
        self.state.draw = draw.begun(self.state.draw, at, body.awaited)

    def _open_share(self, body: ShareOpened, at: int) -> None:
        if self.state.draw is not None:
            self.state.draw = draw.opened(self.state.draw, body.seat, body.share)

    def _leave_out(self, body: Silent, at: int) -> None:
        if self.state.draw is not None:
            self.state.draw = draw.without(self.state.draw, body.seats, at)

    def _offer(self, body: Offered, at: int) -> None:
        self._set_seat(body.seat, replace(self.state.seats[body.seat], offered=True))

    def _substitute(self, body: Substituted, at: int) -> None:
        self._set_seat(body.seat, replace(self.state.seats[body.seat], away=True, bot=body.bot))

    def _remove(self, body: Removed, at: int) -> None:
        mark = self.state.seats[body.seat].mark
        playing = self.state.status == "playing"
        self._set_seat(body.seat, Seat("bot", bot=self.bot_of(body.seat), mark=mark) if playing else Seat())

    def _open_chat(self, body: ChatOpened, at: int) -> None:
        self.state.open_chat = True

    def _close_chat(self, body: ChatClosed, at: int) -> None:
        self.state.open_chat = False

    def _ask_undo(self, body: AskedUndo, at: int) -> None:
        self.state.undo_request = UndoRequest(body.seat)

    def _agree_undo(self, body: AgreedUndo, at: int) -> None:
        request = self.state.undo_request
        if request is not None:
            seats = self.seats_of(self.state.seats[body.seat].identity)
            self.state.undo_request = replace(request, agreed=sorted({*request.agreed, *seats}))

    def _decline_undo(self, body: DeclinedUndo, at: int) -> None:
        self.state.undo_request = None

    def _nudge(self, body: Nudged, at: int) -> None:
        self.state.nudged = {**self.state.nudged, body.seat: at}

    def _clear(self, body: Cleared, at: int) -> None:
        leaver = self.state.seats[body.seat].identity
        self._set_seat(body.seat, Seat())
        self._promise(body.seat, None)
        if leaver == self.state.host and not self.seats_of(leaver):
            people = [seat.identity for seat in self.state.seats if seat.identity is not None]
            self.state.host = people[0] if people else leaver

    def _hand(self, body: Handed, at: int) -> None:
        before = self.state.seats[body.seat]
        self._set_seat(body.seat, replace(before, identity=body.identity, name=body.name))
        if self.state.host == before.identity:
            self.state.host = body.identity

    def _forget(self, body: Forgotten, at: int) -> None:
        self._set_seat(body.seat, replace(self.state.seats[body.seat], name=NOBODY, away=True))

    def _start(self, body: Started, at: int) -> None:
        terms = self.opened.terms
        if body.share is not None and body.seat is not None:
            self._promise(body.seat, commitment(body.share))  # unless it was promised before
            if self.state.draw is not None:
                self.state.draw = draw.opened(self.state.draw, body.seat, body.share)
        if body.silent and self.state.draw is not None:
            silent = sorted({*self.state.draw.silent, *body.silent})
            self.state.draw = replace(self.state.draw, silent=silent, awaited=[])
        self.match = self.new_match()
        self.state.status = "playing"
        self.state.timers = clock.initial_timers(terms.clock, terms.players)
        self.state.fresh = [self.version + 1] * terms.players
        self.state.fresh_at = [at] * terms.players if terms.pace else []

    def _resign(self, body: Resigned, at: int) -> None:
        self._set_seat(body.seat, replace(self.state.seats[body.seat], forfeited=True, away=True))

    def _leave(self, body: Left, at: int) -> None:
        self._set_seat(body.seat, replace(self.state.seats[body.seat], away=True))

    def _return(self, body: Returned, at: int) -> None:
        self._set_seat(body.seat, replace(self.state.seats[body.seat], away=False))
        if self.state.timers and self.state.timers[body.seat].left == 0:
            # A player who returns after running out of time gets enough for one turn.
            terms = self.opened.terms.clock
            enough = max(30, terms.increment) * SECOND if terms.kind == "live" else terms.hours * HOUR
            self._set_timer(body.seat, enough)

    def _time_out(self, body: TimedOut, at: int) -> None:
        forfeits = self.opened.terms.clock.expiry == "forfeit"
        self._set_seat(body.seat, replace(self.state.seats[body.seat], away=True, forfeited=forfeits))
        self._set_timer(body.seat, 0)

    def _publish(self, body: Published, at: int) -> None:
        self.state.published = True
        self.state.status = "over"
        self.state.undo_request = None

    def _resume(self, body: Resumed, at: int) -> None:
        timers = self.state.timers
        self.state.timers = [timer if timer.since is None else Timer(timer.left, self.counted) for timer in timers]

    def _want_rematch(self, body: WantedRematch, at: int) -> None:
        seats = self.seats_of(self.state.seats[body.seat].identity)
        self.state.wishes = sorted({*self.state.wishes, body.seat, *seats})
        if body.commitment is not None:
            self.state.promises = {**self.state.promises, body.seat: body.commitment}
        self.state.next = body.table

    def _end_if_decided(self, match: Match) -> None:
        """Ends the game at its regular end, or when forfeits leave one seat or only bots."""
        if self.state.status != "playing":
            return
        seats = self.state.seats
        playing = [number for number, seat in enumerate(seats) if not seat.forfeited]
        if match.over:
            self.state.result = Result(winners_without(match, self.forfeited), match.scores())
        elif len(playing) < len(seats) and (
            len(playing) <= 1 or not any(seats[number].kind == "human" for number in playing)
        ):
            self.state.result = Result(playing, None)
        else:
            return
        self.state.status = "over"
        self.state.undo_request = None

    def _update_to_act(self, mover: int | None) -> None:
        """Determines who owes a decision, runs or stops the clocks accordingly, and sets when a bot or clock is due."""
        state = self.state
        playing = self.match is not None and state.status == "playing"
        self.to_act = self.match.to_act if self.match is not None and playing else ()
        self.owing, self.bots_to_act = [], []
        for number in self.to_act:
            seat = state.seats[number]
            (self.owing if seat.kind == "human" and not seat.away else self.bots_to_act).append(number)
        self.due = 0 if self.bots_to_act else None  # 0: at once, whatever this machine's clock says
        if self.drawing is not None:
            self.due = 0  # `end_round` knows when
        if state.timers:
            state.timers, state.broken_off = clock.update_timers(
                self.opened.terms.clock, state.timers, self.owing, self.counted, mover, state.broken_off
            )
            if self.due is None and playing:
                self.due = clock.deadline(state.timers)

    # The whole game -------------------------------------------------------------------------------
    def new_match(self) -> Match:
        """The game before its first move, by the rules that this table began with."""
        terms = self.opened.terms
        return begin(self.game, terms.players, self.game_seed, terms.options, None, self.opened.rules)


# A request to take back a decision ends with a person's next decision, and when the people at the table change.
_ENDS_REQUEST = (TookBack, Sat, Substituted, Removed, Resigned, Left, Returned, TimedOut, Forgotten)

_APPLY = cast(
    "dict[type[Body], Callable[[Table, Body, int], None]]",
    {
        Sat: Table._sit,
        BotSat: Table._sit_bot,
        Cleared: Table._clear,
        Offered: Table._offer,
        Substituted: Table._substitute,
        Removed: Table._remove,
        ChatOpened: Table._open_chat,
        ChatClosed: Table._close_chat,
        AskedUndo: Table._ask_undo,
        AgreedUndo: Table._agree_undo,
        DeclinedUndo: Table._decline_undo,
        Nudged: Table._nudge,
        Handed: Table._hand,
        Forgotten: Table._forget,
        Started: Table._start,
        Drawing: Table._draw,
        ShareOpened: Table._open_share,
        Silent: Table._leave_out,
        Resigned: Table._resign,
        Left: Table._leave,
        Returned: Table._return,
        TimedOut: Table._time_out,
        WantedRematch: Table._want_rematch,
        Published: Table._publish,
        Resumed: Table._resume,
    },
)
