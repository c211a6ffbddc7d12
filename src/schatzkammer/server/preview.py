"""What a link to a page shows where it is shared: a title, a sentence and a picture, by what everybody may know."""

from __future__ import annotations

import re
from html import escape
from importlib.util import find_spec
from typing import NamedTuple
from urllib.parse import parse_qs, quote

from schatzkammer.bots import LEVELS
from schatzkammer.core.text import Words
from schatzkammer.games import GAMES
from schatzkammer.server.errors import AnyRequest
from schatzkammer.server.identity import language
from schatzkammer.server.worker import Worker
from schatzkammer.table.errors import WORDS
from schatzkammer.table.model import Seat
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.tables import ListedTable

PRODUCT = "Schatzkammer"
TITLE = f"<title>{PRODUCT}</title>".encode()  # in the client's page
DESCRIPTION = re.compile(rb'<meta name="description"[^>]*>')
PICTURES = find_spec("PIL") is not None  # Pillow, which draws them, is optional


class Preview(NamedTuple):
    """The preview of an address; `picture` is the path of its picture."""

    title: str
    about: str
    picture: str | None = None


async def with_preview(worker: Worker, page: bytes, request: AnyRequest) -> bytes:
    """The client's page with the preview of the address that is asked for."""
    lang, base = language(request), worker.settings.public_url or str(request.base_url)
    base = base.rstrip("/")
    found = await _preview(request, worker, lang)
    tags = {
        "og:site_name": PRODUCT,
        "og:type": "website",
        "og:title": found.title,
        "og:description": found.about,
        "og:locale": lang,
        "og:url": base + quote(request.url.path),
    }
    if found.picture is not None:
        tags |= {"og:image": base + found.picture, "og:image:type": "image/png"}
    card = "summary_large_image" if found.picture is not None else "summary"
    head = [f"<title>{escape(found.title)}</title>", f'<meta name="twitter:card" content="{card}" />']
    head += [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    described = f'<meta name="description" content="{escape(found.about)}" />'
    page = DESCRIPTION.sub(lambda _: described.encode(), page, count=1)
    return page.replace(TITLE, "\n    ".join(head).encode(), 1)


async def _preview(request: AnyRequest, worker: Worker, lang: str) -> Preview:
    _, first, second, *rest = [*request.url.path.split("/"), ""]
    plain = Preview(PRODUCT, _say(lang, "about"))
    if first in ("play", "rules", "ratings") and second in GAMES:
        words = Words(GAMES[second].package)
        return Preview(f"{words.say(lang, 'title')} · {PRODUCT}", words.say(lang, "about.short"))
    if first != "t":
        return plain
    allowed = await worker.database.read(lambda connection: store.access(connection, second, None))
    if allowed is None or allowed.private:
        return plain
    listed = await worker.database.read(lambda connection: store.listed(connection, second))
    if listed is None or listed.opened.terms.game not in GAMES:
        return plain
    return _of_table(listed, lang, _step(request) if rest[:1] == ["replay"] and listed.status == "over" else None)


def _of_table(table: ListedTable, lang: str, step: int | None) -> Preview:
    """The preview of a public table, or of the replay of its game."""
    title = Words(GAMES[table.opened.terms.game].package).say(lang, "title")
    names = ", ".join(name for place, seat in enumerate(table.seats) if (name := _name(seat, place, lang)))
    free = sum(seat.kind == "open" or seat.offered for seat in table.seats)
    about = _say(lang, table.status if free or table.status != "waiting" else "full", names=names, free=free)
    picture = None
    if PICTURES and table.status != "waiting":
        picture = f"/api/tables/{table.id}/picture" + ("" if step is None else f"?step={step}")
    return Preview(f"{title} · {PRODUCT}", about, picture)


def _name(seat: Seat, place: int, lang: str) -> str:
    """The name of a seat's player, as the client calls them; empty for an open seat."""
    if seat.kind != "bot":
        return seat.name
    called = next((level.called(lang) for level in LEVELS if level.id == seat.bot), [])
    mark = place if seat.mark is None else seat.mark
    return called[(mark - 1) % len(called)] if called else seat.bot or ""


def _step(request: AnyRequest) -> int:
    """The number of moves after which a link shows a replay."""
    try:
        asked = parse_qs(request.url.query, max_num_fields=20).get("step", ["0"])[0]
    except ValueError:  # too many fields
        return 0
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 0


def _say(lang: str, key: str, **details: object) -> str:
    return WORDS.say(lang, f"preview.{key}", details)
