"""Command handlers: each checks a command against the table and returns the body of a log entry, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from schatzkammer.core.stream import commitment
from schatzkammer.table import clock
from schatzkammer.table.checks import (
    check_exists,
    check_host_before_game,
    check_host_of_seats,
    check_no_deal,
    check_not_drawing,
    check_not_forfeited,
    check_plays,
    check_unrated,
    check_waiting,
    free_seats,
    own_seat,
)
from schatzkammer.table.draw import begun, is_late
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
    Moved,
    Nudged,
    Offered,
    Published,
    Removed,
    Resigned,
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
from schatzkammer.table.errors import NeedsHistory, Refused, Stale
from schatzkammer.table.model import (
    MINUTE,
    AnswerUndo,
    AskUndo,
    BotMove,
    Clear,
    Command,
    Draw,
    EndRound,
    Forget,
    HandOver,
    Leave,
    Move,
    Nudge,
    OfSeat,
    OpenChat,
    Opened,
    OpenShare,
    Person,
    Publish,
    RematchAmong,
    Remove,
    Resign,
    Return,
    Seat,
    Sit,
    SitBotAmong,
    StandIn,
    Start,
    StartAmong,
    TimeOut,
    Undo,
    new_id,
)
from schatzkammer.table.names import NOBODY
from schatzkammer.table.table import Table
from schatzkammer.table.terms import check_bot

SYSTEM = Person("", "")  # the sender of the server's own commands


def sit(table: Table, command: Sit, who: Person, at: int) -> Body:
    """Gives a person a seat; on a shared screen they may take several, each with its own name.

    During the game, only a seat that the host has offered.
    """
    free = free_seats(table)
    if not free:
        check_waiting(table)
    shared = table.opened.terms.hot_seat
    if command.name is not None and not shared:
        raise Refused("not_shared")
    if table.seats_of(who.identity) and not shared:
        raise Refused("seated")
    if command.seat is not None:
        check_exists(table, command.seat)
    if not free or (command.seat is not None and command.seat not in free):
        raise Refused("taken")
    seat = free[0] if command.seat is None else command.seat
    return Sat(seat, who.identity, command.name or who.name, who.remote, command.commitment)


def sit_bot(table: Table, command: SitBotAmong, who: Person, at: int) -> Body:
    """Gives a seat to a bot, or changes the bot there; during the game, also for a player who is not connected."""
    check_host_of_seats(table, who, command.seat)
    check_bot(command.bot)
    seat = table.state.seats[command.seat]
    if seat.kind != "human":
        return BotSat(command.seat, command.bot)
    if table.state.status == "waiting" or seat.forfeited:
        raise Refused("taken")
    if command.seat in command.present and not seat.away:
        raise Refused("present", name=seat.name)
    return Substituted(command.seat, command.bot)


def clear(table: Table, command: Clear, who: Person, at: int) -> Body:
    """Empties a seat; during the game, offers a bot's seat to newcomers."""
    check_host_of_seats(table, who, command.seat)
    kind = table.state.seats[command.seat].kind
    if kind == "open":
        raise Refused("not_bot")
    if table.state.status == "waiting":
        return Cleared(command.seat)
    if kind == "human":
        raise Refused("taken")
    return Offered(command.seat)


def remove(table: Table, command: Remove, who: Person, at: int) -> Body:
    """Removes a person from their next seat; once the game has begun only if it is not rated."""
    seats = table.seats_of(command.identity)
    if not seats:
        raise Refused("not_seated")
    check_host_of_seats(table, who, seats[0])
    return Removed(seats[0])


def open_chat(table: Table, command: OpenChat, who: Person, at: int) -> Body:
    """Lets guests without a seat chat, or no longer."""
    if table.state.host != who.identity:
        raise Refused("not_host")
    return ChatOpened() if command.open else ChatClosed()


def start(table: Table, command: Start, who: Person, at: int) -> Body:
    """Starts the game without waiting for anybody's share of the shuffle."""
    return start_among(table, StartAmong([], command.share), who, at)


