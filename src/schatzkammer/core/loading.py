"""Creates matches from seeds, positions and records, and validates all of these."""

from __future__ import annotations

import copyreg
import json
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256

from schatzkammer.core.errors import (
    BadComponents,
    BadInput,
    BadOption,
    BadPlayers,
    BadPosition,
    BadRecord,
    BadSeed,
    IllegalMove,
    UnknownRules,
)
from schatzkammer.core.game import Game, Json, Setup
from schatzkammer.core.match import Match, winners_without
from schatzkammer.core.shuffle import checked_shuffle, is_share
from schatzkammer.core.stream import commitment, seeded
from schatzkammer.core.text import CORE, Phrase, Words
from schatzkammer.core.validation import LONGEST, Field, quoted

SETUP = ("game", "rules", "players", "options")
RESULT = ("scores", "winners", "forfeited")


def fresh_seed() -> str:
    """128 random bits, in hexadecimal digits."""
    return secrets.token_hex(16)


def begin(
    game: Game,
    players: object,
    seed: object,
    options: object = None,
    components: object = None,
    rules: object = None,
) -> Match:
    """A new match, by the newest rules unless another version is given; without a seed, a random one is drawn."""
    setup = checked_setup(game, players, options, components, rules)
    text = fresh_seed() if seed is None else checked_seed(seed)
    return Match(game, setup, game.start(setup, seeded(text, game.id)), text)


def from_position(game: Game, position: object) -> Match:
    """A match that starts from a position; raises BadPosition if it cannot arise."""
    try:
        entries = Field(Field(position, BadPosition).plain(), BadPosition).mapping()
        _check_game(game, entries)
        setup = _load_setup(game, entries)
        game_entries = {name: entry.value for name, entry in entries.items() if name not in (*SETUP, "components")}
        state = game.load(setup, game_entries)
    except BadPosition:
        raise
    except BadInput as error:
        raise BadPosition(str(error)) from None
    match = Match(game, setup, state, None)
    return Match(game, setup, state, None, match.position())


def replay(game: Game, record: object) -> Match:
    """Replays the match of a record; raises BadRecord if any entry is wrong."""
    entries = Field(Field(record, BadRecord).plain(), BadRecord).table(
        [*SETUP, "moves"], ["components", "seed", "commitment", "shuffle", "start", "origin", *RESULT]
    )
    _check_game(game, entries)
    match = _start(game, entries)
    moves = entries["moves"].items()
    if "origin" in entries:
        match.origin = _checked_origin(entries["origin"], len(moves))
    for entry in moves:
        seat, move = entry.items(2, 2)
        try:
            match.play(seat.integer(0, match.players - 1), move.text())
        except IllegalMove as refusal:
            raise entry.bad(str(refusal)) from None
    _check_result(match, entries)
    return match


def checked_setup(
    game: Game, players: object, options: object = None, components: object = None, rules: object = None
) -> Setup:
    """The validated set-up of a game, with the newest rules and default options where none are given."""
    version = game.rules if rules is None else checked_rules(game, rules)
    if type(players) is not int or not game.min_players <= players <= game.max_players:
        raise BadPlayers(
            _phrase("players", game=game.id, fewest=game.min_players, most=game.max_players, given=quoted(players))
        )
    chosen: dict[str, str | bool] = {option.name: option.values[0] for option in game.options}
    if options is not None and not isinstance(options, Mapping):
        raise BadOption("Options are a table of names and values.")
    for name, value in (options or {}).items():
        option = next((option for option in game.options if option.name == name), None)
        if option is None:
            raise BadOption(_phrase("option", game=game.id, given=quoted(name), known=", ".join(chosen)))
        matching = [allowed for allowed in option.values if type(allowed) is type(value) and allowed == value]
        if not matching:
            values = ", ".join(str(allowed).lower() for allowed in option.values)
            raise BadOption(_phrase("option_value", option=option.name, given=quoted(value), known=values))
        chosen[option.name] = matching[0]
    component_set = None if components is None else Field(components, BadComponents).plain()
    if component_set is not None and not isinstance(component_set, dict):
        raise BadComponents("A component set is a table.")
    setup = Setup(version, players, chosen, component_set)
    game.check(setup)
    return setup


def checked_rules(game: Game, rules: object) -> int:
    """The version of a game's rules if this release can play it; raises UnknownRules otherwise."""
    if type(rules) is not int or rules not in game.versions():
        known = ", ".join(map(str, game.versions()))
        raise UnknownRules(_phrase("rules", game=game.id, given=quoted(rules), known=known))
    return rules


