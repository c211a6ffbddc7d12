"""The proof below the server: all that leaves a match is the same in every state that agrees with what a seat has seen.

At every decision of a random game and for each reader, the state is replaced by one sampled from what they know. What
the reader gets from it must not change by a byte.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

from rich.console import Console

from schatzkammer.bots.protocol import glimpse_of
from schatzkammer.certificate.ledger import Ledger, Moment
from schatzkammer.certificate.setups import Case
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import NOBODY, State
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded
from schatzkammer.core.text import LANGUAGES
from schatzkammer.observe import encoder_of
from schatzkammer.observe.encoder import Encoder, observation
from schatzkammer.render.scene import scene_of
from schatzkammer.render.terminal import board_of, move_outcome, move_text

WRONG_MOVES = 3  # illegal moves whose refusals are compared at each moment
OUTCOMES = 12  # legal moves of one moment whose outcomes are compared
COMPARED = 0.25  # of the decisions of a game: more games tell more than more of one
DRAWN = 0.1  # of the readers: those for whom the board is drawn as well
WIDTH = 100


@contextmanager
def instead(match: Match, state: State) -> Iterator[None]:
    """Replaces the state of a match for a while."""
    true, match.state = match.state, state
    try:
        yield
    finally:
        match.state = true


def visible(case: Case, state: State, seat: int | None) -> str:
    """A seat's view, who has to act, and the seat's legal moves."""
    game, viewer = case.rules, NOBODY if seat is None else seat
    to_act = game.to_act(state)
    return json.dumps([case.view(state, viewer), to_act, game.legal(state, viewer) if seat in to_act else []])


def refused(match: Match, seat: int | None, move: str) -> str:
    """Why an illegal move is refused, in every language."""
    try:
        match.play(NOBODY if seat is None else seat, move)
    except IllegalMove as refusal:
        return "\n".join([str(refusal.rule), *(refusal.sentence(lang) for lang in LANGUAGES)])
    raise ValueError(f"{move} is legal")


def illegal_moves(match: Match, seat: int | None, rng: random.Random) -> list[str]:
    """Some moves that a reader may not make."""
    game = match.state.game
    moves = ["", *(game.notation(rng.randrange(game.actions)) for _ in range(WRONG_MOVES))]
    return [move for move in moves if seat is None or move not in match.legal(seat)]


def drawn_board(match: Match, seat: int | None, lang: str) -> str:
    """All that a terminal shows to a reader: the board, or the score sheet, and the moves in words with outcomes."""
    scene = scene_of(match, seat, lang, [f"Player {number}" for number in range(match.players)], WIDTH)
    page = StringIO()
    console = Console(file=page, width=WIDTH, color_system=None, highlight=False)
    board = board_of(match.game)
    console.print(board.sheet(scene) if match.over else board.table(scene))
    moves = [f"{move_text(scene, move)} {move_outcome(scene, move)}" for move in scene.legal[:OUTCOMES]]
    return "\n".join([page.getvalue(), *moves])


def bot_input(match: Match, seat: int) -> str:
    """All that a bot or a hint can start from: legal actions, view, and the states that it draws."""
    glimpse = glimpse_of(match.state, seat)
    drawn = match.state.game.position(glimpse.sample(seeded("bot", "certificate")))
    return json.dumps([glimpse.legal, glimpse.view, drawn])


class EngineProof:
    """The proof for one game of a set-up."""

    def __init__(self, case: Case, seed: str, ledger: Ledger, compared: float = COMPARED) -> None:
        self._case, self._seed, self._ledger, self._compared = case, seed, ledger, compared
        self._rng = random.Random(f"{case} {seed}")  # noqa: S311  the same proof on every run
        self._chance = seeded(f"{case} {seed}", "certificate")
        self._readers = (None, *range(case.players))
        self._encoder: Encoder = encoder_of(case.rules, case.players)
        self._open = dict(case.options).get("memory") != "screens"  # views show all that was seen

    def run(self, is_time_up: Callable[[], bool]) -> bool:
        """Plays the game; returns False if there was no time for all of it."""
        for decision, match in enumerate(self._case.walk(self._seed)):
            if self._rng.random() < self._compared or decision == 0 or match.over:
                for reader in self._readers:
                    self._check(match, Moment(str(self._case), self._seed, decision, reader))
                self._check_secret_choice(match, decision)
            if is_time_up() and not match.over:
                return False
        return True

    def _check(self, match: Match, moment: Moment) -> None:
        """Compares what one reader gets at one moment."""
        case, ledger, reader = self._case, self._ledger, moment.reader
        drawn = match.state.sample(reader, self._chance)
        if case.rules.position(drawn) != case.rules.position(match.state):
            ledger.hidden += 1
        same = ledger.compare("views", moment, visible(case, match.state, reader), visible(case, drawn, reader))
        moves = illegal_moves(match, reader, self._rng)
        draws = self._rng.random() < DRAWN
        asked = self._answers(match, reader, moves, draws)
        with instead(match, drawn):
            otherwise = self._answers(match, reader, moves, draws) if same else asked
        for check, text in asked.items():
            ledger.compare(check, moment, text, otherwise[check])
        ledger.never("seeds", moment, json.dumps([match.view(reader), match.events(reader)]), self._seed)
        if same and self._open and not match.over:
            self._check_events(match, drawn, moment)

    def _answers(self, match: Match, reader: int | None, moves: list[str], draws: bool) -> dict[str, str]:
        """What a reader can ask for, by the name of the check."""
        asked = {"refusals": "\n".join([refused(match, reader, move) for move in moves])}
        if draws:
            asked |= {f"terminal {lang}": drawn_board(match, reader, lang) for lang in LANGUAGES}
        if reader is None:
            return asked
        asked["undo"] = str(match.undo_refusal(reader))
        asked["observations"] = observation(self._encoder, match.state, reader).hex()
        if reader in match.to_act:
            legal = match.legal(reader)
            legal = legal[:: max(1, len(legal) // OUTCOMES)]
            asked["outcomes"] = json.dumps([match.outcome(reader, move) for move in legal])
            asked["hints and bots"] = bot_input(match, reader)
        return asked

    def _check_events(self, match: Match, drawn: State, moment: Moment) -> None:
        """A decision's events tell a reader nothing that their view before and after it does not show."""
        seat = self._rng.choice(match.to_act)
        action = self._rng.choice(match.legal_actions(seat))
        if action not in (match.state.game.legal(drawn, seat) if seat in match.state.game.to_act(drawn) else []):
            return  # the choice itself tells
        told = [self._told(state, seat, action, moment.reader) for state in (match.state, drawn)]
        if told[0][0] == told[1][0]:
            self._ledger.compare("events", moment, told[0][1], told[1][1])

    def _told(self, state: State, seat: int, action: int, reader: int | None) -> tuple[str, str]:
        """What a reader sees after a decision, and the events of it."""
        match = Match(state.game, state.setup, state.copy(), None)
        match.play_action(seat, action)
        return visible(self._case, match.state, reader), json.dumps(match.events(reader))

    def _check_secret_choice(self, match: Match, decision: int) -> None:
        """What is chosen in secret looks the same to the others whatever it is."""
        if match.over or not self._case.rules.secret(match.state) or len(match.to_act) < 2:
            return
        seat = match.to_act[0]
        first: dict[int | None, str] = {}
        for action in match.legal_actions(seat):
            match.play_action(seat, action)
            for other in self._readers:
                if other != seat:
                    looks = json.dumps([match.view(other), match.events(other)])
                    moment = Moment(str(self._case), self._seed, decision, other)
                    self._ledger.compare("secret choices", moment, first.setdefault(other, looks), looks)
            match.undo(seat)
