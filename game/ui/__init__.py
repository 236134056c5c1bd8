"""Floor 5: the window. Draws what lower floors return and decides nothing by itself.

Its rooms, each of which imports only from those to its right:
app > replay, campaign, sandbox, drills > menu, play, rosters > dock > aids, pages, export, score, animation >
arranging > decisions > board > shell > model > prefs > widgets. Rooms between the same arrows are independent; a screen
of another room is opened by name.
"""

import os

# pygame prints a greeting on import; standard output is reserved for our own.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
