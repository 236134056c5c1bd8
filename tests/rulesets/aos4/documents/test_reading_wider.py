"""Wording that goes with any effect: conditions, ways to pick targets, rolls with a bonus, reactions (A-IMP-8)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulesets.aos4.documents.importing.values import is_count
from game.rulesets.aos4.documents.params import faults
from game.rulesets.aos4.documents.timing import timing
from tests.rulesets.aos4.documents.test_reading_effects import FOE, Steps, passive, read

ME = {"target": "self"}
PICK = "Pick an enemy unit in combat with this unit to be the target."
HIT: dict[str, Any] = {"what": "hit", "amount": 1}
STATES: list[tuple[str, dict[str, Any]]] = [
    ("it is within 3\" of a terrain feature", {"if": "terrain 3"}),
    ("it is in combat with 2 or more enemy units", {"if": "fought 2"}),
    ("it has fewer models than its starting size", {"if": "reduced"}),
    ("it has no damage points", {"if": "not damage 1"}),
    ("it is not wholly within friendly territory", {"if": "not own territory"}),
    ("it is within 6\" of an enemy **Wizard**", {"if": "close 6 WIZARD"}),
    ("it is not within 6\" of any other friendly units", {"if": "not near 6 ANY"}),
    ("it is more than 6\" from all other friendly **Gulls**", {"if": "not near 6 GULLS"}),
    ("there are no other friendly **Gulls** within 6\" of it", {"if": "not near 6 GULLS"}),
    ("its unmodified charge roll was 8+", {"if": "charge roll 8"}),
    ("there is a friendly **Reeve** within 12\" of this unit", {"near": "REEVE", "near-range": 12}),
    ("a friendly **Reeve** is wholly within 6\" of it", {"near": "REEVE", "near-range": 6, "near-inside": 1}),
    ("it is in combat with any **Heroes** or **Monsters**", {"fights": "HEROES or MONSTERS"}),
    ("it is in combat with an enemy unit that has 10 or more models", {"fights-which": "models 10"}),
    ("it has any standard bearers", {"if": "with standard bearer"}),
    ("it is reinforced", {"if": "reinforced"}),
    ("it destroyed an enemy unit this turn", {"if": "destroyed any turn"}),
    ("it used a **Tidal Song** ability in the same turn", {"if": "used TIDAL SONG"}),
    ("it has the **Gull** keyword", {"if": "is GULL"}),
    ("it is contesting an objective that is not being contested by any other friendly units",
     {"if": "contesting alone"}),
    ("it is contesting an objective controlled by your opponent", {"if": "contesting enemy"}),
    ("it is wholly within 3\" of a terrain feature", {"if": "at terrain 3"}),
    ("this unit contains 5 models", {"if": "models 5, fewer 5"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "needs"), STATES)
def test_a_imp_8_conditions_stand_behind_any_effect(text: str, needs: dict[str, Any]) -> None:
    assert passive(f"Add 1 to hit rolls for this unit's attacks while {text}.") == [("aura", {**ME, **needs, **HIT})]
    assert passive(f"This unit has **Ward (5+)** if {text}.") == [
        ("aura", {**ME, **needs, "lends": "WARD", "amount": 5})
    ]


PASSIVE: list[tuple[str, Steps]] = [
    ("If this unit was set up this turn, it has **Ward (5+)** for the rest of the turn.",
     [("aura", {**ME, "if": "set up", "lends": "WARD", "amount": 5})]),
    ("If this unit destroyed an enemy unit this turn, it has **Ward (5+)** for the rest of the turn.",
     [("aura", {**ME, "if": "destroyed any turn", "lends": "WARD", "amount": 5})]),
    ("This unit has **Ward (5+)** while it is damaged or in combat with a **Hero**.",
     [("aura", {**ME, "if": "damage 1", "lends": "WARD", "amount": 5}),
      ("aura", {**ME, "fights": "HERO", "lends": "WARD", "amount": 5})]),
    ("Add 1 to hit rolls for attacks made with this unit's melee weapons.",
     [("aura", {**ME, **HIT, "attacks": "combat"})]),
    ("Enemy units cannot make a pile-in move while they are in combat with this unit.",
     [("aura", {"target": "each enemy", "which": "fighting", "bars": "PILE-IN"})]),
    ("Enemy units cannot make pile-in moves or use commands while they are in combat with this unit.",
     [("aura", {"target": "each enemy", "which": "fighting", "bars": kind}) for kind in ("PILE-IN", "COMMAND")]),
    ("If this unit gains any renown points in the aftermath sequence, it gains 1 additional renown points.", []),
    ("If this unit has no more than 3 models, it has **Ward (5+)**.",
     [("aura", {**ME, "if": "fewer 3", "lends": "WARD", "amount": 5})]),
    ("Subtract 1 from casting rolls for units (friendly and enemy) while they are within 6\" of this unit.",
     [("aura", {"target": "each", "range": 6, "what": "cast", "amount": -1})]),
    ("While a friendly **Gull** is within 6\" of this unit, that unit has **Ward (6+)**.",
     [("aura", {"target": "each friend", "keyword": "GULL", "range": 6, "lends": "WARD", "amount": 6})]),
    ("Friendly **Reeves** cannot be targeted by shooting attacks while they are wholly within 6\" of this unit.",
     [("aura", {"target": "each friend", "keyword": "REEVES", "range": 6, "wholly": 1, "what": "unshot",
                "amount": 0})]),
    ("This unit cannot be picked to be the target of shooting attacks made by units more than 9\" from it.",
     [("aura", {**ME, "what": "unshot", "amount": 9})]),
    ("This unit cannot be picked to be the target of enemy **Spell** or **Prayer** abilities.",
     [("aura", {**ME, "shields": "SPELL"}), ("aura", {**ME, "shields": "PRAYER"})]),
    ("Subtract 1 from the Damage characteristic of weapons used for attacks that target this unit, to a minimum of 1.",
     [("aura", {**ME, "what": "damage taken", "amount": -1})]),
    ("Add 1 to hit rolls for this unit's attacks that target an enemy unit that is within 9\" of this unit.",
     [("aura", {**ME, **HIT, "when": "around 9"})]),
    ("Add 1 to hit rolls for this unit's attacks that target an enemy unit in combat with a friendly **Reeve**.",
     [("aura", {**ME, **HIT, "when": "fights REEVE"})]),
    ("This unit's melee weapons have **Crit (Mortal)** for attacks that target **War Machines** or **Heroes**.",
     [("aura", {**ME, "gives": "Crit (Mortal)", "against": "WAR MACHINES or HEROES", "attacks": "combat"})]),
    ("This unit has **Ward (4+)** against damage inflicted by attacks made with ranged weapons.",
     [("aura", {**ME, "lends": "WARD", "amount": 4, "damage-by": "shooting"})]),
    ("If an enemy **Hero** is in combat with this unit, add 1 to hit rolls for this unit's attacks.",
     [("aura", {**ME, "if": "fights HERO", **HIT})]),
    ("If this unit charged this turn, it has **Strike-first** until the end of the turn.",
     [("aura", {**ME, "if": "charged", "lends": "STRIKE-FIRST"})]),
    ("Subtract 2 from casting rolls for **Wizards** while they are within 9\" of this unit.",
     [("aura", {"target": "each", "keyword": "WIZARDS", "range": 9, "what": "cast", "amount": -2})]),
    ("While they are wholly within 9\" of this unit, melee weapons used by friendly **Gulls** have **Crit (Mortal)**.",
     [("aura", {"target": "each friend", "keyword": "GULLS", "range": 9, "wholly": 1, "gives": "Crit (Mortal)",
                "attacks": "combat"})]),
    ("Each time this unit makes a pile-in move, add 3\" to the distance it can move.",
     [("aura", {**ME, "what": "pile-in", "amount": 3})]),
    ("Add 1 to the Attacks characteristic and Rend characteristic of this unit's melee weapons.",
     [("aura", {**ME, "what": "attacks, rend", "amount": 1, "attacks": "combat"})]),
    ("This unit has a Move characteristic of 11\" and has **Fly**.",
     [("aura", {**ME, "sets": "move", "to": "11"}), ("aura", {**ME, "lends": "FLY"})]),
    ("This unit has **Ward (6+)** against shooting attacks while it is contesting an objective.",
     [("aura", {**ME, "if": "contesting", "lends": "WARD", "amount": 6, "damage-by": "shooting"})]),
    ("You can re-roll charge rolls for this unit in your charge phase.",
     [("aura", {**ME, "if": "own turn", "what": "reroll charge", "amount": 1})]),
    ("In your charge phase, add 1 to the number of dice rolled when making charge rolls for this unit, to a maximum of "
     "3.", [("aura", {**ME, "if": "own turn", "what": "charge dice", "amount": 1})]),
    ("Subtract 1 from wound rolls for attacks that target this unit in the second battle round.",
     [("aura", {**ME, "if": "round 2", "what": "wound taken", "amount": -1})]),
    ("While this unit is on the battlefield, enemy units cannot use the 'Rally' command.",
     [("aura", {"target": "each enemy", "bars": "'Rally'"})]),
    ("If an ability would heal or return slain models to an enemy unit while it is within 9\" of this unit, that "
     "ability does not heal any damage points or return any slain models to it.",
     [("aura", {"target": "each enemy", "range": 9, "what": "no healing", "amount": 1})]),
    ("Each time you make an unmodified save roll of 1 for a combat attack that targets a friendly **Gull** unit that "
     "did not charge this turn, inflict 2 mortal damage on the attacking unit after the Fight ability has been "
     "resolved.", [("aura", {"target": "each friend", "keyword": "GULL", "which": "not charged",
                             "what": "backlash save 1", "amount": 2, "attacks": "combat"})]),
    ("For each unmodified hit roll of 1 for a combat attack made by an enemy unit that targets this unit, inflict 1 "
     "mortal damage on the attacking unit after the Fight ability has been resolved.",
     [("aura", {**ME, "what": "backlash hit 1", "amount": 1, "attacks": "combat"})]),
    ("Friendly **Gulls** that use a Retreat ability while they are wholly within 9\" of this unit can still use Shoot "
     "and/or Charge abilities later in the turn.",
     [("aura", {"target": "each friend", "keyword": "GULLS", "range": 9, "wholly": 1,
                "what": "shoot after retreat, charge after retreat", "amount": 1})]),
    ("Friendly **Gull** units have **Anti-charge (+1 Rend)**.",
     [("aura", {"target": "each friend", "keyword": "GULL", "gives": "Anti-charge (+1 Rend)"})]),
    ("This unit's Move characteristic is D6\"+4\".", [("aura", {**ME, "sets": "move", "to": "D6+4"})]),
    ("Add 1 to hit rolls for this unit's shooting attacks that target an enemy unit that is more than 9\" from this "
     "unit.", [("aura", {**ME, **HIT, "attacks": "shooting", "when": "beyond 9"})]),
    ("Add 1 to hit rolls for shooting attacks made by friendly **Gulls** if the target is within 9\" of this unit.",
     [("aura", {"target": "each enemy", "range": 9, "what": "hit taken", "amount": 1, "attacks": "shooting",
                "against": "GULLS"})]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "steps"), PASSIVE)
def test_a_imp_8_wider_passive_texts_become_effects(text: str, steps: Steps) -> None:
    assert passive(text) == steps


HURT = {"amount": "D3"}
ACTIVE: list[tuple[str, str, Steps]] = [
    (PICK, "Roll a D3. On a 1, inflict 1 mortal damage on the target. On a 2-3, inflict D3 mortal damage on the "
     "target.",
     [("mortal-damage", {**FOE, "on": 1, "die": "D3", "once": 1, "amount": "1", "faces": "1-1"}),
      ("mortal-damage", {"amount": "D3", "faces": "2-3"})]),
    ("Pick a friendly unit within 3\" of this unit to be the target.",
     "Heal (D3) the target or return a number of slain models to the target with a combined Health characteristic of "
     "up to 3.",
     [("choose", {"target": "friend", "range": 3}),
      ("heal", {"amount": "D3", "option": "Heal (D3) the target"}),
      ("return", {"amount": "3", "by-health": 1, "option": "Return a number of slain models to the target with a "
                                                           "combined Health characteristic of up to 3"})]),
    ("", "Remove this unit from the battlefield and set it up again wholly within 3\" of a terrain feature and more "
     "than 9\" from all enemy units.", [("set-up", {"terrain": 3, "beyond": 9})]),
    (PICK, "Roll a dice. If this unit charged this turn, add 1 to the roll. On a 4+, inflict D3 mortal damage on the "
     "target.", [("mortal-damage", {**FOE, "on": 4, "plus": 1, "plus-if": "charged", "once": 1, **HURT})]),
    (PICK, "Roll a dice. Subtract 1 from the roll if the target is a **Monster**. On a 4+, inflict D3 mortal damage on "
     "the target.",
     [("mortal-damage", {**FOE, "on": 4, "plus": -1, "plus-keyword": "MONSTER", "once": 1, **HURT})]),
    (PICK, "Roll a dice. If the roll is greater than the target's Health characteristic, inflict D3 mortal damage on "
     "the target.", [("mortal-damage", {**FOE, "over": "more", **HURT})]),
    (PICK, "Roll 3 dice. If any of the rolls are a 5+, inflict D3 mortal damage on the target.",
     [("mortal-damage", {**FOE, "on": 5, "rolls": "3", "once": 1, **HURT})]),
    (PICK, "Roll 4 dice. Add 1 to each roll if the target is a **Monster**. For each 5+, inflict 1 mortal damage on "
     "the target.",
     [("choose", FOE), ("mortal-damage", {"amount": "1", "dice": "4", "each": 5, "keyword": "non-MONSTER"}),
      ("mortal-damage", {"amount": "1", "dice": "4", "each": 4, "keyword": "MONSTER"})]),
    (PICK, "Roll a D3. On a 2+, inflict an amount of mortal damage on the target equal to the roll. If the target is "
     "**Infantry**, double the amount of mortal damage inflicted.",
     [("mortal-damage", {**FOE, "die": "D3", "on": 2, "once": 1, "amount": "roll"}),
      ("mortal-damage", {"amount": "roll", "keyword": "INFANTRY"})]),
    (PICK, "Roll a dice. On a 3+, inflict D3 mortal damage on the target. If this unit charged this turn, inflict D6 "
     "mortal damage instead.",
     [("choose", {**FOE, "on": 3, "once": 1}), ("mortal-damage", {**HURT, "if": "not charged"}),
      ("mortal-damage", {"amount": "D6", "if": "charged"})]),
    (PICK, "Roll a dice. On a 3+, the target cannot use commands for the rest of the turn. On a 6+, also inflict 1 "
     "mortal damage on the target.",
     [("bar", {**FOE, "on": 3, "once": 1, "bars": "COMMAND", "until": "turn", "faces": "3-6"}),
      ("mortal-damage", {"amount": "1", "faces": "6-6"})]),
    (PICK, "Roll a dice. On a 3+, inflict 1 mortal damage on the target. On a 6+, inflict D3 mortal damage on the "
     "target instead.",
     [("mortal-damage", {**FOE, "on": 3, "once": 1, "amount": "1", "faces": "3-5"}),
      ("mortal-damage", {**HURT, "faces": "6-6"})]),
    (PICK, "If the target is a **Wizard** or **Priest**, inflict D3 mortal damage on it. Otherwise, inflict 1 mortal "
     "damage on it.",
     [("choose", FOE), ("mortal-damage", {**HURT, "keyword": "WIZARD or PRIEST"}),
      ("mortal-damage", {"amount": "1", "keyword": "non-WIZARD, non-PRIEST"})]),
    (PICK, "Subtract 1 from save rolls for the target for the rest of the turn and inflict 1 mortal damage on the "
     "target.",
     [("modify", {**FOE, "what": "save", "amount": -1, "until": "turn"}), ("mortal-damage", {"amount": "1"})]),
    ("Pick this unit or a friendly **Gull** within 6\" of this unit to be the target.", "Heal (D3) the target.",
     [("heal", {"target": "friend", "range": 6, "keyword": "GULL", "or-self": 1, **HURT})]),
    ("Each enemy unit within 6\" of this unit is a target.", "Inflict 1 mortal damage on each target.",
     [("mortal-damage", {"target": "each enemy", "range": 6, "amount": "1"})]),
    (f"{PICK} You cannot pick a Manifestation. You cannot pick the same unit to be the target of this ability more "
     "than once per turn.", "Inflict D3 mortal damage on the target.",
     [("mortal-damage", {**FOE, "keyword": "non-MANIFESTATION", "fresh": "turn", **HURT})]),
    ("Pick an enemy unit that was targeted by this unit's shooting attacks this turn to be the target.",
     "Inflict D3 mortal damage on the target.",
     [("mortal-damage", {"target": "enemy", "which": "struck shooting turn", **HURT})]),
    ("Pick an enemy unit that had any models slain by this unit's combat attacks this phase to be the target.",
     "Inflict D3 mortal damage on the target.",
     [("mortal-damage", {"target": "enemy", "which": "thinned combat phase", **HURT})]),
    ("You can only use this ability if you have not used any **Tidal Song** abilities this turn.",
     "You gain 1 command point.",
     [("command-points", {"if": "army not used TIDAL SONG", "amount": "1"})]),
    ("You can only use this ability in the third battle round. Pick each enemy unit that used a Charge ability this "
     "phase to be the targets.", "Inflict 1 mortal damage on each target.",
     [("mortal-damage", {"if": "round 3", "target": "each enemy", "which": "just used CHARGE", "amount": "1"})]),
    ("Pick a friendly **Gull** unit that is in combat to use this ability, then pick an enemy unit in combat with that "
     "**Gull** unit to be the target.", "Inflict 1 mortal damage on the target.",
     [("mortal-damage", {"user": "GULL", "if": "in combat", **FOE, "amount": "1"})]),
    ("Pick an enemy unit with a lower Control characteristic than this unit that is in combat with it to be the "
     "target.", "Inflict 1 mortal damage on the target.",
     [("mortal-damage", {"target": "enemy", "which": "control below, fighting", "amount": "1"})]),
    (PICK, "Roll a dice. On a 2+, inflict 1 mortal damage on the target. On a 1, inflict D3 mortal damage on the "
     "target.", [("mortal-damage", {**FOE, "on": 1, "once": 1, **HURT, "faces": "1-1"}),
                 ("mortal-damage", {"amount": "1", "faces": "2-6"})]),
    (PICK, "Roll a dice. On a 3+, inflict D3 mortal damage on the target. In addition, on a 6, the target cannot use "
     "commands for the rest of the turn.",
     [("mortal-damage", {**FOE, "on": 3, "once": 1, **HURT, "faces": "3-6"}),
      ("bar", {"bars": "COMMAND", "until": "turn", "faces": "6-6"})]),
    ("Pick a friendly **Gull** unit to be the target.",
     "Roll a dice. On a 3+, Heal (1) the target. Heal (D3) the target instead if it is a **Hero**.",
     [("choose", {"target": "friend", "keyword": "GULL", "on": 3, "once": 1}),
      ("heal", {"amount": "1", "keyword": "non-HERO"}), ("heal", {**HURT, "keyword": "HERO"})]),
    ("Pick a friendly **Gull** unit to be the target.",
     "The target can use a Run ability and still use Shoot and/or Charge abilities later in the turn.",
     [("modify", {"target": "friend", "keyword": "GULL", "what": "shoot after run, charge after run", "amount": 1,
                  "until": "turn"})]),
    ("Pick a friendly **Gull** unit to be the target.",
     "For the rest of the turn, the target scores critical hits on unmodified hit rolls of 5+.",
     [("modify", {"target": "friend", "keyword": "GULL", "what": "critical", "amount": 1, "until": "turn"})]),
    ("", "For the rest of the battle, while they are wholly within 9\" of this unit, other friendly **Gulls** have "
     "**Strike-first**.",
     [("aura", {"target": "each other friend", "keyword": "GULLS", "range": 9, "wholly": 1, "lends": "STRIKE-FIRST",
                "until": "battle"})]),
    ("", "This unit can move 5\" but must end that move in combat. Then, roll a dice for each enemy unit within 1\" of "
     "this unit. On a 3+, inflict 1 mortal damage on that unit.",
     [("move", {"inches": "5", "way": "fight"}),
      ("mortal-damage", {"target": "each enemy", "range": 1, "on": 3, "amount": "1"})]),
    ("", "If this unit is not in combat, it can immediately make a 5\" move and can end that move in combat.",
     [("move", {"if": "not in combat", "inches": "5", "way": "into"})]),
    ("", "Roll a D3. On a 2+, return a number of slain models to this unit equal to the roll.",
     [("return", {"die": "D3", "on": 2, "once": 1, "amount": "roll"})]),
    ("Pick a friendly **Gull** unit to be the target.",
     "Roll a D3. On a 2+, you can return a number of slain models to the target with a combined Health characteristic "
     "of up to X, where X is equal to the roll.",
     [("return", {"target": "friend", "keyword": "GULL", "die": "D3", "on": 2, "once": 1, "amount": "roll",
                  "by-health": 1})]),
    ("", "If this unit has a Health characteristic of 1, return 1 slain model to it. Otherwise, Heal (2) this unit.",
     [("choose", {}), ("return", {"if": "frail 1", "amount": "1"}), ("heal", {"if": "health 2", "amount": "2"})]),
    (PICK, "Roll a dice for each model in the target unit. For each 6+, inflict 1 mortal damage on the target. If this "
     "unit has 3 or more models, inflict D3 mortal damage on the target instead.",
     [("choose", FOE), ("mortal-damage", {"amount": "1", "dice": "target models", "each": 6, "if": "fewer 2"}),
      ("mortal-damage", {**HURT, "if": "models 3"})]),
    (PICK, "Roll a D3. On a 2+, inflict an amount of mortal damage on the target equal to the roll. Add 1 to the "
     "mortal damage inflicted (if any) if the target is **Cavalry**.",
     [("mortal-damage", {**FOE, "die": "D3", "on": 2, "once": 1, "amount": "roll"}),
      ("mortal-damage", {"amount": "1", "keyword": "CAVALRY"})]),
    (PICK, "Roll a dice. Add 1 to the roll if the target has more than 4 models. On a 4+, inflict D3 mortal damage on "
     "the target.",
     [("mortal-damage", {**FOE, "on": 4, "plus": 1, "plus-which": "models 5", "once": 1, **HURT})]),
    ("Pick an enemy unit to be the target.", "Roll a dice. Add 1 to the roll if the target is within 9\" of this unit. "
     "On a 4+, inflict D3 mortal damage on the target.",
     [("mortal-damage", {"target": "enemy", "on": 4, "plus": 1, "plus-which": "around 9", "once": 1, **HURT})]),
    (PICK, "Roll a D3. On a 2+, inflict an amount of mortal damage on the target equal to the roll. Add 1 to the "
     "damage inflicted (if any) on the target if it has the **Gull**, **Daemon** or **Wizard** keyword.",
     [("mortal-damage", {**FOE, "die": "D3", "on": 2, "once": 1, "amount": "roll"}),
      ("mortal-damage", {"amount": "1", "keyword": "GULL or DAEMON or WIZARD"})]),
    (PICK, "Roll a dice for each model in this unit that is within the target's combat range. For each 5+, inflict 1 "
     "mortal damage on the target.",
     [("mortal-damage", {**FOE, "amount": "1", "dice": "user models fighting", "each": 5})]),
    ("", "Heal (1) this unit. If this unit is not a **Hero**, Heal (D3) this unit instead.",
     [("choose", {}), ("heal", {"amount": "1", "if": "is HERO"}),
      ("heal", {**HURT, "target": "self", "if": "is non-HERO"})]),
    ("Pick a friendly **Gull** unit to be the target.",
     "Roll a D3. On a 2+, return a number of slain models to the target with a combined Health characteristic equal to "
     "or less than the roll.",
     [("return", {"target": "friend", "keyword": "GULL", "die": "D3", "on": 2, "once": 1, "amount": "roll",
                  "by-health": 1})]),
    ("Pick a friendly **Gull** unit to be the target. You cannot pick a **Reeve** unit.", "Heal (1) the target.",
     [("heal", {"target": "friend", "keyword": "GULL, non-REEVE", "amount": "1"})]),
    ("Pick an enemy unit that destroyed a friendly unit this turn to be the target.",
     "Inflict 1 mortal damage on the target.",
     [("mortal-damage", {"target": "enemy", "which": "destroyed any turn", "amount": "1"})]),
    ("Pick a friendly **Gull** unit to be the target.",
     "If you picked a **Reeve** unit, it has **Ward (5+)** for the rest of the turn.",
     [("choose", {"target": "friend", "keyword": "GULL"}),
      ("lend", {"keyword": "REEVE", "lends": "WARD", "amount": 5, "until": "turn"})]),
    ("", "If this unit is not in combat and an enemy unit was destroyed by its combat attacks this turn, this unit can "
     "move up to 4\". It can end that move in combat.",
     [("move", {"if": "not in combat, destroyed combat turn", "inches": "4", "way": "into"})]),
    ("If there is a friendly **Reeve** on the battlefield, pick a friendly **Gull** unit that started the battle "
     "with 3 "
     "or more models and has been destroyed to be the target.",
     "Set up a replacement unit identical to the target on the battlefield, wholly within 6\" of a battlefield edge "
     "and "
     "not in combat.",
     [("replace", {"target": "friend", "keyword": "GULL", "near": "REEVE", "near-range": 200, "which": "size 3",
                   "edge": 6, "beyond": 3})]),
    ("Pick a friendly **Reeve** to use this ability, then pick a friendly **Gull** unit that has been destroyed to be "
     "the target.", "Set up a replacement unit identical to the target wholly within 6\" of this unit and more than "
     "9\" "
     "from all enemy units.",
     [("replace", {"target": "friend", "keyword": "GULL", "user": "REEVE", "within": 6, "beyond": 9})]),
    ("", "This unit can immediately use the 'Normal Move' or the 'Retreat' ability as if it were your movement phase.",
     [("use-now", {"deeds": "normal-move, retreat"})]),
    ("", "For the rest of the turn, this unit's Gull Hooks have a Damage characteristic of 3.",
     [("set", {"sets": "damage", "to": "3", "weapon": "Gull Hooks", "until": "turn"})]),
]  # fmt: skip


@pytest.mark.parametrize(("declare", "effect", "steps"), ACTIVE)
def test_a_abil_2_wider_declared_texts_become_effects(declare: str, effect: str, steps: Steps) -> None:
    assert read(effect, declare) == steps


@pytest.mark.parametrize(
    "joint", [", then make", ". Then make", ". Then, make", " and make", ". Make", ", and then make", ", then, make"]
)
def test_a_mag_3_a_spell_names_its_roll_in_any_way(joint: str) -> None:
    declare = f'Pick a visible enemy unit within 18" of this unit to be the target{joint} a casting roll of 2D6.'
    assert read("Inflict D3 mortal damage on the target.", declare, "", "spell", "SPELL") == [
        ("mortal-damage", {"target": "enemy", "range": 18, "visible": 1, **HURT})
    ]


REACTIONS: list[tuple[str, str, Steps]] = [
    ("You declared a Spell ability for a friendly **Reeve** wholly within 12\" of this unit",
     "Add 2 to the casting roll for that spell.",
     [("adjust", {"by": "REEVE", "by-range": 12, "by-wholly": 1, "amount": 2})]),
    ("Opponent declared a Charge ability for a unit within 12\" of this unit", "Subtract D3 from the charge roll.",
     [("adjust", {"by-range": 12, "amount": -1, "times": "D3"})]),
    ("You declared a Charge ability for this unit", "You can change one of the dice in the charge roll to a 5.",
     [("adjust", {"lifts": "5"})]),
    ("You declared a Charge ability for this unit",
     "Change the lowest D6 in the charge roll to match the highest D6.", [("adjust", {"lifts": "highest"})]),
    ("You declared a Fight ability for this unit",
     "If this unit charged this turn, this unit can move 5\" after that Fight ability has been resolved. It cannot end "
     "that move in combat.", [("move", {"after": 1, "if": "charged", "inches": "5", "way": "clear"})]),
    ("You declared the 'Run' ability for this unit",
     "Subtract 1 from hit rolls for attacks that target this unit for the rest of the turn.",
     [("modify", {"what": "hit taken", "amount": -1, "until": "turn"})]),
    ("Opponent declared a Retreat ability for a unit in combat with this unit",
     "Inflict D3 mortal damage on that unit after the Retreat ability has been resolved.",
     [("mortal-damage", {"by-which": "fighting", "after": 1, "target": "trigger", **HURT})]),
]  # fmt: skip


@pytest.mark.parametrize(("trigger", "effect", "steps"), REACTIONS)
def test_a_react_6_reactions_change_rolls_or_wait(trigger: str, effect: str, steps: Steps) -> None:
    assert read(effect, "", f"Reaction: {trigger}") == steps


FOE_IN_COMBAT = "Pick an enemy unit in combat with this unit to be the target."


@pytest.mark.parametrize(
    ("effect", "timing", "declare"),
    [
        ("Add 2 to the casting roll.", "Your Hero Phase", ""),  # whose roll?
        ("Heal (1) this unit.", "Reaction: You declared the 'Gull Song' ability and picked this unit to be the target",
         ""),
        ("Add 2 to the casting roll.", "Reaction: You declared a Charge ability for this unit", ""),
        ("Roll a dice. On a 3+, inflict 1 mortal damage on this unit. On a 5+, inflict D3 mortal damage on this unit.",
         "", ""),  # in addition or instead?
        ("If this unit is in combat with an enemy unit that is in combat with this unit, Heal (1) this unit.", "", ""),
        ("Inflict 1 mortal damage on this unit. If this unit is a **Gull Herder**, double the amount of mortal damage "
         "inflicted.", "", ""),
        ("Inflict D3 mortal damage on the target. If the target is **Infantry**, double the mortal damage inflicted.",
         "", FOE_IN_COMBAT),  # the doubled number is rolled
        ("If the target is a **Monster**, subtract 1 from save rolls for the target for the rest of the turn and "
         "inflict 1 mortal damage on the target.", "", FOE_IN_COMBAT),  # does the second half ask that too?
        ("If the target charged this turn, inflict 2 mortal damage on it. If this unit is a **Hero**, double the "
         "mortal damage inflicted.", "", FOE_IN_COMBAT),
        ("If the target is damaged, inflict 1 mortal damage on it. If the target is a **Monster**, inflict D3 mortal "
         "damage on it instead.", "", FOE_IN_COMBAT),
        ("Inflict 1 mortal damage on that unit. Heal (1) this unit after that Retreat ability has been resolved.",
         "Reaction: Opponent declared a Retreat ability for a unit in combat with this unit", ""),
    ],
)  # fmt: skip
def test_a_imp_8_wider_wording_in_doubt_is_left_by_hand(effect: str, timing: str, declare: str) -> None:
    assert read(effect, declare, timing) is None


def test_a_imp_8_distances_for_others_attacks_are_measured_from_the_user() -> None:
    text = 'attacks made by friendly **Gulls** that target an enemy unit that is within 9" of this unit.'
    taken = {"target": "each enemy", "range": 9, "what": "hit taken", "amount": 1, "against": "GULLS"}
    assert passive(f"Add 1 to hit rolls for {text}") == [("aura", taken)]
    beyond = text.replace('is within 9" of', 'is more than 9" from')
    assert passive(f"Add 1 to wound rolls for {beyond}") is None


@pytest.mark.parametrize(
    ("needs", "highest"),
    [({"die": "D3", "on": 4}, 3), ({"on": 7}, 6), ({"die": "2D6", "on": 12}, 0), ({"on": 7, "plus": 1}, 0),
     ({"on": 7, "plus": -1}, 6)],
)  # fmt: skip
def test_a_imp_9_a_roll_can_be_reached_by_its_die(needs: dict[str, Any], highest: int) -> None:
    reason = f"can be {highest} at most, since no roll is higher"
    assert [*faults("mortal-damage", needs)] == ([("on", reason)] if highest else [])


@pytest.mark.parametrize(("text", "counts"), [("10", True), ("²", False), ("9" * 5, False), ("", False)])
def test_a_imp_14_only_plain_numbers_count_parts(text: str, counts: bool) -> None:
    assert is_count(text) == counts


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Add 1 to hit rolls for this unit's attacks while it is damaged or in combat with a **Hero**.", False),
        ("This unit has **Ward (5+)** while it is damaged or in combat with a **Hero**.", True),
    ],
)
def test_a_imp_8_either_of_two_conditions_is_read_only_where_both_add_nothing_up(text: str, known: bool) -> None:
    assert (passive(text) is not None) is known


def test_a_imp_8_an_item_is_used_up_only_if_it_could_not_be_used_again_anyway() -> None:
    effect = "Heal (D3) this unit. Then, remove this Sea Egg from your roster."
    assert read(effect, "", "Once Per Battle, Your Hero Phase") == [("heal", {"amount": "D3"})]
    assert read(effect, "", "Your Hero Phase") is None


@pytest.mark.parametrize(
    "text", ["Your opponent declared a **Fight** ability", "Opponent declared a **Fight** ability"]
)
def test_a_imp_6_slips_in_timings_are_read(text: str) -> None:
    assert timing(f"Reaction: {text}").keywords == ("FIGHT",)
    assert timing("Onec Per Turn, YourHero Phase").limit == "turn"
