"""Golden playthroughs: games with every seat's view of every state.

For each state a file has the move that led to it, its events, and the changes of the views: one line for all seats that
see the same (`-` is a spectator). So a leak, or a rule that plays differently, is visible in the diff of a text file.

A file has all moves of its game, so that it does not depend on action numbers. `make golden` replays the moves of each
file and writes the views as they are now; it draws random moves only for a set-up without a file. To draw new moves
for a file whose moves have become illegal, delete it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.cases import BUILT_IN, Case, chosen_cases

FOLDER = Path(__file__).parents[1] / "golden"
STATES = 100  # states to show, besides the last one
SHOWN = re.compile(r"^== \d+: (\d) (.+)$")
HIDDEN = re.compile(r"^-- \d+ to \d+: (.+)$")

Move = tuple[int, str]


def playthroughs() -> dict[Path, Case]:
    """A few set-ups of each game that cover each value of each option."""
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
        if shown := SHOWN.match(line):
            moves.append((int(shown[1]), shown[2]))
        elif hidden := HIDDEN.match(line):
            moves += [(int(move[0]), move[2:]) for move in hidden[1].split(", ")]
    return moves


def random_moves(case: Case) -> Iterator[Move]:
    """The moves of a random game, independent of action numbers."""
    match = case.new("golden")
    rng = random.Random(42)
    while not match.over:
        seat = rng.choice(match.to_act)
        move = rng.choice(sorted(match.legal(seat)))
        match.play(seat, move)
        yield seat, move


def render(case: Case, moves: list[Move]) -> str:
    """The text of a playthrough."""
    match = case.new("golden")
    seats = (None, *range(case.players))
    before: list[dict] = [{} for _ in seats]
    lines = [f"# {case}: every seat's view at every state, as it changes", ""]
    events: list[dict] = []
    hidden: list[str] = []
    for state, (mover, move) in enumerate([(-1, "set-up"), *moves]):
        if state:
            events = match.play(mover, move)
        if state >= STATES and not match.over:
            hidden.append(f"{mover} {move}")
            continue
        if hidden:
            lines.append(f"-- {STATES} to {state - 1}: {', '.join(hidden)}")
        views = [dict(_flat("", match.view(seat))) for seat in seats]
        lines.append(f"== {state}: {mover} {move}" if state else f"== {state}: {move}")
        lines += [f"   event {_line(event)}" for event in events]
        lines += [f"   legal {seat}: {', '.join(sorted(match.legal(seat)))}" for seat in match.to_act]
        lines += _changes(before, views)
        before = views
    assert match.over, "a playthrough holds all moves of its game"
    return "\n".join(lines) + "\n"


def _changes(before: list[dict], views: list[dict]) -> list[str]:
    """One line per changed entry and new value, with the seats that see it; `gone` for an entry that is missing."""
    lines = []
    for name in dict.fromkeys(name for view in (*views, *before) for name in view):
        shown: dict[str, str] = {}
        for seat, (old, new) in enumerate(zip(before, views, strict=True)):
            if old.get(name, ...) != new.get(name, ...):
                value = _line(new[name]) if name in new else "gone"
                shown[value] = shown.get(value, "") + "-0123456789"[seat]
        lines += [f"   view {seats}: {name} = {value}" for value, seats in shown.items()]
    return lines


def _flat(name: str, value: object) -> list[tuple[str, object]]:
    """The entries of nested dictionaries by dotted names; lists of plain values stay whole."""
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
        path.write_text(render(case, moves), encoding="utf-8")
