"""What a player types, and which move is meant by it."""

from __future__ import annotations

from schatzkammer.cli.board import board_of, in_words
from schatzkammer.cli.scene import Scene
from schatzkammer.core.game import Game

MOST_DIGITS = 4


def meant(text: str, scene: Scene) -> list[str]:
    """The legal moves that a text may mean: one when it is clear, none when it means nothing that is legal.

    A move is said in notation (“take 4a1”), by what it names alone (“4a1”), by its words in the player's
    language, by its number among the legal moves, or by the beginning of any of these.
    """
    wanted = _plain(text)
    sayings = {move: _sayings(scene, move) for move in scene.legal}
    exact = [move for move, said in sayings.items() if wanted in said]
    if exact:
        return exact
    if wanted.isdecimal() and len(wanted) <= MOST_DIGITS and 1 <= int(wanted) <= len(scene.legal):
        return [scene.legal[int(wanted) - 1]]
    return [move for move, said in sayings.items() if any(saying.startswith(wanted) for saying in said)]


def completed(text: str, scene: Scene, game: Game) -> str:
    """A text that means no legal move as the move it was perhaps meant to be, so that the rules can say why not."""
    typed = " ".join(text.casefold().split())
    for verb in dict.fromkeys(move.split()[0] for move in scene.legal):
        if game.number(f"{verb} {typed}") >= 0:
            return f"{verb} {typed}"
    return typed


def _sayings(scene: Scene, move: str) -> list[str]:
    """All ways to say a move in full."""
    details = board_of(str(scene.view["game"])).details(scene, move) or {}
    named = [scene.voice.word(name, value) for name, value in details.items() if value]
    return [_plain(said) for said in (move, move.partition(" ")[2], in_words(scene, move), *named) if said]


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())
