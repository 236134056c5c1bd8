"""Hold the distances between discs, ovals and rectangles against dense rows of points on their rims.

    python -m tools.witnesses.rims                  20,000 pairs
    python -m tools.witnesses.rims --pairs 2000 --seed 7

Prints the largest error of the distance, of the nearest points, of the least shift that parts two that overlap, and of
the farthest part; exit code 1 if one is above the limit.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from game.table.footprints import Footprint, Oblong, clearance, farthest_part, nearest_points
from game.table.shapes import Disc
from tests.oracle import rims

LIMIT = 0.0005
"""Inches; the rows of points are themselves exact to a tenth of that."""
BATCH = 500
SHIFTS = 10
"""The least shift and the farthest part, which take far longer, are held for one pair of so many."""


def base_of(row: rims.Floats) -> Footprint:
    """Return the base of a row of the oracle."""
    x, y, length, width, bearing, oval = row.tolist()
    if oval and length == width:
        return Disc(x, y, length / 2)
    return Oblong(x, y, length, width, "oval" if oval else "rectangle", round(math.degrees(bearing) * 100))


def errors(rng: np.random.Generator, count: int) -> dict[str, rims.Floats]:
    """Return the errors of some random pairs by what was asked; infinite where it is not even agreed who overlaps."""
    one = rims.random_bases(rng, count, np.full((count, 2), 24.0), 20.0)
    other = rims.random_bases(rng, count, one[:, :2], 6.0)
    bases = [(base_of(a), base_of(b)) for a, b in zip(one, other)]
    over, (apart, _ends) = rims.overlaps(one, other), rims.distances(one, other)
    got = np.array([clearance(a, b) for a, b in bases])
    ends = np.array([math.dist(*nearest_points(a, b)) for a, b in bases])
    some, few = np.flatnonzero(over)[::SHIFTS], np.arange(0, count, SHIFTS)
    farthest = np.array([max(farthest_part(*bases[at]), 0.0) for at in few])
    return {
        "overlap or not": np.where((got < 0.0) == over, 0.0, np.inf),
        "distance": abs(got - apart)[~over],
        "nearest points": abs(ends - np.where(over, 0.0, apart)),
        "least shift": abs(-got[some] - rims.least_shift(one[some], other[some])),
        "farthest part": abs(farthest - rims.farthest(one[few], other[few])),
    }


def main() -> int:
    """Compare, print the largest errors, and return 1 if one is too large."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=20_000, help="how many (20,000)")
    parser.add_argument("--seed", type=int, default=1, help="which (1)")
    options = parser.parse_args()
    rng, asked, largest = np.random.default_rng(options.seed), dict[str, int](), dict[str, float]()
    for start in range(0, options.pairs, BATCH):
        for name, found in errors(rng, min(BATCH, options.pairs - start)).items():
            asked[name] = asked.get(name, 0) + len(found)
            largest[name] = max(largest.get(name, 0.0), float(found.max(initial=0.0)))
    for name, error in largest.items():
        print(f"{name:<16} {asked[name]:>7,} pairs   largest error {error:.7f} inches")
    return int(max(largest.values()) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
