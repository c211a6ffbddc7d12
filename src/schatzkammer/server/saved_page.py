"""A replay as one HTML file that works without a server: the web client's page, with all that a server would answer."""

from __future__ import annotations

import base64
from pathlib import Path

from schatzkammer.core.game import Json
from schatzkammer.core.text import LANGUAGES
from schatzkammer.games import GAMES, find
from schatzkammer.server import wire
from schatzkammer.server.catalog import bot_infos, game_info, texts_of
from schatzkammer.server.wire_review import ReviewState, told

TEMPLATE = "replay.html"  # in the folder of the web client
PLACE = b"<!--answers-->"


def template(folder: str | Path | None) -> bytes | None:
    """The page without a game, from the folder of the web client; None where it was not built."""
    path = None if folder is None else Path(folder) / TEMPLATE
    return path.read_bytes() if path is not None and path.is_file() else None


def carried(table: wire.TableInfo, review: bytes | None) -> Json:
    """What the page needs beside the replays: texts, games and bots in every language, and a complete review."""
    game = find(table.terms.game)
    answers: Json = {"/api/me": None}
    for lang in LANGUAGES:
        answers[f"/api/games?lang={lang}"] = [game_info(each, lang) for each in GAMES.values()]
        answers[f"/api/bots?lang={lang}"] = bot_infos(lang)
        answers[f"/api/games/{game.id}/text/{lang}"] = texts_of(game, lang)
        state = ReviewState("none") if review is None else ReviewState("done", 1, 1, told(review, lang))
        answers[f"/api/tables/{table.id}/review?lang={lang}"] = state
    return {"table": table, "answers": answers}


def filled(page: bytes, answers: bytes) -> bytes:
    """The page with its answers, which are compressed JSON."""
    before, _, after = page.partition(PLACE)
    return before + base64.b64encode(answers) + after
