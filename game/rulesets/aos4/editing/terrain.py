"""Where terrain moved by hand can lie, and the pieces of which a sandbox is built (A-TAB, A-TERR)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.kit.pieces import Terrain
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import TOLERANCE
from game.rulesets.aos4.rules.terrain import PREFIX
from game.table.looks import Look
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import Pattern, Point, box_outline, round_outline
from game.wording import N_


def _piece(name: str, title: str, look: Look, outline: tuple[Point, ...], height: float, does: str) -> Pattern:
    traits = {f"{PREFIX}{each}": True for each in does.split()}
    return Pattern(name, title, look, outline, traits=traits, height=height)


STARTER: Final = (
    _piece("marsh", N_("Marsh (obscuring)"), "marsh", round_outline(2.2, 0.12, 18), 0.5, "obscuring"),
    _piece("hedge", N_("Low hedge (cover)"), "hedge", box_outline(5.0, 0.6), 1.0, "cover"),
    _piece("ruin", N_("Ruin (cover, unstable)"), "ruin", box_outline(5.0, 3.5), 2.0, "cover unstable"),
    _piece("wood", N_("Wood (obscuring, cover)"), "wood", round_outline(2.5, 0.1, 18), 3.0, "obscuring cover"),
    _piece("terrace", N_("Terrace (flat top)"), "rubble", box_outline(6.0, 4.0), 2.0, "flat-top"),
    _piece("wall", N_("Wall (impassable)"), "wall", box_outline(5.0, 0.5), 2.0, "impassable cover"),
    _piece("hall", N_("Hall (blocks sight)"), "building", box_outline(5.0, 4.0), 4.0, "impassable blocks-sight"),
    _piece("stone", N_("Place of power"), "rock", round_outline(1.2, 0.08), 3.0, "place-of-power impassable"),
)
"""The pieces of a sandbox, each with what it does and its height in inches (A-TERR-7)."""


class Ground(Terrain[Game]):
    """The terrain of a table: it neither overlaps nor, if impassable, lies on a model (A-TERR-7, A-TAB-3)."""

    rule, rule_of_bases, tolerance, gone = "A-TERR-7", "A-TAB-3", TOLERANCE, "lifted"

    def solid(self, piece: Piece) -> bool:
        return piece.traits.get(f"{PREFIX}impassable") is True

    def standing(self, game: Game) -> Iterator[tuple[str, Sequence[Disc]]]:
        units = (unit for unit in game.state.units.values() if unit.on_table)
        return ((unit.name, game.positions.bases(unit).discs) for unit in units)


TERRAIN: Final = Ground()
