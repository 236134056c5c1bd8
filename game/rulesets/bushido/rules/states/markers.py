"""The states of B-STATE-1 to B-STATE-17."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.states import Condition
from game.wording import N_


class Berserk(Condition):
    """B-STATE-1."""

    name, rule = "Berserk", "B-STATE-1"
    text = N_("Aggressive. Must fight the nearest enemy it can reach, else run at it. All markers go in the End Phase.")
    lends = ("Aggressive",)

    def gained(self, game: Game, model: Model) -> None:
        game.mark(model, "Impetuous", 0)

    def ending(self, game: Game, model: Model) -> None:
        game.unmark(model, self.name)


class Bleeding(Condition):
    """B-STATE-2."""

    name, rule, valued, hurts_at_the_end = "Bleeding", "B-STATE-2", True, True
    text = N_("Loses wounds in the End Phase. Healing a marked box removes all markers.")


class Blind(Condition):
    """B-STATE-3."""

    name, rule, melee_dice = "Blind", "B-STATE-3", -1
    text = N_(
        "Sees nothing but what it touches, one die fewer in melee, no Run, no Charge. All markers go in the End Phase."
    )

    def ending(self, game: Game, model: Model) -> None:
        game.unmark(model, self.name)

    def why_not(self, game: Game, model: Model, action: str) -> str:
        return N_("it is Blind") if action in ("run", "charge") else ""


class Controlled(Condition):
    """B-STATE-4."""

    name, rule, replaces = "Controlled", "B-STATE-4", True
    text = N_("Fights for the other side for as many counters as it has markers; spends no Ki.")

    def gained(self, game: Game, model: Model) -> None:
        model.side = game.other(model.owner)

    def lost(self, game: Game, model: Model) -> None:
        model.side = model.owner

    def why_not(self, game: Game, model: Model, action: str) -> str:
        complex_actions = ["complex-feat", "complex-scenario", "focus", "order"]
        if not game.any(model, "charges_simply"):  # B-TR-79
            complex_actions.append("charge")
        few = len(model.markers[self.name]) < 2
        return N_("it is Controlled by one marker only") if few and action in complex_actions else ""


class DeathSentence(Condition):
    """B-STATE-5."""

    name, rule = "Death Sentence", "B-STATE-5"
    text = N_("Enemies that fight it have one die more, and one more on damage rolls.")


class Diseased(Condition):
    """B-STATE-6."""

    name, rule = "Diseased", "B-STATE-6"
    text = N_("In the Starting Phase it loses one marker and one activation counter.")

    def starting(self, game: Game, model: Model) -> None:
        game.unmark(model, self.name, 1)
        game.pay(model, 1)


class Disguised(Condition):
    """B-STATE-7."""

    name, rule, valued = "Disguised", "B-STATE-7", True
    text = N_("Enemies must pass a Ki test before they may target or touch it. Its zone may be ignored.")


class Frightened(Condition):
    """B-STATE-8."""

    name, rule, melee_dice, ranged_dice = "Frightened", "B-STATE-8", -1, -1
    lends = ("Defensive",)
    text = N_("Defensive, one die fewer in melee and ranged attacks, does not go to models with Fear.")


class Held(Condition):
    """B-STATE-9."""

    name, rule, melee_dice, single = "Held", "B-STATE-9", -1, True
    lends = ("Defensive",)
    text = N_("Defensive, one die fewer in melee, cannot move or be moved.")

    def why_not(self, game: Game, model: Model, action: str) -> str:
        allowed = ("disengage", "stand-up", "simple-feat", "complex-feat")
        return "" if action in allowed else N_("it is Held")


class Immobilised(Condition):
    """B-STATE-10."""

    name, rule, bars_specials = "Immobilised", "B-STATE-10", True
    text = N_("Must pass a size test before it moves or turns; no specials; enemies ignore its touch.")


class Impetuous(Condition):
    """B-STATE-11."""

    name, rule = "Impetuous", "B-STATE-11"
    text = N_("While it has counters only Impetuous models may be picked. One marker goes with each action.")


class OnFire(Condition):
    """B-STATE-12."""

    name, rule, valued, hurts_at_the_end, ignores_tough = "On Fire", "B-STATE-12", True, True, True
    text = N_("Loses wounds in the End Phase, whatever its Tough. Waiting removes up to two markers.")


class Poisoned(Condition):
    """B-STATE-13."""

    name, rule, valued, hurts_at_the_end = "Poisoned", "B-STATE-13", True, True
    text = N_("Loses wounds in the End Phase.")


class Prone(Condition):
    """B-STATE-14."""

    name, rule, melee_dice, single, bars_specials = "Prone", "B-STATE-14", -1, True, True
    text = N_("One die fewer in melee, attacks second, no specials, does not block sight. May only stand up.")

    def why_not(self, game: Game, model: Model, action: str) -> str:
        return "" if action in ("stand-up", "jump-up") else N_("it is Prone: it may only stand up")


class Reloading(Condition):
    """B-STATE-15."""

    name, rule = "Reloading", "B-STATE-15"
    text = N_("Weapons with Reload cannot shoot. Waiting removes one marker.")


class SpiritBlock(Condition):
    """B-STATE-16."""

    name, rule = "Spirit Block", "B-STATE-16"
    text = N_("Generates no Ki; one marker goes at the end of that step.")


class Stunned(Condition):
    """B-STATE-17."""

    name, rule, melee_dice, ranged_dice = "Stunned", "B-STATE-17", -1, -1
    text = N_("One die fewer in melee and ranged attacks. One marker goes in the End Phase; waiting removes all.")

    def ending(self, game: Game, model: Model) -> None:
        game.unmark(model, self.name, 1)
