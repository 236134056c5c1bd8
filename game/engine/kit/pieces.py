"""Edits of pieces and terrain on the table: put down, remove, lay, add."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import count
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, cast

import shapely
from pydantic import Field, create_model
from shapely.geometry.base import BaseGeometry

from game.documents.reading import Identifier
from game.engine.kit.editable import EditDocument, GameT, Inches, Row, Sort, ThingT, button
from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.rulebook.laying import Laid, lying, why_not_free
from game.refusal import Refusal
from game.table.facing import FULL_TURN, compass_of
from game.table.footprints import Footprint, clearance_of_shape
from game.table.lattice import snap
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield, Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _, keep, numeral

TURN: Final = 15
"""Degrees per step when something is turned."""
Facing = Annotated[int, Field(ge=0, lt=FULL_TURN)]
"""Hundredths of a degree; 0 is east, counter-clockwise."""
OFF_THE_TABLE: Final = ("removed", N_("Take it off the table"), "")
"""The place of something that an edit removed from the table, with the button's label and rule."""


class PlacedEdit(EditDocument[GameT]):
    """An edit that puts something down at (x, y)."""

    x: Inches
    y: Inches

    @property
    def spot(self) -> tuple[float, float]:
        """The spot on the lattice."""
        return snap(self.x), snap(self.y)


@dataclass
class Pieces(Sort[GameT, ThingT]):
    """Things on the table. `stand` puts a thing at an edit's spot, `take` removes it.

    `why_not_there` returns the reasons against a thing at that spot.
    """

    by_name: KW_ONLY
    why_not_there: Callable[[GameT, ThingT, Any], list[Refusal]]
    stand: Callable[[GameT, ThingT, Any], None]
    take: Callable[[GameT, ThingT, str], None]


class PuttingEdit(PlacedEdit[GameT]):
    """Put a piece down."""

    folds_by = "piece"

    do: Literal["put"]
    piece: Identifier

    def why_not(self, game: GameT) -> list[Refusal]:
        pieces, thing = _piece_of(self, game)
        return pieces.why_not_there(game, thing, self) if pieces else self.edits.unfit(game, self.piece)

    def carry_out(self, game: GameT) -> None:
        pieces, thing = _piece_of(self, game)
        if pieces:
            pieces.stand(game, thing, self)


class RemovingEdit(EditDocument[GameT]):
    """Remove a piece, or a terrain piece, from the table; `to` says where a piece goes."""

    rule: ClassVar[str] = ""
    to: str

    do: Literal["remove"]
    piece: Identifier

    def why_not(self, game: GameT) -> list[Refusal]:
        pieces, thing = _piece_of(self, game)
        if not pieces:
            return self.edits.unfit(game, self.piece)
        if getattr(thing, "on_table", True) or getattr(thing, "place", self.to) != self.to:
            return []  # it may also go from one place off the table to another
        name = self.edits.name_of(game, self.piece)
        return [Refusal(_("{piece} is not on the table", piece=name), self.rule)]

    def carry_out(self, game: GameT) -> None:
        pieces, thing = _piece_of(self, game)
        if pieces:
            pieces.take(game, thing, self.to)


def _piece_of(edit: Any, game: Any) -> tuple[Pieces[Any, Any] | None, Any]:
    """Return the sort and the piece of an edit, or None and None for an unknown piece."""
    for pieces in edit.edits.sorts:
        thing = pieces.find(game, edit.piece) if isinstance(pieces, Pieces) else None
        if thing is not None:
            return pieces, thing
    return None, None


class AddingEdit(PlacedEdit[GameT], Generic[GameT, ThingT]):
    """Add a new piece. `most` is the highest number allowed, with the refusal of a further piece."""

    pieces: ClassVar[Pieces[Any, Any]]
    most: ClassVar[tuple[int, str]]

    def against(self, game: GameT) -> list[Refusal]:
        """Return the reasons against the new piece that apply at every spot."""
        return []

    def made(self, game: GameT) -> ThingT:
        """Return the new piece, which is not in the game yet."""
        raise NotImplementedError

    def why_not(self, game: GameT) -> list[Refusal]:
        against, (limit, text) = self.against(game), self.most
        if not against and len(self.pieces.things(game)) >= limit:
            against = [Refusal(_(text, most=limit))]
        return against or self.pieces.why_not_there(game, self.made(game), self)

    def carry_out(self, game: GameT) -> None:
        new: Any = self.made(game)
        self.pieces.stand(game, new, self)
        self.pieces.things(game)[new.id] = new


