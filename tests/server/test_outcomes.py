"""What legal moves would bring, over a real socket: for readers who want it, and when asked for."""

from __future__ import annotations

import random

import pytest

from schatzkammer.server.broadcast import MANY
from tests.server.clients import Guest, Place, Refused, couple
from tests.server.services import Served

pytestmark = pytest.mark.anyio


async def _started(first: Place, second: Place) -> tuple[Place, Place]:
    """Starts the game; returns the place of the player to act and the other one."""
    await first.ask("start")
    for place in (first, second):
        await place.until(lambda place: place.state and place.state["view"])
    return (first, second) if first.legal else (second, first)


async def test_readers_who_want_outcomes_get_them_with_every_choice(served: Served) -> None:
    async with couple(served.url) as (first, second):
        await first.close()
        await first.connect(outcomes=True)
        acting, other = await _started(first, second)
        assert acting is first
        assert other.state["legal"] is None
        rng, seen = random.Random(1), 0
        for _ in range(30):
            player = first if 0 in first.state["view"]["to_act"] else second
            legal = player.state["legal"]
            if player is first:
                assert set(legal["outcomes"]) == set(player.legal)
                taken = {move: legal["outcomes"][move]["takes"] for move in player.legal if move.startswith("take ")}
                board = player.state["view"]["board"]
                assert taken == {move: [board[move.removeprefix("take ")]] for move in taken}
                seen += len(taken)
            else:
                assert "outcomes" not in legal, "this reader did not ask for them"
            version = player.version
            await player.move(rng.choice(player.legal))
            for place in (first, second):
                await place.until(lambda place, version=version: place.version > version)
        assert seen > 20


async def test_outcomes_of_verbs_with_many_moves_are_left_out_and_asked_for(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await anna.at(await anna.open(2, bots=["gentle"], game="solomon"), outcomes=True)
        await place.ask("start")
        rng, asked = random.Random(2), 0
        while not asked and not place.over:
            # Where everybody chooses at the same time, the bot goes first: then nothing changes while Anna asks.
            await place.until(lambda place: place.over or place.state["view"]["to_act"] == [place.seat])
            if place.over:
                break
            verbs = [move.split(" ")[0] for move in place.legal]
            many = [move for move in place.legal if verbs.count(move.split(" ")[0]) > MANY]
            outcomes = place.state["legal"]["outcomes"]
            assert set(outcomes) == set(place.legal) - set(many)
            for move in [*many[:3], *list(outcomes)[:2]]:
                answer = await place.ask("outcome", version=place.version, move=move)
                assert {**answer, "ref": 0} == {
                    "t": "outcome",
                    "ref": 0,
                    "version": place.version,
                    "move": move,
                    "outcome": outcomes.get(move, answer["outcome"]),
                }
                asked += move in many
            version = place.version
            await place.move(rng.choice(place.legal))
            await place.until(lambda place, version=version: place.version > version)
        assert asked, "some verb had many moves"
        await place.close()


async def test_an_outcome_is_refused_wherever_the_move_would_be(served: Served) -> None:
    async with couple(served.url) as (first, second), Guest(served.url, "Carla") as carla:
        watching = await carla.at(first.table)
        await watching.until(lambda place: place.state)
        assert await _refusal(first, "take 4a1", 0) == ("not_playing", None)
        acting, other = await _started(first, second)
        version, move = acting.version, acting.legal[0]
        assert await _refusal(watching, move, version) == ("not_seated", None)
        assert await _refusal(other, move, version) == ("rules", "A5")
        assert await _refusal(other, move, version, seat=acting.seat) == ("not_yours", None)
        assert await _refusal(acting, "take 1a1", version) == ("rules", "A10")
        assert (await _refusal(acting, "nonsense", version))[0] == "rules"
        assert await _refusal(acting, move, version - 1) == ("stale", None)
        assert await _refusal(acting, move, version + 9) == ("stale", None)
        answer = await acting.ask("outcome", version=version, move=move)
        assert answer["outcome"]["takes"]
        assert acting.version == version, "asking changes nothing"
        await acting.move(move, version)
        await acting.until(lambda place: place.version > version)
        assert (await _refusal(acting, move, version))[0] == "stale"
        await watching.close()


async def _refusal(place: Place, move: str, version: int, **fields: object) -> tuple[str, str | None]:
    with pytest.raises(Refused) as refused:
        await place.ask("outcome", version=version, move=move, **fields)
    return refused.value.code, refused.value.rule


async def test_asking_is_limited_like_other_messages(guarded: Served) -> None:
    async with couple(guarded.url) as (first, second):
        acting, _ = await _started(first, second)
        message = f'{{"t": "outcome", "version": {acting.version}, "move": "{acting.legal[0]}"}}'
        for _ in range(200):
            await acting.socket.send(message)
        assert await acting.closed() == 1008
        assert "too_fast" in {refusal["code"] for refusal in acting.unasked}


async def test_a_forecast_is_sent_with_outcomes_only(served: Served) -> None:
    async with couple(served.url, game="monte-cristo") as (first, second):
        await first.close()
        await first.connect(outcomes=True)
        await _started(first, second)
        assert len(first.state["view"]["forecast"]) == 2
        assert "forecast" not in second.state["view"]
