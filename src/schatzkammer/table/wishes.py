"""What people may wish for at a table: each wish is checked here and becomes an entry, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from schatzkammer.table import clock
from schatzkammer.table.errors import Refused, Stale
from schatzkammer.table.model import (
    Body,
    BotSat,
    Cleared,
    Handed,
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
from schatzkammer.table.terms import check_bot

Wish = Callable[[Table, int], Body]


@dataclass(frozen=True)
class Person:
    """Somebody at a table, as the table knows him."""

    identity: str
    name: str
    remote: bool = False


def sit(who: Person, seat: int | None, local: str | None = None) -> Wish:
    """Takes a seat, or the first that is open; where people share a screen also for others there, by their names."""

    def wish(table: Table, at: int) -> Body:
        _waiting(table)
        shared = table.opened.terms.hot_seat
        if local is not None and not shared:
            raise Refused("not_shared")
        if table.seats_of(who.identity) and not shared:
            raise Refused("seated")
        free = [number for number, taken in enumerate(table.seats) if taken.kind == "open"]
        if seat is not None:
            _known(table, seat)
        if not free or (seat is not None and seat not in free):
            raise Refused("taken")
        return Sat(free[0] if seat is None else seat, who.identity, local or who.name, who.remote)

    return wish


def hand_over(guest: Person, account: Person) -> Wish:
    """Somebody who came as a guest has signed in: a seat of his is his account's, unless that sits there already."""

    def wish(table: Table, at: int) -> Body:
        theirs = table.seats_of(guest.identity)
        if not theirs:
            raise Refused("not_seated")
        if table.seats_of(account.identity) and not table.opened.terms.hot_seat:
            raise Refused("seated")
        name = table.seats[theirs[0]].name
        return Handed(theirs[0], account.identity, account.name if name == guest.name else name)

    return wish


def sit_bot(who: Person, seat: int, bot: str) -> Wish:
    """The host lets a bot take a seat, or changes its level."""

    def wish(table: Table, at: int) -> Body:
        _waiting(table)
        _host(table, who)
        _known(table, seat)
        if table.seats[seat].kind == "human":
            raise Refused("taken")
        check_bot(bot)
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


def leave(who: Person, own: int | None = None) -> Wish:
    """Before the game the seat is open again; during it a bot plays on until he is back."""

    def wish(table: Table, at: int) -> Body:
        seat = seat_of(table, who, own)
        if table.standing.status == "waiting":
            return Cleared(seat)
        _playing(table, seat)
        return Left(seat)

    return wish


def come_back(who: Person, own: int | None = None) -> Wish:
    """Plays the seat himself again."""

    def wish(table: Table, at: int) -> Body:
        seat = seat_of(table, who, own)
        if table.standing.status != "playing":
            raise Refused("not_playing")
        if table.seats[seat].forfeited:
            raise Refused("forfeited")
        if not table.seats[seat].away:
            raise Refused("not_away")
        return Returned(seat)

    return wish


def resign(who: Person, own: int | None = None) -> Wish:
    """Gives the game up."""

    def wish(table: Table, at: int) -> Body:
        seat = seat_of(table, who, own)
        if table.standing.status != "playing":
            raise Refused("not_playing")
        if table.seats[seat].forfeited:
            raise Refused("forfeited")
        return Resigned(seat)

    return wish


def move(who: Person, text: str, version: int, own: int | None = None) -> Wish:
    """Decides; the version says which situation the decision was made for."""

    def wish(table: Table, at: int) -> Body:
        seat = seat_of(table, who, own)
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
        if seat not in table.bots_to_act or table.standing.fresh[seat] != fresh:
            raise Stale
        return Moved(seat, text)

    return wish


def undo(who: Person, version: int, own: int | None = None) -> Wish:
    """Takes the last decision back."""

    def wish(table: Table, at: int) -> Body:
        seat = seat_of(table, who, own)
        _playing(table, seat)
        if version != table.version:
            raise Stale
        return TookBack(seat, table.last_decision(seat))

    return wish


def time_out(table: Table, at: int) -> Body:
    """The first clock that is down; Stale when there is none."""
    late = clock.expired(table.standing.timers, at) if table.standing.status == "playing" else []
    if not late:
        raise Stale
    return TimedOut(late[0])


def rematch(who: Person, name: str, present: Collection[int]) -> Wish:
    """Wants another game, for all at his screen; the last one to want it opens its table under the name given.

    Everybody is waited for who did not go away, and whoever gave up or ran out of time while he is still present.
    """

    def wish(table: Table, at: int) -> Body:
        theirs = table.seats_of(who.identity)
        if not theirs:
            raise Refused("not_seated")
        if table.standing.status != "over":
            raise Refused("not_over")
        if table.standing.next is not None:
            raise Refused("rematch_set")
        people = {
            at
            for at, taken in enumerate(table.seats)
            if taken.kind == "human" and (not taken.away or (taken.forfeited and at in present))
        }
        agreed = people <= {*table.standing.wishes, *theirs}
        return WantedRematch(theirs[0], name if agreed else None)

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


def seat_of(table: Table, who: Person, own: int | None) -> int:
    """The seat that somebody means; whoever has several has to say which."""
    theirs = table.seats_of(who.identity)
    if not theirs:
        raise Refused("not_seated")
    if own is None and len(theirs) > 1:
        raise Refused("which_seat")
    if own is not None and own not in theirs:
        raise Refused("not_yours")
    return theirs[0] if own is None else own


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
