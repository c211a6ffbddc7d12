"""Groups of people who play together: members, the invitation, plans of seasons, and the results that these count.

A membership that has ended is kept: seasons count the games that somebody played while they belonged to the group.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, FromClause, Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from schatzkammer.table.errors import Refused
from schatzkammer.table.ratings import BOT
from schatzkammer.table.seasons import Entry, Plan
from schatzkammer.table.store.schema import GROUP_MEMBERS, GROUPS, IDENTITIES, MEMBERS, RESULTS, SEASONS, TABLES

_GAMES = msgspec.json.Decoder(list[str])
_LOCK = 6021027  # advisory lock held while the members of a group change


class Group(NamedTuple):
    """A group."""

    id: str
    name: str
    invite: str
    created: int


class Member(NamedTuple):
    """Somebody who belongs to a group."""

    identity: str
    name: str
    joined: int
    owner: bool


class OwnGroup(NamedTuple):
    """A group as the list of one of its members shows it."""

    id: str
    name: str
    members: int
    running: int  # tables that are not over


# Groups ------------------------------------------------------------------------------------------------
def create(connection: Connection, group: Group, owner: str, plan: Plan) -> None:
    """Founds a group."""
    connection.execute(insert(GROUPS), group._asdict())
    connection.execute(
        insert(GROUP_MEMBERS),
        {"group_id": group.id, "identity_id": owner, "joined": group.created, "ended": None, "owner": True},
    )
    add_plan(connection, group.id, plan)


def find(connection: Connection, group_id: str, *, lock: bool = False) -> Group | None:
    """A group by its id; with `lock`, its members do not change until the transaction ends."""
    if lock and connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK, func.hashtext(group_id))))
    row = connection.execute(select(GROUPS).where(GROUPS.c.id == group_id)).one_or_none()
    return None if row is None else Group(*row)


def rename(connection: Connection, group_id: str, name: str) -> None:
    """Gives a group another name."""
    connection.execute(update(GROUPS).where(GROUPS.c.id == group_id).values(name=name))


def renew_invite(connection: Connection, group_id: str, invite: str) -> None:
    """Replaces the invitation."""
    connection.execute(update(GROUPS).where(GROUPS.c.id == group_id).values(invite=invite))


def remove(connection: Connection, group_id: str) -> None:
    """Dissolves a group; its tables stay, private as they are."""
    connection.execute(update(TABLES).where(TABLES.c.group_id == group_id).values(group_id=None))
    connection.execute(delete(GROUPS).where(GROUPS.c.id == group_id))


def of(connection: Connection, identity: str) -> list[OwnGroup]:
    """The groups somebody belongs to, by name."""
    members = select(func.count()).select_from(_members()).where(GROUP_MEMBERS.c.group_id == GROUPS.c.id, _belongs())
    members = members.where(IDENTITIES.c.kind != "deleted").correlate(GROUPS)
    running = select(func.count()).where(TABLES.c.group_id == GROUPS.c.id, TABLES.c.status != "over")
    query = select(GROUPS.c.id, GROUPS.c.name, members.scalar_subquery(), running.scalar_subquery())
    query = query.where(GROUPS.c.id.in_(ids_of(identity))).order_by(func.lower(GROUPS.c.name), GROUPS.c.id)
    return [OwnGroup(*row) for row in connection.execute(query)]


def ids_of(identity: str | None) -> Select[tuple[str]]:
    """Selects the ids of the groups somebody belongs to."""
    return select(GROUP_MEMBERS.c.group_id).where(GROUP_MEMBERS.c.identity_id == (identity or ""), _belongs())


# Members -----------------------------------------------------------------------------------------------
def members(connection: Connection, group_id: str) -> list[Member]:
    """Who belongs to a group, in the order of joining. If its owner is gone, the first of these is the owner."""
    query = select(GROUP_MEMBERS.c.identity_id, IDENTITIES.c.name, GROUP_MEMBERS.c.joined, GROUP_MEMBERS.c.owner)
    query = query.select_from(_members()).where(GROUP_MEMBERS.c.group_id == group_id, _belongs())
    query = query.where(IDENTITIES.c.kind != "deleted").order_by(GROUP_MEMBERS.c.joined, GROUP_MEMBERS.c.identity_id)
    found = [Member(*row) for row in connection.execute(query)]
    if found and not any(one.owner for one in found):
        found[0] = found[0]._replace(owner=True)
    return found


def check_member(connection: Connection, group_id: str, identity: str) -> None:
    """Refuses whoever does not belong to a group as if it did not exist."""
    if all(one.identity != identity for one in members(connection, group_id)):
        raise Refused("no_group")


def join(connection: Connection, group_id: str, identity: str, at: int) -> None:
    """Makes somebody a member, perhaps again."""
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = {"group_id": group_id, "identity_id": identity, "joined": at, "ended": None, "owner": False}
    again = insertion(GROUP_MEMBERS).values(row)
    connection.execute(again.on_conflict_do_update(index_elements=["group_id", "identity_id"], set_={"ended": None}))


def leave(connection: Connection, group_id: str, identity: str, at: int) -> None:
    """Ends a membership. Without members, the group ends."""
    end = update(GROUP_MEMBERS).where(GROUP_MEMBERS.c.group_id == group_id, GROUP_MEMBERS.c.identity_id == identity)
    connection.execute(end.values(ended=at, owner=False))
    if not members(connection, group_id):
        remove(connection, group_id)


def hand_over(connection: Connection, group_id: str, identity: str) -> None:
    """Makes a member the owner."""
    of_group = update(GROUP_MEMBERS).where(GROUP_MEMBERS.c.group_id == group_id)
    connection.execute(of_group.values(owner=GROUP_MEMBERS.c.identity_id == identity))


def transfer(connection: Connection, old: str, new: str) -> None:
    """Gives the memberships of a guest to the account they signed in to."""
    mine = select(GROUP_MEMBERS).where(GROUP_MEMBERS.c.identity_id == old)
    for row in connection.execute(mine).all():
        same = GROUP_MEMBERS.c.group_id == row.group_id
        there = connection.execute(select(GROUP_MEMBERS).where(same, GROUP_MEMBERS.c.identity_id == new)).one_or_none()
        if there is not None:
            ended = None if row.ended is None or there.ended is None else max(row.ended, there.ended)
            kept = {"joined": min(row.joined, there.joined), "ended": ended, "owner": row.owner or there.owner}
            connection.execute(delete(GROUP_MEMBERS).where(same, GROUP_MEMBERS.c.identity_id == old))
            connection.execute(update(GROUP_MEMBERS).where(same, GROUP_MEMBERS.c.identity_id == new).values(kept))
    connection.execute(update(GROUP_MEMBERS).where(GROUP_MEMBERS.c.identity_id == old).values(identity_id=new))


def friends(connection: Connection, reader: str | None, people: Collection[str]) -> set[str]:
    """Those of some people who belong to a group of the reader's."""
    query = select(GROUP_MEMBERS.c.identity_id).where(GROUP_MEMBERS.c.group_id.in_(ids_of(reader)), _belongs())
    return set(connection.execute(query.where(GROUP_MEMBERS.c.identity_id.in_(people)).distinct()).scalars())


