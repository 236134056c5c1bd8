"""Declaring a squad's fire, and Reaction Fire at Aircraft on their path (D-SHOOT-1 to D-SHOOT-5, D-RF)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Judged, Reference
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import within
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.cards.targets import Occasion
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import NO_FIRE, SILENT
from game.rulesets.dropzone.rules.perishing import zone_options
from game.rulesets.dropzone.rules.setup import TOLERANCE
from game.rulesets.dropzone.rules.shooting import legal
from game.rulesets.dropzone.rules.shooting.legal import (
    aim,
    arcs_of,
    eyes_of,
    pieces_in_reach,
    sighted,
    vantage,
    why_silent,
)
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Fire
from game.rulesets.dropzone.rules.shooting.resolving import reallocate, resolve, under_cards
from game.rulesets.dropzone.rules.space import MIDDLES, are_in_arc, hover, middle
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.lattice import position
from game.table.path.along import AlongPath, Span
from game.table.path.path import Path, Point
from game.table.terrain.battlefield import Battlefield
from game.wording import _, ngettext

SEPARATE: Final = "separate"
COMBINED: Final = "combined"
TOGETHER: Final = 3.0
"""Inches between the targets of a Strafe weapon (D-SPEC-STR)."""
PIECE: Final = "piece:"
"""Before the id of a piece of scenery, it is the key of that target."""
Target = Unit | Feature


def weapons(game: Game, unit: Unit) -> Iterator[WeaponDocument]:
    """Yield the ranged weapons that a unit may fire now (D-SHOOT-2, D-UNIT-4)."""
    return (each for each in game.sheet(unit).weapons if not each.cq and legal.why_silent(game, unit, each) is None)


def targets_of(game: Game, unit: Unit, weapon: WeaponDocument) -> list[Target]:
    """Return the units and the scenery that a weapon may fire at now (D-SHOOT-3, D-SCEN-8)."""
    with game.nothing_moves():
        return [*legal.in_reach(game, unit, weapon), *pieces_in_reach(game, unit, weapon)]


def targets(game: Game, squad: Squad) -> bool:
    """Return whether any weapon of a squad has a target now."""
    armed = [(unit, weapon) for unit in game.present(squad) for weapon in weapons(game, unit)]
    with game.nothing_moves():  # scenery first: most weapons see some, and then nothing else needs a look
        return any(
            pieces_in_reach(game, *each, one_will_do=True) or legal.in_reach(game, *each, one_will_do=True)
            for each in armed
        )


def shoot(game: Game, squad: Squad) -> Flow:
    """Let a squad shoot: all targets are locked before the first die (D-SHOOT-1, D-SHOOT-4)."""
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in [*weapons(game, unit)]:
            if not stands_in(fires, unit, weapon):
                fires += yield from _declared(game, squad, unit, weapon)
    yield from reallocate(game, fires)
    yield from resolve(game, fires)


def _declared(game: Game, squad: Squad, unit: Unit, weapon: WeaponDocument) -> Asking[list[Fire]]:
    """Ask for the targets of a weapon: one, or one for each volley of a Strafe weapon (D-SHOOT-5, D-SPEC-STR)."""
    strafe = weapon.rules.get("strafe")
    every, chosen = targets_of(game, unit, weapon), list[Target]()
    for volley in range(strafe.value if strafe is not None else 1):
        there = [each for each in every if is_near_enough(each, chosen)]
        if not there:
            break
        options = _options(there)
        facts = {"unit": unit.name, "weapon": weapon.name, "volley": volley + 1}
        prompt = _("{unit}: at what does it fire {weapon}?", **facts)
        if volley:
            prompt = _("{unit}: at what does it fire volley {volley} of {weapon}?", **facts)
        answer = yield Choose(
            player=squad.owner, prompt=prompt, rule="D-SHOOT-5", about=unit.id, options=options, test=weapon.name
        )
        if answer == SILENT.key:
            break
        chosen.append(next(each for each in there if _key(each) == answer))
    zones = dict[str, str]()
    for target in dict.fromkeys(chosen):
        zones[target.id] = yield from _zone(game, unit, weapon, target)
    combined = bool(chosen) and (yield from _combines(game, unit, weapon, chosen))
    fires = [fire_at(game, unit, weapon, target, number, combined=combined) for number, target in enumerate(chosen, 1)]
    return [replace(fire, zone=zones[fire.target.id]) for fire in fires]


def _zone(game: Game, unit: Unit, weapon: WeaponDocument, target: Target) -> Asking[str]:
    """Ask at which damage zone of a Behemoth a weapon is fired, "" for any other target (D-BEH-8)."""
    if not isinstance(target, Unit) or not game.sheet(target).zones:
        return ""
    options = zone_options(game, target, "D-BEH-8")
    facts = {"unit": unit.name, "weapon": weapon.name, "target": target.name}
    prompt = _("{unit}: at which zone of {target} does it fire {weapon}?", **facts)
    answer: str = yield Choose(
        player=unit.owner, prompt=prompt, rule="D-BEH-8", about=unit.id, options=options, test=weapon.name
    )
    return answer


def _combines(game: Game, unit: Unit, weapon: WeaponDocument, chosen: Sequence[Target]) -> Asking[bool]:
    """Ask whether a Reduced weapon fires one strong shot; at Aircraft in the air it must (D-SPEC-RED)."""
    if "aa" not in weapon.rules and any(isinstance(each, Unit) and each.airborne for each in chosen):
        return "reduced" in weapon.rules
    return (yield from combines(unit, fire_at(game, unit, weapon, chosen[0]).aim))


def combines(unit: Unit, plain: Aim) -> Asking[bool]:
    """Ask whether a Reduced weapon that would fire several shots fires one strong one instead (D-SPEC-RED)."""
    weapon, one = plain.weapon, replace(plain, combined=True)
    if "reduced" not in weapon.rules or plain.shots < 2:
        return False
    text = ngettext("{n} shot with Energy {energy}", "{n} shots with Energy {energy}", plain.shots, energy=plain.energy)
    options = [
        Option(SEPARATE, text, "D-SPEC-RED"),
        Option(COMBINED, _("One combined shot with Energy {energy}", energy=one.energy), "D-SPEC-RED"),
    ]
    prompt = _("{unit}: how does {weapon} fire?", unit=unit.name, weapon=weapon.name)
    asked = Choose(
        player=unit.owner, prompt=prompt, rule="D-SPEC-RED", about=unit.id, options=options, test=weapon.name
    )
    return bool((yield asked) == COMBINED)


def _options(targets: Sequence[Target]) -> Judged:
    """Return the options to fire at one of some targets, or at none; each is made when it is needed."""
    by_key = {_key(target): target for target in targets}

    def option(key: str) -> Option:
        return _option(by_key[key]) if key in by_key else SILENT.shown()

    return Judged((*by_key, SILENT.key), option, lambda _key: None, lambda: None)  # names stay as the game goes on


def _option(target: Target) -> Option:
    if isinstance(target, Unit):
        return Option(target.id, target.name, "D-SHOOT-5", (target.id,), hand="piece")
    return Option(_key(target), target.name, "D-SCEN-12", about=Reference(terrain=(target.id,)))


def _key(target: Target) -> str:
    return target.id if isinstance(target, Unit) else f"{PIECE}{target.id}"


def is_near_enough(target: Target, chosen: Sequence[Target]) -> bool:
    """Return whether a further target of a Strafe weapon is one of those chosen, or within 3″ of one (D-SPEC-STR)."""
    return not chosen or any(_where(target).distance(_where(each)) <= TOGETHER + TOLERANCE for each in chosen)


def _where(target: Target) -> BaseGeometry:
    return shapely.Point(target.x, target.y) if isinstance(target, Unit) else target.shape


def asked_about(game: Game, decision: Choose) -> tuple[Unit, WeaponDocument] | None:
    """Return the unit and the weapon whose target or zone a decision asks for, None for any other decision."""
    unit = game.state.units.get(decision.about)
    if decision.rule not in ("D-SHOOT-5", "D-BEH-8") or unit is None:
        return None
    return next(((unit, each) for each in game.sheet(unit).weapons if each.name == decision.test), None)


def target_of(game: Game, key: str) -> Target | None:
    """Return the unit or the piece that an option names, None if it names none."""
    if key in game.state.units:
        return game.state.units[key]
    return next((each for each in game.features if key == f"{PIECE}{each.id}"), None)


def fire_at(
    game: Game, unit: Unit, weapon: WeaponDocument, target: Target, volley: int = 1, *, combined: bool = False
) -> Fire:
    """Return a weapon of a unit with a locked target."""
    if isinstance(target, Unit):
        view = legal.sighted(game, unit, weapon, target, combined=combined).view
        return Fire(unit, weapon, target, legal.aim(game, unit, weapon, target, view, combined=combined), volley)
    return Fire(unit, weapon, target, legal.aim_at_scenery(game, unit, weapon, target, combined=combined), volley)


def stands_in(fires: Sequence[Fire], unit: Unit, weapon: WeaponDocument) -> bool:
    """Return whether another profile of the same weapon is already declared (D-SPEC-ALT)."""
    alternative = weapon.rules.get("alt")
    return alternative is not None and any(
        fire.unit is unit and fire.weapon.rules.get("alt") == alternative for fire in fires
    )


Inches = NDArray[np.float64]
STEP: Final = 0.25
"""Inches between the points of a path at which Reaction Fire is judged."""


class Chance(NamedTuple):
    """A weapon that may react, its target, and the spans of the target's path where it may, in inches."""

    unit: Unit
    weapon: WeaponDocument
    target: Unit
    spans: Sequence[Span]

    @property
    def key(self) -> str:
        """The key of the option."""
        return f"{self.unit.id}|{self.weapon.name}|{self.target.id}"


