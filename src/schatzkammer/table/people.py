"""Who people are: guests, named accounts, and programs that sit at tables under a token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from schatzkammer.table.errors import NotSaved, Refused, ThereAlready
from schatzkammer.table.names import checked_name, is_everybodys, login_of
from schatzkammer.table.passwords import NOBODYS, Passwords, check_password
from schatzkammer.table.service import wall_clock
from schatzkammer.table.store.database import Database, Row
from schatzkammer.table.store.schema import ENDED_SESSIONS, IDENTITIES, SETTINGS
from schatzkammer.table.store.statement import Statement

MOST_BOTS = 20

_WHO = select(IDENTITIES.c.id, IDENTITIES.c.kind, IDENTITIES.c.name, IDENTITIES.c.epoch, IDENTITIES.c.blocked)
_BY_COOKIE = Statement(
    _WHO.outerjoin(ENDED_SESSIONS, ENDED_SESSIONS.c.session == bindparam("session")).where(
        IDENTITIES.c.id == bindparam("key"), ENDED_SESSIONS.c.session.is_(None)
    )
)
_BY_TOKEN = Statement(_WHO.where(IDENTITIES.c.token == bindparam("key")))
_END_SESSION = Statement(
    sqlite=insert_sqlite(ENDED_SESSIONS).on_conflict_do_nothing(),
    postgresql=insert_postgresql(ENDED_SESSIONS).on_conflict_do_nothing(),
)


class Identity(Struct, frozen=True):
    """Somebody: what the server may know about a person or a program."""

    id: str
    kind: str
    name: str
    epoch: int
    blocked: bool


class Program(Struct, frozen=True):
    """A program that sits at tables under its owner's token."""

    id: str
    name: str
    created: int


class Standing(NamedTuple):
    """Who may stay: the epochs of those who are not blocked, and the sessions that were ended."""

    epochs: Mapping[str, int]
    ended: frozenset[str]

    def holds(self, identity: str, epoch: int, session: str | None) -> bool:
        """Whether somebody is still who he was when he came."""
        return self.epochs.get(identity) == epoch and session not in self.ended


