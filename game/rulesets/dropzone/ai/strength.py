"""The value of fire: the expected loss of every target, in its points, by the exact odds of each weapon."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.odds.volleys import FACES, glance, hits_on, lost, share_of, volley
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Fire
from game.rulesets.dropzone.rules.state import Unit

Floats = NDArray[np.float64]
POINT: Final = 150.0
"""Points of an army that are worth a victory point."""
FADING: Final = (0.35, 0.6, 0.85)
"""The share of the value of units that is left in the last rounds, the last round first: they can do little more."""
TIED: Final = (1.2, 0.6, 0.3)
"""What is added to it if victory points are level, because kill points decide then (D-WIN-3)."""
FAR_AHEAD: Final = 2
"""The lead in victory points that kill points are unlikely to decide about."""
_FARSIGHTED: Final = ContextVar("farsighted", default=False)
HALF_DEAD: Final = 0.6
"""The value of lost damage points, compared with their share of the whole unit; its destruction brings the rest."""
ENDLESS: Final = 200.0
"""Inches that stand for the whole table."""


@contextmanager
def seeing(*, far: bool) -> Iterator[None]:
    """Let everything be judged with an eye to the end of the battle, or without."""
    token = _FARSIGHTED.set(far)
    try:
        yield
    finally:
        _FARSIGHTED.reset(token)


def last_rounds(game: Game) -> int | None:
    """Return how many rounds come after this one, for those who see the end of the battle; None for others."""
    return game.setup.document.options.rounds - game.state.round if _FARSIGHTED.get() else None


def point(game: Game) -> float:
    """Return the points of an army that are worth a victory point now.

    For those who see the end of the battle they are more towards it, or fewer if kill points are likely to decide.
    """
    left, scenario = last_rounds(game), scenarios.of(game)
    if left is None or left >= len(FADING) or scenario.measure == "kills":
        return POINT
    first, second = sorted(scenario.points(game).values(), reverse=True)[:2]
    level = max(0.0, 1.0 - (first - second) / FAR_AHEAD)
    return POINT / (FADING[max(0, left)] + TIED[max(0, left)] * level)


class Table(NamedTuple):
    """What the weapons of each sheet do to each other sheet: ranges in inches, and the points that a target loses.

    By shooter, target (those in the air after those on the ground) and weapon. `silent` is the M&F of each weapon,
    `weapons` are their names by sheet.
    """

    numbers: dict[str, int]
    weapons: dict[str, list[str]]
    reach: Floats
    points: Floats
    silent: Floats
    move: Floats

    def target(self, unit: Unit) -> int:
        """Return the number of a unit as a target."""
        return self.numbers[unit.sheet] + (len(self.numbers) if unit.airborne else 0)

    def places(self, sheet: str, weapons: Collection[str]) -> list[int]:
        """Return the places of some weapons of a sheet."""
        return [place for place, name in enumerate(self.weapons[sheet]) if name in weapons]


_TABLES: Final[WeakKeyDictionary[Setup, Table]] = WeakKeyDictionary()


def table_of(setup: Setup) -> Table:
    """Return what the weapons of a battle do, worked out once for it and all its copies."""
    found = _TABLES.get(setup)
    if found is None:
        found = _TABLES[setup] = _table(setup)
    return found


def _table(setup: Setup) -> Table:
    sheets = dict(setup.sheets)
    numbers = {name: number for number, name in enumerate(sheets)}
    count, most = len(sheets), max((len(_ranged(each)) for each in sheets.values()), default=1) or 1
    reach, points = np.full((count, 2 * count, most), -1.0), np.zeros((count, 2 * count, most))
    silent = np.full((count, most), ENDLESS)
    for name, sheet in sheets.items():
        one = numbers[name]
        for place, weapon in enumerate(_ranged(sheet)):
            silent[one, place] = ENDLESS if weapon.silent_beyond is None else weapon.silent_beyond
            for other, target in sheets.items():
                if name.partition(".")[0] == other.partition(".")[0]:
                    continue
                value, inches = _expected(weapon, target), min(ENDLESS, weapon.range_to(countered=target.active))
                for air in (False, True) if target.is_aircraft else (False,):
                    if not air or "aa" in weapon.rules:
                        reach[one, numbers[other] + air * count, place] = inches
                        points[one, numbers[other] + air * count, place] = value
    _drop_alternatives(sheets, numbers, points)
    weapons = {name: [each.name for each in _ranged(sheet)] for name, sheet in sheets.items()}
    return Table(numbers, weapons, reach, points, silent, np.array([each.move[1] for each in sheets.values()]))


def _ranged(sheet: UnitDocument) -> list[WeaponDocument]:
    return [each for each in sheet.weapons if not each.cq]


def _drop_alternatives(sheets: dict[str, UnitDocument], numbers: dict[str, int], points: Floats) -> None:
    """Let only the best of several profiles of one weapon count against each target (D-SPEC-ALT)."""
    for name, sheet in sheets.items():
        groups: dict[int, list[int]] = {}
        for place, weapon in enumerate(_ranged(sheet)):
            if (alternative := weapon.rules.get("alt")) is not None:
                groups.setdefault(alternative.value, []).append(place)
        for places in groups.values():
            some = points[numbers[name]][:, places]
            points[numbers[name]][:, places] = np.where(some < some.max(axis=1, keepdims=True), 0.0, some)


def _expected(weapon: WeaponDocument, target: UnitDocument) -> float:
    """Return the points that a fresh target is expected to lose to a weapon that sees it well."""
    aim = Aim(weapon, target, vehicle=not target.is_infantry and not target.is_behemoth)
    if "area" in weapon.rules and not target.is_behemoth:
        struck = share_of(FACES, aim.hits)
        off = share_of(FACES, lambda face: face > 1 and not aim.hits(face))
        whole = struck * lost(hits_on(aim, aim.energy, infantry=target.is_infantry), target.damage)
        damage = aim.shots * (whole + off * lost(glance(aim), target.damage))
    else:
        strafe = weapon.rules.get("strafe")
        damage = lost(volley(aim, target.damage), target.damage) * (strafe.value if strafe is not None else 1)
    return min(1.0, damage / target.damage) * target.points


def worth_of(game: Game, unit: Unit) -> float:
    """Return the points that the loss of a unit costs its owner: its own, its Commander's, its share of a load."""
    return table_of_prizes(game).get(unit.id, float(game.sheet(unit).points))


