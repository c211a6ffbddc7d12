"""What a client shows beside the board: shared screens, whose turn it is, whether undo is possible, finished games."""

from __future__ import annotations

import random

import msgspec
import pytest

import schatzkammer as sk
from schatzkammer.bots import BOTS
from schatzkammer.games import find
from tests.server.clients import Guest, Place, Refused, couple
from tests.server.services import Served

pytestmark = pytest.mark.anyio


async def _shared(anna: Guest, players: int = 3, **terms: object) -> Place:
    """Anna, Ben and Carl at one screen, perhaps with others elsewhere."""
    place = await anna.at(await anna.open(players, local=["Ben", "Carl"], hot_seat=True, **terms))
    await place.until(lambda place: place.state)
    return place


async def _look(place: Place, seat: int | None, **fields: object) -> None:
    """Asks for a view, and has it."""
    before = len(place.raw)
    await place.ask("look", seat=seat, **fields)
    await place.until(lambda place: any('"view"' in raw for raw in place.raw[before:]) and place.seat == seat)


async def test_several_people_at_one_screen_play_a_whole_game(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await _shared(anna)
        assert [seat["name"] for seat in place.state["table"]["seats"]] == ["Anna", "Ben", "Carl"]
        await place.ask("start")
        rng = random.Random(3)
        while not place.over:
            seat = place.state["view"]["to_act"][0]
            await _look(place, seat)
            assert place.state["seats"] == [0, 1, 2]
            assert place.state["view"]["seat"] == seat
            version = place.version
            await place.ask("move", seat=seat, version=version, move=rng.choice(place.legal))
            await place.until(lambda place, version=version: place.version > version)
        assert place.state["table"]["result"]["scores"]
        assert place.presence["seats"] == [0, 1, 2]
        await place.ask("rematch")
        await place.until(lambda place: place.state["table"].get("next"))
        page = (await anna.http.get(f"/api/tables/{place.state['table']['next']}")).json()
        assert [seat["name"] for seat in page["table"]["seats"]] == ["Ben", "Carl", "Anna"]
        assert page["seats"] == [0, 1, 2]
        await place.close()


async def test_only_the_seat_asked_for_is_shown(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Dora") as dora:
        place = await _shared(anna, 4, game="solomon")
        other = await dora.at(place.table)
        await other.ask("sit")
        await place.ask("start")
        await place.until(lambda place: place.state["table"]["status"] == "playing")
        assert place.seat is None
        assert place.state["legal"] is None
        assert place.state["undo"] is None
        public = place.state["view"]
        await _look(place, 1)
        assert place.state["view"] != public
        await other.until(lambda place: place.version == 2)
        assert other.seat == 3
        # Whatever arrives now is for seat 1 alone, until another is asked for.
        await place.ask("say", text="whose turn is it?")
        await _look(place, None)
        assert place.state["view"] == public
        await _look(place, 2, since=0)
        assert [entry["kind"] for entry in place.entries] == ["sat", "started"]
        for seat in (3, 4):
            with pytest.raises(Refused) as refused:
                await place.ask("look", seat=seat)
            assert refused.value.code == "not_yours"
        with pytest.raises(Refused) as refused:
            await other.ask("look", seat=1)
        assert refused.value.code == "not_yours"
        await place.close()
        again = Place(anna, place.table, served.url)
        await again.connect(look=1)
        await again.until(lambda place: place.state)
        assert again.seat == 1
        for one in (again, other):
            await one.close()


async def test_commands_of_people_with_several_seats_name_one(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Dora") as dora:
        place = await _shared(anna, 4)
        other = await dora.at(place.table)
        await other.ask("sit", name="Dodo")
        with pytest.raises(Refused, match="no free seat"):
            await place.ask("sit", name="Emil")
        await place.ask("leave", seat=2)
        await place.ask("sit", name="Emil")
        await place.ask("leave", seat=0)
        await place.until(lambda place: place.state["seats"] == [1, 2])
        assert place.state["table"]["host"] == 1
        await place.ask("sit", seat=0)
        await place.ask("start")
        await place.until(lambda place: place.state["table"]["status"] == "playing")
        assert [seat["name"] for seat in place.state["table"]["seats"]] == ["Anna", "Ben", "Emil", "Dodo"]
        await other.until(lambda place: place.version == 6)
        for kind in ("move", "undo", "leave", "return", "resign"):
            fields: dict = {"version": place.version} if kind in ("move", "undo") else {}
            fields |= {"move": "x"} if kind == "move" else {}
            with pytest.raises(Refused) as refused:
                await place.ask(kind, **fields)
            assert refused.value.code == "which_seat"
            with pytest.raises(Refused) as refused:
                await other.ask(kind, seat=0, **fields)
            assert refused.value.code == "not_yours"
        await place.ask("leave", seat=1)
        await place.until(lambda place: place.state["table"]["seats"][1].get("away"))
        assert not place.state["table"]["seats"][0].get("away")
        for one in (place, other):
            await one.close()


async def test_shared_screens_only_where_the_terms_say_so_and_never_rated(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        for terms, code in (({}, "not_shared"), ({"hot_seat": True, "rated": True}, "shared_rated")):
            body = {"terms": {"game": "ali-baba", "players": 3, **terms}, "local": ["Ben"]}
            answer = await anna.http.post("/api/tables", json=body)
            assert (answer.status_code, answer.json()["code"]) == (400, code)
        body = {"terms": {"game": "ali-baba", "players": 2, "hot_seat": True}, "local": ["Ben", "Carl"]}
        assert (await anna.http.post("/api/tables", json=body)).json()["code"] == "no_seat"
        body["local"] = ["B"]
        assert (await anna.http.post("/api/tables", json=body)).json()["code"] == "bad_name"
        place = await anna.at(await anna.open(2))
        for fields, code in (({}, "seated"), ({"name": "Ben"}, "not_shared")):
            with pytest.raises(Refused) as refused:
                await place.ask("sit", **fields)
            assert refused.value.code == code
        await place.close()


async def test_lists_show_whose_turn_it_is(served: Served) -> None:
    async with couple(served.url) as (first, second):
        table, anna, bruno = first.table, first.guest, second.guest

        async def listed(guest: Guest, path: str = "/mine") -> dict:
            found = (await guest.http.get(f"/api/tables{path}")).json()
            return next(one for one in found if one["id"] == table)

        waiting = await listed(bruno)
        assert (waiting["mine"], waiting["owing"], waiting["turn"]) == ([1], [], False)
        await first.ask("start")
        moved = set()
        for _ in range(12):
            await first.until(lambda place: place.version == max(first.version, second.version))
            await second.until(lambda place: place.version == first.version)
            owing = first.state["view"]["to_act"]
            for guest, seat in ((anna, 0), (bruno, 1)):
                mine = await listed(guest)
                assert (mine["owing"], mine["turn"]) == (owing, seat in owing)
                assert (await listed(guest, ""))["turn"] == (seat in owing)
            moved |= set(owing)
            place = (first, second)[owing[0]]
            await place.move(place.legal[0])
        assert moved == {0, 1}


async def test_the_state_says_whether_undo_is_possible_and_why_not(served: Served) -> None:
    async with couple(served.url) as places:
        await places[0].ask("start")
        texts = (await places[0].guest.http.get("/api/games/ali-baba/text/de")).json()
        reasons, rng = set(), random.Random(5)
        while not places[0].over:
            latest = max(place.version for place in places)
            for place in places:
                await place.until(lambda place, latest=latest: place.version >= latest)
            for place in places:
                if place.over:
                    break
                undo = place.state["undo"]
                if not undo["possible"]:
                    assert texts[undo["reason"]]
                    reasons.add(undo["reason"])
                    with pytest.raises(Refused) as refused:
                        await place.ask("undo", version=place.version)
                    assert refused.value.rule == undo["rule"]
            if places[0].over:
                break
            seat = places[0].state["view"]["to_act"][0]
            seldom = rng.random() < 0.3 or "taken back" not in reasons  # but once for certain
            if seldom and places[seat].state["undo"]["possible"]:
                await places[seat].ask("undo", version=places[seat].version)
                reasons.add("taken back")
            else:
                await places[seat].move(rng.choice(places[seat].legal))
        assert {"refusal.undo.none", "refusal.undo.news", "taken back"} <= reasons


async def test_a_finished_game_with_views_and_scores_of_every_step(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await anna.at(await anna.open(3, ["random", "random"]))
        await place.ask("start")
        await place.play_on(random.Random(8))
        replay = (await anna.http.get(f"/api/tables/{place.table}/replay")).json()
        record = (await anna.http.get(f"/api/tables/{place.table}/record")).json()
        match = sk.new("ali-baba", players=3, seed=record["seed"])
        assert replay["start"] == match.view()
        assert len(replay["scores"]) == 3
        for step in replay["steps"]:
            match.play(step["seat"], step["move"])
            assert step["view"] == msgspec.json.decode(msgspec.json.encode(match.view()))
            assert len(step["scores"]) == 3
        assert replay["steps"][-1]["scores"] == record["scores"]
        assert [line["total"] for line in replay["steps"][-1]["view"]["sheet"]] == record["scores"]
        assert len({tuple(step["scores"]) for step in replay["steps"]}) > 5
        await place.close()


async def test_what_was_hidden_at_every_step_of_a_finished_game(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await anna.at(await anna.open(3, ["random", "random"]))
        path = f"/api/tables/{place.table}"
        for what in ("odds", "truth"):
            assert (await anna.http.get(f"{path}/{what}", params={"seat": 0})).json()["code"] == "not_over"
        await place.ask("start")
        for what in ("odds", "truth"):
            assert (await anna.http.get(f"{path}/{what}", params={"seat": 0})).json()["code"] == "not_over"
        await place.play_on(random.Random(8))
        record = (await anna.http.get(f"{path}/record")).json()
        assert (await anna.http.get(f"{path}/truth", params={"seat": 3})).json()["code"] == "no_seat"
        for seat in (None, 0, 2):
            asked = {} if seat is None else {"seat": seat}
            odds, truth = [(await anna.http.get(f"{path}/{what}", params=asked)).json() for what in ("odds", "truth")]
            assert len(odds["steps"]) == len(truth["steps"]) == len(record["moves"]) + 1
            match = sk.new("ali-baba", players=3, seed=record["seed"])
            for step, (mover, move) in enumerate([*record["moves"], [None, None]]):
                assert by_place(odds["steps"][step]) == rounded(match.odds(seat))
                told, board = by_place(truth["steps"][step]), match.position()["board"]
                assert told == rounded(match.truth(seat))
                slots = told.keys() & board.keys()
                assert {slot: told[slot] for slot in slots} == {slot: [[board[slot], 1.0]] for slot in slots}
                assert slots == {slot for slot, tile in match.view(seat)["board"].items() if tile is None} or match.over
                if mover is not None:
                    match.play(mover, move)
            assert match.over
            assert odds["steps"][-1] == truth["steps"][-1] == []
        await place.close()


def by_place(groups: list[dict]) -> dict[str, list]:
    return {place: group["chances"] for group in groups for place in group["places"]}


def rounded(odds: dict) -> dict[str, list]:
    return {place: [[thing, round(chance, 6)] for thing, chance in chances] for place, chances in odds.items()}


async def test_games_with_options_and_bots_to_choose_from(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        games = (await anna.http.get("/api/games")).json()
        assert [game["id"] for game in games] == list(sk.games())
        for game in games:
            chosen = {option["name"]: option["default"] for option in game["options"]}
            assert chosen == sk.new(game["id"], players=game["most"]).options
            assert all(option["default"] in option["values"] for option in game["options"])
        bots = (await anna.http.get("/api/bots", params={"lang": "de"})).json()
        assert [bot["id"] for bot in bots] == list(BOTS)
        assert [bot["name"] for bot in bots if bot["level"]][-1] == "Meister"


async def test_the_components_of_a_game(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        for game in sk.games():
            assert (await anna.http.get(f"/api/games/{game}/components")).json() == find(game).components()
        unknown = await anna.http.get("/api/games/chess/components")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_game")
