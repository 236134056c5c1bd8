"""Garrisons: who enters, where they are, what they see and who sees them (D-GARR, D-GEO-14, D-CQ)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.core.decisions import Choose
from game.engine.core.flow import Flow
from game.rulesets.dropzone.odds.fire import close_odds, ordered
from game.rulesets.dropzone.rules.activation import search, why_not_move
from game.rulesets.dropzone.rules.close_quarters import fighting
from game.rulesets.dropzone.rules.close_quarters.choosing import check_fortitude, fire_or_fight, foes_inside, run
from game.rulesets.dropzone.rules.close_quarters.fighting import roll_fortitude, take
from game.rulesets.dropzone.rules.deployment import roll_off
from game.rulesets.dropzone.rules.events import Rolled
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.moving.asking import bars, beside, turning, way_out
from game.rulesets.dropzone.rules.moving.boarding import enter, move_inside, near_garrisons, slot_name, take_slots
from game.rulesets.dropzone.rules.scenery import open_slots, room, settle
from game.rulesets.dropzone.rules.shooting.declaring import resolve_tokens
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.view.event_text import Words
from game.table.facing import degrees_of
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_rules, with_weapon

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)


def house(at: Moment) -> Feature:
    """Return the house of the table."""
    return next(each for each in at.game.features if each.id == "house")


def side(at: Moment, name: str) -> str:
    """Return the number of a side of the house by its direction."""
    facings = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
    return next(str(wall.number) for wall in walls(house(at)) if degrees_of(wall.outward) == facings[name])


def inside(at: Moment, name: str, place: str = "centre") -> None:
    """Put a unit into the house."""
    settle(at.game, at[name], house(at), place)


def test_d_garr_3_a_coherent_squad_within_two_inches_enters_whole() -> None:
    """D-GARR-1, D-GARR-3."""
    at = Moment(HOUSE)
    at.put("rifles-1", 22, 18.2)
    at.put("rifles-2", 22, 16.5)
    at["rifles-3"].place = "destroyed"
    south = side(at, "south")
    at.run(enter(at.game, at.squad("rifles-1")), "house", south, "centre")
    assert [at[name].slot for name in ("rifles-1", "rifles-2")] == [f"house:{south}", "house:centre"]
    assert (at["rifles-1"].x, at["rifles-1"].y) == (22.5, 20.0)
    assert at.squad("rifles-1").entered
    assert room(at.game, house(at)) == 18


@pytest.mark.parametrize(("x", "y"), [(22, 17.9), (22, 10)])
def test_d_garr_3_nobody_enters_from_farther_away_or_out_of_coherency(x: float, y: float) -> None:
    """D-GARR-3, D-COH-3, D-GARR-2, R-29."""
    at = Moment(HOUSE)
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    at.put("rifles-1", x, y)
    assert near_garrisons(at.game, at.squad("rifles-1")) == []
    at.put("rifles-1", 22, 18.5)
    assert near_garrisons(at.game, at.squad("rifles-1")) == [house(at)]
    at.put("rifles-2", 22, 14)
    assert near_garrisons(at.game, at.squad("rifles-1")) == []


def test_d_garr_1_vehicles_stay_outside() -> None:
    """D-TYPE-1."""
    at = Moment(HOUSE)
    at.put("ferrets-1", 22, 18.5)
    assert near_garrisons(at.game, at.squad("ferrets-1")) == []


def test_d_garr_4_no_side_that_enemies_hold() -> None:
    """D-GARR-14."""
    at = Moment(HOUSE)
    inside(at, "dancers-1-1", side(at, "north"))
    assert side(at, "north") not in open_slots(at.game, house(at), "south")
    assert side(at, "north") in open_slots(at.game, house(at), "north")


@pytest.mark.parametrize(
    ("count", "held", "prompts", "orders", "usual"),
    [
        (
            2,
            False,
            ["Rifle Section 1, 1 of 2: choose a place in House", "Rifle Section 2, 2 of 2: choose a place in House"],
            [5, 0],
            None,
        ),
        (1, False, ["Rifle Section 1: choose a place in House"], [0], None),
        (1, True, ["Rifle Section 1: choose a place in House"], [0], "centre"),
    ],
)
def test_d_garr_4_each_unit_is_asked_for_its_place_and_the_only_one_is_usual(
    count: int, held: bool, prompts: list[str], orders: list[int], usual: str | None
) -> None:
    """D-GARR-4: an order is for several units; if enemies `held` every side, only the centre is left."""
    at = Moment(HOUSE)
    for number in range(count + 1, 4):
        at[f"rifles-{number}"].place = "destroyed"
    if held:
        for name, wall in zip(("dancers-1-1", "dancers-1-2", "dancers-2-1", "dancers-2-2"), walls(house(at))):
            inside(at, name, str(wall.number))
    asked = at.run(take_slots(at.game, at.squad("rifles-1"), house(at)), *["centre"] * count)
    assert [each.prompt for each in asked] == prompts
    assert [len(each.shortcuts) for each in asked] == orders
    assert {each.usual() for each in asked if each.usual is not None} == {usual}


def test_d_garr_4_each_place_says_where_it_fires_clockwise_from_the_north() -> None:
    at = Moment(HOUSE)
    asked = next(take_slots(at.game, at.squad("rifles-1"), house(at)))
    assert isinstance(asked, Choose)
    details = ["fires north", "fires east", "fires south", "fires west", "fires at nobody; only Flame hits it"]
    assert [option.detail for option in asked.options] == details
    assert [option.detail for option in asked.shortcuts] == details
    assert [option.key for option in asked.options] == ["2", "1", "0", "3", "centre"]


def test_d_garr_4_an_order_answers_for_its_own_squad_and_ends_where_its_place_is_not_asked_for() -> None:
    at = Moment(HOUSE)
    asked = next(take_slots(at.game, at.squad("rifles-1"), house(at)))
    assert isinstance(asked, Choose)
    order = asked.shortcuts[-1].key
    others = [order.replace("rifles", "breachers"), f"{order}9"]
    assert [ordered(at.game, asked, each) for each in (order, *others)] == [asked.options[-1].key, None, None]
    assert ordered(at.game, replace(asked, rule="D-GARR-3"), order) is None


def test_slots_have_names_that_people_read() -> None:
    at = Moment(HOUSE)
    assert slot_name(house(at), side(at, "west")) == "the west side of House"
    assert slot_name(house(at), "centre") == "the centre of House"


def test_d_garr_10_shooting_out_is_from_a_side_and_ahead_of_it() -> None:
    """D-GARR-10, D-GEO-14, R-4: a side's front arc is 90 degrees about its outward normal."""
    at = Moment(HOUSE)
    inside(at, "rifles-1", side(at, "south"))
    at.put("glaives-1", 22, 14)
    at.put("glaives-2", 35, 18)
    at.put("glaives-3", 22, 30)
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == []
    assert "D-SHOOT-8" in at.why_not("rifles-1", "Service Rifles", "glaives-2")
    assert "D-SHOOT-8" in at.why_not("rifles-1", "Service Rifles", "glaives-3")
    inside(at, "rifles-1")
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == ["D-GARR-10"]


