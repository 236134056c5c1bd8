"""Exact odds of fire, close quarters, Fortitude, falling scenery and searches (D-SHOOT, D-CQ, D-SCEN-13, D-OBJ-5).

`Shares` hold the chance of each number of points: 0, 1, 2, and so on. The `Aim` says what each face does, as it does
for rolled dice. Saves cancel points independently of one another, so each point counts with the chance that it is not
saved. Weapons, and the shots of a weapon, are independent too, so most odds are products. An Area shot that hits
strikes several units with one die: each number of such hits and glances is a case of its own.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache, reduce
from itertools import accumulate, product
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from game.engine.core.decisions import Answer, Choose, Decision
from game.engine.core.shares import NOTHING, Shares, at_least, mapped, mean, of, power, repeated, thinned
from game.rulesets.dropzone.rules.close_quarters.fighting import HALF, PASSIVE, fails_by, saves, suffering
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import ALL_AT, CEASE, LATER, SILENT
from game.rulesets.dropzone.rules.moving.boarding import ERRAND, TOGETHER, errand_answer
from game.rulesets.dropzone.rules.objectives import finds, search_result
from game.rulesets.dropzone.rules.scenery import LARGE, automatic_aim, blow, critical, near_fall, occupants
from game.rulesets.dropzone.rules.scenery import left as points_left
from game.rulesets.dropzone.rules.shooting.declaring import (
    GLANCE,
    as_touched,
    fire_at,
    focuses,
    stands_in,
    target_of,
    touched,
)
from game.rulesets.dropzone.rules.shooting.legal import pieces_in_reach, sighted
from game.rulesets.dropzone.rules.shooting.numbers import UNSAVED, Aim, Armed, Fire, saved
from game.rulesets.dropzone.rules.shooting.offering import key_of
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit

FACES: Final = range(1, 7)
D3: Final = of(dict.fromkeys((1, 2, 3), 1 / 3))
D6: Final = of(dict.fromkeys(FACES, 1 / 6))
WEIGHED: Final = 8
"""The most hits for which every way to focus them is weighed; for more, only the ways that share evenly."""


class Harm(NamedTuple):
    """The chance of each number of damage points that a target suffers, even beyond those that it has `left`.

    `fatal` is the chance of its destruction if that differs from the chance to lose all points (D-BEH-11).
    """

    points: Shares
    left: int
    fatal: float | None = None

    @property
    def destroyed(self) -> float:
        """The chance that the target is destroyed."""
        return at_least(self.points, self.left) if self.fatal is None else self.fatal

    @property
    def lost(self) -> float:
        """The expected points that the target loses."""
        return lost(self.points, self.left)

    @property
    def overkill(self) -> float:
        """The expected points beyond those that the target has left, which are wasted (D-SHOOT-20)."""
        return mean(self.points) - self.lost


def faces_of(aim: Aim) -> Iterable[int]:
    """Return the faces that a hit die may show: an automatic hit counts as a 6 (D-SHOOT-14)."""
    return FACES if aim.needed is not None else (6,)


def share_of(faces: Iterable[int], counts: Callable[[int], bool]) -> float:
    """Return the share of equally likely faces for which `counts` is true."""
    counted = [counts(face) for face in faces]
    return sum(counted) / len(counted)


def unsaved(needed: int) -> float:
    """Return the chance that a point is not saved by a save on `needed`; 0 stands for no save (D-SHOOT-18)."""
    return 1.0 - sum(saved((face,), needed) for face in FACES) / len(FACES) if needed else 1.0


def die_of(points: Callable[[int], int]) -> Shares:
    """Return the chance of each number of points of a die; `points` gives them for each face."""
    chances: dict[int, float] = {}
    for face in FACES:
        chances[points(face)] = chances.get(points(face), 0.0) + 1.0 / len(FACES)
    return of(chances)


def hit(aim: Aim, energy: int | None = None) -> Shares:
    """Return the chance of each number of points from one hit, after saves."""
    return thinned(die_of(lambda face: aim.damage(face, energy)), unsaved(aim.save))


def automatic(aim: Aim) -> Shares:
    """Return the chance of each number of points from one automatic Critical, after saves (D-SPEC-DS)."""
    return thinned(of({aim.destruction: 1.0}), unsaved(aim.save))


def hits_on(aim: Aim, energy: int | None, *, infantry: bool) -> Shares:
    """Return the chance of each number of points of an Area shot on a unit: D6 hits on Infantry (D-SPEC-ARE, R-34)."""
    one_hit = hit(aim, energy)
    return repeated(D6, one_hit) if infantry else one_hit


def glance(aim: Aim) -> Shares:
    """Return the chance of each number of points from an Area shot that glances off its target (D-SPEC-ARE)."""
    return hits_on(aim, aim.energy - GLANCE, infantry=aim.target.is_infantry)


def volley(aim: Aim, left: int) -> Shares:
    """Return the chance of each number of damage points from all shots of a weapon at a unit with `left` points.

    Not for Area weapons. Focus is used as in `best_focus`.
    """
    faces = faces_of(aim)
    sure = share_of(faces, aim.destroys)
    struck = share_of(faces, lambda face: aim.needed is None or aim.hits(face)) - sure
    if "focus" not in aim.weapon.rules:
        return power(_mixed((struck, hit(aim)), (sure, automatic(aim))), aim.shots)
    return _mixed(*_focused(aim, left, struck, sure))


def _focused(aim: Aim, left: int, struck: float, sure: float) -> Iterator[tuple[float, Shares]]:
    """Yield the chance of each number of hits and automatic Criticals, with the chances of the points they bring."""
    shots, critical = aim.shots, automatic(aim)
    for hits in range(shots + 1):
        best = _points(aim, best_focus(aim, hits, left))
        for criticals in range(shots - hits + 1 if sure else 1):
            missed = shots - hits - criticals
            chance = comb(shots, hits) * comb(shots - hits, criticals) * struck**hits * sure**criticals
            chance *= (1.0 - struck - sure) ** missed if missed else 1.0
            yield chance, np.convolve(best, power(critical, criticals)) if criticals else best


def best_focus(aim: Aim, hits: int, left: int) -> tuple[int, ...]:
    """Return the best way to focus hits on a unit with `left` points: the one that costs it the most of these.

    A way holds, for each hit that remains, the number of hits given up for it. Of equal ways, it is the one that keeps
    the most hits. Other weapons are not considered.
    """
    ways = [*focuses(hits)] if hits <= WEIGHED else [*_even(hits)]
    return max(ways, key=lambda way: round(lost(_points(aim, way), left), 9), default=())


def lost(points: Shares, left: int) -> float:
    """Return the expected points that a unit loses, of which it cannot lose more than `left` (D-SHOOT-20)."""
    return float(points @ np.minimum(np.arange(len(points)), left))


def _points(aim: Aim, way: tuple[int, ...]) -> Shares:
    """Return the chance of each number of damage points from hits that are focused in a way."""
    focus = aim.weapon.rules.get("focus")
    amount, points = focus.value if focus is not None else 0, NOTHING
    for given in set(way):
        points = np.convolve(points, power(hit(aim, aim.energy + amount * given), way.count(given)))
    return points


def _even(hits: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to give up hits in which the remaining hits share them as evenly as possible."""
    for remaining in range(hits, 0, -1):
        given, surplus = divmod(hits - remaining, remaining)
        yield (given + 1,) * surplus + (given,) * (remaining - surplus)


