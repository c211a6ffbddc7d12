"""Writes `table/confusables.txt`, which characters look alike, from the system's ICU: `python tools/confusables.py`.

ICU, which most systems have, holds Unicode's list of confusable characters (UTS 39). Characters that NFKD replaces are
left out. Accounts store the skeletons of their names: a new list needs a migration that computes them again.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src/schatzkammer/table/confusables.txt"
HEAD = """\
# Characters that look alike, by Unicode {unicode}; written by tools/confusables.py from ICU {icu}.
# Each line: what characters look like, a tab, the characters. After NFKD; see names.py.
#
# The data are derived from Unicode's confusables.txt, changed in form and shortened, under this notice:
# Copyright (c) 1991-2022 Unicode, Inc. Permission is hereby granted, free of charge, to any person obtaining a copy of
# data files and any associated documentation (the "Data Files") or software and any associated documentation (the
# "Software") to deal in the Data Files or Software without restriction, including without limitation the rights to use,
# copy, modify, merge, publish, distribute, and/or sell copies of the Data Files or Software, and to permit persons to
# whom the Data Files or Software are furnished to do so, provided that either (a) this copyright and permission notice
# appear with all copies of the Data Files or Software, or (b) this copyright and permission notice appear in associated
# Documentation. THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED.
"""
SURROGATES = range(0xD800, 0xE000)


class Icu:
    """The parts of ICU that compute skeletons."""

    def __init__(self) -> None:
        name = ctypes.util.find_library("icui18n")
        if name is None:
            raise SystemExit("ICU is missing: install libicu.")
        self.version = re.findall(r"\d+", name)[-1]
        self._library = ctypes.CDLL(name)
        self._skeleton = self._library[f"uspoof_getSkeletonUTF8_{self.version}"]
        self._skeleton.argtypes = [
            ctypes.c_void_p,
            ctypes.c_uint32,
            ctypes.c_char_p,
            ctypes.c_int32,
            ctypes.c_char_p,
            ctypes.c_int32,
            ctypes.POINTER(ctypes.c_int),
        ]
        opened = self._library[f"uspoof_open_{self.version}"]
        opened.restype = ctypes.c_void_p
        self._checker = opened(ctypes.byref(ctypes.c_int(0)))
        numbers = (ctypes.c_uint8 * 4)()
        ctypes.CDLL(ctypes.util.find_library("icuuc"))[f"u_getUnicodeVersion_{self.version}"](numbers)
        self.unicode = ".".join(str(number) for number in numbers[:3])

    def skeleton(self, text: str) -> str:
        """The skeleton of a text."""
        given, room, failed = text.encode(), ctypes.create_string_buffer(400), ctypes.c_int(0)
        size = self._skeleton(self._checker, 0, given, len(given), room, len(room), ctypes.byref(failed))
        if failed.value > 0:
            raise SystemExit(f"ICU error {failed.value} at {text!a}")
        return room.raw[:size].decode()


def main() -> None:
    """Writes the table."""
    icu = Icu()
    alike: dict[str, list[str]] = defaultdict(list)
    for code in range(0x21, sys.maxunicode + 1):
        char = chr(code)
        if code not in SURROGATES and unicodedata.normalize("NFKD", char) == char:
            look = icu.skeleton(char)
            if look not in ("", char) and "\t" not in look:  # "": invisible; one emoji looks like text with a tab
                alike[look].append(char)
    lines = [f"{look}\t{''.join(chars)}\n" for look, chars in sorted(alike.items())]
    TARGET.write_text(HEAD.format(unicode=icu.unicode, icu=icu.version) + "".join(lines), encoding="utf-8")
    sys.stdout.write(f"{TARGET}: {sum(map(len, alike.values()))} characters, Unicode {icu.unicode}\n")


if __name__ == "__main__":
    main()
