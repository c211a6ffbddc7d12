"""The conformance suite for a game that is registered from outside the package.

The game's own test module registers the game, names it `GAME` and imports all tests:

    from tests.conformance.suite import *
"""

from tests.conformance import test_garbage, test_knowledge, test_odds, test_outcomes, test_play, test_records, test_undo
from tests.conformance.conftest import pytest_generate_tests

SUITE = {
    name: test
    for module in (test_play, test_knowledge, test_odds, test_outcomes, test_records, test_undo, test_garbage)
    for name, test in vars(module).items()
    if name.startswith("test_")
}
globals().update(SUITE)
__all__ = ["pytest_generate_tests", *SUITE]
