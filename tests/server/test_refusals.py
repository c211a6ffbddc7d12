"""Refusals: a code, and a sentence in the client's language."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.server.clients import Guest
from tests.server.services import Served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("query", "accepted", "words"),
    [
        ("?lang=de", "en", "ist der Server nicht erreichbar"),
        ("", "it, de;q=0.5", "ist der Server nicht erreichbar"),
        ("?lang=en", "de", "does not go by that name"),
        ("?" + "&".join(["a=1"] * 30), "de", "ist der Server nicht erreichbar"),
    ],
)
def test_the_middleware_answers_in_the_clients_language(served: Served, query: str, accepted: str, words: str) -> None:
    headers = {"accept-language": accepted, "host": "evil.example"}
    answer = httpx.get(f"{served.url}/api/games{query}", headers=headers)
    assert answer.status_code == 421
    assert words in answer.json()["sentence"]
    assert httpx.get(f"{served.url}/api/games{query}").status_code == 200


@pytest.mark.parametrize(
    ("change", "code", "german"),
    [
        ({"game": "chess"}, "unknown_game", "Das Spiel „chess“ gibt es hier nicht. Verfügbar sind: ali-baba, "),
        ({"players": 9}, "bad_players", "ali-baba ist für 2 bis 4 Personen."),
        ({"options": {"x": "y"}}, "bad_option", "Diese Option oder diesen Wert gibt es nicht. ali-baba hat: variant ("),
        ({"options": {"variant": True}}, "bad_option", "Diese Option oder diesen Wert gibt es nicht."),
        ({"players": 3, "options": {"variant": "small"}}, "options_clash", "Diese Optionen passen nicht zusammen."),
        ({"bots": ["hal"]}, "unknown_bot", "Den Bot „hal“ gibt es hier nicht. Verfügbar sind: gentle, "),
        (
            {"rated": 5},
            "malformed",
            "Der Server hat diese Anfrage nicht verstanden. Die genaue Meldung",
        ),
    ],
)
async def test_bad_terms_are_refused_in_the_clients_language(
    served: Served, change: dict, code: str, german: str
) -> None:
    async with Guest(served.url, "Anna", "de") as anna:
        bots = change.get("bots", [])
        terms = {"game": "ali-baba", "players": 2, **{name: change[name] for name in change if name != "bots"}}
        answer = await anna.http.post("/api/tables", json={"terms": terms, "bots": bots})
        assert answer.json()["code"] == code
        assert answer.json()["sentence"].startswith(german)
        if code == "unknown_bot":
            place = await anna.at(await anna.open(2))
            await place.socket.send('{"t": "bot", "ref": 5, "seat": 1, "bot": "hal"}')
            await place.until(lambda place: place.unasked)
            assert (place.unasked[0]["ref"], place.unasked[0]["code"]) == (5, code)
            assert place.unasked[0]["sentence"].startswith(german)
            await place.close()


@pytest.mark.parametrize(
    "message",
    [
        {"t": "move", "version": 1},
        {"t": "move", "move": "x"},
        {"t": "undo"},
        {"t": "outcome", "version": 1},
        {"t": "outcome", "move": "x"},
        {"t": "bot", "seat": 1},
        {"t": "bot", "bot": "random"},
        {"t": "clear"},
        {"t": "say"},
    ],
    ids=str,
)
async def test_missing_fields_are_malformed(served: Served, message: dict) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await anna.at(await anna.open(2))
        await place.socket.send(json.dumps(message))
        await place.until(lambda place: place.unasked)
        assert place.unasked[0]["code"] == "malformed"
        assert "missing required field" in place.unasked[0]["sentence"]
        await place.close()
