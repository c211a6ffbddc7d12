"""What commands ask before they do anything; a check that fails refuses the command."""

from __future__ import annotations

from schatzkammer.table.errors import Refused
from schatzkammer.table.model import OfSeat, Person
from schatzkammer.table.table import Table


def own_seat(table: Table, command: OfSeat, who: Person) -> int:
    """The seat a command is for."""
    seats = table.seats_of(who.identity)
    if not seats:
        raise Refused("not_seated")
    if command.seat is None:
        if len(seats) > 1:
            raise Refused("which_seat")
        return seats[0]
    if command.seat not in seats:
        raise Refused("not_yours")
    return command.seat


def check_waiting(table: Table) -> None:
    """Refuses once the game has begun."""
    if table.state.status != "waiting":
        raise Refused("not_waiting")


def check_not_drawing(table: Table) -> None:
    """Refuses while the shuffle is being drawn."""
    if table.drawing is not None:
        raise Refused("drawing")


def check_host_before_game(table: Table, who: Person) -> None:
    """Refuses whoever is not the host, and once the game has begun."""
    check_waiting(table)
    check_not_drawing(table)
    if table.state.host != who.identity:
        raise Refused("not_host")


def check_host_of_seats(table: Table, who: Person, seat: int) -> None:
    """Whether somebody may change who sits where: the host, and once the game has begun only if it is not rated."""
    if table.state.status == "over":
        raise Refused("not_playing")
    if table.state.host != who.identity:
        raise Refused("not_host")
    check_not_drawing(table)
    check_exists(table, seat)
    if table.state.status == "playing":
        check_unrated(table)


def check_unrated(table: Table) -> None:
    """Refuses at a rated table."""
    if table.opened.terms.rated:
        raise Refused("rated")


def check_no_deal(table: Table) -> None:
    """Refuses where other tables play the same deal, and an event says how."""
    if table.opened.deal is not None:
        raise Refused("dealt")


def free_seats(table: Table) -> list[int]:
    """The seats a newcomer may take: open ones, and those offered during the game."""
    if table.state.status == "over":
        return []
    return [number for number, seat in enumerate(table.state.seats) if seat.kind == "open" or seat.offered]


def check_exists(table: Table, seat: int) -> None:
    """Refuses a seat that the table does not have."""
    if not 0 <= seat < len(table.state.seats):
        raise Refused("no_seat")


def check_not_forfeited(table: Table, seat: int) -> None:
    """Refuses a seat that has resigned, and unless the game is running."""
    if table.state.status != "playing":
        raise Refused("not_playing")
    if table.state.seats[seat].forfeited:
        raise Refused("forfeited")


def check_plays(table: Table, seat: int) -> None:
    """Refuses a seat for which a bot plays, and unless the game is running."""
    if table.state.status != "playing":
        raise Refused("not_playing")
    taken = table.state.seats[seat]
    if taken.away:
        raise Refused("forfeited" if taken.forfeited else "away")
