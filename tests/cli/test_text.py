"""The command line's words: the same keys and the same gaps in German and English."""

from __future__ import annotations

from string import Formatter

from schatzkammer.cli.session import COMMANDS
from schatzkammer.cli.voice import OWN


def test_both_languages_have_the_same_keys_and_gaps():
    assert OWN.keys("de") == OWN.keys("en")
    for key in OWN.keys("en"):
        gaps = [{gap for _, gap, _, _ in Formatter().parse(OWN.entry(lang, key))} for lang in ("de", "en")]
        assert gaps[0] == gaps[1], key


def test_no_two_commands_share_a_name():
    for lang in ("de", "en"):
        names = [name for command in COMMANDS for name in OWN.say(lang, f"command.{command}.names").split(", ")]
        assert len(names) == len(set(names))
