"""The choice of a target for a move to contact, and the Ki needed to reach it (AMB-31)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions.targets import reaches
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.moving.carry_out import BOOST, boost, most_move
from game.rulesets.bushido.rules.picking import Reason, ask, only_enemies, pick_one
from game.rulesets.bushido.rules.state import Model
from game.table.path.policy import PathPolicy
from game.wording import _

Paths = Callable[[Model, float], PathPolicy]
"""A function that returns the policy of a move to a target, for a Move in inches."""
Reach = Callable[[Model, float], bool]
"""A function that returns whether a move reaches a model, for a Move in inches."""
KEEP = "keep"
"""The answer not to spend Ki on a move."""


def by_path(game: Game, model: Model, policy: Paths) -> Reach:
    """Return a function that says whether a move under a policy reaches contact with a target."""

    def reach(target: Model, inches: float) -> bool:
        return game.within(model, target, 0.0) or reaches(game, model, target, policy(target, inches))

    return reach


def aimed(
    game: Game, model: Model, found: list[Model], reach: Reach, choose: Callable[[list[Model]], Asking[Model]]
) -> Asking[Model | None]:
    """Return the target of an action after the player has paid for the boosts it needs (AMB-31).

    Return None if the player does not pay for any target, which wastes the action.
    """
    remaining = list(found)
    while remaining:
        target = yield from choose(remaining)
        remaining = [model for model in remaining if model is not target]
        if (yield from agreed(game, model, target, reach, others=bool(remaining))):
            return target
    return None


def agreed(game: Game, model: Model, target: Model, reach: Reach, *, others: bool = False) -> Asking[bool]:
    """Ask whether to pay for the boosts that a target needs. Return whether the target is in reach (AMB-31).

    `others` means that the action has other possible targets.
    """
    now, most = game.statistic(model, "move"), most_move(game, model)
    needed = next((inches - now for inches in range(now, most + 1) if reach(target, inches)), None)
    if not needed:
        return needed is not None
    price = boost_price(game, model, "move")
    assert price is not None, "Move was counted with boosts that can be paid"
    facts = {"model": model.name, "target": target.name, "ki": needed * price}
    stop = _("No: go for another model") if others else _("No: keep the Ki, the action is spent")
    boosted = Option(BOOST, _("Spend {ki} Ki and reach {target}", **facts), "AMB-31", (target.id,))
    prompt = _("Spend {ki} Ki so that {model} reaches {target}?", **facts)
    if (yield ask(model, prompt, "AMB-31", (boosted, Option(KEEP, stop, "AMB-31")))) == KEEP:
        return False
    for _inch in range(needed):
        boost(game, model)
    return True


def chosen(game: Game, model: Model, rule: str, why: Reason, candidates: list[Model]) -> Asking[Model]:
    """Return the enemy that the player chooses as a target. `why` gives the reasons against other enemies."""
    prompt = _("Choose an enemy for {model} to fight", model=model.name)
    return (yield from pick_one(game, model, prompt, rule, candidates, only_enemies(model), why, given_up))


def given_up(target: Model) -> Refusal:
    """Return the refusal of a possible target for which the player kept the Ki that it needs (AMB-31)."""
    return Refusal(_("you kept the Ki that is needed to reach {model}", model=target.name), "AMB-31")
