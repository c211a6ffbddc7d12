"""What a seat could do and why: the hint that a player asks for during a game. It uses only what the seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from schatzkammer.bots.explanation import WORDS, Candidate, Explanation
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import ExplainingBot, Glimpse, glimpse
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream

COMPARED = 3  # moves among which the best one is hidden at first
FEWEST = 10  # practice games that say something
EQUAL = 0.02  # of the win: less apart, two moves count as equally good


@dataclass(frozen=True)
class Advice:
    """A move, where to look for it, and the figures behind it.

    `where` names places without giving the move away: those of the turn it begins, or of it and the next best moves.
    `worlds` games were played out from possible positions; `points` and `win` are what they brought on average.
    """

    move: str
    reason: str  # only, glance or search
    where: list[str]
    turn: list[str]  # the moves of the turn it begins, where a whole turn was planned
    cost: int  # of this turn
    worlds: int = 0
    points: float = 0.0
    win: float = 0.0
    second: str | None = None  # the next best move, and what it brought
    second_points: float = 0.0
    second_win: float = 0.0

    def sentence(self, lang: str) -> str:
        """The reason in one or two sentences; they do not name the moves."""
        said = [WORDS.say(lang, "hint.turn", {"moves": len(self.turn), "cost": self.cost})] if self.turn else []
        key = f"hint.{self.reason}"
        if self.reason == "search":
            win, second = round(100 * self.win), round(100 * self.second_win)
            if self.second is not None:
                key += "_equal" if abs(self.win - self.second_win) < EQUAL else "_second"
            details = {"worlds": self.worlds, "points": round(self.points), "win": win}
            details |= {"second_points": round(self.second_points), "second_win": second}
            said.append(WORDS.say(lang, key, details))
        else:
            said.append(WORDS.say(lang, key))
        return " ".join(said)


def advise(match: Match, seat: int, bot: ExplainingBot, rng: Stream) -> Advice:
    """What the bot would do in the seat's place; the seat must owe a decision."""
    seen = glimpse(match, seat)
    found = bot.explain(seen, rng)
    first = found.candidates[0]
    second = _second(found)
    turn: list[str] = []
    cells: list[str] = []
    cost = 0
    for plan in policy_of(match.game).hints(seen.sample(rng), seat, seen.legal):
        if plan.moves[0] == first.move and len(plan.moves) > 1:
            turn, cells, cost = plan.moves, plan.cells, plan.cost
            break
    where = cells or [place for move in _compared(seen, found, rng) for place in _places(move)]
    tried = sum(candidate.visits or 0 for candidate in found.candidates)
    reason = "glance" if found.reason == "search" and tried < FEWEST else found.reason
    advice = Advice(first.move, reason, sorted(set(where)), turn, cost)
    if reason != "search":
        return advice
    other = Candidate(-1, "") if second is None else second
    return Advice(
        advice.move,
        advice.reason,
        advice.where,
        turn,
        cost,
        tried,
        first.score or 0.0,
        first.win or 0.0,
        None if second is None else second.move,
        other.score or 0.0,
        other.win or 0.0,
    )


def _second(found: Explanation) -> Candidate | None:
    """The next best move that was looked at closely enough to compare it."""
    if len(found.candidates) < 2:
        return None
    first, second = found.candidates[:2]
    few = found.reason == "search" and 4 * (second.visits or 0) < (first.visits or 0)
    return None if few and (second.visits or 0) < 8 else second


def _compared(seen: Glimpse, found: Explanation, rng: Stream) -> list[str]:
    """The moves among which the choice is hidden at first: the bot's best, then those that look best at first sight."""
    moves = [candidate.move for candidate in found.candidates[:COMPARED]]
    if len(moves) < COMPARED:
        world = seen.sample(rng)
        values = policy_of(seen.game).evaluate(world, seen.seat, seen.legal)
        order = sorted(zip(values, seen.legal, strict=True), key=lambda entry: (-entry[0], entry[1]))
        moves += [world.game.notation(action) for _, action in order]
    return list(dict.fromkeys(moves))[:COMPARED]


def _places(move: str) -> list[str]:
    """What a move names: places, cards, tiles."""
    return move.split(" ")[1:]
