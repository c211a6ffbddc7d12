"""The drawings of the boards, one file a game."""
