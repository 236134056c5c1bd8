"""Traits that give an action, or are about feats and opposed Ki tests (B-ACT-1, B-KI, B-TEST-13)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.traits import Trait
from game.rulesets.bushido.warbands.terms import Term
from game.wording import N_


class Channel(Trait):
    """B-TR-12."""

    name, rule = "Channel", "B-TR-12"
    text = N_("Once a turn, when activated: hands out up to X of its Ki among friends within Y inches.")


class Command(Trait):
    """B-TR-14."""

    name, rule = "Command", "B-TR-14"
    text = N_("Simple action: friends of the named kind within Y inches, X at most, each take a simple action.")


class Heal(Trait):
    """B-TR-25."""

    name, rule = "Heal", "B-TR-25"
    text = N_("Simple action: moves to a model that has a soul, and heals X wounds of it.")


class Order(Trait):
    """B-TR-37."""

    name, rule = "Order", "B-TR-37"
    text = N_("Complex action: X of the friends of the named kind within Y inches gain a counter each.")


class Willpower(Trait):
    """B-TR-70."""

    name, rule = "Willpower", "B-TR-70"
    text = N_("+X to opposed Ki tests while it is activating.")

    def ki_active_result(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Resistance(Trait):
    """B-TR-70."""

    name, rule = "Resistance", "B-TR-70"
    text = N_("+X to opposed Ki tests while an enemy is activating.")

    def ki_passive_result(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Overwhelm(Trait):
    """B-TR-71."""

    name, rule = "Overwhelm", "B-TR-71"
    text = N_("The opponent loses its X highest dice in opposed Ki tests while this model is activating.")

    def takes_ki_dice_active(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Mettle(Trait):
    """B-TR-71."""

    name, rule = "Mettle", "B-TR-71"
    text = N_("The opponent loses its X highest dice in opposed Ki tests that it started.")

    def takes_ki_dice_passive(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Spirit(Trait):
    """B-TR-83."""

    name, rule = "Spirit", "B-TR-83"
    text = N_("Adds X to its dice in Ki tests.")

    def spirit(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class DisturbFlow(Trait):
    """B-TR-84."""

    name, rule = "Disturb Flow", "B-TR-84"
    text = N_("Feats of enemies within Y inches cost X Ki more.")

    def disturbs(self, game: Game, model: Model, term: Term, user: Model) -> int:
        return term.value if game.within(model, user, term.inches) else 0
