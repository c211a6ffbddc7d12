"""One test per rule of docs/games/monte-cristo.md, named after it: from the box to the hunters' lane."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from schatzkammer.games.monte_cristo.components import BONUSES, BOOK, COLOURS, DUNGEONS, KINDS, LANES, TYPE_NAMES
from schatzkammer.games.monte_cristo.flow import laid_out_marbles
from tests.games.helpers import events_named, play, points, refused, seat_view
from tests.games.monte_cristo.picture import CODES, draw, lines, match, placing

ALL_CARDS = [CODES[TYPE_NAMES[card]] for card in BOOK.cards]


def start(players: int, seed: object) -> sk.Match:
    return sk.new("monte-cristo", players=players, seed=f"{seed}")


def test_M1_the_board() -> None:
    view = start(4, "M1").view()
    assert list(view["dungeons"]) == DUNGEONS == list("ABCDEF")
    assert list(view["bonus"]) == BONUSES
    assert len(view["market"]) == 5
    assert {"points", "marseille"} <= view["seats"][3].keys()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M2_nine_hunters_and_the_marbles(players: int) -> None:
    view = start(players, "M2").view()
    for seat in view["seats"]:
        assert seat["hunters"] + seat["marseille"] == 9
    marbles = Counter(seat for lane in view["slide"].values() for seat in lane)
    assert [marbles[seat] for seat in range(players)] == ([6, 6] if players == 2 else [4] * players)
    assert COLOURS == ["red", "blue", "green", "yellow"]


def test_M3_thirty_treasures() -> None:
    view = start(2, "M3").view()
    found = [treasure for dungeon in view["dungeons"].values() for treasure in dungeon["treasures"]] + view["bag"]
    assert KINDS == ["gold", "ruby", "sapphire", "emerald", "diamond"]
    assert sorted(found) == sorted(f"{kind}-{value}" for kind in KINDS for value in (1, 1, 2, 2, 3, 3))


def test_M4_thirty_supply_cards() -> None:
    position = start(2, "M4").position()
    found = [card for card, _ in position["deck"]] + position["drawn"]
    assert sorted(found) == sorted(f"{kind}-{bags}" for kind in KINDS for bags in (1, 1, 2, 2, 3, 3))
    assert BOOK.hunters == [3, 2, 1], "the more bags, the fewer hunters"


def test_M5_the_market() -> None:
    assert list(start(2, "M5").view()["market"].values()) == [3, 2, 2, 1, 1]


def test_M6_the_bonus_areas() -> None:
    m = placing("r: / 2 / 0", 2)
    assert [move for move in m.legal(1 if m.to_act == (1,) else 0) if move.startswith("enter")] == [
        f"enter {bonus}" for bonus in ("joker", "landing", "fame", "reinforcement")
    ]


def test_M10_two_have_six_marbles_three_and_four_have_four() -> None:
    for players, each in ((2, 6), (3, 4), (4, 4)):
        lanes = start(players, "M10").view()["slide"].values()
        assert all(sum(lane.count(seat) for lane in lanes) == each for seat in range(players))


def test_M11_every_layout_for_two_is_as_likely() -> None:
    """Six ways to choose the lanes with two red marbles, three orders in each of four lanes: 486."""
    stream = seeded("M11", "test")
    each = 30
    found = Counter(tuple(laid_out_marbles(2, stream)) for _ in range(486 * each))
    assert len(found) == 486
    for lanes in found:
        colours = [Counter(f"{lane:o}") for lane in lanes]
        assert all(sorted(lane.values()) == [1, 2] for lane in colours)
        assert sum(lane["1"] for lane in colours) == 6
    # Chi-square with 485 degrees of freedom: its mean is 485, its standard deviation 31.
    assert sum((times - each) ** 2 / each for times in found.values()) < 485 + 4 * 31


@pytest.mark.parametrize("players", [3, 4])
def test_M11_three_and_four_have_one_of_each_in_every_lane(players: int) -> None:
    stream = seeded("M11", "test")
    orders = 6 if players == 3 else 24
    found = [laid_out_marbles(players, stream) for _ in range(100 * orders)]
    for lane in range(4):
        times = Counter(f"{lanes[lane]:o}" for lanes in found)
        assert all(sorted(order) == list("1234"[:players]) for order in times)
        assert len(times) == orders
        assert sum((number - 100) ** 2 / 100 for number in times.values()) < orders + 5 * (2 * orders) ** 0.5
    pairs = Counter((lanes[0], lanes[3]) for lanes in found)
    assert len(pairs) > orders * orders * 0.9, "lanes do not depend on each other"


def test_M12_two_hunters_ashore_seven_in_marseille_no_points() -> None:
    for seat in start(4, "M12").view()["seats"]:
        assert (seat["hunters"], seat["marseille"], seat["points"], seat["cards"]) == (2, 7, 0, [])


def test_M13_a_treasure_in_each_dungeon_the_market_in_random_order_a_shuffled_deck() -> None:
    firsts, decks, markets = Counter(), set(), set()
    for seed in range(150):
        position = start(2, seed).position()
        assert all(len(dungeon["treasures"]) == 1 for dungeon in position["dungeons"].values())
        assert all(dungeon["queue"] == [] for dungeon in position["dungeons"].values())
        firsts.update(position["dungeons"]["C"]["treasures"])
        markets.add(position["market"][0])
        decks.add(position["deck"][0][0])
    assert set(firsts) == decks == set(TYPE_NAMES)
    assert markets == set(KINDS)


def test_M20_the_lanes_in_their_order() -> None:
    m = start(3, "M20")
    seen = [m.view()["lane"]]
    while len(seen) < 9 and not m.over:
        told = play(m, m.legal(m.to_act[0])[0])
        seen += [turn["lane"] for turn in events_named(told, "turn")]
    assert seen[:9] == [*LANES, *LANES, "supply"]


def test_M21_the_lowest_marble_acts_and_goes_to_the_top_of_another_lane() -> None:
    m = match("chest: g r b", 3, "chest", "marble")
    assert m.to_act == (2,)
    assert m.legal(2) == ["lane supply", "lane hunters", "lane order"]
    assert refused(m, 2, "lane chest", "M21") == "own_lane"
    refused(m, 2, "pass", "M21")
    refused(m, 0, "lane order", "M21")
    m.play(2, "lane supply")
    assert m.view()["slide"] == {"supply": [0, 1, 2, 2], "hunters": [1, 2, 0], "chest": [0, 1], "order": [0, 2, 1]}


def test_M22_seven_marbles_and_three_of_a_colour_are_the_limit() -> None:
    m = match("supply: r b b b y y y\nhunters: b g y g g\nchest: r r\norder: r g", 4, "chest", "marble")
    assert m.legal(0) == ["lane hunters", "lane order"]
    assert refused(m, 0, "lane supply", "M22") == "lane_full"
    m = match("supply: r r r b\nhunters: b g\nchest: r b g\norder: b g g", 3, "chest", "marble")
    assert refused(m, 0, "lane supply", "M22") == "lane_colour"


def test_M22_a_lane_is_always_free() -> None:
    """All ways to spread the other marbles over the three other lanes: the worst is left to nobody's luck."""
    for players, each in ((2, 6), (3, 4), (4, 4)):
        foreign = (players - 1) * each
        most = (players - 1) * 3
        for own in product(range(4), repeat=3):
            for others in product(range(most + 1), repeat=3):
                if sum(own) <= each - 1 and sum(others) <= foreign:
                    held = zip(own, others, strict=True)
                    assert any(mine < 3 and mine + theirs < 7 for mine, theirs in held)


