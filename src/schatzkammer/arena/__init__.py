"""Bots against each other: every deal in every seat, results that are kept, ratings and shares with intervals."""
