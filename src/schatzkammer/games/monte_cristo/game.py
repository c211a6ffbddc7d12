"""Monte Cristo as a `Game`; each method delegates to the module that implements it."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, cast

from schatzkammer.core.game import Json, Setup, State
from schatzkammer.core.odds import Lying, Odds
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.monte_cristo import flow, odds, position, view
from schatzkammer.games.monte_cristo.components import BUILT_IN, parts_of
from schatzkammer.games.monte_cristo.moves import SPACE
from schatzkammer.games.monte_cristo.state import OVER, MonteCristoState
from schatzkammer.games.monte_cristo.steps.forecast import forecast
from schatzkammer.games.monte_cristo.steps.step import refuse


class MonteCristo(TurnGame):
    """Monte Cristo, as docs/games/monte-cristo.md states it."""

    def __init__(self) -> None:
        self.id = "monte-cristo"
        self.package = "schatzkammer.games.monte_cristo"
        self.rules = 1
        self.min_players = 2
        self.max_players = 4
        self.options = []
        self.refuse = refuse
        self.order_rule = "M21"
        self.reveal_rule = "M30"
        self.arrange(flow.STEPS, SPACE, "pass", plays_single=True)

    def components(self) -> Json:
        return deepcopy(BUILT_IN)

    def check(self, setup: Setup) -> None:
        if setup.components is not None:
            parts_of(setup.components)

    def start(self, setup: Setup, stream: Stream) -> State:
        return flow.set_up(self, setup, stream)

    def scores(self, state: State) -> list[int]:
        return flow.scores(cast(MonteCristoState, state))

    def winners(self, state: State) -> list[int]:
        return flow.winners(cast(MonteCristoState, state))

    def public_view(self, state: State) -> Json:
        return cast(Json, view.public_view(cast(MonteCristoState, state)))

    def private_view(self, state: State, seat: int) -> Json:
        return {"standing": self.scores(state)}  # all seats know the same

    def forecast(self, state: State) -> Json:
        current = cast(MonteCristoState, state)
        return {} if current.step == OVER else {"forecast": forecast(current)}

    def odds(self, state: State, seat: int) -> Odds:
        return odds.odds(cast(MonteCristoState, state))

    def lying(self, state: State) -> Lying:
        return odds.lying(cast(MonteCristoState, state))

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        return view.sample(cast(MonteCristoState, state), stream)

    def reshuffle(self, state: State, stream: Stream) -> State:
        return view.sample(cast(MonteCristoState, state), stream)  # no seat has secrets

    def position(self, state: State) -> Json:
        return position.position(cast(MonteCristoState, state))

    def load(self, setup: Setup, given: Json) -> State:
        return position.load(self, setup, given)


GAME: Final = MonteCristo()
