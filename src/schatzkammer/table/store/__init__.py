"""What is kept, and how: one database, SQLite by default, PostgreSQL by its address."""
