"""Where a unit might be arranged: as a block towards what it is for; each rated by the position that comes of it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from game.engine.core.decisions import Arrange, answer_of
from game.engine.rulebook.view import Prospect
from game.rulesets.aos4.ai.position import fight_worth, worth
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import gaps_to
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import Position, position, snap
from game.table.layout.moving import UnitMove
from game.table.layout.steps import Steps, ends_of
from game.wording import _

ROUGHLY: Final = 3
"""Arrangements whose block looks best that are worked out."""
BLOCKS: Final = 6
"""The same of those that are tried as blocks first, straight, which is quick."""
SHIFTS: Final = ((1.0, 0), (0.93, 0), (0.97, 15), (0.97, -15), (0.8, 0), (0.9, 30), (0.9, -30), (0.65, 0), (0.7, 45),
                 (0.7, -45), (0.4, 0))  # fmt: skip
"""Parts of the way that such a block goes, and degrees to its side, where something is in the way of more."""
SHORT: Final = 0.1
"""Victory points by which a block may fall short of the best that is hoped for, with nothing else looked for."""
STAY: Final = "stay"
NO_CHARGE: Final = "no-charge"
CHARGES: Final = "A-CHG-4"
SET_UP: Final = ("A-DEP-5", "A-DEP-6", "A-MAN-5")


def arranged(game: Game, decision: Arrange, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield arrangements worth considering with what they add to the position."""
    unit = game.state.units[decision.about]
    here = worth(game, decision.player) if unit.on_table else 0.0
    wanted = [*(_deployments(game, unit, decision, rng) if decision.rule in SET_UP else _moves(game, unit, decision))]
    hoped = [(_rough(game, unit, each, decision) - here, each) for each in wanted]
    hoped.sort(key=lambda each: -each[0])
    known = [-math.inf]
    for steps in _steps(decision, unit, hoped, known, share):
        with standing(game, unit, steps):
            value = worth(game, decision.player) - here
            if decision.rule == CHARGES:
                value += charge_worth(game, unit)
        known.append(value)
        yield Prospect(answer_of(steps), value, _reason(game, unit, steps))
        if decision.rule in SET_UP:
            return
    if any(option.key == STAY for option in decision.shortcuts):
        yield Prospect(STAY, 0.0, _("{unit} stands well where it is", unit=unit.name))
    if any(option.key == NO_CHARGE for option in decision.shortcuts):
        yield Prospect(NO_CHARGE, 0.0, _("a charge would cost more than it brings"))
    if len(known) == 1 and not decision.shortcuts:
        anywhere = decision.arrangements.sample(rng)
        if anywhere is not None:
            yield Prospect(answer_of(anywhere), 0.0, _("there is room"), scored=False)


def _steps(
    decision: Arrange,
    unit: Unit,
    hoped: Sequence[tuple[float, Mapping[str, Position]]],
    known: list[float],
    share: float,
) -> Iterator[Steps]:
    """Yield arrangements near those hoped for: blocks first; a search only where more is hoped for than was found.

    Whoever takes them adds to `known` what each is worth.
    """
    arrangements = decision.arrangements
    if isinstance(arrangements, UnitMove):
        for value, layout in hoped[: max(1, round(BLOCKS * share))]:
            if value <= max(known) + SHORT:
                break
            found = arrangements.as_a_block(_towards(unit, layout))
            if found is not None:
                yield found
    for searched, (value, layout) in enumerate(hoped[: max(1, round(ROUGHLY * share))]):
        if value <= max(known) + SHORT or (searched and max(known) > 0.0):
            return
        found = arrangements.nearest(layout)
        if found is not None:
            yield found


def _towards(unit: Unit, layout: Mapping[str, Position]) -> list[tuple[float, float]]:
    """Return shifts of a unit towards where it is wanted as a block, in inches, the nearest to that first."""
    (x, y), (to_x, to_y) = next((at, layout[name]) for name, at in unit.at.items())
    far, bearing = math.hypot(to_x - x, to_y - y), math.atan2(to_y - y, to_x - x)
    turned = [(share * far, bearing + math.radians(turn)) for share, turn in SHIFTS]
    return [(snap(length * math.cos(turn)), snap(length * math.sin(turn))) for length, turn in turned]


def charge_worth(game: Game, unit: Unit) -> float:
    """Return what the fight is worth, in victory points, that a unit which has charged there begins at once."""
    near = [each for each in game.enemies(unit) if game.positions.within(unit, each, CHARGED_TO)]
    return max((fight_worth(game, unit, each) for each in near), default=0.0)


@contextmanager
def standing(game: Game, unit: Unit, steps: Steps) -> Iterator[None]:
    """Let a unit stand as an arrangement has it, for as long as something is worked out."""
    before, place = unit.at, unit.place
    unit.at = {**before, **{name: (at.x, at.y) for name, at in ends_of(steps).items()}}
    unit.place = "table"
    try:
        yield
    finally:
        unit.at, unit.place = before, place


def _rough(game: Game, unit: Unit, layout: Mapping[str, Position], decision: Arrange) -> float:
    """Return what a position would be worth with a unit as it is wanted, legal or not."""
    before, place = unit.at, unit.place
    unit.at, unit.place = {name: (at.x, at.y) for name, at in layout.items()}, "table"
    value = worth(game, decision.player)
    if decision.rule == CHARGES:
        value += charge_worth(game, unit)
    unit.at, unit.place = before, place
    return value


