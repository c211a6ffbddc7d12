"""Lessons: a first game of a title whose seed, opponents and prompts are fixed, read from `data/lesson.toml`.

A prompt is due as soon as one of its cues holds for the learner, who has the first seat. Its text has the key
`lesson.<id>`. Prompts are shown one at a time: one about the learner's step before others, then in the order of the
file. No move is forced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from schatzkammer.core.game import Game, Json
from schatzkammer.core.resources import read_toml

LEARNER: Final = 0
MOST_PROMPTS: Final = 12
MOST_WORDS: Final = 25
_FILE = "data/lesson.toml"


@dataclass(frozen=True)
class Cue:
    """Holds when the learner is at this step, or when such events have happened at least `times` times."""

    step: str | None = None
    event: str | None = None
    where: Mapping[str, str | int] | None = None  # fields of the event
    times: int = 1

    def holds(self, step: str, events: Sequence[Json]) -> bool:
        """Whether it holds at a decision of the learner, or once the game is over, after all these events."""
        if self.step is not None:
            return step == self.step
        seen = [event for event in events if event["event"] == self.event and self._fits(event)]
        return len(seen) >= self.times

    def _fits(self, event: Json) -> bool:
        return all(event.get(name) == value for name, value in (self.where or {}).items())


@dataclass(frozen=True)
class Prompt:
    """A sentence or two for the learner: when it is due, the place of the board it points to, the rules it teaches."""

    id: str
    at: str
    rules: tuple[str, ...]
    cues: tuple[Cue, ...]

    def due(self, step: str, events: Sequence[Json]) -> bool:
        """Whether any of its cues holds."""
        return any(cue.holds(step, events) for cue in self.cues)

    def is_about(self, step: str) -> bool:
        """Whether this very step is one of its cues."""
        return any(cue.step == step for cue in self.cues)


@dataclass(frozen=True)
class Lesson:
    """The lesson of a title; `rules` are those a newcomer has to know, and the prompts teach all of them."""

    seed: str
    options: dict[str, str | bool]
    bots: tuple[str, ...]  # the opponents, by seat after the learner's
    rules: tuple[str, ...]
    prompts: tuple[Prompt, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return 1 + len(self.bots)


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none."""
    return _lesson(game.package)


@lru_cache(maxsize=64)
def _lesson(package: str) -> Lesson | None:
    if not files(package).joinpath(_FILE).is_file():
        return None
    data: Any = read_toml(package, _FILE)
    prompts = [
        Prompt(entry["id"], entry["at"], tuple(entry["rules"]), tuple(Cue(**cue) for cue in entry["cues"]))
        for entry in data["prompt"]
    ]
    return Lesson(data["seed"], data["options"], tuple(data["bots"]), tuple(data["rules"]), tuple(prompts))
