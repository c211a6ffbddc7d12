"""When notices are due: quiet hours, reminders, retries."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from schatzkammer.table.model import HOUR, MINUTE, Clock
from schatzkammer.table.notices import (
    RETRIES,
    Preferences,
    Quiet,
    lead_of,
    quiet_until,
    reminder_at,
    retry_at,
    zone_of,
)

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Quiet(22 * 60, 7 * 60 + 30, "Europe/Berlin")


def at(day: int, hour: int, minute: int = 0, month: int = 6) -> int:
    return int(datetime(2026, month, day, hour, minute, tzinfo=BERLIN).timestamp() * 1000)


@pytest.mark.parametrize(
    ("quiet", "now", "until"),
    [
        (NIGHT, at(3, 21, 59), None),
        (NIGHT, at(3, 22), at(4, 7, 30)),
        (NIGHT, at(4, 3), at(4, 7, 30)),
        (NIGHT, at(4, 7, 30), None),
        (NIGHT, at(28, 23, month=3), at(29, 7, 30, month=3)),  # an hour is left out in this night
        (NIGHT, at(24, 23, month=10), at(25, 7, 30, month=10)),  # and comes twice in this one
        (Quiet(9 * 60, 17 * 60, "Europe/Berlin"), at(3, 12), at(3, 17)),
        (Quiet(9 * 60, 17 * 60, "Europe/Berlin"), at(3, 8), None),
        (Quiet(60, 60), at(3, 12), None),
        (None, at(3, 12), None),
    ],
)
def test_quiet_hours(quiet: Quiet | None, now: int, until: int | None) -> None:
    assert quiet_until(quiet, now) == until


def test_a_reminder_that_would_come_too_late_comes_before_the_night() -> None:
    wanted = Preferences(quiet=NIGHT)
    assert reminder_at(wanted, at(3, 18), 4 * HOUR, at(2, 18)) == at(3, 14)
    assert reminder_at(wanted, at(4, 9), 4 * HOUR, at(3, 9)) == at(4, 7, 30)  # it is still in time then
    early = reminder_at(wanted, at(4, 6), 4 * HOUR, at(3, 6))
    assert at(3, 21, 50) <= early < at(3, 22)
    assert reminder_at(wanted, at(4, 6), 4 * HOUR, at(3, 23)) <= at(3, 23)  # nothing better is left


def test_how_long_before_the_end() -> None:
    assert lead_of(Preferences(), Clock(kind="slow", hours=24)) == 4 * HOUR
    assert lead_of(Preferences(), Clock(kind="slow", hours=4)) == HOUR
    assert lead_of(Preferences(reminder=0), Clock(kind="slow")) is None
    assert lead_of(Preferences(), Clock(kind="live")) is None


def test_retries_end_and_heed_what_a_service_asks() -> None:
    assert [retry_at(number, 0, None) for number in range(1, len(RETRIES) + 2)] == [*RETRIES, None]
    assert retry_at(1, 0, 2 * MINUTE) == 2 * MINUTE
    assert retry_at(1, 0, 50 * HOUR) == HOUR


def test_unknown_zones() -> None:
    assert zone_of("Europe/Berlin") is not None
    for name in ("Mars/Base", "../etc/passwd", "", "/etc/passwd"):
        assert zone_of(name) is None
