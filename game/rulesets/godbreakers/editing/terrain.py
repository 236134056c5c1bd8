"""Where an edit may put a piece of terrain: on the table, its barricades clear of all that stands (G-TBL-1..4)."""

from __future__ import annotations

import math

import shapely

from game.lengths import missing
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.invariants import TOUCH
from game.table.lattice import snap
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import _


def why_not_lie(game: Game, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
    """Return why a centred piece of terrain cannot lie with its anchor at (x, y), turned by so many degrees."""
    lying = placed(piece, snap(x), snap(y), degrees)
    field = game.battlefield
    west, south, east, north = lying.shape.bounds
    over = max(-west, -south, east - field.width, north - field.height)
    found = []
    if over > TOUCH:
        text = _("hangs over the edge of the table by {amount}", amount=missing(over))
        found.append(Refusal(text, "G-TBL-1", "off the table", over))
    levels = lying.levels if game.levels else ()
    for standing in game.present():
        if levels and standing.disc.level not in levels:
            continue
        centre = shapely.Point(standing.x, standing.y)
        for barricade in lying.barricades:
            short = standing.radius - float(barricade.polygon.distance(centre))
            if short > 2 * TOUCH:
                text = _("{piece} stands where its barricade would be", piece=standing.name)
                found.append(Refusal(text, "G-TBL-2", "overlaps a base", short))
                break
    ground = field.on_levels(*levels) if levels else field
    for own in lying.barricades:
        for other in ground.barricades:
            if other.piece_id == piece.id or not own.polygon.intersects(other.polygon):
                continue
            shared = own.polygon.intersection(other.polygon).area
            if shared > TOUCH:
                name = other.name or other.piece_id
                text = _("its barricade overlaps {name}", name=name)
                found.append(Refusal(text, "G-TBL-2", "on a barricade", math.sqrt(shared)))
    return found
