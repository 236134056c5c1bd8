"""Exact odds of fire, close quarters, Fortitude, falling scenery and searches (D-SHOOT, D-CQ, D-SCEN-13, D-OBJ-5).

Every face is judged by the `Aim` itself, as when it is rolled. Saves cancel points independently of one another, so
each point counts with the chance that it is not saved. Weapons, and the shots of one, are independent of one another,
so most of it is a product. An Area shot that hits strikes several units with one die: each number of such hits and
glances is a case of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import dropwhile, product
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from game.engine.core.decisions import Answer, Choose, Decision
from game.engine.core.shares import NOTHING, Shares, at_least, mapped, mean, of, power, repeated, thinned
from game.rulesets.dropzone.rules.close_quarters.fighting import HALF, PASSIVE, fails_by, saves, suffering
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import CEASE, SILENT
from game.rulesets.dropzone.rules.moving.boarding import TOGETHER
from game.rulesets.dropzone.rules.objectives import finds, search_result
from game.rulesets.dropzone.rules.scenery import LARGE, automatic_aim, blow, critical, near_fall, occupants
from game.rulesets.dropzone.rules.scenery import left as points_left
from game.rulesets.dropzone.rules.shooting.declaring import (
    GLANCE,
    as_touched,
    asked_about,
    fire_at,
    focuses,
    stands_in,
    touched,
    weapons,
)
from game.rulesets.dropzone.rules.shooting.legal import sighted
from game.rulesets.dropzone.rules.shooting.numbers import UNSAVED, Aim, Armed, Fire, saved
from game.rulesets.dropzone.rules.shooting.offering import ALL_AT
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit

FACES: Final = range(1, 7)
D3: Final = of(dict.fromkeys((1, 2, 3), 1 / 3))
D6: Final = of(dict.fromkeys(FACES, 1 / 6))
WEIGHED: Final = 8
"""The most hits for which every way to focus them is weighed; of more, only those that share evenly."""


class Harm(NamedTuple):
    """The chance of each number of damage points that a target suffers, even beyond those that it has `left`.

    `fatal` is the chance that it is destroyed, where that is another than to lose all of them (D-BEH-11).
    """

    points: Shares
    left: int
    fatal: float | None = None

    @property
    def destroyed(self) -> float:
        """The chance that nothing is left of it."""
        return at_least(self.points, self.left) if self.fatal is None else self.fatal

    @property
    def lost(self) -> float:
        """The expected points that it loses."""
        return lost(self.points, self.left)

    @property
    def overkill(self) -> float:
        """The expected points beyond those it has left: they are wasted (D-SHOOT-20)."""
        return mean(self.points) - self.lost


def faces_of(aim: Aim) -> Iterable[int]:
    """Return the faces that a hit die may show: an automatic hit counts as a 6 (D-SHOOT-14)."""
    return FACES if aim.needed is not None else (6,)


def share_of(faces: Iterable[int], counts: Callable[[int], bool]) -> float:
    """Return the share of equally likely faces that count."""
    found = [counts(face) for face in faces]
    return sum(found) / len(found)


def unsaved(needed: int) -> float:
    """Return the chance that a point is not saved, 1 without a save (D-SHOOT-18)."""
    return 1.0 - sum(saved((face,), needed) for face in FACES) / len(FACES) if needed else 1.0


def die_of(points: Callable[[int], int]) -> Shares:
    """Return the shares of the points that a die brings, by its face."""
    chances: dict[int, float] = {}
    for face in FACES:
        chances[points(face)] = chances.get(points(face), 0.0) + 1.0 / len(FACES)
    return of(chances)


def hit(aim: Aim, energy: int | None = None) -> Shares:
    """Return the shares of points of one hit, after saves."""
    return thinned(die_of(lambda face: aim.damage(face, energy)), unsaved(aim.save))


def automatic(aim: Aim) -> Shares:
    """Return the shares of points of one automatic Critical, after saves (D-SPEC-DS)."""
    return thinned(of({aim.destruction: 1.0}), unsaved(aim.save))


def hits_on(aim: Aim, energy: int | None, *, infantry: bool) -> Shares:
    """Return the shares of points of one Area shot that strikes a unit: D6 hits on Infantry (D-SPEC-ARE, R-34)."""
    one = hit(aim, energy)
    return repeated(D6, one) if infantry else one


def glance(aim: Aim) -> Shares:
    """Return the shares of points of one Area shot that glances off its target (D-SPEC-ARE)."""
    return hits_on(aim, aim.energy - GLANCE, infantry=aim.target.is_infantry)


def volley(aim: Aim, left: int) -> Shares:
    """Return the chance of each number of damage points from all shots of a weapon at a unit with `left` points.

    Area weapons are not for this; Focus is used as in `best_focus`.
    """
    faces = faces_of(aim)
    sure = share_of(faces, aim.destroys)
    struck = share_of(faces, lambda face: aim.needed is None or aim.hits(face)) - sure
    if "focus" not in aim.weapon.rules:
        return power(_mixed((struck, hit(aim)), (sure, automatic(aim))), aim.shots)
    return _mixed(*_focused(aim, left, struck, sure))


def _focused(aim: Aim, left: int, struck: float, sure: float) -> Iterator[tuple[float, Shares]]:
    """Yield the chance of each number of hits and automatic Criticals, with the shares of points they bring."""
    shots, critical = aim.shots, automatic(aim)
    for hits in range(shots + 1):
        best = _points(aim, best_focus(aim, hits, left))
        for more in range(shots - hits + 1 if sure else 1):
            missed = shots - hits - more
            chance = comb(shots, hits) * comb(shots - hits, more) * struck**hits * sure**more
            chance *= (1.0 - struck - sure) ** missed if missed else 1.0
            yield chance, np.convolve(best, power(critical, more)) if more else best


def best_focus(aim: Aim, hits: int, left: int) -> tuple[int, ...]:
    """Return how hits are best focused on a unit with some points left: for the most points that it can lose.

    Of equal ways, the one that keeps the most hits. Other weapons are not considered.
    """
    ways = [*focuses(hits)] if hits <= WEIGHED else [*_even(hits)]
    return max(ways, key=lambda way: round(lost(_points(aim, way), left), 9), default=())


def lost(points: Shares, left: int) -> float:
    """Return the expected points that a unit loses of those it suffers: no more than it has left (D-SHOOT-20)."""
    return float(points @ np.minimum(np.arange(len(points)), left))


def _points(aim: Aim, way: tuple[int, ...]) -> Shares:
    """Return the chance of each number of damage points from hits, given how they are focused."""
    focus = aim.weapon.rules.get("focus")
    amount, found = focus.value if focus is not None else 0, NOTHING
    for given in set(way):
        found = np.convolve(found, power(hit(aim, aim.energy + amount * given), way.count(given)))
    return found


def _even(hits: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to give up hits that share them among the others as evenly as possible."""
    for kept in range(hits, 0, -1):
        each, more = divmod(hits - kept, kept)
        yield (each + 1,) * more + (each,) * (kept - more)


