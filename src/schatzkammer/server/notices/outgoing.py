"""Requests to addresses that people give: never into the operator's own network, and never for long.

A name is resolved once; the request goes to the very address that was checked. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

TIMEOUT = 10.0  # seconds for everything
LONGEST_HEAD = 16 * 1024  # bytes of an answer's headers; its body is not read
PORTS = (80, 443)  # below 1024
SECURE = "https"
PHRASES = {status.value: status.phrase for status in HTTPStatus}

_EMBEDDING = tuple(ipaddress.ip_network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))


class Forbidden(Exception):
    """An address that the operator does not allow, or that is none."""


class Unreachable(Exception):
    """No answer."""


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    text: str
    retry_after: int | None = None  # milliseconds

    @property
    def good(self) -> bool:
        """Whether the server took it."""
        return 200 <= self.status < 300


class Allowed:
    """Which addresses may be called: all public ones, and hosts and networks that the operator names."""

    def __init__(self, more: tuple[str, ...] = ()) -> None:
        self.more = more
        self._names = {one.lower() for one in more if _network(one) is None}
        self._networks = [network for one in more if (network := _network(one)) is not None]

    def names(self, host: str) -> bool:
        """Whether the operator allows a host by its name."""
        return host.lower() in self._names

    def listed(self, host: str) -> bool:
        """Whether the operator named a host, or the address that it is."""
        return self.names(host) or (_is_address(host) and self._in_networks(host))

    def address(self, address: str) -> bool:
        """Whether an address may be called."""
        try:
            parsed = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        if self._in_networks(str(parsed)):
            return True
        if any(parsed.version == network.version and parsed in network for network in _EMBEDDING):
            return False
        return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved

    def _in_networks(self, address: str) -> bool:
        return any(ipaddress.ip_address(address) in network for network in self._networks)

    def check(self, url: str) -> SplitResult:
        """Refuses what is no address to call, before anything is resolved."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise Forbidden from None
        if not host or parts.username is not None or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
            raise Forbidden
        if self.listed(host) and parts.scheme in ("http", SECURE):
            return parts
        if parts.scheme != SECURE or (port is not None and port < 1024 and port not in PORTS):
            raise Forbidden
        if _is_address(host) and not self.address(host):
            raise Forbidden
        return parts


async def resolve(host: str, port: int, allowed: Allowed) -> str:
    """An address of a host that may be called."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Unreachable(f"{host}: {error.strerror or type(error).__name__}") from None
    for *_, address in found:
        if allowed.names(host) or allowed.address(str(address[0])):
            return str(address[0])
    raise Forbidden


async def post(url: str, headers: Mapping[str, str], body: bytes, allowed: Allowed) -> Answer:
    """Posts to an address; raises Forbidden or Unreachable."""
    parts = allowed.check(url)
    try:
        async with asyncio.timeout(TIMEOUT):
            return await _post(parts, headers, body, allowed)
    except TimeoutError:
        raise Unreachable("time-out") from None
    except (OSError, EOFError, asyncio.LimitOverrunError, ValueError, IndexError) as error:
        raise Unreachable(str(error)[:200] or type(error).__name__) from None


async def _post(parts: SplitResult, headers: Mapping[str, str], body: bytes, allowed: Allowed) -> Answer:
    host, secure = str(parts.hostname), parts.scheme == SECURE
    port = parts.port or (443 if secure else 80)
    address = await resolve(host, port, allowed)
    context = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(
        address, port, ssl=context, server_hostname=host if secure else None, limit=LONGEST_HEAD
    )
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        while (answer := _parsed(await reader.readuntil(b"\r\n\r\n"))).status < 200:
            pass  # what comes before the answer
        return answer
    finally:
        writer.transport.abort()


def _parsed(head: bytes) -> Answer:
    """The status of an answer, and how long the server asks to wait."""
    first, *lines = head.decode("latin-1").split("\r\n")
    status = int(first.split(" ", 2)[1])
    named = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    wait = named.get("retry-after", "")
    phrase = PHRASES.get(status, "")
    return Answer(status, f"{status} {phrase}".strip(), int(wait) * 1000 if wait.isdigit() else None)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


def _is_address(host: str) -> bool:
    return _network(host) is not None
