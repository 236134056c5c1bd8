"""The worked examples of the rulebook, each named after its number (X-01 to X-51)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rulesets.dropzone.documents.armies import ArmyDocument, CommanderDocument
from game.rulesets.dropzone.documents.legality import breaches
from game.rulesets.dropzone.rules.rounds.initiative import HAND_OVER, KEEP, initiative
from game.rulesets.dropzone.rules.shooting.legal import sighted, why_silent
from game.rulesets.dropzone.rules.shooting.resolving import resolve
from game.rulesets.dropzone.rules.space.bodies import inches_between
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle

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
    """D-INIT-2, D-INIT-4, D-INIT-5, D-INIT-6."""
    at = Moment(armies=commanded(*values), dice=dice)
    for number, player in enumerate(at.game.state.players):
        unit = at.game.state.units[f"{player}.bastion"]
        unit.place, unit.x, unit.y = "table", 5.0 + 5 * number, 5.0
    at.run(initiative(at.game), answer)
    assert at.game.state.order == order


def test_x_05_a_commander_in_readiness_does_not_count_and_one_aboard_on_the_table_does() -> None:
    """D-INIT-3."""
    at = Moment()
    assert at.game.command("north") == 0
    at.put("drover-1", 10, 10, airborne=True)
    bastion = at["bastion"]
    bastion.place, bastion.carrier = "aboard", "south.drover-1"
    assert at.game.command("south") == 4


# -- moving, range, sight


def test_x_11_a_weapon_is_silent_after_too_much_movement() -> None:
    """D-SHOOT-6, D-SHOOT-7."""
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
    """D-GEO-4, D-GEO-5."""
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
    """D-GEO-8, D-GEO-9, D-GEO-10."""
    at = Moment(rectangle("wall", "medium-building", 19, 5, 21, 20 + edge, 5))
    at.put("anvils-1", 10, 20, 0)
    at.put("parasols-1", 30, 20)
    aimed = at.aim("anvils-1", "Bow Gun", "parasols-1")
    view = sighted(at.game, at["anvils-1"], at.weapon("anvils-1", "Bow Gun"), at["parasols-1"]).view
    assert view is not None
    assert view.share == pytest.approx(share)
    assert aimed.hull_down == hull_down


def test_x_17_an_articulated_weapon_looks_over_a_wall() -> None:
    """D-SPEC-ART, D-GEO-7."""
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
    resolve(at.game, [at.fire("anvils-1", "Coil Cannon", "glaives-1")])
    at.done()
    assert at.game.left(glaive) == left


def test_x_20_a_natural_one_never_damages() -> None:
    """D-SHOOT-15, D-CORE-4."""
    at = Moment(dice=(2, 1))
    at.put("pylon", 10, 10)
    mule = at.put("mule-a", 10, 30)
    resolve(at.game, [at.fire("pylon", "Sunlance", "mule-a")])
    at.done()
    assert at.game.left(mule) == 2


def test_x_21_penalties_add_up_and_a_natural_six_always_hits() -> None:
    """D-SHOOT-12, D-SHOOT-13."""
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
    resolve(at.game, [at.fire("oracle", "Prism Lance", "anvils-1")])
    at.done()
    assert at.game.left(anvil) == left


def test_x_22_under_penalties_every_hit_is_a_destroyer_hit() -> None:
    """D-SPEC-DS."""
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


@pytest.mark.parametrize(
    ("seen", "soft", "needed"),
    [pytest.param(False, False, 6, id="unseen"), pytest.param(False, True, 8, id="behind Soft Cover"),
     pytest.param(True, False, 4, id="seen by a Ferret")],
)  # fmt: skip
def test_x_27_indirect_fire(seen: bool, soft: bool, needed: int) -> None:
    """D-SPEC-IND, D-SHOOT-12."""
    at = Moment()
    at.put("bastion", 10, 10)
    at.put("dancers-1-1", 10, 30)
    aimed = at.aim("bastion", "Siege Howitzer", "dancers-1-1")
    assert replace(aimed, seen=seen, soft=soft).needed == needed


def test_x_28_cover_of_infantry_behind_a_barricade() -> None:
    """D-SCEN-6, D-SCEN-7, D-SHOOT-17."""
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
    at = Moment(dice=(2, 3, 1, 2, 3, 1, 2, 3, 1))
    for number in (1, 2, 3):
        at.put(f"anvils-{number}", 8 + 2 * number, 10)
    glaive = at.put("glaives-1", 10, 25, lost=1)
    resolve(at.game, [at.fire(f"anvils-{number}", "Coil Cannon", "glaives-1") for number in (1, 2, 3)])
    at.done()
    assert glaive.place == "destroyed"
    assert at.game.state.kills == {"south": 40, "north": 0}


def test_x_32_reaction_fire_at_an_aircraft() -> None:
    """D-RF-1, D-RF-2, D-RF-3, D-SPEC-AA."""
    at = Moment(dice=(5, 2, 6, 3, 4))
    at.put("parasols-1", 10, 10)
    wisp = at.put("wisp-1", 10, 26, airborne=True)
    fire = at.fire("parasols-1", "Quad Flak, tracking", "wisp-1", reacting=True)
    assert fire.aim.needed == 5
    resolve(at.game, [fire])
    at.done()
    assert wisp.place == "destroyed"


# -- armies


def test_x_50_the_sample_forces_are_legal_and_a_drover_needs_half_its_cargo() -> None:
    """D-ARMY-4, D-ARMY-6, D-ARMY-10."""
    assert (CINDER.points, TESSALINE.points) == (695, 700)
    assert [*breaches(CINDER), *breaches(TESSALINE)] == []
    single = [each if each.id != "mule-a" else each.model_copy(update={"aboard": ()}) for each in CINDER.auxiliaries]
    assert breaches(CINDER.model_copy(update={"auxiliaries": tuple(single)})) == []
    none = [each.model_copy(update={"aboard": ()}) for each in CINDER.auxiliaries]
    assert {each.rule for each in breaches(CINDER.model_copy(update={"auxiliaries": tuple(none)}))} == {"D-ARMY-6"}
