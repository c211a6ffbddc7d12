"""Positions that cannot arise are refused, and the error names what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import schatzkammer as sk
from tests.games.ali_baba.picture import floor, match

START = sk.new("ali-baba", players=2, seed="positions").position()


def lamp_taken() -> dict:
    """Seat 0 has taken a lamp that alone covered four tiles, and may swap it."""
    picture = """
    ## ## .. .. .. | pL .. .. .. | .. .. .. | .. ..
    ## ## .. .. .. | .. .. .. .. | .. .. .. | .. ..
    .. .. .. .. .. | .. .. .. .. | .. .. .. |
    .. .. .. .. .. | .. .. .. .. |          |
    .. .. .. .. .. |             |          |
    """
    m = match(picture, ["pD", "bD"], options={"variant": "lamp"}, beside="pS bR nD gK yU wT")
    m.play(0, "take 2a1")
    return m.position()


def white_taken() -> dict:
    m = match(floor("wD bC ## ##"), ["pD", "bD"])
    m.play(0, "take 1a1")
    return m.position()


def end() -> dict:
    return match(floor("wD bC ## ##"), ["pD", "bD"]).position()


def seats(position: dict, seat: int, **changes: object) -> dict:
    changed = [dict(player) for player in position["seats"]]
    changed[seat] |= changes
    return {**position, "seats": changed}


IMPOSSIBLE: dict[str, tuple[Callable[[], dict], str]] = {
    "fewer turned up than came up": (lambda: {**lamp_taken(), "turned": 3}, "turned"),
    "more turned up than came up": (lambda: {**white_taken(), "turned": 1}, "turned"),
    "a place whose supports are gone": (lambda: {**white_taken(), "slot": "4a1"}, "slot"),
    "a place that is not empty": (lambda: {**white_taken(), "slot": "1b1"}, "slot"),
    "a spell of another colour": (lambda: {**white_taken(), "spell": "pink-diamond"}, "spell"),
    "a spell in nobody's hand": (lambda: {**white_taken(), "spell": "blue-carpet"}, "spell"),
    "an own ban in the middle of a turn": (lambda: seats(white_taken(), 0, ban="blue"), "own ban"),
    "an own ban at the start of a turn": (lambda: seats(end(), 0, ban="blue"), "own ban"),
    "a ban before the first turn": (lambda: seats(START, 1, ban="blue"), "ban"),
    "points before the first turn": (lambda: seats(START, 1, points=5), "points"),
    "a tile shown now": (lambda: seats(end(), 1, shown="blue-diamond"), "step"),
    "a tile twice": (lambda: {**START, "board": {**START["board"], "1a1": START["board"]["1b1"]}}, "1b1"),
    "a tile nowhere": (lambda: {**START, "left_over": START["left_over"][:5]}, "left_over"),
    "a tile in the air": (
        lambda: {**START, "board": {slot: tile for slot, tile in START["board"].items() if slot != "1a1"}},
        "board",
    ),
    "an end that is not known yet": (lambda: {**START, "last_turn": 4}, "last_turn"),
    "an end that should be known": (lambda: {**end(), "last_turn": None}, "last_turn"),
    "an end too far away": (lambda: {**end(), "last_turn": end()["turn"] + 4}, "last_turn"),
    "over too early": (lambda: {**START, "step": "over"}, "step"),
    "too few turns for the tiles taken": (lambda: {**end(), "turn": 2}, "turn"),
    "lamps beside that nobody took": (
        lambda: {**sk.new("ali-baba", seed="x", options={"variant": "lamp"}).position(), **_lamp_beside()},
        "beside",
    ),
    "another game": (lambda: {**START, "game": "chess"}, "game"),
    "another version": (lambda: {**START, "rules": 2}, "rules"),
    "too many players": (lambda: {**START, "players": 5}, "players"),
    "a strange option": (lambda: {**START, "options": {"variant": "huge"}}, "variant"),
    "a strange entry": (lambda: {**START, "extra": 1}, "extra"),
}


def _lamp_beside() -> dict:
    position = sk.new("ali-baba", seed="x", options={"variant": "lamp"}).position()
    lamp = next(slot for slot, tile in position["board"].items() if tile.endswith("lamp"))
    board = {**position["board"], lamp: position["beside"][0]}
    return {"board": board, "beside": [position["board"][lamp], *position["beside"][1:]]}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_positions_are_refused(name: str) -> None:
    position, named = IMPOSSIBLE[name]
    with pytest.raises(sk.BadPosition, match=named):
        sk.from_position("ali-baba", position())


def test_the_positions_they_were_made_from_are_possible() -> None:
    for position in (START, lamp_taken(), white_taken(), end()):
        assert sk.from_position("ali-baba", position).position() == position


def test_a_lamp_swapped_for_blue_counts_what_came_up() -> None:
    m = sk.from_position("ali-baba", lamp_taken())
    m.play(0, "swap blue-ring")
    assert m.view()["seats"][0]["points"] == 8
