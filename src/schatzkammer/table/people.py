"""Who people are: guests, named accounts, and programs that sit at tables under a token."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Mapping, Sequence

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from schatzkammer.table.errors import NotSaved, Refused
from schatzkammer.table.service import wall_clock
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import IDENTITIES, SETTINGS
from schatzkammer.table.store.statement import Statement

SHORTEST_NAME, LONGEST_NAME = 2, 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_BOTS = 20

_WHO = select(IDENTITIES.c.id, IDENTITIES.c.kind, IDENTITIES.c.name, IDENTITIES.c.epoch, IDENTITIES.c.blocked)
_BY_ID = Statement(_WHO.where(IDENTITIES.c.id == bindparam("key")))
_BY_TOKEN = Statement(_WHO.where(IDENTITIES.c.token == bindparam("key")))

_HASHER = PasswordHasher()
# Compared with when a name is unknown, so that the time taken tells nothing.
_NOBODYS = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0c2FsdA$0000000000000000000000000000000000000000000"


class Identity(Struct, frozen=True):
    """Somebody: what the server may know about a person or a program."""

    id: str
    kind: str
    name: str
    epoch: int
    blocked: bool


class People:
    """Identities in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, identity: str) -> Identity | None:
        """Somebody by id."""
        return await self._one(_BY_ID, identity)

    async def by_token(self, token: str) -> Identity | None:
        """The program that a token belongs to."""
        return await self._one(_BY_TOKEN, _digest(token))

    async def new_guest(self, name: str) -> Identity:
        """Somebody new, under a name that need not be his alone."""
        return await self._add({"kind": "guest", "name": checked_name(name)})

    async def rename(self, who: Identity, name: str) -> Identity:
        """A guest's other name."""
        if who.kind != "guest":
            raise Refused("is_account")
        changed = checked_name(name)
        await self._database.write(
            lambda connection: connection.execute(
                update(IDENTITIES).where(IDENTITIES.c.id == who.id).values(name=changed)
            )
        )
        return Identity(who.id, who.kind, changed, who.epoch, who.blocked)

    async def register(self, who: Identity, name: str, password: str) -> Identity:
        """Makes a guest a named account; the seats he has stay his."""
        if who.kind != "guest":
            raise Refused("is_account")
        shown = checked_name(name)
        _check_password(password)
        hashed = await self._database.read(lambda _: _HASHER.hash(password))
        values = {"kind": "account", "name": shown, "login": login_of(shown), "password": hashed}

        def work(connection: Connection) -> bool:
            if connection.execute(select(IDENTITIES.c.id).where(IDENTITIES.c.login == login_of(shown))).first():
                return False
            connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == who.id).values(**values))
            return True

        try:
            free = await self._database.write(work)
        except NotSaved as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            free = False
        if not free:
            raise Refused("name_taken")
        return Identity(who.id, "account", shown, who.epoch, who.blocked)

    async def log_in(self, name: str, password: str) -> Identity:
        """The account of that name, if the password is right."""

        def work(connection: Connection) -> tuple[Identity | None, str]:
            row = connection.execute(select(IDENTITIES).where(IDENTITIES.c.login == login_of(name))).one_or_none()
            if row is None:
                return None, _NOBODYS
            return Identity(row.id, row.kind, row.name, row.epoch, row.blocked), row.password

        found, hashed = await self._database.read(work)
        right = await self._database.read(lambda _: _verified(hashed, password))
        if found is None or not right or found.blocked:
            raise Refused("wrong_login")
        return found

    async def new_bot(self, owner: Identity, name: str) -> tuple[Identity, str]:
        """A program under its own name, and the token it shows; the token is told this once."""
        if owner.kind != "account":
            raise Refused("accounts_only")
        count = select(func.count()).select_from(IDENTITIES).where(IDENTITIES.c.owner == owner.id)
        if await self._database.read(lambda connection: connection.execute(count).scalar_one()) >= MOST_BOTS:
            raise Refused("too_many")
        token = f"sk_{secrets.token_urlsafe(24)}"
        values = {"kind": "bot", "name": checked_name(name), "owner": owner.id, "token": _digest(token)}
        return await self._add(values), token

    async def standing(self, identities: Sequence[str]) -> dict[str, tuple[int, bool]]:
        """The epoch of each of these, and whether they are blocked."""
        query = select(IDENTITIES.c.id, IDENTITIES.c.epoch, IDENTITIES.c.blocked).where(IDENTITIES.c.id.in_(identities))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.id: (row.epoch, row.blocked) for row in rows}

    async def end_sessions(self, who: Identity) -> None:
        """All cookies given to somebody so far are void."""
        await self._database.write(
            lambda connection: connection.execute(
                update(IDENTITIES).where(IDENTITIES.c.id == who.id).values(epoch=IDENTITIES.c.epoch + 1)
            )
        )

    async def secret(self) -> bytes:
        """The key that cookies are signed with: drawn once, the same for every worker."""

        def work(connection: Connection) -> str:
            query = select(SETTINGS.c.value).where(SETTINGS.c.name == "secret")
            known = connection.execute(query).scalar()
            if known is None:
                known = secrets.token_hex(32)
                connection.execute(insert(SETTINGS).values(name="secret", value=known))
            return str(known)

        try:
            return bytes.fromhex(await self._database.write(work))
        except NotSaved:  # another worker drew one in the same moment
            return bytes.fromhex(await self._database.write(work))

    async def _one(self, statement: Statement, key: str) -> Identity | None:
        rows = await self._database.read(lambda connection: statement.rows(connection, {"key": key}))
        for name, kind, shown, epoch, blocked in rows:
            return Identity(name, kind, shown, epoch, bool(blocked))
        return None

    async def _add(self, values: Mapping[str, object]) -> Identity:
        fixed = {"id": secrets.token_urlsafe(12), "epoch": 0, "blocked": False, "created": wall_clock()}
        await self._database.write(lambda connection: connection.execute(insert(IDENTITIES).values(**values, **fixed)))
        return Identity(str(fixed["id"]), str(values["kind"]), str(values["name"]), 0, False)


def checked_name(name: str) -> str:
    """A name as it is shown: no signs that cannot be seen, none that turn the text around."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not SHORTEST_NAME <= len(shown) <= LONGEST_NAME or not shown.isprintable():
        raise Refused("bad_name", fewest=SHORTEST_NAME, most=LONGEST_NAME)
    return shown


def login_of(name: str) -> str:
    """What two names must not have in common."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def hashed_password(password: str) -> str:
    """A password as it may be kept."""
    _check_password(password)
    return _HASHER.hash(password)


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused("bad_password", fewest=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)


def _verified(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
