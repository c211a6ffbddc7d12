"""A real browser at a real server. Errors and warnings in the browser's console fail the test."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.conftest import served  # noqa: F401  the same server as for the tests of the server
from tests.server.services import Served
from tests.web.visitor import AT_ONCE, PATIENCE, PHONE, WIDE, Visitor

COMPLAINTS = ("error", "warning")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launch_arguments()}


@contextmanager
def browser_and_server() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server, for programs that are no tests."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(f"sqlite:///{folder}/tables.db", "--no-limits") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_arguments()) as browser,
    ):
        yield browser, server.url


def launch_arguments() -> dict[str, Any]:
    """The system's Chromium; without a sandbox, which root may not use."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "Chromium is missing: make test-services installs it"
    return {"executable_path": program, "args": ["--no-sandbox"]}


@pytest.fixture
def visit(browser: Browser, served) -> Iterator[Callable[..., Visitor]]:  # noqa: F811
    """Opens a browser for each visitor; fails the test if the browser complained about anything."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(
        url: str | None = None,
        *,
        phone: bool = False,
        dark: bool = True,
        lang: str = "en",
        at_once: bool = True,
        expected: Callable[[str], bool] = lambda _: False,
        **more: Any,
    ) -> Visitor:
        context = browser.new_context(
            **(PHONE if phone else WIDE), color_scheme="dark" if dark else "light", locale=lang, **more
        )
        contexts.append(context)
        if at_once:
            context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        _listen(page, complaints, expected)
        return Visitor(page, url or served.url)

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def _listen(page: Page, complaints: list[str], expected: Callable[[str], bool]) -> None:
    def complain(text: str) -> None:
        if not expected(text):
            complaints.append(text)

    page.on("console", lambda message: complain(message.text) if message.type in COMPLAINTS else None)
    page.on("pageerror", lambda error: complain(str(error)))
