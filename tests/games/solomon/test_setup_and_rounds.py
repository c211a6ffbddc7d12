"""One test per rule of docs/games/solomon.md, named after it: components, set-up and rounds (S1 to S22)."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

import schatzkammer as sk
from schatzkammer.games.solomon.components import BOOK, BUILT_IN, CARD_NAMES, CELL_NAMES, KIND_NAMES
from tests.games.helpers import refused
from tests.games.solomon.picture import FLAT, draw, match, parse


def set_with(**changes: object) -> dict:
    """The built-in component set with something changed."""
    components = tomllib.loads(files("schatzkammer.games.solomon").joinpath("data/components.toml").read_text())
    for path, value in changes.items():
        *folders, last = path.split("__")
        table = components
        for name in folders:
            table = table[name]
        table[last] = value
    return components


def test_S1_six_rows_of_six_cells_the_entrance_at_the_bottom() -> None:
    assert len(CELL_NAMES) == 36
    assert (CELL_NAMES[0], CELL_NAMES[5], CELL_NAMES[30], CELL_NAMES[35]) == ("a1", "f1", "a6", "f6")
    m = match(FLAT, [4, 5])
    assert "dig b1" in m.legal(0), "card 4 has one cell above two"
    m.play(0, "dig b1")
    assert [cell for cell in CELL_NAMES if cell not in m.view()["cave"]] == ["b1", "a2", "b2"]


def test_S2_tiles_by_group() -> None:
    everything = Counter()
    for stack in sk.new("solomon", players=2, seed="S2").position()["cave"].values():
        everything.update(stack)
    treasures = sum(count for name, count in everything.items() if name.startswith("treasure"))
    curses = everything["mask"] + everything["scorpion"] + everything["mummy"]
    parchments = sum(everything[name] for name in ("alpha", "beta", "gamma", "delta"))
    magic = sum(everything[name] for name in ("mirror", "axe", "seal", "amulet"))
    assert (treasures, curses, parchments, magic, everything.total()) == (55, 34, 38, 17, 144)


def test_S2_a_set_with_other_totals_is_refused() -> None:
    dark = {**BUILT_IN["tiles"]["dark"], "treasures": [12, 10, 8, 7, 5], "curses": [10, 9, 6]}
    with pytest.raises(sk.BadComponents, match=r"treasures.*S2"):
        sk.new("solomon", components=set_with(tiles__dark=dark))


def test_S3_light_on_top_of_dark() -> None:
    assert (sum(BOOK.light), sum(BOOK.dark)) == (36, 108)
    for seed in range(5):
        cave = sk.new("solomon", players=3, seed=f"S3 {seed}").position()["cave"]
        assert Counter(stack[3] for stack in cave.values()) == Counter(dict(zip(KIND_NAMES, BOOK.light, strict=True)))
    with pytest.raises(sk.BadComponents, match=r"tiles\.light.*S3"):
        sk.new("solomon", components=set_with(tiles__light__treasures=[5, 3, 3, 2, 2]))


def test_S4_how_many_of_each() -> None:
    total = [light + dark for light, dark in zip(BOOK.light, BOOK.dark, strict=True)]
    assert total == [15, 13, 11, 9, 7, 14, 12, 8, 10, 10, 9, 9, 5, 4, 4, 4]


def test_S5_the_light_group() -> None:
    assert BOOK.light == [4, 3, 3, 2, 2, 3, 3, 2, 3, 3, 2, 2, 1, 1, 1, 1]


def test_S4_S5_an_owners_counts_are_played_with() -> None:
    light = {**BUILT_IN["tiles"]["light"], "parchments": [4, 2, 2, 2]}
    m = sk.new("solomon", seed="own", components=set_with(tiles__light=light))
    assert Counter(stack[3] for stack in m.position()["cave"].values())["alpha"] == 4
    assert sk.replay(m.record()).position() == m.position()


def test_S6_32_cards_of_3_to_6_cells_that_grow_with_their_number() -> None:
    sizes = [int(card.size) for card in BOOK.cards]
    assert len(sizes) == 32
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[14], sizes[31]) == (3, 5, 6)


@pytest.mark.parametrize(
    ("number", "picture", "why"),
    [
        ("7", ["##"], "3 to 6"),
        ("7", ["#######"], "at most 6"),
        ("7", ["##", "#"], "equal length"),
        ("7", ["#x", "##"], "signs"),
        ("7", ["###", "###"], "fewer"),
        ("1", ["####"], "card 1"),
        ("32", ["#####"], "card 32|fewer"),
        ("7", [], "entries"),
        ("7", "####", "entries"),
        ("33", ["####"], "no such entry"),
    ],
)
def test_S6_cards_that_cannot_be_are_refused_by_name(number: str, picture: object, why: str) -> None:
    named = number if why != "fewer" else "8"
    with pytest.raises(sk.BadComponents, match=why) as error:
        sk.new("solomon", components=set_with(**{f"cards__{number}": picture}))
    assert str(error.value).startswith(f"cards.{named}")


def test_S7_the_rebuilt_shapes() -> None:
    assert [int(card.size) for card in BOOK.cards] == [3] * 6 + [4] * 8 + [5] * 10 + [6] * 8
    trominoes = {tuple(card.picture) for card in BOOK.cards[:6]}
    assert trominoes == {("#", "#", "#"), ("###",), ("#.", "##"), (".#", "##"), ("##", "#."), ("##", ".#")}
    assert BOOK.cards[14].picture == ["##", "##", "#."]
    assert len({tuple(card.picture) for card in BOOK.cards}) == 32


def test_S7_an_owners_card_is_played_with() -> None:
    components = set_with(cards__1=["#.#", "#.."])
    m = sk.new("solomon", seed="own card", components=components)
    position = m.position()
    assert position["components"] == components
    area = m.state.box.cards[0].shapes[0].areas[0]
    assert [CELL_NAMES[cell] for cell in range(36) if area >> cell & 1] == ["a1", "c1", "a2"]


@pytest.mark.parametrize(("players", "supply"), [(2, 20), (3, 10), (4, 0), (5, 0)])
def test_S8_forty_coins(players: int, supply: int) -> None:
    m = sk.new("solomon", players=players, seed="S8")
    assert m.view()["supply"] == supply
    assert supply + sum(seat["coins"] for seat in m.position()["seats"]) == 40
    with pytest.raises(sk.BadComponents, match=r"coins.*S8"):
        sk.new("solomon", components=set_with(coins=41))


def test_S10_four_tiles_on_every_cell_only_the_top_is_seen() -> None:
    m = sk.new("solomon", players=2, seed="S10")
    for viewer in (None, 0, 1):
        cave = m.view(viewer)["cave"]
        assert len(cave) == 36
        assert all(len(stack) == 4 and stack[:3] == [None] * 3 and stack[3] for stack in cave.values())
    other = sk.new("solomon", players=2, seed="S10 again")
    assert other.position()["cave"] != m.position()["cave"], "shuffled"


@pytest.mark.parametrize(("players", "coins"), [(2, 10), (3, 10), (4, 10), (5, 8)])
def test_S11_coins_for_everybody(players: int, coins: int) -> None:
    m = sk.new("solomon", players=players, seed="S11")
    assert [m.view(seat)["seats"][seat]["coins"] for seat in range(players)] == [coins] * players


@pytest.mark.parametrize(("players", "cards"), [(2, 12), (3, 8), (4, 6), (5, 5)])
def test_S12_cards_for_everybody(players: int, cards: int) -> None:
    m = sk.new("solomon", players=players, seed="S12")
    hands = [m.view(seat)["seats"][seat]["hand"] for seat in range(players)]
    assert [len(hand) for hand in hands] == [cards] * players
    assert len({card for hand in hands for card in hand}) == players * cards
    assert len(m.position()["unused"]) == 32 - players * cards
    assert "unused" not in m.view(0)


def test_S13_coins_tiles_and_cards_are_secret() -> None:
    m = match(FLAT, [1, 2], hoards=["5M", "s"], coins=[3, 7])
    for viewer in (None, 0):
        other = m.view(viewer)["seats"][1]
        assert (other["coins"], other["tiles"], other["hand"]) == (None, None, None)
        assert (other["count"], other["cards"]) == (1, 11)
    own = m.view(1)["seats"][1]
    assert (own["coins"], own["tiles"], len(own["hand"])) == (7, {"scorpion": 1}, 11)
    opened = match(FLAT, [1, 2], hoards=["5M", "s"], coins=[3, 7], options={"memory": "open"})
    other = opened.view(0)["seats"][1]
    assert (other["coins"], other["tiles"], other["hand"]) == (7, {"scorpion": 1}, None)


@pytest.mark.parametrize(("players", "rounds"), [(2, 12), (3, 8), (4, 6), (5, 5)])
def test_S20_as_many_rounds_as_cards(players: int, rounds: int) -> None:
    m = sk.new("solomon", players=players, seed="S20")
    seen = set()
    while not m.over:
        seen.add(m.view()["round"])
        seat = m.to_act[0]
        m.play(seat, m.legal(seat)[0] if m.view()["step"] == "choose" else "stop")
    assert seen == set(range(rounds))


def test_S21_cards_are_chosen_in_secret_and_turned_up_together() -> None:
    m = sk.new("solomon", players=3, seed="S21")
    assert m.to_act == (0, 1, 2)
    cards = [m.view(seat)["seats"][seat]["hand"][0] for seat in range(3)]
    refused(m, 0, f"play {cards[1]}", "S21")
    refused(m, 0, "stop", "S21")
    m.play(2, f"play {cards[2]}")
    assert m.to_act == (0, 1)
    refused(m, 2, f"play {cards[2]}", "S21")
    assert m.view(2)["seats"][2]["card"] == cards[2]
    for viewer in (None, 0, 1):
        seat = m.view(viewer)["seats"][2]
        assert (seat["chosen"], seat["card"], seat["cards"]) == (True, None, 8)
    m.play(0, f"play {cards[0]}")
    m.undo(2)
    assert m.to_act == (1, 2), "a choice is taken back while others choose"
    m.play(2, f"play {cards[2]}")
    m.play(1, f"play {cards[1]}")
    for viewer in (None, 0, 1, 2):
        assert [seat["card"] for seat in m.view(viewer)["seats"]] == cards
    for seat in range(3):
        with pytest.raises(sk.IllegalMove):
            m.undo(seat)


def test_S21_a_last_card_plays_itself() -> None:
    m = match(FLAT, [1, 2], played_rounds=10)
    m.play(0, "stop")
    told = [event["event"] for event in m.play(1, "stop")]
    assert told[-5:] == ["round", "last_cards", "reveal", "reveal", "turn"]
    assert m.view()["round"] == 11
    assert m.view()["step"] == "act"
    assert [seat["cards"] for seat in m.view()["seats"]] == [0, 0]


def test_S22_turns_in_ascending_order_and_cards_are_spent() -> None:
    m = match(FLAT, [9, 4, 30])
    assert m.to_act == (1,)
    refused(m, 0, "stop", "S22")
    refused(m, 1, "play 1", "S22")
    order = []
    while m.view()["step"] == "act":
        order.append(m.to_act[0])
        m.play(m.to_act[0], "stop")
    assert order == [1, 0, 2]
    assert m.view()["step"] == "choose"
    assert m.view()["played"][:2] == ["4", "9"]
    assert all(str(card) not in seat["hand"] for card in (9, 4, 30) for seat in m.position()["seats"])


def test_pictures_are_parsed_both_ways() -> None:
    picture = "\n".join(["###5 2a . m suM XSA1"] + [". . . . . ."] * 5).replace("#", "b")
    m = match(picture, [1, 2])
    assert draw(m.position()["cave"]) == picture
    assert parse(picture)["e1"] == "suM"
    assert CARD_NAMES[0] == "1"
