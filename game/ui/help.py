"""The help sheet: every key, and what is drawn over the table."""

from __future__ import annotations

from typing import Final

from game.engine.view import Line
from game.ui.host import Host
from game.ui.keys import COMMANDS, EVERYBODY, spoken
from game.ui.reader import Chapter, ReaderSheet, columns_sheet
from game.wording import mark, say

Keys = tuple[tuple[str, str], ...]

KEYS: Final[dict[str, Keys]] = {
    mark("Deciding"): (
        (mark("Do what a button says"), mark("its key")),
        (mark("Next, previous choice"), mark("Tab, Up, Down")),
        (mark("Do the marked choice"), mark("Enter")),
        (mark("Tick the marked choice"), mark("Space")),
        (mark("The odds of an answer"), mark("point at it, or Tab")),
        (mark("Take back"), mark("Ctrl + Z")),
    ),
    mark("Placing"): (
        (mark("Nudge a little, nudge more"), mark("arrows, Shift + arrows")),
        (mark("Nearest legal place"), "N"),
        (mark("Type where it goes"), "T"),
        (mark("Show illegal spots"), mark("hold Alt")),
    ),
    mark("Sandbox"): ((mark("Take up the next; turn it; take it off"), mark("Tab; . and ,; Del")),),
    mark("Looking"): (
        (mark("Look at the next piece"), mark("I, Shift + I")),
        (mark("Show the whole table"), mark("F or Home")),
        (mark("Zoom"), mark("wheel, + and -")),
        (mark("Move the view"), mark("right drag, arrows")),
        (mark("Scroll the log"), mark("PgUp, PgDn, End")),
        (mark("What happened since"), "F5"),
        (mark("How even the dice fell"), "F2"),
        (mark("Where the game stands, in a sentence"), "F7"),
    ),
    mark("Measuring"): (
        (mark("Measure anything"), "M"),
        (mark("Begin and pin a ruler"), mark("M, then Tab, Enter")),
        (mark("Range ring of a piece"), mark("M, then R , . or Shift + wheel")),
        (mark("Closest hostile piece"), mark("M, then C")),
        (mark("Threat map"), "X"),
        (mark("One enemy in it or not"), mark("Shift + X, Ctrl + click")),
    ),
    mark("Looking back"): (
        (mark("By event, by decision"), mark("Left, Right; with Shift")),
        (mark("By activation, by round"), mark("with Ctrl; PgUp, PgDn")),
        (mark("Beginning, end; play or stop"), mark("Home, End; Space")),
        (mark("Practise, note, write down, sandbox"), "B, A, E, S"),
    ),
    mark("Rules"): (
        (mark("The rule in our words"), "W"),
        (mark("Look the rule up"), mark("Shift + W, F8, or click its id")),
        (mark("In the rules: search"), mark("type words or an id")),
        (mark("In the rules: go over to the links, follow one, return"), mark("Tab, Enter, Backspace")),
    ),
    mark("Game and window"): (
        (mark("Menu"), mark("Esc")),
        (mark("Save, load, quit"), mark("Ctrl + S, O, Q")),
        (mark("Larger, smaller type"), mark("Ctrl + +, Ctrl + -")),
        (mark("Another look, settings"), "F3, F4"),
        (mark("Sounds on, off"), "F6"),
        (mark("Whole screen"), "F11"),
    ),
    mark("Gamepad, where it is switched on (F4)"): (
        (mark("Cursor, zoom"), mark("left stick, right stick")),
        (mark("Nudge; next, previous choice"), mark("cross; RB, LB")),
        (mark("Click, do the marked choice"), "A"),
        (mark("Nearest legal place, tick"), "X, Y"),
        (mark("Back or menu, take back"), mark("B or Start, Back")),
    ),
}
"""The keys by what they are for."""
MEANINGS: Final = (
    mark("Blue fill with a line: where the middle of the piece may end."),
    mark("Patterned parts: not legal, each pattern a cause (legend in a corner)."),
    mark("Orange dots in a dashed line: what it could strike from where it stands."),
    mark("Threat map: what 1 (slanted), 2 (crossed), 3 or more (dense) enemies could strike after a move."),
    mark("White line: the measure, inches and range; amber dashes cost more."),
    mark("Numbered line: a pinned ruler, measured anew whenever something moves. Violet dashes: a range ring."),
    mark("Amber ring: would be in contact. Light ring: can be picked."),
    mark("Dice in the corner: faces rolled again are struck out; so is a face that counts as 0. Any key hurries them."),
    mark("Timeline: cross, a loss; diamond, a score; flag, a note; triangle, where it differs from the record."),
    mark("Rim colour and pattern: the owner. Star: leader. Tick: has acted. Red figure: damage."),
)


def own_keys(host: Host) -> tuple[Line, ...]:
    """Return what keys were given to: everybody's, and those of the seats."""
    lines = []
    for which, changed in sorted(host.window.options.keys.items(), reverse=True):
        for command, key in changed.items():
            label = say(COMMANDS[command].label)
            if which != EVERYBODY:
                label = say("Seat {number}: {label}", number=which, label=label)
            lines.append(Line(label, spoken(key)))
    return tuple(lines)


def help_sheet(host: Host) -> ReaderSheet:
    """Return the help, ready to be shown."""
    chapters = [
        Chapter(say(title), tuple(Line(say(what), say(keys)) for what, keys in rows)) for title, rows in KEYS.items()
    ]
    if own := own_keys(host):
        chapters.insert(0, Chapter(say("Keys that were changed"), own))
    chapters.append(Chapter(say("Signs on the table"), tuple(Line(say(text), tone="quiet") for text in MEANINGS)))
    return columns_sheet(host.window.theme, say("Keys and signs"), chapters)
