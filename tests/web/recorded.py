"""Positions of all games for the unit tests of the boards: `make wire` writes them.

Each game also has a position under a component set with other amounts: what a board shows must follow the engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import schatzkammer as sk
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream

FILE = "web/src/boards/recorded.json"
SEED = "recorded"
# The position follows at least so many decisions, and offers a move with this verb.
WANTED = {"ali-baba": (14, "take"), "monte-cristo": (30, "take"), "solomon": (6, "dig")}


def changed(game: str) -> dict[str, Any]:
    """A component set with other amounts, each different from the built-in one."""
    components: dict[str, Any] = json.loads(json.dumps(sk.new(game, players=2, seed=SEED).state.game.components()))
    if game == "ali-baba":
        components["points"] = {"pink": 17, "blue": 13, "brown": 11, "sets": [2, 5, 19, 41, 63, 97]}
    elif game == "monte-cristo":
        components["market"]["prices"] = [3, 3, 3, 1, 1]
        components["bonus"] = {"landing": 6, "fame": 7, "reinforcement": 5}
        components["supply"]["hunters"] = [8, 7, 6]
    else:  # the rules fix King Solomon's amounts, but not the shapes of cards
        components["cards"] |= {str(card): ["#.#", ".#."] for card in range(1, 7)}
    return components


def position(game: str, components: Mapping[str, Any] | None) -> dict[str, Any]:
    """A position in the middle of a game of random moves, and the view at its end."""
    match = sk.new(game, players=3, seed=SEED, components=components)
    rng = Stream(SEED.encode())
    decisions, verb = WANTED[game]
    for _ in range(decisions):
        advance(match, rng)
    while not any(move.startswith(f"{verb} ") for move in match.legal(match.to_act[0])):
        advance(match, rng)
    seat = match.to_act[0]
    middle = {"seat": seat, "view": match.view(seat) | match.forecast(), "legal": legal(match, seat)}
    while not match.over:
        advance(match, rng)
    return {**middle, "end": match.view(seat), "events": match.events(seat)}


def advance(match: Match, rng: Stream) -> None:
    """Plays a random move of the first seat to act."""
    seat = match.to_act[0]
    moves = match.legal(seat)
    match.play(seat, moves[rng.below(len(moves))])


def legal(match: Match, seat: int) -> dict[str, Any]:
    """The legal moves as the server sends them, all with their outcomes."""
    moves: list[dict[str, Any]] = []
    at: dict[str, list[int]] = {}
    outcomes: dict[str, Any] = {}
    for index, move in enumerate(match.legal(seat)):
        verb, *targets = move.split(" ")
        moves.append({"move": move, "verb": verb, "targets": targets})
        for key in targets or [verb]:
            at.setdefault(key, []).append(index)
        outcomes[move] = match.outcome(seat, move)
    return {"moves": moves, "at": at, "outcomes": outcomes}


def recorded() -> str:
    """All positions as JSON: by game, under the built-in and under another component set."""
    games = {game: {"usual": position(game, None), "changed": position(game, changed(game))} for game in WANTED}
    return json.dumps(games, separators=(",", ":"), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(recorded())