def test_d_geo_14_the_range_out_of_a_garrison_counts_from_the_best_point_of_the_side() -> None:
    """From 24.5 on the south side a target at 33.4 is 8.9″ to the east: in the arc only if it is as far south."""
    at = Moment(HOUSE)
    inside(at, "rifles-1", side(at, "south"))
    at.put("glaives-1", 30, 13.5)
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == []
    at.put("glaives-1", 31, 12.2)
    assert at.why_not("rifles-1", "Service Rifles", "glaives-1") == ["D-SHOOT-10"]


def test_d_garr_11_occupants_on_a_side_are_shot_from_its_outer_side_with_its_cover() -> None:
    """D-GARR-11, D-GEO-14, D-SCEN-6, D-SCEN-7."""
    at = Moment(HOUSE)
    at.put("anvils-1", 22, 10)
    at.put("parasols-1", 22, 35)
    inside(at, "dancers-1-1", side(at, "south"))
    assert at.why_not("anvils-1", "Coil Cannon", "dancers-1-1") == []
    assert "D-SHOOT-9" in at.why_not("parasols-1", "Quad Flak, sweep", "dancers-1-1")
    aimed = at.aim("anvils-1", "Coil Cannon", "dancers-1-1")
    assert (aimed.needed, aimed.body, aimed.hull_down) == (2 + 2 + 1, True, False)
    inside(at, "dancers-1-1")
    assert at.why_not("anvils-1", "Coil Cannon", "dancers-1-1") == ["D-GARR-11"]


