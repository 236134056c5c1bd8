"""The numbers of The Godbreaker Saga's rules, with our rulings where the rulebook gives none."""

from __future__ import annotations

from typing import Final

DICE: Final = (6, 8, 10, 12)
"""The possible sizes of a model's die (G-ROLL-1)."""

LARGEST_DIE: Final = 12
"""The largest die; a Triumph cannot raise it (Q5)."""

CHALLENGING_ZERO: Final = 3
"""Faces of this or less count as 0 on a challenging roll (G-ROLL-3)."""

BASE_RADIUS: Final = 0.5
"""Radius in inches of a base of the 25 to 32 mm class (Q20)."""

UNALIGNED_RADIUS: Final = {6: 0.5, 8: 0.5, 10: 0.63, 12: 0.79}
"""Radius in inches of an unaligned model's base, by its die. Bigger threats have bigger bases (Q20)."""

MARKER_RADIUS: Final = 0.5
"""Radius in inches of every marker (Q20)."""

AREA_AT_LEAST: Final = 0.25
AREA_AT_MOST: Final = 0.50
"""The least and the largest share of the table that area terrain may cover (G-TBL-9)."""

ABOUT_HALF: Final = 0.45
COVERED_ABOUT_HALF: Final = 0.55
"""The shares of the table covered by terrain of any kind that count as about half (G-TBL-9)."""

DEFAULT_ROUNDS: Final = 5
FEWEST_ROUNDS: Final = 3
MOST_ROUNDS: Final = 7
"""A game has five rounds unless the players agree on three to seven (G-RND-1)."""

SHARD_DISTANCE: Final = 6
"""Shards are placed outside this many U of the centre, hoards outside it of any shard (G-SCN-6, section 11)."""

CIRCLE_SIZE: Final = 5
"""Godbreakers in a circle (G-CIR-1)."""

FRESH_DICE: Final = (8, 8, 6, 6, 6)
"""The dice of a circle at creation (G-CIR-2)."""

RECRUIT_DIE: Final = 6
"""The die of a recruit and of a godbreaker that returns from ascension (G-CIR-1, G-ASC-1)."""

FRESH_GAINS: Final = 2
LEADER_GAINS: Final = 3
"""The numbers of traits that a godbreaker and a leader gain at creation (G-CIR-3)."""

MOST_TRAITS: Final = 4
HIGHEST_RANK: Final = 3
"""The most traits of a godbreaker, and their highest rank (G-CIR-5)."""

SOLO_LOST: Final = 10
SOLO_RESPECTABLE: Final = 20
SOLO_MAJOR: Final = 30
"""VP in solo play: up to the first is a loss, from the second a respectable, from the third a major win (G-SCN-4)."""

NOMINATED_BELOW: Final = 10
"""The winner may nominate one of its godbreakers with a die smaller than this (G-SCN-3)."""

SOLO_CASUALTY: Final = -5
"""The VP that the solo player scores for each of their godbreakers removed as a casualty (G-SCN-4)."""
