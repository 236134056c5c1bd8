"""The drawn ground on which a unit may enter the table: all of it is legal, and little that is legal is left out."""

from __future__ import annotations

from itertools import product

import shapely

from game.rulesets.dropzone.rules.moving.asking import entry, squad_entry
from game.table.path.entering import EntryRegion
from game.table.terrain.area import polygons_of
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle

EDGE = (0.0, 0.0), (48.0, 0.0)
TOWN = (
    rectangle("road", "road", 20, 0, 23, 48),
    rectangle("house", "small-building", 30, 2, 34, 5, height=2.0),
    rectangle("wood", "woods", 6, 1, 11, 4, height=3.0),
)


def drawn(at: Moment, name: str) -> EntryRegion:
    """Return the region of a unit that enters from the south edge."""
    return entry(at.game, at[name], EDGE)


def test_all_drawn_ground_is_legal_and_open_ground_is_drawn_to_the_border() -> None:
    """A longer move on the road, woods and a house change the ground only where they are."""
    region = drawn(Moment(*TOWN), "bastion")
    ground = region.geometry
    sure = ground.buffer(-0.03)
    spots = [(x * 0.83, y * 0.71) for x, y in product(range(58), range(12))]
    inside = [spot for spot in spots if shapely.contains_xy(sure, *spot)]
    assert len(inside) > 250
    assert [spot for spot in inside if region.find(spot) is None] == []
    left_out = [spot for spot in spots if region.verdict(spot) == "yes" and not shapely.contains_xy(ground, *spot)]
    assert len(left_out) < 3, "spots in front of which nothing stands"


def test_only_the_road_leads_two_inches_farther() -> None:
    """D-MOVE-5: the Bastion moves 5″, and 7″ by road."""
    ground = drawn(Moment(*TOWN), "bastion").geometry
    assert shapely.contains_xy(ground, 21.5, 6.9)
    assert shapely.contains_xy(ground, 26.0, 4.9)
    assert not shapely.contains_xy(ground, 26.0, 5.1)


def test_the_units_of_a_squad_share_the_ground_so_that_it_is_worked_out_once() -> None:
    """It takes a moment for each region."""
    at = Moment(*TOWN)
    ends = {id(member.ends) for member in squad_entry(at.game, at.game.units_of(at.squad("ferrets-1")), EDGE).members}
    assert len(ends) == 1


def test_a_house_at_the_edge_cuts_the_ground_in_parts() -> None:
    """What lies behind it is not drawn, as no straight path leads there."""
    at = Moment(rectangle("house", "small-building", 30, 0, 34, 4, height=2.0))
    ground = drawn(at, "bastion").geometry
    assert not shapely.contains_xy(ground, 32.0, 4.9)
    assert len(list(polygons_of(ground.intersection(shapely.box(28, 0.1, 36, 3.9))))) == 2


def test_past_the_end_of_a_stretch_of_edge_paths_start_at_its_end() -> None:
    """D-DEP-5: units of a corner enter from 12 inches of each of its edges."""
    at = Moment()
    ground = entry(at.game, at["bastion"], ((0.0, 0.0), (12.0, 0.0))).geometry
    assert shapely.contains_xy(ground, 14.0, 3.0)
    assert not shapely.contains_xy(ground, 16.0, 4.0)
