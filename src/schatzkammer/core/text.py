"""Player texts: one catalogue per language, the same keys in each. docs/languages.md says how to add a language.

A text may have several forms, of which the reader gets the one that fits:

    points.plural = "points"
    points.one = "{seat} scores {points} point."
    points.other = "{seat} scores {points} points."
    points.you.one = "You score {points} point."
    points.you.other = "You score {points} points."
    give.other = "{seat} gives {to_seat} {card:the}."
    give.you = "You give {to_seat} {card:the}."
    give.to_you = "{seat} gives you {card:the}."

- `plural` names the number that decides between `one` and `other`; which numbers take `one` is up to the language.
- `you` is for the reader whose seat is `{seat}`, `to_you` for the one whose seat is `{to_seat}`, and so on. A reader
  without a form of their own gets `other`, which calls everybody by name.
- A word may have forms, too, such as a case or an article: `{card:the}` asks for the form `the`, here `word.ace.the` or
  `form.card.the`. A word without that form stays as it is. Which forms its words have is up to each language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Self

from schatzkammer.core.resources import read_toml

CORE = "schatzkammer.core"
DEFAULT = "en"  # what is said where a language is not known, and by errors themselves
SEAT = "seat"  # the end of the name of every placeholder for seats
_GAP = re.compile(r"\{(\w+)(?::(\w+))?\}")


def _found_languages() -> tuple[str, ...]:
    """The languages that the core has texts in, English first."""
    found = {path.name.removesuffix(".toml") for path in files(CORE).joinpath("text").iterdir()}
    return (DEFAULT, *sorted(found - {DEFAULT}))


LANGUAGES = _found_languages()


class Words:
    """The catalogues of one package: a file `text/<language>.toml` for each language beside its code.

    A package without a language that we have speaks English instead, as a game from elsewhere may.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def entry(self, lang: str, key: str) -> str | None:
        """The text of a dotted key, or None."""
        return _catalogue(self.package, lang).get(key)

    def keys(self, lang: str) -> list[str]:
        """All dotted keys of a language."""
        return sorted(_catalogue(self.package, lang))

    def say(
        self,
        lang: str,
        key: str,
        details: Mapping[str, object] | None = None,
        names: Sequence[str] = (),
        reader: int | None = None,
    ) -> str:
        """The text of a key in the form for its reader and its number, filled with the words for `details`.

        `reader` is the seat of who reads it; None for spectators.
        """
        catalogue = _catalogue(self.package, lang)
        details = details or {}
        form = _reader_form(catalogue, key, details, reader)
        text = catalogue[form]
        plural = catalogue.get(f"{key}.plural")
        if plural is not None and str(details[plural]) in catalogue["language.one"].split():
            text = catalogue.get(f"{form}.one", text)
        return _GAP.sub(lambda gap: self.word(lang, gap[1], details[gap[1]], names, gap[2]), text)

    def word(self, lang: str, name: str, value: object, names: Sequence[str] = (), form: str | None = None) -> str:
        """The word for one value, in a form of the language if one is asked for.

        A seat becomes its player's name. A list is joined: seats as in "Anna, Bruno and Carla", values in a form as in
        "a mask and 2 × scorpion". A compound value such as "blue-carpet" uses the template `form.<name>`. Any other
        value is looked up under `word`.
        """
        if isinstance(value, list | tuple):
            if form is None:
                words = [self.word(lang, name, item, names) for item in value]
            else:
                words = [self._counted(lang, name, item, n, form) for item, n in Counter(value).items()]
            if len(words) > 1 and (form or name.endswith(SEAT)):
                words[-2:] = [f"{words[-2]} {self.entry(lang, 'word.and')} {words[-1]}"]
            return ", ".join(words)
        if name.endswith(SEAT) and isinstance(value, int):
            return names[value] if value < len(names) else self.say(lang, "form.seat", {"number": value})
        if isinstance(value, Phrase):
            return value.say(lang).removesuffix(".")
        text = str(value)
        template = self._entry(lang, f"form.{name}", form)
        parts = text.split("-")
        if template is not None and all(int(place) < len(parts) for place, _ in _GAP.findall(template)):
            return self._filled(lang, template, parts)
        return self._entry(lang, f"word.{text}", form) or text

    def _counted(self, lang: str, name: str, value: object, number: int, form: str) -> str:
        """The word for one value, or for several that are the same."""
        return self.word(lang, name, value, (), form) if number == 1 else f"{number} × {self.word(lang, name, value)}"

    def _entry(self, lang: str, key: str, form: str | None) -> str | None:
        """The text of a key in a form, if there is one; else its usual text."""
        return (self.entry(lang, f"{key}.{form}") if form else None) or self.entry(lang, key)

    def _filled(self, lang: str, template: str, parts: list[str]) -> str:
        """A template filled with the words for the parts of a value; a part's word may be a template itself."""

        def part_word(gap: re.Match[str]) -> str:
            part = parts[int(gap[1])]
            return self._filled(lang, self._entry(lang, f"word.{part}", gap[2]) or part, parts)

        return _GAP.sub(part_word, template)


class Phrase(str):
    """A text that is English by itself, as the message of an error, and can be said in any language."""

    __slots__ = ("_details", "_key", "_words")
    _words: Words
    _key: str
    _details: dict[str, object]

    def __new__(cls, words: Words, key: str, /, **details: object) -> Self:
        phrase = super().__new__(cls, words.say(DEFAULT, key, details))
        phrase._words, phrase._key, phrase._details = words, key, details
        return phrase

    def __reduce__(self) -> tuple[object, ...]:
        return _phrase, (self._words, self._key, self._details)

    def say(self, lang: str) -> str:
        """The text in a language."""
        return self._words.say(lang, self._key, self._details)


def _phrase(words: Words, key: str, details: Mapping[str, object]) -> Phrase:
    return Phrase(words, key, **details)


def _reader_form(catalogue: Mapping[str, str], key: str, details: Mapping[str, object], reader: int | None) -> str:
    """The key of the form that addresses the reader, if the text is about them and has one; else the key itself."""
    if reader is not None:
        for name in sorted(details, key=len):  # `seat` comes before all others
            form = f"{key}.{name.removesuffix(SEAT)}you"
            if name.endswith(SEAT) and details[name] in (reader, [reader]) and form in catalogue:
                return form
    return key


@lru_cache(maxsize=64)
def _catalogue(package: str, lang: str) -> dict[str, str]:
    """The texts of a package in one language by dotted key; the core's texts fill the gaps."""
    if lang != DEFAULT and not files(package).joinpath(f"text/{lang}.toml").is_file():
        return _catalogue(package, DEFAULT)
    texts = dict(_flatten("", read_toml(package, f"text/{lang}.toml")))
    return texts if package == CORE else _catalogue(CORE, lang) | texts


def _flatten(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    """Dotted keys and texts; the form `other` has the key of its text."""
    entries: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            entries += _flatten(f"{prefix}{key}.", value)
        elif key == "other":
            entries.append((prefix.removesuffix("."), str(value)))
        else:
            entries.append((prefix + key, str(value)))
    return entries
