"""The rules of paths, sight and combat ranges for the instruments of the table.

A `piece` is the id of a model or a unit.
"""

from __future__ import annotations

import shapely

from game.engine.core.shares import mean
from game.engine.rulebook.facets import Zone
from game.engine.rulebook.view import Line, ReachView
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.odds.exact import of_amount
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.abilities.resolving import rules_of
from game.rulesets.aos4.rules.attacks.eligible import longest_reach
from game.rulesets.aos4.rules.core.attacking import charge_dice
from game.rulesets.aos4.rules.core.moves import move_of, with_effects
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.turns import facing_first
from game.rulesets.aos4.rules.moving.unit_moves import Move, grounds_for, judged_way
from game.rulesets.aos4.rules.phases.deployment import deployment_room
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.table.facing import Poses
from game.table.footprints import Footprint, Oblong, area_around
from game.table.path.obstacles import beside, over, path_policy
from game.table.path.policy import Ground, PathPolicy
from game.table.path.region import PathRegion
from game.table.path.turning import WayReceipt
from game.table.placing.region import Region
from game.table.sight.policy import SightPolicy
from game.wording import _, numeral


def unit_of(game: Game, piece: str) -> Unit | None:
    """Return the unit with an id, or the unit of the model with this id, or None."""
    units = game.state.units
    return units.get(piece) or units.get(piece.rpartition("-")[0])


def base_of(game: Game, piece: str) -> Footprint | None:
    """Return the base of a model, or of a unit's first model, or None if it is not on the table."""
    unit = unit_of(game, piece)
    if unit is None or unit.place != "table" or not unit.at:
        return None
    bases = game.positions.bases(unit)
    index = bases.models.index(piece) if piece in bases.models else 0
    return bases.footprints[index]._replace(name=bases.models[index])


def sight(game: Game) -> SightPolicy:
    """Return the rules of sight (A-VIS-1, A-VIS-4)."""
    return game.seeing.policy()


def stride(game: Game, piece: str) -> float | None:
    """Return a unit's Move in inches, or the maximum of a random one, or None without a Move (A-MOVE-8)."""
    unit = unit_of(game, piece)
    if unit is None or (mixed.move(game, unit) is None and not any(game.influences(unit, "move set"))):
        return None
    return float(with_effects(game, unit, move_of(game, unit).most))


def normal_move(game: Game, unit: Unit, inches: float) -> Move:
    """Return a Normal Move of this length, or a Retreat for a unit in combat (A-AB-1, A-AB-3)."""
    enemies = frozenset(enemy.id for enemy in game.enemies(unit))
    if game.in_combat(unit):
        return Move(inches, "A-AB-3", ending=enemies, seen=False)
    return Move(inches, "A-MOVE-7", barred=enemies)


def paths(game: Game, mover: Footprint, inches: float) -> tuple[PathPolicy, ...]:
    """Return the rules of a Normal Move or Retreat for one model, without the rest of its unit (A-MOVE).

    A base that is not round keeps its facing; `turning` judges paths on which it turns.
    """
    bounds, unit = game.ruler.battlefield.bounds, unit_of(game, mover.name)
    if unit is None or unit.place != "table":
        return (path_policy(mover, inches + TOLERANCE, bounds, _bare(game, mover), "A-MOVE-2"),)
    grounds = grounds_for(game, unit, normal_move(game, unit, inches), mover)
    return tuple(path_policy(mover, inches + TOLERANCE, bounds, ground, "A-MOVE-2") for ground in grounds)


def turning(game: Game, mover: Oblong, way: Poses, inches: float) -> WayReceipt | None:
    """Return the verdict on a Normal Move or Retreat of one model whose base turns at its bends (A-MOVE-2)."""
    unit = unit_of(game, mover.name)
    if unit is None or unit.place != "table":
        return None
    return judged_way(game, unit, normal_move(game, unit, inches), mover, way)


def _bare(game: Game, mover: Footprint) -> tuple[Ground, ...]:
    """Return the obstacles for a base of no unit: other bases and impassable terrain (A-MOVE-3, A-TAB-3)."""
    units = [unit for unit in game.state.units.values() if unit.place == "table"]
    bases = [
        beside(mover, base, "A-MOVE-3", solid=True, rest=True)
        for unit in units
        for base in game.positions.bases(unit).footprints
    ]
    walls = [
        over(mover, part, feature.name, "A-TAB-3", solid=True)
        for feature in game.features()
        if feature.is_impassable and feature.base is None
        for part in feature.polygons
    ]
    return (*bases, *walls)


