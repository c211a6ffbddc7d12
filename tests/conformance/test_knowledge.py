"""What a seat may know: views leak nothing, and samples agree with everything the seat has seen."""

from __future__ import annotations

import json
import random

import pytest

import schatzkammer as sk
from schatzkammer.core.game import NOBODY
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream, seeded
from tests.conformance.cases import Case, invariant


def visible(case: Case, state: object, seat: int | None) -> bytes:
    """A seat's view and legal moves, as bytes."""
    game = case.rules
    viewer = NOBODY if seat is None else seat
    acting = seat in game.to_act(state)
    return json.dumps(
        [case.view(state, viewer), game.to_act(state), game.legal(state, viewer) if acting else []]
    ).encode()


def test_a_sample_looks_the_same_to_the_seat_it_is_drawn_for(case: Case) -> None:
    rng = seeded("samples", case.game)
    differed = 0
    for seed in (800, 801):
        for match in case.moments(seed, 60):
            for seat in (None, *range(case.players)):
                drawn = match.state.sample(seat, rng)
                assert visible(case, drawn, seat) == visible(case, match.state, seat)
                assert drawn.events is None
                differed += case.rules.position(drawn) != case.rules.position(match.state)
    assert differed, "there is something to hide in every game"


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


def test_samples_depend_on_the_given_random_numbers_alone(case: Case) -> None:
    match = case.halfway(1100)
    draw = case.rules.position
    first = [draw(match.state.sample(0, seeded("a", "test"))) for _ in range(2)]
    assert first[0] == first[1]
    plain = [draw(match.state.sample(0, random.Random(5))) for _ in range(2)]
    assert plain[0] == plain[1]
    assert draw(match.state.sample(0, seeded("b", "test"))) != first[0]


def test_views_and_events_do_not_contain_the_seed(case: Case) -> None:
    for match in case.moments(1200, 20):
        shown = json.dumps([[match.view(seat), match.events(seat)] for seat in (None, *range(case.players))])
        assert "1200" not in shown


def test_a_secret_choice_looks_the_same_to_the_others_whatever_it_is(case: Case) -> None:
    for seed in range(1210, 1213):
        for match in case.walk(seed):
            if not case.rules.secret(match.state) or len(match.to_act) < 2:
                continue
            seat = match.to_act[0]
            looks = set()
            for action in match.legal_actions(seat):
                match.play_action(seat, action)
                others = [other for other in (None, *range(case.players)) if other != seat]
                looks.add(json.dumps([[match.view(other), match.events(other)] for other in others]))
                match.undo(seat)
            assert len(looks) == 1


def test_there_is_no_sample_for_a_seat_that_does_not_exist(case: Case) -> None:
    for seat in (-1, case.players, 99):
        with pytest.raises(sk.BadSeat):
            case.new(1).state.sample(seat, seeded("x", "test"))
