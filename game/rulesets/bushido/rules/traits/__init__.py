"""Traits: one class each, in the file of what they are about, registered where it is defined.

`Trait` has a method for every moment at which one may speak (B-ENG-6); a subclass overrides only those it needs. The
rules ask `Game.total` and `Game.any` for the moment by its name, and get the traits of the card, of the weapon in
use, of states and of effects. Traits import the rules beside them.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.registry import TRAITS, speaking
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.terms import Term


class Trait:
    """A trait: its name on cards, its rule and its text in our own words; every method's default does nothing."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    text: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if cls.name:
            TRAITS[cls.name] = cls()
            speaking.cache_clear()

    # -- numbers, added up

    def armour(self, game: Game, model: Model, term: Term) -> int:
        """Return what is taken off damage rolls against the model (B-DMG-1)."""
        return 0

    def pierce(self, game: Game, model: Model, term: Term) -> int:
        """Return by how much the model's hits lower Armour (B-DMG-1)."""
        return 0

    def tough(self, game: Game, model: Model, term: Term) -> int:
        """Return what is taken off wounds of the model (B-DMG-5)."""
        return 0

    def sharp(self, game: Game, model: Model, term: Term) -> int:
        """Return by how much the model's hits lower Tough (B-DMG-5)."""
        return 0

    def attack_result(self, game: Game, model: Model, term: Term) -> int:
        """Return what is added to attack and ranged results, if a die counts (B-TEST-3)."""
        return 0

    def defence_result(self, game: Game, model: Model, term: Term) -> int:
        """Return what is added to defence results, if a die counts (B-TEST-3)."""
        return 0

    def ranged_defence(self, game: Game, model: Model, term: Term) -> int:
        """Return what is added to the challenge number of ranged attacks against the model (B-RNG-10)."""
        return 0

    def tactics(self, game: Game, model: Model, term: Term) -> int:
        """Return further dice in tactical tests (B-TEST-20)."""
        return 0

    def ignores_assisting(self, game: Game, model: Model, term: Term) -> int:
        """Return how many assisting enemies the model ignores (B-MELEE-20)."""
        return 0

    def melee_pool(self, game: Game, model: Model, term: Term, bout: Bout) -> int:
        """Return further dice of the model in an exchange (B-MELEE-4)."""
        return 0

    def takes_attack_dice(self, game: Game, model: Model, term: Term) -> int:
        """Return how many of the highest attack dice the enemy loses (B-TEST-6)."""
        return 0

    def takes_defence_dice(self, game: Game, model: Model, term: Term) -> int:
        """Return how many of the highest defence dice the enemy loses (B-TEST-6)."""
        return 0

    def rerolls_enemy_attack(self, game: Game, model: Model, term: Term) -> int:
        """Return how many of the enemy's attack dice the model may have rolled again (B-TEST-5)."""
        return 0

    def rerolls_enemy_defence(self, game: Game, model: Model, term: Term) -> int:
        """Return how many of the enemy's defence dice the model may have rolled again (B-TEST-5)."""
        return 0

    def rerolls_own(self, game: Game, model: Model, term: Term, test: str) -> int:
        """Return how many own dice may be rolled again in a test (B-TEST-5).

        Tests are "attack", "defence", "melee" for both, "ranged", "ki", "size", "tactical".
        """
        return 0

    def fear(self, game: Game, model: Model, term: Term) -> int:
        """Return the challenge number of fear tests that the model causes, 0 for none (B-FEAR-1)."""
        return 0

    def fear_result(self, game: Game, model: Model, term: Term) -> int:
        """Return what is added to the model's own fear tests, if a die counts (B-FEAR-1)."""
        return 0

    def lends_fear_result(self, game: Game, model: Model, term: Term, other: Model) -> int:
        """Return what the model adds to the fear tests of a friend, of which only the best counts (B-TR-34)."""
        return 0

    def regenerates(self, game: Game, model: Model, term: Term) -> int:
        """Return the wounds healed in the End Phase (B-END-1)."""
        return 0

    def supports(self, game: Game, model: Model, term: Term, test: str) -> int:
        """Return further supporting dice in a test (B-TR-73)."""
        return 0

    def spirit(self, game: Game, model: Model, term: Term) -> int:
        """Return further dice in Ki tests (B-TR-83)."""
        return 0

    def ki_active_result(self, game: Game, model: Model, term: Term) -> int:
        """Return what is added to the model's opposed Ki tests while it is activating (B-TR-70)."""
        return 0

    def ki_passive_result(self, game: Game, model: Model, term: Term) -> int:
        """Return what is added to the model's opposed Ki tests while the opponent is activating (B-TR-70)."""
        return 0

    def takes_ki_dice_active(self, game: Game, model: Model, term: Term) -> int:
        """Return how many highest dice the opponent loses in Ki tests while the model is activating (B-TR-71)."""
        return 0

    def takes_ki_dice_passive(self, game: Game, model: Model, term: Term) -> int:
        """Return how many highest dice the opponent loses in Ki tests that it started (B-TR-71)."""
        return 0

    def dread(self, game: Game, model: Model, term: Term) -> int:
        """Return how many dice fear tests against the model lose (B-TR-75)."""
        return 0

    def disturbs(self, game: Game, model: Model, term: Term, user: Model) -> int:
        """Return how much more Ki a feat costs an enemy that uses it (B-TR-84)."""
        return 0

    def rises(self, game: Game, model: Model, term: Term) -> int:
        """Return what the model must roll to rise when it has no wound left, 0 if it cannot (B-TR-47)."""
        return 0

    def shots(self, game: Game, model: Model, term: Term) -> int:
        """Return how many attacks one Ranged Attack action makes, beyond the first (B-TR-43)."""
        return 0

    def against(self, game: Game, model: Model, term: Term, foe: Model) -> int:
        """Return what is added to attack results and to damage rolls in melee against an enemy (B-TR-81)."""
        return 0

    # -- yes or no

    def brave(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model tries a failed fear test again (B-TR-9)."""
        return False

    def cowardly(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model must repeat a passed fear test (B-TR-16)."""
        return False

    def terrible(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether enemies must repeat a passed fear test that the model caused (B-TR-74)."""
        return False

    def agile(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model may leave enemies in base contact without disengaging (B-TR-2)."""
        return False

    def assassin(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether any two of three dice count against an enemy that saw nothing (B-TR-5)."""
        return False

    def stands_to_the_last(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model stays until the end of the turn without a wound left (B-TR-33)."""
        return False

    def charges_simply(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether a Charge is a simple action of the model (B-TR-79)."""
        return False

    def splits_attack(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether one Melee or Charge of the model may fight several enemies (B-TR-80)."""
        return False

    def flies(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model ignores terrain and models while it moves (B-TR-77)."""
        return False

    def has_reach(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the weapon has Reach (B-MELEE-3)."""
        return False

    def strikes_first(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model has Lightning Reflexes (B-MELEE-3)."""
        return False

    def slow(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model has no Run, no Charge and no initiative as the active one (B-TR-51)."""
        return False

    def aggressive(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether attack dice must be at least as many as defence dice (B-MELEE-5)."""
        return False

    def defensive(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether defence dice must be at least as many as attack dice (B-MELEE-5)."""
        return False

    def splits_freely(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether a Frightened model may split its dice as it likes (B-TR-53)."""
        return False

    def strong(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the best two of three dice count for damage (B-DMG-2)."""
        return False

    def weak(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the worst two of three dice count for damage (B-DMG-2)."""
        return False

    def durable(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether more than one wound becomes one (B-DMG-5)."""
        return False

    def ignores_exhaustion(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether being Exhausted costs no die (B-TR-20)."""
        return False

    def tireless(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether exchanges that enemies start cost no counter (B-TR-56)."""
        return False

    def fearless(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model passes every fear test (B-FEAR-1)."""
        return False

    def immune(self, game: Game, model: Model, term: Term, state: str) -> bool:
        """Return whether the model never gains a state (B-STATE-20)."""
        return False

    def immovable(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether only the model's own actions and friends move it, and it is never Prone (B-TR-27)."""
        return False

    def insignificant(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether its zone may be ignored, it never assists, intercepts or acts for the scenario (B-TR-31)."""
        return False

    def sees_all_round(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model sees in every direction (B-TR-6)."""
        return False

    def never_surprised(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model is never Surprised and ignores Camouflage (B-TR-50)."""
        return False

    def lightfooted(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether Difficult terrain is Normal for the model while it moves (B-TR-35)."""
        return False

    def ignores_zones(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model ignores zones of control while it moves (B-TR-77)."""
        return False

    def soulless(self, game: Game, model: Model, term: Term) -> bool:
        """Return whether the model is Soulless (B-TR-52)."""
        return False

    def keeps_ones(self, game: Game, model: Model, term: Term, test: str) -> bool:
        """Return whether 1s keep their value in a test (B-TR-72)."""
        return False

    # -- what follows

    def on_wound(self, game: Game, model: Model, term: Term, victim: Model) -> tuple[str, tuple[int, ...]] | None:
        """Return the state and the values of its markers that a model wounded by this one gains (B-DMG-6)."""
        return None

    def lends(self, game: Game, model: Model, term: Term) -> tuple[str, ...]:
        """Return further entries that the model has because of this one ("Strong" beside "Huge", say)."""
        return ()


def load_all() -> None:
    """Import every file of this folder, so that each trait in it registers itself."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
