"""Inference about tiles dealt face down (S64, S65)."""