def test_d_geo_14_a_side_that_is_mostly_hidden_is_hull_down() -> None:
    """D-GEO-14: a tower hides three of five columns of the south side."""
    at = Moment(HOUSE, rectangle("tower", "large-building", 18, 14, 22.6, 16, 30))
    at.put("anvils-1", 22, 8)
    inside(at, "dancers-1-1", side(at, "south"))
    assert at.aim("anvils-1", "Bow Gun", "dancers-1-1").hull_down


def test_d_cq_1_squads_in_one_garrison_fight_and_the_broken_run() -> None:
    """D-CQ-1, D-CQ-2, D-CQ-7, D-CQ-8, D-BG-11, D-SHOOT-2, D-GARR-12, R-39.

    Eight Damage leave one of three bases; a 3 fails, and it runs.
    """
    at = Moment(HOUSE, dice=(1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 2, 1, 3))
    for name in ("dancers-1-1", "dancers-1-2", "rifles-1", "rifles-2", "rifles-3"):
        inside(at, name)
    rifles = at.squad("rifles-1")

    def fight() -> Flow:
        yield from fire_or_fight(at.game, at.squad("dancers-1-1"))
        yield from check_fortitude(at.game)

    asked = at.run(
        fight(), "south.rifles", "separate", "separate", "test", [{"id": "south.rifles-3", "at": [22.0, 18.2]}]
    )
    assert [each.rule for each in asked] == ["D-CQ-2", "D-SPEC-RED", "D-SPEC-RED", "D-CQ-9", "D-CQ-8"]
    [left] = at.game.units_of(rifles)
    assert (left.place, left.slot, at.game.left(left)) == ("table", "", 4)


def test_d_cq_2_each_weapon_may_be_fired_at_another_squad() -> None:
    """D-CQ-2, D-SHOOT-5, D-SHOOT-4: the target of every weapon is locked before the first die.

    One base of Dancers does 6 Damage to the Rifles, the other 6 to the Breachers, who are Resilient and are tested.
    """
    at = Moment(HOUSE, dice=(6,) * 12)
    for name in ("dancers-1-1", "dancers-1-2", "rifles-1", "rifles-2", "rifles-3", "breachers-1", "breachers-2"):
        inside(at, name)
    rifles, breachers = at.squad("rifles-1"), at.squad("breachers-1")
    answers = "split", rifles.id, breachers.id, "separate", "separate"
    asked = at.run(fire_or_fight(at.game, at.squad("dancers-1-1")), *answers)
    assert [each.rule for each in asked] == ["D-CQ-2"] * 3 + ["D-SPEC-RED"] * 2
    assert [each.about for each in asked[1:3]] == ["north.dancers-1-1", "north.dancers-1-2"]
    assert [sum(map(at.game.left, at.game.units_of(each))) for each in (rifles, breachers)] == [12 - 6, 6 - 6]
    assert (rifles.shaken, breachers.shaken) == (True, True)


def test_d_shoot_2_a_weapon_may_stay_silent_where_targets_are_chosen() -> None:
    """D-CQ-2, D-UNIT-4: a unit may use all its weapons, and need not."""
    at = Moment(HOUSE, dice=(3,) * 6)
    for name in ("dancers-1-1", "dancers-1-2", "rifles-1", "breachers-1"):
        inside(at, name)
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    foe = at.squad("rifles-1").id
    at.run(fire_or_fight(at.game, at.squad("dancers-1-1")), "split", "end", foe, "separate")
    assert (at["dancers-1-1"].fired, at["dancers-1-2"].fired) == ([], ["Glass Blades"])
    assert not at.squad("breachers-1").shaken


def test_d_spec_alt_one_profile_of_a_weapon_is_fired_in_close_quarters() -> None:
    """D-SPEC-ALT, D-SPEC-LIM, D-CQ-2: the player chooses which; a Limited one is spent."""
    sheet = next(each for each in TESSALINE.units if each.id == "dancer")
    blades = next(each for each in sheet.weapons if each.cq)
    two = [blades.model_copy(update={"name": name, "special": ("Alt-1", "Limited-1")}) for name in ("High", "Low")]
    at = Moment(HOUSE, armies=(CINDER, with_rules(TESSALINE, "dancer", weapons=tuple(two))), dice=(1,) * 6)
    for name in ("dancers-1-1", "rifles-1"):
        inside(at, name)
    at["dancers-1-2"].place = "destroyed"
    foe, dancers = at.squad("rifles-1").id, at.squad("dancers-1-1")
    at.run(fire_or_fight(at.game, dancers), foe, "end", foe)
    assert (at["dancers-1-1"].fired, at["dancers-1-1"].spent) == (["Low"], {"Low": 1})
    at["dancers-1-1"].fired = []
    assert [weapon.name for _unit, weapon in fighting.armed(at.game, dancers)] == ["High"]


