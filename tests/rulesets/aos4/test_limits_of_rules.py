"""Limits of Age of Sigmar's rules from both sides: who counts, who is slain, what fits, how a battle is given up."""

from __future__ import annotations

import math

import pytest

from game.engine.core.flow import Interrupt
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.damaging import _label, inflict, suggested_casualties, survivors
from game.rulesets.aos4.rules.core.attacking import ALL_OUT_ATTACK, COVERING_FIRE
from game.rulesets.aos4.rules.invariants import SOUND
from game.rulesets.aos4.rules.moving.unit_moves import Move, beside_its_unit, check_of_sight, unit_move
from game.rulesets.aos4.rules.objectives import _near
from game.table.documents import BarricadeLine, TerrainPiece
from game.table.lattice import position, snap
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, field, keyworded, piece, row


@pytest.mark.parametrize(
    ("kind", "winners", "reason"),
    [("draw", [A, B], "a draw by agreement"), ("concede", [B], "the other player conceded")],
)
def test_a_ebr_3_a_battle_that_is_given_up_is_over(kind: str, winners: list[str], reason: str) -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5))
    battle.put("hullbreakers", *row(5, 10, 25, 2))
    battle.begin()
    battle.session.interrupt(Interrupt(kind, A, (A, B)))
    assert battle.session.finished
    assert battle.game.state.result is not None
    assert (battle.game.state.result.winners, battle.game.state.result.reason) == (winners, reason)
    assert [(each.player, each.how) for each in battle.events(events.Conceded)] == [(A, kind)]


