"""Distributions as arrays ("shares") with the chances of the results 0, 1, 2, …; convolution adds results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Shares: TypeAlias = NDArray[np.float64]
"""An array with the chance of each result 0, 1, 2, …, which is never changed."""
NOTHING: Final[Shares] = np.ones(1)
"""The shares of a result that is always 0."""


def of(chances: Mapping[int, float]) -> Shares:
    """Return the shares for some results and their chances; raise `ValueError` for a negative result."""
    if min(chances, default=0) < 0:
        raise ValueError("results below 0 have no shares")
    shares = np.zeros(max(chances, default=0) + 1)
    for result, chance in chances.items():
        shares[result] += chance
    return shares


def power(shares: Shares, times: int) -> Shares:
    """Return the shares of the sum of several independent results of the same kind."""
    total = NOTHING
    while times:
        if times & 1:
            total = np.convolve(total, shares)
        times >>= 1
        if times:
            shares = np.convolve(shares, shares)
    return total


def repeated(times: Shares, result: Shares) -> Shares:
    """Return the shares of the sum of a random number of independent results."""
    total = times[-1:]
    for chance in times[-2::-1]:
        total = np.convolve(total, result)
        total[0] += chance
    return total


def thinned(shares: Shares, kept: float) -> Shares:
    """Return the shares of the points that remain if each point remains with the chance `kept`."""
    remaining, binomial_weights = np.zeros(len(shares)), NOTHING
    for result, chance in enumerate(shares):
        remaining[: result + 1] += chance * binomial_weights
        binomial_weights = np.convolve(binomial_weights, (1.0 - kept, kept))
    return remaining


def at_least(shares: Shares, result: int) -> float:
    """Return the chance of a result or more."""
    return float(shares[max(0, result) :].sum())


def mean(shares: Shares) -> float:
    """Return the expected result."""
    return float(shares @ np.arange(len(shares)))


def mapped(shares: Shares, to: Callable[[int], int]) -> Shares:
    """Return the shares of the results after a function has changed each of them."""
    chances: dict[int, float] = {}
    for result, chance in enumerate(shares):
        if chance:
            chances[to(result)] = chances.get(to(result), 0.0) + float(chance)
    return of(chances)
