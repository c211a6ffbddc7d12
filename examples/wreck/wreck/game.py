"""The Wreck: six dives, each for one find; bids are secret, and so is which finds your buyer pays double for."""

from __future__ import annotations

from typing import cast

from schatzkammer.core.bits import BIT, bit, members, nth
from schatzkammer.core.errors import BadPosition, IllegalMove
from schatzkammer.core.game import Json, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import ActionSpace, Over, Refuser, Step, TurnGame
from schatzkammer.core.validation import Field

KINDS = ["pearl", "coin", "cup"]
FINDS = [f"{kind}-{value}" for kind in KINDS for value in (1, 2, 3, 4)]  # W1: find = kind × 4 + value - 1
TOKENS = 6  # W2, and so many dives (W3)
BUYERS = [0, 0, 1, 1, 2, 2]  # W2: two buyers of each kind

SPACE = ActionSpace()
BID = SPACE.block([f"bid {token}" for token in range(1, TOKENS + 1)])
BID_STEP, OVER = 0, 1

refuse = Refuser("wreck")


class WreckState(State):
    """A position. Lists are never changed in place, so that copies can share them."""

    deck: list[int]  # finds still in the wreck, the next one last
    found: list[list[int]]  # the finds of each seat
    tokens: list[int]  # of each seat, a bit each
    bids: list[int]  # the token that each seat has chosen, -1 if none
    buyers: list[int]  # of each seat
    spare: list[int]  # buyers that nobody has

    def copy(self) -> WreckState:
        twin = WreckState()
        self.copy_to(twin)
        for name in ("deck", "found", "tokens", "bids", "buyers", "spare"):
            setattr(twin, name, getattr(self, name))
        return twin


class Bid(Step[WreckState]):
    """W4: everybody chooses a token in secret; all are revealed together."""

    def open(self, s: WreckState) -> int:
        s.pending = bit(s.players) - 1
        s.seat = 0
        return BID_STEP

    def offer(self, s: WreckState, seat: int) -> int:
        return s.tokens[seat]

    def choose(self, s: WreckState, seat: int, choice: int) -> int:
        s.bids = [choice if other == seat else bid for other, bid in enumerate(s.bids)]
        if s.events is not None:
            s.events.append({"event": "chosen", "seat": seat})
        return BID_STEP

    def reveal(self, s: WreckState) -> int:
        """W5: the highest token that nobody else played takes the find; W6: played tokens are gone."""
        find = s.deck[-1]
        single = [bid for bid in s.bids if s.bids.count(bid) == 1]
        winner = s.bids.index(max(single)) if single else -1
        s.tokens = [held ^ BIT[bid] for held, bid in zip(s.tokens, s.bids, strict=True)]
        s.found = [[*held, find] if seat == winner else held for seat, held in enumerate(s.found)]
        s.deck = s.deck[:-1]
        if s.events is not None:
            s.events += [{"event": "bid", "seat": seat, "token": bid + 1} for seat, bid in enumerate(s.bids)]
            sinks: Json = {"event": "sinks", "find": FINDS[find]}
            s.events.append({"event": "takes", "seat": winner, "find": FINDS[find]} if single else sinks)
        s.bids = [-1] * s.players
        s.news += 1
        return BID_STEP if s.tokens[0] else OVER

    def refusal(self, s: WreckState, seat: int, choice: int) -> IllegalMove:
        return refuse("W6", "spent", {"token": choice + 1})