def _phrase(key: str, **details: object) -> Phrase:
    return Phrase(Words(CORE), f"error.{key}", **details)


def checked_seed(seed: object) -> str:
    """The seed if it is valid; raises BadSeed otherwise."""
    if not isinstance(seed, str) or len(seed) > LONGEST:
        raise BadSeed(_phrase("seed", most=LONGEST))
    return Field(seed, BadSeed, "seed").text()


def _check_game(game: Game, entries: Mapping[str, Field]) -> None:
    """Checks that a record or a position is of this game, and of a version of its rules that can be played."""
    for name in SETUP:
        if name not in entries:
            raise next(iter(entries.values()), Field(None, BadRecord)).error(f"{name}: this entry is missing.")
    if entries["game"].value != game.id:
        raise entries["game"].bad(f"this is not a game of {game.id}.")
    checked_rules(game, entries["rules"].value)


def _load_setup(game: Game, entries: Mapping[str, Field]) -> Setup:
    components = entries["components"].value if "components" in entries else None
    return checked_setup(game, entries["players"].value, entries["options"].value, components, entries["rules"].value)


def _start(game: Game, entries: Mapping[str, Field]) -> Match:
    if ("seed" in entries) == ("start" in entries):
        raise BadRecord("A record has either a seed or a position to start from.")
    if "shuffle" in entries and "seed" not in entries:
        raise entries["shuffle"].bad("there is no seed that it could be of.")
    if "start" in entries:
        match = from_position(game, entries["start"].value)
        record = match.record()
        for name in (*SETUP, "components"):
            if (entries[name].value if name in entries else None) != record.get(name):
                raise entries.get(name, entries["start"]).bad("the record and its starting position disagree.")
        return match
    try:
        setup = _load_setup(game, entries)
    except BadInput as error:
        raise BadRecord(str(error)) from None
    seed = entries["seed"].text()
    if "commitment" in entries and entries["commitment"].value != commitment(seed):
        raise entries["commitment"].bad("the seed does not match the commitment.")
    shuffle = checked_shuffle(entries["shuffle"], seed, setup.players) if "shuffle" in entries else None
    return Match(game, setup, game.start(setup, seeded(seed, game.id)), seed, None, shuffle)


def digest(record: Json) -> str:
    """The SHA-256 of a game, by which other records name it: of its set-up, its beginning and its moves."""
    parts = {name: record[name] for name in (*SETUP, "components", "seed", "start", "moves") if name in record}
    return sha256(json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _checked_origin(entry: Field, moves: int) -> Json:
    """The game that a record's first moves were taken from; nothing but its form can be checked."""
    parts = entry.table(["record", "moves"])
    name = parts["record"].text()
    if not is_share(name):
        raise parts["record"].bad("this is not a SHA-256 in hexadecimal digits.")
    return {"record": name, "moves": parts["moves"].integer(0, moves)}


def _check_result(match: Match, entries: Mapping[str, Field]) -> None:
    """Checks a record's scores and winners against its moves and forfeits."""
    forfeited = _forfeited(match, entries["forfeited"]) if "forfeited" in entries else []
    result: dict[str, object] = {}
    if match.over:
        result["scores"] = match.scores()
    if match.over or forfeited:
        result["winners"] = winners_without(match, forfeited)
    for name in ("scores", "winners"):
        if name in entries and (name not in result or entries[name].value != result[name]):
            raise entries[name].bad("this is not the result of the game.")


def _forfeited(match: Match, entry: Field) -> list[int]:
    seats = entry.seats(match.players, 1, match.players)
    if seats != sorted(set(seats)):
        raise entry.bad("the seats must be different and in ascending order.")
    if match.over and match.players - len(seats) < 2:
        raise entry.bad("with so many forfeits the game would not have been played to its end.")
    return seats


def game_id(source: object, error: type[BadInput]) -> str:
    """The game of a record or a position."""
    entries = Field(source, error).mapping()
    if "game" not in entries:
        raise error("game: this entry is missing.")
    return entries["game"].text()


def _reduce(match: Match) -> tuple[Callable[..., Match], tuple[object, ...]]:
    return replay, (match.state.game, match.record())


# A match is pickled and copied as its record, which is complete and independent of compiled objects.
copyreg.pickle(Match, _reduce)
