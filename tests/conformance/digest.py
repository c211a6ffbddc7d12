"""Prints one hash per set-up, over everything observable in some random games."""

from __future__ import annotations

import hashlib
import json
import sys

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from tests.conformance.cases import ALL, Case


def digest(case: Case) -> str:
    """A hash over every view, move, event and sample of two games."""
    digested = hashlib.sha256()
    for seed in (1, 2):
        rng = seeded("digest", "test")
        for match in case.walk(seed):
            seats = (None, *range(case.players))
            drawn = [case.rules.position(match.state.sample(seat, rng)) for seat in seats]
            views = [match.view(seat) for seat in seats]
            moves = [match.legal(seat) for seat in range(case.players)]
            digested.update(json.dumps([match.position(), views, moves, drawn]).encode())
        digested.update(json.dumps([match.record(), match.events()]).encode())
    return digested.hexdigest()


if __name__ == "__main__":
    json.dump({"compiled": sk.compiled(), "digests": {str(case): digest(case) for case in ALL}}, sys.stdout)