def score(s: WreckState, seat: int) -> int:
    """W7: the values of a seat's finds, doubled for the kind of its buyer."""
    return sum((find % 4 + 1) * (2 if find // 4 == s.buyers[seat] else 1) for find in s.found[seat])


class Wreck(TurnGame):
    """The Wreck, as its texts state it."""

    def __init__(self) -> None:
        self.id, self.package, self.rules = "wreck", "wreck", 1
        self.min_players, self.max_players, self.options = 2, 4, []
        self.refuse, self.order_rule, self.reveal_rule = refuse, "W4", "W4"
        self.arrange([Bid(BID_STEP, "bid", "W4", BID), Over(OVER, "over", "W7")], SPACE, "")

    def start(self, setup: Setup, stream: Stream) -> State:
        deck, buyers = list(range(len(FINDS))), BUYERS[:]
        stream.shuffle(deck)
        stream.shuffle(buyers)
        s = self._put(setup, deck, buyers)
        self.advance(s, BID_STEP)
        return s

    def _put(self, setup: Setup, deck: list[int], buyers: list[int]) -> WreckState:
        s = WreckState()
        s.begin(self, setup)
        s.deck, s.found = deck, [[] for _ in range(setup.players)]
        s.tokens, s.bids = [BIT[TOKENS] - 1] * setup.players, [-1] * setup.players
        s.buyers, s.spare = buyers[: setup.players], sorted(buyers[setup.players :])
        return s

    def scores(self, state: State) -> list[int]:
        return [score(cast(WreckState, state), seat) for seat in range(state.players)]

    def winners(self, state: State) -> list[int]:
        points = self.scores(state)
        return [seat for seat, mine in enumerate(points) if mine == max(points)]

    def public_view(self, state: State) -> Json:
        s = cast(WreckState, state)
        seen: Json = {"step": self.steps[s.step].name, "dive": len(FINDS) - len(s.deck) + 1, "find": FINDS[s.deck[-1]]}
        over: Json = {"step": "over", "dive": TOKENS, "find": None, "sheet": [{"points": n} for n in self.scores(s)]}
        return seen if s.seat >= 0 else over

    def private_view(self, state: State, seat: int) -> Json:
        s = cast(WreckState, state)
        return {"seats": [self._seat(s, other, other == seat or s.seat < 0) for other in range(s.players)]}

    def _seat(self, s: WreckState, seat: int, own: bool) -> Json:
        return {
            "finds": [FINDS[find] for find in s.found[seat]],
            "tokens": members(s.tokens[seat], 1),
            "chosen": s.bids[seat] + 1 if own and s.bids[seat] >= 0 else None,
            "buyer": KINDS[s.buyers[seat]] if own else None,
            "points": score(s, seat) if own else None,
        }

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        s = cast(WreckState, state).copy()
        if s.seat < 0:
            return s
        hidden = sorted(s.deck[:-1])
        stream.shuffle(hidden)
        s.deck = [*hidden, s.deck[-1]]
        buyers = sorted([*s.spare, *(buyer for other, buyer in enumerate(s.buyers) if other != seat)])
        stream.shuffle(buyers)
        s.buyers = [buyer if other == seat else buyers.pop() for other, buyer in enumerate(s.buyers)]
        s.spare = sorted(buyers)
        drawn = [nth(held, stream.below(held.bit_count())) for held in s.tokens]
        s.bids = [drawn[other] if bid >= 0 and other != seat else bid for other, bid in enumerate(s.bids)]
        return s

    def position(self, state: State) -> Json:
        s = cast(WreckState, state)
        return {
            "deck": [FINDS[find] for find in s.deck],
            "found": [[FINDS[find] for find in found] for found in s.found],
            "tokens": [members(held, 1) for held in s.tokens],
            "bids": [bid + 1 for bid in s.bids],
            "buyers": [KINDS[buyer] for buyer in [*s.buyers, *s.spare]],
        }

    def load(self, setup: Setup, given: Json) -> State:
        fields = Field(given, BadPosition).table(["deck", "found", "tokens", "bids", "buyers"])
        players = setup.players
        deck = [item.one_of(FINDS) for item in fields["deck"].items(len(FINDS) - TOKENS, len(FINDS))]
        s = self._put(setup, deck, [item.one_of(KINDS) for item in fields["buyers"].items(6, 6)])
        if sorted([*s.buyers, *s.spare]) != BUYERS:
            raise fields["buyers"].bad("there are two buyers of each kind (W2).")
        s.found = [[item.one_of(FINDS) for item in items.items()] for items in fields["found"].items(players, players)]
        seen = [*deck, *(find for found in s.found for find in found)]
        dives = len(FINDS) - len(deck)
        if len(set(seen)) != len(seen) or sum(map(len, s.found)) > dives:
            raise fields["found"].bad("each find is in one place, and each dive brings one at most (W1, W5).")
        for seat, held in enumerate(fields["tokens"].items(players, players)):
            tokens = [item.integer(1, TOKENS) - 1 for item in held.items(TOKENS - dives, TOKENS - dives)]
            if tokens != sorted(set(tokens)):
                raise held.bad("tokens are in order, and one is played in each dive (W6).")
            s.tokens[seat] = sum(BIT[token] for token in tokens)
        s.bids = [bid.integer(0, TOKENS) - 1 for bid in fields["bids"].items(players, players)]
        if any(bid >= 0 and not s.tokens[seat] & BIT[bid] for seat, bid in enumerate(s.bids)) or -1 not in s.bids:
            raise fields["bids"].bad("bids are tokens that their seat has, and somebody still has to choose (W4).")
        s.step, s.seat = (OVER, -1) if dives == TOKENS else (BID_STEP, s.bids.index(-1))
        if s.seat >= 0:
            s.pending = sum(BIT[seat] for seat, bid in enumerate(s.bids) if bid < 0)
        self.renew_offer(s)
        return s


GAME = Wreck()
