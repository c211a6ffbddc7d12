"""What a browser says of itself: its name and the system it runs on, for the list of sessions."""

from __future__ import annotations

from schatzkammer.table.sessions import Device

# What to look for, and what it is. The first match counts: browsers also name those they are compatible with.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Vivaldi/": "Vivaldi",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chromium/": "Chromium",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> Device:
    """The browser and the system that a header User-Agent names; empty where they are unknown."""
    return Device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(names: dict[str, str], text: str) -> str:
    return next((name for part, name in names.items() if part in text), "")
