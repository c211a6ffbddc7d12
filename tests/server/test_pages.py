"""The files of the web client."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.testing import TestClient, create_test_client

from schatzkammer.cli import run
from schatzkammer.server import pages
from schatzkammer.server.errors import AnyRequest
from tests.processes import free_port


@get("/api/known")
async def known() -> str:
    return "known"


async def as_it_is(page: bytes, _: AnyRequest) -> bytes:
    return page


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """The pages of a client that consists of hardly anything, beside another route."""
    tmp_path.joinpath("assets").mkdir()
    for name in ("index.html", "api.html", "assets/x.js", "icon.svg", "manifest.webmanifest"):
        tmp_path.joinpath(name).write_text("x")
    web = pages.WebClient(tmp_path, as_it_is)
    handlers = {NotFoundException: web.not_found}
    with create_test_client([known, *web.routes()], openapi_config=None, exception_handlers=handlers) as client:
        yield client


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/t/any", "text/html; charset=utf-8"),
        ("/api", "text/html; charset=utf-8"),
        ("/assets/x.js", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_content_types(client: TestClient[Any], address: str, kind: str) -> None:
    assert client.get(address).headers["content-type"] == kind


@pytest.mark.parametrize("address", ["/nowhere", "/nowhere/at/all", "/t", "/play/solomon/more", "/assets/old.js"])
def test_unknown_addresses_show_the_client_to_browsers(client: TestClient[Any], address: str) -> None:
    answer = client.get(address, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == pages.REVALIDATE
    assert answer.text == "x"


@pytest.mark.parametrize(
    ("address", "accept"),
    [("/api/nowhere", "text/html"), ("/ws/nowhere", "text/html"), ("/nowhere", "*/*"), ("/assets/old.js", "*/*")],
)
def test_programs_read_json_at_unknown_addresses(client: TestClient[Any], address: str, accept: str) -> None:
    answer = client.get(address, headers={"Accept": accept})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"


def test_other_routes_keep_their_answers(client: TestClient[Any]) -> None:
    assert client.get("/api/known", headers={"Accept": "text/html"}).status_code == 200
    assert client.post("/api/nowhere").status_code == 404
    assert client.delete("/api/known").status_code == 405


def test_serve_without_a_client_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "shipped", lambda: None)
    arguments = ["serve", "--port", str(free_port()), "--data", str(tmp_path / "x.db")]
    assert run(arguments) == 2
    assert "The web client is not built" in capsys.readouterr().err
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    assert run([*arguments, "--api-only"]) == 0
