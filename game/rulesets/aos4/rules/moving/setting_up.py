"""The legal spots for setting up units (A-DEP-5, A-DEP-9, A-MAN-5)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Linked, NearAny
from game.rulesets.aos4.rules.moving.unit_moves import coherency, coherency_of
from game.rulesets.aos4.rules.rulings import BEYOND, COMBAT_RANGE, LINK
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.policy import LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape
from game.table.shapes import Disc
from game.wording import N_

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
