"""King Solomon: a cave four tiles deep, secret digging cards, shifts and curses that cost money."""
