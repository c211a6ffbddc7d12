"""Identities over REST: guests, accounts, their recovery and their end."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, patch, post, put
from litestar.params import JSONBody

from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import ANYBODY_CHANGES, DONE, KNOWN_READS, problems
from schatzkammer.server.signing_in import account_of, check_rate, forget_cookie, me, signed_in, signed_in_to_account
from schatzkammer.table.erasure import erase
from schatzkammer.table.own_data import OwnData, own_data

FILE = {"content-disposition": 'attachment; filename="schatzkammer.json"'}


class AccountsController(Controller):
    """Identities."""

    path = "/api"
    tags = ["accounts"]  # noqa: RUF012

    @get("/me", summary="Who am I?")
    async def me(self, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Me | None:
        """Your identity by cookie or token; null if unknown."""
        return None if visitor.identity is None else me(worker, visitor.identity)

    @post("/me", status_code=200, summary="Become a guest", security=ANYBODY_CHANGES, responses=problems(409))
    async def enter(
        self, data: JSONBody[wire.Named], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Makes an unknown client a guest; the browser gets a cookie."""
        if visitor.identity is not None:
            return Response(me(worker, visitor.identity), status_code=200)
        worker.limits.check("guest", visitor.key)
        return await signed_in(worker, visitor, await worker.accounts.new_guest(data.name))

    @patch("/me", summary="Take another name", responses=problems(409))
    async def rename(self, data: JSONBody[wire.Named], visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Me:
        """Renames a guest; seats taken before keep the old name."""
        return me(worker, await worker.accounts.rename(visitor.require_identity(), data.name))

    @get("/me/data", summary="All my data", security=KNOWN_READS)
    async def export(self, visitor: CurrentVisitor, worker: CurrentWorker) -> Response[OwnData]:
        """A file with all that the server knows of you: sessions, programs, tables with their records, chat lines."""
        who = visitor.require_identity()
        worker.limits.check("export", who.id)
        data: Any = await own_data(worker.database, who.id, await worker.sessions.of(who.id))
        return Response(data, headers=FILE, media_type="application/json")

    @get("/account", summary="My account", security=KNOWN_READS, responses=problems(403))
    async def account(self, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Account:
        """Your account, and how many recovery codes are left."""
        return wire.Account(*await worker.accounts.summary(visitor.require_identity()))

    @post("/account", status_code=200, summary="Make an account", responses=problems(409))
    async def register(
        self, data: JSONBody[wire.Credentials], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Turns a guest into an account, which keeps the seats; the guest's cookies become void."""
        worker.limits.check("login", visitor.key)
        who = visitor.require_identity()
        account = await worker.accounts.register(who, data.name, data.password, visitor.key)
        worker.hub.sign_out(account.id)
        return await signed_in(worker, visitor, account)

    @put("/account/password", status_code=204, summary="Change my password", responses={204: DONE})
    async def change_password(
        self, data: JSONBody[wire.NewPassword], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> None:
        """Changes the password and signs all other browsers out; programs keep their tokens."""
        who = account_of(worker, visitor)
        await worker.accounts.change_password(who, data.old, data.new, visitor.session, visitor.key)
        worker.hub.sign_out(who.id, kept=visitor.session)

    @post("/account/codes", status_code=200, summary="Get recovery codes")
    async def new_codes(
        self, data: JSONBody[wire.Confirmation], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire.RecoveryCodes:
        """Makes new recovery codes, shown only here; older ones become void."""
        who = account_of(worker, visitor)
        return wire.RecoveryCodes(await worker.accounts.new_codes(who, data.password, visitor.key))

    @post("/account/recovery", status_code=200, summary="Set a forgotten password", security=ANYBODY_CHANGES)
    async def recover(
        self, data: JSONBody[wire.Recovery], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[wire.Me]:
        """Sets a new password with a recovery code, signs all browsers out and this one in."""
        check_rate(worker, visitor, data.name)
        account = await worker.accounts.recover(data.name, data.code, data.password, visitor.key)
        worker.hub.sign_out(account.id)
        return await signed_in_to_account(worker, visitor, account)

    @post("/account/deletion", status_code=204, summary="Delete my account", responses={204: DONE})
    async def remove(
        self, data: JSONBody[wire.Confirmation], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[None]:
        """Deletes the account with its programs, sessions and chat lines; games stay, without your name."""
        who = account_of(worker, visitor)
        ids = await worker.accounts.delete(who, data.password, visitor.key)
        for identity in ids:
            worker.hub.sign_out(identity)
        await erase(worker.tables, ids)
        return forget_cookie(worker)
