"""Flaws: the cost of an alloy."""

from __future__ import annotations

from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait
from game.wording import N_


class Brittle(Trait):
    name, metal, rule = N_("Brittle"), "flaw", "G-FLAW-BRITTLE"
    text = N_("Each time this model suffers damage, it suffers 1 more.")

    def suffered(self, model: Model, rank: int) -> int:
        return 1  # applied after all reductions (Q6)


class Careful(Trait):
    name, metal, rule = N_("Careful"), "flaw", "G-FLAW-CAREFUL"
    text = N_("This model may engage only once in each activation.")

    def most(self, action: str) -> int | None:
        return 1 if action == "engage" else None


class Prey(Trait):
    name, metal, rule = N_("Prey"), "flaw", "G-FLAW-PREY"
    text = N_(
        "Wild models that have this model inside their own movement range turn Predator: they hunt the closest "
        "model with Prey."
    )


class Slow(Trait):
    name, metal, rule = N_("Slow"), "flaw", "G-FLAW-SLOW"
    text = N_("This model may take only one Move action in each activation.")

    def most(self, action: str) -> int | None:
        return 1 if action == "move" else None


class Unlucky(Trait):
    name, metal, rule = N_("Unlucky"), "flaw", "G-FLAW-UNLUCKY"
    text = N_("On this model's challenging rolls a 4 is worth 0 as well.")

    def zero_at_most(self, model: Model, rank: int) -> int:
        return 4
