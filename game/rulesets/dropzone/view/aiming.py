"""The line from a weapon to its target: what is seen of the silhouette, and what stands in between (D-GEO-7..10)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import shapely

from game.engine.core.decisions import Choose, Decision
from game.engine.rulebook.view import AimView, Hurdle, Line, percent
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.declaring import weapons
from game.rulesets.dropzone.rules.shooting.legal import aim as circumstances
from game.rulesets.dropzone.rules.shooting.legal import sighted
from game.rulesets.dropzone.rules.space.bodies import eye_height
from game.rulesets.dropzone.rules.space.seeing import SILHOUETTE
from game.rulesets.dropzone.rules.state import Unit
from game.table.sight.bodies import BodyReceipt, Eye
from game.wording import _, numeral

AIMS: Final = "D-SHOOT-5"
"""The rule of the question at what a weapon fires."""


def aim(game: Game, decision: Decision, option: str) -> AimView | None:
    """Return how the unit that is asked about sees the target of an option."""
    units = game.state.units
    if not isinstance(decision, Choose) or decision.rule != AIMS:
        return None
    unit, target = units.get(decision.about), units.get(option)
    weapon = _weapon(game, unit, decision) if unit is not None else None
    if unit is None or target is None or weapon is None or not (unit.on_table and target.on_table):
        return None
    own, other = game.body(unit), game.body(target)
    eye = Eye(unit.x, unit.y, eye_height(own, articulated="articulated" in weapon.rules), unit.squad, unit.facing)
    receipt = game.seeing.receipt(eye, target.id)
    if receipt is None:
        return None
    lines = tuple(_lines(game, unit, weapon, target))
    share = receipt.share
    return AimView(
        start=(unit.x, unit.y),
        end=(target.x, target.y),
        eye=eye.z,
        shooter=(own.base, own.base + own.height),
        target=(other.base, other.base + other.height),
        names=(unit.name, target.name),
        samples=tuple(sample.blocker is None for sample in receipt.samples),
        columns=len(SILHOUETTE.columns),
        hurdles=tuple(_hurdles(game, unit, target, receipt)),
        lines=lines,
        tone="bad" if share == 0.0 else "warning" if any(line.tone == "warning" for line in lines) else "good",
    )


def _weapon(game: Game, unit: Unit, decision: Choose) -> WeaponDocument | None:
    """Return the weapon that a question is about."""
    return next((each for each in weapons(game, unit) if each.name == decision.test), None)


def _lines(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit) -> Iterator[Line]:
    found = sighted(game, unit, weapon, target)
    if found.view is not None:
        yield Line(_("{share} visible", share=percent(found.view.share)), "D-GEO-9")
    level = math.dist((unit.x, unit.y), (target.x, target.y))
    facts = {"level": numeral(level, ".1f"), "slant": numeral(found.inches, ".2f")}
    most = _("any range") if math.isinf(found.range) else f"{numeral(found.range, 'g')}″"
    if abs(found.inches - level) >= 0.01:
        yield Line(_("{level}″ ({slant}″ slant) of {most}", most=most, **facts), "D-GEO-5")
    else:
        yield Line(_("{level}″ of {most}", most=most, **facts), "D-SHOOT-10")
    odds = circumstances(game, unit, weapon, target, found.view)
    for each in odds.modifiers():
        yield Line(f"{_(each.text)} +{each.amount}", each.rule, "warning")
    if odds.needed is not None:
        yield Line(_("hits on {n}+", n=odds.needed), "D-SHOOT-13")


def _hurdles(game: Game, unit: Unit, target: Unit, receipt: BodyReceipt) -> Iterator[Hurdle]:
    """Yield the Solid scenery and the units along the line, the nearest first (D-GEO-8)."""
    line = shapely.LineString([(unit.x, unit.y), (target.x, target.y)])
    blockers = {sample.blocker for sample in receipt.samples}
    found = []
    for feature in game.features:
        if feature.has("solid") and feature.height and line.intersects(feature.shape):
            span = _span(line, feature.shape)
            found.append(Hurdle(_(feature.name), *span, 0.0, feature.height, _blocks(blockers, feature.id)))
    for other in game.on_table():
        if other.squad in (unit.squad, target.squad):
            continue
        disc, body = game.disc(other), game.body(other)
        shape = shapely.Point(disc.x, disc.y).buffer(disc.radius)
        if line.intersects(shape):
            stops = _blocks(blockers, other.id)
            found.append(Hurdle(other.name, *_span(line, shape), body.base, body.base + body.height, stops))
    yield from sorted(found, key=lambda each: each.near)


def _blocks(blockers: set[str | None], name: str) -> bool:
    return any(each is not None and each.split("/")[0] == name for each in blockers)


def _span(line: shapely.LineString, shape: shapely.geometry.base.BaseGeometry) -> tuple[float, float]:
    """Return where a line enters and leaves a shape, in inches from its start."""
    start = shapely.Point(line.coords[0])
    inside = line.intersection(shape)
    marks = [start.distance(shapely.Point(at)) for at in shapely.get_coordinates(inside).tolist()]
    return min(marks, default=0.0), max(marks, default=0.0)