def table_of_prizes(game: Game) -> dict[str, float]:
    """Return what the loss of each living unit costs its owner, in points."""
    state = game.state
    found = {unit.id: float(game.sheet(unit).points) for unit in state.units.values() if unit.alive}
    for commander in state.commanders.values():
        if commander.unit in found:
            found[commander.unit] += COMMAND * commander.value
    for objective in state.objectives.values():
        squad = state.squads.get(objective.carrier)
        units = game.units_of(squad) if squad is not None else []
        for unit in units:
            found[unit.id] += CARRIED * point(game) / len(units)
    for unit in state.units.values():
        if unit.place == "aboard" and unit.carrier in found and unit.id in found:
            top = state.units[unit.carrier]
            found[top.id] += LOAD * found[unit.id]
    return found


COMMAND: Final = 15.0
"""Points that a Commander is worth for each point of Command Value."""
CARRIED: Final = 0.7
"""Victory points that an objective adds to the value of the squad that carries it."""
LOAD: Final = 0.35
"""The share of the value of its load that is lost with a Transport."""


def expected_loss(game: Game, fires: list[Fire]) -> float:
    """Return the points that a declaration of fire is expected to cost the enemy, less what it costs its own side."""
    odds, prizes, total = fire_odds(game, fires), table_of_prizes(game), 0.0
    owner = fires[0].unit.owner if fires else ""
    for name, harm in odds.units.items():
        unit = game.state.units[name]
        share = HALF_DEAD * harm.lost / game.sheet(unit).damage + (1.0 - HALF_DEAD) * harm.destroyed
        total += share * prizes.get(name, 0.0) * (1 if unit.owner != owner else -1)
    return total
