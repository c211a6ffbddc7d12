"""Garbage at every entry point raises only typed errors and changes nothing. 110,000 cases in all."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schatzkammer as sk
from schatzkammer.games import find
from tests.conformance.cases import chosen_cases
from tests.conformance.test_records import everything

pytestmark = pytest.mark.once

SHARE = 1 / 3  # of all cases for each game of the package

WORDS = ["", "0", "pass", "take", "\ud800", "\x00", "é", "a" * 200, "game", "seats", "options"]
NUMBERS = [0, -1, 1, 255, 256, 2**31, 2**63, 2**64, 10**30, 0.0, -0.0, 0.5, 1e308, math.inf, -math.inf, math.nan]
SCALARS: list[Callable[[random.Random], object]] = [
    lambda rng: rng.choice([None, True, False]),
    lambda rng: rng.choice(NUMBERS),
    lambda rng: rng.choice(WORDS),
    lambda rng: rng.randrange(-10, 100),
    lambda rng: text(rng),
    lambda rng: rng.randbytes(rng.randrange(9)),
]


def text(rng: random.Random) -> str:
    """Random characters of all kinds."""
    return "".join(chr(rng.randrange(1, rng.choice([128, 0x3000, 0xD800]))) for _ in range(rng.randrange(13)))


def scalar(rng: random.Random) -> object:
    """A random scalar."""
    return rng.choice(SCALARS)(rng)


def nested(rng: random.Random, depth: int = 3) -> object:
    """Random nested lists, dictionaries and scalars."""
    if depth == 0 or rng.random() < 0.4:
        return scalar(rng)
    if rng.random() < 0.5:
        return [nested(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {scalar(rng): nested(rng, depth - 1) for _ in range(rng.randrange(4))}


def number_or_nested(rng: random.Random) -> object:
    """Often a plausible number."""
    return rng.randrange(-1, 60) if rng.random() < 0.5 else nested(rng)


def cases(number: int, check: Callable[[random.Random], None]) -> None:
    """Runs a game's share of so many seeded cases; Hypothesis would take longer to draw them than to run them."""
    for seed in range(max(1, int(number * SHARE))):
        try:
            check(random.Random(seed))
        except BaseException as error:
            error.add_note(f"in case {seed}")
            raise


