"""Maps of other programs: read, written, and refused in one sentence with the place."""

from __future__ import annotations

import base64
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import shapely

from game.documents.error import DocumentError
from game.resources import bundled_maps
from game.table.documents import MapDocument, load_map
from game.table.maps.formats.converting import read_any, written
from game.table.maps.formats.geojson import from_geojson, to_geojson
from game.table.maps.formats.layouts import from_layouts
from game.table.maps.formats.svg import to_svg
from game.table.maps.formats.universal_vtt import from_universal_vtt
from game.table.terrain.battlefield import piece_from

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8)


def box(x: float, y: float, wide: float = 4.0, high: float = 2.0) -> list[list[float]]:
    return [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high], [x, y]]


def collection(*features: dict[str, Any], **more: Any) -> str:
    return json.dumps({"type": "FeatureCollection", "features": list(features), **more})


def feature(kind: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": properties}


# -- GeoJSON


@pytest.mark.parametrize("path", bundled_maps()[::4], ids=lambda path: path.stem)
def test_a_map_comes_back_from_geojson_with_everything(path: Path) -> None:
    document = load_map(path)
    again = from_geojson(to_geojson(document), "map.geojson")
    shapes = [piece_from(piece).shape for piece in document.terrain]
    assert all(piece_from(piece).shape.equals(shape) for piece, shape in zip(again.terrain, shapes, strict=True))
    bare = {"area": (), "barricades": ()}
    assert [piece.model_copy(update=bare) for piece in again.terrain] == [
        piece.model_copy(update=bare) for piece in document.terrain
    ]
    assert [piece.barricades for piece in again.terrain] == [piece.barricades for piece in document.terrain]
    assert (again.objectives, again.palette, again.name) == (document.objectives, document.palette, document.name)
    assert [(zone.id, zone.seat, zone.role) for zone in again.zones] == [
        (zone.id, zone.seat, zone.role) for zone in document.zones
    ]
    assert again.deployment == document.deployment
    assert to_geojson(again) == to_geojson(document)


def test_geojson_is_as_the_standard_wants_it() -> None:
    tree = json.loads(to_geojson(load_map(bundled_maps()[1])))
    rings = [f["geometry"]["coordinates"][0] for f in tree["features"] if f["geometry"]["type"] == "Polygon"]
    assert rings
    assert all(ring[0] == ring[-1] and shapely.LinearRing(ring).is_ccw for ring in rings)


def test_geojson_of_other_programs_is_put_on_a_table_that_fits() -> None:
    text = collection(
        feature("MultiPolygon", [[box(-3, 5)], [box(3, 5)]], name="Two huts"),
        feature("LineString", [[0, 0], [9, 0.5]]),
        feature("Point", [2, 2, 7], name="Well"),
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 1]}, "properties": None},
    )
    document = from_geojson(text, "map.geojson")
    assert (document.width, document.height) == (12.0, 7.0)
    assert [piece.name for piece in document.terrain] == ["Two huts", "Terrain"]
    assert document.terrain[0].area[0].outline[0] == (0.0, 5.0)
    assert document.terrain[1].barricades[0].width == 0.25
    assert [spot.at for spot in document.objectives] == [(5.0, 2.0), (4.0, 1.0)]
    assert len({spot.id for spot in document.objectives}) == 2


GEO_FAULTS = {
    "no collection": ('{"type": "Feature"}', "type", "FeatureCollection"),
    "no features": ('{"type": "FeatureCollection"}', "features", "missing"),
    "empty": (collection(), "features", "nothing"),
    "kind": (collection(feature("Circle", [1, 2])), "features[0].geometry.type", "Circle"),
    "text": (collection(feature("Point", ["a", 2])), "features[0].geometry.coordinates", "two numbers"),
    "flat": (collection(feature("Polygon", [1, 2])), "features[0].geometry.coordinates", "list of positions"),
    "hollow": (collection(feature("Polygon", [])), "features[0].geometry.coordinates", "list of positions"),
    "degrees": (collection(feature("LineString", [[0, 0], [900, 1]])), "features", "at most 200"),
    "crossed": (collection(feature("Polygon", [[[0, 0], [9, 9], [9, 0], [0, 9], [0, 0]]])), "", "crosses"),
    "look": (collection(feature("Polygon", [box(1, 1)], levels="x")), "", "levels"),
    "properties": (collection({**feature("Point", [1, 2]), "properties": 3}), "features[0].properties", "expected"),
    "not json": ("<kml/>", "", "XML"),
}


@pytest.mark.parametrize("name", GEO_FAULTS)
def test_broken_geojson_is_refused_with_its_place(name: str) -> None:
    text, where, words = GEO_FAULTS[name]
    with pytest.raises(DocumentError, match=words) as refused:
        from_geojson(text, "map.geojson")
    assert refused.value.where == where


# -- Universal VTT


