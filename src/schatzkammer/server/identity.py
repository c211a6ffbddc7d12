"""Identifies the client of a request: a browser by its cookie, a program by its token; and checks access to tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from msgspec import Struct

from schatzkammer.core.text import DEFAULT, LANGUAGES
from schatzkammer.server import cookies
from schatzkammer.server.devices import device_of
from schatzkammer.server.limits import rate_limit_key
from schatzkammer.server.worker import Worker
from schatzkammer.table.accounts import Identity
from schatzkammer.table.errors import NotFound, Refused
from schatzkammer.table.model import Person, Ref, SeatNumber, Version
from schatzkammer.table.sessions import UNKNOWN, Device
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.tables import Access

SAFE = ("GET", "HEAD", "OPTIONS")

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
CurrentWorker = NamedDependency[Worker]


@dataclass(frozen=True)
class Visitor:
    """The client behind a request."""

    identity: Identity | None
    address: str
    lang: str
    session: str | None = None  # the id of the browser's, if it is signed in
    device: Device = UNKNOWN

    @property
    def id(self) -> str | None:
        """The id of the client's identity, if known."""
        return None if self.identity is None else self.identity.id

    @property
    def key(self) -> str:
        """Rate-limit key."""
        return rate_limit_key(self.address)

    def require_identity(self) -> Identity:
        """The client's identity; refuses an unknown client."""
        if self.identity is None:
            raise Refused("sign_in")
        return self.identity

    def person(self) -> Person:
        """The client as a person at a table; refuses an unknown client."""
        identity = self.require_identity()
        return Person(identity.id, identity.name, remote=identity.kind == "bot")


CurrentVisitor = NamedDependency[Visitor]


class SocketRequest(Struct, frozen=True):
    """The table a client connects to, and what it has from an earlier connection."""

    table: str
    since: Version = 0
    said: Ref = 0  # its latest chat line
    look: SeatNumber | None = None  # the seat whose view a client with several seats wants
    outcomes: bool = False  # whether it wants to know what legal moves would bring


async def visitor_of(connection: AnyConnection, worker: Worker) -> Visitor:
    """Identifies the client. A change authorized by a cookie must carry the CSRF token."""
    address = connection.client.host if connection.client else "unknown"
    identity, session = await _identity(connection, worker)
    changes = connection.scope.get("method", "GET") not in SAFE
    if changes and identity is not None and "authorization" not in connection.headers:
        worker.signer.check_csrf(identity, connection.headers.get("x-csrf-token", ""))
    device = device_of(connection.headers.get("user-agent", ""))
    return Visitor(identity, address, language(connection), session, device)


async def _identity(connection: AnyConnection, worker: Worker) -> tuple[Identity | None, str | None]:
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        found = await worker.accounts.by_token(token.strip()) if scheme.lower() == "bearer" else None
        if found is None or found.blocked:
            raise Refused("sign_in")
        return found, None
    cookie = worker.signer.read(connection.cookies.get(cookies.NAME))
    if cookie is None:
        return None, None
    return await worker.sessions.find(*cookie) or (None, None)


def language(connection: AnyConnection) -> str:
    """The language of `?lang=`, else the first of Accept-Language that we have, else English."""
    try:
        query = connection.scope.get("query_string", b"").decode("latin-1")
        asked = parse_qs(query, max_num_fields=20).get("lang", [])[:1]
    except ValueError:  # too many fields
        asked = []
    for part in [*asked, *connection.headers.get("accept-language", "").split(",")[:10]]:
        lang = part.strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return DEFAULT


async def check_access(worker: Worker, visitor: Visitor, table_id: str, invite: str | None = None) -> Access:
    """Refuses access to whom the host keeps out, to a secret deal without a seat, and to a private table uninvited."""
    found = await worker.database.read(lambda connection: store.access(connection, table_id, visitor.id))
    if found is None:
        raise NotFound
    if found.kept_out:
        raise Refused("kept_out")
    if found.concealed and not found.seated:
        raise Refused("concealed")
    if found.private and not found.member and invite != found.invite:
        raise Refused("invite")
    return found
