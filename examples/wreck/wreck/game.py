"""The Wreck: six dives for one find each. Bids are secret, and so is the kind of find that a buyer pays more for."""

from __future__ import annotations

from typing import cast

from schatzkammer.core.bits import BIT, bit, members, nth
from schatzkammer.core.errors import BadPosition, IllegalMove
from schatzkammer.core.game import NOBODY, Json, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import ActionSpace, Over, Refuser, Step, TurnGame
from schatzkammer.core.validation import Field

KINDS = ["pearl", "coin", "cup"]
FINDS = [f"{kind}-{value}" for kind in KINDS for value in (1, 2, 3, 4)]  # W1: find = kind × 4 + value - 1
TOKENS = 6  # W2; one is played in each dive, so there are as many dives (W3)
BUYERS = [0, 0, 1, 1, 2, 2]  # W2: the kind of each buyer
NO_BID = -1
PAYS = {1: 2, 2: 3}  # W7, by version of the rules: what a buyer pays, times the value

SPACE = ActionSpace()
BID = SPACE.block([f"bid {token}" for token in range(1, TOKENS + 1)])
BID_STEP, OVER = 0, 1
refuse = Refuser("wreck")


class WreckState(State):
    """A position. Lists are replaced, never changed, so that copies can share them."""

    deck: list[int]  # finds still in the wreck; the last one is in sight
    found: list[list[int]]  # the finds of each seat
    tokens: list[int]  # the tokens of each seat, as bits
    bids: list[int]  # the token that each seat has chosen, or NO_BID
    buyers: list[int]  # the buyer of each seat, then those that nobody has
    pays: int  # what PAYS says for this game

    def copy(self) -> WreckState:
        twin = WreckState()
        self.copy_to(twin)
        twin.deck, twin.found, twin.tokens = self.deck, self.found, self.tokens
        twin.bids, twin.buyers, twin.pays = self.bids, self.buyers, self.pays
        return twin


class Bid(Step[WreckState]):
    """W4: all seats choose a token in secret, then all tokens are revealed."""

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
        unique = [bid for bid in s.bids if s.bids.count(bid) == 1]
        winner = s.bids.index(max(unique)) if unique else NOBODY
        if s.events is not None:
            s.events += [{"event": "bid", "seat": seat, "token": bid + 1} for seat, bid in enumerate(s.bids)]
            outcome: Json = {"event": "takes", "seat": winner} if unique else {"event": "sinks"}
            s.events.append({**outcome, "find": FINDS[find]})
        s.deck = s.deck[:-1]
        s.found = [[*finds, find] if seat == winner else finds for seat, finds in enumerate(s.found)]
        s.tokens = [tokens ^ BIT[bid] for tokens, bid in zip(s.tokens, s.bids, strict=True)]
        s.bids = [NO_BID] * s.players
        s.news += 1
        return BID_STEP if s.tokens[0] else OVER

    def refusal(self, s: WreckState, seat: int, choice: int) -> IllegalMove:
        return refuse("W6", "spent", {"token": choice + 1})


