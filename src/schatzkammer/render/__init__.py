"""Boards for the terminal, pictures and environments, drawn from what one seat may know."""
