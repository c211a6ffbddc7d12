"""Golden playthroughs: short games with what every seat saw at every state. `make golden` writes them anew.

Each state is told by the move that led to it, its events, and what has changed in the views: one line for
those who see the same (`-` is a spectator), so that who knows what can be read off. A leak, or a rule that
plays differently, is a visible difference in a text file.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import schatzkammer as sk
from tests.conformance.cases import ALL, Case

FOLDER = Path(__file__).parents[1] / "golden"
STATES = 250  # at most so many are told, and always the last one


def playthroughs() -> dict[Path, Case]:
    """A few set-ups of each game: each value of each option is in one of them."""
    chosen: dict[Path, Case] = {}
    for game in sk.games():
        cases = [case for case in ALL if case.game == game]
        missing = {pair for case in cases for pair in (*case.options, ("players", case.players))}
        while missing:
            best = max(cases, key=lambda case: len(missing & {*case.options, ("players", case.players)}))
            missing -= {*best.options, ("players", best.players)}
            chosen[FOLDER / game / f"{best}.txt"] = best
    return chosen


def tell(case: Case) -> str:
    """The text of a playthrough."""
    match = case.new("golden")
    rng = random.Random(42)
    seats = (None, *range(case.players))
    before: list[dict] = [{} for _ in seats]
    lines = [f"# {case}: every seat's view at every state, as it changes", ""]
    move = "set-up"
    events: list[dict] = []
    state = 0
    while True:
        if state < STATES or match.over:
            views = [dict(_flat("", match.view(seat))) for seat in seats]
            lines.append(f"== {state}: {move}")
            lines += [f"   event {_line(event)}" for event in events]
            lines += [f"   legal {seat}: {', '.join(match.legal(seat))}" for seat in match.to_act]
            lines += _changes(before, views)
            before = views
        if match.over:
            return "\n".join(lines) + "\n"
        seat = rng.choice(match.to_act)
        chosen = rng.choice(match.legal(seat))
        events = match.play(seat, chosen)
        move = f"{seat} {chosen}"
        state += 1


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
        path.write_text(tell(case), encoding="utf-8")
