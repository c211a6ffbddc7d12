"""Who gets notices, on loopback: a push service with browsers behind it, a web server for hooks, a mail server."""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

import http_ece
import msgspec
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.processes import free_port
from tests.waiting import until


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Arrived:
    """A message as it arrived: when, where, and what it says."""

    at: float
    address: str
    content: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def turns(self) -> list[tuple[str, int]]:
        return [(turn["table"], turn["since"]) for turn in self.content["turns"]]


class Browser:
    """A browser's push subscription, with the keys that only the browser has."""

    def __init__(self, service: WebServer, name: str) -> None:
        self.path = f"/push/{name}"
        self.endpoint = service.url + self.path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        service.browsers[self.path] = self

    @property
    def subscription(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.auth)}

    def read(self, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        """Checks who sent a message, and decrypts it."""
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert Vapid02.verify(headers["authorization"])
        claims = headers["authorization"].partition("t=")[2].split(".")[1]
        assert self.endpoint.startswith(msgspec.json.decode(base64.urlsafe_b64decode(claims + "=="))["aud"] + "/")
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return dict(msgspec.json.decode(plain))


class WebServer:
    """Takes whatever is posted; `answer` says with which status, by path and the number of the attempt there."""

    def __init__(self) -> None:
        self.port = free_port()
        self.browsers: dict[str, Browser] = {}
        self.arrived: list[Arrived] = []
        self.refused: list[str] = []  # paths
        self.answer: Callable[[str, int], str] = lambda *_: "201 Created"
        self._attempts: dict[str, int] = {}
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None] | None] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await asyncio.gather(*self._serving)

    def at(self, address: str) -> list[Arrived]:
        return [one for one in self.arrived if one.address == address]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(task := asyncio.current_task())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            path = head[0].split(" ")[1]
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self._attempts[path] = self._attempts.get(path, 0) + 1
            status = self.answer(path, self._attempts[path])
            if status.startswith("2"):
                browser = self.browsers.get(path)
                content = msgspec.json.decode(body) if browser is None else browser.read(headers, body)
                self.arrived.append(Arrived(time.monotonic(), path, content, headers))
            else:
                self.refused.append(path)
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}".encode())
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):  # its sender was killed
            pass
        finally:
            self._serving.discard(task)
            await ended(writer)


async def ended(writer: asyncio.StreamWriter) -> None:
    """Closes a connection, whatever its other end has done to it."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


class MailServer:
    """Takes mail, in a thread of its own."""

    def __init__(self) -> None:
        self.port = free_port()
        self.arrived: list[Arrived] = []
        self.answer = ""  # instead of taking it
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        if self.answer:
            return self.answer
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        named = str(mail["X-Schatzkammer-Turns"] or "")
        turns = [{"table": table, "since": int(since)} for table, since in re.findall(r"([\w-]+):(\d+)", named)]
        body = mail.get_content()
        content = {"title": str(mail["subject"]), "body": body, "turns": turns, "id": str(mail["message-id"])}
        self.arrived.append(Arrived(time.monotonic(), envelope.rcpt_tos[0], content, dict(mail.items())))
        return "250 2.0.0 taken as 42"

    def at(self, address: str) -> list[Arrived]:
        return [one for one in self.arrived if one.address == address]

    async def code_for(self, address: str) -> str:
        """The code in the mail that confirms an address."""
        await until(lambda: self.at(address))
        found = re.search(r"\d{6}", self.at(address)[-1].content["title"])
        assert found is not None
        return found[0]
