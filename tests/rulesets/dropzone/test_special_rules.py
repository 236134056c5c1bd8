"""Special rules of units and weapons that no sample force shows in a worked example (D-SPEC)."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose, Place
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.armies import breaches
from game.rulesets.dropzone.documents.sheets import UNIT_RULES, WEAPON_RULES, special
from game.rulesets.dropzone.rules.activation import can_enter, move, why_not_fire, why_not_move, why_not_shoot
from game.rulesets.dropzone.rules.moving.boarding import move_inside, stops
from game.rulesets.dropzone.rules.scenery import blow, critical, settle
from game.rulesets.dropzone.rules.shooting.declaring import is_near_enough, resolve, shoot
from game.rulesets.dropzone.rules.shooting.legal import may_fire, pieces_in_reach, sighted, why_silent
from game.rulesets.dropzone.view.preview import _answers, _fire
from game.table.documents import TerrainPiece
from game.table.facing import facing_of
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_rules, with_weapon

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)
FAST = with_rules(CINDER, "drover", "Fast", move=(10.0, 16.0))


def fast() -> Moment:
    """Return a moment with a Fast Drover in the air, facing north."""
    at = Moment(rectangle("tower", "large-building", 30, 20, 34, 24, 12), armies=(FAST, TESSALINE))
    at.empty("drover-2")
    at.put("drover-2", 10, 10, 90, airborne=True)
    at.game.state.order = ["south", "north"]
    return at


def test_d_spec_every_rule_of_the_digest_is_known() -> None:
    """D-SPEC: twelve rules of units, sixteen of weapons; two more belong to units of the sample forces."""
    assert len(UNIT_RULES) == 12 + 2
    assert len(WEAPON_RULES) == 16
    assert special("Fast 10-16").name == "fast"


def test_d_spec_fas_it_flies_straight_on_and_turns_a_little() -> None:
    """D-SPEC-FAS: 10″ to 16″ ahead, then up to 90°."""
    at = fast()
    asked = at.run(move(at.game, at.squad("drover-2")), "low", [10.0, 22.0, facing_of(0.0)])
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["low", "high"]
    assert isinstance(asked[1], Place)
    turned = [facing_of(degrees) for degrees in (0.0, 180.0, 350.0)]
    assert [asked[1].allows([10.0, 20.0, facing]) for facing in turned] == [True, True, False]
    assert [asked[1].allows(spot) for spot in ([10.0, 19.5], [10.0, 26.0], [10.0, 26.5], [10.5, 20.0])] == [
        False, True, False, False,
    ]  # fmt: skip
    drover = at["drover-2"]
    assert (drover.x, drover.y, drover.facing, drover.moved, drover.airborne) == (10.0, 22.0, 0, 12.0, True)


def test_d_spec_fas_it_flies_high_over_a_tower_and_does_not_shoot() -> None:
    at = fast()
    drover = at.put("drover-2", 32, 12, 90, airborne=True)
    assert stops(at.game, drover, high=False) == []
    asked = at.run(move(at.game, at.squad("drover-2")), "high", [32.0, 27.0])
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["high"]
    refusal = why_not_shoot(at.game, at.squad("drover-2"))
    assert refusal is not None
    assert refusal.rule == "D-SPEC-FAS"


def test_d_geo_16_a_fast_unit_stops_beside_one_that_hovers_higher() -> None:
    """D-GEO-16, D-GEO-4: over open ground it is lower than one over the house."""
    at = Moment(HOUSE, armies=(FAST, TESSALINE))
    at.empty("drover-2")
    at.put("kite-1", 22, 20.5, airborne=True)
    assert stops(at.game, at.put("drover-2", 22, 6, 90, airborne=True), high=False) == [(10.0, 13.75)]


def test_d_spec_fas_it_leaves_the_table_and_comes_back_later() -> None:
    """D-SPEC-FAS, D-DEP-7: it starts In Reserve, so not in the first round."""
    at = fast()
    at.put("drover-2", 10, 40, 90, airborne=True)
    [asked] = at.run(move(at.game, at.squad("drover-2")), "leave")
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == ["leave"]
    assert (at["drover-2"].place, at["drover-2"].airborne) == ("off", False)
    assert not can_enter(at.game, at.squad("drover-2"))
    at.game.state.round = 2
    assert can_enter(at.game, at.squad("drover-2"))


def test_d_spec_fas_it_enters_straight_and_by_its_least_move() -> None:
    """D-SPEC-FAS, D-DEP-5: from its own edge straight in, 10″ at least, and at most a quarter turn."""
    at = fast()
    at["drover-2"].place, at["drover-2"].airborne = "off", False
    at.game.state.edges = {"south": "south", "north": "north"}
    asked = at.run(move(at.game, at.squad("drover-2")), [20.0, 0.0], "low", [20.0, 12.0, facing_of(0.0)])
    assert isinstance(asked[0], Place)
    assert isinstance(asked[1], Choose)
    assert [asked[0].allows([x, 0.0]) for x in (20.0, 0.5)] == [True, False]
    assert [option.key for option in asked[1].options] == ["low", "high"]
    assert isinstance(asked[2], Place)
    assert [asked[2].allows([20.0, y]) for y in (4.0, 9.75, 10.0, 16.0, 16.5)] == [False, False, True, True, False]
    assert not asked[2].allows([20.0, 12.0, facing_of(270.0)])
    drover = at["drover-2"]
    assert (drover.place, drover.airborne, drover.y, drover.moved, drover.facing) == ("table", True, 12.0, 12.0, 0)


@pytest.mark.parametrize(("spot", "end"), [((0.0, 8.0), (12.0, 8.0)), ((8.0, 0.0), (8.0, 12.0))])
def test_d_spec_fas_it_enters_a_corner_from_either_edge(spot: tuple[float, float], end: tuple[float, float]) -> None:
    """D-SPEC-FAS, R-32: within 12″ of the corner, as far as it fits beside the edges."""
    at = fast()
    at["drover-2"].place, at["drover-2"].airborne = "off", False
    at.game.state.edges = {"south": "south-west", "north": "north-east"}
    asked = at.run(move(at.game, at.squad("drover-2")), [*spot], "low", [*end])
    assert isinstance(asked[0], Place)
    assert [asked[0].allows(each) for each in ([0.0, 0.5], [0.0, 12.5], [12.0, 0.0])] == [False, False, True]
    assert (at["drover-2"].x, at["drover-2"].y) == end


def test_d_spec_fas_a_squad_enters_unit_by_unit_and_is_on_the_table_as_a_whole() -> None:
    """D-SPEC-FAS, D-DEP-5: nobody is on the table before all have flown in."""
    pair = [each if each.id != "drover-3" else each.model_copy(update={"size": 2}) for each in FAST.auxiliaries]
    groups = [
        each.model_copy(update={"squads": tuple(squad.model_copy(update={"aboard": ()}) for squad in each.squads)})
        for each in FAST.groups
    ]
    at = Moment(armies=(FAST.model_copy(update={"auxiliaries": tuple(pair), "groups": tuple(groups)}), TESSALINE))
    at.game.state.edges, at.game.state.order = {"south": "south", "north": "north"}, ["south", "north"]
    flow = move(at.game, at.squad("drover-3-1"))
    next(flow)
    for answer in ([20.0, 0.0], [24.0, 0.0], "low", [20.0, 12.0]):
        flow.send(answer)
        assert {at[f"drover-3-{number}"].place for number in (1, 2)} == {"off"}
    with pytest.raises(StopIteration):
        flow.send([24.0, 12.0])
    assert {at[f"drover-3-{number}"].place for number in (1, 2)} == {"table"}


def test_d_spec_blo_nothing_else_is_done_while_an_enemy_is_in_the_garrison() -> None:
    at = Moment(HOUSE, armies=(with_rules(CINDER, "breacher", "Bloodthirsty"), TESSALINE))
    [house] = at.game.features
    settle(at.game, at["breachers-1"], house, "centre")
    settle(at.game, at["breachers-2"], house, "centre")
    assert why_not_move(at.game, at.squad("breachers-1")) is None
    settle(at.game, at["dancers-1-1"], house, "centre")
    refusal = why_not_move(at.game, at.squad("breachers-1"))
    assert refusal is not None
    assert refusal.rule == "D-SPEC-BLO"


def hut(name: str, x: float, link: str) -> TerrainPiece:
    """Return a house that is linked to others with the same word."""
    piece = rectangle(name, "small-building", x, 20, x + 5, 25)
    return piece.model_copy(update={"traits": {**piece.traits, "dropzone.link": link}})


def test_d_garr_5_a_squad_goes_into_a_linked_garrison() -> None:
    """D-GARR-5: within 2″ and agreed on the map; it counts as entering."""

    pieces = [hut("one", 20, "a"), hut("two", 26.5, "a"), hut("three", 13.5, "b"), hut("four", 34.0, "a")]
    at = Moment(*pieces)
    for name in ("breachers-1", "breachers-2"):
        settle(at.game, at[name], next(each for each in at.game.features if each.id == "one"), "centre")
    asked = at.run(move_inside(at.game, at.squad("breachers-1")), "through:two", "centre", "centre")
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["shift", "through:two", "leave"]
    assert at["breachers-2"].slot == "two:centre"
    assert at.squad("breachers-1").entered


def test_d_spec_cc_and_rar_are_judged_when_an_army_is_built() -> None:
    """D-SPEC-CC, D-SPEC-RAR."""
    rare = with_rules(TESSALINE, "dancer", "Rare")
    assert "D-ARMY-9" in {each.rule for each in breaches(rare)}
    moved = TESSALINE.commanders[0].model_copy(update={"unit": "pylon"})
    mounted = TESSALINE.model_copy(update={"commanders": (moved,)})
    assert {each.rule for each in breaches(mounted)} == {"D-ARMY-7"}
    assert not breaches(with_rules(mounted, "pylon", "Command Centre"))


@pytest.mark.parametrize(("large", "needed"), [((), 4), (("Large",), 2)])
def test_d_spec_lrg_a_large_unit_is_never_hull_down(large: tuple[str, ...], needed: int) -> None:
    at = Moment(rectangle("wall", "medium-building", 19, 5, 21, 20.05, 5),
                armies=(CINDER, with_rules(TESSALINE, "glaive", *large)))  # fmt: skip
    at.put("anvils-1", 10, 20, 0)
    at.put("glaives-1", 30, 20)
    wall = at.weapon("anvils-1", "Coil Cannon")
    assert wall.accuracy == 2
    at.put("parasols-1", 10, 18.9, 0)
    assert at.aim("anvils-1", "Bow Gun", "glaives-1").needed == needed + 2


def test_d_spec_spr_attackers_measure_to_the_rim_of_a_behemoth() -> None:
    """D-SPEC-SPR, D-BEH-2: 24″ countered, 26.9″ away."""
    at = Moment(armies=(CINDER, with_rules(TESSALINE, "pylon", "Spread 3″")))
    at.put("anvils-1", 10, 10)
    at.put("pylon", 10, 36.9)
    assert at.why_not("anvils-1", "Coil Cannon", "pylon") == []
    at.put("pylon", 10, 37.2)
    assert at.why_not("anvils-1", "Coil Cannon", "pylon") == ["D-SHOOT-10"]


def test_d_spec_wid_coherency_is_doubled() -> None:
    at = Moment()
    for number, x in enumerate((10.0, 16.0, 22.0), 1):
        at.put(f"flickers-{number}", x, 10)
    assert at.game.is_coherent(at.squad("flickers-1"))
    at["flickers-3"].x = 22.1
    assert not at.game.is_coherent(at.squad("flickers-1"))


def test_d_spec_lim_a_limited_weapon_is_used_up() -> None:
    """D-SPEC-LIM: two Shoot actions per game, one in each round."""
    at = Moment(armies=(with_weapon(CINDER, "anvil", "Bow Gun", "Limited-2"), TESSALINE), dice=(1, 1, 1, 1))
    anvil, weapon = at.put("anvils-1", 10, 10), at.weapon("anvils-1", "Bow Gun")
    at.put("glaives-1", 10, 20)

    def fire() -> Flow:
        for _round in range(2):
            assert why_silent(at.game, anvil, weapon) is None
            yield from resolve(at.game, [at.fire("anvils-1", "Bow Gun", "glaives-1")])
            anvil.fired = []

    at.run(fire())
    refusal = why_silent(at.game, anvil, weapon)
    assert refusal is not None
    assert refusal.rule == "D-SPEC-LIM"


def test_d_spec_tec_a_tech_killer_leaves_scenery_alone() -> None:
    at = Moment(HOUSE, armies=(with_weapon(CINDER, "anvil", "Coil Cannon", "Tech Killer"), TESSALINE))
    anvil, weapon = at.put("anvils-1", 22, 10), at.weapon("anvils-1", "Coil Cannon")
    [house] = at.game.features
    plain = weapon.model_copy(update={"special": ()})
    assert [pieces_in_reach(at.game, [(anvil, each)])[0] for each in (plain, weapon)] == [[house], []]
    assert blow(weapon, house, 6) == (0, 0)


def test_d_spec_pen_a_six_always_damages() -> None:
    """D-SPEC-PEN: E3 against A14 and A10; a Rifle's Tube Launcher against a building too."""
    at = Moment(HOUSE, armies=(with_weapon(CINDER, "anvil", "Bow Gun", "Penetrative"), TESSALINE))
    at.put("anvils-1", 10, 10)
    at.put("pylon", 10, 20)
    aimed = at.aim("anvils-1", "Bow Gun", "pylon")
    assert [aimed.damage(face) for face in (5, 6)] == [0, 1]
    [house] = at.game.features
    assert [blow(at.weapon("anvils-1", "Bow Gun"), house, face).points for face in (5, 6)] == [0, 1]


