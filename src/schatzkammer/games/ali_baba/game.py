"""Ali Baba as a Game: every method says which file does it."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, members, nth
from schatzkammer.core.errors import BadOption, IllegalMove
from schatzkammer.core.game import Game, Json, Option, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.games.ali_baba import flow, position, view
from schatzkammer.games.ali_baba.components import BUILT_IN, amounts
from schatzkammer.games.ali_baba.moves import ACTIONS, NOTATION, NUMBER, PASS
from schatzkammer.games.ali_baba.state import END, SHOW, AliBabaState
from schatzkammer.games.ali_baba.steps import PASS_BIT, PASS_CHOICE, STEPS, Step, refuse, wrong_step


class AliBaba(Game):
    """Ali Baba, as docs/games/ali-baba.md states it."""

    def __init__(self) -> None:
        self.id = "ali-baba"
        self.package = "schatzkammer.games.ali_baba"
        self.rules = 1
        self.fewest = 2
        self.most = 4
        self.options = [Option("variant", ("classic", "lamp", "equal", "small")), Option("memory", ("screens", "open"))]
        self.actions = int(ACTIONS)

    def components(self) -> Json:
        return deepcopy(BUILT_IN)

    def check(self, setup: Setup) -> None:
        if setup.options["variant"] == "small" and setup.players != 2:
            raise BadOption("variant: the small cave is for two players (A43).")
        if setup.components is not None:
            amounts(setup.components)

    def start(self, setup: Setup, stream: Stream) -> State:
        return flow.set_up(self, setup, stream)

    def to_act(self, state: State) -> list[int]:
        s = cast(AliBabaState, state)
        if s.step == SHOW:
            return members(s.pending, 0)
        return [] if s.step == END else [int(s.seat)]

    def secret(self, state: State) -> bool:
        return cast(AliBabaState, state).step == SHOW

    def legal(self, state: State, seat: i64) -> list[int]:
        s = cast(AliBabaState, state)
        step = STEPS[s.step]
        offer = _offer(s, seat)
        if offer & PASS_BIT:
            choices = members(offer ^ PASS_BIT, step.first)
            choices.append(PASS)
            return choices
        return members(offer, step.first)

    def apply(self, state: State, seat: i64, action: int) -> None:
        s = cast(AliBabaState, state)
        if seat < 0 or not 0 <= action < self.actions:
            raise self.refusal(state, int(seat), action)
        step = STEPS[s.step]
        choice = _choice(step, action)
        if choice < 0 or not _offer(s, seat) & bit(choice):
            raise self.refusal(state, int(seat), action)
        flow.go_on(s, step.choose(s, seat, choice))

    def refusal(self, state: State, seat: int, action: int) -> IllegalMove:
        s = cast(AliBabaState, state)
        if s.step == END:
            return refuse("A30", "over")
        if seat not in self.to_act(state):
            return refuse("A5", "turn", {"seat": self.to_act(state)})
        step = STEPS[s.step]
        if not 0 <= action < self.actions:
            return refuse(step.rule, "notation")
        choice = _choice(step, action)
        return wrong_step(step) if choice < 0 else step.why_not(s, seat, choice)

    def no_undo(self, reason: str) -> IllegalMove:
        return refuse("A11" if reason == "undo.news" else "A5", reason)

    def pick(self, state: State, stream: Stream) -> int:
        s = cast(AliBabaState, state)
        choice = nth(s.offer, stream.below(count(s.offer)))
        return PASS if choice == PASS_CHOICE else STEPS[s.step].first + choice

    def scores(self, state: State) -> list[int]:
        return flow.scores(cast(AliBabaState, state))

    def winners(self, state: State) -> list[int]:
        return flow.winners(cast(AliBabaState, state))

    def common(self, state: State) -> Json:
        return view.common(cast(AliBabaState, state))

    def own(self, state: State, seat: int) -> Json:
        return view.own(cast(AliBabaState, state), seat)

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        return view.sample(cast(AliBabaState, state), seat, stream)

    def notation(self, action: int) -> str:
        return NOTATION[action]

    def number(self, move: str) -> int:
        return NUMBER.get(move, -1)

    def position(self, state: State) -> Json:
        return position.position(cast(AliBabaState, state))

    def load(self, setup: Setup, given: Json) -> State:
        return position.load(self, setup, given)


def _offer(s: AliBabaState, seat: i64) -> i64:
    """What a seat may choose: of those who show a tile at once (A24) each has an offer of his own."""
    if s.step == SHOW:
        return s.hands[seat] if s.pending & bit(seat) else 0
    return s.offer if seat == s.seat else 0


def _choice(step: Step, action: i64) -> i64:
    """The bit that stands for an action in a step, -1 for actions of other steps."""
    if action == PASS:
        return PASS_CHOICE
    choice = action - step.first
    return choice if 0 <= choice < step.choices else -1


GAME: Final = AliBaba()
