"""The legal targets of weapons, and the refusals of all others (D-SHOOT-2 to D-SHOOT-11, D-GEO-15)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.lengths import length, size
from game.refusal import Refusal
from game.rulesets.dropzone.documents.sheets import Arc, UnitDocument, WeaponDocument
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery import house_of, piece_of, wall_of
from game.rulesets.dropzone.rules.shooting.numbers import CLOSE, SCENERY, Aim, Armed
from game.rulesets.dropzone.rules.space import (
    HALF,
    MIDDLES,
    OUTWARD,
    View,
    Wall,
    are_in_arc,
    covers,
    eye_height,
    inches_between,
    is_in_arc,
    walls,
)
from game.rulesets.dropzone.rules.state import Unit
from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight.bodies import Eye
from game.wording import N_, _

HAIR: Final = 0.1
"""Inches, more than any tolerance, added to a range when targets are sorted out roughly."""
TOUCHING: Final = 0.01
"""Inches between two tokens that touch (D-SHOOT-11)."""


class Sighted(NamedTuple):
    """A weapon's aim at a target: the distance and the range in inches, the view, and the refusals.

    `countered` says whether the target's countermeasures shorten the range.
    """

    inches: float
    range: float
    view: View | None
    refusals: tuple[Refusal, ...]
    countered: bool = False


def why_silent(game: Game, unit: Unit, weapon: WeaponDocument, *, reacting: bool = False) -> Refusal | None:
    """Return why a weapon may not fire now, or None (D-SHOOT-6, D-SHOOT-7, D-SPEC-ALT, D-SPEC-LIM).

    `reacting` to Aircraft: a card may let it fire once more (C29).
    """
    squad, limit = game.squad_of(unit), weapon.silent_beyond
    if squad.embarked:
        return Refusal(_("the squad embarked this round"), "D-TRANS-17")
    if limit is not None and (unit.moved > limit + game.slack or (limit == 0.0 and unit.turned)):
        facts = {"moved": length(unit.moved, 1), "limit": size(limit), "weapon": weapon.name}
        return Refusal(_("it moved {moved}; {weapon} fires after at most {limit}", **facts), "D-SHOOT-6")
    if limit == 0.0 and squad.disembarked:
        return Refusal(_("{weapon} does not fire after disembarking", weapon=weapon.name), "D-SHOOT-7")
    for other in game.sheet(unit).weapons:
        if other.name != weapon.name and other.name in unit.fired and weapon.is_profile_of(other):
            return Refusal(_("{other} was fired this round in its place", other=other.name), "D-SPEC-ALT")
    limited = weapon.rules.get("limited")
    if limited is not None and unit.spent.get(weapon.name, 0) >= limited.value:
        return Refusal(_("{weapon} has no shots left", weapon=weapon.name), "D-SPEC-LIM")
    if weapon.name in unit.fired and not (reacting and weapon.name in unit.rearmed):
        return Refusal(_("{weapon} has fired this round", weapon=weapon.name), "D-RF-3")
    return None


def vantage(game: Game, unit: Unit) -> int:
    """Return the factor that multiplies a unit's ranges: more than 1 at a vantage point (D-SCO-3)."""
    inside = unit.place == "inside" and game.sheet(unit).is_infantry
    return scenarios.of(game).reach(game, piece_of(unit)) if inside else 1


def sighted(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, *, combined: bool = False) -> Sighted:
    """Return the aim of a weapon at a target, with every refusal of it (D-SHOOT-8 to D-SHOOT-11).

    A `combined` shot at an Aircraft in the air counts as AA and reaches 6″ (D-SPEC-RED).
    Occupants of a Garrison aim from the point of their side that favours them (D-GEO-14).
    """
    eyes = eyes_of(game, unit, weapon)
    if not eyes:
        return Sighted(0.0, 0.0, None, (Refusal(_("it shoots from a side of the Garrison only"), "D-GARR-10"),))
    aimed = (_aimed(game, unit, weapon, target, eye, combined=combined) for eye in eyes)
    best = min(aimed, key=lambda aim: (len(aim.refusals), -aim.view.share if aim.view else 0.0, aim.inches))
    if "indirect" not in weapon.rules or (best.view is not None and best.view.sees and not best.view.hull_down):
        return best
    # an Indirect weapon takes the best view of any friendly Scout
    scouts_and_eyes = [(scout, eye) for scout in _scouts(game, unit) for eye in eyes_of(game, scout)]
    views = [best.view]
    for wall in _windows(game, weapon, target):
        views += [_seen(game, scout, target, eye, wall)[0] for scout, eye in scouts_and_eyes]
    open_views = [view for view in views if view is not None and view.sees]
    return best._replace(view=max(open_views, key=lambda view: view.share, default=best.view))


