"""Signed session cookies and CSRF tokens."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NamedTuple

from schatzkammer.table.accounts import Identity
from schatzkammer.table.errors import Refused

NAME = "schatzkammer"
YEAR = 365 * 24 * 3600


class SessionCookie(NamedTuple):
    """The contents of a cookie: an identity, its epoch, and the browser's session."""

    identity: str
    epoch: int
    session: str


class Signer:
    """Signs and verifies cookies and CSRF tokens."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        self._secret = secret
        self._secure = secure

    def cookie(self, who: Identity, session: str | None) -> str:
        """The Set-Cookie header that signs a browser in; scripts cannot read the cookie."""
        value = f"{who.id}.{who.epoch}.{session or secrets.token_hex(8)}"
        return self._header(f"{value}.{self._sign('cookie', value)}", YEAR)

    def forget(self) -> str:
        """The Set-Cookie header that deletes the cookie."""
        return self._header("", 0)

    def read(self, cookie: str | None) -> SessionCookie | None:
        """The contents of a cookie; None unless we signed it."""
        if cookie is None or len(cookie) > 200 or not cookie.isascii() or cookie.count(".") != 3:
            return None
        identity, epoch, session, signature = cookie.split(".")
        if not hmac.compare_digest(signature, self._sign("cookie", f"{identity}.{epoch}.{session}")):
            return None
        return SessionCookie(identity, int(epoch), session)

    def csrf(self, who: Identity) -> str:
        """The CSRF token that our pages send with every change."""
        return self._sign("csrf", f"{who.id}.{who.epoch}")

    def check_csrf(self, who: Identity, token: str) -> None:
        """Refuses a wrong CSRF token."""
        if not (token.isascii() and hmac.compare_digest(token, self.csrf(who))):
            raise Refused("csrf")

    def _sign(self, purpose: str, value: str) -> str:
        return hmac.new(self._secret, f"{purpose}\0{value}".encode(), hashlib.sha256).hexdigest()

    def _header(self, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{NAME}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
