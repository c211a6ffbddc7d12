"""The gate before the application: foreign pages and names are turned away, headers added, all counted."""

from __future__ import annotations

import ipaddress
import logging
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from schatzkammer.server import wire
from schatzkammer.server.house import House
from schatzkammer.server.limits import key_of
from schatzkammer.server.problems import STATUS
from schatzkammer.server.socket import attend, coming
from schatzkammer.server.visitors import SAFE, spoken
from schatzkammer.table.errors import Refused

LOG = logging.getLogger("schatzkammer.requests")

COUNTED = ("/api/", "/healthz", "/metrics")
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), interest-cohort=()"),
]


class Gate:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house
        public = urlsplit(house.settings.public_url or "")
        self._public = f"{public.scheme}://{public.netloc}".lower() if public.netloc else None
        self._names = {"localhost"} | ({public.hostname} if public.hostname else set())
        self._headers = list(HEADERS)
        if public.scheme == "https":
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request or a socket through, or answers it here."""
        if str(scope["type"]) == ScopeType.HTTP:
            await self._request(scope, receive, send)
        elif str(scope["type"]) == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = str(scope.get("method", ""))
        started = time.perf_counter()
        headers = _headers(scope)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._headers]
                if scope["path"].startswith("/api/"):
                    message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, receive, sending)
        else:
            await self._refuse(refusal, _language(scope, headers), sending)
        self._house.metrics.requests.labels(method if method in METHODS else "other", status).inc()
        milliseconds = round((time.perf_counter() - started) * 1000, 1)
        LOG.info("request", extra={"method": method, "path": scope["path"], "status": status, "ms": milliseconds})

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        refusal = self._refusal(scope, headers)
        try:
            if refusal is not None:
                raise refusal
            client = coming(scope)
        except Refused as error:
            await self._refuse_socket(error, _language(scope, headers), receive, send)
        else:
            await attend(self._house, client, scope, receive, send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Refused | None:
        host = headers.get("host", "").lower()
        if not self._is_ours(host):
            return Refused("host")
        origin = headers.get("origin")
        method = scope.get("method")  # a socket has none
        unsafe = method not in SAFE
        if unsafe and origin is not None and not self._is_own(origin.lower(), host):
            return Refused("origin")
        if unsafe and origin is None and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return Refused("origin")
        # What lies ready, as pages do and what belongs to them, costs hardly anything, and a page is many files.
        asks = method is not None and scope["path"].startswith(COUNTED)
        client = scope.get("client")
        if asks and not self._house.limits.allow("request", key_of(client[0] if client else "")):
            return Refused("too_fast")
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether we are called by a name of ours, or by a number: a foreign name may be somebody's trick."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in self._names:
                return True
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _is_own(self, origin: str, host: str) -> bool:
        return origin == self._public or origin in (f"http://{host}", f"https://{host}")

    async def _refuse(self, refusal: Refused, lang: str, send: Send) -> None:
        body = msgspec.json.encode(wire.Problem(refusal.code, refusal.sentence(lang)))
        await send(
            {
                "type": "http.response.start",
                "status": STATUS.get(refusal.code, 400),
                "headers": [(b"content-type", b"application/json")],
            }
        )
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _refuse_socket(self, refusal: Refused, lang: str, receive: Receive, send: Send) -> None:
        """The handshake fails with a status and a sentence: no socket is opened."""
        await receive()
        start: Any = {
            "type": "websocket.http.response.start",
            "status": STATUS.get(refusal.code, 400),
            "headers": [(b"content-type", b"application/json")],
        }
        body = msgspec.json.encode(wire.Problem(refusal.code, refusal.sentence(lang)))
        await send(start)
        end: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
        await send(end)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _language(scope: Scope, headers: dict[str, str]) -> str:
    return spoken(scope.get("query_string", b""), headers.get("accept-language", ""))
