"""The turn machine: a game is a list of steps, and whatever all steps have in common is written here once.

A step offers its choices as bits of a mask. The offer is computed when play reaches the step and stored in the state;
listing, checking, drawing and refusing moves all read it. A step in which several kinds of choices are possible is
`OneOf` several steps, each with a mask of its own.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, cast

from mypy_extensions import i64, mypyc_attr

from schatzkammer.core.bits import bit, count, lowest, members, nth
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import NOBODY, Game, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.core.text import Words
from schatzkammer.core.validation import Field

PASS: Final[i64] = 62  # the choice to decline, the same in every step that offers it
PASS_BIT: Final[i64] = 4611686018427387904

S = TypeVar("S", bound=State)

Masks = tuple[i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64]


@mypyc_attr(allow_interpreted_subclasses=True)
class WideState(State):
    """A state of a game with steps of several kinds of choices: beside `offer` the masks of the further kinds."""

    __slots__ = ("further",)

    further: Masks

    def begin(self, game: Game, setup: Setup) -> None:
        super().begin(game, setup)
        self.further = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class Block:
    """Consecutive action numbers of one kind of choice; `bits` are their choices, ascending."""

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
        """Numbers some more moves; a move's choice is its place in the list unless `bits` names another."""
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
    """One step of the turn. The choices of `actions` are bits of its offer, PASS is one more."""

    id: i64  # its place in the game's list of steps, unless it is only part of others
    name: str
    rule: str
    actions: Block | None
    kinds: list[Step[S]]  # what can be chosen here: the step itself, several (`OneOf`), or nothing
    width: i64  # how many kinds these are
    opens: bool  # whether something happens when play reaches it
    places: list[int]  # by action number: kind × 64 + choice, -1 for actions of other steps
    numbers: list[object]  # the other way round, as objects that need not be made anew

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
        """What happens when play reaches the step: its own id if somebody is asked now, else the step that follows.

        A step that sets `s.pending` asks all these seats at the same time.
        """
        return self.id

    def offer(self, s: S, seat: i64) -> i64:
        """The legal choices of a seat, as bits; none: nobody is asked."""
        raise NotImplementedError

    def set_masks(self, s: S) -> None:
        """Stores the offer of a step with several kinds of choices."""
        raise NotImplementedError

    def skip(self, s: S) -> i64:
        """The step that follows when there is nothing to choose."""
        raise NotImplementedError

    def choose(self, s: S, seat: i64, choice: i64) -> i64:
        """Plays a choice; the step that follows."""
        raise NotImplementedError

    def reveal(self, s: S) -> i64:
        """All pending seats have chosen: the step that follows."""
        raise NotImplementedError

    def refusal(self, s: S, seat: i64, choice: i64) -> IllegalMove:
        """Why a choice of this step is not in its offer."""
        raise NotImplementedError

    def stray(self, s: S, seat: i64, action: i64) -> IllegalMove | None:
        """Why an action of another step is not possible now, where there is more to say than what this step asks."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(Step[S]):
    """A step that offers several kinds of choices at once, in the order of their action numbers."""

    def __init__(self, id: i64, name: str, rule: str, kinds: list[Step[S]]) -> None:  # noqa: A002
        super().__init__(id, name, rule)
        self.kinds = kinds
        self.width = len(kinds)

    def set_masks(self, s: S) -> None:
        wide = cast(WideState, s)
        kinds = self.kinds
        n = self.width
        seat = s.seat
        s.offer = kinds[0].offer(s, seat)
        wide.further = (
            kinds[1].offer(s, seat),
            kinds[2].offer(s, seat) if n > 2 else 0,
            kinds[3].offer(s, seat) if n > 3 else 0,
            kinds[4].offer(s, seat) if n > 4 else 0,
            kinds[5].offer(s, seat) if n > 5 else 0,
            kinds[6].offer(s, seat) if n > 6 else 0,
            kinds[7].offer(s, seat) if n > 7 else 0,
            kinds[8].offer(s, seat) if n > 8 else 0,
            kinds[9].offer(s, seat) if n > 9 else 0,
            kinds[10].offer(s, seat) if n > 10 else 0,
            kinds[11].offer(s, seat) if n > 11 else 0,
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class Over(Step[S]):
    """The last step of every game: nobody is asked any more."""

    def open(self, s: S) -> i64:
        if s.events is not None:
            s.events.append({"event": "over"})
        return self.id


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnGame(Game):
    """A game that is played as a list of steps."""

    steps: list[Step[Any]]
    space: ActionSpace
    refuse: Refuser
    order_rule: str  # says whose turn it is
    reveal_rule: str  # says what is revealed or drawn for good
    plays_single: bool  # whether a single choice plays itself

    def arrange(self, steps: list[Step[Any]], space: ActionSpace, decline: str, plays_single: bool = False) -> None:
        """Connects the steps with the action numbers; `decline` is the notation of PASS, "" where there is none."""
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
        """The step that a position names: one that somebody decides, or the end."""
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
        numbers = step.numbers
        found: list[object] = []
        if seat != state.seat:
            if seat >= 0 and state.pending & bit(seat):
                list_actions(numbers, step.offer(state, seat), found)
        elif step.width == 1:
            list_actions(numbers, state.offer, found)
        elif step.width > 1:
            further = cast(WideState, state).further
            sizes, more = kind_sizes(state.offer, further)
            found = [None] * int(total(sizes, more))  # for many choices faster than to append each
            listed = put_actions(numbers, 0, state.offer, found, 0)
            listed = put_actions(numbers, 64, further[0], found, listed)
            listed = put_actions(numbers, 128, further[1], found, listed)
            listed = put_actions(numbers, 192, further[2], found, listed)
            listed = put_actions(numbers, 256, further[3], found, listed)
            listed = put_actions(numbers, 320, further[4], found, listed)
            listed = put_actions(numbers, 384, further[5], found, listed)
            listed = put_actions(numbers, 448, further[6], found, listed)
            listed = put_actions(numbers, 512, further[7], found, listed)
            listed = put_actions(numbers, 576, further[8], found, listed)
            listed = put_actions(numbers, 640, further[9], found, listed)
            put_actions(numbers, 704, further[10], found, listed)
        return cast(list[int], found)

    def pick(self, state: State, stream: Stream) -> int:
        step = self.steps[state.step]
        return cast(int, step.numbers[draw(step, state, stream)])

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
        if place < 0 or not offer & bit(place & 63):
            raise self.refusal(state, int(seat), action)
        self.play(step, state, seat, place)

    def play(self, step: Step[Any], state: State, seat: i64, place: i64) -> None:
        """Plays a legal choice, given as kind × 64 + choice, and goes on to the next decision."""
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
        """Goes on to the next step that leaves somebody a choice."""
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
        """Computes the offer of a state whose fields were set by hand."""
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

    def turn_rule(self, state: State) -> str:
        """The rule that says who decides now."""
        return self.order_rule

    def no_undo(self, reason: str) -> IllegalMove:
        return self.refuse(self.reveal_rule if reason == "undo.news" else self.order_rule, reason)

    def notation(self, action: int) -> str:
        return self.space.notation[action]

    def number(self, move: str) -> int:
        return self.space.number.get(move, -1)


def draw(step: Step[Any], state: State, stream: Stream) -> i64:
    """A legal choice of the seat that decides, each as likely, as kind × 64 + choice."""
    if step.width == 1:
        return nth(state.offer, stream.below(count(state.offer)))
    sizes, more = kind_sizes(state.offer, cast(WideState, state).further)
    index = stream.below(total(sizes, more))
    kind: i64 = 0
    while index >= sizes & 255:
        index -= sizes & 255
        kind += 1
        sizes = more if kind == 7 else sizes >> 8
    return kind * 64 + nth(mask_at(state, kind), index)


def list_actions(numbers: list[object], mask: i64, found: list[object]) -> None:
    """Adds the action numbers of some choices, ascending."""
    while mask:
        found.append(numbers[lowest(mask)])
        mask &= mask - 1


def put_actions(numbers: list[object], first: i64, mask: i64, found: list[object], listed: i64) -> i64:
    """The same from a place in both lists on; the place behind the last one that was put."""
    while mask:
        if mask & 1:
            found[listed] = numbers[first]
            listed += 1
        mask >>= 1
        first += 1
    return listed


def kind_sizes(offer: i64, further: Masks) -> tuple[i64, i64]:
    """How many choices each kind has, a byte each: the first seven kinds, and the rest."""
    sizes = count(offer) | count(further[0]) << 8 | count(further[1]) << 16 | count(further[2]) << 24
    sizes |= count(further[3]) << 32 | count(further[4]) << 40 | count(further[5]) << 48
    more = count(further[6]) | count(further[7]) << 8 | count(further[8]) << 16 | count(further[9]) << 24
    return sizes, more | count(further[10]) << 32


def total(sizes: i64, more: i64) -> i64:
    """The sum of all their bytes."""
    pairs = (sizes & 0x00FF00FF00FF00FF) + ((sizes >> 8) & 0x00FF00FF00FF00FF)
    pairs += (more & 0x00FF00FF00FF00FF) + ((more >> 8) & 0x00FF00FF00FF00FF)
    pairs += pairs >> 32
    return (pairs + (pairs >> 16)) & 0xFFFF


def mask_at(state: State, kind: i64) -> i64:
    """The offer of one kind of choice. Compiled, only what has a fixed place in a tuple is found at once."""
    if kind == 0:
        return state.offer
    further = cast(WideState, state).further
    if kind < 6:
        if kind < 3:
            return further[0] if kind == 1 else further[1]
        return further[2] if kind == 3 else further[3] if kind == 4 else further[4]
    if kind < 9:
        return further[5] if kind == 6 else further[6] if kind == 7 else further[7]
    return further[8] if kind == 9 else further[9] if kind == 10 else further[10]
