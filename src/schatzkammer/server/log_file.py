"""A log file that all workers append to, and that is moved aside when it is full."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from logging.handlers import WatchedFileHandler

from msgspec import Struct

try:
    import fcntl
except ImportError:  # Windows, where a server has one worker
    fcntl = None  # type: ignore[assignment]


class LogFile(Struct, frozen=True):
    """Where to log, how large the file may become, and how many full ones are kept beside it."""

    path: str
    megabytes: float
    kept: int


class LogFileHandler(WatchedFileHandler):
    """Appends to a log file; full files become `.1`, `.2` …, the oldest is deleted.

    If another program moves the file away, as logrotate does, the next line begins a new one.
    """

    def __init__(self, file: LogFile) -> None:
        super().__init__(file.path, encoding="utf-8")
        self._limit = int(file.megabytes * 1_000_000)
        self._kept = file.kept

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line, to a new file if this one is full."""
        with suppress(OSError):  # a file that cannot be moved grows
            if os.stat(self.baseFilename).st_size >= self._limit:
                self._rotate()
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the name is logging's
        """What cannot be written, for instance on a full disk, goes to stderr."""
        with suppress(OSError, ValueError):
            sys.stderr.write(self.format(record) + "\n")

    def _rotate(self) -> None:
        with open(f"{self.baseFilename}.lock", "w") as lock:  # released when it is closed
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            if os.stat(self.baseFilename).st_size < self._limit:
                return  # another worker has moved it meanwhile
            names = [self.baseFilename, *(f"{self.baseFilename}.{number}" for number in range(1, self._kept + 1))]
            if self._kept == 0:
                os.remove(self.baseFilename)
            for older, newer in zip(names[:0:-1], names[-2::-1], strict=True):
                with suppress(FileNotFoundError):
                    os.replace(newer, older)