def _mixed(*cases: tuple[float, Shares]) -> Shares:
    """Return the shares over cases with a chance each; nothing happens in what is left of 1."""
    found = np.zeros(max((len(shares) for _chance, shares in cases), default=1))
    for chance, shares in cases:
        found[: len(shares)] += chance * shares
    found[0] += 1.0 - sum(chance for chance, _shares in cases)
    return found


Counts = tuple[int, ...]


def zone_harm(game: Game, behemoth: Unit, struck: Mapping[str, Shares]) -> Harm:
    """Return the harm to a Behemoth from the shares of points at its zones; the attacker chooses what is best."""
    zones = game.sheet(behemoth).zones
    lefts = tuple(each.whole - behemoth.zones.get(each.zone, 0) for each in zones)
    wholes, steps = tuple(each.whole for each in zones), tuple(each.points for each in zones)
    times = tuple(behemoth.crippled.get(each.zone, 0) for each in zones)
    each_zone = [_capped(struck.get(zone.zone, NOTHING), left) for zone, left in zip(zones, lefts, strict=True)]
    points, fatal = np.zeros(sum(lefts) + 1), 0.0
    for losses in product(*(range(len(shares)) for shares in each_zone)):
        chance = prod(float(shares[lost]) for shares, lost in zip(each_zone, losses, strict=True))
        if chance:
            after = tuple(left - lost for left, lost in zip(lefts, losses, strict=True))
            dead, rest = _settled(after, wholes, steps, times)
            points[sum(lefts) - rest] += chance
            fatal += chance * dead
    return Harm(points, sum(lefts), fatal)


def _capped(points: Shares, left: int) -> Shares:
    """Return the chance of each number of points that a zone loses, at most those that it has left."""
    found = np.zeros(left + 1)
    found[: min(left, len(points))] = points[:left]
    found[left] = at_least(points, left)
    return found


