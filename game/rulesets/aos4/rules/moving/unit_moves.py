"""The legal moves and set-ups of a unit, the questions for them, and their execution.

A-MOVE-9, A-DEP-5, A-DEP-9, A-MAN-5. A move has paths for each model, and demands on the whole unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from game.engine.core.decisions import Arrange, Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Linked, Move, NearAny, grounds_for
from game.rulesets.aos4.rules.rulings import BEYOND, CHARGED_TO, COMBAT_RANGE, CROWD, LINK, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.lattice import distance, position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, Layout, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.path.policy import End, PathPolicy
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, NearShape
from game.table.shapes import Disc, gap
from game.wording import N_, _


def check_of_sight(game: Game, unit: Unit, move: Move) -> Callable[[Layout], list[Refusal]] | None:
    """Return a check of a move's end that depends on sight, or None if sight does not matter (A-AMB-46)."""
    if not game.seeing.blockers or not (move.seen or move.keeping or move.charging):
        return None

    def against(layout: Layout) -> list[Refusal]:
        bases = game.positions.bases(unit)
        ends = [disc.moved_to(*layout[model]) for model, disc in zip(bases.models, bases.discs)]
        units = game.state.units
        refusals = []
        if move.seen:
            met = [units[key] for key in sorted(move.barred) if meet(game, ends, units[key], COMBAT_RANGE)]
            refusals += [_refusal(N_("in combat with {unit}"), enemy, move.rule) for enemy in met]
        lost = [units[key] for key in move.keeping if not meet(game, ends, units[key], COMBAT_RANGE)]
        refusals += [_refusal(N_("no longer in combat with {unit}"), enemy, "A-PILE-3") for enemy in lost]
        charged = [units[key] for key in sorted(move.charging)]
        if charged and not move.besieging and not any(meet(game, ends, enemy, CHARGED_TO) for enemy in charged):
            refusals.append(Refusal(_("cannot see the enemy it charges"), "A-CHG-4"))
        return refusals

    return against


def _refusal(text: str, unit: Unit, rule: str) -> Refusal:
    return Refusal(_(text, unit=unit.name), rule)


def meet(game: Game, bases: Sequence[Disc], other: Unit, inches: float) -> bool:
    """Return whether any of some bases is within a distance of a unit, and any of them sees the unit."""
    there = game.positions.bases(other).discs
    near = any(gap(base, disc) <= inches + TOLERANCE for base in bases for disc in there)
    return near and any(game.seeing.model(base, other) for base in bases)


RULE: Final = "A-MOVE-1"


def unit_move(game: Game, unit: Unit, move: Move) -> UnitMove:
    """Return the legal moves of a unit (A-MOVE-4, A-MOVE-5, A-AMB-1, A-AMB-2)."""
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
        policies = [_pile_in_policy(game, move, disc, each) if move.toward else each for each in known[disc.radius]]
        members.append(Member(model, disc, PathRegion((disc.x, disc.y), *policies)))
    links, demands = coherency_of(game, unit, len(members)), _demands(game, unit, move)
    policy = LayoutPolicy(tuple(members), links, demands, "A-GEO-9", against=check_of_sight(game, unit, move))
    block = game.setup.document.options.own_models == "block" and not game.has(unit, "FLY")
    starts = {model: position(*spot) for model, spot in unit.at.items()}
    return UnitMove(policy, starts, RULE, own_models_block=block)


def coherency(models: int) -> Coherency:
    """Return the rules of coherency for a number of models (A-COH-1, A-COH-2, A-COH-3)."""
    return Coherency(LINK, 2 if models >= CROWD else 1, "A-COH-2", TOLERANCE)


def coherency_of(game: Game, unit: Unit, models: int) -> Coherency:
    """Return the rules of coherency for a unit. Parts of a manifestation follow its warscroll (A-MAN-7)."""
    apart = game.card(unit).apart
    return Coherency(float(apart), 1, "A-MAN-7", TOLERANCE) if apart else coherency(models)


def _pile_in_policy(game: Game, move: Move, disc: Disc, policy: PathPolicy) -> PathPolicy:
    """Return a policy by which a model may not end farther from the chosen enemy (A-PILE-4, A-AMB-16)."""
    enemy = game.state.units[move.toward]
    discs = game.positions.bases(enemy).discs
    before = min(gap(disc, other) for other in discs)
    return policy.but(ends=(End(discs, most=before + TOLERANCE, rule="A-PILE-1", name=enemy.name),))


def _demands(game: Game, unit: Unit, move: Move) -> tuple[Demand, ...]:
    demands = [_near(game, unit, (identity,), COMBAT_RANGE, "A-PILE-3") for identity in move.keeping]
    if move.charging:
        demands.append(_near(game, unit, tuple(sorted(move.charging)), CHARGED_TO, "A-CHG-4", move.besieging))
    return tuple(demands)


