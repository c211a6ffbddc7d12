"""What people may wish for at a table: each wish is checked here and becomes an entry, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from schatzkammer.bots import find_plain as find_bot
from schatzkammer.core.errors import BadInput
from schatzkammer.table import clock
from schatzkammer.table.errors import Refused, Stale
from schatzkammer.table.model import (
    Body,
    BotSat,
    Cleared,
    Left,
    Moved,
    Opened,
    Resigned,
    Returned,
    Sat,
    Seat,
    Started,
    TimedOut,
    TookBack,
    WantedRematch,
)
from schatzkammer.table.table import Table

Wish = Callable[[Table, int], Body]


@dataclass(frozen=True)
class Person:
    """Somebody at a table, as the table knows him."""

    identity: str
    name: str
    remote: bool = False


def sit(who: Person, seat: int | None) -> Wish:
    """Takes a seat, or the first that is open."""

    def wish(table: Table, at: int) -> Body:
        _waiting(table)
        if table.seat_of(who.identity) is not None:
            raise Refused("seated")
        free = [number for number, taken in enumerate(table.seats) if taken.kind == "open"]
        if seat is not None:
            _known(table, seat)
        if not free or (seat is not None and seat not in free):
            raise Refused("taken")
        return Sat(free[0] if seat is None else seat, who.identity, who.name, who.remote)

    return wish


def sit_bot(who: Person, seat: int, bot: str) -> Wish:
    """The host lets a bot take a seat, or changes its level."""

    def wish(table: Table, at: int) -> Body:
        _waiting(table)
        _host(table, who)
        _known(table, seat)
        if table.seats[seat].kind == "human":
            raise Refused("taken")
        try:
            find_bot(bot)
        except BadInput as error:
            raise Refused("malformed", why=str(error)) from None
        return BotSat(seat, bot)

    return wish


def clear(who: Person, seat: int) -> Wish:
    """The host sends a bot or somebody away before the game."""

    def wish(table: Table, at: int) -> Body:
        _waiting(table)
        _host(table, who)
        _known(table, seat)
        if table.seats[seat].kind == "open":
            raise Refused("not_bot")
        return Cleared(seat)

    return wish


def start(who: Person) -> Wish:
    """The host begins the game once every seat is taken."""

    def wish(table: Table, at: int) -> Body:
        _waiting(table)
        _host(table, who)
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("empty_seats")
        if not any(seat.kind == "human" for seat in table.seats):
            raise Refused("no_human")
        return Started()

    return wish


def leave(who: Person) -> Wish:
    """Before the game the seat is open again; during it a bot plays on until he is back."""

    def wish(table: Table, at: int) -> Body:
        seat = _seat(table, who)
        if table.standing.status == "waiting":
            return Cleared(seat)
        _playing(table, seat)
        return Left(seat)

    return wish


def come_back(who: Person) -> Wish:
    """Plays the seat himself again."""

    def wish(table: Table, at: int) -> Body:
        seat = _seat(table, who)
        if table.standing.status != "playing":
            raise Refused("not_playing")
        if table.seats[seat].forfeited:
            raise Refused("forfeited")
        if not table.seats[seat].away:
            raise Refused("not_away")
        return Returned(seat)

    return wish


def resign(who: Person) -> Wish:
    """Gives the game up."""

    def wish(table: Table, at: int) -> Body:
        seat = _seat(table, who)
        if table.standing.status != "playing":
            raise Refused("not_playing")
        if table.seats[seat].forfeited:
            raise Refused("forfeited")
        return Resigned(seat)

    return wish


def move(who: Person, text: str, version: int) -> Wish:
    """Decides; the version says which situation the decision was made for."""

    def wish(table: Table, at: int) -> Body:
        seat = _seat(table, who)
        if table.standing.status == "playing":
            _playing(table, seat)
        # Before the rest: whoever does not know yet that the game is over is told how things stand.
        if not table.standing.fresh[seat] <= version <= table.version:
            raise Stale
        _playing(table, seat)
        _in_time(table, seat, at)
        return Moved(seat, text)

    return wish


def bot_move(seat: int, text: str, fresh: int) -> Wish:
    """What a bot has decided, unless the situation has changed while it was thinking."""

    def wish(table: Table, at: int) -> Body:
        if seat not in table.bots_to_act() or table.standing.fresh[seat] != fresh:
            raise Stale
        return Moved(seat, text)

    return wish


def undo(who: Person, version: int) -> Wish:
    """Takes the last decision back."""

    def wish(table: Table, at: int) -> Body:
        seat = _seat(table, who)
        _playing(table, seat)
        if version != table.version:
            raise Stale
        return TookBack(seat, table.last_decision(seat))

    return wish


def may_go_back(table: Table, who: Person) -> bool:
    """Whether undo is free: the only person at the table, against bots, in an unrated game."""
    others = [seat for seat in table.seats if seat.identity != who.identity]
    return not table.opened.terms.rated and all(seat.kind == "bot" for seat in others)


def time_out(table: Table, at: int) -> Body:
    """The first clock that is down; Stale when there is none."""
    late = clock.expired(table.standing.timers, at) if table.standing.status == "playing" else []
    if not late:
        raise Stale
    return TimedOut(late[0])


def rematch(who: Person, name: str) -> Wish:
    """Wants another game; the last one to want it opens its table under the name given."""

    def wish(table: Table, at: int) -> Body:
        seat = _seat(table, who)
        if table.standing.status != "over":
            raise Refused("not_over")
        if table.standing.next is not None:
            raise Refused("rematch_set")
        people = {at for at, taken in enumerate(table.seats) if taken.kind == "human" and not taken.away}
        agreed = people <= {*table.standing.wishes, seat}
        return WantedRematch(seat, name if agreed else None)

    return wish


def next_game(table: Table) -> Opened:
    """The same again, everybody one seat further; whoever did not want it has no seat, a bot sits there."""
    wanted = set(table.standing.wishes)
    seats = [
        Seat("human", seat.identity, seat.name, remote=seat.remote)
        if at in wanted
        else Seat("bot", bot=table.bot_of(at))
        for at, seat in enumerate(table.seats)
    ]
    rotated = [*seats[1:], seats[0]]
    host = table.standing.host
    if not any(seat.identity == host for seat in rotated):
        host = next(seat.identity for seat in rotated if seat.identity is not None)
    return Opened(table.opened.terms, table.game.rules, rotated, host, started=True, previous=table.id)


def _waiting(table: Table) -> None:
    if table.standing.status != "waiting":
        raise Refused("not_waiting")


def _host(table: Table, who: Person) -> None:
    if table.standing.host != who.identity:
        raise Refused("not_host")


def _known(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused("no_seat")


def _seat(table: Table, who: Person) -> int:
    seat = table.seat_of(who.identity)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _playing(table: Table, seat: int) -> None:
    if table.standing.status != "playing":
        raise Refused("not_playing")
    if table.seats[seat].forfeited:
        raise Refused("forfeited")
    if table.seats[seat].away:
        raise Refused("away")


def _in_time(table: Table, seat: int, at: int) -> None:
    if seat in clock.expired(table.standing.timers, at):
        raise Refused("time_up")