class People:
    """Identities in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._passwords = Passwords()

    def close(self) -> None:
        """No more passwords are compared."""
        self._passwords.close()

    async def by_cookie(self, identity: str, session: str) -> Identity | None:
        """Somebody by id, unless he has signed out of that session."""
        return await self._one(_BY_COOKIE, {"key": identity, "session": session})

    async def by_token(self, token: str) -> Identity | None:
        """The program that a token belongs to."""
        return await self._one(_BY_TOKEN, {"key": _digest(token)})

    async def new_guest(self, name: str) -> Identity:
        """Somebody new, under a name that need not be his alone, but is no account's."""
        return await self._add({"kind": "guest", "name": checked_name(name)}, None)

    async def rename(self, who: Identity, name: str) -> Identity:
        """A guest's other name."""
        if who.kind != "guest":
            raise Refused("is_account")
        changed = checked_name(name)

        def work(connection: Connection) -> bool:
            if _taken(connection, [changed], who.id):
                return False
            guest = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.kind == "guest")
            connection.execute(update(IDENTITIES).where(guest).values(name=changed))
            return True

        if not await self._database.write(work):
            raise Refused("name_taken")
        return Identity(who.id, who.kind, changed, who.epoch, who.blocked)

    async def beside(self, who: str, names: Sequence[str]) -> list[str]:
        """Names for others at somebody's screen, as they are shown; refused where one is another's account."""
        shown = [checked_name(name) for name in names]
        if shown:
            taken: bool = await self._database.read(lambda connection: _taken(connection, shown, who))
            if taken:
                raise Refused("name_taken")
        return shown

    async def register(self, who: Identity, name: str, password: str) -> Identity:
        """Makes a guest a named account; the seats he has stay his, the cookies given to the guest are void."""
        if who.kind != "guest":
            raise Refused("is_account")
        shown = checked_name(name)
        check_password(password)
        if is_everybodys(shown):
            raise Refused("name_taken")
        hashed = await self._passwords.hashed(password)
        epoch = who.epoch + 1
        values = {"kind": "account", "name": shown, "login": login_of(shown), "password": hashed, "epoch": epoch}
        guest = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.kind == "guest") & (IDENTITIES.c.epoch == who.epoch)

        def work(connection: Connection) -> str | None:
            if _taken(connection, [shown], who.id):
                return "name_taken"
            # Nobody there: he has signed in or registered elsewhere in the same moment.
            return None if connection.execute(update(IDENTITIES).where(guest).values(**values)).rowcount else "sign_in"

        try:
            refusal = await self._database.write(work)
        except ThereAlready:  # by another worker, in the same moment
            refusal = "name_taken"
        if refusal is not None:
            raise Refused(refusal)
        return Identity(who.id, "account", shown, epoch, who.blocked)

    async def log_in(self, name: str, password: str) -> Identity:
        """The account of that name, if the password is right."""

        def work(connection: Connection) -> tuple[Identity | None, str]:
            row = connection.execute(select(IDENTITIES).where(IDENTITIES.c.login == login_of(name))).one_or_none()
            if row is None:
                return None, NOBODYS
            return Identity(row.id, row.kind, row.name, row.epoch, row.blocked), row.password

        found, hashed = await self._database.read(work)
        right = await self._passwords.is_right(password, hashed)
        if found is None or not right or found.blocked:
            raise Refused("wrong_login")
        return found

    async def new_bot(self, owner: Identity, name: str) -> tuple[Program, str]:
        """A program under its own name, and the token it shows; the token is told this once."""
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
        """Somebody's programs whose tokens are valid, the oldest first."""
        return await self._database.read(lambda connection: programs(connection, owner))

    async def revoke(self, owner: str, bot: str) -> None:
        """The token of somebody's program is void; not_found where he has no such program."""
        if not await self._database.write(lambda connection: revoke(connection, bot, owner)):
            raise Refused("not_found")

    async def standing(self, identities: Sequence[str], sessions: Sequence[str]) -> Standing:
        """Which of these may stay."""
        epochs = select(IDENTITIES.c.id, IDENTITIES.c.epoch).where(
            IDENTITIES.c.id.in_(identities), IDENTITIES.c.blocked.is_(False)
        )
        ended = select(ENDED_SESSIONS.c.session).where(ENDED_SESSIONS.c.session.in_(sessions))

        def work(connection: Connection) -> Standing:
            found = {row.id: row.epoch for row in connection.execute(epochs)}
            return Standing(found, frozenset(connection.execute(ended).scalars()))

        return await self._database.read(work)

    async def end_session(self, session: str) -> None:
        """The cookie of one browser is void."""
        await self._database.write(Row(_END_SESSION, {"session": session}))

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

    async def _one(self, statement: Statement, key: Mapping[str, object]) -> Identity | None:
        rows = await self._database.read(lambda connection: statement.rows(connection, key))
        for name, kind, shown, epoch, blocked in rows:
            return Identity(name, kind, shown, epoch, bool(blocked))
        return None

    async def _add(self, values: Mapping[str, object], owner: str | None) -> Identity:
        row = {"id": secrets.token_urlsafe(12), "epoch": 0, "blocked": False, "created": wall_clock(), **values}
        name = str(row["name"])

        def work(connection: Connection) -> bool:
            if _taken(connection, [name], owner):
                return False
            connection.execute(insert(IDENTITIES).values(**row))
            return True

        if not await self._database.write(work):
            raise Refused("name_taken")
        return Identity(str(row["id"]), str(row["kind"]), name, 0, False)


def programs(connection: Connection, owner: str) -> list[Program]:
    """Somebody's programs whose tokens are valid, the oldest first."""
    valid = (IDENTITIES.c.owner == owner) & IDENTITIES.c.token.is_not(None)
    query = select(IDENTITIES.c.id, IDENTITIES.c.name, IDENTITIES.c.created).where(valid)
    return [Program(*row) for row in connection.execute(query.order_by(IDENTITIES.c.created, IDENTITIES.c.id))]


def revoke(connection: Connection, bot: str, owner: str | None = None) -> bool:
    """Makes a program's token void, and with an owner only his; False where there is no such program."""
    valid = (IDENTITIES.c.id == bot) & IDENTITIES.c.token.is_not(None)
    mine = valid if owner is None else valid & (IDENTITIES.c.owner == owner)
    changed = update(IDENTITIES).where(mine).values(token=None, epoch=IDENTITIES.c.epoch + 1)
    return connection.execute(changed).rowcount == 1


def _taken(connection: Connection, names: Sequence[str], who: str | None) -> bool:
    """Whether one of these names is the account of somebody else."""
    logins = [login_of(name) for name in names]
    query = select(IDENTITIES.c.id).where(IDENTITIES.c.login.in_(logins))
    return any(found != who for found in connection.execute(query).scalars())


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
