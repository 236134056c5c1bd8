"""Shooting, charging, fighting, damage in play (A-TGT, A-SHOOT, A-CHG, A-FIGHT, A-PILE, A-STRIKE, A-DMG)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest
import shapely

from game.engine.core.decisions import Allocate, Arrange, Choose, Place, answer_of
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.ai.ratings import prospects
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.editing.edits import TERRAIN
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities.resolving import why_idle
from game.rulesets.aos4.rules.attacks.damaging import body_of, suggested_casualties
from game.rulesets.aos4.rules.attacks.eligible import groups, is_covered, is_guarded, is_obscured
from game.rulesets.aos4.rules.core.attacking import closest, no_target
from game.rulesets.aos4.rules.moving.unit_moves import coherency
from game.rulesets.aos4.rules.state import Effect
from game.table.lattice import position
from game.table.layout.judge import gaps_between, is_coherent
from tests.rulesets.aos4.battles import (
    BRINEBACK,
    LANTERN,
    A,
    B,
    Battle,
    Spot,
    box,
    changed,
    field,
    keyworded,
    piece,
    row,
    unarmed,
)

PIKE, AXE, SLING, RIDER, WICK = 32 / 50.8, 40 / 50.8, 28.5 / 50.8, 60 / 50.8, 50 / 50.8


def targets(battle: Battle, name: str, *, ranged: bool = True) -> set[str]:
    """Whom a unit may attack at all."""
    found = groups(battle.game, battle.unit(name), ranged=ranged)
    return {target.split(".")[1] for group in found for target in group.targets}


# -- shooting


def test_a_tgt_1_within_range_and_visible() -> None:
    for gap, near in ((15.0, True), (15.01, False)):
        battle = Battle("shooting")
        battle.put("glarecoil-slingers", (10, 5))
        battle.put("hullbreakers", (10, 5 + SLING + AXE + gap))
        assert bool(targets(battle.begin(), "glarecoil-slingers")) is near
    wall = piece("wall", box(0, 8, 44, 1), 4, "blocks-sight")
    battle = Battle("shooting", on=field(wall))
    battle.put("glarecoil-slingers", (10, 5))
    battle.put("hullbreakers", (10, 12))
    assert not targets(battle.begin(), "glarecoil-slingers")


def test_a_amb_7_range_and_sight_by_different_models() -> None:
    wall = piece("wall", box(0, 8, 20, 1), 4, "blocks-sight")
    battle = Battle("shooting", on=field(wall))
    battle.put("glarecoil-slingers", (10, 5))
    battle.put("hullbreakers", (10, 12), (40, 6))
    assert targets(battle.begin(), "glarecoil-slingers") == {"hullbreakers"}


def volley() -> Battle:
    """Two Slingers shoot at two units."""
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", (10, 5), (11.5, 5))
    battle.put("hullbreakers", (8, 12))
    battle.put("barbcasters", (14, 12))
    return battle


def test_a_tgt_2_and_a_tgt_4_attacks_are_split_before_any_die() -> None:
    battle = volley().rolls("Sling/0/hit", 1, 1).rolls("Sling/1/hit", 1, 1, 1)
    battle.begin().use("shoot", "glarecoil-slingers").say("share")
    assert isinstance(battle.asked, Allocate)
    assert battle.asked.total == 5
    battle.say({"bob.hullbreakers": 2, "bob.barbcasters": 3}).no_reaction()
    assert [(each.target, each.attacks) for each in battle.events(events.Attacked)] == [
        ("bob.hullbreakers", 2),
        ("bob.barbcasters", 3),
    ]


def test_a_tgt_3_and_a_fight_7_every_weapon_attacks() -> None:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", (10, 5), (30, 5))
    battle.put("hullbreakers", (10, 12))
    battle.put("barbcasters", (30, 12))
    battle.rolls("hit", 1, 1, 1, 1, 1).begin().use("shoot", "glarecoil-slingers").at_unit("hullbreakers")
    battle.no_reaction()
    assert {each.target for each in battle.events(events.Attacked)} == {"bob.hullbreakers", "bob.barbcasters"}


def test_a_tgt_5_enemies_in_combat_may_be_shot_at() -> None:
    battle = volley()
    battle.put("wallward-pikes", (8, 14))
    battle.begin()
    assert battle.why_not("shoot", "glarecoil-slingers") == ""
    assert "hullbreakers" in targets(battle, "glarecoil-slingers")
    far = Battle("shooting")
    far.put("glarecoil-slingers", (2, 2))
    far.put("hullbreakers", (40, 28))
    far.put("barbcasters", (30, 28))
    assert far.begin().why_not("shoot", "glarecoil-slingers") == "A-TGT-5"
    slingers = far.unit("glarecoil-slingers")
    assert no_target(far.game, slingers).text == "Barbcasters is nearest, 22.02″ beyond the range of 15.00″"
    assert "no ranged weapon" in no_target(far.game, far.unit("hullbreakers")).text


def test_a_chg_6_a_charge_that_no_roll_can_make_says_by_how_many_inches() -> None:
    battle = Battle("charge")
    battle.put("wallward-pikes", *row(5, 20, 2, 2))
    battle.put("hullbreakers", *row(5, 20, 28, 2))
    battle.begin()
    pikes = battle.unit("wallward-pikes")
    spec = battle.game.ability(pikes.owner, "charge")
    assert why_idle(battle.game, spec, pikes) == "Hullbreakers is nearest, 12.09″ too far for any roll"


@pytest.mark.parametrize("keyword", ["RUN", "RETREAT"])
def test_a_shoot_1_and_a_chg_1_neither_run_nor_retreat(keyword: str) -> None:
    battle = volley()
    battle.did("glarecoil-slingers", keyword)
    battle.begin()
    assert battle.why_not("shoot", "glarecoil-slingers") == "A-SHOOT-1"
    assert battle.why_not("charge", "glarecoil-slingers") == "A-CHG-1"


def test_a_shoot_2_and_a_shoot_3_in_combat_only_some_weapons_at_any_target() -> None:
    battle = Battle("shooting")
    battle.put("beaconwright", (20, 10))
    battle.put("hullbreakers", (20, 13))
    battle.put("barbcasters", (28, 10))
    battle.put("glarecoil-slingers", (19, 14.5))
    battle.begin()
    assert targets(battle, "beaconwright") == {"hullbreakers", "barbcasters"}
    assert battle.why_not("shoot", "glarecoil-slingers") == "A-SHOOT-2"


def test_a_shoot_4_and_a_ab_17_the_opponents_window() -> None:
    battle = Battle("shooting")
    battle.put("wallward-pikes", (20, 10))
    battle.put("barbcasters", (20, 16))
    battle.begin()
    assert battle.asked.player == B
    assert "covering-fire barbcasters" in battle.keys


def test_a_ab_17_no_terrain_and_of_equally_close_units_one_is_picked() -> None:
    battle = Battle("shooting")
    battle.put("barbcasters", (20, 20))
    battle.put("wallward-pikes", (20 - 8, 20))
    battle.put("duskmoth-riders", (20 + 8 + RIDER - PIKE, 20))
    battle.put("lamp-cairn", (20, 15))
    battle.begin()
    assert {each.id for each in closest(battle.game, battle.unit("barbcasters"))} == {
        "ann.duskmoth-riders",
        "ann.wallward-pikes",
    }
    battle.use("covering-fire", "barbcasters")
    assert sorted(battle.keys) == ["duskmoth-riders", "wallward-pikes"]


def test_a_key_12_faction_terrain_is_shot_at_but_nobody_is_in_combat_with_it() -> None:
    battle = Battle("shooting", active=B)
    battle.put("barbcasters", (20, 18))
    battle.put("lamp-cairn", (20, 14.5))
    battle.put("wallward-pikes", (40, 2))
    battle.begin()
    assert targets(battle, "barbcasters") == {"lamp-cairn"}
    assert not battle.game.in_combat(battle.unit("barbcasters"))
    assert targets(battle, "barbcasters", ranged=False) == {"lamp-cairn"}


# -- cover


MILL = piece("mill", box(18, 10, 4, 2), 2, "cover", "obscuring", "flat-top")


def covered(spots: list[tuple[float, float]], shooter: tuple[float, float] = (20, 5), **more: object) -> Battle:
    """Barbcasters at spots, a Slinger on the other side of a mill."""
    battle = Battle("shooting", on=field(MILL), **more)  # type: ignore[arg-type]
    battle.put("glarecoil-slingers", shooter)
    battle.put("barbcasters", *spots)
    return battle.begin()


def shelter(battle: Battle) -> tuple[bool, bool]:
    """Whether the Slinger finds the Barbcasters in Cover, and obscured."""
    [model] = battle.game.positions.bases(battle.unit("glarecoil-slingers")).footprints
    barbs = battle.unit("barbcasters")
    return is_covered(battle.game, model, barbs), is_obscured(battle.game, model, barbs)


def test_a_tab_1_and_a_tab_2_and_a_tab_6_and_a_amb_31_behind_the_feature() -> None:
    assert shelter(covered([(20, 15)])) == (True, True)
    assert shelter(covered([(20, 15), (26, 15)])) == (False, False), "every model must be"
    assert shelter(covered([(23.2, 15)])) == (False, False), "an outer tangent passes by"
    assert shelter(covered([(20, 15)], (20, 10 - SLING - 0.9))) == (False, False), "within 1 inch of it"
    assert shelter(covered([(20, 15)], (20, 10 - SLING - 1.1))) == (True, True)
    assert shelter(covered([(20, 11)])) == (True, True), "wholly on it"


def test_a_shape_that_threads_share_is_asked_about_one_line_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_many(*_shapes: object) -> None:
        pytest.fail("a query of many lines lets other threads at the shape, and then the program aborts")

    monkeypatch.setattr(shapely, "intersects", of_many)
    monkeypatch.setattr(shapely, "prepare", of_many)
    assert shelter(covered([(20, 15)])) == (True, True)


def test_a_tab_1_and_a_tab_2_not_who_flies_and_no_cover_for_who_charged() -> None:
    flying = keyworded(BRINEBACK, "barbcasters", "FLY")
    assert shelter(covered([(20, 15)], armies=(LANTERN, flying))) == (False, False)
    battle = covered([(20, 15)])
    battle.game.note(battle.unit("barbcasters"), "charged", "turn")
    assert shelter(battle) == (False, True)


def test_a_amb_32_cover_holds_for_blows_too() -> None:
    battle = Battle("combat", on=field(piece("mill", box(19, 10, 2, 0.3), 1, "cover")))
    battle.put("wallward-pikes", (20, 8))
    battle.put("barbcasters", (20, 11))
    battle.rolls("hit", 4, 4, 5).rolls("wound", 1).begin().use("fight", "wallward-pikes").say("stay").no_reaction()
    assert battle.events(events.Attacked)[0].hits == 1


# -- charging


def charging(gap: float, *faces: int, **more: object) -> Battle:
    """A Rider that charges Barbcasters at a gap."""
    battle = Battle("charge", **more)  # type: ignore[arg-type]
    battle.put("duskmoth-riders", (10, 15))
    battle.put("barbcasters", (10 + RIDER + PIKE + gap, 15))
    battle.rolls("charge", *faces).begin().use("charge", "duskmoth-riders")
    return battle.no_reaction()


def test_a_chg_2_no_target_is_named_and_a_amb_13_it_is_declared_in_any_case() -> None:
    """A-AMB-13, A-AMB-36."""
    battle = charging(12, 1, 1)
    assert battle.game.state.phase_name != "charge" or battle.why_not("charge", "duskmoth-riders") == "A-ONE-1"
    assert battle.events(events.AbilityUsed)[0].ability == "charge"
    assert not battle.events(events.Charged)


def test_a_chg_3_and_a_chg_4_and_a_amb_12_ranges_are_free_and_one_model_is_enough() -> None:
    battle = Battle("charge")
    battle.put("wallward-pikes", (10, 15), (10, 16.5), (10, 18))
    battle.put("barbcasters", (18, 15))
    battle.rolls("charge", 4, 4).begin().use("charge", "wallward-pikes").no_reaction()
    answer = battle.moved("wallward-pikes", 8 - 2 * PIKE - 0.3, 0)
    assert battle.allows(answer)
    battle.say(answer)
    assert battle.game.charged(battle.unit("wallward-pikes"))


def test_a_chg_4_half_an_inch() -> None:
    battle = charging(6, 6, 6)
    assert battle.allows(battle.moved("duskmoth-riders", 5.5, 0))
    assert battle.against(battle.moved("duskmoth-riders", 5.49, 0)) == {"A-CHG-4"}


def test_a_chg_4_the_charged_unit_must_be_seen() -> None:
    wall = piece("wall", box(19.8, 0, 0.4, 30), 4, "blocks-sight", "impassable")
    battle = Battle("charge", on=field(wall))
    battle.put("beaconwright", (15, 15))
    battle.put("hullbreakers", (20.2 + AXE, 15))
    battle.rolls("charge", 6, 6).begin().use("charge", "beaconwright").no_reaction()
    assert battle.against(battle.moved("beaconwright", 4.79 - AXE, 0)) == {"A-CHG-4"}


@pytest.mark.parametrize("shift", [(0.0, 8.3), (-4.0, 12.4)])
def test_a_chg_4_where_nobody_fits_as_wanted_an_arrangement_nearer_to_the_charging_unit_is_found(shift: Spot) -> None:
    mill = piece("mill", box(11.5, 7.5, 5.0, 3.0), 2.0, "cover", "unstable")
    battle = Battle("charge", active=B, on=field(mill))
    ranks = [(x, y) for x in (7.7669, 9.089, 10.411, 11.7331) for y in (17.089, 18.411)]
    ranks += [(6.5245, 18.1315), (12.9755, 18.1315)]
    battle.put("glarecoil-slingers", *ranks)
    stand = [(8.6307, 6.4765), (12.3081, 3.9666), (13.9856, 5.63), (14.5874, 3.3455), (10.9974, 6.0431)]
    battle.put("eelback-chargers", *stand)
    battle.rolls("charge", 6, 5).begin().use("charge", "eelback-chargers").no_reaction()
    asked = battle.asked
    assert isinstance(asked, Arrange)
    wanted = {each.id: position(each.disc.x + shift[0], each.disc.y + shift[1]) for each in asked.arrangements.members}
    found = asked.arrangements.nearest(wanted)
    assert found is not None
    assert battle.allows(answer_of(found))


def test_a_chg_5_and_a_chg_6_and_a_amb_11_who_declines_has_not_charged() -> None:
    battle = charging(6, 6, 6)
    battle.say("no-charge")
    assert not battle.game.charged(battle.unit("duskmoth-riders"))
    assert not battle.events(events.Moved)


@pytest.mark.parametrize(("gap", "gone"), [(6.51, True), (6.5, False)])
def test_a_chg_6_a_charge_too_short_for_anybody_is_not_asked_about_and_told(gap: float, gone: bool) -> None:
    battle = charging(gap, 3, 3)
    assert isinstance(battle.asked, Arrange) is not gone
    told = [RULESET.tell(battle.game, each) for each in battle.events(events.ReachedNobody)]
    assert told == (["Duskmoth Riders reach no enemy with 6″: the nearest is 6.51″ away"] if gone else [])
    assert not battle.events(events.Charged)


@pytest.mark.parametrize(("end", "gone"), [(30.0, True), (17.0, False)])
def test_a_chg_6_a_charge_with_no_way_to_anybody_is_not_asked_about_and_told(end: float, gone: bool) -> None:
    """A wall from edge to edge, or one with an end to walk round: 6 inches straight, a little more by the way."""
    wall = piece("wall", box(18, 0, 1, end), 4, "impassable")
    battle = Battle("charge", on=field(wall))
    battle.put("beaconwright", (16, 15.5))
    battle.put("hullbreakers", (21, 15.5))
    battle.rolls("charge", 6, 2).begin().use("charge", "beaconwright").no_reaction()
    assert isinstance(battle.asked, Arrange) is not gone
    told = [RULESET.tell(battle.game, each) for each in battle.events(events.ReachedNobody)]
    assert told == (["Beaconwright reaches no enemy: no path within 8″"] if gone else [])


TOWER = piece("tower", box(19, 14, 5, 5), 4, "flat-top")


@pytest.mark.parametrize("surrounded", [True, False])
def test_a_chg_7_to_a_feature_with_no_room_beside_who_stands_on_it(surrounded: bool) -> None:
    battle = Battle("charge", on=field(TOWER))
    battle.put("duskmoth-riders", (10, 16.5))
    battle.put("tide-reeve", (21.5, 16.5))
    bearings = [math.pi / 3 * number for number in range(6)]
    ring = [(21.5 + 2 * math.cos(each), 16.5 + 2 * math.sin(each)) for each in bearings]
    battle.put("wallward-pikes", *(ring if surrounded else [(40, 2)]))
    battle.rolls("charge", 5, 5).begin().use("charge", "duskmoth-riders").no_reaction()
    reach = battle.moved("duskmoth-riders", 19 - RIDER - 0.45 - 10, 0)
    assert battle.allows(reach) is surrounded
    if not surrounded:
        return
    battle.say(reach)
    riders, reeve = battle.unit("duskmoth-riders"), battle.unit("tide-reeve")
    assert battle.game.charged(riders)
    assert battle.game.are_in_combat(riders, reeve)
    assert battle.game.are_in_combat(reeve, riders)


def test_a_chg_8_manifestations_may_be_charged_terrain_not() -> None:
    battle = Battle("charge", active=B)
    battle.put("hullbreakers", (20, 20))
    battle.put("lamp-cairn", (20, 14))
    battle.put("wandering-wick", (26, 20))
    battle.rolls("charge", 4, 4).begin().use("charge", "hullbreakers").no_reaction()
    assert battle.allows(battle.moved("hullbreakers", 6 - AXE - WICK - 0.2, 0))
    assert not battle.allows(battle.moved("hullbreakers", 0, -3))


# -- fighting


def melee(phase: str = "combat", **more: object) -> Battle:
    """A Pike in combat with Hullbreakers."""
    battle = Battle(phase, **more)  # type: ignore[arg-type]
    battle.put("wallward-pikes", (10, 10))
    battle.put("hullbreakers", (10, 13), (12, 13))
    return battle


def test_a_fight_1_other_abilities_come_first() -> None:
    battle = melee()
    battle.put("tide-reeve", (14, 14))
    battle.rolls("call-the-surge", 1).begin()
    assert battle.asked.player == B
    battle.use("call-the-surge", "tide-reeve").at_unit("hullbreakers")
    assert battle.game.state.window == "fight"
    assert battle.asked.player == A


def quiet() -> tuple[ArmyDocument, ArmyDocument]:
    """Armies without weapons."""
    return (
        unarmed(LANTERN, "wallward-pikes", "glarecoil-slingers"),
        unarmed(BRINEBACK, "hullbreakers", "barbcasters"),
    )


def test_a_fight_2_and_a_fight_5_in_turn_and_then_the_rest() -> None:
    battle = melee(armies=quiet())
    battle.put("barbcasters", (10, 7))
    battle.begin()
    order = []
    while battle.game.state.phase_name == "combat":
        order.append(battle.keys[0].split()[-1])
        battle.say(battle.asked.options[0].key)  # type: ignore[attr-defined]
        if battle.asked.rule == "A-PILE-1" and "stay" not in {each.key for each in battle.asked.shortcuts}:
            battle.say(battle.asked.options[0].key)  # type: ignore[attr-defined]
        battle.say("stay")
    assert order == ["wallward-pikes", "hullbreakers", "barbcasters"]


def test_a_range_3_whom_a_unit_fights_follows_moves_losses_and_terrain() -> None:
    wall = piece("wall", box(0, 8, 44, 0.4), 4, "blocks-sight")
    battle = Battle("combat", on=field(wall))
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (20, 13))
    game = battle.begin().game
    wright, reeve = battle.unit("beaconwright"), battle.unit("tide-reeve")

    def fought() -> tuple[list[str], list[str]]:
        assert game.in_combat(wright) == bool(game.fought_by(wright))
        return [each.id for each in game.fought_by(wright)], [each.id for each in game.fought_by(reeve)]

    both = [reeve.id], [wright.id]
    nobody: tuple[list[str], list[str]] = ([], [])
    assert fought() == both
    here = reeve.at
    for spot, expected in (((20.0, 30.0), nobody), ((20.0, 13.0), both), ((20.0, 6.0), nobody)):
        reeve.at = dict.fromkeys(here, spot)
        assert fought() == expected
    TERRAIN.lay(game, "wall")
    assert fought() == both
    reeve.place, reeve.at = "destroyed", {}
    assert fought() == nobody


def test_a_fight_3_who_charged_or_is_in_combat_and_has_not_fought() -> None:
    battle = melee()
    battle.put("duskmoth-riders", (30, 10))
    battle.put("glarecoil-slingers", (40, 2))
    battle.did("duskmoth-riders", "charged")
    battle.rolls("hit", 1, 1, 1).begin()
    assert sorted(battle.keys) == ["fight duskmoth-riders", "fight wallward-pikes"]
    battle.use("fight", "wallward-pikes").say("stay").no_reaction()
    assert battle.why_not("fight", "wallward-pikes") != ""
    assert battle.asked.player == B


def test_a_fight_3_holds_for_abilities_of_packs_too() -> None:
    frenzy = AbilityDocument(
        id="frenzy", name="Frenzy", timing="Any Combat Phase", phases=("anyCombat",), keywords=("FIGHT",),
        used_by=("Wallward Pikes", "Glarecoil Slingers"),
    )  # fmt: skip
    battle = melee(packs=(PackDocument(id="p", kind="custom", name="P", abilities=(frenzy,)),))
    battle.put("glarecoil-slingers", (40, 2))
    battle.begin()
    assert sorted(battle.keys) == ["fight wallward-pikes", "frenzy wallward-pikes"]
    battle.use("frenzy", "wallward-pikes").say("done")
    assert battle.asked.player == B
    assert all("wallward" not in key for key in battle.keys)


def test_a_fight_4_who_is_in_combat_must_fight_others_may_pass() -> None:
    battle = melee().begin()
    assert "pass" not in battle.keys
    battle = Battle("combat")
    battle.put("duskmoth-riders", (30, 10))
    battle.put("hullbreakers", (10, 13))
    battle.did("duskmoth-riders", "charged")
    battle.begin()
    assert battle.keys == ["fight duskmoth-riders", "pass"]
    battle.done()
    assert battle.game.state.phase_name == "endOfTurn" or battle.game.state.turn == 2


@pytest.mark.parametrize("windows", ["needed", "always"])
def test_a_fight_4_nobody_is_asked_about_what_neither_fights_nor_moves(windows: str) -> None:
    battle = Battle("combat", windows=windows)
    battle.put("hollow-bell", (10, 16))
    battle.put("wallward-pikes", (10, 12.5))
    battle.rolls("hit", 1, 1, 1).begin().until("combat", "fight")
    battle.use("fight", "wallward-pikes").say("stay").no_reaction()
    asked_about_bell = battle.game.state.phase_name == "combat" and battle.keys == ["fight hollow-bell", "pass"]
    assert asked_about_bell is (windows == "always")


def test_a_fight_4_and_a_fight_8_who_was_left_out_must_fight_once_in_combat() -> None:
    battle = melee(armies=(LANTERN, unarmed(BRINEBACK, "hullbreakers")))
    battle.put("wallward-pikes", (40, 2))
    battle.put("duskmoth-riders", (10, 13 - AXE - RIDER - 4))
    battle.state.uses.note("ann.duskmoth-riders charged", "turn")
    battle.state.uses.note("bob.hullbreakers charged", "turn")
    battle.rolls("hit", *[1] * 4).rolls("hit", 1, 1).begin()
    battle.done().use("fight", "hullbreakers").say(battle.moved("hullbreakers", 0, -2))
    assert battle.asked.player == A
    assert battle.keys == ["fight duskmoth-riders"]


def test_a_fight_6_pile_in_then_targets_then_reactions() -> None:
    battle = melee()
    battle.put("barbcasters", (8.6, 12))
    battle.rolls("hit", 1, 1, 1).begin().use("fight", "wallward-pikes")
    assert battle.asked.rule == "A-PILE-1"
    battle.at_unit("hullbreakers").say("stay")
    assert battle.asked.rule == "A-AB-6"
    battle.at_unit("barbcasters")
    assert battle.reactions() == ["all-out-attack wallward-pikes"]
    battle.done()
    assert battle.reactions() == ["all-out-defence barbcasters"]


def test_a_question_asked_again_says_what_the_enemy_did_meanwhile() -> None:
    battle = melee()
    battle.rolls("hit", 1, 1, 1).begin().use("fight", "wallward-pikes").say("stay")
    assert battle.asked.prompt == "Wallward Pikes: Fight, target Hullbreakers. Add an ability?"
    battle.done().use("all-out-defence", "hullbreakers")
    assert battle.asked.prompt == "Hullbreakers: All-out Defence, in reaction to Fight. Add an ability now?"


def test_a_fight_8_only_units_within_three_inches_of_that_model() -> None:
    battle = Battle("combat")
    battle.put("wallward-pikes", (10, 10), (10, 5))
    battle.put("hullbreakers", (10, 13))
    battle.begin()
    [group] = groups(battle.game, battle.unit("wallward-pikes"), ranged=False)
    assert group.models == ("ann.wallward-pikes-1",)


def test_a_amb_35_and_a_amb_36_a_charger_without_enemies_moves_and_does_nothing() -> None:
    battle = Battle("combat")
    battle.put("duskmoth-riders", (30, 10))
    battle.put("hullbreakers", (10, 13))
    battle.did("duskmoth-riders", "charged")
    battle.begin().use("fight", "duskmoth-riders")
    assert battle.allows(battle.moved("duskmoth-riders", 3, 0))
    assert battle.allows(battle.moved("duskmoth-riders", 0, -3))
    assert not battle.allows(battle.moved("duskmoth-riders", 0, 3.01))
    battle.say(battle.moved("duskmoth-riders", 3, 0))
    assert not battle.events(events.Attacked)


# -- pile-in


def test_a_pile_2_and_a_amb_15_into_ranges_of_others() -> None:
    battle = Battle("combat")
    battle.put("duskmoth-riders", (30, 10))
    battle.put("hullbreakers", (30, 10 + RIDER + AXE + 4))
    battle.did("duskmoth-riders", "charged")
    battle.begin().use("fight", "duskmoth-riders")
    assert battle.allows(battle.moved("duskmoth-riders", 0, 3))
    battle = melee()
    battle.put("barbcasters", (14.6, 9))
    battle.begin().use("fight", "wallward-pikes")
    assert battle.allows(battle.to("wallward-pikes", [(11.4, 11)])), "into combat with others too"


def test_a_pile_3_no_combat_is_broken() -> None:
    battle = melee()
    battle.put("barbcasters", (6.4, 8.2))
    battle.begin()
    assert len(battle.game.fought_by(battle.unit("wallward-pikes"))) == 2
    battle.use("fight", "wallward-pikes").at_unit("hullbreakers")
    assert battle.against(battle.to("wallward-pikes", [(11.6, 12)])) & {"A-PILE-3"}


def test_a_pile_4_the_closest_model_before_and_after() -> None:
    battle = melee().begin().use("fight", "wallward-pikes")
    assert battle.allows(battle.to("wallward-pikes", [(12, 10)])), "as far from the other one"
    back = battle.to("wallward-pikes", [(10, 9.5)])
    assert "A-PILE-1" in battle.against(battle.to("wallward-pikes", [(10, 9.99)]))
    told = [each.text for each in battle.asked.why_not(back) if each.rule == "A-PILE-1"]
    assert told == ["Wallward Pikes 1: 0.50″ too far from Hullbreakers"]


def test_a_amb_16_each_model_is_compared_with_its_own_start() -> None:
    """The second may end farther off than the first did, if it is no farther than before."""
    battle = Battle("combat")
    battle.put("wallward-pikes", (10, 10), (11.4, 9.6))
    battle.put("hullbreakers", (10, 13))
    battle.begin().use("fight", "wallward-pikes")
    for first, second, against in (
        ((10, 10.5), (11.4, 9.6), set()),
        ((10, 10.5), (11.4, 9.8), set()),
        ((10, 10.5), (11.4, 9.5), {"A-PILE-1"}),
        ((10, 9.9), (11.4, 9.8), {"A-PILE-1"}),
    ):
        assert battle.against(battle.to("wallward-pikes", [first], [second])) == against


def test_a_man_6_who_has_no_move_piles_in_for_it_is_no_move_ability() -> None:
    armies = (LANTERN, changed(BRINEBACK, "hullbreakers", move=None))
    battle = melee(active=B, armies=armies).begin().use("fight", "hullbreakers")
    assert battle.asked.rule == "A-PILE-1"


# -- who strikes when


@pytest.mark.parametrize(("tiers", "first"), [("on", B), ("restart", A)])
def test_a_strike_4_and_a_amb_14_what_follows_a_tier(tiers: str, first: str) -> None:
    lantern, brineback = quiet()
    lantern = keyworded(lantern, "glarecoil-slingers", "STRIKE-FIRST")
    battle = Battle("combat", armies=(lantern, brineback), tiers=tiers)
    battle.put("wallward-pikes", (10, 10))
    battle.put("hullbreakers", (10, 13))
    battle.put("glarecoil-slingers", (30, 10))
    battle.put("barbcasters", (30, 13))
    battle.begin().use("fight", "glarecoil-slingers").say("stay")
    assert battle.asked.player == first


# -- damage


def test_a_atk_7_and_a_amb_28_and_a_amb_29_one_pool_and_one_choice_after_all_attacks() -> None:
    battle = Battle("combat")
    battle.put("duskmoth-riders", (10, 10))
    battle.put("barbcasters", (10, 13), (11.5, 13), (8.5, 13))
    battle.rolls("Lance/0/hit", 4, 4, 1, 1).rolls("wound", 6, 6).rolls("save", 1, 1)
    battle.rolls("Talons/1/hit", 4, 4).rolls("wound", 6, 1).rolls("save", 1).begin()
    battle.use("fight", "duskmoth-riders").say("stay").no_reaction()
    assert battle.asked.player == B
    assert battle.asked.rule == "A-DMG-5"
    assert len(battle.events(events.Attacked)) == 2
    assert not battle.events(events.Slain)
    battle.say(["bob.barbcasters-2"])
    assert [*battle.unit("barbcasters").at] == ["bob.barbcasters-1", "bob.barbcasters-3"]
    assert battle.unit("barbcasters").damage == 1


def test_a_dmg_3_and_a_dmg_4_the_best_ward_counts() -> None:
    battle = Battle()
    battle.put("beaconwright", (10, 10), effects=[Effect("glow", "keyword", 5, "turn", A, "WARD")])
    battle.put("hullbreakers", (30, 20), effects=[Effect("glow", "keyword", 4, "turn", B, "WARD")])
    game = battle.begin().game
    assert body_of(game, battle.unit("beaconwright")).ward == 5
    assert body_of(game, battle.unit("hullbreakers")).ward == 4


def test_a_dmg_6_suggested_casualties_keep_the_unit_together() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (14.5, 10), (13, 10), (11.5, 10))
    battle.put("hullbreakers", (10, 12.5))
    battle.rolls("retreat", 4).begin().use("retreat", "wallward-pikes")
    assert [each.label for each in battle.asked.shortcuts] == ["The one farthest from the enemy"]
    battle.say("suggested")
    assert "ann.wallward-pikes-4" in battle.unit("wallward-pikes").at


def test_a_dmg_6_several_suggested_casualties_keep_a_block_of_ten_together_where_that_can_be() -> None:
    """Where each was the farthest that left the rest together, the last of them split the unit and cost two more."""
    battle = Battle("movement")
    battle.put("wallward-pikes", *[(17.1 + 1.41 * column, y) for y in (12.78, 11.37) for column in range(5)])
    battle.put("eelback-chargers", (15.11, 13.2))
    battle.put("hullbreakers", (25.0, 12.58), (25.0, 14.3))
    game, unit = battle.begin().game, battle.unit("wallward-pikes")
    bases = game.positions.bases(unit)
    gaps = gaps_between(bases.centres, bases.radii)

    def holds(left: Sequence[int]) -> bool:
        return is_coherent(gaps[np.ix_(left, left)], coherency(len(left)))

    held = {}
    for number in range(1, 9):
        gone = suggested_casualties(game, unit, number)
        left = [at for at, model in enumerate(bases.models) if model not in gone]
        assert (len(set(gone)), len(left)) == (number, 10 - number)
        held[number] = holds(left)
        assert held[number] == any(holds(each) for each in combinations(range(10), 10 - number)), number
    assert held == {1: True, 2: True, 3: False, 4: True, 5: True, 6: True, 7: True, 8: True}


def test_a_dmg_8_and_a_amb_30_models_return_beside_those_that_stood() -> None:
    battle = Battle()
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("tide-reeve", (13.2, 14.1))
    battle.rolls("rally", 6, 6, 6, 6, 1, 1, 1).begin().use("rally", "wallward-pikes")
    assert battle.asked.rule == "A-DMG-8"
    battle.say("ann.wallward-pikes-4", [8.5, 10.0], "ann.wallward-pikes-3")
    assert not battle.allows([7.0, 10.0]), "linked to one that returned only"
    assert not battle.allows([11.5, 11.5]), "into combat with somebody new"
    assert battle.allows([10.0, 8.5])


def rallying(*slain: int) -> Battle:
    """Pikes of which some were slain, in that order, and who have points for one of them."""
    battle = Battle()
    pikes = battle.put("wallward-pikes", *row(10, 10, 10, 1.5, 5))
    pikes.slain = [f"ann.wallward-pikes-{number}" for number in slain]
    pikes.at = {model: spot for model, spot in pikes.at.items() if model not in pikes.slain}
    battle.put("hullbreakers", (40, 28))
    return battle.rolls("rally", *[6, 6, 1, 1, 1, 1, *([] if 2 in slain else [1])]).begin()


def test_a_ab_13_and_a_dmg_8_a_player_says_which_of_the_slain_returns() -> None:
    battle = rallying(8, 2, 9, 1).use("rally", "wallward-pikes")
    asked = battle.asked
    assert isinstance(asked, Choose)
    assert (asked.rule, asked.prompt) == ("A-DMG-8", "Which model of Wallward Pikes returns?")
    assert [(each.key.rpartition("-")[2], each.label) for each in asked.options] == [
        ("1", "Champion: Long Pike"),
        ("2", "Musician: Long Pike"),
        ("8", "Long Pike"),
    ]
    assert max(prospects(battle.game, asked, Random(1)), key=lambda each: each.worth).answer == "ann.wallward-pikes-1"
    battle.say("ann.wallward-pikes-2")
    assert isinstance(battle.asked, Place)
    assert battle.asked.about == "ann.wallward-pikes-2"
    assert not battle.events(events.Healed), "no point was spent on that"


@pytest.mark.parametrize(("slain", "returns"), [((9, 8), "9"), ((1,), "1")])
def test_a_dmg_8_nobody_is_asked_where_all_are_alike_or_all_return(slain: tuple[int, ...], returns: str) -> None:
    battle = rallying(*slain).use("rally", "wallward-pikes")
    assert isinstance(battle.asked, Place)
    assert battle.asked.about == f"ann.wallward-pikes-{returns}"


def test_a_dmg_9_the_attacker_chooses_whose_damage_comes_first() -> None:
    battle = volley().rolls("Sling/0/hit", 6, 6).rolls("save", 1, 1).rolls("Sling/1/hit", 6, 1, 1).rolls("save", 1)
    battle.begin().use("shoot", "glarecoil-slingers").say("share")
    battle.say({"bob.hullbreakers": 2, "bob.barbcasters": 3}).no_reaction()
    assert battle.asked.player == A
    assert battle.asked.rule == "A-DMG-9"
    battle.at_unit("barbcasters")
    assert [each.unit for each in battle.events(events.Damaged)] == ["bob.barbcasters", "bob.hullbreakers"]


def test_a_ab_21_all_out_defence_lasts_the_phase() -> None:
    battle = melee()
    battle.put("duskmoth-riders", (12, 10))
    battle.rolls("hit", 1, 1, 1).begin().use("fight", "wallward-pikes").say("stay").done()
    battle.use("all-out-defence", "hullbreakers").no_reaction()
    assert battle.game.bonus(battle.unit("hullbreakers"), "save") == 1


def test_a_ab_22_ranges_of_others_are_closed_even_unseen() -> None:
    wall = piece("wall", box(15, 0, 0.5, 30), 4, "blocks-sight")
    battle = Battle("endOfTurn", on=field(wall))
    battle.put("duskmoth-riders", (10, 10))
    battle.put("barbcasters", (10, 12.8))
    battle.put("hullbreakers", (17, 10))
    battle.did("duskmoth-riders", "charged")
    battle.rolls("power through", 1).begin().use("power-through", "duskmoth-riders")
    assert battle.against(battle.moved("duskmoth-riders", 3, 0)) == {"A-AB-22"}


@pytest.mark.parametrize(("pusher", "rule"), [("wallward-pikes", "A-AB-22"), ("beaconwright", "")])
def test_a_ab_22_only_who_has_less_health_is_pushed_through(pusher: str, rule: str) -> None:
    """Barbcasters have 2 Health, as Pikes have; the Beaconwright has 5."""
    battle = Battle("endOfTurn", windows="always")
    battle.put(pusher, (10, 10))
    battle.put("barbcasters", (10, 12.8))
    battle.did(pusher, "charged")
    assert battle.begin().why_not("power-through", pusher) == rule


def test_a_key_4_a_guarded_hero_is_no_harder_to_hit_in_combat() -> None:
    battle = Battle("combat", active=B)
    battle.put("beaconwright", (20, 10))
    battle.put("wallward-pikes", (20, 7))
    battle.put("hullbreakers", (20, 12.5))
    battle.rolls("hit", 4, 4, 4, 4).rolls("wound", 1, 1, 1, 1).begin()
    assert is_guarded(battle.game, battle.unit("beaconwright"))
    battle.use("fight", "hullbreakers").say("stay").no_reaction()
    [attacked] = battle.events(events.Attacked)
    assert (attacked.target, attacked.hits) == ("ann.beaconwright", 4), "4+ as printed"