@cache
def matches(game: str) -> list[sk.Match]:
    """Matches of a game: new, in progress, over, and at a simultaneous choice if the game has one."""
    found: list[sk.Match] = []
    setups = chosen_cases(game)
    for seed, case in enumerate(setups[:: max(1, len(setups) // 3)]):
        for stop in (0, 9, 25):
            *_, match = islice(case.walk(seed), stop + 1)
            found.append(match)
        *_, last = case.walk(seed)
        found.append(last)
        together = next((match for match in case.walk(seed) if len(match.to_act) > 1), None)
        found += [together] if together else []
    return found


def one_of(game: str, which: int) -> sk.Match:
    """One of these matches."""
    return matches(game)[which % len(matches(game))]


def unchanged(match: sk.Match, act: Callable[[], object]) -> None:
    """Makes a call that returns or raises a typed error; the match stays the same."""
    before = match.position()
    try:
        act()
    except sk.Error as error:
        assert str(error)
        assert len(str(error)) < 2000
    assert match.position() == before


def test_play_refuses_garbage(game: str) -> None:
    words = [find(game).notation(action) for action in range(find(game).actions)]

    def refused(which: int, seat: object, move: object) -> None:
        match = one_of(game, which)
        if move in words and type(seat) is int and 0 <= seat < match.players and move in match.legal(seat):
            return
        before = match.position()
        with pytest.raises(sk.IllegalMove):
            match.play(seat, move)
        assert match.position() == before

    def drawn(rng: random.Random) -> None:
        seat = rng.randrange(-2, 7) if rng.random() < 0.5 else scalar(rng)
        refused(rng.randrange(1000), seat, text(rng) if rng.random() < 0.5 else scalar(rng))

    cases(30_000, drawn)
    # Hypothesis knows worse texts.
    given(st.integers(0, 1000), st.integers(-2, 6), st.text(max_size=12))(refused)()


def test_wrong_combinations_of_words_are_refused(game: str) -> None:
    words = sorted({word for action in range(find(game).actions) for word in find(game).notation(action).split()})
    known = {find(game).notation(action) for action in range(find(game).actions)}

    def refused(rng: random.Random) -> None:
        match, seat = one_of(game, rng.randrange(1000)), rng.randrange(4)
        move = " ".join(rng.choices(words, k=rng.randrange(4)))
        if seat < match.players and move in known and move in match.legal(seat):
            return
        before = match.position()
        with pytest.raises(sk.IllegalMove) as refusal:
            match.play(seat, move)
        assert refusal.value.sentence("de")
        assert match.position() == before

    cases(15_000, refused)


def test_the_fast_layer_refuses_numbers_that_are_no_legal_action(game: str) -> None:
    def refused(rng: random.Random) -> None:
        match = one_of(game, rng.randrange(1000))
        action = rng.randrange(-5, find(game).actions + 6) if rng.random() < 0.5 else rng.randrange(-(2**70), 2**70)
        if action in match.state.legal():
            return
        before = match.position()
        with pytest.raises(sk.IllegalMove):
            match.state.apply(action)
        assert match.position() == before

    cases(15_000, refused)


def test_queries_for_garbage_seats(game: str) -> None:
    def asked(rng: random.Random) -> None:
        match, seat = one_of(game, rng.randrange(1000)), nested(rng)
        for question in (match.legal, match.legal_actions, match.view, match.events):
            unchanged(match, lambda question=question: question(seat))
        if type(seat) is not int:
            with pytest.raises(sk.IllegalMove):
                match.undo(seat)

    cases(8_000, asked)


def test_new_matches_from_garbage(game: str) -> None:
    def opened(rng: random.Random) -> None:
        wanted = game if rng.random() < 0.7 else scalar(rng)
        players = rng.randrange(7) if rng.random() < 0.7 else scalar(rng)
        seed, options, parts = scalar(rng), nested(rng), nested(rng)
        for arguments in ((wanted, players, seed, options, parts), (wanted, players, seed), (wanted, 2, seed, options)):
            try:
                match = sk.new(*arguments)
            except sk.BadInput as error:
                assert str(error)
            else:
                assert match.to_act

    cases(12_000, opened)


def spoil(value: object, rng: random.Random, junk: object) -> object:
    """Plain data with one item replaced, removed, duplicated or moved."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        changed = dict(value)
        kind = rng.random()
        if kind < 0.1:
            del changed[key]
        elif kind < 0.15:
            changed[str(junk)] = junk
        else:
            changed[key] = spoil(value[key], rng, junk)
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
        return [spoil(item, rng, junk) if at == place else item for at, item in enumerate(value)]
    return junk


def test_spoilt_records(game: str) -> None:
    records = [json.loads(json.dumps(match.record())) for match in matches(game)]

    def replayed(rng: random.Random) -> None:
        record = spoil(rng.choice(records), rng, number_or_nested(rng))
        try:
            match = sk.replay(record)
        except sk.BadRecord as error:
            assert str(error)
        else:
            assert everything(sk.replay(match.record())) == everything(match)

    cases(10_000, replayed)


def unordered(value: object) -> object:
    """Plain data with sorted lists."""
    if isinstance(value, dict):
        return {name: unordered(item) for name, item in value.items()}
    return sorted(map(unordered, value), key=repr) if isinstance(value, list) else value


def test_spoilt_positions_are_refused_or_play_on_to_the_end(game: str) -> None:
    positions = [json.loads(json.dumps(match.position())) for match in matches(game)]

    def loaded(rng: random.Random) -> None:
        position = spoil(rng.choice(positions), rng, number_or_nested(rng))
        try:
            match = sk.from_position(game, position)
        except sk.BadPosition as error:
            assert str(error)
            return
        assert json.loads(json.dumps(match.position())) == match.position()
        assert unordered(match.position()) == unordered({**position, "options": match.options})
        decisions = 0
        while not match.over:
            seat = rng.choice(match.to_act)
            match.play_action(seat, rng.choice(match.legal_actions(seat)))
            decisions += 1
            assert decisions < 20_000
        assert match.winners()

    cases(15_000, loaded)


def test_spoilt_component_sets(game: str) -> None:
    built_in = find(game).components()

    def set_up(rng: random.Random) -> None:
        components = spoil(built_in, rng, number_or_nested(rng))
        try:
            match = sk.new(game, seed="x", components=components)
        except sk.BadComponents as error:
            assert str(error)
        else:
            assert everything(sk.replay(match.record())) == everything(match)

    cases(5_000, set_up)


def test_huge_numbers_are_refused_in_a_sentence(game: str) -> None:
    huge = 10**5000
    for arguments in ((game, huge), (game, 2, huge), (game, 2, "x", {"memory": huge}), (huge,)):
        with pytest.raises(sk.BadInput, match=r"\.$"):
            sk.new(*arguments)
    match = sk.new(game, seed="x")
    for name, value in match.position().items():
        with pytest.raises(sk.BadPosition):
            sk.from_position(game, {**match.position(), name: huge if value != huge else 0})


def test_data_that_is_no_record_or_position(game: str) -> None:
    for nothing in (None, 0, "", [], {}, [[]], {"game": game}, {"game": 7}, b"x", object()):
        with pytest.raises(sk.BadRecord):
            sk.replay(nothing)
        with pytest.raises(sk.BadPosition):
            sk.from_position(game, nothing)
