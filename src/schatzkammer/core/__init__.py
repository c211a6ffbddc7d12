"""What every game is made of: the contract, seeds, matches, records, errors, words. No game is known here."""
