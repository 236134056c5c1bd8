"""Traits about damage and wounds (B-DMG)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.traits import Trait
from game.rulesets.bushido.warbands.terms import Term
from game.wording import N_


class Armour(Trait):
    """B-TR-4."""

    name, rule, text = "Armour", "B-TR-4", N_("Damage rolls against it are X lower.")

    def armour(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Pierce(Trait):
    """B-TR-39."""

    name, rule, text = "Pierce", "B-TR-39", N_("Its hits treat Armour as X lower, never below 0.")

    def pierce(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Tough(Trait):
    """B-TR-57."""

    name, rule, text = "Tough", "B-TR-57", N_("Takes X off every wounding.")

    def tough(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Sharp(Trait):
    """B-TR-49."""

    name, rule, text = "Sharp", "B-TR-49", N_("Its hits treat Tough as X lower, never below 0.")

    def sharp(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Durable(Trait):
    """B-TR-19."""

    name, rule, text = "Durable", "B-TR-19", N_("Two wounds or more at once become one.")

    def durable(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Strong(Trait):
    """B-TR-54."""

    name, rule, text = "Strong", "B-TR-54", N_("Damage: three dice, the best two count. One die more in size tests.")

    def strong(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Weak(Trait):
    """B-TR-54."""

    name, rule, text = "Weak", "B-TR-54", N_("Damage: three dice, the worst two count. One die fewer in size tests.")

    def weak(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Regenerate(Trait):
    """B-TR-45."""

    name, rule, text = "Regenerate", "B-TR-45", N_("Heals X wounds in the End Phase.")

    def regenerates(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class _Brings(Trait):
    """A trait whose wounds bring X markers of value Y of a state."""

    state = ""
    spares_soulless = True
    spares_friends = False

    def on_wound(self, game: Game, model: Model, term: Term, victim: Model) -> tuple[str, tuple[int, ...]] | None:
        if (self.spares_soulless and game.any(victim, "soulless")) or (
            self.spares_friends and victim.side == model.side
        ):
            return None
        return self.state, (term.values[-1],) * term.value


class Bleed(_Brings):
    """B-TR-7."""

    name, rule, state, spares_friends = "Bleed", "B-TR-7", "Bleeding", True
    text = N_("When it wounds an enemy that has a soul, that enemy gains Bleeding (Y), X times.")


class Poison(_Brings):
    """B-TR-40."""

    name, rule, state = "Poison", "B-TR-40", "Poisoned"
    text = N_("When it wounds a model that has a soul, that model gains Poisoned (Y), X times.")


class Fire(_Brings):
    """B-TR-24."""

    name, rule, state, spares_soulless = "Fire", "B-TR-24", "On Fire", False
    text = N_("When it wounds a model, that model gains On Fire (Y), X times.")


class Rise(Trait):
    """B-TR-47."""

    name, rule = "Rise", "B-TR-47"
    text = N_("Without a wound left it rolls a die; on X or more all its wounds are healed and it is Prone.")

    def rises(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class LastStand(Trait):
    """B-TR-33."""

    name, rule = "Last Stand", "B-TR-33"
    text = N_("Without a wound left it stays and acts until the end of the turn.")

    def stands_to_the_last(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Assassin(Trait):
    """B-TR-5."""

    name, rule = "Assassin", "B-TR-5"
    text = N_("Against an enemy that saw nothing of it: three damage dice, any two count.")

    def assassin(self, game: Game, model: Model, term: Term) -> bool:
        return True
