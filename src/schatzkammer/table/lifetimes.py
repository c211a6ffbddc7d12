"""How long sessions, guests and tables are kept."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 24 * 3600 * 1000  # milliseconds


@dataclass(frozen=True)
class Lifetimes:
    """Days after which something ends; 0: never."""

    session: int = 365  # since a browser signed in
    idle: int = 90  # since the browser was seen last
    guest: int = 90  # since a guest came, if no browser is signed in as them any more
    waiting: int = 31  # since anything happened at a table whose game has not started
    unfinished: int = 365  # since anything happened in a game that is not over

    def is_over(self, created: int, seen: int, now: int) -> bool:
        """Whether a session is void at a time."""
        return _is_past(created, self.session, now) or _is_past(seen, self.idle, now)


KEPT = Lifetimes()


def _is_past(since: int, days: int, now: int) -> bool:
    return days > 0 and now >= since + days * DAY
