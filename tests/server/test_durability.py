"""Everything is killed at random moments: every acknowledged move is stored, and no table is stuck."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server import chaos

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.parametrize("kills", [50])
async def test_nothing_is_lost_on_sqlite(tmp_path: Path, kills: int) -> None:
    await _check("sqlite", tmp_path, kills)


@pytest.mark.services
@pytest.mark.parametrize("kills", [20])
async def test_nothing_is_lost_on_postgresql_with_two_workers_and_redis(tmp_path: Path, kills: int) -> None:
    await _check("postgresql", tmp_path, kills)


async def _check(name: str, folder: Path, kills: int) -> None:
    with ExitStack() as stack:
        ground = chaos.GROUNDS[name](stack, folder)
        outcome = await chaos.rage(ground, random.Random(kills), lambda found: found.kills < kills)
    assert outcome.lost == {}
    assert outcome.gaps == []
    assert outcome.kills == kills
    assert len(outcome.acknowledged) >= kills
    totals = chaos.Totals(name)
    totals.add(chaos.figures(name, outcome))
    assert "0 lost, 0 logs with gaps" in totals.report()


def test_a_lost_move_is_found() -> None:
    outcome = chaos.Outcome({("t", 1): (0, "a"), ("t", 2): (1, "b")}, {("t", 1): (0, "a"), ("t", 2): (1, "c")})
    assert outcome.lost == {("t", 2): (1, "b")}
