"""Our rulings where the rules are ambiguous (AMB-1 to AMB-38).

Numbers and switches are constants here. `CARRIED_OUT_BY` names the function or constant that implements each ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ELSEWHERE_KEEPS_GAME_ALIVE: Final = False
"""Whether models off the battlefield keep their side in the game (AMB-3)."""
REPEAT_SHOT: Final = 1
"""The amount added to the challenge number for any number of earlier shots this turn (AMB-27)."""
STARTING_KI: Final = 0
"""The Ki of a model at the start of the game (AMB-36)."""
ZONE: Final = 1.0
"""The depth of a zone of control, in inches (B-GEO-30)."""
TOLERANCE: Final = 0.001
"""The tolerance for "within" and base contact, in inches (B-GEO-3)."""
OUT_OF_ZONE: Final = ZONE + 2 * TOLERANCE
"""The distance from a base at which a model that leaves its zone stops, in inches (AMB-23)."""
BURNING: Final = ("On Fire", "Bleeding", "Poisoned")
"""The states that wound models in step 2 of the End Phase, in this order (AMB-26, B-END-2)."""

CARRIED_OUT_BY: Final[Mapping[str, str]] = {
    "AMB-1": "turn.main:starting_effects",
    "AMB-2": "turn.main:_in_order",
    "AMB-3": "scenarios:is_alive",
    "AMB-4": "turn.main:score",
    "AMB-5": "turn.main:gain_counters",
    "AMB-6": "turn.main:pass_tokens",
    "AMB-7": "turn.main:_declaration",
    "AMB-8": "actions:settle",
    "AMB-9": "turn.main:end_effects",
    "AMB-10": "melee.damage:marked",
    "AMB-11": "actions.resting:StandUp",
    "AMB-12": "melee.pools:assisting",
    "AMB-13": "actions:Action.why_not",
    "AMB-14": "actions.fighting:bring_together",
    "AMB-15": "moving.policies:approach",
    "AMB-16": "melee.exchange:exchange",
    "AMB-17": "melee.pools:pool_of",
    "AMB-17a": "ki:boost_price",
    "AMB-18": "shooting.numbers:number",
    "AMB-19": "melee.bout:Fighter.counted",
    "AMB-20": "melee.exchange:compare",
    "AMB-21": "specials:_counterstrike",
    "AMB-22": "melee.damage:kept",
    "AMB-23": "moving.forced:SidestepRegion",
    "AMB-24": "moving.policies:_leaving",
    "AMB-25": "moving.policies:terrain",
    "AMB-26": "rulings:BURNING",
    "AMB-27": "rulings:REPEAT_SHOT",
    "AMB-28": "scenarios:removable",
    "AMB-29": "scenarios:Scenario.ending",
    "AMB-30": ".warbands.profiles:broken_rules",
    "AMB-31": "actions.fighting:go_to",
    "AMB-32": "actions.shooting:RangedAttack.perform",
    "AMB-33": "actions.fighting:Melee.candidates",
    "AMB-34": "actions.fighting:why_barred",
    "AMB-35": "melee.exchange:pay",
    "AMB-36": "rulings:STARTING_KI",
    "AMB-37": "actions.shooting:RangedAttack.stated",
    "AMB-38": "setup_phase.deployment:decide_player_one",
}
"""The code of each ruling, as a module, a colon and a name. A module beside these rules begins with a dot."""
