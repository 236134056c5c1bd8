"""Moved: use `game.engine.rulebook.facets`. A rulebook now offers facets as attributes."""

from typing import Any

from game.engine.rulebook import facets


def __getattr__(name: str) -> Any:
    if hasattr(facets, name) or name.startswith("_"):
        return getattr(facets, name)
    raise ImportError(f"{name} is gone: a rulebook offers facets, see game.engine.rulebook.facets")
