"""Traits about the melee exchange (B-MELEE)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.traits import Trait
from game.rulesets.bushido.warbands.terms import Term
from game.wording import N_


def covers(about: str, test: str) -> bool:
    """Return whether a test is one that an entry is about; [Ki] means opposed ones too (B-TR-41, B-TR-73)."""
    return about.lower() == test or (about == "Ki" and test == "opposed ki")


def colours_too(about: str, test: str) -> bool:
    """Return whether an entry about [Melee] means the test of a colour, as it does for supporting dice (B-TR-73)."""
    return covers(about, test) or (about == "Melee" and test in ("attack", "defence"))


class Aggressive(Trait):
    """B-TR-1."""

    name, rule, text = "Aggressive", "B-TR-1", N_("At least as many attack dice as defence dice.")

    def aggressive(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Defensive(Trait):
    """B-TR-17."""

    name, rule, text = "Defensive", "B-TR-17", N_("At least as many defence dice as attack dice.")

    def defensive(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Steadfast(Trait):
    """B-TR-53."""

    name, rule = "Steadfast", "B-TR-53"
    text = N_("Splits its dice freely when Frightened; goes on with its action after a failed fear test.")

    def splits_freely(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Brutal(Trait):
    """B-TR-10."""

    name, rule, text = "Brutal", "B-TR-10", N_("+X to its attack and ranged results, if any die counts.")

    def attack_result(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Parry(Trait):
    """B-TR-38."""

    name, rule, text = "Parry", "B-TR-38", N_("+X to its defence results, if any die counts.")

    def defence_result(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Coordinated(Trait):
    """B-TR-15."""

    name, rule = "Co-ordinated Attack", "B-TR-15"
    text = N_("One die more if a friend of the named kind touches the enemy too.")

    def melee_pool(self, game: Game, model: Model, term: Term, bout: Bout) -> int:
        foe = bout.against(model).model
        return int(any(game.is_a(each, term.about) and game.within(each, foe, 0.0) for each in game.friends(model)))


class Dodge(Trait):
    """B-TR-18."""

    name, rule, text = (
        "Dodge",
        "B-TR-18",
        N_("Makes the opponent reroll up to X attack dice of its own choice, once each."),
    )

    def rerolls_enemy_attack(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Feint(Trait):
    """B-TR-23."""

    name, rule, text = "Feint", "B-TR-23", N_("Makes the opponent reroll up to X of its defence dice, once each.")

    def rerolls_enemy_defence(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Prowess(Trait):
    """B-TR-41."""

    name, rule, text = "Prowess", "B-TR-41", N_("May reroll up to X of its dice in the named test, once each.")

    def rerolls_own(self, game: Game, model: Model, term: Term, test: str) -> int:
        return term.value if covers(term.about, test) else 0


class Impenetrable(Trait):
    """B-TR-29."""

    name, rule, text = "Impenetrable Defence", "B-TR-29", N_("The enemy loses its highest attack die.")

    def takes_attack_dice(self, game: Game, model: Model, term: Term) -> int:
        return 1


class Unblockable(Trait):
    """B-TR-58."""

    name, rule, text = "Unblockable", "B-TR-58", N_("The enemy loses its X highest defence dice.")

    def takes_defence_dice(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Indomitable(Trait):
    """B-TR-30."""

    name, rule, text = "Indomitable", "B-TR-30", N_("Ignores X assisting enemies.")

    def ignores_assisting(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Insignificant(Trait):
    """B-TR-31."""

    name, rule = "Insignificant", "B-TR-31"
    text = N_("Its zone may be ignored; it never assists, intercepts or acts for the scenario.")

    def insignificant(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Reach(Trait):
    """B-TR-44."""

    name, rule, text = "Reach", "B-TR-44", N_("Attacks first unless it touched an enemy when the activation began.")

    def has_reach(self, game: Game, model: Model, term: Term) -> bool:
        return True


class LightningReflexes(Trait):
    """B-TR-36."""

    name, rule, text = "Lightning Reflexes", "B-TR-36", N_("Always attacks first; two of them cancel.")

    def strikes_first(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Slow(Trait):
    """B-TR-51."""

    name, rule, text = "Slow", "B-TR-51", N_("No Run, no Charge; when active it attacks second.")

    def slow(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Endurance(Trait):
    """B-TR-20."""

    name, rule, text = "Endurance", "B-TR-20", N_("Loses no die for being Exhausted.")

    def ignores_exhaustion(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Tireless(Trait):
    """B-TR-56."""

    name, rule, text = "Tireless", "B-TR-56", N_("Exchanges that enemies start cost it no counter.")

    def tireless(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Adept(Trait):
    """B-TR-73."""

    name, rule, text = "Adept", "B-TR-73", N_("In the named test X more of its dice may support the highest.")

    def supports(self, game: Game, model: Model, term: Term, test: str) -> int:
        return term.value if colours_too(term.about, test) else 0


class Kata(Trait):
    """B-TR-72."""

    name, rule, text = "Kata", "B-TR-72", N_("Keeps 1s in melee exchanges.")

    def keeps_ones(self, game: Game, model: Model, term: Term, test: str) -> bool:
        return test in ("attack", "defence")


class Mantra(Trait):
    """B-TR-72."""

    name, rule, text = "Mantra", "B-TR-72", N_("Keeps 1s in opposed Ki tests.")

    def keeps_ones(self, game: Game, model: Model, term: Term, test: str) -> bool:
        return test == "opposed ki"


class Vengeance(Trait):
    """B-TR-81."""

    name, rule = "Vengeance", "B-TR-81"
    text = N_("In melee against the named kind: +1 to attack results and damage rolls.")

    def against(self, game: Game, model: Model, term: Term, foe: Model) -> int:
        return int(game.is_a(foe, term.about))


class SplitAttack(Trait):
    """B-TR-80."""

    name, rule = "Split Attack", "B-TR-80"
    text = N_("Its Melee and Charge may fight several enemies, with one die fewer in each for every further one.")

    def splits_attack(self, game: Game, model: Model, term: Term) -> bool:
        return True
