"""Scenario actions, which a model takes at an objective (B-ACT-16, B-ACT-23)."""

from __future__ import annotations

from game.engine.core.decisions import Pick
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.scenarios import INTERACTIONS
from game.rulesets.bushido.rules.state import Model, Objective, objective_name
from game.table.facing import facing_towards
from game.table.shapes import gap
from game.wording import N_, _


class AtObjective(Action):
    """The interaction of the scenario with an objective in base contact."""

    stirs = reveals = True

    def known_to(self, game: Game, model: Model) -> bool:
        scenario = scenarios.of(game)
        return bool(scenario.interaction) and scenario.interaction_cost == self.cost

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not self.known_to(game, model):
            return Refusal(_("the scenario has no such action"), self.rule)
        if game.any(model, "insignificant"):
            return Refusal(_("{model} is Insignificant", model=model.name), "B-TR-31")
        objectives = beside(game, model)
        if not objectives:
            return Refusal(_("{model} is not in base contact with an objective", model=model.name), self.rule)
        return None if self.possible(game, model) else self.why_not_at(game, model, objectives[0].id)

    def possible(self, game: Game, model: Model) -> list[Objective]:
        """Return the objectives at which the model can carry out the interaction."""
        why_not = INTERACTIONS[scenarios.of(game).interaction].why_not
        return [objective for objective in beside(game, model) if not why_not(game, model, objective)]

    def perform(self, game: Game, model: Model) -> Flow:
        """Turn to the objective and carry out the interaction. An Immovable model does not turn (B-TR-27)."""
        objective = yield from self.choose(game, model)
        if not game.any(model, "immovable"):
            model.facing = facing_towards(objective.x - model.x, objective.y - model.y)
        if self.cost == 1:  # only simple actions are counted (B-SCEN-8)
            objective.actions += 1
        INTERACTIONS[scenarios.of(game).interaction].carry_out(game, model, objective)

    def why_not_at(self, game: Game, model: Model, piece: str) -> Refusal | None:
        """Return the reason why the model cannot carry out the interaction at a piece, or None if it can."""
        objective = game.state.objectives.get(piece)
        if objective is None:
            return Refusal(_("{piece} is not an objective", piece=game.name_of(piece)), self.rule)
        if objective not in beside(game, model):
            facts = {"model": model.name, "objective": objective_name(piece)}
            return Refusal(_("{model} is not in base contact with {objective}", **facts), self.rule)
        interaction = INTERACTIONS[scenarios.of(game).interaction]
        reason = interaction.why_not(game, model, objective)
        return Refusal(reason, interaction.rule) if reason else None

    def choose(self, game: Game, model: Model) -> Asking[Objective]:
        """Ask for an objective, unless there is only one, and return it."""
        objectives = self.possible(game, model)
        if len(objectives) == 1:
            return objectives[0]
        [picked] = yield Pick(
            player=model.side,
            prompt=_("Which objective does {model} use?", model=model.name),
            rule=self.rule,
            about=model.id,
            candidates=tuple(objective.id for objective in objectives),
            excluded=lambda piece: self.why_not_at(game, model, piece),
        )
        return game.state.objectives[picked]


def beside(game: Game, model: Model) -> list[Objective]:
    """Return the objectives in base contact with a model (B-GEO-3)."""
    return [objective for objective in game.objectives() if gap(model.disc, objective.disc) <= TOLERANCE]


class SimpleScenario(AtObjective):
    """Carry out a scenario's interaction as a simple action (B-ACT-16)."""

    key, name, letter, rule = "simple-scenario", N_("Scenario action"), "o", "B-ACT-16"


class ComplexScenario(AtObjective):
    """Carry out a scenario's interaction as a complex action (B-ACT-23)."""

    key, name, letter, rule, cost = "complex-scenario", N_("Scenario action (complex)"), "y", "B-ACT-23", 2
