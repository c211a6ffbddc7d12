"""Bots against each other: every deal in every seating, results that are stored, ratings and shares with intervals."""
