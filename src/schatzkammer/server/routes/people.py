"""Who somebody is: guests, accounts, and the programs that play under a token."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromQuery, JSONBody, PathParameter

from schatzkammer.server import wire
from schatzkammer.server.described import ANYBODY_CHANGES, DONE, KNOWN_READS, answers
from schatzkammer.server.house import House
from schatzkammer.server.visitors import TheHouse, Who
from schatzkammer.table.errors import Refused
from schatzkammer.table.names import login_of
from schatzkammer.table.people import Identity, Program
from schatzkammer.table.wishes import Person

BotId = Annotated[str, PathParameter(max_length=40)]


class PeopleController(Controller):
    """Identities."""

    path = "/api"
    tags = ["people"]  # noqa: RUF012

    @get("/me", summary="Who am I?")
    async def me(self, visitor: Who, house: TheHouse) -> wire.Me | None:
        """Who the cookie or the token says one is; null for somebody unknown."""
        return None if visitor.identity is None else _me(house, visitor.identity)

    @post("/me", status_code=200, summary="Become a guest", security=ANYBODY_CHANGES, responses=answers(409))
    async def enter(self, data: JSONBody[wire.Named], visitor: Who, house: TheHouse) -> Response[wire.Me]:
        """Somebody unknown becomes a guest under a name; the browser gets a cookie."""
        if visitor.identity is not None:
            return _remembered(house, visitor.identity, visitor.session)
        if not house.limits.allow("guest", visitor.key):
            raise Refused("too_fast")
        return _remembered(house, await house.people.new_guest(data.name))

    @patch("/me", summary="Take another name", responses=answers(409))
    async def rename(self, data: JSONBody[wire.Named], visitor: Who, house: TheHouse) -> wire.Me:
        """A guest is called something else from the next seat on."""
        return _me(house, await house.people.rename(visitor.known(), data.name))

    @post("/account", status_code=200, summary="Make an account", responses=answers(409))
    async def register(self, data: JSONBody[wire.Credentials], visitor: Who, house: TheHouse) -> Response[wire.Me]:
        """A guest becomes a named account and keeps his seats; whoever else had his cookie is nobody."""
        if not house.limits.allow("login", visitor.key):
            raise Refused("too_fast")
        account = await house.people.register(visitor.known(), data.name, data.password)
        house.hub.sign_out(account.id)
        return _remembered(house, account)

    @post("/session", status_code=200, summary="Sign in", security=ANYBODY_CHANGES)
    async def log_in(self, data: JSONBody[wire.Credentials], visitor: Who, house: TheHouse) -> Response[wire.Me]:
        """The browser is the account's from now on; a guest's seats and tables are, too."""
        if not house.limits.allow("login", visitor.key):
            raise Refused("too_fast")
        # Counted after the address: whoever has used that up cannot keep the account's owner out as well.
        if not house.limits.allow("account", login_of(data.name)):
            raise Refused("too_fast")
        account = await house.people.log_in(data.name, data.password)
        before = visitor.identity
        if before is not None and before.kind == "guest":
            await house.tables.hand_over(Person(before.id, before.name), Person(account.id, account.name))
            await house.people.end_sessions(before)
            house.hub.sign_out(before.id)
        elif before is not None:
            await _end_session(house, before, visitor.session)
        return _remembered(house, account)

    @delete("/session", summary="Sign out", security=ANYBODY_CHANGES, responses={204: DONE})
    async def log_out(self, visitor: Who, house: TheHouse, everywhere: FromQuery[bool] = False) -> Response[None]:
        """The browser forgets and its sockets close; with `everywhere` all others that are signed in do, too."""
        if everywhere:
            await house.people.end_sessions(visitor.known())
            house.hub.sign_out(visitor.known().id)
        elif visitor.identity is not None:
            await _end_session(house, visitor.identity, visitor.session)
        return Response(None, headers={"set-cookie": house.signer.forget()}, status_code=204)

    @post("/tokens", summary="Make a program's token", responses=answers(409))
    async def new_bot(self, data: JSONBody[wire.Named], visitor: Who, house: TheHouse) -> wire.BotToken:
        """A program that sits at tables under its own name; the token is told only here."""
        bot, token = await house.people.new_bot(visitor.known(), data.name)
        return wire.BotToken(bot.id, bot.name, bot.created, token)

    @get("/tokens", summary="My programs", security=KNOWN_READS)
    async def bots(self, visitor: Who, house: TheHouse) -> list[Program]:
        """One's own programs whose tokens are valid, the oldest first."""
        return await house.people.bots_of(visitor.known().id)

    @delete("/tokens/{bot:str}", summary="Revoke a program's token", responses={204: DONE})
    async def revoke(self, bot: BotId, visitor: Who, house: TheHouse) -> None:
        """The token is void and the program's sockets close; a game it is at goes on with a bot in its place."""
        await house.people.revoke(visitor.known().id, bot)
        house.hub.sign_out(bot)
        await house.tables.stand_in(bot)


async def _end_session(house: House, who: Identity, session: str | None) -> None:
    """The cookie of this browser is void and its sockets close; a program, which has none, stays as it is."""
    if session is not None:
        await house.people.end_session(session)
        house.hub.sign_out(who.id, session)


def _me(house: House, who: Identity) -> wire.Me:
    return wire.Me(who.name, who.kind, house.signer.csrf(who))


def _remembered(house: House, who: Identity, session: str | None = None) -> Response[wire.Me]:
    headers = {} if who.kind == "bot" else {"set-cookie": house.signer.cookie(who, session)}
    return Response(_me(house, who), headers=headers, status_code=200)
