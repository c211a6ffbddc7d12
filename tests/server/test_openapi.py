"""The OpenAPI description is complete: it lists every response of the REST interface."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from schatzkammer.server.app import describe_api
from tests.server.clients import Guest
from tests.server.in_process import in_process
from tests.server.notices.receivers import Browser, WebServer
from tests.server.services import Served

pytestmark = pytest.mark.anyio

Ask = Callable[..., Awaitable[httpx.Response]]

CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
PARAMETERS = (  # of paths
    *("game", "table", "evening", "number", "lang", "bot", "session", "who"),
    *("day", "span", "person", "channel", "group"),
)
PROBLEM = {"$ref": "#/components/schemas/Problem"}


@pytest.fixture(scope="module")
def described(served: Served) -> dict:
    return httpx.get(f"{served.url}/api/schema/openapi.json").json()


def operations(described: dict) -> list[tuple[str, str, dict]]:
    return [(method, path, one) for path, item in described["paths"].items() for method, one in item.items()]


def test_the_documentation_shows_the_same_description(described: dict) -> None:
    assert describe_api() == described


def test_every_operation_lists_its_problems(described: dict) -> None:
    assert set(described["components"]["schemas"]["Problem"]["properties"]) == {"code", "sentence", "rule"}
    for method, path, operation in operations(described):
        answers = operation["responses"]
        statuses = {int(status) for status in answers}
        for status, answer in answers.items():
            if int(status) >= 400 and (path, status) != ("/healthz", "503"):
                assert answer["content"]["application/json"]["schema"] == PROBLEM, (method, path, status)
                assert answer["description"]
        assert statuses >= {421, 429, 500}, (method, path)
        assert ("requestBody" in operation) <= (statuses >= {400, 413}), (method, path)
        assert ("{" in path) <= (404 in statuses), (method, path)
        assert ("{table}" in path) <= (statuses >= {403, 404, 409}), (method, path)
        assert (method != "get") <= (statuses >= {401, 403, 503}), (method, path)
        assert [one for one in operation["parameters"] if (one["name"], one["in"]) == ("lang", "query")], path


def test_every_operation_lists_its_authorization(described: dict) -> None:
    schemes = described["components"]["securitySchemes"]
    assert schemes["cookie"] | {"description": ""} == {
        "type": "apiKey",
        "in": "cookie",
        "name": "schatzkammer",
        "description": "",
    }
    assert (schemes["csrf"]["in"], schemes["csrf"]["name"]) == ("header", "X-CSRF-Token")
    assert (schemes["bearer"]["type"], schemes["bearer"]["scheme"]) == ("http", "bearer")
    for method, path, operation in operations(described):
        if "401" in operation["responses"]:
            under_cookie = {"cookie": []} if method == "get" else {"cookie": [], "csrf": []}
            schemes = [one for one in operation["security"] if one]
            assert schemes == [under_cookie, {"bearer": []}], (method, path)
    assert {} not in described["paths"]["/api/tables/mine"]["get"]["security"]


class Checker:
    """Sends requests and compares every response with the description."""

    def __init__(self, described: dict, url: str) -> None:
        self.schema = schemathesis.openapi.from_dict(described)
        self.schema.config.update(base_url=url)
        self.checked: set[tuple[str, str]] = set()

    async def ask(self, guest: Guest, method: str, path: str, status: int, **options: object) -> httpx.Response:
        names = {name: str(options.pop(name)) for name in PARAMETERS if name in options}
        answer = await guest.http.request(method, path.format(**names), **options)
        assert answer.status_code == status, (method, path, answer.text)
        self.check(answer, method, path, names)
        return answer

    def check(self, answer: httpx.Response, method: str, path: str, names: dict[str, str]) -> None:
        case = self.schema[path][method].Case(path_parameters=names)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400 and path != "/healthz":
            assert {"code", "sentence"} <= set(answer.json()) <= {"code", "sentence", "rule"}
        self.checked.add((method.lower(), path))


AFTER_A_GAME = [
    f"/api/tables/{{table}}/{what}" for what in ("record", "replay", "odds", "truth", "review", "page", "choices")
]


async def ask_notices(ask: Callable[..., Any], anna: Guest, table: str) -> None:
    browser = Browser(WebServer(), "anna").subscription
    await ask(anna, "GET", "/api/notices", 200)
    await ask(anna, "PUT", "/api/notices", 200, json={"lang": "en", "every": 60})
    await ask(anna, "PUT", "/api/notices", 400, json={"every": -1})
    await ask(anna, "POST", "/api/notices/push", 400, json=browser)
    public = {**browser, "endpoint": "https://push.example.org/1"}
    channel = (await ask(anna, "POST", "/api/notices/push", 200, json=public)).json()["id"]
    await ask(anna, "POST", "/api/notices/mail", 404, json={"address": "anna@example.org"})  # without --public-url
    await ask(anna, "POST", "/api/notices/chat", 404, json={"address": "https://example.org/hook"})
    await ask(anna, "POST", "/api/notices/channels/{channel}/code", 401, channel=channel, json={"code": "1"})
    await ask(anna, "POST", "/api/notices/channels/{channel}/test", 404, channel="nosuch")
    await ask(anna, "DELETE", "/api/notices/channels/{channel}", 204, channel=channel)
    await ask(anna, "DELETE", "/api/notices/channels/{channel}", 404, channel=channel)
    await ask(anna, "GET", "/api/tables/{table}/notices", 200, table=table)
    await ask(anna, "PUT", "/api/tables/{table}/notices", 200, table=table, json={"muted": True})


async def check_evenings(checker: Checker, nobody: Guest, anna: Guest, bruno: Guest) -> None:
    """Two people set up an evening, start it and leave."""
    ask, one = checker.ask, "/api/evenings/{evening}"
    plan = {"name": "Friday", "kind": "duplicate", "terms": {"game": "ali-baba", "players": 2}, "bot": "random"}
    await ask(nobody, "GET", "/api/evenings", 401)
    await ask(anna, "POST", "/api/evenings", 400, json={**plan, "name": " "})
    await ask(anna, "POST", "/api/evenings", 404, json={**plan, "terms": {"game": "chess", "players": 2}})
    opened = (await ask(anna, "POST", "/api/evenings", 201, json=plan)).json()
    named = {"evening": opened["id"]}
    await ask(nobody, "GET", one, 403, **named)
    await ask(nobody, "GET", one, 404, evening="none")
    await ask(nobody, "GET", one, 200, **named, params={"invite": opened["invite"]})
    await ask(bruno, "POST", one + "/join", 403, **named, json={"invite": "wrong"})
    await ask(bruno, "POST", one + "/join", 200, **named, json={"invite": opened["invite"]})
    await ask(bruno, "POST", one + "/steps", 403, **named, json={"step": "start"})
    await ask(anna, "POST", one + "/steps", 400, **named, json={"step": "dance"})
    await ask(anna, "POST", one + "/steps", 200, **named, json={"step": "start"})
    await ask(anna, "POST", one + "/steps", 409, **named, json={"step": "next"})
    await ask(bruno, "DELETE", one + "/people/{number}", 403, **named, number=0)
    await ask(bruno, "DELETE", one + "/people/{number}", 200, **named, number=1)
    await ask(bruno, "DELETE", one + "/people/{number}", 409, **named, number=1)
    await ask(anna, "GET", "/api/evenings", 200)


async def test_every_response_is_described(served: Served, described: dict) -> None:
    checker = Checker(described, served.url)
    ask = checker.ask
    nobody, anna, bruno, stranger = (Guest(served.url, name) for name in ("Nobody", "Anna", "Bruno", "Stranger"))
    await ask(nobody, "GET", "/healthz", 200)
    await ask(nobody, "GET", "/healthz", 421, headers={"host": "evil.example"})
    await ask(nobody, "GET", "/api/games", 200)
    await ask(nobody, "GET", "/api/games", 401, headers={"authorization": "Bearer sk_x"})
    await ask(nobody, "GET", "/api/bots", 200)
    for game in ("ali-baba", "monte-cristo", "solomon"):
        await ask(nobody, "GET", "/api/games/{game}/components", 200, game=game)
        await ask(nobody, "GET", "/api/games/{game}/text/{lang}", 200, game=game, lang="de")
    for path in ("/api/games/{game}/components", "/api/games/{game}/text/{lang}"):
        missing = await ask(nobody, "GET", path, 404, game="chess", lang="en")
        assert missing.json()["code"] == "unknown_game"
    await ask(nobody, "GET", "/api/games/{game}/text/{lang}", 400, game="solomon", lang="xx")

    await ask(nobody, "GET", "/api/me", 200)
    await ask(nobody, "PATCH", "/api/me", 401, json={"name": "Nobody"})
    await ask(nobody, "GET", "/api/tables/mine", 401)
    await ask(nobody, "GET", "/api/profile", 401)
    await ask(nobody, "POST", "/api/me", 400, json={"name": "x"})
    await ask(nobody, "POST", "/api/me", 403, json={"name": "Nobody"}, headers={"origin": "https://evil.example"})
    for guest in (anna, bruno):
        me = await ask(guest, "POST", "/api/me", 200, json={"name": guest.name})
        await ask(guest, "PATCH", "/api/me", 403, json={"name": guest.name})
        guest.http.headers["x-csrf-token"] = me.json()["csrf"]
    await ask(anna, "PATCH", "/api/me", 200, json={"name": "Anne"})
    await ask(anna, "POST", "/api/tokens", 403, json={"name": "Robot"})
    account = {"name": "Anna Described", "password": "correct horse"}
    await ask(anna, "POST", "/api/account", 400, json={**account, "password": "short"})
    made = await ask(anna, "POST", "/api/account", 200, json=account)
    anna.http.headers["x-csrf-token"] = made.json()["csrf"]
    await ask(anna, "POST", "/api/account", 409, json=account)
    await ask(anna, "PATCH", "/api/me", 409, json={"name": "Anne"})
    await ask(bruno, "POST", "/api/account", 409, json=account)
    await ask(nobody, "POST", "/api/me", 409, json={"name": account["name"]})
    await check_evenings(checker, nobody, anna, bruno)
    robot = (await ask(anna, "POST", "/api/tokens", 201, json={"name": "Robot"})).json()
    await ask(nobody, "GET", "/api/tokens", 401)
    await ask(anna, "GET", "/api/tokens", 200)
    await ask(bruno, "DELETE", "/api/tokens/{bot}", 404, bot=robot["id"])
    await ask(anna, "DELETE", "/api/tokens/{bot}", 204, bot=robot["id"])
    await ask(bruno, "GET", "/api/account", 403)
    await ask(anna, "GET", "/api/account", 200)
    await ask(anna, "PUT", "/api/account/password", 401, json={"old": "wrong horse", "new": account["password"]})
    await ask(anna, "PUT", "/api/account/password", 400, json={"old": account["password"], "new": "short"})
    again = {"old": account["password"], "new": account["password"]}
    await ask(anna, "PUT", "/api/account/password", 204, json=again)
    await ask(bruno, "PUT", "/api/account/password", 403, json=again)
    await ask(anna, "POST", "/api/account/codes", 401, json={"password": "wrong horse"})
    confirmation = {"password": account["password"]}
    codes = (await ask(anna, "POST", "/api/account/codes", 200, json=confirmation)).json()["codes"]
    await ask(nobody, "POST", "/api/account/recovery", 401, json={**account, "code": "none"})
    recovered = await ask(anna, "POST", "/api/account/recovery", 200, json={**account, "code": codes[0]})
    anna.http.headers["x-csrf-token"] = recovered.json()["csrf"]
    await ask(nobody, "GET", "/api/sessions", 401)
    (session,) = (await ask(anna, "GET", "/api/sessions", 200)).json()
    await ask(bruno, "DELETE", "/api/sessions/{session}", 404, session=session["id"])
    await ask(anna, "DELETE", "/api/sessions", 204)
    await ask(anna, "DELETE", "/api/sessions/{session}", 204, session=session["id"])
    signed_in = await ask(anna, "POST", "/api/session", 200, json=account)
    anna.http.headers["x-csrf-token"] = signed_in.json()["csrf"]
    await ask(nobody, "POST", "/api/session", 401, json={**account, "password": "wrong horse"})
    await ask(nobody, "POST", "/api/session", 200, json=account)
    await ask(nobody, "DELETE", "/api/session", 403)

    body = {"terms": {"game": "ali-baba", "players": 2, "private": True}, "bots": ["random"]}
    await ask(anna, "POST", "/api/tables", 413, content=b" " * 20_000, headers={"content-type": "application/json"})
    await ask(anna, "POST", "/api/tables", 404, json={"terms": {"game": "chess", "players": 2}})
    table = (await ask(anna, "POST", "/api/tables", 201, json=body)).json()
    await ask(anna, "GET", "/api/tables", 200)
    await ask(anna, "GET", "/api/tables/mine", 200)
    await ask(nobody, "GET", "/api/ratings/{game}", 200, game="ali-baba")
    await ask(nobody, "GET", "/api/ratings/{game}", 404, game="chess")
    profile = (await ask(anna, "GET", "/api/profile", 200)).json()
    await ask(bruno, "GET", "/api/people/{person}", 404, person=profile["id"])
    await ask(anna, "PUT", "/api/profile", 204, json={"seen_by": "all"})
    await ask(anna, "PUT", "/api/profile", 400, json={"seen_by": "some"})
    await ask(bruno, "GET", "/api/people/{person}", 200, person=profile["id"])
    await ask(anna, "GET", "/api/tables/{table}/ratings", 200, table=table["id"])
    await _groups(ask, stranger, anna, bruno)
    await _reports(ask, stranger, anna, bruno, table["id"])
    for path in ("/api/tables/{table}", "/api/tables/{table}/ratings", *AFTER_A_GAME):
        await ask(bruno, "GET", path, 403, table=table["id"])
        await ask(bruno, "GET", path, 404, table="nosuch")
    await ask(bruno, "POST", "/api/tables/{table}/join", 403, table=table["id"], json={"invite": "wrong"})
    right = {"invite": table["invite"]}
    await ask(bruno, "POST", "/api/tables/{table}/join", 404, table="nosuch", json=right)
    await ask(bruno, "POST", "/api/tables/{table}/join", 200, table=table["id"], json=right)
    await ask(anna, "GET", "/api/tables/{table}", 200, table=table["id"])
    await ask(bruno, "GET", "/api/tables/{table}/people", 403, table=table["id"])
    (person,) = (await ask(anna, "GET", "/api/tables/{table}/people", 200, table=table["id"])).json()
    at = {"table": table["id"], "who": person["who"]}
    await ask(anna, "PATCH", "/api/tables/{table}/people/{who}", 404, table=table["id"], who="nobody", json={})
    await ask(anna, "PATCH", "/api/tables/{table}/people/{who}", 400, **at, json={"muted": "loud"})
    await ask(anna, "PATCH", "/api/tables/{table}/people/{who}", 200, **at, json={"muted": True})
    await ask(anna, "DELETE", "/api/tables/{table}/people/{who}", 204, **at)
    await ask(anna, "POST", "/api/tables/{table}/invite", 200, table=table["id"])
    await ask_notices(ask, anna, table["id"])
    await ask(anna, "GET", "/api/tables/{table}/record", 200, table=table["id"])
    await ask(anna, "GET", "/api/tables/{table}/replay", 409, table=table["id"])
    await ask(anna, "GET", "/api/tables/{table}/review", 200, table=table["id"])
    await ask(anna, "GET", "/api/tables/{table}/choices", 409, table=table["id"])
    await ask(anna, "POST", "/api/tables/{table}/review", 409, table=table["id"])
    place = await anna.at(table["id"])
    await place.ask("start")
    await place.play_on(random.Random(1))
    await place.close()
    await ask(anna, "POST", "/api/tables/{table}/review", 200, table=table["id"])
    for path in ("/api/tables/{table}", *AFTER_A_GAME):
        await ask(anna, "GET", path, 200, table=table["id"])
    hidden = await ask(anna, "GET", "/api/tables/{table}/picture", 403, table=table["id"])
    assert hidden.json()["code"] == "invite"
    await ask(anna, "GET", "/api/tables/{table}/picture", 404, table="nosuch")
    record = (await ask(anna, "GET", "/api/tables/{table}/record", 200, table=table["id"])).json()
    await ask(nobody, "POST", "/api/records", 403, json=record)
    await ask(anna, "POST", "/api/records", 400, json=[])
    await ask(anna, "POST", "/api/records", 413, content=b" " * 200_000)
    upload = (await ask(anna, "POST", "/api/records", 201, json=record)).json()
    await ask(anna, "GET", "/api/records", 200)
    choice = {"moves": 1, "seat": 0, "bot": "random"}
    await ask(anna, "POST", "/api/tables/{table}/continuation", 201, table=upload["id"], json=choice)
    late = {**choice, "moves": len(record["moves"])}
    await ask(anna, "POST", "/api/tables/{table}/continuation", 409, table=upload["id"], json=late)
    await ask(anna, "DELETE", "/api/records/{table}", 204, table=upload["id"])
    public = await anna.open(2, ["random"])
    await ask(anna, "GET", "/api/tables/{table}/picture", 400, table=public)
    shown = await anna.at(public)
    await shown.ask("start")
    await ask(anna, "GET", "/api/tables/{table}/picture", 200, table=public)
    await shown.close()
    missing = await ask(anna, "GET", "/api/tables/{table}/replay", 400, table=table["id"], params={"seat": 5})
    assert missing.json()["code"] == "no_seat"
    await ask(anna, "GET", "/api/me/data", 200)
    day = (await ask(anna, "GET", "/api/hunts", 200)).json()["day"]
    for status, other in ((200, day), (404, "2020-01-01"), (400, "today")):
        await ask(anna, "GET", "/api/hunts/{day}/{game}", status, day=other, game="ali-baba")
        if status != 200:  # a hunt that is begun would keep this server's bots busy
            await ask(anna, "POST", "/api/hunts/{day}/{game}", status, day=other, game="ali-baba", json={})
    await ask(nobody, "POST", "/api/hunts/{day}/{game}", 403, day=day, game="ali-baba", json={})
    await ask(anna, "GET", "/api/hunts/totals/{span}", 200, span="week", params={"day": day, "game": "solomon"})
    await ask(anna, "GET", "/api/hunts/totals/{span}", 404, span="month", params={"day": "2031-02-30"})
    await ask(anna, "GET", "/api/hunts/totals/{span}", 400, span="year")
    await ask(anna, "POST", "/api/account/deletion", 401, json={"password": "wrong horse"})
    await ask(anna, "DELETE", "/api/session", 400, params={"everywhere": "perhaps"})
    await ask(anna, "DELETE", "/api/session", 204)
    signed_in = await ask(anna, "POST", "/api/session", 200, json=account)
    anna.http.headers["x-csrf-token"] = signed_in.json()["csrf"]
    await ask(anna, "POST", "/api/account/deletion", 204, json=confirmation)
    for guest in (nobody, anna, bruno, stranger):
        await guest.http.aclose()
    # A new operation must be added to this test.
    assert {(method, path) for method, path, _ in operations(described)} == checker.checked


async def _groups(ask: Ask, nobody: Guest, anna: Guest, bruno: Guest) -> None:
    """Founds a group, lets Bruno in and out, and dissolves it."""
    path = "/api/groups/{group}"
    await ask(nobody, "GET", "/api/groups", 401)
    await ask(anna, "POST", "/api/groups", 400, json={"name": "x"})
    made = (await ask(anna, "POST", "/api/groups", 201, json={"name": "Described"})).json()
    group, invite = {"group": made["id"]}, made["invite"]
    await ask(anna, "GET", "/api/groups", 200)
    for method, end, body in (("GET", "", None), ("GET", "/tables", None), ("GET", "/seasons", None)):
        await ask(bruno, method, path + end, 404, **group, json=body)
        await ask(anna, method, path + end, 200, **group, json=body)
    await ask(nobody, "GET", path + "/invitation", 404, **group)
    await ask(nobody, "GET", path + "/invitation", 200, **group, params={"invite": invite})
    await ask(bruno, "POST", path + "/join", 404, **group, json={"invite": "wrong"})
    joined = (await ask(bruno, "POST", path + "/join", 200, **group, json={"invite": invite})).json()
    (person,) = [one["person"] for one in joined["members"] if one.get("you")]
    await ask(bruno, "PATCH", path, 403, **group, json={"name": "Mine"})
    await ask(anna, "PATCH", path, 200, **group, json={"name": "Renamed"})
    await ask(anna, "POST", path + "/invite", 200, **group)
    await ask(anna, "POST", path + "/seasons", 400, **group, json={"start": 0, "until": 1})
    await ask(anna, "POST", path + "/seasons", 200, **group, json={"start": made["created"], "points": "sum"})
    await ask(bruno, "PUT", path + "/owner", 403, **group, json={"person": person})
    await ask(anna, "PUT", path + "/owner", 404, **group, json={"person": "nobody"})
    await ask(anna, "PUT", path + "/owner", 200, **group, json={"person": person})
    await ask(anna, "DELETE", path + "/members/{person}", 403, **group, person=person)
    await ask(bruno, "DELETE", path + "/members/{person}", 204, **group, person=person)
    await ask(bruno, "DELETE", path, 404, **group)
    await ask(anna, "DELETE", path, 204, **group)


async def _reports(ask: Ask, nobody: Guest, anna: Guest, bruno: Guest, table: str) -> None:
    """Mutes and reports a chat line."""
    path = "/api/tables/{table}/muted"
    place = await anna.at(table)
    await place.ask("say", text="hello")
    await place.until(lambda here: here.chat)
    (line,) = place.chat
    await ask(nobody, "GET", path, 401, table=table)
    await ask(anna, "GET", path, 200, table=table)
    for method in ("PUT", "DELETE"):
        await ask(bruno, method, path + "/{who}", 403, table=table, who=line["who"])
        await ask(anna, method, path + "/{who}", 404, table=table, who=line["who"])  # oneself
    await ask(anna, "POST", "/api/tables/{table}/reports", 204, table=table, json={"line": line["id"]})
    await ask(anna, "POST", "/api/tables/{table}/reports", 404, table=table, json={"line": line["id"] + 1})
    await ask(nobody, "POST", "/api/reports", 401, json={"text": "hello"})
    await ask(anna, "POST", "/api/reports", 204, json={"text": "hello"})
    await place.close()


async def test_too_fast_is_described(described: dict, tmp_path: Path) -> None:
    async with in_process(tmp_path, limits=True) as app:
        guest = await app.enter("Hasty")
        for _ in range(1000):
            answer = await guest.http.get("/api/me", params={"lang": "de"}, headers={"accept-language": "en"})
            if answer.status_code == 429:
                break
        assert answer.status_code == 429
        Checker(described, str(guest.http.base_url)).check(answer, "GET", "/api/me", {})
        assert "zu schnell" in answer.json()["sentence"]
        await guest.close()
