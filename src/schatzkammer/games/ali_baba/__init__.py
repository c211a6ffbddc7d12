"""Ali Baba: a pyramid of treasure tiles, six spells, sets that grow in worth."""
