"""What is shown round a unit, held against what then happens: charges on every throw, and who is in a range."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from random import Random

import pytest
import shapely

from game.engine.core.decisions import Arrange
from game.engine.rulebook.view import ChanceView
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.odds.charging import needed_by_paths
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.view.preview import arranged, moved_to
from game.rulesets.aos4.view.threats import charges
from game.table.lattice import Position, position
from tests.rulesets.aos4.battles import Battle, box, field, piece, row

SUMS = Counter(one + two for one, two in product(range(1, 7), repeat=2))


ENEMIES = {"wallward-pikes": (12, 14), "beaconwright": (20, 20)}


def charging(*faces: int, bonus: int = 0, only: str = "") -> Battle:
    """The reeve before a wall, an enemy behind it and another one in the open, or `only` one of them."""
    wall = piece("wall", box(9, 17, 6, 1), 3.0, "impassable")
    battle = Battle("charge", active="bob", on=field(wall))
    for enemy, spot in ENEMIES.items():
        if only in ("", enemy):
            battle.put(enemy, spot)
    battle.put("tide-reeve", (12, 20.5))
    if bonus:
        battle.unit("tide-reeve").effects = [Effect("test", "charge", bonus, "turn", "bob")]
    for face in faces:
        battle.rolls("charge", face)
    return battle.begin()


def told(battle: Battle) -> ChanceView:
    found = charges(battle.game, "bob.tide-reeve")
    assert found is not None
    return found


def wanted(enemy: str) -> dict[str, Position]:
    """Return the reeve at an enemy."""
    return {"bob.tide-reeve-1": position(*ENEMIES[enemy])}


@pytest.mark.parametrize("bonus", [0, 1])
def test_a_chg_4_each_enemy_is_reached_by_the_throws_that_were_told_and_by_no_other(bonus: int) -> None:
    battle = charging(bonus=bonus)
    figures = {each.piece: each for each in told(battle).figures}
    assert set(figures) == {f"ann.{enemy}" for enemy in ENEMIES}
    assert needed_by_paths(battle.game, battle.unit("tide-reeve"), battle.unit("wallward-pikes")) == 9
    for enemy in ENEMIES:
        figure = figures[f"ann.{enemy}"]
        assert figure.claim is not None
        reached = 0
        for total, paths in SUMS.items():
            faces = (min(6, total - 1), total - min(6, total - 1))
            played = charging(*faces, bonus=bonus, only=enemy).use("charge", "tide-reeve").no_reaction()
            asked = played.asked
            can = isinstance(asked, Arrange) and asked.arrangements.nearest(wanted(enemy)) is not None
            assert can == (total >= figure.claim.amount), (enemy, total)
            reached += paths if can else 0
        assert [*figure.claim.chances] == pytest.approx([reached / 36])


def test_a_chg_2_a_band_holds_those_who_are_reached_on_its_throw_and_nobody_else() -> None:
    battle, rng, seen = charging(), Random(4), set()
    game, unit, enemy = battle.game, battle.unit("tide-reeve"), battle.unit("beaconwright")
    bands = {int(each.label.partition("+")[0]): each for each in told(battle).bands}
    for roll, band in bands.items():
        assert band.share == pytest.approx(sum(paths for total, paths in SUMS.items() if total >= roll) / 36)
        for _each in range(40):
            spot = position(rng.uniform(2, 28), rng.uniform(3, 28))
            with moved_to(game, enemy, {"ann.beaconwright-1": spot}):
                [disc] = game.positions.bases(enemy).footprints
                base = shapely.Point(spot).buffer(disc.radius)
                if game.in_combat(unit) or abs(band.area.distance(shapely.Point(spot)) - disc.radius) < 0.1:
                    continue
                if band.area.contains(shapely.Point(spot)) and spot[1] > 16.5 and 8 < spot[0] < 16:
                    continue  # too near to the wall to stand there
                needed = needed_by_paths(game, unit, enemy)
            can = needed is not None and needed <= roll
            assert band.area.intersects(base) == can, (roll, spot, needed)
            seen.add(can)
    assert seen == {False, True}


def test_a_geo_5_a_range_holds_the_units_every_rim_of_which_is_in_it() -> None:
    battle, rng, seen = Battle("hero"), Random(9), Counter[tuple[bool, bool]]()
    battle.put("beaconwright", (20, 12))
    battle.put("wallward-pikes", *row(6, 10, 20, 1.3, files=3))
    battle.put("glarecoil-slingers", (40, 28))
    battle.begin()
    game, hero, pikes = battle.game, battle.unit("beaconwright"), battle.unit("wallward-pikes")
    for _each in range(60):
        there = {"ann.beaconwright-1": position(rng.uniform(2, 30), rng.uniform(2, 28))}
        mine = [each for each in RULESET.movement.ranges(game, hero.id, there) if each.bearer == hero.id]
        assert {each.name for each in mine} == {"Steady Glow", "Rekindle Resolve"}
        with moved_to(game, hero, there):
            [source] = game.positions.bases(hero).footprints
            rims = [
                (disc.x + disc.radius * math.cos(turn / 8), disc.y + disc.radius * math.sin(turn / 8))
                for disc in game.positions.bases(pikes).footprints
                for turn in range(51)
            ]
        far = [math.dist(rim, source[:2]) - source.radius for rim in rims]
        if any(abs(edge - 12) < 0.05 for edge in (max(far), min(far))):
            continue
        wholly, partly = max(far) <= 12, min(far) <= 12
        for found in mine:
            assert found.wholly
            assert (pikes.id in found.inside) == wholly
            assert (pikes.id in found.outside) == (partly and not wholly)
            assert "ann.glarecoil-slingers" not in found.outside or there["ann.beaconwright-1"][0] > 20
        seen[wholly, partly] += 1
    assert len(seen) == 3


def test_a_geo_5_a_unit_in_hand_is_told_the_ranges_of_others_that_it_comes_into() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 12))
    pikes = battle.put("wallward-pikes", *row(6, 2, 2, 1.3, files=3))
    battle.begin()
    assert RULESET.movement.ranges(battle.game, pikes.id) == ()
    for by, inside in ((0.0, None), (6.5, False), (13.0, True)):
        there = {model: position(x + by, y + by / 2) for model, (x, y) in pikes.at.items()}
        found = [each for each in RULESET.movement.ranges(battle.game, pikes.id, there) if each.name == "Steady Glow"]
        assert [pikes.id in each.inside for each in found] == ([] if inside is None else [inside])


def test_a_chg_2_a_normal_move_tells_the_odds_of_a_charge_from_its_end() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 8))
    battle.put("tide-reeve", (20, 17))
    battle.begin().use("normal-move", "beaconwright")
    asked = battle.asked
    assert isinstance(asked, Arrange)
    there = {"ann.beaconwright-1": position(20, 10)}
    found = [line.text for line in arranged(battle.game, asked, there).lines if line.rule == "A-CHG-2"]
    with moved_to(battle.game, battle.unit("beaconwright"), there):
        needed = needed_by_paths(battle.game, battle.unit("beaconwright"), battle.unit("tide-reeve"))
    assert found == [f"could charge Tide Reeve: 83% (needs {needed} in a straight line)"]
    assert sum(paths for total, paths in SUMS.items() if total >= (needed or 99)) / 36 == pytest.approx(0.83, abs=5e-3)