def aimed_at(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit) -> Sighted:
    """Return the aim of a weapon at a target, with one combined shot if only that is legal (D-SPEC-RED)."""
    return sighted(game, unit, weapon, target, combined="reduced" in weapon.rules and target.airborne)


def may_fire(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit) -> bool:
    """Return whether a weapon may fire at a target now, with one combined shot if needed (D-SHOOT-3, D-SPEC-RED)."""
    return not aimed_at(game, unit, weapon, target).refusals


Numbers = NDArray[np.intp]
Spots = NDArray[np.float64]


def in_reach(game: Game, armed: Sequence[Armed]) -> list[list[Unit]]:
    """Return for each weapon of a player the enemies at which it may fire now (D-SHOOT-3)."""
    others = enemies(game, armed[0][0]) if armed else []
    # one row for each enemy: x, y, in the air, active countermeasures, spread, radius
    facts = np.array([(foe.x, foe.y, foe.airborne, (sheet := game.sheet(foe)).active, sheet.spread, sheet.radius)
                      for foe in others], dtype=np.float64).reshape(-1, 6)  # fmt: skip
    looks = list[tuple[int, Eye, list[Unit]]]()
    for number, (unit, weapon) in enumerate(armed):
        for eyes in _by_place(eyes_of(game, unit, weapon)):
            open_enemies = _open_to(game, unit, weapon, eyes[0], others, facts)
            looks += [(number, eye, open_enemies) for eye in eyes]
    game.seeing.glance((eye, [foe.id for foe in open_enemies if foe.on_table]) for _number, eye, open_enemies in looks)
    target_ids = [set[str]() for _weapon in armed]
    for number, eye, open_enemies in looks:
        (unit, weapon), ids_found = armed[number], target_ids[number]
        for target in open_enemies:
            combined = "reduced" in weapon.rules and target.airborne
            if target.id in ids_found or not _may_see(game, weapon, eye, target):
                continue
            if not _aimed(game, unit, weapon, target, eye, combined=combined).refusals:
                ids_found.add(target.id)
    return [[enemy for enemy in others if enemy.id in ids_found] for ids_found in target_ids]


def _by_place(eyes: Sequence[Eye]) -> list[list[Eye]]:
    """Return eyes grouped by place, the highest first: points hidden from it are often hidden from lower ones too."""
    ordered = sorted(eyes, key=lambda eye: (eye.x, eye.y, -eye.z))
    return [[*eyes_there] for _place, eyes_there in groupby(ordered, key=lambda eye: (eye.x, eye.y))]


def _may_see(game: Game, weapon: WeaponDocument, eye: Eye, target: Unit) -> bool:
    """Return whether an eye sees a target, or its weapon need not see the target's silhouette (D-SHOOT-9)."""
    if "indirect" in weapon.rules or not target.on_table:
        return True
    view = game.seeing.view(eye, target.id, foot=game.sheet(target).is_infantry)
    return view is not None and view.sees


def _open_to(
    game: Game, unit: Unit, weapon: WeaponDocument, eye: Eye, others: Sequence[Unit], facts: Spots
) -> list[Unit]:
    """Return the enemies that may be in range and arc of an eye; a quick test (D-SHOOT-8, D-SHOOT-10).

    `facts` has a row for each of the `others`, as built by `in_reach`.
    """
    airborne, active, spread, radius = facts[:, 2:].T
    countered, full = (weapon.range_to(countered=countered) * vantage(game, unit) for countered in (True, False))
    longest = np.maximum(np.where(active, countered, full), CLOSE * airborne) + spread
    reach = np.maximum(longest, game.sheet(unit).radius + radius) + HAIR
    if not weapon.rules.keys() & {"aa", "reduced"}:
        reach[airborne > 0.0] = 0.0
    near = {*_in_reach(game, unit, weapon, eye, facts, reach).tolist()}
    return [other for number, other in enumerate(others) if number in near or not other.on_table]


def eyes_of(game: Game, unit: Unit, weapon: WeaponDocument | None = None) -> list[Eye]:
    """Return the points from which a unit's weapon looks; none at the centre of a Garrison (D-GEO-7, D-GEO-14)."""
    wall = wall_of(game, unit)
    if wall is not None or unit.place == "inside":
        return wall.eyes() if wall is not None else []
    height = eye_height(game.body(unit), articulated=weapon is not None and "articulated" in weapon.rules)
    return [Eye(unit.x, unit.y, height, unit.squad, unit.facing)]


