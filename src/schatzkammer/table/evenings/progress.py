"""What happens in an evening: each function returns the evening that follows, or refuses. No clock, no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from schatzkammer.table.errors import Refused
from schatzkammer.table.evenings.model import MOST_PEOPLE, Evening, Game, Participant, Round
from schatzkammer.table.evenings.movement import next_round
from schatzkammer.table.evenings.pairing import round_robin_pairs, rounds_left, seated, swiss_pairs, swiss_tables
from schatzkammer.table.evenings.seating import Counts, Table
from schatzkammer.table.evenings.standings import cup_points, ranking
from schatzkammer.table.matchpoints import Ended
from schatzkammer.table.model import SECOND, Person
from schatzkammer.table.names import NOBODY

BREAK = 20 * SECOND  # between two rounds, unless the host goes on sooner
FEWEST = 2


# People ----------------------------------------------------------------------------------------------
def joined(evening: Evening, who: Person) -> Evening:
    """Lets somebody take part, from the next round on; whoever has left may come back."""
    if evening.phase == "over":
        raise Refused("evening_over")
    number = evening.number_of(who.identity)
    begun = len(evening.rounds)
    if number is not None:
        person = evening.people[number]
        return evening if person.left is None else _with(evening, number, replace(person, name=who.name, left=None))
    if len(evening.people) >= MOST_PEOPLE:
        raise Refused("evening_full", most=MOST_PEOPLE)
    return replace(evening, people=[*evening.people, Participant(who.identity, who.name, who.remote, begun)])


def left(evening: Evening, number: int) -> Evening:
    """Lets somebody go: before the start they were never there, later they are in no further round."""
    if evening.phase == "over":
        raise Refused("evening_over")
    if evening.people[number].left is not None:
        raise Refused("not_there")
    if evening.phase == "waiting":
        return replace(evening, people=[one for other, one in enumerate(evening.people) if other != number])
    return _with(evening, number, replace(evening.people[number], left=len(evening.rounds)))


def handed(evening: Evening, guest: str, account: Person) -> Evening:
    """Gives a guest's part to the account they signed in to; if that takes part itself, the guest leaves instead."""
    number = evening.number_of(guest)
    if number is None:
        return evening
    if evening.number_of(account.identity) is not None:
        gone = evening.phase == "over" or evening.people[number].left is not None
        after = evening if gone else left(evening, number)
    else:
        after = _with(evening, number, replace(evening.people[number], identity=account.identity, name=account.name))
    return replace(after, host=account.identity) if evening.host == guest else after


def forgotten(evening: Evening, identity: str) -> Evening:
    """Removes the name of somebody who has deleted their account, and lets them go; another is the host."""
    number = evening.number_of(identity)
    after = evening
    if number is not None and evening.phase == "waiting":
        after = left(evening, number)
    elif number is not None:
        person = evening.people[number]
        gone = person.left if person.left is not None or evening.phase == "over" else len(evening.rounds)
        after = _with(evening, number, replace(person, identity="", name=NOBODY, left=gone))
    if after.host != identity:
        return after
    return replace(after, host=next((after.people[number].identity for number in after.present), ""))


def _with(evening: Evening, number: int, person: Participant) -> Evening:
    people = list(evening.people)
    people[number] = person
    return replace(evening, people=people)


# Steps of the host ------------------------------------------------------------------------------------
def started(evening: Evening) -> Evening:
    """Begins the evening; the first round follows."""
    if evening.phase != "waiting":
        raise Refused("evening_begun")
    if len(evening.present) < FEWEST:
        raise Refused("too_few", fewest=FEWEST)
    return replace(evening, phase="playing", next_at=0)


def paused(evening: Evening) -> Evening:
    """Opens no further round for now; games under way are played on."""
    if evening.phase != "playing":
        raise Refused("not_running")
    return replace(evening, phase="paused", next_at=None)


def resumed(evening: Evening) -> Evening:
    """Ends a pause; the next round begins at once if none is being played."""
    if evening.phase != "paused":
        raise Refused("not_paused")
    return replace(evening, phase="playing", next_at=0 if evening.between else None)


def hurried(evening: Evening) -> Evening:
    """Begins the next round without waiting for the end of the break."""
    if evening.phase != "playing":
        raise Refused("not_running")
    if not evening.between:
        raise Refused("round_runs")
    return replace(evening, next_at=0)


def ended(evening: Evening) -> Evening:
    """Ends the evening before its last round; what has been played counts."""
    if evening.phase not in ("playing", "paused"):
        raise Refused("not_running")
    if not evening.between:
        raise Refused("round_runs")
    return replace(evening, phase="over", next_at=None)


# Rounds ------------------------------------------------------------------------------------------------
def settled(evening: Evening, results: Mapping[str, Sequence[Ended]], at: int) -> Evening:
    """Enters results of tables; after the last game of a round the break begins, after the last round all is over."""
    if evening.between:
        return evening
    games = [
        replace(game, ended=list(results[game.table])) if game.ended is None and game.table in results else game
        for game in evening.rounds[-1].games
    ]
    after = replace(evening, rounds=[*evening.rounds[:-1], replace(evening.rounds[-1], games=games)])
    if not after.between:
        return after
    if rounds_to_come(after) == 0:
        return replace(after, phase="over", next_at=None)
    return replace(after, next_at=at + BREAK if after.phase == "playing" else None)


def next_tables(evening: Evening) -> tuple[list[Table], int | None]:
    """Who sits where in the next round, and who has a bye; no tables when there is nothing left to play."""
    plan, present, counts = evening.plan, evening.present, counted(evening)
    seats = plan.terms.players
    if len(present) < FEWEST or rounds_to_come(evening) == 0:
        return [], None
    if plan.kind == "duplicate":
        return next_round(counts, present, seats), None
    if plan.kind == "round_robin":
        return [seated(pair, counts) for pair in round_robin_pairs(present, counts.meetings)], None
    points = cup_points(evening)
    ranked = [one.number for one in ranking(evening) if one.number in present]
    if seats > 2:
        doubled = [int(2 * one) for one in points]
        return swiss_tables(ranked, doubled, counts, seats), None
    byes = [sum(one.bye == number for one in evening.rounds) for number in range(len(evening.people))]
    pairs, bye = swiss_pairs(ranked, counts.meetings, byes)
    return [seated(pair, counts) for pair in pairs], bye


def opened(evening: Evening, tables: Sequence[str], seats: Sequence[Table], bye: int | None) -> Evening:
    """Begins a round at new tables; with none, the evening is over."""
    if not tables:
        return replace(evening, phase="over", next_at=None)
    games = [Game(table, list(held)) for table, held in zip(tables, seats, strict=True)]
    return replace(evening, rounds=[*evening.rounds, Round(games, bye)], next_at=None)


def rounds_to_come(evening: Evening) -> int:
    """How many rounds there will be after those that have begun, if nobody comes or leaves."""
    if evening.plan.kind != "round_robin":
        return max(0, evening.plan.rounds - len(evening.rounds))
    return rounds_left(evening.present, counted(evening).meetings)


def counted(evening: Evening) -> Counts:
    """What the rounds so far count."""
    counts = Counts(len(evening.people), evening.plan.terms.players)
    for one in evening.rounds:
        counts.add([game.seats for game in one.games])
    return counts