@pytest.mark.parametrize(("cover", "needed"), [("Soft", 4), ("Body", 6), ("All", 4)])
def test_d_spec_cov_a_weapon_ignores_the_named_cover(cover: str, needed: int) -> None:
    at = Moment(rectangle("barricade", "barricade", 8, 18, 12, 18.5),
                armies=(with_weapon(CINDER, "anvil", "Bow Gun", f"Cover ({cover})"), TESSALINE))  # fmt: skip
    at.put("anvils-1", 10, 10)
    at.put("dancers-1-1", 10, 19.2)
    assert at.aim("anvils-1", "Bow Gun", "dancers-1-1").needed == needed + 1


def test_d_spec_alt_one_of_several_profiles_in_a_round() -> None:
    at = Moment()
    parasol = at.put("parasols-1", 10, 10)
    parasol.fired = ["Quad Flak, tracking"]
    refusal = why_silent(at.game, parasol, at.weapon("parasols-1", "Quad Flak, sweep"))
    assert refusal is not None
    assert refusal.rule == "D-SPEC-ALT"


def test_d_spec_fla_misses_hit_own_infantry_inside() -> None:
    """D-SPEC-FLA: two hits on the Rifles, two misses on the Dancers that their enemy picks."""
    at = Moment(HOUSE, dice=(3, 4, 1, 2, 1, 1, 1, 1, 1, 1, 1))
    [house] = at.game.features
    at.put("pylon", 22, 15)
    for name in ("rifles-1", "dancers-1-1", "dancers-1-2"):
        settle(at.game, at[name], house, "centre")
    fire = at.fire("pylon", "Ember Jet", "rifles-1")
    asked = at.run(resolve(at.game, [fire]), "north.dancers-1-2", "north.dancers-1-2")
    assert [(each.rule, each.player) for each in asked] == [("D-SPEC-FLA", "south")] * 2
    assert [strike.unit.id for strike in fire.strikes] == ["south.rifles-1", *["north.dancers-1-2"] * 2]