@lru_cache(maxsize=50_000)
def _settled(lefts: Counts, wholes: Counts, steps: Counts, times: Counts) -> tuple[bool, int]:
    """Return whether a Behemoth is destroyed after all that follows, and the points left in its zones (D-BEH-9)."""
    if sum(not left for left in lefts) > 1:
        return True, sum(lefts)
    due = (n for n, left in enumerate(lefts) if (wholes[n] - left) // steps[n] > times[n])
    number = next(due, None)
    if number is None:
        return False, sum(lefts)
    then = tuple(count + (n == number) for n, count in enumerate(times))
    others = [n for n, left in enumerate(lefts) if left and n != number]
    after = [tuple(left - (n == other) for n, left in enumerate(lefts)) for other in others] or [lefts]
    return max((_settled(each, wholes, steps, then) for each in after), key=lambda way: (way[0], -way[1]))


CIRCUMSTANCES: Final = tuple(each.name for each in fields(Aim) if each.name not in ("weapon", "target"))
"""The fields of an `Aim` besides the documents of the weapon and the target."""


class FireOdds(NamedTuple):
    """The odds of a declaration: the harm of each unit and piece, and how many units of each squad are destroyed."""

    units: Mapping[str, Harm]
    destroyed: Mapping[str, Shares]
    scenery: Mapping[str, Harm]


Struck = Mapping[str, Shares]
"""The shares of points of the units that a weapon strikes, by their ids."""


def fire_odds(game: Game, fires: Sequence[Fire]) -> FireOdds:
    """Return the odds of a declaration of fire; wrecks, crashes and collateral damage come after it (D-SHOOT-21)."""
    at_units = [(fire, fire.target) for fire in fires if isinstance(fire.target, Unit)]
    at_zones = [(fire, target) for fire, target in at_units if game.sheet(target).zones]
    plain = _plain(game, [each for each in at_units if not each[0].has_template and each not in at_zones])
    templates = [[*_cases(game, fire, target)] for fire, target in at_units if fire.has_template]
    harm, destroyed = _together(game, plain, templates)
    for behemoth in dict.fromkeys(target for _fire, target in at_zones):
        zones = [*game.zones_left(behemoth)]
        here = [(fire, target) for fire, target in at_zones if target is behemoth]
        struck = {zone: _plain(game, [each for each in here if (each[0].zone or zones[0]) == zone]) for zone in zones}
        found = zone_harm(game, behemoth, {zone: each.get(behemoth.id, NOTHING) for zone, each in struck.items()})
        harm[behemoth.id], destroyed[behemoth.squad] = found, np.array([1.0 - found.destroyed, found.destroyed])
    return FireOdds(harm, destroyed, _scenery(game, fires))


def _together(
    game: Game, plain: Struck, templates: Sequence[Sequence[tuple[float, Struck]]]
) -> tuple[dict[str, Harm], dict[str, Shares]]:
    """Return the harm of units and the fate of squads from ordinary weapons, and the cases of each Area weapon."""
    struck_by = (struck for cases in templates for _chance, struck in cases)
    names = [*dict.fromkeys((*plain, *(name for struck in struck_by for name in struck)))]
    lefts = {name: game.left(game.state.units[name]) for name in names}
    squads: dict[str, list[str]] = {}
    for name in names:
        squads.setdefault(game.state.units[name].squad, []).append(name)
    points = dict.fromkeys(names, np.zeros(1))
    destroyed = {squad: np.zeros(len(units) + 1) for squad, units in squads.items()}
    for cases in product(*templates):
        chance, fates = prod(each for each, _struck in cases), dict[str, Shares]()
        for name in names:
            here = _sum([plain.get(name, NOTHING), *(struck[name] for _chance, struck in cases if name in struck)])
            points[name] = _added(points[name], chance * here)
            fate = at_least(here, lefts[name])
            fates[name] = np.array([1.0 - fate, fate])
        for squad, units in squads.items():
            destroyed[squad] = destroyed[squad] + chance * _sum([fates[name] for name in units])
    return {name: Harm(points[name], lefts[name]) for name in names}, destroyed


def _plain(game: Game, fires: Sequence[tuple[Fire, Unit]]) -> dict[str, Shares]:
    """Return the shares of points of weapons without a template, by target; equal shots are worked out once."""
    known, found = dict[Hashable, Shares](), dict[str, Shares]()
    for fire, target in fires:
        left = game.left(target)
        key = _key(fire.aim, left)
        if key not in known:
            known[key] = volley(fire.aim, left)
        found[target.id] = np.convolve(found[target.id], known[key]) if target.id in found else known[key]
    return found


def _key(aim: Aim, left: int) -> Hashable:
    """Return what the odds of a weapon's shots depend on, for as long as its documents exist."""
    return id(aim.weapon), id(aim.target), left, *(getattr(aim, name) for name in CIRCUMSTANCES)


def _cases(game: Game, fire: Fire, target: Unit) -> Iterator[tuple[float, Struck]]:
    """Yield the chance of each number of hits and glances of an Area weapon, with what they do (D-SPEC-ARE)."""
    aim, faces, shots = fire.aim, faces_of(fire.aim), fire.aim.shots
    hits = share_of(faces, aim.hits)
    glances = share_of(faces, lambda face: face > 1 and not aim.hits(face))
    under = {
        unit.id: hits_on(aim if unit is target else as_touched(game, fire, unit), aim.energy,
                         infantry=game.sheet(unit).is_infantry)
        for unit in touched(game, fire, target)
    }  # fmt: skip
    glanced = glance(aim)
    for strikes in range(shots + 1):
        for off in range(shots - strikes + 1):
            missed = shots - strikes - off
            chance = comb(shots, strikes) * comb(shots - strikes, off) * hits**strikes * glances**off
            chance *= (1.0 - hits - glances) ** missed if missed else 1.0
            if chance <= 0.0:
                continue
            struck = {name: power(shares, strikes) for name, shares in under.items()} if strikes else {}
            if off:
                struck[target.id] = np.convolve(struck.get(target.id, NOTHING), power(glanced, off))
            yield chance, struck


def _scenery(game: Game, fires: Sequence[Fire]) -> dict[str, Harm]:
    """Return the harm of each piece that is shot at (D-SCEN-12)."""
    found: dict[str, Harm] = {}
    for fire in fires:
        piece = fire.target
        if isinstance(piece, Feature):
            known = found.get(piece.id, Harm(NOTHING, points_left(game, piece)))
            found[piece.id] = known._replace(points=np.convolve(known.points, _on_piece(fire, piece)))
    return found


def _on_piece(fire: Fire, piece: Feature) -> Shares:
    one = die_of(lambda face: blow(fire.weapon, piece, face, fire.aim.energy).points)
    if fire.has("area"):
        one = repeated(D3, one)
    faces = faces_of(fire.aim)
    sure = 0.0 if fire.has("area") else share_of(faces, fire.aim.destroys)
    struck = share_of(faces, fire.aim.hits)
    found = _added((struck - sure) * one, sure * die_of(lambda _face: critical(fire.weapon).points))
    found[0] += 1.0 - struck
    return power(found, fire.aim.shots)


def _sum(every: Sequence[Shares]) -> Shares:
    found = NOTHING
    for each in every:
        found = np.convolve(found, each)
    return found


def _added(one: Shares, other: Shares) -> Shares:
    found = np.zeros(max(len(one), len(other)))
    found[: len(one)] += one
    found[: len(other)] += other
    return found


def fire_at_squad(game: Game, squad: Squad, foe: Squad) -> list[Fire]:
    """Return the fire of every weapon of a squad that reaches another squad.

    Each aims at the unit that is likeliest to fall to it, as long as that is not expected to be destroyed already.
    """
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in weapons(game, unit):
            if stands_in(fires, unit, weapon):
                continue
            there = [each for each in game.present(foe) if not sighted(game, unit, weapon, each).refusals]
            if there:
                fires.append(max((fire_at(game, unit, weapon, each) for each in there),
                                 key=lambda fire: _gained(game, fires, fire)))  # fmt: skip
    return fires


def _gained(game: Game, fires: list[Fire], fire: Fire) -> float:
    """Return by how much a shot raises the chance to destroy its target, and by a little the damage."""
    assert isinstance(fire.target, Unit)
    name = fire.target.id
    same = [each for each in fires if each.target is fire.target]
    after, before = fire_odds(game, [*same, fire]).units.get(name), fire_odds(game, same).units.get(name)
    if after is None:
        return 0.0
    known = (before.destroyed, before.lost) if before is not None else (0.0, 0.0)
    return after.destroyed - known[0] + (after.lost - known[1]) / 10


def ordered_fire(game: Game, decision: Decision, order: str) -> list[Fire]:
    """Return the fire that an order to fire at a squad stands for, from the weapon on that a decision asks about."""
    asked = asked_about(game, decision) if isinstance(decision, Choose) and decision.rule == "D-SHOOT-5" else None
    foe = game.state.squads.get(order.removeprefix(ALL_AT)) if order.startswith(ALL_AT) else None
    if asked is None or foe is None:
        return []
    fires = fire_at_squad(game, game.squad_of(asked[0]), foe)
    return [*dropwhile(lambda fire: (fire.unit, fire.weapon) != asked, fires)]


def ordered(game: Game, decision: Decision, order: str) -> Answer | None:
    """Return the answer under an order of a squad, None where that ends (D-SHOOT-5, D-GARR-4)."""
    if order.startswith(TOGETHER):
        squad, place = order.removeprefix(TOGETHER).split("|")
        whose = game.state.units.get(decision.about)
        asked = whose is not None and whose.squad == squad and decision.rule == "D-GARR-4"
        return place if asked and isinstance(decision, Choose) and decision.offers(place) else None
    if order == CEASE.key:
        return SILENT.key if decision.rule == "D-SHOOT-5" else None
    return next((fire.target.id for fire in ordered_fire(game, decision, order)), None)


class CloseOdds(NamedTuple):
    """The odds of close quarters fire at a squad: points and units, and the chance that it breaks and runs."""

    harm: Harm
    destroyed: Shares
    breaks: float


def close_odds(game: Game, attackers: Sequence[Armed], target: Squad, *, entered: bool) -> CloseOdds:
    """Return the odds of close quarters fire at a squad (D-CQ-3 to D-CQ-7)."""
    sheet = game.sheet_of(target)
    plain = fierce = NOTHING
    for unit, weapon in attackers:
        aim = Aim(weapon, sheet, lost=unit.lost, close=True)
        dice = power(_close_die(aim, entered=entered), aim.shots)
        if weapon.energy < UNSAVED:
            plain = np.convolve(plain, dice)
        else:
            fierce = np.convolve(fierce, dice)
    for purpose, needed in saves(sheet):
        plain = thinned(plain, unsaved(needed))
        fierce = fierce if purpose == PASSIVE else thinned(fierce, unsaved(needed))
    points = np.convolve(plain, fierce)
    lefts = [game.left(each) for each in suffering(game, target)]
    return CloseOdds(Harm(points, sum(lefts)), mapped(points, lambda lost: felled(lefts, lost)),
                     _breaks(game, target, points, sum(lefts)))  # fmt: skip


def _close_die(aim: Aim, *, entered: bool) -> Shares:
    """Return the shares of points of a close quarters die; attackers who just entered re-roll successes (D-CQ-4)."""
    plain = die_of(aim.damage)
    if not entered:
        return plain
    success = share_of(FACES, lambda face: aim.damage(face) > 0)
    found: Shares = success * plain
    found[0] += 1.0 - success
    return found


def felled(lefts: Sequence[int], points: int) -> int:
    """Return how many units some points destroy, taken in order (D-CQ-5)."""
    count = 0
    for left in lefts:
        points -= left
        if points < 0:
            break
        count += 1
    return count


def _breaks(game: Game, squad: Squad, points: Shares, left: int) -> float:
    """Return the chance that a squad survives some points, and fails its Fortitude test (D-CQ-7)."""
    whole = game.sheet_of(squad).damage * len(squad.units)
    tested = sum(chance for lost, chance in enumerate(points) if 0 < lost < left and left - lost < HALF * whole)
    return float(tested) * share_of(FACES, lambda face: fails_by(game, squad, face) > 0)


def collapse_odds(game: Game, feature: Feature) -> Mapping[str, Harm]:
    """Return the harm of each unit in a piece, and near it, if it falls (D-SCEN-13, D-SCEN-14)."""
    energy, found = feature.kind.armour, dict[str, Harm]()
    for unit in occupants(game, feature):
        found[unit.id] = Harm(repeated(np.convolve(D3, D3), _of_hit(game, unit, energy)), game.left(unit))
    reaches = [near_fall(game, feature, inches) for inches in (1, 2, 3)] if feature.kind.damage >= LARGE else []
    for unit in reaches[-1] if reaches else ():
        counts = np.array([0.0] * 4)
        for inches, near in enumerate(reaches, 1):
            counts[inches if unit in near else 0] += D3[inches]
        found[unit.id] = Harm(repeated(counts, _of_hit(game, unit, energy)), game.left(unit))
    return found


def _of_hit(game: Game, unit: Unit, energy: int) -> Shares:
    return hit(automatic_aim(game, unit, energy))


def search_odds(game: Game, squad: Squad, objective: Objective, rounds: int = 0) -> float:
    """Return the chance that a search succeeds, so many rounds from now (D-OBJ-5)."""
    return share_of(FACES, lambda face: finds(face, search_result(game, squad, objective, face, rounds)))
