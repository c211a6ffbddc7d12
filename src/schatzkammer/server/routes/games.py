"""Games and bots over REST, with all texts of a game."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get
from litestar.params import PathParameter

from schatzkammer.core.game import Game, Json
from schatzkammer.core.text import LANGUAGES
from schatzkammer.games import GAMES
from schatzkammer.server import wire
from schatzkammer.server.catalog import bot_infos, game_info, texts_of
from schatzkammer.server.identity import CurrentVisitor
from schatzkammer.table.terms import known_game

JSON = "application/json"
GameId = Annotated[str, PathParameter(max_length=40)]
Language = Annotated[str, PathParameter(pattern=f"^({'|'.join(LANGUAGES)})$")]


class GamesController(Controller):
    """Games and bots."""

    path = "/api"
    tags = ["games"]  # noqa: RUF012

    @get("/games", summary="All games")
    async def games(self, visitor: CurrentVisitor) -> list[wire.GameInfo]:
        """Every game with its options."""
        return [game_info(game, visitor.lang) for game in GAMES.values()]

    @get("/games/{game:str}/text/{lang:str}", summary="All texts of a game")
    async def words(self, game: GameId, lang: Language) -> Response[dict[str, str]]:
        """The texts of a game in one language: titles, moves, events, refusals, rules."""
        return Response(_texts(known_game(game), lang), media_type=JSON)

    @get("/games/{game:str}/components", summary="The components of a game")
    async def components(self, game: GameId) -> Response[Json]:
        """The component set used here: cards, tiles, amounts."""
        return Response(_components(known_game(game)), media_type=JSON)

    @get("/bots", summary="All bots")
    async def bots(self, visitor: CurrentVisitor) -> list[wire.BotInfo]:
        """The bots that can take a seat, the weakest level first."""
        return bot_infos(visitor.lang)


@cache
def _texts(game: Game, lang: str) -> Any:  # noqa: ANN401  a response's content
    return msgspec.json.encode(texts_of(game, lang))


@cache
def _components(game: Game) -> Any:  # noqa: ANN401  a response's content
    return msgspec.json.encode(game.components())
