"""Moved: use `game.engine.kit.soundness`."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    return getattr(import_module("game.engine.kit.soundness"), name)
