"""Games for a pot: flop games, stud, and draw, each one script with typed parameters."""
