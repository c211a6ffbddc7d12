"""Ali Baba: growth of sets, spells, and what is left for the next player.

Everybody saw every tile that went behind a screen (A10), so hands count as known; tiles face down do not.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policy import Policy, noisy_best, slips
from schatzkammer.core.bits import bit, count, lowest, members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.ali_baba.components import BAN_TILES, BLUE, BROWN, COLOUR_OF, GREEN, YELLOW
from schatzkammer.games.ali_baba.moves import ALSO, ASK, BAN, PICK, SHOW, SPACE, SWAP, TAKE
from schatzkammer.games.ali_baba.state import (
    GREEN_STEP,
    LAMP_STEP,
    PICK_STEP,
    SHOW_STEP,
    TAKE_STEP,
    YELLOW_STEP,
    AliBabaState,
)
from schatzkammer.games.ali_baba.steps import KEEP, spell_points, takable_beside, turned_up
from schatzkammer.games.ali_baba.view import unseen

SIZE: Final[list[int]] = [int(count(colours)) for colours in range(64)]  # of a set, by the colours in it
GROWTH: Final = 0.3  # value of a tile for each of its kind that may still follow
DENIAL: Final = 0.7  # weight of the next player's best tile against one's own
EXPOSURE: Final = 0.4  # cost of each tile turned up for the next player
PASS: Final = SPACE.number["pass"]
ANY_BAN: Final = 1.5  # value of a ban that is not chosen yet
NOISE: Final = 2.0  # of rollouts, in points


class AliBabaPolicy(Policy):
    """Values of the decisions in Ali Baba."""

    def evaluate(self, state: State, seat: int, actions: list[int]) -> list[float]:
        s = cast(AliBabaState, state)
        step = s.step
        if step == TAKE_STEP:
            return _takes(s, seat, actions, TAKE.first, True)
        if step == GREEN_STEP:
            return _takes(s, seat, actions, ALSO.first, False)
        if step == LAMP_STEP:
            return [_swap(s, seat, action) for action in actions]
        if step == YELLOW_STEP:
            return [1.0 if action == ASK.first else 0.0 for action in actions]
        if step == SHOW_STEP:
            asker = s.turn % s.players
            return [-_passing(s, asker, seat, action - SHOW.first) for action in actions]
        if step == PICK_STEP:
            return [_picked(s, seat, action) for action in actions]
        return _bans(s, seat, actions)

    def pick(self, state: State, rng: Stream) -> int:
        actions = state.game.legal(state, state.seat)
        if len(actions) == 1:
            return actions[0]
        return noisy_best(actions, self.evaluate(state, state.seat, actions), NOISE, rng)

    def forget(self, state: State, seat: int, share: float, rng: Stream) -> State:
        """A10: mixes up tiles behind the screens of others with those that nobody has seen."""
        if state.setup.options["memory"] != "screens":
            return state
        s = cast(AliBabaState, state).copy()
        forgotten: list[tuple[int, int]] = []
        hidden = members(unseen(s), 0)
        for other, hand in enumerate(s.hands):
            if other != seat:
                for tile in members(hand, 0):
                    if tile != s.shown[other] and slips(share, rng):
                        forgotten.append((other, tile))
                        hidden.append(tile)
        hidden.sort()
        rng.shuffle(hidden)
        for other, tile in forgotten:
            s.hands[other] ^= bit(tile)
        for other, _ in forgotten:
            s.hands[other] |= bit(hidden.pop())
        laid = s.tiles[:]
        for slot in members(s.board & ~s.up, 0):
            laid[slot] = hidden.pop()
        s.tiles = laid
        s.left_over = hidden
        cast(TurnGame, s.game).renew_offer(s)
        return s


def owned(s: AliBabaState, seat: i64, tile: i64) -> i64:
    """How many tiles of this treasure a seat has."""
    hand: i64 = s.hands[seat]
    return SIZE[(hand >> (tile - COLOUR_OF[tile])) & 63]


def gain(s: AliBabaState, seat: i64, tile: i64) -> float:
    """What a tile adds to a seat's sets, now and through tiles that may follow."""
    own = owned(s, seat, tile)
    gone = s.beside
    for hand in s.hands:
        gone |= hand
    follow: i64 = 5 - SIZE[(gone >> (tile - COLOUR_OF[tile])) & 63]
    grown = float(s.amounts.sets[own + 1] - s.amounts.sets[own])
    return grown + GROWTH * float(follow) if follow > 0 else grown


def loss(s: AliBabaState, seat: i64, tile: i64) -> float:
    """What a seat's sets lose without one of its tiles."""
    own = owned(s, seat, tile)
    return float(s.amounts.sets[own] - s.amounts.sets[own - 1])


