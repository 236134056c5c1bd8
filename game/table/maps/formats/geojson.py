"""Reading and writing GeoJSON: a feature for each area, line, zone and objective, in inches, with y to the north."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import shapely
from shapely.geometry.polygon import orient

from game.documents.error import DocumentError
from game.documents.limits import MOST_VALUES
from game.documents.reading import read_json
from game.table.documents import MapDocument, TerrainPiece
from game.table.looks import LOOKS
from game.table.maps.formats.parts import LARGEST, PALETTE, Plain, field, identifiers, title, validated
from game.wording import N_, _

OWN: Final = "inchwise"
"""The member of the collection that holds the fields of the whole map."""
WALL: Final = 0.25
"""The width in inches of a line without one."""
HEADER: Final = ("format", "version", "name", "description", "author", "width", "height", "unit", "palette", "rulesets")
SAID: Final = ("levels", "traits", "height", "decoration")
"""The fields of a piece that a feature has besides id, name and look."""


def to_geojson(document: MapDocument) -> str:
    """Return a map as GeoJSON."""
    fields = document.model_dump(mode="json", exclude_defaults=True)
    features = [*_pieces("terrain", document.terrain), *_pieces("dressing", document.dressing)]
    for zone in document.zones:
        properties: Plain = {"kind": "zone", "id": zone.id, "name": zone.name, "role": zone.role}
        properties |= {} if zone.seat is None else {"seat": zone.seat}
        features += [_feature(_polygon(area.outline, area.holes), properties) for area in zone.area]
    for spot in document.objectives:
        properties = {"kind": "objective", "id": spot.id, "name": spot.name, "role": spot.role, "radius": spot.radius}
        features.append(_feature({"type": "Point", "coordinates": spot.at}, properties))
    for hint in document.deployment:
        shape = _polygon(hint.area) if hint.area else {"type": "Point", "coordinates": hint.point}
        features.append(_feature(shape, {"kind": "deployment", "name": hint.name}))
    header = {name: fields[name] for name in HEADER if name in fields}
    return json.dumps({"type": "FeatureCollection", OWN: header, "features": features}, indent=1) + "\n"


def _feature(geometry: Plain, properties: Plain) -> Plain:
    """Return a feature with a geometry and properties."""
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def _polygon(outline: Sequence[Any], holes: Sequence[Sequence[Any]] = ()) -> Plain:
    """Return a polygon as the standard wants it: closed rings, the outer one counter-clockwise."""
    polygon = orient(shapely.Polygon(outline, holes))
    rings = [shapely.get_coordinates(ring).tolist() for ring in (polygon.exterior, *polygon.interiors)]
    return {"type": "Polygon", "coordinates": rings}


def _pieces(kind: str, pieces: Sequence[TerrainPiece]) -> Iterator[Plain]:
    """Yield a feature for each area and each barricade of terrain pieces."""
    for piece in pieces:
        fields = piece.model_dump(mode="json", exclude_defaults=True)
        properties = {"kind": kind, "id": piece.id, "name": piece.name, "look": piece.look}
        properties |= {name: fields[name] for name in SAID if name in fields}
        for area in piece.area:
            yield _feature(_polygon(area.outline, area.holes), properties)
        for line in fields.get("barricades", ()):
            line_fields = {f"line_{name}": value for name, value in line.items() if name != "line"}
            yield _feature({"type": "LineString", "coordinates": line["line"]}, properties | line_fields)


# -- reading


def from_geojson(text: str, file: str) -> MapDocument:
    """Return the map of a GeoJSON file, whether Inchwise or another program wrote it; raise `DocumentError`."""
    tree = read_json(text, file, MOST_VALUES)
    if field(tree, "type", str, "", file) != "FeatureCollection":
        raise DocumentError(file, "type", _('is not "FeatureCollection" - export the features as one collection'))
    assert isinstance(tree, dict)
    features = field(tree, "features", list, "", file)
    header = field(tree, OWN, dict, "", file, {})
    fields: Plain = {
        "format": "inchwise-map", "version": 2, "name": title(tree.get("name"), _("Imported map")),
        "author": "?", "palette": PALETTE, **header, "terrain": [],
    }  # fmt: skip
    geometries = [_geometries_of(feature, f"features[{n}]", file) for n, feature in enumerate(features)]
    if "width" not in fields or "height" not in fields:
        geometries = _on_a_table(fields, geometries, file)
    _add_to_map(fields, geometries)
    return validated(fields, file)


Found = tuple[str, Any, Plain]
"""A geometry: its type, its coordinates, and the properties of its feature."""
_DEEP: Final = {"Point": 0, "LineString": 1, "Polygon": 2, "MultiPoint": 1, "MultiLineString": 2, "MultiPolygon": 3}
"""How many lists are around the positions of each type of geometry."""


def _geometries_of(feature: Any, where: str, file: str) -> list[Found]:
    """Return the simple geometries of a feature with its properties; raise `DocumentError`."""
    geometry = field(feature, "geometry", dict, where, file)
    properties = field(feature, "properties", dict, where, file, None) or {}
    kind = field(geometry, "type", str, f"{where}.geometry", file)
    if kind not in _DEEP:
        text = N_("{kind!r} is not understood - use {known}")
        raise DocumentError(file, f"{where}.geometry.type", _(text, kind=kind[:40], known=", ".join(_DEEP)))
    coordinates = field(geometry, "coordinates", list, f"{where}.geometry", file)
    place = f"{where}.geometry.coordinates"
    parts = coordinates if kind.startswith("Multi") else [coordinates]
    simple = kind.removeprefix("Multi")
    return [(simple, _coordinates(part, _DEEP[simple], place, file), properties) for part in parts]


def _coordinates(given: Any, deep: int, where: str, file: str) -> Any:
    """Return positions of two numbers, in lists as deep as the geometry requires; raise `DocumentError`."""
    if not isinstance(given, list) or (deep and not given):
        raise DocumentError(file, where, _("is not a list of positions"))
    if deep:
        return [_coordinates(part, deep - 1, where, file) for part in given]
    numbers = [value for value in given[:2] if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) < 2 or not all(abs(value) <= 1e6 for value in numbers):
        raise DocumentError(file, where, _("has a position that is not two numbers"))
    return [float(value) for value in numbers]


def _on_a_table(fields: Plain, geometries: list[list[Found]], file: str) -> list[list[Found]]:
    """Return the geometries moved to a table that is just large enough, because the file names no size."""
    positions = [
        position
        for parts in geometries
        for kind, coordinates, _about in parts
        for position in _positions(kind, coordinates)
    ]
    if not positions:
        raise DocumentError(file, "features", _("there is nothing on the table"))
    west, south = (math.floor(min(position[axis] for position in positions)) for axis in range(2))
    east, north = (math.ceil(max(position[axis] for position in positions)) for axis in range(2))
    width, height = max(east - west, 4), max(north - south, 4)
    if max(width, height) > LARGEST:
        text = N_("the features cover {wide:g} by {high:g} inches - at most {most:g} fit on a table")
        raise DocumentError(file, "features", _(text, wide=width, high=height, most=LARGEST))
    fields["width"], fields["height"] = float(width), float(height)

    def moved(coordinates: Any) -> Any:
        """Return positions, or lists of them, moved so that the south-west corner is at the origin."""
        if isinstance(coordinates[0], float):
            return [coordinates[0] - west, coordinates[1] - south]
        return [moved(part) for part in coordinates]

    return [[(kind, moved(coordinates), about) for kind, coordinates, about in parts] for parts in geometries]


def _positions(kind: str, coordinates: Any) -> Iterator[list[float]]:
    """Yield all positions of a geometry."""
    if kind == "Point":
        yield coordinates
    else:
        yield from coordinates if kind == "LineString" else (position for ring in coordinates for position in ring)


LISTS: Final = {"zone": "zones", "dressing": "dressing", "deployment": "deployment"}
"""The list of a map to which a feature of a kind belongs; others are terrain, and points are objectives."""


def _add_to_map(fields: Plain, geometries: list[list[Found]]) -> None:
    """Add all geometries to the fields of a map document; those with the same id become one piece."""
    lists: dict[str, list[Plain]] = {name: [] for name in ("terrain", "dressing", "zones", "objectives", "deployment")}
    entries_by_id: dict[tuple[str, str], Plain] = {}
    for number, parts in enumerate(geometries):
        for part in parts:
            _add_geometry(number, part, lists, entries_by_id)
    entries = [entry for name in ("terrain", "dressing", "zones", "objectives") for entry in lists[name]]
    for entry, identity in zip(entries, identifiers([str(entry["id"] or entry["name"]) for entry in entries])):
        entry["id"] = identity
    fields |= {name: entries for name, entries in lists.items() if entries or name == "terrain"}


def _add_geometry(
    number: int, part: Found, lists: dict[str, list[Plain]], entries_by_id: dict[tuple[str, str], Plain]
) -> None:
    """Add a geometry of a feature to the list where it belongs, or to its piece in that list."""
    kind, coordinates, properties = part
    layer, identity = properties.get("kind"), properties.get("id")
    name = LISTS.get(layer, "terrain") if isinstance(layer, str) else "terrain"
    if name == "deployment":
        shape: Plain = {"point": coordinates} if kind == "Point" else {"area": coordinates[0][:-1]}
        lists[name].append({"name": title(properties.get("name"), "?"), **shape})
    elif kind == "Point":
        extra_fields: Plain = {key: properties[key] for key in ("role", "radius") if key in properties}
        entry: Plain = {
            "id": identity,
            "name": title(properties.get("name"), _("Objective")),
            "at": coordinates,
            **extra_fields,
        }
        lists["objectives"].append(entry)
    else:
        key = name, f"#{number}" if identity is None else str(identity)
        if key not in entries_by_id:
            entries_by_id[key] = _zone(properties) if name == "zones" else _piece(properties)
            lists[name].append(entries_by_id[key])
        _extend_piece_or_zone(entries_by_id[key], kind, coordinates, properties)


def _zone(about: Mapping[str, Any]) -> Plain:
    """Return a zone, still without areas, from the properties of a feature."""
    seat = {"seat": about["seat"]} if "seat" in about else {}
    role = about.get("role", "zone")
    return {"id": about.get("id"), "name": title(about.get("name"), _("Zone")), "role": role, "area": [], **seat}


def _piece(about: Mapping[str, Any]) -> Plain:
    """Return a terrain piece, still without geometries, from the properties of a feature."""
    said = {name: about[name] for name in SAID if name in about}
    look = about.get("look")
    look = look if isinstance(look, str) and look in LOOKS else "rock"
    return {"id": about.get("id"), "name": title(about.get("name"), _("Terrain")), "look": look, **said}


def _extend_piece_or_zone(entry: Plain, kind: str, coordinates: Any, properties: Mapping[str, Any]) -> None:
    """Add a geometry to its piece or zone."""
    if kind == "Polygon":
        rings = [ring[:-1] if ring[0] == ring[-1] else ring for ring in coordinates]
        entry.setdefault("area", []).append({"outline": rings[0], **({"holes": rings[1:]} if rings[1:] else {})})
    else:
        extra_fields = {name.removeprefix("line_"): properties[name] for name in properties if name.startswith("line_")}
        entry.setdefault("barricades", []).append({"line": coordinates, "width": WALL, **extra_fields})
