"""The hunt of the day: drawn before, one attempt, ghosts that play it again alike, published when it is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from schatzkammer.table import deals, ghosts, hunts
from schatzkammer.table.errors import AlreadyExists, Refused
from schatzkammer.table.hunt_field import days_of, field, totals
from schatzkammer.table.hunt_keeper import HuntKeeper
from schatzkammer.table.model import HOUR, Move, Person, Resign
from schatzkammer.table.replaying import effective_moves
from schatzkammer.table.service import Tables
from schatzkammer.table.settling import results_of
from schatzkammer.table.store import hunts as store
from tests.table.helpers import open_tables, person, scheduled
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

DAY = "2031-05-06"
GAME = "ali-baba"
NOON = hunts.ends(DAY) - 12 * HOUR


class Time:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hunts against bots that need not think."""
    monkeypatch.setattr(hunts, "BOTS", ("beginner", "random"))


@pytest.fixture
def time() -> Time:
    return Time()


@asynccontextmanager
async def hunting(folder: Path, time: Time) -> AsyncIterator[tuple[Tables, HuntKeeper]]:
    async with open_tables(folder, time) as tables:
        keeper = HuntKeeper(tables)
        await keeper.work()
        yield tables, keeper


async def begin(tables: Tables, who: Person, day: str = DAY, game: str = GAME) -> str:
    def work(connection: object) -> str:
        return hunts.begin(connection, day, game, who, tables.now())

    return await tables.database.write(work)


async def played(tables: Tables, day: str = DAY, game: str = GAME) -> list[store.Play]:
    await tables.database.write(store.settle)
    return await tables.database.read(lambda one: store.plays(one, [store.find(one, day, game)]))


async def play(tables: Tables, table_id: str, who: Person, seed: int = 1) -> None:
    """Plays random moves to the end."""
    rng = random.Random(seed)
    seat = await tables.read(table_id, lambda table: table.seats_of(who.identity)[0])
    async with asyncio.timeout(PATIENCE):
        while True:
            status, to_act, version = await tables.read(
                table_id, lambda table: (table.state.status, table.to_act, table.version)
            )
            if status == "over":
                return
            if seat in to_act:
                legal = await tables.read(table_id, lambda table: table.match.legal(seat))
                await tables.run(table_id, Move(version=version, move=rng.choice(legal)), who)
            else:
                await asyncio.sleep(0.005)


async def test_hunts_are_drawn_a_day_before_and_published_a_day_after(tmp_path: Path, time: Time) -> None:
    async with hunting(tmp_path, time) as (tables, keeper):
        read = tables.database.read
        tomorrow = hunts.day_after(DAY)
        drawn = await read(lambda one: store.of_days(one, DAY, tomorrow))
        assert [hunt.day for hunt in drawn] == [DAY] * 3 + [tomorrow] * 3
        found = [await read(partial(deals.find_deal, deal_id=hunt.deal)) for hunt in drawn]
        assert len({deal.commitment for deal in found}) == 6
        assert not any(deal.seed for deal in found)
        with pytest.raises(Refused) as refused:
            await begin(tables, await person(tables, "Ada"), tomorrow)
        assert refused.value.code == "hunt_early"
        time.now = hunts.ends(DAY)
        await keeper.work()
        found = [await read(partial(deals.find_deal, deal_id=hunt.deal)) for hunt in drawn]
        assert [deal.seed is not None for deal in found] == [True] * 3 + [False] * 3
        assert len(await read(lambda one: store.of_days(one, DAY, hunts.day_after(DAY, 2)))) == 9
        again = HuntKeeper(tables)
        await again.work()
        assert [await read(partial(deals.find_deal, deal_id=hunt.deal)) for hunt in drawn] == found


async def test_everybody_has_one_attempt_which_waits_until_the_day_ends(tmp_path: Path, time: Time) -> None:
    async with hunting(tmp_path, time) as (tables, keeper), scheduled(tables):
        ada = await person(tables, "Ada")
        table_id = await begin(tables, ada)
        assert await begin(tables, ada) == table_id
        async with asyncio.timeout(PATIENCE):
            attempts = (begin(tables, ada, game="solomon") for _ in range(5))
            found = await asyncio.gather(*attempts, return_exceptions=True)
        assert len({one for one in found if isinstance(one, str)}) == 1
        assert all(isinstance(one, (str, AlreadyExists)) for one in found)
        await play(tables, table_id, ada)
        assert await begin(tables, ada) == table_id
        time.now = hunts.ends(DAY)
        await keeper.work()
        assert await begin(tables, ada) == table_id
        with pytest.raises(Refused) as refused:
            await begin(tables, await person(tables, "Bea"))
        assert refused.value.code == "hunt_over"
        [own] = await played(tables)
        assert (own.identity, own.ended.gone) == (ada.identity, False)
        assert await played(tables, game="solomon") == [], "it was not played to an end"


