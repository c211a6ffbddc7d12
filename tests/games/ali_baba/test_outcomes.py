"""What a move would bring is what it brings; and what the view says about points, bans and turns is what counts."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from tests.conformance.cases import Case, chosen_cases
from tests.games.ali_baba.picture import floor, floor_and_tower, match, tiles
from tests.games.ali_baba.test_components import changed
from tests.games.helpers import events_named, play

CASES = chosen_cases("ali-baba")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_move_would_bring_is_what_it_brings(case: Case) -> None:
    for m in case.moments(71, 40):
        for seat in m.to_act:
            for move in m.legal(seat):
                _check(m, seat, move)


def _check(m: sk.Match, seat: int, move: str) -> None:
    verb, *target = move.split(" ")
    outcome, before = m.outcome(seat, move), m.view(seat)
    after, events, following = _applied(m, seat, move)
    had, has = set(before["seats"][seat]["tiles"]), set(after["seats"][seat]["tiles"])
    assert outcome.get("takes", []) == sorted(has - had)
    assert outcome.get("gives", []) == sorted(had - has)
    assert outcome.get("turns_up", []) == [event["slot"] for event in events_named(events, "turn_up")]
    assert outcome.get("points", 0) == after["seats"][seat]["points"] - before["seats"][seat]["points"]
    assert ("points" in outcome) == bool(events_named(events, "points"))
    assert outcome.get("then") == following.get("step")
    assert outcome.get("offers", []) == following.get("targets", [])
    if verb in ("take", "also"):
        assert outcome["places"] == target
        assert outcome["takes"] == [before["board"][target[0]]]
    if outcome.get("takes"):
        assert outcome["worth"] == (_sets(before, seat), _sets(after, seat))
        treasure = outcome["takes"][0].split("-")[1]
        size, points = after["seats"][seat]["score"]["sets"][treasure]
        _, less = before["seats"][seat]["score"]["sets"].get(treasure, (0, 0))
        assert outcome["amounts"]["size"] == size
        if verb != "swap" or treasure != "lamp":
            assert outcome["amounts"]["set"] == points - less
    if verb == "ban":
        assert outcome["places"] == [slot for slot, tile in before["board"].items() if tile and target[0] in tile]
    if verb == "pass":
        assert outcome == {}


def _applied(m: sk.Match, seat: int, move: str) -> tuple[dict, list[dict], dict]:
    """The view after a move, its events, and the step in which the seat decides next in this turn, if it does."""
    m = sk.from_position(m.game, m.position())
    turn = m.view()["turn"]
    events = m.play(seat, move)
    after = m.view(seat)
    while move == "ask" and m.view()["step"] == "show":
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    goes_on = not m.over and m.view()["turn"] == turn and m.to_act == (seat,)
    if not goes_on or move.startswith("show"):
        return after, events, {}
    targets = [] if move == "ask" else [move.split(" ")[1] for move in m.legal(seat) if " " in move]
    return after, events, {"step": m.view()["step"], "targets": targets}


def _sets(view: dict, seat: int) -> int:
    score = view["seats"][seat]["score"]
    return score["total"] - score["spells"]


def test_A22_brown_counts_the_tile_itself_and_A32_the_set_it_completes() -> None:
    m = match(floor("nS pD ## ##"), ["pS bS", ""])
    assert m.outcome(0, "take 1a1") == {
        "takes": ["brown-sword"],
        "places": ["1a1"],
        "turns_up": [],
        "points": 6,
        "worth": (3, 6),
        "amounts": {"size": 3, "set": 3},
    }


def test_A21_blue_counts_what_it_turns_up_or_the_square() -> None:
    m = match(floor("bS pD ## ##"), ["", ""])
    assert m.outcome(0, "take 1a1")["points"] == 2
    m = match(floor_and_tower("pD ## ## ##", "bD ##").replace("pK", "bK"), ["", ""])
    outcome = m.outcome(0, "take 2d4")
    assert outcome["turns_up"] == ["1d4", "1e4", "1d5", "1e5"]
    assert outcome["points"] == 8


def test_A23_green_offers_the_neighbours_that_are_not_banned() -> None:
    m = match(floor("gS pD ## ##", "bT ##"), ["", ""])
    assert (m.outcome(0, "take 1a1")["then"], m.outcome(0, "take 1a1")["offers"]) == ("green", ["1b1", "1a2"])
    m = match(floor("gS pD ## ##", "bT ##"), ["", ""], bans=[None, "pink"])
    assert m.outcome(0, "take 1a1")["offers"] == ["1a2"]
    m.play(0, "take 1a1")
    outcome = m.outcome(0, "also 1a2")
    assert outcome["takes"] == ["blue-chest"]
    assert "points" not in outcome, "its spell does not act"
    assert m.outcome(0, "pass") == {}


def test_A23_green_without_neighbours_leads_nowhere() -> None:
    m = match(floor("gS .. ## ##", ".. .."), ["", ""])
    assert "then" not in m.outcome(0, "take 1a1")


def test_A24_yellow_asks_only_if_somebody_can_show() -> None:
    m = match(floor("yS pD ## ##"), ["pS", "bT"])
    assert m.outcome(0, "take 1a1")["then"] == "yellow"
    m.play(0, "take 1a1")
    assert m.outcome(0, "ask") == {"then": "pick"}
    play(m, "ask")
    assert set(m.outcome(1, "show blue-chest")) == {"worth"}
    start = sk.new("ali-baba", players=2, seed="yellow first")
    yellow = [move for move in start.legal(0) if start.outcome(0, move)["takes"][0].startswith("yellow")]
    for move in yellow:
        assert "then" not in start.outcome(0, move), "nobody has a tile yet"


def test_A24_showing_says_what_losing_the_tile_would_cost() -> None:
    m = match(floor("yS pD ## ##"), ["pS", "bT pT nT pC", ""])
    play(m, "take 1a1", "ask")
    assert m.outcome(1, "show blue-chest")["worth"] == (7, 4)
    assert m.outcome(1, "show pink-carpet")["worth"] == (7, 6)


def test_A41_a_swap_changes_two_sets_and_the_new_tile_casts() -> None:
    options, beside = {"variant": "lamp"}, "nS bR nD gK yU wT"
    m = match(floor("pL pN ## ##", "## ##"), ["nL bS", ""], options=options, beside=beside)
    taking = m.outcome(0, "take 1a1")
    assert (taking["then"], taking["offers"]) == ("lamp", m.view()["beside"])
    assert "points" not in taking, "the lamp may still be swapped"
    m.play(0, "take 1a1")
    assert m.outcome(0, "keep") == {"points": 5}
    assert m.outcome(0, "swap brown-sword") == {
        "takes": ["brown-sword"],
        "gives": ["pink-lamp"],
        "points": 4,
        "worth": (4, 4),
        "amounts": {"size": 2, "set": 2},
    }


def test_A25_a_ban_names_the_tiles_it_forbids_and_the_view_shows_them() -> None:
    m = match(floor_and_tower("wS pD bT pC"), ["", ""])
    m.play(0, "take 1a1")
    assert m.outcome(0, "ban pink")["places"] == ["1b1", "1d1", "1a2", "2d4"]
    assert m.outcome(0, "ban crown")["places"] == ["2d4"]
    assert m.view(1)["banned"] == []
    m.play(0, "ban pink")
    assert m.view(1)["banned"] == m.view(None)["banned"] == ["1b1", "1d1", "1a2", "2d4"]
    assert m.view(0)["banned"] == [], "the seat's own ban"


def test_A26_bans_that_leave_nothing_forbid_nothing() -> None:
    m = match(floor("pD .. .. ..", ".. .."), ["", ""], bans=[None, "pink"])
    assert m.legal(0) == ["take 1a1"]
    assert m.view(0)["banned"] == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_banned_slots_are_those_that_may_not_be_taken(case: Case) -> None:
    for m in case.walk(72):
        view = m.view(m.to_act[0] if m.to_act else None)
        if view["step"] == "take":
            face_up = {f"take {slot}" for slot, tile in view["board"].items() if tile}
            assert {f"take {slot}" for slot in view["banned"]} == face_up - set(m.legal(m.to_act[0]))
            assert view["banned"] == m.view()["banned"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_A30_the_turns_left_are_those_that_are_played(case: Case) -> None:
    known: list[tuple[int, list[int]]] = []
    for m in case.walk(73):
        view = m.view()
        assert (view["turns_left"] is None) == (view["last_turn"] is None)
        if view["turns_left"] is not None:
            known.append((view["turn"], view["turns_left"]))
    assert known[-1][1] == [0] * case.players
    last = m.view()["turn"]
    for turn, left in known:
        if m.view()["board"]:  # A31: an empty board ends the game earlier
            assert left == [sum(at % case.players == seat for at in range(turn, last)) for seat in range(case.players)]


def test_the_points_in_the_view_are_those_of_the_component_set() -> None:
    parts = changed(pink=7, blue=3, brown=4, sets=[2, 2, 2, 2, 2, 30])
    m = match(floor("pD nS bT ##"), ["pS", "bR"], components=parts)
    assert m.view()["amounts"] == {"pink": 7, "blue": 3, "brown": 4, "sets": [2, 2, 2, 2, 2, 30]}
    assert [m.outcome(0, f"take {slot}")["points"] for slot in ("1a1", "1b1", "1c1")] == [7, 8, 3]
    assert m.outcome(0, "take 1a1")["worth"] == (2, 4)
    assert m.outcome(0, "take 1b1")["worth"] == (2, 2)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_A32_the_score_of_a_seat_is_shown_to_those_who_see_its_tiles(case: Case) -> None:
    for m in case.moments(74, 20):
        scores = m.state.game.scores(m.state)
        for reader in (None, *range(case.players)):
            view = m.view(reader)
            for seat, player in enumerate(view["seats"]):
                hidden = player["tiles"] is None
                assert (player["score"] is None) == hidden
                assert view["standing"][seat] == (None if hidden else scores[seat])
    assert [player["score"] for player in m.view()["seats"]] == m.view()["sheet"]


def test_tiles_are_named_as_in_the_view() -> None:
    m = match(floor("yS pD ## ##"), ["pS", "bT pT"])
    play(m, "take 1a1", "ask", "show pink-chest")
    assert m.outcome(0, "pick pink-chest")["takes"] == tiles("pT")
