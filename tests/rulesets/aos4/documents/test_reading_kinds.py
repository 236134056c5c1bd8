"""Further kinds of ability texts: what a target suffered, places around it, states, moves, reserves, last deeds."""

from __future__ import annotations

import pytest

from tests.rulesets.aos4.documents.test_reading_effects import FOE, Steps, passive, read

ME = {"target": "self"}
PICK = "Pick an enemy unit in combat with this unit to be the target."
FRIEND = 'Pick a friendly **Tideborn** unit wholly within 12" of this unit to be the target.'
NEAR = {"target": "friend", "range": 12, "wholly": 1, "keyword": "TIDEBORN"}
ARMY = "Once Per Turn (Army), Your Hero Phase"
PASSIVE: list[tuple[str, Steps]] = [
    ("This unit has **Ward (4+)** against damage inflicted by Spell abilities and abilities used by Manifestations.",
     [("aura", {**ME, "lends": "WARD", "amount": 4, "damage-by": "spell, manifestation"})]),
    ("Other friendly units have **Ward (6+)** while they are wholly within 12\" of this unit and under orders.",
     [("aura", {"target": "each other friend", "range": 12, "wholly": 1, "which": "is UNDER ORDERS", "lends": "WARD",
                "amount": 6})]),
    ("Double the Damage characteristic of this unit's **Long Hooks** for attacks that target **Monsters**.",
     [("aura", {**ME, "what": "double damage", "amount": 1, "against": "MONSTERS", "weapon": "Long Hooks"})]),
    ("Add 3\" to the Range characteristic of this unit's **Slings** while it is within 6\" of a friendly **Reeve**.",
     [("aura", {**ME, "near": "REEVE", "near-range": 6, "what": "range", "amount": 3, "weapon": "Slings"})]),
    ("When making charge rolls for this unit, add 1 to the number of dice rolled, to a maximum of 3, then remove 1 "
    "dice "
     "of your choice and use the remaining dice as the charge roll.",
     [("aura", {**ME, "what": "best charge", "amount": 1})]),
    ("Add 1 to casting rolls for this unit when it uses a **Summon** ability.",
     [("aura", {**ME, "what": "cast", "amount": 1, "deed": "SUMMON"})]),
    ("If this unit is destroyed, before removing it from play, roll a D3 for each enemy unit in combat with it. On a "
    "2+, "
     "inflict an amount of mortal damage on that unit equal to the roll.",
     [("mortal-damage", {"target": "each enemy", "which": "fighting", "on": 2, "die": "D3", "amount": "roll",
                         "dying": 1})]),
    ("While this unit is within the combat range of a friendly **Gulls** unit: \n• This unit has **Ward (4+)**.\n• "
    "Each "
     "time you make a successful ward roll for this unit, allocate 1 damage point to a friendly **Gulls** unit within "
     "its combat range after the damage sequence has been resolved (ward rolls cannot be made for those damage "
     "points).",
     [("aura", {**ME, "near": "GULLS", "near-range": 3, "lends": "WARD", "amount": 4}),
      ("aura", {**ME, "near": "GULLS", "near-range": 3, "passes": "GULLS"})]),
    ("If any friendly **Gulls** have been destroyed this battle: \n• Add 1 to hit rolls for this unit's attacks.\n• "
    "This "
     "unit has **Strike-first** if it charged in the same turn.",
     [("aura", {**ME, "if": "lost GULLS", "what": "hit", "amount": 1}),
      ("aura", {**ME, "if": "lost GULLS, charged", "lends": "STRIKE-FIRST"})]),
    ("While they are wholly within 12\" of this unit: \n• Friendly **Gulls** units have **Ward (6+)**.\n• Add 1 to "
     "control scores of friendly **Eels** units.",
     [("aura", {"target": "each friend", "keyword": "GULLS", "range": 12, "wholly": 1, "lends": "WARD", "amount": 6}),
      ("aura", {"target": "each friend", "keyword": "EELS", "range": 12, "wholly": 1, "what": "control",
                "amount": 1})]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "steps"), PASSIVE)