def start_among(table: Table, command: StartAmong, who: Person, at: int) -> Body:
    """Starts the game, or the joint shuffle if seats that are present have promised a share.

    The host's share may come with the command where nobody else has promised one. A lesson's shuffle is public.
    """
    check_host_before_game(table, who)
    kinds = [seat.kind for seat in table.state.seats]
    if "open" in kinds:
        raise Refused("empty_seats")
    if "human" not in kinds:
        raise Refused("no_human")
    own = next(iter(table.seats_of(who.identity)), None)
    if table.opened.terms.lesson:
        return Started()
    promises: list[str | None] = [None] * len(kinds) if table.state.draw is None else table.state.draw.commitments
    others = [seat for seat, promise in enumerate(promises) if promise is not None and seat != own]
    if own is not None and command.share is not None:
        if others:
            raise Stale  # with these promises, the host's share is to be opened with the others
        if promises[own] is not None and promises[own] != commitment(command.share):
            raise Refused("share")
        return Started(own, command.share)
    awaited = [seat for seat in others if seat in command.present]
    if not awaited or own is None:
        return Drawing(awaited) if awaited else Started()
    if promises[own] is not None:
        return Drawing([own, *awaited])
    return Drawing([own, *awaited], own, command.commitment) if command.commitment is not None else Drawing(awaited)


def open_share(table: Table, command: OpenShare, who: Person, at: int) -> Body:
    """Opens a seat's share; the last one starts the game."""
    seat = own_seat(table, command, who)
    drawing = table.drawing
    if drawing is None or seat not in drawing.awaited or command.round != drawing.round:
        raise Refused("not_awaited")
    if commitment(command.share) != drawing.links[seat]:
        raise Refused("share")
    return Started(seat, command.share) if drawing.awaited == [seat] else ShareOpened(seat, command.share)


def end_round(table: Table, command: EndRound, who: Person, at: int) -> Body:
    """Leaves silent seats out; once none is left that has opened its share, the game starts with the server's alone."""
    drawing = table.drawing
    if drawing is None or drawing.round != command.round or not is_late(drawing, at):
        raise Stale
    return Silent(drawing.awaited) if any(drawing.shares) else Started(silent=drawing.awaited)


def move(table: Table, command: Move, who: Person, at: int) -> Moved:
    """Accepts a move for the situation it was decided in; the rules check it when it is applied."""
    seat = own_seat(table, command, who)
    status = table.state.status
    if status == "playing":
        check_plays(table, seat)
    # Staleness comes before "not playing": a client that does not yet know that the game is over gets the new state.
    if not table.state.fresh[seat] <= command.version <= table.version:
        raise Stale
    if status != "playing":
        raise Refused("not_playing")
    if table.state.timers and seat in clock.expired(table.state.timers, table.counted):
        raise Refused("time_up")
    return Moved(seat, command.move)


def check_aids(table: Table, command: OfSeat, who: Person) -> int:
    """The seat that asks for a hint or for odds; refuses where the table allows none."""
    seat = own_seat(table, command, who)
    check_plays(table, seat)
    if not table.aids:
        raise Refused("no_aids")
    return seat


def check_hint(table: Table, command: OfSeat, version: int, who: Person) -> int:
    """The same for a hint on the decision of that version."""
    seat = check_aids(table, command, who)
    if not table.state.fresh[seat] <= version <= table.version:
        raise Stale
    if seat not in table.to_act:
        raise Refused("no_decision")
    return seat


def bot_move(table: Table, command: BotMove, who: Person, at: int) -> Body:
    """Accepts a bot's move unless the situation changed while it was thinking."""
    if command.seat not in table.bots_to_act or table.state.fresh[command.seat] != command.fresh:
        raise Stale
    return Moved(command.seat, command.move)


def undo(table: Table, command: Undo, who: Person, at: int) -> Body:
    """Takes back the seat's last decision."""
    seat = own_seat(table, command, who)
    check_plays(table, seat)
    if command.version != table.version:
        raise Stale
    reason = table.undo_refusal(seat)
    if reason is not None:
        raise table.game.no_undo(reason)
    version = table.reversible_decision(seat)
    if version is None:
        raise NeedsHistory(seat)
    return TookBack(seat, [version])


