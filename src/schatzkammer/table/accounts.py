"""Identities: guests, accounts, and programs that play with a token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, Insert, Update, bindparam, insert, select, update

from schatzkammer.table.errors import AlreadyExists, NotSaved, Refused
from schatzkammer.table.model import new_id
from schatzkammer.table.names import checked_name, is_reserved, login_of
from schatzkammer.table.passwords import UNKNOWN_HASH, Passwords, check_password
from schatzkammer.table.service import wall_clock
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.database import Insert as QueuedInsert
from schatzkammer.table.store.schema import ENDED_SESSIONS, IDENTITIES, SETTINGS
from schatzkammer.table.store.statement import Statement, insert_new

MOST_BOTS = 20

_IDENTITY = select(IDENTITIES.c.id, IDENTITIES.c.kind, IDENTITIES.c.name, IDENTITIES.c.epoch, IDENTITIES.c.blocked)
_BY_COOKIE = Statement(
    _IDENTITY.outerjoin(ENDED_SESSIONS, ENDED_SESSIONS.c.session == bindparam("session")).where(
        IDENTITIES.c.id == bindparam("key"), ENDED_SESSIONS.c.session.is_(None)
    )
)
_BY_TOKEN = Statement(_IDENTITY.where(IDENTITIES.c.token == bindparam("key")))
_END_SESSION = insert_new(ENDED_SESSIONS)


class Identity(Struct, frozen=True):
    """A guest, an account or a program, as the database knows them."""

    id: str
    kind: str
    name: str
    epoch: int
    blocked: bool


class Program(Struct, frozen=True):
    """A program that plays at tables with a token from its owner."""

    id: str
    name: str
    created: int


class ActiveSessions(NamedTuple):
    """Which connections may stay: those of these identities in these epochs, except in the sessions that ended."""

    epochs: Mapping[str, int]
    ended: frozenset[str]

    def include(self, identity: str, epoch: int, session: str | None) -> bool:
        """Whether an identity is still signed in as it was when it connected."""
        return self.epochs.get(identity) == epoch and session not in self.ended


class Accounts:
    """The identities in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._passwords = Passwords()

    def close(self) -> None:
        """Stops hashing passwords."""
        self._passwords.close()

    async def by_cookie(self, identity: str, session: str) -> Identity | None:
        """Finds an identity by id, unless it has signed out of that session."""
        return await self._one(_BY_COOKIE, {"key": identity, "session": session})

    async def by_token(self, token: str) -> Identity | None:
        """Finds the program that a token belongs to."""
        return await self._one(_BY_TOKEN, {"key": _digest(token)})

    async def new_guest(self, name: str) -> Identity:
        """Adds a guest; guests may share a name, but not with an account."""
        return await self._add({"kind": "guest", "name": checked_name(name)}, None)

    async def rename(self, who: Identity, name: str) -> Identity:
        """Renames a guest."""
        if who.kind != "guest":
            raise Refused("is_account")
        changed = checked_name(name)
        guest = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.kind == "guest")
        await self._write_name(changed, who.id, update(IDENTITIES).where(guest).values(name=changed))
        return Identity(who.id, who.kind, changed, who.epoch, who.blocked)

    async def check_local_names(self, who: str, names: Sequence[str]) -> list[str]:
        """Checks names for other people at somebody's screen; refuses names of accounts that are not theirs."""
        checked = [checked_name(name) for name in names]
        taken = bool(checked) and await self._database.read(lambda connection: _taken(connection, checked, who))
        if taken:
            raise Refused("name_taken")
        return checked

    async def register(self, who: Identity, name: str, password: str) -> Identity:
        """Turns a guest into an account. They keep their seats; the guest's cookies become void."""
        if who.kind != "guest":
            raise Refused("is_account")
        checked = checked_name(name)
        check_password(password)
        if is_reserved(checked):
            raise Refused("name_taken")
        hashed = await self._passwords.hashed(password)
        epoch = who.epoch + 1
        values = {"kind": "account", "name": checked, "login": login_of(checked), "password": hashed, "epoch": epoch}
        guest = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.kind == "guest") & (IDENTITIES.c.epoch == who.epoch)
        try:
            changed = await self._write_name(checked, who.id, update(IDENTITIES).where(guest).values(**values))
        except AlreadyExists:  # another worker registered the name at the same moment
            raise Refused("name_taken") from None
        if not changed:  # the guest signed in or registered elsewhere at the same moment
            raise Refused("sign_in")
        return Identity(who.id, "account", checked, epoch, who.blocked)

    async def log_in(self, name: str, password: str) -> Identity:
        """Finds the account of that name and checks the password."""

        def work(connection: Connection) -> tuple[Identity | None, str]:
            row = connection.execute(select(IDENTITIES).where(IDENTITIES.c.login == login_of(name))).one_or_none()
            if row is None:
                return None, UNKNOWN_HASH
            return Identity(row.id, row.kind, row.name, row.epoch, row.blocked), row.password

        found, hashed = await self._database.read(work)
        matches = await self._passwords.matches(password, hashed)
        if found is None or not matches or found.blocked:
            raise Refused("wrong_login")
        return found

    async def new_bot(self, owner: Identity, name: str) -> tuple[Program, str]:
        """Adds a program and returns it with its token, which is not stored and cannot be shown again."""
        if owner.kind != "account":
            raise Refused("accounts_only")
        if len(await self.bots_of(owner.id)) >= MOST_BOTS:
            raise Refused("too_many")
        token = f"sk_{secrets.token_urlsafe(24)}"
        created = wall_clock()
        values = {"kind": "bot", "name": checked_name(name), "owner": owner.id, "token": _digest(token)}
        bot = await self._add({**values, "created": created}, owner.id)
        return Program(bot.id, bot.name, created), token

    async def bots_of(self, owner: str) -> list[Program]:
        """An owner's programs with valid tokens, the oldest first."""
        return await self._database.read(lambda connection: programs(connection, owner))

    async def revoke(self, owner: str, bot: str) -> None:
        """Revokes the token of an owner's program; refuses with not_found if the owner has no such program."""
        if not await self._database.write(lambda connection: revoke(connection, bot, owner)):
            raise Refused("not_found")

    async def active(self, identities: Sequence[str], sessions: Sequence[str]) -> ActiveSessions:
        """Which of these identities and sessions are still valid."""
        epochs = select(IDENTITIES.c.id, IDENTITIES.c.epoch).where(
            IDENTITIES.c.id.in_(identities), IDENTITIES.c.blocked.is_(False)
        )
        ended = select(ENDED_SESSIONS.c.session).where(ENDED_SESSIONS.c.session.in_(sessions))

        def work(connection: Connection) -> ActiveSessions:
            found = {row.id: row.epoch for row in connection.execute(epochs)}
            return ActiveSessions(found, frozenset(connection.execute(ended).scalars()))

        return await self._database.read(work)

    async def end_session(self, session: str) -> None:
        """Makes the cookie of one browser void."""
        await self._database.write(QueuedInsert(_END_SESSION, {"session": session}))

    async def end_sessions(self, who: Identity) -> None:
        """Makes all cookies of an identity void."""
        await self._database.write(
            lambda connection: connection.execute(
                update(IDENTITIES).where(IDENTITIES.c.id == who.id).values(epoch=IDENTITIES.c.epoch + 1)
            )
        )

    async def secret(self) -> bytes:
        """The key that signs cookies: generated once, shared by all workers."""

        def work(connection: Connection) -> str:
            query = select(SETTINGS.c.value).where(SETTINGS.c.name == "secret")
            secret = connection.execute(query).scalar()
            if secret is None:
                secret = secrets.token_hex(32)
                connection.execute(insert(SETTINGS).values(name="secret", value=secret))
            return str(secret)

        try:
            return bytes.fromhex(await self._database.write(work))
        except NotSaved:  # another worker generated one at the same moment
            return bytes.fromhex(await self._database.write(work))

    async def _one(self, statement: Statement, key: Mapping[str, object]) -> Identity | None:
        row = await self._database.read(lambda connection: statement.execute(connection, key).fetchone())
        return None if row is None else Identity(row[0], row[1], row[2], row[3], bool(row[4]))

    async def _add(self, values: Mapping[str, object], owner: str | None) -> Identity:
        row = {"id": new_id(12), "epoch": 0, "blocked": False, "created": wall_clock(), **values}
        name = str(row["name"])
        await self._write_name(name, owner, insert(IDENTITIES).values(**row))
        return Identity(str(row["id"]), str(row["kind"]), name, 0, False)

    async def _write_name(self, name: str, who: str | None, change: Insert | Update) -> bool:
        """Gives an identity a name, unless it is somebody else's account; returns whether a row has changed."""

        def work(connection: Connection) -> bool | None:
            return None if _taken(connection, [name], who) else connection.execute(change).rowcount > 0

        changed = await self._database.write(work)
        if changed is None:
            raise Refused("name_taken")
        return changed