def test_M23_a_lane_without_marbles_is_skipped() -> None:
    m = match("supply: b g r r\nhunters: b g g r\nchest:\norder: r b b g", 3, "hunters", "marble")
    told = play(m, "lane order")
    assert events_named(told, "skip") == [{"lane": "chest"}]
    assert m.view()["lane"] == "order"


def test_M30_keep_a_card_and_give_one_to_each() -> None:
    m = match("supply: g r b", 3, "supply", "give", drawn="R2 G1 S3")
    assert m.legal(2) == ["give gold-1", "give ruby-2", "give sapphire-3"]
    refused(m, 2, "pass", "M30")
    refused(m, 2, "give diamond-1", "M30")
    play(m, "give ruby-2")
    assert seat_view(m, 2)["cards"] == ["ruby-2"]
    assert m.view()["receiver"] == 0, "clockwise from the active player"
    refused(m, 2, "pass", "M30")
    told = play(m, "give sapphire-3")
    assert events_named(told, "forced") == [{"seat": 2}], "the last card plays itself, and says so"
    assert [seat_view(m, seat)["cards"] for seat in range(3)] == [["sapphire-3"], ["gold-1"], ["ruby-2"]]
    assert m.view()["step"] == "marble"


def test_M31_hunters_come_ashore_as_far_as_there_are_any() -> None:
    m = match("r: / 2 / 0\nb: / 8 / 0\ng: / 9 / 0", 3, "supply", "give", drawn="R1 R2 S2")
    play(m, "give ruby-2")
    assert seat_view(m, 0)["hunters"] == 2, "not before all cards are given out"
    told = play(m, "give ruby-1")
    assert [seat_view(m, seat)["hunters"] for seat in range(3)] == [4, 9, 9]
    assert [land["number"] for land in events_named(told, "land")] == [2, 1, 0]