def ask_undo(table: Table, command: AskUndo, who: Person, at: int) -> Body:
    """Asks the other players to let a seat take back its last decision."""
    seat = own_seat(table, command, who)
    check_plays(table, seat)
    check_unrated(table)
    check_no_deal(table)
    if table.state.undo_request is not None:
        raise Refused("asked")
    if table.undo_refusal(seat) == "undo.none":
        raise table.game.no_undo("undo.none")
    if not table.must_agree(seat):
        raise Refused("nobody")
    return AskedUndo(seat)


def answer_undo(table: Table, command: AnswerUndo, who: Person, at: int) -> Body:
    """Agrees to a request or declines it; the last one to agree takes the decision back."""
    seat = own_seat(table, command, who)
    check_plays(table, seat)
    request = table.state.undo_request
    if request is None:
        raise Refused("not_asked")
    if not command.agree:
        return DeclinedUndo(seat)
    if seat not in table.must_agree(request.seat):
        raise Refused("not_asked")
    if not table.must_agree(request.seat) <= {*request.agreed, *table.seats_of(who.identity)}:
        return AgreedUndo(seat)
    version = table.reversible_decision(request.seat)
    if version is None:
        raise NeedsHistory(request.seat)
    return TookBack(request.seat, [version])


def nudge(table: Table, command: Nudge, who: Person, at: int) -> Body:
    """Reminds a player who owes a decision."""
    seats = table.seats_of(who.identity)
    if not seats:
        raise Refused("not_seated")
    if table.state.status != "playing":
        raise Refused("not_playing")
    check_exists(table, command.seat)
    if command.seat in seats or command.seat not in table.owing:
        raise Refused("not_owing")
    if 0 <= at - table.state.nudged.get(command.seat, -MINUTE) < MINUTE:
        raise Refused("nudged", name=table.state.seats[command.seat].name)
    return Nudged(command.seat, table.state.seats[seats[0]].name)


def leave(table: Table, command: Leave, who: Person, at: int) -> Body:
    """Opens the seat before the game; during it, marks the player as away."""
    seat = own_seat(table, command, who)
    if table.state.status == "waiting":
        check_not_drawing(table)
        return Cleared(seat)
    check_plays(table, seat)
    if sum(one.kind == "human" for one in table.state.seats) == 1:
        check_no_deal(table)  # alone with bots, nobody waits, and a bot's moves would be somebody's result
    return Left(seat)


def stand_in(table: Table, command: StandIn, who: Person, at: int) -> Body:
    """Marks a player who can no longer come as away."""
    if table.state.status != "playing":
        raise Refused("not_playing")
    present = [seat for seat in table.seats_of(who.identity) if not table.state.seats[seat].away]
    if not present:
        raise Refused("away")
    return Left(present[0])


def forget(table: Table, command: Forget, who: Person, at: int) -> Body:
    """Empties the next seat of a deleted account before the game; later makes it nobody's."""
    seats = [(number, table.state.seats[number]) for number in table.seats_of(who.identity)]
    left = [number for number, seat in seats if seat.name != NOBODY or not seat.away]
    if not left:
        raise Refused("not_seated")
    return Cleared(left[0]) if table.state.status == "waiting" and table.drawing is None else Forgotten(left[0])


def come_back(table: Table, command: Return, who: Person, at: int) -> Body:
    """Gives an away player their seat back."""
    seat = own_seat(table, command, who)
    check_not_forfeited(table, seat)
    if not table.state.seats[seat].away:
        raise Refused("not_away")
    return Returned(seat)


def resign(table: Table, command: Resign, who: Person, at: int) -> Body:
    """Resigns for a seat, whether its player is away or not."""
    seat = own_seat(table, command, who)
    check_not_forfeited(table, seat)
    return Resigned(seat)


