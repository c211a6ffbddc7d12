"""Sessions: who is signed in with which browser, since when, and until when.

A cookie holds a secret; the database holds its hash, so that nobody can make a cookie from a copy of the database. A
session ends when its row is deleted, and is void when it is too old or was not used for too long.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select, update

from schatzkammer.table.accounts import Identity
from schatzkammer.table.errors import Refused
from schatzkammer.table.lifetimes import Lifetimes
from schatzkammer.table.model import MINUTE
from schatzkammer.table.service import wall_clock
from schatzkammer.table.store import sessions as store
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import IDENTITIES, SESSIONS, SETTINGS
from schatzkammer.table.store.statement import Statement

SEEN_EVERY = 10 * MINUTE  # how exactly it is known when a session was seen
MOST_SESSIONS = 50  # of one identity
FIRST_RELEASE = 16  # the length of the secrets in its cookies
SINCE = "sessions_since"  # the setting that says since when there are sessions

_FIND = Statement(
    select(
        IDENTITIES.c.id,
        IDENTITIES.c.kind,
        IDENTITIES.c.name,
        IDENTITIES.c.epoch,
        IDENTITIES.c.blocked,
        SESSIONS.c.created,
        SESSIONS.c.seen,
    )
    .join(SESSIONS, SESSIONS.c.identity_id == IDENTITIES.c.id)
    .where(IDENTITIES.c.id == bindparam("identity"), SESSIONS.c.id == bindparam("session"))
)


class Device(NamedTuple):
    """What a browser says of itself, as far as it is known."""

    browser: str = ""
    system: str = ""


UNKNOWN = Device()


class Session(Struct, frozen=True):
    """A browser in which somebody is signed in."""

    id: str
    browser: str
    system: str
    created: int
    seen: int


class SignedIn(NamedTuple):
    """An identity, and the id of the session in which it is signed in."""

    identity: Identity
    session: str


class ActiveSessions(NamedTuple):
    """Which connections may stay: those of these identities in these epochs, in sessions that go on."""

    epochs: Mapping[str, int]
    sessions: frozenset[str]

    def include(self, identity: str, epoch: int, session: str | None) -> bool:
        """Whether an identity is still signed in as it was when it connected; programs have no session."""
        return self.epochs.get(identity) == epoch and (session is None or session in self.sessions)


class Sessions:
    """The sessions in the database."""

    def __init__(self, database: Database, lifetimes: Lifetimes, now: Callable[[], int] = wall_clock) -> None:
        self._database = database
        self._lifetimes = lifetimes
        self._now = now

    async def open(self, who: Identity, device: Device, hashed: str | None = None) -> str:
        """Signs a browser in and returns the secret for its cookie.

        With `hashed` only if that is still the password's hash: it may have changed since it was checked.
        """
        secret = secrets.token_hex(16)
        now = self._now()
        row = {"id": session_id(secret), "identity_id": who.id, "created": now, "seen": now, **device._asdict()}
        valid = [IDENTITIES.c.id == who.id, IDENTITIES.c.epoch == who.epoch, IDENTITIES.c.blocked.is_(False)]
        if hashed is not None:
            valid.append(IDENTITIES.c.password == hashed)
        latest = select(SESSIONS.c.id).where(SESSIONS.c.identity_id == who.id)
        latest = latest.order_by(SESSIONS.c.seen.desc(), SESSIONS.c.created.desc()).limit(MOST_SESSIONS)

        def work(connection: Connection) -> bool:
            # Locked, so that nobody changes the password meanwhile.
            if connection.execute(select(IDENTITIES.c.id).where(*valid).with_for_update(read=True)).scalar() is None:
                return False
            connection.execute(insert(SESSIONS).values(row))
            store.end(connection, who.id, SESSIONS.c.id.not_in(latest))
            return True

        if not await self._database.write(work):
            raise Refused("sign_in" if hashed is None else "wrong_login")
        return secret

    async def find(self, identity: str, epoch: int, secret: str) -> SignedIn | None:
        """The identity of a cookie, if it is still signed in."""
        key = {"identity": identity, "session": session_id(secret)}
        row = await self._database.read(lambda connection: _FIND.execute(connection, key).fetchone())
        now = self._now()
        if row is None and len(secret) == FIRST_RELEASE and await self._adopt(identity, epoch, secret, now):
            row = await self._database.read(lambda connection: _FIND.execute(connection, key).fetchone())
        if row is None:
            return None
        found, (created, seen) = Identity(row[0], row[1], row[2], row[3], bool(row[4])), row[5:]
        if found.epoch != epoch or found.blocked or self._lifetimes.is_over(created, seen, now):
            return None
        if now > seen + SEEN_EVERY:
            self._see([key["session"]], now)
        return SignedIn(found, key["session"])

    async def of(self, identity: str) -> list[Session]:
        """The sessions of an identity that go on, the one seen last first."""
        query = select(SESSIONS.c.id, SESSIONS.c.browser, SESSIONS.c.system, SESSIONS.c.created, SESSIONS.c.seen)
        query = query.where(SESSIONS.c.identity_id == identity).order_by(SESSIONS.c.seen.desc(), SESSIONS.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        now = self._now()
        return [Session(*row) for row in rows if not self._lifetimes.is_over(row.created, row.seen, now)]

    async def active(self, identities: Sequence[str], sessions: Sequence[str]) -> ActiveSessions:
        """Which of these identities and sessions are still valid. The sessions count as seen: they have a socket."""
        epochs = select(IDENTITIES.c.id, IDENTITIES.c.epoch).where(
            IDENTITIES.c.id.in_(identities), IDENTITIES.c.blocked.is_(False)
        )
        query = select(SESSIONS.c.id, SESSIONS.c.created, SESSIONS.c.seen).where(SESSIONS.c.id.in_(sessions))
        found, rows = await self._database.read(
            lambda connection: (connection.execute(epochs).all(), connection.execute(query).all())
        )
        now = self._now()
        active = [row for row in rows if not self._lifetimes.is_over(row.created, row.seen, now)]
        self._see([row.id for row in active if now > row.seen + SEEN_EVERY], now)
        return ActiveSessions({row.id: row.epoch for row in found}, frozenset(row.id for row in active))

    async def end_one(self, identity: str, session: str) -> bool:
        """Signs one browser out; returns whether the identity had such a session."""
        ended = self._database.write(lambda connection: store.end(connection, identity, SESSIONS.c.id == session))
        return await ended > 0

    async def end_others(self, identity: str, kept: str | None) -> None:
        """Signs out all browsers but one."""
        await self._database.write(lambda connection: store.end_others(connection, identity, kept))

    async def end_all(self, who: Identity) -> None:
        """Signs out all browsers, also those that are just signing in."""
        await self._database.write(lambda connection: store.end_all(connection, who.id))

    async def _adopt(self, identity: str, epoch: int, secret: str, now: int) -> bool:
        """Makes a session of a cookie from the first release, whose cookies had none; once for each cookie."""
        known = (IDENTITIES.c.id == identity) & (IDENTITIES.c.epoch == epoch)

        def work(connection: Connection) -> bool:
            since = int(connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == SINCE)).scalar_one())
            if self._lifetimes.is_over(since, now, now):
                return False
            if connection.execute(select(IDENTITIES.c.id).where(known)).scalar() is None:
                return False
            if store.is_void(connection, identity) or not store.void(connection, secret):
                return True  # signed out, or another request was faster
            row = {"id": session_id(secret), "identity_id": identity, "created": since, "seen": now}
            connection.execute(insert(SESSIONS).values(**row, browser="", system=""))
            return True

        return await self._database.write(work)

    def _see(self, sessions: Sequence[str], now: int) -> None:
        """Notes that sessions were used, without waiting for it."""
        if sessions:
            seen = update(SESSIONS).where(SESSIONS.c.id.in_(sessions), SESSIONS.c.seen < now).values(seen=now)
            self._database.write(lambda connection: connection.execute(seen).rowcount).add_done_callback(_forget)


def session_id(secret: str) -> str:
    """The id of the session whose cookie holds this secret."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def _forget(done: asyncio.Future[int]) -> None:
    """Ignores that the database does not answer: the next request tries again."""
    if not done.cancelled():
        done.exception()
