"""A recorded game as one HTML file that opens in a browser without a server."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec

from schatzkammer.cli.files import write_text
from schatzkammer.cli.texts import phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.match import Match
from schatzkammer.server import broadcast, pages, saved_page
from schatzkammer.table.answer_worker import Answerable, answer
from schatzkammer.table.model import Seat, Terms
from schatzkammer.table.records import finished, opening_of


def write_replay_page(path: Path, record: Json, match: Match) -> None:
    """Writes the page of a valid record, with the views of all seats."""
    template = saved_page.template(pages.shipped())
    if template is None:
        raise BadInput(phrase("error.no_page"))
    if match.seed is None or match.components is not None:
        raise BadInput(phrase("error.page_seed"))
    terms = Terms(match.game, match.players, match.options)
    opened = opening_of(match, terms, [Seat("human") for _ in range(match.players)], "")
    table = finished("file", record, opened, 0, 0).table
    moves = msgspec.convert(record["moves"], list[tuple[int, str]])
    more = saved_page.carried(broadcast.table_info(table), None)
    plain: Json = msgspec.to_builtins(more)  # as the server sends it
    asked = Answerable("page", match.game, match.rules, match.players, match.options, match.seed, moves, None, plain)
    made = gzip.compress(msgspec.json.encode(answer(asked)), mtime=0)
    write_text(path, saved_page.filled(template, made).decode(), overwrite=True)
