"""One game of the lab, and its result."""

from __future__ import annotations

from schatzkammer.arena.game import GameResult
from schatzkammer.arena.plan import Run, check_version
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.play import decide, streams
from schatzkammer.core.loading import begin
from schatzkammer.games import find as find_game
from schatzkammer.lab.counters import UseCounter, definitions_of


class Result(GameResult, frozen=True, kw_only=True):
    """One finished game of the lab."""

    uses: dict[str, list[int]]  # by item and seat


def play(run: Run, number: int) -> Result:
    """Plays the game with this number of a run, and counts the items used in it."""
    check_version(run.version)
    seed = f"{run.seed}/{number}"
    match = begin(find_game(run.game), run.players, seed, run.options, run.components)
    bots = [find_bot(name) for name in run.bots]
    rngs = streams(seed, run.players)
    counter = UseCounter(definitions_of(run.game), run.players)
    plies = 0
    while not match.over:
        for seat in match.to_act:
            decide(match, seat, bots[seat], rngs[seat])
            counter.add(seat, match.latest_events)
            plies += 1
    return Result(number=number, scores=tuple(match.scores()), winners=match.winners(), plies=plies, uses=counter.uses)
