"""The steps of a turn: for each kind of move when it is legal, what it does, and why it is refused."""
