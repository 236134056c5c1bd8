"""Single facts of rules that no worked example shows, each in a moment of its own."""

from __future__ import annotations

import math

import pytest
import shapely

from game.engine.core.decisions import Arrange, Choose
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.documents.armies import breaches, size_of
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.documents.importing import loaded
from game.rulesets.dropzone.new_game.planning import check_map
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.activation import act, can_enter
from game.rulesets.dropzone.rules.cards.hands import deck
from game.rulesets.dropzone.rules.cards.playing import Occasion, Target, carry_out
from game.rulesets.dropzone.rules.close_quarters.fighting import fails_by
from game.rulesets.dropzone.rules.features import prisms
from game.rulesets.dropzone.rules.moving.asking import squad_move, within
from game.rulesets.dropzone.rules.objectives import claim_all, finds
from game.rulesets.dropzone.rules.play import deal
from game.rulesets.dropzone.rules.scenery import left, settle
from game.rulesets.dropzone.rules.shooting.declaring import react, resolve, resolve_tokens, shoot
from game.rulesets.dropzone.rules.shooting.legal import enemies, sees_scenery
from game.rulesets.dropzone.view.table import facts
from game.table.documents import MapDocument
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, field, rectangle, with_rules, with_weapon

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)
SHACK = rectangle("shack", "small-shack", 20, 20, 25, 25)


def fired(at: Moment) -> int:
    """Return how often a weapon has fired so far."""
    return sum(isinstance(each, events.Fired) for each in at.game.events)


def may_move(at: Moment, name: str, x: float, y: float) -> bool:
    """Return whether a unit alone may move to a spot."""
    unit = at[name]
    where = Arrange(player=unit.owner, prompt="", rule="", arrangements=squad_move(at.game, [unit]))
    return where.allows([{"id": unit.id, "at": [x, y]}])


# -- units and types


@pytest.mark.parametrize(("back", "lost"), [(1, 2), (5, 0)])
def test_d_unit_6_points_are_lost_and_regained_within_limits(back: int, lost: int) -> None:
    """D-UNIT-6, D-SHOOT-20: more than there are cannot be lost, nor regained more than were lost."""
    at = Moment(dice=(back,))
    rifle = at.put("rifles-1", 10, 10)
    assert at.game.damage(rifle, 9, "D-SHOOT-20") == 4
    assert (at.game.left(rifle), rifle.lost) == (0, 4)
    rifle.lost = 3 if back == 1 else 2
    carry_out(at.game, CARDS["C17"], "south", Target(rifle.id), Occasion({}))
    assert rifle.lost == lost


def test_d_unit_8_a_weapon_without_a_range_reaches_the_whole_table() -> None:
    at = Moment()
    lance, jet = at.weapon("pylon", "Sunlance"), at.weapon("pylon", "Ember Jet")
    assert [each.range_to(countered=True) for each in (lance, jet)] == [math.inf, 6.0]


@pytest.mark.parametrize(("inches", "coherent"), [(2.0, True), (2.1, False)])
def test_d_type_1_infantry_is_linked_by_two_inches(inches: float, coherent: bool) -> None:
    at = Moment()
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 10 + inches * number, 10)
    assert at.game.is_coherent(at.squad("rifles-1")) == coherent


@pytest.mark.parametrize(("flies", "refused"), [(True, ["D-SHOOT-3"]), (False, [])])
def test_d_air_6_and_d_type_5_only_aa_weapons_shoot_aircraft_in_the_air(flies: bool, refused: list[str]) -> None:
    at = Moment()
    at.put("parasols-1", 10, 10)
    at.put("kite-1", 10, 20, airborne=flies)
    assert at.why_not("parasols-1", "Quad Flak, sweep", "kite-1") == refused
    assert at.why_not("parasols-1", "Quad Flak, tracking", "kite-1") == []


def test_d_core_9_enemies_are_all_other_armies() -> None:
    at = Moment(armies=(CINDER, TESSALINE, CINDER))
    for number, name in enumerate(("south.anvils-1", "south.anvils-2", "north.glaives-1", "east.anvils-1")):
        at.put(name, 10 + 3 * number, 10)
    assert [each.id for each in enemies(at.game, at["south.anvils-1"])] == ["north.glaives-1", "east.anvils-1"]


