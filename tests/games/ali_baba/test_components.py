"""Component sets of one's own: amounts may change, and errors name the entry."""

import pytest

import schatzkammer as sk
from schatzkammer.games import find
from tests.games.ali_baba.picture import match


def changed(**points: object) -> dict:
    built_in = find("ali-baba").components()
    return {**built_in, "points": {**built_in["points"], **points}}


def test_amounts_of_a_set_are_used() -> None:
    picture = """
    pD nS .. .. .. | .. .. .. .. | .. .. .. | .. ..
    bN .. .. .. .. | .. .. .. .. | .. .. .. | .. ..
    .. .. .. .. .. | .. .. .. .. | .. .. .. |
    .. .. .. .. .. | .. .. .. .. |          |
    .. .. .. .. .. |             |          |
    """
    parts = changed(pink=7, blue=3, brown=4, sets=[2, 2, 2, 2, 2, 30])
    m = match(picture, ["pS", "bR", ""], components=parts)
    m.play(0, "take 1a1")
    m.play(1, "take 1a2")
    assert [seat["points"] for seat in m.view()["seats"]] == [7, 3, 0]
    assert sk.replay(m.record()).position() == m.position()
    m.play(2, "take 1b1")
    assert m.over
    assert m.scores()[:2] == [7 + 2 + 2, 3 + 2 + 2]


def test_the_built_in_set_given_as_such_changes_nothing() -> None:
    parts = find("ali-baba").components()
    plain, given = sk.new("ali-baba", seed="x"), sk.new("ali-baba", seed="x", components=parts)
    assert given.view(0) == plain.view(0)
    parts["points"]["pink"] = 99
    assert find("ali-baba").components()["points"]["pink"] == 5, "nobody changes the built-in set"
    assert given.components["points"]["pink"] == 5, "nor a set in use"


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        (changed(pink=-1), "points.pink"),
        (changed(blue="2"), "points.blue"),
        (changed(brown=True), "points.brown"),
        (changed(sets=[1, 2, 3]), "points.sets"),
        (changed(sets=[1, 3, 6, 10, 15, 2.5]), r"points.sets\[5\]"),
        (changed(gold=1), "points.gold"),
        ({**changed(), "colours": ["pink"]}, "colours"),
        ({**changed(), "extra": 1}, "extra"),
        ({"points": {}}, "treasures"),
        ([], "component set"),
    ],
)
def test_errors_name_the_entry(parts: object, named: str) -> None:
    with pytest.raises(sk.BadComponents, match=named):
        sk.new("ali-baba", seed="x", components=parts)
