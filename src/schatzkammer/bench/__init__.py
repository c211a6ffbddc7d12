"""Benchmarks: the speed of games and environments beside peers, and of the server under load (server/)."""
