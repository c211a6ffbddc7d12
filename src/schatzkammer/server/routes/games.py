"""Games and bots over REST, with all texts of a game."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, get
from litestar.params import FromPath, PathParameter

from schatzkammer.bots import BOTS, LEVELS
from schatzkammer.core.game import Json
from schatzkammer.core.text import Words
from schatzkammer.games import GAMES
from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentVisitor
from schatzkammer.table.terms import known_game

LEVEL_TEXTS = Words("schatzkammer.bots")
GameId = Annotated[str, PathParameter(max_length=40)]


class GamesController(Controller):
    """Games and bots."""

    path = "/api"
    tags = ["games"]  # noqa: RUF012

    @get("/games", summary="All games")
    async def games(self, visitor: CurrentVisitor) -> list[wire.GameInfo]:
        """Every game with its options."""
        return [
            wire.GameInfo(
                game.id,
                Words(game.package).say(visitor.lang, "title"),
                game.rules,
                game.min_players,
                game.max_players,
                [wire.OptionInfo(option.name, list(option.values), option.values[0]) for option in game.options],
            )
            for game in GAMES.values()
        ]

    @get("/games/{game:str}/text/{lang:str}", summary="All texts of a game")
    async def words(self, game: GameId, lang: FromPath[Literal["de", "en"]]) -> dict[str, str]:
        """The texts of a game in one language: titles, moves, events, refusals, rules."""
        words = Words(known_game(game).package)
        return {key: words.entry(lang, key) or "" for key in words.keys(lang)}

    @get("/games/{game:str}/components", summary="The components of a game")
    async def components(self, game: GameId) -> Json:
        """The component set used here: cards, tiles, amounts."""
        return known_game(game).components()

    @get("/bots", summary="All bots")
    async def bots(self, visitor: CurrentVisitor) -> list[wire.BotInfo]:
        """The bots that can take a seat, the weakest level first."""
        levels = {level.id for level in LEVELS}
        return [
            wire.BotInfo(
                bot,
                LEVEL_TEXTS.entry(visitor.lang, f"level.{bot}.name") or bot,
                LEVEL_TEXTS.entry(visitor.lang, f"level.{bot}.about") or "",
                bot in levels,
            )
            for bot in BOTS
        ]
