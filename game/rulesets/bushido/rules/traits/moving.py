"""Traits about moving, standing and reaching others (B-MOVE, B-ACT)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.traits import Trait
from game.rulesets.bushido.warbands.terms import Term
from game.wording import N_


class Agile(Trait):
    """B-TR-2."""

    name, rule = "Agile", "B-TR-2"
    text = N_("May leave enemies in base contact without disengaging; never Held.")

    def agile(self, game: Game, model: Model, term: Term) -> bool:
        return True

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        return state == "Held"


class Bodyguard(Trait):
    """B-TR-8."""

    name, rule = "Bodyguard", "B-TR-8"
    text = N_("Swaps places with a friend of the named kind within X inches that an enemy goes for or shoots at.")


class Camouflage(Trait):
    """B-TR-11."""

    name, rule = "Camouflage", "B-TR-11"
    text = N_("While in cover from an enemy, that enemy cannot target or touch it unless it began within X inches.")


class Banzai(Trait):
    """B-TR-79."""

    name, rule = "Banzai!", "B-TR-79"
    text = N_("Its Charge is a simple action.")

    def charges_simply(self, game: Game, model: Model, term: Term) -> bool:
        return True


class ChargingBonus(Trait):
    """B-TR-13."""

    name, rule = "Charging Bonus", "B-TR-13"
    text = N_("When it charges it has the named trait until the activation ends.")


class Huge(Trait):
    """B-TR-26."""

    name, rule = "Huge", "B-TR-26"
    text = N_("Its size is Huge, whatever its base.")


class Tiny(Trait):
    """B-TR-26."""

    name, rule = "Tiny", "B-TR-26"
    text = N_("Its size is Tiny, whatever its base.")


class Scout(Trait):
    """B-TR-48."""

    name, rule = "Scout", "B-TR-48"
    text = N_("Deploys after all others, within Y inches of its own zone; +X to the deployment test.")


class JumpUp(Trait):
    """B-TR-32."""

    name, rule = "Jump Up", "B-TR-32"
    text = N_("May get up from Prone when it is activated, before it declares its action.")


class Construct(Trait):
    """B-GEO-21."""

    name, rule = "Construct", "B-GEO-21"
    text = N_("Gives cover, as terrain does.")


class Flank(Trait):
    """B-TR-85."""

    name, rule = "Flank", "B-TR-85"
    text = N_("May start Elsewhere and arrive at a neutral edge in turn 2, 3 or 4, which is noted in secret.")


class Group(Trait):
    """B-TR-82."""

    name, rule = "Group", "B-TR-82"
    text = N_("All models of its card are activated together: first they move, then they fight.")


class Pack(Trait):
    """B-TR-82."""

    name, rule = "Pack", "B-TR-82"
    text = N_("Up to X others of a pack within Y inches are activated with it: first they move, then they fight.")
