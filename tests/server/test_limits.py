"""Rate limits: clients that wait for answers are only slowed down, and pages are not limited."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest

from schatzkammer.server.limits import Bucket, Limits, rate_limit_key
from tests.server.clients import Guest, Refused
from tests.server.services import Served

pytestmark = pytest.mark.anyio


async def test_a_client_that_waits_for_answers_is_only_slowed_down(guarded: Served) -> None:
    async with Guest(guarded.url, "Anna") as anna:
        place = await anna.at(await anna.open(2))
        began = time.monotonic()
        for _ in range(100):
            await place.ask("ping")
        assert time.monotonic() - began > 1
        assert not place.unasked
        await place.close()


async def test_sitting_and_leaving_is_limited(guarded: Served) -> None:
    async with Guest(guarded.url, "Anna") as anna, Guest(guarded.url, "Mallory") as mallory:
        table = await anna.open(2)
        place = await mallory.at(table)

        async def come_and_go() -> None:
            for _ in range(100):
                await place.ask("sit")
                await place.ask("leave")

        with pytest.raises(Refused) as refused:
            await come_and_go()
        assert refused.value.code == "too_fast"
        assert place.version <= 40
        await place.close()


async def test_pages_are_not_limited(guarded: Served) -> None:
    async with httpx.AsyncClient(base_url=guarded.url) as client:
        pages = [client.get(path) for _ in range(5) for path in ["/"] * 20 + ["/assets/none.js"] * 20]
        assert 429 not in [answer.status_code for answer in await asyncio.gather(*pages)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("anything", "x" * 5000, True),
    ],
)
def test_rate_limit_key(one: str, other: str, same: bool) -> None:
    assert (rate_limit_key(one) == rate_limit_key(other)) is same


def test_bucket() -> None:
    bucket = Bucket(10.0, 2.0)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert 0 < bucket.wait() <= 0.1
    assert Limits(enabled=False).bucket("message") is None
