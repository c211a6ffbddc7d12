"""Which move a player means by what they type."""

from __future__ import annotations

from schatzkammer.core.game import Game
from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal import move_details, move_text

MOST_DIGITS = 4


def matching_moves(text: str, scene: Scene) -> list[str]:
    """The legal moves that a text may mean: one if it is clear, none if it means no legal move.

    A move can be typed in notation (“take 4a1”), as what it names (“4a1”), in the words of the player's
    language, as its number among the legal moves, or as the beginning of any of these.
    """
    typed = _normalized(text)
    spellings = {move: _spellings(scene, move) for move in scene.legal}
    exact = [move for move in scene.legal if typed in spellings[move]]
    if exact:
        return exact
    if typed.isdecimal() and len(typed) <= MOST_DIGITS and 1 <= int(typed) <= len(scene.legal):
        return [scene.legal[int(typed) - 1]]
    return [move for move in scene.legal if any(spelling.startswith(typed) for spelling in spellings[move])]


def intended_move(text: str, scene: Scene, game: Game) -> str:
    """The illegal move that a text probably means, so that the game can explain why it is refused."""
    typed = " ".join(text.casefold().split())
    for verb in dict.fromkeys(move.split()[0] for move in scene.legal):
        if game.number(f"{verb} {typed}") >= 0:
            return f"{verb} {typed}"
    return typed


def _spellings(scene: Scene, move: str) -> list[str]:
    """Everything that a player may type for a move in full."""
    named = [scene.word(kind, value) for kind, value in move_details(scene, move).items() if value]
    verb, _, rest = move.partition(" ")
    spellings = (move, rest, move_text(scene, move), *named, *(f"{verb} {word}" for word in named))
    return [_normalized(spelling) for spelling in spellings if spelling]


def _normalized(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("’", "'").split())
