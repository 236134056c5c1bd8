"""Firing: declaring targets, Reaction Fire, then hits, focus, templates, damage, saves, collateral damage (D-SHOOT)."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Judged, Reference
from game.engine.core.pools import common_face, least_face
from game.rulesets.dropzone.documents.cards import Timing
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import mourn, total, within
from game.rulesets.dropzone.rules.cards.playing import Occasion, of_one, offer
from game.rulesets.dropzone.rules.close_quarters.fighting import share_out, through
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FIRE, LATER, NO_FIRE, SHOOT, SILENT, choose_unit
from game.rulesets.dropzone.rules.perishing import perish, ruin, zone_options
from game.rulesets.dropzone.rules.scenery import (
    Blow,
    add_tokens,
    blow,
    critical,
    house_of,
    left,
    occupants,
    scar,
    squads_in,
)
from game.rulesets.dropzone.rules.setup import TOLERANCE
from game.rulesets.dropzone.rules.shooting import offering
from game.rulesets.dropzone.rules.shooting.legal import (
    aim,
    aim_at_scenery,
    arcs_of,
    eyes_of,
    in_reach,
    pieces_in_reach,
    sighted,
    vantage,
    why_silent,
)
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Armed, Declaring, Fire, Modifier, Strike, saved
from game.rulesets.dropzone.rules.shooting.offering import PIECE, Target, key_of
from game.rulesets.dropzone.rules.space import MIDDLES, are_in_arc, hover, middle
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.lattice import position
from game.table.path.along import AlongPath, Span
from game.table.path.path import Path, Point
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _, ngettext

STAND: Final = "stand"


def reallocate(game: Game, fires: Sequence[Fire]) -> Flow:
    """Ask for each weapon fired at a Commander whether another unit of the squad takes its shots (D-CMD-4, R-40)."""
    bearers = {commander.unit for commander in game.state.commanders.values()}
    for fire in fires:
        if not isinstance(fire.target, Unit) or fire.target.id not in bearers:
            continue
        target, mates = fire.target, [*_stand_ins(game, fire, fire.target)]
        if not mates:
            continue
        facts = {"unit": fire.unit.name, "weapon": fire.weapon.name, "target": target.name}
        options = [Option(mate.id, _("To {unit}", unit=mate.name), "D-CMD-4", (mate.id,)) for mate in mates]
        options.append(Option(STAND, _("To the Commander"), "D-CMD-4", (target.id,)))
        prompt = _("Where do the shots of {unit} with {weapon} at {target} go?", **facts)
        answer = yield Choose(player=target.owner, prompt=prompt, rule="D-CMD-4", about=target.id, options=options)
        if answer != STAND:
            other = game.state.units[answer]
            reacting, combined = fire.aim.reacting, fire.aim.combined
            fire.target, view = other, sighted(game, fire.unit, fire.weapon, other, combined=combined).view
            fire.aim = aim(game, fire.unit, fire.weapon, other, view, reacting=reacting, combined=combined)
            shooter, weapon_name = fire.unit.id, fire.weapon.name
            game.emit(events.Reallocated(unit=shooter, weapon=weapon_name, other=other.id, rule="D-CMD-4"))


def _stand_ins(game: Game, fire: Fire, target: Unit) -> Iterator[Unit]:
    """Yield the other units of a Commander's squad at which the weapon may fire as well.

    A unit that is Hull Down cannot take shots for a Commander that is not.
    """
    for unit in game.present(game.squad_of(target)):
        sighting = sighted(game, fire.unit, fire.weapon, unit, combined=fire.aim.combined)
        hull_down = sighting.view is not None and sighting.view.hull_down
        if unit is not target and not sighting.refusals and (fire.aim.hull_down or not hull_down):
            yield unit


ENERGY: Final = 4
FLAMMABLE: Final = 2
"""The Energy of a Collateral hit, and on Flammable pieces (D-COLL-3)."""
FLAME: Final = 1
FLAME_ON_WOOD: Final = 2
"""Tokens that a Flame weapon adds, and on Flammable pieces (D-COLL-6, R-30)."""


def hits(faces: tuple[int, ...], energy: int, armour: int) -> int:
    """Return how many Collateral dice do damage; a natural 6 always does, a natural 1 never (D-COLL-4)."""
    return sum(face == 6 or (face > 1 and face + energy >= armour) for face in faces)


def resolve_tokens(game: Game, feature: Feature) -> Flow:
    """Resolve all Collateral tokens of a piece (D-COLL-3 to D-COLL-5, D-SCEN-10)."""
    count = game.state.tokens.get(feature.id, 0)
    if not count:
        return
    energy = FLAMMABLE if feature.has("flammable") else ENERGY
    stays = _roll_collateral(game, feature.id, count, energy, feature.kind.armour)
    scar(game, feature, stays, "D-COLL-3")
    game.state.tokens = {name: n for name, n in game.state.tokens.items() if name != feature.id}
    if stays and left(game, feature):
        game.state.tokens = {**game.state.tokens, feature.id: stays}
    inside = squads_in(game, feature)
    if inside:  # a squad drawn at random suffers as many dice
        squad = inside[0] if len(inside) == 1 else inside[game.draw(f"collateral squad {feature.id}", len(inside))]
        damage = _roll_collateral(game, squad.id, count, energy, game.sheet_of(squad).armour)
        opponent = game.around(squad.owner)[1]  # of several the next in the order (D-UP-2)
        yield from share_out(game, squad, through(game, squad, damage), opponent, "D-COLL-4")


def _roll_collateral(game: Game, whose: str, count: int, energy: int, armour: int) -> int:
    """Roll the Collateral dice of a piece or squad; return how many do damage."""
    pool = game.throw(f"collateral {whose}", count)
    damage, least = hits(pool.faces, energy, armour), least_face(lambda face: hits((face,), energy, armour))
    game.rolled("collateral", pool, damage, whose, rule="D-COLL-3", needed=least)
    return damage


TEMPLATE: Final = 2.0
"""The radius of the blast template in inches (D-GEO-12)."""
GLANCE: Final = 2
"""The Energy that a glancing Area shot loses (D-SPEC-ARE)."""


def resolve(game: Game, fires: Sequence[Fire], *, reacting: bool = False) -> Flow:
    """Resolve the fire of one action stage by stage; destroyed units are removed at the end (D-SHOOT-21).

    Cards may be played at every stage, but when `reacting` none that are for a Shoot action.
    """
    if not fires:
        return
    if not reacting:
        yield from shot_cards(game, fires, "DECL", "E-DECL")
    for fire in fires:
        _roll_hits(game, fire)
        note_fired(fire)
    yield from shot_cards(game, fires, "HIT", "E-HIT")
    yield from shot_cards(game, fires, "DMG")
    for fire in fires:
        yield from _ask_for_focus(game, fire)
        if isinstance(fire.target, Unit):
            fire.strikes = [*_strikes_on_units(game, fire, fire.target)]
            yield from _resolve_stray_fire(game, fire, fire.target)
    for fire in fires:
        _roll_damage(game, fire)
    yield from shot_cards(game, fires, "DMG2")
    yield from shot_cards(game, fires, None, "SAVE")
    yield from _apply_damage(game, fires)
    yield from mourn(game)


def shot_cards(game: Game, fires: Sequence[Fire], own: Timing | None, others: Timing | None = None) -> Flow:
    """Let the shooter and the other players play cards at a stage of a squad's fire (D-CARD-4).

    `own` and `others` are their timings; None: no cards.
    """
    squad = game.squad_of(fires[0].unit)
    timings = of_one(game, squad.owner, own, others)
    if (yield from offer(game, Occasion(timings, squad, fires))):
        for fire in fires:
            fire.aim = under_cards(game, fire, fire.target)
            for strike in fire.strikes:
                strike.aim = under_cards(game, fire, strike.unit, strike.aim)


def under_cards(game: Game, fire: Fire, target: Unit | Feature, plain: Aim | None = None) -> Aim:
    """Return the aim `plain`, by default the fire's own, changed by all cards in force."""
    aim, squad, weapon = plain or fire.aim, fire.unit.squad, fire.weapon.name
    other = target.squad if isinstance(target, Unit) else ""
    # smoke does not add to Soft Cover (C13)
    soft = aim.soft and aim.target.is_infantry and not aim.ignores("soft")
    changes = {("hit", squad), ("decoy", other), ("" if soft else "smoke", other)}
    effects = [effect for effect in game.state.effects if (effect.changes, effect.about) in changes]
    cards = [(game.setup.cards[effect.card], effect.amount) for effect in effects]
    return replace(
        aim,
        hull_down=aim.hull_down and not total(game, "hull", squad),
        body=aim.body or bool(total(game, "body", other)),
        cards=tuple(Modifier(card.name, amount, card.id) for card, amount in cards),
        more_shots=total(game, "shots", squad, weapon),
        more_energy=total(game, "energy", squad, weapon),
        surge=bool(total(game, "save", other)),
    )


