"""Distances between units, against plain arithmetic for each pair of models (A-GEO-3, A-GEO-4, A-GEO-5)."""

from __future__ import annotations

import math
from random import Random

import pytest

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import NOWHERE, gaps_to
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature, features
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import Battle, box, field, piece

RADII = {"beaconwright": 40, "wallward-pikes": 32, "duskmoth-riders": 60, "hullbreakers": 40, "barbcasters": 32}
CLOSE = 1e-9


def scattered(seed: int) -> tuple[Game, dict[str, list[Disc]]]:
    """Units whose models stand anywhere, each with its bases; nobody cares about coherency here."""
    rng, battle = Random(seed), Battle("movement", on=field(piece("mill", box(20, 12, 5, 3), 2)))
    where = {}
    for name, millimetres in RADII.items():
        count = 1 if name == "beaconwright" else rng.randint(1, 3)
        spots = [(round(rng.uniform(2, 42), 4), round(rng.uniform(2, 28), 4)) for _model in range(count)]
        unit = battle.put(name, *spots)
        where[unit.id] = [Disc(*spot, millimetres / 50.8) for spot in spots]
    return battle.begin().game, where


def gap(one: Disc, other: Disc) -> float:
    return max(0.0, math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius)


def cover(one: Disc, reference: Disc) -> float:
    """How far the reference must reach to hold the whole of a base (A-GEO-5)."""
    return math.hypot(one.x - reference.x, one.y - reference.y) + one.radius - reference.radius


def pairs(game: Game, where: dict[str, list[Disc]]) -> list[tuple[Unit, Unit, list[list[float]], list[list[float]]]]:
    """Every two units, with the gaps of their models and what each model of the first needs to be covered."""
    units = [game.state.units[name] for name in where]
    return [
        (
            one,
            other,
            [[gap(a, b) for b in where[other.id]] for a in where[one.id]],
            [[cover(a, b) for b in where[other.id]] for a in where[one.id]],
        )
        for one in units
        for other in units
        if one is not other
    ]


@pytest.mark.parametrize("seed", range(3))
def test_a_geo_3_gaps_are_those_of_every_pair_of_models(seed: int) -> None:
    game, where = scattered(seed)
    places = game.positions
    for one, other, gaps, covers in pairs(game, where):
        least = min(map(min, gaps))
        assert places.gaps(one, other).tolist() == [pytest.approx(row, abs=CLOSE) for row in gaps]
        assert places.reach(one, other).tolist() == [pytest.approx(row, abs=CLOSE) for row in covers]
        assert places.gap(one, other) == places.gap(other, one) == pytest.approx(least, abs=CLOSE)
        assert places.recorded_gap(one, [other]) == pytest.approx(least, abs=CLOSE)
    for identity in where:
        unit = game.state.units[identity]
        others = list(game.enemies(unit))
        nearest = min(places.gap(unit, each) for each in others)
        assert places.recorded_gap(unit, others) == pytest.approx(nearest, abs=CLOSE)
        assert places.recorded_gap(unit, []) == 0.0


@pytest.mark.parametrize("seed", range(3))
def test_a_geo_4_and_a_geo_5_within_and_wholly_within_to_the_thousandth(seed: int) -> None:
    """Each limit a little wider and a little narrower than it would just do."""
    game, where = scattered(seed)
    places = game.positions
    for one, other, gaps, covers in pairs(game, where):
        part, whole = min(map(min, gaps)), max(map(min, covers))
        assert places.within(one, other, part - 0.0005)
        assert game.distances.within(one, other, part - 0.0005)
        assert not places.within(one, other, part - 0.0015)
        assert not game.distances.within(one, other, part - 0.0015)
        assert places.wholly_within(one, other, whole - 0.0005)
        assert game.distances.wholly_within(one, other, whole - 0.0005)
        assert not places.wholly_within(one, other, whole - 0.0015)
        assert not game.distances.wholly_within(one, other, whole - 0.0015)


@pytest.mark.parametrize("seed", range(3))
def test_a_geo_3_boxes_around_units_never_leave_anybody_out(seed: int) -> None:
    """What is asked first, to be quick: nobody near is called far, nobody two inches farther is called near."""
    game, where = scattered(seed)
    places = game.positions
    for one, other, gaps, _covers in pairs(game, where):
        west, south, east, north = (
            min(each.x - each.radius for each in where[one.id]),
            min(each.y - each.radius for each in where[one.id]),
            max(each.x + each.radius for each in where[one.id]),
            max(each.y + each.radius for each in where[one.id]),
        )
        assert places.bases(one).box == pytest.approx((west, south, east, north), abs=CLOSE)
        left, low, right, high = places.bases(other).box
        apart = max(west - right, left - east, south - high, low - north)
        for inches in (apart - 0.01, apart + 0.01, apart - 0.99, apart - 1.01, 0.0, 3.0, 12.0):
            assert places.surely_apart(one, other, inches) is (apart > inches)
            assert places.near(one, [other], inches) == ([other] if apart <= inches + 1 else [])
        assert apart <= min(map(min, gaps)) + CLOSE


