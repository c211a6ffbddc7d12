"""Searching: budgets are kept, trees branch by what seats see, and a bot can explain its choice."""

from __future__ import annotations

import json
from itertools import count
from time import process_time

import pytest

import schatzkammer as sk
from schatzkammer.bots import BOTS, budget, find
from schatzkammer.bots.budget import Budget
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import ExplainingBot, glimpse
from schatzkammer.bots.search import UNSEEN, Search
from schatzkammer.core.stream import seeded
from tests.bots.cases import CASES, Case, quick
from tests.games.solomon.picture import FLAT
from tests.games.solomon.picture import match as drawn_match


@pytest.mark.parametrize("case", CASES, ids=str)
def test_time_is_kept(case: Case) -> None:
    """At most 50 ms over its budget, without the time of other processes; the best of three."""
    match = case.new("time")
    rngs = streams("time", match.players)
    for _ in range(8):
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    seen = glimpse(match, match.to_act[0])
    bot = find("expert@120ms")
    taken = []
    for _ in range(3):
        start = process_time()
        bot.explain(seen, seeded("time", "test"))
        taken.append(process_time() - start)
    assert min(taken) <= 0.12 + 0.05


def test_time_is_used_but_for_a_reserve_of_one_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "perf_counter", count(0, 1 / 64).__next__)
    assert len(list(Budget(milliseconds=125).iterate())) == 7


def test_iterations_are_counted() -> None:
    assert list(Budget(iterations=3).iterate()) == [2, 1, 0]
    assert next(Budget(milliseconds=1).iterate()) > 0


@pytest.mark.parametrize(("iterations", "ends_early"), [(20, False), (200, True)])
def test_a_search_ends_when_its_choice_would_stay(iterations: int, ends_early: bool) -> None:
    seen = glimpse(sk.new("ali-baba", seed="count"), 0)
    explanation = find(f"ismcts@{iterations}").explain(seen, seeded("count", "test"))
    first, second, *_ = (candidate.visits for candidate in explanation.candidates)
    done = sum(candidate.visits for candidate in explanation.candidates)
    assert (done < iterations) == ends_early
    assert not ends_early or first - second > iterations - done
    rng = seeded("count", "test")
    search = Search(0, policy_of("ali-baba"))
    seen.sample(rng)  # the bot's first look, whether a glance settles it
    for _ in range(iterations):
        search.iterate(seen.sample(rng), rng)
    assert search.candidates()[0][0] == explanation.action


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_forced_action_takes_no_search(name: str) -> None:
    seen = glimpse(sk.new("ali-baba", players=2, seed="one"), 0)
    seen.legal = seen.legal[:1]
    rng = seeded("one", "test")
    explanation = BOTS[name].explain(seen, rng)
    assert explanation.action == seen.legal[0]
    assert explanation.reason == "only"
    assert rng.spent() == 0


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_can_say_why(case: Case, name: str) -> None:
    match = case.new("why")
    bot = quick(name, iterations=20)
    seen = glimpse(match, match.to_act[0])
    explanation = bot.explain(seen, seeded("why", "test"))
    assert explanation.action == bot.choose(seen, seeded("why", "test"))
    assert json.loads(json.dumps(explanation.data()))["candidates"][0]["action"] == explanation.action
    for candidate in explanation.candidates:
        assert candidate.move in match.legal(match.to_act[0])
        if candidate.visits is not None:
            assert candidate.visits > 0
            assert 0 <= candidate.win <= 1
    visits = [candidate.visits for candidate in explanation.candidates if candidate.visits is not None]
    assert visits == sorted(visits, reverse=True)
    for lang in ("de", "en"):
        sentence = explanation.sentence(lang)
        assert explanation.candidates[0].move in sentence
        assert "{" not in sentence
        assert "None" not in sentence


def test_the_sentence_names_figures() -> None:
    match = sk.new("ali-baba", players=2, seed="figures", options={"variant": "small"})
    explanation = find("ismcts@40").explain(glimpse(match, 0), seeded("figures", "test"))
    first = explanation.candidates[0]
    done = sum(candidate.visits for candidate in explanation.candidates)
    assert f"{first.visits} of {done}" in explanation.sentence("en")
    assert f"{first.visits} von {done}" in explanation.sentence("de")
    assert f"score of {first.score:.0f}" in explanation.sentence("en")


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
    """Solomon: a card and a turn are explanation over; once an object is in use the dig has to follow."""
    match = sk.new("solomon", players=2, seed="turn")
    rngs = streams("turn", 2)
    bot = find("ismcts@5")
    assert bot.explain(glimpse(match, 0), rngs[0]).reason == "search"
    while len(match.to_act) > 1:
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    seat = match.to_act[0]
    assert bot.explain(glimpse(match, seat), rngs[seat]).reason == "search"
    table = drawn_match(FLAT, [2, 32], hoards=["X", ""])
    table.play(0, "use axe")
    seen = glimpse(table, 0)
    assert bot.explain(seen, rngs[0]).reason == "glance"
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


def test_every_built_in_bot_can_explain() -> None:
    assert all(isinstance(bot, ExplainingBot) for bot in BOTS.values())
