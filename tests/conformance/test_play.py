"""What holds in every position of every game: legal moves, refusals, copies, invariants, the end."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.core.game import State
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream
from schatzkammer.core.text import LANGUAGES, Words
from schatzkammer.games import find
from tests.conformance.cases import Case, invariant

LONGEST_GAME = 20_000


def test_every_random_game_ends_and_loses_nothing(case: Case) -> None:
    conserved = invariant(case.game, "conserved")
    for seed in range(3):
        for plies, match in enumerate(case.walk(seed)):
            if conserved is not None:
                conserved(match.position())
            assert bool(match.to_act) != match.over
            assert plies < LONGEST_GAME
        assert len(match.scores()) == case.players
        assert match.winners()
        assert set(match.winners()) <= set(range(case.players))
        assert [match.legal(seat) for seat in range(case.players)] == [[]] * case.players


def test_legal_moves_are_accepted_and_all_others_refused(case: Case) -> None:
    game = case.rules
    rules = {key.removeprefix("rule.") for key in Words(game.package).keys("en") if key.startswith("rule.")}
    for match in case.moments(100, 25):
        before = match.position()
        for seat in range(case.players):
            legal = match.legal_actions(seat)
            assert legal == sorted(set(legal))
            for action in range(game.actions):
                if action in legal:
                    game.apply(match.state.copy(), seat, action)
                    continue
                with pytest.raises(sk.IllegalMove) as refused:
                    match.play_action(seat, action)
                assert refused.value.rule in rules
                assert all("{" not in refused.value.sentence(lang) for lang in LANGUAGES)
        for nonsense in (-1, game.actions, 2**80, -(2**80)):
            with pytest.raises(sk.IllegalMove):
                match.state.apply(nonsense)
        assert match.position() == before


def test_a_pick_is_any_legal_move(case: Case) -> None:
    """`pick` chooses the same move as an index into the list of legal moves."""
    for match in case.moments(101, 25):
        legal = match.state.legal()
        for key in (b"one", b"two", b"three", b"four") if legal else ():
            assert case.rules.pick(match.state, Stream(key)) == legal[Stream(key).below(len(legal))]


def test_notation_and_numbers_are_one_to_one(game: str) -> None:
    rules = find(game)
    words = [rules.notation(action) for action in range(rules.actions)]
    assert len(set(words)) == rules.actions
    assert [rules.number(word) for word in words] == list(range(rules.actions))
    assert [rules.number(word) for word in ("", "xyzzy", words[0] + " ", words[0].upper())] == [-1] * 4


def test_a_copy_is_independent(case: Case) -> None:
    rng = random.Random(7)
    for at, match in enumerate(case.walk(200)):
        if at % 6:
            continue
        game, before = case.rules, match.position()
        twin = match.state.copy()
        playout(twin, Stream(b"one"))
        assert match.position() == before, "playing the copy changed the original"
        twin = match.state.copy()
        untouched = game.position(twin)
        other = match.state.copy()
        while other.seat >= 0:
            other.apply(rng.choice(other.legal()))
        assert game.position(twin) == untouched, "playing one copy changed another"


def test_a_copy_is_complete(case: Case) -> None:
    fields = _state_fields(type(case.new(300).state))
    assert {"seat", "step", "offer"} < fields
    for match in case.moments(300, 40):
        twin = match.state.copy()
        for name in fields - {"events"}:
            assert getattr(twin, name) == getattr(match.state, name), name


def _state_fields(state: type) -> set[str]:
    """The annotated fields of a state, read from the sources, since compiled classes have no annotations."""
    found = set()
    for each in state.__mro__[: state.__mro__.index(State) + 1]:
        module = Path(sys.modules[each.__module__].__file__)
        source = module.with_name(module.name.partition(".")[0] + ".py")
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name == each.__name__:
                found |= {line.target.id for line in node.body if isinstance(line, ast.AnnAssign)}
    return found


def test_there_are_scores_only_at_the_end(case: Case) -> None:
    match = case.new(1)
    with pytest.raises(sk.NotOver):
        match.scores()
    with pytest.raises(sk.NotOver):
        match.winners()
