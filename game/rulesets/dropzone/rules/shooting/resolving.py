"""Resolving fire stage by stage: hits, focus, templates, damage, saves, collateral damage (D-SHOOT, D-COLL)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.cards import Timing
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import mourn, total
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.cards.targets import Occasion, of_one
from game.rulesets.dropzone.rules.close_quarters.fighting import share_out, through
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import choose_unit
from game.rulesets.dropzone.rules.perishing import perish, ruin
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
from game.rulesets.dropzone.rules.shooting.legal import aim, sighted
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Fire, Modifier, Strike, saved
from game.rulesets.dropzone.rules.state import Unit
from game.wording import _, ngettext

STAND: Final = "stand"


def reallocate(game: Game, fires: Sequence[Fire]) -> Flow:
    """Ask whether shots at Commanders go to others of their squads, for each weapon, before any die (D-CMD-4, R-40)."""
    for fire in fires:
        if not isinstance(fire.target, Unit) or not carries_commander(game, fire.target):
            continue
        target, mates = fire.target, [*_mates(game, fire, fire.target)]
        if not mates:
            continue
        facts = {"unit": fire.unit.name, "weapon": fire.weapon.name, "target": target.name}
        options = [Option(each.id, _("To {unit}", unit=each.name), "D-CMD-4", (each.id,)) for each in mates]
        options.append(Option(STAND, _("To the Commander"), "D-CMD-4", (target.id,)))
        prompt = _("Where do the shots of {unit} with {weapon} at {target} go?", **facts)
        answer = yield Choose(player=target.owner, prompt=prompt, rule="D-CMD-4", about=target.id, options=options)
        if answer != STAND:
            other = game.state.units[answer]
            reacting, combined = fire.aim.reacting, fire.aim.combined
            fire.target, view = other, sighted(game, fire.unit, fire.weapon, other, combined=combined).view
            fire.aim = aim(game, fire.unit, fire.weapon, other, view, reacting=reacting, combined=combined)
            who, what = fire.unit.id, fire.weapon.name
            game.emit(events.Reallocated(unit=who, weapon=what, other=other.id, rule="D-CMD-4"))


def carries_commander(game: Game, unit: Unit) -> bool:
    """Return whether a unit carries a Commander."""
    return any(each.unit == unit.id for each in game.state.commanders.values())


def _mates(game: Game, fire: Fire, target: Unit) -> Iterator[Unit]:
    """Yield the units of a Commander's squad that a weapon may fire at; Hull Down only if the Commander's is too."""
    for unit in game.present(game.squad_of(target)):
        found = sighted(game, fire.unit, fire.weapon, unit, combined=fire.aim.combined)
        hidden = found.view is not None and found.view.hull_down
        if unit is not target and not found.refusals and (fire.aim.hull_down or not hidden):
            yield unit


ENERGY: Final = 4
FLAMMABLE: Final = 2
"""The Energy of a Collateral hit, and on Flammable pieces (D-COLL-3)."""
FLAME: Final = 1
FLAME_ON_WOOD: Final = 2
"""Tokens that a Flame weapon adds, and on Flammable pieces (D-COLL-6, R-30)."""


def hits(faces: tuple[int, ...], energy: int, armour: int) -> int:
    """Return how many Collateral dice damage something; a natural 6 always does, a natural 1 never (D-COLL-4)."""
    return sum(face == 6 or (face > 1 and face + energy >= armour) for face in faces)


def resolve_tokens(game: Game, feature: Feature) -> Flow:
    """Resolve all Collateral tokens of a piece (D-COLL-3 to D-COLL-5, D-SCEN-10)."""
    count = game.state.tokens.get(feature.id, 0)
    if not count:
        return
    energy = FLAMMABLE if feature.has("flammable") else ENERGY
    pool = game.throw(f"collateral {feature.id}", count)
    stays = hits(pool.faces, energy, feature.kind.armour)
    game.rolled("collateral", pool, stays, feature.id, rule="D-COLL-3")
    scar(game, feature, stays, "D-COLL-3")
    game.state.tokens = {name: n for name, n in game.state.tokens.items() if name != feature.id}
    if stays and left(game, feature):
        game.state.tokens = {**game.state.tokens, feature.id: stays}
    inside = squads_in(game, feature)
    if inside:
        squad = inside[0] if len(inside) == 1 else inside[game.draw(f"collateral squad {feature.id}", len(inside))]
        sheet = game.sheet_of(squad)
        dice = game.throw(f"collateral {squad.id}", count)
        damage = hits(dice.faces, energy, sheet.armour)
        game.rolled("collateral", dice, damage, squad.id, rule="D-COLL-3")
        opponent = game.around(squad.owner)[1]  # of several the next in the order (D-UP-2)
        yield from share_out(game, squad, through(game, squad, damage), opponent, "D-COLL-4")


TEMPLATE: Final = 2.0
"""The radius of the blast template in inches (D-GEO-12)."""
GLANCE: Final = 2
"""By how much the Energy of a glancing Area shot is lower (D-SPEC-ARE)."""


def resolve(game: Game, fires: Sequence[Fire], *, reacting: bool = False) -> Flow:
    """Resolve the fire of one action, stage by stage; destroyed units leave after all of it (D-SHOOT-21).

    Cards may be played at every stage; those for a Shoot action not if the units are `reacting`.
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
        yield from _focus(game, fire)
        if isinstance(fire.target, Unit):
            fire.strikes = [*_strikes(game, fire, fire.target)]
            yield from _stray(game, fire, fire.target)
    for fire in fires:
        _roll_damage(game, fire)
    yield from shot_cards(game, fires, "DMG2")
    yield from shot_cards(game, fires, None, "SAVE")
    yield from _suffer(game, fires)
    yield from mourn(game)


