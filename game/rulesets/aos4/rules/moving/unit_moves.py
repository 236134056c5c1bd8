"""A unit's move as one question: where each of its models may go, and what the unit must come to (A-MOVE-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.endings import ending
from game.rulesets.aos4.rules.moving.grounds import grounds_for
from game.rulesets.aos4.rules.moving.kinds import Move
from game.rulesets.aos4.rules.moving.near import NearAny
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, CROWD, LINK, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.lattice import position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.path.policy import End, PathPolicy
from game.table.path.region import PathRegion
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.solids import NearShape
from game.table.shapes import Disc

RULE: Final = "A-MOVE-1"


def unit_move(game: Game, unit: Unit, move: Move) -> UnitMove:
    """Return the question where a unit goes; all tools of a screen ask it (A-MOVE-4, A-MOVE-5, A-AMB-1, A-AMB-2)."""
    bases, field = game.positions.bases(unit), game.ruler.battlefield
    bounds = 0.0, 0.0, field.width, field.height
    known: dict[float, list[PathPolicy]] = {}
    members = []
    for model, disc in zip(bases.models, bases.discs):
        if disc.radius not in known:
            reach = move.inches + TOLERANCE
            known[disc.radius] = [
                PathPolicy(disc.radius, reach, bounds, grounds, rule="A-MOVE-2")
                for grounds in grounds_for(game, unit, move, disc.radius)
            ]
        policies = [_piling_in(game, move, disc, each) if move.toward else each for each in known[disc.radius]]
        members.append(Member(model, disc, PathRegion((disc.x, disc.y), *policies)))
    links, demands = coherency_of(game, unit, len(members)), _demands(game, unit, move)
    policy = LayoutPolicy(tuple(members), links, demands, "A-GEO-9", against=ending(game, unit, move))
    block = game.setup.document.options.own_models == "block" and not game.has(unit, "FLY")
    starts = {model: position(*spot) for model, spot in unit.at.items()}
    return UnitMove(policy, starts, RULE, own_models_block=block)


def coherency(models: int) -> Coherency:
    """Return how a unit of so many models holds together (A-COH-1, A-COH-2, A-COH-3)."""
    return Coherency(LINK, 2 if models >= CROWD else 1, "A-COH-2", TOLERANCE)


def coherency_of(game: Game, unit: Unit, models: int) -> Coherency:
    """Return how so many models of a unit hold together; the parts of a manifestation by its own text (A-MAN-7)."""
    apart = game.card(unit).apart
    return Coherency(float(apart), 1, "A-MAN-7", TOLERANCE) if apart else coherency(models)


def _piling_in(game: Game, move: Move, disc: Disc, policy: PathPolicy) -> PathPolicy:
    """Return what one model may do: its gap before and after its own move counts (A-PILE-4, A-AMB-16)."""
    enemy = game.state.units[move.toward]
    discs = game.positions.bases(enemy).discs
    before = min(_gap(disc, other) for other in discs)
    return policy.but(ends=(End(discs, most=before + TOLERANCE, rule="A-PILE-1", name=enemy.name),))


def _gap(one: Disc, other: Disc) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5) - one.radius - other.radius


def _demands(game: Game, unit: Unit, move: Move) -> tuple[Demand, ...]:
    demands = [_near(game, unit, (identity,), COMBAT_RANGE, "A-PILE-3") for identity in move.keeping]
    if move.charging:
        demands.append(_near(game, unit, tuple(sorted(move.charging)), CHARGED_TO, "A-CHG-4", move.besieging))
    return tuple(demands)


def _near(
    game: Game, unit: Unit, units: tuple[str, ...], inches: float, rule: str, features: Sequence[Feature] = ()
) -> Demand:
    """Return the demand that some model is near one of some enemy units or features; `ending` asks who sees it."""
    others = [game.state.units[identity] for identity in units]
    discs = [disc for other in others for disc in game.positions.bases(other).discs]
    names = [other.name for other in others for _disc in game.positions.bases(other).discs]
    conditions: dict[float, Condition] = {}
    found = {}
    for model, disc in zip(game.positions.bases(unit).models, game.positions.bases(unit).discs):
        if disc.radius not in conditions:
            near: Condition = NearAny(discs, inches, disc.radius, names, rule)
            walls = [
                NearShape(each, inches, disc.radius, of.name, "A-CHG-7") for of in features for each in of.polygons
            ]
            conditions[disc.radius] = AnyOf([near, *walls]) if walls else near
        found[model] = conditions[disc.radius]
    return Demand(found)
