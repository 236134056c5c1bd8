"""The rules that a map must meet (G-TBL-1, G-TBL-2, G-TBL-3, G-TBL-9)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import shapely

from game.engine.kit.new_games import made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.rulesets.godbreakers.rules.constants import AREA_AT_LEAST, AREA_AT_MOST, COVERED_ABOUT_HALF, MARKER_RADIUS
from game.rulesets.godbreakers.rules.terrain import cover
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Barricade, Battlefield
from game.wording import _

NAME: Final = "godbreakers"
SMALLEST_TABLE = 20.0
"""The smallest length of the longer side in U (Q30)."""
LARGEST_TABLE = 35.0
"""The largest length of the longer side in U, with fewer than four players."""
OVERLAP = 1e-4
"""An overlap of barricades up to this many square inches is allowed."""


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return the reasons why `document` is not a legal battlefield for this many players."""
    return [*made_for(document, NAME), *_size(document, players), *_barricades(document), *_cover(document)]


def _size(document: MapDocument, players: int) -> Iterator[Problem]:
    """Check the length of the longer side in U (G-TBL-1)."""
    widest = max(document.width, document.height) / document.unit
    where = "width" if document.width >= document.height else "height"
    if widest < SMALLEST_TABLE:
        reason = _(
            "the table is {widest:g} U at its widest; it needs at least {least:g} U",
            widest=widest,
            least=SMALLEST_TABLE,
        )
        yield Problem(where, reason, "G-TBL-1")
    if widest > LARGEST_TABLE and players < 4:
        reason = _(
            "the table is {widest:g} U at its widest; {players} players may use at most {most:g} U",
            widest=widest,
            most=LARGEST_TABLE,
            players=players,
        )
        yield Problem(where, reason, "G-TBL-1")


def _barricades(document: MapDocument) -> Iterator[Problem]:
    """Check that barricades are at most 1 U wide, on the table, and clear of each other and of the centre.

    G-TBL-1, G-TBL-2, G-TBL-3.
    """
    for name, pieces in (("terrain", document.terrain), ("dressing", document.dressing)):
        for index, piece in enumerate(pieces):
            for number, barricade in enumerate(piece.barricades):
                if barricade.width > document.unit:
                    widths = {"width": barricade.width, "unit": document.unit}
                    reason = _("is {width:g} inches, more than one U ({unit:g}) - make it narrower", **widths)
                    yield Problem(f"{name}[{index}].barricades[{number}].width", reason, "G-TBL-3")
    placed = _barricade_shapes(document)
    table = shapely.box(0.0, 0.0, document.width, document.height)
    for where, body in placed:
        if body.difference(table).area > OVERLAP:
            yield Problem(where, _("the barricade overhangs the edge of the table"), "G-TBL-1")
    bodies = [body for where, body in placed]
    near = shapely.STRtree(bodies).query(bodies, predicate="intersects").T.tolist() if bodies else ()
    reported: set[int] = set()
    for one, other in sorted((one, other) for one, other in near if one < other):
        if other not in reported and bodies[one].intersection(bodies[other]).area > OVERLAP:
            reported.add(other)
            reason = _("the barricade overlaps the one at {where}", where=placed[one][0])
            yield Problem(placed[other][0], reason, "G-TBL-2")
    centre = shapely.Point(document.width / 2, document.height / 2)
    for where, body in placed:
        if body.distance(centre) < MARKER_RADIUS:
            yield Problem(where, _("the barricade leaves no room for the objective marker in the centre"), "G-TBL-2")


@lru_cache(maxsize=2)
def _barricade_shapes(document: MapDocument) -> list[tuple[str, shapely.Polygon]]:
    return [
        (f"terrain[{i}].barricades[{j}]", Barricade(barricade.line, barricade.width).polygon)
        for i, piece in enumerate(document.terrain)
        for j, barricade in enumerate(piece.barricades)
    ]


def _cover(document: MapDocument) -> Iterator[Problem]:
    """Check the shares of the table that terrain and area terrain cover (G-TBL-9)."""
    shares = cover(Battlefield.from_map(document))
    if shares.any_kind > COVERED_ABOUT_HALF:
        reason = _("terrain covers {share:.0%} of the table; it must cover about half at most", share=shares.any_kind)
        yield Problem("terrain", reason, "G-TBL-9")
    least = 0.0 if document.dressing else AREA_AT_LEAST  # players add terrain before the game
    if not least <= shares.area <= AREA_AT_MOST:
        reason = _("area terrain covers {share:.0%} of the table; it must cover a quarter to a half", share=shares.area)
        yield Problem("terrain", reason, "G-TBL-9")
