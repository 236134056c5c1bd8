"""Our rulings where the rules are ambiguous (AMB-1 to AMB-38).

Numbers and switches are constants here. Every other ruling is cited where the rules implement it.
"""

from __future__ import annotations

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
