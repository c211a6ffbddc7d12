"""Records that travel: uploaded ones are replayed and reviewed, and games go on from any move of a finished one."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import play_out, streams
from schatzkammer.core.game import Json
from schatzkammer.core.loading import RESULT, digest
from schatzkammer.core.text import LANGUAGES
from schatzkammer.games import GAMES
from schatzkammer.server.routes.records import LARGEST_RECORD
from schatzkammer.table.archive import LeftOut, export_games, import_game
from schatzkammer.table.lifetimes import Lifetimes
from schatzkammer.table.purge import purges
from tests.server.clients import Guest
from tests.server.in_process import InProcess, Reader, in_process
from tests.server.services import Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

RELEASED = Path(__file__).parents[1] / "records"


def game_of(game: str, players: int = 2, seed: str = "far away") -> Json:
    """The record of a finished game."""
    match = sk.new(game, players=players, seed=seed)
    play_out(match, [find("random")] * players, streams(seed, players))
    return match.record()


async def uploaded(reader: Reader, record: Json) -> str:
    answer = await reader.http.post("/api/records", json=record)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def continued(reader: Reader, table: str, **choice: object) -> str:
    answer = await reader.http.post(f"/api/tables/{table}/continuation", json={"bot": "greedy", **choice})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.parametrize("game", GAMES)
async def test_an_uploaded_record_is_a_finished_private_table(tmp_path: Path, game: str) -> None:
    record = game_of(game)
    async with in_process(tmp_path) as app:
        anna, bruno = await app.enter("Anna"), await app.enter("Bruno")
        table = await uploaded(anna, record)
        assert (await anna.http.get(f"/api/tables/{table}/record")).json() == record
        page = (await anna.http.get(f"/api/tables/{table}")).json()["table"]
        assert (page["status"], page["uploaded"], page["terms"]["private"]) == ("over", True, True)
        assert page["result"]["scores"] == record["scores"]
        replay = (await anna.http.get(f"/api/tables/{table}/replay", params={"seat": 1})).json()
        assert [[step["seat"], step["move"]] for step in replay["steps"]] == record["moves"]
        for path in ("", "/record", "/replay", "/review"):
            assert (await bruno.http.get(f"/api/tables/{table}{path}")).json()["code"] == "invite"
        choice = {"moves": 0, "seat": 0, "bot": "greedy"}
        answer = await bruno.http.post(f"/api/tables/{table}/continuation", json=choice)
        assert answer.json()["code"] == "invite"
        listed = (await anna.http.get("/api/records")).json()
        assert [one["id"] for one in listed] == [table]
        assert (await bruno.http.get("/api/records")).json() == []
        for path in ("/api/tables", "/api/tables/mine"):
            assert (await anna.http.get(path)).json() == [], "nobody played it here"
    async with in_process(tmp_path) as app:
        carla = await app.enter("Carla")
        assert (await carla.http.get(f"/api/tables/{table}/record")).json()["code"] == "invite"


@pytest.mark.parametrize("game", GAMES)
async def test_records_of_every_release_are_uploaded(tmp_path: Path, game: str) -> None:
    files = sorted(RELEASED.glob(f"*/{game}.jsonl.gz"))
    assert files
    async with in_process(tmp_path) as app:
        anna = await app.enter("Anna")
        for file in files:
            lines = [json.loads(line)["record"] for line in gzip.decompress(file.read_bytes()).splitlines()]
            seeded = [record for record in lines if "seed" in record and "components" not in record]
            longest = max(seeded, key=lambda record: len(json.dumps(record)))
            assert len(json.dumps(longest)) < LARGEST_RECORD / 4
            for record in (seeded[0], longest):
                table = await uploaded(anna, record)
                told = (await anna.http.get(f"/api/tables/{table}/record")).json()
                assert told["moves"] == record["moves"]
                assert told.get("scores") == record.get("scores")


def wrong_records(record: Json) -> list[tuple[object, str]]:
    """What is no record of a table, and the code of its refusal."""
    origin = {"record": "a" * 64, "moves": 10_000}
    return [
        ([], "no_record"),
        ({"hello": "world"}, "no_record"),
        (record | {"unfinished": True}, "unfinished_record"),
        (record | {"game": "chess"}, "unknown_game"),
        (record | {"rules": 99}, "unknown_rules"),
        (record | {"moves": [*record["moves"], [0, "dig"]]}, "bad_record"),
        (record | {"moves": [[0, "x"]] * 5001}, "too_long"),
        (record | {"scores": [1, 2]}, "bad_record"),
        (record | {"seed": "another"}, "bad_record"),
        (record | {"more": 1}, "bad_record"),
        (record | {"origin": origin | {"record": "abc"}}, "bad_record"),
        (record | {"origin": origin}, "bad_record"),
        (record | {"filler": "x" * LARGEST_RECORD}, "too_long"),
        (sk.replay(record).position(), "bad_record"),
        (of_position(record), "no_seed"),
    ]


async def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna = await app.enter("Anna")
        for wrong, code in wrong_records(game_of("ali-baba")):
            answer = await anna.http.post("/api/records", json=wrong)
            assert answer.json()["code"] == code, answer.text
            assert answer.status_code in (400, 404, 409, 413)
            assert answer.json()["sentence"]
        for body in (b"", b"{", b"[" * 5000, b'{"game": 1e999}', b"\xff\xfe", b"null", b"\xef\xbb\xbf{}"):
            answer = await anna.http.post("/api/records", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, "no_record"), body[:10]
        assert (await anna.http.get("/api/records")).json() == []


def of_position(record: Json) -> Json:
    begun = sk.replay({name: value for name, value in record.items() if name not in RESULT} | {"moves": []})
    return sk.from_position(record["game"], begun.position()).record()


async def test_strangers_upload_nothing_and_nobody_too_fast(tmp_path: Path) -> None:
    record = game_of("ali-baba")
    async with in_process(tmp_path, limits=True) as app:
        anna = await app.enter("Anna")
        cookies = dict(anna.http.cookies)
        anna.http.cookies.clear()
        assert (await anna.http.post("/api/records", json=record)).json()["code"] == "sign_in"
        assert (await anna.http.get("/api/records")).json()["code"] == "sign_in"
        anna.http.cookies.update(cookies)
        codes = [(await anna.http.post("/api/records", json=[])).json()["code"] for _ in range(12)]
        assert codes[0] == "no_record"
        assert codes[-1] == "too_fast"


async def test_a_game_goes_on_from_any_move_and_says_where_it_came_from(tmp_path: Path) -> None:
    record = game_of("ali-baba")
    number = len(record["moves"]) // 2
    async with in_process(tmp_path) as app:
        anna, bruno = await app.enter("Anna"), await app.enter("Bruno")
        source = await uploaded(anna, record)
        table = await continued(anna, source, moves=number, seat=1)
        assert (await bruno.http.get(f"/api/tables/{table}")).json()["code"] == "invite"
        await anna.connect(table)
        found = app.worker.tables._cache[table].table
        assert found is not None
        terms = found.opened.terms
        assert (terms.private, terms.rated, found.state.status) == (True, False, "playing")
        assert [seat.kind for seat in found.state.seats] == ["bot", "human"]
        info = (await anna.http.get(f"/api/tables/{table}")).json()["table"]
        assert info["origin"] == {"record": digest(record), "moves": number, "table": source}
        played = await finish(app, anna, table, seat=1)
        assert played["moves"][:number] == record["moves"][:number]
        assert played["origin"] == {"record": digest(record), "moves": number}
        assert played["seed"] == record["seed"]
        assert sk.replay(played).record() == played
        # Like any other: replayed, exported, imported elsewhere, uploaded.
        replay = (await anna.http.get(f"/api/tables/{table}/replay")).json()
        assert [[step["seat"], step["move"]] for step in replay["steps"]] == played["moves"]
        games = await app.worker.database.read(lambda connection: list(export_games(connection)))
        (game,) = [one for one in games if not isinstance(one, LeftOut)]
        assert (game["id"], game["record"]) == (table, played)
        again = await uploaded(anna, played)
        assert (await anna.http.get(f"/api/tables/{again}/record")).json() == played
    async with in_process(tmp_path / "elsewhere") as app:
        assert await app.worker.database.write(lambda connection: import_game(connection, {**game, "private": False}))
        carla = await app.enter("Carla")
        assert (await carla.http.get(f"/api/tables/{table}/record")).json() == played


async def finish(app: InProcess, reader: Reader, table: str, seat: int) -> Json:
    """Plays the first legal move whenever the reader's seat owes one; returns the record."""
    async with asyncio.timeout(2 * PATIENCE):
        while True:
            version, over, legal = await app.worker.tables.read(table, _situation(seat))
            if over:
                return (await reader.http.get(f"/api/tables/{table}/record")).json()
            if legal:
                await reader.ask("move", move=legal[0], version=version)
            else:
                await asyncio.sleep(0.02)


