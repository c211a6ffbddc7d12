"""Signed cookies and the token that ties a request to the page it came from."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NamedTuple

from schatzkammer.table.people import Identity

NAME = "schatzkammer"
YEAR = 365 * 24 * 3600


class Signed(NamedTuple):
    """What a cookie says: who somebody is, as of which epoch, and in which browser."""

    identity: str
    epoch: int
    session: str


class Signer:
    """Makes and checks what only this server can have made."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        self._secret = secret
        self._secure = secure

    def cookie(self, who: Identity, session: str | None) -> str:
        """The header that makes a browser remember who it is; no script can read it."""
        value = f"{who.id}.{who.epoch}.{session or secrets.token_hex(8)}"
        return self._header(f"{value}.{self._sign('cookie', value)}", YEAR)

    def forget(self) -> str:
        """The header that makes a browser forget."""
        return self._header("", 0)

    def read(self, cookie: str | None) -> Signed | None:
        """What is in a cookie; None unless we have signed it."""
        parts = (cookie or "").split(".")
        if len(parts) != 4 or len(cookie or "") > 200 or not (cookie or "").isascii():
            return None
        identity, epoch, session, signature = parts
        if not hmac.compare_digest(signature, self._sign("cookie", f"{identity}.{epoch}.{session}")):
            return None
        return Signed(identity, int(epoch), session)

    def csrf(self, who: Identity) -> str:
        """What a page of ours sends along with every change; a foreign page cannot know it."""
        return self._sign("csrf", f"{who.id}.{who.epoch}")

    def is_csrf(self, who: Identity, token: str) -> bool:
        """Whether that is it."""
        return token.isascii() and hmac.compare_digest(token, self.csrf(who))

    def _sign(self, purpose: str, value: str) -> str:
        return hmac.new(self._secret, f"{purpose}\0{value}".encode(), hashlib.sha256).hexdigest()

    def _header(self, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{NAME}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
