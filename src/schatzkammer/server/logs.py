"""Logs: one JSON object a line. No query strings, cookies, bodies, tokens or seeds are ever put into them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A record as JSON, with whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        told |= {name: value for name, value in record.__dict__.items() if name not in _PLAIN}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def configure(level: str) -> None:
    """Sends all logs to stderr; those of libraries only when something is wrong, as all on a terminal that is read."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    # uvicorn complains of every handshake that is refused on purpose.
    handler.addFilter(lambda record: "without completing handshake" not in str(record.msg))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("schatzkammer").setLevel("WARNING" if sys.stderr.isatty() else level.upper())
