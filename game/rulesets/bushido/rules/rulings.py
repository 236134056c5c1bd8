"""Decisions where the rules leave a choice (AMB-1 to AMB-38), in one place; the code cites them by id."""

from __future__ import annotations

from typing import Final

ELSEWHERE_KEEPS_GAME_ALIVE: Final = False
"""AMB-3: whether models off the battlefield keep their side in the game."""
SCORE_REMAINING_VP_ON_WIPEOUT: Final = False
"""AMB-4: whether conditions of later turns are scored when a side is wiped out."""
REPEAT_SHOT: Final = 1
"""AMB-27: what later shots of a turn add to the challenge number, once however many they were."""
STARTING_KI: Final = 0
"""AMB-36: Ki tokens of a model at the beginning of the game."""
COMPENSATION_IS_CAPPED: Final = False
"""AMB-17: whether dice that make up for an empty pool count against twice the printed value."""
ZONE: Final = 1.0
"""Inches of a zone of control (B-GEO-30)."""
TOLERANCE: Final = 0.001
"""Inches: within and base to base (B-GEO-3), and how far beyond a zone a model that leaves it stops (AMB-23)."""
