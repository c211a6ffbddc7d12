"""Logging: one JSON object per line, never with query strings, cookies, bodies, tokens or seeds."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from schatzkammer.server.log_file import LogFile, LogFileHandler

_STANDARD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON, with everything given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """Formats a record."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in record.__dict__.items() if name not in _STANDARD}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(file: LogFile | None = None) -> None:
    """Logs to a file or to stderr; only warnings from libraries, and on a terminal only warnings at all."""
    handler = logging.StreamHandler(sys.stderr) if file is None else LogFileHandler(file)
    handler.setFormatter(JsonFormatter())
    # uvicorn logs an error for every handshake we refuse on purpose.
    handler.addFilter(lambda record: "without completing handshake" not in str(record.msg))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    terse = file is None and sys.stderr.isatty()
    logging.getLogger("schatzkammer").setLevel(logging.WARNING if terse else logging.INFO)
