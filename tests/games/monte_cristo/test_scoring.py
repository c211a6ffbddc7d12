"""One test per rule of docs/games/monte-cristo.md, named after it: from the treasure chest to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import schatzkammer as sk
from schatzkammer.games.monte_cristo import flow
from tests.games.helpers import events_named, play, points, refused, seat_view
from tests.games.monte_cristo.picture import collecting, match, names

# The book's example: yellow collects in D.
YELLOW_IN_D = """
market: R E G S D
D: R3 E2 E1 / y r y y y r
y: R2 E3 ? G1 / 0 / 0
"""


def test_M50_three_treasures_in_three_different_dungeons() -> None:
    m = match("hunters: r b g\nchest: g r b", 3, "hunters", "marble", bag="R3 E2 G1")
    told = play(m, "lane order")
    assert events_named(told, "draw_treasures") == [{"seat": 2, "treasure": ["ruby-3", "emerald-2", "gold-1"]}]
    assert m.view()["drawn"] == ["ruby-3", "emerald-2", "gold-1"]
    assert refused(m, 2, "pass", "M50") == "must_lay"
    play(m, "lay B")
    assert refused(m, 2, "lay B", "M50") == "same_dungeon"
    play(m, "lay A")
    assert len(m.legal(2)) == 4
    play(m, "lay F")
    found = {name: dungeon["treasures"] for name, dungeon in m.view()["dungeons"].items() if dungeon["treasures"]}
    assert found == {"A": ["emerald-2"], "B": ["ruby-3"], "F": ["gold-1"]}
    assert m.view()["step"] == "marble"


def test_M51_treasures_laid_aside_go_back_before_a_draw_from_too_small_a_bag() -> None:
    m = match("", 3, "hunters", "marble", bag="R3 E2", rest="away")
    told = play(m, "lane order")
    assert events_named(told, "refill") == [{"number": 30}]
    assert m.view()["aside"] == []
    assert len(m.view()["bag"]) == 27
    m = match("", 3, "hunters", "marble", bag="R3 E2 G1", rest="away")
    told = play(m, "lane order")
    assert not events_named(told, "refill"), "three are enough"
    assert m.view()["bag"] == []
    assert len(m.view()["aside"]) == 27


def test_M52_four_treasures_bring_a_scoring_at_once() -> None:
    m = match("A: R1 R2 R3 / b\nb: E1 / 0 / 0\nchest: r b g", 3, "chest", "lay", drawn="G1 G2 E1")
    told = play(m, "lay B", "lay C")
    assert not events_named(told, "scoring")
    told = play(m, "lay A")
    assert events_named(told, "scoring") == [{"seat": 0, "number": 1, "dungeon": ["A"]}]
    assert (m.to_act, m.view()["step"]) == ((1,), "take")
    m = match("A: R1 R2 R3 / b\nb: E1 / 0 / 0\nchest: r b g", 3, "chest", "lay", drawn="G1 G2 E1")
    assert not events_named(play(m, "lay B", "lay C", "lay D"), "scoring")
    assert m.view()["step"] == "marble"


def test_M60_all_dungeons_in_order_most_hunters_first_of_equals_the_foremost() -> None:
    picture = """
    chest: r b g y
    A: R1 / b
    B: R2 R3 S1 / r b g g r b y y y
    F: E1 / y r
    r: R1 R1 R2 E1 / 0 / 0
    b: R3 E2 R3 / 0 / 0
    g: E2 / 0 / 0
    y: / 0 / 0
    """
    m = match(picture, 4, "chest", "lay", drawn="S2 S2 S3")
    play(m, "lay C", "lay D")
    told = play(m, "lay B")
    assert [each["dungeon"] for each in events_named(told, "dungeon")] == ["A"]
    assert (m.to_act, m.view()["collecting"]["dungeon"]) == ((1,), "A"), "fewer than four treasures count too"
    told = play(m, "pass")
    assert events_named(told, "rank") == [
        {"seat": 3, "dungeon": "B", "rank": 1, "hunters": 3, "place": 7},
        {"seat": 0, "dungeon": "B", "rank": 2, "hunters": 2, "place": 1},
        {"seat": 1, "dungeon": "B", "rank": 3, "hunters": 2, "place": 2},
        {"seat": 2, "dungeon": "B", "rank": 4, "hunters": 2, "place": 3},
    ]
    assert events_named(told, "forced") == [{"seat": 3}], "yellow has no bags"
    assert m.to_act == (0,)
    told = play(m, "take ruby-2", "pay ruby-2")
    assert events_named(told, "forced") == [{"seat": 0}], "red cannot pay for more"
    assert m.to_act == (1,), "the order stays, and red had one go"
    told = play(m, "pass")
    assert [each["dungeon"] for each in events_named(told, "dungeon_idle")] == ["C", "D", "E"]
    assert (m.to_act, m.view()["collecting"]["dungeon"]) == ((0,), "F")


def test_M61_as_many_as_the_player_likes_at_most_one_a_hunter() -> None:
    m = collecting("D: R1 R2 R3 / r r b\nr: R1 R1 R2 R2 R3 / 0 / 0", 2, "D", "r b")
    assert m.legal(0) == ["take ruby-1", "take ruby-2", "take ruby-3", "pass"]
    assert refused(m, 0, "take gold-1", "M61") == "no_treasure"
    refused(m, 0, "lay A", "M61")
    play(m, "take ruby-1", "pay ruby-1")
    told = play(m, "take ruby-2")
    assert events_named(told, "pass_take")[0] == {"seat": 0, "dungeon": "D"}, "no hunter left"
    assert m.view()["dungeons"]["D"]["treasures"] == ["ruby-3"]
    m = collecting("D: R1 R2 R3 / r r b\nr: R1 R1 R2 R2 R3 / 0 / 0", 2, "D", "r b")
    play(m, "pass")
    assert seat_view(m, 0)["marseille"] == 9 - 2, "none is fine"


def test_M62_a_hunter_goes_back_and_bags_of_the_colour_are_spent() -> None:
    m = collecting("D: R3 E3 S1 / b r b r\nr: R1 R1 R2 E2 / 0 / 0\nb: / 0 / 0", 2, "D", "r b")
    assert refused(m, 0, "take emerald-3", "M62") == "bags_missing"
    assert refused(m, 0, "take sapphire-1", "M62") == "bags_missing"
    play(m, "take ruby-3")
    assert m.view()["dungeons"]["D"]["queue"] == [1, 1, 0], "the foremost of their own"
    assert seat_view(m, 0)["marseille"] == 8
    assert seat_view(m, 0)["cards"] == ["ruby-1", "emerald-2"], "three bags, and not one more"


def test_M62_only_cards_of_the_colour_pay() -> None:
    m = collecting("D: R2 S3 / b r b r\nr: R1 R1 R2 E2 ? / 0 / 0\nb: / 0 / 0", 2, "D", "r b")
    play(m, "take ruby-2")
    assert m.legal(0) == ["pay ruby-1", "pay ruby-2"]
    assert refused(m, 0, "pay emerald-2", "M62") == "wrong_colour"
    assert refused(m, 0, "pay ruby-3", "M62") == "no_card"
    assert refused(m, 0, "pay joker", "M63") == "joker_too_early"
    assert refused(m, 0, "pass", "M62") == "must_pay"
    refused(m, 0, "take sapphire-3", "M62")
    play(m, "pay ruby-1")
    assert m.legal(0) == ["pay ruby-1", "pay joker"]


def test_M63_the_books_example() -> None:
    m = collecting(YELLOW_IN_D, 4, "D", "y r")
    told = play(m, "take ruby-3")
    assert [each["event"] for each in told] == ["take", "forced", "pay", "forced", "pay_joker"], "two bags and a joker"
    told = play(m, "take emerald-2")
    assert events_named(told, "pay") == [{"seat": 3, "card": "emerald-3"}]
    told = play(m, "take emerald-1")
    assert events_named(told, "left_over") == [{"seat": 3, "kind": "emerald"}]
    assert seat_view(m, 3)["cards"] == ["gold-1"]


def test_M63_leftover_bags_are_lost_with_the_go() -> None:
    picture = "D: R1 / r\nE: R2 / r\nr: R3 R1 R1 / 0 / 0\nb: / 0 / 0\nmarket: R G S E D"
    m = collecting(picture, 2, "D", "r")
    play(m, "take ruby-1", "pay ruby-3")
    assert m.view()["collecting"]["dungeon"] == "E"
    assert m.view()["collecting"]["paid"] == {}
    told = play(m, "take ruby-2")
    assert [each["card"] for each in events_named(told, "pay")] == ["ruby-1", "ruby-1"]


def test_M63_a_card_that_could_be_left_out_is_refused() -> None:
    picture = "D: E1 E2 S1 / r r r\nr: E1 E2 E3 / 0 / 0\nb: / 0 / 0"
    m = collecting(picture, 2, "D", "r")
    play(m, "take emerald-1", "pay emerald-1")
    assert refused(m, 0, "pay emerald-2", "M63") == "nothing_due"
    assert refused(m, 0, "lay D", "M61") == "whole_dungeon", "a treasure is chosen, not its dungeon"
    assert refused(m, 0, "lay E", "M61") == "other_dungeon"
    told = play(m, "take emerald-2")
    assert events_named(told, "pay") == [{"seat": 0, "card": "emerald-2"}], (
        "with 3 bags the first card would not be needed"
    )
    m = collecting(picture.replace("E1 E2 E3 /", "E1 E2 E3 ? ? /"), 2, "D", "r")
    play(m, "take emerald-1", "pay emerald-1", "take emerald-2")
    assert m.legal(0) == ["pay emerald-2", "pay joker"]
    assert refused(m, 0, "pay emerald-3", "M63") == "unneeded"
    m = collecting(picture.replace("E1 E2 E3 /", "E2 E3 S1 /"), 2, "D", "r")
    play(m, "take emerald-1", "pay emerald-2")
    assert refused(m, 0, "take emerald-2", "M63") == "unneeded_before", "E3 alone would have paid for both"


def test_M63_the_largest_first_and_only_what_still_leads_there() -> None:
    m = collecting("D: E3 S1 / r r\nr: E1 E1 E2 S1 / 0 / 0\nb: / 0 / 0", 2, "D", "r")
    told = play(m, "take emerald-3")
    assert [each["card"] for each in events_named(told, "pay")] == ["emerald-2", "emerald-1"], (
        "two ways to the same payment"
    )
    m = collecting("D: E3 S1 / r r\nr: E1 E1 E2 E2 S1 / 0 / 0\nb: / 0 / 0", 2, "D", "r")
    play(m, "take emerald-3")
    assert m.view()["collecting"]["paid"] == {"emerald": 2}, "two bags first: forced"
    assert m.legal(0) == ["pay emerald-1", "pay emerald-2"]
    m = collecting("D: E3 S1 / r r\nr: E1 E1 E2 ? S1 / 0 / 0\nb: / 0 / 0", 2, "D", "r")
    play(m, "take emerald-3")
    assert m.legal(0) == ["pay emerald-1", "pay emerald-2"]
    play(m, "pay emerald-1")
    assert seat_view(m, 0)["cards"] == ["sapphire-1", "emerald-2"], "the second card and the joker follow by themselves"
    assert seat_view(m, 0)["jokers"] == []
    m = collecting("D: E3 E2 / r r\nr: E1 E1 E2 ? ? ? / 0 / 0\nb: / 0 / 0", 2, "D", "r")
    play(m, "take emerald-3", "pay emerald-1")
    assert refused(m, 0, "pay emerald-2", "M63") == "largest_first"


def test_M64_cards_to_the_discard_pile_jokers_under_the_deck_the_oldest_first() -> None:
    m = collecting("D: R3 S1 / r r\nr: R1 ? ? ? S1 / 0 / 0\nb: / 0 / 0", 2, "D", "r")
    first, second, third = m.position()["seats"][0]["jokers"]
    play(m, "take ruby-3", "pay ruby-1")
    assert m.view()["discards"] == ["ruby-1"]
    assert m.position()["deck"][-2:] == [first, second]
    assert m.position()["seats"][0]["jokers"] == [third]


def test_M65_full_dungeons_are_emptied_and_bonus_hunters_go_home() -> None:
    picture = """
    A: R1 R2 R3 / r b
    B: G1 S1 S2 / b r
    landing: r b
    fame: b
    r: S1 / 0 / 0
    b: / 0 / 0
    chest: r b b
    supply: r r b
    """
    m = match(picture, 2, "chest", "lay", drawn="G1 E1 G3")
    play(m, "lay A", "lay B")
    play(m, "lay C")
    told = play(m, "take sapphire-1")
    assert events_named(told, "clear") == [{"dungeon": "A", "treasure": names("G1 R1 R2 R3")}]
    a, b = m.view()["dungeons"]["A"], m.view()["dungeons"]["B"]
    assert (a["treasures"], a["queue"]) == ([], [0, 1]), "the hunters stay"
    assert (b["treasures"], b["queue"]) == (names("G1 S2 E1"), [1]), "not four any more"
    assert events_named(told, "home") == [
        {"seat": 0, "bonus": "landing"},
        {"seat": 1, "bonus": "landing"},
        {"seat": 1, "bonus": "fame"},
    ]
    assert m.view()["bonus"] == {"joker": [], "landing": [], "fame": [], "reinforcement": []}
    assert [seat_view(m, seat)["marseille"] for seat in (0, 1)] == [8, 7]
    assert m.view()["aside"] == names("G1 R1 R2 R3 S1")


def test_M66_value_times_price_the_corrected_example() -> None:
    """Ruby 3 at 3, emerald 2 and 1 at 2: 9 + 4 + 2 = 15."""
    m = collecting(YELLOW_IN_D, 4, "D", "y r")
    told = play(m, "take ruby-3", "take emerald-2", "take emerald-1")
    assert events_named(told, "sell") == [
        {"seat": 3, "treasure": "ruby-3", "price": 3, "points": 9},
        {"seat": 3, "treasure": "emerald-1", "price": 2, "points": 2},
        {"seat": 3, "treasure": "emerald-2", "price": 2, "points": 4},
    ]
    assert points(m) == [0, 0, 0, 15]
    assert {"seat": 3, "gained": 15, "points": 15} in events_named(told, "score")
    assert m.view()["aside"] == names("R3 E1 E2")
    assert seat_view(m, 3)["collected"] == []
    assert seat_view(m, 3)["marseille"] == 8
    assert m.view()["dungeons"]["D"]["queue"] == [0, 3, 0]
    assert m.view()["discards"] == ["ruby-2", "emerald-3"]


@pytest.mark.parametrize(("before", "ended"), [(24, False), (25, True)])
def test_M67_forty_points_after_a_scoring_end_the_game(before: int, ended: bool) -> None:
    m = collecting(YELLOW_IN_D.replace("0 / 0", f"0 / {before}") + "chest: r b g y", 4, "D", "y r")
    play(m, "take ruby-3", "take emerald-2", "take emerald-1")
    assert points(m)[3] == before + 15
    assert m.over == ended
    if ended:
        assert m.winners() == (3,)
        refused(m, 0, "lane order", "M67")
        return
    assert (m.to_act, m.view()["step"]) == ((0,), "marble"), "the player of the chest"
    play(m, "lane supply")
    assert (m.view()["lane"], m.view()["step"]) == ("order", "change")


def test_M67_points_from_fame_count_at_the_next_scoring() -> None:
    m = collecting("D: R1 / r\nr: R1 R2 / 0 / 0\nb: / 0 / 41", 2, "D", "r")
    play(m, "pass")
    assert m.over
    assert m.winners() == (1,)


def test_M70_a_marble_down_or_a_marker_up_or_nothing() -> None:
    picture = "order: r b g r\nsupply: b r g\nhunters: g b r\nchest: b g\nmarket: R E G S D"
    m = match(picture, 3, "order", "change")
    downs = ["down supply-2 1", "down hunters-3 1", "down hunters-3 2", "down order-4 1", "down order-4 2"]
    ups = ["up gold 1", "up gold 2", "up sapphire 1", "up sapphire 2", "up emerald 1", "up diamond 1", "up diamond 2"]
    assert m.legal(0) == [*downs, *ups, "pass"]
    assert refused(m, 0, "up ruby 1", "M70") == "market_top"
    assert refused(m, 0, "up emerald 2", "M70") == "market_top"
    assert refused(m, 0, "down chest-2 1", "M70") == "not_your_marble"
    assert refused(m, 0, "down chest-3 1", "M70") == "no_marble"
    play(m, "up sapphire 2")
    assert m.view()["market"] == {"ruby": 3, "sapphire": 2, "emerald": 2, "gold": 1, "diamond": 1}
    assert m.view()["step"] == "marble"
    m = match(picture, 3, "order", "change")
    play(m, "down hunters-3 2")
    assert m.view()["slide"]["hunters"] == [0, 2, 1], "those passed move up"
    m = match(picture, 3, "order", "change")
    before = m.view()
    play(m, "pass")
    assert m.view() == {**before, "step": "marble"}


def test_M71_the_full_way_in_any_lane_past_the_acting_marble_too() -> None:
    picture = "order: r b r g\nsupply: b r g\nhunters: g b r\nchest: b g"
    m = match(picture, 3, "order", "change")
    assert refused(m, 0, "down supply-2 2", "M71") == "no_room"
    play(m, "down order-3 2")
    assert m.view()["slide"]["order"] == [0, 0, 1, 2]
    play(m, "lane chest")
    assert m.view()["slide"] == {"supply": [1, 0, 2], "hunters": [2, 1, 0], "chest": [1, 2, 0], "order": [0, 1, 2]}
    m = match("order: r b g b g r r\nsupply: b g r\nhunters: b\nchest: g", 3, "order", "change")
    play(m, "down order-7 2")
    assert m.view()["slide"]["order"] == [0, 1, 2, 1, 0, 2, 0]


def test_M80_most_points_then_hunters_in_dungeons_then_shared() -> None:
    hunters = "D: R1 / {} \nr: R1 R2 / 0 / 41\nb: / 0 / {}"
    for queue, score, winners in (("r b b", 40, (0,)), ("r b b", 41, (1,)), ("r b r b", 41, (0, 1)), ("r", 50, (1,))):
        m = collecting(hunters.format(queue, score), 2, "D", "r")
        while not m.over:
            play(m, "pass")
        assert m.winners() == winners
        assert m.view()["sheet"] == [
            {"points": points, "hunters": queue.count(letter)} for letter, points in zip("rb", (41, score), strict=True)
        ]


def test_M81_after_200_rounds_it_ends_as_it_stands() -> None:
    m = match("r: / 2 / 7\nb: / 2 / 9", 2, "order", "change", rounds=198)
    play(m, "pass", "lane chest")
    assert not m.over
    assert m.view()["round"] == 200
    while not m.over:
        play(m, m.legal(m.to_act[0])[-1])
    assert m.view()["round"] == 200
    assert m.events()[-2:] == [{"event": "last_round"}, {"event": "over"}]
    assert m.winners() == (1,)
    with pytest.raises(sk.IllegalMove):
        m.play(0, "pass")


def test_M66_the_view_foretells_what_a_scoring_now_would_bring() -> None:
    m = match("A: R3 E1 / b r b\nb: R3 E1 / 0 / 0\nr: R1 / 0 / 0\nmarket: R E S G D", 3, "order", "change")
    view = m.view()
    assert view["dungeons"]["A"]["order"] == [1, 0]
    assert dict(zip(view["dungeons"]["A"]["treasures"], view["dungeons"]["A"]["sales"], strict=True)) == {
        "ruby-3": 9,
        "emerald-1": 2,
    }
    forecast = m.forecast()["forecast"]
    assert [seat["gain"] for seat in forecast] == [0, 11, 0]
    assert sorted(forecast[1]["takes"]["A"]) == ["emerald-1", "ruby-3"]
    assert "forecast" not in view  # programs do not wait for it


def test_M63_the_forecast_saves_cards_for_what_sells_for_more() -> None:
    m = match("A: R2 / b\nB: R3 / b\nb: R3 / 0 / 0\nmarket: R E S G D", 3, "order", "change")
    assert m.forecast()["forecast"][1] == {"gain": 9, "takes": {"B": ["ruby-3"]}}


@pytest.mark.parametrize("seed", range(3))
def test_M66_nothing_brings_more_than_the_forecast(seed: int) -> None:
    """Every way in which the seat can collect, while the others take the dearest treasures."""
    m = sk.new("monte-cristo", players=2, seed=f"forecast {seed}")
    rng = random.Random(seed)
    compared = 0
    while not m.over and compared < 4:
        seat = m.to_act[0]
        if m.view()["step"] == "take" and len(m.legal(seat)) > 2:
            gains = ends(m.state.copy(), seat, m.view()["seats"][seat]["points"])
            assert max(gains) == m.forecast()["forecast"][seat]["gain"]
            compared += 1
        moves = [move for move in m.legal(seat) if move != "pass"]
        m.play(seat, rng.choice(moves or ["pass"]))
    assert compared


def ends(s: Any, seat: int, before: int) -> set[int]:
    """All points that a seat can make in this scoring."""
    while flow.STEPS[s.step].name in ("take", "pay"):
        if s.seat == seat:
            twins = [(s.copy(), action) for action in s.legal()]
            for twin, action in twins:
                twin.apply(action)
            return set().union(*[ends(twin, seat, before) for twin, _ in twins])
        amounts = {action: s.game.outcome(s, s.seat, action).get("amounts", {}) for action in s.legal()}
        # The dearest treasure; a payment that wastes the fewest bags.
        s.apply(max(amounts, key=lambda action: amounts[action].get("sale", 0) - amounts[action].get("waste", 0)))
    return {s.game.scores(s)[seat] - before}


def test_M62_the_view_says_why_a_treasure_cannot_be_taken() -> None:
    m = match("A: R1 R2 R3 / b\nb: E1 / 0 / 0\nchest: r b g", 3, "chest", "lay", drawn="G1 G2 E1")
    assert m.view()["collecting"] is None
    play(m, "lay B", "lay C", "lay A")
    view = m.view()
    assert view["collecting"]["refused"] == dict.fromkeys(["ruby-1", "ruby-2", "ruby-3"], "bags_missing")
    assert m.forecast()["forecast"][1]["takes"] == {"A": ["emerald-1"]}
