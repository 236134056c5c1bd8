"""Numbers of the rules, and rulings where the rules are unclear (A-AMB). Agreements are in the setup's options."""

from __future__ import annotations

from typing import Final

TOLERANCE: Final = 0.001
"""The tolerance of "within" in inches, everywhere (A-GEO-4)."""
BEYOND: Final = TOLERANCE + 1e-5
"""Inches to add to a distance for "more than" this distance (A-GEO-4)."""
COMBAT_RANGE: Final = 3.0
"""The combat range around every base in inches (A-RANGE-1)."""
LINK: Final = 0.5
"""The largest gap between coherent models in inches (A-COH-1)."""
CROWD: Final = 7
"""The smallest number of models at which each model needs two links (A-COH-2)."""
CHARGED_TO: Final = 0.5
"""The largest gap to an enemy at the end of a charge, in inches (A-CHG-4)."""
PILE_IN: Final = 3
"""The length of a pile-in in inches (A-PILE-1)."""
FROM_ENEMY_TERRITORY: Final = 9.0
"""Units are deployed more than this many inches from the enemy's territory (A-DEP-5)."""
FROM_FEATURES: Final = 3.0
"""Faction terrain stands more than this many inches from objectives and other features (A-DEP-6)."""
OBJECTIVE_MM: Final = 40.0
"""The diameter of an objective marker in millimetres (A-GEO-10)."""
PLACE_OF_POWER: Final = 3.0
"""The largest distance at which a hero may use a Place of Power, in inches (A-POP-1)."""
GUARDED: Final = 12.0
"""The largest distance at which a model may shoot at a guarded infantry hero, in inches (A-KEY-4)."""
UNBIND_RANGE: Final = 30.0
"""The largest distance for unbinding a spell or banishing a manifestation, in inches (A-MAG-7, A-AB-11)."""
COMMAND_POINTS: Final = 4
"""The command points of each player in a round, without bonuses (A-CP-1)."""
LOW: Final = 1.0
"""The greatest height in inches of a feature that is not an obstacle (A-TERR-1)."""
RALLY_DICE: Final = 6
"""The number of rally dice (A-AB-13)."""
RALLIED: Final = 4
"""The number that a rally roll must reach (A-AB-13)."""
AT_THE_DOUBLE: Final = 6
"""The distance in place of a run roll, in inches (A-AB-16)."""
