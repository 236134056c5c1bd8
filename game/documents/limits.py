"""Limits on whole documents, checked before they are validated: reading one takes less than 2 seconds and 300 MB."""

from typing import Final

MAX_BYTES: Final = 5_000_000
"""Of a file."""
MOST_VALUES: Final = 60_000
"""Values in a document: six times as many as a game of seven rounds with four players has."""
MOST_VALUES_ON_A_MAP: Final = 40_000
"""A map is costlier for its size than anything else: its outlines are checked corner by corner."""
MOST_VALUES_IN_A_SETUP: Final = 50_000
"""Its map, terrain that waits off the table, and rosters."""
DEEPEST: Final = 32
"""Lists and objects within each other; a saved game has ten."""
LONGEST_NUMBER: Final = 20
"""Digits of a whole number; a seed has nineteen."""
MOST_BARRICADES: Final = 400
"""On a map."""
MOST_CROSSINGS: Final = 10_000
"""Of terrain outlines on a map: what takes time in uniting them."""
MOST_ENTRIES: Final = 20_000
"""Answers in a journal: a game between programs that asks more is taken to have no end."""
FAULTS_IN_FULL: Final = 10_000
"""Of more than these only place and reason are listed, without the value, which takes much room."""
