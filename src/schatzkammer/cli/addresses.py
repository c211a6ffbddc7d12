"""Where a server can be reached, and whether its door can be opened."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from schatzkammer.core.errors import BadInput

# Addresses for documentation: nothing is ever sent to them, but the system says by which of its own it would be.
AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


class BadDoor(BadInput):
    """An address that cannot be listened on."""


def check_free(host: str, port: int) -> None:
    """Whether the door can be opened: known at once, and said in a sentence."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(where)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is no name"
        raise BadDoor(f"{host}:{port} cannot be listened on: {reason}.") from None


def addresses(host: str, port: int) -> list[str]:
    """Under which addresses a server is found: first that for this machine, then those for others, if it is for all."""
    family = _of_all(host)
    if family is None:
        return [_url(host, port)]
    loopback = "127.0.0.1" if family == socket.AF_INET else "::1"
    outside = _own_address(family)
    return [_url(loopback, port), *([] if outside is None else [_url(outside, port)])]


def open_when_ready(url: str) -> None:
    """Opens the browser as soon as somebody can be let in; where there is none, the address was told anyway."""
    import threading
    import webbrowser

    parts = urlsplit(url)

    def wait() -> None:
        for _ in range(240):
            try:
                socket.create_connection((parts.hostname, parts.port), timeout=0.25).close()
            except OSError:
                threading.Event().wait(0.25)
                continue
            webbrowser.open(f"{url}/")
            return

    threading.Thread(target=wait, daemon=True).start()


def _of_all(host: str) -> socket.AddressFamily | None:
    """The kind of addresses if these are all of them."""
    with suppress(ValueError):
        given = ipaddress.ip_address(host)
        if given.is_unspecified:
            return socket.AF_INET if given.version == 4 else socket.AF_INET6
    return None


def _own_address(family: socket.AddressFamily) -> str | None:
    """This machine's address in its network, if it is in one."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as door:
        door.connect((AWAY[family], 9))
        own = str(door.getsockname()[0])
        if not ipaddress.ip_address(own).is_loopback:
            return own
    return None


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
