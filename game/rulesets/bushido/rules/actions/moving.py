"""Actions of moving without a fight: Walk, Run (B-ACT-10, B-ACT-11)."""

from __future__ import annotations

import math

from game.engine.core.flow import Flow
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import ask_way, most_move, move_along, region_of
from game.rulesets.bushido.rules.moving.policies import RUN, run, walk
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.ways.judge import check
from game.table.ways.way import Way
from game.wording import N_, _


def no_way_out(game: Game, model: Model, *, running: bool = False) -> Refusal | None:
    """Return why a model in an enemy's zone cannot walk or run out of it, None if it can or is in none (B-GEO-32)."""
    inches = most_move(game, model) * (RUN if running else 1.0)
    if game.remembered(f"out {model.id} {inches} {running}", lambda: _gets_out(game, model, inches, running=running)):
        return None
    return Refusal(_("{model} has no way out of the zone that it stands in", model=model.name), "B-GEO-32")


def _gets_out(game: Game, model: Model, inches: float, *, running: bool) -> bool:
    held = held_by(game, model)
    if not held:
        return True
    policy = (run if running else walk)(game, model, inches)
    for enemy in held:  # straight away, just out: the shortest way there is, if it is one
        gone = ZONE + 2 * TOLERANCE - game.apart(model, enemy)
        far = math.hypot(model.x - enemy.x, model.y - enemy.y)
        share = gone / far
        end = model.x + (model.x - enemy.x) * share, model.y + (model.y - enemy.y) * share
        if check(Way.through([(model.x, model.y), end]), policy).is_legal:
            return True
    return region_of(model, policy).nearest(model.x, model.y) is not None


class Walk(Action):
    """B-ACT-10."""

    key, name, letter, rule, leaves_zones = "walk", N_("Walk"), "k", "B-ACT-10", True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        return no_way_out(game, model)

    def perform(self, game: Game, model: Model) -> Flow:
        """Walk up to Move, and face any way at the end (B-MOVE-6)."""
        found = yield from ask_way(
            game,
            model,
            lambda inches: region_of(model, walk(game, model, inches)),
            Turning.asked(model.facing, "B-MOVE-6"),
            prompt=_("Where does {model} walk to?", model=model.name),
            rule="B-MOVE-6",
        )
        if found is not None:
            move_along(game, model, *found, self.key, "B-MOVE-6")


class Run(Action):
    """B-ACT-11."""

    key, name, letter, rule, leaves_zones = "run", N_("Run"), "r", "B-ACT-11", True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if game.any(model, "slow"):
            return Refusal(_("{model} is Slow", model=model.name), "B-TR-51")
        return no_way_out(game, model, running=True)

    def perform(self, game: Game, model: Model) -> Flow:
        """Run in a straight line up to one and a half times Move, facing along it (B-MOVE-7)."""
        found = yield from ask_way(
            game,
            model,
            lambda inches: region_of(model, run(game, model, RUN * inches)),
            Turning.follows(model.x, model.y, model.facing, "B-MOVE-7"),
            prompt=_("Where does {model} run to?", model=model.name),
            rule="B-MOVE-7",
        )
        if found is not None:
            move_along(game, model, *found, self.key, "B-MOVE-7")
        model.ran = True
