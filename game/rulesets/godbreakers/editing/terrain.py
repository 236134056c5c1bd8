"""Terrain that people move by hand (G-TBL-1..4, Q29)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import shapely

from game.engine.kit.pieces import Terrain
from game.engine.rulebook.laying import Laid, why_off_the_table
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.invariants import TOUCH
from game.rulesets.godbreakers.rules.terrain import record_removal, settle_tokens
from game.table.lattice import snap
from game.table.terrain.battlefield import Battlefield, Piece
from game.table.terrain.rigid import placed
from game.wording import _


class Ground(Terrain[Game]):
    """The terrain of a table, including decoration. A piece that was taken off the map counts as ruined."""

    rule, laid, gone = "Q29", "shaped", "ruined"

    def field(self, game: Game) -> Battlefield:
        return game.battlefield

    def mapped(self, game: Game) -> Battlefield:
        return game.setup.battlefield

    def supply(self, game: Game) -> dict[str, Piece]:
        return {piece.id: piece for piece in game.setup.terrain_supply}

    def find(self, game: Game, identity: str) -> Piece | None:
        return next((piece for piece in game.battlefield.pieces if piece.id == identity), None)

    def lay(self, game: Game, identity: str, laid: Laid | None = None) -> None:
        record_removal(game, identity)
        game.state.shaped += [] if laid is None else [laid]
        game.look_at_terrain()
        settle_tokens(game)

    def facts(self, game: Game) -> Iterator[tuple[str, str]]:
        return ((name, value) for name, value in super().facts(game) if value != "off the table")

    def why_not_lie(self, game: Game, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
        """Return why a centred terrain piece does not fit at (x, y) and an angle (G-TBL-1..4)."""
        lying = placed(piece, snap(x), snap(y), degrees)
        field = game.battlefield
        reasons = why_off_the_table(field, lying, "G-TBL-1")
        levels = lying.levels if game.levels else ()
        for occupant in game.present():
            if levels and occupant.disc.level not in levels:
                continue
            centre = shapely.Point(occupant.x, occupant.y)
            gaps = (occupant.radius - float(barricade.polygon.distance(centre)) for barricade in lying.barricades)
            overlap = next((gap for gap in gaps if gap > 2 * TOUCH), 0.0)
            if overlap:
                text = _("{piece} is where its barricade would go", piece=occupant.name)
                reasons.append(Refusal(text, "G-TBL-2", "overlaps a base", overlap))
        ground = field.on_levels(*levels) if levels else field
        for own in lying.barricades:
            for other in ground.barricades:
                if other.piece_id == piece.id or not own.polygon.intersects(other.polygon):
                    continue
                shared = own.polygon.intersection(other.polygon).area
                if shared > TOUCH:
                    text = _("its barricade overlaps {name}", name=other.name or other.piece_id)
                    reasons.append(Refusal(text, "G-TBL-2", "on a barricade", math.sqrt(shared)))
        return reasons


TERRAIN: Final = Ground()