async def test_a_program_has_no_attempt(tmp_path: Path, time: Time) -> None:
    async with hunting(tmp_path, time) as (tables, _):
        ada = await person(tables, "Ada")
        with pytest.raises(Refused) as refused:
            await begin(tables, Person(ada.identity, ada.name, remote=True))
        assert refused.value.code == "hunt_people"


async def test_of_the_attempts_of_a_guest_and_their_account_one_counts(tmp_path: Path, time: Time) -> None:
    """The one that ended first, or else the one that went further: nobody plays on with what they have seen."""
    async with hunting(tmp_path, time) as (tables, _), scheduled(tables):
        account, guest = await person(tables, "Ada"), await person(tables, "Guest")

        async def attempts(game: str) -> tuple[str, str]:
            return await begin(tables, account, game=game), await begin(tables, guest, game=game)

        own, other = await attempts("ali-baba")  # the guest's ended first
        await tables.run(other, Resign(), guest)
        time.now += 5
        await tables.run(own, Resign(), account)
        first = [other]
        own, other = await attempts("solomon")  # only the account's ended
        await tables.run(own, Resign(), account)
        first.append(own)
        own, other = await attempts("monte-cristo")  # the guest's went further
        async with asyncio.timeout(PATIENCE):
            while True:
                seats, to_act, version = await tables.read(
                    other, lambda table: (table.seats_of(guest.identity), table.to_act, table.version)
                )
                if to_act == seats:
                    break
                await asyncio.sleep(0.005)
        legal = await tables.read(other, lambda table: table.match.legal(seats[0]))
        await tables.run(other, Move(version=version, move=legal[0]), guest)
        first.append(other)
        await tables.database.write(partial(store.transfer, old=guest.identity, new=account.identity))
        await tables.hand_over(guest, account)
        for game, table_id in zip(("ali-baba", "solomon", "monte-cristo"), first, strict=True):
            assert await begin(tables, account, game=game) == table_id
            counted = [play.table for play in await played(tables, game=game)]
            assert counted == ([] if game == "monte-cristo" else [table_id])


async def test_the_attempt_of_a_guest_becomes_that_of_their_account(tmp_path: Path, time: Time) -> None:
    async with hunting(tmp_path, time) as (tables, _):
        account, guest = await person(tables, "Ada"), await person(tables, "Guest")
        table_id = await begin(tables, guest)
        await tables.database.write(partial(store.transfer, old=guest.identity, new=account.identity))
        assert await begin(tables, account) == table_id


