"""Reading and writing maps in any format, which is chosen by the suffix of the file."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from game.documents.error import DocumentError
from game.documents.limits import MAX_BYTES
from game.documents.reading import read_json, read_text
from game.table.documents import MapDocument, load_map
from game.table.maps.files import map_text
from game.table.maps.formats import universal_vtt
from game.table.maps.formats.geojson import from_geojson, to_geojson
from game.table.maps.formats.layouts import MOST_VALUES, from_layouts, is_layout
from game.table.maps.formats.svg import to_svg
from game.table.maps.formats.universal_vtt import from_universal_vtt
from game.wording import _

WRITERS: Final[Mapping[str, Callable[[MapDocument], str]]] = {
    ".json": map_text,
    ".geojson": to_geojson,
    ".svg": to_svg,
}
"""The writers of maps, by the suffix of the file."""
READ: Final = (".json", ".geojson", *universal_vtt.SUFFIXES)
TEMPLATES: Final = "terrain-templates.json"
"""The usual name of the file of templates beside a file of layouts."""


class Read(NamedTuple):
    """A map that was read, with a picture of its ground, or no bytes without one."""

    document: MapDocument
    picture: bytes = b""


def read_any(path: Path, inches: float = 1.0, layout: str = "", templates: Path | None = None) -> Read:
    """Return the map in a file of any format; raise `DocumentError`, or `OSError` if it cannot be read.

    `inches` is the width of a square of a grid. `layout` chooses one of several in a file; `templates` is the file of
    their pieces.
    """
    suffix, file = path.suffix.lower(), str(path)
    if suffix in universal_vtt.SUFFIXES:
        text = read_text(path, "Universal VTT", universal_vtt.MAX_BYTES)
        return Read(*from_universal_vtt(text, file, inches))
    if suffix == ".geojson":
        return Read(from_geojson(read_text(path, "GeoJSON"), file))
    if suffix != ".json":
        known = ", ".join(READ)
        raise DocumentError(file, "", _("is not a map that can be read - these can: {known}", known=known))
    text = read_text(path)
    if '"inchwise-map"' in text or not is_layout(read_json(text, file, MOST_VALUES)):
        return Read(load_map(path))
    default_templates = path.with_name(TEMPLATES)
    templates = templates or (default_templates if default_templates.exists() else None)
    known = read_text(templates, most=MAX_BYTES) if templates is not None else ""
    return Read(from_layouts(text, file, known, str(templates or ""), layout))


def written(document: MapDocument, path: Path) -> str:
    """Return the text of a map in the format of a file's suffix; raise `DocumentError`."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        known = ", ".join(WRITERS)
        raise DocumentError(str(path), "", _("has a suffix that cannot be written - use {known}", known=known))
    return writer(document)