def rifle_alone(*dice: int) -> Moment:
    """Return a moment with one base of Rifles that has its Service Rifles left to fire."""
    at = Moment(dice=dice)
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    at.put("rifles-1", 10, 10).fired = ["Tube Launcher"]
    return at


def test_x_29_rifles_fire_one_strong_shot() -> None:
    """D-SPEC-RED: E6 undamaged; a 6 damages a Glaive."""
    at = rifle_alone(3, 6, 1)
    at.put("glaives-1", 10, 15)
    asked = at.run(shoot(at.game, at.squad("rifles-1")), "north.glaives-1", "combined")
    assert [each.rule for each in asked] == ["D-SHOOT-5", "D-SPEC-RED"]
    assert at.game.left(at["glaives-1"]) == 1


def test_x_29_combined_shots_go_up_at_aircraft_within_six_inches() -> None:
    """D-SPEC-RED, D-TRANS-19: with the height, 5.4″ on the ground is the most."""
    at = rifle_alone(1)
    wisp = at.put("wisp-1", 10, 15.3, airborne=True)
    asked = at.run(shoot(at.game, at.squad("rifles-1")), "north.wisp-1")
    assert [each.rule for each in asked] == ["D-SHOOT-5"]
    at["rifles-1"].fired = ["Tube Launcher"]
    assert why_not_fire(at.game, at.squad("rifles-1")) is None
    wisp.y = 15.5
    assert why_not_fire(at.game, at.squad("rifles-1")) is not None
    wisp.y, at.squad("rifles-1").left_air = 15.3, True
    assert why_not_fire(at.game, at.squad("rifles-1")) is not None


