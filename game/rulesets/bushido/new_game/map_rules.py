"""The demands of Bushido on a map: size, traits of terrain, limits, room for every scenario (B-SETUP-9, B-STAT-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import shapely

from game.engine.kit.new_games import in_inches, made_for
from game.engine.rulebook.facets import MapProblem as Problem
from game.rulesets.bushido.rules.setup_phase.terrain import AT_LEAST
from game.rulesets.bushido.rules.setup_phase.terrain_places import GAP, LARGEST, NEAR, SIDE, all_kept_free, too_large
from game.rulesets.bushido.rules.terrain import DESTRUCTIBLE, VALUES, is_impassable
from game.table.documents import MapDocument
from game.table.terrain.battlefield import Battlefield, Piece, piece_from
from game.wording import N_, _

NAME: Final = "bushido"


def check_map(document: MapDocument, players: int = 2) -> list[Problem]:
    """Return everything that keeps `document` from being a table for Bushido, in every scenario."""
    return [
        *_table(document),
        *_traits(document),
        *_beside(document),
        *(Problem(f"terrain[{index}]{where}", reason, "B-SETUP-9") for index, where, reason in _terrain(document)),
    ]


def _table(document: MapDocument) -> Iterator[Problem]:
    """Yield the faults of the whole table: its game, its unit, its size (B-GEO-1, B-STAT-1)."""
    yield from (*made_for(document, NAME), *in_inches(document, "B-GEO-1"))
    sides = {"width": document.width, "height": document.height}
    for name, inches in sides.items():
        if inches != SIDE:
            text = N_("the table measures {width:g} by {height:g} inches - it has to be {side:g} by {side:g}")
            yield Problem(name, _(text, **sides, side=SIDE), "B-STAT-1")


def _traits(document: MapDocument) -> Iterator[Problem]:
    known = ", ".join((*VALUES, DESTRUCTIBLE))
    pieces = [
        (f"{name}[{n}]", piece) for name in ("terrain", "dressing") for n, piece in enumerate(getattr(document, name))
    ]
    for place, piece in pieces:
        for key, value in piece.traits.items():
            where = f"{place}.traits.{key}"
            if key in VALUES and value not in VALUES[key]:
                text = N_("{value!r} is not available - use one of {known}")
                yield Problem(where, _(text, value=value, known=", ".join(VALUES[key])), "B-TERR-10")
            elif key == DESTRUCTIBLE and not isinstance(value, bool):
                yield Problem(where, _("{value!r} must be true or false", value=value), "B-TERR-9")
            elif key.startswith(f"{NAME}.") and key not in (*VALUES, DESTRUCTIBLE):
                yield Problem(
                    where, _("{key!r} is not a terrain trait - use one of {known}", key=key, known=known), "B-TERR-10"
                )


def _terrain(document: MapDocument) -> Iterator[tuple[int, str, str]]:
    pieces = [
        (index, piece)
        for index, piece in enumerate(Battlefield.from_map(document.model_copy(update={"unit": 1.0})).pieces)
        if not piece.decoration
    ]
    for index, piece in pieces:
        yield from ((index, "", reason) for reason in (*_size(piece), *_alone(piece)))
    for (_one, piece), (index, other) in _near(pieces):
        apart = piece.shape.distance(other.shape)
        if apart <= NEAR:
            yield index, "", _("{one} touches or overlaps {other} - move them apart", one=other.name, other=piece.name)
        elif apart < GAP - NEAR and is_impassable(piece) and is_impassable(other):
            text = N_(
                "{one} is {apart:.2f} inches from {other} - impassable pieces must be at least {gap:g} inches apart"
            )
            yield index, "", _(text, one=other.name, apart=apart, other=piece.name, gap=GAP)


def _near(pieces: Sequence[tuple[int, Piece]]) -> Iterator[tuple[tuple[int, Piece], tuple[int, Piece]]]:
    """Yield the pairs of pieces that are at most a gap apart, in their order: no others are measured."""
    shapes = [piece.shape for _index, piece in pieces]
    found = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=GAP).T.tolist() if shapes else ()
    yield from ((pieces[one], pieces[other]) for one, other in sorted(found) if one < other)


def _beside(document: MapDocument) -> Iterator[Problem]:
    """Yield the faults of pieces beside the table, which players put down (B-SETUP-3)."""
    for index, part in enumerate(document.dressing):
        yield from (Problem(f"dressing[{index}]", reason, "B-SETUP-9") for reason in _size(piece_from(part)))
    lying = sum(not part.decoration for part in (*document.terrain, *document.dressing))
    if document.dressing and lying < AT_LEAST:
        text = N_("{lying} pieces on and beside the table - players need at least {least}")
        yield Problem("dressing", _(text, lying=lying, least=AT_LEAST), "B-SETUP-3")


def _size(piece: Piece) -> Iterator[str]:
    size = too_large(piece)
    if size is not None:
        text = N_("{piece} measures {width:g} by {height:g} inches - the limit is {most:g} by {most:g}")
        yield _(text, piece=piece.name, width=round(size[0], 2), height=round(size[1], 2), most=LARGEST)


def _alone(piece: Piece) -> Iterator[str]:
    if is_impassable(piece):
        for place in all_kept_free():
            if place.missing(piece.shape):
                yield _("{piece} is impassable and too close to {place} - move it", piece=piece.name, place=place.name)
