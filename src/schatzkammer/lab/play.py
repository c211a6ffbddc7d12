"""One game of the lab, and what is kept of it."""

from __future__ import annotations

import msgspec

from schatzkammer.arena.plan import check_version
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.play import decide, streams
from schatzkammer.core.opening import begin
from schatzkammer.games import find as find_game
from schatzkammer.lab.counting import Tally, catalogue


class Setting(msgspec.Struct, frozen=True):
    """What is played: the same setting and the same number are the same game."""

    version: str
    game: str
    rules: int
    players: int
    options: dict[str, str | bool]
    components: dict[str, object] | None
    bots: tuple[str, ...]  # by seat
    seed: str


class Result(msgspec.Struct, frozen=True):
    """One finished game."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    plies: int
    uses: dict[str, list[int]]  # by thing and seat

    def win(self, seat: int) -> float:
        """The share of the win that a seat has."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play(setting: Setting, number: int) -> Result:
    """Plays the game of a number to its end and counts what happens."""
    check_version(setting.version)
    seed = f"{setting.seed}/{number}"
    match = begin(find_game(setting.game), setting.players, seed, setting.options, setting.components)
    bots = [find_bot(name) for name in setting.bots]
    rngs = streams(seed, setting.players)
    tally = Tally(catalogue(setting.game), setting.players)
    plies = 0
    while not match.over:
        for seat in match.to_act:
            decide(match, seat, bots[seat], rngs[seat])
            tally.add(seat, match.latest_events)
            plies += 1
    return Result(number, tuple(match.scores()), match.winners(), plies, tally.uses)
