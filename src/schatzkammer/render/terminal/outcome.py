"""What a move would bring, in words; the same for all games.

The texts are `outcome.<part>`, or `outcome.<verb>_<part>` where a verb needs its own; the step that follows has
`outcome.then_<step>`. A text for a list has one placeholder: `{count}`, or one named after the kind of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, cast

from schatzkammer.render.scene import Scene

LISTS = ("takes", "gives", "places", "turns_up")


def outcome_text(scene: Scene, move: str, named: Iterable[object] = (), untold: Sequence[str] = ()) -> str:
    """The outcome of a legal move in short sentences, without what the move's own words have `named` already."""
    verb = move.split()[0]
    outcome = cast("Mapping[str, Any]", scene.outcome(move))
    parts = _lists(scene, verb, outcome, {str(value) for value in named}) | _numbers(scene, verb, outcome)
    if "then" in outcome:
        parts["then"] = _then(scene, outcome["then"], outcome.get("offers", []))
    return " ".join(text for part, text in parts.items() if part not in untold)


def _lists(scene: Scene, verb: str, outcome: Mapping[str, Any], named: set[str]) -> dict[str, str]:
    found = {part: outcome[part] for part in LISTS if set(outcome.get(part, ())) - named}
    return {part: _list(scene, _key(scene, verb, part), values) for part, values in found.items()}


def _numbers(scene: Scene, verb: str, outcome: Mapping[str, Any]) -> dict[str, str]:
    details: dict[str, dict[str, int]] = {part: {part: outcome[part]} for part in ("cost", "points") if part in outcome}
    if outcome.get("pays") is False:
        details["pays_not"] = {}
    details |= {name: {name: number} for name, number in outcome.get("amounts", {}).items()}
    if "worth" in outcome:
        before, after = outcome["worth"]
        details["worth"] = {"before": before, "after": after}
    return {part: scene.game_text(_key(scene, verb, part), **numbers) for part, numbers in details.items()}


def _then(scene: Scene, step: str, offers: list[str]) -> str:
    key = f"outcome.then_{step}"
    return _list(scene, "outcome.then" if _entry(scene, key) is None else key, offers)


def _list(scene: Scene, key: str, values: list[str]) -> str:
    kinds = [kind for _, kind, _, _ in Formatter().parse(_entry(scene, key) or "") if kind]
    return scene.game_text(key, **dict.fromkeys(kinds, values) | {"count": len(values)})


def _key(scene: Scene, verb: str, part: str) -> str:
    own = f"outcome.{verb}_{part}"
    return f"outcome.{part}" if _entry(scene, own) is None else own


def _entry(scene: Scene, key: str) -> str | None:
    return scene.game_texts.words.entry(scene.game_texts.lang, key)
