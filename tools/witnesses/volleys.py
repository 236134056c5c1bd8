"""Hold the exact odds of volleys of Age of Sigmar against dice: counted out one by one, and thrown by the million.

    python tools/witnesses/volleys.py                    a million volleys of each of some situations
    python tools/witnesses/volleys.py --volleys 20000    fewer

Exit code 1 when something differs. Both procedures below are written from the rules' text alone (A-ATK, A-DMG) and
share nothing with the odds they judge but the numbers of a batch.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from numpy.typing import NDArray

from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.odds.exact import VolleyOdds, volley_odds
from game.rulesets.aos4.rules.attacks.batch import Batch
from game.rulesets.aos4.rules.attacks.damaging import Body

Counted = dict[int, Fraction]
"""The chance of each number, counted out."""
Thrown = NDArray[np.int64]
CHUNK = 50_000
ERRORS = 5.0
"""Standard errors by which a share may be off."""
SIDES = 6


# -- counting ----------------------------------------------------------------------------------


def counted(batches: Sequence[Batch], body: Body) -> tuple[Counted, Counted, Counted]:
    """Return the chances of points before wards, after them, and of models slain, adding one attack after another."""
    points: Counted = {0: Fraction(1)}
    for batch in batches:
        attack = _attack(batch)
        for number in batch.attacks:
            points = _sum(points, _often(_amount(number), attack))
    kept: Counted = {}
    left: Counted = {0: Fraction(1)}
    for result in range(max(points) + 1):
        kept = _mixed(kept, points.get(result, Fraction(0)), left)
        left = _sum(left, _ward(body.ward))
    slain: Counted = {}
    for result, chance in kept.items():
        dead = min(body.models, (body.damage + result) // body.health)
        slain[dead] = slain.get(dead, Fraction(0)) + chance
    return points, kept, slain


def _attack(batch: Batch) -> Counted:
    """Return the points of one attack: every face of every die it may need, one inside the other."""
    damage = _amount(batch.damage)
    found: Counted = {}
    unsaved = 1 - _passing(batch.save or 99, batch.save_modifier)
    wounded = _passing(batch.wound, batch.wound_modifier)
    wound: Counted = _mixed({0: 1 - unsaved}, unsaved, damage)
    hit = _mixed({0: 1 - wounded}, wounded, wound)
    critical = {"": hit, "2 hits": _sum(hit, hit), "auto-wound": wound, "mortal": damage}[batch.crit]
    for face, chance in _faces().items():
        strikes = face > 1 and face + batch.hit_modifier >= batch.hit
        found = _mixed(found, chance, critical if face == 6 else hit if strikes else {0: Fraction(1)})
    return found


def _faces() -> Counted:
    return {face: Fraction(1, SIDES) for face in range(1, SIDES + 1)}


def _passing(needed: int, modifier: int) -> Fraction:
    return sum((chance for face, chance in _faces().items() if face > 1 and face + modifier >= needed), Fraction(0))


def _amount(number: Amount) -> Counted:
    found: Counted = {0: Fraction(1)}
    for _die in range(number.count):
        found = _sum(found, {face: Fraction(1, number.sides) for face in range(1, number.sides + 1)})
    least = 1 if number.count else 0
    moved: Counted = {}
    for result, chance in found.items():
        moved = _mixed(moved, chance, {max(least, result + number.plus): Fraction(1)})
    return moved


def _ward(ward: int | None) -> Counted:
    stays = Fraction(1) if ward is None else Fraction(ward - 1, 6)
    return {1: stays, 0: 1 - stays}


def _often(times: Counted, each: Counted) -> Counted:
    found: Counted = {}
    running: Counted = {0: Fraction(1)}
    for number in range(max(times) + 1):
        found = _mixed(found, times.get(number, Fraction(0)), running)
        running = _sum(running, each)
    return found


def _sum(one: Counted, other: Counted) -> Counted:
    found: Counted = {}
    for first, chance in one.items():
        found = _mixed(found, chance, {first + second: share for second, share in other.items()})
    return found


def _mixed(known: Mapping[int, Fraction], chance: Fraction, other: Counted) -> Counted:
    found = dict(known)
    for result, share in other.items():
        found[result] = found.get(result, Fraction(0)) + chance * share
    return found


# -- throwing ----------------------------------------------------------------------------------


def thrown(batches: Sequence[Batch], body: Body, rng: np.random.Generator, volleys: int) -> tuple[Thrown, ...]:
    """Return the numbers of cases of points before wards, after them, and of models slain, in so many volleys."""
    tallies: tuple[Thrown, ...] = tuple(np.zeros(1, dtype=np.int64) for _each in range(3))
    for start in range(0, volleys, CHUNK):
        count = min(CHUNK, volleys - start)
        points = sum((_volleys(batch, rng, count) for batch in batches), np.zeros(count, dtype=np.int64))
        left = points if body.ward is None else points - _wards(points, body.ward, rng)
        slain = np.minimum((body.damage + left) // body.health, body.models)
        tallies = tuple(_added(tally, np.bincount(each)) for tally, each in zip(tallies, (points, left, slain)))
    return tallies


def _volleys(batch: Batch, rng: np.random.Generator, count: int) -> Thrown:
    """Return the points of each volley: all hits, all wounds, all saves, then damage (A-DICE-9)."""
    attacks = sum((_amounts(number, rng, (count,)) for number in batch.attacks), np.zeros(count, dtype=np.int64))
    there = np.arange(int(attacks.max(initial=0))) < attacks[:, None]
    hit = rng.integers(1, SIDES + 1, there.shape)
    critical = there & (hit == 6)
    struck = there & ((hit == 6) | ((hit > 1) & (hit + batch.hit_modifier >= batch.hit)))
    damage = (critical * _amounts(batch.damage, rng, there.shape)).sum(axis=1) if batch.crit == "mortal" else 0
    by_roll = struck & ~critical if batch.crit in ("mortal", "auto-wound") else struck
    hits = [(by_roll, by_roll & False)]
    if batch.crit == "2 hits":
        hits.append((critical, critical & False))
    if batch.crit == "auto-wound":
        hits.append((critical & False, critical))
    points: Thrown = np.zeros(count, dtype=np.int64) + damage
    for to_wound, wounds_at_once in hits:
        wound = rng.integers(1, SIDES + 1, there.shape)
        wounds = wounds_at_once | (to_wound & (wound > 1) & (wound + batch.wound_modifier >= batch.wound))
        if batch.save is not None:
            save = rng.integers(1, SIDES + 1, there.shape)
            wounds = wounds & ~((save > 1) & (save + batch.save_modifier >= batch.save))
        points = points + (wounds * _amounts(batch.damage, rng, there.shape)).sum(axis=1)
    return points


def _amounts(number: Amount, rng: np.random.Generator, shape: tuple[int, ...]) -> Thrown:
    found: Thrown = np.full(shape, number.plus, dtype=np.int64)
    for _die in range(number.count):
        found = found + rng.integers(1, number.sides + 1, shape)
    return np.maximum(found, 1) if number.count else found


def _wards(points: Thrown, ward: int, rng: np.random.Generator) -> Thrown:
    faces = rng.integers(1, SIDES + 1, (len(points), int(points.max(initial=0))))
    there = np.arange(faces.shape[1]) < points[:, None]
    removed: Thrown = (there & (faces >= ward)).sum(axis=1)
    return removed


def _added(one: Thrown, other: Thrown) -> Thrown:
    found = np.zeros(max(len(one), len(other)), dtype=np.int64)
    found[: len(one)] += one
    found[: len(other)] += other
    return found


# -- holding one against the other --------------------------------------------------------------


def differences(odds: VolleyOdds, tallies: Sequence[Thrown]) -> Iterator[str]:
    """Yield a line for every share of the odds that is too far from what was thrown."""
    for name, shares, cases in zip(
        ("points", "allocated", "slain"), (odds.points, odds.allocated, odds.slain), tallies
    ):
        for result, share, seen, errors in off(shares, cases):
            if errors > ERRORS:
                yield f"{name} {result}: the odds say {share:.6f}, {cases.sum()} volleys {seen:.6f}"


def off(shares: NDArray[np.float64], cases: Thrown) -> Iterator[tuple[int, float, float, float]]:
    """Yield each number with its share by the odds, that of what was thrown, and the standard errors between them."""
    volleys = int(cases.sum())
    whole = np.zeros(max(len(shares), len(cases)))
    whole[: len(shares)] = shares
    for result, share in enumerate(whole):
        seen = (int(cases[result]) if result < len(cases) else 0) / volleys
        # Rare results are judged with the spread of a share of one in the volleys, as theirs is not normal.
        error = ((max(share, 1 / volleys) * (1 - min(share, 1.0))) / volleys) ** 0.5
        yield result, float(share), seen, max(abs(seen - share) - 1e-12, 0.0) / max(error, 1e-15)


def situations() -> dict[str, tuple[tuple[Batch, ...], Body]]:
    """Return situations that between them have every crit, ward, random amount and modifier."""
    plain = Batch("plain", (Amount(plus=20),), 4, 4, Amount(plus=1), rend=1, save=4, save_modifier=-1)
    two = replace(plain, weapon="two", crit="2 hits", damage=Amount(plus=2))
    lethal = replace(plain, weapon="lethal", crit="auto-wound", hit_modifier=-1)
    mortal = replace(plain, weapon="mortal", crit="mortal", damage=amount("D3"))
    wild = replace(plain, weapon="wild", attacks=(amount("D6"), amount("D6"), amount("2D6")), damage=amount("D3+2"))
    bare = replace(plain, weapon="bare", attacks=(Amount(plus=6),), save=None, wound_modifier=1)
    return {
        "plain against a save": ((plain,), Body(2, 10)),
        "two hits, a ward": ((two,), Body(2, 10, 1, ward=5)),
        "auto-wounds": ((lethal,), Body(3, 5)),
        "mortal and normal in one pool": ((mortal, bare), Body(6, 1, ward=6)),
        "random attacks and damage": ((wild,), Body(12, 1, 3, ward=4)),
        "several batches": ((two, lethal, mortal, bare), Body(3, 10, 2, ward=6)),
    }


def main(arguments: Sequence[str]) -> int:
    """Throw the volleys of every situation and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--volleys", type=int, default=1_000_000, help="how many of each situation")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    options = parser.parse_args(arguments)
    wrong = 0
    for name, (batches, body) in situations().items():
        tallies = thrown(batches, body, np.random.default_rng(options.seed), options.volleys)
        found = list(differences(volley_odds(batches, body), tallies))
        print(f"{name}: {options.volleys} volleys, {len(found)} shares differ", flush=True)
        print(*(f"  {line}\n" for line in found), sep="", end="")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
