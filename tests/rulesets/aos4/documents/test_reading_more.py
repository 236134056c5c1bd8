"""More wording of ability texts: opposites, pairs, tables, moves, conditions by keyword, round and roll (A-IMP-8)."""

from __future__ import annotations

import pytest

from tests.rulesets.aos4.documents.test_reading_effects import FOE, Steps, passive, read

ME = {"target": "self"}
PASSIVE: list[tuple[str, Steps]] = [
    ("If this unit is not a **Wizard**, it has **Wizard (1)**. Otherwise, add 1 to casting rolls for this unit.",
     [("aura", {**ME, "if": "is non-WIZARD", "lends": "WIZARD", "amount": 1}),
      ("aura", {**ME, "if": "is WIZARD", "what": "cast", "amount": 1})]),
    ("In the first battle round, this unit has **Ward (4+)**. From the third battle round onwards, it has "
     "**Ward (6+)**.",
     [("aura", {**ME, "if": "round 1", "lends": "WARD", "amount": 4}),
      ("aura", {**ME, "if": "from round 3", "lends": "WARD", "amount": 6})]),
    ("If an unmodified charge roll for this unit was 8+, it has **Strike-first** for the rest of the turn.",
     [("aura", {**ME, "if": "charge roll 8", "lends": "STRIKE-FIRST"})]),
    ("Subtract 1 from hit rolls for combat attacks made by enemy **Monsters** that target this unit.",
     [("aura", {**ME, "what": "hit taken", "amount": -1, "attacks": "combat", "against": "MONSTERS"})]),
    ("Add 1 to save rolls for this unit and friendly **Tideborn** units while they are within 6\" of this unit.",
     [("aura", {**ME, "what": "save", "amount": 1}),
      ("aura", {"target": "each other friend", "keyword": "TIDEBORN", "range": 6, "what": "save", "amount": 1})]),
    ("This unit is not visible to enemy units more than 12\" away.",
     [("aura", {**ME, "what": "hidden", "amount": 12})]),
    ("The Charge (+1 Damage) weapon ability has no effect on attacks that target this unit.",
     [("aura", {**ME, "what": "no charge damage taken", "amount": 1})]),
    ("This unit has **Ward (4+)** against damage inflicted by shooting attacks.",
     [("aura", {**ME, "lends": "WARD", "amount": 4, "damage-by": "shooting"})]),
    ("If any friendly **Tideborn** units have been destroyed this battle, add 1 to hit rolls for this unit's attacks.",
     [("aura", {**ME, "if": "lost TIDEBORN", "what": "hit", "amount": 1})]),
    ("Friendly **Tideborn** units, excluding **Reeves**, have **Ward (6+)**.",
     [("aura", {"target": "each friend", "keyword": "non-REEVES, TIDEBORN", "lends": "WARD", "amount": 6})]),
    ("Friendly **Gulls** have **Ward (6+)** while they are within the combat ranges of any other friendly **Gulls**.",
     [("aura", {"target": "each friend", "keyword": "GULLS", "which": "near 3 GULLS", "lends": "WARD", "amount": 6})]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "steps"), PASSIVE)
def test_a_abil_6_more_passive_texts_become_auras(text: str, steps: Steps) -> None:
    assert passive(text) == steps


