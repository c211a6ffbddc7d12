"""Persistence: one database, SQLite by default or PostgreSQL."""
