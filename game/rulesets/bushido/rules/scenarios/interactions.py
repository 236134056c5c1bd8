"""The interactions of models with objectives: Influence, Prayer, Worship (B-SCEN-4 to B-SCEN-6)."""

from __future__ import annotations

from typing import ClassVar

from game.engine.kit.registry import Registry
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import Scenario, award, worth
from game.rulesets.bushido.rules.state import Model, Objective
from game.wording import N_, _, keep

INTERACTIONS: Registry[Interaction] = Registry("interaction")


class Interaction:
    """The effect of a scenario action. `title` is the displayed name."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        INTERACTIONS.add(cls.name, cls)

    def why_not(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> str:
        """Return why a model cannot carry out the interaction at an objective, or ""."""
        return ""

    def carry_out(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> None:
        """Carry out the interaction."""


class Influence(Interaction):
    """Turn an objective from Enemy to Neutral, or from Neutral to Friendly (B-SCEN-4)."""

    name, title, rule = "influence", N_("Influence"), "B-SCEN-4"

    def why_not(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> str:
        return _("it is already friendly (B-SCEN-4)") if objective.friendly_to == model.side else ""

    def carry_out(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> None:
        objective.friendly_to = "" if objective.friendly_to else model.side
        game.emit(events.Aligned(model=model.id, objective=objective.id, player=objective.friendly_to))


class Prayer(Interaction):
    """Spend a prayer token for scenario points. A model prays at an objective once per turn (B-SCEN-5)."""

    name, title, rule = "prayer", N_("Prayer"), "B-SCEN-5"

    def why_not(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> str:
        if not self.left(game, scenario, model.side):
            return _("no prayers are left (B-SCEN-5)")
        if game.state.uses.count("turn", self.key(model, objective)):
            return _("it has already prayed there this turn (B-SCEN-5)")
        return ""

    def carry_out(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> None:
        game.state.prayers[model.side] = self.left(game, scenario, model.side) - 1
        game.state.uses.note(self.key(model, objective), "turn")
        points = worth(game, model.side, objective.friendly_to)
        award(game, model.side, points, keep("a prayer"), model.id, objective.id)

    def left(self, game: Game, scenario: Scenario, player: str) -> int:
        """Return the number of a player's prayer tokens."""
        return game.state.prayers.get(player, scenario.prayers)

    def key(self, model: Model, objective: Objective) -> str:
        """Return the key of a prayer in the counts of uses."""
        return f"{model.id} prays at {objective.id}"


class Worship(Interaction):
    """Put a worship marker on an objective (B-SCEN-6)."""

    name, title, rule = "worship", N_("Worship"), "B-SCEN-6"

    def carry_out(self, game: Game, scenario: Scenario, model: Model, objective: Objective) -> None:
        objective.worship[model.side] = objective.worship.get(model.side, 0) + 1
        game.emit(events.Aligned(model=model.id, objective=objective.id, player=model.side, rule="B-SCEN-6"))


def reset_alignments(game: Game) -> None:
    """Make objectives Neutral. An objective with worship loses a marker of each player instead (B-SCEN-6, B-SCEN-9)."""
    for objective in game.state.objectives.values():
        if any(objective.worship.values()):
            objective.worship = {player: max(0, count - 1) for player, count in objective.worship.items()}
        else:
            objective.friendly_to = ""
