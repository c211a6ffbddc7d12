"""Tree search: budgets are kept, trees branch by what seats see, and bots explain their choices."""

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
from schatzkammer.core.text import LANGUAGES
from tests.bots.cases import CASES, Case, quick
from tests.games.solomon.picture import FLAT
from tests.games.solomon.picture import match as drawn_match


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_time_budget_is_kept(case: Case) -> None:
    """At most 50 ms over its budget, without the time of other processes; the best of three."""
    match = case.new("time")
    rngs = streams("time", match.players)
    for _ in range(8):
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    shown = glimpse(match, match.to_act[0])
    bot = find("expert@120ms")
    seconds = []
    for _ in range(3):
        start = process_time()
        bot.explain(shown, seeded("time", "test"))
        seconds.append(process_time() - start)
    assert min(seconds) <= 0.12 + 0.05


def test_a_time_budget_is_used_but_for_a_reserve_of_one_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "perf_counter", count(0, 1 / 64).__next__)
    assert len(list(Budget(milliseconds=125).iterate())) == 7


def test_an_iteration_budget_counts_down() -> None:
    assert list(Budget(iterations=3).iterate()) == [2, 1, 0]
    assert next(Budget(milliseconds=1).iterate()) > 0


@pytest.mark.parametrize(("iterations", "ends_early"), [(20, False), (200, True)])
def test_a_search_ends_when_its_choice_can_no_longer_change(iterations: int, ends_early: bool) -> None:
    shown = glimpse(sk.new("ali-baba", seed="count"), 0)
    explanation = find(f"ismcts@{iterations}").explain(shown, seeded("count", "test"))
    first, second, *_ = (candidate.visits for candidate in explanation.candidates)
    done = sum(candidate.visits for candidate in explanation.candidates)
    assert (done < iterations) == ends_early
    assert not ends_early or first - second > iterations - done
    rng = seeded("count", "test")
    search = Search(0, policy_of("ali-baba"))
    shown.sample(rng)  # the bot samples once to decide whether to search at all
    for _ in range(iterations):
        search.iterate(shown.sample(rng), rng)
    assert search.candidates()[0][0] == explanation.action


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_forced_action_takes_no_search(name: str) -> None:
    shown = glimpse(sk.new("ali-baba", players=2, seed="one"), 0)
    shown.legal = shown.legal[:1]
    rng = seeded("one", "test")
    explanation = BOTS[name].explain(shown, rng)
    assert explanation.action == shown.legal[0]
    assert explanation.reason == "only"
    assert rng.spent() == 0


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", sorted(BOTS))
def test_an_explanation_names_the_choice_and_its_figures(case: Case, name: str) -> None:
    match = case.new("why")
    bot = quick(name, iterations=20)
    shown = glimpse(match, match.to_act[0])
    explanation = bot.explain(shown, seeded("why", "test"))
    assert explanation.action == bot.choose(shown, seeded("why", "test"))
    assert json.loads(json.dumps(explanation.data()))["candidates"][0]["action"] == explanation.action
    for candidate in explanation.candidates:
        assert candidate.move in match.legal(match.to_act[0])
        if candidate.visits is not None:
            assert candidate.visits > 0
            assert 0 <= candidate.win <= 1
    visits = [candidate.visits for candidate in explanation.candidates if candidate.visits is not None]
    assert visits == sorted(visits, reverse=True)
    for lang in LANGUAGES:
        sentence = explanation.sentence(lang)
        assert explanation.candidates[0].move in sentence
        assert "{" not in sentence
        assert "None" not in sentence


def test_the_sentence_names_visits_and_score() -> None:
    match = sk.new("ali-baba", players=2, seed="figures", options={"variant": "small"})
    explanation = find("ismcts@40").explain(glimpse(match, 0), seeded("figures", "test"))
    first = explanation.candidates[0]
    done = sum(candidate.visits for candidate in explanation.candidates)
    assert f"{first.visits} of {done}" in explanation.sentence("en")
    assert f"{first.visits} von {done}" in explanation.sentence("de")
    assert f"score of {first.score:.0f}" in explanation.sentence("en")


def test_a_secret_choice_is_one_branch_to_the_others() -> None:
    """Ali Baba, A24: two opponents choose a tile to show at the same time; neither tree knows the other's choice."""
    match = sk.new("ali-baba", players=3, seed="secret")
    rngs = streams("secret", 3)
    while len(match.to_act) < 2 or len(match.legal(match.to_act[0])) < 3:
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    first, second = match.to_act
    shown = glimpse(match, first)
    search = Search(first, policy_of("ali-baba"))
    rng = seeded("secret", "test")
    for _ in range(60):
        search.iterate(shown.sample(rng), rng)
    own = {action: node for action, node in search.root.branches.items() if action != UNSEEN}
    assert set(own) <= set(shown.legal)
    assert len(own) > 1
    assert all(set(node.branches) <= {UNSEEN} for node in own.values())
    answers = search.root.branches[UNSEEN].branches
    assert set(answers) <= {*match.legal_actions(second), UNSEEN}  # the asking seat has seen neither choice
    assert sum(node.visits for node in answers.values()) == 60 - len(own)


def test_no_search_once_an_object_is_declared() -> None:
    """King Solomon: bots search for a card and for a dig; once an object is declared, the dig has to follow (S56)."""
    match = sk.new("solomon", players=2, seed="turn")
    rngs = streams("turn", 2)
    bot = find("ismcts@5")
    assert bot.explain(glimpse(match, 0), rngs[0]).reason == "search"
    while len(match.to_act) > 1:
        decide(match, match.to_act[0], find("random"), rngs[match.to_act[0]])
    seat = match.to_act[0]
    assert bot.explain(glimpse(match, seat), rngs[seat]).reason == "search"
    match = drawn_match(FLAT, [2, 32], hoards=["X", ""])
    match.play(0, "use axe")
    shown = glimpse(match, 0)
    assert bot.explain(shown, rngs[0]).reason == "glance"
    assert bot.choose(shown, rngs[0]) == find("greedy").choose(shown, rngs[0])


def test_seats_share_a_tree_where_all_choices_are_public() -> None:
    match = sk.new("monte-cristo", players=3, seed="open")
    seat = match.to_act[0]
    shown = glimpse(match, seat)
    search = Search(seat, policy_of("monte-cristo"))
    rng = seeded("open", "test")
    for _ in range(30):
        search.iterate(shown.sample(rng), rng)
    assert UNSEEN not in search.root.branches
    assert sum(node.visits for node in search.root.branches.values()) == 30


def test_every_built_in_bot_can_explain() -> None:
    assert all(isinstance(bot, ExplainingBot) for bot in BOTS.values())
