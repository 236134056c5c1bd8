"""G-TBL: what a table must be like before The Godbreaker Saga is played on it."""

import json
import math
from pathlib import Path

import pytest
from shapely import Point, Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.rulebook.facets import MapProblem as Problem
from game.rulesets.godbreakers.new_game.planning import check_map
from game.rulesets.godbreakers.rules.terrain import cover
from game.table.documents import MapDocument, load_map, maps_for
from game.table.terrain.battlefield import Barricade, Battlefield, piece_from
from tests.documents.samples import JSON, plain_map

MAPS = [path for path in maps_for("godbreakers") if not load_map(path).dressing]
SHARD_FROM_CENTRE = 7.5
HOARD_FROM_SHARD = 8.0


def read(document: JSON) -> MapDocument:
    return parse_document(json.dumps(document), MapDocument, "test")


def table(barricades: JSON = (), share: float = 0.3, width: float = 24.0, height: float = 20.0) -> MapDocument:
    """A table with one field of area terrain along its western edge, and these barricades."""
    edge = round(width * share, 4)
    outline = [[0, 0], [edge, 0], [edge, height], [0, height]]
    terrain = [{"id": "field", "name": "Field", "look": "field", "area": [{"outline": outline}]}]
    for index, line in enumerate(barricades):
        body = [{"line": line, "width": 0.5}]
        terrain.append({"id": f"fence-{index}", "name": "Fence", "look": "hedge", "barricades": body})
    return read(plain_map(width=width, height=height, terrain=terrain))


def broken(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.rule, problem.where) for problem in problems]


def test_a_plain_table_is_legal() -> None:
    assert check_map(table([[[10, 3], [14, 3]]])) == []


@pytest.mark.parametrize(
    ("widest", "players", "legal"),
    [(19.9, 2, False), (20, 2, True), (35, 3, True), (35.1, 3, False), (35.1, 4, True)],
)
def test_g_tbl_1_a_table_is_20_to_35_u_at_its_widest(widest: float, players: int, legal: bool) -> None:
    for width, height, where in ((widest, 12.0, "width"), (12.0, widest, "height")):
        found = broken(check_map(table(width=width, height=height), players))
        assert found == ([] if legal else [("G-TBL-1", where)])


def test_g_tbl_1_counts_in_units() -> None:
    in_large_units = plain_map(unit=2.0)
    assert "12 U" in check_map(read(in_large_units))[0].reason


def test_g_tbl_1_no_barricade_overhangs_the_edge() -> None:
    assert broken(check_map(table([[[10, 0.2], [14, 0.2]]]))) == [("G-TBL-1", "terrain[1].barricades[0]")]
    assert check_map(table([[[10, 0.25], [14, 0.25]]])) == []


def test_g_tbl_2_no_barricade_overlaps_another() -> None:
    crossing = [[[10, 3], [14, 3]], [[12, 2], [12, 4]]]
    assert broken(check_map(table(crossing))) == [("G-TBL-2", "terrain[2].barricades[0]")]
    touching = [[[10, 3], [14, 3]], [[10, 3.5], [14, 3.5]]]
    assert check_map(table(touching)) == []


def test_g_tbl_2_the_centre_has_room_for_the_objective() -> None:
    assert broken(check_map(table([[[10, 10.7], [14, 10.7]]]))) == [("G-TBL-2", "terrain[1].barricades[0]")]
    assert check_map(table([[[10, 10.76], [14, 10.76]]])) == []


@pytest.mark.parametrize(("share", "legal"), [(0.24, False), (0.25, True), (0.5, True), (0.51, False)])
def test_g_tbl_9_area_terrain_covers_a_quarter_to_a_half(share: float, legal: bool) -> None:
    assert broken(check_map(table(share=share))) == ([] if legal else [("G-TBL-9", "terrain")])


def test_g_tbl_9_decoration_counts_as_cover_and_not_as_area() -> None:
    outline = [[0, 0], [24, 0], [24, 14], [0, 14]]
    carpet = {"id": "carpet", "name": "Carpet", "look": "field", "decoration": True, "area": [{"outline": outline}]}
    document = read(plain_map(terrain=[carpet]))
    assert cover(Battlefield.from_map(document)) == pytest.approx((0.0, 0.7))
    assert [problem.rule for problem in check_map(document)] == ["G-TBL-9", "G-TBL-9"]


