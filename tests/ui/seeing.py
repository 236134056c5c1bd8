"""What eyes make of pixels: WCAG contrast, sight without one kind of cone, and how different two colours look."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Values = NDArray[np.float64]

SIGHTS: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear RGB as it looks without one kind of cone: the matrices of Machado, Oliveira and Fernandes (2009)."""

CONES: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
"""From linear RGB to the cones, and from their cube roots to Oklab (Ottosson 2020)."""


def linear(pixels: Pixels) -> Values:
    """Return sRGB bytes as linear light from 0 to 1."""
    values = np.asarray(pixels, dtype=np.float64) / 255
    light: Values = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return light


def luminance(pixels: Pixels) -> Values:
    """Return the relative luminance as WCAG 2 defines it."""
    light: Values = linear(pixels) @ np.array([0.2126, 0.7152, 0.0722])
    return light


def contrast(first: Values, second: Values) -> Values:
    """Return the WCAG contrast of two luminances, from 1 to 21."""
    ratio: Values = (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)
    return ratio


def seen(pixels: Pixels, sight: str) -> Values:
    """Return linear light as somebody with that sight perceives it."""
    light: Values = np.clip(linear(pixels) @ np.array(SIGHTS[sight]).T, 0.0, 1.0)
    return light


def oklab(light: Values) -> Values:
    """Return linear light in Oklab, where equal distances look about equally different."""
    cones = light @ np.array(CONES).T
    lab: Values = np.cbrt(cones) @ np.array(LAB).T
    return lab


def difference(first: Pixels, second: Pixels, sight: str = "usual") -> Values:
    """Return how different colours look to somebody: Oklab distance times 100 (2 is about the least one notices)."""
    apart = oklab(seen(first, sight)) - oklab(seen(second, sight))
    distance: Values = 100 * np.sqrt(np.sum(apart**2, axis=-1))
    return distance