def _exposed(s: AliBabaState, slot: i64) -> i64:
    """How many tiles taking the tile on a slot turns up (A11)."""
    return turned_up(s, slot, s.board & ~bit(slot))[1]


def spell(s: AliBabaState, seat: i64, slot: i64, tile: i64, more: i64) -> float:
    """Expected value of a tile's spell; `more` is 1 while the tile is not in hand yet."""
    colour = COLOUR_OF[tile]
    if colour <= BROWN:
        up = _exposed(s, slot) if more else s.turned
        return float(spell_points(s, colour, slot, up, owned(s, seat, tile) + more))
    if colour == GREEN:
        return _neighbour(s, seat, slot)
    if colour == YELLOW:
        return _asked(s, seat)
    return ANY_BAN


def _neighbour(s: AliBabaState, seat: i64, slot: i64) -> float:
    """The best tile that green can take beside a slot (A23)."""
    best = 0.0
    near = takable_beside(s, slot)
    while near:
        found = gain(s, seat, s.tiles[lowest(near)])
        if found > best:
            best = found
        near &= near - 1
    return best


def _asked(s: AliBabaState, seat: i64) -> float:
    """The gain from yellow (A24): each opponent shows the tile that helps least; the best of these is taken."""
    best = 0.0
    for other, hand in enumerate(s.hands):
        if other != seat and hand:
            least = 1000.0
            rest: i64 = hand
            tile: i64 = 0
            while rest:  # one tile of each treasure is enough: behind a screen colours make no difference
                if rest & 63:
                    found = _passing(s, seat, other, tile)
                    if found < least:
                        least = found
                rest >>= 6
                tile += 6
            if least > best:
                best = least
    return best


def _passing(s: AliBabaState, to: i64, owner: i64, tile: i64) -> float:
    """The value of a tile to the seat that gets it: its gain and a share of the owner's loss."""
    return gain(s, to, tile) + loss(s, owner, tile) / float(s.players - 1)


def value(s: AliBabaState, seat: i64, slot: i64) -> float:
    """The value of taking the tile on a slot."""
    tile: i64 = s.tiles[slot]
    return gain(s, seat, tile) + spell(s, seat, slot, tile, 1)


def _takes(s: AliBabaState, seat: i64, actions: list[int], first: i64, casts: bool) -> list[float]:
    """The value of each tile, less what it leaves for the next player."""
    following = (seat + 1) % s.players
    weight = DENIAL / float(s.players - 1)
    best = 0.0
    second = 0.0
    best_slot: i64 = -1
    if s.last_turn < 0 or s.turn + 1 < s.last_turn:
        rest = s.up
        while rest:
            low = rest & -rest
            rest ^= low
            slot = lowest(low)
            found = value(s, following, slot)
            if found > best:
                second = best
                best = found
                best_slot = slot
            elif found > second:
                second = found
    values: list[float] = []
    for action in actions:
        if action == PASS:
            values.append(-weight * best)
            continue
        taken = action - first
        own = value(s, seat, taken) if casts else gain(s, seat, s.tiles[taken])
        left = second if taken == best_slot else best
        values.append(own - weight * left - EXPOSURE * float(_exposed(s, taken)))
    return values


def _swap(s: AliBabaState, seat: i64, action: i64) -> float:
    """The value of keeping the lamp, or of the tile it is swapped for (A41)."""
    lamp = s.spell
    tile = action - SWAP.first
    if tile == KEEP:
        return loss(s, seat, lamp) + spell(s, seat, s.slot, lamp, 0)
    return gain(s, seat, tile) + spell(s, seat, s.slot, tile, 1 if COLOUR_OF[tile] != BLUE else 0)


def _picked(s: AliBabaState, seat: i64, action: i64) -> float:
    """The value of a tile that was shown (A24)."""
    if action == PASS:
        return 0.0
    tile = action - PICK.first
    return _passing(s, seat, s.shown.index(int(tile)), tile)


def _bans(s: AliBabaState, seat: i64, actions: list[int]) -> list[float]:
    """What each ban costs the opponents until the seat's next turn (A25)."""
    slots = members(s.up, 0)
    totals = [0.0] * len(actions)
    for other in range(int(s.players)):
        if other == seat:
            continue
        values = [value(s, other, slot) for slot in slots]
        most = max(values) if values else 0.0
        for index, action in enumerate(actions):
            if action == PASS:
                continue
            kept = 0.0
            banned = BAN_TILES[action - BAN.first]
            for place, slot in enumerate(slots):
                if not banned & bit(s.tiles[slot]) and values[place] > kept:
                    kept = values[place]
            totals[index] += (most - kept) / float(s.players - 1)
    return totals
