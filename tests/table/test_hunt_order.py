"""A month of hunts puts players of known strength in the right order: three people and the ghosts of some levels."""

from __future__ import annotations

from itertools import combinations

import pytest

from schatzkammer.bots import find_counted
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.loading import begin
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.table import hunts
from schatzkammer.table.hunt_field import totals
from schatzkammer.table.matchpoints import Ended
from schatzkammer.table.store.hunts import Play

DAYS = 30
PEOPLE = ("random", "gentle", "greedy")  # weakest first
GHOSTS = ("gentle", "beginner") * 2
ORDER = ("random", "gentle", "beginner", "greedy")  # gentle plays as a person, too: those two are equal
BOTS = ("gentle", "beginner")


def end_of(match: Match, seat: int) -> Ended:
    scores, winners = match.scores(), match.winners()
    better = [
        other for other in range(match.players) if (other in winners, scores[other]) > (seat in winners, scores[seat])
    ]
    return Ended(1 + len(better), scores[seat])


def played(game: str, day: str, seed: str, player: str, who: str) -> Ended:
    setup = hunts.setup_of(day, game)
    match = begin(find(game), setup.terms.players, seed)
    decided = [0] * match.players
    while not match.over:
        seat = match.to_act[0]
        bot, key = (player, who) if seat == setup.seat else (BOTS[seat % 2], f"bot {seat}")
        action = find_counted(bot).choose(glimpse(match, seat), seeded(seed, f"{key} {decided[seat]}"))
        match.play_action(seat, action)
        decided[seat] += 1
    return end_of(match, setup.seat)


def month(game: str, number: int) -> list[Play]:
    """All plays of a month of hunts."""
    plays = []
    for ordinal in range(DAYS):
        day = hunts.day_after("2031-01-01", ordinal)
        seed = f"{game} {number} {day}"
        for bot in PEOPLE:
            plays.append(Play(day, game, "", bot, None, bot, 0, played(game, day, seed, bot, f"person {bot}")))
        for at, bot in enumerate(GHOSTS):
            plays.append(Play(day, game, "", None, bot, "", 0, played(game, day, seed, bot, f"ghost {at}")))
    return plays


@pytest.mark.parametrize("game", ["ali-baba", "monte-cristo"])
def test_a_month_of_hunts_orders_people_and_ghosts(game: str) -> None:
    right = pairs = 0
    for number in range(2):
        means = {
            total.player.removeprefix("bot:"): total.mean
            for total in totals(month(game, number))
            if total.player != "gentle"
        }
        for weaker, stronger in combinations([bot for bot in ORDER if bot in means], 2):
            pairs += 1
            right += means[weaker] < means[stronger]
    assert pairs == 12
    assert right / pairs >= 0.8, (right, pairs)
