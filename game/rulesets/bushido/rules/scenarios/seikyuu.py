"""The scenario Seikyuu (B-SCEN-22)."""

from game.rulesets.bushido.rules.scenarios import Scenario
from game.wording import N_


class Seikyuu(Scenario):
    """Three zones count. Scenario points are reset in turns 2, 4 and 6 (B-SCEN-22)."""

    name, title, rule = "seikyuu", N_("Seikyuu"), "B-SCEN-22"
    text = N_(
        "Hold zones with more models and more rice. The player with more points at the end of turns 2, 4 and 6 scores."
    )
    resets = (2, 4, 6)
    zones = (("west", 5.0, 12.0, 2.0, ""), ("middle", 12.0, 12.0, 2.0, ""), ("east", 19.0, 12.0, 2.0, ""))