def test_M31_even_if_the_card_is_discarded() -> None:
    m = match("r: G1 G2 G3 S1 S2 S3 E1 / 2 / 0", 2, "supply", "give", drawn="R1 E2")
    play(m, "give ruby-1")
    assert m.view()["step"] == "discard"
    assert seat_view(m, 0)["hunters"] == 5
    play(m, "discard ruby-1")
    assert seat_view(m, 0)["hunters"] == 5
    assert m.view()["discards"] == ["ruby-1"]
    assert seat_view(m, 0)["cards"][0] == "gold-1"


def test_M32_whoever_has_eight_discards_clockwise_from_the_active_player() -> None:
    picture = """
    supply: g r b
    b: G1 G2 G3 S1 S2 S3 E1 / 2 / 0
    g: D1 D2 D3 S1 S2 S3 ? / 2 / 0
    """
    m = match(picture, 3, "supply", "give", drawn="R1 R2 R3")
    play(m, "give ruby-1", "give ruby-2")
    assert m.to_act == (2,)
    assert m.view()["step"] == "discard"
    assert refused(m, 2, "pass", "M32") == "must_discard"
    assert refused(m, 2, "discard gold-1", "M32") == "no_card"
    assert "discard joker" in m.legal(2)
    play(m, "discard diamond-2")
    assert m.to_act == (1,)
    assert refused(m, 1, "discard joker", "M32") == "no_joker"
    play(m, "discard gold-1")
    assert m.to_act == (2,)
    assert m.view()["step"] == "marble"
    assert m.view()["discards"] == ["gold-1", "diamond-2"]


def test_M32_a_discarded_joker_goes_under_the_deck_the_oldest_first() -> None:
    m = match("r: G1 G2 G3 S1 S2 ? ? / 2 / 0", 2, "supply", "give", drawn="R1 E2")
    oldest, newest = m.position()["seats"][0]["jokers"]
    play(m, "give ruby-1", "discard joker")
    assert m.position()["deck"][-1] == oldest
    assert m.position()["seats"][0]["jokers"] == [newest]
    assert m.view()["discards"] == []


def test_M32_a_joker_as_the_eighth_card_is_handled_at_once() -> None:
    m = placing("r: G1 G2 G3 S1 S2 S3 E1 / 2 / 0\nhunters: r b g", 3)
    play(m, "enter joker")
    assert (m.to_act, m.view()["step"]) == ((0,), "discard")
    deck = len(m.view()["deck"])
    play(m, "discard joker")
    assert len(m.view()["deck"]) == deck + 1
    assert len(seat_view(m, 0)["cards"]) == 7
    assert (m.to_act, m.view()["step"]) == ((0,), "place"), "the action goes on"


def test_M33_the_discard_pile_becomes_the_deck_in_the_middle_of_a_draw() -> None:
    m = match("order: r g b", 3, "order", "marble", deck="R2", rest="away")
    told = play(m, "lane hunters")
    names = [each["event"] for each in told]
    assert names == ["marble", "turn", "draw_card", "shuffle", "draw_card", "draw_card"]
    assert told[2]["card"] == "ruby-2", "stays out of the new deck"
    assert len(m.view()["deck"]) == 27
    assert m.view()["discards"] == []
    assert m.view()["batches"].keys() == {"0"}


def test_M33_at_the_moment_the_deck_is_empty() -> None:
    m = match("order: r g b", 3, "order", "marble", deck="R2 R2 S1", rest="away")
    told = play(m, "lane hunters")
    assert [each["event"] for each in told][-1] == "shuffle"
    assert sorted(m.view()["drawn"]) == ["ruby-2", "ruby-2", "sapphire-1"]
    assert len(m.view()["deck"]) == 27
    m = placing("hunters: r b g", 3, deck="R2", rest="away")
    assert [each["event"] for each in play(m, "enter joker")] == ["enter", "joker", "shuffle"]
    assert seat_view(m, 0)["jokers"] == [0]
    assert set(m.view()["deck"]) == {1}, "another batch than the joker's"


