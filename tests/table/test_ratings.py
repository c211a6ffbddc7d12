"""Ratings: what counts, in which order, and that they follow from the log alone."""

from __future__ import annotations

import math
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from schatzkammer.cli import run
from schatzkammer.table.model import BotMove, HandOver, Leave, Person, Resign, Sit, Start, Terms
from schatzkammer.table.ratings import BOT, UNRATED, Rating, rated
from schatzkammer.table.service import Tables
from schatzkammer.table.settling import MARGIN, Settling, results_of, settle_again
from schatzkammer.table.store import results
from tests.table.helpers import next_move, open_tables, person, start_game

pytestmark = pytest.mark.anyio

SMALL = {"variant": "small"}


def terms(**fields: object) -> Terms:
    options = SMALL if fields.get("players", 2) == 2 else {}
    return Terms(**{"game": "ali-baba", "players": 2, "options": options, "rated": True, **fields})


async def resigned(tables: Tables, people: list[Person], winner: int = 0, **fields: object) -> str:
    """A game between people that ends at once: all but one resign."""
    table_id, _ = await tables.open(terms(players=len(people), **fields), people[0], [None] * (len(people) - 1))
    for other in people[1:]:
        await tables.run(table_id, Sit(), other)
    await tables.run(table_id, Start(), people[0])
    for number, one in enumerate(people):
        if number != winner:
            await tables.run(table_id, Resign(), one)
    return table_id


async def settled(tables: Tables) -> Settling:
    settling = Settling(tables.database, tables.now)
    await settling.work()
    return settling


async def standings(tables: Tables, game: str = "ali-baba") -> dict[str, Rating]:
    found = await tables.database.read(lambda connection: results.standings(connection, game))
    return {player: rating for player, rating, _ in found}


async def kept(tables: Tables) -> dict[tuple[str, int], tuple[object, ...]]:
    return await tables.database.read(results.kept)


async def again(tables: Tables) -> tuple[int, int]:
    return await tables.database.write(settle_again)


