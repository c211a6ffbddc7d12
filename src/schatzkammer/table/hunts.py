"""The hunt of the day: for each title one deal a day, the same for everybody, against the same bots, with one attempt.

A day is one of UTC. Its deals are drawn, and their hashes published, the day before; the seeds when it is over. Bots of
known strength play the same deal in the same seat as ghosts, so that one person alone is compared with a full field.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection

from schatzkammer.games import GAMES
from schatzkammer.table import deals
from schatzkammer.table.errors import Refused
from schatzkammer.table.lifetimes import DAY
from schatzkammer.table.model import Person, Seat, Terms
from schatzkammer.table.store import hunts as store
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.hunts import Hunt, Setup

PLAYERS = 3
BOTS = ("casual", "regular")  # at the other seats
GHOSTS = ("regular", "beginner", "expert", "casual", "skilled") * 2  # in this order: an unfinished field is mixed, too
BEGINNING = date(2026, 1, 1)  # any day: seats and bots change places from day to day


def day_of(now: int) -> str:
    """The day of a time, as 2027-03-14."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """The day so many days later, or earlier."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def ends(day: str) -> int:
    """When a day ends."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return round(start.timestamp() * 1000) + DAY


def deal_of(day: str, game: str) -> str:
    """The id of a hunt's deal, which is also the address of its page."""
    return f"hunts/{day}/{game}"


def setup_of(day: str, game: str) -> Setup:
    """What a new hunt fixes: the usual rules of the title, and a seat that changes from day to day."""
    rules = GAMES[game]
    players = min(max(PLAYERS, rules.min_players), rules.max_players)
    number = (date.fromisoformat(day) - BEGINNING).days + sorted(GAMES).index(game)
    own = number % players
    bots = [BOTS[(number // players + seat - (seat > own)) % len(BOTS)] for seat in range(players)]
    return Setup(Terms(game, players), rules.rules, own, bots)


def draw(connection: Connection, day: str, now: int) -> None:
    """Draws the hunts of a day that are missing."""
    known = {hunt.game for hunt in store.of_days(connection, day, day)}
    for game in sorted(GAMES.keys() - known):
        deal = deal_of(day, game)
        deals.draw(connection, deal, now)
        store.add(connection, Hunt(day, game, deal, setup_of(day, game), 0))


def begin(connection: Connection, day: str, game: str, who: Person, now: int, pace: int = 0) -> str:
    """The table of a person's attempt, which is opened if they have none yet; only on the day of the hunt."""
    hunt = store.find(connection, day, game)
    found = store.attempt(connection, day, game, who.identity)
    if found is not None:
        return found.table
    if day != day_of(now):
        raise Refused("hunt_over" if day < day_of(now) else "hunt_early")
    if who.remote:
        raise Refused("hunt_people")
    own = Seat("human", who.identity, who.name)
    table = deals.deal_table(connection, hunt.deal, _terms(hunt, pace), _seats(hunt, own), now, hunt.setup.rules)
    store.add_play(connection, hunt, table.id, identity=who.identity)
    return table.id


def add_ghost(connection: Connection, hunt: Hunt, moves: list[tuple[int, str]], now: int) -> None:
    """Adds the play of the next ghost of a hunt."""
    level = GHOSTS[hunt.ghosts]
    if store.count_ghost(connection, hunt):
        opened = deals.opened_for(hunt.deal, hunt.setup.terms, _seats(hunt, Seat("bot", bot=level)), hunt.setup.rules)
        table = deals.deal_played(connection, hunt.deal, opened, moves, now)
        store.add_play(connection, hunt, table.id, ghost=level)


def _terms(hunt: Hunt, pace: int) -> Terms:
    terms = hunt.setup.terms
    return Terms(terms.game, terms.players, terms.options, pace=pace)


def _seats(hunt: Hunt, own: Seat) -> list[Seat]:
    """The seats of a table, with the one whose play is compared."""
    return [own if seat == hunt.setup.seat else Seat("bot", bot=bot) for seat, bot in enumerate(hunt.setup.bots)]


async def settle(database: Database) -> None:
    """Notes how plays ended that are over."""
    if await database.read(store.unsettled):
        await database.write(store.settle)


def streak(days: Iterable[str], today: str) -> int:
    """How many days in a row, up to today or yesterday."""
    played = set(days)
    day = today if today in played else day_after(today, -1)
    length = 0
    while day in played:
        length += 1
        day = day_after(day, -1)
    return length
