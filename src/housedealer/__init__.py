"""housedealer: the house dealer of a California card room, as a program."""

__version__ = "0.1.0"
