"""Pictures are read and drawn alike."""

from itertools import islice

import pytest

from tests.conformance.cases import chosen_cases
from tests.games.ali_baba.picture import CODES, draw, parse


@pytest.mark.parametrize("case", chosen_cases("ali-baba"), ids=str)
def test_a_drawn_board_is_read_back(case) -> None:
    cave = "small" if ("variant", "small") in case.options else "large"
    for match in islice(case.walk(5), 0, None, 6):
        board = match.position()["board"]
        picture = draw(board, cave)
        assert {slot: CODES[code] for slot, code in parse(picture).items()} == board
        assert draw({slot: CODES[code] for slot, code in parse(picture).items()}, cave) == picture


def test_a_picture_looks_like_the_cave() -> None:
    board = {"1a1": "blue-carpet", "1e5": "brown-chest", "2d4": "pink-ruby", "4b1": "white-lamp"}
    assert draw(board).splitlines() == [
        "bC .. .. .. .. | .. .. .. .. | .. .. .. | .. wL",
        ".. .. .. .. .. | .. .. .. .. | .. .. .. | .. ..",
        ".. .. .. .. .. | .. .. .. .. | .. .. .. |",
        ".. .. .. .. .. | .. .. .. pU |          |",
        ".. .. .. .. nT |             |          |",
    ]
