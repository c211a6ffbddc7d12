"""King Solomon for PettingZoo."""

from schatzkammer.envs.aec import makers

env, raw_env, parallel_env = makers("solomon")
