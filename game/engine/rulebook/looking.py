"""How many of the possible answers a player looks at when rating them."""

import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Look = Callable[[Iterable[Any]], Iterable[Any]]
"""Returns the things looked at, before anything about them is worked out."""


def everything(things: Iterable[Any]) -> Iterable[Any]:
    """Return all of them."""
    return things


def looking(rng: random.Random, share: float) -> Look:
    """Return a look that sees each thing with the chance `share`; all of them, without dice, from 1 up."""
    return everything if share >= 1.0 else partial(_some, rng, share)


def _some(rng: random.Random, share: float, things: Iterable[Any]) -> list[Any]:
    return [each for each in things if rng.random() < share]
