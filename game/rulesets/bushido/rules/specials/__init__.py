"""Special attacks and defences: one class each, by the name on cards (B-SPEC). Imports the game and its exchange."""

from __future__ import annotations

from typing import ClassVar

from game.engine.core.flow import Asking, Flow
from game.engine.kit.registry import Registry
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.state import Model

REGISTRY: Registry[Special] = Registry("special")


class Special:
    """A special: its name, rule and text; a special attack may change the damage roll, a defence follows a success.

    A special of a single profile is a class like any other (B-SPEC-7). `leaves` is the state that its success gives the
    other model. `rolls_damage` and `halves` are about the attacker's damage roll, `bonus` is added to it, `critical`
    removes the victim on a double.
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    text: ClassVar[str] = ""
    leaves: ClassVar[str] = ""
    rolls_damage: ClassVar[bool] = True
    halves: ClassVar[bool] = False
    bonus: ClassVar[int] = 0
    critical: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.name, cls)

    def levels(self, level: int) -> list[int]:
        """Return the success level of each damage roll of a hit (B-SPEC-A1)."""
        return [level]

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        """Apply the special's success before any damage roll (B-SPEC-4)."""
        yield from ()

    def after_damage(self, game: Game, bout: Bout, user: Fighter, foe: Fighter) -> Flow:
        """Apply what the special does after the damage roll."""
        yield from ()

    def struck(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Asking[bool]:
        """Apply the defence; return whether its success ends the exchange (B-MELEE-10b)."""
        yield from self.applied(game, bout, user, foe, level)
        return False

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        """Return whether its success keeps the other side from attacking after it, as far as that can be foreseen.

        That side is Held or falls, or the two part (B-MELEE-10, B-MELEE-12).
        """
        return False

    def fells(self, game: Game, user: Model, foe: Model) -> bool:
        """Return whether its success can make the other fall off high ground (B-TERR-8)."""
        return False


def can_fall(game: Game, model: Model) -> bool:
    """Return whether a model can become Prone (B-STATE-14, B-STATE-20)."""
    return not model.has("Prone") and not game.any(model, "immune", "Prone")