async def test_a_whole_game_counts_by_its_places(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        rng = random.Random(1)
        table_id, people = await start_game(tables, terms(players=3), ["Ada", "Bea", "Cleo"], [])
        while await tables.read(table_id, lambda table: table.state.status) != "over":
            arguments = await next_move(tables, table_id, people, rng.choice)
            await tables.run(*arguments)
        await settled(tables)
        rows = await kept(tables)
        scores, winners = await tables.read(
            table_id, lambda table: (table.state.result.scores, table.state.result.winners)
        )
        assert [rows[table_id, seat][6] for seat in range(3)] == scores
        assert [rows[table_id, seat][5] == 1 for seat in range(3)] == [seat in winners for seat in range(3)]
        now = await standings(tables)
        best, last = max(range(3), key=scores.__getitem__), min(range(3), key=scores.__getitem__)
        assert now[people[best].identity].mu > UNRATED.mu > now[people[last].identity].mu


async def test_who_leaves_comes_last_whatever_the_bot_wins(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        rng = random.Random(2)
        table_id, people = await start_game(tables, terms(), ["Ada", "Bea"], [])
        await tables.run(table_id, Leave(), people[0])

        def step(table) -> tuple[str, int, int, str] | None:
            if not table.to_act:
                return None
            seat = table.to_act[0]
            legal = table.match.legal(seat)
            return ("bot" if seat == 0 else "person"), seat, table.state.fresh[seat], rng.choice(legal)

        while (found := await tables.read(table_id, step)) is not None:
            kind, seat, fresh, move = found
            if kind == "bot":
                await tables.run(table_id, BotMove(seat, move, fresh))
            else:
                await tables.run(*(await next_move(tables, table_id, people, rng.choice)))
        await settled(tables)
        now = await standings(tables)
        assert now[people[0].identity].mu < UNRATED.mu < now[people[1].identity].mu
        assert [row[7] for _, row in sorted((await kept(tables)).items())] == [True, False]


async def test_only_rated_games_are_rated(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        people = [await person(tables, name) for name in ("Ada", "Bea")]
        plain = await resigned(tables, people, rated=False)
        await settled(tables)
        assert await standings(tables) == {}
        assert [row[5] for _, row in sorted((await kept(tables)).items())] == [1, 2]
        counted = await resigned(tables, people)
        await settled(tables)
        assert set(await standings(tables)) == {one.identity for one in people}
        assert {key[0] for key, row in (await kept(tables)).items() if row[9] is not None} == {counted} != {plain}


async def test_a_late_game_is_put_in_its_place(tmp_path: Path) -> None:
    """A worker may settle a game whose end lies before others that are rated; the numbers do not depend on it."""
    async with open_tables(tmp_path) as tables:
        people = [await person(tables, name) for name in ("Ada", "Bea", "Cleo")]
        settling = await settled(tables)
        tables_in_order = [await resigned(tables, people[:2], loser) for loser in (0, 1)]
        tables_in_order.append(await resigned(tables, people[1:], 1))
        await settling.work()
        whole = await kept(tables)
        assert await again(tables) == (3, 0)
        late = tables_in_order[0]
        await tables.database.write(lambda connection: results.reopen(connection, late))

        def forget(connection) -> None:
            connection.execute(results.RESULTS.delete().where(results.RESULTS.c.table_id == late))

        await tables.database.write(forget)
        await settling.work()
        assert await kept(tables) == whole


async def test_an_account_gets_the_rating_of_its_guest(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        people = [await person(tables, name) for name in ("Ada", "Bea", "Cleo")]
        settling = await settled(tables)
        table_id = await resigned(tables, people[:2])
        await settling.work()
        await tables.run(table_id, HandOver(people[2]), people[0])
        await settling.work()
        now = await standings(tables)
        assert set(now) == {people[1].identity, people[2].identity}
        assert await again(tables) == (1, 0)


async def test_recomputed_ratings_are_those_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_tables(tmp_path) as tables:
        rng = random.Random(5)
        people = [await person(tables, f"Player {number}") for number in range(6)]
        settling = await settled(tables)
        for number in range(40):
            some = rng.sample(people, rng.choice([2, 2, 3, 4]))
            await resigned(tables, some, rng.randrange(len(some)), rated=number % 5 > 0)
            if rng.random() < 0.3:
                await settling.work()
        await settling.work()
        before = await kept(tables)
        games = len({table_id for table_id, _ in before})
    file = tmp_path / "tables.db"
    assert run(["admin", "ratings", "--recompute", "--data", str(file)]) == 0
    assert capsys.readouterr().out == (
        f"{games} games computed again; seats with another result or rating than before: 0.\n"
    )
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE results SET mu = mu + 1 WHERE seat = 0 AND rated")
        changed = connection.execute("SELECT count(*) FROM results WHERE seat = 0 AND rated").fetchone()[0]
        connection.commit()
    assert run(["admin", "ratings", "--recompute", "--data", str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"than before: {changed}.\n")
    assert run(["admin", "ratings", "--data", str(file)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 6
    assert all("Player" in line and "±" in line for line in shown)
    async with open_tables(tmp_path) as tables:
        assert await kept(tables) == before
        gone = next(table_id for table_id, seat in before if before[table_id, seat][8])
    assert run(["admin", "remove", "--data", str(file), "--", gone]) == 0
    capsys.readouterr()
    assert run(["admin", "ratings", "--recompute", "--data", str(file)]) == 0
    assert capsys.readouterr().out.endswith("than before: 0.\n")


async def test_a_killed_worker_leaves_nothing_unrated(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        people = [await person(tables, name) for name in ("Ada", "Bea")]
        table_id = await resigned(tables, people)
        found = await tables.database.read(lambda connection: results.unsettled(connection, 0))
        assert found == [table_id]
        seats = await tables.database.read(lambda connection: results_of(connection, table_id))
        await tables.database.write(lambda connection: results.store(connection, table_id, seats))
        await tables.database.write(lambda connection: results.set_settled_until(connection, tables.now() + 2 * MARGIN))
        assert await standings(tables) == {}
        await settled(tables)  # the next worker's first look
        assert len(await standings(tables)) == 2


def season(seed: int, people: int, sizes: list[int], games: int) -> tuple[float, float, int]:
    """A season of people of known strength: the share of pairs in the right order, of intervals that hold, and how many
    games it takes until a rating means something.

    Ratings compare: an interval holds if it does after moving all ratings together.
    """
    rng = random.Random(seed)
    strength = {f"player {number}": rng.gauss(25, 25 / 3) for number in range(people)}
    now: dict[str, Rating] = {}
    played = dict.fromkeys(strength, 0)
    first: list[int] = []
    for _ in range(games):
        table = rng.sample(sorted(strength), rng.choice(sizes))
        form = {player: rng.gauss(strength[player], 25 / 6) for player in table}
        table.sort(key=form.__getitem__, reverse=True)
        provisional = {player for player in table if now.get(player, UNRATED).provisional}
        now |= rated(table, range(1, len(table) + 1), now)
        for player in table:
            played[player] += 1
            if player in provisional and not now[player].provisional:
                first.append(played[player])
    players = sorted(strength)
    pairs = [(one, other) for one in players for other in players if one < other]
    right = sum((strength[one] > strength[other]) == (now[one].mu > now[other].mu) for one, other in pairs)
    shift = math.fsum(now[player].mu - strength[player] for player in players) / people
    holds = sum(abs(now[player].mu - shift - strength[player]) <= 1.96 * now[player].sigma for player in players)
    return right / len(pairs), holds / people, min(first, default=0)


@pytest.mark.parametrize(("people", "sizes", "games"), [(8, [2, 3, 4], 168), (12, [3, 4, 5], 168), (8, [2], 224)])
def test_a_season_of_four_weeks_finds_the_order(people: int, sizes: list[int], games: int) -> None:
    found = [season(seed, people, sizes, games) for seed in range(4)]
    assert sum(right for right, _, _ in found) / 4 >= 0.9
    assert sum(holds for _, holds, _ in found) / 4 >= 0.9
    assert min(first for _, _, first in found) >= 10


def test_a_bot_on_several_seats_is_one_player_and_does_not_drift() -> None:
    bot = f"{BOT}casual"
    after = rated(["ada", bot, bot], [1, 2, 3], {})
    assert set(after) == {"ada", bot}
    assert after["ada"].mu > UNRATED.mu > after[bot].mu
    alone = rated([bot, bot], [1, 2], {bot: Rating(20.0, 2.0)})
    assert alone == {bot: Rating(20.0, 2.0)}
