"""Actions, each a class (B-ACT), and how models carry them out (B-TR-82). Imports the rules beside it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from game.engine.core.decisions import ByHand, Option, Pick
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Stock
from game.engine.kit.registry import Registry
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.tests import size_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import in_ki
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by, release
from game.rulesets.bushido.rules.moving.sight import too_far
from game.rulesets.bushido.rules.picking import excluding, only_friends, pick
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Model
from game.wording import _, ngettext

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
        label, price = self.label(game, model), self.price(game, model)
        if price > 1:
            label = _("{action} ({n} counters)", action=label, n=price)
        counters = ngettext("{n} counter", "{n} counters", price)
        spent = (Stock("count-counter", price, counters),) if price else ()
        if ki := self.least_ki(game, model):
            spent = (*spent, *in_ki(ki))
            label = _("{action} ({ki} Ki)", action=label, ki=ki)
        futile = self.why_futile(game, model)
        if futile and self.why_not(game, model) is not None:
            futile = ""
        if futile:
            label = _("{action} (no effect)", action=label)
        key = f"{model.id} {self.key}"
        return Option(key, label, self.rule, (model.id,), self.letter, hand=self.hand, price=spent, detail=futile)

    def why_futile(self, game: Game, model: Model) -> str:
        """Return the reason why the action is allowed but would change nothing now, or ""."""
        return ""

    def label(self, game: Game, model: Model) -> str:
        """Return the name of the action for a model, without its price."""
        return _(self.name)

    def known_to(self, game: Game, model: Model) -> bool:
        """Return whether a model has the action. Other actions are not shown to players."""
        return True

    def least_ki(self, game: Game, model: Model) -> int:
        """Return the least Ki that the action costs for any target, besides its counters (AMB-31)."""
        return 0

    def price(self, game: Game, model: Model) -> int:
        """Return the cost of the action for a model, in counters (B-MAIN-3)."""
        return self.cost

    def why_not(self, game: Game, model: Model) -> Refusal | None:
        """Return the reason why a model cannot declare the action, or None if it can (B-ACT-32, B-GEN-1)."""
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
        """Return the reason why the action is impossible for reasons of its own, or None if it is possible."""
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
    if not action.stirs or (yield from free_to_move(game, model)):
        yield from action.perform(game, model)


def free_to_move(game: Game, model: Model) -> Asking[bool]:
    """Let an Immobilised model make its size test. Return whether the model is free to move (B-STATE-10)."""
    if not model.has("Immobilised"):
        return True
    if not (yield from size_test(game, model, IMMOBILISED)):
        return False
    game.unmark(model, "Immobilised")
    return True


def settle(game: Game, model: Model) -> None:
    """Let a model pay for its action, and end the effects that last for an action (B-ACT-2, B-STATE-11, AMB-8)."""
    game.expire("action")
    game.surprised = ""
    release(game)
    if model.in_play:
        game.pay(model, game.owed)
        game.unmark(model, "Impetuous", 1)


RULE = "B-TR-82"


def group_of(game: Game, model: Model) -> list[Model]:
    """Return the models on the table in the Group of a model, including the model; [] without a Group."""
    if game.named(model, "Group") is None:
        return []
    return [other for other in game.of(model.side) if other.profile == model.profile]


def companions(game: Game, model: Model, action: Action) -> Asking[list[Model]]:
    """Return the models activated with a model: its whole Group, or nearby Pack members that the player picks."""
    group, entry = group_of(game, model), game.named(model, "Pack")
    if not group and entry is None:
        return []
    able_friends = [
        friend for friend in game.friends(model) if not friend.exhausted and action.why_not(game, friend) is None
    ]
    if group or entry is None:
        return [friend for friend in able_friends if friend in group]
    pack = [friend for friend in able_friends if game.named(friend, "Pack") is not None]
    nearby = [friend for friend in pack if game.within(model, friend, entry.inches)]
    if not nearby:
        return []
    prompt, maximum = _("Which pack members act with {model}?", model=model.name), min(entry.value, len(nearby))
    reasons = only_friends(model), partial(_why_not_in_pack, game, model, action, entry.inches)
    return (yield from pick(game, model, prompt, RULE, nearby, *reasons, minimum=0, maximum=maximum))


def _why_not_in_pack(game: Game, model: Model, action: Action, inches: int, other: Model) -> Refusal | None:
    """Return the reason why another model cannot act with a model of a Pack, or None if it can."""
    if game.named(other, "Pack") is None:
        return Refusal(_("{other} does not belong to a Pack", other=other.name), RULE)
    if other.exhausted:
        return Refusal(_("{model} has no activation counters", model=other.name), "B-ACT-4")
    return too_far(game, model, other, inches, RULE) or action.why_not(game, other)


def act_together(game: Game, model: Model, action: Action) -> Flow:
    """Let a model and its companions carry out an action (B-TR-82)."""
    others = [] if action.free else (yield from companions(game, model, action))
    if not others:
        yield from carry_out(game, model, action)
        return
    owed: dict[str, int] = {}
    game.fights = []
    for other in (model, *others):
        game.state.active = other.id
        if other.on_table and action.why_not(game, other) is None:
            yield from begin(game, other, action)
            owed[other.id] = game.owed
    yield from _fights(game, model)
    for identity, counters in owed.items():
        game.owed = counters
        settle(game, game.state.models[identity])


def _fights(game: Game, model: Model) -> Flow:
    """Carry out the postponed exchanges in the order that the player chooses. Models off the table come last."""
    postponed, game.fights = {identity.id: flow for identity, flow in game.fights or ()}, None
    while postponed:
        ready = tuple(identity for identity in postponed if game.state.models[identity].on_table)
        picked = ready[0] if ready else next(iter(postponed))
        if len(ready) > 1:
            [picked] = yield Pick(
                player=model.side,
                prompt=_("Who fights next?"),
                rule=RULE,
                candidates=ready,
                excluded=excluding(
                    game, lambda other: Refusal(_("{model} has no fights left", model=other.name), RULE)
                ),
            )
        game.state.active = picked
        yield from postponed.pop(picked)
