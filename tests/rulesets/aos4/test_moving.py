"""Moves, coherency, terrain, flying, sight in play (A-MOVE, A-COH, A-TERR, A-FLY, A-VIS)."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest

from game.engine.core.decisions import Arrange, Pick
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.damaging import survivors
from game.rulesets.aos4.rules.moving.unit_moves import beside_its_unit
from game.table.documents import MapDocument
from game.table.lattice import position
from game.table.placing.places import is_legal
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
)
from tests.samples import some

PIKE, AXE, RIDER = 32 / 50.8, 40 / 50.8, 60 / 50.8


def moving(
    x: float = 20,
    y: float = 10,
    *,
    on: MapDocument | None = None,
    name: str = "beaconwright",
    army: ArmyDocument = LANTERN,
) -> Battle:
    """One model about to make a Normal Move, nobody else near."""
    battle = Battle("movement", on=on or field(), armies=(army, BRINEBACK))
    battle.put(name, (x, y))
    battle.put("tide-reeve", (2, 28))
    return battle.begin().use("normal-move", name)


def test_a_move_1_one_after_another_each_may_stay() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "wallward-pikes")
    assert battle.allows([{"id": "ann.wallward-pikes-2", "at": [11.5, 10.8]}])
    assert battle.allows([])


def test_a_move_2_no_farther_than_the_allowance() -> None:
    battle = moving()
    assert battle.allows(battle.moved("beaconwright", 5, 0))
    assert battle.against(battle.moved("beaconwright", 5.002, 0)) == {"A-MOVE-2"}


def test_a_move_3_and_a_geo_9_not_off_the_table_nor_onto_models() -> None:
    battle = moving(2, 2)
    assert not battle.allows(battle.moved("beaconwright", -1.3, 0))
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("wallward-pikes", (22, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "beaconwright")
    assert battle.against(battle.moved("beaconwright", 2, 0)) == {"A-MOVE-3"}
    assert not battle.allows(battle.to("beaconwright", [(22, 10), (24.5, 10)])), "through a model"


@pytest.mark.parametrize("own", ["block", "pass"])
def test_a_move_4_and_a_amb_2_own_models_stand_in_the_way(own: str) -> None:
    battle = Battle("movement", own_models=own)
    battle.put("wallward-pikes", (0.7, 10), (2.1, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "wallward-pikes")
    first = {"id": "ann.wallward-pikes-1", "at": [3.5, 10], "via": [[2.1, 10]]}
    assert battle.allows([first]) is (own == "pass")


def test_a_amb_2_a_block_passes_in_some_order() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(10, 10, 5, 1.4, 5))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "wallward-pikes")
    wrong = battle.moved("wallward-pikes", 3, 0)[::-1]
    assert battle.allows(wrong)


def test_a_move_6_and_a_move_7_and_a_amb_8_exactly_three_inches_is_in_combat() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (10, 10))
    battle.put("tide-reeve", (10 + 2 * AXE + 6, 10))
    battle.begin().use("normal-move", "beaconwright")
    assert battle.against(battle.moved("beaconwright", 3, 0)) == {"A-MOVE-7"}
    assert not battle.allows(battle.moved("beaconwright", 2.9995, 0)), "within 3 inches with the tolerance"
    assert battle.allows(battle.moved("beaconwright", 2.99, 0))


WALL = piece("wall", box(19.5, 5, 1, 20), 4, "blocks-sight", "impassable")


def walled(*, fly: bool = False, **places: list[tuple[float, float]]) -> Battle:
    """Units on both sides of a long wall, Ann to move."""
    battle = Battle("movement", on=field(WALL))
    for name, spots in places.items():
        battle.put(name.replace("_", "-"), *spots)
    return battle.begin()


def test_a_move_7_and_a_amb_9_who_is_not_seen_does_not_count() -> None:
    battle = walled(beaconwright=[(14, 15)], tide_reeve=[(21.5, 15)])
    battle.use("normal-move", "beaconwright")
    assert battle.allows(battle.moved("beaconwright", 4, 0)), "behind a wall"
    assert not battle.game.are_in_combat(battle.unit("beaconwright"), battle.unit("tide-reeve"))


def test_a_amb_46_at_the_end_the_whole_unit_counts() -> None:
    battle = walled(wallward_pikes=[(17.5, 27), (16, 27), (16.75, 25.8)], tide_reeve=[(22, 24)])
    battle.use("normal-move", "wallward-pikes")
    # One model near the wall that sees nobody, others beyond its end that do.
    near = {"id": "ann.wallward-pikes-1", "at": [18.6, 24.2]}
    hidden = [
        near,
        {"id": "ann.wallward-pikes-2", "at": [17.3, 24.2]},
        {"id": "ann.wallward-pikes-3", "at": [17.9, 22.9]},
    ]
    seeing = [
        near,
        {"id": "ann.wallward-pikes-2", "at": [18.0, 25.4]},
        {"id": "ann.wallward-pikes-3", "at": [17.6, 26.8]},
    ]
    assert battle.allows(hidden)
    assert "A-MOVE-7" in battle.against(seeing)


def test_a_amb_10_retreat_and_redeploy_keep_off_ranges_unseen_too() -> None:
    battle = Battle("movement", active=B, on=field(WALL))
    battle.put("beaconwright", (14, 15))
    battle.put("tide-reeve", (21.5, 15))
    battle.rolls("redeploy", 6).begin().done()
    battle.use("redeploy", "beaconwright")
    assert battle.against(battle.moved("beaconwright", 4, 0)) == {"A-AB-15"}


def test_a_move_8_a_random_move_is_thrown_for_each_ability() -> None:
    army = changed(LANTERN, "beaconwright", move="2D6")
    battle = Battle("movement", armies=(army, BRINEBACK))
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (2, 28))
    battle.rolls("move normal-move", 1, 2).begin().use("normal-move", "beaconwright")
    assert battle.allows(battle.moved("beaconwright", 3, 0))
    assert not battle.allows(battle.moved("beaconwright", 3.01, 0))


def test_a_move_9_all_or_nobody() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "wallward-pikes")
    apart = [{"id": "ann.wallward-pikes-2", "at": [14, 10]}]
    assert battle.against(apart) == {"A-COH-2"}
    assert battle.unit("wallward-pikes").at["ann.wallward-pikes-2"] == (11.5, 10)


# -- coherency


def test_a_coh_3_the_models_on_the_table_count() -> None:
    for models, legal in ((6, True), (7, False)):
        battle = Battle("movement")
        battle.put("wallward-pikes", *row(models, 10, 10, 1.5))
        battle.put("tide-reeve", (2, 28))
        battle.begin().use("normal-move", "wallward-pikes")
        assert battle.allows([]) is legal


@pytest.mark.parametrize("option", ["removed", "kept"])
def test_a_coh_4_split_units_lose_models_at_the_end_of_a_turn(option: str) -> None:
    battle = Battle("endOfTurn", coherency=option)
    battle.put("wallward-pikes", (10, 5), (11.5, 5), (20, 5), damage=1)
    battle.put("tide-reeve", (2, 28))
    battle.begin()
    if option == "kept":
        assert len(battle.unit("wallward-pikes").at) == 3
        return
    assert battle.asked.rule == "A-COH-4"
    battle.say("suggested")
    assert [*battle.unit("wallward-pikes").at] == ["ann.wallward-pikes-1", "ann.wallward-pikes-2"]
    assert battle.unit("wallward-pikes").slain[-1] == "ann.wallward-pikes-3"
    assert battle.unit("wallward-pikes").damage == 1, "it stays with the unit"
    assert battle.events(events.Damaged) == []
    assert [each.rule for each in battle.events(events.Slain)] == ["A-COH-4"]


def test_a_geo_4_a_gap_of_half_an_inch_and_the_tolerance_is_coherent() -> None:
    """0.5006″ apart holds together, wherever that is asked: at the end of a turn, and of a move; 0.5012″ does not."""
    for gap, holds in ((0.5006, True), (0.5012, False)):
        battle = Battle("endOfTurn", coherency="removed")
        unit = battle.put("wallward-pikes", *row(3, 10, 5, 2 * 0.63 + gap))
        radius = battle.setup.models_of(unit)[next(iter(unit.at))].radius
        battle.put("wallward-pikes", *row(3, 10, 5, 2 * radius + gap))
        battle.put("tide-reeve", (2, 28))
        assert (survivors(battle.begin().game, unit) == []) is holds
        moving = Battle("movement")
        moving.put("wallward-pikes", *row(3, 10, 5, 2 * radius + gap))
        moving.put("tide-reeve", (2, 28))
        moving.begin().use("normal-move", "wallward-pikes").no_reaction()
        assert moving.allows(moving.moved("wallward-pikes", 0.0, 1.0)) is holds


def test_a_geo_4_where_a_model_may_return_it_does_not_split_its_unit() -> None:
    """At 0.5005″ it could return (A-DMG-8), and was removed as the turn ended (A-COH-4)."""
    battle = Battle("hero")
    unit = battle.put("wallward-pikes", *row(2, 10, 5, 1.4))
    battle.put("tide-reeve", (2, 28))
    game, (first, _second), back = battle.begin().game, unit.at.items(), unit.slain[0]
    unit = battle.unit("wallward-pikes")
    x, (radius, own) = first[1][0], (game.models(unit)[each].radius for each in (first[0], back))
    for gap, holds in ((0.5005, True), (0.5015, False)):
        spot = position(x - radius - own - gap, 5)
        assert is_legal(beside_its_unit(game, unit, back), spot) is holds
        before, unit.at = unit.at, {back: spot, **unit.at}
        assert (survivors(game, unit) == []) is holds
        unit.at = before


def test_a_coh_4_parts_of_a_split_unit_are_told_apart() -> None:
    battle = Battle("endOfTurn", coherency="removed")
    battle.put("wallward-pikes", (10, 5), (11.5, 5), (20, 5), (21.5, 5))
    battle.put("tide-reeve", (2, 28))
    assert kept_by(battle.begin()) == [
        "Keep 2 models to the west: Champion and Musician",
        "Keep 2 models to the east: Standard bearer",
    ]


def kept_by(battle: Battle) -> list[str]:
    """Return the ready answers to the question which models of a split unit go."""
    assert isinstance(battle.asked, Pick)
    return [option.label for option in battle.asked.shortcuts]


def test_a_coh_4_nobody_of_a_split_unit_goes_unasked_and_the_champion_is_kept() -> None:
    """Eight in a line have too few links; six are together with one each, and their commander says which six."""
    battle = Battle("endOfTurn")
    battle.put("wallward-pikes", *row(8, 10, 5, 1.6))
    battle.put("tide-reeve", (14, 28))
    battle.begin()
    assert (battle.asked.player, battle.asked.rule, battle.asked.about) == (A, "A-COH-4", "ann.wallward-pikes")
    assert battle.asked.prompt == "Wallward Pikes are split: choose the first of 2 or more models to remove"
    assert kept_by(battle) == ["Keep 6 models to the west: Champion, Musician and Standard bearer"]
    battle.say("suggested")
    assert len(battle.unit("wallward-pikes").at) == 6
    assert battle.unit("wallward-pikes").slain[-2:] == ["ann.wallward-pikes-7", "ann.wallward-pikes-8"]
    [removed] = [each for each in battle.events(events.Slain) if each.rule == "A-COH-4"]
    assert RULESET.tell(battle.game, removed) == "2 models of Wallward Pikes are removed: the unit was split"


def test_a_coh_4_their_commander_may_let_others_go_one_by_one_until_the_unit_is_coherent() -> None:
    battle = Battle("endOfTurn")
    battle.put("wallward-pikes", *row(8, 10, 5, 1.6))
    battle.put("tide-reeve", (14, 28))
    battle.begin()
    assert not battle.allows(["ann.wallward-pikes-1", "ann.wallward-pikes-2"]), "the second only if it is still split"
    battle.say(["ann.wallward-pikes-1"])
    assert battle.asked.prompt == "Wallward Pikes are split: choose at least 1 model to remove"
    battle.say(["ann.wallward-pikes-2"])
    assert battle.asked.rule != "A-COH-4"
    assert [*battle.unit("wallward-pikes").at] == [f"ann.wallward-pikes-{number}" for number in range(3, 9)]


def test_a_coh_4_the_suggestion_is_the_most_models_then_the_champion_then_those_near_the_enemy() -> None:
    ring = [(10.0, 5.0), (11.5, 5.0), (10.0, 6.5), (11.5, 6.5), (10.0, 8.0), (11.5, 8.0)]
    seven = [*ring, (10.75, 9.2)]
    situations: list[tuple[list[Spot], set[int]]] = [
        ([(30, 5), *seven, (10.0, 3.5)], {2, 3, 4, 5, 6, 7, 8}),  # the champion is alone
        ([(10, 5), *row(3, 30, 5, 1.5), *row(2, 11.5, 5, 1.5)], {1, 5, 6}),  # as many as the musician's
        ([(8.5, 5), *ring, (13, 5)], {1, 2, 3, 5, 6, 7}),  # the champion is outside a ring of six
    ]
    for spots, kept in situations:
        battle = Battle("endOfTurn")
        unit = battle.put("wallward-pikes", *spots)
        battle.put("tide-reeve", (30, 28))
        best, *_others = survivors(battle.begin().game, unit)
        assert {int(model.rpartition("-")[2]) for model in best} == kept


@pytest.mark.parametrize("seed", range(some(100)))
def test_a_coh_4_no_coherent_part_of_a_split_unit_is_better_than_the_suggestion(seed: int) -> None:
    """Against all parts there are, one by one; a gap of 0.501 inches is coherent (A-GEO-4)."""
    rng = Random(seed)
    battle = Battle("endOfTurn")
    unit = battle.put("wallward-pikes", *scattered(rng, rng.randint(4, 10)))
    battle.put("tide-reeve", (30, 28))
    game = battle.begin().game
    discs = dict(zip(unit.at, game.positions.bases(battle.unit("wallward-pikes")).footprints))

    def is_whole(part: tuple[str, ...]) -> bool:
        near = {
            one: [two for two in part if two != one and math.dist(discs[one][:2], discs[two][:2]) <= 2 * PIKE + 0.501]
            for one in part
        }
        reached, wanted = {part[0]}, min(2 if len(part) >= 7 else 1, len(part) - 1)
        for _step in part:
            reached |= {two for one in reached for two in near[one]}
        return len(reached) == len(part) and all(len(each) >= wanted for each in near.values())

    def titles(part: tuple[str, ...]) -> tuple[int, ...]:
        return len(part), *(f"ann.wallward-pikes-{number}" in part for number in (1, 2, 3))

    parts = [part for size in range(1, len(discs) + 1) for part in itertools.combinations(discs, size)]
    best = max(titles(part) for part in parts if is_whole(part))
    found = survivors(game, battle.unit("wallward-pikes"))
    assert all(is_whole(part) for part in found)
    assert (titles(found[0]) if found else titles(tuple(discs))) == best


def scattered(rng: Random, number: int) -> list[Spot]:
    """Spots at random, none on another, most of them beside one of the others."""
    spots: list[Spot] = [(12.0, 12.0)]
    while len(spots) < number:
        (x, y), turn, far = rng.choice(spots), rng.uniform(0, math.tau), rng.uniform(1.3, 1.9)
        spot = round(x + far * math.cos(turn), 2), round(y + far * math.sin(turn), 2)
        if all(math.dist(spot, other) > 1.27 for other in spots):
            spots.append(spot)
    rng.shuffle(spots)
    return spots


def test_a_coh_4_losses_may_split_a_unit_and_the_next_move_mends_it() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (10, 10), (14, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "wallward-pikes")
    assert not battle.allows([])
    assert battle.allows([{"id": "ann.wallward-pikes-2", "at": [11.6, 10]}])


# -- terrain


def test_a_terr_1_low_features_are_ignored() -> None:
    battle = moving(18, 10, on=field(piece("kerb", box(19, 8, 1, 4), 1.0)))
    assert battle.allows(battle.moved("beaconwright", 5, 0))


def test_a_terr_2_and_a_terr_3_and_a_terr_5_climbing_costs_jumping_ends_the_move() -> None:
    battle = moving(17, 10, on=field(piece("block", box(19, 0, 0.5, 20), 1.5)))
    # 1.5 up; down again costs 1.5 more, or a jump ends the move where the base is clear.
    assert battle.allows(battle.to("beaconwright", [(19.5 + AXE + 0.0002, 10)])), "3.29 and 1.5 up, then a jump"
    assert not battle.allows(battle.to("beaconwright", [(20.8, 10)])), "beyond the jump there is no going on"


def test_a_terr_4_nobody_ends_half_way_up() -> None:
    battle = moving(17, 10, on=field(piece("block", box(19, 8, 4, 4), 1.5)))
    assert battle.against(battle.moved("beaconwright", 2, 0)) == {"A-TERR-5"}


def test_a_terr_5_and_a_tab_4_ending_on_a_tall_feature_is_refused_by_what_forbids_it() -> None:
    for does, rule in (((), "A-TERR-5"), (("unstable",), "A-TAB-4"), (("flat-top", "unstable"), "A-TAB-4")):
        for keywords in ((), ("FLY",)):
            block, army = piece("block", box(18, 8, 4, 4), 1.5, *does), keyworded(LANTERN, "beaconwright", *keywords)
            battle = moving(17, 10, on=field(block), army=army)
            assert battle.against(battle.moved("beaconwright", 3, 0)) == {rule}, (does, keywords)


def test_a_terr_5_a_flat_top_may_be_stood_on() -> None:
    for does, legal in (((), False), (("flat-top",), True), (("flat-top", "unstable"), False)):
        battle = moving(17, 10, on=field(piece("block", box(18, 8, 4, 4), 1.5, *does)))
        assert battle.allows(battle.moved("beaconwright", 3, 0)) is legal


def test_a_move_2_a_climb_that_is_too_long_cites_the_rule_of_ways_not_that_of_overlaps() -> None:
    battle = moving(17, 10, on=field(piece("hill", box(18, 8, 4, 4), 2, "flat-top")))
    assert battle.allows(battle.moved("beaconwright", 3, 0))
    assert battle.against(battle.moved("beaconwright", 3.1, 0)) == {"A-MOVE-2"}


def test_a_terr_5_one_climbs_down_one_block_and_jumps_from_the_next() -> None:
    blocks = field(piece("one", box(19, 0, 0.2, 30), 1.2), piece("two", box(22, 0, 0.2, 30), 1.2))
    battle = Battle("movement", on=blocks, armies=(changed(LANTERN, "beaconwright", move="9"), BRINEBACK))
    battle.put("beaconwright", (18.2, 10))
    battle.put("tide-reeve", (2, 28))
    battle.begin().use("normal-move", "beaconwright")
    end = 22.2 + AXE + 0.0002
    assert battle.allows(battle.to("beaconwright", [(end, 10)])), f"{end - 18.2} on the way, 3.6 up and down"


def test_a_terr_7_and_a_tab_3_impassable() -> None:
    on = field(piece("rock", box(19, 8, 1, 4), 3, "impassable"))
    battle = moving(18, 10, on=on)
    assert battle.against(battle.to("beaconwright", [(19.5, 10), (21, 10)])) == {"A-TAB-3"}
    battle = moving(17, 10, on=on, name="duskmoth-riders")
    assert battle.allows(battle.moved("duskmoth-riders", 6, 0)), "units that FLY can cross"
    assert not battle.allows(battle.moved("duskmoth-riders", 2.5, 0)), "but not end there (A-FLY-4)"


def test_a_tab_4_unstable_may_be_crossed_but_not_stood_on() -> None:
    battle = moving(17, 10, on=field(piece("mill", box(18.5, 8, 0.3, 4), 1.2, "unstable", "flat-top")))
    assert not battle.allows(battle.moved("beaconwright", 1.5, 0))
    assert battle.allows(battle.to("beaconwright", [(18.8 + AXE + 0.0002, 10)]))


# -- flying


def test_a_fly_1_and_a_fly_3_over_models_terrain_and_ranges_at_no_cost() -> None:
    battle = Battle("movement", on=field(piece("tower", box(19, 14, 2, 2), 9)))
    battle.put("duskmoth-riders", (20, 7))
    battle.put("tide-reeve", (20, 12.1))
    battle.begin().use("normal-move", "duskmoth-riders")
    assert battle.allows(battle.moved("duskmoth-riders", 0, 12))
    assert not battle.allows(battle.moved("duskmoth-riders", 0, 8.5)), "not on the tower"


def test_a_fly_2_and_a_fly_4_not_into_combat_nor_onto_models() -> None:
    battle = Battle("movement")
    battle.put("duskmoth-riders", (20, 8))
    battle.put("wallward-pikes", (20, 14))
    battle.put("tide-reeve", (26, 8))
    battle.begin().use("normal-move", "duskmoth-riders")
    assert battle.against(battle.moved("duskmoth-riders", 0, 6)) == {"A-MOVE-3"}
    assert battle.against(battle.moved("duskmoth-riders", 2, 0)) == {"A-MOVE-7"}
    assert not battle.allows(battle.moved("duskmoth-riders", 0, -7.9)), "off the table"


def test_a_amb_44_who_flies_redeploys_over_ranges_but_ends_outside() -> None:
    battle = Battle("movement", active=B)
    battle.put("duskmoth-riders", (20, 10))
    battle.put("hullbreakers", (20, 10 + RIDER + AXE + 3.1))
    battle.rolls("redeploy", 6).begin().done().use("redeploy", "duskmoth-riders")
    assert battle.against(battle.moved("duskmoth-riders", 0, 1)) == {"A-AB-15"}
    assert battle.allows(battle.moved("duskmoth-riders", 4, -1))


# -- sight


def test_a_vis_1_and_a_vis_3_and_a_vis_4_any_part_of_any_part() -> None:
    for up, seen in ((24.0, False), (25.3, True)):
        battle = walled(beaconwright=[(15, up)], tide_reeve=[(25, up)])
        assert battle.game.seeing.units(battle.unit("beaconwright"), battle.unit("tide-reeve")) is seen


def test_a_vis_2_and_a_amb_6_models_never_block() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (10, 10))
    battle.put("wallward-pikes", *row(10, 12, 6, 1.3, 1))
    battle.put("tide-reeve", (30, 10))
    battle.begin()
    assert battle.game.seeing.units(battle.unit("beaconwright"), battle.unit("tide-reeve"))


def test_a_vis_5_one_model_of_each_is_enough() -> None:
    battle = walled(wallward_pikes=[(10, 10), (10, 27)], tide_reeve=[(30, 27)])
    pikes, reeve = battle.unit("wallward-pikes"), battle.unit("tide-reeve")
    assert battle.game.seeing.units(pikes, reeve)
    assert battle.game.seeing.units(reeve, pikes)
    hidden, _clear = battle.game.positions.bases(pikes).footprints
    assert not battle.game.seeing.model(hidden, reeve)


def test_a_range_1_and_a_range_2_three_inches_and_in_sight() -> None:
    battle = walled(beaconwright=[(18.5, 15)], tide_reeve=[(21.5, 15)])
    assert not battle.game.in_combat(battle.unit("beaconwright"))
    assert battle.game.positions.within(battle.unit("beaconwright"), battle.unit("tide-reeve"), 3)


# -- what the arrangements of real battles look like


@pytest.mark.parametrize("seed", range(3))
def test_a_geo_4_and_a_move_2_and_a_coh_2_random_moves_by_brute_force(seed: int) -> None:
    """Whatever the program finds obeys the rules as they read, counted anew here."""
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(10, 12, 8, 1.4, 5))
    battle.put("hullbreakers", *row(5, 8, 16, 2))
    battle.put("barbcasters", (26, 9), (26, 10.5))
    battle.begin().use("normal-move", "wallward-pikes")
    decision, rng = battle.asked, Random(seed)
    assert isinstance(decision, Arrange)
    enemies = [(x, y, AXE) for x, y in battle.unit("hullbreakers").at.values()]
    enemies += [(x, y, PIKE) for x, y in battle.unit("barbcasters").at.values()]
    for _number in range(20):
        steps = decision.arrangements.sample(rng)
        assert steps is not None
        at = dict(battle.unit("wallward-pikes").at)
        for step in steps:
            way = [at.pop(step.id), *step.via, step.at]
            length = 0.0
            for (x0, y0), (x1, y1) in itertools.pairwise(way):
                length += ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
                for share in range(101):
                    x, y = x0 + (x1 - x0) * share / 100, y0 + (y1 - y0) * share / 100
                    assert all((x - a) ** 2 + (y - b) ** 2 > (2 * PIKE - 1e-4) ** 2 for a, b in at.values())
                    assert all((x - a) ** 2 + (y - b) ** 2 > (PIKE + r + 3.0009) ** 2 for a, b, r in enemies)
            assert length <= 5.001 + 1e-9
            at[step.id] = step.at
        spots = [*at.values()]
        links = [
            sum(((a - c) ** 2 + (b - d) ** 2) ** 0.5 - 2 * PIKE <= 0.5011 for c, d in spots if (c, d) != (a, b))
            for a, b in spots
        ]
        assert min(links) >= 2


def test_what_moved_is_told() -> None:
    battle = moving()
    battle.say(battle.to("beaconwright", [(20, 12), (22, 12)]))
    [moved] = battle.events(events.Moved)
    assert moved.ways == {"ann.beaconwright-1": [(20.0, 10.0), (20.0, 12.0), (22.0, 12.0)]}
    assert moved.inches == 4.0