def _moves(game: Game, unit: Unit, decision: Arrange) -> Iterator[dict[str, Position]]:
    """Yield the unit shifted as a block: to objectives, to enemies and off them, as far as it gets."""
    budget = _budget(decision)
    middle = _middle(unit)
    for dx, dy in _shifts(game, unit, middle, decision.rule):
        length = math.hypot(dx, dy)
        if length < 0.3:
            continue
        share = min(1.0, budget / length)
        yield {name: position(x + share * dx, y + share * dy) for name, (x, y) in unit.at.items()}


def _budget(decision: Arrange) -> float:
    """Return the inches that every model of the unit may go."""
    budgets = [
        policy.budget for member in decision.arrangements.members for policy in getattr(member.ends, "policies", ())
    ]
    return min(budgets, default=0.0)


def _shifts(game: Game, unit: Unit, middle: Position, rule: str) -> Iterator[tuple[float, float]]:
    bases = game.positions.bases(unit)
    if rule != CHARGES:
        for marker in game.setup.objectives.values():
            yield marker.x - middle.x, marker.y - middle.y
    for enemy in game.enemies(unit):
        gaps = game.positions.gaps(unit, enemy)
        at, other = divmod(int(gaps.argmin()), gaps.shape[1])
        one, two = bases.discs[at], game.positions.bases(enemy).discs[other]
        dx, dy, gap = two.x - one.x, two.y - one.y, float(gaps[at, other])
        far = math.hypot(dx, dy) or 1.0
        stops = (
            [0.1, CHARGED_TO - 0.05] if rule == CHARGES else [0.05] if rule == "A-PILE-1" else _distances(game, unit)
        )
        for stop in stops:
            yield dx / far * (gap - stop), dy / far * (gap - stop)


def _distances(game: Game, unit: Unit) -> list[float]:
    """Return how far from an enemy a unit may want to stand: just out of combat, in range, out of its reach."""
    reach = max((weapon.range_in or 0 for weapon in game.card(unit).weapons), default=0)
    found = [COMBAT_RANGE + 0.05]
    if reach:
        found.append(float(reach) - 1.0)
    return found


def _deployments(game: Game, unit: Unit, decision: Arrange, rng: random.Random) -> Iterator[dict[str, Position]]:
    """Yield blocks near objectives, facing the enemy, and some at random."""
    members = decision.arrangements.members
    radius = max(member.disc.radius for member in members)
    files = max(1, math.ceil(math.sqrt(len(members) * 2)))
    step = 2 * radius + 0.15
    side = game.state.territories.get(unit.owner, "south")
    height = game.ruler.battlefield.height
    depth = math.ceil(len(members) / files) * step
    shoots = any(weapon.is_ranged for weapon in game.card(unit).weapons)
    line = _front(game, side) - (depth / 2 + radius * 0.2 + (2.5 if shoots or game.has(unit, "HERO") else 0.0))
    for marker in game.setup.objectives.values():
        for off in (-4.0, 0.0, 4.0):
            y = line if side == "south" else height - line
            yield _block([member.id for member in members], marker.x + off, y, files, step, side)
    if decision.rule == "A-MAN-5":
        spot = decision.arrangements.sample(rng)
        if spot is not None:
            yield dict(ends_of(spot))


def _front(game: Game, side: str) -> float:
    """Return how deep the territory of a side is, in inches from its edge of the table."""
    zones = game.setup.document.map.zones
    ys = [point[1] for zone in zones if zone.id == side for area in zone.area for point in area.outline]
    return max(ys) if side == "south" else game.ruler.battlefield.height - min(ys)


def _block(models: list[str], x: float, y: float, files: int, step: float, side: str) -> dict[str, Position]:
    found, ranks = {}, math.ceil(len(models) / files)
    for number, model in enumerate(models):
        rank, file = divmod(number, files)
        up = ((ranks - 1) / 2 - rank) * step * (1 if side == "south" else -1)
        found[model] = position(x + (file - (min(files, len(models)) - 1) / 2) * step, y + up)
    return found


def _middle(unit: Unit) -> Position:
    xs, ys = zip(*unit.at.values())
    return position(sum(xs) / len(xs), sum(ys) / len(ys))


def _reason(game: Game, unit: Unit, steps: Steps) -> str:
    """Return in measured terms where an arrangement brings a unit."""
    with standing(game, unit, steps):
        bases = game.positions.bases(unit)
        near = min(game.setup.objectives.values(), key=lambda each: float(gaps_to(bases, each).min()), default=None)
        parts = []
        if near is not None:
            count = int((gaps_to(bases, near) <= COMBAT_RANGE).sum())
            far = float(gaps_to(bases, near).min())
            if count:
                parts.append(_("{n} models contest {objective}", n=count, objective=near.name))
            else:
                parts.append(_("{inches}″ from {objective}", inches=f"{far:.1f}", objective=near.name))
        enemies = game.enemies(unit)
        if enemies:
            closest = min(enemies, key=lambda each: game.positions.gap(unit, each))
            gap = game.positions.gap(unit, closest)
            parts.append(_("{inches}″ from {enemy}", inches=f"{gap:.1f}", enemy=closest.name))
        return ", ".join(parts)
