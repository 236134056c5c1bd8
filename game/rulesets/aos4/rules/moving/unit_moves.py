"""A unit's move as one question: where each of its models may go, and what the unit must come to (A-MOVE-9)."""

from __future__ import annotations

from typing import Final

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.endings import ending
from game.rulesets.aos4.rules.moving.grounds import grounds_for
from game.rulesets.aos4.rules.moving.kinds import Move
from game.rulesets.aos4.rules.moving.near import NearAny
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, CROWD, LINK, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.shapes import Bounds, Disc
from game.table.ways.policy import End, Ground, WayPolicy
from game.table.ways.region import WayRegion

RULE: Final = "A-MOVE-1"


def unit_move(game: Game, unit: Unit, move: Move) -> UnitMove:
    """Return the question where a unit goes."""
    bases, field = game.positions.bases(unit), game.ruler.battlefield
    bounds = 0.0, 0.0, field.width, field.height
    grounds: dict[float, tuple[tuple[Ground, ...], ...]] = {}
    members = []
    for model, disc in zip(bases.models, bases.discs):
        if disc.radius not in grounds:
            grounds[disc.radius] = grounds_for(game, unit, move, disc.radius)
        policies = [_policy(game, move, disc, each, bounds) for each in grounds[disc.radius]]
        members.append(Member(model, disc, WayRegion((disc.x, disc.y), *policies)))
    links, demands = coherency(len(members)), _demands(game, unit, move)
    policy = LayoutPolicy(tuple(members), links, demands, "A-GEO-9", against=ending(game, unit, move))
    block = game.setup.document.options.own_models == "block" and not game.has(unit, "FLY")
    starts = {model: position(*spot) for model, spot in unit.at.items()}
    return UnitMove(policy, starts, RULE, own_models_block=block)


def coherency(models: int) -> Coherency:
    """Return how a unit of so many models holds together (A-COH-1, A-COH-2)."""
    return Coherency(LINK, 2 if models >= CROWD else 1, "A-COH-2")


def _policy(game: Game, move: Move, disc: Disc, grounds: tuple[Ground, ...], bounds: Bounds) -> WayPolicy:
    ends: tuple[End, ...] = ()
    if move.toward:
        target = game.positions.bases(game.state.units[move.toward])
        before = min(_gap(disc, other) for other in target.discs)
        ends = (End(target.discs, most=before + TOLERANCE, rule="A-PILE-1"),)
    return WayPolicy(disc.radius, move.inches + TOLERANCE, bounds, grounds, ends=ends, rule="A-MOVE-2")


def _gap(one: Disc, other: Disc) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5) - one.radius - other.radius


def _demands(game: Game, unit: Unit, move: Move) -> tuple[Demand, ...]:
    demands = [_near(game, unit, (identity,), COMBAT_RANGE, "A-PILE-3") for identity in move.keeping]
    if move.charging:
        demands.append(_near(game, unit, tuple(sorted(move.charging)), CHARGED_TO, "A-CHG-4"))
    return tuple(demands)


def _near(game: Game, unit: Unit, units: tuple[str, ...], inches: float, rule: str) -> Demand:
    """Return the demand that some model is within some inches of one of some enemy units; `ending` asks who sees it."""
    others = [game.state.units[identity] for identity in units]
    discs = [disc for other in others for disc in game.positions.bases(other).discs]
    name = ", ".join(other.name for other in others)
    conditions: dict[float, NearAny] = {}
    found = {}
    for model, disc in zip(game.positions.bases(unit).models, game.positions.bases(unit).discs):
        if disc.radius not in conditions:
            conditions[disc.radius] = NearAny(discs, inches, disc.radius, name, rule)
        found[model] = conditions[disc.radius]
    return Demand(found)
