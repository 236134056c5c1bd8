"""Actions, each a class (B-ACT). Imports the rules beside it, and the exchange."""

from __future__ import annotations

from typing import ClassVar

from game.engine.core.decisions import ByHand, Option
from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.tests import size_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.holding import release
from game.rulesets.bushido.rules.moving.engaged import engaged_with
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Model
from game.wording import _

IMMOBILISED = 6
"""The number that a size test must reach (B-STATE-10)."""
REGISTRY: Registry[Action] = Registry("action")


class Action:
    """An action with its key, name, letter, rule and cost in counters (B-ACT-1, B-ACT-2).

    `in_contact` means that it may be declared in base contact with an enemy (B-ACT-5). `leaves_zones` means that it may
    be declared in an enemy's zone (B-GEO-32). `standard` means that a friend with Command can order it.

    `stirs` means that an Immobilised model must pass a size test first (B-STATE-10). `reveals` means that it ends a
    Disguise (B-STATE-7). A `free` action costs nothing, and the model declares another action after it. `hand` is the
    kind of target for a drag with the mouse.
    """

    key: ClassVar[str] = ""
    name: ClassVar[str] = ""
    letter: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    cost: ClassVar[int] = 1
    in_contact: ClassVar[bool] = False
    standard: ClassVar[bool] = True
    leaves_zones: ClassVar[bool] = False
    stirs: ClassVar[bool] = False
    reveals: ClassVar[bool] = False
    free: ClassVar[bool] = False
    hand: ClassVar[ByHand] = ""

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.key, cls)

    def option(self, game: Game, model: Model) -> Option:
        """Return the option that offers the action to a model, with its price if that is more than one counter."""
        label, price = _(self.name), self.price(game, model)
        if price > 1:
            label = _("{action} ({n} counters)", action=label, n=price)
        return Option(f"{model.id} {self.key}", label, self.rule, (model.id,), self.letter, hand=self.hand)

    def known_to(self, game: Game, model: Model) -> bool:
        """Return whether a model has the action. Screens do not list actions that it does not have."""
        return True

    def price(self, game: Game, model: Model) -> int:
        """Return the cost of the action for a model, in counters (B-MAIN-3)."""
        return self.cost

    def why_not(self, game: Game, model: Model) -> Refusal | None:
        """Return why a model cannot declare the action, or None if it can (B-ACT-32, B-GEN-1)."""
        price = self.price(game, model)
        if model.counters < price:
            text = _(
                "it costs {cost} counters, but {model} has {left}", cost=price, model=model.name, left=model.counters
            )
            return Refusal(text, "B-MAIN-3")
        for effect in () if self.free else game.effects(model, "bars"):
            if effect.applies(game, model, self.key):
                state = STATES[effect.entry.name]
                return Refusal(_(state.reason), state.rule)
        if not self.in_contact and engaged_with(game, model, leaving=self.leaves_zones):
            return Refusal(_("{model} is in base contact with an enemy", model=model.name), "B-ACT-5")
        if not self.leaves_zones:
            for enemy in held_by(game, model, moving=False):
                text = _("{model} is in the zone of {enemy}", model=model.name, enemy=enemy.name)
                return Refusal(text, "B-GEO-32")
        return self.impossible(game, model)

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        """Return why the action is impossible for reasons of its own, or None if it is possible."""
        return None

    def perform(self, game: Game, model: Model) -> Flow:
        """Carry out the action. The counters are paid afterwards (B-ACT-2, B-MAIN-4)."""
        yield from ()


def carry_out(game: Game, model: Model, action: Action) -> Flow:
    """Let a model carry out a declared action and pay for it (B-ACT-2, B-MAIN-4)."""
    yield from begin(game, model, action)
    if not action.free:
        settle(game, model)


def begin(game: Game, model: Model, action: Action) -> Flow:
    """Let a model carry out a declared action without paying for it (B-STATE-7, B-STATE-10)."""
    game.owed = action.price(game, model)
    if not action.free:
        game.state.uses.begin("action")
    game.emit(events.ActionDeclared(model=model.id, action=action.key))
    if action.reveals and model.has("Disguised"):
        game.unmark(model, "Disguised")
    free = True
    if action.stirs and model.has("Immobilised"):
        free = yield from size_test(game, model, IMMOBILISED)
        if free:
            game.unmark(model, "Immobilised")
    if free:
        yield from action.perform(game, model)


def settle(game: Game, model: Model) -> None:
    """Let a model pay for its action, and end the effects that last for an action (B-ACT-2, B-STATE-11)."""
    game.expire("action")
    game.surprised = ""
    release(game)
    if model.in_play:
        game.pay(model, game.owed)
        game.unmark(model, "Impetuous", 1)
