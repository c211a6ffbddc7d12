"""The whole way from nothing to a value, generation by generation, in a folder from which it can be resumed.

A generation plays games with the champion, learns from the latest positions, and lets the learner challenge the
champion; the winner of a sequential test is the next champion. Where plans are raced, the rollout policy plays all
games, and who foresees results better is the next champion.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from schatzkammer.arena.runner import run
from schatzkammer.arena.sequential import Hypotheses, decided
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.values.file import About, write_value
from schatzkammer.bots.values.frozen import FEATURES, value_from
from schatzkammer.core.errors import BadInput
from schatzkammer.games import find
from schatzkammer.train.calibration import entropy
from schatzkammer.train.data import Buffer, Positions
from schatzkammer.train.learner import calibrate, learn, measure
from schatzkammer.train.match import Duel, numbered_deal
from schatzkammer.train.model import Model, Shape, whole_numbers
from schatzkammer.train.selfplay import SelfPlay, numbered_task

TASKS = 8  # of self-play in a generation
MOST_POSITIONS = 8_000_000  # in the replay buffer
MOST_EXAMINED = 20_000  # positions
SECOND = 32  # lanes of the second layer
FIRST_FACTOR = 4  # the first generation plays by the rollout policy, which is quick
EXPLORE = 0.1
TRACE = 0.8
MOST_STEPS = 6000
CHECKPOINT = "checkpoint.npz"
HYPOTHESES = Hypotheses(0.5, 0.56)


R = TypeVar("R")


class BadFolder(BadInput):
    """The folder holds another training, or none that can be resumed."""


class Settings(NamedTuple):
    """What determines a training, and is written down with it."""

    game: str
    seed: str
    scale: float = 1.0  # of the games in each generation


class Generation(NamedTuple):
    """A line of progress."""

    generation: int
    positions: int
    buffered: int
    win_loss: float  # in the exam
    points_loss: float
    factor: float  # by which logits were scaled to fit results
    deals: int
    score: float  # of the challenger against the champion, or by how much less it lost in the exam
    promoted: bool
    seconds: float


def in_order(results: Iterable[tuple[int, R]]) -> Iterator[R]:
    """The results by number, whatever the order in which they come: several processes learn the same as one."""
    early: dict[int, R] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


class Training:
    """A training in a folder: `advance` does one generation."""

    def __init__(self, folder: Path, settings: Settings, jobs: int, ray: str | None) -> None:
        self.folder = folder
        self.settings = settings
        self._jobs = jobs
        self._ray = ray
        features = FEATURES[settings.game]()
        self._games = features.games * settings.scale  # in a task
        self._deals = features.deals
        self._batch = features.batch
        self._rate = features.rate
        self._examined = features.exam
        self._passes = features.first_passes, features.passes
        self._races = policy_of(settings.game).races_plans  # then the rollout policy plays all games
        self.shape = Shape(features.size, features.seats, features.lanes - 2 * features.seats, SECOND)
        self._model = Model(self.shape, np.random.default_rng(list(settings.seed.encode())))
        self._buffer = self._empty()
        self.progress: list[Generation] = []
        self.champion: bytes | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    def advance(self, say: Callable[[str], None]) -> Generation:
        """Plays, learns and challenges the champion; everything is on disk when it returns."""
        began = time.monotonic()
        number = len(self.progress)
        positions = self._play(number, say)
        say("learn")
        passes = self._passes[0 if number == 0 else 1]
        steps = min(MOST_STEPS, max(1, passes * positions // self._batch))
        learned, _ = learn(self._model, self._buffer, steps, self._batch, self._rate / (1 if number < 2 else 2), number)
        exam = self._exam(number)
        examined = exam.batch(np.arange(min(len(exam), MOST_EXAMINED)))
        factor = calibrate(learned, examined)
        loss = measure(learned, examined)
        challenger = self._file(learned)
        say("match")
        scores: list[float] = []
        if self._races:
            score = self._better(challenger, exam)
            promoted = score > 0.0
        else:
            scores = self._match(challenger, number)
            score = sum(scores) / len(scores)
            promoted = decided(scores, HYPOTHESES) is True or (score > 0.5 and len(scores) == self._deals)
        promoted = promoted or number == 0
        if promoted:
            self.champion = challenger
        seconds = round(time.monotonic() - began, 1)
        line = Generation(
            generation=number,
            positions=positions,
            buffered=len(self._buffer),
            win_loss=round(loss.win, 4),
            points_loss=round(loss.points, 4),
            factor=round(factor, 2),
            deals=len(scores),
            score=round(score, 4),
            promoted=promoted,
            seconds=seconds,
        )
        self.progress.append(line)
        self._save(line)
        return line

    def _empty(self) -> Buffer:
        return Buffer(self.shape.rows, self.shape.seats, MOST_POSITIONS)

    def _play(self, number: int, say: Callable[[str], None]) -> int:
        games = max(1, round(self._games * (FIRST_FACTOR if number == 0 else 1)))
        plan = SelfPlay(self.settings.game, f"{self.settings.seed}/{number}", games, self.champion, EXPLORE, TRACE)
        before = len(self._buffer)
        if number == 1 and not self._races:  # what the rollout policy played is no example any more
            self._buffer = self._empty()
            before = 0
        for done, records in enumerate(in_order(run(numbered_task, plan, range(TASKS), self._jobs, self._ray))):
            say(f"play {done + 1}/{TASKS}")
            self._buffer.add(records)
        return len(self._buffer) - before

    def _exam(self, number: int) -> Buffer:
        """Positions that nobody learns from, labelled with results alone."""
        buffer = self._empty()
        games = max(8, round(self._examined * self._games))
        plan = SelfPlay(self.settings.game, f"{self.settings.seed}/exam/{number}", games, self.champion, 0.0, 1.0)
        for records in in_order(run(numbered_task, plan, range(2), self._jobs, self._ray)):
            buffer.add(records)
        return buffer

    def _better(self, challenger: bytes, exam: Buffer) -> float:
        """By how much less than the champion's is the challenger's loss in the exam."""
        if self.champion is None:
            return 0.0
        positions = exam.all()
        return entropy(value_from(self.champion)[1], positions) - entropy(value_from(challenger)[1], positions)

    def _match(self, challenger: bytes, number: int) -> list[float]:
        plan = Duel(self.settings.game, f"{self.settings.seed}/match/{number}", challenger, self.champion)
        scores: list[float] = []
        for score in in_order(run(numbered_deal, plan, range(self._deals), self._jobs, self._ray)):
            scores.append(score)
            if decided(scores, HYPOTHESES) is not None:
                break
        return scores

    def _file(self, model: Model) -> bytes:
        settings = self.settings
        made = f"schatzkammer train {settings.game} --seed {settings.seed} --scale {settings.scale:g}"
        shape = self.shape
        rules = find(settings.game).rules
        about = About(settings.game, 0, rules, shape.rows, 2 * shape.seats, shape.hidden, shape.second, made)
        return write_value(about, whole_numbers(model))

    # On disk --------------------------------------------------------------------------------------
    def _resume(self) -> None:
        written = self.folder / "settings.json"
        if not written.exists():
            if any(self.folder.iterdir()):
                raise BadFolder(f"{self.folder} is not empty and holds no training.")
            written.write_text(json.dumps(self.settings._asdict()) + "\n")
            return
        if json.loads(written.read_text()) != self.settings._asdict():
            raise BadFolder(f"{self.folder} holds another training: {written.read_text().strip()}")
        checkpoint = self.folder / CHECKPOINT
        if checkpoint.exists():
            with np.load(checkpoint) as kept:
                for name, weights in self._model.parts.items():
                    weights[:] = kept[name]
                self.progress = [Generation(**line) for line in json.loads(str(kept["progress"]))]
                self.champion = kept["champion"].tobytes() or None
                self._buffer.load(Positions(kept["counts"], kept["rows"], kept["labels"]))

    def _save(self, line: Generation) -> None:
        """A half-written checkpoint never replaces a whole one."""
        fresh = self.folder / "checkpoint.new.npz"
        arrays: dict[str, Any] = {**self._buffer.all()._asdict(), **self._model.parts}
        np.savez(
            fresh,
            progress=json.dumps([line._asdict() for line in self.progress]),
            champion=np.frombuffer(self.champion or b"", np.uint8),
            **arrays,
        )
        os.replace(fresh, self.folder / CHECKPOINT)
        with (self.folder / "progress.jsonl").open("a") as lines:
            lines.write(json.dumps(line._asdict()) + "\n")
        if self.champion is not None:
            (self.folder / "champion.value").write_bytes(self.champion)
