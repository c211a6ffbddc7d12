"""Duplicate play: every combination of bots plays every deal, in every rotation of the seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from schatzkammer.arena.game import play
from schatzkammer.arena.plan import BadLineup
from schatzkammer.bots import UnknownBot
from tests.arena.conftest import plan_of


@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (3, 2), (3, 3), (5, 3), (4, 4)])
def test_every_entrant_takes_every_seat_equally_often(entrants, players):
    plan = plan_of(*["random"] * entrants, players=players)
    games = [plan.fixture(number) for number in range(12 * plan.games_per_deal)]
    assert Counter(game.deal for game in games) == dict.fromkeys(range(12), plan.games_per_deal)
    for deal in range(12):
        seats = [game.seats for game in games if game.deal == deal]
        assert len(set(seats)) == len(seats)
        assert {tuple(sorted(seating)) for seating in seats} == set(combinations(range(entrants), players))
        taken = Counter((seat, entrant) for seating in seats for seat, entrant in enumerate(seating))
        assert len(set(taken.values())) == 1
        assert len(taken) == entrants * players


def test_neighbours_change_from_deal_to_deal():
    plan = plan_of(*["random"] * 4, players=4)
    left_of = Counter()
    for number in range(6 * plan.games_per_deal):
        seats = plan.fixture(number).seats
        left_of.update(zip(seats, (*seats[1:], seats[0]), strict=True))
    assert len(left_of) == 12
    assert len(set(left_of.values())) == 1


def test_games_are_rounded_up_to_whole_deals():
    plan = plan_of("random", "random", "random")
    assert plan.games_per_deal == 6
    assert [plan.deals(games) for games in (1, 6, 7, 200)] == [1, 1, 2, 34]


def test_a_bot_that_enters_again_gets_a_number():
    assert plan_of("random", "ismcts", "random", "random").labels == ["random", "ismcts", "random#2", "random#3"]


def test_too_few_bots_and_unknown_bots_are_refused():
    with pytest.raises(BadLineup, match="2 bots are named for 3 seats"):
        plan_of("random", "random", players=3)
    with pytest.raises(UnknownBot, match="genius"):
        plan_of("random", "genius")


def test_equal_bots_play_the_same_game_in_either_seat(plan):
    for number in range(0, plan.games_per_deal, 2):
        first, second = play(plan, number), play(plan, number + 1)
        assert first.seats == second.seats[::-1]
        assert (first.scores, first.winners, first.digest) == (second.scores, second.winners, second.digest)
