"""How much one client may ask for: a bucket that fills with time and is emptied by requests."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

MOST_BUCKETS = 50_000


class Bucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Takes one out, if there is one."""
        if self.wait() > 0:
            return False
        self._level -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is one."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        return max(0.0, (1 - self._level) / self._rate)


def key_of(address: str) -> str:
    """Under what somebody at an address is counted: of the long ones everybody has a whole street for himself."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(known) if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))


class Limits:
    """Buckets for what clients do, by what it is and who does it."""

    RATES = {  # noqa: RUF012  by name: a second in the long run, at once
        "request": (20.0, 100.0),
        "guest": (0.2, 30.0),
        "login": (0.1, 20.0),
        "open": (0.2, 20.0),
        "chat": (0.5, 10.0),
        "message": (20.0, 60.0),  # of one socket
        "seat": (1.0, 30.0),  # what is neither a move nor chat, of one person
        "connect": (2.0, 60.0),
    }

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def allow(self, what: str, who: str) -> bool:
        """Whether somebody may do that once more now."""
        if not self.enabled:
            return True
        key = (what, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*self.RATES[what])
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()

    def bucket(self, what: str) -> Bucket | None:
        """One for somebody's own use; None where there are no limits."""
        return Bucket(*self.RATES[what]) if self.enabled else None
