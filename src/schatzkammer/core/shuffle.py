"""A shuffle that nobody chose: the seed of a game is mixed from the server's share and one share of each seat.

Every share is promised by its SHA-256 before any other share is opened. A seat's share is a link in a chain of hashes:
each link is the SHA-256 of the next. So one promise is enough for several rounds, and a link that is opened tells
nothing about the one of the next round.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from schatzkammer.core.game import Json
from schatzkammer.core.stream import commitment
from schatzkammer.core.validation import Field

LINKS = 24  # of a seat's chain: more rounds than there are seats
DIGITS = frozenset("0123456789abcdef")


def mixed(server: str, shares: Sequence[str | None]) -> str:
    """The seed of a game: the server's share as it is, if no seat has opened one."""
    if not any(shares):
        return server
    parts = ["schatzkammer shuffle", server, *(share or "-" for share in shares)]
    return sha256("\0".join(parts).encode()).hexdigest()


def chain(secret: str) -> list[str]:
    """The links of a seat's chain in the order in which they are opened; the SHA-256 of the first is the promise."""
    links = [commitment(secret)]
    while len(links) < LINKS:
        links.append(commitment(links[-1]))
    return links[::-1]


def is_share(text: str) -> bool:
    """Whether a text has the form of a share or a promise, a SHA-256: 64 hexadecimal digits."""
    return len(text) == 64 and DIGITS.issuperset(text)


def keeps(share: str, promise: str, round_number: int) -> bool:
    """Whether a share is the one that was promised, for that round."""
    for _ in range(round_number + 1):
        share = commitment(share)
    return share == promise


def checked_shuffle(entry: Field, seed: str, players: int) -> Json:
    """The evidence in a record that its seed is a mix of promised shares; raises BadRecord if it does not hold."""
    parts = entry.table(["server", "commitment", "commitments", "shares"], ["round", "silent"])
    server = parts["server"].text()
    if parts["commitment"].value != commitment(server):
        raise parts["commitment"].bad("the server's share does not match its commitment.")
    number = parts["round"].integer(0, LINKS - 1) if "round" in parts else 0
    promises = [_optional(field) for field in parts["commitments"].items(players, players)]
    shares = [_optional(field) for field in parts["shares"].items(players, players)]
    for field, promise, share in zip(parts["shares"].items(), promises, shares, strict=True):
        if share is not None and (promise is None or not keeps(share, promise, number)):
            raise field.bad("the share does not match its commitment.")
    silent = parts["silent"].seats(players, 0, players) if "silent" in parts else []
    if any(shares[seat] is not None for seat in silent):
        raise parts["silent"].bad("a seat that did not open its share has none.")
    if mixed(server, shares) != seed:
        raise entry.bad("the seed is not the mix of these shares.")
    return {
        "server": server,
        "commitment": commitment(server),
        "commitments": list(promises),
        "shares": list(shares),
        "round": number,
        "silent": silent,
    }


def _optional(field: Field) -> str | None:
    if field.value is None:
        return None
    text = field.text()
    if not is_share(text):
        raise field.bad("this is not a SHA-256 in hexadecimal digits.")
    return text
