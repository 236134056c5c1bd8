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
    """The best reroll of a pool: what it gains on average, times the sides of a die, and what each face leads to."""

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
    now: dict[tuple[Open, ...], int] = {tuple((faces, ()) for faces in pools): cases for pools, cases in before.items()}
    for _each in range(rerolls.dice):
        then: dict[tuple[Open, ...], int] = {}
        for pools, cases in now.items():
            chances = [(best.gain, place, best.states) for place in rerolls.pools
                       if (best := _best(pools[place], scales[place], rerolls.enemy)) is not None]  # fmt: skip
            if not chances:
                then[pools] = then.get(pools, 0) + cases * SIDES
                continue
            _gain, place, states = max(chances, key=lambda chance: (chance[0], -chance[1]))
            for state in states:
                key = (*pools[:place], state, *pools[place + 1 :])
                then[key] = then.get(key, 0) + cases
        now = then
    after: dict[tuple[Faces, ...], int] = {}
    for pools, cases in now.items():
        lie = tuple(tuple(sorted(fresh + used)) for fresh, used in pools)
        after[lie] = after.get(lie, 0) + cases
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
    """Return what it gains to roll a face again: in the result on average, then in dice that count, times the sides.

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
