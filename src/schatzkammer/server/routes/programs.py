"""Programs over REST: they play under a token from their owner."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter

from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import DONE, KNOWN_READS, problems
from schatzkammer.table.accounts import Program

BotId = Annotated[str, PathParameter(max_length=40)]


class ProgramsController(Controller):
    """Programs."""

    path = "/api/tokens"
    tags = ["programs"]  # noqa: RUF012

    @post(summary="Make a program's token", responses=problems(409))
    async def new_bot(
        self, data: JSONBody[wire.Named], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire.BotToken:
        """Adds a program that plays under its own name; the token is shown only here."""
        bot, token = await worker.accounts.new_bot(visitor.require_identity(), data.name)
        return wire.BotToken(bot.id, bot.name, bot.created, token)

    @get(summary="My programs", security=KNOWN_READS)
    async def bots(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[Program]:
        """Your programs with valid tokens, the oldest first."""
        return await worker.accounts.bots_of(visitor.require_identity().id)

    @delete("/{bot:str}", summary="Revoke a program's token", responses={204: DONE})
    async def revoke(self, bot: BotId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Revokes the token and closes the program's sockets; a bot plays on for it."""
        await worker.accounts.revoke(visitor.require_identity().id, bot)
        worker.hub.sign_out(bot)
        await worker.tables.stand_in(bot)
