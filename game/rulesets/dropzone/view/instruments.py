"""The rules of paths as the instruments of the table take them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import REACH
from game.rulesets.dropzone.rules.moving.garrisoning import ENTRANCE
from game.rulesets.dropzone.rules.moving.policies import budget, policies
from game.rulesets.dropzone.rules.scenery.garrisons import room
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.cargo import fitting, why_closed, works_with
from game.table.path.policy import PathPolicy
from game.table.shapes import Disc


def paths(game: Game, mover: Disc, inches: float) -> Sequence[PathPolicy]:
    """Return the rules of a move of a base: those of its unit, or else of a unit on the ground, if there is one."""
    units = game.state.units
    unit = units.get(mover.name) or min(units.values(), key=lambda each: game.sheet(each).is_aircraft)
    return [each.but(radius=mover.radius) for each in policies(game, unit, inches)]


def takes_in(game: Game, unit: str) -> Sequence[str]:
    """Return the Transports and Garrisons that a squad may get into, near enough for its move (D-TRANS-8, D-GARR-3)."""
    own = game.state.squads.get(unit)
    units = game.units_of(own) if own is not None else []
    if own is None or not units:
        return ()
    first = units[0]
    here = game.state.units[first.carrier] if first.place == "aboard" else first
    far = budget(game, first) if first.on_table else REACH

    def boards(transport: Unit) -> bool:
        near = min(math.dist((each.x, each.y), (transport.x, transport.y)) for each in units) <= far + REACH
        closed = transport.owner != own.owner or transport.squad == unit or why_closed(game, transport) is not None
        return (
            near and not closed and works_with(game, game.squad_of(transport)) and bool(fitting(game, transport, own))
        )

    def enters(piece: Feature) -> bool:
        near = piece.gap(here.x, here.y) <= far + ENTRANCE
        return near and piece.has("garrison") and room(game, piece) >= len(units)

    transports = [each.id for each in game.on_table() if boards(each)] if first.on_table else []
    garrisons = [each.id for each in game.features if enters(each)] if game.sheet(first).is_infantry else []
    return [*transports, *garrisons]


def stride(game: Game, piece: str) -> float | None:
    """Return the inches of a unit's move (D-MOVE-1)."""
    unit = game.state.units.get(piece)
    return budget(game, unit) if unit is not None and unit.alive else None
