"""Benchmarks: games and environments beside peers, and the table server under load (server/)."""
