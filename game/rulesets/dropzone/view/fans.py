"""The sight of a unit over the table and of its target, and the fire at Aircraft on their paths (D-GEO-7, D-RF-1)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.core.decisions import Arrange, Choose, Decision, Place
from game.engine.rulebook.view import AimView, ExposedView, FanView, Hurdle, Line
from game.lengths import length, size
from game.rulesets.dropzone.documents.sheets import Arc, WeaponDocument
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules.events import Moved
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FIRE
from game.rulesets.dropzone.rules.scenery import CENTRE
from game.rulesets.dropzone.rules.shooting.declaring import Chance, asked_about, chances
from game.rulesets.dropzone.rules.shooting.legal import aim as circumstances
from game.rulesets.dropzone.rules.shooting.legal import eyes_of, sighted, vantage
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.shooting.offering import BARRED, nearest_refused, why_no_target
from game.rulesets.dropzone.rules.space import OUTWARD, SILHOUETTE, Wall, are_in_arc, eye_height, walls
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.view.preview import squad_of
from game.table.lattice import Position, position
from game.table.path.along import AlongPath
from game.table.path.entering import EntryRegion
from game.table.path.path import Path, Point
from game.table.sight.bodies import BodyReceipt, Eye
from game.table.sight.fan import over_table
from game.wording import _, numeral, percent

TARGETS: Final = {False: (0.6, 1.0), True: (1.0, 1.0)}
"""The radius and height in inches of the target looked for: a tank, or (True) an Aircraft."""
STEP: Final = 0.5
AT_ONCE: Final = 200
"""Spots looked at together: the rays to more of them do not fit a processor's cache."""
FRONT: Final[tuple[Arc, ...]] = ("F",)
OUTSIDE: Final = -1.0
Shares = NDArray[np.float64]


def fan(game: Game, eye: str, layout: Mapping[str, Position] | None = None, *, aloft: bool = False) -> FanView | None:
    """Return the ground that a unit, or Infantry in a slot of a Garrison, sees within the range of its weapons."""
    unit = game.state.units.get(eye)
    piece, _colon, place = (unit.slot if unit is not None and unit.place == "inside" else eye).rpartition(":")
    house = game.piece(piece)
    if house is not None and place != CENTRE:
        return _of_wall(game, house, walls(house)[int(place)], aloft=aloft)
    if unit is None or not (unit.on_table or eye in (layout or {})):
        return None
    with game.supposing(layout or {}):
        articulated = any("articulated" in weapon.rules for weapon in game.sheet(unit).weapons)
        looks = [Eye(unit.x, unit.y, eye_height(game.body(unit), articulated=articulated), unit.squad)]
        return _looking(game, unit.name, looks, _range(game, [unit], aloft=aloft), aloft=aloft)


def _of_wall(game: Game, house: Feature, wall: Wall, *, aloft: bool) -> FanView:
    """Return the ground seen from a side of a Garrison, by units there or any Infantry (D-GEO-14, D-GARR-10)."""
    infantry = [each for each in game.state.units.values() if each.alive and game.sheet(each).is_infantry]
    occupants = [each for each in infantry if each.slot == f"{house.id}:{wall.number}"]
    return _looking(game, _(house.name), wall.eyes(), _range(game, occupants or infantry, aloft=aloft), aloft=aloft)


def _range(game: Game, units: Sequence[Unit], *, aloft: bool) -> float:
    """Return the longest range at targets on the ground or `aloft`; 0 without a weapon (D-SHOOT-3, D-SHOOT-10)."""
    return max(
        (
            weapon.range_to(countered=False) * vantage(game, unit)
            for unit in units
            for weapon in game.sheet(unit).weapons
            if not weapon.cq and (not aloft or "aa" in weapon.rules)
        ),
        default=0.0,
    )


