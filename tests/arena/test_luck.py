"""Luck is zero on average, whatever the value says; what is left of a result varies less."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev

import pytest

from schatzkammer.arena import plan as arena_plan
from schatzkammer.arena.game import TimedBot, _measure, play
from schatzkammer.arena.luck import LuckMeter
from schatzkammer.arena.sequential import Hypotheses, decided
from schatzkammer.arena.statistics import estimate, fewer, without_luck
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.values.frozen import FEATURES, value_of
from schatzkammer.bots.values.network import Network, Weights
from schatzkammer.bots.values.value import Value
from schatzkammer.core.loading import begin, checked_setup
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from tests.arena.conftest import plan_of

OPTIONS = {"ali-baba": {"variant": "small"}, "monte-cristo": {}}
BOT = "beginner"


def wrong_value(game: str) -> Value:
    """A value whose weights are drawn at random: it is sure of itself, and wrong."""
    rng = random.Random(game)
    features = FEATURES[game]()
    outputs, second = 2 * features.seats, 8
    hidden = features.lanes - outputs

    def drawn(number: int, most: int) -> list[int]:
        return [rng.randint(-most, most) for _ in range(number)]

    table = drawn(features.size * features.lanes, 120)
    weights = Weights(
        outputs, hidden, second, table, drawn(hidden * second, 90), drawn(second, 99), drawn(second * outputs, 90),
        drawn(outputs, 99),
    )  # fmt: skip
    return Value(features, Network(weights))


def started(game: str, seed: str, players: int = 2) -> Match:
    return begin(find(game), players, seed, checked_setup(find(game), players, OPTIONS[game]).options, None)


def finished(game: str, value: Value, number: int, worlds: int) -> tuple[Match, LuckMeter]:
    """A game between equals, who throw dice of their own."""
    match = started(game, f"luck/{number}")
    meter = LuckMeter(value, 2, worlds, seeded(f"{number}", "luck"))
    bots = [TimedBot(find_bot(BOT)) for _ in range(2)]
    _measure(match, bots, [seeded(f"{number}", f"dice/{seat}") for seat in range(2)], meter)
    return match, meter


def is_zero(values: Sequence[float]) -> bool:
    """Whether a mean is zero, as far as four standard errors tell."""
    return abs(fmean(values)) <= 4 * stdev(values) / sqrt(len(values)) + 1e-4


@pytest.mark.parametrize("game", sorted(OPTIONS))
@pytest.mark.parametrize("asked", [False, True])
def test_a_wrong_value_finds_no_luck_on_average_in_any_decision(game: str, asked: bool) -> None:
    """At several moments of a game: the true world is drawn again and again, and the bot decides in each."""
    value, rng, bot = wrong_value(game), seeded(game, "worlds"), find_bot(BOT)
    match = started(game, "moments")
    tried = 0
    for ply in range(80):
        if tried == 6:
            break
        seat = match.to_act[0]
        seen = glimpse(match, seat)
        action = bot.choose(seen, rng)
        before = match.state.copy()
        match.play_action(seat, action)
        if len(seen.legal) == 1 or (ply % 4 if asked else match.state.news == before.news):
            continue
        tried += 1
        luck = []
        for _ in range(150):
            world = before.reshuffle(rng)
            after = world.copy()
            find(game).apply(after, seat, bot.choose(seen, rng) if asked else action)
            meter = LuckMeter(value, 2, 2, rng)
            meter.add(world, seat, action, partial(bot.choose, seen) if asked else None, after)
            luck.append(meter.total().wins[0])
        assert is_zero(luck), (ply, fmean(luck))
    assert tried == 6


@pytest.mark.slow
def test_a_wrong_value_finds_no_luck_on_average_in_whole_games() -> None:
    value = wrong_value("ali-baba")
    luck = [finished("ali-baba", value, number, 1)[1].total() for number in range(100)]
    assert is_zero([one.wins[0] for one in luck])
    assert is_zero([one.points[0] for one in luck])
    assert stdev([one.wins[0] for one in luck]) > 0.5, "it says something, if nothing true"
    assert all(abs(sum(one.wins)) < 1e-4 for one in luck)


@pytest.mark.slow
def test_equals_are_found_equal_and_less_varies() -> None:
    """Real games between equals, drawn again many times: false alarms are as rare as they should be."""
    game = "monte-cristo"
    value = value_of(game, checked_setup(find(game), 2, {}))
    assert value is not None
    pairs = []
    for number in range(60):
        match, meter = finished(game, value, number, 4)
        win = float(0 in match.winners()) / len(match.winners())
        pairs.append((win, meter.total().wins[0]))
    left = without_luck(*zip(*pairs, strict=True))
    assert (fewer([win for win, _ in pairs], left) or 0) > 1.1
    pairs += [(1 - win, -luck) for win, luck in pairs]  # neither seat was better
    rng = random.Random(5)
    alarms = verdicts = 0
    runs = 300
    for _ in range(runs):
        drawn = without_luck(*zip(*rng.choices(pairs, k=120), strict=True))
        alarms += estimate(drawn).excludes(0.5)
        clear = [decided(drawn[:number], Hypotheses(0.5, 0.6)) for number in range(8, 120, 4)]
        verdicts += next((one for one in clear if one is not None), None) is True
    rare = 0.05 * runs + 2 * sqrt(0.05 * 0.95 * runs)
    assert alarms <= rare
    assert verdicts <= rare


def test_luck_that_tells_is_taken_out_and_luck_that_does_not_is_left() -> None:
    rng = random.Random(3)
    luck = [rng.gauss(0, 1) for _ in range(400)]
    skill = [rng.gauss(0.3, 0.5) for _ in luck]
    told = [one + other for one, other in zip(luck, skill, strict=True)]
    assert 3.5 < (fewer(told, without_luck(told, luck)) or 0) < 6
    assert 0.97 < (fewer(skill, without_luck(skill, luck)) or 0) < 1.03
    assert without_luck([1.0], [0.25]) == [0.75]
    assert fewer([1.0, 1.0], [1.0, 0.5]) is None


def test_weights_bias_nothing() -> None:
    """With a few values, a weight fitted to the values themselves would: it would explain their errors."""
    rng = random.Random(4)
    means = []
    for _ in range(3000):
        luck = [rng.choice((-1.0, -1.0, 2.0)) for _ in range(5)]
        means.append(fmean(without_luck([one * one + rng.gauss(0, 1) for one in luck], luck)) - 2.0)
    assert is_zero(means)


def test_the_arena_measures_luck_where_there_is_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(BOT, "greedy", worlds=1, variant="small")
    one, again = play(plan, 0), play(plan, 0)
    assert one.luck is not None
    assert one.luck == again.luck
    assert one.digest == play(plan_of(BOT, "greedy", variant="small"), 0).digest, "it has no part in the game"
    assert play(plan_of("random", "random", variant="small"), 0).luck is None
    monkeypatch.setattr(arena_plan, "value_of", lambda *_: None)
    assert plan_of(BOT, "greedy", worlds=1, variant="small").worlds == 0
