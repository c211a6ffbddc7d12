"""The steps of a turn: a module for each lane of the slide, and one for scorings."""
