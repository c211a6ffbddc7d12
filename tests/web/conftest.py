"""A real browser at a real server. Errors and warnings in the browser's console fail the test."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.conftest import check_log
from tests.server.services import Served
from tests.web.visitor import AT_ONCE, PATIENCE, PHONE, WIDE, Visitor

COMPLAINTS = ("error", "warning")

# Shares of shuffles are always the same, so that tests play the same games every time.
SAME_SHARES = "crypto.getRandomValues = bytes => bytes.fill({});"


class Repeatable(Served):
    """A server whose tables all get the same seed."""

    program = "tests.web.repeatable"


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without limits: tests play as fast as they can."""
    database = f"sqlite:///{tmp_path_factory.mktemp('served') / 'tables.db'}"
    with Repeatable(database, "--bot-patience", "30", "--no-limits") as server:
        yield server
        check_log(server)


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
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Visitor]]:
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
        context.add_init_script(SAME_SHARES.format(len(contexts)))
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