def only_in_group(connection: Connection, group_id: str, identity: str) -> list[str]:
    """The ids of a group's tables that somebody may enter as a member of the group alone."""
    member = exists().where(MEMBERS.c.table_id == TABLES.c.id, MEMBERS.c.identity_id == identity)
    return list(connection.execute(select(TABLES.c.id).where(TABLES.c.group_id == group_id, ~member)).scalars())


def empty(connection: Connection, most: int) -> int:
    """Removes groups whose people are all deleted; returns how many."""
    belongs = select(GROUP_MEMBERS.c.group_id).select_from(_members()).where(_belongs())
    belonging = belongs.where(IDENTITIES.c.kind != "deleted")
    query = select(GROUPS.c.id).where(GROUPS.c.id.not_in(belonging)).limit(most)
    found = list(connection.execute(query).scalars())
    for group_id in found:
        remove(connection, group_id)
    return len(found)


# Seasons -----------------------------------------------------------------------------------------------
def plans(connection: Connection, group_id: str) -> list[Plan]:
    """The plans of a group's seasons, by their start."""
    query = select(SEASONS).where(SEASONS.c.group_id == group_id).order_by(SEASONS.c.start)
    return [
        Plan(row.start, row.until, row.utc_offset, _GAMES.decode(row.games), row.points, row.least)
        for row in connection.execute(query)
    ]


def add_plan(connection: Connection, group_id: str, plan: Plan) -> None:
    """Adds a plan in place of those that begin when it does, or later."""
    connection.execute(delete(SEASONS).where(SEASONS.c.group_id == group_id, SEASONS.c.start >= plan.start))
    row = {**msgspec.structs.asdict(plan), "games": msgspec.json.encode(plan.games).decode()}
    connection.execute(insert(SEASONS), {"group_id": group_id, **row})


def entries(connection: Connection, group_id: str, since: int) -> list[Entry]:
    """The results at a group's tables since a time, of those who belonged to the group when the game ended."""
    columns = (RESULTS.c.table_id, RESULTS.c.game, RESULTS.c.ended, RESULTS.c.player, RESULTS.c.place)
    query = (
        select(*columns)
        .join(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .join(
            GROUP_MEMBERS,
            (GROUP_MEMBERS.c.group_id == TABLES.c.group_id) & (GROUP_MEMBERS.c.identity_id == RESULTS.c.player),
        )
        .where(TABLES.c.group_id == group_id, RESULTS.c.ended >= since, RESULTS.c.player.not_like(f"{BOT}%"))
        .where(GROUP_MEMBERS.c.joined <= RESULTS.c.ended)
        .where(or_(GROUP_MEMBERS.c.ended.is_(None), GROUP_MEMBERS.c.ended >= RESULTS.c.ended))
        .order_by(RESULTS.c.ended, RESULTS.c.table_id, RESULTS.c.seat)
    )
    return [Entry(*row) for row in connection.execute(query)]


def _members() -> FromClause:
    return GROUP_MEMBERS.join(IDENTITIES, IDENTITIES.c.id == GROUP_MEMBERS.c.identity_id)


def _belongs() -> ColumnElement[bool]:
    return GROUP_MEMBERS.c.ended.is_(None)
