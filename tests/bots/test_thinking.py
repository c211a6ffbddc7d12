"""Thinking: budgets are kept, trees branch by what seats see, and a bot can say why."""

from __future__ import annotations

import json
from time import perf_counter

import pytest

import schatzkammer as sk
from schatzkammer.bots import BOTS, find
from schatzkammer.bots.budget import Budget
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import Thinker, glimpse
from schatzkammer.bots.search import UNSEEN, Search
from schatzkammer.core.stream import seeded
from tests.bots.settings import SETTINGS, Setting, quick
from tests.games.solomon.picture import FLAT
from tests.games.solomon.picture import match as drawn_match


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_time_is_kept(setting: Setting) -> None:
    """Over its budget by a fifth or 50 ms at most; the best of three, for the machine may have been busy."""
    match = setting.new("time")
    rngs = streams("time", match.players)
    for _ in range(8):
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    seen = glimpse(match, match.to_act[0])
    bot = find("expert@120ms")
    taken = []
    for _ in range(3):
        start = perf_counter()
        thought = bot.think(seen, seeded("time", "test"))
        taken.append(perf_counter() - start)
        may_end_early = policy_of(setting.game).by_plans
        assert thought.reason != "search" or may_end_early or taken[-1] >= 0.05
    assert min(taken) <= 0.12 + 0.05


def test_iterations_are_counted() -> None:
    assert list(Budget(iterations=3).turns()) == [2, 1, 0]
    assert next(Budget(milliseconds=1).turns()) > 0


@pytest.mark.parametrize("iterations", [37, 200])
def test_a_search_ends_when_its_choice_would_stay(iterations: int) -> None:
    seen = glimpse(sk.new("ali-baba", seed="count"), 0)
    thought = find(f"ismcts@{iterations}").think(seen, seeded("count", "test"))
    first, second, *_ = (candidate.visits for candidate in thought.candidates)
    done = sum(candidate.visits for candidate in thought.candidates)
    assert first - second > iterations - done or done == iterations
    rng = seeded("count", "test")
    search = Search(0, policy_of("ali-baba"))
    seen.sample(rng)  # the bot's first look, whether a glance settles it
    for _ in range(iterations):
        search.iterate(seen.sample(rng), rng)
    assert search.candidates()[0][0] == thought.action


@pytest.mark.parametrize("name", sorted(BOTS))
def test_an_only_action_is_taken_without_thought(name: str) -> None:
    seen = glimpse(sk.new("ali-baba", players=2, seed="one"), 0)
    seen.legal = seen.legal[:1]
    rng = seeded("one", "test")
    thought = BOTS[name].think(seen, rng)
    assert thought.action == seen.legal[0]
    assert thought.reason == "only"
    assert rng.spent() == 0


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_can_say_why(setting: Setting, name: str) -> None:
    match = setting.new("why")
    bot = quick(name, iterations=20)
    seen = glimpse(match, match.to_act[0])
    thought = bot.think(seen, seeded("why", "test"))
    assert thought.action == bot.choose(seen, seeded("why", "test"))
    assert json.loads(json.dumps(thought.data()))["candidates"][0]["action"] == thought.action
    for candidate in thought.candidates:
        assert candidate.move in match.legal(match.to_act[0])
        if candidate.visits is not None:
            assert candidate.visits > 0
            assert 0 <= candidate.win <= 1
    visits = [candidate.visits for candidate in thought.candidates if candidate.visits is not None]
    assert visits == sorted(visits, reverse=True)
    for lang in ("de", "en"):
        sentence = thought.sentence(lang)
        assert thought.candidates[0].move in sentence
        assert "{" not in sentence
        assert "None" not in sentence


def test_the_sentence_names_figures() -> None:
    match = sk.new("ali-baba", players=2, seed="figures", options={"variant": "small"})
    thought = find("ismcts@40").think(glimpse(match, 0), seeded("figures", "test"))
    first = thought.candidates[0]
    done = sum(candidate.visits for candidate in thought.candidates)
    assert f"{first.visits} of {done}" in thought.sentence("en")
    assert f"{first.visits} von {done}" in thought.sentence("de")
    assert f"{first.score:.0f} points" in thought.sentence("en")


def test_a_secret_choice_is_one_branch_to_the_others() -> None:
    """Ali Baba, yellow: two opponents show a tile at the same time. Neither one's tree knows which the other chose."""
    match = sk.new("ali-baba", players=3, seed="secret")
    rngs = streams("secret", 3)
    while len(match.to_act) < 2 or len(match.legal(match.to_act[0])) < 3:
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    first, second = match.to_act
    seen = glimpse(match, first)
    search = Search(first, policy_of("ali-baba"))
    rng = seeded("secret", "test")
    for _ in range(60):
        search.iterate(seen.sample(rng), rng)
    own = {action: node for action, node in search.root.branches.items() if action != UNSEEN}
    assert set(own) <= set(seen.legal)
    assert len(own) > 1
    assert all(set(node.branches) <= {UNSEEN} for node in own.values())
    answers = search.root.branches[UNSEEN].branches
    assert set(answers) <= {*match.legal_actions(second), UNSEEN}  # the asking seat's tree has seen nothing at all
    assert sum(node.visits for node in answers.values()) == 60 - len(own)


def test_a_decision_that_a_glance_settles_takes_no_search() -> None:
    """Solomon: a card and a turn are thought over; once an object is in use the dig has to follow."""
    match = sk.new("solomon", players=2, seed="turn")
    rngs = streams("turn", 2)
    bot = find("ismcts@5")
    assert bot.think(glimpse(match, 0), rngs[0]).reason == "search"
    while len(match.to_act) > 1:
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    seat = match.to_act[0]
    assert bot.think(glimpse(match, seat), rngs[seat]).reason == "search"
    table = drawn_match(FLAT, [2, 32], hoards=["X", ""])
    table.play(0, "use axe")
    seen = glimpse(table, 0)
    assert bot.think(seen, rngs[0]).reason == "glance"
    assert bot.choose(seen, rngs[0]) == find("greedy").choose(seen, rngs[0])


def test_where_all_is_open_the_seats_share_a_tree() -> None:
    match = sk.new("monte-cristo", players=3, seed="open")
    seat = match.to_act[0]
    seen = glimpse(match, seat)
    search = Search(seat, policy_of("monte-cristo"))
    rng = seeded("open", "test")
    for _ in range(30):
        search.iterate(seen.sample(rng), rng)
    assert UNSEEN not in search.root.branches
    assert sum(node.visits for node in search.root.branches.values()) == 30


def test_every_bot_of_the_house_is_a_thinker() -> None:
    assert all(isinstance(bot, Thinker) for bot in BOTS.values())
