"""Web push: messages encrypted for one browser (RFC 8291), signed with the server's key (RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from http_ece import encrypt
from msgspec import Struct
from py_vapid import Vapid02

from schatzkammer.server.notices.messages import Message
from schatzkammer.server.notices.outgoing import Allowed, Answer, post

KEPT_FOR = 24 * 3600  # seconds that a push service keeps a message for a browser that is off
VALID_FOR = 12 * 3600  # seconds
LONGEST_BODY = 3000  # bytes: push services take 4096 with everything

GONE = (404, 410)  # the browser has given the subscription up


class Subscription(Struct, frozen=True):
    """Where a browser gets messages, and its keys."""

    endpoint: str
    p256dh: str
    auth: str


class Keys:
    """The server's key pair, by which push services know it again."""

    def __init__(self, private: int, contact: str) -> None:
        self._key = ec.derive_private_key(private, ec.SECP256R1())
        self._contact = contact
        self.public = _text(self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, endpoint: str) -> str:
        """The header that says who sends a message."""
        parts = urlsplit(endpoint)
        signer = Vapid02()
        signer.private_key = self._key
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + VALID_FOR,
            "sub": self._contact,
        }
        return str(signer.sign(claims)["Authorization"])


def new_private_key() -> int:
    """A new private key, as a number."""
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value


def is_valid(subscription: Subscription) -> bool:
    """Whether messages can be encrypted for a subscription."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(subscription.p256dh))
        return len(_bytes(subscription.auth)) == 16
    except ValueError:
        return False


async def push(keys: Keys, address: str, message: Message, allowed: Allowed) -> Answer:
    """Sends a message to a browser; the push service replaces one about the same table that it still has."""
    to = msgspec.json.decode(address, type=Subscription)
    body = encrypt(
        msgspec.json.encode(_shortened(message)),
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(to.p256dh),
        auth_secret=_bytes(to.auth),
        version="aes128gcm",
    )
    headers = {
        "Authorization": keys.authorization(to.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Topic": _text(hashlib.sha256(message.tag.encode()).digest())[:32],
        "Urgency": "normal",
    }
    return await post(to.endpoint, headers, body, allowed)


def _shortened(message: Message) -> Message:
    """A message that push services take: about very many tables it names only the first."""
    while len(msgspec.json.encode(message)) > LONGEST_BODY:
        message = msgspec.structs.replace(
            message, body=message.body[: len(message.body) // 2], turns=message.turns[: len(message.turns) // 2]
        )
    return message


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
