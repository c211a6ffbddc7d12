"""The contract that every game fulfils, on one screen: a State holds the position, a Game knows the rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from schatzkammer.core.errors import BadComponents, BadSeat, IllegalMove
from schatzkammer.core.stream import Randomness, Stream, stream_from

NOBODY: Final = -1  # the seat that decides when the game is over; the seat of a spectator

Json = dict[str, object]


class Option:
    """A choice made at set-up; the first value is the default. Its meaning in words: text key `option.<name>`."""

    def __init__(self, name: str, values: tuple[str | bool, ...]) -> None:
        self.name = name
        self.values = values


class Setup:
    """What is settled before the game: shared by all its states, never changed."""

    def __init__(self, players: int, options: dict[str, str | bool], components: Json | None) -> None:
        self.players = players
        self.options = options
        self.components = components  # None: the built-in set

    def __reduce__(self) -> tuple[object, ...]:
        return Setup, (self.players, self.options, self.components)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The fast layer: one position with everything hidden in it. Games add their fields and `copy`."""

    __slots__ = ("events", "game", "news", "offer", "pending", "players", "seat", "setup", "step")

    game: Game
    setup: Setup
    players: i64
    seat: i64  # who decides now, of several at once the first; NOBODY when the game is over
    step: i64  # the step they decide, a place in the game's list of steps
    offer: i64  # the legal choices of `seat`, as bits
    pending: i64  # while several choose at the same time: the seats that still have to, as bits
    news: i64  # grows when something hidden becomes known or is drawn: no undo goes back behind it
    events: list[Json] | None  # collects what happens while it is a list; a copy collects nothing

    def begin(self, game: Game, setup: Setup) -> None:
        """Sets the fields above to their first values."""
        self.game = game
        self.setup = setup
        self.players = setup.players
        self.seat = 0
        self.step = 0
        self.offer = 0
        self.pending = 0
        self.news = 0
        self.events = None

    def copy_to(self, twin: State) -> None:
        """Copies the fields above, events apart."""
        twin.game = self.game
        twin.setup = self.setup
        twin.players = self.players
        twin.seat = self.seat
        twin.step = self.step
        twin.offer = self.offer
        twin.pending = self.pending
        twin.news = self.news
        twin.events = None

    def copy(self) -> State:
        """An independent state, equal in everything but the events."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """The legal actions of `seat`, ascending; none when the game is over."""
        return self.game.legal(self, self.seat) if self.seat >= 0 else []

    def apply(self, action: int) -> None:
        """Plays an action of `seat`; IllegalMove, and nothing has changed, when it is not legal."""
        self.game.apply(self, self.seat, action)

    def sample(self, seat: int | None, rng: Randomness) -> State:
        """A state drawn from all that agree with what the seat has seen so far (None: a spectator)."""
        if seat is not None and not 0 <= seat < self.setup.players:
            raise BadSeat(f"There is no such seat; the seats are 0 to {self.setup.players - 1}.")
        return self.game.sample(self, NOBODY if seat is None else seat, stream_from(rng))

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.game, self.setup, self.game.position(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules. Nothing here looks at a clock, a file or any chance but the stream it is given."""

    id: str
    package: str  # where its data and texts lie
    rules: int  # the version of the rules: a record is replayed by the version it was played with
    fewest: int
    most: int
    options: list[Option]
    actions: int  # actions are numbered from 0 to actions - 1

    def __reduce__(self) -> str:
        return "GAME"  # the name of the one instance in its module

    # Before the game ------------------------------------------------------------------------------
    def components(self) -> Json:
        """The built-in component set, as plain data of the caller's own; empty where a game has no other."""
        return {}

    def check(self, setup: Setup) -> None:
        """Raises BadOption, BadPlayers or BadComponents unless the set-up can be played."""
        if setup.components:
            raise BadComponents("This game has no component sets.")

    def start(self, setup: Setup, stream: Stream) -> State:
        """The first position; whatever chance there ever is comes from the stream."""
        raise NotImplementedError

    # The game -------------------------------------------------------------------------------------
    def to_act(self, state: State) -> list[int]:
        """The seats that owe a decision; several when they choose at the same time."""
        raise NotImplementedError

    def secret(self, state: State) -> bool:
        """Whether what is chosen now stays hidden until all have chosen."""
        raise NotImplementedError

    def legal(self, state: State, seat: i64) -> list[int]:
        """The legal actions of a seat that owes a decision, ascending."""
        raise NotImplementedError

    def apply(self, state: State, seat: i64, action: int) -> None:
        """Plays an action; raises `refusal`, and nothing has changed, when it is not legal."""
        raise NotImplementedError

    def refusal(self, state: State, seat: int, action: int) -> IllegalMove:
        """Why that action is not legal, by the first rule that forbids it; action -1 is no move at all."""
        raise NotImplementedError

    def no_undo(self, reason: str) -> IllegalMove:
        """Why a decision stands: `undo.none`, `undo.others` or `undo.news`."""
        raise NotImplementedError

    def pick(self, state: State, stream: Stream) -> int:
        """A legal action of `state.seat`, each as likely."""
        choices = self.legal(state, state.seat)
        return choices[stream.below(len(choices))]

    def play_random(self, state: State, stream: Stream) -> None:
        """Plays what `pick` would choose."""
        self.apply(state, state.seat, self.pick(state, stream))

    # The end --------------------------------------------------------------------------------------
    def scores(self, state: State) -> list[int]:
        """The points of each seat, as if the game ended now."""
        raise NotImplementedError

    def winners(self, state: State) -> list[int]:
        """The seats that win with these scores, ties broken as the rules say."""
        raise NotImplementedError

    # What is known --------------------------------------------------------------------------------
    def public_view(self, state: State) -> Json:
        """What everybody may know and sees alike, built up from nothing."""
        raise NotImplementedError

    def private_view(self, state: State, seat: int) -> Json:
        """What looks different to each seat, as the seat may know it (NOBODY: a spectator), built up from nothing."""
        raise NotImplementedError

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        """Behind `State.sample`; the seat's view and legal moves of the result are those of the state."""
        raise NotImplementedError

    # Words and files ------------------------------------------------------------------------------
    def notation(self, action: int) -> str:
        """The move in words that can be typed; one to one with the numbers."""
        raise NotImplementedError

    def number(self, move: str) -> int:
        """The number of a move in notation, -1 if it is none."""
        raise NotImplementedError

    def position(self, state: State) -> Json:
        """The whole state, hidden things included, without the set-up."""
        raise NotImplementedError

    def load(self, setup: Setup, position: Json) -> State:
        """The state of a position; BadPosition when it cannot arise."""
        raise NotImplementedError


def restored(game: Game, setup: Setup, position: Json) -> State:
    """A state that was pickled as its position."""
    return game.load(setup, position)