def test_d_spec_dv_the_highest_devastator_that_applies_counts() -> None:
    """D-SPEC-DV: one against Vehicles, a higher one against scenery."""
    army = with_weapon(CINDER, "anvil", "Coil Cannon", "Devastator-2 (Vehicle)", "Devastator-3 (Scenery)")
    cannon = next(each for unit in army.units for each in unit.weapons if each.name == "Coil Cannon")
    assert [cannon.devastates(*kinds) for kinds in (("tank", "vehicle"), ("scenery",), ("infantry",))] == [2, 3, 1]
    at = Moment(HOUSE, armies=(army, TESSALINE))
    at.put("anvils-1", 10, 10, 0)
    at.put("glaives-1", 20, 10)
    assert at.aim("anvils-1", "Coil Cannon", "glaives-1").multiple == 2
    assert critical(cannon).points == 3


def test_d_spec_str_targets_may_be_units_and_scenery_within_three_inches() -> None:
    """D-SPEC-STR: a piece is as far away as its outline."""
    at = Moment(HOUSE, rectangle("far", "tiny-building", 32, 20, 34, 22))
    near, far = at.game.features
    at.put("anvils-1", 28, 22)
    at.put("anvils-2", 28.1, 22)
    found = [is_near_enough(near, [at["anvils-1"]]), is_near_enough(at["anvils-2"], [near]),
             is_near_enough(far, [near]), is_near_enough(near, [near])]  # fmt: skip
    assert found == [True, False, False, True]


