"""Writing a map as SVG in its real size, for printing: an inch of the table is an inch of the picture."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from game.printable import printable
from game.table.documents import MapDocument, TerrainPiece
from game.table.looks import LOOKS
from game.table.terrain.area import rings_of
from game.table.terrain.battlefield import Barricade

MARK: Final = 0.8
"""The radius in inches with which an objective is drawn, if it has no radius of its own."""


def to_svg(document: MapDocument) -> str:
    """Return a map as SVG."""
    width, height, palette = document.width, document.height, document.palette
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}in" height="{height:g}in" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f"<title>{_text(document.name)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="{palette.ground}"/>',
        f'<g transform="matrix(1 0 0 -1 0 {height:g})" stroke="#2b2b2b" stroke-width="0.06" stroke-linejoin="round">',
    ]
    for piece in document.terrain:
        parts += _piece(piece, palette.barricade, palette.impassable)
    for zone in document.zones:
        paths = "".join(_path([area.outline, *area.holes]) for area in zone.area)
        parts.append(
            f'<path d="{paths}" fill="none" stroke="{palette.accent}" stroke-width="0.1" stroke-dasharray="0.5 0.3">'
            f"<title>{_text(zone.name)}</title></path>"
        )
    for spot in document.objectives:
        (x, y), radius = spot.at, spot.radius or MARK
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{palette.accent}" stroke-width="0.15">'
            f"<title>{_text(spot.name)}</title></circle>"
        )
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _piece(piece: TerrainPiece, barricade: str, impassable: str) -> Iterator[str]:
    """Yield the lines of SVG for a terrain piece."""
    red, green, blue = LOOKS[piece.look].tint
    tint = f"#{red:02x}{green:02x}{blue:02x}"
    yield f"<g><title>{_text(piece.name)}</title>"
    for area in piece.area:
        solid = ' fill-opacity="0.5"' if piece.decoration else ""
        yield f'<path d="{_path([area.outline, *area.holes])}" fill="{tint}" fill-rule="evenodd"{solid}/>'
    for line in piece.barricades:
        body = Barricade(line.line, line.width).polygon
        yield f'<path d="{_path(rings_of(body))}" fill="{impassable if line.impassable else barricade}"/>'
    yield "</g>"


def _path(rings: Sequence[Sequence[tuple[float, float]]]) -> str:
    """Return the path data of SVG for closed rings."""
    return "".join("M" + "L".join(f"{round(x, 4):g},{round(y, 4):g}" for x, y in ring) + "Z" for ring in rings)


def _text(words: str) -> str:
    """Return a text as SVG can hold it."""
    return escape(printable(words))
