"""Bots: what they see, that they repeat themselves, and that searching beats guessing."""

from __future__ import annotations

import gc
from types import ModuleType

import pytest

import schatzkammer as sk
from schatzkammer.bots import BOTS, UnknownBot, find
from schatzkammer.bots.ismcts import Ismcts
from schatzkammer.bots.play import decide, play_out, streams
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.random import Random
from schatzkammer.bots.rollout import Rollout, outcome
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


def test_a_glimpse_never_reaches_the_true_state():
    """Whatever can be reached from a glimpse, by whatever way, the true state is not among it."""
    match = sk.new("ali-baba", players=2, seed="secret")
    seen = glimpse(match, 0)
    assert seen.view
    reached, left = {id(seen)}, [seen]
    while left:
        for thing in gc.get_referents(left.pop()):
            if id(thing) not in reached and not isinstance(thing, type | ModuleType):
                reached.add(id(thing))
                left.append(thing)
    assert id(match.state) not in reached
    assert id(match) not in reached
    assert id(match.state.tiles) not in reached
    assert len(reached) > 20


def test_what_is_hidden_does_not_change_a_bots_choice():
    match = sk.new("ali-baba", players=2, seed="hidden")
    other = sk.new("ali-baba", players=2, seed="hidden")
    other.state = match.state.sample(0, seeded("elsewhere", "test"))
    assert other.position() != match.position()
    for bot in (Random(), Rollout(playouts=40), Ismcts(iterations=60)):
        choices = [bot.choose(glimpse(m, 0), seeded("same", "test")) for m in (match, other)]
        assert choices[0] in match.legal_actions(0)
        assert choices[0] == choices[1]


@pytest.mark.parametrize("name", sorted(BOTS))
def test_same_seed_same_game(name):
    records = []
    for _ in range(2):
        match = sk.new("ali-baba", players=2, seed="again", options={"variant": "small"})
        bots = [{"rollout": Rollout(playouts=12), "ismcts": Ismcts(iterations=20)}.get(name, find(name))] * 2
        plies = play_out(match, bots, streams("again", 2))
        assert plies == len(match.record()["moves"])
        records.append(match.record())
    assert records[0] == records[1]


def duel(bot, other, games):
    """The share of small games that the bot wins, seats changing."""
    wins = 0.0
    for number in range(games):
        match = sk.new("ali-baba", players=2, seed=f"duel/{number // 2}", options={"variant": "small"})
        seat = number % 2
        bots = [other, other]
        bots[seat] = bot
        play_out(match, bots, streams(match.seed, 2))
        wins += (seat in match.winners()) / len(match.winners())
    return wins / games


def test_rollout_beats_random():
    assert duel(Rollout(playouts=60), Random(), 10) >= 0.9


def test_search_beats_rollout_with_as_many_imagined_games():
    assert duel(Ismcts(iterations=300), Rollout(playouts=300), 12) >= 0.6


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
    with pytest.raises(UnknownBot, match="there are: ismcts, random, rollout"):
        find(name)
