"""King Solomon as a Game: every method says which file does it."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.bits import bit, members
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Game, Json, Option, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon import flow, position, view
from schatzkammer.games.solomon.components import BUILT_IN, box
from schatzkammer.games.solomon.moves import ACTIONS, NOTATION, NUMBER
from schatzkammer.games.solomon.state import CHOOSE, END, SolomonState
from schatzkammer.games.solomon.steps.move import refuse


class Solomon(Game):
    """King Solomon, as docs/games/solomon.md states it."""

    def __init__(self) -> None:
        self.id = "solomon"
        self.package = "schatzkammer.games.solomon"
        self.rules = 1
        self.fewest = 2
        self.most = 5
        self.options = [
            Option("edition", ("published", "designer")),
            Option("declare", ("after", "before")),
            Option("open_finds", ("round", "turn")),
            Option("uphill", (False, True)),
            Option("memory", ("screens", "open")),
        ]
        self.actions = int(ACTIONS)

    def components(self) -> Json:
        return deepcopy(BUILT_IN)

    def check(self, setup: Setup) -> None:
        if setup.components is not None:
            box(setup.components)

    def start(self, setup: Setup, stream: Stream) -> State:
        return flow.set_up(self, setup, stream)

    def to_act(self, state: State) -> list[int]:
        s = cast(SolomonState, state)
        if s.step == CHOOSE:
            return members(s.pending, 0)
        return [] if s.step == END else [int(s.seat)]

    def secret(self, state: State) -> bool:
        return cast(SolomonState, state).step == CHOOSE

    def legal(self, state: State, seat: i64) -> list[int]:
        s = cast(SolomonState, state)
        return flow.legal(s, seat) if _decides(s, seat) else []

    def apply(self, state: State, seat: i64, action: int) -> None:
        s = cast(SolomonState, state)
        if not 0 <= action < self.actions or not _decides(s, seat):
            raise self.refusal(state, int(seat), action)
        move = flow.MOVE_OF[action]
        choice = action - move.first
        if move not in flow.STEP_MOVES[s.step] or not move.allowed(s, seat, choice):
            raise self.refusal(state, int(seat), action)
        flow.go_on(s, move.choose(s, seat, choice))

    def refusal(self, state: State, seat: int, action: int) -> IllegalMove:
        s = cast(SolomonState, state)
        if s.step == END:
            return refuse("S70", "over")
        if seat not in self.to_act(state):
            return refuse("S21" if s.step == CHOOSE else "S22", "turn", {"seat": self.to_act(state)})
        if not 0 <= action < self.actions:
            return refuse(flow.STEP_RULES[s.step], "notation")
        return flow.why_not(s, seat, action)

    def no_undo(self, reason: str) -> IllegalMove:
        return refuse("S32" if reason == "undo.news" else "S21", reason)

    def pick(self, state: State, stream: Stream) -> int:
        s = cast(SolomonState, state)
        return flow.pick(s, s.seat, stream)

    def scores(self, state: State) -> list[int]:
        return flow.scores(cast(SolomonState, state))

    def winners(self, state: State) -> list[int]:
        return flow.winners(cast(SolomonState, state))

    def common(self, state: State) -> Json:
        return view.common(cast(SolomonState, state))

    def own(self, state: State, seat: int) -> Json:
        return view.own(cast(SolomonState, state), seat)

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        return view.sample(cast(SolomonState, state), seat, stream)

    def notation(self, action: int) -> str:
        return NOTATION[action]

    def number(self, move: str) -> int:
        return NUMBER.get(move, -1)

    def position(self, state: State) -> Json:
        return position.position(cast(SolomonState, state))

    def load(self, setup: Setup, given: Json) -> State:
        return position.load(self, setup, given)


def _decides(s: SolomonState, seat: i64) -> bool:
    """Whether a seat owes a decision: several at once while cards are chosen (S21)."""
    if seat < 0:
        return False
    return s.pending & bit(seat) != 0 if s.step == CHOOSE else seat == s.seat


GAME: Final = Solomon()