def vtt(**fields: Any) -> str:
    size = {"map_origin": {"x": 1, "y": 2}, "map_size": {"x": 20, "y": 10}, "pixels_per_grid": 70}
    return json.dumps({"format": 0.3, "resolution": size, **fields})


def path(*spots: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in spots]


def test_walls_and_doors_of_universal_vtt_lie_where_its_grid_has_them() -> None:
    closed, opened = ({"bounds": path((7, 4), (7, 6)), "closed": shut} for shut in (True, False))
    text = vtt(line_of_sight=[path((3, 4), (9, 4))], portals=[closed, opened], image=base64.b64encode(PNG).decode())
    document, picture = from_universal_vtt(text, "cave.dd2vtt", 1.5)
    assert (document.width, document.height) == (30.0, 15.0)
    walls, doors = document.terrain
    assert [line.line for line in walls.barricades] == [((3.0, 12.0), (12.0, 12.0))]
    assert walls.barricades[0].impassable
    assert [line.line for line in doors.barricades] == [((9.0, 12.0), (9.0, 9.0))]
    assert not doors.barricades[0].impassable
    assert picture == PNG


def test_a_room_is_cut_into_walls_that_a_map_can_hold() -> None:
    room = path((3, 4), (9, 4), (9, 8), (3, 8), (3, 4))
    cross = path((12, 4), (18, 10), (18, 4), (12, 10))
    outside = path((0, 3), (30, 3))
    document, _picture = from_universal_vtt(vtt(line_of_sight=[room, cross, outside]), "cave.uvtt")
    lines = [shapely.LineString(line.line) for line in document.terrain[0].barricades]
    whole = shapely.union_all(lines)
    assert whole.length == pytest.approx(6 + 4 + 6 + 4 + 2 * 72**0.5 + 6 + 20)
    assert whole.bounds == (0.0, 2.0, 20.0, 9.0)


VTT_FAULTS = {
    "no size": ('{"resolution": {}}', "resolution.map_size", "missing"),
    "size": (json.dumps({"resolution": {"map_size": {"x": 900, "y": 9}}}), "resolution.map_size", "inches per square"),
    "point": (vtt(line_of_sight=[[{"x": 1}, {"x": 2}]]), "line_of_sight[0][0].y", "missing"),
    "path": (vtt(line_of_sight=[3]), "line_of_sight[0]", "list"),
    "door": (vtt(portals=[{}]), "portals[0].bounds", "missing"),
    "bool": (vtt(line_of_sight=[path((True, 1), (2, 3))]), "line_of_sight[0][0].x", "expected"),
    "picture": (vtt(image="???"), "image", "base64"),
    "other picture": (vtt(image=base64.b64encode(b"BM..").decode()), "image", "PNG"),
    "walls": (vtt(line_of_sight=[path((2, 3), (3, 3 + n / 100)) for n in range(401)]), "line_of_sight", "at most 400"),
    "list": ("[]", "", "object"),
}


@pytest.mark.parametrize("name", VTT_FAULTS)
def test_broken_universal_vtt_is_refused_with_its_place(name: str) -> None:
    text, where, words = VTT_FAULTS[name]
    with pytest.raises(DocumentError, match=words) as refused:
        from_universal_vtt(text, "cave.dd2vtt")
    assert refused.value.where == where


# -- open terrain layouts

TEMPLATES = json.dumps([
    {"id": "yard", "name": "Yard", "kind": "area", "footprint": {"type": "rectangle", "width": 8, "height": 4},
     "features": [{"id": "hut", "template": "hut", "position": {"x": 3, "y": 1}, "rotation_degrees": 90}]},
    {"id": "hut", "name": "Hut", "kind": "feature", "footprint": {"type": "rectangle", "width": 2, "height": 1},
     "default_height_inches": 3, "walls": [{"points": [{"x": 0, "y": 0}, {"x": 2, "y": 0}], "thickness": 0.5}]},
])  # fmt: skip


def layout(*pieces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "one", "name": "Layout One", "game_version": {}, "pieces": list(pieces), **more}


def piece(x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"template": "yard", "position": {"x": x, "y": y}, **more}


def bounds(document: MapDocument, number: int) -> tuple[float, ...]:
    return tuple(round(edge, 3) for edge in shapely.Polygon(document.terrain[number].area[0].outline).bounds)


def test_a_layout_lies_as_its_pieces_are_turned_and_mirrored() -> None:
    """Clockwise, from the top left; what is on an area goes with it."""
    pieces = (piece(10, 10), piece(30, 10, rotation_degrees=90), piece(50, 30, mirror="horizontal", id="far"))
    document = from_layouts(json.dumps(layout(*pieces)), "layouts.json", TEMPLATES, "templates.json")
    assert (document.width, document.height) == (60.0, 44.0)
    assert bounds(document, 0) == (6.0, 32.0, 14.0, 36.0)
    assert bounds(document, 1) == (12.5, 32.0, 13.5, 34.0), "the hut, turned by 90 degrees, 3 to the east and 1 down"
    assert bounds(document, 2) == (28.0, 30.0, 32.0, 38.0)
    assert bounds(document, 3) == (28.0, 30.5, 30.0, 31.5)
    assert bounds(document, 5) == (46.5, 12.0, 47.5, 14.0)
    hut = document.terrain[1]
    assert (hut.name, hut.height, hut.look) == ("Hut", 3.0, "building")
    assert [tuple(round(value, 3) for value in spot) for spot in hut.barricades[0].line] == [(13.5, 34.0), (13.5, 32.0)]
    assert hut.barricades[0].width == 0.5


