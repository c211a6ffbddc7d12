"""Values: they rest on nothing hidden, compute in whole numbers, and are what their files say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.resources import files
from typing import cast

import pytest

import schatzkammer as sk
from schatzkammer.bots.estimate import Estimate, from_points, result, reward
from schatzkammer.bots.values.features import MOST_ROWS, Features
from schatzkammer.bots.values.file import About, BadValue, digest, read_value, write_value
from schatzkammer.bots.values.frozen import FEATURES, PACKAGE, value_from, value_of
from schatzkammer.bots.values.network import ACTIVATION, HIGHEST, OUTPUT, WEIGHT, Network, Weights
from schatzkammer.bots.values.solomon import KNOT, SolomonFeatures
from schatzkammer.core.game import State
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.resources import read_toml
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.games.solomon.state import SolomonState
from tests.bots.cases import CASES, Case

LISTED = read_toml(PACKAGE, "data/values.toml")


def rows_of(features: Features) -> list[int]:
    return sorted(int(features.rows[number]) for number in range(int(features.count)))


def quiet_states(case: Case, seed: int) -> Iterator[State]:
    """Some quiet positions of a random game, the later the fewer."""
    features = FEATURES[case.game]()
    met = 0
    for match in case.walk(seed):
        if not match.over and features.quiet(match.state):
            met += 1
            if met < 6 or met % 8 == 0:
                yield match.state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_features_rest_on_what_the_seat_knows(case: Case) -> None:
    features = FEATURES[case.game]()
    quiet = 0
    for state in quiet_states(case, 3):
        quiet += 1
        for seat in range(case.players):
            features.write(state, seat)
            rows, points = rows_of(features), list(features.points)
            assert len(rows) < MOST_ROWS
            assert 0 <= rows[0] <= rows[-1] < features.size
            for number in range(3):
                features.write(state.sample(seat, seeded(f"{number}", "test")), seat)
                assert (rows_of(features), list(features.points)) == (rows, points)
    assert quiet > 3


def test_every_coin_moves_a_lead_between_its_knots() -> None:
    features = SolomonFeatures()
    state = cast(SolomonState, sk.new("solomon", players=2, seed="coins").state)
    places = []
    for coins in range(8, 14):
        state.coins = [coins, 10]
        features.write(state, 0)
        rows = rows_of(features)
        leads = [row for row in rows if features._lead <= row < features._curse_lead]
        assert len(leads) == KNOT
        assert len(set(leads)) <= 2
        places.append(sum(leads))
    assert places == [places[0] + 2 * more for more in range(6)]


def random_weights(rows: int, outputs: int, hidden: int, second: int, seed: int) -> Weights:
    rng = random.Random(seed)

    def lanes(number: int, most: int) -> list[int]:
        return [rng.randint(-most, most) for _ in range(number)]

    return Weights(
        outputs,
        hidden,
        second,
        lanes(rows * (outputs + hidden), 900),
        lanes(hidden * second, 600),
        lanes(second, OUTPUT),
        lanes(second * outputs, 600),
        lanes(outputs, OUTPUT),
    )


def plainly(weights: Weights, rows: list[int]) -> list[int]:
    """What a network computes, without packing."""
    outputs, hidden, second = weights.outputs, weights.hidden, weights.second
    lanes = outputs + hidden
    first = [sum(weights.table[row * lanes + lane] for row in rows) for lane in range(lanes)]
    active = [min(max(lane, 0), int(HIGHEST)) for lane in first[outputs:]]
    sums = [
        bias + sum(active[place] * weights.second_table[place * second + lane] for place in range(hidden))
        for lane, bias in enumerate(weights.second_bias)
    ]
    later = [min(max(lane // WEIGHT, 0), int(HIGHEST)) for lane in sums]
    return [
        first[lane] * WEIGHT
        + weights.output_bias[lane]
        + sum(later[place] * weights.output_table[place * outputs + lane] for place in range(second))
        for lane in range(outputs)
    ]


@pytest.mark.parametrize(("outputs", "hidden", "second"), [(8, 56, 32), (10, 54, 32), (4, 8, 2)])
def test_packed_sums_are_exact(outputs: int, hidden: int, second: int) -> None:
    assert OUTPUT == ACTIVATION * WEIGHT
    rng = random.Random(1)
    features = FEATURES["ali-baba"]()  # lends its vector of rows
    for seed in range(20):
        weights = random_weights(40, outputs, hidden, second, seed)
        rows = [rng.randrange(40) for _ in range(rng.randrange(1, 30))]
        features.count = 0
        for row in rows:
            features.put(row)
        found = Network(weights).run(features.rows, features.count)
        assert [int(found[lane]) for lane in range(outputs)] == plainly(weights, rows)


def small_file(game: str = "ali-baba") -> bytes:
    features = FEATURES[game]()
    outputs = 2 * features.seats
    weights = random_weights(features.size, outputs, 16 - outputs, 2, 5)
    return write_value(About(game, 1, 1, features.size, outputs, 16 - outputs, 2, "a test"), weights)


def test_a_file_is_read_as_it_was_written() -> None:
    data = small_file()
    about, weights = read_value(data)
    assert write_value(about, weights) == data
    assert value_from(data)[0] == about


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{}\n",
        b"\xff\xfe\n",
        small_file()[:-1],
        small_file() + b"\0",
        small_file().replace(b'"format": 1', b'"format": 2'),
        small_file().replace(b'"ali-baba"', b'"chess"'),
        small_file().replace(b'"ali-baba"', b'"solomon"'),
    ],
)
def test_a_damaged_file_is_refused(broken: bytes) -> None:
    with pytest.raises(BadValue):
        value_from(broken)


@pytest.mark.parametrize("game", sorted(LISTED))
def test_the_shipped_values_are_those_listed(game: str) -> None:
    listed = LISTED[game]
    data = files(PACKAGE).joinpath("data", listed["file"]).read_bytes()
    assert digest(data) == listed["sha256"]
    about, weights = read_value(data)
    assert about.game == game
    assert about.version == listed["version"]
    assert about.rules == find(game).rules
    assert about.made.startswith(f"schatzkammer train {game} ")
    assert listed["file"] == f"{game}-{about.version}.value"
    parameters = sum(len(getattr(weights, name)) for name in ("table", "second_table", "output_table"))
    assert parameters <= 100_000


@pytest.mark.parametrize("case", [case for case in CASES if case.game in LISTED], ids=str)
def test_estimates_are_of_every_seat(case: Case) -> None:
    match = case.new("estimate")
    value = value_of(case.game, match.state.setup)
    assert value is not None
    for state in quiet_states(case, 4):
        assert value.quiet(state)
        for seat in range(case.players):
            estimate = value.estimate(state, seat)
            assert len(estimate.wins) == len(estimate.points) == case.players
            assert sum(estimate.wins) == pytest.approx(1.0)
            assert min(estimate.wins) >= 0.0
    *_, last = case.walk(4)
    assert value.quiet(last.state)
    estimate = value.estimate(last.state, 0)
    assert estimate.points == last.scores()
    assert {seat for seat, share in enumerate(estimate.wins) if share} == set(last.winners())


def test_other_components_have_no_value() -> None:
    rules = find("ali-baba")
    components = rules.components()
    assert value_of("ali-baba", checked_setup(rules, 2, {}, components)) is None
    assert value_of("chess", checked_setup(rules, 2, {})) is None


def test_rewards_rise_with_wins_and_leads() -> None:
    even = Estimate([0.5, 0.5], [10.0, 10.0])
    assert reward(even, 0, 8.0) == pytest.approx(0.5)
    assert reward(Estimate([0.6, 0.4], [10.0, 10.0]), 0, 8.0) > reward(even, 0, 8.0)
    assert reward(Estimate([0.5, 0.5], [12.0, 10.0]), 0, 8.0) > reward(even, 0, 8.0)
    assert from_points([10.0, 10.0], 8.0).wins == [0.5, 0.5]


def test_a_result_shares_the_win() -> None:
    case = CASES[0]
    *_, last = case.moments(1, 1)
    found = result(last.state)
    assert sum(found.wins) == pytest.approx(1.0)
    assert found.points == last.scores()
