"""The files of the web client."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import create_test_client

from schatzkammer.server import pages


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/t/any", "text/html; charset=utf-8"),
        ("/assets/x.js", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_content_types(tmp_path: Path, address: str, kind: str) -> None:
    tmp_path.joinpath("assets").mkdir()
    for name in ("index.html", "assets/x.js", "icon.svg", "manifest.webmanifest"):
        tmp_path.joinpath(name).write_text("x")
    with create_test_client(pages.handlers(tmp_path), openapi_config=None) as client:
        assert client.get(address).headers["content-type"] == kind
