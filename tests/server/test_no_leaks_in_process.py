"""Nothing hidden leaks to any reader at any version of whole games.

The application runs without a network. After every decision and for each reader, the state of the game is replaced by
one sampled from what they know, and their messages are made once more: the bytes must equal those they were sent. Now
and then one reader asks for everything there is, over socket and REST. Secret choices are replaced by every other one.
test_no_leaks does the same over real sockets and with whole databases, for fewer versions.
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
WRONG_MOVES = 3  # tried at every version
OUTCOMES = 7  # one legal move in so many is asked about
ASKING = 3  # somebody asks for everything at one version in so many


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_nothing_leaks_at_any_version(case: Case, tmp_path: Path) -> None:
    compared = await _game(case, tmp_path)
    assert compared["pushed"] > 100
    assert compared["hidden"] > 50, "there was something to hide"
    assert compared["refusals"] > 100
    assert compared["outcomes"] > 50
    assert compared["asked"] > 100


async def _game(case: Case, folder: Path) -> Counter[str]:
    compared: Counter[str] = Counter()
    async with in_process(folder) as app:
        readers = [await app.enter(f"Guest {number}") for number in range(case.players + 1)]
        table = await app.start_game(readers, game=case.game, players=case.players, options=dict(case.options))
        rng = random.Random(str(case))
        while table.state.status == "playing":
            latest = (await app.worker.tables.history(table.id, table.version - 1))[-1]
            await _compare_all(readers, table, latest, compared, rng)
            seat = rng.choice(table.to_act)
            secret, move = case.rules.secret(table.match.state), rng.choice(table.match.legal(seat))
            marks = [len(reader.sent) for reader in readers]
            assert '"ack"' in await readers[seat].ask("move", version=table.version, move=move)
            pushed = [await reader.update(mark) for reader, mark in zip(readers, marks, strict=True)]
            if secret and table.state.status == "playing":
                compared["choices"] += _other_choices(table, Moved(seat, move), pushed)
        for reader in readers:
            assert not [raw for raw in reader.sent if table.seed in raw and '"status":"over"' not in raw]
            await reader.close()
    return compared


async def _compare_all(
    readers: list[Reader], table: Table, entry: LogEntry, compared: Counter[str], rng: random.Random
) -> None:
    """Makes every reader's messages once more with another hidden state; one reader may ask by socket and REST."""
    asking = rng.randrange(ASKING * len(readers))
    for at, reader in enumerate(readers):
        seat = at if at < len(readers) - 1 else None
        pov = Pov(seat, () if seat is None else (seat,))
        pushed = next(raw for raw in reversed(reader.sent) if raw.startswith('{"t":"update"'))
        moves = [table.game.notation(rng.randrange(table.game.actions)) for _ in range(WRONG_MOVES)]
        moves = [move for move in ("", *moves) if seat is None or move not in table.match.legal(seat)]
        refused = [_refused(table.match, seat, move) for move in moves]
        asked = await _asked(reader, table, seat, moves) if at == asking else []
        with_outcomes = Broadcast(table, 0, []).text(pov._replace(outcomes=True))
        drawn = table.match.state.sample(seat, seeded(f"{table.version}", f"{seat}"))
        compared["hidden"] += table.game.position(drawn) != table.game.position(table.match.state)
        with _instead(table.match, drawn):
            assert _sent(table, entry, pov, pushed) == pushed
            assert [_refused(table.match, seat, move) for move in moves] == refused
            assert Broadcast(table, 0, []).text(pov._replace(outcomes=True)) == with_outcomes
            if at == asking:
                assert await _asked(reader, table, seat, moves) == asked
                assert asked[0] == _sent(table, entry, pov, asked[0]), "the answer equals the message pushed"
        compared["pushed"] += 1
        compared["refusals"] += len(moves)
        compared["outcomes"] += b'"outcomes":{' in with_outcomes
        compared["asked"] += len(asked)


@contextmanager
def _instead(match: Match, state: object):
    true, match.state = match.state, state
    try:
        yield
    finally:
        match.state = true


def _refused(match: Match, seat: int | None, move: str) -> tuple[str, ...]:
    """Why a move is refused, in both languages."""
    with pytest.raises(IllegalMove) as refusal:
        match.play(-1 if seat is None else seat, move)
    return refusal.value.rule, refusal.value.sentence("de"), refusal.value.sentence("en")


def _sent(table: Table, entry: LogEntry, pov: Pov, like: str) -> str:
    """The message to a reader after an entry; it includes the public part of the table if another message does."""
    public = Broadcast(table, 0, []).public if '"table":null' in like else ()
    return Broadcast(table, table.version - 1, [entry], public).text(pov).decode()


async def _asked(reader: Reader, table: Table, seat: int | None, moves: list[str]) -> list[str]:
    """The answers to everything that can be asked, over the socket and over REST."""
    answers = [await reader.look(seat, since) for since in (table.version - 1, 0)]
    answers += [await reader.ask("move", version=table.version, move=move) for move in moves]
    legal = [] if seat is None else table.match.legal(seat)[::OUTCOMES]
    answers += [await reader.ask("outcome", version=table.version, move=move) for move in (*legal, *moves)]
    for path in (f"/{table.id}", f"/{table.id}/record", f"/{table.id}/replay?seat=0", "", "/mine"):
        answer = await reader.http.get(f"/api/tables{path}")
        answers.append(f"{answer.status_code} {answer.text}")
    return answers


def _other_choices(table: Table, body: Moved, pushed: list[str]) -> int:
    """Checks that the others get the same message whatever a player chooses in secret."""
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
