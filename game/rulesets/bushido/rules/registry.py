"""The moments of the rules at which traits and states have an effect (B-ENG-6)."""

from __future__ import annotations

from typing import Final

from game.engine.kit.effects import Effects
from game.rulesets.bushido.warbands.traits import STATES, TRAITS

__all__ = ["EFFECTS", "MOMENTS", "STATES", "TRAITS"]

MOMENTS: Final = {
    # Numbers, added up.
    "armour": "what is taken off damage rolls against the model (B-DMG-1)",
    "pierce": "by how much the model's hits lower Armour (B-DMG-1)",
    "tough": "what is taken off wounds of the model (B-DMG-5)",
    "sharp": "by how much the model's hits lower Tough (B-DMG-5)",
    "attack_result": "what is added to attack and ranged results, if a die counts (B-TEST-3)",
    "defence_result": "what is added to defence results, if a die counts (B-TEST-3)",
    "ranged_defence": "what is added to the challenge number of ranged attacks against the model (B-RNG-10)",
    "tactics": "further dice in tactical tests (B-TEST-20)",
    "ignores_assisting": "how many assisting enemies the model ignores (B-MELEE-20)",
    "melee_pool": "further dice of the model in an exchange (B-MELEE-4)",
    "takes_attack_dice": "how many of the highest attack dice the enemy loses (B-TEST-6)",
    "takes_defence_dice": "how many of the highest defence dice the enemy loses (B-TEST-6)",
    "rerolls_enemy_attack": "how many of the enemy's attack dice the model may have rolled again (B-TEST-5)",
    "rerolls_enemy_defence": "how many of the enemy's defence dice the model may have rolled again (B-TEST-5)",
    "rerolls_own": "how many own dice may be rolled again, by test (B-TEST-5)",
    "fear": "the challenge number of fear tests that the model causes, 0 for none (B-FEAR-1)",
    "fear_result": "what is added to the model's own fear tests, if a die counts (B-FEAR-1)",
    "lends_fear_result": "what the model adds to the fear tests of a friend, of which only the best counts (B-TR-34)",
    "regenerates": "the wounds healed in the End Phase (B-END-1)",
    "supports": "further supporting dice, by test (B-TR-73)",
    "spirit": "further dice in Ki tests (B-TR-83)",
    "ki_active_result": "what is added to the model's opposed Ki tests while it is activating (B-TR-70)",
    "ki_passive_result": "what is added to the model's opposed Ki tests while the opponent is activating (B-TR-70)",
    "takes_ki_dice_active": "how many highest dice its opponent loses in Ki tests while it is activating (B-TR-71)",
    "takes_ki_dice_passive": "how many highest dice the opponent loses in Ki tests that it started (B-TR-71)",
    "dread": "how many dice fear tests against the model lose (B-TR-75)",
    "disturbs": "how much more Ki a feat costs an enemy that uses it (B-TR-84)",
    "rises": "what the model must roll to rise when it has no wound left, 0 if it cannot (B-TR-47)",
    "shots": "how many attacks one Ranged Attack action makes, beyond the first (B-TR-43)",
    "against": "what is added to attack results and to damage rolls in melee against an enemy (B-TR-81)",
    "melee_dice": "dice in melee that a state costs (B-MELEE-4)",
    "ranged_dice": "dice in ranged attacks that a state costs (B-RNG-2)",
    "on_wound": "how many markers of its state a model wounded by this one gains (B-DMG-6)",
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
