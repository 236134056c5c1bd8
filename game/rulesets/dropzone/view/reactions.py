"""What Reaction Fire could do to Aircraft along their paths: the best chance of a weapon at each point (D-RF-1)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from game.engine.core.decisions import Arrange, Decision, Place
from game.engine.rulebook.view import ExposedView, Line, percent
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules.events import Moved
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.declaring import Chance, chances
from game.rulesets.dropzone.rules.shooting.legal import aim, sighted
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.state import Squad
from game.rulesets.dropzone.view.supposing import squad_of, standing_at
from game.table.lattice import position
from game.table.path.along import AlongPath
from game.table.path.entering import EntryRegion
from game.table.path.path import Path, Point
from game.wording import _

STEP: Final = 1.0
"""The most inches between the points at which the chance is worked out."""
HAIR: Final = 1e-6


def exposed(game: Game, decision: Decision, paths: Mapping[str, Sequence[Point]]) -> Sequence[ExposedView]:
    """Return the paths of Aircraft: those asked about, those wanted, or those just flown; nothing for other units."""
    squad = squad_of(game, decision.about)
    if squad is None or not game.sheet_of(squad).is_aircraft:
        return ()
    lines = _lines(game, decision, squad, paths)
    others = [player for player in game.state.order if player != squad.owner]
    found = [each for player in others for each in chances(game, player, squad, lines)]
    if isinstance(decision, Place) and isinstance(decision.region, AlongPath):
        asked = decision.player, decision.about, decision.region.spans
        found = [each for each in found if (each.unit.owner, each.target.id, tuple(sorted(each.spans))) == asked]
    return [_exposed(game, name, path, [each for each in found if each.target.id == name])
            for name, path in lines.items()]  # fmt: skip


def _lines(game: Game, decision: Decision, squad: Squad, paths: Mapping[str, Sequence[Point]]) -> dict[str, Path]:
    """Return the paths of the units of a squad by their ids."""
    if isinstance(decision, Place):
        return {decision.about: decision.region.path} if isinstance(decision.region, AlongPath) else {}
    if isinstance(decision, Arrange):
        ends = {member.id: member.ends for member in decision.arrangements.members}
        points = {name: [*_entry(ends.get(name), at), *at] for name, at in paths.items()}
    elif decision.rule == "D-RF-1":
        moved = (each for each in reversed(game.events) if isinstance(each, Moved) and each.squad == squad.id)
        points = {name: [*at] for each in [next(moved, None)] if each is not None for name, at in each.paths.items()}
    else:
        return {}
    lines = {name: Path.through([position(*each) for each in at]) for name, at in points.items()}
    return {name: path for name, path in lines.items() if path.legs and game.state.units[name].alive}


def _entry(region: object, path: Sequence[Point]) -> Iterator[Point]:
    """Yield where the path of a unit that enters begins, which its end decides (D-DEP-5)."""
    if isinstance(region, EntryRegion) and path:
        yield region.start(path[0])


def _exposed(game: Game, name: str, path: Path, found: Sequence[Chance]) -> ExposedView:
    """Return a path with the best chance to damage the unit at each point of it."""
    marks = np.linspace(0.0, path.inches, max(2, math.ceil(path.inches / STEP) + 1)).tolist()
    points = tuple((float(x), float(y)) for x, y in map(path.at, marks))
    worst: dict[str, float] = {}
    shares = []
    for mark, (x, y) in zip(marks, points, strict=True):
        there = [each for each in found if any(low - HAIR <= mark <= high + HAIR for low, high in each.spans)]
        here = {f"{each.unit.name}, {each.weapon.name}": _damaged(game, each, x, y) for each in there}
        worst |= {each: max(share, worst.get(each, 0.0)) for each, share in here.items()}
        shares.append(max(here.values(), default=0.0))
    lines = [Line(_("{weapon}: {chance} to damage it", weapon=each, chance=percent(share)), "D-RF-1")
             for each, share in sorted(worst.items(), key=lambda item: -item[1])]  # fmt: skip
    return ExposedView(name, points, tuple(shares), tuple(lines))


def _damaged(game: Game, chance: Chance, x: float, y: float) -> float:
    """Return the chance that a weapon damages its target at a point of its path (D-RF-2)."""
    unit, weapon, target = chance.unit, chance.weapon, chance.target
    with standing_at(game, {target.id: (x, y)}):
        target.airborne = True
        view = sighted(game, unit, weapon, target).view
        harm = fire_odds(game, [Fire(unit, weapon, target, aim(game, unit, weapon, target, view, reacting=True))])
    return 1.0 - float(harm.units[target.id].points[0])