def _near(
    game: Game, unit: Unit, units: tuple[str, ...], inches: float, rule: str, features: Sequence[Feature] = ()
) -> Demand:
    """Return the demand that a model ends near one of some enemy units or features. `ending` checks sight."""
    others = [game.state.units[identity] for identity in units]
    discs = [disc for other in others for disc in game.positions.bases(other).discs]
    names = [other.name for other in others for _disc in game.positions.bases(other).discs]
    conditions: dict[float, Condition] = {}
    near_any = {}
    for model, disc in zip(game.positions.bases(unit).models, game.positions.bases(unit).discs):
        if disc.radius not in conditions:
            near: Condition = NearAny(discs, inches, disc.radius, names, rule)
            shapes = [(feature.name, polygon) for feature in features for polygon in feature.polygons]
            walls = [NearShape(polygon, inches, disc.radius, name, "A-CHG-7") for name, polygon in shapes]
            conditions[disc.radius] = AnyOf([near, *walls]) if walls else near
        near_any[model] = conditions[disc.radius]
    return Demand(near_any)


Answer = str | list[dict[str, Any]]


def ask_move(
    game: Game,
    unit: Unit,
    move: Move,
    prompt: str,
    ability: str,
    shortcuts: Sequence[Option] = (),
    where: UnitMove | None = None,
) -> Asking[bool]:
    """Let a player move a unit or take a shortcut. Return whether the unit moved.

    `where` are the legal moves if the caller already has them.
    """
    if not unit.at:  # a reaction has destroyed the unit
        return False
    answer = yield Arrange(
        player=unit.owner,
        prompt=prompt,
        rule=move.rule,
        about=unit.id,
        arrangements=where or unit_move(game, unit, move),
        shortcuts=shortcuts,
    )
    if isinstance(answer, str):
        return False
    carry_out(game, unit, answer, ability, move.rule)
    return True


def carry_out(game: Game, unit: Unit, answer: list[dict[str, Any]], ability: str, rule: str) -> None:
    """Move the models of a unit along the paths of an answer, in the order of the answer."""
    ways: dict[str, list[tuple[float, float]]] = {}
    places = dict(unit.at)
    for step in answer:
        x, y = step["at"]
        via = [(float(spot[0]), float(spot[1])) for spot in step.get("via", ())]
        way = [places[step["id"]], *via, (float(x), float(y))]
        if len(way) > 2 or way[0] != way[1]:
            ways[step["id"]] = way
        places[step["id"]] = (float(x), float(y))
    unit.at, unit.besieges = places, ""
    inches = max((math.fsum(distance(a, b) for a, b in pairwise(way)) for way in ways.values()), default=0.0)
    game.emit(events.Moved(unit=unit.id, ability=ability, ways=ways, inches=inches, rule=rule))


def ask_set_up(
    game: Game, unit: Unit, arrangements: SetUp, prompt: str, rule: str, shortcuts: Sequence[Option] = ()
) -> Flow:
    """Let a player set up a unit or take a shortcut."""
    answer = yield Arrange(
        player=unit.owner,
        prompt=prompt,
        rule=rule,
        about=unit.id,
        arrangements=arrangements,
        shortcuts=tuple(shortcuts),
    )
    if not isinstance(answer, str):
        set_up(game, unit, answer, rule)


def set_up(game: Game, unit: Unit, answer: list[dict[str, Any]], rule: str) -> None:
    """Put the models of an answer on the table. Models that already stand there stay."""
    spots = {step["id"]: (float(step["at"][0]), float(step["at"][1])) for step in answer}
    standing = {**unit.at, **spots}
    unit.at = {model: standing[model] for model in game.models(unit) if model in standing}
    unit.place = "table"
    game.emit(events.SetUp(unit=unit.id, at=spots, deployed=game.state.round == 0, rule=rule))


Spot = tuple[float, float]


def room_for(
    game: Game,
    unit: Unit,
    narrowed: Callable[[float], Sequence[Condition]],
    rule: str,
    around: Spot | None = None,
) -> SetUp:
    """Return the legal ways to set up a unit, which first appears as a block `around` a spot.

    `narrowed` returns the special conditions for a base of a given radius.
    """
    facts, field = game.models(unit), game.ruler.battlefield
    if unit.on_table:  # the unit is picked up, without its slain models
        facts = {model: facts[model] for model in facts if model in unit.at}
    step = 2 * max(fact.radius for fact in facts.values()) + LINK / 4  # close enough to be coherent
    middle = around or (field.width / 2, field.height / 2)
    spots = block(len(facts), math.ceil(math.sqrt(2 * len(facts))), step, middle)
    regions: dict[float, Region] = {}
    members = []
    for number, (model, fact) in enumerate(facts.items()):
        if fact.radius not in regions:
            conditions = (*general(game, unit, fact.radius), *narrowed(fact.radius))
            regions[fact.radius] = Region(fact.radius, conditions)
        name = f"{unit.name} {number + 1}" if len(facts) > 1 else unit.name
        disc = Disc(*spots[number], fact.radius, name)
        members.append(Member(model, disc, regions[fact.radius]))
    return SetUp(LayoutPolicy(tuple(members), coherency_of(game, unit, len(members)), (), rule))


