"""Reads and writes files that users name; every problem becomes a one-sentence error."""

from __future__ import annotations

import json
import tomllib
from errno import errorcode
from pathlib import Path
from typing import NoReturn

from schatzkammer.cli.texts import CLI, phrase, uncapitalized
from schatzkammer.core.errors import BadInput
from schatzkammer.core.text import DEFAULT, Phrase

LARGEST = 8 * 1024 * 1024  # bytes, far more than the longest game needs
MOST_DIGITS = 100


class FileNotWritten(BadInput):
    """A file that cannot be written, or exists and must not be overwritten."""


def read_json(path: Path) -> object:
    """The value in a JSON file."""
    text = _read(path)
    try:
        value: object = json.loads(text, parse_constant=_no_number, parse_int=_whole_number)
    except (ValueError, RecursionError) as error:
        raise BadInput(phrase("error.not_json", file=path, reason=_problem(error))) from None
    return value


def read_record(path: Path) -> object:
    """The record in a JSON file: by itself, or within a line written by `export`."""
    value = read_json(path)
    if isinstance(value, dict) and "game" not in value and isinstance(value.get("record"), dict):
        value = value["record"]
    if isinstance(value, dict) and value.get("unfinished") is True:
        raise BadInput(phrase("error.exported_early", file=path))
    return value


def read_table(path: Path) -> object:
    """The value in a TOML file, or in a JSON file if the name ends in .json."""
    if path.suffix.lower() == ".json":
        return read_json(path)
    text = _read(path)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(phrase("error.not_toml", file=path, reason=_problem(error))) from None
    except ValueError:  # Python itself refuses to read such a number
        raise BadInput(phrase("error.not_toml", file=path, reason=phrase("error.digits"))) from None


def write_json(path: Path, value: object, overwrite: bool = False) -> None:
    """Writes a value as indented JSON."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n", overwrite)


def write_text(path: Path, text: str, overwrite: bool = False) -> None:
    """Writes a text; FileNotWritten if the file exists, unless it may be overwritten."""
    try:
        with path.open("w" if overwrite else "x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise FileNotWritten(phrase(f"file.not_written.{_kind(error)}", file=path)) from None


def canonical(value: object) -> bytes:
    """A value as canonical JSON, for digests."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BadInput(phrase("error.not_read", file=path, reason=reason(error))) from None
    if len(content) > LARGEST:
        raise BadInput(phrase("error.large_file", file=path, megabytes=LARGEST // 1024**2))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(phrase("error.not_text", file=path)) from None


def _kind(error: Exception) -> str:
    """The last part of the text key that says why a file cannot be written."""
    kinds = {
        FileExistsError: "exists",
        FileNotFoundError: "no_folder",
        NotADirectoryError: "no_folder",
        PermissionError: "forbidden",
        ValueError: "bad_name",
    }
    return next((kind for cause, kind in kinds.items() if isinstance(error, cause)), "failed")


def reason(error: Exception) -> str:
    """The cause of an error, as it continues after a colon."""
    if isinstance(error, OSError):
        key = f"errno.{errorcode.get(error.errno or 0)}"
        if CLI.entry(DEFAULT, key):
            return phrase(key)
    return uncapitalized(error.strerror if isinstance(error, OSError) and error.strerror else str(error))


def _problem(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return phrase("error.nested")
    if error.args and isinstance(error.args[0], Phrase):
        return error.args[0]
    return uncapitalized(str(error).rstrip("."))


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(phrase("error.digits"))
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(phrase("error.not_number", name=name))
