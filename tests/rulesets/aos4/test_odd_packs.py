"""Packs may say odd things: nothing of it stops a battle (A-IMP-8, A-IMP-9, A-ABIL-2, A-DEP-4)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.resolving import BY_HAND, rules_of
from game.rulesets.aos4.rules.phases.deployment import deploying_abilities
from game.rulesets.aos4.rules.positions import Positions
from tests.rulesets.aos4.battles import A, B, Battle, row

ANSWERS = ("unbind", "at-the-double", "forward-to-victory", "all-out-attack", "all-out-defence")


def ability(identity: str, timing: str, phase: str, **more: Any) -> AbilityDocument:
    facts = {"keywords": ("RAMPAGE",)} | more
    return AbilityDocument(id=identity, name=identity.title(), timing=timing, phases=(phase,), **facts)


def pack(*abilities: AbilityDocument) -> PackDocument:
    return PackDocument(id="odd", kind="custom", name="Odd", abilities=abilities)


ZAP = ability("zap", "Reaction: Opponent declared something", "anyMovement", used_by=("Hullbreakers",))
"""A reaction by hand: its player may do anything."""


def facing(phase: str, *abilities: AbilityDocument, **options: Any) -> Battle:
    battle = Battle(phase, packs=(pack(*abilities),), **options)
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", *row(5, 16, 15, 2))
    return battle


@pytest.mark.parametrize("beginner", [A, B])
def test_a_dep_4_abilities_of_the_deployment_are_reacted_to_the_beginner_first(beginner: str) -> None:
    """Nobody has a turn yet: whom to ask first stopped every battle with such an ability."""
    jump = ability("jump", "Deployment Phase", "deployment", handler="modify", params={"what": "hit", "target": "self"})
    hop, skip = (
        ability(name, f"Reaction: {side} declared a RAMPAGE ability", "deployment", used_by=(unit,), keywords=("HOP",))
        for name, side, unit in (("hop", "You", "Beaconwright"), ("skip", "Opponent", "Hullbreakers"))
    )
    battle = facing("deployed", jump, hop, skip)
    battle.state.round, battle.state.active, battle.state.first, battle.state.beginner = 0, "", "", beginner
    battle.begin()
    assert battle.asked.player == beginner
    if beginner == B:
        battle.done()
    battle.use("jump", "beaconwright")
    assert battle.asked.player == beginner
    assert battle.reactions() == (["hop beaconwright"] if beginner == A else ["skip hullbreakers"])


def test_a_imp_6_who_is_targeted_by_a_charge_or_by_hand_the_players_say() -> None:
    """A charge names no target (A-CHG-2), nor does a spell used by hand: such a reaction was never offered."""
    hiss = ability("hiss", "Your Hero Phase", "yourHero", used_by=("Beaconwright",), keywords=("SPELL",))
    told = "Reaction: Opponent declared a {} ability that targeted this unit"
    burn = ability("burn", told.format("CHARGE"), "enemyCharge", used_by=("Hullbreakers",))
    spit = ability("spit", told.format("SPELL"), "anyHero", used_by=("Hullbreakers",))
    duck = ability("duck", told.format("SHOOT"), "anyShooting", used_by=("Hullbreakers", "Tide Reeve"))
    battle = facing("charge", burn).rolls("charge", 3, 3).begin().use("charge", "beaconwright").done()
    assert battle.reactions() == ["burn hullbreakers"]
    assert facing("hero", hiss, spit).begin().use("hiss", "beaconwright").reactions() == ["spit hullbreakers"]
    battle = facing("shooting", duck)
    battle.put("tide-reeve", (40, 28))
    battle.begin().use("shoot", "beaconwright")
    assert "duck tide-reeve" not in battle.reactions(), "whom an attack targets is known"


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_imp_8_what_only_answers_another_use_is_by_hand_elsewhere(answer: str) -> None:
    alone = ability("alone", "Your Hero Phase", "yourHero", handler=answer)
    assert rules_of(alone) is BY_HAND
    assert (
        rules_of(ability("known", "Reaction: You declared a RUN ability", "anyMovement", handler=answer)) is not BY_HAND
    )
    battle = facing("hero", alone, windows="always").begin().use("alone", "beaconwright").no_reaction()
    assert battle.asked.rule == "A-IMP-8"


def test_a_ab_14_no_spell_intervenes_for_itself() -> None:
    again = ability(
        "again", "Any Hero Phase", "anyHero", kind="spell", value=5, handler="magical-intervention", keywords=("SPELL",)
    )
    battle = facing("hero", again).begin()
    assert battle.why_not("again", "beaconwright") == ""
    battle = facing("hero", again).at("hero", "opponent").begin()
    assert "again" not in " ".join(battle.keys)


def test_a_ab_14_who_was_destroyed_by_a_reaction_intervenes_no_more() -> None:
    battle = facing("hero", ZAP.model_copy(update={"phases": ("anyHero",)}), active=B)
    battle.put("wallward-pikes", (40, 3))
    battle.state.units["ann.beaconwright"].damage = 4
    battle.rolls("ward", 1).begin().until("hero", "opponent").use("magical-intervention", "beaconwright")
    battle.use("zap", "hullbreakers").say("mortal").at_unit("beaconwright").say("1", "done")
    assert battle.unit("beaconwright").place == "destroyed"
    assert not battle.events(events.CastRolled)


@pytest.mark.parametrize(("phase", "deed", "dice"), [("movement", "run", 1), ("charge", "charge", 2)])
def test_a_abil_2_who_was_destroyed_by_a_reaction_goes_nowhere(phase: str, deed: str, dice: int) -> None:
    battle = facing(phase, ZAP.model_copy(update={"phases": (f"any{phase.title()}",)}))
    battle.put("wallward-pikes", (40, 3))
    battle.state.units["ann.beaconwright"].damage = 4
    planned = [(deed, face) for face in [6] * dice]
    for purpose, face in (*planned, ("ward", 1)) if deed == "charge" else (("ward", 1), *planned):
        battle.rolls(purpose, face)
    battle.begin().use(deed, "beaconwright")
    if battle.asked.player == A:
        battle.done()
    battle.use("zap", "hullbreakers").say("mortal").at_unit("beaconwright").say("1", "done")
    assert battle.unit("beaconwright").place == "destroyed"
    assert not battle.events(events.Moved)
    assert not battle.events(events.ReachedNobody)


def test_a_dep_3_an_ability_of_the_deployment_that_is_for_nobody_is_not_offered() -> None:
    mend = ability(
        "mend", "Deployment Phase", "deployment", handler="heal", keywords=("DEPLOY",), params={"target": "enemy"}
    )
    battle = Battle("deploying", packs=(pack(mend),))
    game, unit = battle.begin().game, battle.unit("wallward-pikes")
    assert deploying_abilities(game, A, unit) == []
    battle = Battle("deploying", packs=(pack(mend),))
    battle.put("hullbreakers", (20, 25))
    game, unit = battle.begin().game, battle.unit("wallward-pikes")
    assert [each.id for each in deploying_abilities(game, A, unit)] == ["mend"]


def test_a_dep_3_what_is_used_in_reserve_has_no_odds() -> None:
    rush = ability("rush", "Deployment Phase", "deployment", handler="charge", keywords=("DEPLOY",))
    battle = Battle("deploying", packs=(pack(rush),))
    battle.put("hullbreakers", (20, 25))
    battle.state.deployer = A
    battle.begin()
    assert "rush wallward-pikes" in battle.keys
    book, game = battle.session.ruleset, battle.game
    assert book.odds(game, battle.asked, "rush ann.wallward-pikes") is None


def test_a_geo_3_a_gap_is_the_same_to_the_last_bit_whoever_asks_first() -> None:
    """It stands in events: a replay that asked in another order differed from its record."""
    rng = Random(3)
    for _each in range(200):
        battle = Battle()
        one = battle.put("glarecoil-slingers", (rng.uniform(5, 20), rng.uniform(5, 20)))
        other = battle.put("eelback-chargers", (rng.uniform(20, 40), rng.uniform(5, 25)))
        assert Positions(battle.setup).gap(one, other) == Positions(battle.setup).gap(other, one)


SCORN = ability(
    "scorn", "Reaction: Opponent declared a command, SPELL or PRAYER", "anyMovement", used_by=("Hullbreakers",)
)


def test_a_imp_6_a_reaction_that_names_several_keywords_answers_those_and_no_normal_move() -> None:
    """It was offered after every declaration."""
    battle = facing("movement", SCORN).begin().use("normal-move", "beaconwright")
    assert battle.reactions() == []
    hiss = ability("hiss", "Your Hero Phase", "yourHero", keywords=("SPELL",), kind="spell", value=2)
    battle = facing("hero", SCORN, hiss).rolls("cast", 4, 4).begin().use("hiss", "beaconwright")
    assert "scorn hullbreakers" in battle.reactions()
    assert "scorn hullbreakers" in facing("hero", SCORN).begin().use("rally", "beaconwright").reactions()


def test_a_imp_4_a_reaction_in_a_named_phase_is_offered_in_that_phase_only() -> None:
    told = "Any Combat Phase, Reaction: Opponent declared a RAMPAGE ability"
    growl = ability("growl", told, "anyCombat", keywords=("SNARL",), used_by=("Hullbreakers",))
    for phase in ("hero", "combat"):
        name = f"any{phase.title()}"
        roar = ability("roar", f"Any {phase.title()} Phase", name, used_by=("Beaconwright",))
        battle = facing(phase, growl, roar).begin().use("roar", "beaconwright")
        assert battle.reactions() == (["growl hullbreakers"] if phase == "combat" else [])


def test_a_turn_4_an_ability_of_the_start_of_the_first_round_is_for_that_round() -> None:
    herald = ability("herald", "Start of First Battle Round", "startOfBattleRound", used_by=("Beaconwright",))
    battle = facing("hero", herald)
    for number, rule in ((1, ""), (2, "A-TURN-4")):
        battle.state.round = number
        assert battle.begin().why_not("herald", "beaconwright") == rule
