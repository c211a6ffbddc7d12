"""ASGI middleware: refuses foreign hosts and origins, adds security headers, counts and logs requests."""

from __future__ import annotations

import ipaddress
import logging
import socket
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from schatzkammer.server import wire
from schatzkammer.server.errors import STATUS
from schatzkammer.server.identity import SAFE, AnyConnection, language
from schatzkammer.server.limits import rate_limit_key
from schatzkammer.server.socket import parse_request, serve
from schatzkammer.server.worker import Worker
from schatzkammer.table.errors import Refused

LOG = logging.getLogger("schatzkammer.requests")

LIMITED = ("/api/", "/healthz", "/metrics")
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


class Middleware:
    """The outermost ASGI application."""

    def __init__(self, app: ASGIApp, worker: Worker) -> None:
        self._app = app
        self.worker = worker
        public = urlsplit(worker.settings.public_url or "")
        default_port = ":443" if public.scheme == "https" else ":80"  # browsers omit it
        self._public = (
            f"{public.scheme}://{public.netloc.removesuffix(default_port)}".lower() if public.netloc else None
        )
        self._https_name = public.hostname if public.scheme == "https" else None
        self._names = {"localhost", *_own_names()} | ({public.hostname} if public.hostname else set())
        self._headers = list(HEADERS)
        if public.scheme == "https":
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request or a socket on, or refuses it."""
        if str(scope["type"]) == ScopeType.HTTP:
            await self._request(scope, receive, send)
        elif str(scope["type"]) == ScopeType.WEBSOCKET:
            connection: AnyConnection = ASGIConnection(scope)
            try:
                self._check(connection)
                request = parse_request(scope)
            except Refused as refusal:
                await receive()
                await _refuse(refusal, language(connection), send, "websocket.http.response")
            else:
                await serve(self.worker, request, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = str(scope.get("method", ""))
        started = time.perf_counter()
        connection: AnyConnection = ASGIConnection(scope)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._headers]
                if scope["path"].startswith("/api/"):
                    message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]
            await send(message)

        try:
            self._check(connection)
        except Refused as refusal:
            await _refuse(refusal, language(connection), sending, "http.response")
        else:
            await self._app(scope, receive, sending)
        self.worker.metrics.requests.labels(method if method in METHODS else "other", status).inc()
        milliseconds = round((time.perf_counter() - started) * 1000, 1)
        LOG.info("request", extra={"method": method, "path": scope["path"], "status": status, "ms": milliseconds})

    def _check(self, connection: AnyConnection) -> None:
        """Refuses foreign hosts, foreign origins and too many requests."""
        headers = dict(connection.headers.items())  # of repeated headers, the last
        host = headers.get("host", "").lower()
        if not self._is_own_host(host):
            raise Refused("host")
        origin = headers.get("origin")
        method = connection.scope.get("method")  # a socket has none
        unsafe = method not in SAFE
        if unsafe and origin is not None and not self._is_own_origin(origin.lower(), host):
            raise Refused("origin")
        if unsafe and origin is None and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Refused("origin")
        # The pages of the web client are not limited: they are cheap, and each is many files.
        if method is not None and connection.scope["path"].startswith(LIMITED):
            self.worker.limits.check("request", rate_limit_key(connection.client.host if connection.client else ""))

    def _is_own_host(self, host: str) -> bool:
        """Whether a host is one of our names or an IP address; a foreign name may be DNS rebinding."""
        try:
            name = _name(host)
            if name in self._names:
                return True
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _is_own_origin(self, origin: str, host: str) -> bool:
        if origin == self._public:
            return True
        # A page over http can be forged in transit: under a name with TLS, only https is our own.
        return _name(host) != self._https_name and origin in (f"http://{host}", f"https://{host}")


async def _refuse(refusal: Refused, lang: str, send: Send, kind: str) -> None:
    """Answers a request or the handshake of a socket with a status and a sentence."""
    status, headers = STATUS.get(refusal.code, 400), [(b"content-type", b"application/json")]
    body = msgspec.json.encode(wire.Problem(refusal.code, refusal.sentence(lang)))
    start: Any = {"type": f"{kind}.start", "status": status, "headers": headers}
    end: Any = {"type": f"{kind}.body", "body": body, "more_body": False}
    await send(start)
    await send(end)


def _own_names() -> set[str]:
    """The names of this machine in its network."""
    name = socket.gethostname().lower().removesuffix(".local")
    return {name, f"{name}.local"} if name else set()


def _name(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""
