"""The scenario Idols (B-SCEN-20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from game.rulesets.bushido.rules.scenarios import Counted, Scenario
from game.rulesets.bushido.rules.scenarios.decreasing import Form
from game.wording import N_


class Idols(Scenario):
    """Influence counts, and an idol of the scorer is removed (B-SCEN-20, B-SCEN-4, B-SCEN-8)."""

    name, title, rule = "idols", N_("Idols"), "B-SCEN-20"
    text = N_("Turn the three idols to your side. The player with more of them at the end of turns 2, 4 and 6 scores.")
    deployment, thing, interaction = "corner-square", "idol", "influence"
    conditions: ClassVar[Mapping[Counted, tuple[int, ...]]] = {"influence": (2, 4, 6)}
    decreasing: ClassVar[Mapping[Counted, Form]] = {"influence": "scorer"}
    spots = (6.0, 12.0, ""), (12.0, 12.0, ""), (18.0, 12.0, "")
