"""Resolving a squad's fire in stages: hits, focus and templates, damage, saves, effects (D-SHOOT-13 to D-SHOOT-22)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.garrisoning import leave_ruin
from game.rulesets.dropzone.rules.scenery.collateral import FLAME, FLAME_ON_WOOD, resolve_tokens
from game.rulesets.dropzone.rules.scenery.damage import Blow, add_tokens, blow, fall, left, scar
from game.rulesets.dropzone.rules.scenery.garrisons import house_of, occupants
from game.rulesets.dropzone.rules.shooting.numbers import Aim, saved
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.perishing import perish
from game.wording import _, ngettext

TEMPLATE: Final = 2.0
"""The radius of the blast template in inches (D-GEO-12)."""
GLANCE: Final = 2
"""By how much the Energy of a glancing Area shot is lower (D-SPEC-ARE)."""


class Strike(NamedTuple):
    """Hits on a unit: the Energy of each, and how many more are automatic Criticals."""

    unit: Unit
    energies: tuple[int, ...]
    automatic: int = 0


@dataclass
class Fire:
    """A weapon of a unit with a locked target, and what came of it."""

    unit: Unit
    weapon: WeaponDocument
    target: Unit | Feature
    aim: Aim
    volley: int = 1
    faces: tuple[int, ...] = ()
    energies: tuple[int, ...] = ()
    strikes: list[Strike] = field(default_factory=list)

    @property
    def purpose(self) -> str:
        """What its dice are for."""
        return f"{self.weapon.name}/{self.target.id}/{self.volley}"

    def has(self, rule: str) -> bool:
        """Return whether the weapon has a special rule."""
        return rule in self.weapon.rules


def resolve(game: Game, fires: Sequence[Fire]) -> Flow:
    """Resolve the fire of one action, stage by stage; destroyed units leave after all of it (D-SHOOT-21)."""
    for fire in fires:
        _roll_hits(game, fire)
        _note(fire)
    for fire in fires:
        yield from _focus(game, fire)
        if isinstance(fire.target, Unit):
            fire.strikes = [*_strikes(game, fire, fire.target)]
    damage, burnt = Counter[str](), dict[str, Feature]()
    for fire in fires:
        if isinstance(fire.target, Feature):
            if _on_scenery(game, fire, fire.target):
                burnt[fire.target.id] = fire.target
            continue
        damage.update(_damage(game, fire))
        house = house_of(game, fire.target)
        if fire.has("flame") and house is not None and house.has("destructible"):
            add_tokens(game, house, FLAME_ON_WOOD if house.has("flammable") else FLAME, "D-COLL-6")
            burnt[house.id] = house
    for identity, points in damage.items():
        game.damage(game.state.units[identity], points, "D-SHOOT-20")
    hit = [game.state.units[identity] for identity in damage]
    yield from perish(game, [unit for unit in hit if not game.left(unit)], "D-SHOOT-21")
    for feature in burnt.values():
        yield from settle_scenery(game, feature)


def _note(fire: Fire) -> None:
    """Note that a weapon has fired."""
    unit, name = fire.unit, fire.weapon.name
    if name not in unit.fired:
        unit.fired = [*unit.fired, name]
        if fire.has("limited"):
            unit.spent = {**unit.spent, name: unit.spent.get(name, 0) + 1}


def _roll_hits(game: Game, fire: Fire) -> None:
    aim = fire.aim
    if aim.needed is None:
        fire.faces = (6,) * aim.shots
        return
    pool = game.throw(f"hit {fire.purpose}", aim.shots, fire.unit)
    fire.faces = pool.faces
    hits = sum(map(aim.hits, pool.faces))
    names = fire.unit.id, fire.weapon.name, fire.target.id
    game.emit(events.fired(*names, aim.needed, pool, hits))


def _struck(fire: Fire) -> list[int]:
    """Return the dice that hit."""
    return [face for face in fire.faces if fire.aim.needed is None or fire.aim.hits(face)]


def focuses(hits: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to give up some hits for others: how many each hit that is left receives, in falling order."""

    def shares(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
        if parts == 1:
            yield from [(total,)] if total <= most else ()
            return
        for first in range(min(total, most), -1, -1):
            for rest in shares(total - first, parts - 1, first):
                yield (first, *rest)

    for kept in range(hits, 0, -1):
        yield from shares(hits - kept, kept, hits)


def _focus(game: Game, fire: Fire) -> Flow:
    """Let the player give up hits of a weapon for the Energy of others (D-SPEC-FOC)."""
    struck = [face for face in _struck(fire) if not fire.aim.destroys(face)]
    fire.energies = (fire.aim.energy,) * len(struck)
    rule = fire.weapon.rules.get("focus")
    if rule is None or len(struck) < 2:
        return
    ways = {" ".join(map(str, way)): way for way in focuses(len(struck))}
    options = [Option(key, _focused(fire, rule.value, way), rule.rule) for key, way in ways.items()]
    prompt = _("{unit}: focus the hits of {weapon}?", unit=fire.unit.name, weapon=fire.weapon.name)
    answer = yield Choose(player=fire.unit.owner, prompt=prompt, rule="D-SPEC-FOC", about=fire.unit.id, options=options)
    fire.energies = tuple(fire.aim.energy + rule.value * given for given in ways[answer])


def _focused(fire: Fire, amount: int, way: Sequence[int]) -> str:
    energies = ", ".join(str(fire.aim.energy + amount * given) for given in way)
    return ngettext("{n} hit with Energy {energies}", "{n} hits with Energy {energies}", len(way), energies=energies)


def _strikes(game: Game, fire: Fire, target: Unit) -> Iterator[Strike]:
    """Yield whom the hits of a weapon strike; Area weapons strike with a template (D-SPEC-ARE)."""
    if not fire.has("area"):
        automatic = sum(map(fire.aim.destroys, _struck(fire)))
        if fire.energies or automatic:
            yield Strike(target, fire.energies, automatic)
        return
    for face in fire.faces:
        if fire.aim.hits(face):
            for unit in touched(game, fire, target):
                yield Strike(unit, (fire.aim.energy,) * _area_hits(game, fire, unit))
        elif face > 1:
            yield Strike(target, (fire.aim.energy - GLANCE,) * _area_hits(game, fire, target))


def _area_hits(game: Game, fire: Fire, unit: Unit) -> int:
    """Return how many hits an Area shot makes on a unit: D6 on Infantry, each with its own die (D-SPEC-ARE, R-34)."""
    if not game.sheet(unit).is_infantry:
        return 1
    pool = game.throw(f"area {fire.purpose}", 1, unit)
    game.rolled("area", pool, pool.faces[0], unit, rule="D-SPEC-ARE")
    return pool.faces[0]


def touched(game: Game, fire: Fire, target: Unit) -> list[Unit]:
    """Return the units under a template centred on a target, the nearest first (D-SPEC-ARE, D-GEO-12)."""
    if target.place == "inside":
        return [each for each in game.state.units.values() if each.slot == target.slot]
    reach = TEMPLATE + game.ruler.policy.tolerance
    away = {each.id: math.dist((each.x, each.y), (target.x, target.y)) for each in game.on_table()}
    near = [
        each
        for each in game.on_table()
        if each.airborne == target.airborne and away[each.id] <= reach + game.sheet(each).radius
    ]
    return sorted(near, key=lambda each: away[each.id])


def _damage(game: Game, fire: Fire) -> dict[str, int]:
    """Roll damage and saves for every unit that a weapon strikes; return what comes through (D-SHOOT-15 to 18)."""
    found: dict[str, int] = {}
    for strike in fire.strikes:
        unit = strike.unit
        aim = fire.aim if unit is fire.target else as_touched(game, fire, unit)
        pool = game.throw(f"damage {fire.purpose}", len(strike.energies), fire.unit)
        done = strike.automatic * aim.destruction
        done += sum(aim.damage(face, energy) for face, energy in zip(pool.faces, strike.energies, strict=True))
        saves = game.throw(f"save {fire.purpose}", done if aim.save else 0, unit)
        through = max(0, done - saved(saves.faces, aim.save)) if aim.save else done
        game.emit(events.shot(fire.unit.id, fire.weapon.name, unit.id, pool, saves, through))
        found[unit.id] = found.get(unit.id, 0) + through
    return found


def as_touched(game: Game, fire: Fire, unit: Unit) -> Aim:
    """Return the circumstances for a unit that a template touches: no Evasion, not Hull Down (R-34)."""
    return replace(fire.aim, target=game.sheet(unit), hull_down=False, vehicle=game.is_vehicle(unit), body=False)


# -- scenery


def _on_scenery(game: Game, fire: Fire, feature: Feature) -> bool:
    """Let hits damage a piece of scenery; return whether tokens were added to it (D-SCEN-12, D-COLL-6)."""
    count = len(_struck(fire))
    if fire.has("area"):
        count = sum(game.throw_d3(f"area {fire.purpose}", fire.unit) for _hit in range(count))
    pool = game.throw(f"damage {fire.purpose}", count, fire.unit)
    blows = [blow(fire.weapon, feature, face) for face in pool.faces]
    whole = Blow(sum(each.points for each in blows), sum(each.tokens for each in blows))
    saves = replace(pool, dice=())
    game.emit(events.shot(fire.unit.id, fire.weapon.name, feature.id, pool, saves, whole.points))
    scar(game, feature, whole.points, "D-SCEN-12")
    flame = (FLAME_ON_WOOD if feature.has("flammable") else FLAME) if fire.has("flame") else 0
    add_tokens(game, feature, whole.tokens + flame, "D-SCEN-12")
    return bool(whole.tokens + flame) or not left(game, feature)


def settle_scenery(game: Game, feature: Feature) -> Flow:
    """Let a piece that was shot fall, or burn at once if somebody is inside (D-COLL-2, D-SCEN-16)."""
    if left(game, feature) and occupants(game, feature):
        resolve_tokens(game, feature)
    if not left(game, feature):
        survivors = fall(game, feature)
        yield from leave_ruin(game, survivors, feature)
