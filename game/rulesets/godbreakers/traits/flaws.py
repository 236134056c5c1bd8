"""Flaws: what an alloy costs."""

from __future__ import annotations

from game.rulesets.godbreakers.state import Model
from game.rulesets.godbreakers.traits import Trait
from game.wording import mark


class Brittle(Trait):
    """Every damage it suffers is raised by 1."""

    name, metal, rule = mark("Brittle"), "flaw", "G-FLAW-BRITTLE"
    text = mark("Each time this model suffers damage, it suffers 1 more.")

    def suffered(self, model: Model, rank: int) -> int:
        """Return 1, after whatever reduced the damage (Q6)."""
        return 1


class Careful(Trait):
    """Engages at most once in an activation."""

    name, metal, rule = mark("Careful"), "flaw", "G-FLAW-CAREFUL"
    text = mark("This model may engage only once in each activation.")

    def most(self, action: str) -> int | None:
        """Return 1 for Engage."""
        return 1 if action == "engage" else None


class Prey(Trait):
    """Wild models within their own movement range of it hunt it (see the Predator compulsion)."""

    name, metal, rule = mark("Prey"), "flaw", "G-FLAW-PREY"
    text = mark(
        "Wild models that have this model inside their own movement range turn Predator: they hunt the closest "
        "model with Prey."
    )


class Slow(Trait):
    """Moves at most once in an activation."""

    name, metal, rule = mark("Slow"), "flaw", "G-FLAW-SLOW"
    text = mark("This model may take only one Move action in each activation.")

    def most(self, action: str) -> int | None:
        """Return 1 for Move."""
        return 1 if action == "move" else None


class Unlucky(Trait):
    """Its challenging rolls of 4 or less count as 0."""

    name, metal, rule = mark("Unlucky"), "flaw", "G-FLAW-UNLUCKY"
    text = mark("On this model's challenging rolls a 4 is worth 0 as well.")

    def zero_at_most(self, model: Model, rank: int) -> int:
        """Return 4."""
        return 4
