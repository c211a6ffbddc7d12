"""Bots: what they see, that they repeat themselves, and that searching beats guessing."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots import BOTS, UnknownBot, find
from schatzkammer.bots.play import decide, play_out, streams
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.random import Random
from schatzkammer.bots.rollout import Rollout, outcome
from schatzkammer.core.game import State
from schatzkammer.core.stream import seeded

VARIANTS = [(3, {}), (4, {"variant": "lamp"}), (2, {"variant": "small"}), (2, {"variant": "equal", "memory": "open"})]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_a_glimpse_shows_the_seats_own_view_and_moves(players, options):
    match = sk.new("ali-baba", players=players, seed="glimpse", options=options)
    rngs = streams("glimpse", players)
    while not match.over:
        for seat in match.to_act:
            seen = glimpse(match, seat)
            assert seen.view == match.view(seat)
            assert seen.legal == match.legal_actions(seat)
            drawn = seen.sample(rngs[seat])
            assert drawn is not match.state
            assert drawn.game.legal(drawn, seat) == seen.legal
            decide(match, seat, find("random"), rngs[seat])


def test_a_glimpse_never_holds_the_true_state():
    match = sk.new("ali-baba", players=2, seed="secret")
    seen = glimpse(match, 0)
    for touched in (False, True):
        if touched:
            assert seen.view
        held = [getattr(seen, name) for name in seen.__slots__]
        assert not any(isinstance(value, State | sk.Match) for value in held)


def test_what_is_hidden_does_not_change_a_bots_choice():
    match = sk.new("ali-baba", players=2, seed="hidden")
    other = sk.new("ali-baba", players=2, seed="hidden")
    other.state = match.state.sample(0, seeded("elsewhere", "test"))
    assert other.position() != match.position()
    for bot in (Random(), Rollout(playouts=40)):
        choices = [bot.choose(glimpse(m, 0), seeded("same", "test")) for m in (match, other)]
        assert choices[0] in match.legal_actions(0)
        assert choices[0] == choices[1]


@pytest.mark.parametrize("name", sorted(BOTS))
def test_same_seed_same_game(name):
    records = []
    for _ in range(2):
        match = sk.new("ali-baba", players=2, seed="again", options={"variant": "small"})
        bots = [Rollout(playouts=12) if name == "rollout" else find(name)] * 2
        plies = play_out(match, bots, streams("again", 2))
        assert plies == len(match.record()["moves"])
        records.append(match.record())
    assert records[0] == records[1]


def test_rollout_beats_random():
    wins = 0.0
    for number in range(10):
        match = sk.new("ali-baba", players=2, seed=f"duel/{number}", options={"variant": "small"})
        seat = number % 2
        bots = [Random(), Random()]
        bots[seat] = Rollout(playouts=60)
        play_out(match, bots, streams(match.seed, 2))
        wins += (seat in match.winners()) / len(match.winners())
    assert wins >= 9


def test_outcome_counts_the_win_first_and_then_the_margin():
    match = sk.new("ali-baba", players=3, seed="outcome")
    play_out(match, [Random()] * 3, streams("outcome", 3))
    values = [outcome(match.state, seat) for seat in range(3)]
    winner = match.winners()[0]
    assert values[winner] == max(values) > 1
    assert all(value < 0.1 for seat, value in enumerate(values) if seat not in match.winners())


def test_an_only_action_is_taken_without_thought():
    seen = glimpse(sk.new("ali-baba", players=2, seed="one"), 0)
    seen.legal = seen.legal[:1]
    rng = seeded("one", "test")
    assert Rollout().choose(seen, rng) == seen.legal[0]
    assert rng.spent() == 0


@pytest.mark.parametrize("name", ["clever", "", None, 7])
def test_unknown_bots_are_refused_by_name(name):
    with pytest.raises(UnknownBot, match="there are: random, rollout"):
        find(name)
