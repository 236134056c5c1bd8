"""The legal targets of each model's weapons (A-TGT, A-SHOOT, A-FIGHT-7, A-FIGHT-8, A-KEY-4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules.attacks.batch import Modifier, can_be_rolled, modifier
from game.rulesets.aos4.rules.attacks.modifiers import attack_modifier, weapon_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import is_wholly_on
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, GUARDED, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.footprints import (
    Footprint,
    clearance,
    clearance_of_edge,
    clearance_of_shape,
    outer_tangents,
)
from game.table.shapes import Disc
from game.table.sight.lines import flanks
from game.table.terrain.area import Floats

Spot = tuple[float, float]

AT_HAND: Final = 1.0
"""The distance in inches within which a terrain feature does not shield anything from a model (A-TAB-6)."""


def is_covered(game: Game, model: Footprint, target: Unit) -> bool:
    """Return whether Cover protects a unit from a model's attacks (A-TAB-1)."""
    if game.has(target, "FLY") or game.charged(target):
        return False
    return any("cover" in feature.does and shields(game, feature, model, target) for feature in game.features())


def is_obscured(game: Game, model: Footprint, target: Unit) -> bool:
    """Return whether Obscuring terrain prevents a model from shooting at a unit (A-TAB-2)."""
    if game.has(target, "FLY"):
        return False
    return any("obscuring" in feature.does and shields(game, feature, model, target) for feature in game.features())


def shields(game: Game, feature: Feature, model: Footprint, target: Unit) -> bool:
    """Return whether a unit is wholly on a feature, or behind it from a model's view (A-TAB-6, A-AMB-31)."""
    if feature.id == target.id:
        return False
    bases = game.positions.bases(target)
    west, south, east, north = feature.box
    if min(bases.box[0], model.x) > east or max(bases.box[2], model.x) < west:
        return False
    if min(bases.box[1], model.y) > north or max(bases.box[3], model.y) < south:
        return False
    if is_wholly_on(feature, bases.footprints):
        return True
    if _gap(feature, model) <= AT_HAND + TOLERANCE:
        return False
    # One line at a time: vectorised queries of a shape shared between threads may abort.
    return all(_is_crossed(feature, line) for base in bases.footprints for line in sight_lines(model, base))


def _gap(feature: Feature, model: Footprint) -> float:
    """Return the distance from a base to a feature in inches. It is below 0 on the feature."""
    if feature.base is not None:
        return clearance(model, feature.base)
    if isinstance(model, Disc):
        return float(feature.shape.distance(shapely.Point(model.x, model.y))) - model.radius
    return clearance_of_shape(model, feature.shape)


def _is_crossed(feature: Feature, line: Floats) -> bool:
    """Return whether a line crosses a feature more deeply than the tolerance (A-GEO-4)."""
    if feature.base is not None:
        return clearance_of_edge(feature.base, *line.tolist()) < -TOLERANCE
    return bool(_core(feature).intersects(shapely.LineString(line)))


@lru_cache(maxsize=64)
def _core(feature: Feature) -> BaseGeometry:
    """Return the part of a feature that is farther from its outline than the tolerance."""
    return feature.shape.buffer(-TOLERANCE, join_style="mitre")


def sight_lines(model: Footprint, target: Footprint) -> Floats:
    """Return the centre line and the outer tangents of two bases in inches, as an array of shape (lines, 2, 2)."""
    if isinstance(model, Disc) and isinstance(target, Disc):
        tangents: Iterable[tuple[Spot, Spot]] = (
            (
                (model.x + model.radius * nx, model.y + model.radius * ny),
                (target.x + target.radius * nx, target.y + target.radius * ny),
            )
            for nx, ny in flanks(model[:3], target[:3])
        )
    else:
        tangents = outer_tangents(model, target)
    return np.array([(model[:2], target[:2]), *tangents])


@dataclass(frozen=True)
class Group:
    """Models that may attack the same targets with the same kind of weapon.

    `covered` are the targets that Cover shields from these models (A-TAB-1).
    """

    weapon: WeaponDocument
    models: tuple[str, ...]
    targets: tuple[str, ...]
    covered: frozenset[str] = frozenset()

    @property
    def is_random(self) -> bool:
        """Whether the number of attacks is random."""
        return amount(self.weapon.attacks).is_random


def groups(game: Game, unit: Unit, *, ranged: bool, only: Sequence[Unit] | None = None) -> list[Group]:
    """Return a unit's possible attacks on all enemies, or on `only` some of them (A-SHOOT-2, A-SHOOT-3)."""
    attackers: dict[tuple[str, tuple[str, ...], frozenset[str]], list[str]] = {}
    weapons: dict[str, WeaponDocument] = {}
    for model, base, armed in _armed_models(game, unit, ranged=ranged, only=only):
        aimed_at = {target.id: target for _weapon, targets in armed for target in targets}
        covered = frozenset(name for name, target in aimed_at.items() if is_covered(game, base, target))
        for weapon, targets in armed:
            weapons[weapon.name], names = weapon, tuple(target.id for target in targets)
            attackers.setdefault((weapon.name, names, covered & {*names}), []).append(model)
    return [
        Group(weapons[name], tuple(models), targets, covered) for (name, targets, covered), models in attackers.items()
    ]


