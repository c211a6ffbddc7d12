"""Whole evenings at a real server: a duplicate evening and a cup, with a leaver, a late joiner and a pause."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from schatzkammer.table.names import NOBODY
from tests.processes import free_port
from tests.server.clients import Guest, Refused
from tests.server.services import ForkedServer, Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

SMALL = {"variant": "small"}


def plan(kind: str, seats: int = 2, rounds: int = 2, **more: object) -> dict:
    terms = {"game": "ali-baba", "players": seats, "options": SMALL}
    return {"name": "Friday", "kind": kind, "terms": terms, "rounds": rounds, "bot": "random", **more}


async def asked(guest: Guest, method: str, path: str, **body: object) -> dict:
    answer = await guest.http.request(method, f"/api/evenings{path}", json=body or None)
    assert answer.status_code < 300, answer.text
    return answer.json()


async def refused(guest: Guest, method: str, path: str, **body: object) -> str:
    answer = await guest.http.request(method, f"/api/evenings{path}", json=body or None)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


async def page(guest: Guest, evening: str) -> dict:
    return await asked(guest, "GET", f"/{evening}")


async def until(guest: Guest, evening: str, condition) -> dict:
    """The evening once a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition(found := await page(guest, evening)):
            await asyncio.sleep(0.1)
    return found


async def open_for(host: Guest, others: list[Guest], **chosen: object) -> str:
    """An evening in which all take part."""
    opened = await asked(host, "POST", "", **plan(**chosen))
    for other in others:
        await asked(other, "POST", f"/{opened['id']}/join", invite=opened["invite"])
    return str(opened["id"])


async def play_round(people: list[Guest], evening: str) -> None:
    """Everybody plays at their table to the end of the game."""

    async def play(number: int, guest: Guest) -> None:
        table = (await page(guest, evening))["table"]
        if table is None:
            return
        place = await guest.at(table)
        await place.play_on(random.Random(number))
        await place.close()

    async with asyncio.TaskGroup() as group:
        for number, guest in enumerate(people):
            group.create_task(play(number, guest))


async def go(host: Guest, evening: str, step: str) -> dict:
    return await asked(host, "POST", f"/{evening}/steps", step=step)


async def test_a_duplicate_evening_of_five_with_a_leaver_and_a_late_joiner(served: Served) -> None:
    async with AsyncExitStack() as stack:
        ada, bea, cleo, dora, emil = [
            await stack.enter_async_context(Guest(served.url, name)) for name in ("Ada", "Bea", "Cleo", "Dora", "Emil")
        ]
        evening = await open_for(ada, [bea, cleo, dora], kind="duplicate", rounds=3)
        invite = (await page(ada, evening))["invite"]
        assert await refused(emil, "GET", f"/{evening}") == "invite"
        assert await refused(bea, "POST", f"/{evening}/steps", step="start") == "not_host"
        begun = await go(ada, evening, "start")
        assert [len(one["games"]) for one in begun["rounds"]] == [2]
        assert await refused(ada, "POST", f"/{evening}/steps", step="next") == "round_runs"

        # Emil comes late and has no table yet; Dora leaves in the middle, and a bot plays on.
        late = await asked(emil, "POST", f"/{evening}/join", invite=invite)
        assert late["table"] is None
        others = {game["table"] for game in begun["rounds"][0]["games"]} - {(await page(dora, evening))["table"]}
        table = (await page(dora, evening))["table"]
        assert (await dora.http.get(f"/api/tables/{others.pop()}")).json()["code"] == "concealed"
        await asked(dora, "DELETE", f"/{evening}/people/3")
        await go(ada, evening, "pause")
        await play_round([ada, bea, cleo], evening)
        over = await until(ada, evening, lambda found: found["between"])
        assert over["next_in"] is None, "no round begins during a pause"
        seat = next(one for game in over["rounds"][0]["games"] for one in game["seats"] if one.get("person", None) == 3)
        assert (seat["gone"], seat["percent"]) == (True, 0.0)
        assert (await bea.http.get(f"/api/tables/{table}/record")).json()["seed"], "the deal is open now"

        await go(ada, evening, "resume")
        for number in (1, 2):
            begun = await until(ada, evening, lambda found, number=number: len(found["rounds"]) == number + 1)
            seated = [one.get("person") for game in begun["rounds"][-1]["games"] for one in game["seats"]]
            assert sorted(one for one in seated if one is not None) == [0, 1, 2, 4]
            await play_round([ada, bea, cleo, emil], evening)
            if number == 1:
                await until(ada, evening, lambda found: found["between"])
                await go(ada, evening, "next")
        final = await until(ada, evening, lambda found: found["phase"] == "over")
        names = {line["person"]: line for line in final["standings"]}
        assert names[3]["place"] is None
        assert names[4]["played"] == 2
        assert final["standings"][0]["place"] == 1
        points = [line["points"] for line in final["standings"][:4]]
        assert points == sorted(points, reverse=True)
        assert (await asked(ada, "GET", ""))[0]["phase"] == "over"
        assert await refused(bea, "POST", f"/{evening}/join", invite=None) == "evening_over"


