"""Rules that the sources leave open, settled in one place (A-AMB); what players agree on is in the setup's options."""

from __future__ import annotations

from typing import Final

TOLERANCE: Final = 0.001
"""The tolerance of "within" in inches, everywhere (A-GEO-4)."""
BEYOND: Final = TOLERANCE + 1e-5
"""Inches added to a distance that makes "more than" it (A-GEO-4)."""
COMBAT_RANGE: Final = 3.0
"""Inches around every base (A-RANGE-1)."""
LINK: Final = 0.5
"""Inches between two models that are coherent (A-COH-1)."""
CROWD: Final = 7
"""Number of models from which on each needs two links (A-COH-2)."""
CHARGED_TO: Final = 0.5
"""Inches from an enemy at which a charge must end (A-CHG-4)."""
PILE_IN: Final = 3
"""Inches of a pile-in (A-PILE-1)."""
FROM_ENEMY_TERRITORY: Final = 9.0
"""Inches beyond which a unit is deployed from the enemy's territory (A-DEP-5)."""
FROM_FEATURES: Final = 3.0
"""Inches beyond which faction terrain is from objectives or other features (A-DEP-6)."""
OBJECTIVE_MM: Final = 40.0
"""The diameter of an objective marker (A-GEO-10)."""
PLACE_OF_POWER: Final = 3.0
"""Inches from a Place of Power at which a hero may use it (A-POP-1)."""
GUARDED: Final = 12.0
"""Inches beyond which a guarded infantry hero cannot be shot at (A-KEY-4)."""
UNBIND_RANGE: Final = 30.0
"""Inches from which a spell can be unbound, and a manifestation banished (A-MAG-7, A-AB-11)."""
COMMAND_POINTS: Final = 4
"""Command points of a round (A-CP-1)."""
LOW: Final = 1.0
"""The greatest height in inches of a feature that is not an obstacle (A-TERR-1)."""
RALLY_DICE: Final = 6
"""Rally rolls (A-AB-13)."""
RALLIED: Final = 4
"""The number that a rally roll must reach (A-AB-13)."""
AT_THE_DOUBLE: Final = 6
"""Inches added instead of a run roll (A-AB-16)."""
