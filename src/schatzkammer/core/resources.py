"""Data files inside packages."""

from __future__ import annotations

import tomllib
from importlib.resources import files


def read_toml(package: str, path: str) -> dict[str, object]:
    """The contents of a TOML file, by its path inside a package."""
    return tomllib.loads(files(package).joinpath(path).read_text(encoding="utf-8"))
