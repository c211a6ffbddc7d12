"""Environments: PettingZoo, Gymnasium, OpenSpiel, and batches of games.

This module needs only numpy. The adapters are `schatzkammer.envs.<game>_v1` (PettingZoo), `gymnasium.make` with
`Schatzkammer/<Game>-v1`, and `schatzkammer.envs.openspiel` (OpenSpiel); docs/envs.md walks through them.
"""

from __future__ import annotations

from schatzkammer.envs.batch import Batch, batch
from schatzkammer.envs.batch_inline import Step
from schatzkammer.envs.batch_processes import BatchClosed
from schatzkammer.envs.layout import Layout, layout
from schatzkammer.envs.registration import register_all

__all__ = ["Batch", "BatchClosed", "Layout", "Step", "batch", "layout"]

register_all()
