"""The program of a process that plays finished games again: reads questions line by line, writes compressed answers.

An answer is a line with its length and that many bytes, JSON in gzip or a picture. A game that cannot be replayed has
length 0.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
from contextlib import suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schatzkammer.core.errors import Error
from schatzkammer.core.game import Json
from schatzkammer.core.loading import begin
from schatzkammer.core.match import Match, visible_events
from schatzkammer.games import find

NICE = 5  # players' moves come first
LEVEL = 6  # of compression


class Answerable(Struct, frozen=True):
    """A finished game, and what is asked about it."""

    what: str  # "replay" or "record", "page": what a replay that is saved as a file carries, or "picture"
    game: str
    rules: int
    players: int
    options: dict[str, str | bool]
    seed: str
    moves: list[tuple[int, str]]
    seat: int | None = None  # whose view a replay shows; None: a spectator's
    more: Json = {}  # added to the answer


def answer(asked: Answerable) -> Json:
    """The answer to a question."""
    if asked.what == "page":
        return _page(asked)
    match = begin(find(asked.game), asked.players, asked.seed, asked.options, None, asked.rules)
    if asked.what == "record":
        for seat, move in asked.moves:
            match.play(seat, move)
        return match.record() | asked.more
    start, scores = _view(match, asked.seat), _scores(match)
    steps = [_step(match, seat, move, asked.seat) for seat, move in asked.moves]
    return {**asked.more, "start": start, "scores": scores, "steps": steps}


def _page(asked: Answerable) -> Json:
    """Replays for a spectator and for each seat by their addresses, beside the answers that are given."""
    table = asked.more["table"]
    address = f"/api/tables/{table['id']}/replay"  # type: ignore[index]  # as the server encodes it
    answers: Json = {}
    for seat in (None, *range(asked.players)):
        path = address if seat is None else f"{address}?seat={seat}"
        answers[path] = answer(replace(asked, what="replay", seat=seat, more={"table": table}))
    return {"id": table["id"], "answers": answers | asked.more["answers"]}  # type: ignore[index, operator]


def picture(asked: Answerable) -> bytes:
    """The board as everybody may see it, as PNG: after the moves of a finished game, or as the given view has it."""
    from schatzkammer.render.sharing import shared_picture  # its library is optional

    view = asked.more.get("view")
    if view is None:
        match = begin(find(asked.game), asked.players, asked.seed, asked.options, None, asked.rules)
        for seat, move in asked.moves:
            match.play(seat, move)
        view = match.view(None)
    return shared_picture(find(asked.game), view)  # type: ignore[arg-type]


def _view(match: Match, seat: int | None) -> Json:
    return match.view(seat) | match.forecast()


def _scores(match: Match) -> list[int]:
    return find(match.game).scores(match.state)


def _step(match: Match, seat: int, move: str, reader: int | None) -> Json:
    match.play(seat, move)
    events = visible_events(match.latest_events, reader)
    return {"seat": seat, "move": move, "events": events, "view": _view(match, reader), "scores": _scores(match)}


def main() -> None:
    """Answers questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets it too and ends this process
    with suppress(OSError):
        os.nice(NICE)
    decode = msgspec.json.Decoder(Answerable).decode
    for line in sys.stdin.buffer:
        try:
            asked = decode(line)
            drawn = asked.what == "picture"
            made = picture(asked) if drawn else gzip.compress(msgspec.json.encode(answer(asked)), LEVEL, mtime=0)
        except Error:
            made = b""
        sys.stdout.buffer.write(b"%d\n" % len(made) + made)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
