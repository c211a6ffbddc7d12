"""Identities over REST: guests, accounts, and programs that play under a token."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromQuery, JSONBody, PathParameter

from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import ANYBODY_CHANGES, DONE, KNOWN_READS, problems
from schatzkammer.server.worker import Worker
from schatzkammer.table.accounts import Identity, Program
from schatzkammer.table.model import Person
from schatzkammer.table.names import login_of

BotId = Annotated[str, PathParameter(max_length=40)]


class AccountsController(Controller):
    """Identities."""

    path = "/api"
    tags = ["accounts"]  # noqa: RUF012

    @get("/me", summary="Who am I?")
    async def me(self, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Me | None:
        """Your identity by cookie or token; null if unknown."""
        return None if visitor.identity is None else _me(worker, visitor.identity)

    @post("/me", status_code=200, summary="Become a guest", security=ANYBODY_CHANGES, responses=problems(409))
    async def enter(
        self, data: JSONBody[wire.Named], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Makes an unknown client a guest; the browser gets a cookie."""
        if visitor.identity is not None:
            return _signed_in(worker, visitor.identity, visitor.session)
        worker.limits.check("guest", visitor.key)
        return _signed_in(worker, await worker.accounts.new_guest(data.name))

    @patch("/me", summary="Take another name", responses=problems(409))
    async def rename(self, data: JSONBody[wire.Named], visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Me:
        """Renames a guest; seats taken before keep the old name."""
        return _me(worker, await worker.accounts.rename(visitor.require_identity(), data.name))

    @post("/account", status_code=200, summary="Make an account", responses=problems(409))
    async def register(
        self, data: JSONBody[wire.Credentials], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Turns a guest into an account, which keeps the seats; the guest's cookies become void."""
        worker.limits.check("login", visitor.key)
        account = await worker.accounts.register(visitor.require_identity(), data.name, data.password)
        worker.hub.sign_out(account.id)
        return _signed_in(worker, account)

    @post("/session", status_code=200, summary="Sign in", security=ANYBODY_CHANGES)
    async def log_in(
        self, data: JSONBody[wire.Credentials], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Signs the browser in; a guest's seats and tables pass to the account."""
        worker.limits.check("login", visitor.key)
        # After the limit of the address, so that an attacker who has exhausted that cannot lock the owner out.
        worker.limits.check("account", login_of(data.name))
        account = await worker.accounts.log_in(data.name, data.password)
        before = visitor.identity
        if before is not None and before.kind == "guest":
            await worker.tables.hand_over(Person(before.id, before.name), Person(account.id, account.name))
            await worker.accounts.end_sessions(before)
            worker.hub.sign_out(before.id)
        elif before is not None:
            await _end_session(worker, before, visitor.session)
        return _signed_in(worker, account)

    @delete("/session", summary="Sign out", security=ANYBODY_CHANGES, responses={204: DONE})
    async def log_out(
        self, visitor: CurrentVisitor, worker: CurrentWorker, everywhere: FromQuery[bool] = False
    ) -> Response[None]:
        """Signs this browser out, or all browsers with `everywhere`; their sockets close."""
        if everywhere:
            await worker.accounts.end_sessions(visitor.require_identity())
            worker.hub.sign_out(visitor.require_identity().id)
        elif visitor.identity is not None:
            await _end_session(worker, visitor.identity, visitor.session)
        return Response(None, headers={"set-cookie": worker.signer.forget()}, status_code=204)

    @post("/tokens", summary="Make a program's token", responses=problems(409))
    async def new_bot(
        self, data: JSONBody[wire.Named], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire.BotToken:
        """Adds a program that plays under its own name; the token is shown only here."""
        bot, token = await worker.accounts.new_bot(visitor.require_identity(), data.name)
        return wire.BotToken(bot.id, bot.name, bot.created, token)

    @get("/tokens", summary="My programs", security=KNOWN_READS)
    async def bots(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[Program]:
        """Your programs with valid tokens, the oldest first."""
        return await worker.accounts.bots_of(visitor.require_identity().id)

    @delete("/tokens/{bot:str}", summary="Revoke a program's token", responses={204: DONE})
    async def revoke(self, bot: BotId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Revokes the token and closes the program's sockets; a bot plays on for it."""
        await worker.accounts.revoke(visitor.require_identity().id, bot)
        worker.hub.sign_out(bot)
        await worker.tables.stand_in(bot)


async def _end_session(worker: Worker, who: Identity, session: str | None) -> None:
    """Makes the cookie of this browser void and closes its sockets; programs have no session to end."""
    if session is not None:
        await worker.accounts.end_session(session)
        worker.hub.sign_out(who.id, session)


def _me(worker: Worker, who: Identity) -> wire.Me:
    return wire.Me(who.name, who.kind, worker.signer.csrf(who))


def _signed_in(worker: Worker, who: Identity, session: str | None = None) -> Response[wire.Me]:
    headers = {} if who.kind == "bot" else {"set-cookie": worker.signer.cookie(who, session)}
    return Response(_me(worker, who), headers=headers, status_code=200)
