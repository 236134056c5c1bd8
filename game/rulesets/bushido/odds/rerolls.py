"""What rerolls make of a throw, counted exactly, by one policy for both sides (B-TEST-5, B-TR-18, B-TR-23, B-TR-41).

The policy: one after another, a die is rolled again whose reroll makes the result of its colour the best on average
for whoever decides, as long as that is better than the result that lies there; where results are equal on average,
the dice that count in ties decide. It looks one reroll ahead, and at the dice of one side only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.engine.core.pools import throws
from game.rulesets.bushido.rules.dice.results import SIDES, Result, Scale

Faces = tuple[int, ...]
"""Faces of a pool in ascending order."""
Open = tuple[Faces, Faces]
"""A pool while dice are rolled again: those that still may be, and those that were."""
MANY = 20_000


class Rerolls(NamedTuple):
    """How many dice may be rolled again: by the `enemy` or the owner, of which pools, the first, the second or both."""

    enemy: bool
    dice: int
    pools: tuple[int, ...]


class _Again(NamedTuple):
    """The best reroll of a pool: its average gain times the sides of a die, and the pool after each face."""

    gain: tuple[int, int]
    states: tuple[Open, ...]


@lru_cache(maxsize=4_000)
def after_rerolls(
    counts: tuple[int, ...], scales: tuple[Scale, ...], rerolls: tuple[Rerolls, ...]
) -> Mapping[tuple[Result, ...], int]:
    """Return the cases of all results of pools that are thrown together, after the rerolls in their order."""
    thrown: dict[tuple[Faces, ...], int] = {(): 1}
    for count in counts:
        thrown = {
            (*known, faces): cases * more for known, cases in thrown.items() for faces, more in throws(SIDES, count)
        }
    for reroll in rerolls:
        thrown = _rolled_again(thrown, scales, reroll)
    results: dict[tuple[Result, ...], int] = {}
    for pools, cases in thrown.items():
        key = tuple(_result(faces, scale) for faces, scale in zip(pools, scales))
        results[key] = results.get(key, 0) + cases
    return results


def _rolled_again(
    before: Mapping[tuple[Faces, ...], int], scales: Sequence[Scale], rerolls: Rerolls
) -> dict[tuple[Faces, ...], int]:
    """Return the cases after rerolls that one side decides on; no die is rerolled twice."""
    cases_of: dict[tuple[Open, ...], int] = {
        tuple((faces, ()) for faces in pools): cases for pools, cases in before.items()
    }
    for _die in range(rerolls.dice):
        cases_of = _after_one_reroll(cases_of, scales, rerolls)
    after: dict[tuple[Faces, ...], int] = {}
    for pools, cases in cases_of.items():
        faces_of = tuple(tuple(sorted(fresh + used)) for fresh, used in pools)
        after[faces_of] = after.get(faces_of, 0) + cases
    return after


def _after_one_reroll(
    before: Mapping[tuple[Open, ...], int], scales: Sequence[Scale], rerolls: Rerolls
) -> dict[tuple[Open, ...], int]:
    """Return the cases after the reroll that gains most in each case; all of them count SIDES times as often."""
    after: dict[tuple[Open, ...], int] = {}
    for pools, cases in before.items():
        rerollable = [(best.gain, number, best.states) for number in rerolls.pools
                      if (best := _best(pools[number], scales[number], rerolls.enemy)) is not None]  # fmt: skip
        if not rerollable:  # the dice stay, whichever of its SIDES faces another die would show
            after[pools] = after.get(pools, 0) + cases * SIDES
            continue
        _gain, number, states = max(rerollable, key=lambda reroll: (reroll[0], -reroll[1]))
        for state in states:
            key = (*pools[:number], state, *pools[number + 1 :])
            after[key] = after.get(key, 0) + cases
    return after


@lru_cache(maxsize=MANY)
def _best(pool: Open, scale: Scale, enemy: bool) -> _Again | None:
    """Return the best reroll of a die not rolled again yet, None if every one makes the result worse or no better."""
    fresh, used = pool
    best: tuple[tuple[int, int], int] | None = None
    for face in sorted(set(fresh), reverse=enemy):
        gain = gain_of(tuple(sorted(fresh + used)), scale, face, enemy=enemy)
        if gain > (best[0] if best else (0, 0)):
            best = gain, face
    if best is None:
        return None
    rest = _without(fresh, best[1])
    return _Again(best[0], tuple((rest, tuple(sorted((*used, face)))) for face in range(1, SIDES + 1)))


def gain_of(faces: Faces, scale: Scale, face: int, *, enemy: bool) -> tuple[int, int]:
    """Return the gain of rerolling a face, times the sides of a die: in the average result, then in dice that count.

    `enemy`: the foe of the owner has it rolled again, and gains what the owner loses.
    """
    lies, mean = _result(faces, scale), _sums(_without(faces, face), scale)
    gain = mean[0] - SIDES * lies.value, mean[1] - SIDES * lies.counted
    return (-gain[0], -gain[1]) if enemy else gain


@lru_cache(maxsize=MANY)
def _sums(rest: Faces, scale: Scale) -> tuple[int, int]:
    """Return the sums of results and of dice that count, over the faces of a die thrown to the rest of a pool."""
    results = [_result(tuple(sorted((*rest, face))), scale) for face in range(1, SIDES + 1)]
    return sum(result.value for result in results), sum(result.counted for result in results)


@lru_cache(maxsize=MANY)
def _result(faces: Faces, scale: Scale) -> Result:
    return scale.result(faces)


def _without(faces: Faces, face: int) -> Faces:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]
