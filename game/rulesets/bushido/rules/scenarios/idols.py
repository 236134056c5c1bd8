"""Idols: turn the idols your way (B-SCEN-20)."""

from __future__ import annotations

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import Scenario
from game.wording import N_, _


class Idols(Scenario):
    """B-SCEN-20: Influence, and the scorer loses an idol (B-SCEN-4, B-SCEN-8)."""

    name, title, rule = "idols", N_("Idols"), "B-SCEN-20"
    text = N_("Turn the three idols to your side; who has more of them at the end of turns 2, 4 and 6 scores.")
    deployment, thing, interaction = "corner-square", "idol", "influence"
    spots = (6.0, 12.0, ""), (12.0, 12.0, ""), (18.0, 12.0, "")

    def tally(self, game: Game, player: str) -> int:
        return sum(each.on_table and each.friendly_to == player for each in game.state.objectives.values())

    def cleared(self, game: Game, winner: str) -> Flow:
        """Remove an objective friendly to the scorer, of the opponent's choice (B-SCEN-8)."""
        held = [each.id for each in game.state.objectives.values() if each.on_table and each.friendly_to == winner]
        if not held:
            return
        [gone] = yield Pick(
            player=game.other(winner),
            prompt=_("Which idol is removed?"),
            rule="B-SCEN-8",
            candidates=tuple(held),
        )
        game.state.objectives[gone].on_table = False
        game.emit(events.ObjectiveRemoved(objective=gone, player=game.other(winner)))
