"""Monte Cristo for PettingZoo."""

from schatzkammer.envs.aec import makers

env, raw_env, parallel_env = makers("monte-cristo")
