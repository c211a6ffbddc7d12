"""Ali Baba: a pyramid of treasure tiles, six spells, and sets worth more the larger they are."""