def _apply_damage(game: Game, fires: Sequence[Fire]) -> Flow:
    """Roll saves, then apply all Damage that was not saved at once (D-SHOOT-18 to D-SHOOT-21)."""
    damage, scenery_hit = Counter[tuple[str, str]](), dict[str, Feature]()
    for fire in fires:
        if isinstance(fire.target, Feature):
            if _damage_scenery(game, fire, fire.target):
                scenery_hit[fire.target.id] = fire.target
            continue
        damage.update(_roll_saves(game, fire))
        house = house_of(game, fire.target)
        if fire.has("flame") and house is not None and house.has("destructible"):
            add_tokens(game, house, _flame_tokens(fire, house), "D-COLL-6")
            scenery_hit[house.id] = house
    for (identity, zone), points in damage.items():
        unit = game.state.units[identity]
        if zone:
            game.damage_zone(unit, zone, points, "D-SHOOT-20")
        else:
            game.damage(unit, points, "D-SHOOT-20")
    suffering = [game.state.units[identity] for identity, _choose_zone in damage]
    yield from perish(game, [unit for unit in suffering if not game.left(unit)], "D-SHOOT-21")
    for feature in scenery_hit.values():
        yield from settle_scenery(game, feature)


def note_fired(fire: Fire) -> None:
    """Record that a weapon fired, and one use of a Limited weapon (D-SPEC-LIM)."""
    unit, name = fire.unit, fire.weapon.name
    unit.rearmed = [weapon for weapon in unit.rearmed if weapon != name]
    if name not in unit.fired:
        unit.fired = [*unit.fired, name]
        if fire.has("limited"):
            unit.spent = {**unit.spent, name: unit.spent.get(name, 0) + 1}


