"""Rulebooks in which rosters are made and live on from game to game: those with the modules `rosters` and `sagas`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from game import rulesets
from game.commands.errors import Refusal
from game.wording import _


def rulebook_with(module: str) -> str:
    """Return the first rulebook that has a module of that name; raise `Refusal` if none has."""
    for name in rulesets.names():
        if find_spec(f"game.rulesets.{name}.{module}") is not None:
            return name
    raise Refusal(_("no rulebook here knows {module}", module=module))


def rosters() -> Any:
    """Return the module that makes, finds and describes rosters."""
    return import_module(f"game.rulesets.{rulebook_with('rules.circles.roster_text')}.rules.circles.roster_text")


def sagas() -> Any:
    """Return the module that keeps campaigns."""
    return import_module(f"game.rulesets.{rulebook_with('sagas.steps')}.sagas.steps")


def saga_telling() -> Any:
    """Return the module that puts campaigns into words."""
    return import_module(f"game.rulesets.{rulebook_with('sagas.steps')}.sagas.text")