async def test_ghosts_play_in_the_same_seat_and_meet_the_same_answers(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who makes a ghost's moves plays the ghost's game."""
    monkeypatch.setattr(hunts, "GHOSTS", ("beginner", "gentle"))
    async with hunting(tmp_path, time) as (tables, keeper), scheduled(tables):
        assert not await ghosts.play_next(tables), "nobody has begun a hunt"
        ada = await person(tables, "Ada")
        table_id = await begin(tables, ada)
        while await ghosts.play_next(tables):
            pass
        first, second = sorted(await played(tables), key=lambda one: one.ghost)
        assert [first.ghost, second.ghost] == ["beginner", "gentle"]
        hunt = await tables.database.read(partial(store.find, day=DAY, game=GAME))
        seat = hunt.setup.seat
        moves = [one.move for one in effective_moves(await tables.history(first.table)) if one.seat == seat]
        async with asyncio.timeout(PATIENCE):
            while moves:
                to_act, version = await tables.read(table_id, lambda table: (table.to_act, table.version))
                if seat in to_act:
                    await tables.run(table_id, Move(version=version, move=moves.pop(0)), ada)
                else:
                    await asyncio.sleep(0.005)
            while await tables.read(table_id, lambda table: table.state.status) != "over":
                await asyncio.sleep(0.005)
        plays = {one.table: one for one in await played(tables)}
        assert plays[table_id].ended == plays[first.table].ended
        ranked = field(list(plays.values()))
        assert {one.percent for one in ranked if one.play.table in (table_id, first.table)} in ({75.0}, {25.0})
        for one in (first.table, second.table):
            assert await tables.read(one, lambda table: table.concealed)
        time.now = hunts.ends(DAY)
        await keeper.work()
        for one in (table_id, first.table, second.table):
            assert await tables.read(one, lambda table: table.disclosed)
            assert len(await tables.database.read(partial(results_of, table_id=one))) == 3


async def test_a_ghost_whose_worker_dies_is_played_by_another(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hunts, "GHOSTS", ("random",))
    async with hunting(tmp_path, time) as (tables, keeper):
        await begin(tables, await person(tables, "Ada"))
        claim = partial(store.claim_ghost, first=DAY, most=1, now=time.now, until=time.now + ghosts.LEASE)
        hunt = await tables.database.write(claim)
        assert not await ghosts.play_next(tables), "another worker plays it"
        time.now += ghosts.LEASE
        assert await ghosts.play_next(tables)
        assert [one.ghost for one in await played(tables)] == ["random"]
        await tables.database.write(lambda one: hunts.add_ghost(one, hunt, [], time.now))
        assert len(await played(tables)) == 1, "the first worker wakes up again"
        time.now = hunts.ends(DAY)
        await keeper.work()
        assert not await ghosts.play_next(tables)


async def test_a_ghost_that_comes_after_the_day_is_published_at_once(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hunts, "GHOSTS", ("random",))
    async with hunting(tmp_path, time) as (tables, keeper):
        await begin(tables, await person(tables, "Ada"))
        time.now = hunts.ends(DAY)
        await keeper.work()
        assert await ghosts.play_next(tables)
        [ghost] = await played(tables)
        assert await tables.read(ghost.table, lambda table: table.disclosed)


def test_a_streak_counts_days_in_a_row_up_to_today_or_yesterday() -> None:
    days = ["2031-02-26", "2031-02-27", "2031-02-28", "2031-03-01", "2031-03-03"]
    assert hunts.streak(days, "2031-03-01") == 4
    assert hunts.streak(days, "2031-03-02") == 4
    assert hunts.streak(days, "2031-03-03") == 1
    assert hunts.streak(days, "2031-03-05") == 0
    assert hunts.streak([], "2031-03-05") == 0


def test_weeks_begin_on_monday_and_months_have_all_their_days() -> None:
    assert days_of("week", "2031-05-06") == ("2031-05-05", "2031-05-11")
    assert days_of("week", "2031-05-11") == ("2031-05-05", "2031-05-11")
    assert days_of("month", "2028-02-10") == ("2028-02-01", "2028-02-29")
    assert days_of("month", "2031-12-31") == ("2031-12-01", "2031-12-31")


def test_every_hunt_has_other_bots_at_the_other_seats_and_seats_change() -> None:
    days = [hunts.day_after("2031-01-01", number) for number in range(12)]
    for game in ("ali-baba", "monte-cristo", "solomon"):
        setups = [hunts.setup_of(day, game) for day in days]
        assert {one.seat for one in setups} == {0, 1, 2}
        for one in setups:
            others = [bot for seat, bot in enumerate(one.bots) if seat != one.seat]
            assert sorted(others) == sorted(hunts.BOTS)
        assert len({(one.seat, *one.bots) for one in setups}) >= 6


def test_totals_add_up_what_each_hunt_gave() -> None:
    def one(day: str, who: str, place: int, *, ghost: bool = False) -> store.Play:
        ended = store.Ended(place, 10)
        return store.Play(day, GAME, f"{day}{who}", None if ghost else who, who if ghost else None, who, 0, ended)

    plays = [one("1", "ada", 1), one("1", "bea", 2), one("1", "casual", 3, ghost=True), one("2", "ada", 1)]
    ada, bea, casual = totals(plays)
    assert (ada.player, ada.points, ada.hunts, ada.days) == ("ada", 150.0, 2, 2)
    assert (bea.points, bea.mean) == (50.0, 50.0)
    assert (casual.player, casual.points) == ("bot:casual", 0.0)
    alone = totals(plays, {"bea"})
    assert [(total.player, total.points) for total in alone] == [("bea", 100.0), ("bot:casual", 0.0)]
