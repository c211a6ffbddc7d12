"""One test per rule of docs/games/ali-baba.md, named after it."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.games.ali_baba.components import COLOURS, LARGE, SLOT_NAMES, TREASURES
from tests.games.ali_baba.picture import floor, floor_and_tower, hand, match, tiles
from tests.games.helpers import points, refused

# Seat 0 is about to take; nothing else is under way.
TWO_LEFT_ON_TOP = """
## ## ## ## ## | ## ## ## ## | ## ## ## | pD bC
## ## ## ## ## | ## ## ## ## | ## ## ## | .. ..
## ## ## ## ## | ## ## ## ## | ## ## ## |
## ## ## ## ## | ## ## ## ## |          |
## ## ## ## ## |             |          |
"""


def test_A1_sixty_tiles_each_combination_once() -> None:
    position = sk.new("ali-baba", players=2, seed="A1").position()
    everything = [*position["board"].values(), *position["left_over"]]
    assert sorted(everything) == sorted(f"{colour}-{treasure}" for treasure in TREASURES for colour in COLOURS)
    assert len(everything) == 60


def test_A2_ten_treasures() -> None:
    assert TREASURES == ["diamond", "carpet", "sword", "ring", "chest", "statue", "crown", "ruby", "lamp", "necklace"]


def test_A3_six_colours() -> None:
    assert COLOURS == ["pink", "blue", "brown", "green", "yellow", "white"]


def test_A4_the_pyramid() -> None:
    m = sk.new("ali-baba", players=2, seed="A4")
    board = m.view(0)["board"]
    assert [sum(slot[0] == layer for slot in board) for layer in "1234"] == [25, 16, 9, 4]
    assert {slot for slot, tile in board.items() if tile} == {"4a1", "4b1", "4a2", "4b2"}
    assert len(m.position()["left_over"]) == 6
    below = [SLOT_NAMES[slot] for slot in LARGE.below[SLOT_NAMES.index("3b2")]]
    assert below == ["2b2", "2c2", "2b3", "2c3"]
    assert all(len(LARGE.below[slot]) == 4 for slot in range(25, 54))
    assert not any(tile in str(m.view(seat)) for seat in (None, 0, 1) for tile in m.position()["left_over"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A5_screens_no_points_seat_0_starts_then_clockwise(players: int) -> None:
    m = sk.new("ali-baba", players=players, seed="A5")
    assert m.to_act == (0,)
    assert points(m) == [0] * players
    refused(m, 1, "take 4a1", "A5")
    active = []
    while len(active) < 2 * players:
        if m.view()["step"] == "take":
            active.append(m.to_act[0])
        m.play(m.to_act[0], m.legal(m.to_act[0])[-1])
    assert active == [*range(players)] * 2
    screened, opened = m.view(0)["seats"][1], m.view(1)["seats"][1]
    assert screened["tiles"] is None
    assert screened["count"] == len(opened["tiles"]) == len(hand(m, 1))


def test_A10_one_face_up_tile_has_to_be_taken() -> None:
    m = match(TWO_LEFT_ON_TOP, ["", ""])
    assert set(m.legal(0)) >= {"take 4a1", "take 4b1"}
    refused(m, 0, "pass", "A10")
    refused(m, 0, "take 4a2", "A10")
    refused(m, 0, "take 1a1", "A10")
    refused(m, 0, "ban blue", "A10")
    m.play(0, "take 4a1")
    assert tiles("pD")[0] in hand(m, 0)
    assert "4a1" not in m.view(1)["board"]
    assert {"event": "take", "seat": 0, "slot": "4a1", "tile": "pink-diamond"} in m.events(1)


def test_A11_what_is_uncovered_is_turned_up() -> None:
    m = match(TWO_LEFT_ON_TOP, ["", ""])
    before = {slot for slot, tile in m.view(0)["board"].items() if tile}
    assert before == {"4a1", "4b1", "3a3", "3b3", "3c3"}
    m.play(0, "take 4a1")
    after = {slot for slot, tile in m.view(0)["board"].items() if tile}
    assert after - before == {"3a1", "3a2"}, "3b1 and 3b2 are still covered by 4b1"


def test_A12_a_spell_is_used_now_or_never() -> None:
    m = match(floor_and_tower("wD bC ## ##"), ["", ""])
    m.play(0, "take 1a1")
    assert m.to_act == (0,)
    assert m.view(0)["step"] == "white"
    m.play(0, "pass")
    assert m.to_act == (1,)
    m.play(1, "take 1b1")
    assert m.view(0)["step"] == "take"
    refused(m, 0, "ban blue", "A10")


def test_A20_pink_gives_5_points() -> None:
    m = match(floor("pD bC ## ##"), ["", ""])
    m.play(0, "take 1a1")
    assert points(m) == [5, 0]


def test_A21_blue_gives_2_points_a_tile_turned_up() -> None:
    """The book's picture: a blue carpet, two tiles turned up, four points."""
    m = match(TWO_LEFT_ON_TOP, ["", ""])
    m.play(0, "take 4b1")
    assert points(m) == [4, 0]


