"""Garbage at every entry point: only the typed errors come out, and nothing changes. 110,000 cases in all."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import schatzkammer as sk
from schatzkammer.games import find
from tests.conformance.cases import ALL, Case
from tests.conformance.test_records import everything

GAMES = sk.games()
SHARE = 1 / len(GAMES)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=8),
    st.sampled_from(["", "0", "pass", "take", "\ud800", "\x00", "é", "a" * 200, -1, 10**30]),
)
things = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3))


def cases(number: int) -> settings:
    """So many examples, shared out among the games."""
    return settings(max_examples=max(1, int(number * SHARE)))


@cache
def matches(game: str) -> list[sk.Match]:
    """Some positions of a game: fresh, under way, simultaneous if there are such, over."""
    found: list[sk.Match] = []
    for seed, case in enumerate([case for case in ALL if case.game == game][:: max(1, len(ALL) // 6)]):
        for stop in (0, 9, 25):
            found.append(next(islice(case.walk(seed), stop, None)))
        *_, last = case.walk(seed)
        found.append(last)
        together = next((match for match in case.walk(seed) if len(match.to_act) > 1), None)
        found += [together] if together else []
    return found


def one_of(game: str, which: int) -> sk.Match:
    """One of these positions."""
    return matches(game)[which % len(matches(game))]


def unchanged(match: sk.Match, act: Callable[[], object]) -> None:
    """The call is answered, or refused by a typed error; the match is as it was."""
    before = match.position()
    try:
        act()
    except sk.Error as error:
        assert str(error)
        assert len(str(error)) < 2000
    assert match.position() == before


@pytest.mark.parametrize("game", GAMES)
def test_play_refuses_garbage(game: str) -> None:
    words = [find(game).notation(action) for action in range(find(game).actions)]

    @cases(30_000)
    @given(st.integers(0, 1000), st.one_of(st.integers(-2, 6), scalars), st.one_of(st.text(max_size=12), scalars))
    @example(0, 0, "\ud800")
    def refused(which: int, seat: object, move: object) -> None:
        match = one_of(game, which)
        if move in words and type(seat) is int and 0 <= seat < match.players and move in match.legal(seat):
            return
        before = match.position()
        with pytest.raises(sk.IllegalMove):
            match.play(seat, move)
        assert match.position() == before

    refused()


@pytest.mark.parametrize("game", GAMES)
def test_words_put_together_wrongly_are_refused(game: str) -> None:
    words = sorted({word for action in range(find(game).actions) for word in find(game).notation(action).split()})
    known = {find(game).notation(action) for action in range(find(game).actions)}

    @cases(15_000)
    @given(st.integers(0, 1000), st.integers(0, 3), st.lists(st.sampled_from(words), max_size=3))
    def refused(which: int, seat: int, parts: list[str]) -> None:
        match = one_of(game, which)
        move = " ".join(parts)
        if seat < match.players and move in known and move in match.legal(seat):
            return
        before = match.position()
        with pytest.raises(sk.IllegalMove) as refusal:
            match.play(seat, move)
        assert refusal.value.sentence("de")
        assert match.position() == before

    refused()


@pytest.mark.parametrize("game", GAMES)
def test_the_fast_layer_refuses_numbers_that_are_no_legal_action(game: str) -> None:
    @cases(15_000)
    @given(st.integers(0, 1000), st.one_of(st.integers(), st.integers(-5, find(game).actions + 5)))
    def refused(which: int, action: int) -> None:
        match = one_of(game, which)
        if action in match.state.legal():
            return
        before = match.position()
        with pytest.raises(sk.IllegalMove):
            match.state.apply(action)
        assert match.position() == before

    refused()


@pytest.mark.parametrize("game", GAMES)
def test_questions_of_garbage_seats(game: str) -> None:
    @cases(8_000)
    @given(st.integers(0, 1000), things)
    def asked(which: int, seat: object) -> None:
        match = one_of(game, which)
        for question in (match.legal, match.legal_actions, match.view, match.events):
            unchanged(match, lambda question=question: question(seat))
        if type(seat) is not int:
            with pytest.raises(sk.IllegalMove):
                match.undo(seat)

    asked()


@settings(max_examples=12_000)
@given(st.one_of(st.sampled_from(GAMES), scalars), st.one_of(st.integers(0, 6), scalars), scalars, things, things)
def test_new_matches_of_garbage(game: object, players: object, seed: object, options: object, parts: object) -> None:
    for arguments in ((game, players, seed, options, parts), (game, players, seed), (game, 2, seed, options)):
        try:
            match = sk.new(*arguments)
        except sk.BadInput as error:
            assert str(error)
        else:
            assert match.to_act


def spoil(value: object, rng: random.Random, thing: object) -> object:
    """Plain data with one place changed: replaced, taken away, doubled or moved."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        changed = dict(value)
        kind = rng.random()
        if kind < 0.1:
            del changed[key]
        elif kind < 0.15:
            changed[str(thing)] = thing
        else:
            changed[key] = spoil(value[key], rng, thing)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.15:
            return value[:place] + value[place + 1 :]
        if kind < 0.3:
            return [*value[:place], value[place], *value[place:]]
        if kind < 0.45:
            other = rng.randrange(len(value))
            return [value[other] if at == place else value[place] if at == other else v for at, v in enumerate(value)]
        return [spoil(item, rng, thing) if at == place else item for at, item in enumerate(value)]
    return thing


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_records(game: str) -> None:
    records = [json.loads(json.dumps(match.record())) for match in matches(game)]

    @cases(10_000)
    @given(st.integers(0, 1000), st.randoms(use_true_random=False), st.one_of(st.integers(-1, 60), things))
    def replayed(which: int, rng: random.Random, thing: object) -> None:
        record = spoil(records[which % len(records)], rng, thing)
        try:
            match = sk.replay(record)
        except sk.BadRecord as error:
            assert str(error)
        else:
            assert everything(sk.replay(match.record())) == everything(match)

    replayed()


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_positions_are_refused_or_play_on_to_the_end(game: str) -> None:
    positions = [json.loads(json.dumps(match.position())) for match in matches(game)]

    @cases(15_000)
    @given(st.integers(0, 1000), st.randoms(use_true_random=False), st.one_of(st.integers(-1, 60), things))
    def loaded(which: int, rng: random.Random, thing: object) -> None:
        position = spoil(positions[which % len(positions)], rng, thing)
        try:
            match = sk.from_position(game, position)
        except sk.BadPosition as error:
            assert str(error)
            return
        assert json.loads(json.dumps(match.position())) == match.position()
        decisions = 0
        while not match.over:
            seat = rng.choice(match.to_act)
            match.play_action(seat, rng.choice(match.legal_actions(seat)))
            decisions += 1
            assert decisions < 20_000
        assert match.winners()

    loaded()


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_component_sets(game: str) -> None:
    built_in = find(game).components()

    @cases(5_000)
    @given(st.randoms(use_true_random=False), st.one_of(st.integers(-1, 60), things))
    def set_up(rng: random.Random, thing: object) -> None:
        components = spoil(built_in, rng, thing)
        try:
            match = sk.new(game, seed="x", components=components)
        except sk.BadComponents as error:
            assert str(error)
        else:
            assert everything(sk.replay(match.record())) == everything(match)

    set_up()


@pytest.mark.parametrize("game", GAMES)
def test_endless_numbers_are_refused_in_a_sentence(game: str) -> None:
    endless = 10**5000
    for arguments in ((game, endless), (game, 2, endless), (game, 2, "x", {"memory": endless}), (endless,)):
        with pytest.raises(sk.BadInput, match=r"\.$"):
            sk.new(*arguments)
    match = sk.new(game, seed="x")
    for name, value in match.position().items():
        with pytest.raises(sk.BadPosition):
            sk.from_position(game, {**match.position(), name: endless if value != endless else 0})


@pytest.mark.parametrize("case", ALL[:3], ids=str)
def test_files_that_are_no_records(case: Case) -> None:
    for nothing in (None, 0, "", [], {}, [[]], {"game": case.game}, {"game": 7}, b"x", object()):
        with pytest.raises(sk.BadRecord):
            sk.replay(nothing)
        with pytest.raises(sk.BadPosition):
            sk.from_position(case.game, nothing)