def block(models: int, files: int, step: float, around: Spot, ahead: int = 1) -> list[Spot]:
    """Return spots for models in ranks around a spot, `step` inches apart. They look north, or south (`ahead` -1)."""
    ranks = math.ceil(models / files)
    return [
        (
            around[0] + (number % files - (min(files, models) - 1) / 2) * step,
            around[1] + ((ranks - 1) / 2 - number // files) * step * ahead,
        )
        for number in range(models)
    ]


def general(game: Game, unit: Unit, radius: float) -> list[Condition]:
    """Return the conditions for every set-up base: on the table, on no other base and on no forbidden terrain."""
    field = game.ruler.battlefield
    others = [
        disc
        for other in game.state.units.values()
        if other.place == "table" and other is not unit
        for disc in game.positions.bases(other).discs
    ]
    conditions: list[Condition] = [OnTable(field, radius, "A-GEO-9")]
    conditions.append(ClearOf(others, radius, N_("overlaps a base"), "A-GEO-9"))
    for feature in game.features():
        if feature.disc is None and (feature.is_impassable or not feature.may_be_stood_on):
            rule = feature.unrest_rule
            conditions.append(ClearOfShape(feature.shape, radius, feature.name, N_("on terrain"), rule))
    return conditions


def beside_its_unit(game: Game, unit: Unit, model: str) -> Region:
    """Return the legal spots for a returning model (A-DMG-8).

    They are close to models that did not return this turn, and out of combat with new enemies.
    """
    fought = {enemy.id for enemy in game.fought_by(unit)}
    radius = game.models(unit)[model].radius
    others = [
        disc._replace(radius=disc.radius + COMBAT_RANGE + BEYOND)
        for enemy in game.enemies(unit)
        if enemy.id not in fought
        for disc in game.positions.bases(enemy).discs
    ]
    bases = game.positions.bases(unit)
    own, count = bases.discs, game.state.uses.count
    stood = [disc for other, disc in zip(bases.models, own) if not count("turn", f"{other} returned")]
    conditions = [
        *general(game, unit, radius),
        ClearOf(own, radius, N_("overlaps its own unit"), "A-GEO-9"),
        ClearOf(others, radius, N_("in combat range"), "A-DMG-8"),
        Linked(stood, radius, coherency(len(own) + 1).links),
    ]
    return Region(radius, conditions)


def has_room_beside(game: Game, unit: Unit, enemy: Unit, inches: float) -> bool:
    """Return whether a model of a unit has room within a distance of an enemy unit (A-CHG-7)."""
    facts, there = game.models(unit), game.positions.bases(enemy).discs
    for radius in sorted({facts[model].radius for model in unit.at}):
        conditions = [*general(game, unit, radius), NearAny(there, inches, radius, enemy.name, "A-CHG-7")]
        if Region(radius, conditions).find():
            return True
    return False


def summoned_near(game: Game, unit: Unit, summoner: Unit, spec: AbilityDocument) -> SetUp:
    """Return the legal ways to set up a manifestation (A-MAN-5).

    Parameters of the ability limit them. The manifestation must be wholly `within` inches of the summoner and more than
    `beyond` inches from enemies. The summoner must see it unless `visible` is 0.
    """
    within, beyond = params.WITHIN.of(spec.params), params.BEYOND.of(spec.params)
    sources = game.positions.bases(summoner).discs
    enemies = [
        disc._replace(radius=disc.radius + beyond + BEYOND)
        for enemy in game.enemies(summoner)
        for disc in game.positions.bases(enemy).discs
    ]

    def narrowed(radius: float) -> list[Condition]:
        sees = None
        if params.IN_SIGHT.of(spec.params) and game.seeing.blockers:

            def sees(x: float, y: float, source: Disc) -> bool:
                return game.seeing.discs(source, Disc(x, y, radius))

        near = NearAny(sources, within - 2 * radius, radius, summoner.name, "A-MAN-5", sees)
        return [near, *([ClearOf(enemies, radius, N_("too near an enemy"), "A-MAN-5")] if beyond else [])]

    return room_for(game, unit, narrowed, "A-MAN-5")
