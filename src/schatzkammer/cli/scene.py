"""What a drawer gets: one seat's view of the game, and how to speak of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from schatzkammer.cli.files import component_set
from schatzkammer.cli.voice import Voice
from schatzkammer.core.game import Json
from schatzkammer.core.match import Match


@dataclass(frozen=True)
class Scene:
    """Everything that may be drawn: no state, so nothing hidden can be shown."""

    view: Json
    legal: list[str]  # of the seat that looks, in notation
    components: Mapping[str, object]
    voice: Voice
    width: int


def scene_of(match: Match, seat: int | None, voice: Voice, width: int) -> Scene:
    """The match as a seat sees it (None: a spectator)."""
    components = match.components
    if components is None:
        components = tomllib.loads(component_set(match.state.game))
    legal = [] if seat is None else match.legal(seat)
    return Scene(match.view(seat), legal, components, voice, width)
