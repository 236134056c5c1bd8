"""The static table: what a line crosses, what lies under a base, and tables that change."""

import copy
import pickle
import threading
import time
from pathlib import Path

import pytest
import shapely

from game.table.documents import load_map
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tests.table.tables import barricade, wall, wood

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


def test_g_tbl_4_pieces_are_put_down_and_taken_away_without_changing_the_old_table() -> None:
    more = TABLE.with_piece(wood(20, 2, 24, 6, "new wood"))
    assert len(more.pieces) == len(TABLE.pieces) + 1
    assert more.area().union.area == pytest.approx(32.0)
    assert TABLE.area().union.area == pytest.approx(16.0)
    assert more.without_piece("new wood").area().union.area == pytest.approx(16.0)
    with pytest.raises(KeyError):
        TABLE.without_piece("new wood")


def test_tables_are_shared_by_copies_and_travel_between_processes() -> None:
    assert copy.deepcopy(TABLE) is TABLE
    there = pickle.loads(pickle.dumps(TABLE))
    assert names((8, 8.5), (20, 8.5)) == ["bent", "wall"]
    assert [crossed.name for crossed in there.barricades_crossed((8, 8.5), (20, 8.5))] == ["bent", "wall"]
    assert there.area().union.equals(TABLE.area().union)


class _Counting:
    """An index that notes how many ask it at once, as the real one must not be."""

    def __init__(self) -> None:
        self.asking = self.most = 0

    def _ask(self, *_: object) -> list[object]:
        self.asking += 1
        self.most = max(self.most, self.asking)
        time.sleep(0.001)  # lets another thread on, as the real one does
        self.asking -= 1
        return []

    segment_query = bb_query = _ask


def test_threads_ask_the_index_one_at_a_time() -> None:
    """The physics library loses count of those who ask at once, and then ends the whole program."""
    table = Battlefield(30, 20, (barricade((10.0, 5.0), (10.0, 9.0)),))
    table.__dict__["_space"] = index = _Counting()

    def ask() -> None:
        for _ in range(20):
            table.barricades_crossed((9.0, 7.0), (11.0, 7.0))
            table.barricades_near(Disc(10.0, 7.0, 0.5), 1.0)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert index.most == 1


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_map_makes_a_table(path: Path) -> None:
    document = load_map(path)
    battlefield = Battlefield.from_map(document)
    assert (battlefield.width, battlefield.height) == (document.width, document.height)
    assert len(battlefield.pieces) == len(document.terrain)
    assert len(battlefield.barricades) == sum(len(piece.barricades) for piece in document.terrain)
    assert battlefield.area().union.area > 0
