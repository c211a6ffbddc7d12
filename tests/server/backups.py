"""Backs up at random moments while people play, restores each backup, and looks for every acknowledged move.

python -m tests.server.backups --times 100
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.server.services import Postgres
from tests.server.test_backup import assert_has, backed_up, command, load

APART = 0.5  # seconds at most between two backups


async def check(database: str, folder: Path, times: int, rng: random.Random) -> str:
    """Backs up and restores; raises AssertionError when a move is missing."""
    seconds, least = [], 0
    async with load(database) as acknowledged:
        for number in range(times):
            await asyncio.sleep(rng.random() * APART)
            before, started = dict(acknowledged), time.monotonic()
            file = await asyncio.to_thread(backed_up, database, folder)
            seconds.append(time.monotonic() - started)
            target = f"sqlite:///{folder / str(number) / 'tables.db'}"
            assert (await asyncio.to_thread(command, target, "restore", str(file)))[0] == 0
            await asyncio.to_thread(assert_has, target, before)
            least = min(least or len(before), len(before))
            file.unlink()
    most = max(seconds)
    return f"{times} backups of {least} to {len(before)} acknowledged moves, none missing; {most:.1f} s at most each"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100, help="in all: half on SQLite, half on PostgreSQL")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        postgres = Postgres()
        stack.callback(postgres.stop)
        places = {"sqlite": f"sqlite:///{folder}/tables.db", "postgresql": postgres.new_database()}
        for kind, database in places.items():
            found = asyncio.run(check(database, Path(folder, kind), given.times // 2, random.Random(kind)))
            sys.stdout.write(f"{kind}: {found}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
