"""Which weapons may fire at which targets, and why others may not (D-SHOOT-2 to D-SHOOT-11)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.numbers import Aim
from game.rulesets.dropzone.rules.space.arcs import is_in_arc
from game.rulesets.dropzone.rules.space.bodies import eye_height, inches_between
from game.rulesets.dropzone.rules.space.seeing import View, covers
from game.rulesets.dropzone.rules.state import Unit
from game.table.sight.bodies import Eye
from game.wording import _, numeral

TOUCHING: Final = 0.01
"""Inches between two tokens that touch (D-SHOOT-11)."""


class Sighted(NamedTuple):
    """What a weapon finds when it aims: the distance and the range in inches, the view, and the reasons against it."""

    inches: float
    range: float
    view: View | None
    refusals: tuple[Refusal, ...]


def why_silent(game: Game, unit: Unit, weapon: WeaponDocument) -> Refusal | None:
    """Return why a weapon may not fire at all now (D-SHOOT-6, D-SHOOT-7, D-SPEC-ALT, D-SPEC-LIM)."""
    squad, limit = game.squad_of(unit), weapon.silent_beyond
    if squad.embarked:
        return Refusal(_("the squad embarked this round"), "D-TRANS-17")
    if limit is not None and (unit.moved > limit + game.ruler.policy.tolerance or (limit == 0.0 and unit.turned)):
        facts = {"moved": numeral(unit.moved, ".1f"), "limit": numeral(limit, "g"), "weapon": weapon.name}
        return Refusal(_("it moved {moved}″; {weapon} fires after at most {limit}″", **facts), "D-SHOOT-6")
    if limit == 0.0 and squad.disembarked:
        return Refusal(_("{weapon} does not fire after disembarking", weapon=weapon.name), "D-SHOOT-7")
    alternative = weapon.rules.get("alt")
    for other in game.sheet(unit).weapons if alternative is not None else ():
        if other.name != weapon.name and other.name in unit.fired and other.rules.get("alt") == alternative:
            return Refusal(_("{other} was fired this round in its place", other=other.name), "D-SPEC-ALT")
    limited = weapon.rules.get("limited")
    if limited is not None and unit.spent.get(weapon.name, 0) >= limited.value:
        return Refusal(_("{weapon} has no shots left", weapon=weapon.name), "D-SPEC-LIM")
    if weapon.name in unit.fired:
        return Refusal(_("{weapon} has fired this round", weapon=weapon.name), "D-RF-3")
    return None


def sighted(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit) -> Sighted:
    """Return whether a weapon may fire at a target, with every reason against it (D-SHOOT-8 to D-SHOOT-11)."""
    sheet, other = game.sheet(unit), game.sheet(target)
    found, own, aimed = [], game.body(unit), game.body(target)
    if target.airborne and "aa" not in weapon.rules:
        found.append(Refusal(_("only AA weapons shoot airborne Aircraft"), "D-SHOOT-3"))
    if target.airborne and game.squad_of(unit).left_air:
        found.append(Refusal(_("it left an aerial Transport this round"), "D-TRANS-19"))
    dx, dy = target.x - unit.x, target.y - unit.y
    if not is_in_arc(weapon.arc, unit.facing, dx, dy):
        found.append(Refusal(_("{target} is not in the arc of {weapon}", target=target.name, weapon=weapon.name),
                             "D-SHOOT-8"))  # fmt: skip
    inches, most = inches_between(own, aimed, game.ruler.policy.slant_from), weapon.range_to(countered=other.active)
    touching = math.hypot(dx, dy) - sheet.radius - other.radius <= TOUCHING
    if not touching and not game.ruler.policy.allows(inches, most):
        facts = {"inches": numeral(inches, ".2f"), "range": numeral(most, "g")}
        found.append(Refusal(_("{inches}″ away, its range is {range}″", **facts), "D-SHOOT-10",
                             short_by=inches - most))  # fmt: skip
    eye = Eye(unit.x, unit.y, eye_height(own, articulated="articulated" in weapon.rules), unit.squad)
    view = game.seeing.view(eye, target.id, foot=other.is_infantry)
    if (view is None or not view.sees) and "indirect" not in weapon.rules:
        found.append(Refusal(_("no line of sight to {target}", target=target.name), "D-SHOOT-9"))
    return Sighted(inches, most, view, tuple(found))


def aim(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, view: View | None, *,
        reacting: bool = False, combined: bool = False) -> Aim:  # fmt: skip
    """Return the circumstances of a weapon's fire at a target as everything stands now (D-SHOOT-12)."""
    squad, here, there = game.squad_of(unit), (unit.x, unit.y), (target.x, target.y)
    seen = view is not None and view.sees
    return Aim(
        weapon,
        game.sheet(target),
        hull_down=view is not None and seen and view.hull_down,
        scattered=not game.is_coherent(squad),
        disembarked=squad.disembarked,
        reacting=reacting,
        soft=covers(game.features, "soft", here, there),
        body=covers(game.features, "body", here, there),
        seen=seen,
        combined=combined,
        lost=unit.lost,
        vehicle=game.is_vehicle(target),
    )


def enemies(game: Game, unit: Unit) -> list[Unit]:
    """Return the enemy units on the table (D-CORE-9, D-SHOOT-3)."""
    return [each for each in game.on_table() if each.owner != unit.owner]
