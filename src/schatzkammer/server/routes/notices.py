"""Notices over REST: where people are told of their turns, what about, and a test of each channel."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import JSONBody, PathParameter
from sqlalchemy import Connection

from schatzkammer.core.text import LANGUAGES
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, Visitor, check_access
from schatzkammer.server.notices.channels import new_code
from schatzkammer.server.notices.messages import code_mail, test_message
from schatzkammer.server.notices.outgoing import Answer, Forbidden, Unreachable
from schatzkammer.server.openapi import DONE, KNOWN_READS, problems
from schatzkammer.server.routes.tables import TableId
from schatzkammer.server.wire_notices import (
    ChannelCode,
    ChannelInfo,
    Delivery,
    NewAddress,
    NewBrowser,
    NoticeInfo,
    TableNotices,
)
from schatzkammer.server.worker import Worker
from schatzkammer.table.accounts import Identity
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import new_id
from schatzkammer.table.notices import ChannelKind, Preferences, zone_of
from schatzkammer.table.store import channels as store
from schatzkammer.table.store.channels import Channel

ChannelId = Annotated[str, PathParameter(max_length=40)]
KINDS: tuple[ChannelKind, ...] = ("push", "mail", "chat", "webhook")
WEB = ("http", "https")


class NoticesController(Controller):
    """Notices."""

    path = "/api"
    tags = ["notices"]  # noqa: RUF012

    @get("/notices", summary="My notices", security=KNOWN_READS)
    async def mine(self, visitor: CurrentVisitor, worker: CurrentWorker) -> NoticeInfo:
        """What you are told and where, and which channels this server offers."""
        return await _info(worker, visitor)

    @put("/notices", summary="What I am told")
    async def prefer(self, data: JSONBody[Preferences], visitor: CurrentVisitor, worker: CurrentWorker) -> NoticeInfo:
        """Says what you want to be told, in which language, and when not."""
        me = visitor.require_identity().id
        if data.lang not in LANGUAGES or (data.quiet is not None and zone_of(data.quiet.zone) is None):
            raise Refused("malformed", why="unknown language or time zone.")
        worker.limits.check("seat", me)
        await worker.database.write(lambda connection: store.set_preferences(connection, me, data))
        return await _info(worker, visitor)

    @post("/notices/push", status_code=200, summary="Tell me in this browser", responses=problems(404, 409))
    async def add_browser(
        self, data: JSONBody[NewBrowser], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> ChannelInfo:
        """Adds a browser's push subscription, until the browser signs out."""
        who = _person(worker, visitor, "push")
        if visitor.session is None:
            raise Refused("no_channel")
        from schatzkammer.server.notices.push import Subscription, is_valid

        subscription = Subscription(data.endpoint, data.p256dh, data.auth)
        _check(worker, data.endpoint)
        if not is_valid(subscription):
            raise Refused("bad_address")
        name = " · ".join(part for part in (visitor.device.browser, visitor.device.system) if part)
        address = msgspec.json.encode(subscription).decode()
        return await _added(worker, visitor, who, "push", address, name, session=visitor.session)

    @post("/notices/mail", status_code=200, summary="Tell me by mail", responses=problems(404, 409))
    async def add_mail(self, data: JSONBody[NewAddress], visitor: CurrentVisitor, worker: CurrentWorker) -> ChannelInfo:
        """(accounts) Adds a mail address and sends a code there; nothing else is sent before it is confirmed."""
        who = _account(worker, visitor, "mail")
        from schatzkammer.server.notices.mail import is_address

        address, mailbox = data.address.strip(), worker.channels.mailbox
        if not is_address(address) or mailbox is None:
            raise Refused("bad_address")
        code = new_code()
        added = await _added(worker, visitor, who, "mail", address, address, code=code)
        try:
            answer = await mailbox.send(address, *code_mail(code, visitor.lang), message_id=f"code-{added.id}")
        except Unreachable as error:
            answer = Answer(503, str(error))
        if not answer.good:
            await worker.database.write(lambda connection: store.remove(connection, who.id, added.id))
            raise Refused("not_delivered", answer=answer.text)
        return added

    @post("/notices/chat", status_code=200, summary="Tell me in a chat", responses=problems(404, 409))
    async def add_chat(self, data: JSONBody[NewAddress], visitor: CurrentVisitor, worker: CurrentWorker) -> ChannelInfo:
        """(accounts) Adds a chat service by its apprise address, or a webhook by its URL."""
        who, url = _account(worker, visitor, "webhook"), data.address.strip()
        name = await _service(worker, url)
        if name is not None:
            return await _added(worker, visitor, who, "chat", url, name)
        _check(worker, url)
        return await _added(worker, visitor, who, "webhook", url, urlsplit(url).hostname or "")

    @delete("/notices/channels/{channel:str}", summary="Remove a channel", responses={204: DONE})
    async def remove(self, channel: ChannelId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Nothing more is sent there."""
        me = visitor.require_identity().id
        if not await worker.database.write(lambda connection: store.remove(connection, me, channel)):
            raise Refused("no_channel")

    @post("/notices/channels/{channel:str}/code", status_code=200, summary="Confirm an address")
    async def confirm(
        self, channel: ChannelId, data: JSONBody[ChannelCode], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> ChannelInfo:
        """Confirms a mail address with the code that was sent there: five tries within half an hour."""
        me, now = visitor.require_identity().id, worker.tables.now()
        worker.limits.check("login", visitor.key)
        if not await worker.database.write(lambda connection: store.confirm(connection, me, channel, data.code, now)):
            raise Refused("bad_code")
        return _channel_info(await _own(worker, me, channel), visitor)

    @post("/notices/channels/{channel:str}/test", status_code=200, summary="Test a channel", responses=problems(409))
    async def test(self, channel: ChannelId, visitor: CurrentVisitor, worker: CurrentWorker) -> Delivery:
        """Sends a message there now, and returns the answer of whoever took it or did not."""
        me = visitor.require_identity().id
        worker.limits.check("notice", me)
        found = await _own(worker, me, channel)
        if found.waits:
            raise Refused("not_confirmed")
        read = worker.database.read(lambda connection: store.preferences(connection, me))
        wanted = await read or Preferences(lang=visitor.lang)
        now = worker.tables.now()
        try:
            answer = await worker.channels.send(found, test_message(wanted, channel, now), wanted)
        except Forbidden:
            answer = Answer(403, Refused("bad_address").sentence(visitor.lang))
        except Unreachable as error:
            answer = Answer(503, str(error))
        if answer.good:
            await worker.database.write(lambda connection: store.delivered(connection, channel, now, found.next))
        return Delivery(answer.good, answer.text)

    @get("/tables/{table:str}/notices", summary="Notices of a table", security=KNOWN_READS)
    async def of_table(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> TableNotices:
        """Whether you are told nothing of a table."""
        me = visitor.require_identity().id
        await check_access(worker, visitor, table)
        muted = await worker.database.read(lambda connection: store.muted(connection, me))
        return TableNotices(table in muted)

    @put("/tables/{table:str}/notices", summary="Mute a table")
    async def mute(
        self, table: TableId, data: JSONBody[TableNotices], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> TableNotices:
        """Says whether you are told nothing of a table."""
        me = visitor.require_identity().id
        await check_access(worker, visitor, table)
        worker.limits.check("seat", me)
        await worker.database.write(lambda connection: store.mute(connection, me, table, on=data.muted))
        return data


async def _info(worker: Worker, visitor: Visitor) -> NoticeInfo:
    me = visitor.require_identity().id

    def work(connection: Connection) -> tuple[Preferences | None, list[Channel], list[str]]:
        return store.preferences(connection, me), store.channels(connection, me), store.muted(connection, me)

    wanted, found, muted = await worker.database.read(work)
    keys = worker.channels.keys
    return NoticeInfo(
        [kind for kind in KINDS if worker.channels.offers(kind)],
        None if keys is None else keys.public,
        wanted or Preferences(lang=visitor.lang),
        [_channel_info(one, visitor) for one in found],
        muted,
    )


def _channel_info(one: Channel, visitor: Visitor) -> ChannelInfo:
    here = one.session is not None and one.session == visitor.session
    return ChannelInfo(one.id, one.kind, one.name, one.since is not None, one.waits, here, one.problem)


def _person(worker: Worker, visitor: Visitor, kind: ChannelKind) -> Identity:
    """Who adds a channel, if there is such a one."""
    who = visitor.require_identity()
    if not worker.channels.offers(kind):
        raise Refused("no_channel")
    worker.limits.check("notice", who.id)
    return who


def _account(worker: Worker, visitor: Visitor, kind: ChannelKind) -> Identity:
    """The same, with an account: who sends messages to others' addresses can be blocked for good."""
    who = visitor.require_identity()
    if who.kind != "account":
        raise Refused("accounts_only")
    worker.limits.check("notice", visitor.key)
    return _person(worker, visitor, kind)


async def _service(worker: Worker, url: str) -> str | None:
    """The chat service that an address belongs to."""
    if worker.channels.chat is None or not url.isprintable():
        return None
    try:
        return await worker.channels.chat.service(url)
    except Unreachable:
        raise Refused("too_fast") from None


def _check(worker: Worker, url: str) -> None:
    try:
        worker.channels.allowed.check(url)
    except Forbidden:
        raise Refused("bad_address") from None


async def _own(worker: Worker, me: str, channel: str) -> Channel:
    found = await worker.database.read(lambda connection: store.channel(connection, channel))
    if found is None or found.identity != me:
        raise Refused("no_channel")
    return found


async def _added(
    worker: Worker,
    visitor: Visitor,
    who: Identity,
    kind: ChannelKind,
    address: str,
    name: str,
    *,
    session: str | None = None,
    code: str | None = None,
) -> ChannelInfo:
    """Adds a channel, and remembers the language of the first one."""
    channel, now = new_id(9), worker.tables.now()
    row: dict[str, object] = {
        "id": channel,
        "identity_id": who.id,
        "session_id": session,
        "kind": kind,
        "address": address,
        "name": name[:100],
        "created": now,
        "since": now if code is None else None,
    }
    if code is not None:
        row |= {"code": store.code_hash(channel, code), "code_until": now + store.CODE_FOR}

    def work(connection: Connection) -> bool:
        if store.preferences(connection, who.id) is None:
            store.set_preferences(connection, who.id, Preferences(lang=visitor.lang))
        return store.add(connection, row)

    if not await worker.database.write(work):
        raise Refused("too_many")
    return _channel_info(await _own(worker, who.id, channel), visitor)
