"""Tables: seats, clocks, undo, chat, bots and their persistence. Knows no HTTP and no game's rules."""
