"""`make audit`: finds what is known, and never takes missing advisories for good news."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CANARIES = {("PyPI", "jinja2", "2.4.1"), ("npm", "minimist", "0.0.8")}
Known = Callable[[str, str, str], bool]


@contextmanager
def advisories(known: Known, body: bytes | None = None) -> Iterator[str]:
    """A service with the interface of OSV; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            asked = [(each["package"]["ecosystem"], each["package"]["name"], each["version"]) for each in queries]
            results = [{"vulns": [{"id": "GHSA-test"}]} if known(*package) else {} for package in asked]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"results": results}).encode() if body is None else body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def audit(url: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, ROOT / "tools/audit.py"],
        env={**os.environ, "OSV_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_nothing_is_known() -> None:
    with advisories(lambda *package: package in CANARIES) as url:
        code, out, err = audit(url)
    assert (code, err) == (0, "")
    assert "none of them with known vulnerabilities" in out


@pytest.mark.parametrize("name", ["litestar", "svelte"])
def test_something_is_known(name: str) -> None:
    with advisories(lambda *package: package in CANARIES or package[1] == name) as url:
        code, out, err = audit(url)
    assert (code, err) == (1, "")
    assert out.startswith(f"{name} ")
    assert "GHSA-test" in out


@pytest.mark.parametrize("body", [None, b"", b"{}", b"<html>", b'{"results": []}', b"[]", b"null"])
def test_a_service_without_advisories_is_no_good_news(body: bytes | None) -> None:
    with advisories(lambda *_: False, body) as url:
        code, out, err = audit(url)
    assert (code, out) == (3, "")
    assert err.startswith("NOT AUDITED: NO ADVISORIES COULD BE READ.")


def test_a_service_with_advisories_for_one_kind_only_is_no_good_news() -> None:
    with advisories(lambda *package: package == ("PyPI", "jinja2", "2.4.1")) as url:
        code, _, err = audit(url)
    assert code == 3
    assert "knows nothing about minimist 0.0.8 (npm)" in err


def test_a_service_that_cannot_be_reached() -> None:
    code, _, err = audit("http://127.0.0.1:9")
    assert code == 3
    assert err.startswith("NOT AUDITED")