def _roll_hits(game: Game, fire: Fire) -> None:
    """Roll the dice to hit of a weapon; one that hits automatically rolls none."""
    aim = fire.aim
    if aim.needed is None:
        return
    fire.pool = game.throw(f"hit {fire.purpose}", aim.shots, fire.unit)
    unit, weapon, target, hits = fire.unit.id, fire.weapon.name, fire.target.id, len(fire.struck)
    fired = events.Fired(unit=unit, weapon=weapon, target=target, needed=aim.needed, pool=fire.pool, hits=hits)
    game.emit(replace(fired, rule="D-SHOOT-13"))


def focuses(hits: int) -> Iterator[tuple[int, ...]]:
    """Yield each way to give up hits for others, as the number that each remaining hit receives, in falling order."""

    def shares(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
        """Yield every split of a total into parts that never rise and are at most `most`."""
        if parts == 1:
            yield from [(total,)] if total <= most else ()
            return
        for first in range(min(total, most), -1, -1):
            for rest in shares(total - first, parts - 1, first):
                yield (first, *rest)

    for remaining in range(hits, 0, -1):
        yield from shares(hits - remaining, remaining, hits)


def _ask_for_focus(game: Game, fire: Fire) -> Flow:
    """Ask whether the player gives up hits of a weapon to raise the Energy of others (D-SPEC-FOC)."""
    to_focus = [face for face in fire.struck if not fire.aim.destroys(face)]
    fire.energies = (fire.aim.energy,) * len(to_focus)
    rule = fire.weapon.rules.get("focus")
    if rule is None or len(to_focus) < 2:
        return
    ways = {" ".join(map(str, way)): way for way in focuses(len(to_focus))}
    options = [Option(key, _focused(fire, rule.value, way), rule.rule) for key, way in ways.items()]
    prompt = _("{unit}: focus the hits of {weapon}?", unit=fire.unit.name, weapon=fire.weapon.name)
    answer = yield Choose(player=fire.unit.owner, prompt=prompt, rule="D-SPEC-FOC", about=fire.unit.id, options=options)
    fire.energies = tuple(fire.aim.energy + rule.value * received for received in ways[answer])


def _focused(fire: Fire, amount: int, way: Sequence[int]) -> str:
    energies = ", ".join(str(fire.aim.energy + amount * given) for given in way)
    return ngettext("{n} hit with Energy {energies}", "{n} hits with Energy {energies}", len(way), energies=energies)


def _strikes_on_units(game: Game, fire: Fire, target: Unit) -> Iterator[Strike]:
    """Yield the strikes of a weapon's hits on its target; for Area weapons, under the template (D-SPEC-ARE)."""
    if not fire.has_template:
        automatic = sum(map(fire.aim.destroys, fire.struck))
        if fire.energies or automatic:
            yield Strike(target, fire.energies, fire.aim, automatic)
        return
    for face in fire.faces:
        if fire.aim.hits(face):
            for unit in touched(game, fire, target):
                aim = fire.aim if unit is target else as_touched(game, fire, unit)
                yield Strike(unit, (fire.aim.energy,) * _area_hits(game, fire, unit), aim)
        elif face > 1:  # it glances off
            yield Strike(target, (fire.aim.energy - GLANCE,) * _area_hits(game, fire, target), fire.aim)


def _resolve_stray_fire(game: Game, fire: Fire, target: Unit) -> Flow:
    """Let each miss of a Flame weapon hit a unit of the shooter's side in the Garrison; the enemy picks (FLA)."""
    house = house_of(game, target) if fire.has("flame") else None
    if house is None:
        return
    friends_inside = [friend for friend in occupants(game, house) if friend.owner == fire.unit.owner]
    misses = len(fire.faces) - len(fire.struck)
    prompt = _("Stray fire in {piece}: choose the enemy it hits", piece=house.name)
    for _miss in range(misses if friends_inside else 0):
        unit = yield from choose_unit(friends_inside, target.owner, prompt, "D-SPEC-FLA")
        fire.strikes.append(Strike(unit, (fire.aim.energy,), as_touched(game, fire, unit)))


def _area_hits(game: Game, fire: Fire, unit: Unit) -> int:
    """Return the number of hits of an Area shot on a unit: D6 on Infantry, rolled for each unit (D-SPEC-ARE, R-34)."""
    if not game.sheet(unit).is_infantry:
        return 1
    pool = game.throw(f"area {fire.purpose}", 1, unit)
    game.rolled("area", pool, pool.faces[0], unit, rule="D-SPEC-ARE")
    return pool.faces[0]


def touched(game: Game, fire: Fire, target: Unit) -> list[Unit]:
    """Return the units under a template centred on a target, the nearest first (D-SPEC-ARE, D-GEO-12, D-BEH-12)."""
    if target.place == "inside":
        return [unit for unit in game.state.units.values() if unit.slot == target.slot]
    reach = TEMPLATE + game.slack
    exposed = (
        unit for unit in game.on_table() if unit.airborne == target.airborne and not game.sheet(unit).is_behemoth
    )
    under_template = [unit for unit in exposed if math.dist(unit.spot, target.spot) <= reach + game.sheet(unit).radius]
    return sorted(under_template, key=lambda unit: math.dist(unit.spot, target.spot))


def _roll_damage(game: Game, fire: Fire) -> None:
    """Roll for the damage of every hit of a weapon (D-SHOOT-15)."""
    for strike in fire.strikes:
        strike.pool = game.throw(f"damage {fire.purpose}", len(strike.energies), fire.unit)
    if isinstance(fire.target, Feature):
        if fire.has("area"):
            count = sum(game.throw_d3(f"area {fire.purpose}", fire.unit) for _hit in fire.struck)
            fire.energies = (fire.aim.energy,) * count
        fire.battering = game.throw(f"damage {fire.purpose}", len(fire.energies), fire.unit)


def _roll_saves(game: Game, fire: Fire) -> dict[tuple[str, str], int]:
    """Roll the saves against a weapon; return the Damage not saved, by unit id and zone (D-SHOOT-18, 19)."""
    unsaved: dict[tuple[str, str], int] = {}
    for strike in fire.strikes:
        unit, damage, save = strike.unit, strike.damage, strike.aim.save
        assert strike.pool is not None
        saves = game.throw(f"save {fire.purpose}", damage if save else 0, unit)
        unsaved_points = max(0, damage - saved(saves.faces, save)) if save else damage
        shot = events.shot(fire.unit.id, fire.weapon.name, unit.id, strike.pool, saves, unsaved_points)
        game.emit(replace(shot, damages_on=strike.least, doubles_on=strike.least_double, saves_on=save))
        victim = unit.id, fire.zone
        unsaved[victim] = unsaved.get(victim, 0) + unsaved_points
    return unsaved


def as_touched(game: Game, fire: Fire, unit: Unit) -> Aim:
    """Return the circumstances for a unit that a template touches: no Evasion, not Hull Down (R-34)."""
    touching = replace(aim(game, fire.unit, fire.weapon, unit, None), combined=fire.aim.combined)
    return under_cards(game, fire, unit, touching)


# -- scenery


def _damage_scenery(game: Game, fire: Fire, feature: Feature) -> bool:
    """Apply hits to scenery; return whether it got tokens or has no points left (D-SCEN-12, D-COLL-6)."""
    pool = fire.battering
    assert pool is not None
    criticals = [] if fire.has("area") else [face for face in fire.struck if fire.aim.destroys(face)]
    rolled = zip(pool.faces, fire.energies, strict=True)
    blows = [*(blow(fire.weapon, feature, *roll) for roll in rolled), *(critical(fire.weapon) for _face in criticals)]
    total = Blow(sum(part.points for part in blows), sum(part.tokens for part in blows))
    saves = replace(pool, dice=())
    shot = events.shot(fire.unit.id, fire.weapon.name, feature.id, pool, saves, total.points)
    game.emit(replace(shot, damages_on=_damages_on(fire, feature)))
    scar(game, feature, total.points, "D-SCEN-12")
    tokens = total.tokens + _flame_tokens(fire, feature)
    add_tokens(game, feature, tokens, "D-SCEN-12")
    return bool(tokens) or not left(game, feature)


def _flame_tokens(fire: Fire, feature: Feature) -> int:
    """Return how many Collateral tokens a Flame weapon adds to a piece; 0 for other weapons (D-COLL-6)."""
    return (FLAME_ON_WOOD if feature.has("flammable") else FLAME) if fire.has("flame") else 0


def _damages_on(fire: Fire, feature: Feature) -> int:
    """Return the lowest face that damages a piece, equal for all of a weapon's dice; else 0."""

    def points(energy: int, face: int) -> int:
        return blow(fire.weapon, feature, face, energy).points

    return common_face(partial(points, energy) for energy in fire.energies)


def settle_scenery(game: Game, feature: Feature) -> Flow:
    """Let a piece that was shot fall or, with occupants inside, burn at once (D-COLL-2, D-SCEN-16, R-37)."""
    if left(game, feature) and occupants(game, feature):
        yield from resolve_tokens(game, feature)
    if not left(game, feature):
        yield from ruin(game, feature)


SEPARATE: Final = "separate"
COMBINED: Final = "combined"
TOGETHER: Final = 3.0
"""Inches between the targets of a Strafe weapon (D-SPEC-STR)."""


def weapons(game: Game, unit: Unit) -> Iterator[WeaponDocument]:
    """Yield the ranged weapons that a unit may fire now (D-SHOOT-2, D-UNIT-4)."""
    return (weapon for weapon in game.sheet(unit).weapons if not weapon.cq and why_silent(game, unit, weapon) is None)


def targets_of(game: Game, armed: Sequence[Armed]) -> Sequence[list[Target]]:
    """Return for each weapon the units and scenery at which it may fire now (D-SHOOT-3, D-SCEN-8)."""
    with game.nothing_moves():
        return [[*units, *pieces] for units, pieces in zip(in_reach(game, armed), pieces_in_reach(game, armed))]


def armed_now(game: Game, squad: Squad) -> list[Armed]:
    """Return the ranged weapons that the units of a squad may fire now."""
    return [(unit, weapon) for unit in game.present(squad) for weapon in weapons(game, unit)]


def has_foes(game: Game, squad: Squad) -> bool:
    """Return whether any weapon of a squad has an enemy to fire at now."""
    with game.nothing_moves():
        return any(in_reach(game, [armed])[0] for armed in armed_now(game, squad))


def has_scenery(game: Game, squad: Squad) -> bool:
    """Return whether any weapon of a squad has scenery to fire at now (D-SCEN-8)."""
    with game.nothing_moves():
        return any(pieces_in_reach(game, [armed], one_will_do=True)[0] for armed in armed_now(game, squad))


def shoot(game: Game, squad: Squad, way: str = SHOOT.key) -> Flow:
    """Let a squad shoot: all targets are locked before the first die (D-SHOOT-1, D-SHOOT-4).

    The `way` is the key of the option that was chosen. With `FIRE`, weapons without an enemy to fire at are passed
    over. With `SHOOT`, which only journals of earlier versions hold, no event tells the outcome.
    """
    armed, fires = armed_now(game, squad), list[Fire]()
    to_ask_about: Sequence[tuple[Armed, Sequence[Target]]] = (
        offering.with_foes(game, squad, armed) if way == FIRE.key else [*zip(armed, targets_of(game, armed))]
    )
    still_to_ask, put_off = deque(to_ask_about), list[Armed]()
    while still_to_ask:
        weapon, targets = still_to_ask.popleft()
        if stands_in(fires, *weapon):
            continue
        waiting = [armed_unit for armed_unit, its_targets in still_to_ask if its_targets]
        game.firing = Declaring(tuple(fires), (weapon, *waiting))
        declared = yield from _choose_targets(game, squad, targets, may_wait=weapon not in put_off)
        if declared is None:
            put_off.append(weapon)
            still_to_ask.append((weapon, targets))
        else:
            fires += declared
    game.firing = None
    yield from reallocate(game, fires)
    points_before = {fire.target.id: _points_left(game, fire.target) for fire in fires}
    yield from resolve(game, fires)
    if way != SHOOT.key:
        _log_outcomes(game, fires, points_before)


def _points_left(game: Game, target: Target) -> int:
    return game.left(target) if isinstance(target, Unit) else left(game, target)


def _log_outcomes(game: Game, fires: Sequence[Fire], points_before: Mapping[str, int]) -> None:
    """Emit for each target its hits and the points it lost; `points_before` has the points before the fire, by id."""
    for target in {fire.target.id: fire.target for fire in fires}.values():
        hits = sum(len(fire.struck) for fire in fires if fire.target is target)
        remaining = _points_left(game, target)
        lost = points_before[target.id] - remaining
        game.emit(events.Outcome(target=target.id, hits=hits, points=lost, left=remaining, rule="D-SHOOT-20"))


def _choose_targets(
    game: Game, squad: Squad, targets: Sequence[Target], *, may_wait: bool
) -> Asking[list[Fire] | None]:
    """Ask for the targets of the first waiting weapon; return its fire, or None to ask about it last.

    It has one target, or one for each volley of a Strafe weapon (D-SHOOT-5, D-SPEC-STR).
    """
    assert game.firing is not None
    (unit, weapon), *further = game.firing.waiting
    number = len({(fire.unit.id, fire.weapon.name) for fire in game.firing.declared}) + 1
    count, strafe, chosen_targets = number + len(further), weapon.rules.get("strafe"), list[Target]()
    for volley in range(strafe.value if strafe is not None else 1):
        offered = [target for target in targets if is_near_enough(target, chosen_targets)]
        if not offered:
            break
        options = _target_options(offered)
        facts = {"unit": unit.name, "weapon": weapon.name, "volley": volley + 1, "number": number, "count": count}
        prompt = N_("{unit} fires {weapon}: choose a target")
        if volley:
            prompt = N_("{unit} fires volley {volley} of {weapon}: choose a target")
        elif count > 1:
            prompt = N_("Weapon {number} of {count}, {unit} fires {weapon}: choose a target")
        answer = yield Choose(
            player=squad.owner,
            prompt=_(prompt, **facts),
            rule="D-SHOOT-5",
            about=unit.id,
            options=options,
            test=weapon.name,
            shortcuts=offering.orders(game, offered, may_wait=may_wait and not volley) if further else (),
            refused=partial(offering.refused, game, unit, weapon),
        )
        if answer == LATER.key:
            return None
        if answer == SILENT.key:
            break
        chosen_targets.append(next(target for target in offered if key_of(target) == answer))
    zones = dict[str, str]()
    for target in dict.fromkeys(chosen_targets):
        zones[target.id] = yield from _choose_zone(game, unit, weapon, target)
    combined = bool(chosen_targets) and (yield from _must_or_may_combine(game, unit, weapon, chosen_targets))
    fires = [
        fire_at(game, unit, weapon, target, number, combined=combined)
        for number, target in enumerate(chosen_targets, 1)
    ]
    return [replace(fire, zone=zones[fire.target.id]) for fire in fires]


def _choose_zone(game: Game, unit: Unit, weapon: WeaponDocument, target: Target) -> Asking[str]:
    """Ask at which damage zone of a Behemoth a weapon fires; return "" for any other target (D-BEH-8)."""
    if not isinstance(target, Unit) or not game.sheet(target).zones:
        return ""
    options = zone_options(game, target, "D-BEH-8")
    facts = {"unit": unit.name, "weapon": weapon.name, "target": target.name}
    prompt = _("{unit} fires {weapon}: choose a zone of {target}", **facts)
    answer: str = yield Choose(
        player=unit.owner, prompt=prompt, rule="D-BEH-8", about=unit.id, options=options, test=weapon.name
    )
    return answer


def _must_or_may_combine(game: Game, unit: Unit, weapon: WeaponDocument, targets: Sequence[Target]) -> Asking[bool]:
    """Ask whether a Reduced weapon fires one strong shot; at flying Aircraft it must (D-SPEC-RED)."""
    if "reduced" not in weapon.rules:
        return False
    if "aa" not in weapon.rules and any(isinstance(target, Unit) and target.airborne for target in targets):
        return True
    return (yield from combines(unit, fire_at(game, unit, weapon, targets[0]).aim))


def combines(unit: Unit, plain: Aim) -> Asking[bool]:
    """Ask whether a Reduced weapon with several shots left fires one strong shot instead (D-SPEC-RED)."""
    weapon, combined = plain.weapon, replace(plain, combined=True)
    if "reduced" not in weapon.rules or plain.shots < 2:
        return False
    text = ngettext("{n} shot with Energy {energy}", "{n} shots with Energy {energy}", plain.shots, energy=plain.energy)
    options = [
        Option(SEPARATE, text, "D-SPEC-RED"),
        Option(COMBINED, _("One combined shot with Energy {energy}", energy=combined.energy), "D-SPEC-RED"),
    ]
    prompt = _("{unit}: choose how {weapon} fires", unit=unit.name, weapon=weapon.name)
    question = Choose(
        player=unit.owner, prompt=prompt, rule="D-SPEC-RED", about=unit.id, options=options, test=weapon.name
    )
    return bool((yield question) == COMBINED)


def _target_options(targets: Sequence[Target]) -> Judged:
    """Return the options to fire at each target or at none; an option is made only when it is needed."""
    by_key = {key_of(target): target for target in targets}

    def option(key: str) -> Option:
        return _target_option(by_key[key]) if key in by_key else SILENT.shown()

    return Judged((*by_key, SILENT.key), option, lambda _key: None, lambda: None)  # names stay as the game goes on


def _target_option(target: Target) -> Option:
    """Return the option to fire at a unit or a piece."""
    if isinstance(target, Unit):
        return Option(target.id, target.name, "D-SHOOT-5", (target.id,), hand="piece")
    return Option(key_of(target), target.name, "D-SCEN-12", about=Reference(terrain=(target.id,)))


def is_near_enough(target: Target, chosen: Sequence[Target]) -> bool:
    """Return whether a further target of a Strafe weapon is within 3″ of a chosen one, or is chosen (D-SPEC-STR)."""
    return not chosen or any(_where(target).distance(_where(earlier)) <= TOGETHER + TOLERANCE for earlier in chosen)


def _where(target: Target) -> BaseGeometry:
    return shapely.Point(*target.spot) if isinstance(target, Unit) else target.shape


def asked_about(game: Game, decision: Choose) -> Armed | None:
    """Return the unit and weapon for which a decision asks a target or zone; None for other decisions."""
    unit = game.state.units.get(decision.about)
    if decision.rule not in ("D-SHOOT-5", "D-BEH-8") or unit is None:
        return None
    return next(((unit, weapon) for weapon in game.sheet(unit).weapons if weapon.name == decision.test), None)


def target_of(game: Game, key: str) -> Target | None:
    """Return the unit or piece that an option's key names; None if the key names neither."""
    if key in game.state.units:
        return game.state.units[key]
    return next((feature for feature in game.features if key == f"{PIECE}{feature.id}"), None)


def fire_at(
    game: Game, unit: Unit, weapon: WeaponDocument, target: Target, volley: int = 1, *, combined: bool = False
) -> Fire:
    """Return a weapon of a unit with a locked target."""
    if isinstance(target, Unit):
        view = sighted(game, unit, weapon, target, combined=combined).view
        return Fire(unit, weapon, target, aim(game, unit, weapon, target, view, combined=combined), volley)
    return Fire(unit, weapon, target, aim_at_scenery(game, unit, weapon, target, combined=combined), volley)


def declared_by(game: Game, decision: Choose, answer: str) -> Fire | None:
    """Return the fire that an answer declares (by target, zone or reaction), or None if it declares no fire."""
    unit_and_weapon, target = asked_about(game, decision), target_of(game, answer)
    if decision.rule == "D-SHOOT-5":
        return None if unit_and_weapon is None or target is None else fire_at(game, *unit_and_weapon, target)
    if decision.rule == "D-BEH-8" and unit_and_weapon is not None:
        [behemoth] = decision.options[0].subject
        return replace(fire_at(game, *unit_and_weapon, game.state.units[behemoth]), zone=answer)
    if decision.rule != "D-RF-1" or answer.count("|") != 2:
        return None
    name, weapon, other = answer.split("|")
    unit, aircraft = game.state.units[name], game.state.units[other]
    armed = next(candidate for candidate in game.sheet(unit).weapons if candidate.name == weapon)
    return Fire(unit, armed, aircraft, aim(game, unit, armed, aircraft, None, reacting=True))


def stands_in(fires: Sequence[Fire], unit: Unit, weapon: WeaponDocument) -> bool:
    """Return whether another profile of the same weapon was already declared (D-SPEC-ALT)."""
    return any(fire.unit is unit and weapon.is_profile_of(fire.weapon) for fire in fires)


Inches = NDArray[np.float64]
STEP: Final = 0.25
"""Inches between the points of a path at which Reaction Fire is checked."""


class Chance(NamedTuple):
    """A weapon that may react, its target, and the stretches of the target's path where it may fire, in inches."""

    unit: Unit
    weapon: WeaponDocument
    target: Unit
    spans: Sequence[Span]

    @property
    def key(self) -> str:
        """The key of the option."""
        return f"{self.unit.id}|{self.weapon.name}|{self.target.id}"


def react(game: Game, squad: Squad, paths: Mapping[str, Sequence[Point]]) -> Flow:
    """Let enemies fire at Aircraft that have just moved along paths, before they land (D-RF-1 to D-RF-5, R-26)."""
    lines = {
        name: Path.through([position(*point) for point in points]) for name, points in paths.items() if len(points) > 1
    }
    for player in game.state.order:
        if player == squad.owner:
            continue
        while offered := [*chances(game, player, squad, lines)]:
            options = [_reaction(chance) for chance in offered]
            options.append(NO_FIRE.shown())
            prompt = _("Reaction Fire at {squad}?", squad=squad.name)
            answer = yield Choose(
                player=player,
                prompt=prompt,
                rule="D-RF-1",
                about=squad.id,
                options=options,
                until=f"round-{game.state.round}",
            )
            if answer == NO_FIRE.key:
                break
            chance = next(chance for chance in offered if chance.key == answer)
            yield from _fire_reaction(game, player, chance, lines[chance.target.id])
            lines = {name: path for name, path in lines.items() if game.state.units[name].alive}


def _reaction(chance: Chance) -> Option:
    facts = {"unit": chance.unit.name, "weapon": chance.weapon.name, "target": chance.target.name}
    label = _("{unit} fires {weapon} at {target}", **facts)
    return Option(chance.key, label, "D-RF-2", (chance.unit.id,))


def chances(game: Game, player: str, squad: Squad, lines: Mapping[str, Path]) -> Iterator[Chance]:
    """Yield each weapon of a player that may react to units of a squad on their paths (D-RF-1, D-RF-3, D-RF-4)."""
    for unit in game.in_play():
        if unit.owner != player or game.squad_of(unit).left_air:
            continue
        for weapon in game.sheet(unit).weapons:
            rules = weapon.rules
            if "aa" not in rules or "indirect" in rules or why_silent(game, unit, weapon, reacting=True) is not None:
                continue
            for name, path in lines.items():
                stretches = spans(game, unit, weapon, game.state.units[name], path)
                if stretches:
                    yield Chance(unit, weapon, game.state.units[name], stretches)


def spans(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, path: Path) -> list[Span]:
    """Return the stretches, in inches, where a weapon has an Aircraft's path in arc, range and sight (D-RF-1)."""
    other, policy = game.sheet(target), game.ruler.policy
    reach = weapon.range_to(countered=other.active) * vantage(game, unit) + policy.short_by
    tested, spots = _tested_points(game.battlefield, path)
    x, y, bases = spots.T
    legal_from_any, (arcs, half) = np.zeros(len(spots), dtype=bool), arcs_of(game, unit, weapon)
    for eye in eyes_of(game, unit, weapon):
        dx, dy, facing = x - eye.x, y - eye.y, eye.facing or 0
        height = eye.z if unit.place == "inside" else middle(game.body(unit))
        legal = policy.slanting(np.sqrt(dx * dx + dy * dy), bases + other.height / 2 - height) <= reach
        if len(arcs) < len(MIDDLES):
            legal[legal] = are_in_arc(arcs, facing, dx[legal], dy[legal], half)
        if legal.any():
            shares = game.seeing.along(eye, other.radius, other.height, spots[legal].tolist(), target.squad)
            legal[legal] = shares > 0.0
        legal_from_any |= legal
    return runs(tested.tolist(), legal_from_any.tolist())


@lru_cache(maxsize=64)
def _tested_points(field: Battlefield, path: Path) -> tuple[Inches, Inches]:
    """Return the inches along an Aircraft's path at which fire is tested, and x, y and height at each."""
    marks = np.unique(np.append(np.arange(0.0, path.inches, STEP), path.inches))
    points = [path.at(float(mark)) for mark in marks]
    return marks, np.array([(*at, hover(field, *at)) for at in points])


def runs(marks: Sequence[float], legal: Sequence[bool]) -> list[Span]:
    """Return the stretches of consecutive legal marks, each as its first and last mark."""
    stretches: list[Span] = []
    for mark, is_legal, was_legal in zip(marks, legal, (False, *legal)):
        if is_legal and was_legal:
            stretches[-1] = stretches[-1][0], mark
        elif is_legal:
            stretches.append((mark, mark))
    return stretches


def _fire_reaction(game: Game, player: str, chance: Chance, path: Path) -> Flow:
    """Ask for a point of the path, and fire at the unit there; if destroyed, it crashes there (D-RF-2, D-RF-5).

    If another unit takes the shots for a Commander, it takes them at its own spot (D-CMD-4).
    """
    unit, weapon, target, stretches = chance
    prompt = _("Where does {weapon} hit {target} on its path?", weapon=weapon.name, target=target.name)
    x, y = yield Place(
        player=player, prompt=prompt, rule="D-RF-2", about=target.id, region=AlongPath(path, stretches, rule="D-RF-2")
    )
    end = target.spot
    target.x, target.y = x, y
    view = sighted(game, unit, weapon, target).view
    game.emit(events.Reacted(unit=unit.id, target=target.id, x=x, y=y, rule="D-RF-2"))
    fire = Fire(unit, weapon, target, aim(game, unit, weapon, target, view, reacting=True))
    yield from reallocate(game, [fire])
    with within(game):
        if (yield from offer(game, Occasion({target.owner: "RF"}, game.squad_of(target), [fire]))):
            fire.aim = under_cards(game, fire, fire.target)
        yield from resolve(game, [fire], reacting=True)
    if target.alive:
        target.x, target.y = end
