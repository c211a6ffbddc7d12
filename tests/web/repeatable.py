"""`schatzkammer` whose tables all get the same seed: run as `python -m tests.web.repeatable serve ...`."""

from __future__ import annotations

from unittest.mock import patch

from schatzkammer.cli import main
from schatzkammer.table import service

if __name__ == "__main__":
    with patch.object(service, "fresh_seed", lambda: "a table of the tests"):
        main()
