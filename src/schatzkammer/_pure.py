"""SCHATZKAMMER_PURE=1: import the rules from their Python sources even where compiled ones are installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceOnly(MetaPathFinder):
    """Finds the modules of this package by their sources alone, so that no extension module comes first."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith("schatzkammer."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


def asked_for() -> bool:
    """Whether the environment asks for interpreted rules."""
    return os.environ.get("SCHATZKAMMER_PURE", "") not in ("", "0")


if asked_for():
    sys.meta_path.insert(0, SourceOnly())
