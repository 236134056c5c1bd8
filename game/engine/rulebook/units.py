"""Units and their models in a view. All models of a unit share one card, one name and one position."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from game.engine.rulebook.view import Line, PieceView, TableView, UnitView
from game.wording import _

UNKNOWN = 0.5
"""The radius in inches of the card of a unit without a model on the table."""
ALIKE: Final = (
    *("id", "name", "owner", "damage", "done", "active", "leader"),
    *("engaged", "fate", "counters", "states", "health", "profile", "weapons", "left"),
)
"""The fields that a unit's card copies from the view of the unit."""


class Units:
    """The units of a view and their models, found by ids of units or models. A lone piece counts as a unit by itself.

    `pieces` are the pieces on the table by id, `models` the models by the id of their unit. `cards` are by id, too:
    first those of units, then those of lone pieces, whether on the table, in reserve or lost.
    """

    def __init__(self, view: TableView) -> None:
        self._units: Mapping[str, UnitView] = view.units
        self._unit_of = {
            piece.id: piece.unit
            for piece in (*view.pieces, *view.reserve, *view.lost)
            if piece.unit and piece.unit in view.units
        }
        self.models = grouped(piece for piece in view.pieces if piece.id in self._unit_of)
        lone = (piece for piece in (*view.lost, *view.reserve, *view.pieces) if piece.id not in self._unit_of)
        self.cards: dict[str, PieceView] = {
            **{unit.id: card_of(unit, self.models.get(unit.id, ())) for unit in view.units.values()},
            **{piece.id: piece for piece in lone},
        }
        self.pieces = {piece.id: piece for piece in view.pieces}

    def whole(self, identity: str) -> str:
        """Return the id of a model's unit, or any other id unchanged."""
        return self._unit_of.get(identity, identity)

    def card(self, identity: str) -> PieceView | None:
        """Return the card of a model's unit, of a unit, or of a lone piece; None for an unknown id."""
        return self.cards.get(self.whole(identity))

    def standing(self, identity: str) -> PieceView | None:
        """Return the card of a piece or unit, like `card`, but None off the table."""
        return self.card(identity) if self.parts(identity) else None

    def on_table(self) -> list[PieceView]:
        """Return the cards of everything on the table, in the order of the pieces."""
        return [self.cards[identity] for identity in dict.fromkeys(map(self.whole, self.pieces))]

    def parts(self, identity: str) -> tuple[PieceView, ...]:
        """Return the models of a unit that are on the table, or the lone piece with the id."""
        if identity in self.models:
            return self.models[identity]
        return (self.pieces[identity],) if identity in self.pieces else ()

    def middle(self, identity: str) -> PieceView | None:
        """Return the model nearest to the middle of a unit, or the lone piece with the id; None off the table."""
        parts = self.parts(identity)
        return middle(parts) if parts else None

    def closest(self, one: str, other: str) -> tuple[PieceView, PieceView]:
        """Return the closest models of two units or lone pieces, which must be on the table."""
        pairs = [(first, second) for first in self.parts(one) for second in self.parts(other)]
        return min(pairs, key=lambda pair: _inches_between(*pair))

    def titled(self, identity: str) -> PieceView | None:
        """Return the model with an id if it has a title in its unit, or else None."""
        piece = self.pieces.get(identity)
        return piece if piece is not None and piece.titles and piece.id in self._unit_of else None

    def label(self, identity: str) -> str:
        """Return the titles or the number that tell a model apart in its unit.

        Returns "" for anything else, also for models that each have a name of their own.
        """
        if (piece := self.titled(identity)) is not None:
            return ", ".join(_(title) for title in piece.titles)
        models = self.models.get(self._unit_of.get(identity, ""), ())
        mates = [mate.id for mate in models]
        if identity not in mates or len({mate.name for mate in models}) == len(mates):
            return ""
        return _("Model {number}", number=mates.index(identity) + 1)

    def spread(self, identities: Iterable[str]) -> tuple[str, ...]:
        """Return ids in which each unit is replaced by its models on the table."""
        return tuple(
            piece
            for identity in identities
            for piece in (self._ids(identity) if identity in self.models else (identity,))
        )

    def meant(self, piece: str, among: Iterable[str]) -> str:
        """Return the id in `among` that a click on a piece means: the piece, its unit, or "" for neither."""
        allowed = among if isinstance(among, set | frozenset | dict) else set(among)
        return next((identity for identity in (piece, self.whole(piece)) if identity and identity in allowed), "")

    def _ids(self, unit: str) -> tuple[str, ...]:
        return tuple(piece.id for piece in self.models[unit])


def _inches_between(one: PieceView, other: PieceView) -> float:
    if one.shape or other.shape:
        from game.table.footprints import clearance  # the menu knows pieces without geometry

        return clearance(one.base, other.base)
    return math.dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius


def grouped(pieces: Iterable[PieceView]) -> dict[str, tuple[PieceView, ...]]:
    """Return the pieces that belong to units, by unit id, in the given order."""
    by_unit: dict[str, list[PieceView]] = {}
    for piece in pieces:
        if piece.unit:
            by_unit.setdefault(piece.unit, []).append(piece)
    return {unit: tuple(models) for unit, models in by_unit.items()}


def middle(models: Iterable[PieceView]) -> PieceView:
    """Return the model nearest to the middle of its unit."""
    all_models = tuple(models)
    x, y = (
        math.fsum(axis) / len(all_models) for axis in zip(*((model.x, model.y) for model in all_models), strict=True)
    )
    return min(all_models, key=lambda model: (model.x - x) ** 2 + (model.y - y) ** 2)


def card_of(unit: UnitView, models: tuple[PieceView, ...] = ()) -> PieceView:
    """Return a unit's card: one piece at the spot of its middle model on the table."""
    text = strength(unit)
    first_line = [Line(text, tone="quiet")] if text else []
    middle_model = middle(models) if models else PieceView(unit.id, unit.name, "base", 0.0, 0.0, UNKNOWN)
    return PieceView(
        **{name: getattr(unit, name) for name in ALIKE},
        kind="base",
        x=middle_model.x,
        y=middle_model.y,
        radius=middle_model.radius,
        symbol=unit.symbol or middle_model.symbol,
        value=unit.value or (counted(unit.models) if unit.start > 1 and unit.models else ""),
        details=(*first_line, *unit.details),
        level=middle_model.level,
        stock=" · ".join(filter(None, (f"{unit.models}/{unit.start}" if unit.start > 1 else "", unit.stock))),
        unit=unit.id,
    )


def counted(models: int) -> str:
    """Return the sign for a number of models on bases and cards, where a bare number has another meaning."""
    return f"×{models}"


def strength(unit: UnitView) -> str:
    """Return the strength of a unit in one line, such as "3 of 5 models, 2 damage"."""
    parts = [_("{models} of {start} models", models=unit.models, start=unit.start) if unit.start != 1 else ""]
    parts += [_("{damage} damage", damage=unit.damage) if unit.damage else "", *unit.states]
    return ", ".join(part for part in parts if part)
