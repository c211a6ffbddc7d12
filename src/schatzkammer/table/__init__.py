"""The table: seats, clocks, undo, chat, bots in seats, and what is kept of it. Knows no HTTP and no game's rules."""
