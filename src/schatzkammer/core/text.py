"""Player texts: one catalogue per language, the same keys in each.

A text that contains a number may have a form for 1 and one for all other numbers:

    points = { plural = "points", one = "{seat} scores {points} point.", other = "{seat} scores {points} points." }

`plural` names the number that decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from schatzkammer.core.resources import read_toml

LANGUAGES = ("en", "de")


class Words:
    """The catalogues of one package: `text/en.toml` and `text/de.toml` beside its code."""

    def __init__(self, package: str) -> None:
        self.package = package

    def entry(self, lang: str, key: str) -> str | None:
        """The text of a dotted key, or None."""
        return _catalogue(self.package, lang).get(key)

    def keys(self, lang: str) -> list[str]:
        """All dotted keys of a language."""
        return sorted(_catalogue(self.package, lang))

    def say(self, lang: str, key: str, details: Mapping[str, object] | None = None, names: Sequence[str] = ()) -> str:
        """The text of a key in the form for its number, its placeholders filled with the words for `details`."""
        catalogue = _catalogue(self.package, lang)
        details = details or {}
        text = catalogue[key]
        plural = catalogue.get(f"{key}.plural")
        if plural is not None and details[plural] == 1:
            text = catalogue[f"{key}.one"]
        return text.format(**{name: self.word(lang, name, value, names) for name, value in details.items()})

    def word(self, lang: str, name: str, value: object, names: Sequence[str] = ()) -> str:
        """The word for one value.

        A seat becomes its player's name, a list is joined (seats as "Anna, Bruno and Carla"), a compound value
        such as "blue-carpet" uses the template `form.<name>`, and any other value is looked up under `word`.
        """
        if isinstance(value, list | tuple):
            words = [self.word(lang, name, item, names) for item in value]
            if name.endswith("seat") and len(words) > 1:
                words[-2:] = [f"{words[-2]} {self.entry(lang, 'word.and')} {words[-1]}"]
            return ", ".join(words)
        if name.endswith("seat") and isinstance(value, int):
            return names[value] if value < len(names) else self.say(lang, "form.seat", {"number": value})
        text = str(value)
        form = self.entry(lang, f"form.{name}")
        if form is not None:
            return form.format(*(self.entry(lang, f"word.{part}") or part for part in text.split("-")))
        return self.entry(lang, f"word.{text}") or text


@lru_cache(maxsize=64)
def _catalogue(package: str, lang: str) -> dict[str, str]:
    """The texts of a package in one language by dotted key; the core's texts fill the gaps."""
    texts = dict(_flatten("", read_toml(package, f"text/{lang}.toml")))
    return texts if package == "schatzkammer.core" else _catalogue("schatzkammer.core", lang) | texts


def _flatten(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    """Dotted keys and texts; the form `other` has the key of its text."""
    entries: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            entries += _flatten(f"{prefix}{key}.", value)
        elif key == "other" and "plural" in table:
            entries.append((prefix.removesuffix("."), str(value)))
        else:
            entries.append((prefix + key, str(value)))
    return entries
