"""The input of a renderer: one seat's view of a match, and the texts to label it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from schatzkammer.core.game import NOBODY
from schatzkammer.core.match import Match
from schatzkammer.core.outcome import Outcome
from schatzkammer.render.locale import Locale


@dataclass(frozen=True)
class Scene:
    """One seat's view. It gives no access to the state, so a renderer cannot show anything hidden."""

    view: dict[str, Any]
    legal: list[str]  # moves of the seat, in notation
    components: Mapping[str, Any]
    texts: Locale  # of this package
    game_texts: Locale
    width: int  # characters in a line of the terminal
    outcome: Callable[[str], Outcome]  # what a legal move would bring

    def text(self, key: str, /, **details: object) -> str:
        """A text of the boards."""
        return self.texts.text(key, **details)

    def game_text(self, key: str, /, **details: object) -> str:
        """A text of the game."""
        return self.game_texts.text(key, **details)

    def word(self, kind: str, value: object) -> str:
        """The game's word for a value of a kind: a tile, a seat, a treasure."""
        return self.game_texts.word(kind, value)


def scene_of(match: Match, seat: int | None, lang: str, names: Sequence[str] = (), width: int = 80) -> Scene:
    """The match as a seat sees it; None is a spectator. With names, the texts address that seat."""
    game = match.state.game
    reader = seat if names else None
    return Scene(
        match.view(seat),
        [] if seat is None else match.legal(seat),
        match.components or game.components(),
        Locale(lang, "schatzkammer.render", names, reader),
        Locale(lang, game.package, names, reader),
        width,
        partial(match.outcome, NOBODY if seat is None else seat),
    )
