"""Hints and odds: for whom the table allows them, from nothing but what the seat knows, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from schatzkammer.core.stream import seeded
from schatzkammer.server import wire
from schatzkammer.table.model import LONGEST_PACE, Terms
from schatzkammer.table.table import Table
from tests.server.in_process import InProcess, Reader, in_process

pytestmark = pytest.mark.anyio

QUICK = "ismcts@5"
GAMES = ("ali-baba", "monte-cristo", "solomon")


async def alone(app: InProcess, game: str = "ali-baba", players: int = 2, **terms: object) -> tuple[Reader, Table]:
    """Somebody against bots, to decide."""
    reader = await app.enter("Anna")
    body = {"terms": {"game": game, "players": players, **terms}, "bots": ["random"] * (players - 1)}
    table_id = (await reader.http.post("/api/tables", json=body)).json()["id"]
    await reader.connect(table_id)
    await reader.ask("start")
    table = app.worker.tables._cache[table_id].table
    await reader.until(lambda _: 0 in table.to_act)
    return reader, table


async def hint(reader: Reader, table: Table, **fields: object) -> dict:
    return json.loads(await reader.ask("hint", version=table.version, **fields))


async def code(reader: Reader, kind: str, **fields: object) -> str:
    return json.loads(await reader.ask(kind, **fields))["code"]


@pytest.mark.parametrize("game", GAMES)
async def test_who_plays_alone_gets_a_hint_and_odds(game: str, tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        app.worker.adviser._bot = QUICK
        reader, table = await alone(app, game, 3)
        assert '"aids":true' in reader.sent[-1] or table.aids
        found = await hint(reader, table)
        assert found["t"] == "hint"
        assert found["move"] in table.match.legal(0)
        assert found["second"] in (None, *table.match.legal(0))
        assert found["sentence"].endswith((".", ")."))
        assert await hint(reader, table) | {"version": found["version"]} == found, "one decision, one hint"
        odds = json.loads(await reader.ask("odds"))
        told = {place: chances for group in odds["odds"] for place in group["places"] for chances in [group["chances"]]}
        expected = table.match.odds(0)
        assert told.keys() == expected.keys()
        for place, chances in told.items():
            assert [thing for thing, _ in chances] == [thing for thing, _ in expected[place]]
            assert [p for _, p in chances] == pytest.approx([p for _, p in expected[place]], abs=1e-6)
        await reader.close()


@pytest.mark.parametrize("game", GAMES)
async def test_hints_and_odds_are_the_same_in_a_resampled_state(game: str, tmp_path: Path) -> None:
    """Byte for byte, at several decisions of a game."""
    async with in_process(tmp_path) as app:
        adviser = app.worker.adviser
        adviser._bot = QUICK
        reader, table = await alone(app, game, 3)
        rng, hidden = seeded("choices", game), 0
        for turn in range(3):
            await reader.until(lambda _: not table.bots_to_act)  # who chooses secretly at the same time has chosen
            told = [await reader.ask("hint", version=table.version), await reader.ask("odds")]
            true = table.match.state
            table.match.state = true.sample(0, seeded(f"{turn}", "resampled"))
            hidden += table.game.position(true) != table.game.position(table.match.state)
            adviser._kept.clear()
            assert [await reader.ask("hint", version=table.version), await reader.ask("odds")] == told
            table.match.state = true
            mark = len(reader.sent)
            legal = table.match.legal(0)
            await reader.ask("move", version=table.version, move=legal[rng.below(len(legal))])
            await reader.until(lambda _: 0 in table.to_act or table.state.status == "over", mark)
        assert hidden
        await reader.close()


async def test_company_plays_without_unless_the_terms_allow_it(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna, bruno, carla = [await app.enter(name) for name in ("Anna", "Bruno", "Carla")]
        table = await app.start_game([anna, bruno, carla], game="ali-baba", players=2)
        for reader in (anna, bruno):
            assert await code(reader, "odds") == "no_aids"
            assert await code(reader, "hint", version=table.version) == "no_aids"
        for reader in (anna, bruno, carla):
            await reader.close()
        anna, bruno, carla = [await app.enter(name) for name in ("Anna", "Bruno", "Carla")]
        allowed = await app.start_game([bruno, anna, carla], game="ali-baba", players=2, aids=True)
        for reader in (anna, bruno):
            assert '"t":"odds"' in await reader.ask("odds")
            assert '"aids":true' in "".join(reader.sent)
        assert await code(carla, "odds") == "not_seated", "spectators get nothing"
        acting, waiting = (bruno, anna) if 0 in allowed.to_act else (anna, bruno)
        app.worker.adviser._bot = QUICK
        assert (await hint(acting, allowed))["t"] == "hint"
        assert (await hint(waiting, allowed))["code"] == "no_decision"
        assert await code(acting, "odds", seat=1 if acting is bruno else 0) == "not_yours"
        for reader in (anna, bruno, carla):
            await reader.close()


async def test_a_newcomer_ends_the_help(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna, table = await alone(app)
        bruno = await app.enter("Bruno")
        await bruno.connect(table.id)
        assert await code(bruno, "odds") == "not_seated"
        await anna.ask("clear", seat=1)
        mark = len(anna.sent)
        await bruno.ask("sit", seat=1)
        await anna.until(lambda raw: '"kind":"sat"' in raw, mark)
        assert not table.aids
        assert '"aids":true' not in await anna.until(lambda raw: '"table":{' in raw, mark)
        assert [await code(reader, "odds") for reader in (anna, bruno)] == ["no_aids", "no_aids"]
        for reader in (anna, bruno):
            await reader.close()


async def test_an_old_version_and_a_game_that_is_over_get_no_hint(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        reader, table = await alone(app)
        assert await code(reader, "hint", version=0) == "stale"
        assert await code(reader, "hint", version=table.version + 1) == "stale"
        await reader.ask("resign")
        assert await code(reader, "hint", version=table.version) == "not_playing"
        assert await code(reader, "odds") == "not_playing"
        await reader.close()


async def test_hints_and_odds_are_rationed(tmp_path: Path) -> None:
    async with in_process(tmp_path, limits=True) as app:
        reader, _ = await alone(app)
        answers = [await reader.ask("odds") for _ in range(30)]
        assert sum('"too_fast"' in answer for answer in answers) >= 5
        await reader.close()


MESSAGES = sorted(kind.__struct_config__.tag for kind in wire.ClientMessage.__args__)
FIELDS = {
    "round": 0,
    "share": "0" * 64,
    "version": 0,
    "move": "x",
    "seat": 0,
    "bot": "random",
    "agree": True,
    "text": "odds?",
    "open": True,
    "visible": True,
}


@pytest.mark.parametrize("terms", [{"rated": True}, {"aids": False}], ids=str)
async def test_no_route_leads_to_help_at_a_rated_or_restricted_table(terms: dict, tmp_path: Path) -> None:
    """Every message of the protocol, with and without its fields, and every request that names a table."""
    async with in_process(tmp_path) as app:
        refused = await (await app.enter("Zoe")).http.post(
            "/api/tables", json={"terms": {"game": "ali-baba", "players": 2, "rated": True, "aids": True}}
        )
        assert (refused.status_code, refused.json()["code"]) == (400, "aids_rated")
        reader, table = await alone(app, **terms)
        watcher = await app.enter("Bruno")
        await watcher.connect(table.id)
        leaving = {"leave", "resign", "return", "start", "rematch"}
        for one in (reader, watcher):
            for kind in [message for message in MESSAGES if message not in leaving]:
                struct = next(each for each in wire.ClientMessage.__args__ if each.__struct_config__.tag == kind)
                fields = {name: FIELDS[name] for name in struct.__struct_fields__ if name in FIELDS}
                if "version" in fields:
                    fields["version"] = table.version
                await one.ask(kind, **fields)
                if kind in ("hint", "odds"):
                    assert await code(one, kind, **fields) == ("no_aids" if one is reader else "not_seated")
            schema = (await one.http.get("/api/schema/openapi.json")).json()
            paths = [path for path, item in schema["paths"].items() if "{table}" in path and "get" in item]
            assert len(paths) >= 3
            for path in paths:
                answer = await one.http.get(path.replace("{table}", table.id))
                assert '"chances"' not in answer.text
                assert '"hint"' not in answer.text
        assert not [
            raw for one in (reader, watcher) for raw in one.sent if raw.startswith(('{"t":"hint"', '{"t":"odds"'))
        ]
        assert '"aids":true' not in "".join(reader.sent + watcher.sent)
        for one in (reader, watcher):
            await one.close()


def test_terms_of_earlier_releases_have_no_aids() -> None:
    stored = {"game": "ali-baba", "players": 2, "pace": LONGEST_PACE}
    assert msgspec.convert(stored, Terms).aids is None
