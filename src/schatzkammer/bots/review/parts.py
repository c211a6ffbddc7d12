"""A review in parts that do not depend on each other: the deal, then each decision of the game.

The judgement of a decision uses worlds sampled from what its seat knew. What happened afterwards is used only to say
how lucky everybody was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from schatzkammer.bots.explanation import WORDS
from schatzkammer.bots.review.causes import cause_of
from schatzkammer.bots.review.choices import verdict
from schatzkammer.bots.review.judges import judge_of
from schatzkammer.bots.review.worth import NOTHING, Judge, Worth, mean_worth
from schatzkammer.core import loading
from schatzkammer.core.errors import BadRecord, NotOver
from schatzkammer.core.game import Game, State
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.core.text import Phrase
from schatzkammer.games import find

FOLLOWING = 8  # moves of the better line, at most


class Task(NamedTuple):
    """A game to be reviewed: its record as JSON, and the seed of the random streams."""

    record: str
    seed: str


@dataclass(frozen=True)
class Decision:
    """A decision, judged by what its seat knew."""

    ply: int
    seat: int
    move: str
    best: str  # the same move, if none is better beyond doubt
    line: list[str]  # the better moves until something turns up or somebody else decides
    worth: Worth  # of the move: what the seat could expect after it
    loss: Worth
    error: Worth
    lead: Worth  # of the best choice over the next best
    cause: str | None  # the class of the error
    to_others: list[float]  # by seat, the points that the move brings it beyond the best one
    tried: list[tuple[str, Worth]]  # the choices that were looked at most closely, the best first


@dataclass(frozen=True)
class Part:
    """What one decision changed for every seat. The deal comes first; its `now` is the worth of what was dealt."""

    seat: int | None  # who decided; None: the deal
    luck: list[Worth]  # by seat, of what was turned up or drawn
    now: list[Worth | None]  # by seat, the worth afterwards; None: the seat knows of no change
    decision: Decision | None  # None: there was nothing to decide
    prior: list[Worth] | None = None  # of the deal: by seat, what could be expected before it


class Walk:
    """A recorded game with the state before each decision."""

    def __init__(self, record: object) -> None:
        match = loading.replay(find(loading.game_id(record, BadRecord)), record)
        if not match.over:
            raise NotOver(Phrase(WORDS, "review.unfinished"))
        self.game: Game = match.state.game
        self.setup = match.state.setup
        self.seed = match.seed
        header = {name: value for name, value in match.record().items() if name not in loading.RESULT}
        replayed = loading.replay(self.game, {**header, "moves": []})
        self.states: list[State] = [replayed.state.copy()]
        self.moves: list[tuple[int, int]] = []
        for seat, move in match.record()["moves"]:  # type: ignore[attr-defined]
            action = self.game.number(move)
            replayed.play_action(seat, action)
            self.moves.append((seat, action))
            self.states.append(replayed.state.copy())
        self.judge: Judge = judge_of(self.game, self.setup)


def task(record: object, seed: str) -> Task:
    """The task of reviewing a record; BadRecord or NotOver if that is not possible."""
    text = json.dumps(record, sort_keys=True)
    walk_of(text)
    return Task(text, seed)


def parts_of(work: Task) -> int:
    """The number of parts: the deal and each decision."""
    return 1 + len(walk_of(work.record).moves)


@lru_cache(maxsize=4)
def walk_of(record: str) -> Walk:
    """The walk through a record; kept, as many parts need the same."""
    return Walk(json.loads(record))


def part(work: Task, number: int) -> Part:
    """Reviews one part."""
    walk = walk_of(work.record)
    return _deal(walk, work.seed) if number == 0 else _move(walk, number - 1, work.seed)


def _deal(walk: Walk, seed: str) -> Part:
    """What was dealt beside what could have been."""
    judge = walk.judge
    start = walk.states[0]
    players = int(start.players)
    rng = seeded(seed, "review/deal")
    dealt = [judge.now(start, seat, rng) for seat in range(players)]
    prior = dealt
    if walk.seed is not None:
        deals = [walk.game.start(walk.setup, Stream(rng.randbytes(32))) for _ in range(judge.deals)]
        prior = [mean_worth([judge.now(deal, seat, rng) for deal in deals]) for seat in range(players)]
    luck = [now - before for now, before in zip(dealt, prior, strict=True)]
    return Part(None, luck, [*dealt], None, prior)


def _move(walk: Walk, ply: int, seed: str) -> Part:
    """One decision, and what it turned up."""
    judge = walk.judge
    state = walk.states[ply]
    following = walk.states[ply + 1]
    mover, action = walk.moves[ply]
    secret = walk.game.secret(state)
    turned_up = following.news != state.news or following.seat < 0
    luck: list[Worth] = []
    now: list[Worth | None] = []
    for seat in range(int(state.players)):
        rng = seeded(seed, f"review/{ply}/{seat}")
        known = judge.now(following, seat, rng) if turned_up or not secret else None
        foreseen = None
        if turned_up and not secret:  # what others have chosen in secret is no luck
            foreseen = judge.foreseen(state, seat, mover, action, rng)
        luck.append(NOTHING if known is None or foreseen is None else known - foreseen)
        now.append(known)
    return Part(mover, luck, now, _decision(walk, ply, seeded(seed, f"review/{ply}")))


def _decision(walk: Walk, ply: int, rng: Stream) -> Decision | None:
    """The judgement of a decision; None if there was only one choice."""
    state = walk.states[ply]
    seat, action = walk.moves[ply]
    actions = walk.game.legal(state, seat)
    if len(actions) == 1:
        return None
    found = verdict(walk.judge.trial(state, seat, _own_line(walk, ply), actions), state, seat, action, rng)
    name = walk.game.notation
    wrong = found.best != action
    return Decision(
        ply,
        seat,
        name(action),
        name(found.best),
        _line(walk, state, seat, found.best) if wrong else [],
        found.worth,
        found.loss,
        found.error,
        found.lead,
        cause_of(state, seat, action, found) if wrong else None,
        found.to_others,
        [(name(tried), worth) for tried, worth in found.tried],
    )


def _own_line(walk: Walk, ply: int) -> list[int]:
    """The decision and those that its seat made right after it."""
    seat = walk.moves[ply][0]
    end = ply
    while end < len(walk.moves) and walk.moves[end][0] == seat:
        end += 1
    return [action for _, action in walk.moves[ply:end]]


def _line(walk: Walk, state: State, seat: int, best: int) -> list[str]:
    """The better moves, until something turns up or somebody else decides."""
    game = walk.game
    world = state.sample(seat, seeded("", "review/line"))
    news = world.news
    action = best
    line: list[str] = []
    while len(line) < FOLLOWING:
        line.append(game.notation(action))
        game.apply(world, seat, action)
        if world.news != news or world.seat != seat or world.pending:
            break
        actions = game.legal(world, seat)
        values = walk.judge.policy.evaluate(world, seat, actions)
        action = actions[values.index(max(values))]
    return line
