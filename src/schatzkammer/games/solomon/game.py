"""King Solomon as a `Game`; each method delegates to the module that implements it."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, cast

from schatzkammer.core.game import Json, Option, Setup, State
from schatzkammer.core.odds import Lying, Odds
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.solomon import flow, odds, position, view
from schatzkammer.games.solomon.components import BUILT_IN, box
from schatzkammer.games.solomon.moves import SPACE
from schatzkammer.games.solomon.state import CHOOSE_STEP, SolomonState
from schatzkammer.games.solomon.steps.step import refuse


class Solomon(TurnGame):
    """King Solomon, as docs/games/solomon.md states it."""

    def __init__(self) -> None:
        self.id = "solomon"
        self.package = "schatzkammer.games.solomon"
        self.rules = 1
        self.min_players = 2
        self.max_players = 5
        self.options = [
            Option("edition", ("published", "designer")),
            Option("declare", ("after", "before")),
            Option("open_finds", ("round", "turn")),
            Option("uphill", (False, True)),
            Option("memory", ("screens", "open")),
        ]
        self.refuse = refuse
        self.order_rule = "S21"
        self.reveal_rule = "S32"
        self.arrange(flow.STEPS, SPACE, "")

    def components(self) -> Json:
        return deepcopy(BUILT_IN)

    def check(self, setup: Setup) -> None:
        if setup.components is not None:
            box(setup.components)

    def start(self, setup: Setup, stream: Stream) -> State:
        return flow.set_up(self, setup, stream)

    def turn_rule(self, state: State) -> str:
        return "S21" if state.step == CHOOSE_STEP else "S22"

    def scores(self, state: State) -> list[int]:
        return flow.scores(cast(SolomonState, state))

    def winners(self, state: State) -> list[int]:
        return flow.winners(cast(SolomonState, state))

    def public_view(self, state: State) -> Json:
        return cast(Json, view.public_view(cast(SolomonState, state)))

    def private_view(self, state: State, seat: int) -> Json:
        return cast(Json, view.private_view(cast(SolomonState, state), seat))

    def odds(self, state: State, seat: int) -> Odds:
        return odds.odds(cast(SolomonState, state), seat)

    def lying(self, state: State) -> Lying:
        return odds.lying(cast(SolomonState, state))

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        return view.sample(self, cast(SolomonState, state), seat, stream)

    def reshuffle(self, state: State, stream: Stream) -> State:
        return view.reshuffle(cast(SolomonState, state), stream)

    def position(self, state: State) -> Json:
        return position.position(cast(SolomonState, state))

    def load(self, setup: Setup, given: Json) -> State:
        return position.load(self, setup, given)


GAME: Final = Solomon()
