"""The certificate: it finds leaks that are planted, comes out clean otherwise, and can be repeated."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from schatzkammer.certificate import run
from schatzkammer.certificate.engine import refused
from schatzkammer.certificate.run import certify, setups_of
from schatzkammer.certificate.setups import Case
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import NOBODY, Game
from schatzkammer.core.stream import commitment
from schatzkammer.games import GAMES, find
from schatzkammer.server import broadcast, wire
from schatzkammer.server.routes import tables
from tests.conformance.cases import BUILT_IN

EXAMPLE = Path(__file__).parents[2] / "examples" / "wreck"
SEED = "certificate"


@pytest.fixture
def wreck(monkeypatch: pytest.MonkeyPatch):
    """The example game, which is small and has two versions of its rules."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    module = importlib.import_module("wreck.game")
    monkeypatch.setitem(GAMES, "wreck", module.GAME)
    return module


def planted(monkeypatch: pytest.MonkeyPatch, leaky: type[Game]) -> Game:
    game = leaky()
    monkeypatch.setitem(GAMES, "wreck", game)
    return game


def test_a_game_without_leaks_gets_a_clean_certificate_for_all_rules_versions(wreck) -> None:
    game = wreck.GAME
    assert {case.version for case in setups_of(game)} == {None, 1}
    made = certify(game, SEED, None, games=2 * len(setups_of(game)))
    assert (made.found, made.findings) == (0, [])
    assert made.games == 2 * made.setups == 2 * made.of_setups == 12
    assert made.comparisons == sum(made.checks.values()) > made.hidden > 100
    checks = {"views", "events", "secret choices", "updates", "socket: look", "socket: refused", "seeds", "terminal de"}
    assert checks <= {*made.checks}


def test_the_same_seed_repeats_a_certificate(wreck) -> None:
    made, again, other = (certify(wreck.GAME, seed, None, games=2) for seed in (SEED, SEED, "another"))
    assert (again.checks, again.hidden) == (made.checks, made.hidden)
    assert other.hidden != made.hidden


@pytest.mark.parametrize("name", BUILT_IN)
def test_time_limits_a_certificate(name: str) -> None:
    made = certify(find(name), SEED, 0.5)
    assert made.found == 0
    assert made.comparisons > 0
    assert made.setups < made.of_setups or made.games


def test_a_leak_in_the_view_is_found_by_every_reader_of_views(wreck, monkeypatch) -> None:
    class Leaky(wreck.Wreck):
        def private_view(self, state, seat):
            return {**super().private_view(state, seat), "next": wreck.FINDS[state.deck[0]]}

    made = certify(planted(monkeypatch, Leaky), SEED, None, games=2)
    assert {"views", "updates", "socket: look"} <= {finding.check for finding in made.findings}
    assert made.found > len({finding.check for finding in made.findings})


def test_a_refusal_that_tells_is_found(wreck, monkeypatch) -> None:
    class Leaky(wreck.Wreck):
        def refusal(self, state, seat, action):
            told = super().refusal(state, seat, action)
            other = 0 if seat else 1
            return wreck.refuse("W6", "spent", {"token": state.buyers[other] + 1}) if seat != NOBODY else told

    made = certify(planted(monkeypatch, Leaky), SEED, None, games=2)
    assert "refusals" in {finding.check for finding in made.findings}


def test_an_outcome_that_tells_is_found(wreck, monkeypatch) -> None:
    class Leaky(wreck.Wreck):
        def outcome(self, state, seat, action):
            return {"amounts": {"points": state.deck[0]}}

    made = certify(planted(monkeypatch, Leaky), SEED, None, games=2)
    found = {finding.check for finding in made.findings}
    assert {"outcomes", "snapshots with outcomes"} <= found
    assert "views" not in found


def test_an_event_that_tells_a_secret_choice_is_found(wreck, monkeypatch) -> None:
    class Telling(wreck.Bid):
        def choose(self, state, seat, choice):
            after = super().choose(state, seat, choice)
            if state.events is not None:
                state.events.append({"event": "chosen", "seat": seat, "token": choice})
            return after

    monkeypatch.setattr(wreck, "Bid", Telling)
    made = certify(planted(monkeypatch, wreck.Wreck), SEED, None, games=2)
    assert {finding.check for finding in made.findings} == {"secret choices"}


def test_a_leak_in_one_answer_over_http_is_found(wreck, monkeypatch) -> None:
    def telling(table, reader):
        return wire.TablePage(broadcast.table_info(table), [wreck.FINDS.index(table.match.position()["deck"][0])])

    monkeypatch.setattr(tables, "_page", telling)
    made = certify(wreck.GAME, SEED, None, games=2)
    assert {finding.check for finding in made.findings} == {
        "GET /api/tables/{table}",
        "POST /api/tables/{table}/join",
    }


def test_a_seed_that_is_sent_is_found(wreck, monkeypatch) -> None:
    drawn = []

    def noted(text):
        drawn.append(commitment(text))
        return drawn[-1]

    class Leaky(wreck.Wreck):
        def public_view(self, state):
            return {**super().public_view(state), "note": drawn[-1]}

    monkeypatch.setattr(run, "commitment", noted)
    made = certify(planted(monkeypatch, Leaky), SEED, None, games=2)
    assert {finding.check for finding in made.findings} == {"seeds"}


def test_illegal_moves_of_the_proof_are_illegal(wreck) -> None:
    """`refused` must not change a match: a legal move is an error of the proof itself."""
    match = Case("wreck", 2, ()).new("x")
    with pytest.raises(ValueError, match="is legal"):
        refused(match, 0, "bid 1")
    with pytest.raises(IllegalMove):
        match.play(0, "bid 9")
