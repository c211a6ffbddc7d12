"""The channels that this server offers, and what each needs."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from schatzkammer.server.notices import messages
from schatzkammer.server.notices.messages import Message
from schatzkammer.server.notices.outgoing import Allowed, Answer, Forbidden, post
from schatzkammer.server.settings import Settings
from schatzkammer.table.errors import AlreadyExists
from schatzkammer.table.notices import ChannelKind, Preferences
from schatzkammer.table.store.channels import Channel
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import SETTINGS

if TYPE_CHECKING:  # what they need may not be installed
    from schatzkammer.server.notices.chat import ChatServices
    from schatzkammer.server.notices.mail import Mailbox
    from schatzkammer.server.notices.push import Keys

PUSH_KEY = "push_key"  # the setting with the server's private key
FALLBACK = "https://localhost"  # who the server is, where it has no public URL


class Posted(Struct, frozen=True):
    """What a webhook gets."""

    id: str
    kind: str
    title: str
    text: str
    url: str
    turns: list[messages.Told]


def has_push() -> bool:
    """Whether what web push needs is installed."""
    return find_spec("http_ece") is not None and find_spec("py_vapid") is not None


def has_chat() -> bool:
    """Whether what chat services need is installed."""
    return find_spec("apprise") is not None


class Channels:
    """Sends messages over every channel that this server offers."""

    keys: Keys | None = None
    mailbox: Mailbox | None = None
    chat: ChatServices | None = None

    def __init__(self, database: Database, settings: Settings) -> None:
        self.allowed = Allowed(settings.notice_hosts)
        self.public_url = settings.public_url
        self._database = database
        self._settings = settings

    async def start(self) -> None:
        """Gets ready what is installed and set up; everything else is not offered."""
        settings = self._settings
        if has_push():
            from schatzkammer.server.notices.push import Keys

            contact = settings.public_url or FALLBACK
            self.keys = Keys(await self._private_key(), contact if contact.startswith("https:") else FALLBACK)
        if settings.smtp is not None and settings.mail_from is not None and self.public_url is not None:
            from schatzkammer.server.notices.mail import Mailbox

            self.mailbox = Mailbox(settings.smtp, settings.mail_from)
        if has_chat() and self.public_url is not None:
            from schatzkammer.server.notices.chat import ChatServices

            self.chat = ChatServices(settings.notice_hosts)

    async def close(self) -> None:
        """Sends nothing more."""
        if self.mailbox is not None:
            self.mailbox.close()
        if self.chat is not None:
            await self.chat.close()

    def offers(self, kind: ChannelKind) -> bool:
        """Whether this server has such a channel."""
        ready: Mapping[str, object] = {
            "push": self.keys,
            "mail": self.mailbox,
            "webhook": self.public_url,
            "chat": self.chat,
        }
        return ready[kind] is not None

    async def send(self, channel: Channel, message: Message, wanted: Preferences) -> Answer:
        """Sends a message; returns the answer, or raises Forbidden or Unreachable."""
        if channel.kind == "push" and self.keys is not None:
            from schatzkammer.server.notices.push import push

            return await push(self.keys, channel.address, message, self.allowed)
        base = self.public_url or ""
        if channel.kind == "mail" and self.mailbox is not None:
            text = messages.as_text(message, wanted, base, footer=True)
            return await self.mailbox.send(channel.address, message.title, text, message.id, message.turns)
        if channel.kind == "chat" and self.chat is not None:
            return await self.chat.tell(channel.address, message.title, messages.as_text(message, wanted, base))
        if channel.kind == "webhook":
            url = base.rstrip("/") + message.path
            body = Posted(message.id, message.kind, message.title, message.body, url, message.turns)
            headers = {"Content-Type": "application/json", "User-Agent": "schatzkammer"}
            return await post(channel.address, headers, msgspec.json.encode(body), self.allowed)
        raise Forbidden  # the operator no longer offers it

    async def _private_key(self) -> int:
        """The key of this server: made once, shared by all workers."""
        from schatzkammer.server.notices.push import new_private_key

        def work(connection: Connection) -> str:
            found = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == PUSH_KEY)).scalar()
            if found is None:
                found = f"{new_private_key():064x}"
                connection.execute(insert(SETTINGS).values(name=PUSH_KEY, value=found))
            return str(found)

        try:
            return int(await self._database.write(work), 16)
        except AlreadyExists:  # another worker made one at the same moment
            return int(await self._database.write(work), 16)


def new_code() -> str:
    """A code to type."""
    return f"{secrets.randbelow(10**6):06}"
