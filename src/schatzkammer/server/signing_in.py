"""Signs browsers in, and limits how often passwords are tried.

Limits count by address, and by address and name; nothing that others do elsewhere stops the owner of an account.
"""

from __future__ import annotations

from functools import partial

from litestar import Response

from schatzkammer.server import wire
from schatzkammer.server.identity import Visitor
from schatzkammer.server.worker import Worker
from schatzkammer.table.accounts import Identity
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Person
from schatzkammer.table.names import login_of
from schatzkammer.table.store import hunts


def check_rate(worker: Worker, visitor: Visitor, name: str) -> None:
    """Refuses with `too_fast` a client that tries passwords or codes too often."""
    worker.limits.check("login", visitor.key)
    worker.limits.check("name", f"{visitor.key} {login_of(name)}")


def account_of(worker: Worker, visitor: Visitor) -> Identity:
    """The client's account, whose password it is going to repeat; refuses other clients and too many tries."""
    who = visitor.require_identity()
    if who.kind != "account":
        raise Refused("accounts_only")
    check_rate(worker, visitor, who.name)
    return who


def me(worker: Worker, who: Identity) -> wire.Me:
    """An identity for the client that has it."""
    return wire.Me(who.name, who.kind, worker.signer.csrf(who))


async def signed_in(worker: Worker, visitor: Visitor, who: Identity, hashed: str | None = None) -> Response[wire.Me]:
    """Signs the client's browser in, for an account only if that is still the hash of its password."""
    secret = await worker.sessions.open(who, visitor.device, hashed)
    return Response(me(worker, who), headers={"set-cookie": worker.signer.cookie(who, secret)}, status_code=200)


async def signed_in_to_account(
    worker: Worker, visitor: Visitor, account: Identity, hashed: str | None = None
) -> Response[wire.Me]:
    """Signs a browser in to an account, which gets the seats of the guest who the browser was signed in as."""
    answer = await signed_in(worker, visitor, account, hashed)
    before = visitor.identity
    if before is not None and before.kind == "guest":
        await worker.database.write(partial(hunts.transfer, old=before.id, new=account.id))
        guest, known = Person(before.id, before.name), Person(account.id, account.name)
        await worker.tables.hand_over(guest, known)
        await worker.evenings.hand_over(guest, known)
        await worker.sessions.end_all(before)
        worker.hub.sign_out(before.id)
    elif before is not None:
        await sign_out(worker, visitor)
    return answer


async def sign_out(worker: Worker, visitor: Visitor) -> None:
    """Makes the cookie of this browser void and closes its sockets; programs have no session to end."""
    if visitor.identity is not None and visitor.session is not None:
        await worker.sessions.end_one(visitor.identity.id, visitor.session)
        worker.hub.sign_out(visitor.identity.id, visitor.session)


def forget_cookie(worker: Worker) -> Response[None]:
    """The answer that makes the browser drop its cookie."""
    return Response(None, headers={"set-cookie": worker.signer.forget()}, status_code=204)