def test_there_are_six_finished_maps() -> None:
    assert len(MAPS) == 6
    assert len({load_map(path).name for path in MAPS}) == 6


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_bundled_maps_are_legal_for_any_number_of_players(path: Path) -> None:
    document = load_map(path)
    assert check_map(document, players=1) == []
    assert 8 <= len(document.terrain) <= 16


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_bundled_maps_suggest_legal_places_for_shards_and_hoards(path: Path) -> None:
    document = load_map(path)
    places = {hint.name: hint.point for hint in document.deployment if hint.point}
    shards = [places[f"shard {number}"] for number in (1, 2, 3, 4)]
    hoards = [places[f"hoard {number}"] for number in (1, 2, 3, 4)]
    room = box(0.5, 0.5, document.width - 0.5, document.height - 0.5)
    barricades = [barricade for piece in document.terrain for barricade in piece.barricades]
    walls = union_all([Barricade(barricade.line, barricade.width).polygon for barricade in barricades])
    for point in shards + hoards:
        assert room.covers(Point(point))
        assert walls.distance(Point(point)) >= 0.5
    assert min(math.dist(shard, (document.width / 2, document.height / 2)) for shard in shards) >= SHARD_FROM_CENTRE
    assert min(math.dist(hoard, shard) for hoard in hoards for shard in shards) >= HOARD_FROM_SHARD


def test_g_tbl_9_a_map_to_be_dressed_is_legal_and_has_enough_beside_it() -> None:
    (document,) = (load_map(path) for path in maps_for("godbreakers") if path not in MAPS)
    assert check_map(document, players=1) == []
    areas = [piece_from(piece).area_shape.area for piece in document.dressing]
    assert sum(areas) > 0.5 * document.width * document.height
    assert len({piece.id for piece in document.dressing}) == len(document.dressing)


def test_g_tbl_3_what_lies_beside_the_table_is_judged_like_what_lies_on_it() -> None:
    wide = {"id": "dyke", "name": "Dyke", "look": "wall", "barricades": [{"line": [[0, 0], [4, 0]], "width": 1.5}]}
    document = read(plain_map(version=2, terrain=[], dressing=[wide]))
    assert broken(check_map(document)) == [("G-TBL-3", "dressing[0].barricades[0].width")]


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"version": 1}, "dressing"),
        (
            {
                "version": 2,
                "terrain": [
                    {"id": "copse", "name": "C", "look": "wood", "area": [{"outline": [[0, 0], [2, 0], [1, 2]]}]}
                ],
            },
            "dressing[0].id",
        ),
        ({"version": 2, "dressing": [{"id": "copse", "name": "C", "look": "wood"}]}, "dressing[0]"),
    ],
)
def test_bad_pieces_beside_a_table_are_refused_by_place(more: JSON, where: str) -> None:
    copse = {"id": "copse", "name": "Copse", "look": "wood", "area": [{"outline": [[0, 0], [3, 0], [1, 2]]}]}
    with pytest.raises(DocumentError) as caught:
        read(plain_map(**{"dressing": [copse], **more}))
    assert caught.value.where.startswith(where)


def test_the_maps_differ_in_character() -> None:
    documents = [load_map(path) for path in MAPS]
    walled = [document for document in documents if any(b.impassable for p in document.terrain for b in p.barricades)]
    assert len(walled) == 1
    shares = sorted(cover(Battlefield.from_map(document)).area for document in documents)
    assert shares[0] < 0.3
    assert shares[-1] > 0.45
    assert any(piece.levels != (0,) for document in documents for piece in document.terrain)
    assert any(area.holes for document in documents for piece in document.terrain for area in piece.area)


def test_g_tbl_3_a_barricade_is_at_most_one_u_wide() -> None:
    def wide(width: float, unit: float) -> list[tuple[str, str]]:
        fence = {
            "id": "fence",
            "name": "F",
            "look": "hedge",
            "barricades": [{"line": [[10, 3], [14, 3]], "width": width}],
        }
        found = check_map(read(plain_map(width=unit * 24, height=unit * 20, unit=unit, terrain=[fence])))
        return [each for each in broken(found) if each[0] == "G-TBL-3"]

    assert wide(1.0, 1.0) == []
    assert wide(1.01, 1.0) == [("G-TBL-3", "terrain[0].barricades[0].width")]
    assert wide(1.5, 2.0) == []


def test_a_map_made_for_another_rulebook_is_none_for_this_one() -> None:
    other = [each for each in check_map(read(plain_map(version=2, rulesets=["bushido"]))) if each.where == "rulesets"]
    assert [str(each) for each in other] == ["the map is made for bushido, not for this game"]
    both = check_map(read(plain_map(version=2, rulesets=["bushido", "godbreakers"])))
    assert [each for each in both if each.where == "rulesets"] == []


def test_g_tbl_2_only_barricades_that_meet_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four hundred fences make 79,800 pairs; a look at each would take minutes."""
    lines = [
        [[1 + column * 3, 1 + row * 1.8], [3 + column * 3, 1 + row * 1.8]] for column in range(7) for row in range(10)
    ]
    lines.append([[1, 1], [1, 2.2]])
    compared = []

    def counted(one: Polygon, other: Polygon) -> BaseGeometry:
        compared.append((one, other))
        return intersection(one, other)

    intersection = Polygon.intersection
    monkeypatch.setattr(Polygon, "intersection", counted)
    problems = [each for each in check_map(table(lines, width=30.0), 2) if "overlaps" in each.reason]
    assert broken(problems) == [("G-TBL-2", "terrain[71].barricades[0]")]
    assert len(compared) == 1
