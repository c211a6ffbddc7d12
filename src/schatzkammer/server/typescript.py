"""Generates TypeScript types from the wire types; `make wire` writes them to the web client."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from schatzkammer.server import wire
from schatzkammer.table import model

HEADING = "// Generated from the server's wire types by `make wire`. Do not edit.\n"
BASES = (model.FromClient, msgspec.Struct)  # not messages themselves
ROOTS: tuple[Any, ...] = (
    wire.ClientMessage,
    wire.ServerMessage,
    *(
        kind
        for kind in vars(wire).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in BASES
    ),
)
UNIONS = {"ClientMessage": wire.ClientMessage, "ServerMessage": wire.ServerMessage}
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def module() -> str:
    """All wire types as one TypeScript module."""
    _, components = msgspec.json.schema_components(ROOTS, schema_hook=_anything, ref_template="{name}")
    parts = [HEADING, "export type Json = { [key: string]: any };\n"]
    for name, schema in sorted(components.items()):
        parts.append(_interface(name, schema))
    for name, union in UNIONS.items():
        members = " | ".join(sorted(member.__name__ for member in union.__args__))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _anything(_: type) -> dict[str, Any]:
    """Views and events are different for each game."""
    return {"title": "anything"}


def _interface(name: str, schema: Mapping[str, Any]) -> str:
    required = schema.get("required", [])
    lines = [f"/** {schema.get('description', name).splitlines()[0]} */", f"export interface {name} {{"]
    for field, kind in schema.get("properties", {}).items():
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(kind)};")
    return "\n".join([*lines, "}"]) + "\n"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values)}>" if isinstance(values, Mapping) and "title" not in values else "Json"
    return PLAIN.get(str(kind), "any")


if __name__ == "__main__":
    sys.stdout.write(module())
