"""The bots, by name. A new bot is one file here and one line below."""

from __future__ import annotations

from schatzkammer.bots.protocol import Bot
from schatzkammer.bots.random import Random
from schatzkammer.bots.rollout import Rollout
from schatzkammer.core.errors import BadInput
from schatzkammer.core.reading import shown

BOTS: dict[str, Bot] = {bot.name: bot for bot in (Random(), Rollout())}


class UnknownBot(BadInput):
    """There is no bot of that name."""


def find(name: object) -> Bot:
    """The bot of that name; UnknownBot otherwise."""
    if not isinstance(name, str) or name not in BOTS:
        raise UnknownBot(f"There is no bot {shown(name)}; there are: {', '.join(sorted(BOTS))}.")
    return BOTS[name]
