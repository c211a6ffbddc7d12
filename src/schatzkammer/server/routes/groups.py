"""Groups over REST. Whoever does not belong to one learns nothing of it, not even that it exists."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Controller, delete, get, patch, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from schatzkammer.server import broadcast, wire, wire_groups
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import DONE, KNOWN_READS
from schatzkammer.table.errors import Refused
from schatzkammer.table.lifetimes import DAY
from schatzkammer.table.model import new_id
from schatzkammer.table.names import NOBODY, checked_name
from schatzkammer.table.seasons import Plan, Season, month_of, seasons, standings
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import groups as store
from schatzkammer.table.store import profiles, results, tables
from schatzkammer.table.store.groups import Group, Member
from schatzkammer.table.terms import known_game

GroupId = Annotated[str, PathParameter(max_length=40)]
PersonId = Annotated[str, PathParameter(max_length=40)]
Invite = Annotated[str, QueryParameter(max_length=80)]

MOST_GROUPS = 30  # of one person
MOST_MEMBERS = 100
MOST_TABLES = 60  # listed
MOST_SEASONS = 24  # shown, the latest
LONGEST_SEASON = 400 * DAY


class GroupsController(Controller):
    """Groups."""

    path = "/api/groups"
    tags = ["groups"]  # noqa: RUF012

    @get(summary="My groups", security=KNOWN_READS)
    async def mine(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire_groups.OwnGroup]:
        """The groups you belong to, by name."""
        me = visitor.require_identity().id
        found = await worker.database.read(partial(store.of, identity=me))
        return [wire_groups.OwnGroup(*group) for group in found]

    @post(summary="Found a group")
    async def found(
        self, data: JSONBody[wire_groups.NewGroup], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire_groups.GroupInfo:
        """Founds a group, which you own; its seasons are the months, beginning with this one."""
        me = visitor.require_identity().id
        worker.limits.check("open", visitor.key)
        now = worker.tables.now()
        group = Group(new_id(9), checked_name(data.name), new_invite(), now)
        plan = Plan(month_of(now, data.utc_offset), utc_offset=data.utc_offset)

        def work(connection: Connection) -> wire_groups.GroupInfo:
            _check_room(connection, me)
            store.create(connection, group, me, plan)
            return _info(connection, group, me)

        return await worker.database.write(work)

    @get("/{group:str}", summary="A group", security=KNOWN_READS)
    async def group(self, group: GroupId, visitor: CurrentVisitor, worker: CurrentWorker) -> wire_groups.GroupInfo:
        """(members) Its name, its members and its invitation."""
        me = visitor.require_identity().id
        return await worker.database.read(lambda connection: _info(connection, _own(connection, group, me), me))

    @patch("/{group:str}", summary="Rename a group")
    async def rename(
        self,
        group: GroupId,
        data: JSONBody[wire_groups.GroupName],
        visitor: CurrentVisitor,
        worker: CurrentWorker,
    ) -> wire_groups.GroupInfo:
        """(owner) Gives the group another name."""
        me, name = visitor.require_identity().id, checked_name(data.name)
        worker.limits.check("seat", me)

        def work(connection: Connection) -> wire_groups.GroupInfo:
            found = _owned(connection, group, me)
            store.rename(connection, group, name)
            return _info(connection, found._replace(name=name), me)

        return await worker.database.write(work)

    @delete("/{group:str}", summary="Dissolve a group", responses={204: DONE})
    async def dissolve(self, group: GroupId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """(owner) Ends the group with its seasons; its tables stay with those who sat there."""
        me = visitor.require_identity().id

        def work(connection: Connection) -> list[tuple[str, str]]:
            _owned(connection, group, me)
            people = store.members(connection, group)
            out = [(table, one.identity) for one in people for table in _only_in_group(connection, group, one)]
            store.remove(connection, group)
            return out

        for table, identity in await worker.database.write(work):
            worker.hub.expel(table, identity)

    @get("/{group:str}/tables", summary="The tables of a group", security=KNOWN_READS)
    async def tables(self, group: GroupId, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire.Listing]:
        """(members) The tables opened for the group, the latest first; members may enter them and sit down."""
        me = visitor.require_identity().id

        def work(connection: Connection) -> list[tables.ListedTable]:
            _own(connection, group, me)
            return tables.tables_for(connection, group, MOST_TABLES)

        return [broadcast.listing(one, me) for one in await worker.database.read(work)]

    # Members ------------------------------------------------------------------------------------------
    @get("/{group:str}/invitation", summary="Read an invitation")
    async def invitation(
        self, group: GroupId, worker: CurrentWorker, visitor: CurrentVisitor, invite: Invite = ""
    ) -> wire_groups.GroupInvitation:
        """What the invitation tells you before you accept it: the group's name, its owner and how many they are."""

        def work(connection: Connection) -> wire_groups.GroupInvitation:
            found = _invited(connection, group, invite)
            people = store.members(connection, group)
            return wire_groups.GroupInvitation(found.name, len(people), next(one.name for one in people if one.owner))

        return await worker.database.read(work)

    @post("/{group:str}/invite", status_code=200, summary="Renew the invitation of a group")
    async def renew(self, group: GroupId, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Invitation:
        """(owner) Makes a new invitation; the old one admits nobody any more, and who belongs to the group stays."""
        me, invite = visitor.require_identity().id, new_invite()
        worker.limits.check("seat", me)

        def work(connection: Connection) -> None:
            _owned(connection, group, me)
            store.renew_invite(connection, group, invite)

        await worker.database.write(work)
        return wire.Invitation(invite)

    @post("/{group:str}/join", status_code=200, summary="Join a group")
    async def join(
        self, group: GroupId, data: JSONBody[wire.Invitation], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire_groups.GroupInfo:
        """Makes you a member."""
        me = visitor.require_identity().id
        worker.limits.check("seat", me)
        now = worker.tables.now()

        def work(connection: Connection) -> wire_groups.GroupInfo:
            found = _invited(connection, group, data.invite)
            people = store.members(connection, group)
            if all(one.identity != me for one in people):
                _check_room(connection, me)
                if len(people) >= MOST_MEMBERS:
                    raise Refused("group_full", most=MOST_MEMBERS)
                store.join(connection, group, me, now)
            return _info(connection, found, me)

        return await worker.database.write(work)

    @delete("/{group:str}/members/{person:str}", summary="Leave, or remove a member", responses={204: DONE})
    async def remove(self, group: GroupId, person: PersonId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Ends your own membership; the owner may end that of others, which also renews the invitation.

        When the owner leaves, whoever has belonged to the group the longest owns it; the last one ends it.
        """
        me, now, invite = visitor.require_identity().id, worker.tables.now(), new_invite()
        worker.limits.check("seat", me)

        def work(connection: Connection) -> list[str]:
            (_own if person == me else _owned)(connection, group, me)
            member = _member(connection, group, person)
            out = _only_in_group(connection, group, member)
            store.leave(connection, group, person, now)
            if person != me:
                store.renew_invite(connection, group, invite)
            return out

        for table in await worker.database.write(work):
            worker.hub.expel(table, person)

    @put("/{group:str}/owner", status_code=200, summary="Hand a group over")
    async def hand_over(
        self,
        group: GroupId,
        data: JSONBody[wire_groups.NewOwner],
        visitor: CurrentVisitor,
        worker: CurrentWorker,
    ) -> wire_groups.GroupInfo:
        """(owner) Makes another member the owner."""
        me = visitor.require_identity().id

        def work(connection: Connection) -> wire_groups.GroupInfo:
            found = _owned(connection, group, me)
            store.hand_over(connection, group, _member(connection, group, data.person).identity)
            return _info(connection, found, me)

        return await worker.database.write(work)

    # Seasons ------------------------------------------------------------------------------------------
    @get("/{group:str}/seasons", summary="The seasons of a group", security=KNOWN_READS)
    async def seasons(
        self, group: GroupId, visitor: CurrentVisitor, worker: CurrentWorker
    ) -> list[wire_groups.SeasonTable]:
        """(members) The tables of all seasons, the latest first, from the results of finished games alone."""
        me, now = visitor.require_identity().id, worker.tables.now()

        def work(connection: Connection) -> list[wire_groups.SeasonTable]:
            _own(connection, group, me)
            return _season_tables(connection, group, me, now)

        return await worker.database.read(work)

    @post("/{group:str}/seasons", status_code=200, summary="Begin a season")
    async def begin(
        self,
        group: GroupId,
        data: JSONBody[wire_groups.NewSeason],
        visitor: CurrentVisitor,
        worker: CurrentWorker,
    ) -> list[wire_groups.SeasonTable]:
        """(owner) Begins a season, now or later; it ends what would still run then. Seasons that are over stay."""
        me, now = visitor.require_identity().id, worker.tables.now()
        worker.limits.check("seat", me)
        for game in data.games:
            known_game(game)
        games = sorted(set(data.games))
        plan = Plan(data.start, data.until, data.utc_offset, games, data.points, data.least)

        def work(connection: Connection) -> list[wire_groups.SeasonTable]:
            _owned(connection, group, me)
            over = [one.until for one in seasons(store.plans(connection, group), now) if one.until <= now]
            _check_times(plan, max(over, default=0), now)
            store.add_plan(connection, group, plan)
            return _season_tables(connection, group, me, now)

        return await worker.database.write(work)


def _own(connection: Connection, group_id: str, identity: str, *, lock: bool = False) -> Group:
    """A group that somebody belongs to."""
    found = store.find(connection, group_id, lock=lock)
    if found is None:
        raise Refused("no_group")
    store.check_member(connection, group_id, identity)
    return found


def _owned(connection: Connection, group_id: str, identity: str) -> Group:
    """A group that somebody owns, for a change."""
    found = _own(connection, group_id, identity, lock=True)
    if not _member(connection, group_id, identity).owner:
        raise Refused("not_owner")
    return found


def _invited(connection: Connection, group_id: str, invite: str) -> Group:
    """A group with its invitation; a wrong one is refused as if there were no such group."""
    found = store.find(connection, group_id, lock=True)
    if found is None or found.invite != invite or not store.members(connection, group_id):
        raise Refused("no_group")
    return found


def _member(connection: Connection, group_id: str, person: str) -> Member:
    for one in store.members(connection, group_id):
        if one.identity == person:
            return one
    raise Refused("no_member")


def _check_room(connection: Connection, identity: str) -> None:
    if len(store.of(connection, identity)) >= MOST_GROUPS:
        raise Refused("too_many")


def _only_in_group(connection: Connection, group_id: str, member: Member) -> list[str]:
    return store.only_in_group(connection, group_id, member.identity)


def _info(connection: Connection, group: Group, reader: str) -> wire_groups.GroupInfo:
    people = store.members(connection, group.id)
    shown = {*profiles.shown(connection, [one.identity for one in people], reader)}
    members = [wire_groups.GroupMember(*one, you=one.identity == reader, shown=one.identity in shown) for one in people]
    owns = any(one.owner and one.identity == reader for one in people)
    return wire_groups.GroupInfo(group.id, group.name, group.created, group.invite, owns, members)


def _check_times(plan: Plan, over: int, now: int) -> None:
    """Refuses seasons in the past, for too long, or too far ahead."""
    ends = plan.until if plan.until is not None else plan.start + 1
    soon = plan.start <= now + LONGEST_SEASON and (plan.until is None or plan.until > now)
    if plan.start < over or not plan.start < ends <= plan.start + LONGEST_SEASON or not soon:
        raise Refused("bad_season", most=LONGEST_SEASON // DAY)


def _season_tables(connection: Connection, group_id: str, reader: str, now: int) -> list[wire_groups.SeasonTable]:
    found: list[Season] = seasons(store.plans(connection, group_id), now)[-MOST_SEASONS:]
    entries = store.entries(connection, group_id, found[0].start) if found else []
    names = results.names(connection, {one.player for one in entries})
    made = []
    for season in reversed(found):
        rows, counted = standings(season, entries)
        plan = season.plan
        lines = [
            wire_groups.SeasonRow(
                row.player,
                names.get(row.player, NOBODY),
                row.games,
                row.wins,
                row.points,
                row.place,
                row.player == reader,
            )
            for row in rows
        ]
        monthly = plan.until is None
        made.append(
            wire_groups.SeasonTable(
                season.start, season.until, monthly, plan.games, plan.points, plan.least, counted, lines
            )
        )
    return made
