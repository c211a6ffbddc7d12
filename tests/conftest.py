"""Settings for all tests: markers, order, signals, and a check for processes left behind."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import left_behind

# Hypothesis is repeatable and never fails a test for being slow.
settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("repeatable")

HERE = Path(__file__).parent
MARKS = {
    "project": ["quick"],
    "core": ["quick", "rules"],
    "games": ["quick", "rules"],
    "conformance": ["rules"],
    "web": ["browser"],
}
SERVICES = {"postgres", "redis"}  # fixtures that start a program of the system


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio."""
    return "asyncio"


def pytest_configure(config: pytest.Config) -> None:
    """Restores SIGINT, which the session may have been started without, and marks child processes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not _is_worker(config):
        left_behind.mark()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests by folder and fixtures; puts slow tests first, so that no worker waits for another at the end."""
    for item in items:
        folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
        slow = item.get_closest_marker("slow") is not None
        for mark in MARKS.get(folder, []):
            if mark != "quick" or not slow:
                item.add_marker(mark)
        if SERVICES & set(getattr(item, "fixturenames", [])):
            item.add_marker("services")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the session if a process that it started is still alive."""
    if _is_worker(session.config):
        return
    if left := left_behind.still_alive():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        reporter.write_sep("!", "processes left behind", red=True)
        for process in left:
            reporter.write_line(process)


def _is_worker(config: pytest.Config) -> bool:
    """Whether this is a process of pytest-xdist."""
    return hasattr(config, "workerinput")
