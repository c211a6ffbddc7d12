"""How a match comes about: from a seed, from a position, or from a record. Everything given is checked here."""

from __future__ import annotations

import copyreg
import secrets
from collections.abc import Callable, Mapping

from schatzkammer.core.errors import (
    BadComponents,
    BadInput,
    BadOption,
    BadPlayers,
    BadPosition,
    BadRecord,
    BadSeed,
    IllegalMove,
)
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.match import Match, winners_without
from schatzkammer.core.stream import commitment, seeded
from schatzkammer.core.validation import LONGEST, Field, shown

SETUP = ("game", "rules", "players", "options")
RESULT = ("scores", "winners", "forfeited")


def fresh_seed() -> str:
    """A seed that nobody can guess: 128 random bits."""
    return secrets.token_hex(16)


def begin(game: Game, players: object, seed: object, options: object = None, components: object = None) -> Match:
    """A new match; without a seed one is drawn."""
    setup = checked_setup(game, players, options, components)
    sown = fresh_seed() if seed is None else checked_seed(seed)
    return Match(game, setup, game.start(setup, seeded(sown, game.id)), sown)


def from_position(game: Game, position: object) -> Match:
    """A match that starts from a position; BadPosition when that cannot arise."""
    try:
        given = Field(position, BadPosition).plain()
        entries = Field(given, BadPosition).named()
        _check_versions(game, entries)
        setup = _setup_of(game, entries)
        own = {name: entry.value for name, entry in entries.items() if name not in (*SETUP, "components")}
        state = game.load(setup, own)
    except BadPosition:
        raise
    except BadInput as error:
        raise BadPosition(str(error)) from None
    match = Match(game, setup, state, None)
    return Match(game, setup, state, None, match.position())


def replay(game: Game, record: object) -> Match:
    """The match of a record, move by move; BadRecord when any of it does not fit."""
    entries = Field(Field(record, BadRecord).plain(), BadRecord).table(
        [*SETUP, "moves"], ["components", "seed", "commitment", "start", *RESULT]
    )
    _check_versions(game, entries)
    match = _start_of(game, entries)
    for entry in entries["moves"].items():
        seat, move = entry.items(2, 2)
        try:
            match.play(seat.whole(0, match.players - 1), move.text())
        except IllegalMove as refusal:
            raise entry.bad(str(refusal)) from None
    _check_result(match, entries)
    return match


def checked_setup(game: Game, players: object, options: object = None, components: object = None) -> Setup:
    """The set-up of a game with every option filled in."""
    if type(players) is not int or not game.fewest <= players <= game.most:
        raise BadPlayers(f"{game.id} is for {game.fewest} to {game.most} players, not for {shown(players)}.")
    chosen: dict[str, str | bool] = {option.name: option.values[0] for option in game.options}
    if options is not None and not isinstance(options, Mapping):
        raise BadOption("Options are a table of names and values.")
    for name, value in (options or {}).items():
        option = next((known for known in game.options if known.name == name), None)
        if option is None:
            raise BadOption(f"{game.id} has no option {shown(name)}; it has: {', '.join(chosen)}.")
        fitting = [known for known in option.values if type(known) is type(value) and known == value]
        if not fitting:
            values = ", ".join(str(known).lower() for known in option.values)
            raise BadOption(f"{option.name}: {shown(value)} is none of: {values}.")
        chosen[option.name] = fitting[0]
    parts = None if components is None else Field(components, BadComponents).plain()
    if parts is not None and not isinstance(parts, dict):
        raise BadComponents("A component set is a table.")
    setup = Setup(players, chosen, parts)
    game.check(setup)
    return setup


def checked_seed(seed: object) -> str:
    """A seed as the streams take it; BadSeed when it is none."""
    if not isinstance(seed, str) or len(seed) > LONGEST:
        raise BadSeed(f"A seed is a text of at most {LONGEST:,} characters.")
    return Field(seed, BadSeed, "seed").text()


def _check_versions(game: Game, entries: Mapping[str, Field]) -> None:
    for name in SETUP:
        if name not in entries:
            raise next(iter(entries.values()), Field(None, BadRecord)).error(f"{name}: this entry is missing.")
    if entries["game"].value != game.id:
        raise entries["game"].bad(f"this is not a game of {game.id}.")
    if entries["rules"].value != game.rules or type(entries["rules"].value) is not int:
        raise entries["rules"].bad(f"only version {game.rules} of the rules is known here.")


def _setup_of(game: Game, entries: Mapping[str, Field]) -> Setup:
    components = entries["components"].value if "components" in entries else None
    return checked_setup(game, entries["players"].value, entries["options"].value, components)


def _start_of(game: Game, entries: Mapping[str, Field]) -> Match:
    if ("seed" in entries) == ("start" in entries):
        raise BadRecord("A record has either a seed or a position to start from.")
    if "start" in entries:
        match = from_position(game, entries["start"].value)
        told = match.record()
        for name in (*SETUP, "components"):
            if (entries[name].value if name in entries else None) != told.get(name):
                raise entries.get(name, entries["start"]).bad("record and starting position do not agree.")
        return match
    try:
        setup = _setup_of(game, entries)
    except BadInput as error:
        raise BadRecord(str(error)) from None
    seed = entries["seed"].text()
    if "commitment" in entries and entries["commitment"].value != commitment(seed):
        raise entries["commitment"].bad("the seed is not the one that was promised.")
    return Match(game, setup, game.start(setup, seeded(seed, game.id)), seed)


def _check_result(match: Match, entries: Mapping[str, Field]) -> None:
    """What a record tells of the result follows from its moves, and from the seats that have given up."""
    given_up = _given_up(match, entries["forfeited"]) if "forfeited" in entries else []
    known: dict[str, object] = {}
    if match.over:
        known["scores"] = match.scores()
    if match.over or given_up:
        known["winners"] = winners_without(match, given_up)
    for name in ("scores", "winners"):
        if name in entries and (name not in known or entries[name].value != known[name]):
            raise entries[name].bad("this is not how the game ends.")


def _given_up(match: Match, entry: Field) -> list[int]:
    seats = [seat.whole(0, match.players - 1) for seat in entry.items(1, match.players)]
    if seats != sorted(set(seats)):
        raise entry.bad("every seat stands there once, in order.")
    if match.over and match.players - len(seats) < 2:
        raise entry.bad("with so many gone the game would not have been played to its end.")
    return seats


def game_id(source: object, error: type[BadInput]) -> str:
    """Which game a record or a position is of."""
    entries = Field(source, error).named()
    if "game" not in entries:
        raise error("game: this entry is missing.")
    return entries["game"].text()


def _replayed(match: Match) -> tuple[Callable[..., Match], tuple[object, ...]]:
    return replay, (match.state.game, match.record())


# A match is pickled and copied as its record: nothing is lost, and compiled objects need not be looked into.
copyreg.pickle(Match, _replayed)
