"""Lessons, played through the real engine: every prompt comes up soon, and together they teach what is essential."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from schatzkammer.bots import find as find_bot
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.game import Game
from schatzkammer.core.lesson import LEARNER, MOST_PROMPTS, MOST_WORDS, Lesson, lesson_of
from schatzkammer.core.loading import begin
from schatzkammer.core.match import visible_events
from schatzkammer.core.stream import seeded
from schatzkammer.core.text import LANGUAGES, Words
from schatzkammer.games import GAMES, find

LESSONS = [game for game in GAMES if lesson_of(GAMES[game])]
MOST_DECISIONS = 30
# Moves that a newcomer makes sooner than others: without them they would shift tiles for ever.
EAGER = ("dig", "stop")

Policy = Callable[[list[str], random.Random], str]


def given(game: str) -> Lesson:
    lesson = lesson_of(find(game))
    assert lesson
    return lesson


def first(moves: list[str], _: random.Random) -> str:
    return next((move for move in moves if move.startswith(EAGER)), moves[0])


def any_move(moves: list[str], rng: random.Random) -> str:
    return rng.choice([move for move in moves if move.startswith(EAGER)] or moves)


def shown(game: str, policy: Policy, luck: int) -> list[str]:
    """Plays the lesson until it ends; returns the prompts in the order in which they came up, one for each decision."""
    rules, lesson = find(game), given(game)
    match = begin(rules, lesson.players, lesson.seed, lesson.options)
    bots = [find_bot(bot) for bot in lesson.bots]
    rng, events, seen = random.Random(luck), list(match.latest_events), []
    decisions = 0
    while len(seen) < len(lesson.prompts) and decisions <= MOST_DECISIONS:
        asked = match.to_act
        if not asked or LEARNER in asked:
            step, known = str(match.view(LEARNER)["step"]), visible_events(events, LEARNER)
            due = [each for each in lesson.prompts if each.id not in seen and each.due(step, known)]
            seen += [each.id for each in sorted(due, key=lambda each: not each.is_about(step))[:1]]
            if not asked:
                break
            match.play(LEARNER, policy(match.legal(LEARNER), rng))
            decisions += 1
        else:
            chance = seeded(f"{luck} {len(events)}", "bot")
            action = bots[asked[0] - 1].choose(glimpse(match, asked[0]), chance)
            match.play(asked[0], rules.notation(action))
        events += match.latest_events
    return seen


@pytest.mark.parametrize("luck", range(3))
@pytest.mark.parametrize("policy", [first, any_move])
@pytest.mark.parametrize("game", LESSONS)
def test_every_prompt_comes_up_however_one_plays(game: str, policy: Policy, luck: int) -> None:
    assert sorted(shown(game, policy, luck)) == sorted(prompt.id for prompt in given(game).prompts)


@pytest.mark.parametrize("game", LESSONS)
def test_the_prompts_teach_every_essential_rule(game: str) -> None:
    lesson = given(game)
    assert lesson.rules
    assert set(lesson.rules) <= {rule for prompt in lesson.prompts for rule in prompt.rules}
    words = Words(find(game).package)
    assert all(words.entry("en", f"rule.{rule}") for prompt in lesson.prompts for rule in prompt.rules)


@pytest.mark.parametrize("game", LESSONS)
def test_prompts_are_few_and_short_in_every_language(game: str) -> None:
    prompts = given(game).prompts
    assert len(prompts) <= MOST_PROMPTS
    words = Words(find(game).package)
    for lang in LANGUAGES:
        keys = {key.removeprefix("lesson.") for key in words.keys(lang) if key.startswith("lesson.")}
        assert keys == {prompt.id for prompt in prompts}
        for prompt in prompts:
            assert len(words.say(lang, f"lesson.{prompt.id}").split()) <= MOST_WORDS


def test_a_game_without_data_has_no_lesson() -> None:
    class Other(Game):
        id, package = "other", "schatzkammer.core"

    assert lesson_of(Other()) is None


def test_monte_cristos_learner_begins_and_can_pay_for_treasures_on_the_board() -> None:
    """What its first prompts say is true, whichever card the learner keeps."""
    view = begin(find("monte-cristo"), 2, given("monte-cristo").seed, {}).view(LEARNER)
    assert (view["to_act"], view["lane"]) == ([LEARNER], "supply")
    lying = [treasure.split("-") for dungeon in view["dungeons"].values() for treasure in dungeon["treasures"]]
    for card in view["drawn"]:
        kind, bags = card.split("-")
        assert any(kind == of and int(value) <= int(bags) for of, value in lying)
