"""Traits of ranged weapons (B-RNG)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.traits import Trait
from game.rulesets.bushido.warbands.terms import Term
from game.wording import N_


class Ammo(Trait):
    """B-TR-3."""

    name, rule = "Ammo", "B-TR-3"
    text = N_("It can be fired X times.")


class Reload(Trait):
    """B-TR-46."""

    name, rule = "Reload", "B-TR-46"
    text = N_("After every shot it gains Reloading, X times.")


class RapidFire(Trait):
    """B-TR-43."""

    name, rule = "Rapid Fire", "B-TR-43"
    text = N_("One Ranged Attack makes up to X attacks, at any targets.")

    def shots(self, game: Game, model: Model, term: Term) -> int:
        return term.value - 1


class Lightweight(Trait):
    """B-TR-78."""

    name, rule = "Lightweight", "B-TR-78"
    text = N_("Moving does not make its shots harder.")
