"""Names of people and programs: which are allowed, and which look the same to a reader."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

from schatzkammer.core.text import CORE, LANGUAGES, Words
from schatzkammer.table.errors import Refused

SHORTEST_NAME, LONGEST_NAME = 2, 24
MOST_MARKS = 3  # combining marks on one letter

JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"  # combine emoji into one; show a character as an emoji
# Invisible characters that Unicode classifies as letters, marks or symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
NOBODY = "N. N."  # the name at old tables of somebody who has deleted their account, in every language
# How texts address their reader, in each language, and the name of nobody: no account may be called so.
_RESERVED = frozenset({*(Words(CORE).say(lang, "language.you") for lang in LANGUAGES), NOBODY.casefold()})


def checked_name(name: str) -> str:
    """Normalizes a name; refuses invisible characters, direction marks and stacks of accents."""
    normalized = " ".join(unicodedata.normalize("NFC", name).split())
    if not SHORTEST_NAME <= len(normalized) <= LONGEST_NAME or not _is_readable(normalized):
        raise Refused("bad_name", fewest=SHORTEST_NAME, most=LONGEST_NAME)
    return normalized


def login_of(name: str) -> str:
    """The name that signs in: case, width, spaces and invisible characters make no difference."""
    visible = "".join([char for char in unicodedata.normalize("NFKC", name).casefold() if not _is_invisible(char)])
    return " ".join(visible.split())


def skeletons(name: str) -> tuple[str, str]:
    """What a name looks like, in small letters and as it is written; names that share one of the two look alike.

    Both are needed: a Cyrillic letter looks like a Latin one in either case, but only a capital I looks like an l.
    """
    return _skeleton(login_of(name)), _skeleton(name)


def is_reserved(name: str) -> bool:
    """Whether no account may have this name."""
    return not {login_of(name), *skeletons(name)}.isdisjoint(_reserved())


@cache
def _reserved() -> frozenset[str]:
    return _RESERVED.union(*map(skeletons, _RESERVED))


def _skeleton(text: str) -> str:
    """The skeleton of Unicode's UTS 39, after NFKC, in small letters."""
    looks = _looks()
    visible = [char for char in unicodedata.normalize("NFKD", text) if not _is_invisible(char)]
    return login_of("".join([looks.get(char, char) for char in visible]))


@cache
def _looks() -> dict[str, str]:
    """What each confusable character looks like."""
    lines = files("schatzkammer.table").joinpath("confusables.txt").read_text(encoding="utf-8").split("\n")
    pairs = [line.split("\t") for line in lines if "\t" in line]
    return {char: look for look, chars in pairs for char in chars}


def _is_readable(name: str) -> bool:
    marks = MOST_MARKS  # a name cannot begin with one
    before = ""
    for char in name:
        if char in (JOINER, EMOJI_STYLE):
            if not _is_emoji_part(before) and before != EMOJI_STYLE:
                return False
        elif _is_invisible(char) or not char.isprintable():
            return False
        elif unicodedata.category(char).startswith("M"):
            if marks == MOST_MARKS:
                return False
            marks += 1
        else:
            marks = 0
        before = char
    return before != JOINER


def _is_emoji_part(char: str) -> bool:
    """Whether emoji can contain it: a symbol or a skin tone."""
    return char != "" and unicodedata.category(char) in ("So", "Sk")


def _is_invisible(char: str) -> bool:
    return char in _BLANK or char in _SELECTORS or unicodedata.category(char) == "Cf"
