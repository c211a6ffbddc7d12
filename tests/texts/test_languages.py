"""Languages are data: each has every text, and no code names one."""

from __future__ import annotations

import ast
import re

import pytest

from schatzkammer.core.text import CORE, DEFAULT, LANGUAGES, Phrase, Words
from tests.texts import missing
from tests.texts.missing import ROOT, SOURCE, WEB, Problem, entries, packages, problems, word_files

LISTED = re.compile(r'^  (\w\w): \{ name: "(.+)", locale: "\1-\w\w", reviewed: (true|false) \},$', re.MULTILINE)
NAMED = re.compile(r"""["'](en|de|fr)["']""")  # a language named in code
LISTS = {"src/schatzkammer/core/text.py", "web/src/lib/languages.ts"}  # English, where there is no other language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_text_and_no_other(lang: str) -> None:
    assert not problems(lang), "\n" + "\n".join(map(str, problems(lang)))


def test_there_is_something_to_compare() -> None:
    assert LANGUAGES[0] == DEFAULT
    assert {"de", "fr"} <= set(LANGUAGES)
    assert len(packages()) >= 10
    for path in word_files(DEFAULT):
        written = re.findall(r'^  ("[\w.-]+"|\w+):', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(entries(path)) == len(written) > 20, path


def test_a_missing_extra_or_different_text_is_found(tmp_path, monkeypatch) -> None:
    english = {"a": "{seat} takes {tile:the}.", "b": "B.", "c": "C {n}."}
    ours = {"a": "{seat} nimmt {tile:den}.", "c": "C {m}.", "d": "D."}
    found = list(missing._compared("file", ours, english))
    assert found == [
        Problem("file", "b", "missing", "B."),
        Problem("file", "c", "other placeholders", "C {n}."),
        Problem("file", "d", "no such text in English", "D."),
    ]
    monkeypatch.setattr(missing, "word_files", lambda lang: [tmp_path / f"{lang}.ts"])
    monkeypatch.setattr(missing, "ROOT", tmp_path)
    (tmp_path / "en.ts").write_text('const en = {\n  title: "T",\n  "a.b":\n    "Long {n}",\n};\n', encoding="utf-8")
    (tmp_path / "de.ts").write_text('const de = {\n  title: "T",\n};\n', encoding="utf-8")
    assert [str(each) for each in missing._in_web("de")] == ["de.ts: a.b: missing: Long {n}"]
    assert [str(each) for each in missing._in_web("fr")] == ["fr.ts: : the file is missing"]


def test_help_that_is_missing_or_left_over_is_found(monkeypatch) -> None:
    keys = Words.keys
    gone, left = "help.option.port", "help.option.draught"
    monkeypatch.setattr(Words, "keys", lambda self, lang: [*(key for key in keys(self, lang) if key != gone), left])
    found = {each.key: each.what for each in missing._in_help("de")}
    assert found == {gone: "missing", left: "no such command or option"}


def test_engine_and_browser_have_the_same_languages() -> None:
    core = Words(CORE)
    listed = LISTED.findall((WEB / "lib/languages.ts").read_text(encoding="utf-8"))
    assert {lang: (name, reviewed == "true") for lang, name, reviewed in listed} == {
        lang: (core.entry(lang, "language.name"), core.entry(lang, "language.reviewed") == "yes") for lang in LANGUAGES
    }


def test_no_code_names_a_language() -> None:
    files = [*SOURCE.rglob("*.py"), *WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
    code = {
        path.relative_to(ROOT).as_posix(): path for path in files if not re.search(r"\.test\.ts$|/testing\.", str(path))
    }
    naming = {name for name, path in code.items() if NAMED.search(path.read_text(encoding="utf-8"))}
    assert len(code) > 400
    assert naming == LISTS


def test_no_error_of_the_command_line_is_written_in_its_code() -> None:
    """An error's message is a `phrase`, which has a text in each language."""
    written = [
        f"{path.name}:{node.lineno}"
        for path in sorted((SOURCE / "schatzkammer/cli").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        if node.exc.args and isinstance(node.exc.args[0], ast.Constant | ast.JoinedStr)
        if not isinstance(getattr(node.exc.args[0], "value", None), int)  # an exit code
    ]
    assert not written


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_left_in_another_language(lang: str) -> None:
    """Sentences of some length differ between languages; some notations and names do not."""
    for other in set(LANGUAGES) - {lang}:
        same = [
            key
            for package in packages()
            for key in Words(package).keys(lang)
            if not key.endswith((".rules", ".called")) and key != "names"
            for text in [Words(package).entry(lang, key) or ""]
            if len(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{[^}]*\}", "", text))) > 2
            and text == Words(package).entry(other, key)
        ]
        same += [
            key
            for ours, theirs in zip(word_files(lang), word_files(other), strict=True)
            for key, text in entries(ours).items()
            if text.count(" ") > 2 and text == entries(theirs)[key] and "{" not in text
        ]
        assert not same


def test_french_has_its_articles_elisions_and_genders() -> None:
    ali_baba, solomon, monte_cristo = (
        Words(f"schatzkammer.games.{game}") for game in ("ali_baba", "solomon", "monte_cristo")
    )
    names = ["Anna", "Bruno"]
    pick = {"owner_seat": 0, "seat": 1, "tile": "green-sword"}
    assert ali_baba.say("fr", "event.pick", pick, names) == "Bruno prend l’épée verte à Anna."
    assert ali_baba.say("fr", "event.pick", pick, names, 1) == "Vous prenez l’épée verte à Anna."
    assert ali_baba.say("fr", "event.pick", pick, names, 0) == "Bruno vous prend l’épée verte."
    assert ali_baba.say("fr", "event.take", {"seat": 0, "tile": "blue-carpet"}, names) == "Anna prend le tapis bleu."
    assert ali_baba.say("fr", "event.ban", {"seat": 0, "ban": "white"}, names) == "Anna interdit les tuiles blanches."
    tiles = ["mummy", "treasure-2", "treasure-2", "amulet"]
    assert solomon.word("fr", "tiles", tiles, form="un") == (
        "une momie, 2 × trésor de valeur 2 et une Amulette de Samson"
    )
    assert monte_cristo.word("fr", "treasure", "emerald-3", form="le") == "l’émeraude de valeur 3"
    assert monte_cristo.say("fr", "refusal.no_treasure", {"treasure": "gold-1", "dungeon": "A"}) == (
        "Il n’y a pas d’or de valeur 1 au cachot A."
    )
    assert [monte_cristo.word("fr", "card", card) for card in ("ruby-1", "gold-3")] == [
        "carte rubis à 1 sacoche",
        "carte or à 3 sacoches",
    ]


def test_a_phrase_is_english_and_can_be_said_in_any_language() -> None:
    words = Words("schatzkammer.cli")
    phrase = Phrase(words, "error.not_toml", file="a.toml", reason=Phrase(words, "error.nested"))
    assert phrase == "a.toml is not TOML: it is nested too deeply."
    assert phrase.say("de") == "a.toml ist kein TOML: es ist zu tief verschachtelt."
    assert phrase.say("fr") == "a.toml n’est pas du TOML\u00a0: l’imbrication est trop profonde."


def test_a_package_without_a_language_speaks_english(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "shipwreck"
    (folder / "text").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "text/en.toml").write_text('coins.plural = "n"\ncoins.one = "{n} coin"\ncoins.other = "{n} coins"\n')
    monkeypatch.syspath_prepend(tmp_path)
    words = Words("shipwreck")
    assert [words.say("fr", "coins", {"n": n}) for n in (0, 1)] == ["0 coins", "1 coin"]
    assert words.say("fr", "refusal.turn") == words.say("en", "refusal.turn") == "It is not your turn."


@pytest.mark.parametrize(("lang", "said"), [("en", ["0 points.", "1 point."]), ("fr", ["0 point.", "1 point."])])
def test_each_language_says_which_numbers_take_the_singular(lang: str, said: list[str]) -> None:
    words = Words(CORE)
    assert [words.say(lang, "outcome.points", {"points": n}) for n in (0, 1)] == said
    assert words.say(lang, "outcome.points", {"points": 2}) == "2 points."
