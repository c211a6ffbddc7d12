"""People at a running game: they ask for a takeback, nudge each other, and change seats."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import pytest

from tests.server.clients import Guest, Place, Refused
from tests.server.services import Served

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def company(
    served: Served, names: tuple[str, ...] = ("Anna", "Bruno"), bots: tuple[str, ...] = (), **terms: object
) -> AsyncIterator[list[Place]]:
    """People and bots at a running game; the first is the host."""
    async with contextlib.AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(served.url, name)) for name in names]
        table = await guests[0].open(len(names) + len(bots), [*[None] * (len(names) - 1), *bots], **terms)
        places = [await guest.at(table) for guest in guests]
        for place in places[1:]:
            await place.ask("sit")
        await places[0].ask("start")
        for place in places:
            await place.until(lambda here: here.state and here.state["table"]["status"] == "playing")
        yield places
        for place in places:
            await place.close()


async def together(places: list[Place]) -> None:
    """Waits until all of them have the latest version."""
    latest = max(place.version for place in places)
    for place in places:
        await place.until(lambda here: here.version >= latest)


async def play_until(places: list[Place], version: int) -> None:
    """Everybody plays random moves until the table has that version."""
    rng = random.Random(version)
    await asyncio.gather(*(place.play_on(rng, lambda here: here.version >= version) for place in places))
    await together(places)


async def refused(place: Place, kind: str, **fields: object) -> str:
    with pytest.raises(Refused) as refusal:
        await place.ask(kind, **fields)
    return refusal.value.code


def to_act(places: list[Place]) -> tuple[Place, Place]:
    """The player who owes a decision, and another one."""
    return (places[0], places[1]) if places[0].legal else (places[1], places[0])


# Taking back by agreement ------------------------------------------------------------------------------
async def test_a_decision_is_taken_back_when_the_other_player_agrees(served: Served) -> None:
    async with company(served) as places:
        await play_until(places, 8)
        other, asker = to_act(places)
        while asker.state["undo"]["possible"]:
            await play_until(places, other.version + 1)
            other, asker = to_act(places)
        decided = [entry["version"] for entry in asker.entries if entry["kind"] == "moved"]
        mine = max(entry["version"] for entry in asker.entries if entry.get("seat") == asker.seat and "events" in entry)
        await asker.ask("ask_undo")
        await other.until(lambda here: here.state["table"].get("undo_request"))
        assert other.state["table"]["undo_request"] == {"seat": asker.seat, "agreed": []}
        assert await refused(other, "ask_undo") == "asked"
        await other.ask("answer_undo", agree=True)
        await together(places)
        for place in places:
            await place.until(lambda here: here.entries[-1]["kind"] == "took_back")
            assert place.entries[-1]["undone"] == [version for version in decided if version >= mine]
            assert "undo_request" not in place.state["table"]
        assert asker.legal
        await play_until(places, places[0].version + 6)  # and the game goes on


async def test_everybody_is_asked_and_one_can_decline(served: Served) -> None:
    async with company(served, ("Anna", "Bruno", "Carla")) as places:
        anna, bruno, carla = places
        await play_until(places, 10)
        await anna.ask("ask_undo")
        await bruno.until(lambda here: here.state["table"].get("undo_request"))
        await bruno.ask("answer_undo", agree=True)
        await carla.until(lambda here: here.state["table"]["undo_request"]["agreed"] == [1])
        await carla.ask("answer_undo", agree=False)
        await anna.until(lambda here: here.entries[-1]["kind"] == "declined_undo")
        assert anna.entries[-1]["seat"] == 2
        assert "undo_request" not in anna.state["table"]
        assert await refused(bruno, "answer_undo", agree=True) == "not_asked"
        await bruno.ask("ask_undo")
        await bruno.ask("answer_undo", agree=False)  # withdrawn
        assert await refused(carla, "answer_undo", agree=True) == "not_asked"


async def test_a_request_ends_with_the_next_decision_of_a_person_but_not_of_a_bot(served: Served) -> None:
    async with company(served, ("Anna", "Bruno"), ("random",)) as places:
        await play_until(places, 12)
        mover, other = to_act(places) if any(place.legal for place in places) else (places[0], places[1])
        await mover.until(lambda here: here.legal)
        await other.ask("ask_undo")
        await mover.until(lambda here: here.state["table"].get("undo_request"))
        await mover.move(mover.legal[0])
        await mover.until(lambda here: "undo_request" not in here.state["table"])
        assert await refused(mover, "answer_undo", agree=True) == "not_asked"


async def test_nothing_to_ask_for(served: Served) -> None:
    async with company(served) as (anna, bruno):
        assert await refused(anna, "answer_undo", agree=True) == "not_asked"
        assert await refused(anna, "ask_undo") == "rules"  # nothing decided yet
        await play_until([anna, bruno], 8)
        await bruno.ask("leave")
        await anna.until(lambda here: here.state["table"]["seats"][1].get("away"))
        assert await refused(anna, "ask_undo") == "nobody"
    async with company(served, rated=True) as places:
        await play_until(places, 6)
        assert await refused(places[0], "ask_undo") == "rated"


# Nudging --------------------------------------------------------------------------------------------------
async def test_a_player_who_owes_a_decision_is_nudged_at_most_once_a_minute(served: Served) -> None:
    async with company(served, ("Anna", "Bruno", "Carla")) as places:
        slow = next(place for place in places if place.legal)
        others = [place for place in places if place is not slow]
        await others[0].ask("nudge", seat=slow.seat)
        await slow.until(lambda here: here.entries[-1]["kind"] == "nudged")
        assert (slow.entries[-1]["seat"], slow.entries[-1]["name"]) == (slow.seat, others[0].guest.name)
        assert await refused(others[1], "nudge", seat=slow.seat) == "nudged"
        assert await refused(others[0], "nudge", seat=others[1].seat) == "not_owing"
        assert await refused(slow, "nudge", seat=slow.seat) == "not_owing"
        async with Guest(served.url, "Dora") as dora:
            watching = await dora.at(slow.table)
            assert await refused(watching, "nudge", seat=slow.seat) == "not_seated"
            await watching.close()


# Seats during the game ------------------------------------------------------------------------------------
async def test_a_bots_seat_is_handed_to_a_newcomer(served: Served) -> None:
    async with company(served, ("Anna",), ("random",), game="solomon") as (anna,), Guest(served.url, "Bruno") as guest:
        bruno = await guest.at(anna.table)
        assert await refused(bruno, "sit") == "not_waiting"
        assert await refused(bruno, "clear", seat=1) == "not_host"
        await anna.ask("clear", seat=1)
        await bruno.until(lambda here: here.state["table"]["seats"][1].get("offered"))
        assert bruno.state["table"]["seats"][1]["kind"] == "bot"
        await anna.play_on(random.Random(1), lambda here: here.version > 8)  # the bot plays on
        await bruno.ask("sit", seat=1)
        await bruno.until(lambda here: here.seat == 1)
        await anna.until(lambda here: here.state["table"]["seats"][1]["kind"] == "human")
        assert anna.state["table"]["seats"][1]["name"] == "Bruno"
        assert "offered" not in anna.state["table"]["seats"][1]
        again = await guest.at(anna.table)  # what the newcomer was sent is what any new connection of theirs gets
        await again.until(lambda here: here.version >= bruno.version)
        await bruno.until(lambda here: here.entries == again.entries)
        await again.close()
        await asyncio.gather(
            *(place.play_on(random.Random(2), lambda here: here.version > 40 or here.over) for place in (anna, bruno))
        )
        await bruno.close()


async def test_an_offer_is_withdrawn_and_a_level_changed(served: Served) -> None:
    async with company(served, ("Anna",), ("random",)) as (anna,), Guest(served.url, "Bruno") as guest:
        bruno = await guest.at(anna.table)
        await anna.ask("clear", seat=1)
        await anna.ask("bot", seat=1, bot="greedy")
        await anna.until(lambda here: here.state["table"]["seats"][1]["bot"] == "greedy")
        assert "offered" not in anna.state["table"]["seats"][1]
        assert await refused(bruno, "sit") == "not_waiting"
        assert await refused(anna, "clear", seat=0) == "taken"
        await bruno.close()


async def test_a_bot_plays_for_a_player_who_is_not_connected_until_they_return(served: Served) -> None:
    async with company(served) as (anna, bruno):
        assert await refused(anna, "bot", seat=1, bot="random") == "present"
        assert await refused(bruno, "bot", seat=0, bot="random") == "not_host"
        await bruno.close()
        await anna.until(lambda here: here.presence["seats"] == [0])
        await anna.ask("bot", seat=1, bot="random")
        await anna.until(lambda here: here.state["table"]["seats"][1].get("away"))
        assert anna.state["table"]["seats"][1]["bot"] == "random"
        assert [entry["name"] for entry in anna.entries if entry["kind"] == "substituted"] == ["random"]
        await anna.play_on(random.Random(3), lambda here: here.version > 8)
        await bruno.again()
        await bruno.ask("return")
        await bruno.until(lambda here: "away" not in here.state["table"]["seats"][1])


async def test_seats_of_a_rated_game_stay_as_they_are(served: Served) -> None:
    async with company(served, ("Anna",), ("random",), rated=True) as (anna,):
        assert await refused(anna, "clear", seat=1) == "rated"
        assert await refused(anna, "bot", seat=1, bot="greedy") == "rated"


async def test_everybody_keeps_their_colour_in_a_rematch(served: Served) -> None:
    async with company(served, ("Anna", "Bruno", "Carla")) as places:
        await places[1].ask("resign")
        await places[2].ask("resign")
        marks = {0: "Anna", 1: "Bruno", 2: "Carla"}
        for _ in range(2):
            for place in places:
                await place.until(lambda here: here.over)
                await place.ask("rematch")
            await places[0].until(lambda here: here.state["table"].get("next"))
            following = [await place.guest.at(places[0].state["table"]["next"]) for place in places]
            for place in places:
                await place.close()
            places[:] = following
            for place in places:
                await place.until(lambda here: here.state)
            seats = places[0].state["table"]["seats"]
            assert {seat["mark"]: seat["name"] for seat in seats} == marks
            assert [seat["name"] for seat in seats] != list(marks.values())
            for place in places[1:]:
                await place.ask("resign")
