"""Frozen values: how good a position is for every seat, given what one of them knows."""
