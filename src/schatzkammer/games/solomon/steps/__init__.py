"""The steps of a turn: each kind of move with when it is legal, what it does, and why it is refused."""