def _situation(seat: int) -> object:
    def of(table: object) -> tuple[int, bool, list[str]]:
        owes = seat in table.to_act
        return table.version, table.state.status == "over", table.match.legal(seat) if owes else []

    return of


async def test_moves_that_were_taken_over_may_be_taken_back(tmp_path: Path) -> None:
    record = game_of("ali-baba")
    async with in_process(tmp_path) as app:
        anna = await app.enter("Anna")
        source = await uploaded(anna, record)
        number = next(at for at, (seat, _) in enumerate(record["moves"]) if at > 6 and seat == 0)
        table = await continued(anna, source, moves=number, seat=0)
        await anna.connect(table)
        await anna.ask("undo", version=number)
        played = await finish(app, anna, table, seat=0)
        before = max(at for at, (seat, _) in enumerate(record["moves"][:number]) if seat == 0)
        assert played["origin"]["moves"] == before
        assert sk.replay(played).record() == played


async def test_where_a_game_cannot_go_on(tmp_path: Path) -> None:
    record = game_of("ali-baba")
    async with in_process(tmp_path) as app:
        anna, bruno = await app.enter("Anna"), await app.enter("Bruno")
        source = await uploaded(anna, record)

        async def code(table: str = source, **choice: object) -> str:
            body = {"moves": 1, "seat": 0, "bot": "greedy", **choice}
            return str((await anna.http.post(f"/api/tables/{table}/continuation", json=body)).json()["code"])

        assert await code(moves=len(record["moves"])) == "no_more"
        assert await code(moves=len(record["moves"]) + 1) == "no_more"
        assert await code(seat=2) == "no_seat"
        assert await code(bot="nobody") == "unknown_bot"
        assert await code(moves=-1) == "malformed"
        assert await code(rated=True) == "malformed"
        assert await code("none") == "no_table"
        running = await app.start_game([anna, bruno], game="ali-baba", players=2)
        assert await code(running.id) == "not_over"


