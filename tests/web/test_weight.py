"""How much is loaded for the first page, and that the client's types are the server's."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from schatzkammer.server import typescript
from tests.conformance.cases import BUILT_IN

MOST = 120_000  # bytes of JavaScript, packed
WEB = Path(__file__).parents[2] / "web"


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


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert (WEB / "src/wire.ts").read_text(encoding="utf-8") == typescript.module()