def _mixed(*cases: tuple[float, Shares]) -> Shares:
    """Return the shares over cases with a chance each; if these do not add up to 1, the remainder brings no points."""
    total = np.zeros(max((len(shares) for _chance, shares in cases), default=1))
    for chance, shares in cases:
        total[: len(shares)] += chance * shares
    total[0] += 1.0 - sum(chance for chance, _shares in cases)
    return total


Counts = tuple[int, ...]


def zone_harm(game: Game, behemoth: Unit, struck: Mapping[str, Shares]) -> Harm:
    """Return the harm to a Behemoth from the chances of points at each zone; the attacker makes the best choices."""
    zones = game.sheet(behemoth).zones
    lefts = tuple(zone.whole - behemoth.zones.get(zone.zone, 0) for zone in zones)
    wholes, steps = tuple(zone.whole for zone in zones), tuple(zone.points for zone in zones)
    times = tuple(behemoth.crippled.get(zone.zone, 0) for zone in zones)
    each_zone = [_capped(struck.get(zone.zone, NOTHING), left) for zone, left in zip(zones, lefts, strict=True)]
    points, fatal = np.zeros(sum(lefts) + 1), 0.0
    for losses in product(*(range(len(shares)) for shares in each_zone)):
        chance = prod(float(shares[points_lost]) for shares, points_lost in zip(each_zone, losses, strict=True))
        if chance:
            after = tuple(left - points_lost for left, points_lost in zip(lefts, losses, strict=True))
            destroyed, points_left = _settled(after, wholes, steps, times)
            points[sum(lefts) - points_left] += chance
            fatal += chance if destroyed else 0.0
    return Harm(points, sum(lefts), fatal)


