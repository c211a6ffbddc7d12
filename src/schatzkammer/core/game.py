"""The contract of every game: a State holds a position, a Game knows the rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from schatzkammer.core.errors import BadComponents, BadSeat, IllegalMove
from schatzkammer.core.odds import Lying, Odds
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.stream import Randomness, Stream, stream_from

NOBODY: Final = -1  # the seat to act once the game is over; also the seat of a spectator

Json = dict[str, object]
Masks = tuple[i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64]


class Option:
    """A choice made at set-up; the first value is the default. Described by the text key `option.<name>`."""

    def __init__(self, name: str, values: tuple[str | bool, ...]) -> None:
        self.name = name
        self.values = values


class Setup:
    """What is fixed before the game starts. Shared by all states of the game, never changed."""

    def __init__(self, rules: int, players: int, options: dict[str, str | bool], components: Json | None) -> None:
        self.rules = rules  # the version of the rules that this game is played by, to its end
        self.players = players
        self.options = options
        self.components = components  # None: the built-in set

    def __reduce__(self) -> tuple[object, ...]:
        return Setup, (self.rules, self.players, self.options, self.components)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The fast layer: a full position, hidden information included. Games add their fields and `copy`."""

    __slots__ = ("events", "further", "game", "news", "offer", "pending", "players", "seat", "setup", "step")

    game: Game
    setup: Setup
    players: i64
    seat: i64  # the seat to act; the first of several that choose at the same time; NOBODY when the game is over
    step: i64  # the current step: an index into the game's list of steps
    offer: i64  # the legal choices of `seat`, as a bit mask; of the first kind in steps with several kinds of choices
    further: Masks  # the masks of the other kinds
    pending: i64  # while seats choose at the same time: those that have not chosen yet, as a bit mask
    news: i64  # counts reveals and draws; undo does not go back past a change
    events: list[Json] | None  # collects events if it is a list; None in copies

    def begin(self, game: Game, setup: Setup) -> None:
        """Initialises the fields above."""
        self.game = game
        self.setup = setup
        self.players = setup.players
        self.seat = 0
        self.step = 0
        self.offer = 0
        self.further = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        self.pending = 0
        self.news = 0
        self.events = None

    def copy_to(self, twin: State) -> None:
        """Copies the fields above, except events."""
        twin.game = self.game
        twin.setup = self.setup
        twin.players = self.players
        twin.seat = self.seat
        twin.step = self.step
        twin.offer = self.offer
        twin.further = self.further
        twin.pending = self.pending
        twin.news = self.news
        twin.events = None

    def copy(self) -> State:
        """An independent copy without events."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """The legal actions of `seat`, ascending; [] when the game is over."""
        return self.game.legal(self, self.seat) if self.seat >= 0 else []

    def apply(self, action: int) -> None:
        """Plays an action of `seat`; an illegal one raises IllegalMove and changes nothing."""
        self.game.apply(self, self.seat, action)

    def sample(self, seat: int | None, rng: Randomness) -> State:
        """Draws a state from all those consistent with what the seat has seen (None: a spectator)."""
        if seat is not None and not 0 <= seat < self.setup.players:
            raise BadSeat(f"There is no such seat; the seats are 0 to {self.setup.players - 1}.")
        return self.game.sample(self, NOBODY if seat is None else seat, stream_from(rng))

    def reshuffle(self, rng: Randomness) -> State:
        """Draws anew what chance has yet to reveal: what no seat knows. Secrets of the seats stay as they are."""
        return self.game.reshuffle(self, stream_from(rng))

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.game, self.setup, self.game.position(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules. No method reads a clock or a file, or uses any randomness but the stream it is given."""

    id: str
    package: str  # contains its data and texts
    rules: int  # the newest version of the rules, which new games are played by
    min_players: int
    max_players: int
    options: list[Option]
    actions: int  # actions are numbered from 0 to actions - 1

    def __reduce__(self) -> str:
        return "GAME"  # the name of the only instance, in the module of its class

    # Before the game ----------------------------------------------------------------------------
    def versions(self) -> list[int]:
        """The versions of the rules that can be played, ascending; `rules` is the last of them.

        A game reads its version from the set-up when it starts or is loaded, never in the course of a move.
        """
        return [self.rules]

    def components(self) -> Json:
        """A copy of the built-in component set; empty if the game does not support others."""
        return {}

    def check(self, setup: Setup) -> None:
        """Raises BadOption, BadPlayers or BadComponents if the set-up cannot be played."""
        if setup.components:
            raise BadComponents("This game does not support component sets.")

    def start(self, setup: Setup, stream: Stream) -> State:
        """The initial state; all randomness of the game comes from the stream."""
        raise NotImplementedError

    # The game -----------------------------------------------------------------------------------
    def to_act(self, state: State) -> list[int]:
        """The seats that have to act; several when they choose at the same time."""
        raise NotImplementedError

    def secret(self, state: State) -> bool:
        """Whether choices stay hidden until all seats have chosen."""
        raise NotImplementedError

    def legal(self, state: State, seat: i64) -> list[int]:
        """The legal actions of a seat that has to act, ascending."""
        raise NotImplementedError

    def apply(self, state: State, seat: i64, action: int) -> None:
        """Plays an action; an illegal one raises `refusal` and changes nothing."""
        raise NotImplementedError

    def refusal(self, state: State, seat: int, action: int) -> IllegalMove:
        """The error for an illegal action, naming the first rule that forbids it; -1 stands for an unknown move."""
        raise NotImplementedError

    def outcome(self, state: State, seat: i64, action: int) -> Outcome:
        """What a legal action would bring, as far as the seat can know it."""
        return {}

    def no_undo(self, reason: str) -> IllegalMove:
        """The error for a refused undo; the reason is `undo.none`, `undo.others` or `undo.news`."""
        raise NotImplementedError

    def pick(self, state: State, stream: Stream) -> int:
        """A legal action of `state.seat`, drawn uniformly."""
        choices = self.legal(state, state.seat)
        return choices[stream.below(len(choices))]

    def play_random(self, state: State, stream: Stream) -> None:
        """Plays a legal action drawn as by `pick`."""
        self.apply(state, state.seat, self.pick(state, stream))

    # The end ------------------------------------------------------------------------------------
    def scores(self, state: State) -> list[int]:
        """The points of each seat, as if the game ended now."""
        raise NotImplementedError

    def winners(self, state: State) -> list[int]:
        """The seats that win with these scores, after the tie-breakers."""
        raise NotImplementedError

    # Views --------------------------------------------------------------------------------------
    def public_view(self, state: State) -> Json:
        """The part of the view that is the same for everyone."""
        raise NotImplementedError

    def private_view(self, state: State, seat: int) -> Json:
        """The part of the view that depends on the seat (NOBODY: a spectator)."""
        raise NotImplementedError

    def forecast(self, state: State) -> Json:
        """What people's boards show beyond the public view, because it takes long to compute; by default nothing."""
        return {}

    def odds(self, state: State, seat: int) -> Odds:
        """What may lie in each place hidden from the seat (NOBODY: a spectator), as `core.odds` describes it.

        The chances are those of `sample`, exactly; by default nothing.
        """
        return {}

    def lying(self, state: State) -> Lying:
        """What really lies in the places that `odds` names for any seat; by default nothing.

        A place is left out while chance has yet to decide what comes there.
        """
        return {}

    def sample(self, state: State, seat: int, stream: Stream) -> State:
        """Implements `State.sample`; the result has the same view and legal moves for the seat as the state."""
        raise NotImplementedError

    def reshuffle(self, state: State, stream: Stream) -> State:
        """Implements `State.reshuffle`; the result has the same views and legal moves for all seats.

        Unless a game says otherwise, chance has nothing left to reveal.
        """
        return state.copy()

    # Notation and files -------------------------------------------------------------------------
    def notation(self, action: int) -> str:
        """The notation of an action, one to one."""
        raise NotImplementedError

    def number(self, move: str) -> int:
        """The action of a move in notation; -1 if there is none."""
        raise NotImplementedError

    def position(self, state: State) -> Json:
        """The whole state as plain data, hidden information included, set-up excluded."""
        raise NotImplementedError

    def load(self, setup: Setup, position: Json) -> State:
        """The state of a position; raises BadPosition if it cannot arise in the game."""
        raise NotImplementedError


def restored(game: Game, setup: Setup, position: Json) -> State:
    """Unpickles a state."""
    return game.load(setup, position)
