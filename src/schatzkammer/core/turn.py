"""The turn machine: a game is a list of steps, and what all steps share is written here once.

A step offers its choices as a bit mask. The machine computes the offer when play reaches the step and stores it in the
state; listing, checking, drawing and refusing moves all read it. A step with several kinds of choices is `OneOf`
several steps, each with its own mask.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from schatzkammer.core.bits import INDEX, bit, count, lowest, members, nth
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import NOBODY, Game, State
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.stream import Stream
from schatzkammer.core.text import Words
from schatzkammer.core.validation import Field

PASS: Final[i64] = 62  # the choice to decline, in every step that offers it
PASS_BIT: Final[i64] = 4611686018427387904

S = TypeVar("S", bound=State)


class Block:
    """Consecutive action numbers of one kind of choice; `bits` are the choices they stand for, ascending."""

    def __init__(self, first: int, bits: list[int]) -> None:
        self.first: i64 = first
        self.end: i64 = first + len(bits)
        self.bits = bits


class ActionSpace:
    """The action numbers of a game and their notation, one to one, block by block."""

    def __init__(self) -> None:
        self.notation: list[str] = []
        self.number: dict[str, int] = {}

    def block(self, moves: list[str], bits: list[int] | None = None) -> Block:
        """Numbers more moves. A move stands for the choice at its index in the list, or for the one in `bits`."""
        block = Block(len(self.notation), list(range(len(moves))) if bits is None else bits)
        for move in moves:
            self.number[move] = len(self.notation)
            self.notation.append(move)
        return block


class Refuser:
    """Makes the refusals of one game, in its words."""

    def __init__(self, package: str) -> None:
        self.words = Words(package)

    def __call__(self, rule: str, reason: str, details: dict[str, object] | None = None) -> IllegalMove:
        return IllegalMove(self.words, rule, reason, details)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One step of the turn: what it offers, what a choice does, and why a choice is refused."""

    id: i64  # its index in the game's list of steps; of a kind that several steps offer, that of one of them
    name: str
    rule: str
    actions: Block | None
    kinds: list[Step[S]]  # the kinds of choices: the step itself, several in `OneOf`, none where nobody chooses
    width: i64  # the number of kinds
    opens: bool  # whether the step overrides `open`
    places: list[int]  # by action number: kind × 64 + choice, -1 for actions of other steps
    numbers: list[Any]  # by kind × 64 + choice: the action number, boxed once and for all

    def __init__(self, id: i64, name: str, rule: str, actions: Block | None = None) -> None:  # noqa: A002
        self.id = id
        self.name = name
        self.rule = rule
        self.actions = actions
        self.kinds = [self] if actions is not None else []
        self.width = len(self.kinds)
        self.opens = True
        self.places = []
        self.numbers = []

    def open(self, s: S) -> i64:
        """Runs when play reaches the step. Returns its own id if somebody must choose, else the step that follows.

        A step that sets `s.pending` asks all these seats at the same time.
        """
        return self.id

    def offer(self, s: S, seat: i64) -> i64:
        """The legal choices of a seat, as a bit mask; 0 if there is nothing to choose."""
        raise NotImplementedError

    def set_masks(self, s: S) -> None:
        """Stores the offers of all kinds of choices in the state."""
        raise NotImplementedError

    def skip(self, s: S) -> i64:
        """The step that follows when there is nothing to choose."""
        raise NotImplementedError

    def choose(self, s: S, seat: i64, choice: i64) -> i64:
        """Plays a choice; returns the step that follows."""
        raise NotImplementedError

    def outcome(self, s: S, seat: i64, choice: i64) -> Outcome:
        """What a choice on offer would bring, as far as the seat can know it."""
        return {}

    def reveal(self, s: S) -> i64:
        """Runs when all pending seats have chosen; returns the step that follows."""
        raise NotImplementedError

    def refusal(self, s: S, seat: i64, choice: i64) -> IllegalMove:
        """Why a choice of this step is not on offer."""
        raise NotImplementedError

    def stray(self, s: S, seat: i64, action: i64) -> IllegalMove | None:
        """Why an action of another step is not possible now; None: because this step asks for something else."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(Step[S]):
    """A step that offers several kinds of choices at once, in the order of their action numbers."""

    def __init__(self, id: i64, name: str, rule: str, kinds: list[Step[S]]) -> None:  # noqa: A002
        super().__init__(id, name, rule)
        self.kinds = kinds
        self.width = len(kinds)

    def set_masks(self, s: S) -> None:
        s.offer = self.kinds[0].offer(s, s.seat)
        s.further = (
            self._mask(s, 1),
            self._mask(s, 2),
            self._mask(s, 3),
            self._mask(s, 4),
            self._mask(s, 5),
            self._mask(s, 6),
            self._mask(s, 7),
            self._mask(s, 8),
            self._mask(s, 9),
            self._mask(s, 10),
            self._mask(s, 11),
        )

    def _mask(self, s: S, kind: i64) -> i64:
        return self.kinds[kind].offer(s, s.seat) if kind < self.width else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Over(Step[S]):
    """The last step of every game: nobody chooses."""

    def open(self, s: S) -> i64:
        if s.events is not None:
            s.events.append({"event": "over"})
        return self.id


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnGame(Game):
    """A game played as a list of steps."""

    steps: list[Step[Any]]
    space: ActionSpace
    refuse: Refuser
    order_rule: str  # the rule for whose turn it is
    reveal_rule: str  # the rule for what is revealed or drawn for good
    plays_single: bool  # whether a single choice plays itself

    def arrange(self, steps: list[Step[Any]], space: ActionSpace, decline: str, plays_single: bool = False) -> None:
        """Connects the steps with the action numbers; `decline` is the notation of PASS, "" if there is none."""
        self.steps = steps
        self.plays_single = plays_single
        self.space = space
        self.actions = len(space.notation)
        passing = space.number.get(decline, -1)
        for number, step in enumerate(steps):
            if step.id != number:
                raise AssertionError(f"{step.name} is step {number}, not {step.id}")
            step.places = [-1] * self.actions
            step.numbers = [None] * (64 * len(step.kinds))
            step.opens = type(step).open is not Step.open
            for kind, part in enumerate(step.kinds):
                block = part.actions
                if block is not None:
                    for index, choice in enumerate(block.bits):
                        step.places[int(block.first) + index] = kind * 64 + choice
                        step.numbers[kind * 64 + choice] = int(block.first) + index
            if passing >= 0 and step.kinds:
                step.places[passing] = int(PASS)
                step.numbers[PASS] = passing

    def step_named(self, field: Field) -> i64:
        """The step that a position names: one in which somebody chooses, or the end."""
        named = [step for step in self.steps if step.kinds or step.name == "over"]
        return named[field.one_of([step.name for step in named])].id

    def to_act(self, state: State) -> list[int]:
        if state.pending:
            return members(state.pending, 0)
        return [int(state.seat)] if state.seat >= 0 else []

    def secret(self, state: State) -> bool:
        return state.pending != 0

    def legal(self, state: State, seat: i64) -> list[int]:
        step = self.steps[state.step]
        found: list[Any] = []
        if seat == state.seat:
            list_actions(step.numbers, 0, state.offer, found)
            kind: i64 = 1
            while kind < step.width:
                list_actions(step.numbers, kind * 64, mask_at(state, kind), found)
                kind += 1
        elif seat >= 0 and state.pending & bit(seat):
            list_actions(step.numbers, 0, step.offer(state, seat), found)
        return found

    def pick(self, state: State, stream: Stream) -> int:
        step = self.steps[state.step]
        action: int = step.numbers[draw(step, state, stream)]
        return action

    def play_random(self, state: State, stream: Stream) -> None:
        step = self.steps[state.step]
        self.play(step, state, state.seat, draw(step, state, stream))

    def apply(self, state: State, seat: i64, action: int) -> None:
        step = self.steps[state.step]
        place: i64 = step.places[action] if 0 <= action < self.actions else -1
        offer = state.offer
        if seat != state.seat:
            offer = step.offer(state, seat) if seat >= 0 and state.pending & bit(seat) else 0
        elif place >= 64:
            offer = mask_at(state, place >> 6)
        if place < 0 or not (offer >> (place & 63)) & 1:
            raise self.refusal(state, int(seat), action)
        self.play(step, state, seat, place)

    def play(self, step: Step[Any], state: State, seat: i64, place: i64) -> None:
        """Plays a legal choice, given as kind × 64 + choice, and advances to the next decision."""
        if step.width > 1:
            step = step.kinds[place >> 6]
        following = step.choose(state, seat, place & 63)
        if state.pending:
            state.pending &= ~bit(seat)
            if state.pending:
                state.seat = lowest(state.pending)
                state.offer = step.offer(state, state.seat)
                return
            following = step.reveal(state)
        self.advance(state, following)

    def advance(self, state: State, following: i64) -> None:
        """Advances to the next step in which somebody has a choice."""
        while True:
            step = self.steps[following]
            if step.opens:
                following = step.open(state)
                if following != step.id:
                    continue
            state.step = following
            if step.width == 0:
                state.seat = NOBODY
                state.offer = 0
                return
            if step.width > 1:
                step.set_masks(state)
                return
            mask = step.offer(state, state.seat)
            if mask == 0:
                following = step.skip(state)
            elif self.plays_single and mask & (mask - 1) == 0:
                if state.events is not None:
                    state.events.append({"event": "forced", "seat": int(state.seat)})
                following = step.choose(state, state.seat, lowest(mask))
            else:
                state.offer = mask
                return

    def renew_offer(self, state: State) -> None:
        """Recomputes the offer of a state whose fields were set from outside."""
        step = self.steps[state.step]
        if step.width > 1:
            step.set_masks(state)
        else:
            state.offer = step.offer(state, state.seat) if state.seat >= 0 else 0

    def refusal(self, state: State, seat: int, action: int) -> IllegalMove:
        step = self.steps[state.step]
        if state.seat < 0:
            return self.refuse(step.rule, "over")
        if seat not in self.to_act(state):
            return self.refuse(self.turn_rule(state), "turn", {"seat": self.to_act(state)})
        if not 0 <= action < self.actions:
            return self.refuse(step.rule, "notation")
        place: i64 = step.places[action]
        if place >= 0:
            return step.kinds[place >> 6].refusal(state, seat, place & 63)
        stray = step.stray(state, seat, action)
        return self.refuse(step.rule, f"step_{step.name}") if stray is None else stray

    def outcome(self, state: State, seat: i64, action: int) -> Outcome:
        step = self.steps[state.step]
        place: i64 = step.places[action]
        return step.kinds[place >> 6].outcome(state, seat, place & 63)

    def turn_rule(self, state: State) -> str:
        """The rule for who is to act now."""
        return self.order_rule

    def no_undo(self, reason: str) -> IllegalMove:
        return self.refuse(self.reveal_rule if reason == "undo.news" else self.order_rule, reason)

    def notation(self, action: int) -> str:
        return self.space.notation[action]

    def number(self, move: str) -> int:
        return self.space.number.get(move, -1)


def draw(step: Step[Any], state: State, stream: Stream) -> i64:
    """A uniformly random legal choice of the seat to act, as kind × 64 + choice."""
    if step.width == 1:
        return nth(state.offer, stream.below(count(state.offer)))
    total: i64 = 0
    kind: i64 = 0
    while kind < step.width:
        total += count(mask_at(state, kind))
        kind += 1
    index = stream.below(total)
    kind = 0
    while True:
        mask = mask_at(state, kind)
        size = count(mask)
        if index < size:
            return kind * 64 + nth(mask, index)
        index -= size
        kind += 1


def list_actions(numbers: list[Any], first: i64, mask: i64, found: list[Any]) -> None:
    """Appends the action numbers of a mask's choices, which start at index `first`, in ascending order."""
    while mask:
        low = mask & -mask
        found.append(numbers[first + INDEX[low % 67]])  # not `lowest`: interpreted, a call takes time
        mask ^= low


def mask_at(state: State, kind: i64) -> i64:
    """The offer of one kind of choice. Compiled code reads a tuple of integers at constant indexes only."""
    further = state.further
    if kind < 6:
        if kind < 3:
            return state.offer if kind == 0 else further[0] if kind == 1 else further[1]
        return further[2] if kind == 3 else further[3] if kind == 4 else further[4]
    if kind < 9:
        return further[5] if kind == 6 else further[6] if kind == 7 else further[7]
    return further[8] if kind == 9 else further[9] if kind == 10 else further[10]
