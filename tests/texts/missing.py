"""What is missing in each language: `python -m tests.texts.missing` lists it with the English text, for translators."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import typer

from schatzkammer.cli import app
from schatzkammer.cli.help import commands, option_key
from schatzkammer.core.text import CORE, DEFAULT, LANGUAGES, Words

ROOT = Path(__file__).parents[2]
SOURCE, WEB = ROOT / "src", ROOT / "web/src"
GAP = re.compile(r"\{(\w+)(?::\w+)?\}")
OWN_FORMS = re.compile(r"(word|form)\.")  # each language has its own forms of a word, such as cases
HELP = "help."  # in the code in English
ENTRY = re.compile(r'^  (?:"([\w.-]+)"|(\w+)):\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)


class Problem(NamedTuple):
    """A text that is missing, that is too much, or that names other things than the English one."""

    file: str
    key: str
    what: str
    english: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.what}" + (f": {self.english}" if self.english else "")


def packages() -> list[str]:
    """The packages with texts."""
    return sorted(
        path.parents[1].relative_to(SOURCE).as_posix().replace("/", ".")
        for path in SOURCE.glob("schatzkammer/**/text/en.toml")
    )


def word_files(lang: str) -> list[Path]:
    """The files of a language in the web client."""
    own = [WEB / part / "words" for part in ("", "notices", "people", "review")]
    folders = [*own, *sorted(WEB.glob("boards/*/words"))]
    return [folder / f"{lang}.ts" for folder in folders]


def problems(lang: str) -> list[Problem]:
    """Everything that is wrong with a language, in engine, table, command line and web client."""
    return [*_in_packages(lang), *_in_help(lang), *_in_web(lang)]


def _in_packages(lang: str) -> Iterator[Problem]:
    for package in packages():
        file = Path(package.replace(".", "/")) / f"text/{lang}.toml"
        if not (SOURCE / file).is_file():
            yield Problem(str(file), "", "the file is missing")
            continue
        words, core = Words(package), Words(CORE)
        ours, english = ({key: words.entry(each, key) or "" for key in words.keys(each)} for each in (lang, DEFAULT))
        if package != CORE:  # whose texts are part of every catalogue
            ours, english = (
                {key: text for key, text in texts.items() if core.entry(each, key) != text}
                for each, texts in ((lang, ours), (DEFAULT, english))
            )
        yield from _compared(str(file), _without_forms(ours), _without_forms(english))


def _without_forms(texts: Mapping[str, str]) -> dict[str, str]:
    """Texts to compare; of a word only that it is there."""
    found = {key: text for key, text in texts.items() if not OWN_FORMS.match(key) and not key.startswith(HELP)}
    return found | {f"word.{key.split('.')[1]}": "" for key in texts if key.startswith("word.")}


def _in_help(lang: str) -> Iterator[Problem]:
    """The help of each command and option; the code has it in English."""
    file = f"schatzkammer/cli/text/{lang}.toml"
    words = Words("schatzkammer.cli")
    present = {key for key in words.keys(lang) if key.startswith(HELP)}
    if lang == DEFAULT:
        yield from (Problem(file, key, "the English help is in the code") for key in sorted(present))
        return
    used: dict[str, str] = {}
    for command, path in commands(typer.main.get_command(app)):
        asked = {f"{HELP}command.{path}": command.help}
        asked |= {option_key(lang, one.name, command.name): one.help for one in command.params if one.help}
        for key, english in asked.items():
            if key not in present:
                yield Problem(file, key, "missing", " ".join((english or "").split()))
            elif used.setdefault(key, english) != english:
                yield Problem(file, key, f"does not fit `{path}`", english)
    yield from (Problem(file, key, "no such command or option") for key in sorted(present - used.keys()))


def _in_web(lang: str) -> Iterator[Problem]:
    for path, english in zip(word_files(lang), word_files(DEFAULT), strict=True):
        file = path.relative_to(ROOT).as_posix()
        if not path.is_file():
            yield Problem(file, "", "the file is missing")
        else:
            yield from _compared(file, entries(path), entries(english))


def entries(path: Path) -> dict[str, str]:
    """The texts in a file of the web client."""
    found = ENTRY.findall(path.read_text(encoding="utf-8"))
    return {quoted or bare: text for quoted, bare, text in found}


def _compared(file: str, ours: Mapping[str, str], english: Mapping[str, str]) -> Iterator[Problem]:
    for key, text in english.items():
        if key not in ours:
            yield Problem(file, key, "missing", text)
        elif set(GAP.findall(ours[key])) != set(GAP.findall(text)):
            yield Problem(file, key, "other placeholders", text)
    for key in ours:
        if key not in english:
            yield Problem(file, key, "no such text in English", ours[key])


def main() -> int:
    """Lists all problems of all languages, or of those named; returns the exit code."""
    found = {lang: problems(lang) for lang in sys.argv[1:] or LANGUAGES}
    for lang, each in found.items():
        sys.stdout.write(f"{lang}: {len(each) or 'nothing'} to do\n")
        sys.stdout.writelines(f"  {problem}\n" for problem in each)
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