@pytest.mark.parametrize(("face", "lost"), [(3, 0), (1, 2)])
def test_x_36_a_contested_garrison_is_left_after_a_test(face: int, lost: int) -> None:
    """D-GARR-8."""
    at = Moment(HOUSE, dice=(face,))
    for name in ("breachers-1", "breachers-2", "dancers-1-1", "dancers-2-1"):
        inside(at, name)
    breachers = at.squad("breachers-1")
    spots = [{"id": f"south.breachers-{number}", "at": [20.0 + number, 18.2]} for number in (1, 2)]
    shares = ["south.breachers-1"] if lost else []  # of the second point: the first changes nothing
    at.run(move_inside(at.game, breachers), "leave", *shares, spots)
    assert sum(unit.lost for unit in at.game.units_of(breachers)) == lost
    assert {unit.place for unit in at.game.units_of(breachers)} == {"table"}


def test_d_obj_11_a_squad_that_fails_its_test_to_leave_drops_its_objective() -> None:
    """D-GARR-8, D-OBJ-11, D-OBJ-12, D-CQ-8: the enemy in the house has it."""
    at = Moment(HOUSE, dice=(2,), objectives={"prize": (22.0, 22.0)})
    for name in ("breachers-1", "breachers-2", "dancers-1-1", "dancers-2-1"):
        inside(at, name)
    prize = at.game.state.objectives["prize"]
    prize.mobile, prize.carrier, prize.claimed_by = True, "south.breachers", "south"
    spots = [{"id": f"south.breachers-{number}", "at": [20.0 + number, 18.2]} for number in (1, 2)]
    at.run(move_inside(at.game, at.squad("breachers-1")), "leave", spots)
    assert (prize.carrier, prize.claimed_by) == ("north.dancers-1", "north")


def test_d_garr_8_the_enemy_says_who_loses_the_points() -> None:
    """D-GARR-8: a 1 fails by 2; both points go to the second base, at another place, with a question each."""
    at = Moment(HOUSE, dice=(1,))
    for name in ("breachers-1", "dancers-1-1", "dancers-2-1"):
        inside(at, name)
    inside(at, "breachers-2", side(at, "south"))
    spots = [{"id": f"south.breachers-{number}", "at": [20.0 + number, 18.2]} for number in (1, 2)]
    asked = at.run(move_inside(at.game, at.squad("breachers-1")), "leave", *["south.breachers-2"] * 2, spots)
    assert [(each.player, each.rule) for each in asked[1:3]] == [("north", "D-GARR-8")] * 2
    assert [at[f"breachers-{number}"].lost for number in (1, 2)] == [0, 2]


def test_d_coll_4_the_opponent_assigns_collateral_damage() -> None:
    """D-COLL-4: two points at Energy 4 against A7; the piece loses none."""
    at = Moment(HOUSE, dice=(1, 1, 4, 4))
    inside(at, "rifles-1")
    inside(at, "rifles-2", side(at, "south"))
    at["rifles-3"].place = "destroyed"
    at.game.state.tokens = {"house": 2}
    asked = at.run(resolve_tokens(at.game, house(at)), "south.rifles-1", "south.rifles-2")
    assert [(each.player, each.rule) for each in asked] == [("north", "D-COLL-4")] * 2
    assert [at[f"rifles-{number}"].lost for number in (1, 2)] == [1, 1]


def test_d_cq_9_a_squad_may_fail_a_fortitude_test_without_a_die() -> None:
    at = Moment(HOUSE)
    inside(at, "rifles-1")
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    at.squad("rifles-1").shaken = True
    at.run(check_fortitude(at.game), "run", [{"id": "south.rifles-1", "at": [22.0, 18.2]}])
    assert at["rifles-1"].place == "table"


