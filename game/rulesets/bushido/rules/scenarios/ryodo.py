"""The scenario Ryodo (B-SCEN-23)."""

from game.rulesets.bushido.rules.scenarios import ANY, Scenario
from game.wording import N_


class Ryodo(Scenario):
    """Zones count by alignment. Scenario points are reset in turns 3 and 5 (B-SCEN-23)."""

    name, title, rule = "ryodo", N_("Ryodo"), "B-SCEN-23"
    text = N_(
        "Hold zones; the enemy's are worth 3 points. The player with more points at the end of turns 2, 4 and 6 scores."
    )
    deployment = ANY
    resets = (3, 5)
    zones = (("west", 4.0, 16.0, 2.0, "north"), ("middle", 12.0, 12.0, 2.0, ""), ("east", 20.0, 8.0, 2.0, "south"))