def test_objectives_that_are_linked_are_one_and_empty_areas_are_no_terrain() -> None:
    triangle = {"footprint": {"type": "right-triangle", "width": 3, "height": 6}, "position": {"x": 5, "y": 40}}
    pieces = (
        piece(28, 20, is_objective=True, link_group="centre", objective_role="center"),
        piece(32, 24, is_objective=True, link_group="centre"),
        {**triangle, "terrain": False, "is_objective": True, "objective": {"position": {"x": 6, "y": 7},
                                                                        "control_range_inches": 3}},
    )  # fmt: skip
    document = from_layouts(json.dumps([layout(*pieces)]), "layouts.json", TEMPLATES)
    assert [(spot.name, spot.at, spot.radius) for spot in document.objectives] == [
        ("Center 1", (30.0, 22.0), 0.0), ("Objective 2", (6.0, 37.0), 3.0)]  # fmt: skip
    assert len(document.terrain) == 4


LAYOUT_FAULTS = {
    "several": ([layout(), layout(id="two")], "", "--layout: one, two"),
    "none": ([], "", "holds 0 layouts"),
    "template": (layout(piece(1, 1, template="inn")), "pieces[0].template", "--templates"),
    "position": (layout({"template": "yard"}), "pieces[0].position", "missing"),
    "footprint": (layout({"position": {"x": 1, "y": 1}}), "pieces[0].footprint", "object"),
    "shape": (
        layout({"position": {"x": 1, "y": 1}, "footprint": {"type": "blob"}}),
        "pieces[0].footprint.type",
        "blob",
    ),
    "parent": (layout(piece(1, 1, parent_area_id="x")), "pieces[0].parent_area_id", "'x'"),
    "board": (layout(board={"width": 2, "height": 9}), "board", "4 to 200"),
    "many": (layout(*[piece(5, 5)] * 401), "pieces", "at most 400"),
    "many parts": (layout(*[piece(5, 5)] * 300), "pieces[200]", "more than 400"),
}


@pytest.mark.parametrize("name", LAYOUT_FAULTS)
def test_broken_layouts_are_refused_with_their_place(name: str) -> None:
    tree, where, words = LAYOUT_FAULTS[name]
    with pytest.raises(DocumentError, match=words) as refused:
        from_layouts(json.dumps(tree), "layouts.json", TEMPLATES)
    assert refused.value.where == where


@pytest.mark.parametrize("fact", [{"default_height_inches": "6"}, {"default_terrain_area_keywords": 5}])
def test_a_broken_template_is_refused_with_its_place(fact: dict[str, Any]) -> None:
    templates = json.dumps([{**each, **fact} for each in json.loads(TEMPLATES)])
    with pytest.raises(DocumentError, match=r"pieces\[0\].template.default"):
        from_layouts(json.dumps(layout(piece(10, 10))), "layouts.json", templates)


def test_templates_beside_a_layout_are_read_without_being_named(tmp_path: Path) -> None:
    (tmp_path / "terrain-templates.json").write_text(TEMPLATES)
    (tmp_path / "mine.json").write_text(json.dumps(layout(piece(10, 10))))
    assert [part.name for part in read_any(tmp_path / "mine.json").document.terrain] == ["Yard", "Hut"]


# -- SVG, and which format it is


def test_a_map_as_svg_has_its_real_size_and_everything_on_it() -> None:
    document = load_map(next(path for path in bundled_maps() if path.stem == "three-wells"))
    document = document.model_copy(update={"name": "Wells & <Mills>"})
    root = ElementTree.fromstring(to_svg(document))
    assert (root.get("width"), root.get("viewBox")) == ("44in", "0 0 44 30")
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    named = [*(part.name for part in document.terrain), *(zone.name for zone in document.zones)]
    assert titles == ["Wells & <Mills>", *named, *(spot.name for spot in document.objectives)]


def test_a_file_of_another_kind_is_named_with_what_can_be_read_and_written(tmp_path: Path) -> None:
    document = load_map(bundled_maps()[0])
    with pytest.raises(DocumentError, match="dd2vtt"):
        read_any(tmp_path / "map.kml")
    with pytest.raises(DocumentError, match=r"\.svg"):
        written(document, tmp_path / "map.png")
    (tmp_path / "map.json").write_text(written(document, Path("map.json")))
    assert read_any(tmp_path / "map.json").document == document
