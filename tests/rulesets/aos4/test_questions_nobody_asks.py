"""Questions that no player would get at a table are answered by themselves, visibly and as entries of the journal."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.editing import Correction
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.hand_needs import HandNeeds, hand_needs
from game.rulesets.aos4.rules import events
from tests.rulesets.aos4.battles import A, B, Battle, row

PIKES = "ann.wallward-pikes"


def ability(identity: str, timing: str, moment: str, text: str, used_by: str, declare: str = "") -> AbilityDocument:
    return AbilityDocument(
        id=identity,
        name=identity.title(),
        timing=timing,
        phases=(moment,),
        declare=declare,
        effect=text,
        used_by=(used_by,),
    )


def battle(*abilities: AbilityDocument, phase: str = "hero") -> Battle:
    """Pikes and hullbreakers that are not in combat."""
    packs = (PackDocument(id="test", kind="custom", name="Test", abilities=abilities),)
    made = Battle(phase, packs=packs)
    made.put("wallward-pikes", *row(8, 14, 8, 1.5, 4))
    made.put("hullbreakers", *row(5, 14, 24, 2))
    return made


def begin(made: Battle, *, asks: bool = False) -> Battle:
    """Begin; unless it `asks`, both players want no needless questions."""
    made.begin(KeyedDice(2))
    made.session.forced = frozenset() if asks else frozenset((A, B))
    return made


@pytest.mark.parametrize(
    ("declare", "effect", "needs"),
    [
        ("Pick an enemy unit in combat with this unit to be the target.", "It is sad.",
         HandNeeds(target={"target": "enemy", "range": 3, "which": "fighting"})),
        ("Pick a visible friendly Lantern Concord Infantry unit wholly within 12\" of this unit to be the target.", "",
         HandNeeds(target={"target": "friend", "range": 12, "wholly": 1, "visible": 1})),
        ("Pick another friendly unit within this unit's combat range to be the target.", "",
         HandNeeds(target={"target": "other friend", "range": 3})),
        ("", "If this unit charged this turn, roll a dice.", HandNeeds(user=("charged",))),
        ("", "If this unit is in combat with any enemy units that charged this turn, roll a dice.",
         HandNeeds(user=("in combat",))),
        ("", "If this unit is in combat or has been set up this turn, roll a dice.", HandNeeds()),
        ("If you like, pick an enemy unit in combat with this unit to be the target.", "", HandNeeds()),
        ("Pick an objective within 6\" of this unit to be the target.", "", HandNeeds()),
        ("Pick an enemy unit within 6\" of this unit or of a friendly unit to be the target.", "", HandNeeds()),
    ],
)  # fmt: skip
def test_only_what_is_beyond_doubt_rules_out_a_use_by_hand(declare: str, effect: str, needs: HandNeeds) -> None:
    assert hand_needs(ability("x", "Your Hero Phase", "yourHero", effect, "Hullbreakers", declare)) == needs


def test_the_unit_that_a_reaction_names_is_read() -> None:
    timing = "Reaction: Opponent declared a command, Spell ability or Prayer ability for an Infected unit"
    assert hand_needs(ability("x", timing, "anyHero", "", "Hullbreakers")).trigger == ("INFECTED",)
    assert not hand_needs(ability("x", "Reaction: You declared a Run ability", "anyHero", "", "Hullbreakers")).trigger


SHRIEK = ability("shriek", "Any Hero Phase", "anyHero", "It is sad.", "Hullbreakers",
                 "Pick an enemy unit in combat with this unit to be the target.")  # fmt: skip


def test_nobody_is_asked_about_an_ability_by_hand_without_a_target() -> None:
    far = begin(battle(SHRIEK))
    far.until("movement")
    passed = [event.player for event in far.events(events.Passed)]
    assert B in passed  # the log shows it
    assert far.session.journal.count("pass") > 1
    asked = begin(battle(SHRIEK), asks=True)
    asked.done()
    assert asked.asked.player == B
    assert "shriek hullbreakers" in asked.keys


def test_somebody_is_asked_as_soon_as_there_is_a_target() -> None:
    near = battle(SHRIEK)
    near.put("hullbreakers", *row(5, 14, 11, 2))
    begin(near)
    assert near.asked.player == B
    assert "shriek hullbreakers" in near.keys


def test_a_deed_by_hand_is_done_when_it_is_done() -> None:
    mend = ability("mend", "Your Hero Phase", "yourHero", "It is well.", "Wallward Pikes")
    made = battle(mend)
    made.put("wallward-pikes", *row(8, 14, 8, 1.5, 4), damage=0)
    begin(made).use("mend", "wallward-pikes").say("heal", PIKES, "1")
    assert "done" in made.session.journal
    assert made.asked.rule != "A-IMP-8"
    again = begin(made, asks=True).use("mend", "wallward-pikes").say("heal", PIKES, "1")
    assert again.asked.prompt == "Mend by hand: choose what happens"


def test_equal_models_far_from_everything_fall_where_it_is_best() -> None:
    made = battle()
    made.put("wallward-pikes", *row(10, 14, 3, 1.5, 5))
    begin(made)
    made.session.change_by_hand(Correction({"do": "deed", "what": "slay", "piece": PIKES, "amount": "2"}, B))
    assert len(made.unit("wallward-pikes").at) == 8
    titled = [model for model, facts in made.game.models(made.unit("wallward-pikes")).items() if facts.titles]
    assert {*titled} <= {*made.unit("wallward-pikes").at}


def test_models_in_combat_are_chosen_by_their_player() -> None:
    made = battle()
    made.put("hullbreakers", *row(5, 14, 11, 2))
    begin(made)
    made.session.change_by_hand(Correction({"do": "deed", "what": "slay", "piece": PIKES, "amount": "2"}, B))
    assert isinstance(made.asked, Pick)


def test_the_second_model_returns_beside_the_first() -> None:
    made = battle()
    begin(made)
    made.session.change_by_hand(Correction({"do": "deed", "what": "return", "piece": PIKES, "amount": "2"}, A))
    assert isinstance(made.asked, Place)
    spot = made.asked.region.nearest((20.0, 8.0))
    assert spot is not None
    made.say([spot[0], spot[1]])
    assert len(made.unit("wallward-pikes").at) == 10
    assert made.asked.rule != "A-DMG-8"


def test_the_only_unit_that_fights_is_not_asked_for() -> None:
    made = battle(phase="movement")
    made.put("beaconwright", (40, 2))  # that may move first
    made.put("hullbreakers", *row(5, 14, 11, 2))
    made.did("hullbreakers", "charged")
    begin(made)
    while made.asked.rule == "A-TURN-2":
        made.done()
    assert "fight ann.wallward-pikes" in made.session.journal
    assert made.asked.rule == "A-PILE-1"
