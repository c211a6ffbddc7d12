"""What a seat can infer about tiles dealt face down (S64, S65)."""
