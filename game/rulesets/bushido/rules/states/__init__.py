"""States: one class each; markers of a model stand in `Model.markers` (B-STATE). Imports the game."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Model


class Condition:
    """A state: its name, its rule, its text in our own words; every method's default does nothing.

    `single` states never have more than one marker, `valued` ones carry a number on each; new markers of one that
    `replaces` take the place of old ones.
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    text: ClassVar[str] = ""
    single: ClassVar[bool] = False
    valued: ClassVar[bool] = False
    replaces: ClassVar[bool] = False
    hurts_at_the_end: ClassVar[bool] = False
    ignores_tough: ClassVar[bool] = False
    lends: ClassVar[tuple[str, ...]] = ()
    melee_dice: ClassVar[int] = 0
    ranged_dice: ClassVar[int] = 0
    bars_specials: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if cls.name:
            STATES[cls.name] = cls()

    def gained(self, game: Game, model: Model) -> None:
        """Follow a marker that was gained."""

    def starting(self, game: Game, model: Model) -> None:
        """Do what happens in the Starting Phase after Ki is generated (B-START-2, B-START-5)."""

    def ending(self, game: Game, model: Model) -> None:
        """Do what happens in the second group of End 1 (B-END-1)."""

    def lost(self, game: Game, model: Model) -> None:
        """Follow the loss of the last marker."""

    def why_not(self, game: Game, model: Model, action: str) -> str:
        """Return why a model in this state cannot declare an action, an empty string if it can (B-STATE)."""
        return ""


def load_all() -> None:
    """Import every file of this folder, so that each state in it registers itself."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