def hands_full(joker: bool = False) -> str:
    """Four players with seven cards each, red's last one a joker if asked for; two cards are left."""
    hands = [ALL_CARDS[2:9], ALL_CARDS[9:16], ALL_CARDS[16:23], ALL_CARDS[23:30]]
    if joker:
        hands[0] = [*hands[0][1:], "?"]
    return "\n".join(f"{colour}: {' '.join(hand)} / 2 / 0" for colour, hand in zip("rbgy", hands, strict=True))


def test_M33_with_too_few_cards_the_active_player_keeps_one_first_and_gives_the_rest_to_anybody() -> None:
    m = match("order: r g b y\n" + hands_full(), 4, "order", "marble", deck="G1 G1")
    told = play(m, "lane hunters")
    assert [each["event"] for each in told] == ["marble", "turn", "draw_card", "draw_card", "forced", "keep"]
    assert m.legal(0) == ["give gold-1", "pass"], "blue may get the second one, or somebody else"
    told = play(m, "pass", "pass")
    assert events_named(told, "give_nothing") == [{"seat": 0, "to_seat": 1}, {"seat": 0, "to_seat": 2}]
    assert events_named(told, "give") == [{"seat": 0, "to_seat": 3, "card": "gold-1"}]
    assert m.view()["step"] == "discard"


def test_M33_a_joker_under_an_empty_deck_is_the_deck() -> None:
    m = match("order: r g b y\n" + hands_full(joker=True), 4, "order", "marble", deck="G1 G1")
    (joker,) = m.position()["seats"][0]["jokers"]
    play(m, "lane hunters", "give gold-1")
    assert m.view()["deck"] == []
    play(m, "discard joker")
    assert m.position()["deck"] == [joker]
    play(m, "discard gold-1")
    assert m.view()["discards"] == ["gold-1"], "not shuffled as long as there is a deck"
    play(m, "lane hunters", "pass", "pass")
    while m.view()["lane"] != "order":
        play(m, m.legal(m.to_act[0])[-1])
    told = play(m, "pass", "lane chest")
    drawn = [each for each in told if each["event"] in ("draw_card", "shuffle")]
    assert [each["event"] for each in drawn] == ["draw_card", "shuffle", "draw_card"]
    assert [drawn[0]["card"], drawn[2]["card"]] == [joker[0], "gold-1"]


def test_M33_with_nothing_to_shuffle_it_is_done_at_the_next_draw() -> None:
    m = match("order: r g b y\n" + hands_full(), 4, "order", "marble", deck="G1 G1")
    play(m, "lane hunters", "give gold-1", "discard gold-1", "discard gold-1")
    assert (m.view()["deck"], m.view()["discards"]) == ([], ["gold-1", "gold-1"])
    play(m, "lane chest")
    told = play(m, "enter joker")
    assert [each["event"] for each in told][:3] == ["enter", "shuffle", "joker"]


def test_M40_the_active_player_up_to_three_the_others_up_to_one() -> None:
    m = placing("hunters: b r g\nr: / 5 / 0\nb: / 5 / 0\ng: / 5 / 0", 3, seat=1)
    play(m, "place A", "enter fame")
    assert refused(m, 1, "enter landing", "M40") == "second_bonus"
    assert m.legal(1) == [*(f"place {name}" for name in "ABCDEF"), "pass"]
    play(m, "place A")
    assert m.to_act == (2,), "clockwise"
    assert len(m.legal(2)) == 11
    play(m, "place B")
    assert m.to_act == (0,)
    play(m, "enter fame")
    assert (m.to_act, m.view()["step"]) == ((1,), "marble")
    assert m.view()["dungeons"]["A"]["queue"] == [1, 1]


def test_M40_nobody_has_to_and_who_cannot_is_not_asked() -> None:
    m = placing("hunters: r b g\nr: / 5 / 0\nb: / 0 / 0\ng: / 5 / 0", 3)
    told = play(m, "pass")
    assert m.to_act == (2,)
    assert [each["event"] for each in told] == ["pass_place", "forced", "pass_place"]
    play(m, "pass")
    assert (m.to_act, m.view()["step"]) == ((0,), "marble")