def zone(game: Game, base: Footprint) -> Zone | None:
    """Return the combat range around a base, or around a whole unit (A-RANGE-1)."""
    unit = unit_of(game, base.name)
    if unit is None or not game.fights(unit):
        return None
    bases = game.positions.bases(unit).footprints if base.name in game.state.units else (_standing(game, unit, base),)
    areas = [area_around(base_of_unit, COMBAT_RANGE, 32) for base_of_unit in bases]
    return Zone(_("combat range"), shapely.union_all(areas), "A-RANGE-1")


def _standing(game: Game, unit: Unit, base: Footprint) -> Footprint:
    """Return a base with the shape of its model. A disc stands for a spot only, and is replaced by the model's base."""
    models = game.models(unit)
    if isinstance(base, Oblong) or base.name not in models:
        return base
    return facing_first(game, unit, base.name, models[base.name].base)._replace(x=base.x, y=base.y, name=base.name)


def heeded(game: Game, piece: str) -> tuple[str, ...]:
    """Return the enemy models whose combat ranges a unit must obey when it moves (A-MOVE-7)."""
    unit = unit_of(game, piece)
    if unit is None or not game.fights(unit):
        return ()
    return tuple(model for enemy in game.enemies(unit) for model in enemy.at)


def closest(game: Game, piece: str) -> tuple[str, ...]:
    """Return the enemy models closest to a unit, including ties (A-GEO-3)."""
    unit, gaps = unit_of(game, piece), dict[str, float]()
    if unit is None or not game.fights(unit):
        return ()
    for enemy in game.enemies(unit):
        gaps |= dict(zip(enemy.at, game.positions.gaps(unit, enemy).min(axis=0).tolist()))
    least = min(gaps.values(), default=0.0)
    return tuple(model for model, gap in gaps.items() if gap <= least + TOLERANCE)


def reach(game: Game, piece: str) -> ReachView:
    """Return the reach of a model's move and attacks, or the legal spots for a unit in reserve."""
    unit = unit_of(game, piece)
    if unit is None or unit.place == "destroyed":
        return ReachView()
    if unit.place == "reserve":
        return _room(game, unit)
    base, inches = base_of(game, piece), stride(game, piece)
    if base is None:
        return ReachView()
    weapons = game.card(unit).weapons
    shooting_range = longest_reach(game, unit, weapons)
    attack = area_around(base, shooting_range or COMBAT_RANGE, 32) if weapons else None
    lines = tuple(_reaches(game, unit, inches, shooting_range))
    if inches is None:
        return ReachView(attack=attack, lines=lines)
    return ReachView(PathRegion((base.x, base.y), *paths(game, base, inches)), attack, lines)


def _room(game: Game, unit: Unit) -> ReachView:
    """Return the legal spots for deploying a unit in reserve."""
    if unit.owner not in game.state.territories or game.setup.roles[unit.card].kind in ("manifestation", "terrain"):
        return ReachView()
    ends = deployment_room(game, unit).members[0].ends
    return ReachView(move=ends if isinstance(ends, Region) else None)


def _reaches(game: Game, unit: Unit, inches: float | None, carries: float) -> list[Line]:
    """Return lines about the reach of a unit's move, charge and weapons."""
    lines = []
    if inches is not None:
        lines.append(Line(_("moves {inches}″", inches=numeral(inches, "g")), "A-MOVE-2"))
    if inches is not None and _may_charge(game, unit):
        bonus, dice = game.bonus(unit, "charge") + CHARGED_TO, charge_dice(game, unit)
        average, most = inches + mean(of_amount(dice)) + bonus, inches + dice.most + bonus
        facts = {"average": numeral(average, "g"), "most": numeral(most, "g")}
        lines.append(Line(_("with a charge: {average}″ on average, {most}″ at most", **facts), "A-CHG-2"))
    if carries:
        lines.append(Line(_("shoots up to {inches}″", inches=numeral(carries, "g")), "A-TGT-1"))
    return lines


def _may_charge(game: Game, unit: Unit) -> bool:
    """Return whether a unit could charge after its next move, in this turn or its next turn (A-CHG-1)."""
    in_own_turn = game.state.step == "phase" and unit.owner == game.state.active
    if in_own_turn and (game.state.phase > PHASES.index("charge") or game.used(unit, "CHARGE")):
        return False
    spec = game.ability(unit.owner, "charge")
    return not (game.in_combat(unit) or (in_own_turn and rules_of(spec).why_not(game, spec, unit) is not None))
