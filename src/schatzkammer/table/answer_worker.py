"""The program of a process that plays finished games again: reads questions line by line, writes compressed answers.

An answer is a line with its length and that many bytes, JSON in gzip or a picture. A game that cannot be replayed has
length 0.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from schatzkammer.core.errors import Error
from schatzkammer.core.game import Json
from schatzkammer.core.loading import begin
from schatzkammer.core.match import Match, visible_events
from schatzkammer.core.odds import together
from schatzkammer.games import find

NICE = 5  # players' moves come first
LEVEL = 6  # of compression


class Answerable(Struct, frozen=True):
    """A finished game, and what is asked about it."""

    # "replay", "record", "odds", "truth", "picture", or "page": what a replay that is saved as a file carries
    what: str
    game: str
    rules: int
    players: int
    options: dict[str, str | bool]
    seed: str
    moves: list[tuple[int, str]]
    seat: int | None = None  # whose view a replay shows, or from whom things are hidden; None: a spectator
    more: Json = {}  # added to the answer


def answer(asked: Answerable) -> Json:
    """The answer to a question."""
    if asked.what == "page":
        return _page(asked)
    match = _begun(asked)
    if asked.what == "record":
        for seat, move in asked.moves:
            match.play(seat, move)
        return match.record() | asked.more
    if asked.what in ("odds", "truth"):
        return _hidden(match, asked.moves, asked.what, asked.seat)
    (replay,) = _replays(match, asked.moves, (asked.seat,))
    return asked.more | replay


def _begun(asked: Answerable) -> Match:
    return begin(find(asked.game), asked.players, asked.seed, asked.options, None, asked.rules)


def _hidden(match: Match, moves: Sequence[tuple[int, str]], what: str, reader: int | None) -> Json:
    """What may lie hidden from a seat, or what really did, at the start of a game and after every move."""
    told = match.truth if what == "truth" else match.odds
    steps = [together(told(reader))]
    for seat, move in moves:
        match.play(seat, move)
        steps.append(together(told(reader)))
    return {"steps": [[{"places": same, "chances": found} for same, found in step] for step in steps]}


def _page(asked: Answerable) -> Json:
    """What a spectator and each seat saw, and what was hidden from them, by address; and the answers that are given."""
    table = asked.more["table"]
    path = f"/api/tables/{table['id']}"  # type: ignore[index]  # as the server encodes it
    readers = (None, *range(asked.players))
    replays = _replays(_begun(asked), asked.moves, readers)
    answers: Json = {}
    for seat, replay in zip(readers, replays, strict=True):
        of_seat = "" if seat is None else f"?seat={seat}"
        answers[f"{path}/replay{of_seat}"] = {"table": table, **replay}
        for what in ("odds", "truth"):
            answers[f"{path}/{what}{of_seat}"] = _hidden(_begun(asked), asked.moves, what, seat)
    return {"id": table["id"], "answers": answers | asked.more["answers"]}  # type: ignore[index, operator]


def picture(asked: Answerable) -> bytes:
    """The board as everybody may see it, as PNG: after the moves of a finished game, or as the given view has it."""
    from schatzkammer.render.sharing import shared_picture  # its library is optional

    view = asked.more.get("view")
    if view is None:
        match = _begun(asked)
        for seat, move in asked.moves:
            match.play(seat, move)
        view = match.view(None)
    return shared_picture(find(asked.game), view)  # type: ignore[arg-type]


def _replays(match: Match, moves: Sequence[tuple[int, str]], readers: Sequence[int | None]) -> list[Json]:
    """The game from its start, step by step, as each of these seats saw it; None: a spectator."""
    steps: list[list[Json]] = [[] for _ in readers]
    starts, scores = _views(match, readers), _scores(match)
    for seat, move in moves:
        match.play(seat, move)
        events, points = match.latest_events, _scores(match)
        for reader, view, told in zip(readers, _views(match, readers), steps, strict=True):
            seen = visible_events(events, reader)
            told.append({"seat": seat, "move": move, "events": seen, "view": view, "scores": points})
    return [{"start": start, "scores": scores, "steps": told} for start, told in zip(starts, steps, strict=True)]


def _views(match: Match, readers: Sequence[int | None]) -> list[Json]:
    """What some seats see; what all of them see is made once."""
    public, forecast = match.public_view(), match.forecast()
    return [public | match.private_view(reader) | forecast for reader in readers]


def _scores(match: Match) -> list[int]:
    return find(match.game).scores(match.state)


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
