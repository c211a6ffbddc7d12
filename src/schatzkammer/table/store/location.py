"""Where the tables and their backups are stored by default."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import URL


def data_folder() -> Path:
    """The folder of the SQLite file."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "schatzkammer"


def backup_folder(url: URL) -> Path:
    """The folder of a database's backups: beside an SQLite file, else in the folder for data."""
    home = Path(url.database or "").absolute().parent if url.get_backend_name() == "sqlite" else data_folder()
    return home / "backups"
