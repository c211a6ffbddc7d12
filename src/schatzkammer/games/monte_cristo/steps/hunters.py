"""The hunters lane: hunters enter dungeons and bonus areas (M40 to M46)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import PASS, PASS_BIT, Step
from schatzkammer.games.monte_cristo.components import BONUSES, DUNGEONS, FAME, JOKER, LANDING, MOST_CARDS
from schatzkammer.games.monte_cristo.state import (
    DISCARD_STEP,
    MARBLE_STEP,
    PLACE_STEP,
    PLACED,
    REINFORCE_STEP,
    UNIT,
    MonteCristoState,
    number_at,
    of_four,
    with_four,
    with_list,
)
from schatzkammer.games.monte_cristo.steps.step import refuse, report, then
from schatzkammer.games.monte_cristo.steps.supply import cards_of, draw, land, landable, renew_deck

ALL_DUNGEONS: Final[i64] = 63
FIRST_BONUS: Final[i64] = 6  # lower choices are dungeons
ACTIVE_PLACES: Final[i64] = 3  # M40
OTHERS_PLACE: Final[i64] = 1  # M40


class Place(Step[MonteCristoState]):
    """M40: the player sends a hunter to a dungeon (M41) or a bonus area (M42), or stops."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        if number_at(s.hunters, seat) == 0:
            return PASS_BIT
        choices: i64 = PASS_BIT | ALL_DUNGEONS
        if not s.entered:
            area: i64 = 0
            while area < 4:
                if not s.bonus & bit(area * 4 + seat):
                    choices |= bit(FIRST_BONUS + area)
                area += 1
        return choices

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            s.left = 0
            report(s, "pass_place", seat)
            return PLACED
        s.left -= 1
        if choice < FIRST_BONUS:
            send(s, seat, choice)
            return PLACED
        return enter(s, seat, choice - FIRST_BONUS)

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        outcome: Outcome = {}
        if choice != PASS:
            outcome = sent(s, seat, choice) if choice < FIRST_BONUS else entered(s, seat, choice - FIRST_BONUS)
        return then(self, s, seat, choice, outcome)

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if s.entered:
            return refuse("M40", "second_bonus")
        return refuse("M42", "same_colour", {"bonus": BONUSES[choice - FIRST_BONUS]})


class Reinforce(Step[MonteCristoState]):
    """M46: the player sends extra hunters to dungeons; stopping does not end the action."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        return PASS_BIT | ALL_DUNGEONS if number_at(s.hunters, seat) else PASS_BIT

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            s.extra = 0
            report(s, "pass_reinforce", seat)
            return PLACED
        s.extra -= 1
        send(s, seat, choice)
        return REINFORCE_STEP if s.extra else PLACED

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        outcome: Outcome = {}
        if choice != PASS:
            outcome = sent(s, seat, choice)
        return then(self, s, seat, choice, outcome)

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("M46", "only_dungeons")


def send(s: MonteCristoState, seat: i64, dungeon: i64) -> None:
    """M41: a hunter joins the queue of a dungeon."""
    s.hunters -= UNIT[seat]
    s.queues = with_list(s.queues, dungeon, [*s.queues[dungeon], int(seat)])
    if s.events is not None:
        place = len(s.queues[dungeon])
        s.events.append({"event": "place", "seat": int(seat), "dungeon": DUNGEONS[dungeon], "place": place})


def sent(s: MonteCristoState, seat: i64, dungeon: i64) -> Outcome:
    """M41: where a hunter would stand in a dungeon, and how many the seat would then have there."""
    queue = s.queues[dungeon]
    amounts = {"place": len(queue) + 1, "hunters": queue.count(int(seat)) + 1}
    return {"places": [DUNGEONS[dungeon]], "amounts": amounts}


def enter(s: MonteCristoState, seat: i64, area: i64) -> i64:
    """M42: a hunter enters a bonus area, which takes effect at once."""
    s.hunters -= UNIT[seat]
    s.bonus |= bit(area * 4 + seat)
    s.entered = 1
    if s.events is not None:
        s.events.append({"event": "enter", "seat": int(seat), "bonus": BONUSES[area]})
    if area == JOKER:
        return take_joker(s, seat)
    if area == LANDING:  # M44
        land(s, seat, s.parts.landing)
        return PLACED
    if area == FAME:  # M45: reaching 40 points this way does not end the game
        s.points = with_four(s.points, seat, of_four(s.points, seat) + s.parts.fame)
        if s.events is not None:
            s.events.append({"event": "fame", "seat": int(seat), "points": int(s.parts.fame)})
        return PLACED
    s.extra = s.parts.reinforcement  # M46
    return REINFORCE_STEP if s.extra else PLACED


def entered(s: MonteCristoState, seat: i64, area: i64) -> Outcome:
    """M43 to M46: the bonus of an area, as far as the seat can use it."""
    outcome: Outcome = {"places": [BONUSES[area]]}
    if area == JOKER:
        outcome["takes"] = ["joker"]
    elif area == LANDING:
        outcome["amounts"] = {"ashore": int(landable(s, seat, s.parts.landing))}
    elif area == FAME:
        outcome["points"] = int(s.parts.fame)
    else:
        outcome["amounts"] = {"extra": min(int(s.parts.reinforcement), int(number_at(s.hunters, seat)) - 1)}
    return outcome


def take_joker(s: MonteCristoState, seat: i64) -> i64:
    """M43: the player gets the top card of the deck unseen; with eight cards they discard (M32)."""
    # The deck has a card: players have at most 28 of the 30.
    s.jokers = with_list(s.jokers, seat, [*s.jokers[seat], int(draw(s))])
    s.news += 1  # a draw cannot be undone, even an unseen one
    report(s, "joker", seat)
    renew_deck(s)
    return DISCARD_STEP if cards_of(s, seat) > MOST_CARDS else PLACED


def open_hunters(s: MonteCristoState) -> i64:
    """M40: the active player places up to three hunters."""
    s.left = ACTIVE_PLACES
    s.entered = 0
    return PLACE_STEP


class Placed(Step[MonteCristoState]):
    """M40: the player continues; then each other player, clockwise, places one hunter; then the marble moves."""

    def open(self, s: MonteCristoState) -> i64:
        if s.left > 0:
            return PLACE_STEP
        s.entered = 0
        s.seat = (s.seat + 1) % s.players
        if s.seat == s.active:
            return MARBLE_STEP
        s.left = OTHERS_PLACE
        return PLACE_STEP
