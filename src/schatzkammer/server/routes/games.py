"""Games and bots over REST, with all texts of a game."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get
from litestar.params import PathParameter

from schatzkammer.bots import BOTS, LEVELS
from schatzkammer.core.game import Game, Json
from schatzkammer.core.lesson import lesson_of
from schatzkammer.core.text import LANGUAGES, Words
from schatzkammer.games import GAMES
from schatzkammer.server import wire
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
        return [
            wire.GameInfo(
                game.id,
                Words(game.package).say(visitor.lang, "title"),
                game.rules,
                game.min_players,
                game.max_players,
                [wire.OptionInfo(option.name, list(option.values), option.values[0]) for option in game.options],
                _prompts(game),
            )
            for game in GAMES.values()
        ]

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
        lang = visitor.lang
        levels = [
            wire.BotInfo(level.id, level.name(lang), level.about(lang), level=True, called=level.called(lang))
            for level in LEVELS
        ]
        known = {level.id for level in LEVELS}
        return levels + [wire.BotInfo(bot, bot, "", level=False, called=[]) for bot in BOTS if bot not in known]


@cache
def _texts(game: Game, lang: str) -> Any:  # noqa: ANN401  a response's content
    words = Words(game.package)
    return msgspec.json.encode({key: words.entry(lang, key) or "" for key in words.keys(lang)})


@cache
def _components(game: Game) -> Any:  # noqa: ANN401  a response's content
    return msgspec.json.encode(game.components())


def _prompts(game: Game) -> list[wire.LessonPrompt] | None:
    lesson = lesson_of(game)
    if lesson is None:
        return None
    return [
        wire.LessonPrompt(
            prompt.id,
            prompt.at,
            list(prompt.rules),
            [wire.LessonCue(cue.step, cue.event, dict(cue.where or {}), cue.times) for cue in prompt.cues],
        )
        for prompt in lesson.prompts
    ]
