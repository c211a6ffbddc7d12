"""The encoder for any game: its JSON view, flattened.

The layout comes from a few random games with fixed seeds, in every option: each path to a number, boolean or text in a
view is one byte, and texts are numbered. Paths that these games never showed are left out, an unknown text is 0, and
numbers are clipped to 0–254. A game that needs more brings its own encoder.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Game, Json, Setup, State
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.observe.encoder import HIGHEST, Encoder, Field, Snapshot

GAMES: Final = 4  # random games per option
PLIES: Final = 1000  # most decisions per game


class ViewEncoder(Encoder):
    """A field for each entry of the view: 0 for nothing, else 1 + the number, boolean or text."""

    def __init__(self, game: Game, players: int) -> None:
        super().__init__(players)
        self.longest = 100_000
        self.most_points = 10_000
        paths: set[str] = set()
        texts: set[str] = set()
        rng = seeded("", "layout")
        for setup in _setups(game, players) * GAMES:
            state = game.start(setup, rng)
            plies = 0
            while plies < PLIES:
                for seat in range(players):
                    for path, value in _leaves(view_of(state, seat), "", []):
                        paths.add(path)
                        if isinstance(value, str):
                            texts.add(value)
                if state.seat < 0:
                    break
                game.play_random(state, rng)
                plies += 1
        self._paths = sorted(paths, key=lambda path: path.split("/"))
        self._offsets = {path: offset for offset, path in enumerate(self._paths)}
        self._texts = {text: number for number, text in enumerate(sorted(texts)[: HIGHEST - 1])}

    def fields(self) -> list[Field]:
        lengths: dict[str, int] = {}
        for path in self._paths:
            name = path.split("/")[0]
            lengths[name] = lengths.get(name, 0) + 1
        return [Field(name, length, 256, False, "entries of the view") for name, length in lengths.items()]

    def write(self, state: State, seat: i64, last: Snapshot, before: bytes, out: BytesWriter) -> None:
        codes = bytearray(len(self._paths))
        for path, value in _leaves(view_of(state, int(seat)), "", []):
            offset = self._offsets.get(path)
            if offset is not None:
                codes[offset] = self._code(value)
        out.write(bytes(codes))

    def _code(self, value: object) -> int:
        if isinstance(value, str):
            return self._texts.get(value, -1) + 1
        if isinstance(value, int):
            return min(max(value, 0), int(HIGHEST) - 1) + 1
        return 0


def view_of(state: State, seat: int) -> Json:
    """What a seat may know, with who it is and who owes a decision."""
    game = state.game
    return {"seat": seat, "to_act": game.to_act(state)} | game.public_view(state) | game.private_view(state, seat)


def _setups(game: Game, players: int) -> list[Setup]:
    """The defaults, and every other value of each option, as far as this number of players allows them."""
    changes: list[dict[str, str | bool]] = [{}]
    for option in game.options:
        changes += [{option.name: value} for value in option.values[1:]]
    setups: list[Setup] = []
    for changed in changes:
        try:
            setups.append(checked_setup(game, players, changed))
        except BadInput:
            continue
    return setups


def _leaves(value: object, path: str, found: list[tuple[str, object]]) -> list[tuple[str, object]]:
    """Adds every number, boolean and text below a path; returns all found."""
    if isinstance(value, dict):
        for name, item in value.items():
            _leaves(item, f"{path}/{name}" if path else str(name), found)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            _leaves(item, f"{path}/{index:03}", found)
    elif value is not None:
        found.append((path, value))
    return found
