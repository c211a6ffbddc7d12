"""Whole games, every version, every reader: what is sent is the same when what is hidden is something else.

The application runs without a network around it. After every decision the state of the game is replaced, for each
reader in turn, by one drawn from what they know, and their messages are made once more: the bytes must be those that
were pushed to them when it happened. Now and then one of them asks for everything there is, over socket and REST.
Choices made in secret are replaced by every other one. test_no_leaks does the same over real sockets and with
whole databases, for fewer versions.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded
from schatzkammer.server.broadcast import Broadcast, Pov
from schatzkammer.table.model import LogEntry, Moved
from schatzkammer.table.table import Table
from tests.conformance.cases import ALL, Case
from tests.server.in_process import Reader, in_process

pytestmark = pytest.mark.anyio

BY_GAME = [[case for case in ALL if case.game == game] for game in sorted({case.game for case in ALL})]
CASES = [cases[len(cases) // 3] for cases in BY_GAME]
WRONG_MOVES = 3  # that are tried at every version
ASKING = 3  # at one version of so many somebody asks for everything


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_nothing_leaks_at_any_version(case: Case, tmp_path: Path) -> None:
    compared = await _game(case, tmp_path)
    assert compared["pushed"] > 100
    assert compared["hidden"] > 50, "there was something to hide"
    assert compared["refusals"] > 100
    assert compared["asked"] > 100


async def _game(case: Case, folder: Path) -> Counter[str]:
    compared: Counter[str] = Counter()
    async with in_process(folder) as app:
        readers = [await app.enter(f"Guest {number}") for number in range(case.players + 1)]
        terms = {"game": case.game, "players": case.players, "options": dict(case.options)}
        name = (await readers[0].http.post("/api/tables", json={"terms": terms})).json()["id"]
        for reader in readers:
            await reader.connect(name)
        for reader in readers[1:-1]:
            await reader.ask("sit")
        await readers[0].ask("start")
        table = app.worker.tables._cache[name].table
        rng = random.Random(str(case))
        while table.state.status == "playing":
            latest = (await app.worker.tables.history(name, table.version - 1))[-1]
            await _everybody(readers, table, latest, compared, rng)
            seat = rng.choice(table.to_act)
            secret, move = case.rules.secret(table.match.state), rng.choice(table.match.legal(seat))
            marks = [len(reader.sent) for reader in readers]
            assert '"ack"' in await readers[seat].ask("move", version=table.version, move=move)
            pushed = [
                await reader.until(lambda raw: raw.startswith('{"t":"update"'), mark)
                for reader, mark in zip(readers, marks, strict=True)
            ]
            if secret and table.state.status == "playing":
                compared["choices"] += _other_choices(table, Moved(seat, move), pushed)
        for reader in readers:
            assert not [raw for raw in reader.sent if table.seed in raw and '"status":"over"' not in raw]
            await reader.close()
    return compared


async def _everybody(
    readers: list[Reader], table: Table, entry: LogEntry, compared: Counter[str], rng: random.Random
) -> None:
    """To every reader everything is made once more with another hidden state; one may ask for it by socket and REST."""
    asking = rng.randrange(ASKING * len(readers))
    for at, reader in enumerate(readers):
        seat = at if at < len(readers) - 1 else None
        pov = Pov(seat, () if seat is None else (seat,))
        pushed = next(raw for raw in reversed(reader.sent) if raw.startswith('{"t":"update"'))
        moves = [table.game.notation(rng.randrange(table.game.actions)) for _ in range(WRONG_MOVES)]
        moves = [move for move in ("", *moves) if seat is None or move not in table.match.legal(seat)]
        refused = [_refused(table.match, seat, move) for move in moves]
        asked = await _asked(reader, table, seat, moves) if at == asking else []
        drawn = table.match.state.sample(seat, seeded(f"{table.version}", f"{seat}"))
        compared["hidden"] += table.game.position(drawn) != table.game.position(table.match.state)
        with _instead(table.match, drawn):
            assert _sent(table, entry, pov, pushed) == pushed
            assert [_refused(table.match, seat, move) for move in moves] == refused
            if at == asking:
                assert await _asked(reader, table, seat, moves) == asked
                told = _sent(table, entry, pov, asked[0])
                assert asked[0] == told, "what is pushed is what is told to somebody who asks"
        compared["pushed"] += 1
        compared["refusals"] += len(moves)
        compared["asked"] += len(asked)


@contextmanager
def _instead(match: Match, state: object):
    true, match.state = match.state, state
    try:
        yield
    finally:
        match.state = true


def _refused(match: Match, seat: int | None, move: str) -> tuple[str, ...]:
    """Why a move is refused, in every word that is sent."""
    with pytest.raises(IllegalMove) as refusal:
        match.play(-1 if seat is None else seat, move)
    return refusal.value.rule, refusal.value.sentence("de"), refusal.value.sentence("en")


def _sent(table: Table, entry: LogEntry, pov: Pov, like: str) -> str:
    """What somebody is sent after an entry, with the table or without as another message has it."""
    known = Broadcast(table, 0, []).public if '"table":null' in like else ()
    return Broadcast(table, table.version - 1, [entry], known).text(pov).decode()


async def _asked(reader: Reader, table: Table, seat: int | None, moves: list[str]) -> list[str]:
    """All that can be asked for, over the socket and over REST."""
    told = [await reader.look(seat, since) for since in (table.version - 1, 0)]
    told += [await reader.ask("move", version=table.version, move=move) for move in moves]
    for path in (f"/{table.id}", f"/{table.id}/record", f"/{table.id}/replay?seat=0", "", "/mine"):
        answer = await reader.http.get(f"/api/tables{path}")
        told.append(f"{answer.status_code} {answer.text}")
    return told


def _other_choices(table: Table, body: Moved, pushed: list[str]) -> int:
    """What the others were sent when somebody chose in secret is what they would have been for any other choice."""
    match, moves = table.match, 0
    events = match.latest_events
    if not table.game.secret(match.state) or match.undo_refusal(body.seat) is not None:
        return 0
    match.undo(body.seat)
    for move in match.legal(body.seat):
        match.play(body.seat, move)
        entry = LogEntry(table.version, table.at, Moved(body.seat, move), match.latest_events)
        for at, raw in enumerate(pushed):
            seat = at if at < len(pushed) - 1 else None
            if seat != body.seat:
                assert _sent(table, entry, Pov(seat, () if seat is None else (seat,)), raw) == raw
                moves += 1
        match.undo(body.seat)
    match.play(body.seat, body.move)
    assert msgspec.json.encode(match.latest_events) == msgspec.json.encode(events)
    return moves
