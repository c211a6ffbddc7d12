"""OpenSpiel: importing this module registers the games as `schatzkammer_ali_baba` and so on.

Chance: a game begins with one chance node that selects one of `deals` fixed deals, all equally likely. Later chance
events (cards reshuffled, tiles dealt) follow from that outcome and stay hidden until they are revealed. With `opening`
= n the first n decisions are random and part of the deal. This gives endgames for algorithms that visit all actions of
a player.

Information states: the tensor is what the seat knows with perfect recall (docs/envs.md). The string adds a digest of
everything the seat has seen and done, in order: two states have the same string only if the seat can tell neither them
nor their histories apart.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
import pyspiel

from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.envs.config import EnvConfig
from schatzkammer.games import GAMES, find
from schatzkammer.observe.encoder import observation

DEALS = 1000
DIGEST_SIZE = 12  # bytes, enough to avoid collisions


def short_name(game: str) -> str:
    """The name of a game in OpenSpiel: `schatzkammer_ali_baba`."""
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
        max_num_players=rules.max_players,
        min_num_players=rules.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):
    """A game; its parameters are players, deals, opening, rewards and the game's options."""

    game_id: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game = self.game_id
        settings = _parameters(game) | dict(parameters or {})
        options = {option.name: settings[option.name] for option in find(game).options}
        self.config = EnvConfig(game, settings["players"], options, settings["rewards"])
        self.deals = int(settings["deals"])
        self.opening = int(settings["opening"])
        encoder = self.config.encoder
        by_win = settings["rewards"] == "win"
        info = pyspiel.GameInfo(
            num_distinct_actions=self.config.game.actions,
            max_chance_outcomes=self.deals,
            num_players=self.config.players,
            min_utility=0.0 if by_win else -float(encoder.most_points),
            max_utility=1.0 if by_win else float(encoder.most_points),
            utility_sum=1.0 if by_win else 0.0,
            max_game_length=encoder.longest,
        )
        super().__init__(_game_type(game, settings["rewards"]), info, settings)

    def new_initial_state(self) -> SpielState:
        """The state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ANN401
        """An observer of what a seat knows; with perfect recall its string also identifies the history."""
        if params:
            raise ValueError(f"Observations take no parameters; given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.config, kind)

    def deal(self, outcome: int) -> State:
        """The state after deal i: the game of seed `<i>`, with an opening drawn from the same seed."""
        state = self.config.start(outcome)
        chance = seeded(f"{outcome}", "opening")
        for _ in range(self.opening):
            before = state.copy()
            state.apply(state.game.pick(state, chance))
            if state.seat < 0:
                return before
        return state


class RecalledState:
    """A state with a digest of each seat's history."""

    __slots__ = ("config", "recall", "state")

    def __init__(self, config: EnvConfig, state: State, recall: list[bytes]) -> None:
        self.config = config
        self.state = state
        self.recall = recall

    def __deepcopy__(self, memo: object) -> RecalledState:
        return RecalledState(self.config, self.state.copy(), self.recall[:])

    def note(self, seat: int, action: int) -> None:
        """Adds each seat's current observation, and its own action, to its digest."""
        for other, past in enumerate(self.recall):
            current = observation(self.config.encoder, self.state, other)
            own = action if other == seat else -1
            self.recall[other] = blake2b(b"%b%d" % (past + current, own), digest_size=DIGEST_SIZE).digest()

    def sampled(self, seat: int, chance: Stream) -> RecalledState:
        """A sample that the seat cannot tell from this state; the others' histories begin there."""
        sampled = RecalledState(self.config, self.state.sample(seat, chance), [b""] * self.config.players)
        sampled.note(-1, -1)
        sampled.recall[seat] = self.recall[seat]
        return sampled


class SpielState(pyspiel.State):
    """A state of OpenSpiel; before the deal it is empty."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.current: RecalledState | None = None  # None before the deal

    def current_player(self) -> int:
        """The seat that decides; chance before the deal."""
        if self.current is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(self.current.state.seat)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current is not None and self.current.state.seat < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, all equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.current is None else self.current.state.legal()

    def _apply_action(self, action: int) -> None:
        if self.current is None:
            game = self.get_game()
            self.current = RecalledState(game.config, game.deal(action), [b""] * game.config.players)
            self.current.note(-1, -1)
            return
        seat = int(self.current.state.seat)
        self.current.state.apply(action)
        self.current.note(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().config.game.notation(action))

    def returns(self) -> list[float]:
        """The rewards by seat at the end of the game."""
        if self.current is None or self.current.state.seat >= 0:
            return [0.0] * self.num_players()
        return self.current.config.rewards(self.current.state)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """A state drawn from all that the player cannot tell from this one; its history does not reveal the deal."""
        sample: SpielState = self.get_game().new_initial_state()
        if self.current is not None:
            chance = seeded("".join(f"{rng():.17f}" for _ in range(2)), "resample")
            sample.apply_action(0)
            sample.current = self.current.sampled(player, chance)
        return sample

    def __str__(self) -> str:
        """The whole position, hidden parts included."""
        return "before the deal" if self.current is None else str(self.current.config.game.position(self.current.state))


class SpielObserver:
    """Tensor and string of what one seat knows."""

    def __init__(self, config: EnvConfig, kind: Any) -> None:  # noqa: ANN401  pyspiel's own type
        self._config = config
        self._recalls = bool(kind.perfect_recall)
        layout = config.layout
        self.tensor = np.zeros(layout.one_hot_size, np.float32)
        self.dict = {}
        for field in layout.fields:
            part = self.tensor[layout.one_hot_slices[field.name]]
            self.dict[field.name] = part.reshape(field.length, field.values) if field.code else part

    def _codes(self, state: SpielState, player: int) -> bytes:
        if state.current is None:
            return bytes(self._config.layout.size)
        return observation(self._config.encoder, state.current.state, player)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor."""
        self.tensor[:] = self._config.layout.one_hot(np.frombuffer(self._codes(state, player), np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        """The fields of the observation by name; fields of zeros are left out."""
        if state.current is None:
            return f"seat {player}, before the deal"
        parts = self._config.layout.parts(np.frombuffer(self._codes(state, player), np.uint8))
        lines = [f"seat {player}"]
        for name, part in parts.items():
            if part.any():
                lines.append(f"{name} " + " ".join(str(value) if value else "." for value in part.tolist()))
        if self._recalls:
            lines.append(f"recall {state.current.recall[player].hex()}")
        return "\n".join(lines)


# A class per game, not a closure: OpenSpiel keeps the constructor until after the interpreter has ended.
SPIELS: tuple[type[SpielGame], ...] = tuple(
    type(f"{game.title().replace('-', '')}Spiel", (SpielGame,), {"game_id": game}) for game in GAMES
)

for _each in SPIELS:
    globals()[_each.__name__] = _each  # where pickle looks for it
    if short_name(_each.game_id) not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(_each.game_id), _each)
