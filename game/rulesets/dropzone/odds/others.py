"""Exact odds of close quarters, Fortitude, falling scenery and searches (D-CQ, D-SCEN-13, D-SCEN-14, D-OBJ-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from game.engine.core.shares import NOTHING, Shares, mapped, power, repeated, thinned
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.odds.volleys import D3, FACES, Harm, die_of, hit, share_of, unsaved
from game.rulesets.dropzone.rules.close_quarters.fighting import HALF, PASSIVE, fails_by, saves, suffering
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import finds, search_result
from game.rulesets.dropzone.rules.scenery.damage import LARGE, automatic_aim, near_fall
from game.rulesets.dropzone.rules.scenery.garrisons import occupants
from game.rulesets.dropzone.rules.shooting.numbers import UNSAVED, Aim
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit


class CloseOdds(NamedTuple):
    """The odds of close quarters fire at a squad: points and units, and the chance that it breaks and runs."""

    harm: Harm
    destroyed: Shares
    breaks: float


def close_odds(
    game: Game, attackers: Sequence[tuple[Unit, WeaponDocument]], target: Squad, *, entered: bool
) -> CloseOdds:
    """Return the odds of close quarters fire of some units at a squad (D-CQ-3 to D-CQ-7)."""
    sheet = game.sheet_of(target)
    plain = fierce = NOTHING
    for unit, weapon in attackers:
        aim = Aim(weapon, sheet, lost=unit.lost, close=True)
        dice = power(_close_die(aim, entered=entered), aim.shots)
        if weapon.energy < UNSAVED:
            plain = np.convolve(plain, dice)
        else:
            fierce = np.convolve(fierce, dice)
    for purpose, needed in saves(sheet):
        plain = thinned(plain, unsaved(needed))
        fierce = fierce if purpose == PASSIVE else thinned(fierce, unsaved(needed))
    points = np.convolve(plain, fierce)
    lefts = [game.left(each) for each in suffering(game, target)]
    return CloseOdds(Harm(points, sum(lefts)), mapped(points, lambda lost: felled(lefts, lost)),
                     _breaks(game, target, points, sum(lefts)))  # fmt: skip


def _close_die(aim: Aim, *, entered: bool) -> Shares:
    """Return the shares of points of a close quarters die; attackers who just entered re-roll successes (D-CQ-4)."""
    plain = die_of(aim.damage)
    if not entered:
        return plain
    success = share_of(FACES, lambda face: aim.damage(face) > 0)
    found: Shares = success * plain
    found[0] += 1.0 - success
    return found


def felled(lefts: Sequence[int], points: int) -> int:
    """Return how many units some points destroy, taken in order (D-CQ-5)."""
    count = 0
    for left in lefts:
        points -= left
        if points < 0:
            break
        count += 1
    return count


def _breaks(game: Game, squad: Squad, points: Shares, left: int) -> float:
    """Return the chance that a squad survives some points, and fails its Fortitude test (D-CQ-7)."""
    whole = game.sheet_of(squad).damage * len(squad.units)
    tested = sum(chance for lost, chance in enumerate(points) if 0 < lost < left and left - lost < HALF * whole)
    return float(tested) * share_of(FACES, lambda face: fails_by(game, squad, face) > 0)


def collapse_odds(game: Game, feature: Feature) -> Mapping[str, Harm]:
    """Return the harm of each unit in a piece, and near it, if it falls (D-SCEN-13, D-SCEN-14)."""
    energy, found = feature.kind.armour, dict[str, Harm]()
    for unit in occupants(game, feature):
        found[unit.id] = Harm(repeated(np.convolve(D3, D3), _of_hit(game, unit, energy)), game.left(unit))
    reaches = [near_fall(game, feature, inches) for inches in (1, 2, 3)] if feature.kind.damage >= LARGE else []
    for unit in reaches[-1] if reaches else ():
        counts = np.array([0.0] * 4)
        for inches, near in enumerate(reaches, 1):
            counts[inches if unit in near else 0] += D3[inches]
        found[unit.id] = Harm(repeated(counts, _of_hit(game, unit, energy)), game.left(unit))
    return found


def _of_hit(game: Game, unit: Unit, energy: int) -> Shares:
    return hit(automatic_aim(game, unit, energy))


def search_odds(game: Game, squad: Squad, objective: Objective, rounds: int = 0) -> float:
    """Return the chance that a search succeeds, so many rounds from now (D-OBJ-5)."""
    return share_of(FACES, lambda face: finds(face, search_result(game, squad, objective, face, rounds)))
