"""Limits on whole documents, checked before validation, so that reading takes under 2 seconds and 300 MB."""

from typing import Final

MAX_BYTES: Final = 5_000_000
"""The most bytes of a file."""
MOST_VALUES: Final = 60_000
"""The most values in a document: six times as many as in a game of seven rounds with four players."""
MOST_VALUES_ON_A_MAP: Final = 40_000
"""The most values on a map. Maps cost the most for their size, because outlines are checked corner by corner."""
MOST_VALUES_IN_A_SETUP: Final = 50_000
"""The most values in a setup: its map, terrain off the table, and rosters."""
DEEPEST: Final = 32
"""The deepest nesting of lists and objects; a saved game has ten levels."""
LONGEST_NUMBER: Final = 20
"""The most digits of a whole number; a seed has nineteen."""
MOST_BARRICADES: Final = 400
"""The most barricades on a map."""
MOST_CROSSINGS: Final = 10_000
"""The most crossings of terrain outlines on a map, which make uniting them slow."""
MOST_ENTRIES: Final = 20_000
"""The most answers in a journal; a longer game between bots counts as endless."""
FAULTS_IN_FULL: Final = 10_000
"""The most faults reported with their values. If there are more, all are reported without, to save memory."""
