"""The points that a weapon's hits bring, focused or not, and those at zones of Behemoths (D-SHOOT-13, D-BEH-9).

Every face is judged by the `Aim` itself, as when it is rolled. Saves cancel points independently of one another, so
each point counts with the chance that it is not saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from game.engine.core.shares import NOTHING, Shares, at_least, mean, of, power, repeated, thinned
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.numbers import Aim, saved
from game.rulesets.dropzone.rules.shooting.resolving import GLANCE, focuses
from game.rulesets.dropzone.rules.state import Unit

FACES: Final = range(1, 7)
D3: Final = of(dict.fromkeys((1, 2, 3), 1 / 3))
D6: Final = of(dict.fromkeys(FACES, 1 / 6))
WEIGHED: Final = 8
"""The most hits for which every way to focus them is weighed; of more, only those that share evenly."""


class Harm(NamedTuple):
    """The shares of the points that something suffers, more than it has left too, and those that it has left.

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
    """Return the share of some equally likely faces that count."""
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
    """Return the shares of points of all shots of a weapon at a unit with some points left.

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
    """Return the shares of points of hits that are focused in some way."""
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
    """Return the shares of points that a zone loses, at most those that it has left."""
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