def _capped(points: Shares, left: int) -> Shares:
    """Return the chance of each number of points that a zone loses, of which it cannot lose more than `left`."""
    capped = np.zeros(left + 1)
    capped[: min(left, len(points))] = points[:left]
    capped[left] = at_least(points, left)
    return capped


@lru_cache(maxsize=50_000)
def _settled(lefts: Counts, wholes: Counts, steps: Counts, times: Counts) -> tuple[bool, int]:
    """Return whether a Behemoth is destroyed once all crippling is done, and the points left in its zones (D-BEH-9).

    A zone is crippled each time it has lost as many more points as its step says; then another zone loses a point. By
    zone, `lefts` are the points left, `wholes` those at the start, and `times` the cripplings so far.
    """
    if sum(not left for left in lefts) > 1:
        return True, sum(lefts)
    due = (n for n, left in enumerate(lefts) if (wholes[n] - left) // steps[n] > times[n])
    number = next(due, None)
    if number is None:
        return False, sum(lefts)
    times = (*times[:number], times[number] + 1, *times[number + 1 :])
    others = [n for n, left in enumerate(lefts) if left and n != number]
    choices = [(*lefts[:other], lefts[other] - 1, *lefts[other + 1 :]) for other in others] or [lefts]
    # the attacker's best: destruction first, then the fewest points left
    return max((_settled(choice, wholes, steps, times) for choice in choices), key=lambda end: (end[0], -end[1]))


CIRCUMSTANCES: Final = tuple(shot.name for shot in fields(Aim) if shot.name not in ("weapon", "target"))
"""The fields of an `Aim` besides the documents of the weapon and the target."""


class FireOdds(NamedTuple):
    """The odds of a declaration: the harm to each unit and piece, and the number of units destroyed of each squad."""

    units: Mapping[str, Harm]
    destroyed: Mapping[str, Shares]
    scenery: Mapping[str, Harm]


Struck = Mapping[str, Shares]
"""The chances of points for each unit that a weapon strikes, by unit id."""


def fire_odds(game: Game, fires: Sequence[Fire]) -> FireOdds:
    """Return the odds of a declaration of fire, without wrecks, crashes and collateral damage after it (D-SHOOT-21)."""
    at_units = [(fire, fire.target) for fire in fires if isinstance(fire.target, Unit)]
    at_zones = [(fire, target) for fire, target in at_units if game.sheet(target).zones]
    ordinary = _plain(game, [shot for shot in at_units if not shot[0].has_template and shot not in at_zones])
    templates = [[*_cases(game, fire, target)] for fire, target in at_units if fire.has_template]
    harm, destroyed = _together(game, ordinary, templates)
    for behemoth in dict.fromkeys(target for _fire, target in at_zones):
        zones = [*game.zones_left(behemoth)]
        at_it = [(fire, target) for fire, target in at_zones if target is behemoth]
        struck = {zone: _plain(game, [pair for pair in at_it if (pair[0].zone or zones[0]) == zone]) for zone in zones}
        total = zone_harm(game, behemoth, {zone: points.get(behemoth.id, NOTHING) for zone, points in struck.items()})
        harm[behemoth.id], destroyed[behemoth.squad] = total, np.array([1.0 - total.destroyed, total.destroyed])
    return FireOdds(harm, destroyed, _scenery(game, fires))


def _together(
    game: Game, ordinary: Struck, templates: Sequence[Sequence[tuple[float, Struck]]]
) -> tuple[dict[str, Harm], dict[str, Shares]]:
    """Return the harm of units, and the units destroyed of each squad, from ordinary and Area weapons together.

    `templates` holds the cases of each Area weapon: a chance, and the points of the units that it strikes then.
    """
    struck_by = (struck for cases in templates for _chance, struck in cases)
    names = [*dict.fromkeys((*ordinary, *(name for struck in struck_by for name in struck)))]
    lefts = {name: game.left(game.state.units[name]) for name in names}
    squads: dict[str, list[str]] = {}
    for name in names:
        squads.setdefault(game.state.units[name].squad, []).append(name)
    points = dict.fromkeys(names, np.zeros(1))
    destroyed = {squad: np.zeros(len(units) + 1) for squad, units in squads.items()}
    for cases in product(*templates):
        chance, fates = prod(probability for probability, _struck in cases), dict[str, Shares]()
        for name in names:
            sources = (struck[name] for _chance, struck in cases if name in struck)
            in_case = reduce(np.convolve, sources, ordinary.get(name, NOTHING))
            points[name] = _added(points[name], chance * in_case)
            falls = at_least(in_case, lefts[name])
            fates[name] = np.array([1.0 - falls, falls])
        for squad, units in squads.items():
            destroyed[squad] = destroyed[squad] + chance * reduce(np.convolve, map(fates.__getitem__, units), NOTHING)
    return {name: Harm(points[name], lefts[name]) for name in names}, destroyed


def _plain(game: Game, fires: Sequence[tuple[Fire, Unit]]) -> dict[str, Shares]:
    """Return the chances of points from weapons without a template, by target; equal shots are worked out once."""
    volleys, struck = dict[Hashable, Shares](), dict[str, Shares]()
    for fire, target in fires:
        left = game.left(target)
        key = _key(fire.aim, left)
        if key not in volleys:
            volleys[key] = volley(fire.aim, left)
        struck[target.id] = np.convolve(struck[target.id], volleys[key]) if target.id in struck else volleys[key]
    return struck


def _key(aim: Aim, left: int) -> Hashable:
    """Return a key for everything on which the odds of shots depend; it is valid while the documents exist."""
    return id(aim.weapon), id(aim.target), left, *(getattr(aim, name) for name in CIRCUMSTANCES)


def _cases(game: Game, fire: Fire, target: Unit) -> Iterator[tuple[float, Struck]]:
    """Yield the chance of each number of hits and glances of an Area weapon, with their points (D-SPEC-ARE)."""
    aim, faces, shots = fire.aim, faces_of(fire.aim), fire.aim.shots
    hits = share_of(faces, aim.hits)
    glances = share_of(faces, lambda face: face > 1 and not aim.hits(face))
    touched_units = {
        unit.id: hits_on(aim if unit is target else as_touched(game, fire, unit), aim.energy,
                         infantry=game.sheet(unit).is_infantry)
        for unit in touched(game, fire, target)
    }  # fmt: skip
    glanced = glance(aim)
    for strikes in range(shots + 1):
        for glancing in range(shots - strikes + 1):  # shots that glance off
            missed = shots - strikes - glancing
            chance = comb(shots, strikes) * comb(shots - strikes, glancing) * hits**strikes * glances**glancing
            chance *= (1.0 - hits - glances) ** missed if missed else 1.0
            if chance <= 0.0:
                continue
            struck = {name: power(shares, strikes) for name, shares in touched_units.items()} if strikes else {}
            if glancing:
                struck[target.id] = np.convolve(struck.get(target.id, NOTHING), power(glanced, glancing))
            yield chance, struck


def _scenery(game: Game, fires: Sequence[Fire]) -> dict[str, Harm]:
    """Return the harm of each piece that is shot at (D-SCEN-12)."""
    harms: dict[str, Harm] = {}
    for fire in fires:
        piece = fire.target
        if isinstance(piece, Feature):
            harm = harms.get(piece.id, Harm(NOTHING, points_left(game, piece)))
            harms[piece.id] = harm._replace(points=np.convolve(harm.points, _on_piece(fire, piece)))
    return harms


def _on_piece(fire: Fire, piece: Feature) -> Shares:
    """Return the chance of each number of points from a weapon at scenery: D3 blows for each Area hit."""
    by_hit = die_of(lambda face: blow(fire.weapon, piece, face, fire.aim.energy).points)
    if fire.has("area"):
        by_hit = repeated(D3, by_hit)
    faces = faces_of(fire.aim)
    sure = 0.0 if fire.has("area") else share_of(faces, fire.aim.destroys)
    struck = share_of(faces, fire.aim.hits)
    by_shot = _added((struck - sure) * by_hit, sure * die_of(lambda _face: critical(fire.weapon).points))
    by_shot[0] += 1.0 - struck
    return power(by_shot, fire.aim.shots)


def _added(first: Shares, second: Shares) -> Shares:
    """Return the sum of two arrays of chances, which may differ in length."""
    total = np.zeros(max(len(first), len(second)))
    total[: len(first)] += first
    total[: len(second)] += second
    return total


def fire_at_squad(game: Game, armed: Sequence[Armed], foe: Squad, declared: Sequence[Fire] = ()) -> list[Fire]:
    """Return the fire of every weapon that reaches a squad.

    Each weapon aims at the unit whose chance to be destroyed it raises most, after the fire already `declared`.
    """
    fires = [*declared]
    for unit, weapon in armed:
        if stands_in(fires, unit, weapon):
            continue
        targets = [target for target in game.present(foe) if not sighted(game, unit, weapon, target).refusals]
        if targets:
            fires.append(max((fire_at(game, unit, weapon, target) for target in targets),
                             key=lambda fire: _gained(game, fires, fire)))  # fmt: skip
    return fires[len(declared) :]


def _gained(game: Game, fires: list[Fire], fire: Fire) -> float:
    """Return the gain of a shot: the chance that it adds to destroy its target, and a tenth of the damage it adds."""
    assert isinstance(fire.target, Unit)
    name = fire.target.id
    earlier_shots = [shot for shot in fires if shot.target is fire.target]
    after, before = (
        fire_odds(game, [*earlier_shots, fire]).units.get(name),
        fire_odds(game, earlier_shots).units.get(name),
    )
    if after is None:
        return 0.0
    present_odds = (before.destroyed, before.lost) if before is not None else (0.0, 0.0)
    return after.destroyed - present_odds[0] + (after.lost - present_odds[1]) / 10


def ordered_fire(game: Game, decision: Decision, order: str) -> list[Fire]:
    """Return the fire of an order to fire at a target: of the weapon that a decision asks about, and of waiting ones.

    The target is a squad or a piece of scenery.
    """
    if game.firing is None or not order.startswith(ALL_AT.key) or decision.rule != "D-SHOOT-5":
        return []
    waiting, declared, key = game.firing.waiting, game.firing.declared, order.removeprefix(ALL_AT.key)
    foe, piece = game.state.squads.get(key), target_of(game, key)
    if foe is not None:
        return fire_at_squad(game, waiting, foe, declared)
    return fire_at_piece(game, waiting, piece, declared) if isinstance(piece, Feature) else []


def fire_at_piece(game: Game, armed: Sequence[Armed], piece: Feature, declared: Sequence[Fire] = ()) -> list[Fire]:
    """Return the fire of every weapon that reaches a piece of scenery, after the fire already `declared`."""
    fires = [*declared]
    for (unit, weapon), pieces in zip(armed, pieces_in_reach(game, armed), strict=True):
        if piece in pieces and not stands_in(fires, unit, weapon):
            fires.append(fire_at(game, unit, weapon, piece))
    return fires[len(declared) :]


def ordered(game: Game, decision: Decision, order: str) -> Answer | None:
    """Return the answer that an order to a squad gives; None where it ends (D-SHOOT-5, D-GARR-4, D-TRANS-15)."""
    if order.startswith(TOGETHER):
        squad, place = order.removeprefix(TOGETHER).split("|")
        unit = game.state.units.get(decision.about)
        is_asked = unit is not None and unit.squad == squad and decision.rule == "D-GARR-4"
        return place if is_asked and isinstance(decision, Choose) and decision.offers(place) else None
    if order.startswith(ERRAND):
        return errand_answer(game, decision, order)
    if order == CEASE.key:
        return SILENT.key if decision.rule == "D-SHOOT-5" else None
    fires = ordered_fire(game, decision, order)
    if fires and game.firing is not None and (fires[0].unit, fires[0].weapon) != game.firing.waiting[0]:
        return LATER.key if decision.allows(LATER.key) else None  # others reach the squad
    return key_of(fires[0].target) if fires else None


class CloseOdds(NamedTuple):
    """The odds of close quarters fire at a squad: points, units destroyed, and the chance that it breaks and runs."""

    harm: Harm
    destroyed: Shares
    breaks: float


def close_odds(game: Game, attackers: Sequence[Armed], target: Squad, *, entered: bool) -> CloseOdds:
    """Return the odds of close quarters fire at a squad (D-CQ-3 to D-CQ-7)."""
    sheet = game.sheet_of(target)
    savable = fierce = NOTHING  # points that a Passive save may stop, and points from weapons too strong for it
    for unit, weapon in attackers:
        aim = Aim(weapon, sheet, lost=unit.lost, close=True)
        dice = power(_close_die(aim, entered=entered), aim.shots)
        if weapon.energy < UNSAVED:
            savable = np.convolve(savable, dice)
        else:
            fierce = np.convolve(fierce, dice)
    for purpose, needed_face in saves(sheet):
        savable = thinned(savable, unsaved(needed_face))
        fierce = fierce if purpose == PASSIVE else thinned(fierce, unsaved(needed_face))
    points = np.convolve(savable, fierce)
    lefts = [game.left(unit) for unit in suffering(game, target)]
    return CloseOdds(Harm(points, sum(lefts)), mapped(points, lambda lost: felled(lefts, lost)),
                     _breaks(game, target, points, sum(lefts)))  # fmt: skip


def _close_die(aim: Aim, *, entered: bool) -> Shares:
    """Return the chance of each number of points of a close quarters die (D-CQ-4).

    Attackers who have just entered reroll their successes.
    """
    plain = die_of(aim.damage)
    if not entered:
        return plain
    success = share_of(FACES, lambda face: aim.damage(face) > 0)
    rerolled: Shares = success * plain
    rerolled[0] += 1.0 - success
    return rerolled


def felled(lefts: Sequence[int], points: int) -> int:
    """Return the number of units that points destroy if the units take them in order (D-CQ-5)."""
    return bisect(list(accumulate(lefts)), points)


def _breaks(game: Game, squad: Squad, points: Shares, left: int) -> float:
    """Return the chance that a squad survives, has to test its Fortitude and fails (D-CQ-7)."""
    whole = game.sheet_of(squad).damage * len(squad.units)
    tested = sum(chance for lost, chance in enumerate(points) if 0 < lost < left and left - lost < HALF * whole)
    return float(tested) * share_of(FACES, lambda face: fails_by(game, squad, face) > 0)


def collapse_odds(game: Game, feature: Feature) -> Mapping[str, Harm]:
    """Return the harm of each unit in a piece, and near it, if the piece falls (D-SCEN-13, D-SCEN-14)."""
    energy, harms = feature.kind.armour, dict[str, Harm]()
    for unit in occupants(game, feature):
        harms[unit.id] = Harm(repeated(np.convolve(D3, D3), hit(automatic_aim(game, unit, energy))), game.left(unit))
    reaches = [near_fall(game, feature, inches) for inches in (1, 2, 3)] if feature.kind.damage >= LARGE else []
    for unit in reaches[-1] if reaches else ():
        counts = np.array([0.0] * 4)  # the chance of 0 to 3 hits: as many as the D3 shows, if that many inches reach it
        for inches, units_within in enumerate(reaches, 1):
            counts[inches if unit in units_within else 0] += D3[inches]
        harms[unit.id] = Harm(repeated(counts, hit(automatic_aim(game, unit, energy))), game.left(unit))
    return harms


def search_odds(game: Game, squad: Squad, objective: Objective) -> float:
    """Return the chance that a search succeeds (D-OBJ-5)."""
    return share_of(FACES, lambda face: finds(face, search_result(game, squad, objective, face)))
