"""Floor 5: the window. Draws what lower floors return and decides nothing by itself."""

import os

# pygame greets on standard output when it is imported; our output is for people and programs who asked for ours.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
