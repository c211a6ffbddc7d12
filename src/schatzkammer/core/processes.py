"""Helpers for starting processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager


def usable_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def sigint_blocked() -> Generator[None, None, None]:
    """Delays Ctrl-C; processes started meanwhile inherit the block and never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
