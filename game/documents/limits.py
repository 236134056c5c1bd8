"""Limits on whole documents, checked before validation: reading one takes less than 2 seconds and 300 MB."""

from typing import Final

MAX_BYTES: Final = 5_000_000
"""Size of a file."""
MOST_VALUES: Final = 60_000
"""Values in a document: six times those of a game of seven rounds with four players."""
MOST_VALUES_ON_A_MAP: Final = 40_000
"""Values on a map, which costs most for its size: its outlines are checked corner by corner."""
MOST_VALUES_IN_A_SETUP: Final = 50_000
"""Values in a setup: its map, terrain off the table, and rosters."""
DEEPEST: Final = 32
"""Depth of nested lists and objects; a saved game has ten."""
LONGEST_NUMBER: Final = 20
"""Digits of a whole number; a seed has nineteen."""
MOST_BARRICADES: Final = 400
"""Barricades on a map."""
MOST_CROSSINGS: Final = 10_000
"""Crossings of terrain outlines on a map, which make uniting them slow."""
MOST_ENTRIES: Final = 20_000
"""Answers in a journal; a game between bots with more counts as endless."""
FAULTS_IN_FULL: Final = 10_000
"""Faults reported with their value; of further ones only place and reason are kept, to save memory."""