def free_number(stem: str, used: Collection[str], first: int = 1) -> int:
    """Return the first number that makes an unused id when added to `stem`, as in "idol-3"."""
    return next(number for number in count(first) if f"{stem}{number}" not in used)


def spot_text(x: float, y: float) -> str:
    """Return a spot in the form used for records."""
    return keep("({x:.2f}, {y:.2f})", x=x, y=y)


def removals(*places: tuple[str, str, str]) -> Row[Any, Any]:
    """Return the buttons that remove a piece from the table. Each has a place for the piece, a label and a rule."""

    def knobs(game: Any, thing: Any) -> Iterable[Knob]:
        return [removal(thing.id, *place) for place in places] if getattr(thing, "on_table", True) else []

    return Row(knobs=knobs)


def removal(piece: str, to: str, label: str, rule: str = "") -> Knob:
    """Return the button that removes a piece from the table."""
    return button(f"remove:{to}", _(label), {"do": "remove", "piece": piece, "to": to}, rule)


# -- terrain ---------------------------------------------------------------------------------------


class LayingEdit(PlacedEdit[Any]):
    """Put the anchor of a terrain piece at (x, y), turned by `degrees` from its position on the map."""

    folds_by = "piece"

    do: Literal["terrain"]
    piece: Identifier
    degrees: Annotated[int, Field(ge=0, lt=360)] = 0
    terrain: ClassVar[Terrain[Any]]

    def why_not(self, game: Any) -> list[Refusal]:
        piece = self.terrain.supply(game).get(self.piece)
        if piece is None:
            return self.edits.unfit(game, self.piece)
        return self.terrain.why_not_lie(game, piece, self.x, self.y, self.degrees)

    def carry_out(self, game: Any) -> None:
        self.terrain.lay(game, self.piece, Laid(self.piece, *self.spot, self.degrees))


def _overlap(base: Footprint, shape: BaseGeometry) -> float:
    """Return the inches by which a base overlaps a shape; without an overlap, the gap as a negative number."""
    if isinstance(base, Disc):
        return base.radius - float(shape.distance(shapely.Point(base.x, base.y)))
    return -clearance_of_shape(base, shape)


def turning(edit: Edit, facing: int, rule: str) -> Knob:
    """Return the knob that turns a piece by steps; `edit` puts it where it is (facings in hundredths of a degree)."""
    less, more = ({**edit, "facing": (facing + turn * 100) % FULL_TURN} for turn in (-TURN, TURN))
    return Knob("turn", _("Faces"), f"{numeral(compass_of(facing), 'g')}°", less, more, rule)