def programs(connection: Connection, owner: str) -> list[Program]:
    """An owner's programs with valid tokens, the oldest first."""
    valid = (IDENTITIES.c.owner == owner) & IDENTITIES.c.token.is_not(None)
    query = select(IDENTITIES.c.id, IDENTITIES.c.name, IDENTITIES.c.created).where(valid)
    return [Program(*row) for row in connection.execute(query.order_by(IDENTITIES.c.created, IDENTITIES.c.id))]


def revoke(connection: Connection, bot: str, owner: str | None = None) -> bool:
    """Revokes a program's token, with `owner` only if it is theirs; returns whether there was one."""
    valid = (IDENTITIES.c.id == bot) & IDENTITIES.c.token.is_not(None)
    mine = valid if owner is None else valid & (IDENTITIES.c.owner == owner)
    changed = update(IDENTITIES).where(mine).values(token=None, epoch=IDENTITIES.c.epoch + 1)
    return connection.execute(changed).rowcount == 1


def _taken(connection: Connection, names: Sequence[str], who: str | None) -> bool:
    """Whether somebody else has an account with one of these names."""
    logins = [login_of(name) for name in names]
    query = select(IDENTITIES.c.id).where(IDENTITIES.c.login.in_(logins))
    return any(found != who for found in connection.execute(query).scalars())


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
