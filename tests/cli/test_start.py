"""`schatzkammer` without a command opens the table."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from schatzkammer.cli.addresses import NEARBY, first_free
from tests.package.opened import open_table
from tests.processes import SOURCE, free_port

PROGRAM = [sys.executable, "-m", "schatzkammer"]


def test_without_a_command_the_table_opens_in_the_browser(tmp_path: Path) -> None:
    opened = open_table(PROGRAM, tmp_path, PYTHONPATH=str(SOURCE))
    assert "<title>" in opened.page
    assert opened.messages.splitlines()[0].startswith("No command given: the table opens in your browser")
    assert f"Schatzkammer is running at {opened.visited.rstrip('/')}\n" in opened.messages
    assert "Traceback" not in opened.messages


def test_a_port_in_use_is_passed_over() -> None:
    port = free_port()
    assert first_free("127.0.0.1", port) == port
    with socket.create_server(("127.0.0.1", port)):
        assert port < first_free("127.0.0.1", port) < port + NEARBY
    assert first_free("no such host", port) == port