def arcs_of(game: Game, unit: Unit, weapon: WeaponDocument) -> tuple[tuple[Arc, ...], float]:
    """Return the arcs of a weapon and their half width in degrees; from a Garrison only ahead (D-GEO-14, R-4)."""
    return (("F",), OUTWARD[game.setup.document.options.arc]) if unit.place == "inside" else (weapon.arc, HALF)


def _scouts(game: Game, unit: Unit) -> Iterator[Unit]:
    """Yield the Scouts through which a unit's Indirect weapons see (D-SPEC-IND)."""
    return (scout for scout in game.in_play() if scout.owner == unit.owner and game.sheet(scout).category == "Scout")


def _aimed(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, eye: Eye, *, combined: bool) -> Sighted:
    """Return the aim of a weapon from one eye at a target, with every reason against it (D-AIR-6, D-TYPE-5)."""
    other = game.sheet(target)
    refusals: list[Refusal] = []
    upwards = combined and target.airborne and "aa" not in weapon.rules
    if target.airborne and "aa" not in weapon.rules and not upwards:
        refusals.append(Refusal(_("only AA weapons shoot airborne Aircraft"), "D-SHOOT-3"))
    if other.is_aircraft and ("aa" in weapon.rules or target.airborne) and game.squad_of(unit).left_air:
        reason = _(
            "{unit} left an Aircraft this round, so it cannot shoot at Aircraft until next round", unit=unit.name
        )
        refusals.append(Refusal(reason, "D-TRANS-19"))
    openings = _windows(game, weapon, target)
    spots = (_seen(game, unit, target, eye, wall) for wall in openings)
    # those in sight first, then the nearest
    view, x, y, inches = min(spots, key=lambda seen: (seen[0] is None or not seen[0].sees, seen[3]))
    arcs, half = arcs_of(game, unit, weapon)
    if not is_in_arc(arcs, eye.facing or 0, x - eye.x, y - eye.y, half):
        text = _("{target} is not in the arc of {weapon}", target=target.name, weapon=weapon.name)
        refusals.append(Refusal(text, "D-SHOOT-8"))
    reach = weapon.range_to(countered=other.active) * vantage(game, unit)
    if upwards:
        reach = CLOSE
    countered = other.active and not upwards and weapon.range_to(countered=True) < weapon.range_to(countered=False)
    inches = max(0.0, inches - other.spread)
    # of tokens that touch, the range does not matter (D-SHOOT-11)
    touching = math.dist((x, y), (eye.x, eye.y)) - game.sheet(unit).radius - other.radius <= TOUCHING
    if not touching and not game.ruler.policy.allows(inches, reach):
        facts = {"distance": length(inches), "range": size(reach)}
        text = N_("{distance} away, its countered range is {range}") if countered else N_(
            "{distance} away, its range is {range}"
        )  # fmt: skip
        refusals.append(Refusal(_(text, **facts), "D-SHOOT-10", short_by=inches - reach))
    if openings == [None] and target.place == "inside":
        refusals.append(Refusal(_("{target} is at the centre of a Garrison", target=target.name), "D-GARR-11"))
    elif (view is None or not view.sees) and "indirect" not in weapon.rules:
        refusals.append(Refusal(_("no line of sight to {target}", target=target.name), "D-SHOOT-9"))
    return Sighted(inches, reach, view, tuple(refusals), countered)


Seen = tuple[View | None, float, float, float]
"""The view of a target, the spot that a weapon aims at, and the distance to it in inches."""


def _windows(game: Game, weapon: WeaponDocument, target: Unit) -> Sequence[Wall | None]:
    """Return the sides through which a target in a Garrison may be seen: its own, or all by Flame (D-SPEC-FLA).

    [None] for a target outside or at the centre.
    """
    house = house_of(game, target)
    return walls(house) if house is not None and "flame" in weapon.rules else [wall_of(game, target)]


