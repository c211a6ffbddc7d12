"""Games, bots and texts as clients get them."""

from __future__ import annotations

from schatzkammer.bots import BOTS, LEVELS
from schatzkammer.core.game import Game
from schatzkammer.core.lesson import lesson_of
from schatzkammer.core.text import Words
from schatzkammer.server import wire


def game_info(game: Game, lang: str) -> wire.GameInfo:
    """A game, titled in a language."""
    return wire.GameInfo(
        game.id,
        Words(game.package).say(lang, "title"),
        game.rules,
        game.min_players,
        game.max_players,
        [wire.OptionInfo(option.name, list(option.values), option.values[0]) for option in game.options],
        _prompts(game),
    )


def bot_infos(lang: str) -> list[wire.BotInfo]:
    """The bots that can take a seat, the weakest level first."""
    levels = [
        wire.BotInfo(level.id, level.name(lang), level.about(lang), level=True, called=level.called(lang))
        for level in LEVELS
    ]
    known = {level.id for level in LEVELS}
    return levels + [wire.BotInfo(bot, bot, "", level=False, called=[]) for bot in BOTS if bot not in known]


def texts_of(game: Game, lang: str) -> dict[str, str]:
    """All texts of a game in a language."""
    words = Words(game.package)
    return {key: words.entry(lang, key) or "" for key in words.keys(lang)}


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
