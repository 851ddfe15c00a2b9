"""Hands that are set in two parts, each against the player-dealer's."""
