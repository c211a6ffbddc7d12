"""What the outcome of a move says is what happens when it is played: in random games, and in a few small positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import schatzkammer as sk
from schatzkammer.core.game import Json
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.core.text import LANGUAGES, Words
from schatzkammer.games import find
from schatzkammer.games.monte_cristo.state import MonteCristoState
from schatzkammer.games.monte_cristo.steps.payment import bags_of, cheapest, effort, reaches
from tests.games.monte_cristo.picture import collecting, match, placing

GAME = find("monte-cristo")
GAMES = 4
CUSTOM = {
    **GAME.components(),
    "market": {"prices": [3, 3, 2, 1, 1]},
    "bonus": {"landing": 5, "fame": 7, "reinforcement": 1},
}
CUSTOM["supply"] = {**CUSTOM["supply"], "hunters": [5, 3, 0]}


class Decision:
    """A legal move, its outcome, and the views and events around it."""

    def __init__(self, s: MonteCristoState, action: int) -> None:
        self.seat = int(s.seat)
        self.verb, *self.targets = GAME.notation(action).split()
        self.outcome = GAME.outcome(s, s.seat, action)
        self.before = GAME.public_view(s)
        self.state = s.copy()
        self.state.events = []
        self.state.apply(action)
        self.events = self.state.events
        self.after = GAME.public_view(self.state)

    def told(self, *names: str) -> list[Json]:
        """The events of some names."""
        return [event for event in self.events if event["event"] in names]

    @property
    def amounts(self) -> dict[str, int]:
        return self.outcome.get("amounts", {})


def decisions(components: Json | None, players: int) -> Iterator[list[Decision]]:
    """All legal moves at every decision of some random games; the first is the one that is played."""
    setup = checked_setup(GAME, players, components=components)
    stream, rng = seeded(f"outcomes {players}", "test"), random.Random(players)
    for _ in range(GAMES):
        s = GAME.start(setup, stream)
        while moves := s.legal():
            rng.shuffle(moves)
            found = [Decision(s, action) for action in moves]
            yield found
            s = found[0].state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("components", [None, CUSTOM], ids=["built-in", "custom"])
def test_an_outcome_is_what_happens(components: Json | None, players: int) -> None:
    verbs: Counter[str] = Counter()
    promised = Promises()
    for found in decisions(components, players):
        for decision in found:
            verbs[decision.verb] += 1
            check_next_step(decision)
            CHECKS[decision.verb](decision)
        promised.follow(found[0])
    assert set(CHECKS) - set(verbs) <= {"discard"}, "which is rare"
    assert promised.kept > 10


def check_next_step(d: Decision) -> None:
    """`then` is the seat's next decision in the same action, if nobody else decides before."""
    same_action = (d.after["lane"], d.after["round"]) == (d.before["lane"], d.before["round"])
    goes_on = d.state.seat == d.seat and same_action and d.verb != "lane"
    assert d.outcome.get("then") == (d.after["step"] if goes_on else None)
    assert ("points" in d.outcome) == (d.targets == ["fame"])


def check_give(d: Decision) -> None:
    kept = d.before["receiver"] == d.seat
    assert d.told("keep" if kept else "give")[0]["card"] == d.targets[0]
    assert d.outcome["takes" if kept else "gives"] == d.targets
    assert ("gives" if kept else "takes") not in d.outcome


def check_discard(d: Decision) -> None:
    assert d.outcome["gives"] == d.targets
    event = d.told("discard", "discard_joker")[0]
    assert event.get("card", "joker") == d.targets[0]


def check_place(d: Decision) -> None:
    assert d.outcome["places"] == d.targets
    queue = d.after["dungeons"][d.targets[0]]["queue"]
    assert d.amounts == {"place": d.told("place")[0]["place"], "hunters": queue.count(d.seat)}


