"""The shapes of pieces on random maps, centred on the origin."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from game.table.maps.source import PLACES, Ring, Source, turned
from game.table.maps.terms import Form, Kind

WAVES: Final = (2, 3, 5)
"""The numbers of crests that the waves of a wobbly rim have."""
WOBBLE: Final = 0.09
"""The greatest height of one wave, as a part of the radius."""
STEP: Final = 0.8
"""The approximate distance, in inches, between the corners of a round rim."""
WALL: Final = 0.4
"""The width in inches of the walls of a ruin."""


class Shape(NamedTuple):
    """A piece on the ground: its rim, its holes, and its lines with their width. The lines are inside the rim."""

    rim: Ring
    holes: tuple[Ring, ...] = ()
    lines: tuple[Ring, ...] = ()
    width: float = 0.0

    def changed(self, change: Callable[[Ring], Ring]) -> "Shape":
        """Return the shape with every ring and line changed."""
        return Shape(change(self.rim), tuple(map(change, self.holes)), tuple(map(change, self.lines)), self.width)


def sized(kind: Kind, source: Source, least: float, most: float) -> Kind:
    """Return a kind with one random size, which is `least` to `most` of the way from its smallest to its largest."""
    long, wide = (
        source.between(low + (high - low) * least, low + (high - low) * most, 1) for low, high in (kind.long, kind.wide)
    )
    return replace(kind, long=(long, long), wide=(wide, wide))


def shape_of(kind: Kind, source: Source) -> Shape:
    """Return a random shape of a kind at its greatest size, turned."""
    degrees = 90 * source.pick((0, 1, 2, 3)) if kind.square else 15 * source.pick(range(24))
    return MAKERS[kind.form](kind, source, kind.long[1], kind.wide[1]).changed(lambda ring: turned(ring, degrees))


def _uneven_rim(source: Source, long: float, wide: float) -> Ring:
    """Return an uneven round rim about the origin with a given length and width."""
    waves = [(source.between(0.3, 1.0) * WOBBLE / WAVES[0] * 2, source.between(0.0, math.tau)) for _wave in WAVES]
    corners = max(12, round(math.pi * (long + wide) / 2 / STEP))
    reaches = []
    for corner in range(corners):
        turn = math.tau * corner / corners
        reaches.append(1 + math.fsum(high * math.cos(n * turn + phase) for n, (high, phase) in zip(WAVES, waves)))
    longest = max(reaches)
    return tuple(
        (
            round(long / 2 * reach / longest * math.cos(math.tau * corner / corners), PLACES),
            round(wide / 2 * reach / longest * math.sin(math.tau * corner / corners), PLACES),
        )
        for corner, reach in enumerate(reaches)
    )


def _box(long: float, wide: float, x: float = 0.0, y: float = 0.0) -> Ring:
    """Return a rectangle about (x, y)."""
    west, south, east, north = x - long / 2, y - wide / 2, x + long / 2, y + wide / 2
    return tuple((round(a, PLACES), round(b, PLACES)) for a, b in (
        (west, south), (east, south), (east, north), (west, north)))  # fmt: skip


def _l_outline(long: float, wide: float, thick: float) -> Ring:
    """Return an L whose arms are `long` and `wide`, and `thick` inches thick."""
    west, south, east, north = -long / 2, -wide / 2, long / 2, wide / 2
    return tuple((round(x, PLACES), round(y, PLACES)) for x, y in (
        (west, south), (east, south), (east, south + thick), (west + thick, south + thick), (west + thick, north),
        (west, north)))  # fmt: skip


def _round(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return an uneven disc."""
    return Shape(_uneven_rim(source, long, wide))


def _glade(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return an uneven ring, as of woods round a glade."""
    rim = _uneven_rim(source, long, wide)
    share = source.between(0.3, 0.42)
    return Shape(rim, (_uneven_rim(source, long * share, wide * share),))


def _rectangle(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return a rectangle."""
    return Shape(_box(long, wide))


def _l_shape(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return an L-shaped building, whose arms are about half as thick as they are long."""
    return Shape(_l_outline(long, wide, round(min(long, wide) * source.between(0.4, 0.55), 1)))


def _wall(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return a straight wall."""
    half = round(long / 2, PLACES)
    lines = (((-half, 0.0), (half, 0.0)),) if kind.lined else ()
    return Shape(_box(2 * half, wide), lines=lines, width=wide if lines else 0.0)


def _wall_round_corner(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return a wall round a corner: `wide` is its thickness, and its second arm is shorter."""
    arm, half = round(long * source.between(0.45, 0.8), 1), round(wide / 2, PLACES)
    rim = _l_outline(long, arm, wide)
    x, y = round(rim[0][0] + half, PLACES), round(rim[0][1] + half, PLACES)
    lines = (((x, rim[4][1]), (x, y), (rim[1][0], y)),) if kind.lined else ()
    return Shape(rim, lines=lines, width=wide if lines else 0.0)


def _ruin(kind: Kind, source: Source, long: float, wide: float) -> Shape:
    """Return a rectangle with two broken walls round opposite corners, inside its rim."""
    rim, inset = _box(long, wide), WALL / 2
    east, north = round(long / 2 - inset, PLACES), round(wide / 2 - inset, PLACES)
    arm, other_arm = round(long * source.between(0.3, 0.7), PLACES), round(wide * source.between(0.3, 0.7), PLACES)
    first_wall = ((-east, round(-north + other_arm, PLACES)), (-east, -north), (round(-east + arm, PLACES), -north))
    second_wall = tuple((-x, -y) for x, y in first_wall)
    return Shape(rim, lines=(first_wall, second_wall) if source.share() < 0.7 else (first_wall,), width=WALL)


MAKERS: Final[Mapping[Form, Callable[[Kind, Source, float, float], Shape]]] = {
    "round": _round,
    "glade": _glade,
    "box": _rectangle,
    "ell": _l_shape,
    "wall": _wall,
    "bend": _wall_round_corner,
    "ruin": _ruin,
}