def _looking(game: Game, name: str, eyes: Sequence[Eye], reach: float, *, aloft: bool) -> FanView:
    """Return the shares of a target that eyes see on each spot of the table, for display."""
    middle, field = eyes[len(eyes) // 2], game.ruler.battlefield
    step = STEP if len(eyes) == 1 else 2 * STEP
    shares = over_table(field.width, field.height, step, Look(game, eyes, reach or math.inf, aloft).shares)
    title = _("{name}: what it sees in the air", name=name) if aloft else _("{name}: what it sees", name=name)
    if not reach:
        line = Line(_("no weapon for such targets"), "D-SHOOT-3", "warning")
    elif math.isinf(reach):
        line = Line(_("any range"), "D-SHOOT-10")
    else:
        line = Line(_("within {inches}″, if nothing shortens that", inches=numeral(reach, "g")), "D-SHOOT-10")
    return FanView(title, (middle.x, middle.y), step, shares, (line,))


class Look(NamedTuple):
    """Eyes that look as far as `reach` inches for targets on the ground, or `aloft`."""

    game: Game
    eyes: Sequence[Eye]
    reach: float
    aloft: bool

    def shares(self, spots: Shares) -> Shares:
        """Return the visible share of a target on each spot, from the eye that sees the most of it (D-GEO-14)."""
        (radius, height), hover = TARGETS[self.aloft], self.game.hover
        shares, free = np.full(len(spots), OUTSIDE), np.ones(len(spots), dtype=bool)
        for feature in self.game.features if not self.aloft else ():
            if feature.has("impassable"):
                free &= ~shapely.contains_xy(feature.shape, *spots.T)
        for eye in self.eyes:
            visible = self._in_reach(eye, spots, np.flatnonzero(free & (shares < 1.0)))
            for batch in np.array_split(visible, len(visible) // AT_ONCE + 1) if len(visible) else ():
                bodies = [(x, y, hover(x, y) if self.aloft else 0.0) for x, y in spots[batch].tolist()]
                shares[batch] = np.maximum(shares[batch], self.game.seeing.along(eye, radius, height, bodies, ""))
        return shares

    def _in_reach(self, eye: Eye, spots: Shares, spot_numbers: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the numbers of the spots in range and arc of an eye, in order of their bearing."""
        dx, dy = (spots[spot_numbers] - (eye.x, eye.y)).T
        longest = self.reach + self.game.ruler.policy.short_by
        near = dx * dx + dy * dy <= longest * longest
        if eye.facing is not None:
            half = OUTWARD[self.game.setup.document.options.arc]
            near[near] = are_in_arc(FRONT, eye.facing, dx[near], dy[near], half)
        in_order: NDArray[np.intp] = spot_numbers[near][np.argsort(np.arctan2(dy[near], dx[near]))]
        return in_order


AIMS: Final = "D-SHOOT-5"
"""The rule of the question for the target of a weapon."""
ACTS: Final = "D-ACT-4"
"""The rule of the question what a squad does."""


def aim(game: Game, decision: Decision, option: str) -> AimView | None:
    """Return the line of sight from the unit that fires to the target of an option, for display.

    An option that is refused shows the line to the target that the weapon comes closest to firing at.
    """
    aimed = _aimed(game, decision, option) if isinstance(decision, Choose) else None
    if aimed is None or not (aimed[0].on_table and aimed[2].on_table):
        return None
    unit, weapon, target = aimed
    own, other, [eye] = game.body(unit), game.body(target), eyes_of(game, unit, weapon)
    receipt = game.seeing.receipt(eye, target.id)
    if receipt is None:
        return None
    lines = tuple(_lines(game, unit, weapon, target))
    tone: Literal["bad", "warning", "good"] = "warning" if any(line.tone == "warning" for line in lines) else "good"
    if receipt.share == 0.0:
        tone = "bad"
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
        tone=tone,
    )


def _aimed(game: Game, decision: Choose, option: str) -> tuple[Unit, WeaponDocument, Unit] | None:
    """Return the unit, the weapon and the target of an option; None if it is not about one target."""
    squad = game.state.squads.get(decision.about)
    if decision.rule == ACTS and option == FIRE.key and squad is not None:
        return None if decision.offers(FIRE.key) else nearest_refused(game, squad)
    asked = asked_about(game, decision) if decision.rule == AIMS else None
    if asked is None:
        return None
    target, barred = game.state.units.get(option), game.state.squads.get(option.removeprefix(BARRED))
    if barred is not None and option.startswith(BARRED):
        nearest = why_no_target(game, *asked, game.present(barred))
        target = nearest[0] if nearest is not None else None
    return (*asked, target) if target is not None else None


def _lines(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit) -> Iterator[Line]:
    """Yield the visible share, the distance and the number to hit of a weapon at a target."""
    sighting = sighted(game, unit, weapon, target)
    if sighting.view is not None:
        yield Line(_("{share} visible", share=percent(sighting.view.share)), "D-GEO-9")
    level = math.dist((unit.x, unit.y), (target.x, target.y))
    facts = {"level": length(level, 1), "slant": length(sighting.inches)}
    reach = _("any range") if math.isinf(sighting.range) else size(sighting.range)
    if sighting.countered:
        reach = _("{range} (countered)", range=reach)
    if abs(sighting.inches - level) >= 0.01:
        yield Line(_("{level} ({slant} slant) of {most}", most=reach, **facts), "D-GEO-5")
    else:
        yield Line(_("{level} of {most}", most=reach, **facts), "D-SHOOT-10")
    odds = circumstances(game, unit, weapon, target, sighting.view)
    for each in odds.modifiers():
        yield Line(f"{_(each.text)} +{each.amount}", each.rule, "warning")
    if odds.needed is not None:
        yield Line(_("hits on {n}+", n=odds.needed), "D-SHOOT-13")


def _hurdles(game: Game, unit: Unit, target: Unit, receipt: BodyReceipt) -> Iterator[Hurdle]:
    """Yield the Solid scenery and the units along the line, the nearest first (D-GEO-8)."""
    line = shapely.LineString([(unit.x, unit.y), (target.x, target.y)])
    blockers = {sample.blocker for sample in receipt.samples}
    hurdles = []
    for feature in game.features:
        if feature.has("solid") and feature.height and line.intersects(feature.shape):
            span = _span(line, feature.shape)
            hurdles.append(
                Hurdle(_(feature.name), *span, 0.0, feature.height, _blocks(blockers, feature.id, feature.name))
            )
    for other in game.on_table():
        if other.squad in (unit.squad, target.squad):
            continue
        disc, body = game.disc(other), game.body(other)
        shape = shapely.Point(disc.x, disc.y).buffer(disc.radius)
        if line.intersects(shape):
            stops = _blocks(blockers, other.id)
            hurdles.append(Hurdle(other.name, *_span(line, shape), body.base, body.base + body.height, stops))
    yield from sorted(hurdles, key=lambda each: each.near)


def _blocks(blockers: set[str | None], *names: str) -> bool:
    """Return whether a piece or unit is among the blockers, by its id or its name."""
    return any(each is not None and each.split("/")[0] in names for each in blockers)


def _span(line: shapely.LineString, shape: shapely.geometry.base.BaseGeometry) -> tuple[float, float]:
    """Return the inches along a line at which it enters and leaves a shape."""
    start = shapely.Point(line.coords[0])
    inside = line.intersection(shape)
    marks = [start.distance(shapely.Point(at)) for at in shapely.get_coordinates(inside).tolist()]
    return min(marks, default=0.0), max(marks, default=0.0)


APART: Final = 1.0
"""The most inches between the points of a path at which the chance is worked out."""
HAIR: Final = 1e-6


def exposed(game: Game, decision: Decision, paths: Mapping[str, Sequence[Point]]) -> Sequence[ExposedView]:
    """Return the paths of Aircraft asked about, wanted or just flown, with the fire at them; none for others."""
    squad = squad_of(game, decision.about)
    if squad is None or not game.sheet_of(squad).is_aircraft:
        return ()
    lines = _flown(game, decision, squad, paths)
    others = [player for player in game.state.order if player != squad.owner]
    reactions = [each for player in others for each in chances(game, player, squad, lines)]
    if isinstance(decision, Place) and isinstance(decision.region, AlongPath):
        asked = decision.player, decision.about, decision.region.spans
        reactions = [
            each for each in reactions if (each.unit.owner, each.target.id, tuple(sorted(each.spans))) == asked
        ]
    return [_exposed(game, name, path, [each for each in reactions if each.target.id == name])
            for name, path in lines.items()]  # fmt: skip


def _flown(game: Game, decision: Decision, squad: Squad, paths: Mapping[str, Sequence[Point]]) -> dict[str, Path]:
    """Return the paths of the units of a squad by their ids."""
    if isinstance(decision, Place):
        return {decision.about: decision.region.path} if isinstance(decision.region, AlongPath) else {}
    if isinstance(decision, Arrange):
        ends = {member.id: member.ends for member in decision.arrangements.members}
        points = {name: [*_entry(ends.get(name), at), *at] for name, at in paths.items()}
    elif decision.rule == "D-RF-1":
        moved = (each for each in reversed(game.events) if isinstance(each, Moved) and each.squad == squad.id)
        points = {name: [*at] for each in [next(moved, None)] if each is not None for name, at in each.paths.items()}
    else:
        return {}
    lines = {name: Path.through([position(*each) for each in at]) for name, at in points.items()}
    return {name: path for name, path in lines.items() if path.legs and game.state.units[name].alive}


def _entry(region: object, path: Sequence[Point]) -> Iterator[Point]:
    """Yield the start of the path of a unit that enters, which depends on its end (D-DEP-5)."""
    if isinstance(region, EntryRegion) and path:
        yield region.start(path[0])


def _exposed(game: Game, name: str, path: Path, reactions: Sequence[Chance]) -> ExposedView:
    """Return a path with the best chance to damage the unit at each point of it."""
    marks = np.linspace(0.0, path.inches, max(2, math.ceil(path.inches / APART) + 1)).tolist()
    points = tuple((float(x), float(y)) for x, y in map(path.at, marks))
    worst: dict[str, float] = {}
    shares = []
    for mark, (x, y) in zip(marks, points, strict=True):
        able = [each for each in reactions if any(low - HAIR <= mark <= high + HAIR for low, high in each.spans)]
        chances_here = {f"{each.unit.name}, {each.weapon.name}": _damaged(game, each, x, y) for each in able}
        worst |= {each: max(share, worst.get(each, 0.0)) for each, share in chances_here.items()}
        shares.append(max(chances_here.values(), default=0.0))
    lines = [Line(_("{weapon}: {chance} to damage it", weapon=each, chance=percent(share)), "D-RF-1")
             for each, share in sorted(worst.items(), key=lambda item: -item[1])]  # fmt: skip
    return ExposedView(name, points, tuple(shares), tuple(lines))


def _damaged(game: Game, chance: Chance, x: float, y: float) -> float:
    """Return the chance that a weapon damages its target at a point of its path (D-RF-2)."""
    unit, weapon, target = chance.unit, chance.weapon, chance.target
    with game.supposing({target.id: (x, y)}):
        target.airborne = True
        view = sighted(game, unit, weapon, target).view
        harm = fire_odds(
            game, [Fire(unit, weapon, target, circumstances(game, unit, weapon, target, view, reacting=True))]
        )
    return 1.0 - float(harm.units[target.id].points[0])
