"""The static table: what a line crosses, what lies under a base, and tables that change."""

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import shapely
from shapely import LineString, Point

from game.table.documents import find_map, load_map
from game.table.placing.clearances import CONTACT, ClearOfBarricades
from game.table.shapes import Disc
from game.table.terrain.battlefield import CROSSING_TOLERANCE, Barricade, Battlefield
from tests.table.tables import barricade, crowded, wall, wood

MAPS = sorted((Path(__file__).parents[2] / "maps").glob("*.json"))
TABLE = Battlefield(
    30,
    20,
    (
        wood(2, 2, 6, 6),
        barricade((10.0, 5.0), (10.0, 9.0), (13.0, 9.0), name="bent"),
        wall((15.0, 5.0), (15.0, 9.0), name="wall"),
    ),
)


def names(p: tuple[float, float], q: tuple[float, float]) -> list[str]:
    return [crossed.name for crossed in TABLE.barricades_crossed(p, q)]


def test_q1_every_barricade_counts_once_and_impassable_ones_too() -> None:
    assert names((8, 8.5), (20, 8.5)) == ["bent", "wall"]
    assert names((9, 7), (12, 10)) == ["bent"]


def test_q1_grazing_is_not_crossing() -> None:
    assert names((8, 4.9999), (20, 4.9999)) == []
    assert names((8, 5), (20, 5)) == []
    assert names((9.9, 2), (9.9, 12)) == []
    assert names((8, 5.001), (12, 5.001)) == ["bent"]


def test_q1_a_line_inside_a_bend_crosses_nothing() -> None:
    assert names((10.5, 5), (13, 8)) == []


def test_g_tbl_3_barricades_are_flat_at_the_ends_and_mitred_at_the_bends() -> None:
    bent = TABLE.barricades[0].polygon
    assert bent.area == pytest.approx(0.2 * (4.1 + 2.9))
    assert bent.covers(shapely.Point(9.9, 9.1))


def test_q29_a_base_is_in_a_piece_when_any_part_of_it_overlaps() -> None:
    assert [piece.name for piece in TABLE.pieces_under(Disc(6.4, 4, 0.5))] == ["wood"]
    assert TABLE.pieces_under(Disc(6.5, 4, 0.5)) == ()
    assert [piece.name for piece in TABLE.pieces_under(Disc(10, 7, 0.0))] == ["bent"]


def test_barricades_near_are_measured_from_the_rim() -> None:
    disc = Disc(8.4, 7, 0.5)
    assert [near.name for near in TABLE.barricades_near(disc, 1.0)] == ["bent"]
    assert TABLE.barricades_near(disc, 0.99) == ()


def test_tables_are_shared_by_copies_and_travel_between_processes() -> None:
    assert copy.deepcopy(TABLE) is TABLE
    there = pickle.loads(pickle.dumps(TABLE))
    assert names((8, 8.5), (20, 8.5)) == ["bent", "wall"]
    assert [crossed.name for crossed in there.barricades_crossed((8, 8.5), (20, 8.5))] == ["bent", "wall"]
    assert there.area().union.equals(TABLE.area().union)


def test_threads_may_ask_one_table_at_once() -> None:
    table = Battlefield(30, 20, (barricade((10.0, 5.0), (10.0, 9.0)),))

    def ask(number: int) -> int:
        crossed = [len(table.barricades_crossed((9.0, 5.0 + step / 20), (11.0, 6.0))) for step in range(60)]
        near = [len(table.barricades_near(Disc(8.0 + step / 40, 7.0, 0.5), 1.0)) for step in range(60)]
        return sum(crossed) + sum(near)

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(ask, range(40))) == {ask(0)}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_map_makes_a_table(path: Path) -> None:
    document = load_map(path)
    battlefield = Battlefield.from_map(document)
    assert (battlefield.width, battlefield.height) == (document.width, document.height)
    assert len(battlefield.pieces) == len(document.terrain)
    assert len(battlefield.barricades) == sum(len(piece.barricades) for piece in document.terrain)
    # A table that is dressed by the players begins bare.
    assert (battlefield.area().union.area > 0) is not bool(document.dressing)


def test_a_map_is_read_anew_only_when_its_file_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    text = find_map("market-ruins").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    first = load_map(path)
    assert load_map(str(path)) is first
    path.write_text(text.replace('"name": "', '"name": "My ', 1), encoding="utf-8")
    assert load_map(path).name == f"My {first.name}"


def inches_inside(barricade: Barricade, p: tuple[float, float], q: tuple[float, float]) -> float:
    """Return the inches of a line inside a barricade, as its shape says; those along its edge do not count."""
    line, shape = LineString([p, q]), barricade.polygon
    return float(shape.intersection(line).length - shape.boundary.intersection(line).length)


@pytest.mark.parametrize("seed", range(3))
def test_what_passes_barricades_over_early_says_what_each_shape_says(seed: int) -> None:
    there, rng = crowded(seed, 2, fences=8, walls=3, bases=0)[0].battlefield, random.Random(seed)
    clear, crossings, overlaps = ClearOfBarricades(there, 0.5), 0, 0
    for _ in range(400):
        p, q = ((rng.uniform(0, 22), rng.uniform(0, 16)) for _end in range(2))
        crossed = tuple(each for each in there.barricades if inches_inside(each, p, q) > CROSSING_TOLERANCE)
        assert there.barricades_crossed(p, q) == crossed
        near = tuple(each for each in there.barricades if each.polygon.distance(Point(p)) <= 1.5)
        assert there.barricades_near(Disc(*p, 0.5), 1.0) == near
        apart = min(each.polygon.distance(Point(p)) for each in there.barricades)
        assert clear.allows(*p) == (apart >= 0.5 - CONTACT)
        crossings, overlaps = crossings + len(crossed), overlaps + (apart < 0.5)
    assert crossings > 100
    assert overlaps > 30