def test_r_42_a_broken_squad_without_room_runs_as_near_as_it_can() -> None:
    """R-42, D-CQ-8, D-GARR-9: lava, 3″ wide, lies around the house."""
    lava = [rectangle("west", "lava", 17, 17, 20, 28), rectangle("east", "lava", 25, 17, 28, 28),
            rectangle("north", "lava", 20, 25, 25, 28), rectangle("south", "lava", 20, 17, 25, 20)]  # fmt: skip
    at = Moment(HOUSE, *lava, dice=(2,))
    inside(at, "rifles-1")
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    at.squad("rifles-1").shaken = True
    assert way_out(at.game, [at["rifles-1"]], house(at).shape, "D-GARR-6") is None
    asked = at.run(check_fortitude(at.game), "test", [{"id": "south.rifles-1", "at": [22.5, 16.4]}])
    assert at["rifles-1"].place == "table"
    assert not asked[1].allows([{"id": "south.rifles-1", "at": [22.5, 14.0]}])


def test_d_eng_4_every_roll_in_the_log_says_whose_it_is() -> None:
    """D-ENG-4: of a squad, a piece, a player."""
    at = Moment(HOUSE, dice=(1, 1, 2, 5, 3, 6, 1))
    inside(at, "rifles-1")
    at.game.state.tokens = {"house": 1}

    def rolls() -> Flow:
        yield from resolve_tokens(at.game, house(at))
        roll_fortitude(at.game, at.squad("rifles-1"))
        roll_off(at.game, ["south", "north"])
        at.game.throw_d3("collapse", piece="house")
        at.game.throw_d3("wreck", at["rifles-1"])

    at.run(rolls())
    told = [each.sentence(Words(at.game)) for each in at.game.events if isinstance(each, Rolled)]
    names = ["House", "Rifle Section", "Rifle Section", "South", "North", "House", "Rifle Section"]
    assert [name in each for each, name in zip(told, names, strict=True)] == [True] * len(names)


def test_d_shoot_7_who_fired_a_weapon_for_standing_still_does_not_move_even_a_little() -> None:
    """D-SHOOT-6, D-SHOOT-7, D-MOVE-2: no pivot, no shift in the Garrison, no entering."""
    at = Moment(HOUSE)
    bastion = at.put("bastion", 10, 10)
    assert turning(at.game, bastion).is_choice
    bastion.fired = ["Siege Howitzer"]
    assert not turning(at.game, bastion).is_choice
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 19 + number, 18.5)
    assert near_garrisons(at.game, at.squad("rifles-1")) == [house(at)]
    at["rifles-2"].fired = ["Tube Launcher"]
    assert near_garrisons(at.game, at.squad("rifles-1")) == []
    for number in (1, 2, 3):
        inside(at, f"rifles-{number}")
    refusal = why_not_move(at.game, at.squad("rifles-1"))
    assert refusal is not None
    assert refusal.rule == "D-SHOOT-7"


def test_d_obj_5_a_searching_squad_claims_and_carries_what_it_finds_among_enemies() -> None:
    """D-OBJ-5, D-OBJ-7: an enemy inside hinders the search, not the claim."""
    at = Moment(HOUSE, dice=(6,), objectives={"prize": (22.0, 22.0)})
    at.game.state.round, at.game.state.order = 5, ["south", "north"]
    prize = at.game.state.objectives["prize"]
    prize.hidden = prize.mobile = True
    for name in ("rifles-1", "rifles-2", "rifles-3", "dancers-1-1"):
        inside(at, name)
    at.run(search(at.game, at.squad("rifles-1")))
    assert (prize.hidden, prize.claimed_by, prize.carrier) == (False, "south", "south.rifles")


def test_d_type_3_a_skimmer_is_set_down_on_a_low_obstacle() -> None:
    """D-TYPE-3, D-SCEN-2: up to 2″ high; nobody else is."""
    at = Moment(rectangle("hill", "hill", 10, 10, 14, 14), rectangle("cliff", "hill", 20, 10, 24, 14, 2.5))
    hill, cliff = at.game.features
    glaive, anvil = at.game.sheet(at["glaives-1"]), at.game.sheet(at["anvils-1"])
    assert [bars(sheet, piece) for sheet in (glaive, anvil) for piece in (hill, cliff)] == [False, True, True, True]


def test_d_cq_5_the_owner_decides_who_of_equals_suffers() -> None:
    """D-CQ-5: where it makes a difference, here which side is held; then that one goes on suffering."""
    at = Moment(HOUSE)
    inside(at, "rifles-1", side(at, "south"))
    inside(at, "rifles-2", side(at, "north"))
    inside(at, "rifles-3", side(at, "north"))
    squad = at.squad("rifles-1")
    [asked] = at.run(take(at.game, squad, 3, "D-CQ-5"), "south.rifles-2")
    assert asked.player == "south"
    assert [at.game.left(at[f"rifles-{number}"]) for number in (1, 2, 3)] == [4, 1, 4]
    [asked] = at.run(take(at.game, squad, 2, "D-CQ-5"), "south.rifles-3")
    assert [at.game.left(at[f"rifles-{number}"]) for number in (1, 2, 3)] == [4, 0, 3]
    inside(at, "rifles-1", side(at, "north"))
    at["rifles-3"].lost = 0
    assert at.run(take(at.game, squad, 1, "D-CQ-5")) == []


