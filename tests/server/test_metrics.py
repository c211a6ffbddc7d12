"""Metrics for Prometheus."""

from __future__ import annotations

import httpx

from tests.server.services import Served


def test_counters_and_gauges(served: Served) -> None:
    answer = httpx.get(f"{served.url}/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    for name in ("moves_committed", "commits", "writes", "bot_restarts"):
        assert f"# TYPE schatzkammer_{name}_total counter" in answer.text
        assert f'\nschatzkammer_{name}_total{{worker="' in answer.text
    assert "# TYPE schatzkammer_command_seconds histogram" in answer.text
    for name in ("connections", "tables_watched", "bot_processes", "bus_up"):
        assert f"# TYPE schatzkammer_{name} gauge" in answer.text
