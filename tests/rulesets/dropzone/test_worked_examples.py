"""The worked examples of the rulebook, each named after its number (X-01 to X-51)."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose
from game.rulesets.dropzone.documents.armies import ArmyDocument, CommanderDocument, breaches
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import mourn
from game.rulesets.dropzone.rules.cargo import fitting, leaves_hovering, loading_limit, why_closed
from game.rulesets.dropzone.rules.close_quarters.choosing import fires_at, strike
from game.rulesets.dropzone.rules.close_quarters.fighting import fails_by, must_test, share_left
from game.rulesets.dropzone.rules.features import Feature, prisms
from game.rulesets.dropzone.rules.moving.asking import budget, policies
from game.rulesets.dropzone.rules.objectives import claim_all, finds, points_around, search_result
from game.rulesets.dropzone.rules.perishing import perish
from game.rulesets.dropzone.rules.play import HAND_OVER, KEEP, deal, initiative
from game.rulesets.dropzone.rules.scenery import add_tokens, blow, crash, explosion, fall, left, scar, settle, wreck
from game.rulesets.dropzone.rules.shooting.declaring import (
    as_touched,
    fire_at,
    focuses,
    hits,
    react,
    resolve,
    resolve_tokens,
    shoot,
    spans,
)
from game.rulesets.dropzone.rules.shooting.legal import aim_at_scenery, pieces_in_reach, sighted, why_silent
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.space import inches_between, walls
from game.rulesets.dropzone.rules.state import Objective
from game.table.facing import degrees_of
from game.table.lattice import position
from game.table.path.path import Path
from game.table.path.region import PathRegion
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_weapon

# -- the round


def commanded(*values: int) -> list[ArmyDocument]:
    """Return armies whose only Commanders have some Command Values, mounted in Bastions."""
    return [
        CINDER.model_copy(update={"commanders": (CommanderDocument(name="C", value=value, unit="bastion"),)})
        for value in values
    ]


@pytest.mark.parametrize(
    ("values", "dice", "answer", "order"),
    [
        pytest.param((3, 2), (3, 4, 2, 5), KEEP, ["north", "south"], id="X-01"),
        pytest.param((1, 4), (6, 5), KEEP, ["south", "north"], id="X-02"),
        pytest.param((1, 4), (6, 5), HAND_OVER, ["north", "south"], id="X-02, handed over"),
        pytest.param((2, 4, 6), (6, 6, 5), KEEP, ["east", "north", "south"], id="X-03"),
        pytest.param((3, 1, 2), (4, 6, 5, 1, 6), KEEP, ["north", "east", "south"], id="X-04"),
        pytest.param((3, 1, 2), (4, 6, 5, 1, 6), HAND_OVER, ["east", "north", "south"], id="X-04, handed over"),
    ],
)
def test_x_01_to_x_04_initiative(values: tuple[int, ...], dice: tuple[int, ...], answer: str, order: list[str]) -> None:
    """D-INIT-2, D-INIT-4, D-INIT-5, D-INIT-6, R-12, R-13, D-ENG-3."""
    at = Moment(armies=commanded(*values), dice=dice)
    for number, player in enumerate(at.game.state.players):
        unit = at.game.state.units[f"{player}.bastion"]
        unit.place, unit.x, unit.y = "table", 5.0 + 5 * number, 5.0
    at.run(initiative(at.game), answer)
    assert at.game.state.order == order


def test_x_05_a_commander_in_readiness_does_not_count_and_one_aboard_on_the_table_does() -> None:
    """D-INIT-3, R-11."""
    at = Moment()
    assert at.game.command("north") == 0
    at.put("drover-1", 10, 10, airborne=True)
    bastion = at["bastion"]
    bastion.place, bastion.carrier = "aboard", "south.drover-1"
    assert at.game.command("south") == 4


def test_x_05_discards_and_new_cards() -> None:
    """D-INIT-7, D-INIT-8."""
    at = Moment(dice=(1, 1))
    at.put("drover-1", 10, 10, airborne=True)
    bastion = at["bastion"]
    bastion.place, bastion.carrier = "aboard", "south.drover-1"
    at.game.state.order = ["south", "north"]
    at.hand("south", "C03", "C04", "C05")
    at.hand("north", "C06", "C07", "C08")
    asked = at.run(deal(at.game), "C04", "pass", "pass")
    assert [each.rule for each in asked] == ["D-INIT-7"] * 3
    assert at.game.state.hands == {"south": ["C01", "C02", "C03", "C05"], "north": ["C06", "C07", "C08"]}
    assert at.game.state.discards == {"south": ["C04"], "north": []}


@pytest.mark.parametrize("second", [True, False], ids=["a CV 1 is left", "nobody is left"])
def test_x_08_a_commander_who_dies_takes_cards_along(second: bool) -> None:
    """D-CMD-5."""
    others = (CommanderDocument(name="D", value=1, unit="ferrets-1"),) if second else ()
    army = CINDER.model_copy(update={"commanders": (*CINDER.commanders, *others)})
    at = Moment(armies=(army, TESSALINE))
    bastion = at.put("bastion", 10, 10, lost=5)
    at.put("ferrets-1", 20, 10)
    at.hand("south", "C01", "C02", "C03", "C04")
    at.run(perish(at.game, [bastion], "D-SHOOT-21"))
    asked = at.run(mourn(at.game), "C01", "C03", "C04")
    assert [each.rule for each in asked] == ["D-CMD-5"] * 3
    assert at.game.state.hands["south"] == ["C02"]


def test_x_09_cards_resolve_from_the_last_to_the_first() -> None:
    """D-CARD-4, D-CARD-2."""
    at = Moment(dice=(3, 2, 2, 2, 2, 2, 1))
    at.put("bastion", 10, 8)
    at.put("parasols-1", 10, 10)
    at.put("glaives-1", 10, 20)
    at.put("flickers-1", 14, 14)
    at.hand("south", "C01", "C23")
    at.hand("north", "C28")
    sweep = at.fire("parasols-1", "Quad Flak, sweep", "glaives-1")
    squad = at["parasols-1"].squad
    asked = at.run(resolve(at.game, [sweep]), f"C01|{squad}", f"C28|{squad}|Quad Flak, sweep", "C23|")
    assert [each.player for each in asked] == ["south", "north", "south"]
    [fired] = [each for each in at.game.events if isinstance(each, events.Fired)]
    assert (fired.needed, len(fired.pool.dice), fired.hits) == (3, 6, 1)
    assert at.game.state.hands == {"south": [], "north": []}
    assert at.game.state.discards == {"south": ["C01", "C23"], "north": ["C28"]}


# -- moving, range, sight


def reaches(at: Moment, name: str, x: float, y: float, inches: float) -> bool:
    """Say whether a unit may move so far to the east from a spot; it leaves the table afterwards."""
    unit = at.put(name, x, y)
    region = PathRegion((x, y), *policies(at.game, unit, budget(at.game, unit)))
    found = region.find((x + inches, y)) is not None
    unit.place = "off"
    return found


@pytest.mark.parametrize(
    ("name", "x", "y", "inches"),
    [
        pytest.param("anvils-1", 10, 10, 3.5, id="half of it in a park"),
        pytest.param("anvils-1", 12, 33, 7.0, id="on a road"),
        pytest.param("anvils-1", 38.5, 33, 5.0, id="off the road's end"),
        pytest.param("glaives-1", 12, 33, 8.0, id="a Skimmer on a road"),
        pytest.param("gales-1", 14, 10, 6.0, id="a Walker in a park"),
    ],
)
def test_x_10_tough_ground_and_roads(name: str, x: float, y: float, inches: float) -> None:
    """D-MOVE-1, D-MOVE-4, D-MOVE-5, D-TYPE-2, D-TYPE-4, D-SCEN-3, D-SCEN-4, D-MOVE-6, R-19."""
    at = Moment(rectangle("park", "park", 12, 0, 30, 20), rectangle("road", "road", 10, 30, 40, 36))
    assert reaches(at, name, x, y, inches)
    assert not reaches(at, name, x, y, inches + 0.05)


def test_x_11_a_weapon_is_silent_after_too_much_movement() -> None:
    """D-SHOOT-6, D-SHOOT-7, D-MOVE-6."""
    at = Moment()
    anvil, bastion = at.put("anvils-1", 10, 10), at.put("bastion", 20, 10)
    coil, bow, siege = (
        at.weapon("anvils-1", "Coil Cannon"),
        at.weapon("anvils-1", "Bow Gun"),
        at.weapon("bastion", "Siege Howitzer"),
    )
    anvil.moved = 4.0
    assert why_silent(at.game, anvil, coil) is None
    anvil.moved = 4.2
    refusal = why_silent(at.game, anvil, coil)
    assert refusal is not None
    assert refusal.rule == "D-SHOOT-6"
    assert why_silent(at.game, anvil, bow) is None
    assert why_silent(at.game, bastion, siege) is None
    bastion.turned = True
    assert why_silent(at.game, bastion, siege) is not None


def test_x_12_a_gap_of_more_than_three_inches_breaks_coherency() -> None:
    """D-COH-1, D-COH-3."""
    at = Moment()
    for number, x in enumerate((0.0, 3.0, 6.0, 9.2, 12.0), 1):
        at.put(f"ferrets-{number}", 10 + x, 10)
    at.put("glaives-1", 15, 18)
    assert not at.game.is_coherent(at.squad("ferrets-1"))
    assert at.aim("ferrets-1", "Twin Chaincannon", "glaives-1").needed == 4
    at["ferrets-4"].x = 19.0
    assert at.aim("ferrets-1", "Twin Chaincannon", "glaives-1").needed == 3


def test_x_13_countermeasures_shorten_the_range() -> None:
    """D-SHOOT-10."""
    at = Moment()
    at.put("parasols-1", 10, 10)
    at.put("glaives-1", 10, 30)
    at.put("dancers-1-1", 12, 30)
    assert at.why_not("parasols-1", "Quad Flak, tracking", "glaives-1") == ["D-SHOOT-10"]
    assert at.why_not("parasols-1", "Quad Flak, tracking", "dancers-1-1") == []


@pytest.mark.parametrize(("away", "slant", "refused"), [(17.8, 17.96, []), (17.9, 18.06, ["D-SHOOT-10"])])
def test_x_14_a_range_slants_to_an_airborne_aircraft(away: float, slant: float, refused: list[str]) -> None:
    """D-GEO-4, D-GEO-5, D-CORE-8, D-GEO-2."""
    at = Moment()
    own, wisp = at.put("parasols-1", 10, 10), at.put("wisp-1", 10, 10 + away, airborne=True)
    inches = inches_between(at.game.body(own), at.game.body(wisp), at.game.ruler.policy.slant_from)
    assert round(inches, 2) == slant
    assert at.why_not("parasols-1", "Quad Flak, tracking", "wisp-1") == refused


@pytest.mark.parametrize(("y", "refused"), [(16, []), (15, ["D-SHOOT-8"])])
def test_x_15_a_boundary_of_arcs_belongs_to_both(y: float, refused: list[str]) -> None:
    """D-GEO-11."""
    at = Moment()
    at.put("oracle", 24, 10, 90)
    at.put("anvils-1", 30, y)
    assert at.why_not("oracle", "Prism Lance", "anvils-1") == refused


@pytest.mark.parametrize(("edge", "share", "hull_down"), [(0.05, 0.40, True), (-0.05, 0.60, False)])
def test_x_16_less_than_half_a_silhouette_is_hull_down(edge: float, share: float, hull_down: bool) -> None:
    """D-GEO-8, D-GEO-9, D-GEO-10, R-1."""
    at = Moment(rectangle("wall", "medium-building", 19, 5, 21, 20 + edge, 5))
    at.put("anvils-1", 10, 20, 0)
    at.put("parasols-1", 30, 20)
    aimed = at.aim("anvils-1", "Bow Gun", "parasols-1")
    view = sighted(at.game, at["anvils-1"], at.weapon("anvils-1", "Bow Gun"), at["parasols-1"]).view
    assert view is not None
    assert view.share == pytest.approx(share)
    assert aimed.hull_down == hull_down


def test_x_17_an_articulated_weapon_looks_over_a_wall() -> None:
    """D-SPEC-ART, D-GEO-7, D-SCEN-5."""
    at = Moment(rectangle("wall", "medium-building", 19, 15, 21, 25, 1))
    at.put("anvils-1", 10, 20, 0)
    at.put("parasols-1", 30, 20)
    shares = {}
    for weapon in ("Bow Gun", "Coil Cannon"):
        view = sighted(at.game, at["anvils-1"], at.weapon("anvils-1", weapon), at["parasols-1"]).view
        assert view is not None
        shares[weapon] = view.share
    assert shares == {"Bow Gun": 0.0, "Coil Cannon": pytest.approx(0.75)}
    assert "D-SHOOT-9" in at.why_not("anvils-1", "Bow Gun", "parasols-1")


# -- shooting


@pytest.mark.parametrize(
    ("dice", "left"),
    [pytest.param((2, 3, 4), 1, id="X-18"), pytest.param((2, 4, 5, 2), 1, id="X-19")],
)
def test_x_18_and_x_19_a_coil_cannon_at_a_glaive(dice: tuple[int, ...], left: int) -> None:
    """D-SHOOT-13, D-SHOOT-15, D-SHOOT-18."""
    at = Moment(dice=dice)
    at.put("anvils-1", 10, 10)
    glaive = at.put("glaives-1", 10, 32)
    at.run(resolve(at.game, [at.fire("anvils-1", "Coil Cannon", "glaives-1")]))
    assert at.game.left(glaive) == left


def test_x_20_a_natural_one_never_damages() -> None:
    """D-SHOOT-15, D-CORE-4."""
    at = Moment(dice=(2, 1))
    at.put("pylon", 10, 10)
    mule = at.put("mule-a", 10, 30)
    at.run(resolve(at.game, [at.fire("pylon", "Sunlance", "mule-a")]))
    assert at.game.left(mule) == 2


def test_x_21_penalties_add_up_and_a_natural_six_always_hits() -> None:
    """D-SHOOT-12, D-SHOOT-13, D-CORE-2, D-CORE-3."""
    at = Moment()
    at.put("rifles-1", 10, 10)
    at.put("rifles-2", 14, 10)
    at.put("dancers-1-1", 10, 18)
    at.squad("rifles-1").disembarked = True
    aimed = at.aim("rifles-1", "Service Rifles", "dancers-1-1")
    assert aimed.needed == 7
    assert [aimed.hits(face) for face in (5, 6, 4, 6)] == [False, True, False, True]


@pytest.mark.parametrize(
    ("dice", "left"), [pytest.param((6,), 0, id="destroyed at once"), pytest.param((5, 3), 1, id="an ordinary hit")]
)
def test_x_22_destroyer(dice: tuple[int, ...], left: int) -> None:
    """D-SPEC-DS."""
    at = Moment(dice=dice)
    at.put("oracle", 10, 10)
    anvil = at.put("anvils-1", 10, 20)
    at.run(resolve(at.game, [at.fire("oracle", "Prism Lance", "anvils-1")]))
    assert at.game.left(anvil) == left


def test_x_22_under_penalties_every_hit_is_a_destroyer_hit() -> None:
    """D-SPEC-DS, R-48."""
    at = Moment(rectangle("wall", "medium-building", 5, 14, 10.05, 16, 5))
    at.put("oracle", 10, 10)
    at.put("anvils-1", 10, 20)
    at.squad("oracle").disembarked = True
    aimed = at.aim("oracle", "Prism Lance", "anvils-1")
    assert aimed.needed == 6
    assert [aimed.hits(5), aimed.destroys(5), aimed.hits(6), aimed.destroys(6)] == [False, False, True, True]


@pytest.mark.parametrize(("target", "damage"), [("glaives-1", 4), ("anvils-1", 2), ("breachers-1", 1)])
def test_x_23_devastator_and_resilient(target: str, damage: int) -> None:
    """D-SPEC-DV, D-SHOOT-19, D-SPEC-RES."""
    at = Moment(armies=(CINDER, TESSALINE))
    at.put("pylon", 10, 10)
    at.put(target, 10, 25)
    aimed = at.aim("pylon", "Sunlance", target)
    assert aimed.damage(2) == damage
    assert aimed.save == 0


def test_x_24_focus_trades_hits_for_energy() -> None:
    """D-SPEC-FOC, D-SHOOT-16."""
    at = Moment()
    at.put("glaives-1", 10, 10)
    at.put("anvils-1", 10, 20)
    aimed = at.aim("glaives-1", "Arc Cannon", "anvils-1")
    assert [aimed.damage(5), aimed.damage(6)] == [0, 1]
    assert [aimed.damage(4, 10), aimed.damage(6, 10)] == [1, 2]


def test_x_24_the_player_chooses_how_hits_are_focused() -> None:
    """D-SPEC-FOC: both hits in one, with Energy 10; a 6 is a Critical."""
    at = Moment(dice=(5, 6, 6))
    at.put("glaives-1", 10, 10)
    anvil = at.put("anvils-1", 10, 20)
    [asked] = at.run(resolve(at.game, [at.fire("glaives-1", "Arc Cannon", "anvils-1")]), "1")
    assert asked.rule == "D-SPEC-FOC"
    assert at.game.left(anvil) == 0


def test_d_spec_foc_every_way_to_focus() -> None:
    assert [*focuses(3)] == [(0, 0, 0), (1, 0), (2,)]
    assert [*focuses(4)] == [(0, 0, 0, 0), (1, 0, 0), (2, 0), (1, 1), (3,)]


def shelled(at: Moment) -> None:
    """Let a Howitzer fire at the first Dancers, with others near them."""
    at.put("bastion", 10, 10)
    at.put("dancers-1-1", 10, 30)
    at.put("dancers-1-2", 10, 31.8)
    at.put("anvils-1", 12.5, 30)
    at.put("anvils-2", 7.3, 30)
    at["rifles-1"].place = "off"
    at.run(resolve(at.game, [at.fire("bastion", "Siege Howitzer", "dancers-1-1")]))


def test_x_25_a_template_hits_everybody_under_it() -> None:
    """D-SPEC-ARE, D-GEO-12: the Dancers beside it and an Anvil are touched, the other Anvil is not."""
    at = Moment(dice=(5, 2, 1, 1, 4, 3, 2))
    shelled(at)
    lefts = [at.game.left(at[name]) for name in ("dancers-1-1", "dancers-1-2", "anvils-1", "anvils-2")]
    assert lefts == [2, 2, 2, 2]


def test_x_26_a_glance_hits_the_target_alone_and_a_one_nothing() -> None:
    """D-SPEC-ARE."""
    at = Moment(dice=(3, 3, 1, 2, 6))
    shelled(at)
    assert (at["dancers-1-1"].place, at.game.left(at["dancers-1-2"])) == ("destroyed", 4)
    at = Moment(dice=(1,))
    shelled(at)
    assert at.game.left(at["dancers-1-1"]) == 4


def test_x_30_targets_of_a_strafe_weapon_are_within_three_inches() -> None:
    """D-SPEC-STR."""
    at = Moment(dice=(1, 1, 1, 1), armies=(TESSALINE, CINDER))
    gale = at.put("gales-1", 10, 10)
    for number, y in enumerate((15.0, 17.5, 20.9), 1):
        at.put(f"rifles-{number}", 10, y)
    gale.fired = ["Gale Array"]
    asked = at.run(shoot(at.game, at.squad("gales-1")), "north.rifles-1", "north.rifles-2")
    assert isinstance(asked[1], Choose)
    assert [option.key for option in asked[1].options] == ["north.rifles-1", "north.rifles-2", "end"]


WALL = rectangle("wall", "large-bunker", 5, 20, 15, 21, 9)


@pytest.mark.parametrize(
    ("scout", "soft", "needed"),
    [pytest.param(False, False, 6, id="unseen"), pytest.param(False, True, 8, id="behind Soft Cover"),
     pytest.param(True, False, 4, id="seen by a Ferret")],
)  # fmt: skip
def test_x_27_indirect_fire(scout: bool, soft: bool, needed: int) -> None:
    """D-SPEC-IND, D-SHOOT-12: a wall is between; a Ferret beside it sees for the Howitzer, an Anvil would not."""
    at = Moment(WALL, rectangle("park", "park", 8, 24, 12, 26) if soft else rectangle("far", "park", 40, 40, 42, 42))
    at.put("bastion", 10, 10)
    at.put("dancers-1-1", 10, 26.5 if soft else 30.0)
    at.put("ferrets-1" if scout else "anvils-1", 20, 25)
    assert at.why_not("bastion", "Siege Howitzer", "dancers-1-1") == []
    assert at.aim("bastion", "Siege Howitzer", "dancers-1-1").needed == needed


@pytest.mark.parametrize(("scout", "needed"), [(False, 5), (True, 2)])
def test_d_spec_ind_scenery_is_shot_at_unseen_on_a_five(scout: bool, needed: int) -> None:
    """D-SPEC-IND, D-GEO-15: with a Scout that sees it on 2+; other weapons cannot."""
    at = Moment(WALL, rectangle("hut", "tiny-shack", 8, 25, 12, 28))
    bastion = at.put("bastion", 10, 10)
    at.put("ferrets-1" if scout else "anvils-1", 20, 25)
    hut = at.game.features[1]
    howitzer, gun = at.weapon("bastion", "Siege Howitzer"), at.weapon("bastion", "Hull Gun")
    assert hut in pieces_in_reach(at.game, [(bastion, howitzer)])[0]
    assert aim_at_scenery(at.game, bastion, howitzer, hut).needed == needed
    assert hut not in pieces_in_reach(at.game, [(bastion, gun)])[0]


@pytest.mark.parametrize(("hit", "focus", "rest", "points"), [((6,), (), (), 1), ((2,), (), (1,), 0)])
def test_d_spec_ds_a_destroyer_hit_on_scenery_is_a_critical(
    hit: tuple[int, ...], focus: tuple[str, ...], rest: tuple[int, ...], points: int
) -> None:
    """D-SPEC-DS, D-SCEN-12: a 6 takes a point and adds a token without a damage roll."""
    at = Moment(HOUSE, dice=(*hit, *rest))
    at.put("oracle", 22, 10)
    fire = fire_at(at.game, at["oracle"], at.weapon("oracle", "Prism Lance"), house(at))
    at.run(resolve(at.game, [fire]), *focus)
    assert (at.game.state.scars.get("house", 0), at.game.state.tokens.get("house", 0)) == (points, points)


def test_d_spec_foc_hits_on_scenery_are_focused_too() -> None:
    """D-SPEC-FOC: one hit at Energy 10 in place of two at 8; a 2 and A10 make a Critical."""
    at = Moment(HOUSE, dice=(5, 5, 2))
    at.put("glaives-1", 22, 10)
    fire = fire_at(at.game, at["glaives-1"], at.weapon("glaives-1", "Arc Cannon"), house(at))
    at.run(resolve(at.game, [fire]), "1")
    assert (at.game.state.scars, at.game.state.tokens) == ({"house": 1}, {"house": 1})


def test_d_spec_are_body_cover_helps_infantry_under_a_template() -> None:
    """D-SPEC-ARE, D-SCEN-7, R-34: no Evasion, but the barricade between them counts."""
    at = Moment(rectangle("barricade", "barricade", 8, 28, 12, 28.5))
    at.put("bastion", 10, 10)
    at.put("dancers-1-1", 10, 30)
    at.put("dancers-1-2", 10, 28.9)
    fire = at.fire("bastion", "Siege Howitzer", "dancers-1-1")
    touching = as_touched(at.game, fire, at["dancers-1-2"])
    assert (touching.body, touching.hull_down) == (True, False)
    assert touching.damage(2) == 2 - (touching.energy + 2 < touching.target.armour + 3)


def test_x_28_cover_of_infantry_behind_a_barricade() -> None:
    """D-SCEN-6, D-SCEN-7, D-SHOOT-17, D-GEO-13, D-SCEN-11, R-24, R-27."""
    at = Moment(rectangle("barricade", "barricade", 8, 18, 12, 18.5))
    at.put("anvils-1", 10, 10)
    at.put("dancers-1-1", 10, 19.2)
    aimed = at.aim("anvils-1", "Bow Gun", "dancers-1-1")
    assert aimed.needed == 7
    assert [aimed.hits(6), aimed.hits(3)] == [True, False]
    assert [aimed.damage(face) for face in (3, 4, 5, 6)] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("lost", "combined", "shots", "energy"), [(2, False, 2, 3), (2, True, 1, 4), (0, False, 4, 3), (0, True, 1, 6)]
)
def test_x_29_reduced(lost: int, combined: bool, shots: int, energy: int) -> None:
    """D-SPEC-RED."""
    at = Moment()
    at.put("rifles-1", 10, 10, lost=lost)
    at.put("glaives-1", 10, 15)
    aimed = at.aim("rifles-1", "Service Rifles", "glaives-1", combined=combined)
    assert (aimed.shots, aimed.energy) == (shots, energy)


def test_x_31_overkill_is_lost() -> None:
    """D-SHOOT-4, D-SHOOT-21."""
    at = Moment(dice=(2, 2, 2, 3, 3, 3, 1, 1, 1))
    for number in (1, 2, 3):
        at.put(f"anvils-{number}", 8 + 2 * number, 10)
    glaive = at.put("glaives-1", 10, 25, lost=1)
    at.run(resolve(at.game, [at.fire(f"anvils-{number}", "Coil Cannon", "glaives-1") for number in (1, 2, 3)]))
    assert glaive.place == "destroyed"
    assert at.game.state.kills == {"south": 40, "north": 0}


def test_x_32_reaction_fire_at_an_aircraft() -> None:
    """D-RF-1, D-RF-2, D-RF-3, D-SPEC-AA, R-22."""
    at = Moment(dice=(5, 2, 6, 3, 4, 5))
    at.put("parasols-1", 10, 10)
    wisp = at.empty("wisp-1")
    at.put("wisp-1", 10, 26, airborne=True)
    fire = at.fire("parasols-1", "Quad Flak, tracking", "wisp-1", reacting=True)
    assert fire.aim.needed == 5
    at.run(resolve(at.game, [fire]))
    assert wisp.place == "destroyed"


def flown(at: Moment, *points: tuple[float, float]) -> None:
    """Let an empty Wisp have flown along some points."""
    at.empty("wisp-1")
    at.put("wisp-1", *points[-1], airborne=True)
    at.game.state.order = ["south", "north"]


def test_d_rf_1_reaction_fire_is_offered_where_a_path_is_in_range_arc_and_sight() -> None:
    """D-RF-1: with a slant of 18″ the level range is 17.84″."""
    at = Moment(rectangle("tower", "large-building", 5, 30, 15, 31, 40.0))
    parasol = at.put("parasols-1", 10, 10)
    flown(at, (10.0, 48.0), (10.0, 20.0))
    path = Path.through([position(10.0, 48.0), position(10.0, 20.0)])
    weapon = at.weapon("parasols-1", "Quad Flak, tracking")
    [(low, high)] = spans(at.game, parasol, weapon, at["wisp-1"], path)
    assert low == pytest.approx(20.25, abs=0.26)
    assert high == pytest.approx(28.0)
    near = Path.through([position(10.0, 48.0), position(10.0, 32.0)])
    assert spans(at.game, parasol, weapon, at["wisp-1"], near) == []


def test_d_rf_2_a_reaction_at_a_point_of_the_path() -> None:
    """D-RF-2, D-RF-3, D-RF-5: the Wisp dies at that point, and the weapon has fired."""
    at = Moment(dice=(5, 2, 6, 3, 4, 5))
    parasol = at.put("parasols-1", 10, 10)
    flown(at, (0.0, 20.0), (30.0, 20.0))
    key = "south.parasols-1|Quad Flak, tracking|north.wisp-1"
    at.run(react(at.game, at.squad("wisp-1"), {"north.wisp-1": [(0.0, 20.0), (30.0, 20.0)]}), key, [8.0, 20.0])
    assert at["wisp-1"].place == "destroyed"
    assert (at["wisp-1"].x, at["wisp-1"].y) == (8.0, 20.0)
    assert parasol.fired == ["Quad Flak, tracking"]


def test_d_rf_1_infantry_in_a_garrison_and_aircraft_react_too() -> None:
    """D-RF-1, D-GEO-14: out of the north side only to what passes in front of it."""
    army = with_weapon(CINDER, "rifle", "Service Rifles", "AA-1")
    at = Moment(HOUSE, armies=(with_weapon(army, "drover", "Nose Gun", "AA-1"), TESSALINE))
    numbers = {degrees_of(wall.outward): str(wall.number) for wall in walls(house(at))}
    settle(at.game, at["rifles-1"], house(at), numbers[90.0])
    flown(at, (22.0, 10.0), (22.0, 40.0))
    path = Path.through([position(22.0, 10.0), position(22.0, 40.0)])
    rifles = at.weapon("rifles-1", "Service Rifles")
    [(low, high)] = spans(at.game, at["rifles-1"], rifles, at["wisp-1"], path)
    assert 15.0 <= low <= 15.5
    assert 20.0 <= high <= 24.0
    at.put("drover-3", 22, 20, 90, airborne=True)
    asked = at.run(react(at.game, at.squad("wisp-1"), {"north.wisp-1": [(22.0, 10.0), (22.0, 40.0)]}), "pass")
    assert isinstance(asked[0], Choose)
    assert {option.subject for option in asked[0].options} == {("south.rifles-1",), ("south.drover-3",), ()}
    settle(at.game, at["rifles-1"], house(at), "centre")
    assert spans(at.game, at["rifles-1"], rifles, at["wisp-1"], path) == []


def test_d_rf_3_nobody_reacts_with_a_weapon_that_has_fired_or_after_leaving_an_aircraft() -> None:
    """D-RF-3, D-TRANS-19, R-26."""
    at = Moment()
    at.put("parasols-1", 10, 10).fired = ["Quad Flak, sweep"]
    flown(at, (0.0, 20.0), (30.0, 20.0))
    paths = {"north.wisp-1": [(0.0, 20.0), (30.0, 20.0)]}
    assert at.run(react(at.game, at.squad("wisp-1"), paths)) == []
    at["parasols-1"].fired = []
    at.squad("parasols-1").left_air = True
    assert at.run(react(at.game, at.squad("wisp-1"), paths)) == []
    at.squad("parasols-1").left_air = False
    assert [each.rule for each in at.run(react(at.game, at.squad("wisp-1"), paths), "pass")] == ["D-RF-1"]


# -- close quarters, transports, aircraft


def inside(at: Moment, *names: str) -> None:
    """Let units be in a Garrison."""
    for name in names:
        at[name].place, at[name].slot = "inside", "house:centre"


def fought(at: Moment, *, entered: bool) -> None:
    """Let both bases of the first Dancers strike the Rifles."""
    inside(at, "dancers-1-1", "dancers-1-2", "rifles-1", "rifles-2", "rifles-3")
    blades = at.weapon("dancers-1-1", "Glass Blades")
    pairs = [(at["dancers-1-1"], blades), (at["dancers-1-2"], blades)]
    foes = at.squad("rifles-1")
    at.run(strike(at.game, fires_at(at.game, pairs, foes), entered=entered))


SLASHES = (1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 2, 1)


def test_x_33_close_quarters_and_fortitude() -> None:
    """D-CQ-3, D-CQ-5, D-CQ-7."""
    at = Moment(dice=SLASHES)
    fought(at, entered=False)
    rifles = at.squad("rifles-1")
    assert sum(at.game.left(unit) for unit in at.game.units_of(rifles)) == 4
    assert len(at.game.units_of(rifles)) == 1
    assert must_test(at.game, rifles)
    assert [fails_by(at.game, rifles, face) for face in (1, 3, 4, 6)] == [3, 1, 0, 0]
    at["rifles-3"].lost = 0
    at["rifles-2"].place, at["rifles-2"].lost = "inside", 2
    assert share_left(at.game, rifles) == 0.5
    assert not must_test(at.game, rifles)


def test_x_34_whoever_has_just_entered_rolls_successes_again() -> None:
    """D-CQ-4."""
    at = Moment(dice=(1, 2, 3, 3, 4, 4, 1, 2, 2, 3, 5, 5, 6, 6, 2, 1, 4, 5, 6, 1))
    fought(at, entered=True)
    rifles = at.squad("rifles-1")
    assert sum(at.game.left(unit) for unit in at.game.units_of(rifles)) == 8
    assert len(at.game.units_of(rifles)) == 2
    assert not must_test(at.game, rifles)


def test_x_35_dodge() -> None:
    """D-SPEC-DOD, D-CQ-6."""
    at = Moment(dice=(2, 3, 5, 6, 5, 4, 6))
    inside(at, "rifles-1", "dancers-1-1", "dancers-1-2")
    at["dancers-1-2"].lost = 1
    rifles = at.weapon("rifles-1", "Close Rifles")
    foes = at.squad("dancers-1-1")
    at.run(strike(at.game, fires_at(at.game, [(at["rifles-1"], rifles)], foes), entered=False))
    assert (at.game.left(at["dancers-1-1"]), at.game.left(at["dancers-1-2"])) == (4, 2)


@pytest.mark.parametrize(
    ("dice", "left"),
    [pytest.param((3, 1, 4, 2, 5, 1, 1), [2, 4], id="two hits each"), pytest.param((5,), [4, 4, 4], id="no hits")],
)
def test_x_37_the_cargo_of_a_wreck(dice: tuple[int, ...], left: list[int]) -> None:
    """D-TRANS-20, D-CORE-1, D-SHOOT-22."""
    at = Moment(dice=dice)
    mule = at.put("mule-a", 10, 10)
    wreck(at.game, mule)
    at.done()
    assert [at.game.left(unit) for unit in at.game.units_of(at.squad("rifles-1"))] == left


def test_x_38_a_crash_and_a_wreck_in_it() -> None:
    """D-AIR-7, D-TRANS-22, D-TRANS-23."""
    at = Moment(dice=(1, 2, 4, 5, 2))
    drover = at.put("drover-1", 10, 10, airborne=True)
    ferret = at.put("ferrets-1", 10.9, 10)
    kite = at.put("kite-1", 10, 10.5, airborne=True)
    survivors = crash(at.game, drover, explosion(at.game, drover))
    at.done()
    assert ferret.place == "destroyed"
    assert kite.place == "table"
    assert at["mule-a"].place == "destroyed"
    assert at.game.left(at["mule-b"]) == 1
    assert at["mule-b"] in survivors
    assert {unit.squad for unit in survivors} == {"south.mule-b.squad", "south.rifles"}


@pytest.mark.parametrize(("moved", "closed"), [(8.0, False), (8.5, True)])
def test_x_39_half_the_movement_leaves_the_ramp_open(moved: float, closed: bool) -> None:
    """D-TRANS-14."""
    at = Moment()
    drover = at.put("drover-2", 10, 10)
    drover.moved = moved
    assert loading_limit(at.game.sheet(drover)) == 8.0
    assert (why_closed(at.game, drover) is not None) == closed
    drover.airborne = True
    assert why_closed(at.game, drover) is not None


def test_x_39_a_squad_that_disembarked_shoots_worse() -> None:
    """D-TRANS-18."""
    at = Moment()
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    at.squad("anvils-1").disembarked = True
    assert at.aim("anvils-1", "Coil Cannon", "glaives-1").needed == 4


def test_x_40_rapid_insertion() -> None:
    """D-SPEC-RAP."""
    at = Moment()
    wisp, dancers, rifles = (at.game.sheet(at[name]) for name in ("wisp-1", "dancers-1-1", "rifles-1"))
    assert leaves_hovering(dancers, wisp) == 16.0
    assert leaves_hovering(rifles, wisp) == 0.0


def test_d_trans_2_what_fits() -> None:
    """D-TRANS-1, D-TRANS-2, D-TRANS-3."""
    at = Moment()
    assert [unit.id for unit in fitting(at.game, at["drover-2"], at.squad("parasols-1"))] == []
    at["anvils-1"].place, at["anvils-1"].carrier = "table", ""
    assert [unit.id for unit in fitting(at.game, at["drover-2"], at.squad("parasols-1"))] == ["south.parasols-1"]
    assert fitting(at.game, at["drover-2"], at.squad("rifles-1")) == []


def test_d_trans_21_survivors_of_a_crash_get_out_beside_it() -> None:
    """D-TRANS-21, D-AIR-7: one hit each; one of two bases dies, and the other is set down."""
    at = Moment(dice=(1, 6, 1))
    wisp = at.put("wisp-1", 20, 20, airborne=True, lost=2)
    at["dancers-1-1"].lost = 2
    [asked] = at.run(perish(at.game, [wisp], "D-SHOOT-21"), [{"id": "north.dancers-1-2", "at": [20.5, 21.5]}])
    assert asked.rule == "D-TRANS-21"
    assert (wisp.place, at["dancers-1-1"].place, at["dancers-1-2"].place) == ("destroyed", "destroyed", "table")


def test_d_shoot_21_what_was_destroyed_with_a_transport_is_gone_when_its_survivors_get_out() -> None:
    """D-SHOOT-21, D-TRANS-21: it no longer stands where they are set down, and takes no hits of the crash."""
    at = Moment(dice=(1, 6, 1))
    wisp, anvil = at.put("wisp-1", 20, 20, airborne=True, lost=2), at.put("anvils-1", 20.5, 21.6, lost=2)
    at["dancers-1-1"].lost = 2
    [asked] = at.run(perish(at.game, [wisp, anvil], "D-SHOOT-21"), [{"id": "north.dancers-1-2", "at": [20.5, 21.5]}])
    assert asked.rule == "D-TRANS-21"
    assert anvil.place == "destroyed"


# -- scenery, objectives

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)


def house(at: Moment) -> Feature:
    """Return the house of the table."""
    return next(each for each in at.game.features if each.id == "house")


def test_x_42_coil_cannons_at_a_building() -> None:
    """D-SCEN-12, D-SCEN-8."""
    at = Moment(HOUSE)
    coil = at.weapon("anvils-1", "Coil Cannon")
    assert [blow(coil, house(at), face) for face in (1, 2, 5)] == [(0, 0), (1, 1), (1, 1)]
    scar(at.game, house(at), 2, "D-SCEN-12")
    assert left(at.game, house(at)) == 18


def test_x_43_a_howitzer_at_a_building() -> None:
    """D-SPEC-ARE, D-SPEC-DV."""
    at = Moment(HOUSE)
    siege = at.weapon("bastion", "Siege Howitzer")
    assert [blow(siege, house(at), face) for face in (3, 1)] == [(2, 1), (0, 0)]


def test_x_44_collateral_damage_on_an_occupied_building() -> None:
    """D-COLL-2, D-COLL-3, D-COLL-5, D-COLL-1."""
    at = Moment(HOUSE, dice=(6, 5, 2, 1, 3, 6))
    inside(at, "rifles-1", "rifles-2", "rifles-3")
    add_tokens(at.game, house(at), 3, "D-SCEN-12")
    at.run(resolve_tokens(at.game, house(at)), "south.rifles-1")
    assert left(at.game, house(at)) == 19
    assert at.game.state.tokens == {"house": 1}
    assert sum(at.game.left(unit) for unit in at.game.units_of(at.squad("rifles-1"))) == 10


@pytest.mark.parametrize(("armour", "energy", "damaging"), [(7, 2, [5, 6]), (13, 4, [6]), (10, 4, [6])])
def test_x_44_what_collateral_needs(armour: int, energy: int, damaging: list[int]) -> None:
    """D-COLL-3, D-COLL-4, D-SCEN-10."""
    assert [face for face in range(1, 7) if hits((face,), energy, armour)] == damaging


def test_x_45_flame_reaches_the_centre_and_sets_fire() -> None:
    """D-SPEC-FLA, D-COLL-2, D-COLL-6, R-30, R-37."""
    at = Moment(HOUSE, dice=(3, 4, 1, 6, 2, 3, 5, 6, 3))
    at.put("pylon", 22, 15)
    inside(at, "rifles-1")
    at["rifles-1"].slot = "house:centre"
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    jet = at.weapon("pylon", "Ember Jet")
    assert at.why_not("pylon", "Ember Jet", "rifles-1") == []
    fire = Fire(at["pylon"], jet, at["rifles-1"], at.aim("pylon", "Ember Jet", "rifles-1"))
    at.run(resolve(at.game, [fire]))
    assert at["rifles-1"].place == "destroyed"
    assert at.game.state.tokens == {"house": 1}
    assert left(at.game, house(at)) == 19


def test_d_scen_12_a_squad_shoots_a_building() -> None:
    """D-SCEN-8, D-SCEN-12, D-SHOOT-12: three Coil Cannons hit on 2+."""
    at = Moment(HOUSE, dice=(2, 2, 1, 4, 5))
    for number in (1, 2, 3):
        at.put(f"anvils-{number}", 18 + 2 * number, 10).fired = ["Bow Gun"]
    asked = at.run(shoot(at.game, at.squad("anvils-1")), *["piece:house"] * 3)
    assert {each.rule for each in asked} == {"D-SHOOT-5"}
    assert left(at.game, house(at)) == 18
    assert at.game.state.tokens == {"house": 2}


def test_x_46_a_building_falls() -> None:
    """D-SCEN-13, D-SCEN-14, D-SCEN-16, D-CORE-6, R-28."""
    at = Moment(HOUSE, dice=(3, 3, 4, 2, 5, 1, 2, 3, 6, 1, 1, 1, 1))
    anvil = at.put("anvils-1", 22, 26.5)
    inside(at, "breachers-1", "breachers-2")
    marker = at.game.state.objectives["middle"] = Objective("middle", 22, 22)
    survivors = fall(at.game, house(at))
    at.done()
    assert at.game.left(anvil) == 1
    assert at["breachers-1"].place == "destroyed"
    assert survivors == [at["breachers-2"]]
    assert marker.removed
    [rubble] = at.game.features
    assert (rubble.id, rubble.kind.name, rubble.height) == ("house.rubble", "Rubble", 0.0)
    assert rubble.box == (20.0, 20.0, 25.0, 25.0)
    assert rubble.has("tough")
    assert not prisms(at.game.ruler.battlefield)


@pytest.mark.parametrize(
    ("round_", "face", "enemy", "tokens", "found"),
    [(3, 4, True, 0, False), (3, 4, True, 1, True), (1, 6, False, 0, True), (6, 1, False, 0, False)],
)
def test_x_47_searching(round_: int, face: int, enemy: bool, tokens: int, found: bool) -> None:
    """D-OBJ-5, D-OBJ-6, D-CORE-4."""
    at = Moment(HOUSE)
    at.game.state.round = round_
    marker = at.game.state.objectives["middle"] = Objective("middle", 22, 22, hidden=True)
    inside(at, "rifles-1", *(["dancers-1-1"] if enemy else []))
    assert finds(face, search_result(at.game, at.squad("rifles-1"), marker, face, tokens)) == found


def test_x_49_points_around_a_bunker_and_who_keeps_its_objective() -> None:
    """D-SCO-2, D-SCO-5, D-OBJ-3, D-OBJ-4, R-31, R-33."""
    at = Moment(HOUSE)
    marker = at.game.state.objectives["middle"] = Objective("middle", 22, 22)
    at.put("anvils-1", 28, 22)
    at.put("anvils-2", 30, 22)
    at.put("anvils-3", 32, 22)
    inside(at, "dancers-1-1", "dancers-1-2")
    claim_all(at.game)
    assert marker.claimed_by == "north"
    inside(at, "rifles-1", "rifles-2")
    claim_all(at.game)
    assert marker.claimed_by == "north"
    assert points_around(at.game, "south", house(at), inside_double=True) == 150
    assert points_around(at.game, "north", house(at), inside_double=True) == 120


# -- armies


def test_x_50_the_sample_forces_are_legal_and_a_drover_needs_half_its_cargo() -> None:
    """D-ARMY-4, D-ARMY-6, D-ARMY-10."""
    assert (CINDER.points, TESSALINE.points) == (695, 700)
    assert [*breaches(CINDER), *breaches(TESSALINE)] == []
    single = [each if each.id != "mule-a" else each.model_copy(update={"aboard": ()}) for each in CINDER.auxiliaries]
    assert breaches(CINDER.model_copy(update={"auxiliaries": tuple(single)})) == []
    none = [each.model_copy(update={"aboard": ()}) for each in CINDER.auxiliaries]
    assert {each.rule for each in breaches(CINDER.model_copy(update={"auxiliaries": tuple(none)}))} == {"D-ARMY-6"}
