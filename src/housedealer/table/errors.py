"""What can be refused, and how a round can end early."""

from __future__ import annotations

from typing import Any


class Refused(ValueError):
    """An answer, a document or a request that cannot be taken; its text is one clear sentence."""


class MissingFact(Refused):
    """A told round lacks something on which money depends."""


class Misdeal(Exception):
    """The round is void: every chip goes back where it was."""

    def __init__(self, code: str, *args: Any) -> None:
        super().__init__(code)
        self.because = (code, args)


class StreetVoid(Exception):
    """The street being dealt is taken back and dealt again."""

    def __init__(self, code: str, *args: Any) -> None:
        super().__init__(code)
        self.because = (code, args)
