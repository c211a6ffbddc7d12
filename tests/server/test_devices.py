"""Browsers and systems are named as their users know them."""

from __future__ import annotations

import pytest

from schatzkammer.server.devices import device_of

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36", "Chrome", "Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0", "Edge", "Windows"),
        (f"Mozilla/5.0 (Linux; Android 14) {WEBKIT} Chrome/126.0 Mobile Safari/537.36", "Chrome", "Android"),
        (
            f"Mozilla/5.0 (Linux; Android 14) {WEBKIT} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
            "Samsung Internet",
            "Android",
        ),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {IOS} Version/17.5 Safari/605.1.15", "Safari", "macOS"),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) {IOS} CriOS/126.0 Safari/604.1", "Chrome", "iPhone"),
        (f"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) {IOS} Version/17.5 Safari/604.1", "Safari", "iPad"),
        ("python-httpx/0.27", "", ""),
        ("", "", ""),
    ],
)
def test_devices(agent: str, browser: str, system: str) -> None:
    assert device_of(agent) == (browser, system)