def _seen(game: Game, unit: Unit, target: Unit, eye: Eye, wall: Wall | None) -> Seen:
    """Return the view of a target from an eye, through a side of its Garrison if it has one (D-GEO-5, D-GEO-14)."""
    if wall is None:
        seen = game.seeing.view(eye, target.id, foot=game.sheet(target).is_infantry) if target.on_table else None
        from_wall = unit.place == "inside"
        shooter = Body(Disc(eye.x, eye.y, 0.0), eye.z, 0.0) if from_wall else game.body(unit)
        return seen, target.x, target.y, inches_between(shooter, game.body(target), game.ruler.policy.slant_from)
    spots = wall.spots()
    lit = game.seeing.lit(eye, spots, wall.group) if wall.is_outside(eye.x, eye.y) else np.zeros(len(spots), dtype=bool)
    candidates = spots[lit] if lit.any() else spots
    x, y = min(candidates[:, :2].tolist(), key=lambda spot: math.dist(spot, (eye.x, eye.y)))
    share = float(lit.mean())
    return View(share, share > 0.0), x, y, math.dist((x, y), (eye.x, eye.y))


def aim(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, view: View | None, *,
        reacting: bool = False, combined: bool = False) -> Aim:  # fmt: skip
    """Return the circumstances of a weapon's fire at a target at this moment (D-SHOOT-12)."""
    squad, spot, goal, house = game.squad_of(unit), unit.spot, target.spot, house_of(game, target)
    seen = view is not None and view.sees
    return Aim(
        weapon,
        game.sheet(target),
        hull_down=view is not None and seen and view.hull_down,
        scattered=unit.on_table and not game.is_coherent(squad),
        disembarked=squad.disembarked,
        reacting=reacting,
        soft=house.has("soft") if house is not None else covers(game.features, "soft", spot, goal),
        body=house.has("body") if house is not None else covers(game.features, "body", spot, goal),
        seen=seen,
        combined=combined,
        lost=unit.lost,
        vehicle=game.is_vehicle(target),
    )


def enemies(game: Game, unit: Unit) -> list[Unit]:
    """Return the enemies of a unit on the table and in Garrisons (D-CORE-9, D-SHOOT-3, D-TRANS-11, R-41)."""
    return [enemy for enemy in game.in_play() if enemy.owner != unit.owner]


WALL: Final = UnitDocument(
    id="scenery", name="scenery", category="Extras", points=0, move=(0.0, 0.0), armour=1, damage=1, type="Tank",
    radius=0.2, height=1.0, special=("Large",),
)  # fmt: skip
"""Stands for scenery as a target: it is never Hull Down and has neither Evasion nor saves (D-SHOOT-9)."""


def aim_at_scenery(game: Game, unit: Unit, weapon: WeaponDocument, feature: Feature, *, combined: bool = False) -> Aim:
    """Return the circumstances of fire at scenery, which hits on 2+ before modifiers (D-SCEN-12, D-SHOOT-12)."""
    squad, seen = game.squad_of(unit), sees_scenery(game, unit, weapon, feature)
    on_two = weapon.model_copy(update={"accuracy": SCENERY}) if weapon.accuracy is not None else weapon
    scattered = unit.on_table and not game.is_coherent(squad)
    return Aim(
        on_two, WALL, scattered=scattered, disembarked=squad.disembarked, seen=seen, combined=combined, lost=unit.lost
    )


def sees_scenery(game: Game, unit: Unit, weapon: WeaponDocument, feature: Feature) -> bool:
    """Return whether a weapon sees a piece in its arc and range; Scouts see for Indirect weapons (D-GEO-15, R-5)."""
    outlines, scouts = game.seeing.outlines, _scouts(game, unit) if "indirect" in weapon.rules else ()
    points = (outlines.owner == outlines.numbers[feature.id]).nonzero()[0]
    others = [eye for scout in scouts for eye in eyes_of(game, scout)]
    for eye in eyes_of(game, unit, weapon):
        near = points[_in_reach(game, unit, weapon, eye, outlines.spots[points])]
        if any(game.seeing.sees([other], np.zeros_like(near), near).any() for other in (eye, *others)):
            return True
    return False


