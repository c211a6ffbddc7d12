"""REST bodies about notices; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schatzkammer.table.notices import ChannelKind, Preferences

Address = Annotated[str, Meta(max_length=1000)]
Key = Annotated[str, Meta(max_length=200)]


class ChannelInfo(Struct, frozen=True):
    """Where the reader is told of their turns; `waits`: for its code; `working`: messages go there."""

    id: str
    kind: ChannelKind
    name: str
    working: bool
    waits: bool
    here: bool  # whether it is the reader's browser
    problem: str | None  # the answer to the latest attempt, if it failed


class NoticeInfo(Struct, frozen=True):
    """What the reader is told and where, and which channels this server offers; `push_key` is its public key."""

    offers: list[ChannelKind]
    push_key: str | None
    preferences: Preferences
    channels: list[ChannelInfo]
    muted: list[str]  # tables


class NewBrowser(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription."""

    endpoint: Address
    p256dh: Key
    auth: Key


class NewAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a mailbox, a webhook or a chat service."""

    address: Address


class ChannelCode(Struct, frozen=True, forbid_unknown_fields=True):
    """The code that was sent to an address."""

    code: Annotated[str, Meta(max_length=20)]


class Delivery(Struct, frozen=True):
    """What came of a test: the answer of the push service, the mail server or the web server."""

    delivered: bool
    answer: str


class TableNotices(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the reader is told nothing of a table."""

    muted: bool
