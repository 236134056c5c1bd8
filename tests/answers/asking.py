"""How answers of the table are put as plain data, and how two of them are compared."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.refusal import Refusal

Spot = tuple[float, float]
Answers = Iterator[tuple[str, Any]]
"""Questions about a scene, each with its answer."""
Scene = Callable[[], Answers]

DIGITS = 4
SLACK = 0.001
"""Inches (or square inches) by which a number may differ, and a hundred-thousandth of it."""


def plain(value: Any) -> Any:
    """Return an answer as JSON keeps it, numbers rounded."""
    match value:
        case None | bool() | str():
            return value
        case np.ndarray():
            return plain(value.tolist())
        case int():
            return int(value)
        case float():
            return (round(float(value), DIGITS) + 0.0) if math.isfinite(value) else str(float(value))
        case np.generic():
            return plain(value.item())
        case BaseGeometry():
            return drawn(value)
        case Refusal():
            return [value.cause, value.rule, value.text, plain(value.short_by), *_where(value)]
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case _ if dataclasses.is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        case Iterable():
            return [plain(each) for each in value]
        case _:
            raise TypeError(f"no answer: {value!r}")


def _where(refusal: Refusal) -> list[Any]:
    """Return where an obstacle is met, and what it is."""
    return [plain(getattr(refusal, name)) for name in ("at", "ground") if hasattr(refusal, name)]


def drawn(geometry: BaseGeometry) -> dict[str, Any]:
    """Return what a geometry is like: how large, how long its outline, where, in how many parts."""
    if geometry.is_empty:
        return {"area": 0.0, "parts": 0}
    parts = shapely.get_parts(geometry)
    holes = int(shapely.get_num_interior_rings(parts).sum())
    middle = geometry.centroid
    return {
        "area": plain(geometry.area),
        "length": plain(geometry.length),
        "middle": [plain(middle.x), plain(middle.y)],
        "box": plain(geometry.bounds),
        "parts": len(parts),
        "holes": holes,
    }


def grid(west: float, south: float, east: float, north: float, count: int = 12) -> list[list[Spot]]:
    """Return rows of spots all over a box, the northern row first; none of them is on a half or a quarter inch."""
    xs = np.linspace(west + 0.0137, east - 0.0211, count).round(4).tolist()
    ys = np.linspace(north - 0.0173, south + 0.0119, count).round(4).tolist()
    return [[(x, y) for x in xs] for y in ys]


def known(told: object) -> bool | None:
    """Return whether some way leads there, None where a search has to tell."""
    return None if told == "unknown" else told != "no"


def marks(rows: list[list[Spot]], sign: Callable[[float, float], Any]) -> list[str]:
    """Return a verdict for each spot of a grid as a picture: # yes, . no, or a sign of its own."""
    return ["".join(_sign(sign(x, y)) for x, y in row) for row in rows]


def _sign(verdict: Any) -> str:
    if isinstance(verdict, (bool, np.bool_)):
        return "#" if verdict else "."
    if isinstance(verdict, float) and math.isinf(verdict):
        return "x"
    return "?" if verdict is None else f"{verdict:.0f}"[-1] if isinstance(verdict, float) else str(verdict)


def inside(geometry: BaseGeometry) -> Callable[[float, float], bool]:
    """Return the question whether a spot is in a geometry."""
    return lambda x, y: bool(shapely.intersects_xy(geometry, x, y))


def differences(known: Any, now: Any, where: str = "") -> Iterator[str]:
    """Yield where two answers differ by more than the slack."""
    if isinstance(known, bool) or isinstance(now, bool) or not isinstance(known, (int, float, dict, list)):
        if known != now:
            yield f"{where}: {known!r} was recorded, now {now!r}"
    elif isinstance(known, dict) and isinstance(now, dict):
        for key in [*known, *(key for key in now if key not in known)]:
            yield from differences(known.get(key), now.get(key), f"{where} {key}".strip())
    elif isinstance(known, list) and isinstance(now, list) and len(known) == len(now):
        for number, (one, other) in enumerate(zip(known, now, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif not _are_as_large(known, now):
        yield f"{where}: {known!r} was recorded, now {now!r}"


def _are_as_large(known: Any, now: Any) -> bool:
    if not isinstance(known, (int, float)) or not isinstance(now, (int, float)):
        return False
    if isinstance(known, int) and isinstance(now, int):
        return known == now
    return abs(known - now) <= SLACK + 1e-5 * abs(known)
