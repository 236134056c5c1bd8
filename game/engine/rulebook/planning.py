"""Moved: use `game.engine.kit.planning`."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    return getattr(import_module("game.engine.kit.planning"), name)
