"""Mail: over the operator's SMTP server, in threads of its own."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from schatzkammer.server.notices.messages import Told
from schatzkammer.server.notices.outgoing import Answer, Unreachable

TIMEOUT = 10.0  # seconds for each step
THREADS = 4
MOST_TURNS = 50  # in a header
TAKEN = 250
TAKEN_TOO = (TAKEN, 251)  # of a recipient whom the server forwards to
ADDRESS = re.compile(r"[^@\s<>()\[\]\\,;:\"'\x00-\x1f]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}", re.ASCII)


class Mailbox:
    """Sends mail through the server of a URL: smtp://USER:PASSWORD@HOST:587, or smtps:// for TLS from the start."""

    def __init__(self, url: str, sender: str) -> None:
        self._server = checked_url(url)
        self.sender = sender
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")

    async def send(self, to: str, subject: str, text: str, message_id: str, turns: Sequence[Told] = ()) -> Answer:
        """Sends a mail; returns the server's answer. The same id is the same mail, if it ever comes twice."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, to, subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{message_id}@{self.sender.rpartition('@')[2].rstrip('>')}>"
        mail["Auto-Submitted"] = "auto-generated"
        if turns:
            mail["X-Schatzkammer-Turns"] = ", ".join(f"{turn.table}:{turn.since}" for turn in turns[:MOST_TURNS])
        mail.set_content(text)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._send, to, mail)

    def close(self) -> None:
        """Sends nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def check(self) -> None:
        """Signs in at the server and leaves; raises OSError or smtplib.SMTPException."""
        _leave(connected(self._server))

    def _send(self, to: str, mail: EmailMessage) -> Answer:
        try:
            server = connected(self._server)
        except smtplib.SMTPResponseException as error:
            return _answer(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException) as error:
            raise Unreachable(str(error)[:200] or type(error).__name__) from None
        try:
            code, said = server.mail(_plain(self.sender))
            if code == TAKEN:
                code, said = server.rcpt(to)
            if code in TAKEN_TOO:
                code, said = server.data(mail.as_bytes())
        except smtplib.SMTPResponseException as error:
            return _answer(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException) as error:
            raise Unreachable(str(error)[:200] or type(error).__name__) from None
        finally:
            _leave(server)
        return _answer(code, said)


def is_address(text: str) -> bool:
    """Whether a text looks like the address of a mailbox."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None


def checked_url(url: str) -> SplitResult:
    """The parts of an SMTP URL; raises ValueError if it is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.port == 0:
        raise ValueError(parts.scheme)
    return parts


def connected(parts: SplitResult) -> smtplib.SMTP:
    """A connection to the server, signed in. A password is sent over TLS only."""
    host, context = str(parts.hostname), ssl.create_default_context()
    if parts.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=TIMEOUT, context=context)
        safe = True
    else:
        server = smtplib.SMTP(host, parts.port or 587, timeout=TIMEOUT)
        server.ehlo()
        plain = parse_qs(parts.query).get("tls") == ["off"]
        safe = not plain and server.has_extn("starttls")
        if safe:
            server.starttls(context=context)
            server.ehlo()
    if parts.username is not None:
        if not safe:
            server.close()
            raise smtplib.SMTPException("the server offers no TLS, so no password is sent")
        server.login(unquote(parts.username), unquote(parts.password or ""))
    return server


def _plain(sender: str) -> str:
    """The address in `Name <address>`."""
    return sender.rpartition("<")[2].rstrip(">").strip()


def _answer(code: int, said: bytes | str) -> Answer:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return Answer(code, f"{code} {' '.join(text.split())}"[:200])


def _leave(server: smtplib.SMTP) -> None:
    """Ends a connection; what was taken stays taken, whatever the server says to that."""
    with suppress(OSError, smtplib.SMTPException):
        server.quit()
    server.close()