def check_enter(d: Decision) -> None:
    area = d.targets[0]
    assert d.outcome["places"] == [area]
    assert d.outcome.get("takes", []) == ["joker"] * len(d.told("joker"))
    gained = d.after["seats"][d.seat]["points"] - d.before["seats"][d.seat]["points"]
    assert d.outcome.get("points", 0) == gained
    if area == "landing":
        assert d.amounts == {"ashore": d.told("land")[0]["number"]}
    elif area == "reinforcement":
        most = d.after["amounts"]["reinforcement"]
        assert d.amounts == {"extra": min(most, d.before["seats"][d.seat]["hunters"] - 1)}
        assert (d.outcome.get("then") == "reinforce") == (d.amounts["extra"] > 0)
    else:
        assert not d.amounts


def check_lay(d: Decision) -> None:
    event = d.told("lay")[0]
    assert (d.outcome["gives"], d.outcome["places"]) == ([event["treasure"]], [event["dungeon"]])
    assert d.amounts["treasures"] == len(d.before["dungeons"][d.targets[0]]["treasures"]) + 1
    assert d.amounts.get("scoring", 0) == (d.amounts["treasures"] == d.before["amounts"]["full"])


def check_take(d: Decision) -> None:
    kind, value = d.targets[0].split("-")
    assert (d.outcome["takes"], d.outcome["places"]) == (d.targets, [d.before["collecting"]["dungeon"]])
    price = d.before["market"][kind]
    place = d.before["dungeons"][d.before["collecting"]["dungeon"]]["queue"].index(d.seat) + 1
    assert d.amounts == {"price": price, "sale": int(value) * price, "leaves": place}
    held = [piece.split("-") for piece in d.before["seats"][d.seat]["collected"]]
    worth = sum(int(size) * d.before["market"][of] for of, size in held)
    assert d.outcome["worth"] == (worth, worth + d.amounts["sale"])
    paid = paid_cheaply(d)
    assert paid == d.outcome["gives"]
    wasted = sum(bags(card) for card in paid) - d.outcome["cost"]
    assert 0 <= wasted < 3 if paid else d.outcome["cost"] == 0


def check_pay(d: Decision) -> None:
    assert d.amounts["due"] == d.before["collecting"]["due"]
    paid = paid_cheaply(d)
    assert paid == d.outcome["gives"]
    assert d.amounts["waste"] == sum(bags(card) for card in paid) - d.amounts["due"]
    best = d.before["collecting"]["payment"]
    if d.targets == best[:1]:
        assert paid == best
    else:
        assert d.amounts["waste"] >= sum(bags(card) for card in best) - d.amounts["due"]


def check_down(d: Decision) -> None:
    lane = d.targets[0].split("-")[0]
    assert d.outcome["places"] == [lane]
    if d.outcome.get("then") == "marble":
        assert d.after["slide"][lane][d.amounts["place"] - 1] == d.seat


def check_up(d: Decision) -> None:
    before, after = d.before["market"], d.after["market"]
    amounts = dict(d.amounts)
    assert (amounts.pop("before"), amounts.pop("price")) == (before[d.targets[0]], after[d.targets[0]])
    others = [kind for kind in before if kind != d.targets[0] and before[kind] != after[kind]]
    assert amounts == {kind: after[kind] for kind in others}


def check_lane(d: Decision) -> None:
    assert d.outcome == {"places": d.targets, "amounts": d.amounts}
    if len(d.told("marble")) == 1:
        lane = d.after["slide"][d.targets[0]]
        assert d.amounts == {"place": len(lane)}
        assert lane[-1] == d.seat


def check_pass(d: Decision) -> None:
    assert d.outcome.keys() <= {"then"}


CHECKS = {
    "give": check_give,
    "discard": check_discard,
    "place": check_place,
    "enter": check_enter,
    "lay": check_lay,
    "take": check_take,
    "pay": check_pay,
    "down": check_down,
    "up": check_up,
    "lane": check_lane,
    "pass": check_pass,
}


def bags(card: str) -> int:
    """The bags on a card; a joker is one."""
    return 1 if card == "joker" else int(card[-1])