class Wreck(TurnGame):
    """The rules of The Wreck."""

    def __init__(self) -> None:
        self.id, self.package, self.rules = "wreck", "wreck", max(PAYS)
        self.min_players, self.max_players, self.options = 2, 4, []
        self.refuse, self.order_rule, self.reveal_rule = refuse, "W4", "W4"
        self.arrange([Bid(BID_STEP, "bid", "W4", BID), Over(OVER, "over", "W7")], SPACE, "")

    def versions(self) -> list[int]:
        return sorted(PAYS)

    def start(self, setup: Setup, stream: Stream) -> State:
        deck, buyers = list(range(len(FINDS))), BUYERS[:]
        stream.shuffle(deck)
        stream.shuffle(buyers)
        s = self._dealt(setup, deck, buyers)
        self.advance(s, BID_STEP)
        return s

    def _dealt(self, setup: Setup, deck: list[int], buyers: list[int]) -> WreckState:
        s = WreckState()
        s.begin(self, setup)
        s.deck, s.buyers, s.found = deck, buyers, [[] for _ in range(setup.players)]
        s.pays = PAYS[setup.rules]
        s.tokens, s.bids = [BIT[TOKENS] - 1] * setup.players, [NO_BID] * setup.players
        return s

    def scores(self, state: State) -> list[int]:
        """W7: the values of a seat's finds, more for the kind of its buyer."""
        s = cast(WreckState, state)
        return [
            sum((find % 4 + 1) * (s.pays if find // 4 == s.buyers[seat] else 1) for find in finds)
            for seat, finds in enumerate(s.found)
        ]

    def winners(self, state: State) -> list[int]:
        points = self.scores(state)
        return [seat for seat in range(state.players) if points[seat] == max(points)]

    def public_view(self, state: State) -> Json:
        s = cast(WreckState, state)
        if s.seat == NOBODY:
            return {"step": "over", "dive": TOKENS, "find": None, "sheet": [{"points": n} for n in self.scores(s)]}
        return {"step": "bid", "dive": len(FINDS) - len(s.deck) + 1, "find": FINDS[s.deck[-1]]}

    def private_view(self, state: State, seat: int) -> Json:
        s = cast(WreckState, state)
        seats = [self._seat(s, other, other == seat or s.seat == NOBODY) for other in range(s.players)]
        return {"seats": seats, "standing": [player["points"] for player in seats]}

    def _seat(self, s: WreckState, seat: int, revealed: bool) -> Json:
        return {
            "finds": [FINDS[find] for find in s.found[seat]],
            "tokens": members(s.tokens[seat], 1),
            "chosen": s.bids[seat] + 1 if revealed and s.bids[seat] != NO_BID else None,
            "buyer": KINDS[s.buyers[seat]] if revealed else None,
            "points": self.scores(s)[seat] if revealed else None,
        }

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        s = cast(WreckState, state).copy()
        if s.seat == NOBODY:
            return s
        hidden = sorted(s.deck[:-1])
        stream.shuffle(hidden)
        s.deck = [*hidden, s.deck[-1]]
        buyers = sorted(buyer for other, buyer in enumerate(s.buyers) if other != seat)
        stream.shuffle(buyers)
        s.buyers = [buyer if other == seat else buyers.pop() for other, buyer in enumerate(s.buyers)]
        drawn = [nth(tokens, stream.below(tokens.bit_count())) for tokens in s.tokens]
        s.bids = [bid if bid == NO_BID or other == seat else drawn[other] for other, bid in enumerate(s.bids)]
        return s

    def position(self, state: State) -> Json:
        s = cast(WreckState, state)
        return {
            "deck": [FINDS[find] for find in s.deck],
            "found": [[FINDS[find] for find in finds] for finds in s.found],
            "tokens": [members(tokens, 1) for tokens in s.tokens],
            "bids": [bid + 1 for bid in s.bids],
            "buyers": [KINDS[buyer] for buyer in s.buyers],
        }

    def load(self, setup: Setup, position: Json) -> State:
        fields = Field(position, BadPosition).table(["deck", "found", "tokens", "bids", "buyers"])
        deck = [find.one_of(FINDS) for find in fields["deck"].items(len(FINDS) - TOKENS, len(FINDS))]
        buyers = [buyer.one_of(KINDS) for buyer in fields["buyers"].items(len(BUYERS), len(BUYERS))]
        if sorted(buyers) != BUYERS:
            raise fields["buyers"].bad("there are two buyers of each kind (W2).")
        s = self._dealt(setup, deck, buyers)
        found, tokens, bids = (fields[name].items(setup.players, setup.players) for name in ("found", "tokens", "bids"))
        s.found = [[find.one_of(FINDS) for find in finds.items()] for finds in found]
        taken = [find for finds in s.found for find in finds]
        dives = len(FINDS) - len(deck)
        if len({*deck, *taken}) < len(deck) + len(taken) or len(taken) > dives:
            raise fields["found"].bad("each find is in one place, and each dive brings one at most (W1, W5).")
        for seat, field in enumerate(tokens):
            left = [token.integer(1, TOKENS) - 1 for token in field.items(TOKENS - dives, TOKENS - dives)]
            if left != sorted(set(left)):
                raise field.bad("tokens are in ascending order, each at most once (W2).")
            s.tokens[seat] = sum(BIT[token] for token in left)
        s.bids = [bid.integer(0, TOKENS) - 1 for bid in bids]
        spent = any(bid != NO_BID and not s.tokens[seat] & BIT[bid] for seat, bid in enumerate(s.bids))
        if spent or NO_BID not in s.bids:
            raise fields["bids"].bad("bids are tokens that their seats have, and somebody has yet to choose (W4).")
        s.step, s.seat = (OVER, NOBODY) if dives == TOKENS else (BID_STEP, s.bids.index(NO_BID))
        s.pending = sum(BIT[seat] for seat, bid in enumerate(s.bids) if bid == NO_BID and s.tokens[seat])
        self.renew_offer(s)
        return s


GAME = Wreck()