def test_a_geo_3_to_a_marker_or_a_feature_from_the_rim_to_its_nearest_edge() -> None:
    game, where = scattered(4)
    [mill] = features(game.ruler.battlefield)
    marker = Disc(22.0, 15.0, 40 / 50.8)
    for name, discs in where.items():
        bases = game.positions.bases(game.state.units[name])
        to_marker = [gap(each, marker) for each in discs]
        to_mill = [
            max(0.0, math.hypot(max(20 - d.x, 0, d.x - 25), max(12 - d.y, 0, d.y - 15)) - d.radius) for d in discs
        ]
        assert gaps_to(bases, marker).tolist() == pytest.approx(to_marker, abs=CLOSE)
        found = game.positions.gaps_to_feature(game.state.units[name], mill)
        assert found.tolist() == pytest.approx(to_mill, abs=CLOSE)


def test_a_range_3_what_was_measured_is_measured_anew_after_a_move() -> None:
    """Also by whom it did not ask for, and to features that were laid elsewhere."""
    game, _where = scattered(1)
    places, one, other = game.positions, game.state.units["ann.beaconwright"], game.state.units["bob.hullbreakers"]
    [mill] = features(game.ruler.battlefield)
    other.at = {"bob.hullbreakers-1": (20.0, 25.0)}
    for x in (10.0, 13.0):
        one.at = {"ann.beaconwright-1": (x, 25.0)}
        assert places.gap(one, other) == places.gap(other, one) == pytest.approx(20 - x - 80 / 50.8)
        assert places.bases(one).footprints[0][:2] == (x, 25.0)
        assert places.gaps_to_feature(one, mill).tolist() == pytest.approx([math.hypot(20 - x, 25 - 15) - 40 / 50.8])
    other.at = {"bob.hullbreakers-1": (30.0, 25.0)}
    assert places.gap(one, other) == pytest.approx(17 - 80 / 50.8)
    east = Feature(mill.id, mill.name, mill.does, mill.height, mill.polygons, (0, 0, 1, 1))
    assert places.gaps_to_feature(one, east).shape == (1,)


def test_a_geo_3_who_is_away_is_near_nobody() -> None:
    game, _where = scattered(1)
    places, here = game.positions, game.state.units["ann.beaconwright"]
    gone = game.state.units["bob.tide-reeve"]
    assert places.bases(gone).box == (NOWHERE, NOWHERE, -NOWHERE, -NOWHERE)
    assert places.gap(here, gone) == places.gap(gone, here) == NOWHERE
    assert not places.within(here, gone, 1000.0)
    assert not places.wholly_within(here, gone, 1000.0)
    assert not places.wholly_within(gone, here, 1000.0)
    assert places.near(here, [gone], 1000.0) == []


def test_a_geo_3_bases_are_named_for_people_and_numbered_where_there_are_several() -> None:
    game, where = scattered(2)
    [wright] = game.positions.bases(game.state.units["ann.beaconwright"]).footprints
    assert (wright.name, wright[:3]) == ("Beaconwright", where["ann.beaconwright"][0][:3])
    bases = game.positions.bases(game.state.units["ann.wallward-pikes"])
    assert bases.footprints[0].name == "Wallward Pikes 1"
    assert bases.models == tuple(game.state.units["ann.wallward-pikes"].at)
    assert bases.centres.tolist() == [[*each[:2]] for each in where["ann.wallward-pikes"]]


@pytest.mark.parametrize("x", [20.0, 20.0 + 40 / 25.4, 20.5])
def test_a_geo_3_bases_that_touch_or_overlap_have_no_gap(x: float) -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("tide-reeve", (x, 10))
    game = battle.begin().game
    one, other = battle.unit("beaconwright"), battle.unit("tide-reeve")
    assert game.positions.gap(one, other) == pytest.approx(0.0, abs=1e-4)
    assert game.positions.recorded_gap(one, [other]) >= 0.0
    assert (game.positions.gaps(one, other) >= 0.0).all()
