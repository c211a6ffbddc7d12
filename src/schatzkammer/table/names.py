"""Names of people and programs: which can be shown, and which are the same to whoever reads them."""

from __future__ import annotations

import unicodedata

from schatzkammer.table.errors import Refused

SHORTEST_NAME, LONGEST_NAME = 2, 24
MOST_MARKS = 3  # above and below one letter

JOINER, AS_PICTURE = "\u200d", "\ufe0f"  # they make one emoji of several, or a picture of a sign
# What takes no ink though Unicode counts it among letters, marks and symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
# What the web table calls whoever gives no name, in every language: it stays everybody's.
_EVERYBODYS = frozenset({"you", "du"})


def checked_name(name: str) -> str:
    """A name as it is shown: no signs that cannot be seen, none that turn the text around, no towers of accents."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not SHORTEST_NAME <= len(shown) <= LONGEST_NAME or not _can_be_read(shown):
        raise Refused("bad_name", fewest=SHORTEST_NAME, most=LONGEST_NAME)
    return shown


def login_of(name: str) -> str:
    """What two names must not have in common."""
    seen = "".join([sign for sign in unicodedata.normalize("NFKC", name).casefold() if not _is_unseen(sign)])
    return " ".join(seen.split())


def is_everybodys(name: str) -> bool:
    """Whether no account may have a name to itself."""
    return login_of(name) in _EVERYBODYS


def _can_be_read(shown: str) -> bool:
    marks = MOST_MARKS  # so that none comes first
    before = ""
    for sign in shown:
        if sign in (JOINER, AS_PICTURE):
            if not _is_pictured(before) and before != AS_PICTURE:
                return False
        elif _is_unseen(sign) or not sign.isprintable():
            return False
        elif unicodedata.category(sign).startswith("M"):
            if marks == MOST_MARKS:
                return False
            marks += 1
        else:
            marks = 0
        before = sign
    return before != JOINER


def _is_pictured(sign: str) -> bool:
    """Whether emoji are made of it: a symbol, or the colour of a skin."""
    return sign != "" and unicodedata.category(sign) in ("So", "Sk")


def _is_unseen(sign: str) -> bool:
    return sign in _BLANK or sign in _SELECTORS or unicodedata.category(sign) == "Cf"
