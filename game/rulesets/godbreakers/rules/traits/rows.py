"""A row for each trait, by metal, and for each flaw."""

from __future__ import annotations

from typing import Final

from game.engine.kit.effects import YES, X
from game.rulesets.godbreakers.rules.rolls import ATTACK, NO_TESTS
from game.rulesets.godbreakers.rules.traits import Trait
from game.rulesets.godbreakers.rules.traits.procedures import (
    Despoil,
    HiddenWays,
    Ruin,
    Shape,
    Summon,
    Thunder,
    cunning,
    juggernaut,
    pinning,
    vengeful,
)
from game.wording import N_

# fmt: off
ROWS: Final = (
    Trait.of(N_("Defensive"), "G-TRAIT-DEFENSIVE",
             N_("While inactive, this model rerolls attack faces of its rank or lower."),
             metal="copper", reroll_at_most=X.about(ATTACK).when("inactive")),
    Trait.of(N_("Healer"), "G-TRAIT-HEALER",
             N_("Friendly models inside this model's movement range reroll recovery faces of its rank or lower."),
             metal="copper", lets_reroll=X.when("friend_in_movement_range")),
    Trait.of(N_("Inspired"), "G-TRAIT-INSPIRED",
             N_("While active, this model rerolls faces of its rank or lower in tests."),
             metal="copper", reroll_at_most=X.but_for(*NO_TESTS).when("active")),
    Trait.of(N_("Mysterious"), "G-TRAIT-MYSTERIOUS",
             N_("Special action with a Hidden Ways test: on a pass, place this model anywhere within R U of "
                 "another model (R: its rank)."),
             metal="copper", action=HiddenWays),
    Trait.of(N_("Vengeful"), "G-TRAIT-VENGEFUL",
             N_("If this model took attack damage in an Engage, it may deal damage equal to its rank to one "
                 "enemy in its attack range before the models disengage."),
             metal="copper", before_disengage=vengeful),
    Trait.of(N_("Despoiling"), "G-TRAIT-DESPOILING",
             N_("Special action: return a friendly godbreaker casualty within 0 U. Its die drops for good to "
                 "D6, D8 or D10 (rank 1, 2, 3) if that is lower. Then test Stay With Me!: on a failure it falls "
                 "again."),
             metal="gold", action=Despoil),
    Trait.of(N_("Ruinous"), "G-TRAIT-RUINOUS",
             N_("Special action: choose terrain within 0 U and test Ruin. Pass: all models in that piece take "
                 "damage equal to the rank, and it is removed. Fail: this model takes 3 − rank."),
             metal="gold", action=Ruin),
    Trait.of(N_("Shaping"), "G-TRAIT-SHAPING",
             N_("Special action: choose a spare terrain piece no more than D U across and test Shape. Pass: "
                 "place it within 0 U; if it is area terrain, models in it take damage equal to the rank. Fail: "
                 "this model takes 3 − rank."),
             metal="gold", action=Shape),
    Trait.of(N_("Summoning"), "G-TRAIT-SUMMONING",
             N_("Special action: place an unaligned model from off the table within 0 U: a D8, D10 or D12 at "
                 "rank 1, 2 or 3. If the Obey! test passes, it is tame and yours."),
             metal="gold", action=Summon),
    Trait.of(N_("Thunderous"), "G-TRAIT-THUNDEROUS",
             N_("Special action: each inactive model within R U takes R damage (R: this model's rank). Then "
                 "test Thunder!: on a pass, those within 2R U take R damage; on a failure, this model does."),
             metal="gold", action=Thunder),
    Trait.of(N_("Brutal"), "G-TRAIT-BRUTAL", N_("This model deals 2 more attack damage per rank."),
             metal="iron", dealt=2 * X),
    Trait.of(N_("Juggernaut"), "G-TRAIT-JUGGERNAUT",
             N_("While active, before its Engage breaks up, this model may place one engaged model within 2 U "
                 "per rank of where that model stands."),
             metal="iron", before_disengage=juggernaut),
    Trait.of(N_("Pinning"), "G-TRAIT-PINNING",
             N_("While this model is inactive, enemies within R U of it (R: its rank) must end their move "
                 "actions closer to it."),
             metal="iron", move_conditions=pinning),
    Trait.of(N_("Relentless"), "G-TRAIT-RELENTLESS",
             N_("At the start of the Recovery phase, this model removes damage equal to its rank."),
             metal="iron", sheds=X),  # Q27
    Trait.of(N_("Tough"), "G-TRAIT-TOUGH",
             N_("This model takes 2 less attack damage per rank, but at least 1."),
             metal="iron", taken=2 * X),
    Trait.of(N_("Cunning"), "G-TRAIT-CUNNING",
             N_("While active, right after the rolls of its Engage, this model may be placed within R U of "
                 "where it stands (R: its rank)."),
             metal="mercury", after_attack_roll=cunning),
    Trait.of(N_("Deadly"), "G-TRAIT-DEADLY", N_("While active, this model rerolls attack faces of its rank or lower."),
             metal="mercury", reroll_at_most=X.about(ATTACK).when("active")),
    Trait.of(N_("Fleet"), "G-TRAIT-FLEET", N_("Adds 2 U per rank to the model's movement range."),
             metal="mercury", movement=2 * X),
    Trait.of(N_("Merciless"), "G-TRAIT-MERCILESS",
             N_("When it engages while active, this model may nominate more opponents in its attack range, up "
                 "to its rank."),
             metal="mercury", opponents=X),
    Trait.of(N_("Ranged"), "G-TRAIT-RANGED",
             N_("Adds the model's die value, once per rank, to its attack range: a D6 with Ranged 2 reaches 12 U."),
             metal="mercury", reach_in_dice=X),
    Trait.of(N_("Unbound"), "G-TRAIT-UNBOUND",
             N_("Advanced: before a range is worked out, this model may count as being up to R levels higher or "
                 "lower (R: its rank)."),
             metal="advanced"),
    Trait.of(N_("Brittle"), "G-FLAW-BRITTLE", N_("Each time this model suffers damage, it suffers 1 more."),
             metal="flaw", suffered=1),  # applied after all reductions (Q6)
    Trait.of(N_("Careful"), "G-FLAW-CAREFUL", N_("This model may engage only once in each activation."),
             metal="flaw", most=YES.about("engage")),
    Trait.of(N_("Prey"), "G-FLAW-PREY",
             N_("Wild models with this model inside their own movement range turn Predator: they hunt the "
                 "closest model with Prey."),
             metal="flaw"),
    Trait.of(N_("Slow"), "G-FLAW-SLOW", N_("This model may take only one Move action in each activation."),
             metal="flaw", most=YES.about("move")),
    Trait.of(N_("Unlucky"), "G-FLAW-UNLUCKY", N_("On this model's challenging rolls, a 4 also counts as 0."),
             metal="flaw", zero_at_most=4),
)
# fmt: on
