"""Settings for all tests: Hypothesis is repeatable and never fails a test for being slow; long tests come first."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("house")

LONGEST = ("test_wheel", "test_nothing_lost", "test_determinism", "test_many_games")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with what takes minutes, so that at the end no worker waits for another."""
    items.sort(key=lambda item: not any(name in item.nodeid for name in LONGEST))