def hand_over(table: Table, command: HandOver, who: Person, at: int) -> Body:
    """Hands a guest's next seat to their account; if the account is already seated here, the guest leaves instead."""
    seats = table.seats_of(who.identity)
    if not seats:
        raise Refused("not_seated")
    account = command.account
    if table.seats_of(account.identity) and not table.opened.terms.hot_seat:
        if table.drawing is not None:
            return Forgotten(seats[0])
        if table.state.status == "waiting":
            return Cleared(seats[0])
        return stand_in(table, StandIn(), who, at)
    name = table.state.seats[seats[0]].name
    return Handed(seats[0], account.identity, account.name if name == who.name else name)


def rematch(table: Table, command: RematchAmong, who: Person, at: int) -> Body:
    """Records that a player wants a rematch; the last one needed gets the new table's id.

    All players who have not left are needed; those who forfeited, only while they are connected.
    """
    seats = table.seats_of(who.identity)
    if not seats:
        raise Refused("not_seated")
    if table.state.status != "over":
        raise Refused("not_over")
    check_no_deal(table)
    if table.state.next is not None:
        raise Refused("rematch_set")
    needed = {
        number
        for number, seat in enumerate(table.state.seats)
        if seat.kind == "human" and (not seat.away or (seat.forfeited and number in command.present))
    }
    agreed = needed <= {*table.state.wishes, *seats}
    return WantedRematch(seats[0], new_table_id() if agreed else None, command.commitment)


def time_out(table: Table, command: TimeOut, who: Person, at: int) -> Body:
    """Times out the first seat whose clock has run out; Stale when there is none."""
    late = clock.expired(table.state.timers, table.counted) if table.state.status == "playing" else []
    if not late:
        raise Stale
    return TimedOut(late[0])


def publish(table: Table, command: Publish, who: Person, at: int) -> Body:
    """Says that the table's deal is no longer secret; Stale when it is known already."""
    if not table.concealed:
        raise Stale
    return Published()


Handler = Callable[[Table, Command, Person, int], Body]
HANDLERS = cast(
    "dict[type[Command], Handler]",
    {
        Move: move,
        Undo: undo,
        AskUndo: ask_undo,
        AnswerUndo: answer_undo,
        Nudge: nudge,
        Sit: sit,
        SitBotAmong: sit_bot,
        Clear: clear,
        Start: start,
        StartAmong: start_among,
        OpenShare: open_share,
        EndRound: end_round,
        Leave: leave,
        Return: come_back,
        Resign: resign,
        RematchAmong: rematch,
        Remove: remove,
        OpenChat: open_chat,
        HandOver: hand_over,
        StandIn: stand_in,
        Forget: forget,
        BotMove: bot_move,
        TimeOut: time_out,
        Publish: publish,
    },
)


def rematch_of(table: Table, at: int) -> Opened:
    """The rematch: same terms, seats rotated by one, each keeping its mark; bots replace those who did not ask.

    After a lesson it is a game like any other.
    """
    wanted = set(table.state.wishes)
    seats = [
        Seat("human", seat.identity, seat.name, remote=seat.remote, mark=_mark(table, number))
        if number in wanted
        else Seat("bot", bot=table.bot_of(number), mark=_mark(table, number))
        for number, seat in enumerate(table.state.seats)
    ]
    rotated = [*seats[1:], seats[0]]
    host = table.state.host
    if not any(seat.identity == host for seat in rotated):
        host = next(seat.identity for seat in rotated if seat.identity is not None)
    terms = replace(table.opened.terms, lesson=False)
    promises = [table.state.promises.get(number) for number in range(len(seats))]
    shares: list[str | None] = [None] * len(seats)
    awaited = [seat for seat, promise in enumerate([*promises[1:], promises[0]]) if promise is not None]
    drawing = begun(Draw([*promises[1:], promises[0]], shares), at, awaited) if awaited else None
    opened = Opened(terms, table.game.rules, rotated, host, started=not awaited, previous=table.id, clock=table.counted)
    return replace(opened, open_chat=table.state.open_chat, draw=drawing)


def _mark(table: Table, seat: int) -> int:
    mark = table.state.seats[seat].mark
    return seat if mark is None else mark


def new_table_id() -> str:
    """A random table id, short enough for a link and practically unique."""
    return new_id(9)
