"""Files from outside: read with care, every trouble a sentence."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import NoReturn

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Game

LARGEST = 8 * 1024 * 1024  # bytes; the longest game is far below


class BadFile(BadInput):
    """A file that cannot be read, written or understood."""


def read_json(path: Path) -> object:
    """The value in a JSON file."""
    try:
        value: object = json.loads(_read(path), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not JSON: {_place(error)}.") from None
    return value


def read_table(path: Path) -> object:
    """The value in a TOML file, or in one whose name ends in .json."""
    if path.suffix.lower() == ".json":
        return read_json(path)
    try:
        return tomllib.loads(_read(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(f"{path} is not TOML: {_place(error)}.") from None


def write_json(path: Path, value: object) -> None:
    """Writes a value as JSON that people can read too."""
    try:
        path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {_reason(error)}.") from None


def canonical(value: object) -> bytes:
    """A value as JSON in its one canonical form, for digests."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def component_set(game: Game) -> str:
    """The built-in component set of a game, word for word."""
    return files(game.package).joinpath("data", "components.toml").read_text(encoding="utf-8")


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read: {_reason(error)}.") from None
    if len(content) > LARGEST:
        raise BadFile(f"{path} is larger than {LARGEST // 1024**2} MB: that is no file of ours.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not a text file (UTF-8).") from None


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def _place(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    text = str(error).rstrip(".")
    return text[:1].lower() + text[1:]


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
