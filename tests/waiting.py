"""Waiting for what must happen, on however busy a machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds; a test that waits longer has failed


def wait_for(condition: Callable[[], object], what: str = "it", patience: float = PATIENCE) -> None:
    """Polls until a condition holds."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, f"{what} did not happen in {patience} s"
        time.sleep(0.01)


async def until(condition: Callable[[], object]) -> None:
    """Polls until a condition holds, and lets the event loop run meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)
