"""Trains values from nothing: self-play, learning, and a match against the champion."""
