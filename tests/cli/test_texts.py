"""The texts of the command line."""

from __future__ import annotations

import pytest

from schatzkammer.cli.session import COMMANDS
from schatzkammer.core.text import LANGUAGES, Words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_commands_share_a_name(lang):
    words = Words("schatzkammer.cli")
    names = [
        (name, command)
        for each in {lang, "en"}  # English names are understood in every language
        for command in COMMANDS
        for name in words.say(each, f"command.{command}.names").split(", ")
    ]
    assert len(set(names)) == len(dict(names))