def test_A21_blue_gives_2_points_for_a_bared_square() -> None:
    m = match(floor("bD bC ## ##"), ["", ""])
    m.play(0, "take 1a1")
    assert points(m) == [2, 0]


def test_A21_blue_that_uncovers_nothing_above_the_floor_gives_nothing() -> None:
    picture = """
    ## ## ## ## ## | ## ## ## ## | ## ## ## | .. ..
    ## ## ## ## ## | ## ## ## ## | ## bC ## | .. ..
    ## ## ## ## ## | ## ## ## ## | ## ## ## |
    ## ## ## ## ## | ## ## ## ## |          |
    ## ## ## ## ## |             |          |
    """
    m = match(picture, ["", ""])
    m.play(0, "take 3b2")
    assert points(m) == [0, 0]


def test_A22_brown_gives_2_points_a_tile_of_the_treasure() -> None:
    """The book's picture: a brown sword with two swords already, six points."""
    m = match(floor("nS bC ## ##"), ["pS gS bD", ""])
    m.play(0, "take 1a1")
    assert points(m) == [6, 0]


def test_A23_green_takes_one_more_side_by_side() -> None:
    """The book's picture: the green carpet and the ring beside it."""
    m = match(floor("gC pR bS ##"), ["", ""])
    m.play(0, "take 1a1")
    assert m.legal(0) == ["also 1b1", "also 1a2", "pass"]
    refused(m, 0, "also 1c1", "A23")
    refused(m, 0, "also 1b2", "A23")
    m.play(0, "also 1b1")
    assert {"green-carpet", "pink-ring"} <= set(hand(m, 0))
    assert points(m) == [0, 0], "the spell of the second tile does not act"
    assert m.to_act == (1,)


def test_A23_what_the_second_tile_uncovers_is_turned_up() -> None:
    m = match(TWO_LEFT_ON_TOP.replace("pD bC", "gD bC"), ["", ""])
    m.play(0, "take 4a1")
    m.play(0, "also 4b1")
    up = {slot for slot, tile in m.view(0)["board"].items() if tile}
    assert up == {slot for slot in m.view(0)["board"] if slot.startswith("3")}
    assert points(m) == [0, 0]


def test_A23_without_a_neighbour_nobody_is_asked() -> None:
    m = match(floor("gC .. bS ##", ".. bN"), ["", ""])
    m.play(0, "take 1a1")
    assert m.to_act == (1,)


def test_A24_yellow_lets_opponents_show_in_secret_and_takes_one() -> None:
    """The book's picture: the yellow chest; of what is shown the sword is taken."""
    m = match(floor("yT bC ## ##"), ["pD", "nS bR", "gU"])
    m.play(0, "take 1a1")
    assert m.legal(0) == ["ask", "pass"]
    m.play(0, "ask")
    assert m.to_act == (1, 2)
    refused(m, 2, "show brown-sword", "A24")
    refused(m, 1, "pass", "A24")
    refused(m, 0, "pass", "A5")
    m.play(1, "show brown-sword")
    assert "brown-sword" not in str([m.view(0), m.view(2), m.view(), m.events(0), m.events(2), m.events()])
    assert m.view(1)["seats"][1]["shown"] == "brown-sword"
    assert m.view(0)["seats"][1]["chosen"]
    m.play(2, "show green-ruby")
    for viewer in (None, 0, 1, 2):
        assert [seat["shown"] for seat in m.view(viewer)["seats"]] == [None, "brown-sword", "green-ruby"]
    assert m.legal(0) == ["pick brown-sword", "pick green-ruby", "pass"]
    refused(m, 0, "pick blue-ring", "A24")
    m.play(0, "pick brown-sword")
    assert {"yellow-chest", "brown-sword"} <= set(hand(m, 0))
    assert "brown-sword" not in hand(m, 1)
    assert "green-ruby" in hand(m, 2)
    assert points(m) == [0, 0, 0], "brown does not act"
    assert m.to_act == (1,)


def test_A24_yellow_may_be_declined_before_and_after_the_showing() -> None:
    m = match(floor("yT yC ## ##"), ["pD", "nS"])
    m.play(0, "take 1a1")
    m.play(0, "pass")
    assert m.to_act == (1,)
    m.play(1, "take 1b1")
    m.play(1, "ask")
    m.play(0, "show pink-diamond")
    m.play(1, "pass")
    assert "pink-diamond" in hand(m, 0)
    assert m.view()["seats"][0]["shown"] is None


