"""Influence: how far Commanders reach, and Scouts that relay it (D-CMD-1 to D-CMD-3, D-ARMY-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import INFLUENCE, Game
from game.rulesets.dropzone.rules.scenery.garrisons import house_of
from game.rulesets.dropzone.rules.space.bodies import inches_between
from game.rulesets.dropzone.rules.state import Unit

RELAY: Final = 8.0
"""Inches around a Scout in which it relays cards (D-CMD-3)."""
MAST: Final = 4.0
"""Inches that a Relay Mast adds to the Influence of its Commander while it has not moved."""


class Sphere(NamedTuple):
    """A source of Influence: the unit from which it is measured, the Garrison it is in, its reach in inches, its rule.

    The rule is that of Commanders, or of Scouts (D-CMD-2, D-CMD-3).
    """

    unit: Unit
    house: Feature | None
    inches: float
    rule: str


def spheres(game: Game, player: str) -> Iterator[Sphere]:
    """Yield from where a player's cards reach how far: Commanders and Scouts in play (D-CMD-2, D-CMD-3)."""
    for commander in game.commanders(player):
        unit = game.state.units[commander.unit]
        mast = MAST if "relay mast" in game.sheet(unit).rules and not unit.turned else 0.0
        yield _sphere(game, unit, commander.value * INFLUENCE + mast, "D-CMD-2")
    for unit in game.state.units.values():
        scouts = unit.owner == player and unit.alive and game.sheet(unit).category == "Scout"
        if scouts and game.is_in_play(unit):
            yield _sphere(game, unit, RELAY, "D-CMD-3")


def _sphere(game: Game, unit: Unit, inches: float, rule: str) -> Sphere:
    """Return the reach of a unit, measured from the Transport or the Garrison that it is in (D-GARR-13)."""
    there = game.outermost(unit)
    return Sphere(there, house_of(game, there), inches, rule)


def reaches(game: Game, player: str, target: Sequence[Unit] | Feature) -> bool:
    """Return whether any unit or any point of a piece is in a player's Influence (D-CMD-2, D-CMD-3, R-17)."""
    slack = game.ruler.policy.tolerance
    if isinstance(target, Feature):
        return any(_to_piece(each, target) <= each.inches + slack for each in spheres(game, player))
    there = [unit for unit in target if unit.place in ("table", "inside")]
    return bool(there) and any(holds(game, sphere, there) for sphere in spheres(game, player))


def holds(game: Game, sphere: Sphere, units: Sequence[Unit]) -> bool:
    """Return whether any of some units on the table or in Garrisons is in the reach of a source (D-CMD-2)."""
    slack = game.ruler.policy.tolerance
    return any(_to_unit(game, sphere, unit) <= sphere.inches + slack for unit in units)


def _to_unit(game: Game, sphere: Sphere, unit: Unit) -> float:
    """Return the inches to a unit; between heights they slant, but not from a Garrison's outline (D-GEO-5)."""
    if sphere.house is not None:
        return sphere.house.gap(unit.x, unit.y)
    return inches_between(game.body(sphere.unit), game.body(unit), game.ruler.policy.slant_from)


def _to_piece(sphere: Sphere, piece: Feature) -> float:
    if sphere.house is not None:
        return float(sphere.house.shape.distance(piece.shape))
    return piece.gap(sphere.unit.x, sphere.unit.y)
