"""How much is loaded for the first page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.conformance.cases import BUILT_IN

MOST = 120_000  # bytes of JavaScript, packed


def test_the_first_page_is_light(visit) -> None:
    ada = visit()
    sizes: dict[str, int] = {}

    def weigh(response) -> None:
        if response.url.endswith(".js"):
            sizes[response.url] = int(response.headers["content-length"])
            assert response.headers["content-encoding"] == "gzip"

    ada.page.on("response", weigh)
    ada.home()
    expect(ada.page.locator("article")).to_have_count(len(BUILT_IN))
    assert 0 < sum(sizes.values()) <= MOST
