"""Deeds in words, as a banner and the card of a round say them."""

from __future__ import annotations

from game.engine.core.events import Deed
from game.wording import _


def fell(name: str, kept: Deed) -> str:
    """Return that a piece of some name was removed in a phase for the damage that was left to it."""
    return _("{name} fell in {phase} ({left} damage left)", name=name, phase=_(kept.text), left=kept.amount)
