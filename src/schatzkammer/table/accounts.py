"""Identities: guests, accounts, and programs that play with a token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlalchemy import Connection, Delete, Insert, Update, bindparam, delete, func, insert, or_, select, update

from schatzkammer.table.errors import AlreadyExists, NotSaved, Refused
from schatzkammer.table.model import new_id
from schatzkammer.table.names import NOBODY, checked_name, is_reserved, login_of, skeletons
from schatzkammer.table.passwords import UNKNOWN_HASH, Passwords, check_password
from schatzkammer.table.service import wall_clock
from schatzkammer.table.store import recovery, sessions
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import IDENTITIES, SESSIONS, SETTINGS
from schatzkammer.table.store.statement import Statement

MOST_BOTS = 20
_NAMES = 6021025  # advisory locks held while a name is given

_IDENTITY = select(IDENTITIES.c.id, IDENTITIES.c.kind, IDENTITIES.c.name, IDENTITIES.c.epoch, IDENTITIES.c.blocked)
_BY_TOKEN = Statement(_IDENTITY.where(IDENTITIES.c.token == bindparam("key")))


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


class Accounts:
    """The identities in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._passwords = Passwords()

    def close(self) -> None:
        """Stops hashing passwords."""
        self._passwords.close()

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

    async def register(self, who: Identity, name: str, password: str, address: str) -> Identity:
        """Turns a guest into an account. They keep their seats; the guest's sessions end."""
        if who.kind != "guest":
            raise Refused("is_account")
        checked = checked_name(name)
        check_password(password)
        if is_reserved(checked):
            raise Refused("name_taken")
        hashed = await self._passwords.hashed(password, address)
        epoch = who.epoch + 1
        folded, written = skeletons(checked)
        values = {"kind": "account", "name": checked, "login": login_of(checked), "password": hashed, "epoch": epoch}
        looks = {"skeleton": folded, "skeleton_written": written}
        guest = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.kind == "guest") & (IDENTITIES.c.epoch == who.epoch)
        ended = delete(SESSIONS).where(SESSIONS.c.identity_id == who.id)
        try:
            changed = await self._write_name(
                checked, who.id, update(IDENTITIES).where(guest).values(**values, **looks), ended
            )
        except AlreadyExists:  # another worker registered the name at the same moment
            raise Refused("name_taken") from None
        if not changed:  # the guest signed in or registered elsewhere at the same moment
            raise Refused("sign_in")
        return Identity(who.id, "account", checked, epoch, who.blocked)

    async def log_in(self, name: str, password: str, address: str) -> tuple[Identity, str]:
        """Finds the account of that name and checks the password; returns the account and the password's hash."""

        def work(connection: Connection) -> tuple[Identity | None, str]:
            row = connection.execute(select(IDENTITIES).where(IDENTITIES.c.login == login_of(name))).one_or_none()
            if row is None:
                return None, UNKNOWN_HASH
            return Identity(row.id, row.kind, row.name, row.epoch, row.blocked), row.password

        found, hashed = await self._database.read(work)
        matches = await self._passwords.matches(password, hashed, address)
        if found is None or not matches or found.blocked:
            raise Refused("wrong_login")
        return found, hashed

    async def check_password(self, who: Identity, password: str, address: str) -> str:
        """Refuses a wrong password of an account; returns the hash of the right one."""
        if who.kind != "account":
            raise Refused("accounts_only")
        query = select(IDENTITIES.c.password).where(IDENTITIES.c.id == who.id)
        hashed = await self._database.read(lambda connection: connection.execute(query).scalar()) or UNKNOWN_HASH
        if not await self._passwords.matches(password, hashed, address):
            raise Refused("wrong_password")
        return hashed

    async def change_password(self, who: Identity, old: str, new: str, kept: str | None, address: str) -> None:
        """Changes the password of an account and ends its sessions but one."""
        check_password(new)
        before = await self.check_password(who, old, address)
        hashed = await self._passwords.hashed(new, address)
        unchanged = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.password == before)

        def work(connection: Connection) -> bool:
            changed = connection.execute(update(IDENTITIES).where(unchanged).values(password=hashed)).rowcount == 1
            if changed:
                sessions.end_others(connection, who.id, kept)
            return changed

        if not await self._database.write(work):  # it was changed elsewhere at the same moment
            raise Refused("wrong_password")

    async def new_codes(self, who: Identity, password: str, address: str) -> list[str]:
        """Gives an account new recovery codes, which are not stored and cannot be shown again; old ones are void."""
        await self.check_password(who, password, address)
        codes = recovery.new_codes()
        await self._database.write(lambda connection: recovery.store_codes(connection, who.id, codes))
        return codes

    async def summary(self, who: Identity) -> tuple[str, int, int]:
        """An account's name, when it came, and how many of its recovery codes were not used."""
        if who.kind != "account":
            raise Refused("accounts_only")
        created = select(IDENTITIES.c.created).where(IDENTITIES.c.id == who.id)
        return await self._database.read(
            lambda connection: (
                who.name,
                connection.execute(created).scalar_one(),
                recovery.codes_left(connection, who.id),
            )
        )

    async def recover(self, name: str, code: str, password: str, address: str) -> Identity:
        """Sets a new password with a recovery code, which is used up; ends all sessions.

        An unknown name and a wrong code are refused alike, and take equally long.
        """
        check_password(password)
        hashed = await self._passwords.hashed(password, address)

        def work(connection: Connection) -> Identity | None:
            row = connection.execute(select(IDENTITIES).where(IDENTITIES.c.login == login_of(name))).one_or_none()
            used = recovery.use_code(connection, "" if row is None else row.id, code)
            if row is None or row.blocked or not used:
                return None
            connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == row.id).values(password=hashed))
            sessions.end_all(connection, row.id)
            return Identity(row.id, row.kind, row.name, row.epoch + 1, row.blocked)

        found = await self._database.write(work)
        if found is None:
            raise Refused("wrong_code")
        return found

    async def delete(self, who: Identity, password: str, address: str) -> list[str]:
        """Deletes an account and its programs; returns the ids that tables still have to forget: see `erasure`.

        From now on nobody can sign in to it, and its name is free.
        """
        hashed = await self.check_password(who, password, address)
        mine = (IDENTITIES.c.id == who.id) & (IDENTITIES.c.password == hashed)
        gone = {"kind": "deleted", "name": NOBODY, "blocked": True, "epoch": IDENTITIES.c.epoch + 1}
        nulls = dict.fromkeys(("login", "password", "token", "skeleton", "skeleton_written"))

        def work(connection: Connection) -> list[str]:
            owned = select(IDENTITIES.c.id).where(or_(mine, IDENTITIES.c.owner == who.id))
            ids = list(connection.execute(owned.with_for_update()).scalars())
            if who.id not in ids:
                return []
            connection.execute(update(IDENTITIES).where(IDENTITIES.c.id.in_(ids)).values(**gone, **nulls))
            sessions.end_others(connection, who.id, None)
            recovery.store_codes(connection, who.id, [])
            return ids

        ids = await self._database.write(work)
        if not ids:  # the password was changed elsewhere at the same moment
            raise Refused("wrong_password")
        return ids

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

    async def _write_name(
        self, name: str, who: str | None, change: Insert | Update, then: Delete | None = None
    ) -> bool:
        """Gives an identity a name, unless an account of somebody else has one like it; returns whether it has it."""

        def work(connection: Connection) -> bool | None:
            _lock(connection, name)
            if _taken(connection, [name], who):
                return None
            changed = connection.execute(change).rowcount > 0
            if changed and then is not None:
                connection.execute(then)
            return changed

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


def _lock(connection: Connection, name: str) -> None:
    """Makes names that look alike wait for each other: no key of the database keeps them apart."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        for look in sorted({*skeletons(name)}):
            connection.execute(select(func.pg_advisory_xact_lock(_NAMES, func.hashtext(look))))


def _taken(connection: Connection, names: Sequence[str], who: str | None) -> bool:
    """Whether somebody else has an account whose name is, or looks like, one of these."""
    logins = [login_of(name) for name in names]
    looks = [look for name in names for look in skeletons(name)]
    alike = or_(
        IDENTITIES.c.login.in_(logins), IDENTITIES.c.skeleton.in_(looks), IDENTITIES.c.skeleton_written.in_(looks)
    )
    found = {*connection.execute(select(IDENTITIES.c.id).where(alike)).scalars()}
    return bool(found) and found != {who}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
