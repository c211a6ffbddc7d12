"""Monte Cristo as a Game: every method says which file does it."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, members, nth
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Game, Json, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo import flow, position, view
from schatzkammer.games.monte_cristo.components import BUILT_IN, parts_of
from schatzkammer.games.monte_cristo.moves import ACTIONS, NOTATION, NUMBER, PASS
from schatzkammer.games.monte_cristo.state import END, MonteCristoState
from schatzkammer.games.monte_cristo.steps.step import PASS_BIT, PASS_CHOICE, Step, refuse
from schatzkammer.games.monte_cristo.steps.table import STEPS


class MonteCristo(Game):
    """Monte Cristo, as docs/games/monte-cristo.md states it."""

    def __init__(self) -> None:
        self.id = "monte-cristo"
        self.package = "schatzkammer.games.monte_cristo"
        self.rules = 1
        self.fewest = 2
        self.most = 4
        self.options = []
        self.actions = int(ACTIONS)

    def components(self) -> Json:
        return deepcopy(BUILT_IN)

    def check(self, setup: Setup) -> None:
        if setup.components is not None:
            parts_of(setup.components)

    def start(self, setup: Setup, stream: Stream) -> State:
        return flow.set_up(self, setup, stream)

    def to_act(self, state: State) -> list[int]:
        s = cast(MonteCristoState, state)
        return [] if s.step == END else [int(s.seat)]

    def secret(self, state: State) -> bool:
        return False

    def legal(self, state: State, seat: i64) -> list[int]:
        s = cast(MonteCristoState, state)
        if seat != s.seat or seat < 0:
            return []
        offer = s.offer
        if offer & PASS_BIT:
            choices = members(offer ^ PASS_BIT, STEPS[s.step].first)
            choices.append(PASS)
            return choices
        return members(offer, STEPS[s.step].first)

    def apply(self, state: State, seat: i64, action: int) -> None:
        s = cast(MonteCristoState, state)
        if seat < 0 or seat != s.seat or not 0 <= action < self.actions:
            raise self.refusal(state, int(seat), action)
        step = STEPS[s.step]
        choice = _choice(step, action)
        if choice < 0 or not s.offer & bit(choice):
            raise self.refusal(state, int(seat), action)
        flow.go_on(s, step.choose(s, seat, choice))

    def refusal(self, state: State, seat: int, action: int) -> IllegalMove:
        s = cast(MonteCristoState, state)
        if s.step == END:
            return refuse("M67", "over")
        if seat != s.seat:
            return refuse("M21", "turn", {"seat": self.to_act(state)})
        step = STEPS[s.step]
        if not 0 <= action < self.actions:
            return refuse(step.rule, "notation")
        choice = _choice(step, action)
        return step.stray(action) if choice < 0 else step.why_not(s, seat, choice)

    def no_undo(self, reason: str) -> IllegalMove:
        return refuse("M30" if reason == "undo.news" else "M21", reason)

    def pick(self, state: State, stream: Stream) -> int:
        s = cast(MonteCristoState, state)
        choice = nth(s.offer, stream.below(count(s.offer)))
        return PASS if choice == PASS_CHOICE else STEPS[s.step].first + choice

    def scores(self, state: State) -> list[int]:
        return flow.scores(cast(MonteCristoState, state))

    def winners(self, state: State) -> list[int]:
        return flow.winners(cast(MonteCristoState, state))

    def common(self, state: State) -> Json:
        return view.common(cast(MonteCristoState, state))

    def own(self, state: State, seat: int) -> Json:
        return {}  # no seat knows more than another

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        return view.sample(cast(MonteCristoState, state), stream)

    def notation(self, action: int) -> str:
        return NOTATION[action]

    def number(self, move: str) -> int:
        return NUMBER.get(move, -1)

    def position(self, state: State) -> Json:
        return position.position(cast(MonteCristoState, state))

    def load(self, setup: Setup, given: Json) -> State:
        return position.load(self, setup, given)


def _choice(step: Step, action: i64) -> i64:
    """The bit that stands for an action in a step, -1 for actions of other steps."""
    if action == PASS:
        return PASS_CHOICE
    choice = action - step.first
    return choice if 0 <= choice < step.choices else -1


GAME: Final = MonteCristo()