def test_a_abil_6_further_passive_texts_become_effects(text: str, steps: Steps) -> None:
    assert passive(text.replace("Add 1 to control", "Add 1 to the control")) == steps


ACTIVE: list[tuple[str, str, str, Steps]] = [
    ("", PICK, "Roll a dice for each model in the target unit. For each 6, inflict 1 mortal damage on the target. If "
    "any "
     "models are slain by this ability, halve the target's Move characteristic until the start of your next turn.",
     [("mortal-damage", {**FOE, "amount": "1", "dice": "target models", "each": 6}),
      ("modify", {"then": "slew", "what": "half move", "amount": 1, "until": "own turn"})]),
    ("", PICK, "Inflict D3 mortal damage on the target. If the target is destroyed by this ability, add 1 to this "
    "unit's "
     "power level for the rest of the battle.",
     [("mortal-damage", {**FOE, "amount": "D3"}),
      ("modify", {"then": "destroyed", "what": "power", "amount": 1, "until": "battle", "target": "self"})]),
    ("", FRIEND, "Inflict D3 mortal damage on each enemy unit in combat with the target.",
     [("choose", NEAR), ("mortal-damage", {"target": "each enemy", "which": "fighting", "amount": "D3",
                                           "at-target": 1})]),
    ("", PICK, "Inflict 1 mortal damage on each other enemy unit within 3\" of the target.",
     [("choose", FOE), ("mortal-damage", {"target": "each other enemy", "range": 3, "amount": "1", "at-target": 1})]),
    ("", FRIEND, "For the rest of the turn, enemy units cannot use commands while they are in combat with the target.",
     [("choose", NEAR), ("aura", {"target": "each enemy", "which": "fighting", "bars": "COMMAND", "until": "turn",
                                  "at-target": 1})]),
    (ARMY, FRIEND, "For the rest of the turn, while the target is within 6\" of this unit, add 2 to the target's "
    "control "
     "score.",
     [("lend", {**NEAR, "lends": "MARK OF X", "until": "turn"}),
      ("aura", {"target": "each friend", "keyword": "MARK OF X", "range": 6, "what": "control", "amount": 2,
                "until": "turn"})]),
    ("", FRIEND, "Allocate D3 damage points to the target (ward rolls cannot be made for those damage points), then "
    "Heal "
     "(D3) this unit.",
     [("mortal-damage", {**NEAR, "amount": "D3", "unwarded": 1}), ("heal", {"amount": "D3", "target": "self"})]),
    ("", FRIEND, "The target is under orders for the rest of the battle round.",
     [("lend", {**NEAR, "lends": "UNDER ORDERS", "until": "round"})]),
    ("", "Pick a friendly cursed **Gulls** unit to be the target.", "Heal (2) the target.",
     [("heal", {"target": "friend", "keyword": "GULLS", "which": "is CURSED", "amount": "2"})]),
    ("", PICK, "Subtract 1 from hit rolls for the target's attacks until the end of your next turn.",
     [("modify", {**FOE, "what": "hit", "amount": -1, "until": "own end"})]),
    ("", PICK, "Roll 2D6. On an 8+, 1 model in the target unit is slain.",
     [("slay", {**FOE, "die": "2D6", "on": 8, "once": 1, "amount": "1"})]),
    ("", PICK, "Make a nasty bite roll of D3. Add 1 to the roll if the target charged this turn. On a 2+, inflict an "
     "amount of mortal damage on the target equal to the roll.",
     [("mortal-damage", {**FOE, "die": "D3", "on": 2, "plus": 1, "plus-which": "charged", "once": 1,
                         "amount": "roll"})]),
    ("", "", "If this unit charged this turn, roll a dice. On a 3+, this unit can move 2D6\". It can pass through the "
     "combat ranges of enemy units but must end that move in combat. Then, pick an enemy unit that this unit passed "
     "across during that move. Inflict D3 mortal damage on that enemy unit.",
     [("move", {"if": "charged", "on": 3, "once": 1, "inches": "2D6", "way": "fight"}),
      ("mortal-damage", {"target": "enemy", "which": "crossed phase", "amount": "D3"})]),
    ("", "", "This unit can move 6\". It can pass through the combat ranges of enemy units but cannot end that move in "
     "combat. Then, pick up to 3 enemy units that this unit passed across during that move to be the targets. Roll a "
     "D3 for each target. On a 2+, inflict an amount of mortal damage on the target equal to the roll.",
     [("move", {"inches": "6", "way": "through"}),
      ("mortal-damage", {"target": "enemy", "which": "crossed phase", "number": 3, "on": 2, "die": "D3",
                         "amount": "roll"})]),
    ("", "", "This unit can move D6\". It can only end that move in combat with units it was in combat with at the "
    "start "
     "of the move.",
     [("move", {"inches": "D6", "way": "held"})]),
    ("", "", "This unit can move D6\". It can move through the combat ranges of enemy units but can only end that "
    "move in "
     "combat with units it was in combat with at the start of the move.",
     [("move", {"inches": "D6", "way": "fought"})]),
    ("", "", "This unit can move D6\" and can move through the combat ranges of enemy units but can only end that "
     "move in combat with units it was in combat with at the start of the move.",
     [("move", {"inches": "D6", "way": "fought"})]),
    ("", FRIEND, "If the target is damaged, Heal (D6) the target. If the target is not damaged, return a slain model "
    "to "
     "it.",
     [("choose", NEAR), ("return", {"which": "not damage 1", "amount": "1"}),
      ("heal", {"which": "damage 1", "amount": "D6"})]),
]  # fmt: skip


