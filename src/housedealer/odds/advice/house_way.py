"""Pai gow: the house way, by which the odds are counted; what another setting costs is not."""

from __future__ import annotations

from typing import Any

from housedealer.odds.advice import Advice, Spot
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Question
from housedealer.table.view import View

FIRST, HOUSE_WAY = "wager", "the house way"


def read(view: View, question: Question) -> tuple[Any, ...] | None:
    """How the house would set the hand: the question knows it."""
    return (question.default,) if isinstance(question, Arrange) else None


def work_out(asked: Spot) -> Advice:
    """The house way."""
    return Advice(asked.facts[0], by=HOUSE_WAY)
