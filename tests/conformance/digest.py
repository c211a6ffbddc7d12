"""Everything that can be told of some random games, boiled down to one number a set-up. Run as a program."""

from __future__ import annotations

import hashlib
import json
import sys

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from tests.conformance.cases import ALL, Case


def digest(case: Case) -> str:
    """A hash over every view, move, event and sample of two games."""
    told = hashlib.sha256()
    for seed in (1, 2):
        chance = seeded("digest", "test")
        for match in case.walk(seed):
            seats = (None, *range(case.players))
            drawn = [case.rules.position(match.state.sample(seat, chance)) for seat in seats]
            views = [match.view(seat) for seat in seats]
            moves = [match.legal(seat) for seat in range(case.players)]
            told.update(json.dumps([match.position(), views, moves, drawn]).encode())
        told.update(json.dumps([match.record(), match.events()]).encode())
    return told.hexdigest()


if __name__ == "__main__":
    json.dump({"compiled": sk.compiled(), "digests": {str(case): digest(case) for case in ALL}}, sys.stdout)