PICK = "Pick an enemy unit in combat with this unit to be the target."
ACTIVE: list[tuple[str, str, Steps]] = [
    (PICK, "Roll a dice. On a 2+: \n• If the target is not damaged, inflict 1 mortal damage on it.\n• If the target is "
     "damaged, inflict D3 mortal damage on it.",
     [("choose", {**FOE, "on": 2, "once": 1}), ("mortal-damage", {"which": "damage 1", "amount": "D3"}),
      ("mortal-damage", {"which": "not damage 1", "amount": "1"})]),
    ("", "Roll a dice and apply the corresponding effect:\n1 *Groan*: Inflict D3 mortal damage on this unit.\n2-6 "
     "*Roar*: Add 1 to hit rolls for this unit's attacks for the rest of the turn.",
     [("mortal-damage", {"on": 1, "once": 1, "amount": "D3", "faces": "1-1"}),
      ("modify", {"what": "hit", "amount": 1, "until": "turn", "faces": "2-6"})]),
    ("If this unit charged this phase, pick an enemy unit within 1\" of it to be the target, then roll a dice.",
     "On a 3+, inflict 2 mortal damage on the target.",
     [("mortal-damage", {"if": "charged", "target": "enemy", "range": 1, "on": 3, "once": 1, "amount": "2"})]),
    ("", "This unit can move 2D6\" as if it had Fly but must end that move in combat.",
     [("move", {"inches": "2D6", "way": "fight", "past": "fly"})]),
    ("", "If this unit is in combat, it can move 6\". It can pass through models in enemy units but must end that move "
     "in combat.",
     [("move", {"if": "in combat", "inches": "6", "way": "fight", "past": "enemies"})]),
    (PICK, "Halve the target's Move characteristic until the start of your next turn.",
     [("modify", {**FOE, "what": "half move", "amount": 1, "until": "own turn"})]),
    (PICK, "Roll a number of dice equal to the unmodified charge roll. For each 4+, inflict 1 mortal damage on the "
     "target.",
     [("mortal-damage", {**FOE, "amount": "1", "dice": "charge roll", "each": 4})]),
    ("", "This unit has **Strike-first** for the rest of the turn but it cannot use commands this phase.",
     [("lend", {"lends": "STRIKE-FIRST", "until": "turn"}), ("bar", {"bars": "COMMAND", "until": "phase"})]),
    ("Pick a friendly **Tideborn** unit wholly within 12\" of this unit to be the target.",
     "Return a number of slain models to the target with a combined Health characteristic of up to 3.",
     [("return", {"target": "friend", "range": 12, "wholly": 1, "keyword": "TIDEBORN", "amount": "3",
                  "by-health": 1})]),
    ("Pick each enemy unit in combat with any friendly **Tideborn** units to be the targets.",
     "Inflict 1 mortal damage on each target.",
     [("mortal-damage", {"target": "each enemy", "which": "fights TIDEBORN", "amount": "1"})]),
    (PICK, "For the rest of the turn, add 1 to the Rend characteristic of melee weapons used by friendly **Gulls** "
     "units for attacks that target that enemy unit.",
     [("modify", {**FOE, "what": "rend taken", "amount": 1, "attacks": "combat", "against": "GULLS",
                  "until": "turn"})]),
]  # fmt: skip


@pytest.mark.parametrize(("declare", "effect", "steps"), ACTIVE)
def test_a_abil_2_more_declared_texts_become_effects(declare: str, effect: str, steps: Steps) -> None:
    assert read(effect, declare) == steps


def test_a_react_6_a_reaction_thwarts_a_command_or_a_spell() -> None:
    lost = "it still counts as having been used and the command points spent to use it are still lost."
    timing = "Reaction: Opponent declared a command for a unit in combat with this unit"
    assert read(f"Roll a dice. On a 5+, that command has no effect, {lost}", "", timing) == [
        ("thwart", {"by-which": "fighting", "target": "trigger", "on": 5})
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Subtract 1 from hit rolls for attacks that target friendly **Gulls** units while they are wholly within "
        "12\" of a friendly **Reeve** that has not charged this turn.",  # who has not charged?
        "Friendly **Tideborn Daemon Infantry** or **Cavalry** units have **Ward (6+)**.",  # are these daemons too?
        "If this unit is in combat, it has **Ward (5+)**. Otherwise, it is sad.",
    ],
)  # fmt: skip
def test_a_imp_8_what_may_be_said_of_others_is_left_by_hand(text: str) -> None:
    assert passive(text) is None


@pytest.mark.parametrize(
    ("armed", "steps"),
    [
        ("Claws of Salt and Sand", [("aura", {**ME, "sets": "coherency", "to": "9"})]),
        ("Claws of Salt and Sand if it charged this turn", None),
    ],
)
def test_a_man_7_the_weapons_of_parts_are_no_effect_unless_more_is_said(armed: str, steps: Steps | None) -> None:
    text = (
        "When a number of damage points equal to this **Manifestation**'s Health characteristic are allocated to it, "
        "this **Manifestation** is destroyed and both its parts are removed from play.\nEach time this "
        '**Manifestation** moves, both its parts must end within 9" of each other.\nEach part of this '
        f"**Manifestation** is armed with {armed}."
    )
    assert passive(text) == steps