@pytest.mark.parametrize(("timing", "declare", "effect", "steps"), ACTIVE)
def test_a_abil_2_further_declared_texts_become_effects(timing: str, declare: str, effect: str, steps: Steps) -> None:
    assert read(effect, declare, timing) == steps


def test_a_pray_6_a_high_roll_changes_one_entry_of_a_list() -> None:
    listed = (
        "• Add 1 to run rolls for the target.\n• Add 1 to charge rolls for the target. If the chanting roll was 8+, "
    )
    listed += "add 3 "
    found = read(f"Until the start of your next turn: \n{listed}to charge rolls for the target instead.",
                 f"{PICK[:-1]}, then make a chanting roll of D6.", "", "prayer")  # fmt: skip
    assert found == [
        ("modify", {**FOE, "what": "run", "amount": 1, "until": "own turn"}),
        ("modify", {"what": "charge", "amount": 1, "until": "own turn", "missed": 8}),
        ("modify", {"what": "charge", "amount": 3, "until": "own turn", "reached": 8}),
    ]
    own = listed.replace(" If", "\n• If")
    assert read(f"Until the start of your next turn: \n{own}to charge rolls for the target instead.",
                f"{PICK[:-1]}, then make a chanting roll of D6.", "", "prayer") is None, "instead of both?"  # fmt: skip


def test_a_abil_5_no_effect_changes_what_a_later_one_asks() -> None:
    either = (
        "• If the target is damaged, Heal (3) the target.\n• If the target is not damaged, return a slain model to it."
    )
    found = read(f"For each target: \n{either}", FRIEND.replace("a friendly", "up to 2 friendly"))
    assert found is not None
    assert [handler for handler, _needs in found] == ["choose", "return", "heal"]
    safe = "In addition, no mortal damage is inflicted on this unit by Retreat abilities this phase."
    assert read(
        f"This unit can use the 'Normal Move' or 'Retreat' ability as if it were your movement phase. {safe}"
    ) == [
        ("modify", {"what": "safe retreat", "amount": 1, "until": "phase"}),
        ("use-now", {"deeds": "normal-move, retreat"}),
    ]


