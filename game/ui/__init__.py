"""Floor 5: the window. Draws what lower floors return and decides nothing by itself.

Its rooms, each of which imports only from those to its right:
app > replay, campaign, lesson, sandbox > menu, play > aids, pages, export > decisions > board > shell > model > prefs
> widgets. Rooms on one step do not know each other; a screen of another room is opened by its name.
"""

import os

# pygame greets on standard output when it is imported; our output is for people and programs who asked for ours.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