async def test_a_cup_of_six(served: Served) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Guest(served.url, f"Cup {name}")) for name in "ABCDEF"]
        evening = await open_for(people[0], people[1:5], kind="swiss", rounds=2)
        begun = await go(people[0], evening, "start")
        assert begun["rounds"][0]["bye"] is not None, "five people: one has a bye"
        await asked(people[5], "POST", f"/{evening}/join", invite=begun["invite"])
        await play_round(people, evening)
        await until(people[0], evening, lambda found: found["between"])
        await go(people[0], evening, "next")
        second = await until(people[0], evening, lambda found: len(found["rounds"]) == 2)
        assert second["rounds"][1]["bye"] is None
        met = [frozenset(seat["person"] for seat in game["seats"]) for one in second["rounds"] for game in one["games"]]
        assert len(set(met)) == 5, "nobody meets anybody twice"
        await play_round(people, evening)
        final = await until(people[0], evening, lambda found: found["phase"] == "over")
        assert sum(line["points"] for line in final["standings"]) == 2 + 3 + 1
        assert final["standings"][0]["place"] == 1


async def test_whoever_leaves_a_table_with_bots_ends_its_game(served: Served) -> None:
    async with Guest(served.url, "Ada Alone") as ada, Guest(served.url, "Bea Alone") as bea:
        evening = await open_for(ada, [bea], kind="duplicate", rounds=1)
        begun = await go(ada, evening, "start")
        assert all(sum("person" in seat for seat in game["seats"]) == 1 for game in begun["rounds"][0]["games"])
        await asked(bea, "DELETE", f"/{evening}/people/1")
        await play_round([ada], evening)
        final = await until(ada, evening, lambda found: found["phase"] == "over")
        assert [line["points"] for line in final["standings"]] == [100.0, 0.0]


async def test_what_is_not_possible_is_refused(served: Served) -> None:
    async with Guest(served.url, "Ada Wrong") as ada, Guest(served.url, "Bea Wrong") as bea:
        assert await refused(ada, "POST", "", **plan("round_robin", seats=3)) == "pairs_only"
        assert await refused(ada, "POST", "", **plan("duplicate", bot="nobody")) == "unknown_bot"
        assert await refused(ada, "POST", "", **{**plan("duplicate"), "name": " "}) == "bad_evening"
        assert await refused(ada, "POST", "", **{**plan("duplicate"), "rounds": 0}) == "malformed"
        assert await refused(ada, "GET", "/nothing") == "no_evening"
        evening = await open_for(ada, [], kind="duplicate")
        assert await refused(ada, "POST", f"/{evening}/steps", step="start") == "too_few"
        assert await refused(bea, "POST", f"/{evening}/join", invite="wrong") == "invite"
        assert await refused(bea, "DELETE", f"/{evening}/people/0") == "not_host"
        assert await refused(ada, "DELETE", f"/{evening}/people/7") == "no_person"


