"""The Wreck passes the conformance suite of Schatzkammer."""

from tests.conformance.suite import *  # noqa: F403
from wreck.game import GAME  # noqa: F401
