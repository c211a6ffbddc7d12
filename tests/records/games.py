"""Games of a release, stored so that every later release can replay them.

At a release, `python -m tests.records.games` writes `tests/records/<version>/<game>.jsonl.gz`: one finished game per
line, in every set-up, with digests of all views at some stops on the way. It uses the public contract alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import pickle
import random
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from itertools import product
from pathlib import Path

import schatzkammer as sk
from schatzkammer.games import find
from tests.records.views import first_release

FOLDER = Path(__file__).parent
FEWEST = 24  # lines per game at least
WITH_POSITION = 6  # one line in so many has a position, too


def digest(value: object) -> str:
    """A short hash of plain data."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def observed(match: sk.Match) -> dict[str, object]:
    """Digests of everything observable of a match, independent of action numbers."""
    seats = range(match.players)
    return {
        "to_act": list(match.to_act),
        "legal": digest([comparable_moves(match.legal(seat)) for seat in seats]),
        "views": [digest(as_first_shown(match, seat)) for seat in (None, *seats)],
    }


def as_first_shown(match: sk.Match, seat: int | None) -> dict[str, object]:
    """A seat's view as the first release showed it."""
    outcomes = {} if seat is None else {move: match.outcome(seat, move) for move in match.legal(seat)}
    return first_release(match.view(seat), outcomes, match.position())


def event_digests(match: sk.Match) -> list[str]:
    """Digests of the events for a spectator and for each seat."""
    return [digest(comparable(match.events(seat))) for seat in (None, *range(match.players))]


def comparable_moves(moves: list[str]) -> list[str]:
    """Sorted moves, without one that later releases offer more often (S56)."""
    return sorted(move for move in moves if move != "use amulet")


def comparable(events: list[dict]) -> list[dict]:
    """Events without what later releases added (S21, A24, A26, M52) or changed: payments forgiven in part (S63)."""
    events = [scoring(event) for event in events if event["event"] not in ("last_cards", "lost", "bans_lifted")]
    kept = []
    for index, event in enumerate(events):
        later = events[index + 1]["event"] if index + 1 < len(events) else ""
        if later != "forgiven":
            kept.append(event)
        elif event["event"] != "pay":
            kept.append({name: value for name, value in event.items() if name != "cost"})
    return kept


def scoring(event: dict) -> dict:
    """An event; the beginning of a scoring without the full dungeons, which later releases name (M52)."""
    return {"event": "scoring", "seat": event["seat"]} if event["event"] == "scoring" else event


def undoable(match: sk.Match) -> list[int]:
    """The seats that may take back their last decision."""
    found = []
    for seat in range(match.players):
        try:
            pickle.loads(pickle.dumps(match)).undo(seat)
        except sk.IllegalMove:
            continue
        found.append(seat)
    return found


def stop(match: sk.Match) -> dict[str, object]:
    """What a line tells of a match at a stop."""
    return {**observed(match), "events": event_digests(match), "undo": undoable(match)}


def line(match: sk.Match, position: bool) -> dict[str, object]:
    """Plays a match to its end and says what was seen on the way."""
    rng = random.Random(match.seed or "start")
    finished = pickle.loads(pickle.dumps(match))
    while not finished.over:
        seat = rng.choice(finished.to_act)
        finished.play(seat, rng.choice(sorted(finished.legal(seat))))
    record = finished.record()
    plies = len(record["moves"])
    stops: dict[str, object] = {}
    halfway: dict[str, object] = {}
    for ply, (seat, move) in enumerate(record["moves"], 1):
        match.play(seat, move)
        if ply in (plies // 7, plies // 3, plies // 2, plies * 4 // 5, plies):
            stops[str(ply)] = stop(match)
        if position and ply == plies // 2:
            halfway = {"ply": ply, "position": match.position()}
    return {"record": record, "stops": stops, **({"halfway": halfway} if position else {})}


def openings(game: str) -> Iterator[sk.Match]:
    """New matches in every set-up, one with explicit components, and one that starts from a position."""
    rules = find(game)
    names = [option.name for option in rules.options]
    values = [dict(zip(names, chosen, strict=True)) for chosen in product(*(option.values for option in rules.options))]
    setups = list(product(range(rules.min_players, rules.max_players + 1), values))
    for number, (players, options) in product(range(1 + FEWEST // len(setups)), setups):
        with suppress(sk.BadOption):  # some options exclude each other
            yield sk.new(game, players, f"{number} {players} {' '.join(map(str, options.values()))}", options)
    yield sk.new(game, rules.min_players, "components", components=rules.components())
    match = sk.new(game, rules.max_players, "start")
    for _ in range(40):
        match.play(match.to_act[0], min(match.legal(match.to_act[0])))
    yield sk.from_position(game, match.position())


def write(folder: Path) -> None:
    """Writes the games of this release."""
    folder.mkdir(exist_ok=True)
    for game in sk.games():
        lines = [line(match, number % WITH_POSITION == 0) for number, match in enumerate(openings(game))]
        text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in lines)
        (folder / f"{game}.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def read(path: Path) -> list[dict]:
    """The lines of a file that `write` has written."""
    return [json.loads(text) for text in gzip.decompress(path.read_bytes()).decode().splitlines()]


if __name__ == "__main__":
    write(FOLDER / version("schatzkammer"))
