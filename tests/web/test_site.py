"""The site of the documentation: built without a warning, complete, and readable from the disk without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from schatzkammer.server.app import describe_api
from tests.web.visitor import PHONE, WIDE

ROOT = Path(__file__).parents[2]
WIDEST = ["index", "start", "operating", "protocol", "envs", "reference/python", "reference/http", "games/solomon"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert all(line.startswith("INFO ") for line in said.splitlines()), said
    return folder


class Page(HTMLParser):
    """What a page loads, where it leads, and the places in it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.places: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.places |= {found.get("id", ""), found.get("name", "")}
        if "src" in found:
            self.loads.append(found["src"])
        if "href" in found and found.get("rel") not in ("prev", "next"):
            (self.leads if tag == "a" else self.loads).append(found["href"])


def test_every_page_leads_somewhere_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
    assert len(pages) > 30
    for file, page in pages.items():
        assert not [address for address in page.loads if urlsplit(address).scheme or address.startswith("//")], file
        for address in (*page.loads, *page.leads):
            parts = urlsplit(address)
            if parts.scheme:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert target.is_file(), (file, address)
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].places, (file, address)


def test_the_contract_comes_first_and_whole(site: Path) -> None:
    import schatzkammer

    text = (site / "reference/python.html").read_text(encoding="utf-8")
    places = [text.index(f'id="schatzkammer{"" if name == "games" else "."}{name}"') for name in schatzkammer.__all__]
    assert max(places) < text.index('id="bots"')
    assert "Whether the game has ended." in text, "docstrings of compiled modules are shown, too"


def test_it_is_read_from_the_disk(site: Path, browser: Browser) -> None:
    complaints: list[str] = []
    foreign: list[str] = []
    context = browser.new_context(**WIDE, color_scheme="light")
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: foreign.append(request.url) if request.url.startswith("http") else None)
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").fill("backup")
    expect(page.locator(".md-search-result__item").first).to_contain_text("backup")
    page.keyboard.press("Escape")

    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.locator("label[for=__palette_1]").click()  # from the system's theme to light
    page.locator("label[for=__palette_2]").click()  # to dark
    assert page.evaluate(background) != light

    page.goto((site / "reference/http.html").as_uri())
    operations = sum(len(item) for item in describe_api()["paths"].values())
    expect(page.locator(".opblock")).to_have_count(operations)
    context.close()
    assert (complaints, foreign) == ([], [])


def test_no_page_scrolls_sideways_on_a_phone(site: Path, browser: Browser) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    for name in WIDEST:
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    context.close()