def why_not_scenery(game: Game, unit: Unit, weapon: WeaponDocument, feature: Feature) -> Refusal | None:
    """Return why a weapon may not fire at a piece now; None if it may (D-SHOOT-3, D-SCEN-8, D-GEO-15)."""
    outlines = game.seeing.outlines
    if feature.id not in outlines.numbers:
        return Refusal(_("{piece} cannot be damaged", piece=feature.name), "D-SCEN-8")
    if "tech killer" in weapon.rules:
        return Refusal(_("it does no damage to scenery"), "D-SPEC-TEC")
    if feature.id == piece_of(unit):
        return Refusal(_("{unit} is inside it", unit=unit.name), "D-SHOOT-3")
    spots, eyes = outlines.spots[outlines.owner == outlines.numbers[feature.id]], eyes_of(game, unit, weapon)
    if not eyes:
        return Refusal(_("{unit} is at the centre of a Garrison", unit=unit.name), "D-GARR-10")
    inches = min(float(np.hypot(spots[:, 0] - eye.x, spots[:, 1] - eye.y).min()) for eye in eyes)
    reach = weapon.range_to(countered=False) * vantage(game, unit)
    if not game.ruler.policy.allows(inches, reach):
        facts = {"distance": length(inches), "range": size(reach)}
        text = _("{distance} away, its range is {range}", **facts)
        return Refusal(text, "D-SHOOT-10", short_by=inches - reach)
    if not any(len(_in_reach(game, unit, weapon, eye, spots)) for eye in eyes):
        text = _("{target} is not in the arc of {weapon}", target=feature.name, weapon=weapon.name)
        return Refusal(text, "D-SHOOT-8")
    if "indirect" in weapon.rules or sees_scenery(game, unit, weapon, feature):
        return None
    return Refusal(_("no line of sight to {target}", target=feature.name), "D-SHOOT-9")


def pieces_in_reach(game: Game, armed: Sequence[Armed], *, one_will_do: bool = False) -> list[list[Feature]]:
    """Return for each weapon the pieces at which it may fire now; Indirect ones need no sight (D-SHOOT-3).

    `one_will_do`: stop as soon as a piece is seen, although there may be more.
    """
    outlines, looks = game.seeing.outlines, defaultdict[int, list[tuple[int, Eye, Numbers]]](list)
    seen = np.zeros((len(armed), len(outlines.pieces)), dtype=bool)
    for number, (unit, weapon) in enumerate(armed):
        own_piece = outlines.numbers.get(piece_of(unit), -1)
        for eyes in _by_place(eyes_of(game, unit, weapon)) if "tech killer" not in weapon.rules else ():
            points_near = _in_reach(game, unit, weapon, eyes[0], outlines.spots)
            points_near = points_near[outlines.owner[points_near] != own_piece]
            if "indirect" in weapon.rules:
                seen[number, outlines.owner[points_near]] = True
                continue
            nearest_of_piece = np.unique(outlines.owner[points_near], return_index=True)[
                1
            ]  # the nearest shows most of a piece
            parts = points_near[nearest_of_piece], np.delete(points_near, nearest_of_piece)
            for order, (eye, part) in enumerate(product(eyes, parts)):
                looks[order].append((number, eye, part))
    for batch in looks.values():  # the likeliest points of all weapons first
        if not (one_will_do and seen.any()):
            _look(game, batch, seen)
    return [[piece for piece, sees in zip(outlines.pieces, row) if sees] for row in seen.tolist()]


def _look(game: Game, looks: Sequence[tuple[int, Eye, Numbers]], seen: NDArray[np.bool_]) -> None:
    """Let weapons look at pieces that they have not seen yet; add (weapon, piece) to `seen` for those they see.

    A look is a weapon's number, one of its eyes, and the numbers of points of scenery.
    """
    owner, eyes = game.seeing.outlines.owner, [*dict.fromkeys(eye for _weapon, eye, _points in looks)]
    look_numbers = np.arange(len(looks)).repeat([len(points) for _weapon, _eye, points in looks])
    weapon, eye = np.array([(weapon, eyes.index(eye)) for weapon, eye, _points in looks], dtype=np.intp)[look_numbers].T
    points = np.concatenate([points for _weapon, _eye, points in looks])
    unseen = (~seen[weapon, owner[points]]).nonzero()[0]
    seen_now = unseen[game.seeing.sees(eyes, eye[unseen], points[unseen])]
    seen[weapon[seen_now], owner[points[seen_now]]] = True


def _in_reach(
    game: Game, unit: Unit, weapon: WeaponDocument, eye: Eye, spots: Spots, reach: Spots | None = None
) -> Numbers:
    """Return the indices of spots in an eye's arc and in the range, or in `reach`; the nearest first."""
    if reach is None:
        reach = np.array(weapon.range_to(countered=False) * vantage(game, unit) + game.slack)
    (arcs, half), dx, dy = arcs_of(game, unit, weapon), spots[:, 0] - eye.x, spots[:, 1] - eye.y
    squares = dx * dx + dy * dy
    near = np.flatnonzero(squares <= reach * reach)
    if len(arcs) < len(MIDDLES):
        near = near[are_in_arc(arcs, eye.facing or 0, dx[near], dy[near], half)]
    return near[squares[near].argsort(kind="stable")]
