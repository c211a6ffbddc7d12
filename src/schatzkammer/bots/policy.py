"""What a bot knows about one game: the value of an action, a rollout policy, hints, and what people forget."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from schatzkammer.bots.estimate import Estimate
from schatzkammer.bots.explanation import Hint
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

TO_THE_END: Final[i64] = 1000000


class PlanSet:
    """The whole plans that a seat chooses from, and a simulator for them."""

    def __init__(self) -> None:
        self.plans: list[list[int]] = []  # actions in order; replanned when something unseen turns up
        self.priors: list[float] = []  # static value of each plan in points, best first; plans found later come last

    def extend(self) -> bool:
        """Searches a little longer and may append one plan; returns whether there is more to search."""
        return False

    def simulate(self, world: State, plan: list[int], rng: Stream) -> Estimate:
        """Plays a plan in a world, which it consumes; returns what it promises each seat.

        All randomness beyond the game's own comes from the stream, which is the same for all plans.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Static knowledge about one game. It looks at a sampled state and never plays it on.

    A policy may use only what the seat to move can know, and a sampled state contains more than that: where unseen
    pieces matter, count them and take the mean.
    """

    def __init__(self) -> None:
        self.horizon: i64 = TO_THE_END  # rollouts stop after this many actions and are scored by `heuristic`
        self.margin = 20.0  # typical winning margin in points
        self.temperature = 1.5  # softmax temperature of the priors, in points
        self.races_plans = False  # whether a search compares whole plans (`plans`) rather than single actions

    def evaluate(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The expected points of each action; only their differences matter."""
        raise NotImplementedError

    def priors(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The points by which a tree search ranks actions that it has not tried yet."""
        return self.evaluate(state, seat, actions)

    def sensible(self, state: State, seat: int, actions: list[int], values: list[float], hasty: bool) -> list[int]:
        """The actions that a weak level considers, at least one; values as by `evaluate`. The hasty plan nothing."""
        return actions

    def pick(self, state: State, rng: Stream) -> int:
        """A quick, randomised choice for the seat to move: the rollout policy."""
        raise NotImplementedError

    def play_on(self, state: State, rng: Stream) -> None:
        """Plays the seat to move on in a simulated game: one quick choice, or a whole turn where plans are raced."""
        state.game.apply(state, state.seat, self.pick(state, rng))

    def plans(self, state: State, seat: int, value: Value | None) -> PlanSet:
        """The plans open to a seat, at least one; simulated games are cut by the value, if there is one."""
        raise NotImplementedError

    def skips_search(self, state: State) -> bool:
        """Whether `evaluate` decides alone, because it sees further than rollouts."""
        return False

    def heuristic(self, state: State) -> list[float]:
        """The points that each seat can expect where a rollout stops early."""
        return [float(score) for score in state.game.scores(state)]

    def forget(self, state: State, seat: int, share: float, rng: Stream) -> State:
        """A state in which this share of what the seat only remembers is mixed up.

        The seat's view and legal moves stay the same.
        """
        return state

    def hints(self, state: State, seat: int, actions: list[int]) -> list[Hint]:
        """What the seat could do now, best first; values are points compared with the worst action."""
        values = self.evaluate(state, seat, actions)
        least = min(values)
        ranked = [(-value, action) for value, action in zip(values, actions, strict=True)]
        ranked.sort()
        return [Hint([state.game.notation(action)], -loss - least) for loss, action in ranked]


def slips(share: float, rng: Stream) -> bool:
    """Whether one remembered item is forgotten, with this probability."""
    return int(rng.byte()) < 256 * share


def noisy_best(actions: list[int], values: list[float], noise: float, rng: Stream) -> int:
    """The best action after adding uniform noise of up to this many points to each value."""
    best = -1.0e9
    chosen = actions[0]
    for index, action in enumerate(actions):
        value = values[index] + noise * float(rng.byte()) / 255.0
        if value > best:
            best = value
            chosen = action
    return chosen
