"""Signed session cookies and CSRF tokens."""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from schatzkammer.table.accounts import Identity
from schatzkammer.table.errors import Refused
from schatzkammer.table.lifetimes import Lifetimes

NAME = "schatzkammer"
DAY = 24 * 3600
LONGEST = 400  # days that browsers keep a cookie


class SessionCookie(NamedTuple):
    """The contents of a cookie: an identity, its epoch, and the secret of the browser's session."""

    identity: str
    epoch: int
    secret: str


class Signer:
    """Signs and verifies cookies and CSRF tokens."""

    def __init__(self, secret: bytes, lifetimes: Lifetimes, *, secure: bool) -> None:
        self._secret = secret
        self._age = (lifetimes.session or LONGEST) * DAY
        self._secure = secure

    def cookie(self, who: Identity, secret: str) -> str:
        """The Set-Cookie header that signs a browser in; scripts cannot read the cookie."""
        value = f"{who.id}.{who.epoch}.{secret}"
        return self._header(f"{value}.{self._sign('cookie', value)}", self._age)

    def forget(self) -> str:
        """The Set-Cookie header that deletes the cookie."""
        return self._header("", 0)

    def read(self, cookie: str | None) -> SessionCookie | None:
        """The contents of a cookie; None unless we signed it."""
        if cookie is None or len(cookie) > 200 or not cookie.isascii() or cookie.count(".") != 3:
            return None
        identity, epoch, secret, signature = cookie.split(".")
        if not hmac.compare_digest(signature, self._sign("cookie", f"{identity}.{epoch}.{secret}")):
            return None
        return SessionCookie(identity, int(epoch), secret)

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
