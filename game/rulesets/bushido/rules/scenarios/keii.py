"""Keii: pray at the shrines (B-SCEN-21)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import Scenario, friendly_to
from game.rulesets.bushido.rules.setup import INCH
from game.rulesets.bushido.rules.state import Objective
from game.wording import N_

SMALL = 30 / INCH / 2


class Keii(Scenario):
    """B-SCEN-21: Prayer (5); scenario points add up over the game."""

    name, title, rule = "keii", N_("Keii"), "B-SCEN-21"
    text = N_("Pray at the shrines, the enemy's for 3 points; who has more at the end of turns 2, 4 and 6 scores.")
    prayers, interaction = 5, "prayer"

    def objectives(self, game: Game) -> list[Objective]:
        places = (
            (8.0, 6.0, "south"),
            (16.0, 6.0, "south"),
            (6.0, 12.0, ""),
            (18.0, 12.0, ""),
            (8.0, 18.0, "north"),
            (16.0, 18.0, "north"),
        )
        return [
            Objective(f"shrine-{number}", x, y, SMALL, friendly_to(game, side))
            for number, (x, y, side) in enumerate(places, 1)
        ]
