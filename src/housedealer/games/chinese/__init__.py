"""Thirteen-card games: hands set in front, middle and back, and points settled between the players."""
