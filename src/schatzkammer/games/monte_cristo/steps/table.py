"""All steps, by their numbers in state.py."""

from __future__ import annotations

from typing import Final

from schatzkammer.games.monte_cristo.steps.chest import Lay
from schatzkammer.games.monte_cristo.steps.collect import Pay, Take
from schatzkammer.games.monte_cristo.steps.hunters import Place, Reinforce
from schatzkammer.games.monte_cristo.steps.order import Change, Marble
from schatzkammer.games.monte_cristo.steps.step import Step
from schatzkammer.games.monte_cristo.steps.supply import Discard, Give

STEPS: Final[list[Step]] = [Give(), Discard(), Place(), Reinforce(), Lay(), Take(), Pay(), Change(), Marble()]