def paid_cheaply(d: Decision) -> list[str]:
    """The cards of a payment that goes on as the view advises."""
    s = d.state.copy()
    s.events = list(d.events)
    while (view := GAME.public_view(s))["step"] == "pay" and s.seat == d.seat:
        s.apply(GAME.number(f"pay {view['collecting']['payment'][0]}"))
    paid = []
    for event in s.events:
        if event["event"] == "pass_take":  # what follows is not this seat's
            break
        if event["event"] in ("pay", "pay_joker"):
            paid.append(event.get("card", "joker"))
    return paid


class Promises:
    """What moves that were played said about later events."""

    def __init__(self) -> None:
        self.ashore: dict[int, int] = {}  # by seat, until the hunters land
        self.scoring = False
        self.worth: dict[int, int] = {}  # by seat, in this scoring
        self.kept = 0

    def follow(self, d: Decision) -> None:
        """Notes what the outcome promises, and compares it with the events."""
        if d.verb == "give":
            self.ashore[d.before["receiver"]] = d.amounts["ashore"]
        self.scoring |= "scoring" in d.amounts
        if d.verb == "take":
            self.worth[d.seat] = d.outcome["worth"][1]
        dealt = d.before["lane"] == "supply" and d.before["step"] == "give"
        for event in d.events:
            if event["event"] == "land" and dealt and event["seat"] in self.ashore:
                assert event["number"] == self.ashore.pop(event["seat"])
                self.kept += 1
            elif event["event"] == "scoring":
                assert self.scoring
            elif event["event"] == "score" and event["seat"] in self.worth:
                assert event["gained"] == self.worth.pop(event["seat"])
                self.kept += 1
            elif event["event"] == "turn":
                assert not self.worth
                self.scoring, self.ashore = False, {}


def test_M63_the_cheapest_payment_is_one_of_those_that_reach_the_sum() -> None:
    rng = random.Random(63)
    for _ in range(2000):
        held = [rng.randint(0, 2) for _ in range(3)]
        jokers, owed = rng.randint(0, 3), rng.randint(1, 6)
        cards = held[0] + 16 * held[1] + 256 * held[2]
        payment = cheapest(cards, jokers, 0, 0, 3, owed)
        assert (payment is not None) == reaches(cards, jokers, 0, 0, 3, owed)
        ways = [
            [3] * three + [2] * two + [1] * one + [0] * wild
            for one in range(held[0] + 1)
            for two in range(held[1] + 1)
            for three in range(held[2] + 1)
            for wild in range(jokers + 1)
        ]
        good = [way for way in ways if way and bags_of(way) >= owed > bags_of(way) - max(1, min(way))]
        assert (payment is None) == (not good)
        assert payment is None or effort(payment) == min(effort(way) for way in good)


def test_M31_a_card_brings_as_many_hunters_ashore_as_are_in_marseille() -> None:
    picture = "A: G1 / b b b b b b b\nr: / 2 / 0\nb: / 1 / 0"
    m = match(picture, 2, "supply", "give", drawn="R1 R3")
    assert m.outcome(0, "give ruby-1") == {"takes": ["ruby-1"], "amounts": {"ashore": 3}, "then": "marble"}
    m = match(picture, 3, "supply", "give", drawn="R1 R3 S2")
    m.play(0, "give ruby-3")
    assert m.outcome(0, "give ruby-1") == {"gives": ["ruby-1"], "amounts": {"ashore": 1}, "then": "marble"}


def test_M32_the_eighth_card_is_spent() -> None:
    whose = {"seat": 0, "left": 1, "entered": True, "extra": 0}
    picture = "joker: r\nr: G1 G2 G3 R1 R2 R3 S1 ? / 2 / 0"
    m = match(picture, 2, "hunters", "discard", placing=whose)
    assert m.outcome(0, "discard joker") == {"gives": ["joker"], "then": "place"}
    assert m.outcome(0, "discard ruby-2") == {"gives": ["ruby-2"], "then": "place"}