def test_d_air_1_units_are_listed_in_garrisons_on_the_ground_then_in_the_air() -> None:
    """D-AIR-1: North's Glaive comes after South's Drover in the state, but before it on the table."""
    at = Moment(HOUSE)
    settle(at.game, at["dancers-1-1"], at.game.features[0], "centre")
    at.put("drover-1", 10, 10, airborne=True)
    at.put("glaives-1", 10, 20)
    assert [each.id for each in facts(at.game).pieces] == ["north.dancers-1-1", "north.glaives-1", "south.drover-1"]


# -- armies, maps, the beginning


@pytest.mark.parametrize(
    ("points", "size"),
    [(500, "Skirmish"), (999, "Skirmish"), (1000, "Clash"), (1999, "Clash"), (2000, "Battle"), (3000, "Battle")],
)
def test_d_army_1_games_are_called_by_their_points(points: int, size: str) -> None:
    assert size_of(points).name == size


@pytest.mark.parametrize(("points", "rules"), [(110, set()), (111, {"D-ARMY-4"})])
def test_r_8_a_third_is_33_percent_and_auxiliaries_do_not_count(points: int, rules: set[str]) -> None:
    """R-8: of 1000 points 330 are allowed; three Anvils, and the Transports beside them."""
    armour = next(each for each in CINDER.groups if each.id == "armour")
    squads = tuple(each for each in armour.squads if each.id == "anvils")
    groups = [each for each in CINDER.groups if each is not armour] + [armour.model_copy(update={"squads": squads})]
    army = with_rules(CINDER.model_copy(update={"limit": 1000, "groups": tuple(groups)}), "anvil", points=points)
    assert {each.rule for each in breaches(army)} & {"D-ARMY-4"} == rules


def test_d_setup_2_a_map_is_offered_with_its_size_and_scenery() -> None:
    there = {each.name: each for each in RULESET.offers().maps}
    assert there["twin-exchange"].rule == "D-SETUP-2"
    assert there["twin-exchange"].text.startswith("48″ × 48″: ")


def test_d_setup_4_a_deck_has_every_card_once_and_none_that_was_drawn() -> None:
    at = Moment()
    at.hand("south", "C01", "C02")
    at.game.state.discards = {**at.game.state.discards, "south": ["C03"]}
    assert sorted(deck(at.game, "south")) == [f"C{number:02}" for number in range(4, 31)]


def overlapping(x: float) -> MapDocument:
    """Return a table with two buildings, the second from some inches on."""
    return field(HOUSE, rectangle("barn", "medium-building", x, 20, x + 5, 25), objectives={"a": (10.0, 10.0)})


@pytest.mark.parametrize(("x", "rules"), [(25.0, []), (24.9, ["D-GEO-16"])])
def test_d_eng_6_pieces_may_touch_but_not_overlap(x: float, rules: list[str]) -> None:
    assert [each.rule for each in check_map(overlapping(x))] == rules


def test_d_trans_6_a_battle_begins_with_the_cargo_aboard() -> None:
    at = Moment()
    assert {at[f"rifles-{number}"].carrier for number in (1, 2, 3)} == {"south.mule-a"}
    assert (at["rifles-1"].place, at["mule-a"].place, at["ferrets-1"].place) == ("aboard", "aboard", "off")
    assert at["mule-a"].carrier == "south.drover-1"


@pytest.mark.parametrize(("second", "aboard"), [("one", True), ("two", False)])
def test_d_trans_4_a_transport_takes_squads_of_one_battlegroup(second: str, aboard: bool) -> None:
    """D-TRANS-4: two Breachers leave room for one base of Rifles in a Mule."""
    squads = {"breachers": {"id": "breachers", "unit": "breacher", "size": 2},
              "rifles": {"id": "rifles", "unit": "rifle", "size": 1}}  # fmt: skip
    groups = [{"id": "one", "squads": (squads["breachers"],)}, {"id": second, "squads": (squads["rifles"],)}]
    units = [each.model_dump() for each in CINDER.units]
    mule = {"id": "mule-a", "unit": "mule", "size": 1}
    carried = loaded({"units": units, "groups": groups, "auxiliaries": (mule,)}, [])["groups"]
    assert [bool(group["squads"][0].get("aboard")) for group in carried] == [True, aboard]


# -- the round


