"""Actions: one class each, in the file of what they do (B-ACT). Imports the rules beside it, and the exchange."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar

from game.engine.core.decisions import Option
from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Model
from game.wording import _

REGISTRY: dict[str, Action] = {}


class Action:
    """An action: its key, name, letter, rule and cost in counters (B-ACT-1, B-ACT-2).

    `in_contact`: whether it may be declared in base contact with an enemy (B-ACT-5). `leaves_zones`: whether it may be
    in an enemy's zone, since it stands up or begins with a movement (B-GEO-32). A Command calls for `standard` ones.
    """

    key: ClassVar[str] = ""
    name: ClassVar[str] = ""
    letter: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    cost: ClassVar[int] = 1
    in_contact: ClassVar[bool] = False
    standard: ClassVar[bool] = True
    leaves_zones: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if cls.key:
            REGISTRY[cls.key] = cls()

    def option(self, model: Model) -> Option:
        """Return the option that offers the action to a model."""
        return Option(f"{model.id} {self.key}", _(self.name), self.rule, (model.id,), self.letter)

    def why_not(self, game: Game, model: Model) -> Refusal | None:
        """Return why a model cannot declare the action, in the order of B-ENG-5; None if it can."""
        if model.counters < self.cost:
            text = _(
                "it costs {cost} counters, {model} has {left}", cost=self.cost, model=model.name, left=model.counters
            )
            return Refusal(text, "B-MAIN-3")
        for state in model.markers:
            if reason := STATES[state].why_not(self.key):
                return Refusal(_(reason), STATES[state].rule)
        if not self.in_contact and game.touching(model):
            return Refusal(_("{model} is in base contact with an enemy", model=model.name), "B-ACT-5")
        if not self.leaves_zones:
            for enemy in held_by(game, model):
                text = _("{model} stands in the zone of {enemy}", model=model.name, enemy=enemy.name)
                return Refusal(text, "B-GEO-32")
        return self.impossible(game, model)

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        """Return why the action itself is not possible, None if it is."""
        return None

    def perform(self, game: Game, model: Model) -> Flow:
        """Carry the action out; the counters are paid after it (B-ACT-2)."""
        yield from ()


def load_all() -> None:
    """Import every file of this folder, so that each action in it registers itself."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
