"""Reading Universal VTT (.dd2vtt, .uvtt, .df2vtt): walls and doors in grid squares from the top left, and a picture."""

import base64
import binascii
from collections.abc import Iterator
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.limits import MOST_BARRICADES
from game.documents.reading import read_json
from game.table.documents import MapDocument
from game.table.maps.formats.parts import LARGEST, PALETTE, Plain, Point, field, lines, number, points, validated, walls
from game.wording import N_, _

SUFFIXES: Final = (".dd2vtt", ".uvtt", ".df2vtt")
MAX_BYTES: Final = 24_000_000
"""The most bytes of a file, nearly all of which are its picture."""
MOST_VALUES: Final = 30_000
"""The most values of a file."""
WALL: Final = {"width": 0.25, "impassable": True}
DOOR: Final = {"width": 0.25}
"""The fields of a wall and of a closed door on a map; lines can cross a door."""
PICTURES: Final = {b"\x89PNG\r\n\x1a\n": ".png", b"\xff\xd8\xff": ".jpg", b"RIFF": ".webp"}
"""The first bytes of pictures, with the suffix of each kind."""


def from_universal_vtt(text: str, file: str, inches: float = 1.0) -> tuple[MapDocument, bytes]:
    """Return the map of a file, whose squares are `inches` wide, and its picture or no bytes; raise `DocumentError`."""
    tree = read_json(text, file, MOST_VALUES)
    resolution = field(tree, "resolution", dict, "", file)
    assert isinstance(tree, dict)
    size = field(resolution, "map_size", dict, "resolution", file)
    origin = field(resolution, "map_origin", dict, "resolution", file, {"x": 0, "y": 0})
    width, height = (number(size, axis, "resolution.map_size", file) * inches for axis in "xy")
    if not (4 <= width <= LARGEST and 4 <= height <= LARGEST):
        text = N_("the table would be {wide:g} by {high:g} inches, not 4 to {most:g} - choose other inches per square")
        raise DocumentError(file, "resolution.map_size", _(text, wide=width, high=height, most=LARGEST))
    west, north = (number(origin, axis, "resolution.map_origin", file) for axis in "xy")

    def at(point: Point) -> Point:
        return (point[0] - west) * inches, height - (point[1] - north) * inches

    barriers = [
        line
        for name in ("line_of_sight", "objects_line_of_sight")
        for path in _paths(tree, name, file)
        for line in lines([at(point) for point in path], width, height)
    ]
    doors = [line for path in _doors(tree, file) for line in lines([at(point) for point in path], width, height)]
    if len(barriers) + len(doors) > MOST_BARRICADES:
        text = N_("has {n} walls and doors - a map can have at most {most}")
        raise DocumentError(file, "line_of_sight", _(text, n=len(barriers) + len(doors), most=MOST_BARRICADES))
    terrain = [*walls(barriers, "wall", "Walls", WALL), *walls(doors, "wall", "Doors", DOOR)]
    fields: Plain = {
        "format": "inchwise-map", "version": 2, "name": _("Imported map"), "author": "?", "width": width,
        "height": height, "palette": PALETTE, "terrain": terrain,
    }  # fmt: skip
    return validated(fields, file), _picture(field(tree, "image", str, "", file, ""), file)


def _paths(tree: Any, name: str, file: str) -> Iterator[list[Point]]:
    """Yield the paths in a list of a file; raise `DocumentError`."""
    for n, path in enumerate(field(tree, name, list, "", file, [])):
        spots = points(path, f"{name}[{n}]", file)
        if len(spots) > 1:
            yield spots


def _doors(tree: Any, file: str) -> Iterator[list[Point]]:
    """Yield the lines of closed doors; open ones block nothing."""
    for n, door in enumerate(field(tree, "portals", list, "", file, [])):
        ends = points(field(door, "bounds", list, f"portals[{n}]", file), f"portals[{n}].bounds", file)
        if len(ends) > 1 and field(door, "closed", bool, f"portals[{n}]", file, True):
            yield ends


def _picture(text: str, file: str) -> bytes:
    """Return the bytes of a picture given as text; raise `DocumentError` if it is not one."""
    try:
        content = base64.b64decode(text.partition("base64,")[2] or text, validate=True)
    except (binascii.Error, ValueError):
        raise DocumentError(file, "image", _("is not base64 text - export the map again")) from None
    if content and not suffix_of(content):
        raise DocumentError(file, "image", _("is not a picture as PNG, JPEG or WebP"))
    return content


def suffix_of(picture: bytes) -> str:
    """Return the file suffix for a picture by its first bytes, or an empty text if they are not those of a picture."""
    return next((suffix for begin, suffix in PICTURES.items() if picture.startswith(begin)), "")