def react(game: Game, squad: Squad, paths: Mapping[str, Sequence[Point]]) -> Flow:
    """Let enemies react to Aircraft that have just moved along paths, before they land (D-RF-1 to D-RF-5, R-26)."""
    lines = {name: Path.through([position(*at) for at in points]) for name, points in paths.items() if len(points) > 1}
    for player in game.state.order:
        if player == squad.owner:
            continue
        while found := [*chances(game, player, squad, lines)]:
            options = [_reaction(each) for each in found]
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
            chance = next(each for each in found if each.key == answer)
            yield from _fire(game, player, chance, lines[chance.target.id])
            lines = {name: path for name, path in lines.items() if game.state.units[name].alive}


def _reaction(chance: Chance) -> Option:
    facts = {"unit": chance.unit.name, "weapon": chance.weapon.name, "target": chance.target.name}
    label = _("{unit} fires {weapon} at {target}", **facts)
    return Option(chance.key, label, "D-RF-2", (chance.unit.id,))


def chances(game: Game, player: str, squad: Squad, lines: Mapping[str, Path]) -> Iterator[Chance]:
    """Yield the weapons of a player that may react to units of a squad on their paths (D-RF-1, D-RF-3, D-RF-4)."""
    for unit in game.in_play():
        if unit.owner != player or game.squad_of(unit).left_air:
            continue
        for weapon in game.sheet(unit).weapons:
            rules = weapon.rules
            if "aa" not in rules or "indirect" in rules or why_silent(game, unit, weapon, reacting=True) is not None:
                continue
            for name, path in lines.items():
                found = spans(game, unit, weapon, game.state.units[name], path)
                if found:
                    yield Chance(unit, weapon, game.state.units[name], found)


