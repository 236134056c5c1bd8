"""What a rulebook gives to draw with: its kinds of terrain, the names on its maps, and its empty table."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Final

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.rulebook.editing import NO_EDITS
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import Deployment, MapDocument, Objective, Palette, TerrainPiece, Zone, load_map, maps_for
from game.table.terrain.kit import Pattern
from game.wording import _, language

PLAYERS: Final = ("Ann", "Bob")
"""The players for whom the plan of an empty table is made."""


@dataclass(frozen=True)
class Vocabulary:
    """A rulebook's kinds of terrain, and the zones, objectives, markers, and colours of its bundled maps."""

    kinds: tuple[Pattern, ...]
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...]
    markers: tuple[str, ...]
    palettes: tuple[tuple[str, Palette], ...]

    def kind(self, name: str) -> Pattern | None:
        """Return the kind with an id."""
        return next((kind for kind in self.kinds if kind.id == name), None)

    def kind_of(self, piece: TerrainPiece) -> Pattern | None:
        """Return the kind that a piece is of: the one with its look, traits and levels, or None."""
        traits = {key: value for key, value in piece.traits.items() if key != GROUP}
        blocked = any(wall.impassable for wall in piece.barricades)
        alike = [
            kind
            for kind in self.kinds
            if (kind.levels, kind.impassable, dict(kind.traits)) == (piece.levels, blocked, traits)
            and (traits or kind.look == piece.look)
        ]
        alike.sort(key=lambda kind: (kind.look != piece.look, not piece.id.startswith(kind.id)))
        return None if piece.decoration else next(iter(alike), None)

    def next_zone(self, document: MapDocument, area: tuple[tuple[float, float], ...]) -> Zone:
        """Return a new zone: the rulebook's first that the map lacks, or one more."""
        known = next((zone for zone in self.zones if zone.id not in ids(document)), None)
        if known is None:
            identity, number = unused(document, "zone")
            seat = number if number <= len(PLAYERS) else None
            name = _("Zone {n}", n=number)
            known = Zone.model_validate_json(json.dumps({**_ZONE, "id": identity, "name": name, "seat": seat}))
        return known.model_copy(update={"area": (known.area[0].model_copy(update={"outline": area, "holes": ()}),)})

    def next_objective(self, document: MapDocument, at: tuple[float, float]) -> Objective:
        """Return a new objective: the rulebook's first that the map lacks, or one more."""
        known = next((each for each in self.objectives if each.id not in ids(document)), None)
        if known is not None:
            return known.model_copy(update={"at": at})
        identity, number = unused(document, "objective")
        like = self.objectives[-1] if self.objectives else Objective(id="objective", name="-", at=at)
        return like.model_copy(update={"id": identity, "name": _("Objective {n}", n=number), "at": at})

    def next_marker(self, document: MapDocument, at: tuple[float, float]) -> Deployment:
        """Return a new marker, with the rulebook's first name that the map lacks."""
        used = {hint.name for hint in document.deployment}
        numbered = (_("Marker {n}", n=number) for number in count(1))
        return Deployment(name=next(name for name in chain(self.markers, numbered) if name not in used), point=at)


_ZONE: Final = {"role": "deployment", "area": [{"outline": [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]}]}
GROUP: Final = "editor.group"
"""The trait that pieces of one group share; rulebooks do not know it."""


def ids(document: MapDocument) -> set[str]:
    """Return the ids that a map uses."""
    pieces = {piece.id for piece in (*document.terrain, *document.dressing)}
    return pieces | {zone.id for zone in document.zones} | {each.id for each in document.objectives}


def unused(document: MapDocument, stem: str, also: Collection[str] = ()) -> tuple[str, int]:
    """Return the first numbered id that a map does not use, with its number."""
    taken = ids(document) | set(also)
    number = next(number for number in count(1) if f"{stem}-{number}" not in taken)
    return f"{stem}-{number}", number


def vocabulary(book: AnyRuleset) -> Vocabulary:
    """Return what a rulebook gives to draw with."""
    key = book.name, language()
    if key not in _KNOWN:
        _KNOWN[key] = _vocabulary(book)
    return _KNOWN[key]


_KNOWN: Final[dict[tuple[str, str], Vocabulary]] = {}


def _vocabulary(book: AnyRuleset) -> Vocabulary:
    maps = [load_map(path) for path in maps_for(book.name)]
    zones = {zone.id: zone for document in maps for zone in document.zones}
    objectives = {each.id: each for document in maps for each in document.objectives}
    markers = dict.fromkeys(hint.name for document in maps for hint in document.deployment if hint.point is not None)
    palettes = tuple((document.name, document.palette) for document in maps)
    kinds = (book.editor.kinds or book.editor.kit) if book.editor is not None else ()
    return Vocabulary(tuple(kinds), tuple(zones.values()), tuple(objectives.values()), tuple(markers), palettes)


def usual_size(book: AnyRuleset) -> tuple[float, float]:
    """Return the size of a rulebook's first map in inches."""
    first = load_map(maps_for(book.name)[0])
    return first.width, first.height


def empty_map(book: AnyRuleset, size: tuple[float, float] | None = None) -> MapDocument:
    """Return a rulebook's empty table as a map, by default of its usual size; raise `DocumentError`."""
    if book.editor is None:
        raise DocumentError("map", "", _(NO_EDITS))
    setup = book.editor.bare_setup(*(size or usual_size(book)), GamePlan(PLAYERS))
    plain = json.dumps(book.plain_setup(setup)["map"])
    document = parse_document(plain, MapDocument, "map")
    return document.model_copy(update={"name": _("New map"), "author": _("me"), "description": ""})


def books_of(document: MapDocument, books: Sequence[AnyRuleset]) -> list[AnyRuleset]:
    """Return the rulebooks for which a map may be drawn, those that it names first."""
    return sorted((book for book in books if book.editor is not None), key=lambda book: not document.is_for(book.name))