def shot_cards(game: Game, fires: Sequence[Fire], own: Timing | None, others: Timing | None = None) -> Flow:
    """Let cards be played at a stage of a squad's fire: by its player, and by the others (D-CARD-4)."""
    squad = game.squad_of(fires[0].unit)
    timings = of_one(game, squad.owner, own, others)
    if (yield from offer(game, Occasion(timings, squad, fires))):
        for fire in fires:
            fire.aim = under_cards(game, fire, fire.target)
            for strike in fire.strikes:
                strike.aim = under_cards(game, fire, strike.unit, strike.aim)


def under_cards(game: Game, fire: Fire, target: Unit | Feature, plain: Aim | None = None) -> Aim:
    """Return the circumstances of fire at a target with the effects of all cards in force."""
    aim, squad, weapon = plain or fire.aim, fire.unit.squad, fire.weapon.name
    other = target.squad if isinstance(target, Unit) else ""
    soft = aim.soft and aim.target.is_infantry and not aim.ignores("soft")
    changes = {("hit", squad), ("decoy", other), ("" if soft else "smoke", other)}
    effects = [each for each in game.state.effects if (each.changes, each.about) in changes]
    cards = [(game.setup.cards[each.card], each.amount) for each in effects]
    return replace(
        aim,
        hull_down=aim.hull_down and not total(game, "hull", squad),
        body=aim.body or bool(total(game, "body", other)),
        cards=tuple(Modifier(card.name, amount, card.id) for card, amount in cards),
        more_shots=total(game, "shots", squad, weapon),
        more_energy=total(game, "energy", squad, weapon),
        surge=bool(total(game, "save", other)),
    )


def _suffer(game: Game, fires: Sequence[Fire]) -> Flow:
    """Roll saves, and apply what comes through to all targets at once (D-SHOOT-18 to D-SHOOT-21)."""
    damage, burnt = Counter[tuple[str, str]](), dict[str, Feature]()
    for fire in fires:
        if isinstance(fire.target, Feature):
            if _on_scenery(game, fire, fire.target):
                burnt[fire.target.id] = fire.target
            continue
        damage.update(_saved(game, fire))
        house = house_of(game, fire.target)
        if fire.has("flame") and house is not None and house.has("destructible"):
            add_tokens(game, house, FLAME_ON_WOOD if house.has("flammable") else FLAME, "D-COLL-6")
            burnt[house.id] = house
    for (identity, zone), points in damage.items():
        unit = game.state.units[identity]
        if zone:
            game.damage_zone(unit, zone, points, "D-SHOOT-20")
        else:
            game.damage(unit, points, "D-SHOOT-20")
    hit = [game.state.units[identity] for identity, _zone in damage]
    yield from perish(game, [unit for unit in hit if not game.left(unit)], "D-SHOOT-21")
    for feature in burnt.values():
        yield from settle_scenery(game, feature)


def note_fired(fire: Fire) -> None:
    """Note that a weapon has fired, and one use of a Limited weapon (D-SPEC-LIM)."""
    unit, name = fire.unit, fire.weapon.name
    unit.rearmed = [each for each in unit.rearmed if each != name]
    if name not in unit.fired:
        unit.fired = [*unit.fired, name]
        if fire.has("limited"):
            unit.spent = {**unit.spent, name: unit.spent.get(name, 0) + 1}


def _roll_hits(game: Game, fire: Fire) -> None:
    aim = fire.aim
    if aim.needed is None:
        return
    fire.pool = game.throw(f"hit {fire.purpose}", aim.shots, fire.unit)
    names = fire.unit.id, fire.weapon.name, fire.target.id
    game.emit(events.fired(*names, aim.needed, fire.pool, len(fire.struck)))


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
    struck = [face for face in fire.struck if not fire.aim.destroys(face)]
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
        elif face > 1:
            yield Strike(target, (fire.aim.energy - GLANCE,) * _area_hits(game, fire, target), fire.aim)


