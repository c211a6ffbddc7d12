"""Who asks: a browser by its cookie, a program by its token, or somebody unknown; and whether he may come in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from msgspec import Struct

from schatzkammer.core.text import LANGUAGES
from schatzkammer.server import cookies
from schatzkammer.server.house import House
from schatzkammer.server.limits import key_of
from schatzkammer.table.errors import NotFound, Refused
from schatzkammer.table.people import Identity
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.tables import Access
from schatzkammer.table.wishes import Person

SAFE = ("GET", "HEAD", "OPTIONS")

Asked: TypeAlias = ASGIConnection[Any, Any, Any, Any]


TheHouse = NamedDependency[House]


@dataclass(frozen=True)
class Visitor:
    """Somebody who asks something."""

    identity: Identity | None
    address: str
    lang: str
    session: str | None = None  # the browser that he has signed in with

    @property
    def id(self) -> str | None:
        """His id, if the server knows him."""
        return None if self.identity is None else self.identity.id

    @property
    def key(self) -> str:
        """Under what his requests are counted."""
        return key_of(self.address)

    def known(self) -> Identity:
        """His identity; Refused for somebody unknown."""
        if self.identity is None:
            raise Refused("sign_in")
        return self.identity

    def person(self) -> Person:
        """As a table knows him."""
        known = self.known()
        return Person(known.id, known.name, remote=known.kind == "bot")


Who = NamedDependency[Visitor]


class Coming(Struct, frozen=True):
    """Where a client wants to go, and what it has from an earlier connection."""

    table: str
    since: int = 0  # the version
    said: int = 0  # the line of chat
    look: int | None = None  # the seat that a client with several looks through


async def visitor_of(asked: Asked, house: House) -> Visitor:
    """Who asks. A change asked for by cookie has to carry the token of one of our own pages."""
    address = asked.client.host if asked.client else "unknown"
    identity, session = await _identity(asked, house)
    visitor = Visitor(identity, address, language(asked), session)
    method = asked.scope.get("method", "GET")
    by_cookie = visitor.identity is not None and "authorization" not in asked.headers
    if by_cookie and method not in SAFE and not _from_our_page(asked, house, visitor.known()):
        raise Refused("csrf")
    return visitor


def _from_our_page(asked: Asked, house: House, who: Identity) -> bool:
    return house.signer.is_csrf(who, asked.headers.get("x-csrf-token", ""))


async def _identity(asked: Asked, house: House) -> tuple[Identity | None, str | None]:
    authorization = asked.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        found = await house.people.by_token(token.strip()) if scheme.lower() == "bearer" else None
        if found is None or found.blocked:
            raise Refused("sign_in")
        return found, None
    signed = house.signer.read(asked.cookies.get(cookies.NAME))
    if signed is None:
        return None, None
    found = await house.people.find(signed.identity)
    known = found is not None and found.epoch == signed.epoch and not found.blocked
    return (found, signed.session) if known else (None, None)


def language(asked: Asked) -> str:
    """The language asked for in the address, else the first known one that the browser names, else English."""
    return spoken(asked.scope.get("query_string", b""), asked.headers.get("accept-language", ""))


def spoken(query: bytes, accepted: str) -> str:
    """The same, for those who have a query and a header Accept-Language only."""
    try:
        wanted = parse_qs(query.decode("latin-1"), max_num_fields=20).get("lang", [])[:1]
    except ValueError:  # far too many fields
        wanted = []
    for part in [*wanted, *accepted.split(",")[:10]]:
        tongue = part.strip()[:2].lower()
        if tongue in LANGUAGES:
            return tongue
    return "en"


async def may_enter(house: House, visitor: Visitor, table: str, invite: str | None = None) -> Access:
    """Refused unless the table is public, somebody has been let in, or he has the invitation."""
    found = await house.database.read(lambda connection: store.access(connection, table, visitor.id))
    if found is None:
        raise NotFound
    if found.private and not found.member and invite != found.invite:
        raise Refused("invite")
    return found
