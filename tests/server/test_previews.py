"""Previews of links: in the reader's language, with a picture of what everybody may see; nothing of private tables."""

from __future__ import annotations

import re
import struct
from html import unescape

import httpx
import pytest

from tests.server.clients import Guest, couple
from tests.server.services import Served

pytestmark = pytest.mark.anyio

PNG = b"\x89PNG\r\n\x1a\n"


async def preview(url: str, path: str, lang: str = "en") -> dict[str, str]:
    """The tags of a page, as a program without cookies reads them."""
    async with httpx.AsyncClient(base_url=url, verify=False) as stranger:
        answer = await stranger.get(path, headers={"accept-language": lang, "accept": "text/html"})
    assert answer.status_code == 200
    assert answer.headers["vary"] == "Accept-Language"
    found = re.findall(r'<meta (?:name|property)="([^"]+)"\s+content="([^"]*)"', answer.text)
    tags = {name: unescape(content) for name, content in found}
    return tags | {"title": unescape(re.findall("<title>(.*?)</title>", answer.text)[0]), "page": answer.text}


async def test_pages_of_games_say_what_they_are_in_the_reader_s_language(served: Served) -> None:
    home = await preview(served.url, "/")
    assert home["og:title"] == home["title"] == "Schatzkammer"
    german = await preview(served.url, "/play/ali-baba", "de-AT,de;q=0.9")
    english = await preview(served.url, "/rules/ali-baba?lang=en", "de")
    assert german["og:title"] == english["og:title"] == "Ali Baba · Schatzkammer"
    assert german["og:description"] != english["og:description"]
    assert german["og:url"] == f"{served.url}/play/ali-baba"
    assert german["description"] == german["og:description"]


async def test_a_table_shows_its_players_and_its_board(served: Served) -> None:
    async with Guest(served.url, 'Anna <&"') as anna, Guest(served.url, "Bruno") as bruno:
        table = await anna.open(2)
        waiting = await preview(served.url, f"/t/{table}", "de")
        assert waiting["og:description"] == 'Am Tisch: Anna <&". Ein Platz ist noch frei – spiel mit!'
        assert "Anna <&" not in waiting["page"], "names are escaped"
        assert "og:image" not in waiting
        first, second = await anna.at(table), await bruno.at(table)
        await second.ask("sit")
        await first.ask("start")
        await first.until(lambda place: place.state["table"]["status"] == "playing")
        playing = await preview(served.url, f"/t/{table}")
        assert playing["og:description"] == 'A game of Anna <&", Bruno, to watch.'
        assert playing["twitter:card"] == "summary_large_image"
        assert playing["og:image"].startswith(f"{served.url}/api/tables/{table}/picture")
        begun = await drawn(playing["og:image"])
        await second.ask("resign")
        await first.until(lambda place: place.over)
        over = await preview(served.url, f"/t/{table}/replay?step=0&eyes=1", "fr")
        assert over["og:description"].startswith("Une partie terminée de Anna")
        assert over["og:image"] == f"{served.url}/api/tables/{table}/picture?step=0"
        assert await drawn(over["og:image"]) == begun, "whose eyes a link has makes no difference"
        for place in (first, second):
            await place.close()


async def drawn(address: str) -> bytes:
    """A picture, in the size that programs show."""
    async with httpx.AsyncClient(verify=False, timeout=60) as stranger:
        answer = await stranger.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), answer.text[:200]
    assert answer.content.startswith(PNG)
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    return answer.content


async def test_a_private_table_shows_nothing_but_the_product(served: Served) -> None:
    unknown = await preview(served.url, "/t/there-is-none")
    async with couple(served.url) as (open_first, _), Guest(served.url, "Secretive") as anna:
        assert (await preview(served.url, f"/t/{open_first.table}"))["og:title"] != "Schatzkammer"
        table = await anna.open(2, ["greedy"], private=True)
        place = await anna.at(table)
        await place.ask("start")
        await place.until(lambda at: at.state["table"]["status"] == "playing")
        invite = (await anna.http.get(f"/api/tables/{table}")).json()["invite"]
        for path in (f"/t/{table}", f"/t/{table}?invite={invite}", f"/t/{table}/replay?step=3"):
            found = await preview(served.url, path)
            assert found["og:title"] == "Schatzkammer"
            assert found["og:description"] == unknown["og:description"]
            assert "og:image" not in found
            assert "Secretive" not in found["page"]
            assert found["page"].replace(f"/t/{table}/replay", "/t/").replace(f"/t/{table}", "/t/") == (
                unknown["page"].replace("/t/there-is-none", "/t/")
            )
            cookies = {"cookie": anna.cookie, "accept": "text/html", "accept-language": "en"}
            own = await anna.http.get(path, headers=cookies)
            assert "Secretive" not in own.text, "not even for those who are there"
        answer = await anna.http.get(f"/api/tables/{table}/picture")
        assert (answer.status_code, answer.json()["code"]) == (403, "invite")
        await place.close()