def test_d_bg_7_squads_act_one_after_another_each_once() -> None:
    at = Moment()
    at.put("bastion", 10, 10)
    for number in range(1, 6):
        at.put(f"ferrets-{number}", 20 + 2 * number, 10)
    at.game.state.group, at.game.state.order = "south.hq", ["south", "north"]
    asked = [at.run(act(at.game), name, "end")[0] for name in ("south.bastion.squad", "south.ferrets")]
    offered = [[option.key for option in each.options] for each in asked if isinstance(each, Choose)]
    assert offered == [["south.bastion.squad", "south.ferrets"], ["south.ferrets"]]


def test_d_bg_11_squads_that_broke_run_at_the_end_of_the_activation() -> None:
    """D-BG-11, D-CQ-7: the Dancers are done; of three Rifles one is left, and its player lets it run."""
    at = Moment(HOUSE)
    [house] = at.game.features
    for name in ("rifles-1", "dancers-1-1"):
        settle(at.game, at[name], house, "centre")
    for name in ("rifles-2", "rifles-3", "dancers-1-2", "dancers-2-1", "dancers-2-2", "gales-1", "gales-2"):
        at[name].place = "destroyed"
    at.squad("rifles-1").shaken, at.squad("dancers-1-1").acted = True, True
    at.game.state.group, at.game.state.order = "north.frontline", ["south", "north"]
    asked = at.run(act(at.game), "run", [{"id": "south.rifles-1", "at": [22.0, 18.2]}])
    assert [each.rule for each in asked] == ["D-CQ-9", "D-CQ-8"]
    assert at.game.state.groups["north.frontline"].status == "done"


def test_r_9_the_first_cards_come_in_the_first_round() -> None:
    """R-9: no hand is dealt before."""
    at = Moment(dice=(1, 1))
    assert at.game.state.hands == {"south": [], "north": []}
    at.game.state.order = ["south", "north"]
    at.run(deal(at.game))
    assert [len(hand) for hand in at.game.state.hands.values()] == [1, 1]


@pytest.mark.parametrize(("inches", "may"), [(1.0, True), (0.0, False)])
def test_r_10_who_cannot_move_cannot_enter(inches: float, may: bool) -> None:
    at = Moment(armies=(with_rules(CINDER, "ferret", move=(0.0, inches)), TESSALINE))
    assert can_enter(at.game, at.squad("ferrets-1")) == may


def test_r_20_a_natural_one_fails_whatever_is_added() -> None:
    """R-20, D-CORE-4: a Fortitude test and a search."""
    at = Moment()
    assert [fails_by(at.game, at.squad("rifles-1"), face, 9) for face in (1, 2)] == [1, 0]
    assert [finds(face, 15) for face in (1, 2)] == [False, True]


# -- moving, shooting


@pytest.mark.parametrize(("name", "may"), [("glaives-1", False), ("anvils-2", True)])
def test_d_move_3_a_unit_passes_through_its_own_squad_only(name: str, may: bool) -> None:
    """D-MOVE-3: straight ahead; around a Glaive it is too far."""
    at = Moment()
    at.put("anvils-1", 10, 10)
    at.put(name, 10, 12.5)
    assert may_move(at, "anvils-1", 10.0, 15.0) == may


def test_r_6_nobody_is_set_down_on_another_or_over_the_edge() -> None:
    at = Moment()
    at.put("glaives-1", 10, 10)
    where = within(at.game, [at["anvils-1"]], shapely.box(0, 0, 48, 48), "")
    decision = Arrange(player="south", prompt="", rule="", arrangements=where)
    spots = ([10.0, 11.2], [10.0, 11.1], [10.0, 0.6], [10.0, 0.5])
    assert [decision.allows([{"id": "south.anvils-1", "at": spot}]) for spot in spots] == [True, False, True, False]


def test_d_shoot_1_everything_is_declared_before_any_die() -> None:
    """D-SHOOT-1, D-SHOOT-4: both Anvils name their targets first; then all of it is rolled."""
    at = Moment(dice=(1, 1))
    at["anvils-3"].place = "destroyed"
    for number in (1, 2):
        at.put(f"anvils-{number}", 8 + 2 * number, 10).fired = ["Bow Gun"]
    at.put("glaives-1", 10, 20)
    flow = shoot(at.game, at.squad("anvils-1"))
    asked = next(flow), flow.send("north.glaives-1")
    assert [each.about for each in asked if isinstance(each, Choose)] == ["south.anvils-1", "south.anvils-2"]
    assert [each.prompt.partition(",")[0] for each in asked if isinstance(each, Choose)] == [
        "Weapon 1 of 2",
        "Weapon 2 of 2",
    ]
    assert fired(at) == 0
    with pytest.raises(StopIteration):
        flow.send("north.glaives-1")
    assert fired(at) == 2


