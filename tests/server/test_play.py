"""Whole games over real sockets: people, bots, spectators; leaving and coming back; undo; rematch; chat."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import schatzkammer as sk
from tests.server.clients import Guest, Refused, couple
from tests.server.services import Served

pytestmark = pytest.mark.anyio


async def test_two_people_two_bots_and_a_spectator_play_a_game_that_verifies(served: Served, tmp_path: Path) -> None:
    record, commitment = await _whole_game(served)
    assert record["commitment"] == commitment
    match = sk.replay(record)
    assert match.over
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    command = [sys.executable, "-m", "schatzkammer", "verify", str(file), "--commitment", commitment]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


async def _whole_game(served: Served) -> tuple[dict, str]:
    async with (
        Guest(served.url, "Anna") as anna,
        Guest(served.url, "Bruno") as bruno,
        Guest(served.url, "Carla") as carla,
    ):
        table = await anna.open(4, [None, "random", "random"])
        first, second, beside = await anna.at(table), await bruno.at(table), await carla.at(table)
        with pytest.raises(Refused, match="open seats"):
            await first.ask("start")
        await second.ask("sit")
        with pytest.raises(Refused, match="Only the host"):
            await second.ask("start")
        await first.ask("start")
        commitment = first.state["table"]["commitment"]
        assert "seed" not in first.state["table"]
        await beside.until(lambda place: place.state and place.state["table"]["status"] == "playing")
        early = (await carla.http.get(f"/api/tables/{table}/record")).json()
        assert early["unfinished"]
        assert "seed" not in early
        assert "moves" not in early
        assert (await carla.http.get(f"/api/tables/{table}/replay")).status_code == 409
        await asyncio.gather(first.play_on(random.Random(1)), second.play_on(random.Random(2)))
        await beside.until(lambda place: place.over)
        assert first.state["seat"] == 0
        assert second.state["seat"] == 1
        assert beside.state["seat"] is None
        assert beside.state["legal"] is None
        record = (await carla.http.get(f"/api/tables/{table}/record")).json()
        assert first.state["table"]["seed"] == record["seed"]
        assert first.state["table"]["result"]["scores"] == record["scores"]
        replay = (await carla.http.get(f"/api/tables/{table}/replay", params={"seat": 1})).json()
        assert len(replay["steps"]) == len(record["moves"])
        assert replay["steps"][-1]["view"]["scores"] == record["scores"]
        versions = [entry["version"] for entry in beside.entries]
        assert versions == list(range(1, beside.version + 1))
        for place in (first, second, beside):
            await place.close()
        return record, commitment


async def test_legal_moves_are_keyed_to_what_can_be_clicked(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await anna.at(await anna.open(2, ["random"]))
        await place.ask("start")
        await place.until(lambda place: place.legal)
        legal = place.state["legal"]
        assert all(choice["move"] == " ".join([choice["verb"], *choice["targets"]]) for choice in legal["moves"])
        for target, indices in legal["at"].items():
            for index in indices:
                choice = legal["moves"][index]
                assert target in (choice["targets"] or [choice["verb"]])
        await place.close()


@pytest.mark.parametrize(("lang", "words"), [("de", "liegt verdeckt"), ("en", "is face down")])
async def test_refusals_name_the_rule_in_the_clients_language(served: Served, lang: str, words: str) -> None:
    async with Guest(served.url, "Anna", lang) as anna:
        place = await anna.at(await anna.open(2, ["random"]))
        await place.ask("start")
        await place.until(lambda place: place.legal)
        covered = next(slot for slot, tile in place.state["view"]["board"].items() if tile is None)
        with pytest.raises(Refused) as refused:
            await place.move(f"take {covered}")
        assert (refused.value.code, refused.value.rule) == ("rules", "A10")
        assert words in refused.value.sentence
        await place.close()


async def test_stale_moves_are_refused_with_the_new_state(served: Served) -> None:
    async with couple(served.url) as (first, _):
        await first.ask("start")
        await first.until(lambda place: place.legal)
        version = first.version
        rng = random.Random(5)
        while first.seat in first.state["view"]["to_act"]:
            before = first.version
            await first.move(rng.choice(first.legal))
            await first.until(lambda place, before=before: place.version > before)
        before = first.version
        with pytest.raises(Refused) as refused:
            await first.move("take 4a1", version)
        assert refused.value.code == "stale"
        # The state that follows starts where the client said it was, and the version has not moved.
        await first.until(lambda place: place.state.get("since") == version)
        assert first.version == before
        with pytest.raises(Refused) as refused:
            await first.move("take 4a1", before + 10)
        assert refused.value.code == "stale"


async def test_a_client_that_comes_back_gets_what_it_missed(served: Served) -> None:
    async with couple(served.url) as (first, second):
        await first.ask("start")
        await first.ask("say", text="Good luck!")
        await second.until(lambda place: place.chat)
        rng = random.Random(6)
        stop = second.play_on(rng, lambda place: place.over or place.version >= 14)
        await asyncio.gather(first.play_on(rng, lambda place: place.over or place.version >= 14), stop)
        await second.until(lambda place: place.version >= first.version)
        missed_from, entries = second.version, list(second.entries)
        await second.close()
        await first.ask("say", text="Where are you?")
        await first.ask("leave")
        await first.until(lambda place: place.version > missed_from)
        await second.again()
        await second.until(lambda place: place.version >= first.version)
        states = [message for message in map(json.loads, second.raw) if message["t"] in ("snapshot", "update")]
        assert missed_from in [message["since"] for message in states], "what was missed, and no more"
        assert second.entries[: len(entries)] == entries
        fresh = await second.guest.at(second.table)
        await fresh.until(lambda place: place.state)
        assert fresh.entries[: len(entries)] == entries
        await second.until(lambda place: len(place.chat) == 2)
        assert [line["text"] for line in second.chat] == ["Good luck!", "Where are you?"]
        await fresh.close()


async def test_leaving_coming_back_resigning_and_a_rematch_with_rotated_seats(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
        table = await anna.open(3, [None, "random"])
        first, second = await anna.at(table), await bruno.at(table)
        await second.ask("sit", seat=1)
        await first.ask("start")
        await first.ask("leave")
        with pytest.raises(Refused, match="bot is playing for you"):
            await first.move("take 4a1")
        await first.until(lambda place: place.state["table"]["seats"][0].get("away"))
        await first.ask("return")
        with pytest.raises(Refused, match="yourself"):
            await first.ask("return")
        with pytest.raises(Refused, match="not over"):
            await first.ask("rematch")
        await first.ask("resign")
        with pytest.raises(Refused, match="forfeited this game"):
            await first.ask("return")
        await second.ask("resign")
        await second.until(lambda place: place.over)
        assert second.state["table"]["result"]["winners"] == [2]
        seed = second.state["table"]["seed"]
        # Both have given up, but they are still there: both are waited for.
        await second.ask("rematch")
        await first.until(lambda place: place.state["table"].get("wishes") == [1])
        assert first.state["table"].get("next") is None
        await first.ask("rematch")
        await second.until(lambda place: place.state["table"].get("next"))
        following = await bruno.at(second.state["table"]["next"])
        await following.until(lambda place: place.state)
        assert following.seat == 0
        assert [seat["kind"] for seat in following.state["table"]["seats"]] == ["human", "bot", "human"]
        assert following.state["table"]["status"] == "playing"
        assert following.state["table"]["commitment"] != first.state["table"]["commitment"]
        assert seed
        for place in (first, second, following):
            await place.close()


async def test_undo_by_the_rules_among_people_and_free_against_bots(served: Served) -> None:
    async with couple(served.url) as (first, second):
        await first.ask("start")
        await first.until(lambda place: place.legal)
        await first.move(first.legal[0])
        await second.until(lambda place: place.version >= 3)
        with pytest.raises(Refused) as refused:
            await second.ask("undo", version=second.version)
        assert refused.value.code == "rules"

    async with Guest(served.url, "Anna") as anna:
        alone = await anna.at(await anna.open(2, ["random"]))
        await alone.ask("start")
        await alone.until(lambda place: place.legal)
        before, version = alone.state["view"], alone.version
        await alone.move(alone.legal[0])
        await alone.until(lambda place: place.version > version and place.legal)
        await alone.ask("say", text="Oh no.")
        while alone.state["view"] != before:
            version = alone.version
            await alone.ask("undo", version=version)
            await alone.until(lambda place, version=version: place.version > version and place.legal)
        assert alone.entries[-1]["kind"] == "took_back"
        assert [line["text"] for line in alone.chat] == ["Oh no."], "undoing a move deletes no chat"
        await alone.play_on(random.Random(3))
        record = (await anna.http.get(f"/api/tables/{alone.table}/record")).json()
        assert sk.replay(record).scores() == alone.state["table"]["result"]["scores"]
        await alone.close()

        rated = await anna.at(await anna.open(2, ["random"], rated=True))
        await rated.ask("start")
        await rated.until(lambda place: place.legal)
        await rated.play_on(random.Random(4), lambda place: any(one.get("seat") == 1 for one in place.entries))
        await rated.until(lambda place: place.legal)
        with pytest.raises(Refused) as refused:
            await rated.ask("undo", version=rated.version)
        assert refused.value.code == "rules"
        await rated.close()


async def test_presence_lists_who_is_connected(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
        table = await anna.open(2)
        first = await anna.at(table)
        await first.until(lambda place: place.presence == {"t": "presence", "seats": [0], "spectators": 0})
        second = await bruno.at(table)
        await first.until(lambda place: place.presence.get("spectators") == 1)
        await second.ask("sit")
        await first.until(lambda place: place.presence == {"t": "presence", "seats": [0, 1], "spectators": 0})
        await second.close()
        await first.until(lambda place: place.presence == {"t": "presence", "seats": [0], "spectators": 0})
        await first.close()
