"""Dice that people are asked to roll, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.engine.core.typed_dice import Awaiting
from game.wording import _

if TYPE_CHECKING:
    from game.ui.model.session_model import SessionModel


@dataclass
class AskedDie:
    """One die to be rolled: what it is called, its rule, its size, and the face typed so far (0: none)."""

    label: str
    rule: str
    sides: int
    face: int = 0


def asked_dice(model: SessionModel, awaiting: Awaiting) -> list[AskedDie]:
    """Return the dice that are to be rolled, each told as its rulebook tells it."""
    found = []
    for wanted in awaiting.rolls:
        about = model.session.ruleset.roll_wanted(model.session.game, wanted.key)
        parts = [model.player_name(about.owner)] if about.owner else []
        if about.subject and about.subject != about.owner:
            parts.append(model.name_of(about.subject))
        what = _("d{sides} for {purpose}", sides=wanted.sides, purpose=about.purpose)
        if any(roll.key == wanted.key for roll in awaiting.typed):
            what = _("{what}, again", what=what)
        found.append(AskedDie(": ".join([", ".join(parts), what] if parts else [what]), about.rule, wanted.sides))
    return found