def test_d_rf_4_indirect_weapons_do_not_react() -> None:
    for special, reacts in ((("AA-1",), True), (("AA-1", "Indirect"), False), (("Reduced-1",), False)):
        army = with_weapon(CINDER, "anvil", "Bow Gun", *special)
        at = Moment(armies=(army, TESSALINE))
        at.put("anvils-1", 10, 10)
        at.empty("wisp-1")
        at.put("wisp-1", 30, 14, airborne=True)
        at.game.state.order = ["south", "north"]
        asked = at.run(
            react(at.game, at.squad("wisp-1"), {"north.wisp-1": [(0.0, 14.0), (30.0, 14.0)]}), *["pass"] * reacts
        )
        assert bool(asked) == reacts, special


@pytest.mark.parametrize(("mode", "refused"), [("3d", ["D-SHOOT-10"]), ("flat", [])])
def test_r_2_ranges_slant_unless_they_are_agreed_to_be_level(mode: str, refused: list[str]) -> None:
    """R-2, D-GEO-5: 17.9″ on the ground are 18.06″ to a Wisp in the air, which is beyond 18″."""
    at = Moment(range=mode)
    at.put("parasols-1", 10, 10)
    at.put("wisp-1", 10, 27.9, airborne=True)
    assert at.why_not("parasols-1", "Quad Flak, tracking", "wisp-1") == refused


def test_r_3_what_is_not_solid_hides_nothing() -> None:
    at = Moment(rectangle("bar", "barricade", 5, 14, 15, 15), rectangle("house", "tiny-building", 30, 14, 35, 15))
    at.put("ferrets-1", 10, 10)
    at.put("flickers-1", 10, 18)
    assert [each.group for each in prisms(at.game.ruler.battlefield)] == ["piece house"]
    assert not at.aim("ferrets-1", "Twin Chaincannon", "flickers-1").hull_down


@pytest.mark.parametrize(("y", "seen"), [(8.0, True), (7.9, False)])
def test_r_5_a_weapon_aims_at_the_nearest_visible_point_of_a_piece(y: float, seen: bool) -> None:
    """R-5, D-GEO-15: from 12″ in front of it."""
    army = with_weapon(CINDER, "anvil", "Bow Gun", full=12.0, countered=1.0)
    at = Moment(HOUSE, armies=(army, TESSALINE))
    at.put("anvils-1", 22, y)
    assert sees_scenery(at.game, at["anvils-1"], at.weapon("anvils-1", "Bow Gun"), at.game.features[0]) == seen


# -- scenery, objectives


def test_d_scen_10_what_is_flammable_burns_with_less_energy() -> None:
    """D-SCEN-10, D-COLL-3: a 5 and Energy 2 do nothing to a shack (A8), with Energy 4 it would."""
    at = Moment(SHACK, dice=(5,))
    [shack] = at.game.features
    at.game.state.tokens = {"shack": 1}
    at.run(resolve_tokens(at.game, shack))
    assert left(at.game, shack) == 10


def test_r_30_flame_adds_two_tokens_to_what_is_flammable() -> None:
    """R-30, D-COLL-6: not three."""
    at = Moment(SHACK, dice=(1,) * 8)
    at.put("pylon", 22, 15)
    settle(at.game, at["breachers-1"], at.game.features[0], "centre")
    at.run(resolve(at.game, [at.fire("pylon", "Ember Jet", "breachers-1")]))
    assert [each.count for each in at.game.events if isinstance(each, events.TokensAdded)] == [2]


def test_d_obj_1_an_objective_is_shown_as_a_token_of_30_millimetres() -> None:
    at = Moment(objectives={"prize": (10.0, 12.0)})
    [token] = [each for each in facts(at.game).pieces if each.id == "prize"]
    assert token.radius == pytest.approx(15 / 25.4, abs=0.05)


def test_d_obj_7_a_squad_takes_one_mobile_objective() -> None:
    at = Moment(objectives={"one": (10.0, 11.0), "two": (10.0, 9.0)})
    at.put("anvils-1", 10, 10)
    for objective in at.game.state.objectives.values():
        objective.mobile, objective.hidden = True, False
    claim_all(at.game)
    assert [each.carrier for each in at.game.state.objectives.values()] == ["south.anvils", ""]
    assert [each.claimed_by for each in at.game.state.objectives.values()] == ["south", "south"]
