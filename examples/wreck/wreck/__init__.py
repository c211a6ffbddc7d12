"""The Wreck: a tiny game for Schatzkammer."""
