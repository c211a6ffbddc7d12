"""Rate limits: token buckets by what clients do and who does it."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

from schatzkammer.table.errors import Refused

MOST_BUCKETS = 50_000
RATES = {  # per second in the long run, at once
    "request": (20.0, 100.0),
    "guest": (0.2, 30.0),
    "login": (0.1, 20.0),
    "open": (0.2, 20.0),
    "upload": (0.1, 10.0),
    "chat": (0.5, 10.0),
    "message": (20.0, 60.0),  # of one socket
    "seat": (1.0, 30.0),  # commands of one person other than moves
    "connect": (2.0, 60.0),
    "hint": (0.2, 6.0),  # each takes a bot's time
    "odds": (2.0, 20.0),
    "name": (0.02, 10.0),  # passwords tried for one account, from one address; nobody else can use them up
    "export": (0.02, 3.0),
    "notice": (0.05, 10.0),  # channels added and tested
    "report": (0.01, 6.0),  # words of one person to the operator
}


class Bucket:
    """A token bucket: `burst` at once, `rate` per second in the long run."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Takes a token; returns whether there was one."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def wait(self) -> float:
        """Seconds from the last, failed `take` until there is a token."""
        return max(0.0, (1 - self._level) / self._rate)


def rate_limit_key(address: str) -> str:
    """Rate-limit key; IPv6 grouped by /64."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(parsed) if parsed.version == 4 else str(ipaddress.ip_network((parsed, 64), strict=False))


class Limits:
    """Buckets by what clients do and who does it."""

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, who: str) -> None:
        """Refuses with `too_fast` what somebody does too often."""
        if not self.enabled:
            return
        key = (what, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*RATES[what])
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take():
            raise Refused("too_fast")

    def bucket(self, what: str) -> Bucket | None:
        """A new bucket; None when limits are off."""
        return Bucket(*RATES[what]) if self.enabled else None
