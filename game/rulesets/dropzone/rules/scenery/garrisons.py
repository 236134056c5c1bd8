"""Who is in a Garrison, and where (D-GARR)."""

from __future__ import annotations

from typing import Final

from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Squad, Unit

CENTRE: Final = "centre"


def piece_of(unit: Unit) -> str:
    """Return the id of the Garrison that a unit is in, "" if it is in none."""
    return unit.slot.rpartition(":")[0] if unit.place == "inside" else ""


def occupants(game: Game, feature: Feature) -> list[Unit]:
    """Return the units in a Garrison, of all sides."""
    return [each for each in game.state.units.values() if piece_of(each) == feature.id]


def squads_in(game: Game, feature: Feature) -> list[Squad]:
    """Return the squads in a Garrison, of all sides."""
    return [game.state.squads[name] for name in dict.fromkeys(each.squad for each in occupants(game, feature))]


def room(game: Game, feature: Feature) -> int:
    """Return how many more units a Garrison holds: as many in all as its starting damage points (D-GARR-1)."""
    return feature.kind.damage - len(occupants(game, feature))
