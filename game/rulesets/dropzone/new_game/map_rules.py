"""What Dropzone Commander asks of a map: inches, known kinds of scenery, objectives clear of the edges (D-SETUP)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from game.engine.kit.new_games import in_inches, made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.rulesets.dropzone.documents.catalogue import RULESET
from game.rulesets.dropzone.rules.features import KIND, KINDS
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

SMALLEST: Final = 24.0
"""Inches that each side of a table has at least."""
FROM_EDGES: Final = 6.0
"""Inches from an objective to every edge of the table (D-SETUP-3)."""
APART: Final = 6.0
"""Inches from an objective to every other one (D-SETUP-3)."""
OVERLAP: Final = 1e-4
"""Square inches by which two pieces may overlap, as those that touch do."""


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return everything that keeps `document` from being a table for Dropzone Commander."""
    return [*_table(document), *_kinds(document), *_pieces(document), *_objectives(document)]


def _table(document: MapDocument) -> Iterator[Problem]:
    yield from (*made_for(document, RULESET), *in_inches(document, "D-GEO-1"))
    sides = {"width": document.width, "height": document.height}
    for name, inches in sides.items():
        if inches < SMALLEST:
            text = N_("the table is {width:g} by {height:g} inches - each side must have at least {least:g}")
            yield Problem(name, _(text, **sides, least=SMALLEST), "D-GEO-1")


def _kinds(document: MapDocument) -> Iterator[Problem]:
    for number, piece in enumerate(document.terrain):
        kind = piece.traits.get(KIND)
        if not piece.decoration and kind is not None and kind not in KINDS:
            text = N_("{value!r} is not a kind of scenery - use one of {known}")
            reason = _(text, value=str(kind)[:40], known=", ".join(KINDS))
            yield Problem(f"terrain[{number}].traits.{KIND}", reason, "D-FEAT-1")


def _pieces(document: MapDocument) -> Iterator[Problem]:
    """Yield pieces of scenery that overlap (D-ENG-6); roads may lie under others."""
    field = Battlefield.from_map(document)
    there = [
        (number, piece)
        for number, piece in enumerate(field.pieces)
        if not piece.decoration and piece.traits.get(KIND) not in (None, "road")
    ]
    for (_first, one), (number, other) in combinations(there, 2):
        if one.shape.intersects(other.shape) and one.shape.intersection(other.shape).area > OVERLAP:
            reason = _("{one} overlaps {other} - move them apart", one=other.name, other=one.name)
            yield Problem(f"terrain[{number}]", reason, "D-GEO-16")


def _objectives(document: MapDocument) -> Iterator[Problem]:
    if not document.objectives:
        yield Problem("objectives", _("there are no objectives - add some"), "D-SETUP-3")
    for number, each in enumerate(document.objectives):
        x, y = each.at
        gap = min(x, y, document.width - x, document.height - y)
        if gap < FROM_EDGES:
            text = _("it is {gap:g}″ from an edge of the table - at least {least:g}″ are needed", gap=gap,
                     least=FROM_EDGES)  # fmt: skip
            yield Problem(f"objectives[{number}].at", text, "D-SETUP-3")
        if any(math.dist(each.at, other.at) < APART for other in document.objectives[:number]):
            text = _("it is too near another objective - at least {least:g}″ are needed", least=APART)
            yield Problem(f"objectives[{number}].at", text, "D-SETUP-3")