def test_d_spec_red_a_weapon_combines_its_shots_in_close_quarters_too() -> None:
    """D-CQ-2, D-SPEC-RED: a base that lost 2 points has 2 dice left, or one with 1 Energy more."""
    armed = with_weapon(CINDER, "rifle", "Close Rifles", "Reduced-1", shots=4)
    at = Moment(HOUSE, armies=(armed, TESSALINE), dice=(1,))
    inside(at, "rifles-1")
    at["rifles-1"].lost = 2
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    inside(at, "dancers-1-1")
    energy = at.weapon("rifles-1", "Close Rifles").energy
    [_foe, asked] = at.run(fire_or_fight(at.game, at.squad("rifles-1")), "north.dancers-1", "combined")
    assert isinstance(asked, Choose)
    assert [option.label for option in asked.options] == [
        f"2 shots with Energy {energy}", f"One combined shot with Energy {energy + 1}",
    ]  # fmt: skip


def test_d_cq_8_running_changes_nothing_for_a_squads_own_activation() -> None:
    """D-CQ-8, D-SHOOT-7: it may still fire what must not move."""
    at = Moment(HOUSE)
    inside(at, "rifles-1")
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    at["rifles-1"].turned = False
    at.run(run(at.game, at.squad("rifles-1")), [{"id": "south.rifles-1", "at": [22.0, 18.2], "facing": 4500}])
    assert (at["rifles-1"].place, at["rifles-1"].turned) == ("table", False)


def test_d_trans_17_who_embarked_this_round_does_not_fight_either() -> None:
    """D-TRANS-17, D-SPEC-LIM: nor do weapons without shots left."""
    at = Moment(HOUSE)
    inside(at, "rifles-1")
    inside(at, "dancers-1-1")
    squad = at.squad("rifles-1")
    assert foes_inside(at.game, squad) == [at.squad("dancers-1-1")]
    squad.embarked = True
    assert foes_inside(at.game, squad) == []


@pytest.mark.parametrize(("energy", "lost", "dice"), [(12, 0, (4, 6)), (13, 1, (4, 1))])
def test_d_shoot_19_no_passive_save_against_fierce_weapons_in_close_quarters(
    energy: int, lost: int, dice: tuple[int, ...]
) -> None:
    """D-SHOOT-19, D-CQ-6: one die that damages, the save on 5+, then the Dodge on 5+."""
    armed = with_weapon(CINDER, "rifle", "Close Rifles", energy=energy, shots=1)
    shielded = with_rules(TESSALINE, "dancer", "Dodge 5+", passive=5)
    at = Moment(HOUSE, armies=(armed, shielded), dice=dice)
    inside(at, "rifles-1")
    for name in ("rifles-2", "rifles-3", "dancers-1-2"):
        at[name].place = "destroyed"
    inside(at, "dancers-1-1")
    squad, foe = at.squad("rifles-1"), at.squad("dancers-1-1")
    odds = close_odds(at.game, fighting.armed(at.game, squad), foe, entered=False)
    assert odds.harm.points[0] == pytest.approx(1 - 5 / 6 * (2 / 3) ** (1 if lost else 2))
    at.run(fire_or_fight(at.game, squad), "north.dancers-1")
    assert at["dancers-1-1"].lost == lost


@pytest.mark.parametrize(("name", "text"), [("rifles-1", "gets out beside House first; may enter it next"),
                                            ("anvils-1", "overlaps House")])  # fmt: skip
def test_d_garr_3_infantry_that_gets_out_onto_a_house_reads_that_it_may_enter_next(name: str, text: str) -> None:
    """D-SCEN-2: it is set up beside the Transport, and asked about the house afterwards."""
    at = Moment(HOUSE)
    at.put("drover-1", 18.5, 22)
    places = beside(at.game, [at[name]], {at[name].id: at["drover-1"]}, "D-TRANS-12")
    assert any(text in refusal.text for refusal in places.members[0].ends.why_not((20.5, 22.0)))
