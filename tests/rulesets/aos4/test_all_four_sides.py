"""What is asked about boxes first, to be quick, leaves nobody out on any side (A-GEO-3, A-MOVE-7, A-OBJ-2, A-TAB-6)."""

from __future__ import annotations

import math

import pytest

from game.rulesets.aos4.rules.attacks.eligible import groups, is_covered
from game.rulesets.aos4.rules.conditions import contesting
from game.rulesets.aos4.rules.moving.unit_moves import Move, grounds_for, meet, room_for
from game.rulesets.aos4.rules.objectives import (
    determine_terrain_control,
    let_terrain_control_lapse,
)
from game.rulesets.aos4.rules.positions import Positions
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import A, Battle, box, field, piece

AXE, PIKE, WICK = 40 / 50.8, 32 / 50.8, 50 / 50.8
HERE = (22.0, 15.0)
SIDES = [(math.cos(math.tau * part / 8), math.sin(math.tau * part / 8)) for part in range(8)]


def aside(side: tuple[float, float], inches: float) -> tuple[float, float]:
    return round(HERE[0] + side[0] * inches, 4), round(HERE[1] + side[1] * inches, 4)


def facing(side: tuple[float, float], gap: float, phase: str = "movement") -> Battle:
    """The Beaconwright in the middle of the table, a Hullbreaker on one side of it."""
    battle = Battle(phase, windows="always")
    battle.put("beaconwright", HERE)
    battle.put("hullbreakers", aside(side, gap + 2 * AXE))
    return battle.begin()


@pytest.mark.parametrize("side", SIDES)
def test_a_move_7_ranges_and_bases_are_in_the_way_on_every_side(side: tuple[float, float]) -> None:
    straight = abs(side[0] * side[1]) < 1e-9
    for gap, ranges, bases in ((4.9, 1, 1), (7.9, 1, 0), *([(9.0, 0, 0)] if straight else [])):
        battle = facing(side, gap)
        move = Move(5.0, "A-MOVE-7", barred=frozenset({"bob.hullbreakers"}))
        [grounds] = grounds_for(battle.game, battle.unit("beaconwright"), move, Disc(0, 0, AXE))
        met = [each.rule for each in grounds]
        assert met.count("A-MOVE-7") == ranges, gap
        assert met.count("A-MOVE-3") >= bases, gap


@pytest.mark.parametrize("side", SIDES)
def test_a_range_2_combat_and_reach_on_every_side(side: tuple[float, float]) -> None:
    near, far = facing(side, 2.99, "combat"), facing(side, 3.01, "combat")
    for battle, fights in ((near, True), (far, False)):
        wright, hulls = battle.unit("beaconwright"), battle.unit("hullbreakers")
        assert battle.game.in_combat(wright) is battle.game.in_combat(hulls) is fights
        assert bool(groups(battle.game, wright, ranged=False)) is fights
        assert meet(battle.game, [Disc(*HERE, AXE)], hulls, 3.0) is fights
        assert battle.game.positions.near(wright, [hulls], 3.0) == [hulls], "an inch more is still looked at"
        assert not battle.game.positions.surely_apart(wright, hulls, 3.0 + 0.02)


@pytest.mark.parametrize("side", SIDES)
def test_a_key_4_and_a_tgt_1_shooting_reaches_every_side(side: tuple[float, float]) -> None:
    for gap, reached in ((11.99, True), (12.01, False)):
        battle = Battle("shooting", windows="always")
        battle.put("beaconwright", HERE)
        spot = aside(side, gap + 2 * AXE)
        battle.put("hullbreakers", spot)
        game = battle.begin().game
        assert bool(groups(game, battle.unit("beaconwright"), ranged=True)) is reached


@pytest.mark.parametrize("side", SIDES)
def test_a_obj_2_and_a_obj_5_objectives_and_terrain_are_contested_from_every_side(side: tuple[float, float]) -> None:
    marker = Disc(*HERE, 20 / 25.4, "", "marker")
    corner = 0.15 / max(map(abs, side))
    for gap, contests in ((2.99, 1), (3.01, 0)):
        post = piece("post", box(HERE[0] - 0.15, HERE[1] - 0.15, 0.3, 0.3), 2)
        battle = Battle("hero", windows="always", on=field(post))
        battle.put("beaconwright", aside(side, gap + AXE + marker.radius))
        game = battle.begin().game
        assert contesting(game, battle.unit("beaconwright"), marker) == contests
        battle.unit("beaconwright").at = {"ann.beaconwright-1": aside(side, gap + AXE + corner)}
        determine_terrain_control(game)
        assert game.state.held == ({"post": A} if contests else {})
        game.state.held = {"post": A}
        let_terrain_control_lapse(game)
        assert game.state.held == ({"post": A} if contests else {})


@pytest.mark.parametrize("side", SIDES)
def test_a_tab_6_behind_a_feature_from_every_side(side: tuple[float, float]) -> None:
    """A post that is larger than both bases stands between them; one beside them does not shelter anybody."""
    posts = (piece("post", box(HERE[0] - 1.5, HERE[1] - 1.5, 3, 3), 2, "cover"),)
    battle = Battle("shooting", windows="always", on=field(*posts))
    battle.put("hullbreakers", aside(side, 4.5))
    game = battle.begin().game
    assert is_covered(game, Disc(*aside((-side[0], -side[1]), 6.0), AXE), battle.unit("hullbreakers"))
    assert not is_covered(game, Disc(*aside(side, 9.0), AXE), battle.unit("hullbreakers"))
    sideways = (-side[1], side[0])
    away = aside(side, 4.5)
    beside = Disc(away[0] + 8 * sideways[0], away[1] + 8 * sideways[1], AXE)
    assert not is_covered(game, beside, battle.unit("hullbreakers"))


@pytest.mark.parametrize("side", SIDES)
def test_a_geo_9_bases_on_every_side_keep_others_out(side: tuple[float, float]) -> None:
    battle = Battle("hero", windows="always")
    battle.put("hullbreakers", HERE)
    battle.put("tide-reeve", (3, 3))
    game = battle.begin().game
    [member] = room_for(game, battle.unit("beaconwright"), lambda base: (), "A-GEO-9").policy.members
    assert is_legal(member.ends, aside(side, 2 * AXE + 0.002))
    assert not is_legal(member.ends, aside(side, 2 * AXE - 0.01))


def test_a_geo_3_units_of_many_models_are_measured_from_the_nearest() -> None:
    """The box around a unit is that of all its bases."""
    battle = Battle("hero", windows="always")
    battle.put("hullbreakers", (10, 10), (30, 20), (20, 5), (25, 27))
    bases = Positions(battle.setup).bases(battle.unit("hullbreakers"))
    assert bases.box == pytest.approx((10 - AXE, 5 - AXE, 30 + AXE, 27 + AXE))