def test_A24_opponents_without_tiles_are_skipped() -> None:
    m = match(floor("yT bC ## ##"), ["pD", "", "nS"])
    m.play(0, "take 1a1")
    m.play(0, "ask")
    assert m.to_act == (2,)
    first = sk.new("ali-baba", players=2, seed="A24")
    opening = next(slot for slot, tile in first.view(0)["board"].items() if tile)
    position = first.position()
    yellow = next(slot for slot, tile in position["board"].items() if tile.startswith("yellow"))
    board = position["board"]
    board[opening], board[yellow] = board[yellow], board[opening]
    m = sk.from_position("ali-baba", position)
    m.play(0, f"take {opening}")
    assert m.to_act == (1,), "nobody has a tile, so nobody is asked"


def test_A25_white_bans_until_the_next_own_turn() -> None:
    """The book's picture: the white statue bans brown."""
    m = match(floor_and_tower("wA nC nD pR"), ["", "", ""])
    m.play(0, "take 1a1")
    assert m.legal(0) == [f"ban {name}" for name in (*TREASURES, *COLOURS)] + ["pass"]
    m.play(0, "ban brown")
    assert m.view(2)["seats"][0]["ban"] == "brown"
    refused(m, 1, "take 1b1", "A25")
    m.play(1, "take 1d1")
    refused(m, 2, "take 1c1", "A25")
    m.play(2, "take 1a2")
    assert m.view(2)["seats"][0]["ban"] is None
    assert "take 1b1" in m.legal(0)


def test_A25_bans_of_several_add_up_and_do_not_bind_their_owner() -> None:
    picture = floor("pD bC nS pR")
    m = match(picture, ["", "", ""], to_act=2, bans=["blue", "sword", None])
    assert [slot for slot in m.legal(2) if slot.endswith("1")] == ["take 1a1", "take 1d1"]
    m = match(picture, ["", "", ""], to_act=0, bans=[None, "sword", "pink"])
    assert [slot for slot in m.legal(0) if slot.endswith("1")] == ["take 1b1"]


def test_A25_a_ban_reaches_greens_second_tile() -> None:
    m = match(floor("gC pR bS ##"), ["", ""], bans=[None, "ring"])
    m.play(0, "take 1a1")
    assert m.legal(0) == ["also 1a2", "pass"]
    refused(m, 0, "also 1b1", "A25")


def test_A25_only_what_is_in_the_game_can_be_banned_and_white_is_always_asked() -> None:
    options = {"variant": "small"}
    small = """
    wD .. .. .. | .. .. .. | .. .. | ..
    .. .. .. .. | .. .. .. | .. .. | ..
    .. .. .. .. | .. .. .. | .. .. |
    .. .. .. .. | .. .. .. |       |
    """
    m = match(small, ["", ""], options=options, removed=["sword", "chest", "lamp"])
    m.play(0, "take 1a1")
    assert m.to_act == (0,), "the board is empty, yet white is asked"
    assert "ban diamond" in m.legal(0)
    refused(m, 0, "ban sword", "A25")
    m.play(0, "ban diamond")
    assert m.over


def test_A26_when_bans_leave_nothing_any_tile_may_be_taken() -> None:
    m = match(floor("pD bD gD nD", ".. .."), ["", ""], bans=[None, "diamond"])
    assert m.legal(0) == ["take 1a1", "take 1b1", "take 1c1", "take 1d1"]
    m.play(0, "take 1a1")
    assert points(m) == [5, 0], "its spell works as usual"


@pytest.mark.parametrize(("left", "lifted"), [("bD gD nD", True), ("bD gK nD", False)])
def test_A26_the_log_says_that_bans_leave_nothing(left: str, lifted: bool) -> None:
    m = match(floor(f"wK {left}", ".. .."), ["", ""])
    m.play(0, "take 1a1")
    told = m.play(0, "ban diamond")
    assert ({"event": "bans_lifted", "seat": 1} in told) == lifted


def test_A26_there_is_no_such_exception_for_green() -> None:
    m = match(floor("pD bD gD nD", ".. .."), ["", ""], bans=[None, "diamond"])
    m.play(0, "take 1c1")
    assert m.to_act == (1,)


@pytest.mark.parametrize(("code", "asked"), [("p", 0), ("b", 0), ("n", 0), ("g", 1), ("y", 1), ("w", 1)])
def test_A27_only_green_yellow_and_white_ask(code: str, asked: int) -> None:
    m = match(floor(f"{code}D ## ## ##"), ["pK", "bK"])
    m.play(0, "take 1a1")
    assert (m.to_act == (0,)) == bool(asked)
    if asked:
        m.play(0, "pass")
    assert m.to_act == (1,)


