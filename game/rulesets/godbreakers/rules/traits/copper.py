"""Copper: traits that protect, mend and repay."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.actions.engage import targets
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import suffer
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, region, unstable, within
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.state import Model
from game.table.placing.conditions import AnyOf
from game.wording import N_, _

VENGEFUL = "G-TRAIT-VENGEFUL"


class HiddenWays(Action):
    """Appears near another model, or, without room, by unstable placement beside the closest one (H1)."""

    key, label, rule = "hidden-ways", N_("Hidden Ways"), "G-TRAIT-MYSTERIOUS"
    letter = "shift+h"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        return "" if len(game.standing()) > 1 else _("there is no other model on the table")

    def perform(self, game: Game, model: Model) -> Flow:
        if not test(game, model, self.test, rule=self.rule):
            return
        others = [other for other in game.standing() if other is not model]
        near = AnyOf([within(game, other.disc, self.rank, model.radius) for other in others])
        where = region(game, model, [near])
        if not where.find():
            nearest = min(others, key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
            unstable(game, model, nearest.x, nearest.y, rule=self.rule, level=nearest.level)
            return
        prompt = _("Place {model} within {rank} U of another model", model=model.name, rank=self.rank)
        yield from ask_place(game, model, where, player=game.handler(model), prompt=prompt, rule=self.rule)


def vengeful(game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
    """Return what a model does that was hurt by attack damage: it deals damage to an enemy in its attack range."""
    hurt = fight.suffered.get(model.id) and model.on_table
    within_reach = targets(game, model) if hurt else []
    return _pay_back(game, model, rank, within_reach) if within_reach else None


def _pay_back(game: Game, model: Model, rank: int, within_reach: Sequence[Model]) -> Flow:
    player = game.handler(model)
    prompt = _("{model} is Vengeful: who takes {rank} damage?", model=model.name, rank=rank)
    for other in (yield from pick(player, prompt, within_reach, rule=VENGEFUL, about=model.id, minimum=0)):
        suffer(game, other, rank, rule=VENGEFUL, source=model)