async def test_a_guest_who_signs_up_keeps_their_part(served: Served) -> None:
    async with Guest(served.url, "Ada Hand") as ada, Guest(served.url, "Bea Hand") as bea:
        account = {"name": "Ada Account", "password": "a long pass phrase"}
        async with Guest(served.url, "Other") as other:
            await other.register(account)
        evening = await open_for(ada, [bea], kind="duplicate")
        await ada.sign_in(account)
        found = await page(ada, evening)
        assert (found["you"], found["hosting"], found["people"][0]["name"]) == (0, True, "Ada Account")
        assert [one["id"] for one in await asked(ada, "GET", "")] == [evening]


async def test_ones_own_data_has_evenings_and_a_deleted_account_is_nobody(served: Served) -> None:
    async with Guest(served.url, "Ada Data") as ada, Guest(served.url, "Bea Data") as bea:
        await ada.register({"name": "Ada Deleted", "password": "a long pass phrase"})
        evening = await open_for(ada, [bea], kind="swiss", rounds=1)
        await go(ada, evening, "start")
        [own] = (await ada.http.get("/api/me/data")).json()["evenings"]
        assert (own["id"], own["kind"], own["phase"], own["place"]) == (evening, "swiss", "playing", 1)
        answer = await ada.http.post("/api/account/deletion", json={"password": "a long pass phrase"})
        assert answer.status_code == 204, answer.text
        found = await page(bea, evening)
        assert [one["name"] for one in found["people"]] == [NOBODY, "Bea Data"]
        assert (found["people"][0]["left"], found["hosting"]) == (True, True)
        await play_round([bea], evening)
        await until(bea, evening, lambda found: found["phase"] == "over")


INTERRUPTED = (ConnectionError, OSError, httpx.HTTPError, WebSocketException)


async def persist(number: int, guest: Guest, evening: str, done: asyncio.Event) -> None:
    """Plays on to the end of the evening, whatever happens to the server; the first one is the host."""
    while not done.is_set():
        try:
            found = await page(guest, evening)
            if found["phase"] == "over":
                done.set()
            elif number == 0 and found["phase"] == "waiting":
                await go(guest, evening, "start")
            elif number == 0 and found["next_in"]:
                await go(guest, evening, "next")
            elif found["table"] is not None:
                place = await guest.at(found["table"])
                await place.play_on(random.Random(number))
                await place.close()
        except INTERRUPTED:
            pass
        except Refused as refused:
            assert refused.code == "not_saved", refused
        except AssertionError as error:
            assert "evening_begun" in str(error) or "round_runs" in str(error), error  # done, but not acknowledged
        await asyncio.sleep(0.05)


async def test_nothing_is_lost_when_servers_are_killed(tmp_path: Path) -> None:
    """Killed at random moments while a whole evening is played: each round is there once, with all its tables."""
    database, port = f"sqlite:///{tmp_path / 'tables.db'}", free_port()
    server = ForkedServer(database, port)
    rng = random.Random(20)
    done = asyncio.Event()

    async def kill() -> None:
        nonlocal server
        for _ in range(4):
            await asyncio.sleep(rng.uniform(0.3, 1.5))
            if not done.is_set():
                await asyncio.to_thread(server.kill)
                server = await asyncio.to_thread(ForkedServer, database, port)

    try:
        async with AsyncExitStack() as stack:
            url = f"http://127.0.0.1:{port}"
            people = [await stack.enter_async_context(Guest(url, f"Killed {name}")) for name in "ABC"]
            evening = await open_for(people[0], people[1:], kind="duplicate", rounds=3)
            async with asyncio.timeout(3 * PATIENCE), asyncio.TaskGroup() as group:
                for number, guest in enumerate(people):
                    group.create_task(persist(number, guest, evening, done))
                group.create_task(kill())
            final = await page(people[0], evening)
            assert [len(one["games"]) for one in final["rounds"]] == [2, 2, 2]
            assert len({game["table"] for one in final["rounds"] for game in one["games"]}) == 6
            assert len((await people[0].http.get("/api/tables/mine")).json()) == 3, "no table was opened twice"
            assert [line["played"] for line in final["standings"]] == [3, 3, 3]
    finally:
        server.kill()