@pytest.mark.parametrize(("points", "unwarded", "hurt"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_a_dmg_3_no_damage_is_no_event(points: int, unwarded: int, hurt: bool) -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", *row(10, 10, 5, 1.5))
    battle.begin()
    pikes = battle.unit("wallward-pikes")
    assert list(inflict(battle.game, pikes, points, "test", unwarded=unwarded)) == []
    assert (pikes.damage, len([each for each in battle.game.events if isinstance(each, events.Damaged)])) == (
        hurt,
        hurt,
    )


def test_a_dmg_6_the_one_in_the_middle_stays_though_it_is_the_farthest() -> None:
    """Three in a V: without the one at its point the others are no longer coherent."""
    battle = Battle("hero")
    battle.put("hullbreakers", (10.0, 22.0), (11.2, 23.9), (12.6, 22.0))
    battle.put("wallward-pikes", (11.0, 10.0))
    battle.begin()
    breakers = battle.unit("hullbreakers")
    assert suggested_casualties(battle.game, breakers, 1) in (["bob.hullbreakers-3"], ["bob.hullbreakers-1"])


@pytest.mark.parametrize(("own", "links"), [(5, 1), (6, 2)])
def test_a_dmg_8_a_model_that_returns_makes_a_unit_of_seven_which_needs_two_links(own: int, links: int) -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", *row(own, 10, 5, 1.4))
    battle.begin()
    region = beside_its_unit(battle.game, battle.unit("wallward-pikes"), "ann.wallward-pikes-10")
    at_the_end = snap(10 + 1.4 * own)
    assert is_legal(region, (at_the_end, 5.0)) is (links == 1)
    assert is_legal(region, (10.7, 6.3))


@pytest.mark.parametrize(("off", "kept"), [(0.0, True), (0.01, False)])
@pytest.mark.parametrize("edge", range(4))
def test_a_geo_9_a_base_may_touch_the_edge_of_the_table(edge: int, off: float, kept: bool) -> None:
    battle = Battle("hero")
    radius = next(iter(battle.setup.models_of(battle.unit("wallward-pikes")).values())).radius
    low = math.ceil(radius * 1e4) / 1e4
    x, y = [(low - off, 5.0), (44 - low + off, 5.0), (20.0, low - off), (20.0, 30 - low + off)][edge]
    battle.put("wallward-pikes", (x, y))
    assert (SOUND.violations(battle.state, battle.setup) == []) is kept


def test_a_man_4_a_manifestation_contests_nothing() -> None:
    armies = (keyworded(LANTERN, "beaconwright", "MANIFESTATION"), BRINEBACK)
    for each, counted in (((LANTERN, BRINEBACK), 1), (armies, 0)):
        battle = Battle("hero", armies=each, on=field(piece("well", box(21, 14, 2, 2))))
        battle.put("beaconwright", (20.0, 15.0))
        battle.begin()
        [well] = battle.game.features()
        assert len(_near(battle.game, battle.unit("beaconwright"), well)) == counted
        battle.unit("beaconwright").at = {"ann.beaconwright-1": (2.0, 2.0)}
        assert not _near(battle.game, battle.unit("beaconwright"), well)


@pytest.mark.parametrize(
    ("dx", "dy", "where"),
    [(0.9, 0.2, "east"), (-0.9, 0.2, "west"), (0.2, 0.9, "north"), (0.2, -0.9, "south")],
)
def test_a_dmg_6_a_part_of_a_split_unit_is_named_by_where_it_stands(dx: float, dy: float, where: str) -> None:
    """The parts lie so far on either side of the middle: less than an inch."""
    battle = Battle("hero")
    battle.put("wallward-pikes", (20 + dx, 5 + dy), (20 - dx, 5 - dy))
    battle.begin()
    pikes = battle.unit("wallward-pikes")
    assert _label(battle.game, pikes, ("ann.wallward-pikes-1",)).startswith(f"Keep 1 model to the {where}")


def test_a_geo_4_distances_go_through_everything() -> None:
    line = BarricadeLine(line=((20.0, 2.0), (20.0, 8.0)), width=0.2, impassable=True)
    wall = TerrainPiece(id="wall", name="Wall", look="wall", barricades=(line,))
    battle = Battle("hero", on=field(wall, piece("keep", box(21, 2, 2, 6), 5, "impassable")))
    ruler = battle.setup.ruler
    one, other = Disc(15.0, 5.0, 0.5, "one"), Disc(25.0, 5.0, 0.5, "other")
    assert ruler.range(one, other) == pytest.approx(9.0)
    assert ruler.within(one, other, 9.0)
    assert not ruler.within(one, other, 8.9)


def test_a_terr_6_a_distance_counts_as_within_when_it_is_just_that_far() -> None:
    """8 inches up and 6 along are 10."""
    battle = Battle("hero", on=field(piece("tower", box(8, 8, 5, 5), 8, "flat-top")), elevation="on")
    battle.put("beaconwright", (10.5, 10.5))
    battle.begin()
    beaconwright = battle.unit("beaconwright")
    radius = next(iter(battle.game.models(beaconwright).values())).radius
    reeve = next(iter(battle.game.models(battle.unit("tide-reeve")).values())).radius
    battle.unit("tide-reeve").place = "table"
    for along, near in ((6.0, True), (6.01, False)):
        battle.unit("tide-reeve").at = {"bob.tide-reeve-1": (10.5 + radius + reeve + along, 10.5)}
        assert battle.game.distances.within(battle.unit("tide-reeve"), beaconwright, 10.0) is near


@pytest.mark.parametrize(("gap", "kept"), [(2.0, True), (4.0, False)])
def test_a_pile_3_where_sight_matters_a_pile_in_keeps_the_combats_that_it_has(gap: float, kept: bool) -> None:
    battle = Battle("combat", on=field(piece("keep", box(30, 2, 4, 6), 5, "blocks-sight")))
    battle.put("beaconwright", (10.0, 5.0))
    battle.put("tide-reeve", (13.0, 5.0))
    game = battle.begin().game
    wright, reeve = battle.unit("beaconwright"), battle.unit("tide-reeve")
    blockers = game.seeing.blockers
    assert blockers
    move = Move(3.0, "A-PILE-1", keeping=(reeve.id,))
    against = check_of_sight(game, unit_move(game, wright, move).members, move)
    assert against is not None
    radii = [next(iter(game.models(unit).values())).radius for unit in (wright, reeve)]
    found = against({"ann.beaconwright-1": position(13.0 - sum(radii) - gap, 5.0)})
    assert [each.rule for each in found] == ([] if kept else ["A-PILE-3"])


def test_a_ab_17_and_a_ab_20_what_covering_fire_and_all_out_attack_add_to_hit_rolls() -> None:
    assert [ALL_OUT_ATTACK.net(companion=each) for each in (False, True)] == [1, 1]
    assert [COVERING_FIRE.net(companion=each) for each in (False, True)] == [-1, -1]


@pytest.mark.parametrize(("nearer", "first"), [(0.0003, 5), (0.002, 6)])
def test_a_dmg_6_of_two_parts_the_nearer_one_is_the_better_if_it_is_nearer_at_all(nearer: float, first: int) -> None:
    """Less than a thousandth of an inch does not count."""
    battle = Battle("hero")
    pikes = battle.put("wallward-pikes", *row(10, 10.0, 5.0, 1.4))
    pikes.at = {"ann.wallward-pikes-5": (10.0, 5.0), "ann.wallward-pikes-6": (30.0, 5.0)}  # without titles
    battle.put("hullbreakers", (10.0, 15.0), (30.0, snap(15.0 - nearer)))
    battle.begin()
    parts = survivors(battle.game, battle.unit("wallward-pikes"))
    assert parts[0] == (f"ann.wallward-pikes-{first}",)