def test_d_spec_fas_who_has_shot_flies_high_only_if_it_must() -> None:
    """D-SPEC-FAS: there is no Shoot action in a round in which it flies high."""
    at = fast()
    at.squad("drover-2").actions = ["shoot", "move"]
    asked = at.run(move(at.game, at.squad("drover-2")), "low", [10.0, 22.0])
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["low"]
    at.put("drover-2", 32, 12, 90, airborne=True)
    at.run(move(at.game, at.squad("drover-2")), "high", [32.0, 27.0])


@pytest.mark.parametrize("airborne", [True, False])
def test_d_trans_19_aa_weapons_do_not_shoot_landed_aircraft_either(airborne: bool) -> None:
    """D-TRANS-19: in the round in which their unit left an aerial Transport; other weapons do."""
    at = Moment()
    at.put("parasols-1", 10, 10)
    at.put("kite-1", 10, 20, airborne=airborne)
    at.squad("parasols-1").left_air = True
    assert at.why_not("parasols-1", "Quad Flak, tracking", "kite-1") == ["D-TRANS-19"]
    if not airborne:
        assert at.why_not("parasols-1", "Quad Flak, sweep", "kite-1") == []


def test_d_spec_red_a_preview_counts_combined_shots_at_aircraft() -> None:
    """D-SHOOT-3: rifles that reach an Aircraft only with all their shots in one could fire at it, and it is told so."""
    at = Moment()
    at.put("rifles-1", 10, 10)
    at.empty("wisp-1")
    at.put("wisp-1", 10, 14, airborne=True)
    rifles, wisp = at["rifles-1"], at["wisp-1"]
    weapon = next(weapon for weapon in at.game.sheet(rifles).weapons if "reduced" in weapon.rules)
    assert sighted(at.game, rifles, weapon, wisp).refusals
    assert may_fire(at.game, rifles, weapon, wisp)
    [fires] = _fire(at.game, at.game.squad_of(rifles))
    [answers] = _answers(at.game, at.game.squad_of(wisp))
    assert fires.claim is not None
    assert answers.claim is not None
    assert wisp.squad in fires.claim.about
    assert rifles.squad in answers.claim.about
