"""Generates the web client's TypeScript types: the wire types, and each game's views and events from its `types.py`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from schatzkammer.core.game import Game
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.types import CommonEvent, CommonView
from schatzkammer.games import GAMES
from schatzkammer.server import (
    wire,
    wire_evenings,
    wire_groups,
    wire_hunts,
    wire_notices,
    wire_people,
    wire_records,
    wire_review,
)
from schatzkammer.table import model

HEADING = "// Generated from the server's types by `make wire`. Do not edit.\n"
JSON = """export type Json = { [key: string]: unknown };

/** A view: what all games have in common, and the game's own fields. */
export type View = CommonView & Json;

/** An event of any game. */
export type GameEvent = CommonEvent & Json;
"""
BASES = (model.FromClient, model.OfSeat, msgspec.Struct)  # not messages themselves
ROOTS: tuple[Any, ...] = (
    wire.ClientMessage,
    wire.ServerMessage,
    *(
        kind
        for module in (
            *(wire, wire_evenings, wire_groups, wire_hunts),
            *(wire_notices, wire_people, wire_records, wire_review),
        )
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in BASES
    ),
    *(CommonEvent, CommonView, Outcome),
)
UNIONS = {"ClientMessage": wire.ClientMessage, "ServerMessage": wire.ServerMessage}
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def modules() -> dict[str, str]:
    """All generated TypeScript modules, by their path in the client's sources."""
    found = {"wire.ts": wire_module()}
    for game in GAMES.values():
        types = types_of(game) if game.package.startswith("schatzkammer.games.") else None
        if types is not None:
            found[f"boards/{game.id}/wire.ts"] = game_module(types)
    return found


def types_of(game: Game) -> ModuleType | None:
    """The module with the types of a game's views and events; None if it has none."""
    name = f"{game.package}.types"
    return None if find_spec(name) is None else import_module(name)


def wire_module() -> str:
    """The messages of the socket, the bodies of REST, and what all games have in common."""
    unions = {name: [member.__name__ for member in union.__args__] for name, union in UNIONS.items()}
    return "\n".join([HEADING, JSON, *Printer({}).objects(ROOTS), *_unions(unions)])


def game_module(types: ModuleType) -> str:
    """The view of a game, and its events as a union told apart by `event`."""
    printer = Printer({name: values for name, kind in vars(types).items() if (values := _literal_values(kind))})
    objects = printer.objects((types.View, *types.EVENTS))
    events = {"GameEvent": [event.__name__ for event in types.EVENTS]}
    return "\n".join([HEADING, *printer.literals(), *objects, *_unions(events)])


def _literal_values(kind: object) -> list[str]:
    """The values of a literal type or of a union of such types; none for everything else."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        parts = [_literal_values(part) for part in get_args(kind)]
        return [value for part in parts for value in part] if all(parts) else []
    return []


def _unions(unions: Mapping[str, Iterable[str]]) -> list[str]:
    return [f"export type {name} = {' | '.join(sorted(members))};\n" for name, members in unions.items()]


class Printer:
    """Prints the types of one module; literal types that have a name there are printed by name."""

    def __init__(self, literals: Mapping[str, list[str]]) -> None:
        self._literals = literals
        self._names = {frozenset(values): name for name, values in literals.items()}

    def literals(self) -> list[str]:
        """The literal types."""
        return [f"export type {name} = {_union_of(values)};\n" for name, values in sorted(self._literals.items())]

    def objects(self, roots: tuple[Any, ...]) -> list[str]:
        """The object types that the roots consist of."""
        _, components = msgspec.json.schema_components(roots, schema_hook=_anything, ref_template="{name}")
        return [self._object(name, schema) for name, schema in sorted(components.items())]

    def _object(self, name: str, schema: Mapping[str, Any]) -> str:
        """The alias of an object type; unlike interfaces, views and events of any game can be asserted to be one."""
        required = schema.get("required", [])
        lines = [f"/** {schema.get('description', name).splitlines()[0]} */", f"export type {name} = {{"]
        for field, kind in schema.get("properties", {}).items():
            lines.append(f"  {field}{'' if field in required else '?'}: {self._type(kind)};")
        return "\n".join([*lines, "};"]) + "\n"

    def _type(self, schema: Mapping[str, Any]) -> str:
        if "$ref" in schema:
            return str(schema["$ref"])
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(self._type(each) for each in schema["anyOf"]))
        if "enum" in schema:
            return self._names.get(frozenset(schema["enum"])) or _union_of(schema["enum"])
        kind = schema.get("type")
        if kind == "array":
            return self._array(schema)
        if kind == "object":
            return str(schema.get("title") or f"Record<string, {self._type(schema['additionalProperties'])}>")
        return PLAIN[str(kind)] if kind else str(schema["title"])

    def _array(self, schema: Mapping[str, Any]) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self._type(each) for each in schema['prefixItems'])}]"
        inner = self._type(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _anything(_: type) -> dict[str, Any]:
    """The schema of `object`."""
    return {"title": "unknown"}


def _union_of(values: Iterable[object]) -> str:
    return " | ".join(msgspec.json.encode(value).decode() for value in values)


def write(folder: Path) -> None:
    """Writes all modules into the client's sources."""
    for path, text in modules().items():
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
