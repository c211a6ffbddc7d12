"""The steps of a turn, one file for each lane of the slide and one for a scoring."""
