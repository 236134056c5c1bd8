"""Why a model cannot attack an enemy now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.refusal import Refusal, each_said
from game.rulesets.bushido.rules.actions import REGISTRY
from game.rulesets.bushido.rules.actions.fighting import Melee, why_out_of_reach
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import too_far, why_no_target
from game.rulesets.bushido.rules.shooting.attack import why_not_loaded
from game.rulesets.bushido.rules.state import Model
from game.wording import _


def bars(game: Game, attacker: str, target: str) -> Sequence[Refusal]:
    """Return why a model cannot attack an enemy in melee or with each ranged weapon; none if it can attack at all."""
    model, enemy = game.state.models.get(attacker), game.state.models.get(target)
    if model is None or enemy is None or not model.on_table or enemy not in game.enemies(model):
        return ()
    causes = dict[str, Refusal]()
    for name, cause in _causes(game, model, enemy):
        if cause is None:
            return ()
        causes[name] = cause
    return each_said(causes)


def _causes(game: Game, model: Model, enemy: Model) -> Iterator[tuple[str, Refusal | None]]:
    """Yield the name of each action or weapon, with the reason against the enemy; None without one."""
    melee, charge = REGISTRY["melee"], REGISTRY["charge"]
    assert isinstance(melee, Melee)
    yield melee.label(game, model), melee.why_not_fight(game, model, enemy) or melee.why_not(game, model)
    reason = why_out_of_reach(game, model, enemy, charge=True)
    yield charge.label(game, model), reason or charge.why_not(game, model)
    shooting = REGISTRY["ranged"].why_not(game, model)
    for weapon in game.weapons(model, "ranged"):
        most = max(weapon.bands or (0.0,))
        reason = why_not_loaded(game, model, weapon.name) or shooting or why_no_target(game, model, enemy)
        yield _(weapon.name), reason or too_far(game, model, enemy, most, "B-RNG-1")
