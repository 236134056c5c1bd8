"""Make random maps one after another and judge each as a stranger would; exit code 1 where one is not legal or fair.

    python tools/random_maps.py                           500 for each rulebook, styles, cover and symmetry in turn
    python tools/random_maps.py --ruleset aos4 --count 20

Each map is written, read again and checked as the command `check` does, planned in every scenario, and measured anew:
its gaps, the ground around objectives, paths by grid for the largest base, and symmetry point by point.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import shapely
from numpy.typing import NDArray

from game import rulesets
from game.documents.reading import parse_document
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import MapDocument
from game.table.maps.fairness import LEAST_FAIR
from game.table.maps.generating import Made, new_map
from game.table.maps.terms import MapTerms, Wish
from game.table.terrain.battlefield import Battlefield, Piece

Flags = NDArray[np.bool_]
PITCH: float = 0.25
FINE: float = 0.05
"""Inches between the spots of a base on its paths, and those where no path is found."""
NEARLY: float = 0.02
"""Inches by which a gap may be short: corners of a turned piece are rounded to hundredths."""


def wishes(terms: MapTerms, count: int) -> Iterator[Wish]:
    """Yield wishes that take every style, cover, symmetry and some sizes in turn."""
    small, usual, large = terms.least, terms.size, terms.most
    middle = tuple(round((one + other) / 2) for one, other in zip(usual, large))
    sizes = (usual, usual, usual, small, (float(middle[0]), float(middle[1])), usual, usual)
    styles, covers, symmetries = [*terms.styles], [*terms.cover], [*terms.symmetries]
    for seed in range(count):
        rest, style = divmod(seed, len(styles))
        rest, cover = divmod(rest, len(covers))
        yield Wish(seed, sizes[seed % len(sizes)], styles[style], covers[cover], symmetries[rest % len(symmetries)])


def faults(book: AnyRuleset, terms: MapTerms, made: Made) -> Iterator[str]:
    """Yield what is wrong with a random map."""
    document = parse_document(made.document.model_dump_json(exclude_defaults=True), MapDocument, "map")
    if document != made.document:
        yield "is not read as it was written"
    assert book.papers is not None
    yield from map(str, book.papers.map_problems(document, 2))
    field = Battlefield.from_map(document)
    solids = {kind.id for style in terms.styles.values() for kind, _share in style.kinds if kind.solid}
    pieces = [piece for piece in field.pieces if piece.id.rpartition("-")[0] != "road"]
    for number, one in enumerate(pieces):
        for other in pieces[:number]:
            need = terms.passage if {_kind(one), _kind(other)} <= solids else terms.gap
            if one.shape.distance(other.shape) < need - NEARLY:
                yield f"{one.name} is {one.shape.distance(other.shape):.2f} from {other.name}, not {need}"
    least = 100 if made.wish.symmetry != "none" else LEAST_FAIR
    if made.fairness.percent < least:
        yield f"is {made.fairness.percent}% fair, not {least}%"
    if made.wish.symmetry != "none" and not _is_symmetric(field):
        yield "is not symmetric"
    walls = shapely.union_all([piece.shape for piece in pieces if _kind(piece) in solids])
    yield from _paths(document, terms, walls)


def _kind(piece: Piece) -> str:
    return piece.id.rpartition("-")[0]


def _is_symmetric(field: Battlefield) -> bool:
    """Return whether the terrain is the same after half a turn, or mirrored one way."""
    whole = shapely.union_all([piece.shape for piece in field.pieces])
    wide, high = field.width, field.height
    for across, up in ((-1, -1), (1, -1), (-1, 1)):
        flipped = shapely.transform(whole, lambda points, a=across, b=up: points * (a, b) + (  # type: ignore[misc]
            wide * (a < 0), high * (b < 0)))  # fmt: skip
        if whole.symmetric_difference(flipped).area < 1e-6:
            return True
    return False


def _paths(document: MapDocument, terms: MapTerms, walls: Any) -> Iterator[str]:
    """Yield what the largest base cannot reach.

    The middle of a path that is hardly wider than the base is on no grid: there the steps are small, and the base is
    smaller by half a step.
    """
    faults = [*_out_of_reach(document, terms, walls, PITCH, terms.base)]
    if faults:
        faults = [*_out_of_reach(document, terms, walls, FINE, terms.base - FINE / 2)]
    yield from faults


def _out_of_reach(document: MapDocument, terms: MapTerms, walls: Any, pitch: float, radius: float) -> Iterator[str]:
    """Yield what a base cannot reach from its own side in steps of `pitch` inches."""
    across, up = (int((inches - 2 * radius) / pitch) + 1 for inches in (document.width, document.height))
    x, y = np.meshgrid(radius + pitch * np.arange(across), radius + pitch * np.arange(up), indexing="ij")
    points = np.asarray(shapely.points(x, y))
    shapely.prepare(walls)
    free = ~np.asarray(shapely.dwithin(walls, points, radius - 1e-9))
    mine, theirs = (
        np.asarray(shapely.intersects(side, points)) for side in terms.sides(document.width, document.height)
    )
    largest = max((_part(free, i, j) for i, j in _seeds(free & mine)), key=lambda part: int(part.sum()))
    if not (largest & theirs).any():
        yield "has no path from side to side"
    for spot in document.objectives:
        gap = float(np.hypot(x - spot.at[0], y - spot.at[1])[largest].min())
        if gap > radius + spot.radius + terms.near + 2 * pitch:
            yield f"objective {spot.name} is {gap:.2f} from the nearest path"


def _seeds(spots: Flags) -> list[tuple[int, int]]:
    """Return some spots to begin from, in all parts of a side."""
    at = np.argwhere(spots)
    return [(int(i), int(j)) for i, j in at[:: max(1, len(at) // 6)]]


def _part(free: Flags, i: int, j: int) -> Flags:
    """Return the spots that can be reached from one."""
    part = np.zeros_like(free)
    part[i, j] = True
    while True:
        grown = part.copy()
        grown[1:] |= part[:-1]
        grown[:-1] |= part[1:]
        grown[:, 1:] |= part[:, :-1]
        grown[:, :-1] |= part[:, 1:]
        grown &= free
        if (grown == part).all():
            return part
        part = grown


def planned(book: AnyRuleset, made: Made, folder: Path) -> Iterator[str]:
    """Yield the scenarios that cannot be begun on a map."""
    file = folder / "map.json"
    file.write_text(made.document.model_dump_json(exclude_defaults=True), encoding="utf-8")
    for scenario in book.offers().scenarios:
        try:
            book.new_setup(GamePlan(("Ann", "Bob"), scenario.name, str(file)))
        except Exception as error:
            yield f"{scenario.name}: {error}"


def main() -> int:
    """Make and judge maps; return the exit code."""
    import tempfile

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", choices=rulesets.names())
    parser.add_argument("--count", type=int, default=500)
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in [options.ruleset] if options.ruleset else rulesets.names():
            book = rulesets.load(name)
            terms = book.papers.map_terms() if book.papers is not None else None
            assert terms is not None
            seconds, lows = list[float](), list[int]()
            for wish in wishes(terms, options.count):
                begun = time.process_time()
                try:
                    made = new_map(terms, wish)
                except Exception as error:
                    bad += 1
                    print(f"{name} {wish}: {error}", flush=True)
                    continue
                seconds.append(time.process_time() - begun)
                lows.append(made.fairness.percent)
                wrong = [*faults(book, terms, made), *planned(book, made, Path(folder))]
                bad += bool(wrong)
                for fault in wrong:
                    print(f"{name} {wish}: {fault}", flush=True)
            ordered = sorted(seconds)
            usual, slow = statistics.median(ordered), ordered[len(ordered) * 95 // 100]
            print(f"{name}: {len(seconds)} maps, median {usual:.3f} s of work, 95% under {slow:.3f} s, longest"
                  f" {ordered[-1]:.3f} s, least fair {min(lows)}%", flush=True)  # fmt: skip
    print("all legal and fair" if not bad else f"{bad} maps are wrong")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