def attackable(game: Game, unit: Unit, *, ranged: bool) -> Iterator[Unit]:
    """Yield the legal targets of each weapon of each model. Most targets appear several times (A-TGT-1)."""
    for _model, _base, armed in _armed_models(game, unit, ranged=ranged):
        for _weapon, targets in armed:
            yield from targets


_Armed = list[tuple[WeaponDocument, list[Unit]]]
"""The weapons of a model, each with its possible targets."""


def _armed_models(
    game: Game, unit: Unit, *, ranged: bool, only: Sequence[Unit] | None = None
) -> Iterator[tuple[str, Footprint, _Armed]]:
    """Yield each model that can attack, with its base and its weapons with their targets."""
    models, weapons = game.models(unit), game.card(unit).weapons
    reaches = {weapon.name: reach_of(game, unit, weapon) for weapon in weapons if weapon.is_ranged == ranged}
    longest = max(reaches.values(), default=0.0)
    if only is None:  # with faction terrain (A-KEY-12)
        only = [other for other in game.state.units.values() if other.owner != unit.owner and other.place == "table"]
    enemies = [enemy for enemy in only if not game.positions.surely_apart(unit, enemy, longest + 1.0)]
    enemies = [
        enemy
        for enemy in enemies
        if not (ranged and any(game.hides(enemy, unit, protection) for protection in ("hidden", "unshot")))
    ]
    if not enemies:
        return
    in_combat = ranged and game.in_combat(unit)
    guarded = {enemy.id for enemy in enemies if ranged and is_guarded(game, enemy)}
    distances = game.distances if ranged else game.positions
    gaps = [distances.gaps(unit, enemy).min(axis=1).tolist() for enemy in enemies]
    for number, (model, base) in enumerate(zip(unit.at, game.positions.bases(unit).footprints)):
        usable = [weapon for weapon in models[model].weapons if weapon.is_ranged == ranged and can_be_rolled(weapon)]
        if in_combat:
            usable = [
                weapon for weapon in usable if weapon_abilities(weapon_of(game, unit, weapon).abilities).shoot_in_combat
            ]
        if not usable:
            continue
        with_gaps = [(enemy, gaps_to_enemy[number]) for enemy, gaps_to_enemy in zip(enemies, gaps)]
        reach = max(reaches[weapon.name] for weapon in usable)
        visible = list(_visible_targets(game, base, with_gaps, reach, guarded, ranged=ranged))
        armed = [(weapon, [enemy for enemy, gap in visible if gap <= reaches[weapon.name] + TOLERANCE])
                 for weapon in usable]  # fmt: skip
        armed = [(weapon, targets) for weapon, targets in armed if targets]
        if armed:
            yield model, base, armed


def reach_of(game: Game, unit: Unit, weapon: WeaponDocument) -> float:
    """Return a weapon's reach in inches: its Range with all effects, or the combat range for a melee weapon."""
    if weapon.range_in is None:
        return COMBAT_RANGE
    return weapon.range_in + attack_modifier(game, unit, "range", weapon, None).net(companion=False)


def longest_reach(game: Game, unit: Unit, weapons: Iterable[WeaponDocument]) -> float:
    """Return how far a unit shoots with the farthest of these weapons, in inches; 0 if none shoots."""
    return max((float(reach_of(game, unit, weapon)) for weapon in weapons if weapon.is_ranged), default=0.0)


def _visible_targets(
    game: Game,
    model: Footprint,
    enemies: Sequence[tuple[Unit, float]],
    reach: float,
    guarded: set[str],
    *,
    ranged: bool,
) -> Iterator[tuple[Unit, float]]:
    """Yield the enemies that a model may target within a reach, with their distances (A-TGT-1, A-AMB-7)."""
    for enemy, gap in enemies:
        if gap > reach + TOLERANCE or not game.seeing.model(model, enemy):
            continue
        if ranged and is_obscured(game, model, enemy):
            continue
        if enemy.id in guarded and gap > GUARDED + TOLERANCE and hides_when_guarded(game.keywords(enemy)):
            continue
        yield enemy, gap


def is_guarded(game: Game, unit: Unit) -> bool:
    """Return whether a friendly unit that is not a hero guards a hero (A-KEY-4)."""
    if not may_be_guarded(game.keywords(unit)):
        return False
    return any(
        other is not unit and not game.has(other, "HERO") and game.positions.within(other, unit, COMBAT_RANGE)
        for other in game.of(unit.owner)
    )


GUARDED_TO_HIT: Final[Modifier] = modifier(-1, friendly=False)
"""The modifier to hit rolls for shooting at a guarded hero (A-KEY-4)."""


def may_be_guarded(keywords: Collection[str]) -> bool:
    """Return whether other units can guard a unit with these keywords, which are in capitals (A-KEY-4)."""
    return "HERO" in keywords and not {"MONSTER", "WAR MACHINE"} & set(keywords)


def hides_when_guarded(keywords: Collection[str]) -> bool:
    """Return whether distant models cannot shoot at a guarded unit with these keywords (A-KEY-4)."""
    return may_be_guarded(keywords) and "INFANTRY" in keywords