def test_M41_to_M46_what_a_hunter_brings() -> None:
    m = placing("C: G1 / r b\nr: G1 G2 G3 R1 R2 R3 S1 / 2 / 38\nb: / 2 / 0", 2)
    assert m.outcome(0, "place C") == {"places": ["C"], "amounts": {"place": 3, "hunters": 2}, "then": "place"}
    assert m.outcome(0, "enter joker") == {"places": ["joker"], "takes": ["joker"], "then": "discard"}
    assert m.outcome(0, "enter fame") == {"places": ["fame"], "points": 2, "then": "place"}
    assert m.outcome(0, "enter landing") == {"places": ["landing"], "amounts": {"ashore": 3}, "then": "place"}
    reinforcement = m.outcome(0, "enter reinforcement")
    assert reinforcement == {"places": ["reinforcement"], "amounts": {"extra": 1}, "then": "reinforce"}
    assert m.outcome(0, "pass") == {}, "the other player places next"


def test_M52_the_fourth_treasure_starts_a_scoring() -> None:
    m = match("A: G1 G2 G3 / r\nB: R1 / b", 3, "chest", "lay", drawn="S1 S2 S3")
    full = {"gives": ["sapphire-1"], "places": ["A"], "amounts": {"treasures": 4, "scoring": 1}, "then": "lay"}
    assert m.outcome(2, "lay A") == full
    assert m.outcome(2, "lay B")["amounts"] == {"treasures": 2}


def test_M63_left_over_bags_pay_for_the_next_treasure() -> None:
    m = collecting("A: R1 R2 / r r r\nr: R3 ? ? / 0 / 0\nb: / 0 / 0\nmarket: R G S E D", 2, "A", "r")
    outcome = m.outcome(0, "take ruby-2")
    assert outcome == {
        "takes": ["ruby-2"],
        "places": ["A"],
        "cost": 2,
        "gives": ["joker", "joker"],
        "worth": (0, 6),
        "amounts": {"price": 3, "sale": 6, "leaves": 1},
        "then": "pay",
    }
    m.play(0, "take ruby-2")
    assert m.view()["collecting"]["due"] == 2
    assert m.view()["collecting"]["payment"] == ["joker", "joker"]
    assert m.outcome(0, "pay ruby-3") == {"gives": ["ruby-3"], "amounts": {"due": 2, "waste": 1}, "then": "take"}
    m.play(0, "pay ruby-3")
    left_over = m.outcome(0, "take ruby-1")
    assert (left_over["cost"], left_over["gives"], left_over["worth"]) == (0, [], (6, 9))


def test_M70_what_a_marker_and_a_marble_bring() -> None:
    m = match("market: R G S E D\nchest: b g r", 3, "order", "change")
    assert m.outcome(0, "up sapphire 2")["amounts"] == {"price": 3, "before": 2, "ruby": 2}
    assert m.outcome(0, "up emerald 1")["amounts"] == {"price": 2, "before": 1, "sapphire": 1}
    assert m.outcome(0, "up sapphire 1")["amounts"] == {"price": 2, "before": 2}
    assert m.outcome(0, "down chest-3 2") == {"places": ["chest"], "amounts": {"place": 1}, "then": "marble"}
    assert m.outcome(0, "pass") == {"then": "marble"}


def test_M21_the_place_of_the_marble_in_another_lane() -> None:
    m = match("", 3, "order", "marble")
    assert m.outcome(0, "lane chest") == {"places": ["chest"], "amounts": {"place": 4}}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_amount_has_a_text(lang: str) -> None:
    words = Words("schatzkammer.games.monte_cristo")
    for found in decisions(None, 2):
        for decision in found:
            for name, number in decision.amounts.items():
                assert "{" not in words.say(lang, f"outcome.{name}", {name: number})
        if decision.state.rounds > 20:
            break


def test_amounts_follow_the_component_set() -> None:
    view = sk.new("monte-cristo", components=CUSTOM, seed="amounts").view()
    assert view["ashore"] == {"1": 5, "2": 3, "3": 0}
    assert (view["amounts"]["landing"], view["amounts"]["fame"], view["amounts"]["reinforcement"]) == (5, 7, 1)
    assert sorted(view["market"].values()) == [1, 1, 2, 3, 3]
