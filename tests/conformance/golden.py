"""Golden playthroughs: short games with what every seat sees in every state.

A file tells each state by the move that led to it, its events, and what has changed in the views: one line for
those who see the same (`-` is a spectator), so that who knows what can be read off. A leak, or a rule that
plays differently, is a visible difference in a text file.

A file holds all moves of its game, so that a playthrough does not depend on action numbers. `make golden` plays
the moves of each file again and writes what is seen now; it draws moves at random only for a set-up without a
file. Delete a file whose moves have become illegal, and it is drawn anew.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.cases import BUILT_IN, Case, chosen_cases

FOLDER = Path(__file__).parents[1] / "golden"
STATES = 100  # so many states are told, and always the last one
TOLD = re.compile(r"^== \d+: (\d) (.+)$")
UNTOLD = re.compile(r"^-- \d+ to \d+: (.+)$")

Move = tuple[int, str]


def playthroughs() -> dict[Path, Case]:
    """A few set-ups of each game: each value of each option is in one of them."""
    chosen: dict[Path, Case] = {}
    for game in BUILT_IN:
        cases = chosen_cases(game)
        missing = {pair for case in cases for pair in (*case.options, ("players", case.players))}
        while missing:
            best = max(cases, key=lambda case: len(missing & {*case.options, ("players", case.players)}))
            missing -= {*best.options, ("players", best.players)}
            chosen[FOLDER / game / f"{best}.txt"] = best
    return chosen


def stored_moves(text: str) -> list[Move]:
    """All moves of a playthrough, from its text."""
    moves: list[Move] = []
    for line in text.splitlines():
        if told := TOLD.match(line):
            moves.append((int(told[1]), told[2]))
        elif untold := UNTOLD.match(line):
            moves += [(int(move[0]), move[2:]) for move in untold[1].split(", ")]
    return moves


def random_moves(case: Case) -> Iterator[Move]:
    """The moves of a random game, the same whatever their numbers are."""
    match = case.new("golden")
    rng = random.Random(42)
    while not match.over:
        seat = rng.choice(match.to_act)
        move = rng.choice(sorted(match.legal(seat)))
        match.play(seat, move)
        yield seat, move


def tell(case: Case, moves: list[Move]) -> str:
    """The text of a playthrough."""
    match = case.new("golden")
    seats = (None, *range(case.players))
    before: list[dict] = [{} for _ in seats]
    lines = [f"# {case}: every seat's view at every state, as it changes", ""]
    events: list[dict] = []
    untold: list[str] = []
    for state, (mover, move) in enumerate([(-1, "set-up"), *moves]):
        if state:
            events = match.play(mover, move)
        if state >= STATES and not match.over:
            untold.append(f"{mover} {move}")
            continue
        if untold:
            lines.append(f"-- {STATES} to {state - 1}: {', '.join(untold)}")
        views = [dict(_flat("", match.view(seat))) for seat in seats]
        lines.append(f"== {state}: {mover} {move}" if state else f"== {state}: {move}")
        lines += [f"   event {_line(event)}" for event in events]
        lines += [f"   legal {seat}: {', '.join(sorted(match.legal(seat)))}" for seat in match.to_act]
        lines += _changes(before, views)
        before = views
    assert match.over, "a playthrough holds all moves of its game"
    return "\n".join(lines) + "\n"


def _changes(before: list[dict], views: list[dict]) -> list[str]:
    """Entry by entry what is new, and to whom; an entry that is gone is told as such."""
    lines = []
    for name in dict.fromkeys(name for view in (*views, *before) for name in view):
        told: dict[str, str] = {}
        for seat, (old, new) in enumerate(zip(before, views, strict=True)):
            if old.get(name, ...) != new.get(name, ...):
                value = _line(new[name]) if name in new else "gone"
                told[value] = told.get(value, "") + "-0123456789"[seat]
        lines += [f"   view {seats}: {name} = {value}" for value, seats in told.items()]
    return lines


def _flat(name: str, value: object) -> list[tuple[str, object]]:
    """The entries of nested tables, by dotted names; lists of plain values stay whole."""
    if isinstance(value, dict):
        return [pair for key, item in value.items() for pair in _flat(f"{name}.{key}" if name else str(key), item)]
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return [pair for place, item in enumerate(value) for pair in _flat(f"{name}[{place}]", item)]
    return [(name, value)]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    wanted = playthroughs()
    for old in FOLDER.rglob("*.txt"):
        if old not in wanted:
            old.unlink()
    for path, case in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        moves = stored_moves(path.read_text(encoding="utf-8")) if path.exists() else list(random_moves(case))
        path.write_text(tell(case, moves), encoding="utf-8")
