"""Recovery codes: each sets a new password once. They are random enough for a plain hash to protect them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select

from schatzkammer.table.store.schema import RECOVERY_CODES

CODES = 8
LENGTH, GROUP = 16, 4  # characters of five bits, in groups
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # none that look alike
_MISREAD = str.maketrans("oil", "011", "- ")


def new_codes() -> list[str]:
    """New codes, in groups that are easy to copy."""
    drawn = ["".join(secrets.choice(_ALPHABET) for _ in range(LENGTH)) for _ in range(CODES)]
    return ["-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP)) for code in drawn]


def store_codes(connection: Connection, identity: str, codes: Sequence[str]) -> None:
    """Replaces the codes of an account."""
    connection.execute(delete(RECOVERY_CODES).where(RECOVERY_CODES.c.identity_id == identity))
    rows = [{"digest": _digest(identity, code), "identity_id": identity} for code in codes]
    if rows:
        connection.execute(insert(RECOVERY_CODES), rows)


def codes_left(connection: Connection, identity: str) -> int:
    """The number of codes that were not used."""
    count = select(func.count()).select_from(RECOVERY_CODES).where(RECOVERY_CODES.c.identity_id == identity)
    return int(connection.execute(count).scalar_one())


def use_code(connection: Connection, identity: str, code: str) -> bool:
    """Uses a code up; returns whether it was one of the account's."""
    mine = (RECOVERY_CODES.c.identity_id == identity) & (RECOVERY_CODES.c.digest == _digest(identity, code))
    return connection.execute(delete(RECOVERY_CODES).where(mine)).rowcount == 1


def _digest(identity: str, code: str) -> str:
    """The hash of a code, however it was typed."""
    typed = code.strip().lower().translate(_MISREAD)
    return hashlib.sha256(f"recovery\0{identity}\0{typed}".encode()).hexdigest()
