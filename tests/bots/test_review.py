"""The review: it adds up, judges by what a seat knew, finds mistakes, and is the same every time."""

from __future__ import annotations

import json
import random

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import decide, play_out, streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.review import GameReview, assembled, parts_of, review, review_part, task
from schatzkammer.bots.review.causes import BY_VERB, CAUSES
from schatzkammer.bots.review.choices import verdict
from schatzkammer.bots.review.data import TERMS, cause_text, review_data, unproven
from schatzkammer.bots.review.judges import judge_of
from schatzkammer.bots.review.solomon import SolomonJudge
from schatzkammer.bots.review.worth import Judge, ValueJudge, Worth
from schatzkammer.core.stream import seeded
from schatzkammer.core.text import LANGUAGES
from tests.bots.cases import CASES, Case

SMALL = {"ali-baba": {"variant": "small"}}


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch):
    for judge in (Judge, ValueJudge, SolomonJudge):
        for name in ("luck_worlds", "glanced", "tried", "deals"):
            monkeypatch.setattr(judge, name, 2)
        monkeypatch.setattr(judge, "worlds", 1)
        monkeypatch.setattr(judge, "compared", (8, 8))


def game(name: str, players: int = 2, seed: str = "review") -> sk.Match:
    match = sk.new(name, players=players, seed=seed, options=SMALL.get(name) if players == 2 else None)
    play_out(match, [find("greedy")] * players, streams(seed, players))
    return match


def ends_early(match: sk.Match, moves: int) -> dict[str, object]:
    """The same game from a position near its end."""
    record = match.record()
    begun = {name: record[name] for name in ("game", "rules", "players", "options", "seed", "commitment")}
    later = sk.replay({**begun, "moves": record["moves"][:-moves]})
    late = sk.from_position(match.game, later.position())
    for seat, move in record["moves"][-moves:]:
        late.play(seat, move)
    return late.record()


def seat_of(found: GameReview, seat: int) -> Worth:
    sums = found.seats[seat]
    terms = [getattr(sums, term) for term in TERMS]
    return Worth(sum(term.points for term in terms), sum(term.win for term in terms))


@pytest.mark.parametrize(("name", "players"), [("ali-baba", 2), ("ali-baba", 3), ("monte-cristo", 2)])
def test_the_sums_of_a_whole_game_add_up(name: str, players: int) -> None:
    match = game(name, players)
    found = review(match.record())
    for seat, sums in enumerate(found.seats):
        assert sums.result.points == match.scores()[seat]
        assert sums.result.win == (1 / len(match.winners()) if seat in match.winners() else 0)
        assert seat_of(found, seat) == pytest.approx(sums.result)
    data = review_data(found)
    assert unproven(data) == []
    data["seats"][1]["win"]["others"] += 0.01
    assert unproven(data) == [1]
    assert len(found.shares) == len(found.luck) == 1 + len(match.record()["moves"])
    for shares in found.shares:
        assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3])
def test_the_sums_of_the_end_of_king_solomon_add_up(players: int) -> None:
    match = game("solomon", players)
    found = review(ends_early(match, 4 * players))
    assert unproven(review_data(found)) == []
    for seat, sums in enumerate(found.seats):
        assert seat_of(found, seat) == pytest.approx(sums.result)
        assert sums.deal_luck == Worth(0, 0)


def test_parts_can_be_computed_in_any_order_and_give_the_same_every_time() -> None:
    record = game("ali-baba").record()
    work = task(record, "one")
    numbers = list(range(parts_of(work)))
    random.Random(5).shuffle(numbers)
    parts = {number: review_part(work, number) for number in numbers}
    mixed = review_data(assembled(work, [parts[number] for number in sorted(parts)]))
    assert json.dumps(mixed) == json.dumps(review_data(review(record, "one")))
    assert json.dumps(mixed) != json.dumps(review_data(review(record, "two")))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_decision_is_judged_by_what_its_seat_knew(case: Case) -> None:
    judged = 0
    for number, match in enumerate(case.walk(4)):
        state = match.state
        if match.over or number % 9 or not (actions := match.legal_actions(match.to_act[-1]))[1:]:
            continue
        seat = match.to_act[-1]
        judge = judge_of(state.game, state.setup)
        found = [
            verdict(judge.trial(world, seat, actions[-1:], actions), world, seat, actions[-1], seeded("", "judged"))
            for world in (state, state.sample(seat, seeded(f"{number}", "other")))
        ]
        assert found[0] == found[1]
        judged += 1
        if judged == 4:
            break
    assert judged


@pytest.mark.parametrize(("name", "ply"), [("ali-baba", 9), ("monte-cristo", 12), ("solomon", 2)])
def test_a_gross_mistake_is_found(name: str, ply: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for judge in (ValueJudge, SolomonJudge):
        monkeypatch.setattr(judge, "glanced", 12)
        monkeypatch.setattr(judge, "tried", 12)
        monkeypatch.setattr(judge, "compared", (32, 32))
    match = sk.new(name, players=2, seed="gross")
    rngs = streams("gross", 2)
    made = -1
    for number in range(400):
        if match.over:
            break
        seat = match.to_act[0]
        actions = match.legal_actions(seat)
        if number >= ply and made < 0 and len(actions) > 3 and not match.state.game.secret(match.state):
            state = match.state.sample(seat, seeded("", "gross"))
            values = policy_of(name).evaluate(state, seat, actions)
            if max(values) - min(values) > 6:
                match.play_action(seat, actions[values.index(min(values))])
                made = number
                continue
        decide(match, seat, find("greedy"), rngs[seat])
    work = task(match.record(), "review")
    decision = review_part(work, 1 + made).decision
    assert decision is not None
    assert decision.best != decision.move
    assert decision.line[0] == decision.best
    assert decision.loss.win > 3 * decision.error.win > 0
    assert decision.cause in CAUSES


def test_forced_moves_are_no_decisions() -> None:
    match = sk.new("ali-baba", players=2, seed="forced", options={"variant": "small"})
    play_out(match, [find("greedy")] * 2, streams("forced", 2))
    record = match.record()
    work = task(record, "review")
    start = sk.new("ali-baba", players=2, seed="forced", options={"variant": "small"})
    for number, (seat, move) in enumerate(record["moves"], start=1):
        choices = len(start.legal(seat))
        assert (review_part(work, number).decision is None) == (choices == 1)
        start.play(seat, move)


def test_unfinished_games_are_not_reviewed() -> None:
    match = sk.new("ali-baba", players=2, seed="x")
    with pytest.raises(sk.NotOver, match="played to their end"):
        task(match.record(), "review")
    decide(match, 0, find("greedy"), streams("x", 2)[0])
    assert glimpse(match, match.to_act[0]).legal
    with pytest.raises(sk.BadRecord):
        task({"game": "ali-baba"}, "review")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_class_of_errors_has_a_sentence(lang: str) -> None:
    assert set(BY_VERB.values()) <= set(CAUSES)
    sentences = {cause_text(cause, lang) for cause in CAUSES}
    assert len(sentences) == len(CAUSES)
    assert all(sentence.endswith(".") for sentence in sentences)
