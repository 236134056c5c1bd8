"""Traits about fear, immunity and tactics (B-FEAR, B-STATE-20, B-TEST-20)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.traits import Trait
from game.rulesets.bushido.warbands.terms import Term
from game.wording import N_


class Fear(Trait):
    """B-TR-21."""

    name, rule, text = "Fear", "B-TR-21", N_("Causes fear tests against X; passes those up to X itself.")

    def fear(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Fearless(Trait):
    """B-TR-22."""

    name, rule, text = "Fearless", "B-TR-22", N_("Passes every fear test and is never Frightened.")

    def fearless(self, game: Game, model: Model, term: Term) -> bool:
        return True

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        return state == "Frightened"


class Soulless(Trait):
    """B-TR-52."""

    name, rule = "Soulless", "B-TR-52"
    text = N_("Passes fear tests, never Bleeding, Frightened or Poisoned, resists Ki.")

    def soulless(self, game: Game, model: Model, term: Term) -> bool:
        return True

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        return state in ("Bleeding", "Frightened", "Poisoned")


class Immune(Trait):
    """B-TR-28."""

    name, rule, text = "Immune", "B-TR-28", N_("Never gains markers of the named state.")

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        return state == term.about


class Courage(Trait):
    """B-TR-76."""

    name, rule, text = "Courage", "B-TR-76", N_("+X to its own fear tests, if any die counts.")

    def fear_result(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Leadership(Trait):
    """B-TR-34."""

    name, rule, text = "Leadership", "B-TR-34", N_("Friends of the named kind within Y inches have +X to fear tests.")

    def lends_fear_result(self, game: Game, model: Model, term: Term, other: Model) -> int:
        near = game.is_a(other, term.about) and game.within(model, other, term.inches)
        return term.value if near else 0


class Tactician(Trait):
    """B-TR-55."""

    name, rule, text = "Tactician", "B-TR-55", N_("Adds X to its dice in tactical tests.")

    def tactics(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class RangedDefence(Trait):
    """B-TR-42."""

    name, rule, text = "Ranged Defence", "B-TR-42", N_("Ranged attacks against it are X harder.")

    def ranged_defence(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class SixthSense(Trait):
    """B-TR-50."""

    name, rule, text = "Sixth Sense", "B-TR-50", N_("Never Surprised or Blind; ignores Camouflage.")

    def never_surprised(self, game: Game, model: Model, term: Term) -> bool:
        return True

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        return state == "Blind"


class Aware(Trait):
    """B-TR-6."""

    name, rule, text = "Aware", "B-TR-6", N_("Sees all round.")

    def sees_all_round(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Lightfooted(Trait):
    """B-TR-35."""

    name, rule, text = "Lightfooted", "B-TR-35", N_("Difficult ground is Normal for it while it moves.")

    def lightfooted(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Immovable(Trait):
    """B-TR-27."""

    name, rule = "Immovable", "B-TR-27"
    text = N_("Only its own actions and friends move it; it is never Prone.")

    def immovable(self, game: Game, model: Model, term: Term) -> bool:
        return True

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        return state == "Prone"


class _IgnoresZones(Trait):
    def ignores_zones(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Evasive(_IgnoresZones):
    """B-TR-77."""

    name, rule, text = "Evasive", "B-TR-77", N_("Ignores zones of control while it moves.")


class Cloudwalk(_IgnoresZones):
    """B-TR-77."""

    name, rule, text = "Cloudwalk", "B-TR-77", N_("Ignores terrain, models and zones while it moves.")

    def flies(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Intangible(_IgnoresZones):
    """B-TR-77."""

    name, rule, text = "Intangible", "B-TR-77", N_("Ignores models, terrain, zones and contact while it moves.")

    def flies(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Bravery(Trait):
    """B-TR-9."""

    name, rule = "Bravery", "B-TR-9"
    text = N_("Tries a failed fear test once more. Cancels with Cowardly, and cancels the enemy's Terror.")

    def brave(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Cowardly(Trait):
    """B-TR-16."""

    name, rule = "Cowardly", "B-TR-16"
    text = N_("Must repeat a passed fear test once.")

    def cowardly(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Terror(Trait):
    """B-TR-74."""

    name, rule = "Terror", "B-TR-74"
    text = N_("Enemies must repeat a passed fear test that it caused once.")

    def terrible(self, game: Game, model: Model, term: Term) -> bool:
        return True


class Dread(Trait):
    """B-TR-75."""

    name, rule = "Dread", "B-TR-75"
    text = N_("Fear tests against it lose X dice, and nobody passes them for having Fear.")

    def dread(self, game: Game, model: Model, term: Term) -> int:
        return term.value


class Hatred(Trait):
    """B-WARB-7."""

    name, rule, text = "Hatred", "B-WARB-7", N_("Shares no warband with the named kind.")
