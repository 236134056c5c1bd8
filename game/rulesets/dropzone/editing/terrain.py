"""Where scenery moved by hand can lie, what it has suffered, and the pieces of which a sandbox is built (D-FEAT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.kit.editable import Number, Sort, StateEntry
from game.engine.kit.pieces import Terrain
from game.engine.rulebook.editing import Droppable, Knob
from game.engine.rulebook.laying import Laid, why_off_the_table
from game.refusal import Refusal
from game.rulesets.dropzone.new_game.planning import overlap
from game.rulesets.dropzone.rules.features import KIND, KINDS, Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery import LARGE, occupants, piece_of, slot_spot
from game.rulesets.dropzone.rules.setup import RUBBLE, TOLERANCE
from game.table.looks import Look
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import Pattern, Point, box_outline, round_outline
from game.wording import N_, _

MOST_TOKENS: Final = 20


def _piece(kind: str, look: Look, outline: tuple[Point, ...]) -> Pattern:
    return Pattern(kind, KINDS[kind].name, look, outline, traits={KIND: kind}, height=float(KINDS[kind].height))


STARTER: Final = (
    _piece("small-building", "building", box_outline(4.0, 4.0)),
    _piece("medium-building", "building", box_outline(6.0, 4.0)),
    _piece("large-building", "building", box_outline(6.0, 6.0)),
    _piece("small-forest", "wood", round_outline(2.2, 0.1, 16)),
    _piece("barricade", "wall", box_outline(4.0, 0.4)),
    _piece("field", "field", box_outline(6.0, 5.0)),
    _piece("park", "field", round_outline(2.6, 0.12, 18)),
    _piece("hill", "rock", round_outline(2.8, 0.08, 18)),
    _piece("road", "rubble", box_outline(12.0, 2.0)),
)
"""The pieces of a sandbox: scenery of the standard kinds, as high as these are (D-FEAT-1)."""


def is_road(piece: Piece) -> bool:
    """Return whether a piece may lie under others: a road, or one without effect."""
    return piece.traits.get(KIND) in (None, "road")


class Ground(Terrain[Game]):
    """The scenery of a table: pieces do not overlap but on roads, nor lie impassably on a unit (D-GEO-16)."""

    rule, rule_of_bases, tolerance, gone = "D-GEO-16", "D-SCEN-2", TOLERANCE, "lifted"

    def solid(self, piece: Piece) -> bool:
        kind = KINDS.get(str(piece.traits.get(KIND)))
        return kind is not None and "impassable" in kind.flags

    def standing(self, game: Game) -> Iterator[tuple[str, Sequence[Disc]]]:
        return ((unit.name, [game.disc(unit)]) for unit in game.on_table() if not unit.airborne)

    def why_no_room(self, game: Game, there: Piece) -> list[Refusal]:
        others = (each for each in self.field(game).pieces if each.id != there.id and not each.decoration)
        overlaid = [each for each in others if not is_road(there) and not is_road(each) and overlap(there, each)]
        found = [Refusal(_("overlaps {piece}", piece=each.name), self.rule) for each in overlaid]
        return [*why_off_the_table(self.field(game), there, self.rule), *found]

    def lay(self, game: Game, identity: str, laid: Laid | None = None) -> None:
        """Lay a piece elsewhere; those in a Garrison come along."""
        super().lay(game, identity, laid)
        for feature in game.features:
            if feature.id == identity:
                for unit in occupants(game, feature):
                    unit.x, unit.y = slot_spot(feature, unit.slot.rpartition(":")[2])

    def knobs(self, game: Game, about: str) -> Iterator[Knob]:
        inside = any(piece_of(unit) == about for unit in game.state.units.values())
        for knob in super().knobs(game, about):
            if not (inside and knob.id.startswith("remove:")):
                yield knob

    def droppable(self, game: Game) -> list[Droppable]:
        """Return the pieces off the table; rubble only of those that leave it and are gone (D-SCEN-16)."""
        supply, there = self.supply(game), {piece.id for piece in self.field(game).pieces}
        left = {f"{piece.id}{RUBBLE}" for piece in supply.values() if piece.id not in there and _leaves_rubble(piece)}
        return [each for each in super().droppable(game) if not each.id.endswith(RUBBLE) or each.id in left]


def _leaves_rubble(piece: Piece) -> bool:
    kind = KINDS.get(str(piece.traits.get(KIND)))
    return kind is not None and kind.damage >= LARGE


# -- what it has suffered


def _destructible(game: Game) -> dict[str, Feature]:
    return {each.id: each for each in game.features if each.has("destructible")}


def _why_not_fall(game: Game, scenery: StateEntry, scars: int) -> list[Refusal]:
    feature = _destructible(game)[scenery.id]
    if scars < feature.kind.damage:
        return []
    facts = {"piece": feature.name, "most": feature.kind.damage}
    return [Refusal(_("{piece} has {most} damage points: take it off the table instead", **facts), "D-SCEN-16")]


SCENERY: Final = Sort[Game, StateEntry](
    "scenery",
    "piece",
    lambda game: {name: StateEntry(game.state, name, missing=0) for name in _destructible(game)},
    (
        Number("scars", N_("Damage points lost"), "D-SCEN-12", N_("damage points lost"), (0, 99),
               why_not=_why_not_fall, most=lambda game, scenery: _destructible(game)[scenery.id].kind.damage - 1),
        Number("tokens", N_("Collateral tokens"), "D-COLL-1", N_("Collateral tokens"), (0, MOST_TOKENS)),
    ),
)  # fmt: skip
TERRAIN: Final = Ground()
