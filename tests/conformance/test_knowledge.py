"""What a seat may know: views leak nothing, and samples agree with everything the seat has seen."""

from __future__ import annotations

import random

import pytest

import schatzkammer as sk
from schatzkammer.certificate.engine import EngineProof, visible
from schatzkammer.certificate.ledger import Ledger
from schatzkammer.core.game import Game
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream, seeded
from tests.conformance.cases import Case, invariant

COMPARED = 0.1  # of the decisions of a game


def test_nothing_that_leaves_a_match_depends_on_what_its_reader_may_not_know(case: Case) -> None:
    ledger = Ledger()
    for seed in ("knowledge", "more knowledge"):
        assert EngineProof(case, seed, ledger, COMPARED).run(lambda: False)
    assert not ledger.findings
    assert ledger.hidden, "there is something to hide in every game"
    assert {"views", "refusals", "outcomes", "observations", "hints and bots", "seeds", "undo"} <= {*ledger.counts}


def test_a_sample_agrees_with_perfect_recall(case: Case) -> None:
    """Samples agree with everything seen, even if the views show less of it."""
    if dict(case.options).get("memory") != "screens":
        return
    remembering = Case(case.game, case.players, tuple((n, "open" if n == "memory" else v) for n, v in case.options))
    rng = seeded("recall", case.game)
    for match, open_match in zip(case.moments(900, 60), remembering.moments(900, 60), strict=True):
        for seat in (None, *range(case.players)):
            drawn = match.state.sample(seat, rng)
            as_open = sk.from_position(case.game, {**open_match.position(), **case.rules.position(drawn)})
            assert visible(case, as_open.state, seat) == visible(case, open_match.state, seat)


def test_a_sample_is_a_whole_game_of_its_own(case: Case) -> None:
    rng, conserved = seeded("whole", case.game), invariant(case.game, "conserved")
    for match in case.moments(1000, 20):
        before = match.position()
        for seat in (None, *range(case.players)):
            drawn = match.state.sample(seat, rng)
            position = {**before, **case.rules.position(drawn)}
            if conserved is not None:
                conserved(position)
            assert sk.from_position(case.game, position).position() == position
            playout(drawn, Stream(b"whole"))
            again = match.state.sample(seat, rng).sample(seat, rng)
            assert visible(case, again, seat) == visible(case, match.state, seat)
        assert match.position() == before


def test_what_nobody_knows_is_drawn_anew_and_nothing_else(case: Case) -> None:
    draw, conserved = case.rules.position, invariant(case.game, "conserved")
    differed = 0
    for match in case.moments(1050, 40):
        drawn = match.state.reshuffle(seeded("a", "test"))
        for seat in (None, *range(case.players)):
            assert visible(case, drawn, seat) == visible(case, match.state, seat)
        again = match.state.reshuffle(seeded("b", "test")).reshuffle(seeded("a", "test"))
        assert draw(again) == draw(drawn), "the truth has no part in what is drawn"
        if conserved is not None:
            conserved({**match.position(), **draw(drawn)})
        differed += draw(drawn) != draw(match.state)
        playout(drawn, Stream(b"whole"))
    assert differed or type(case.rules).reshuffle is Game.reshuffle, "games need not draw anything anew"


def test_samples_depend_on_the_given_random_numbers_alone(case: Case) -> None:
    match = case.halfway(1100)
    draw = case.rules.position
    first = [draw(match.state.sample(0, seeded("a", "test"))) for _ in range(2)]
    assert first[0] == first[1]
    plain = [draw(match.state.sample(0, random.Random(5))) for _ in range(2)]
    assert plain[0] == plain[1]
    assert draw(match.state.sample(0, seeded("b", "test"))) != first[0]


def test_there_is_no_sample_for_a_seat_that_does_not_exist(case: Case) -> None:
    for seat in (-1, case.players, 99):
        with pytest.raises(sk.BadSeat):
            case.new(1).state.sample(seat, seeded("x", "test"))