def test_M40_landed_hunters_may_be_placed_in_the_same_action() -> None:
    m = placing("r: / 1 / 0\nb: / 0 / 0", 2)
    play(m, "enter landing")
    assert seat_view(m, 0)["hunters"] == 3
    play(m, "place A", "place B")
    assert m.view()["step"] == "marble", "three in all"
    assert seat_view(m, 0)["hunters"] == 1


def test_M41_the_order_of_arrival_counts_and_queues_are_endless() -> None:
    m = placing("A: / " + "b" * 8 + "r" * 6 + "\nr: / 3 / 0\nb: / 1 / 0", 2)
    told = play(m, "place A", "place A", "place A", "place A")
    assert m.view()["dungeons"]["A"]["queue"] == [1] * 8 + [0] * 9 + [1]
    assert [each["place"] for each in events_named(told, "place")] == [15, 16, 17, 18]


def test_M42_one_hunter_of_each_colour_in_a_bonus_area() -> None:
    m = placing("landing: r b\nr: / 8 / 0\nb: / 1 / 0", 2)
    assert refused(m, 0, "enter landing", "M42") == "same_colour"
    m = placing("landing: b\nr: / 9 / 0\nb: / 1 / 0", 2)
    told = play(m, "enter landing")
    assert events_named(told, "land") == [{"seat": 0, "number": 0}], "even if it brings nothing"
    assert m.view()["bonus"]["landing"] == [0, 1]


def test_M43_a_joker_is_drawn_unseen() -> None:
    m = placing("", 2, deck="R3")
    told = play(m, "enter joker")
    assert m.position()["seats"][0]["jokers"] == [["ruby-3", 0]]
    assert told == [{"event": "enter", "seat": 0, "bonus": "joker"}, {"event": "joker", "seat": 0}]
    for seat in (None, 0, 1):
        assert m.view(seat)["seats"][0]["jokers"] == [0]
        assert len(m.view(seat)["batches"]["0"]) == 30, "it may be any card"
    assert seat_view(m, 0)["cards"] == []


def test_M44_landing_brings_three_hunters() -> None:
    m = placing("r: / 2 / 0\nb: / 8 / 0", 2)
    play(m, "enter landing", "pass")
    assert (seat_view(m, 0)["hunters"], seat_view(m, 0)["marseille"]) == (4, 4)
    told = play(m, "enter landing")
    assert events_named(told, "land") == [{"seat": 1, "number": 1}], "as far as there are any"


def test_M45_fame_scores_2_and_does_not_end_the_game() -> None:
    m = placing("r: / 2 / 39", 2)
    play(m, "enter fame")
    assert points(m) == [41, 0]
    assert not m.over


def test_M46_reinforcement_two_more_in_dungeons_at_once() -> None:
    m = placing("r: / 6 / 0\nb: / 3 / 0", 2)
    play(m, "enter reinforcement")
    assert m.legal(0) == [*(f"place {name}" for name in "ABCDEF"), "pass"]
    assert refused(m, 0, "enter fame", "M46") == "only_dungeons"
    play(m, "place A", "place A", "place B", "place B")
    assert m.to_act == (1,), "three by the action, two by reinforcement"
    assert seat_view(m, 0)["hunters"] == 1
    play(m, "enter reinforcement", "place C", "place C")
    assert m.view()["step"] == "marble"
    m = placing("r: / 6 / 0\nb: / 3 / 0", 2)
    play(m, "enter reinforcement", "pass")
    assert (m.to_act, m.view()["step"]) == ((0,), "place"), "stopping does not end the action"
    m = placing("r: / 1 / 0\nb: / 3 / 0", 2)
    assert (m.view()["placing"]["left"], m.view()["placing"]["able"]) == (3, 1), "only one is ashore"
    told = play(m, "enter reinforcement")
    assert len(events_named(told, "forced")) == 2, "no hunter left for reinforcement, nor for the action"
    assert m.to_act == (1,)


def test_pictures_are_drawn_as_they_are_read() -> None:
    m = start(3, "picture")
    while m.view()["round"] < 3 or m.view()["step"] != "change":
        play(m, m.legal(m.to_act[0])[0])
    picture = draw(m.position())
    assert draw(m.view()) == picture
    read = lines(picture)
    assert len(read) == 4 + 1 + 6 + 4 + 3
    assert draw(match(picture, 3, "order", "change").position()) == picture