class Terrain(Pieces[GameT, Piece]):
    """The terrain of a table. `laid` and `gone` name lists of the state: pieces in new places, and removed pieces.

    Laying breaks `rule` if there is no room, and `rule_of_bases` if a solid piece would overlap a base by more than
    `tolerance` inches.
    """

    rule: str
    rule_of_bases: str
    tolerance: float
    laid: str = "laid"
    gone: str

    def __init__(self) -> None:
        super().__init__(
            do="terrain",
            key="piece",
            things=lambda game: {},
            rows=(),
            why_not_there=lambda game, piece, edit: edit.edits.unfit(game, piece.id),
            stand=lambda game, piece, edit: None,
            take=lambda game, piece, to: self.lay(game, piece.id),
        )
        self.edit = create_model("TerrainEdit", __base__=LayingEdit)
        self.edit.terrain = self

    def field(self, game: Any) -> Battlefield:
        """Return the table as it is now."""
        return cast(Battlefield, game.ruler.battlefield)

    def mapped(self, game: Any) -> Battlefield:
        """Return the table as it is on the map."""
        return cast(Battlefield, game.setup.ruler.battlefield)

    def supply(self, game: Any) -> Mapping[str, Piece]:
        """Return all pieces that can lie on the table, centred on their anchors, by id."""
        return cast(Mapping[str, Piece], game.setup.terrain_pieces)

    def solid(self, piece: Piece) -> bool:
        """Return whether models cannot stand on a piece."""
        return False

    def standing(self, game: GameT) -> Iterable[tuple[str, Sequence[Footprint]]]:
        """Return the name and the bases of everything on the table."""
        return ()

    def why_no_room(self, game: GameT, there: Piece) -> list[Refusal]:
        """Return the reasons against a piece's position: over the edge of the table, or touching other terrain."""
        return why_not_free(self.field(game), there, self.rule)

    def why_not_lie(self, game: GameT, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
        """Return the reasons why a centred piece cannot lie with its anchor at (x, y), turned by `degrees`."""
        laid = placed(piece, snap(x), snap(y), degrees)
        refusals = self.why_no_room(game, laid)
        bases_in_the_way = self.standing(game) if self.solid(piece) else ()  # models stand on other pieces
        for name, bases in bases_in_the_way:
            short = max(_overlap(base, laid.shape) for base in bases)
            if short > self.tolerance:
                text = _("{piece} is standing there", piece=name)
                refusals.append(Refusal(text, self.rule_of_bases, short_by=short))
        return refusals

    def lies(self, game: Any, identity: str) -> tuple[float, float, int] | None:
        """Return anchor (x, y) and turn (degrees) of a terrain piece, or None if it is not on the table."""
        return lying(self.field(game), getattr(game.state, self.laid), identity)

    def find(self, game: GameT, identity: str) -> Piece | None:
        return next((piece for piece in self.field(game).pieces if piece.id == identity and not piece.decoration), None)

    def moved(self, game: GameT, piece: str) -> dict[str, Any] | None:
        lies = self.lies(game, piece)
        return {"do": "terrain", "piece": piece, "degrees": lies[2] if lies is not None else 0}

    def lay(self, game: Any, identity: str, laid: Laid | None = None) -> None:
        """Take a terrain piece off the table; if `laid` is given, lay it there."""
        state = game.state
        elsewhere = [piece for piece in getattr(state, self.laid) if piece.id != identity]
        setattr(state, self.laid, elsewhere if laid is None else [*elsewhere, laid])
        removed = [piece for piece in getattr(state, self.gone) if piece != identity]
        if laid is None and any(piece.id == identity for piece in self.mapped(game).pieces):
            removed.append(identity)
        setattr(state, self.gone, removed)
        game.forget()

    def facts(self, game: Any) -> Iterator[tuple[str, str]]:
        removed = getattr(game.state, self.gone)
        for piece in self.mapped(game).pieces:
            yield f"{piece.id}:{N_('terrain')}", "off the table" if piece.id in removed else "on the map"
        for laid in getattr(game.state, self.laid):
            spot = spot_text(laid.x, laid.y)
            yield f"{laid.id}:terrain", keep("{spot}, {degrees}°", spot=spot, degrees=laid.degrees)

    def knobs(self, game: GameT, about: str) -> Iterator[Knob]:
        lies = self.lies(game, about) if about else None
        if lies is not None:
            x, y, degrees = lies
            edit = {"do": "terrain", "piece": about, "x": x, "y": y}
            less, more = ({**edit, "degrees": (degrees + turn) % 360} for turn in (-TURN, TURN))
            yield Knob("turn", _("Rotation"), f"{degrees}°", less, more, self.rule)
            yield removal(about, *OFF_THE_TABLE)

    def droppable(self, game: GameT) -> list[Droppable]:
        """Return the pieces off the table."""
        on_table = {piece.id for piece in self.field(game).pieces}
        return [
            Droppable(piece.id, piece.name, _("Terrain"), {"do": "terrain", "piece": piece.id, "degrees": 0})
            for piece in self.supply(game).values()
            if piece.id not in on_table
        ]