def _stray(game: Game, fire: Fire, target: Unit) -> Flow:
    """Let each miss of a Flame weapon hit Infantry of its own side in the Garrison; the target's owner picks (FLA)."""
    house = house_of(game, target) if fire.has("flame") else None
    if house is None:
        return
    own = [each for each in occupants(game, house) if each.owner == fire.unit.owner]
    misses = len(fire.faces) - len(fire.struck)
    prompt = _("Stray fire in {piece}: which enemy does it hit?", piece=house.name)
    for _miss in range(misses if own else 0):
        unit = yield from choose_unit(own, target.owner, prompt, "D-SPEC-FLA")
        fire.strikes.append(Strike(unit, (fire.aim.energy,), as_touched(game, fire, unit)))


def _area_hits(game: Game, fire: Fire, unit: Unit) -> int:
    """Return how many hits an Area shot makes on a unit: D6 on Infantry, each with its own die (D-SPEC-ARE, R-34)."""
    if not game.sheet(unit).is_infantry:
        return 1
    pool = game.throw(f"area {fire.purpose}", 1, unit)
    game.rolled("area", pool, pool.faces[0], unit, rule="D-SPEC-ARE")
    return pool.faces[0]


def touched(game: Game, fire: Fire, target: Unit) -> list[Unit]:
    """Return the units under a template centred on a target, the nearest first (D-SPEC-ARE, D-GEO-12, D-BEH-12)."""
    if target.place == "inside":
        return [each for each in game.state.units.values() if each.slot == target.slot]
    reach = TEMPLATE + game.ruler.policy.tolerance
    away = {each.id: math.dist((each.x, each.y), (target.x, target.y)) for each in game.on_table()}
    near = [
        each
        for each in game.on_table()
        if each.airborne == target.airborne
        and away[each.id] <= reach + game.sheet(each).radius
        and not game.sheet(each).is_behemoth
    ]
    return sorted(near, key=lambda each: away[each.id])


def _roll_damage(game: Game, fire: Fire) -> None:
    """Roll for the damage of every hit of a weapon (D-SHOOT-15)."""
    for strike in fire.strikes:
        strike.pool = game.throw(f"damage {fire.purpose}", len(strike.energies), fire.unit)
    if isinstance(fire.target, Feature):
        if fire.has("area"):
            count = sum(game.throw_d3(f"area {fire.purpose}", fire.unit) for _hit in fire.struck)
            fire.energies = (fire.aim.energy,) * count
        fire.battering = game.throw(f"damage {fire.purpose}", len(fire.energies), fire.unit)


def _saved(game: Game, fire: Fire) -> dict[tuple[str, str], int]:
    """Roll the saves of every unit that a weapon strikes; return what comes through, by zones (D-SHOOT-18, 19)."""
    found: dict[tuple[str, str], int] = {}
    for strike in fire.strikes:
        unit, done, save = strike.unit, strike.damage, strike.aim.save
        assert strike.pool is not None
        saves = game.throw(f"save {fire.purpose}", done if save else 0, unit)
        through = max(0, done - saved(saves.faces, save)) if save else done
        game.emit(events.shot(fire.unit.id, fire.weapon.name, unit.id, strike.pool, saves, through))
        where = unit.id, fire.zone
        found[where] = found.get(where, 0) + through
    return found


def as_touched(game: Game, fire: Fire, unit: Unit) -> Aim:
    """Return the circumstances for a unit that a template touches: no Evasion, not Hull Down (R-34)."""
    touching = replace(aim(game, fire.unit, fire.weapon, unit, None), combined=fire.aim.combined)
    return under_cards(game, fire, unit, touching)


# -- scenery


def _on_scenery(game: Game, fire: Fire, feature: Feature) -> bool:
    """Let hits damage a piece of scenery; return whether tokens were added to it (D-SCEN-12, D-COLL-6)."""
    pool = fire.battering
    assert pool is not None
    sure = [] if fire.has("area") else [face for face in fire.struck if fire.aim.destroys(face)]
    rolled = zip(pool.faces, fire.energies, strict=True)
    blows = [*(blow(fire.weapon, feature, *each) for each in rolled), *(critical(fire.weapon) for _face in sure)]
    whole = Blow(sum(each.points for each in blows), sum(each.tokens for each in blows))
    saves = replace(pool, dice=())
    game.emit(events.shot(fire.unit.id, fire.weapon.name, feature.id, pool, saves, whole.points))
    scar(game, feature, whole.points, "D-SCEN-12")
    flame = (FLAME_ON_WOOD if feature.has("flammable") else FLAME) if fire.has("flame") else 0
    add_tokens(game, feature, whole.tokens + flame, "D-SCEN-12")
    return bool(whole.tokens + flame) or not left(game, feature)


def settle_scenery(game: Game, feature: Feature) -> Flow:
    """Let a piece that was shot fall, or burn at once if somebody is inside (D-COLL-2, D-SCEN-16, R-37)."""
    if left(game, feature) and occupants(game, feature):
        yield from resolve_tokens(game, feature)
    if not left(game, feature):
        yield from ruin(game, feature)
