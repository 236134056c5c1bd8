"""Sentences about deeds for banners and the card of a round."""

from __future__ import annotations

from game.engine.core.events import Deed
from game.wording import _


def fell(name: str, kept: Deed) -> str:
    """Return the sentence that a piece was removed in a phase, with the damage points that it had left."""
    return _("{name} fell in {phase} ({left} damage points left)", name=name, phase=_(kept.text), left=kept.amount)
