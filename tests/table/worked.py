"""Comparing worked numbers, however they are nested."""

from typing import Any

import numpy as np


def close(found: Any, wanted: Any, within: float = 1e-9) -> bool:
    """Whether two nested sequences of numbers have the same shape and nearly the same numbers."""
    one, other = np.asarray(found, dtype=np.float64), np.asarray(wanted, dtype=np.float64)
    return one.shape == other.shape and bool((np.abs(one - other) <= within).all())
