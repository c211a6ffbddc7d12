"""Sessions over REST: signing in and out, and the browsers in which one is signed in."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter

from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import ANYBODY_CHANGES, DONE, KNOWN_READS
from schatzkammer.server.signing_in import check_rate, forget_cookie, sign_out, signed_in_to_account
from schatzkammer.table.errors import Refused

SessionId = Annotated[str, PathParameter(max_length=40)]


class SessionsController(Controller):
    """Sessions."""

    path = "/api"
    tags = ["sessions"]  # noqa: RUF012

    @post("/session", status_code=200, summary="Sign in", security=ANYBODY_CHANGES)
    async def log_in(
        self, data: JSONBody[wire.Credentials], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Signs the browser in; a guest's seats and tables pass to the account."""
        check_rate(worker, visitor, data.name)
        account, hashed = await worker.accounts.log_in(data.name, data.password, visitor.key)
        return await signed_in_to_account(worker, visitor, account, hashed)

    @delete("/session", summary="Sign out", security=ANYBODY_CHANGES, responses={204: DONE})
    async def log_out(
        self, visitor: CurrentVisitor, worker: CurrentWorker, everywhere: FromQuery[bool] = False
    ) -> Response[None]:
        """Signs this browser out, or all browsers with `everywhere`; their sockets close."""
        if everywhere:
            who = visitor.require_identity()
            await worker.sessions.end_all(who)
            worker.hub.sign_out(who.id)
        else:
            await sign_out(worker, visitor)
        return forget_cookie(worker)

    @get("/sessions", summary="Where am I signed in?", security=KNOWN_READS)
    async def sessions(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire.SessionInfo]:
        """The browsers in which you are signed in, the one seen last first."""
        found = await worker.sessions.of(visitor.require_identity().id)
        return [
            wire.SessionInfo(**msgspec.structs.asdict(session), current=session.id == visitor.session)
            for session in found
        ]

    @delete("/sessions", summary="Sign out all other browsers", responses={204: DONE})
    async def end_others(self, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Signs out all browsers but this one; their sockets close."""
        who = visitor.require_identity()
        await worker.sessions.end_others(who.id, visitor.session)
        if visitor.session is not None:
            worker.hub.sign_out(who.id, kept=visitor.session)

    @delete("/sessions/{session:str}", summary="Sign out a browser", responses={204: DONE})
    async def end(self, session: SessionId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Signs one of your browsers out; its sockets close."""
        who = visitor.require_identity()
        if not await worker.sessions.end_one(who.id, session):
            raise Refused("not_found")
        worker.hub.sign_out(who.id, session)
