"""What is said of a move before it is played is what happens, in random games and in examples."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import schatzkammer as sk
from schatzkammer.core.text import LANGUAGES, Words
from tests.conformance.cases import Case, chosen_cases
from tests.games.solomon.picture import FLAT, match

CASES = chosen_cases("solomon")
SHIFTS_SHOWN = 3  # of a decision's legal shifts, which are many

MUMMIES = FLAT.replace("# # # # # #", "u u u # # #", 1)


def hoard(m: sk.Match, seat: int) -> Counter[str]:
    return Counter(m.view(seat)["seats"][seat]["tiles"])


def points(m: sk.Match, seat: int) -> int:
    """Coins, treasures and parchments, without the prizes of the end."""
    return m.view(seat)["seats"][seat]["score"]["total"]


def counting(view: dict, seat: int) -> dict[str, int]:
    """What scores, under the names of outcomes."""
    score = view["seats"][seat]["score"]
    return {
        "coins": score["coins"],
        "treasures": score["treasures"],
        "sets": score["sets"][0],
        "curse_sum": score["curses"],
        "objects": score["magic"],
    }


def named(events: list[dict], *names: str) -> list[dict]:
    return [event for event in events if event["event"] in names]


def compare(m: sk.Match, seat: int, move: str) -> str:
    """Plays a move and compares what happens with its outcome; returns what kind of move it was."""
    told = m.outcome(seat, move)
    verb, *targets = move.split()
    before, owned, worth = m.view(seat), hoard(m, seat), points(m, seat)
    events = m.play(seat, move)
    after = m.view(seat)
    goes_on = not m.over and after["active"] == seat == before["active"] and after["round"] == before["round"]
    assert told.get("then") == (after["step"] if goes_on else None)
    assert told.get("turns_up", []) == [event["cell"] for event in named(events, "uncover")]
    if "worth" in told:
        assert told["worth"] == (worth, points(m, seat))
        foretold = {name: told["amounts"].get(name, now) for name, now in counting(before, seat).items()}
        assert foretold == counting(after, seat)
    amounts = told.get("amounts", {})
    paid = sum(event["cost"] for event in named(events, "pay", "pay_treasures", "forgiven"))
    if dug := named(events, "dig"):
        fails = named(events, "fail")
        assert told["places"] == dug[0]["cells"]
        assert told["takes"] == dug[0]["tiles"]
        assert told["pays"] == (not fails)
        assert told["cost"] == (fails[0]["cost"] if fails else paid) == amounts["shifts"] + amounts["curses"]
        assert amounts["money"] == before["turn"]["money"]
        assert told["pays"] == (told["cost"] <= amounts["money"] + amounts["found"])
        kept = Counter(told["takes"] if told["pays"] else [])
        assert hoard(m, seat) == owned + kept - Counter(told["gives"])
        return "failed dig" if fails else "dig"
    if verb == "stop":
        assert told["cost"] == paid == before["turn"]["cost"]
        assert told["pays"] == before["turn"]["pays"] == (not named(events, "forgiven"))
        assert hoard(m, seat) == owned - Counter(told["gives"])
        return "forgiven" if not told["pays"] else verb
    if verb == "give":
        assert hoard(m, seat) == owned - Counter(told["gives"])
        return verb
    if verb == "play":
        assert amounts["size"] == "".join(before["shapes"][targets[0]]).count("#")
        if after["active"] == seat:  # nobody has changed the cave since
            digs = [choice.split()[1] for choice in m.legal(seat) if choice.startswith("dig ")]
            assert sorted(told["offers"]) == sorted(digs)
        assert amounts["digs"] == len(told["offers"])
        return verb
    turn = after["turn"]
    if verb == "shift":
        assert told["places"] == targets[1:]
        assert (told["cost"], told["pays"]) == (turn["cost"], turn["pays"])
        assert amounts == {"shifts": turn["shifts"], "money": turn["money"]}
    elif verb == "turn":
        if turn["objects"] and after["step"] == "dig":
            assert amounts["digs"] == sum(each.startswith("dig") for each in m.legal(seat)) > 0
    elif verb == "use":
        assert [after["objects"][each] for each in turn["objects"] if each not in before["turn"]["objects"]] == told[
            "gives"
        ]
    else:
        assert verb in ("name", "cell")
        assert told["places"] == turn["area"]
    return verb


def some_moves(m: sk.Match, seat: int, rng: random.Random) -> list[str]:
    """The legal moves of a seat, of shifts only a few."""
    legal = m.legal(seat)
    shifts = [move for move in legal if move.startswith("shift")]
    return [move for move in legal if move not in shifts] + rng.sample(shifts, min(SHIFTS_SHOWN, len(shifts)))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_outcome_comes_true(case: Case) -> None:
    rng = random.Random(5)
    met: Counter[str] = Counter()
    m = case.new("outcomes")
    while not m.over:
        seat = rng.choice(m.to_act)
        moves = some_moves(m, seat, rng)
        for move in moves:
            met[compare(sk.from_position("solomon", m.position()), seat, move)] += 1
        m.play(seat, rng.choice(moves))
    assert met["dig"]
    assert met["shift"]
    assert met["stop"]


def test_S66_a_dig_that_cannot_be_paid_for() -> None:
    m = match(MUMMIES, [2, 3], coins=[8, 10])
    told = m.outcome(0, "dig a1")
    assert told["takes"] == ["mummy"] * 3
    assert (told["cost"], told["pays"]) == (9, False)
    assert told["amounts"] == {"shifts": 0, "curses": 9, "money": 8, "found": 0}
    assert told["worth"] == (8, 8)
    assert "then" not in told


def test_S64_a_tile_has_to_be_added() -> None:
    purse = [0, 8, 8, 8, 8]
    m = match(MUMMIES, [2, 3, 4, 5, 6], hoards=["5", "", "", "", ""], coins=purse, options={"edition": "designer"})
    assert m.outcome(0, "dig a1")["then"] == "give"
    assert compare(m, 0, "dig a1") == "failed dig"
    assert m.view(0)["turn"]["cost"] == 0, "who loses the finds pays nothing"
    assert m.outcome(0, "give treasure-5") == {"gives": ["treasure-5"], "worth": (5, 0), "amounts": {"treasures": 0}}


def test_S64_no_tile_to_add_after_the_last_object_is_spent() -> None:
    m = match(MUMMIES, [2, 3, 4, 5, 6], hoards=["X", "", "", "", ""], coins=[0, 8, 8, 8, 8])
    assert m.outcome(0, "dig a1")["then"] == "give"
    m.play(0, "use axe")
    assert "then" not in m.outcome(0, "dig a1")
    assert compare(m, 0, "dig a1") == "failed dig"


def test_S62_the_treasures_that_pay() -> None:
    m = match(MUMMIES, [2, 3], hoards=["1245", ""], coins=[3, 10])
    told = m.outcome(0, "dig a1")
    assert told["gives"] == ["treasure-1", "treasure-2", "treasure-4"], "6 in treasures, smallest first, 1 change"
    assert told["worth"] == (15, 6)


def test_S71_a_dig_that_completes_a_set() -> None:
    m = match(FLAT.replace("# # # # # #", "c d 3 # # #", 1), [2, 3], hoards=["ab", ""])
    told = m.outcome(0, "dig a1")
    assert told["worth"] == (10, 23)
    assert (told["amounts"]["sets"], told["amounts"]["treasures"]) == (1, 3)
    assert not {"coins", "curse_sum", "objects"} & {*told["amounts"]}, "what stays as it is is left out"


def test_S72_a_dig_that_changes_the_collections() -> None:
    m = match(FLAT.replace("# # # # # #", "u m M # # #", 1), [2, 3], hoards=["mS", ""])
    amounts = m.outcome(0, "dig a1")["amounts"]
    assert (amounts["curse_sum"], amounts["objects"], amounts["coins"]) == (5, 2, 6)


def test_S55_curses_cost_nothing_with_the_amulet() -> None:
    m = match(MUMMIES, [2, 3], hoards=["A", ""])
    m.play(0, "use amulet")
    told = m.outcome(0, "dig a1")
    assert (told["cost"], told["amounts"]["curses"], told["gives"]) == (0, 0, ["amulet"])


def test_S63_who_stops_pays_what_they_can() -> None:
    m = match(FLAT.replace("# # # # # #", "## # # # # #", 1), [2, 3], coins=[0, 10], hoards=["", ""])
    m.play(0, "shift a1 b1")
    told = m.outcome(0, "stop")
    assert (told["cost"], told["pays"], told["worth"]) == (1, False, (0, 0))


def test_S32_a_shift_does_not_tell_what_turns_up() -> None:
    picture = FLAT.replace("# # # # # #", "mu # # # # #", 1)
    for unseen, turns_up in (({}, []), ({"a1": 1}, ["a1"])):
        m = match(picture, [2, 3], unseen=unseen, options={"memory": "open"})
        told = m.outcome(0, "shift a1 b1")
        assert told["turns_up"] == turns_up
        assert "takes" not in told


def test_S53_the_carpet_of_the_designers_edition() -> None:
    m = match(FLAT, [2, 3], hoards=["X", ""], options={"edition": "designer"})
    assert m.outcome(0, "use axe") == {"gives": ["carpet"], "then": "dig"}


@pytest.mark.parametrize("declare", ["after", "before"])
@pytest.mark.parametrize("hoards", [["MX", ""], ["SXA", ""]])
def test_S36_Mirror_and_Seal_named_or_dug_with(declare: str, hoards: list[str]) -> None:
    rng = random.Random(7)
    met: Counter[str] = Counter()
    for _ in range(10):
        m = match(FLAT, [7, 32], hoards=hoards, options={"declare": declare})
        while m.to_act == (0,):
            legal = m.legal(0)
            magic = [move for move in legal if move.split()[0] in ("use", "turn", "cell")]
            for move in legal if len(legal) < 40 else magic:
                met[compare(sk.from_position("solomon", m.position()), 0, move)] += 1
            m.play(0, rng.choice(magic or legal))
    assert met["use"]
    assert met["turn" if "M" in hoards[0] else "cell"]
    assert met["dig"]
    assert (met["name"] > 0) == (declare == "before" and "M" in hoards[0])


def test_S52_in_how_many_places_the_turned_card_can_be_dug() -> None:
    m = match(FLAT, [2, 3], hoards=["M", ""])
    m.play(0, "use mirror")
    assert m.outcome(0, "turn down") == {"amounts": {"digs": 24}, "then": "dig"}


def test_every_part_has_a_sentence() -> None:
    words = Words("schatzkammer.games.solomon")
    for name in (
        *("shifts", "curses", "money", "found", "size", "digs", "cost"),
        *("coins", "treasures", "sets", "curse_sum", "objects"),
    ):
        for lang in LANGUAGES:
            assert words.say(lang, f"outcome.{name}", {name: 1})
