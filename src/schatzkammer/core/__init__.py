"""What all games share: the contract, the turn machine, seeds, matches, records, errors, texts. Knows no game."""
