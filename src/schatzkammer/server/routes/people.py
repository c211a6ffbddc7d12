"""Who somebody is: guests, accounts, and the programs that play under a token."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromQuery, JSONBody

from schatzkammer.server import wire
from schatzkammer.server.described import ANYBODY_CHANGES, DONE, answers
from schatzkammer.server.house import House
from schatzkammer.server.visitors import TheHouse, Who
from schatzkammer.table.errors import Refused
from schatzkammer.table.people import Identity
from schatzkammer.table.wishes import Person


class PeopleController(Controller):
    """Identities."""

    path = "/api"
    tags = ["people"]  # noqa: RUF012

    @get("/me", summary="Who am I?")
    async def me(self, visitor: Who, house: TheHouse) -> wire.Me | None:
        """Who the cookie or the token says one is; null for somebody unknown."""
        return None if visitor.identity is None else _me(house, visitor.identity)

    @post("/me", status_code=200, summary="Become a guest", security=ANYBODY_CHANGES)
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
        """A guest becomes a named account and keeps his seats."""
        if not house.limits.allow("login", visitor.key):
            raise Refused("too_fast")
        account = await house.people.register(visitor.known(), data.name, data.password)
        return _remembered(house, account, visitor.session)

    @post("/session", status_code=200, summary="Sign in", security=ANYBODY_CHANGES)
    async def log_in(self, data: JSONBody[wire.Credentials], visitor: Who, house: TheHouse) -> Response[wire.Me]:
        """The browser is the account's from now on; a guest's seats and tables are, too."""
        if not house.limits.allow("login", visitor.key):
            raise Refused("too_fast")
        account = await house.people.log_in(data.name, data.password)
        guest = visitor.identity
        if guest is not None and guest.kind == "guest":
            await house.tables.hand_over(Person(guest.id, guest.name), Person(account.id, account.name))
            await house.people.end_sessions(guest)
            house.hub.sign_out(guest.id)
        return _remembered(house, account)

    @delete("/session", summary="Sign out", security=ANYBODY_CHANGES, responses={204: DONE})
    async def log_out(self, visitor: Who, house: TheHouse, everywhere: FromQuery[bool] = False) -> Response[None]:
        """The browser forgets and its sockets close; with `everywhere` all others that are signed in do, too."""
        if everywhere:
            await house.people.end_sessions(visitor.known())
        if visitor.identity is not None:
            house.hub.sign_out(visitor.identity.id, None if everywhere else visitor.session)
        return Response(None, headers={"set-cookie": house.signer.forget()}, status_code=204)

    @post("/tokens", summary="Make a program's token")
    async def new_bot(self, data: JSONBody[wire.Named], visitor: Who, house: TheHouse) -> wire.BotToken:
        """A program that sits at tables under its own name; the token is told only here."""
        bot, token = await house.people.new_bot(visitor.known(), data.name)
        return wire.BotToken(bot.name, token)


def _me(house: House, who: Identity) -> wire.Me:
    return wire.Me(who.name, who.kind, house.signer.csrf(who))


def _remembered(house: House, who: Identity, session: str | None = None) -> Response[wire.Me]:
    headers = {} if who.kind == "bot" else {"set-cookie": house.signer.cookie(who, session)}
    return Response(_me(house, who), headers=headers, status_code=200)
