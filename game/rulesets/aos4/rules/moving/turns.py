"""Turns of models whose bases are not round: the obstacles of a turn on the spot, and first facings.

A base turns before it moves, after it has moved, or at a corner of its path. No part of it moves farther than allowed
(A-MOVE-2), and the area that it sweeps while turning counts as its path (A-MOVE-4, A-MOVE-7).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from game.refusal import Refusal
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.table.facing import FULL_TURN, turn_between
from game.table.footprints import Footprint, Oblong, clearance, clearance_of_shape, half_box
from game.table.path.turning import turn_meets, turned_by
from game.table.shapes import Disc
from game.wording import N_, _

NORTHWARD: Final = FULL_TURN // 4
SOUTHWARD: Final = FULL_TURN * 3 // 4
"""The first facings of the southern and the northern player's models, in hundredths of a degree."""
_MOMENTS: Final = 8
"""The number of parts of a turn; between them the sight of enemies is checked."""


def ahead(game: Game, unit: Unit) -> int:
    """Return the facing of a unit that is put down: towards the other side of the table."""
    return NORTHWARD if game.state.territories.get(unit.owner, "south") == "south" else SOUTHWARD


def facing_first(game: Game, unit: Unit, model: str, base: Footprint) -> Footprint:
    """Return the base of a model with its first facing, before a player turns it.

    It keeps its facing on the table, else faces as another model of its unit does, else ahead.
    """
    if isinstance(base, Disc):
        return base
    default = next(iter(unit.facings.values()), ahead(game, unit))
    return base.turned_to(unit.facings.get(model, default))


def all_facings(game: Game, unit: Unit, facings: Mapping[str, int]) -> dict[str, int]:
    """Return the facings of a unit's models on the table whose bases are not round: the given ones, else the first."""
    models = game.models(unit)
    bases = {model: facing_first(game, unit, model, models[model].base) for model in unit.at}
    return {model: facings.get(model, base.facing) for model, base in bases.items() if isinstance(base, Oblong)}


def refusals_of_turn(
    game: Game,
    unit: Unit,
    base: Oblong,
    facing: int,
    barred: Iterable[str],
    rule: str,
    *,
    seen: bool,
    passes: Callable[[Unit], bool],
) -> Iterator[Refusal]:
    """Yield the reasons why a base that does not fly cannot turn on the spot. Its own unit does not block it.

    `barred` are the enemy units whose combat range it may not enter, with `seen` only where they see it. `passes`
    returns whether it may pass through the models of a unit.
    """
    for name, gap in _obstacles(game, unit, base, passes):
        if turn_meets(gap, base, facing):
            yield Refusal(_("turning, it meets {name}", name=name), "A-MOVE-4", N_("in the way"))
    for identity in sorted(barred):
        enemy = game.state.units[identity]
        if any(_enters(game, base, facing, other, seen=seen) for other in game.positions.bases(enemy).footprints):
            yield Refusal(_("turning, it enters the combat range of {unit}", unit=enemy.name), rule, N_("in the way"))


def refusals_at_edge(game: Game, base: Oblong, facing: int) -> Iterator[Refusal]:
    """Yield a refusal if a base would leave the table while it turns on the spot to a facing."""
    field = game.ruler.battlefield
    if turn_meets(lambda turned: _room(turned, field.width, field.height), base, facing):
        yield Refusal(_("turning, it leaves the table"), "A-MOVE-3", N_("off the table"))


def _room(base: Oblong, width: float, height: float) -> float:
    """Return the distance between a base and the nearest edge of the table in inches."""
    across, up = half_box(base)
    return min(base.x - across, width - base.x - across, base.y - up, height - base.y - up) + TOLERANCE


def _obstacles(
    game: Game, unit: Unit, base: Oblong, passes: Callable[[Unit], bool]
) -> Iterator[tuple[str, Callable[[Oblong], float]]]:
    """Yield the name of each obstacle that a turning base may meet, with a function for its gap to the base."""
    for other in game.state.units.values():
        if other is unit or other.place != "table" or passes(other):
            continue
        for obstacle in game.positions.bases(other).footprints:
            if (obstacle.x - base.x) ** 2 + (obstacle.y - base.y) ** 2 < (obstacle.radius + base.radius) ** 2:
                yield obstacle.name, lambda turned_base, obstacle=obstacle: clearance(turned_base, obstacle) + TOLERANCE  # type: ignore[misc]
    west, south, east, north = base.x - base.radius, base.y - base.radius, base.x + base.radius, base.y + base.radius
    for feature in game.features():
        box = feature.box
        if feature.is_impassable and box[0] < east and box[2] > west and box[1] < north and box[3] > south:
            shape = feature.shape
            yield feature.name, lambda turned_base, shape=shape: clearance_of_shape(turned_base, shape) + TOLERANCE  # type: ignore[misc]


def _enters(game: Game, base: Oblong, facing: int, other: Footprint, *, seen: bool) -> bool:
    """Return whether a turning base enters the combat range of another base, which with `seen` must see it there."""
    if (other.x - base.x) ** 2 + (other.y - base.y) ** 2 > (other.radius + base.radius + COMBAT_RANGE + 1.0) ** 2:
        return False
    if not turn_meets(lambda turned: clearance(turned, other) - COMBAT_RANGE - TOLERANCE, base, facing):
        return False
    turn = turn_between(base.facing, facing)
    moments = (turned_by(base, turn * share / _MOMENTS) for share in range(_MOMENTS + 1))
    return not seen or any(
        clearance(turned, other) <= COMBAT_RANGE + TOLERANCE and game.seeing.bases(turned, other) for turned in moments
    )


def climbed(game: Game, before: Oblong, after: Footprint) -> float:
    """Return the inches that a base goes up or down terrain by turning on the spot, without flying (A-TERR-2)."""
    tall = [feature for feature in game.features() if feature.base is None and not feature.is_low]
    return math.fsum(
        feature.height
        for feature in tall
        if not feature.is_impassable
        for polygon in feature.polygons
        if (clearance_of_shape(before, polygon) < -TOLERANCE) != (clearance_of_shape(after, polygon) < -TOLERANCE)
    )
