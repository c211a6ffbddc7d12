"""Measures the review on games of `expert` against itself, with one mistake planted in each.

The figures are in docs/review.md.

A planted mistake is a decision replaced by one that a long search puts at least 8 win-share points or 4 points below
the best. Each game is a line of the output file; a run that is started again goes on. Without --games the figures of
the file are printed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.ismcts import search_for
from schatzkammer.bots.play import streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.review import SEED, review
from schatzkammer.bots.review.data import review_data
from schatzkammer.bots.search import Search
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.core.game import State
from schatzkammer.core.stream import seeded

PLAY = {"ali-baba": 2500, "monte-cristo": 1000, "solomon": 40}  # iterations of the players
LONG = {"ali-baba": 4000, "monte-cristo": 3000, "solomon": 300}  # of the search that plants a mistake
LEAST_VISITS = {"ali-baba": 40, "monte-cristo": 40, "solomon": 16}
WORSE_WIN, WORSE_POINTS = 0.08, 4.0
TRIED = 0.25  # of the decisions, until one is found that can be replaced


def played(game: str, players: int, seed: str) -> tuple[sk.Match, dict[str, Any] | None]:
    """A game with one planted mistake, and where it is."""
    match = sk.new(game, players=players, seed=seed)
    bot = find(f"expert@{PLAY[game]}")
    rngs = streams(seed, players)
    chance = seeded(seed, "planted")
    planted: dict[str, Any] | None = None
    ply = 0
    while not match.over:
        for seat in match.to_act:
            chosen = bot.choose(glimpse(match, seat), rngs[seat])
            if planted is None and len(match.legal_actions(seat)) > 2 and chance.byte() < 256 * TRIED:
                worse = mistake(match, seat, LONG[game], LEAST_VISITS[game], chance)
                if worse is not None and worse["action"] != chosen:
                    planted = {"ply": ply, **worse}
                    chosen = worse["action"]
            match.play_action(seat, chosen)
            ply += 1
    return match, planted


def mistake(match: sk.Match, seat: int, iterations: int, visits: int, rng: sk.Stream) -> dict[str, Any] | None:
    """A choice that a long search puts far below the best one."""
    policy = policy_of(match.game)
    if policy.skips_search(match.state.sample(seat, rng)):
        return None
    search = search_for(seat, policy, value_of(match.game, match.state.setup))
    for _ in range(iterations):
        search.iterate(match.state.sample(seat, rng), rng)
    best, *others = search.candidates()
    far = [
        action
        for action, tried, points, win in others
        if tried >= visits and (best[3] - win >= WORSE_WIN or best[2] - points >= WORSE_POINTS) and best[3] > win
    ]
    if not far:
        return None
    action = far[int(rng.below(len(far)))]
    win, points = best[3], best[2]
    if isinstance(search, Search):  # it has looked at the best action more closely than at others: so now at both
        win, points = behind(search, match.state, seat, best[0], action, iterations // 2, rng)
    else:
        tried = next(each for each in others if each[0] == action)
        win, points = win - tried[3], points - tried[2]
    if win <= 0.0 or (win < WORSE_WIN and points < WORSE_POINTS):
        return None
    return {"action": action, "win": win, "points": points}


def behind(
    search: Search, state: State, seat: int, best: int, action: int, iterations: int, rng: sk.Stream
) -> tuple[float, float]:
    """By how much an action is worse than the best one, in the same worlds, once both have been looked at equally."""
    wins = points = 0.0
    for number in range(2 * iterations):
        world = state.sample(seat, rng)
        chance = rng.randbytes(32)
        good, bad = (search.iterate(world.copy(), sk.Stream(chance), each) for each in (best, action))
        if number >= iterations:
            wins += good.wins[seat] - bad.wins[seat]
            points += good.points[seat] - bad.points[seat]
    return wins / iterations, points / iterations


def measured(game: str, players: int, number: int, seed: str, twice: bool) -> dict[str, Any]:
    """What the review says of one game."""
    match, planted = played(game, players, f"{seed}/{game}/{players}/{number}")
    record = match.record()
    data = review_data(review(record, SEED))
    again = review_data(review(record, f"{SEED} again")) if twice else None
    return {"number": number, "planted": planted, "review": data, "again": again}


def summary(lines: list[dict[str, Any]]) -> None:
    """Prints the figures of all games in the file."""
    found = [line for line in lines if line["planted"]]
    marks = [mark_at(line["review"], line["planted"]["ply"]) for line in found]
    hits = sum(mark in ("mistake", "blunder") for mark in marks)
    noticed = sum(mark is not None for mark in marks)
    sys.stdout.write(f"games {len(lines)}, planted {len(found)}: found {hits}, at least as an inaccuracy {noticed}\n")
    untouched = [
        decision
        for line in lines
        for seat in line["review"]["seats"]
        for decision in seat["decisions"]
        if not line["planted"] or decision["ply"] != line["planted"]["ply"]
    ]
    false = sum(decision["mark"] in ("mistake", "blunder") for decision in untouched)
    sys.stdout.write(
        f"untouched decisions {len(untouched)}: marked as mistakes {false} ({100 * false / len(untouched):.2f} %)\n"
    )
    seats = [seat for line in lines for seat in line["review"]["seats"]]
    for name in ("deal_luck", "draw_luck", "others", "errors", "remainder"):
        points = interval([seat[name] for seat in seats])
        wins = interval([100 * seat["win"][name] for seat in seats])
        size = sum(abs(seat[name]) for seat in seats) / len(seats)
        sys.stdout.write(f"{name}: {points} points (size {size:.2f}), {wins} % of the win\n")
    pairs = [line for line in lines if line["again"]]
    same = total = 0
    for line in pairs:
        for one, other in zip(line["review"]["seats"], line["again"]["seats"], strict=True):
            for mine, theirs in zip(one["decisions"], other["decisions"], strict=True):
                total += 1
                same += mine["mark"] == theirs["mark"]
    if total:
        sys.stdout.write(
            f"reviewed twice: {len(pairs)} games, {total} decisions, same mark {same} ({100 * same / total:.2f} %)\n"
        )


def mark_at(data: dict[str, Any], ply: int) -> str | None:
    """The mark of the decision at a ply."""
    for seat in data["seats"]:
        for decision in seat["decisions"]:
            if decision["ply"] == ply:
                return decision["mark"]
    return None


def interval(values: list[float]) -> str:
    """The mean with the half-width of its 95 % interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{mean:+.2f} ± {1.96 * math.sqrt(variance / len(values)):.2f}"


def main() -> None:
    """Plays, reviews and counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="a line of JSON for each game")
    parser.add_argument("--game", default="ali-baba", choices=sorted(PLAY))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=0, help="play until the file has so many")
    parser.add_argument("--twice", type=int, default=0, help="review the first so many games twice")
    parser.add_argument("--seed", default="review")
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    for number in range(len(lines), given.games):
        line = measured(given.game, given.players, number, given.seed, number < given.twice)
        with given.out.open("a") as out:
            out.write(json.dumps(line) + "\n")
        lines.append(line)
    if lines:
        summary(lines)


if __name__ == "__main__":
    main()
