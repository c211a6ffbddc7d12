"""The addresses of a server, and whether it can listen on them."""

from __future__ import annotations

import errno
import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from schatzkammer.cli.files import reason
from schatzkammer.cli.texts import phrase
from schatzkammer.core.errors import BadInput

# Documentation addresses: nothing is sent to them, but the system says which of its own addresses it would use.
REMOTE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}

NEARBY = 100  # ports tried if nobody asked for a certain one


def check_free(host: str, port: int) -> None:
    """Raises BadInput if the server cannot listen there."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(where)
    except (OSError, UnicodeError) as error:
        cause = reason(error) if isinstance(error, OSError) else phrase("error.no_host")
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            cause = phrase("error.port_taken")
        raise BadInput(phrase("error.not_listening", host=host, port=port, reason=cause)) from None


def check_public(url: str) -> None:
    """Raises BadInput unless it can be the public URL of a server."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise BadInput(phrase("error.public_url"))


def first_free(host: str, port: int) -> int:
    """The first port from the given one on where the server can listen; the given one if there is none nearby."""
    for number in range(port, port + NEARBY):
        with suppress(BadInput):
            check_free(host, number)
            return number
    return port


def addresses(host: str, port: int) -> list[str]:
    """The URLs of a server: first for this machine, then for others if it listens on all addresses."""
    family = _wildcard_family(host)
    if family is None:
        return [_url(host, port)]
    loopback = "127.0.0.1" if family == socket.AF_INET else "::1"
    outside = _own_address(family)
    return [_url(loopback, port), *([] if outside is None else [_url(outside, port)])]


def open_when_ready(url: str) -> None:
    """Opens the browser as soon as the server accepts connections; gives up after a minute."""
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


def _wildcard_family(host: str) -> socket.AddressFamily | None:
    """The address family if the host stands for all addresses."""
    with suppress(ValueError):
        given = ipaddress.ip_address(host)
        if given.is_unspecified:
            return socket.AF_INET if given.version == 4 else socket.AF_INET6
    return None


def _own_address(family: socket.AddressFamily) -> str | None:
    """This machine's address in its network, if it has one."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((REMOTE[family], 9))
        own = str(probe.getsockname()[0])
        if not ipaddress.ip_address(own).is_loopback:
            return own
    return None


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
