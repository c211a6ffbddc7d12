"""The game passes the conformance suite of Schatzkammer."""

from tests.conformance.suite import *  # noqa: F403
from wreck.game import GAME

__all__ = ["GAME"]
