"""The games where researchers already work: PettingZoo, Gymnasium, OpenSpiel, and many games side by side.

This module needs numpy alone. The adapters are `schatzkammer.envs.<game>_v0` (PettingZoo), `gymnasium.make` with
`Schatzkammer/<Game>-v0`, and `schatzkammer.envs.spiel` (OpenSpiel); docs/envs.md walks through them.
"""

from __future__ import annotations

from schatzkammer.envs.batch import Batch, batch
from schatzkammer.envs.crew import BatchClosed
from schatzkammer.envs.layout import Layout, layout
from schatzkammer.envs.registration import register_all
from schatzkammer.envs.share import Step

__all__ = ["Batch", "BatchClosed", "Layout", "Step", "batch", "layout"]

register_all()
