"""OpenSpiel: the games as Python games, registered as `schatzkammer_ali_baba` and so on when this module is imported.

Chance. A game begins with one chance node: which of `deals` fixed set-ups it is, each as likely. Everything that
chance brings later (cards shuffled again, tiles dealt) follows from that outcome and stays hidden until it shows.
With `opening` = n the first n decisions are random and part of the deal: endgames, for algorithms that visit all
actions of a player.

Information states. The tensor is what the seat knows with perfect recall (docs/envs.md); the string adds a digest of
all that the seat has seen and done in its order, so that two states have the same string only if the seat cannot tell
them and the ways to them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
import pyspiel

from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.envs.setting import Setting
from schatzkammer.games import find
from schatzkammer.observe.encoder import observation

DEALS = 1000
# How much of the digest stands in an information state: enough never to meet the same one twice.
RECALL = 12


def short_name(game: str) -> str:
    """What OpenSpiel calls a game: `schatzkammer_ali_baba`."""
    return f"schatzkammer_{game.replace('-', '_')}"


def _parameters(game: str) -> dict[str, Any]:
    """Players, deals, opening, rewards, and every option of the game with its default."""
    settings: dict[str, Any] = {"players": 2, "deals": DEALS, "opening": 0, "rewards": "win"}
    return settings | {option.name: option.values[0] for option in find(game).options}


def _game_type(game: str, rewards: str = "win") -> pyspiel.GameType:
    rules = find(game)
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"Schatzkammer: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM if rewards == "win" else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.most,
        min_num_players=rules.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):
    """One of the games; its parameters are players, deals, opening, rewards and the game's options."""

    game_id: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game = self.game_id
        given = _parameters(game) | dict(parameters or {})
        options = {option.name: given[option.name] for option in find(game).options}
        self.setting = Setting(game, given["players"], options, given["rewards"])
        self.deals = int(given["deals"])
        self.opening = int(given["opening"])
        encoder = self.setting.encoder
        by_win = given["rewards"] == "win"
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.game.actions,
            max_chance_outcomes=self.deals,
            num_players=self.setting.players,
            min_utility=0.0 if by_win else -float(encoder.most_points),
            max_utility=1.0 if by_win else float(encoder.most_points),
            utility_sum=1.0 if by_win else 0.0,
            max_game_length=encoder.longest,
        )
        super().__init__(_game_type(game, given["rewards"]), info, given)

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ANN401
        """Sees what a seat knows; with perfect recall its string tells the way there, too."""
        if params:
            raise ValueError(f"There are no parameters of observations; given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.setting, kind)

    def deal(self, outcome: int) -> State:
        """The position after the deal: deal i is the game of seed `<i>`, its opening drawn from the same."""
        state = self.setting.start(outcome)
        chance = seeded(f"{outcome}", "opening")
        for _ in range(self.opening):
            before = state.copy()
            state.apply(state.game.pick(state, chance))
            if state.seat < 0:
                return before
        return state


class World:
    """A state of the rules as OpenSpiel copies and stores it, and what each seat recalls."""

    __slots__ = ("recall", "setting", "state")

    def __init__(self, setting: Setting, state: State, recall: list[bytes]) -> None:
        self.setting = setting
        self.state = state
        self.recall = recall

    def __deepcopy__(self, memo: object) -> World:
        return World(self.setting, self.state.copy(), self.recall[:])

    def __reduce__(self) -> tuple[Callable[..., World], tuple[object, ...]]:
        settled = (self.setting.game.id, self.setting.players, self.setting.setup.options, self.setting.rewards_by)
        return _restored, (settled, self.setting.game.position(self.state), self.recall)

    def note(self, seat: int, action: int) -> None:
        """Adds to what every seat recalls: how things look to it now, and its own action."""
        for other, past in enumerate(self.recall):
            seen = observation(self.setting.encoder, self.state, other)
            own = action if other == seat else -1
            self.recall[other] = blake2b(b"%b%d" % (past + seen, own), digest_size=RECALL).digest()

    def sampled(self, seat: int, chance: Stream) -> World:
        """Another world that the seat cannot tell from this one; what others recall begins there."""
        world = World(self.setting, self.state.sample(seat, chance), [b""] * self.setting.players)
        world.note(-1, -1)
        world.recall[seat] = self.recall[seat]
        return world


def _restored(
    settled: tuple[str, int, dict[str, str | bool], str], position: dict[str, object], recall: list[bytes]
) -> World:
    setting = Setting(*settled)
    return World(setting, setting.game.load(setting.setup, position), recall)


class SpielState(pyspiel.State):
    """A position; before the deal there is none."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._world: World | None = None

    @property
    def world(self) -> World | None:
        """What the rules hold; None before the deal."""
        return self._world

    def current_player(self) -> int:
        """Who decides, chance before the deal."""
        if self._world is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(self._world.state.seat)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._world is not None and self._world.state.seat < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, each as likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._world is None else self._world.state.legal()

    def _apply_action(self, action: int) -> None:
        if self._world is None:
            game = self.get_game()
            self._world = World(game.setting, game.deal(action), [b""] * game.setting.players)
            self._world.note(-1, -1)
            return
        seat = int(self._world.state.seat)
        self._world.state.apply(action)
        self._world.note(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().setting.game.notation(action))

    def returns(self) -> list[float]:
        """What the game is worth to each seat, at its end."""
        if self._world is None or self._world.state.seat >= 0:
            return [0.0] * self.num_players()
        return self._world.setting.rewards(self._world.state)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """A state drawn from all that the player cannot tell from this one; its history does not tell the deal."""
        twin: SpielState = self.get_game().new_initial_state()
        if self._world is not None:
            chance = seeded("".join(f"{rng():.17f}" for _ in range(2)), "resample")
            twin.apply_action(0)
            twin._world = self._world.sampled(player, chance)
        return twin

    def __str__(self) -> str:
        """The whole position, hidden things included."""
        return "before the deal" if self._world is None else f"{self._world.state.game.position(self._world.state)}"


class SpielObserver:
    """Tensor and string of what one seat knows."""

    def __init__(self, setting: Setting, kind: Any) -> None:  # noqa: ANN401  pyspiel's own type
        self._setting = setting
        self._recalls = bool(kind.perfect_recall)
        layout = setting.layout
        self.tensor = np.zeros(layout.wide, np.float32)
        self.dict = {}
        for field in layout.fields:
            part = self.tensor[layout.spread[field.name]]
            self.dict[field.name] = part.reshape(field.length, field.values) if field.code else part

    def _codes(self, state: SpielState, player: int) -> bytes:
        if state.world is None:
            return bytes(self._setting.layout.size)
        return observation(self._setting.encoder, state.world.state, player)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor."""
        self.tensor[:] = self._setting.layout.one_hot(np.frombuffer(self._codes(state, player), np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        """The parts of the observation by name; zeros are left out."""
        if state.world is None:
            return f"seat {player}, before the deal"
        parts = self._setting.layout.parts(np.frombuffer(self._codes(state, player), np.uint8))
        told = [f"seat {player}"]
        for name, part in parts.items():
            if part.any():
                told.append(f"{name} " + " ".join(str(value) if value else "." for value in part.tolist()))
        if self._recalls:
            told.append(f"recall {state.world.recall[player].hex()}")
        return "\n".join(told)


# A class for each: OpenSpiel keeps what makes a game beyond the interpreter's end, which a function does not stand.
class AliBabaSpiel(SpielGame):
    """`schatzkammer_ali_baba`."""

    game_id = "ali-baba"


class MonteCristoSpiel(SpielGame):
    """`schatzkammer_monte_cristo`."""

    game_id = "monte-cristo"


class SolomonSpiel(SpielGame):
    """`schatzkammer_solomon`."""

    game_id = "solomon"


SPIELS: tuple[type[SpielGame], ...] = (AliBabaSpiel, MonteCristoSpiel, SolomonSpiel)

for _each in SPIELS:
    if short_name(_each.game_id) not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(_each.game_id), _each)