@pytest.mark.parametrize(
    ("effect", "steps"),
    [
        ("Roll a dice for each model in this unit. If any of the rolls are a 6, the target has **Strike-last** for "
        "the rest "
         "of the turn.",
         [("lend", {**FOE, "on": 6, "rolls": "user models", "once": 1, "lends": "STRIKE-LAST", "until": "turn"})]),
        ("Inflict D6 mortal damage on the target. If 3 or more damage points are allocated to the target by this "
        "ability, the "
         "target cannot use commands for the rest of the turn.",
         [("mortal-damage", {**FOE, "amount": "D6"}), ("bar", {"then": "hurt 3", "bars": "COMMAND", "until": "turn"})]),
    ],
)  # fmt: skip
def test_a_abil_7_several_dice_or_points_decide(effect: str, steps: Steps) -> None:
    assert read(effect, PICK) == steps


def test_a_pray_6_a_high_roll_adds_to_each_die_of_a_pool() -> None:
    prayer = (
        "Roll 6 dice. If the chanting roll was 7+, add 2 to each roll. For each 5+, inflict 1 mortal damage on the "
    )
    found = read(f"{prayer}target.", f"{PICK[:-1]}, then make a chanting roll of D6.", "", "prayer")
    pool = {"amount": "1", "dice": "6"}
    assert found == [
        ("mortal-damage", {**FOE, **pool, "each": 5, "missed": 7}),
        ("mortal-damage", {**pool, "each": 3, "reached": 7}),
    ]


DEPLOYING = ("Deployment Phase", "normal", "DEPLOY")


def test_a_dep_3_units_wait_in_reserve_together_and_arrive_together() -> None:
    assert read(
        "Set up those units in reserve in the deep. They have now been deployed.",
        "Pick this unit and up to 2 friendly **Tideborn** units in this unit's regiment that have not been deployed to "
        "be the targets.",
        *DEPLOYING,
    ) == [("reserve", {"reserve": "in the deep", "with": 2, "with-kind": "TIDEBORN", "with-regiment": 1})]
    assert read(
        "Set up that unit in reserve in the deep. It has now been deployed.",
        "Pick a friendly **Tideborn** unit that has not been deployed to be the target.",
        *DEPLOYING,
    ) == [("reserve", {"reserve": "in the deep", "user": "TIDEBORN"})]
    assert read(
        'Set up this unit anywhere on the battlefield more than 9" from all enemy units. Then, set up each other '
        'friendly unit in the deep wholly within 12" of this unit and more than 9" from all enemy units.',
        "Pick this unit if it is in the deep.",
    ) == [("arrive", {"reserve": "in the deep", "with-range": 12, "beyond": 9})]
    assert read(
        'Set up that unit wholly within 6" of a friendly **Well** and more than 9" from all enemy units. For the '
        "rest of the turn, add 1 to charge rolls for that unit.",
        "Pick a friendly **Tideborn** unit that is in the deep to use this ability.",
    ) == [
        ("arrive", {"reserve": "in the deep", "user": "TIDEBORN", "within": 6, "beside": "WELL", "beyond": 9}),
        ("modify", {"what": "charge", "amount": 1, "until": "turn"}),
    ]


@pytest.mark.parametrize(
    ("timing", "declare", "effect"),
    [
        ("", FRIEND, "For the rest of the turn, while the target is within 6\" of this unit, add 2 to the target's "
        "control "
         "score."),  # another user might have picked another target
        ("", "Pick up to 2 enemy units in combat with this unit to be the targets.", "Inflict 1 mortal damage on each "
         "target. If the target is destroyed by this ability, Heal (1) this unit."),  # which of them?
        ("", PICK, "For the rest of the turn, friendly units have **Ward (6+)** while they are within 6\" of the "
         "target."),  # an enemy would have to bear it
        ("Deployment Phase", "Pick this unit and a friendly **Gulls** unit if those units have not been deployed.",
         "Set up those units in reserve in the deep. They have now been deployed."),
        ("", "", "Each time this unit uses a **Fight** ability, inflict D3 mortal damage on the target after that "
         "ability has been resolved."),  # an echo affects who used the ability
    ],
)  # fmt: skip
def test_a_imp_8_of_these_kinds_what_leaves_doubt_is_left_by_hand(timing: str, declare: str, effect: str) -> None:
    assert read(effect, declare, timing, "normal", *(("DEPLOY",) if timing else ())) is None
