"""What went wrong, in one sentence: refusals are the input's fault, anything else the program's.

>>> told(FileNotFoundError(2, "No such file or directory", "round.json"))
(2, 'round.json: No such file or directory.')
>>> told(ZeroDivisionError("division by zero"))[0]
1
"""

from __future__ import annotations

BAD_INPUT, FAULT = 2, 1


def told(error: Exception) -> tuple[int, str]:
    """The exit code and the sentence for an error that ended a command."""
    from housedealer.pieces.cards import PieceError
    from housedealer.pieces.proof import ProofError
    from housedealer.rooms import BadGame
    from housedealer.table.errors import Refused
    from housedealer.wagers.fees import BadFees
    from housedealer.wagers.money import BadMoney

    usage = getattr(error, "format_message", None)
    if usage is not None:
        return BAD_INPUT, ended(str(usage()))
    if isinstance(error, (Refused, BadGame, PieceError, ProofError, BadMoney, BadFees)):
        return BAD_INPUT, ended(str(error))
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return BAD_INPUT, ended(f"{where}{error.strerror}")
    return FAULT, ended(f"The program is at fault: {type(error).__name__}: {error}")


def ended(text: str) -> str:
    """The text on one line, with a full stop.

    >>> ended("No such game")
    'No such game.'
    """
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?")) else f"{line}."
