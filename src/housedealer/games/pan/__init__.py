"""Panguingue: melds of three or more, pays for conditions, and the tops for the first to meld eleven."""
