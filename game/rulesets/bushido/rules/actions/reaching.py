"""Asking for the target of a move to contact, and for the Ki needed to reach it (AMB-31)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking
from game.rulesets.bushido.rules.actions.targets import reaches
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.moving.carry_out import BOOST, boost, most_move
from game.rulesets.bushido.rules.picking import Reason, ask, only_enemies, pick_one
from game.rulesets.bushido.rules.state import Model
from game.table.path.policy import PathPolicy
from game.wording import _

Paths = Callable[[Model, float], PathPolicy]
"""The policy of a move to a target with a given Move, in inches."""
Reach = Callable[[Model, float], bool]
"""Whether a move with a given Move, in inches, reaches a model."""
KEEP = "keep"
"""The answer not to spend Ki on a move."""


def by_path(game: Game, model: Model, policy: Paths) -> Reach:
    """Return whether a move under a policy leads to contact with a target, or the model touches it already."""

    def reach(target: Model, inches: float) -> bool:
        return game.within(model, target, 0.0) or reaches(game, model, target, policy(target, inches))

    return reach


def aimed(
    game: Game, model: Model, found: list[Model], reach: Reach, choose: Callable[[list[Model]], Asking[Model]]
) -> Asking[Model | None]:
    """Ask for the target of an action; the Ki for its boosts is paid before anything else (AMB-31).

    Return None if no Ki is paid for any target: the action then leads nowhere.
    """
    left = list(found)
    while left:
        target = yield from choose(left)
        left = [each for each in left if each is not target]
        if (yield from agreed(game, model, target, reach, others=bool(left))):
            return target
    return None


def agreed(game: Game, model: Model, target: Model, reach: Reach, *, others: bool = False) -> Asking[bool]:
    """Ask whether to pay for the boosts needed to reach a target; return whether it is reached (AMB-31).

    `others`: the action has other possible targets.
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
    """Ask which enemy is the target of an action; `why` says why the others cannot be."""
    prompt = _("Choose an enemy for {model} to fight", model=model.name)
    return (yield from pick_one(game, model, prompt, rule, candidates, only_enemies(model), why))
