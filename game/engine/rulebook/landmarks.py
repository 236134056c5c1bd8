"""Landmarks of a game: the few events by which people find their way in it, whatever the rulebook calls them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Sort = Literal["round", "activation", "casualty", "score"]
"""A round or an activation begins, a piece is lost, points are scored."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """What an event means for the course of a game.

    `subject` is the piece or player it is about; `amount` the number of the round, or the points scored.
    """

    sort: Sort
    subject: str = ""
    amount: int = 0
