"""The scenario Keii (B-SCEN-21)."""

from __future__ import annotations

from game.rulesets.bushido.rules.scenarios import Scenario
from game.wording import N_


class Keii(Scenario):
    """Each side has five prayers. Scenario points add up over the game (B-SCEN-21)."""

    name, title, rule = "keii", N_("Keii"), "B-SCEN-21"
    text = N_(
        "Pray at the shrines; the enemy's are worth 3 points. The player with more points at the end of turns 2, "
        "4 and 6 scores."
    )
    prayers, thing, interaction = 5, "shrine", "prayer"
    spots = (
        (8.0, 6.0, "south"),
        (16.0, 6.0, "south"),
        (6.0, 12.0, ""),
        (18.0, 12.0, ""),
        (8.0, 18.0, "north"),
        (16.0, 18.0, "north"),
    )
