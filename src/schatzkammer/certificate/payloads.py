"""The proof at the server: no byte that a reader is sent depends on what they may not know.

A random game is played at a table of the whole application, without a network. After every decision and for each reader
the state of the game is replaced by one sampled from what they know, and their messages are made once more: they must
equal those they were sent. Now and then one reader asks for everything there is, over the socket and over HTTP. Secret
choices are replaced by every other one.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
from sqlalchemy import select, update

from schatzkammer.certificate.application import Application, Reader, id_of
from schatzkammer.certificate.engine import illegal_moves, instead, refused
from schatzkammer.certificate.ledger import Ledger, Moment
from schatzkammer.certificate.setups import Case
from schatzkammer.core.match import Match
from schatzkammer.core.stream import commitment, seeded
from schatzkammer.server.broadcast import Broadcast, Pov
from schatzkammer.table.entries import LogEntry, Moved
from schatzkammer.table.model import Opened
from schatzkammer.table.store.schema import TABLES
from schatzkammer.table.table import Table

COMPARED = 0.5  # of the versions of a game
OUTCOMES = 7  # one legal move in so many is asked about
ASKING = 2  # somebody asks for everything at one of so many versions that are compared

# What the HTTP API has to say about games, and where it says nothing of one: people, sessions and constants.
ASKED = (
    "/api/tables/{table}",
    "/api/tables/{table}/people",
    "/api/tables/{table}/record",
    "/api/tables/{table}/replay",
    "/api/tables/{table}/odds",
    "/api/tables/{table}/truth",
    "/api/tables/{table}/page",
    "/api/tables/{table}/picture",
    "/api/tables/{table}/review",
    "/api/tables/{table}/ratings",
    "/api/tables/{table}/notices",
    "/api/tables/{table}/muted",
    "/api/tables/{table}/choices",
    "/api/tables",
    "/api/tables/mine",
    "/api/records",
    "/api/me/data",
)
OF_PEOPLE = (
    *("/api/me", "/api/account", "/api/session", "/api/tokens", "/healthz"),
    *("/api/profile", "/api/people", "/api/ratings", "/api/hunts"),
    *("/api/notices", "/api/groups", "/api/reports", "/api/evenings"),
)
CONSTANT = ("/api/games", "/api/bots")


class PayloadProof:
    """The proof for one game of a set-up."""

    def __init__(self, app: Application, case: Case, seed: str, ledger: Ledger, compared: float = COMPARED) -> None:
        self._app, self._case, self._seed, self._ledger = app, case, seed, ledger
        self._rng = random.Random(f"{case} {seed}")  # noqa: S311  the same proof on every run
        self._compared = compared
        self._readers: list[Reader] = []

    async def run(self, is_time_up: Callable[[], bool]) -> bool:
        """Plays the game; returns False if there was no time for all of it."""
        try:
            table = await self._start()
            while table.state.status == "playing":
                await self._decision(table)
                if is_time_up():
                    return False
            for reader in self._readers:
                early = "\n".join(raw for raw in reader.sent if '"status":"over"' not in raw)
                self._ledger.never("seeds", self._moment(table, self._seat_of(reader)), early, table.seed)
                self._ledger.never("seeds", self._moment(table, self._seat_of(reader)), early, str(_match(table).seed))
            return True
        finally:
            for reader in self._readers:
                await reader.close()

    async def _start(self) -> Table:
        """Starts the game, with a spectator as the last reader."""
        case, app = self._case, self._app
        app.worker.tables.draw_seed = lambda: self._seed
        self._readers = [await app.enter(f"Guest {number}") for number in range(case.players + 1)]
        terms = {"game": case.game, "players": case.players, "options": dict(case.options)}
        table_id = id_of(await self._readers[0].client.request("POST", "/api/tables", {"terms": terms}))
        if case.version is not None:
            self._set_rules(table_id, case.version)
        for reader in self._readers:
            await reader.connect(table_id)
        for reader in self._readers[1 : case.players]:
            await reader.ask("sit")
        await self._readers[0].ask("start", share=commitment(f"share of {self._seed}"))
        return await app.worker.tables.read(table_id, lambda table: table)

    def _set_rules(self, table_id: str, version: int) -> None:
        """Lets a new table play by earlier rules, as if it were from an earlier release."""
        with self._app.worker.database.engine.begin() as connection:
            where = TABLES.c.id == table_id
            opened = msgspec.json.decode(
                connection.execute(select(TABLES.c.opened).where(where)).scalar_one(), type=Opened
            )
            changed = msgspec.json.encode(msgspec.structs.replace(opened, rules=version))
            connection.execute(update(TABLES).where(where).values(opened=changed))

    async def _decision(self, table: Table) -> None:
        """Compares everything at this version, and makes one decision."""
        if self._rng.random() < self._compared:
            latest = (await self._app.worker.tables.history(table.id, table.version - 1))[-1]
            asking = self._rng.randrange(ASKING * len(self._readers))
            for at, reader in enumerate(self._readers):
                await self._compare(table, latest, reader, asks=at == asking)
        if table.match is None:
            raise ValueError("the game has not started")
        seat = self._rng.choice(table.to_act)
        secret, move = self._case.rules.secret(table.match.state), self._rng.choice(table.match.legal(seat))
        marks = [len(reader.sent) for reader in self._readers]
        answer = await self._readers[seat].ask("move", version=table.version, move=move)
        if '"ack"' not in answer:
            raise ValueError(f"a legal move was refused: {answer}")
        pushed = [await reader.update(mark) for reader, mark in zip(self._readers, marks, strict=True)]
        if secret and table.state.status == "playing":
            self._compare_choices(table, table.match, Moved(seat, move), pushed)

    async def _compare(self, table: Table, entry: LogEntry, reader: Reader, *, asks: bool) -> None:
        """Makes a reader's messages once more with another hidden state; they may ask for everything, too."""
        match, seat, ledger = _match(table), self._seat_of(reader), self._ledger
        moment, pov = self._moment(table, seat), _pov(seat)
        pushed = next(raw for raw in reversed(reader.sent) if raw.startswith('{"t":"update"'))
        moves = illegal_moves(match, seat, self._rng)
        sentences = [refused(match, seat, move) for move in moves]
        answers = await self._answers(reader, table, seat, moves) if asks else {}
        board = Broadcast(table, 0, []).text(pov._replace(outcomes=True)).decode()
        drawn = match.state.sample(seat, seeded(f"{table.version}", f"{seat}"))
        ledger.hidden += table.game.position(drawn) != table.game.position(match.state)
        with instead(match, drawn):
            ledger.compare("updates", moment, pushed, _sent(table, entry, pov, pushed))
            otherwise = Broadcast(table, 0, []).text(pov._replace(outcomes=True)).decode()
            ledger.compare("snapshots with outcomes", moment, board, otherwise)
            ledger.compare("refusals", moment, "\n".join(sentences), "\n".join(refused(match, seat, m) for m in moves))
            again = await self._answers(reader, table, seat, moves) if asks else {}
        for what, text in answers.items():
            ledger.compare(what, moment, text, again[what])
            ledger.never("seeds", moment, text, table.seed)

    async def _answers(self, reader: Reader, table: Table, seat: int | None, moves: list[str]) -> dict[str, str]:
        """The answers to everything that can be asked, over the socket and over HTTP."""
        version = table.version
        answers = {"socket: look": "\n".join([await reader.look(seat, since) for since in (version - 1, 0)])}
        tries = [await reader.ask("move", version=version, move=move) for move in moves]
        answers["socket: refused"] = "\n".join(tries)
        legal = [] if seat is None else _match(table).legal(seat)[::OUTCOMES]
        told = [await reader.ask("outcome", version=version, move=move) for move in (*legal, *moves)]
        answers["socket: outcome"] = "\n".join(told)
        for address in ASKED:
            path = address.format(table=table.id)
            answers[f"GET {address}"] = await reader.client.get(f"{path}?seat=0" if "replay" in path else path)
        joined = await reader.client.request("POST", f"/api/tables/{table.id}/join", {"invite": "x"})
        answers["POST /api/tables/{table}/join"] = str(joined)
        return answers

    def _compare_choices(self, table: Table, match: Match, body: Moved, pushed: list[str]) -> None:
        """The others get the same message whatever a player chooses in secret."""
        if not table.game.secret(match.state) or match.undo_refusal(body.seat) is not None:
            return
        match.undo(body.seat)
        for move in match.legal(body.seat):
            match.play(body.seat, move)
            entry = LogEntry(table.version, table.at, Moved(body.seat, move), match.latest_events)
            for reader, raw in zip(self._readers, pushed, strict=True):
                seat = self._seat_of(reader)
                if seat != body.seat:
                    sent = _sent(table, entry, _pov(seat), raw)
                    self._ledger.compare("secret choices", self._moment(table, seat), raw, sent)
            match.undo(body.seat)
        match.play(body.seat, body.move)

    def _seat_of(self, reader: Reader) -> int | None:
        at = self._readers.index(reader)
        return at if at < self._case.players else None

    def _moment(self, table: Table, seat: int | None) -> Moment:
        return Moment(str(self._case), self._seed, table.version, seat)


def _match(table: Table) -> Match:
    if table.match is None:
        raise ValueError("the game has not started")
    return table.match


def _pov(seat: int | None) -> Pov:
    return Pov(seat, () if seat is None else (seat,))


def _sent(table: Table, entry: LogEntry, pov: Pov, like: str) -> str:
    """The message to a reader after an entry; it includes the public part of the table if another message does."""
    public = Broadcast(table, 0, []).public if '"table":null' in like else ()
    return Broadcast(table, table.version - 1, [entry], public).text(pov).decode()
