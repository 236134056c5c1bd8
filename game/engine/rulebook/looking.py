"""Sieves: random selections from the answers that a computer player could consider."""

import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Sieve = Callable[[Iterable[Any]], Iterable[Any]]
"""A function that returns the things to consider, so that nothing is computed about the others."""


def everything(things: Iterable[Any]) -> Iterable[Any]:
    """Return all things."""
    return things


def sieve(rng: random.Random, share: float) -> Sieve:
    """Return a sieve that keeps each thing with the chance `share`. From 1 up it keeps all, without using `rng`."""
    return everything if share >= 1.0 else partial(_sample, rng, share)


def _sample(rng: random.Random, share: float, things: Iterable[Any]) -> list[Any]:
    return [thing for thing in things if rng.random() < share]
