"""What holds in every position of every game: moves, refusals, copies, conservation, the end."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream
from schatzkammer.core.text import LANGUAGES, Words
from tests.conformance.cases import ALL, Case, invariants

LONGEST_GAME = 20_000


@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_random_game_ends_and_loses_nothing(case: Case) -> None:
    for seed in range(3):
        for plies, match in enumerate(case.walk(seed)):
            invariants(case.game).conserved(match.position())
            assert bool(match.to_act) != match.over
            assert plies < LONGEST_GAME
        assert len(match.scores()) == case.players
        assert match.winners()
        assert set(match.winners()) <= set(range(case.players))
        assert [match.legal(seat) for seat in range(case.players)] == [[]] * case.players


@pytest.mark.parametrize("case", ALL, ids=str)
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


@pytest.mark.parametrize("case", ALL, ids=str)
def test_a_pick_is_any_legal_move(case: Case) -> None:
    """The move picked without a list is that of the list, whatever number is drawn."""
    for match in case.moments(101, 25):
        legal = match.state.legal()
        for key in (b"one", b"two", b"three", b"four") if legal else ():
            assert case.rules.pick(match.state, Stream(key)) == legal[Stream(key).below(len(legal))]


@pytest.mark.parametrize("game", sorted({case.game for case in ALL}))
def test_notation_and_numbers_are_one_to_one(game: str) -> None:
    rules = next(case for case in ALL if case.game == game).rules
    words = [rules.notation(action) for action in range(rules.actions)]
    assert len(set(words)) == rules.actions
    assert [rules.number(word) for word in words] == list(range(rules.actions))
    assert [rules.number(word) for word in ("", "xyzzy", words[0] + " ", words[0].upper())] == [-1] * 4


@pytest.mark.parametrize("case", ALL, ids=str)
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


@pytest.mark.parametrize("case", ALL, ids=str)
def test_a_copy_is_complete(case: Case) -> None:
    folder = Path(sk.__file__).parent
    sources = [folder / "core/game.py", folder / "games" / case.game.replace("-", "_") / "state.py"]
    fields = [name for source in sources for name in _state_fields(source)]
    assert len(fields) > 8
    for at, match in enumerate(case.walk(300)):
        if at % 6:
            continue
        twin = match.state.copy()
        for name in fields:
            if name != "log":
                assert getattr(twin, name) == getattr(match.state, name), name


def _state_fields(source: Path) -> list[str]:
    """The annotated fields of the state classes in a source file."""
    found = []
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name.endswith("State"):
            found += [line.target.id for line in node.body if isinstance(line, ast.AnnAssign)]
    return found


@pytest.mark.parametrize("case", ALL, ids=str)
def test_scores_are_told_only_at_the_end(case: Case) -> None:
    match = case.new(1)
    with pytest.raises(sk.NotOver):
        match.scores()
    with pytest.raises(sk.NotOver):
        match.winners()
