"""Ali Baba as a `Game`; each method delegates to the module that implements it."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, cast

from schatzkammer.core.errors import BadOption
from schatzkammer.core.game import Json, Option, Setup, State
from schatzkammer.core.odds import Lying, Odds
from schatzkammer.core.stream import Stream
from schatzkammer.core.text import Phrase, Words
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.ali_baba import flow, odds, position, view
from schatzkammer.games.ali_baba.components import BUILT_IN, amounts
from schatzkammer.games.ali_baba.moves import SPACE
from schatzkammer.games.ali_baba.state import AliBabaState
from schatzkammer.games.ali_baba.steps import refuse


class AliBaba(TurnGame):
    """Ali Baba, as docs/games/ali-baba.md states it."""

    def __init__(self) -> None:
        self.id = "ali-baba"
        self.package = "schatzkammer.games.ali_baba"
        self.rules = 1
        self.min_players = 2
        self.max_players = 4
        self.options = [Option("variant", ("classic", "lamp", "equal", "small")), Option("memory", ("screens", "open"))]
        self.refuse = refuse
        self.order_rule = "A5"
        self.reveal_rule = "A11"
        self.arrange(flow.STEPS, SPACE, "pass")

    def components(self) -> Json:
        return deepcopy(BUILT_IN)

    def check(self, setup: Setup) -> None:
        if setup.options["variant"] == "small" and setup.players != 2:
            raise BadOption(Phrase(Words(self.package), "error.small_cave"))
        if setup.components is not None:
            amounts(setup.components)

    def start(self, setup: Setup, stream: Stream) -> State:
        return flow.set_up(self, setup, stream)

    def scores(self, state: State) -> list[int]:
        return flow.scores(cast(AliBabaState, state))

    def winners(self, state: State) -> list[int]:
        return flow.winners(cast(AliBabaState, state))

    def public_view(self, state: State) -> Json:
        return cast(Json, view.public_view(cast(AliBabaState, state)))

    def private_view(self, state: State, seat: int) -> Json:
        return cast(Json, view.private_view(cast(AliBabaState, state), seat))

    def odds(self, state: State, seat: int) -> Odds:
        return odds.odds(cast(AliBabaState, state), seat)

    def lying(self, state: State) -> Lying:
        return odds.lying(cast(AliBabaState, state))

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        return view.sample(cast(AliBabaState, state), seat, stream)

    def reshuffle(self, state: State, stream: Stream) -> State:
        return view.reshuffle(cast(AliBabaState, state), stream)

    def position(self, state: State) -> Json:
        return position.position(cast(AliBabaState, state))

    def load(self, setup: Setup, given: Json) -> State:
        return position.load(self, setup, given)


GAME: Final = AliBaba()
