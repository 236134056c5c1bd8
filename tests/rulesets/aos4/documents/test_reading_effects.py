"""Effects read from texts of abilities: what is understood as a whole, and what is left by hand (A-IMP-8)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from game.rulesets.aos4.documents.abilities import AbilityDocument, Kind
from game.rulesets.aos4.documents.reading.words import DoubtError, filled, phrase, rows
from game.rulesets.aos4.documents.reading_effects import plain_text, read_effects

TABLE = """
range=#{n:or 3}; wholly=#{wholly:=1 or } = BE (?P<wholly>wholly )?within
    (?:(?P<n2>two)|(?P<n>\\d+)|reach)
which=is {kind:phrase} = BE (?P<kind>.+)?
"""


Steps = list[tuple[str, dict[str, Any]]]


def ability(effect: str, declare: str = "", timing: str = "", kind: Kind = "normal", *keywords: str) -> AbilityDocument:
    when = timing or ("Passive" if kind == "passive" else "Your Hero Phase")
    return AbilityDocument(id="x", kind=kind, name="X", timing=when, declare=declare, effect=effect, keywords=keywords)


def read(*texts: Any) -> Steps | None:
    proposal = read_effects(ability(*texts))
    return None if proposal is None else [(step.handler, dict(step.params)) for step in proposal.steps]


def passive(effect: str) -> Steps | None:
    return read(effect, "", "", "passive")


NEAR = {"target": "each friend", "keyword": "TIDEBORN", "range": 12, "wholly": 1}
FOE = {"target": "enemy", "which": "fighting"}
PASSIVE: list[tuple[str, Steps]] = [
    ("This unit has **Ward (5+)**.", [("aura", {"target": "self", "lends": "WARD", "amount": 5})]),
    ("This unit has **Strike-first** if it charged this turn.",
     [("aura", {"target": "self", "if": "charged", "lends": "STRIKE-FIRST"})]),
    ("Add 1 to hit rolls for this unit's combat attacks.",
     [("aura", {"target": "self", "what": "hit", "amount": 1, "attacks": "combat"})]),
    ("Subtract 1 from wound rolls for shooting attacks that target this unit.",
     [("aura", {"target": "self", "what": "wound taken", "amount": -1, "attacks": "shooting"})]),
    ("Add 2\" to the Move characteristic of friendly **Tideborn** units while they are wholly within 12\" of this "
     "unit.",
     [("aura", {**NEAR, "what": "move", "amount": 2})]),
    ("Friendly **Tideborn** units have **Ward (6+)** while they are wholly within 12\" of this unit.",
     [("aura", {**NEAR, "lends": "WARD", "amount": 6})]),
    ("While this unit has 10 or more damage points, the Attacks characteristic of its **Gnarled Jaws** is 4.",
     [("aura", {"target": "self", "if": "damage 10", "sets": "attacks", "to": "4", "weapon": "Gnarled Jaws"})]),
    ("Add 1 to the Damage characteristic of this unit's **Long Hooks** for attacks that target a **Monster**.",
     [("aura", {"target": "self", "what": "damage", "amount": 1, "against": "MONSTER", "weapon": "Long Hooks"})]),
    ("This unit's melee weapons have **Crit (2 Hits)**.",
     [("aura", {"target": "self", "gives": "Crit (2 Hits)", "attacks": "combat"})]),
    ("Enemy units cannot use **Retreat** abilities while they are in combat with this unit.",
     [("aura", {"target": "each enemy", "which": "fighting", "bars": "RETREAT"})]),
    ("While this unit is wholly within 12\" of a friendly **Tideborn Hero**, add 3 to this unit's control score.",
     [("aura", {"target": "self", "near": "TIDEBORN HERO", "near-range": 12, "near-wholly": 1, "what": "control",
                "amount": 3})]),
    ("While any friendly **Tideborn Heroes** are within this unit's combat range, both this unit and those **Heroes** "
     "have **Ward (5+)**.",
     [("aura", {"target": "self", "near": "TIDEBORN HEROES", "near-range": 3, "lends": "WARD", "amount": 5}),
      ("aura", {"target": "each other friend", "keyword": "TIDEBORN HEROES", "range": 3, "lends": "WARD",
                "amount": 5})]),
    ("This unit can use **Charge** abilities even if it used a **Run** ability in the same turn.",
     [("aura", {"target": "self", "what": "charge after run", "amount": 1})]),
    ("You can re-roll charge rolls for this unit.",
     [("aura", {"target": "self", "what": "reroll charge", "amount": 1})]),
    ("If this unit charged this turn, for the rest of the turn, add 1 to charge rolls for friendly **Tideborn** units "
     "while they are wholly within 12\" of this unit.",
     [("aura", {**NEAR, "if": "charged", "what": "charge", "amount": 1})]),
    ("Add 1 to wound rolls for combat attacks made by friendly **Tideborn** units while they are wholly within 12\" of "
     "any friendly **Lampmen Priests**.",
     [("aura", {**NEAR, "user": "LAMPMEN PRIESTS", "what": "wound", "amount": 1, "attacks": "combat"})]),
    ("This unit's attacks score critical hits on unmodified hit rolls of 5+.",
     [("aura", {"target": "self", "what": "critical", "amount": 1})]),
    ("Each time this unit uses the 'All-out Attack' command, no command points are spent.",
     [("aura", {"target": "self", "frees": "All-out Attack"})]),
    ("Add 1 to this unit's power level while it is within 6\" of a friendly **Tideborn Hero**.",
     [("aura", {"target": "self", "near": "TIDEBORN HERO", "near-range": 6, "what": "power", "amount": 1})]),
    ("While this unit's Wick is on the battlefield, add 1 to hit rolls for this unit's attacks.",
     [("aura", {"target": "self", "if": "with Wick", "what": "hit", "amount": 1})]),
    ("Enemy units within 6\" of this unit cannot contest objectives.",
     [("aura", {"target": "each enemy", "range": 6, "what": "no contest", "amount": 1})]),
    ("This unit has a coherency range of 2\".", [("aura", {"target": "self", "sets": "coherency", "to": "2"})]),
    ("Ignore negative modifiers to hit rolls for this unit's attacks.",
     [("aura", {"target": "self", "what": "no hit malus", "amount": 1})]),
    ("Ward rolls cannot be made for damage points inflicted by this unit's combat attacks.",
     [("aura", {"target": "self", "what": "pierces", "amount": 1, "attacks": "combat"})]),
    ("Each time a model in this unit is slain by a combat attack and that model was in combat with the attacking "
     "unit, roll a dice. On a 5+, inflict 1 mortal damage on the attacking unit after the Fight ability has been "
     "resolved.", [("aura", {"target": "self", "what": "backlash slain", "amount": 5, "attacks": "combat"})]),
]  # fmt: skip
"""Passive texts of our own, with what they mean."""


@pytest.mark.parametrize(("text", "steps"), PASSIVE, ids=lambda each: each[:40] if isinstance(each, str) else "")
def test_a_abil_6_a_passive_text_becomes_an_aura(text: str, steps: Steps) -> None:
    assert passive(text) == steps


PICK_FOE = "Pick an enemy unit in combat with this unit to be the target."
PICK_FRIEND = 'Pick a visible friendly **Tideborn** unit wholly within 12" of this unit to be the target.'
FRIEND = {"target": "friend", "keyword": "TIDEBORN", "range": 12, "wholly": 1, "visible": 1}
ACTIVATED: list[tuple[str, str, Steps]] = [
    (PICK_FOE, "Inflict D3 mortal damage on the target.", [("mortal-damage", {**FOE, "amount": "D3"})]),
    (PICK_FOE, "Roll a D3. On a 2+, inflict an amount of mortal damage on the target equal to the roll.",
     [("mortal-damage", {**FOE, "on": 2, "die": "D3", "once": 1, "amount": "roll"})]),
    (PICK_FOE, "Roll a dice for each model in the target unit. For each 5+, inflict 1 mortal damage on the target.",
     [("mortal-damage", {**FOE, "amount": "1", "dice": "target models", "each": 5})]),
    (PICK_FOE, "Roll a dice. If the roll exceeds the target's Health characteristic, 1 model in the target unit is "
               "slain.",
     [("slay", {**FOE, "over": "more", "amount": "1"})]),
    (PICK_FRIEND, "**Heal (D3)** the target.", [("heal", {**FRIEND, "amount": "D3"})]),
    (PICK_FRIEND, "Roll a dice. On a 3+, return D3 slain models to the target.",
     [("return", {**FRIEND, "on": 3, "once": 1, "amount": "D3"})]),
    (PICK_FRIEND, "For the rest of the turn:\n\u2022 Add 1 to charge rolls for the target.\n\u2022 Add 1 to the "
                  "Attacks "
     "characteristic of the target's melee weapons.",
     [("modify", {**FRIEND, "what": "charge", "amount": 1, "until": "turn"}),
      ("modify", {"what": "attacks", "amount": 1, "attacks": "combat", "until": "turn"})]),
    (PICK_FRIEND, "Until the start of your next turn, the target has **Ward (5+)**.",
     [("lend", {**FRIEND, "lends": "WARD", "amount": 5, "until": "own turn"})]),
    (PICK_FRIEND, "Remove the target from the battlefield and set it up again more than 9\" from all enemy units.",
     [("set-up", {**FRIEND, "beyond": 9})]),
    (PICK_FRIEND, "Pick 1 of the following effects:\n\u2022 **Heal (3)** the target.\n\u2022 The target has **Fly** "
                  "for "
     "the rest of the turn.",
     [("choose", FRIEND), ("heal", {"amount": "3", "option": "Heal (3) the target"}),
      ("lend", {"lends": "FLY", "until": "turn", "option": "The target has Fly for the rest of the turn"})]),
    ("If this unit charged this turn, pick an enemy unit within 1\" of it to be the target.",
     "Inflict 3 mortal damage on the target.",
     [("mortal-damage", {"if": "charged", "target": "enemy", "range": 1, "amount": "3"})]),
    ("Pick up to 3 enemy units in combat with this unit to be the targets.",
     "Roll a dice for each target. On a 4+, the target has **Strike-last** for the rest of the turn.",
     [("lend", {**FOE, "number": 3, "on": 4, "lends": "STRIKE-LAST", "until": "turn"})]),
    ("", "Roll a D3 for each enemy unit within 3\" of this unit. On a 2+, inflict an amount of mortal damage on "
         "that unit "
     "equal to the roll.",
     [("mortal-damage", {"target": "each enemy", "range": 3, "on": 2, "die": "D3", "amount": "roll"})]),
    ("", "If this unit is not in combat, it can move D6\". It cannot move into combat during any part of that move.",
     [("move", {"if": "not in combat", "inches": "D6", "way": "clear"})]),
    ("", "For the rest of the turn, add 1 to hit rolls for combat attacks made by friendly **Tideborn** units while "
         "they "
     "are wholly within 12\" of this unit.",
     [("aura", {**NEAR, "what": "hit", "amount": 1, "attacks": "combat", "until": "turn"})]),
    (PICK_FOE, "Roll a dice. On a 2-5, inflict 1 mortal damage on the target. On a 6+, inflict D3 mortal damage on "
               "the target.",
     [("mortal-damage", {**FOE, "on": 2, "once": 1, "amount": "1", "faces": "2-5"}),
      ("mortal-damage", {"amount": "D3", "faces": "6-6"})]),
    (PICK_FRIEND, "This unit and the target have **Ward (6+)** for the rest of the turn.",
     [("lend", {**FRIEND, "lends": "WARD", "amount": 6, "until": "turn"}),
      ("lend", {"lends": "WARD", "amount": 6, "until": "turn", "target": "self"})]),
    ("Pick an enemy unit that has not been picked to be the target of this ability this turn and is in combat with "
     "this unit to be the target.", "Inflict D3 mortal damage on the target.",
     [("mortal-damage", {**FOE, "fresh": "turn", "amount": "D3"})]),
    (PICK_FOE, "The target cannot use commands for the rest of the turn.",
     [("bar", {**FOE, "bars": "COMMAND", "until": "turn"})]),
    ("", "For the rest of the turn, enemy units in combat with this unit cannot use the 'Rally' ability.",
     [("aura", {"target": "each enemy", "which": "fighting", "bars": "'Rally'", "until": "turn"})]),
]  # fmt: skip
"""Texts of our own with a declaration, and what they mean."""


@pytest.mark.parametrize(("declare", "effect", "steps"), ACTIVATED, ids=[effect[:60] for _, effect, _ in ACTIVATED])
def test_a_abil_2_a_declared_text_becomes_effects(declare: str, effect: str, steps: Steps) -> None:
    assert read(effect, declare, "Any Combat Phase") == steps


def test_a_react_1_a_reaction_answers_the_units_that_it_names() -> None:
    when = 'Reaction: Opponent declared a **Charge** ability for a unit within 12" of this unit'
    assert read("Inflict D3 mortal damage on that enemy unit.", "", when) == [
        ("mortal-damage", {"target": "trigger", "by-range": 12, "amount": "D3"})
    ]


def test_a_abil_5_reserves_and_replacements_are_read() -> None:
    kept = "Set up this unit in reserve in the depths. It has now been deployed."
    assert read(kept, "", "Deployment Phase", "normal", "DEPLOY") == [("reserve", {"reserve": "in the depths"})]
    come = 'Set up this unit anywhere on the battlefield more than 9" from all enemy units.'
    assert read(come, "Pick this unit if it is in the depths.", "Your Movement Phase") == [
        ("arrive", {"reserve": "in the depths", "beyond": 9})
    ]
    again = (
        "Set up a replacement unit with half the number of models from the target unit (rounding up) wholly within "
        '12" of this unit and more than 9" from all enemy units.'
    )
    gone = "Pick a friendly **Tideborn** unit that has been destroyed to be the target."
    assert read(again, gone, "Your Movement Phase") == [
        ("replace", {"target": "friend", "keyword": "TIDEBORN", "share": "half", "within": 12, "beyond": 9})
    ]


def test_a_mag_3_a_spell_names_its_user() -> None:
    declare = ("Pick a friendly **Tideborn Wizard** to cast this spell, pick a visible enemy unit within 18\" of "
               "them to be the target, then make a casting roll of 2D6.")  # fmt: skip
    assert read("Inflict D3 mortal damage on the target.", declare, "Your Hero Phase", "spell", "SPELL") == [
        ("mortal-damage", {"user": "TIDEBORN WIZARD", "target": "enemy", "range": 18, "visible": 1, "amount": "D3"})
    ]


def test_a_pray_6_a_prayer_may_do_more_or_something_else_for_a_high_roll() -> None:
    declare = ("Pick a friendly **Tideborn Priest** to chant this prayer, pick a friendly unit within 12\" of them "
               "to be the target, then make a chanting roll of D6.")  # fmt: skip
    base = {"user": "TIDEBORN PRIEST", "target": "friend", "range": 12}

    def prayed(effect: str) -> Steps | None:
        return read(effect, declare, "Your Hero Phase", "prayer", "PRAYER")

    assert prayed("**Heal (D3)** the target. If the chanting roll was 8+, **Heal (3)** the target instead.") == [
        ("heal", {**base, "amount": "D3", "missed": 8}),
        ("heal", {"amount": "3", "reached": 8}),
    ]
    assert prayed("**Heal (D3)** the target. In addition, if the chanting roll was 8+, the target has **Ward (6+)** "
                  "until the start of your next turn.") == [
        ("heal", {**base, "amount": "D3"}),
        ("lend", {"lends": "WARD", "amount": 6, "until": "own turn", "reached": 8}),
    ]  # fmt: skip
    assert prayed("**Heal (D3)** the target. If the chanting roll was 8+, you can pick another eligible unit to be "
                  "a second target.") == [("heal", {**base, "extra-from": 8, "amount": "D3"})]  # fmt: skip


def test_a_man_5_a_spell_sets_up_its_manifestation() -> None:
    declare = ("If there is not a friendly **Glass Gale** endless spell on the battlefield, pick a "
               "friendly **Wizard** to cast this spell, then make a casting roll of 2D6.")  # fmt: skip
    effect = (
        'Set up a **Glass Gale** endless spell wholly within 12" of the caster, visible to them and more than 9" from '
        "all enemy units."
    )
    assert read(effect, declare, "Your Hero Phase", "spell", "SPELL", "SUMMON") == [
        ("summon", {"unit": "Glass Gale", "within": 12, "beyond": 9, "visible": 1, "user": "WIZARD"})
    ]
    assert read(effect.replace("Gale", "Wall"), declare, "Your Hero Phase", "spell", "SPELL", "SUMMON") is None


def test_a_fight_2_another_unit_that_fights_next_is_given_what_it_is_given() -> None:
    effect = (
        "Pick a friendly non-**Hero Tideborn** unit that has not used a **Fight** ability this turn and is within "
        "this unit's combat range to be the target. The target can be picked to use a **Fight** ability immediately "
        "after the **Fight** ability used by this unit has been resolved. If it is picked to do so, add 1 to the "
        "Attacks characteristic of its melee weapons for the rest of the turn."
    )
    needs = {"target": "other friend", "range": 3, "keyword": "non-HERO, TIDEBORN", "which": "not used FIGHT"}
    assert read(effect, "", "Reaction: You declared a **Fight** ability for this unit") == [
        ("fight-next", needs),
        ("modify", {"what": "attacks", "amount": 1, "attacks": "combat", "until": "turn"}),
    ]  # fmt: skip
    assert read(effect, "", "Reaction: You declared a **Shoot** ability for this unit") is None


@pytest.mark.parametrize(
    ("declare", "effect", "timing"),
    [
        (PICK_FOE, "Subtract 1 from hit rolls for the target's attacks.", ""),
        (PICK_FOE, "Inflict D3 mortal damage on the target for the rest of the turn.", ""),
        (PICK_FOE, "Inflict D3 mortal damage on the target. Then, spend 1 tide token.", ""),
        (PICK_FOE, "Roll a dice. On a 3+, inflict 1 mortal damage on the target. Then, this unit has **Fly** for the "
         "rest of the turn.", ""),
        (PICK_FOE, "Add 1 to the Attacks characteristic of its melee weapons for the rest of the turn.", ""),
        (PICK_FOE, "Inflict D3 mortal damage on the target.", "Reaction: Opponent declared a non-**Charge** ability "
         "for a unit within 12\" of this unit"),
        (PICK_FOE, "Inflict D3 mortal damage on the target.", "When the moon is full"),
        ("Pick an enemy unit that has not been picked to be the target of this ability this season and is in combat "
         "with this unit to be the target.", "Inflict D3 mortal damage on the target.", ""),
        (PICK_FOE + " You cannot pick a unit in cover.", "Inflict D3 mortal damage on the target.", ""),
        ("", "The target has **Fly** for the rest of the turn.", ""),
        (PICK_FOE, "Roll a dice. On a 2+, inflict 1 mortal damage on the target. On a 5+, inflict D3 mortal damage on "
         "the target.", ""),
        ("", "Add 1 to luck rolls for this unit for the rest of the turn.", ""),
    ],
)  # fmt: skip
def test_a_imp_8_what_is_doubtful_is_left_by_hand(declare: str, effect: str, timing: str) -> None:
    """A duration too few or too many, a sentence, a limit or a trigger that is not understood."""
    assert read(effect, declare, timing or "Any Combat Phase") is None


@pytest.mark.parametrize(
    "text",
    [
        "Add 1 to hit rolls for this unit's attacks while you have 3 or more tide tokens.",
        "Add 1 to hit rolls for this unit's attacks. This can happen once.",
        "While this unit is lucky, add 1 to hit rolls for this unit's attacks.",
        "Inflict D3 mortal damage on this unit.",
        "The target has **Fly**.",
        "Add 1 to hit rolls for this unit's attacks for the rest of the turn.",
        "",
    ],
)
def test_a_imp_8_a_passive_text_with_more_than_is_understood_is_left_by_hand(text: str) -> None:
    assert passive(text) is None


def test_a_imp_8_passives_that_something_else_switches_on_are_left_by_hand() -> None:
    assert read("Add 1 to hit rolls for this unit's attacks.", "", "", "passive", "TIDE") is None


def test_a_imp_8_cards_and_most_deployments_are_not_read() -> None:
    text = "Inflict D3 mortal damage on the target."
    assert read(text, PICK_FOE, "", "command") == [("mortal-damage", {**FOE, "amount": "D3"})]
    assert read(text, PICK_FOE, "", "card") is None
    assert read(text, PICK_FOE, "Deployment Phase", "normal", "DEPLOY") is None
    assert read(text, PICK_FOE, "Your Shooting Phase", "normal", "SHOOT") is None
    known = ability(text, PICK_FOE).model_copy(update={"handler": "heal"})
    assert read_effects(known) is None, "it has effects already"


def test_a_imp_8_a_text_without_effect_in_play_needs_nothing() -> None:
    proposal = read_effects(ability("This unit can be included in a Tideborn army.", "", "", "passive"))
    assert proposal is not None
    assert proposal.needs_nothing
    assert proposal.applied(ability("x")) == ability("x")


def test_a_imp_8_the_words_that_gave_the_effects_are_found_in_the_text() -> None:
    found = ability("Inflict D3 mortal damage  on the **target**.", PICK_FOE)
    proposal, text = read_effects(found), "\n".join(plain_text(found))
    assert proposal is not None
    assert [text[start:end] for start, end in proposal.spans(text)] == [
        PICK_FOE,
        "Inflict D3 mortal damage on the target.",
    ]
    assert proposal.applied(found).handler == "mortal-damage"


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Tideborn", ["TIDEBORN"]),
        ("Infantry or Cavalry", ["INFANTRY or CAVALRY"]),
        ("Tideborn Infantry or Cavalry", ["TIDEBORN INFANTRY or TIDEBORN CAVALRY"]),
        ("non-Hero Tideborn", ["non-HERO", "TIDEBORN"]),
        ("non-Hero non-War Machine Tideborn", ["non-HERO", "non-WAR MACHINE", "TIDEBORN"]),
        ("Reef and Gale", ["REEF or GALE or REEF AND GALE"]),
    ],
)
def test_a_key_1_keywords_in_texts_are_phrases(text: str, phrases: list[str]) -> None:
    assert phrase(text) == phrases


def test_rows_of_a_table_become_parameters_with_the_groups_of_their_pattern() -> None:
    (places, place), (states, state) = rows(TABLE, {"BE ": "(?:is )?"})

    def read_as(template: str, pattern: str, text: str) -> dict[str, Any]:
        match = re.fullmatch(pattern, text)
        assert match is not None
        return filled(template, match)

    assert read_as(places, place, "is wholly within 12") == {"range": 12, "wholly": 1}
    assert read_as(places, place, "within reach") == {"range": 3}
    assert read_as(states, state, "is Hero or Monster") == {"which": "is HERO or MONSTER"}
    for doubtful in ("is non-Hero", "is "):  # an exception, and a blank without a text
        with pytest.raises(DoubtError):
            read_as(states, state, doubtful)
