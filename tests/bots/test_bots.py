"""Bots: what they see, that they are deterministic and do not cheat, and that stronger ones win more."""

from __future__ import annotations

import gc
from types import ModuleType

import pytest

import schatzkammer as sk
from schatzkammer.bots import BOTS, find
from schatzkammer.bots.play import decide, play_out, streams
from schatzkammer.bots.protocol import Bot, glimpse
from schatzkammer.core.stream import seeded
from tests.bots.cases import CASES, Case, quick


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_glimpse_shows_the_seats_own_view_and_moves(case: Case) -> None:
    match = case.new("glimpse")
    rngs = streams("glimpse", match.players)
    while not match.over and len(match.record()["moves"]) < 60:
        for seat in match.to_act:
            shown = glimpse(match, seat)
            assert shown.game == match.game
            assert shown.view == match.view(seat)
            assert shown.legal == match.legal_actions(seat)
            sampled = shown.sample(rngs[seat])
            assert sampled is not match.state
            assert sampled.game.legal(sampled, seat) == shown.legal
            decide(match, seat, find("random"), rngs[seat])


def test_a_glimpse_never_reaches_the_true_state() -> None:
    """No chain of references leads from a glimpse to the true state."""
    match = sk.new("ali-baba", players=2, seed="secret")
    shown = glimpse(match, 0)
    assert shown.view
    reached, left = {id(shown)}, [shown]
    while left:
        for item in gc.get_referents(left.pop()):
            if id(item) not in reached and not isinstance(item, type | ModuleType):
                reached.add(id(item))
                left.append(item)
    assert id(match.state) not in reached
    assert id(match) not in reached
    assert id(match.state.tiles) not in reached
    assert len(reached) > 20


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", sorted(BOTS))
def test_what_is_hidden_does_not_change_a_bots_choice(case: Case, name: str) -> None:
    """With another hidden state behind the same view, the bot makes the same move."""
    bot = quick(name, iterations=8)
    different = 0
    match = case.new("hidden")
    rngs = streams("hidden", match.players)
    for ply in range(30):
        if match.over:
            break
        seat = match.to_act[-1]
        if ply % 6 == 5:
            other = case.new("hidden")
            other.state = match.state.sample(seat, seeded(f"elsewhere/{ply}", "test"))
            different += other.position() != match.position()
            choices = [bot.choose(glimpse(each, seat), seeded("same", "test")) for each in (match, other)]
            assert choices[0] in match.legal_actions(seat)
            assert choices[0] == choices[1]
        decide(match, seat, find("random"), rngs[seat])
    assert different


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", sorted(BOTS))
def test_same_seed_same_decisions(case: Case, name: str) -> None:
    records = []
    for _ in range(2):
        match = case.new("again")
        bot, rngs = quick(name, iterations=5), streams("again", match.players)
        while not match.over and len(match.record()["moves"]) < 16:
            decide(match, match.to_act[0], bot, rngs[match.to_act[0]])
        records.append(match.record())
    assert records[0] == records[1]
    assert len(records[0]["moves"]) == 16


def test_searching_bots_play_a_whole_game() -> None:
    match = sk.new("ali-baba", players=2, seed="whole", options={"variant": "small"})
    plies = play_out(match, [find("ismcts@10")] * 2, streams("whole", 2))
    assert match.over
    assert plies == len(match.record()["moves"])


def duel(game: str, bot: Bot, other: Bot, deals: int, **options: str) -> float:
    """The bot's share of wins; every deal is played from both seats."""
    wins = 0.0
    for number in range(2 * deals):
        match = sk.new(game, players=2, seed=f"duel/{number // 2}", options=options)
        seat = number % 2
        bots = [other, other]
        bots[seat] = bot
        play_out(match, bots, streams(match.seed, 2))
        wins += (seat in match.winners()) / len(match.winners())
    return wins / (2 * deals)


@pytest.mark.parametrize("game", sk.games())
def test_a_static_evaluation_beats_random_play(game: str) -> None:
    assert duel(game, find("greedy"), find("random"), 8) >= 0.9


def test_searching_beats_a_static_evaluation() -> None:
    assert duel("monte-cristo", find("ismcts@200"), find("greedy"), 4) >= 0.85


def test_the_weakest_level_loses_to_greedy_but_beats_random_play() -> None:
    assert duel("ali-baba", find("gentle"), find("greedy"), 10) <= 0.3
    assert duel("ali-baba", find("gentle"), find("random"), 10) >= 0.7


def test_levels_beat_the_weakest_one() -> None:
    assert duel("ali-baba", find("beginner"), find("gentle"), 20) >= 0.6
    assert duel("monte-cristo", find("beginner"), find("gentle"), 10) >= 0.6
    assert duel("solomon", find("casual"), find("gentle"), 4) >= 0.75
