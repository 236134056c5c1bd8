"""The help sheet: every key, and what is drawn over the table."""

from __future__ import annotations

from typing import Final

from game.engine.view import Line
from game.ui.actions import Action
from game.ui.sheet import Sheet
from game.ui.theme import Theme

KEYS: Final[tuple[tuple[str, str], ...]] = (
    ("Do what a button says", "its key"),
    ("Next, previous choice", "Tab, Up, Down"),
    ("Do the marked choice", "Enter"),
    ("Tick the marked choice", "Space"),
    ("Nudge 0.05″, 0.5″", "arrows, Shift + arrows"),
    ("Nearest legal place", "N"),
    ("Type where it goes", "T"),
    ("Show illegal spots", "hold Alt"),
    ("Look at the next piece", "I, Shift + I"),
    ("Measure anything", "M"),
    ("Begin and pin a ruler", "M, then Tab, Enter"),
    ("Range ring of a piece", "M, then R , . or Shift + wheel"),
    ("Closest hostile piece", "M, then C"),
    ("The rule in our words", "W"),
    ("Threat map", "X"),
    ("One enemy in it or not", "Shift + X, Ctrl + click"),
    ("The odds of an answer", "point at it, or Tab"),
    ("How even the dice fell", "F2"),
    ("Show the whole table", "F or Home"),
    ("Zoom", "wheel, + and -"),
    ("Move the view", "right drag, arrows"),
    ("Scroll the log", "PgUp, PgDn, End"),
    ("Take back", "Ctrl + Z"),
    ("Save, load, quit", "Ctrl + S, O, Q"),
    ("Larger, smaller type", "Ctrl + +, Ctrl + -"),
    ("Another look, settings", "F3, F4"),
    ("What happened since", "F5"),
    ("Whole screen", "F11"),
    ("Menu", "Esc"),
)
MEANINGS: Final = (
    "Blue fill with a line: where the middle of the piece may end.",
    "Patterned parts: not legal, each pattern a cause (legend in a corner).",
    "Orange dots in a dashed line: what it could strike from where it stands.",
    "Threat map: what 1 (slanted), 2 (crossed), 3 or more (dense) enemies could strike after a move.",
    "White line: the measure, inches and range; amber dashes cost more.",
    "Numbered line: a pinned ruler, measured anew whenever something moves. Violet dashes: a range ring.",
    "Amber ring: would be in contact. Light ring: can be picked.",
    "Dice in the corner: faces rolled again are struck out; so is a face that counts as 0. Any key hurries them.",
    "Rim colour and pattern: the owner. Star: leader. Tick: has acted. Red figure: damage.",
)


def help_sheet(theme: Theme) -> Sheet:
    """Return the help, ready to be shown."""
    lines = [Line(what, keys) for what, keys in KEYS]
    lines += [Line(text, tone="quiet") for text in MEANINGS]
    return Sheet(
        theme,
        "Keys and signs",
        lines,
        [Action("close", "Back to the table", "escape")],
        columns=2,
        wide=110,
        size="small",
    )
