"""Exact odds of pools of dice after rerolls, by one policy for both sides (B-TEST-5, B-TR-18, B-TR-23, B-TR-41).

The policy: dice are rerolled one after another. Each time, the side that decides rerolls the die that improves the
average result of its colour most. It stops when no reroll improves it. Where results are equal on average, the number
of dice that count in ties decides. It looks one reroll ahead, and at the dice of one side only.
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
"""A pool during rerolls: the faces of dice that may still be rerolled, and of dice that were."""
MANY = 20_000
"""The number of results that each cache holds."""


class Rerolls(NamedTuple):
    """An allowed reroll of `dice` dice in the `pools` with these indices. `enemy`: the owner's enemy decides."""

    enemy: bool
    dice: int
    pools: tuple[int, ...]


class _Again(NamedTuple):
    """The best reroll of a pool: its average gain times `SIDES`, and the pool after each face of the new die."""

    gain: tuple[int, int]
    states: tuple[Open, ...]


@lru_cache(maxsize=4_000)
def after_rerolls(
    counts: tuple[int, ...], scales: tuple[Scale, ...], rerolls: tuple[Rerolls, ...]
) -> Mapping[tuple[Result, ...], int]:
    """Return the number of cases of each result of pools rolled together, after the rerolls in their order."""
    cases_by_faces: dict[tuple[Faces, ...], int] = {(): 1}
    for count in counts:
        cases_by_faces = {
            (*earlier, faces): cases * new_cases
            for earlier, cases in cases_by_faces.items()
            for faces, new_cases in throws(SIDES, count)
        }
    for reroll in rerolls:
        cases_by_faces = _rolled_again(cases_by_faces, scales, reroll)
    results: dict[tuple[Result, ...], int] = {}
    for pools, cases in cases_by_faces.items():
        key = tuple(_result(faces, scale) for faces, scale in zip(pools, scales))
        results[key] = results.get(key, 0) + cases
    return results


def _rolled_again(
    cases_by_faces: Mapping[tuple[Faces, ...], int], scales: Sequence[Scale], rerolls: Rerolls
) -> dict[tuple[Faces, ...], int]:
    """Return the number of cases of each set of faces after one permission to reroll. No die is rerolled twice."""
    cases_by_pools: dict[tuple[Open, ...], int] = {
        tuple((faces, ()) for faces in pools): cases for pools, cases in cases_by_faces.items()
    }
    for _die in range(rerolls.dice):
        cases_by_pools = _after_one_reroll(cases_by_pools, scales, rerolls)
    result: dict[tuple[Faces, ...], int] = {}
    for pools, cases in cases_by_pools.items():
        final_faces = tuple(tuple(sorted(fresh + used)) for fresh, used in pools)
        result[final_faces] = result.get(final_faces, 0) + cases
    return result


def _after_one_reroll(
    cases_by_pools: Mapping[tuple[Open, ...], int], scales: Sequence[Scale], rerolls: Rerolls
) -> dict[tuple[Open, ...], int]:
    """Return the cases after the best reroll in each case. Every case now counts `SIDES` times."""
    result: dict[tuple[Open, ...], int] = {}
    for pools, cases in cases_by_pools.items():
        rerollable = [(best.gain, number, best.states) for number in rerolls.pools
                      if (best := _best(pools[number], scales[number], rerolls.enemy)) is not None]  # fmt: skip
        if not rerollable:  # counts for all faces of a new die, so that all cases keep one denominator
            result[pools] = result.get(pools, 0) + cases * SIDES
            continue
        _gain, number, states = max(rerollable, key=lambda reroll: (reroll[0], -reroll[1]))
        for state in states:
            key = (*pools[:number], state, *pools[number + 1 :])
            result[key] = result.get(key, 0) + cases
    return result


@lru_cache(maxsize=MANY)
def _best(pool: Open, scale: Scale, enemy: bool) -> _Again | None:
    """Return the best reroll of a die that was not rerolled yet, or None if no reroll is an improvement."""
    fresh, used = pool
    best: tuple[tuple[int, int], int] | None = None
    for face in sorted(set(fresh), reverse=enemy):
        gain = gain_of(tuple(sorted(fresh + used)), scale, face, enemy=enemy)
        if gain > (best[0] if best else (0, 0)):
            best = gain, face
    if best is None:
        return None
    others = _without(fresh, best[1])
    return _Again(best[0], tuple((others, tuple(sorted((*used, face)))) for face in range(1, SIDES + 1)))


def gain_of(faces: Faces, scale: Scale, face: int, *, enemy: bool) -> tuple[int, int]:
    """Return the gain of rerolling a die, times `SIDES`: in the average result, and in dice that count in ties.

    `enemy`: the owner's enemy rerolls it, and gains what the owner loses.
    """
    current, sums = _result(faces, scale), _sums(_without(faces, face), scale)
    gain = sums[0] - SIDES * current.value, sums[1] - SIDES * current.counted
    return (-gain[0], -gain[1]) if enemy else gain


@lru_cache(maxsize=MANY)
def _sums(rest: Faces, scale: Scale) -> tuple[int, int]:
    """Return the sums of results and of dice that count in ties, over all faces of one die added to `rest`."""
    results = [_result(tuple(sorted((*rest, face))), scale) for face in range(1, SIDES + 1)]
    return sum(result.value for result in results), sum(result.counted for result in results)


@lru_cache(maxsize=MANY)
def _result(faces: Faces, scale: Scale) -> Result:
    return scale.result(faces)


def _without(faces: Faces, face: int) -> Faces:
    index = faces.index(face)
    return faces[:index] + faces[index + 1 :]