async def test_an_uploaded_record_is_reviewed_like_any_other(tmp_path: Path) -> None:
    record = game_of("ali-baba")
    async with in_process(tmp_path) as app:
        anna = await app.enter("Anna")
        table = await uploaded(anna, record)
        path = f"/api/tables/{table}/review"
        assert (await anna.http.get(path)).json()["status"] == "none"
        asked = (await anna.http.post(path)).json()
        assert (asked["status"], asked["parts"]) == ("running", 1 + len(record["moves"]))
        kept = await app.worker.reviewer.find(table)
        assert kept is not None
        assert kept.lease is not None


async def test_a_game_is_saved_as_a_page_that_carries_every_view(served: Served) -> None:
    record = game_of("ali-baba")
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
        table = (await anna.http.post("/api/records", json=record)).json()["id"]
        path = f"/api/tables/{table}"
        assert (await bruno.http.get(f"{path}/page")).json()["code"] == "invite"
        answer = await anna.http.get(f"{path}/page")
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["content-disposition"].startswith("attachment")
        carried = carried_by(answer.text)
        assert carried["id"] == table
        for address in (f"{path}/replay", *(f"{path}/replay?seat={seat}" for seat in (0, 1))):
            assert carried["answers"][address] == (await anna.http.get(address)).json()
        for lang in LANGUAGES:
            for address in (f"/api/bots?lang={lang}", f"/api/games?lang={lang}", f"/api/games/ali-baba/text/{lang}"):
                assert carried["answers"][address] == (await anna.http.get(address)).json()
            assert carried["answers"][f"{path}/review?lang={lang}"]["status"] == "none"
        running = await anna.open(2, ["greedy"])
        assert (await anna.http.get(f"/api/tables/{running}/page")).json()["code"] == "not_over"


def carried_by(page: str) -> Json:
    """What a saved page carries."""
    (text,) = re.findall(r'id="answers">(.*?)</script>', page, re.DOTALL)
    return json.loads(gzip.decompress(base64.b64decode(text)))


async def test_uploads_count_nowhere_and_are_deleted_when_nobody_has_them(tmp_path: Path) -> None:
    record = game_of("ali-baba")
    async with in_process(tmp_path) as app:
        anna = await app.enter("Anna")
        first, second = await uploaded(anna, record), await uploaded(anna, record)
        await app.worker.settling.work()
        ratings = (await anna.http.get("/api/ratings/ali-baba")).json()
        assert ratings == []
        assert not await app.worker.database.read(lambda connection: list(export_games(connection)))
        assert (await anna.http.delete(f"/api/records/{first}")).status_code == 204
        assert (await anna.http.delete(f"/api/records/{first}")).json()["code"] == "invite"
        assert [one["id"] for one in (await anna.http.get("/api/records")).json()] == [second]
        played = await anna.http.post("/api/tables", json={"terms": {"game": "ali-baba", "players": 2}})
        assert (await anna.http.delete(f"/api/records/{played.json()['id']}")).json()["code"] == "no_table"
        removed = 0
        for kind, delete_some in purges(Lifetimes(), app.worker.tables.now()):
            count = await app.worker.database.write(delete_some)
            removed += count if kind == "tables" else 0
        assert removed == 1
        assert (await anna.http.get(f"/api/tables/{first}")).json()["code"] == "no_table"
        assert (await anna.http.get(f"/api/tables/{second}")).status_code == 200