def spans(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, path: Path) -> list[Span]:
    """Return the spans of an Aircraft's path at which a weapon may fire at it: arc, range and sight (D-RF-1)."""
    other, policy = game.sheet(target), game.ruler.policy
    most = weapon.range_to(countered=other.active) * vantage(game, unit) + policy.tolerance
    marks, spots = _marked(game.ruler.battlefield, path)
    x, y, bases = spots.T
    every, (arcs, half) = np.zeros(len(spots), dtype=bool), arcs_of(game, unit, weapon)
    for eye in eyes_of(game, unit, weapon):
        dx, dy, facing = x - eye.x, y - eye.y, eye.facing or 0
        height = eye.z if unit.place == "inside" else middle(game.body(unit))
        legal = policy.slanting(np.sqrt(dx * dx + dy * dy), bases + other.height / 2 - height) <= most
        if len(arcs) < len(MIDDLES):
            legal[legal] = are_in_arc(arcs, facing, dx[legal], dy[legal], half)
        if legal.any():
            shares = game.seeing.along(eye, other.radius, other.height, spots[legal].tolist(), target.squad)
            legal[legal] = shares > 0.0
        every |= legal
    return _runs(marks.tolist(), every.tolist())


@lru_cache(maxsize=64)
def _marked(field: Battlefield, path: Path) -> tuple[Inches, Inches]:
    """Return the marks on a path at which fire is judged, and x, y and the base of an Aircraft there, in inches."""
    marks = np.unique(np.append(np.arange(0.0, path.inches, STEP), path.inches))
    points = [path.at(float(mark)) for mark in marks]
    return marks, np.array([(*at, hover(field, *at)) for at in points])


def _runs(marks: Sequence[float], legal: Sequence[bool]) -> list[Span]:
    """Return the stretches of marks in which all are legal."""
    found: list[Span] = []
    for mark, good, before in zip(marks, legal, (False, *legal)):
        if good and before:
            found[-1] = found[-1][0], mark
        elif good:
            found.append((mark, mark))
    return found


def _fire(game: Game, player: str, chance: Chance, path: Path) -> Flow:
    """Ask for the point of the path, and fire at the unit there; if it dies, it crashes there (D-RF-2, D-RF-5).

    Shots at a Commander may go to another unit of the squad where that one is now (D-CMD-4).
    """
    unit, weapon, target, found = chance
    prompt = _("Where does {weapon} hit {target} on its path?", weapon=weapon.name, target=target.name)
    x, y = yield Place(
        player=player, prompt=prompt, rule="D-RF-2", about=target.id, region=AlongPath(path, found, rule="D-RF-2")
    )
    end = target.x, target.y
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
