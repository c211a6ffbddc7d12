"""The program of a process that tells chat services: reads messages line by line, writes what came of each.

The library makes its own requests, so this process may only connect to what the operator allows, and may start nothing.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import suppress
from urllib.parse import parse_qsl, urlsplit

import msgspec
from msgspec import Struct

from schatzkammer.server.notices.outgoing import Allowed

NICE = 5  # players' moves come first
SERVICES = {  # those that send over HTTP and read nothing of this machine
    *("discord", "slack", "tgram", "ntfy", "ntfys", "matrix", "matrixs", "mmost", "mmosts", "rocket", "rockets"),
    *("gchat", "zulip", "pover", "gotify", "gotifys"),
}
PARAMETERS = {
    *("avatar", "channel", "footer", "key", "mode", "ping", "priority", "tags", "thread", "threadkey", "to", "token"),
    "topic",
}
STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork")
READY = b"ready\n"  # said before the first message is read
SECONDS = 4.0  # to connect, and for each part of an answer


class ChatMessage(Struct, frozen=True):
    """What is told to a service; without a title nothing is sent, only the address is looked at."""

    url: str
    title: str
    body: str


class Outcome(Struct, frozen=True):
    """What came of it: the service's name, and its answer where it refused."""

    service: str | None  # None: no service is known by this address
    good: bool = False
    answer: str = ""


class _Heard(logging.Handler):
    """Keeps the latest warning of the library."""

    text = ""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            self.text = record.getMessage()


def tell(message: ChatMessage) -> Outcome:
    """Tells a service."""
    import apprise

    heard = _Heard()
    logger = logging.getLogger("apprise")
    logger.handlers[:] = [heard]
    logger.propagate = False
    query = {name.lower() for name, _ in parse_qsl(urlsplit(message.url).query, keep_blank_values=True)}
    asset = apprise.AppriseAsset(async_mode=False, secure_logging=True)
    service = apprise.Apprise.instantiate(message.url, asset=asset, suppress_exceptions=True)
    if service is None or query - PARAMETERS or not _schemas(service) <= SERVICES:
        return Outcome(None)
    name = str(service.service_name)
    if not message.title:
        return Outcome(name, good=True)
    service.socket_connect_timeout = service.socket_read_timeout = SECONDS
    service.redirects = False
    try:
        good = bool(service.notify(title=message.title, body=message.body))
    except Exception as error:  # whatever the library makes of an answer
        return Outcome(name, good=False, answer=type(error).__name__)
    return Outcome(name, good, "OK" if good else heard.text[:200])


def _schemas(service: object) -> set[str]:
    found: set[str] = set()
    for value in (getattr(service, "protocol", None), getattr(service, "secure_protocol", None)):
        found |= {value} if isinstance(value, str) else set(value or ())
    return found


def guard(allowed: Allowed) -> None:
    """From now on refuses connections that the operator does not allow, and new processes."""

    def check(event: str, arguments: tuple[object, ...]) -> None:
        if event == "socket.connect":
            address = arguments[1]
            if not isinstance(address, tuple) or not allowed.address(str(address[0])):
                raise PermissionError("this address is not allowed")
        elif event in STARTS:
            raise PermissionError(event)

    sys.addaudithook(check)


def main() -> None:
    """Tells services until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets it too and ends this process
    with suppress(OSError):
        os.nice(NICE)
    import apprise  # noqa: F401  looks around, which is not allowed later

    guard(Allowed(tuple(sys.argv[1:])))
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    decode = msgspec.json.Decoder(ChatMessage).decode
    for line in sys.stdin.buffer:
        message = decode(line)
        sys.stdout.buffer.write(msgspec.json.encode(tell(message)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