LAST_HIDDEN = """
## ## .. .. .. | {} .. .. .. | .. .. .. | .. ..
## ## .. .. .. | .. .. .. .. | .. .. .. | .. ..
.. .. .. .. .. | .. .. .. .. | .. .. .. |
.. .. .. .. .. | .. .. .. .. |          |
pU bU nU pN bN |             |          |
"""


@pytest.mark.parametrize(("to_act", "turns_left"), [(0, 5), (1, 4), (2, 3)])
def test_A30_the_round_is_finished_then_one_last_turn_each(to_act: int, turns_left: int) -> None:
    m = match(LAST_HIDDEN.format("pK"), ["pD", "bD", "gD"], to_act=to_act)
    m.play(to_act, "take 2a1")
    turns = 0
    while not m.over:
        seat = m.to_act[0]
        turns += m.view()["step"] == "take"
        m.play(seat, m.legal(seat)[-1])
    assert turns == turns_left
    assert m.view()["board"], "tiles were left when it ended"


def test_A30_it_counts_through_green_too() -> None:
    picture = """
    ## ## ## .. .. | pK gK .. .. | .. .. .. | .. ..
    ## ## ## .. .. | .. .. .. .. | .. .. .. | .. ..
    .. .. .. .. .. | .. .. .. .. | .. .. .. |
    .. .. .. .. .. | .. .. .. .. |          |
    .. .. .. .. .. |             |          |
    """
    m = match(picture, ["pD", "bD"])
    m.play(0, "take 2b1")
    turn = m.view()["turn"]
    assert m.view()["last_turn"] is None
    m.play(0, "also 2a1")
    assert m.view()["last_turn"] == (turn // 2 + 2) * 2


def test_A31_an_empty_board_ends_the_game_when_the_turn_is_complete() -> None:
    bare = floor("yD .. .. ..", ".. ..")
    m = match(bare, ["", "pK", "bK"])
    m.play(0, "take 1a1")
    assert not m.over
    m.play(0, "ask")
    m.play(1, "show pink-crown")
    m.play(2, "show blue-crown")
    m.play(0, "pick pink-crown")
    assert m.over
    refused(m, 1, "take 1a1", "A30")


def test_A32_sets_score_1_3_6_10_15_21() -> None:
    bare = floor("pD .. .. ..", ".. ..")
    for size, worth in enumerate([1, 3, 6, 10, 15, 21], start=1):
        swords = " ".join(["pS", "bS", "nS", "gS", "yS", "wS"][:size])
        m = match(bare, [swords, "", ""], points=[7, 0, 0])
        m.play(0, "take 1a1")
        sheet = m.view()["sheet"][0]
        assert sheet["sets"] == {"diamond": (1, 1), "sword": (size, worth)}
        assert m.scores()[0] == sheet["total"] == worth + 1 + 5 + 7


def test_A32_the_books_example() -> None:
    """4 carpets, 2 chests (the book says 3 by mistake), 3 crowns, a ruby, a statue, 2 swords: 24 points."""
    bare = floor("gU .. .. ..", ".. ..")
    m = match(bare, ["pC bC nC gC pT bT pK bK nK pA pS bS", ""])
    m.play(0, "take 1a1")
    assert m.view()["sheet"][0]["sets"] == {
        "carpet": (4, 10),
        "chest": (2, 3),
        "crown": (3, 6),
        "ruby": (1, 1),
        "statue": (1, 1),
        "sword": (2, 3),
    }
    assert m.scores()[0] == 24


def test_A33_most_points_then_fewer_tiles_then_shared() -> None:
    bare = floor("gU .. .. ..", ".. ..")

    def winners(first: str, second: str, points: list[int]) -> tuple[int, ...]:
        m = match(bare, [first, second, ""], points=[*points, 0])
        m.play(0, "take 1a1")
        assert m.scores()[0] > m.scores()[2]
        return m.winners()

    assert winners("pU", "bU pD", [900, 902]) == (1,), "903 against 904"
    assert winners("pU", "bU", [900, 902]) == (1,), "903 each, with two tiles against one"
    assert winners("pU", "bU pD", [900, 901]) == (0, 1), "903 each with two tiles each"


def test_A24_the_owner_of_a_tile_taken_away_is_told_what_it_costs() -> None:
    for memory, readers in (("screens", {1}), ("open", {0, 1, 2, None})):
        m = match(floor("yT bC ## ##"), ["pD", "nS bS bR", "gU"], options={"memory": memory})
        m.play(0, "take 1a1")
        m.play(0, "ask")
        m.play(1, "show brown-sword")
        m.play(2, "show green-ruby")
        m.play(0, "pick brown-sword")
        for reader in (0, 1, 2, None):
            told = [event for event in m.events(reader) if event["event"] == "lost"]
            assert len(told) == (reader in readers)
            for event in told:
                assert (event["seat"], event["tile"], event["points"]) == (1, "brown-sword", 2)
