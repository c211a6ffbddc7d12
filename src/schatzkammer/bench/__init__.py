"""How fast the games run, beside peers that are installed, all on one core and in one run."""
