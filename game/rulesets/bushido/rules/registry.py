"""The moments of the rules at which traits and states have an effect (B-ENG-6)."""

from __future__ import annotations

from typing import Final

from game.engine.kit.effects import Effects
from game.rulesets.bushido.warbands.traits import STATES, TRAITS

__all__ = ["EFFECTS", "MOMENTS", "STATES", "TRAITS"]

MOMENTS: Final = {
    # Numbers, added up.
    "armour": "the amount subtracted from damage rolls against the model (B-DMG-1)",
    "pierce": "the amount by which the model's hits lower Armour (B-DMG-1)",
    "tough": "the amount subtracted from wounds of the model (B-DMG-5)",
    "sharp": "the amount by which the model's hits lower Tough (B-DMG-5)",
    "attack_result": "the amount added to attack and ranged results, if a die counts (B-TEST-3)",
    "defence_result": "the amount added to defence results, if a die counts (B-TEST-3)",
    "ranged_defence": "the amount added to the challenge number of ranged attacks against the model (B-RNG-10)",
    "tactics": "extra dice in tactical tests (B-TEST-20)",
    "ignores_assisting": "the number of assisting enemies that the model ignores (B-MELEE-20)",
    "melee_pool": "extra dice of the model in an exchange (B-MELEE-4)",
    "takes_attack_dice": "the number of highest attack dice that the enemy loses (B-TEST-6)",
    "takes_defence_dice": "the number of highest defence dice that the enemy loses (B-TEST-6)",
    "rerolls_enemy_attack": "the number of the enemy's attack dice that the model may reroll (B-TEST-5)",
    "rerolls_enemy_defence": "the number of the enemy's defence dice that the model may reroll (B-TEST-5)",
    "rerolls_own": "the number of own dice that the model may reroll, by test (B-TEST-5)",
    "fear": "the challenge number of fear tests that the model causes, 0 for none (B-FEAR-1)",
    "fear_result": "the amount added to the model's own fear tests, if a die counts (B-FEAR-1)",
    "lends_fear_result": "the amount added to the fear tests of friends, of which only the best counts (B-TR-34)",
    "regenerates": "the wounds healed in the End Phase (B-END-1)",
    "supports": "extra supporting dice, by test (B-TR-73)",
    "spirit": "extra dice in Ki tests (B-TR-83)",
    "ki_active_result": "the amount added to the model's opposed Ki tests while it is activating (B-TR-70)",
    "ki_passive_result": "the amount added to the model's opposed Ki tests while the opponent is activating (B-TR-70)",
    "takes_ki_dice_active": "the number of highest dice lost by its opponent in Ki tests while it activates (B-TR-71)",
    "takes_ki_dice_passive": "the number of highest dice lost by the opponent in Ki tests that it started (B-TR-71)",
    "dread": "the number of dice that fear tests against the model lose (B-TR-75)",
    "disturbs": "the extra Ki that an enemy pays for a feat (B-TR-84)",
    "rises": "the roll that the model needs to rise when it has no wound left, 0 if it cannot (B-TR-47)",
    "shots": "the number of attacks of a Ranged Attack action after the first (B-TR-43)",
    "against": "the amount added to attack results and to damage rolls in melee against an enemy (B-TR-81)",
    "melee_dice": "the change of the dice in melee by a state (B-MELEE-4)",
    "ranged_dice": "the change of the dice in ranged attacks by a state (B-RNG-2)",
    "on_wound": "the number of markers of its state that a model wounded by this one gains (B-DMG-6)",
    # Permissions: yes or no.
    "brave": "whether the model tries a failed fear test again (B-TR-9)",
    "cowardly": "whether the model must repeat a passed fear test (B-TR-16)",
    "terrible": "whether enemies must repeat a passed fear test that the model caused (B-TR-74)",
    "agile": "whether the model may leave enemies in base contact without disengaging (B-TR-2)",
    "assassin": "whether any two of three dice count against an enemy that saw nothing (B-TR-5)",
    "stands_to_the_last": "whether the model stays until the end of the turn without a wound left (B-TR-33)",
    "charges_simply": "whether a Charge is a simple action of the model (B-TR-79)",
    "splits_attack": "whether one Melee or Charge of the model may fight several enemies (B-TR-80)",
    "flies": "whether the model ignores terrain and models while it moves (B-TR-77)",
    "has_reach": "whether the weapon has Reach (B-MELEE-3)",
    "strikes_first": "whether the model has Lightning Reflexes (B-MELEE-3)",
    "slow": "whether the model has no Run, no Charge and no initiative as the active one (B-TR-51)",
    "aggressive": "whether attack dice must be at least as many as defence dice (B-MELEE-5)",
    "defensive": "whether defence dice must be at least as many as attack dice (B-MELEE-5)",
    "splits_freely": "whether a Frightened model may split its dice as it likes (B-TR-53)",
    "strong": "whether the best two of three dice count for damage (B-DMG-2)",
    "weak": "whether the worst two of three dice count for damage (B-DMG-2)",
    "durable": "whether more than one wound becomes one (B-DMG-5)",
    "ignores_exhaustion": "whether being Exhausted costs no die (B-TR-20)",
    "tireless": "whether exchanges that enemies start cost no counter (B-TR-56)",
    "fearless": "whether the model passes every fear test (B-FEAR-1)",
    "immune": "whether the model never gains a state, by state (B-STATE-20)",
    "immovable": "whether only the model's own actions and friends move it, and it is never Prone (B-TR-27)",
    "insignificant": "whether its zone may be ignored, it never assists, intercepts or acts for the scenario (B-TR-31)",
    "sees_all_round": "whether the model sees in every direction (B-TR-6)",
    "never_surprised": "whether the model is never Surprised and ignores Camouflage (B-TR-50)",
    "lightfooted": "whether Difficult terrain is Normal for the model while it moves (B-TR-35)",
    "ignores_zones": "whether the model ignores zones of control while it moves (B-TR-77)",
    "soulless": "whether the model is Soulless (B-TR-52)",
    "keeps_ones": "whether 1s keep their value, by test (B-TR-72)",
    "bars": "whether the model cannot declare an action, by action (B-STATE)",
    "bars_specials": "whether the model may use no specials (B-STATE-10, B-STATE-14)",
}
"""The moments by name, with the meaning of the effect.

The names of tests are "attack", "defence", "melee" for both, "ranged", "ki", "opposed ki", "size" and "tactical"."""

EFFECTS: Final = Effects(MOMENTS, [*TRAITS.values(), *STATES.values()])
