"""The messages that people get, in their language."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from schatzkammer.core.text import DEFAULT, LANGUAGES, Words
from schatzkammer.table.model import HOUR
from schatzkammer.table.notices import Kind, Preferences, Turn
from schatzkammer.table.terms import known_game

WORDS = Words("schatzkammer.server")
MOST_NAMED = 6  # tables in one message
NEXT = "/next"  # the page that leads to the table where it is the reader's turn
ACCOUNT = "/account"


class Told(Struct, frozen=True):
    """A turn that a message is about."""

    table: str
    since: int


class Message(Struct, frozen=True):
    """What is sent. `id` is the same whenever the same is sent again, `tag` for everything about the same table."""

    id: str
    kind: str
    title: str
    body: str
    path: str
    tag: str
    turns: list[Told]


def message_of(
    turns: Sequence[Turn], kind: Kind, wanted: Preferences, channel: str, left: int | None = None
) -> Message:
    """The message about one turn or several; `left` is the time until a clock runs out."""
    lang = language_of(wanted)
    told = [Told(turn.table_id, turn.since) for turn in turns]
    id = _id(channel, kind, *(f"{one.table} {one.since}" for one in told))  # noqa: A001  what it is called
    if len(turns) > 1:
        lines = [WORDS.say(lang, "notice.line", _details(turn, lang)) for turn in turns[:MOST_NAMED]]
        if len(turns) > MOST_NAMED:
            lines.append(WORDS.say(lang, "notice.more", {"tables": len(turns) - MOST_NAMED}))
        title = WORDS.say(lang, "notice.many", {"tables": len(turns)})
        return Message(id, kind, title, "\n".join(lines), NEXT, "many", told)
    details = _details(turns[0], lang)
    body = WORDS.say(lang, "notice.with", details)
    if left is not None:
        hours = left // HOUR
        body += " " + (WORDS.say(lang, "notice.left", {"hours": hours}) if hours else WORDS.say(lang, "notice.soon"))
    table = turns[0].table_id
    return Message(id, kind, WORDS.say(lang, f"notice.{kind}", details), body, f"/t/{table}", table, told)


def test_message(wanted: Preferences, channel: str, at: int) -> Message:
    """A message that shows whether anything arrives."""
    lang = language_of(wanted)
    title, body = WORDS.say(lang, "notice.test"), WORDS.say(lang, "notice.test_line")
    return Message(_id(channel, "test", str(at)), "test", title, body, ACCOUNT, "test", [])


def as_text(message: Message, wanted: Preferences, public_url: str, *, footer: bool = False) -> str:
    """The message with its link, for mail and chat."""
    lang, base = language_of(wanted), public_url.rstrip("/")
    key = "notice.open_many" if len(message.turns) > 1 else "notice.open"
    parts = [message.body, WORDS.say(lang, key, {"url": base + message.path})]
    if footer:
        parts.append(WORDS.say(lang, "notice.why", {"url": base + ACCOUNT}))
    return "\n\n".join(parts)


def code_mail(code: str, lang: str) -> tuple[str, str]:
    """Subject and text of the mail that confirms an address."""
    lines = [WORDS.say(lang, f"mail.{key}", {"code": code}) for key in ("code", "code_line", "code_not")]
    return lines[0], "\n\n".join(lines[1:])


def language_of(wanted: Preferences) -> str:
    """The language to write in."""
    return wanted.lang if wanted.lang in LANGUAGES else DEFAULT


def _details(turn: Turn, lang: str) -> dict[str, object]:
    return {"game": Words(known_game(turn.game).package).say(lang, "title"), "names": ", ".join(turn.others)}


def _id(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
