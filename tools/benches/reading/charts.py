"""The largest maps in other programs' formats, or a share of them, as `readers.py` hands them to readers."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

from game.table.maps.formats.universal_vtt import MAX_BYTES
from tools.benches.reading.inputs import Content, crossing, outlined, share_of


def _collection(features: list[Any], **header: Any) -> str:
    return json.dumps({"type": "FeatureCollection", "inchwise": header, "features": features})


def _geojson(text: Content) -> Content:
    document = json.loads(text)
    header = {name: document[name] for name in ("width", "height")}
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Polygon", "coordinates": [[*area["outline"], area["outline"][0]]]},
            "properties": {"id": piece["id"]},
        }
        for piece in document["terrain"]
        for area in piece["area"]
    ]
    return _collection(features, **header)


def corners(share: float) -> Content:
    """Return GeoJSON with as many corners as a map may have."""
    return _geojson(outlined(share))


def crossings(share: float) -> Content:
    """Return GeoJSON whose outlines cross nearly as often as they may."""
    return _geojson(crossing(share))


def spots(share: float) -> Content:
    """Return GeoJSON of points without properties, on a table of no size."""
    point = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": None}
    return _collection([point] * share_of(7_000, share))


def _vtt(paths: list[Any], image: str = "") -> str:
    resolution = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 60, "y": 60}, "pixels_per_grid": 1}
    return json.dumps({"format": 0.3, "resolution": resolution, "line_of_sight": paths, "image": image})


def picture(share: float) -> Content:
    """Return Universal VTT with as large a picture as there may be."""
    bits = b"\x89PNG\r\n\x1a\n" + bytes(share_of((MAX_BYTES - 400) * 3 // 4 - 8, share))
    return _vtt([], base64.b64encode(bits).decode())


def spiral(share: float) -> Content:
    """Return Universal VTT with one wall of as many points as there may be, which nearly meets itself."""
    many = share_of(14_000, share)
    path = [
        {"x": 30 + 25 * n / many * math.cos(n / 9), "y": 30 + 25 * n / many * math.sin(n / 9)} for n in range(1, many)
    ]
    return _vtt([path])


def hatched(share: float) -> Content:
    """Return Universal VTT with many short walls."""
    return _vtt([[{"x": 1, "y": n % 50}, {"x": 59, "y": n % 50 + 1}] for n in range(share_of(5_000, share))])


def _layout(points: list[tuple[float, float]], pieces: int) -> str:
    footprint = {"type": "polygon", "points": [{"x": x, "y": y} for x, y in points]}
    piece = {"position": {"x": 30, "y": 22}, "footprint": footprint}
    places = [{**piece, "id": f"piece-{n}", "rotation_degrees": n % 360} for n in range(pieces)]
    return json.dumps({"id": "one", "name": "One", "game_version": {}, "pieces": places})


def templated(share: float) -> Content:
    """Return a layout of as large outlines as fit into its limit of values."""
    points = [(10 + 9 * math.cos(n / 390 * math.tau), 10 + 9 * math.sin(n / 390 * math.tau)) for n in range(390)]
    return _layout(points, share_of(120, share))
