"""The joint shuffle of a table: who has promised a share, whose share is open, and whose is awaited.

Shares are promised while people sit down. When the host starts the game, all promises are fixed, and so is whose
shares are awaited; only then are shares opened. A seat that stays silent is left out, and all others open their next
share: nobody gets to choose between a shuffle with some share and the same one without it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from schatzkammer.core.game import Json
from schatzkammer.core.shuffle import mixed
from schatzkammer.core.stream import commitment
from schatzkammer.table.model import SECOND, Draw

PATIENCE = 5 * SECOND  # for the share of a seat whose player is connected; their browser answers by itself


def promised(draw: Draw | None, seats: int, seat: int, promise: str | None) -> Draw | None:
    """A seat promises a share, or takes back its promise by being left."""
    if draw is None:
        if promise is None:
            return None
        draw = Draw([None] * seats, [None] * seats)
    return replace(draw, commitments=[promise if at == seat else old for at, old in enumerate(draw.commitments)])


def begun(draw: Draw | None, at: int, awaited: Iterable[int]) -> Draw | None:
    """The host has started the game: the promises are fixed, and the shares of these seats are awaited."""
    if draw is None:
        return None
    return replace(draw, awaited=sorted(awaited), links=list(draw.commitments), until=at + PATIENCE)


def opened(draw: Draw, seat: int, share: str) -> Draw:
    """A seat has opened its share."""
    shares = [share if at == seat else old for at, old in enumerate(draw.shares)]
    return replace(draw, shares=shares, awaited=[other for other in draw.awaited if other != seat])


def without(draw: Draw, silent: Iterable[int], at: int) -> Draw:
    """Seats have stayed silent: they are left out, and all others have to open their next share."""
    links = [share or old for share, old in zip(draw.shares, draw.links, strict=True)]
    return replace(
        draw,
        shares=[None] * len(draw.shares),
        links=links,
        awaited=[seat for seat, share in enumerate(draw.shares) if share is not None],
        silent=sorted({*draw.silent, *silent}),
        round=draw.round + 1,
        until=at + PATIENCE,
    )


def is_late(draw: Draw, now: int) -> bool:
    """Whether the awaited seats have had their time, or the machine's clock has been set back."""
    return not draw.until - PATIENCE <= now < draw.until


def seed_of(server: str, draw: Draw | None) -> str:
    """The seed of the game."""
    return server if draw is None else mixed(server, draw.shares)


def evidence(server: str, draw: Draw | None) -> Json | None:
    """What the record of a finished game says of its shuffle; None where no seat has opened a share."""
    if draw is None or not any(draw.shares):
        return None
    return {
        "server": server,
        "commitment": commitment(server),
        "commitments": list(draw.commitments),
        "shares": list(draw.shares),
        "round": draw.round,
        "silent": list(draw.silent),
    }
