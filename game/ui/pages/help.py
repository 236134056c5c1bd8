"""The help: every key, and the signs on the table."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.engine.rulebook.view import Line
from game.ui.shell.sheet_screen import OneSheetScreen, SheetHost
from game.ui.widgets.keys import COMMANDS, EVERYBODY, key_label, key_of
from game.ui.widgets.reader import ReaderSheet, Section, columns_sheet
from game.wording import N_, _

Keys = tuple[tuple[str, str], ...]

KEYS: Final[dict[str, Keys]] = {
    N_("Deciding"): (
        (N_("Do what a button says"), N_("its key")),
        (N_("Next, previous choice"), "{next}, {up}, {down}"),
        (N_("Do the marked choice"), "{confirm}"),
        (N_("Tick the marked choice"), "{tick}"),
        (N_("The odds of an answer"), N_("point at it, or Tab")),
        (N_("Take back"), "{undo}"),
    ),
    N_("Placing"): (
        (N_("Nudge a little, nudge more"), N_("arrows, Shift + arrows")),
        (N_("Nearest legal place"), "{nearest}"),
        (N_("Type where it goes"), "{type}"),
        (N_("Show illegal spots"), N_("hold Alt")),
    ),
    N_("Sandbox"): ((N_("Take up the next; turn it; take it off"), N_("Tab; . and ,; Del")),),
    N_("Looking"): (
        (N_("Look at the next piece"), N_("{inspect}, Shift + {inspect}")),
        (N_("Show the whole table"), N_("{fit} or Home")),
        (N_("Zoom"), N_("wheel, + and -")),
        (N_("Move the view"), N_("right drag, arrows")),
        (N_("Scroll the log"), N_("PgUp, PgDn, End")),
        (N_("What happened since"), "{recap}"),
        (N_("How even the dice fell"), "{fairness}"),
        (N_("Where the game stands, in a sentence"), "{state}"),
    ),
    N_("Measuring"): (
        (N_("Measure anything"), "{measure}"),
        (N_("Begin and pin a ruler"), N_("{measure}, then {next}, {confirm}")),
        (N_("Range ring of a piece"), N_("{measure}, then {ring} , . or Shift + wheel")),
        (N_("Closest hostile piece"), N_("{measure}, then C")),
        (N_("Threat map"), "{threats}"),
        (N_("One enemy in it or not"), N_("Shift + {threats}, Ctrl + click")),
    ),
    N_("Looking back"): (
        (N_("By event, by decision"), N_("Left, Right; with Shift")),
        (N_("By activation, by round"), N_("with Ctrl; PgUp, PgDn")),
        (N_("Beginning, end; play or stop"), N_("Home, End; Space")),
        (N_("Practise, note, write down, sandbox"), "B, A, E, S"),
    ),
    N_("Rules"): (
        (N_("The rule in our words"), "{why}"),
        (N_("Look the rule up"), N_("Shift + {why}, {rules}, or click its id")),
        (N_("In the rules: search"), N_("type words or an id")),
        (N_("In the rules: go over to the links, follow one, return"), N_("Tab, Enter, Backspace")),
    ),
    N_("Game and window"): (
        (N_("Menu"), "{menu}"),
        (N_("Save, load, quit"), "{save}, {load}, {quit}"),
        (N_("Larger, smaller type"), "{larger}, {smaller}"),
        (N_("Another look, settings"), "{look}, {settings}"),
        (N_("Sounds on, off"), "{sound}"),
        (N_("Whole screen"), "F11"),
    ),
    N_("Gamepad, where it is switched on (F4)"): (
        (N_("Cursor, zoom"), N_("left stick, right stick")),
        (N_("Nudge; next, previous choice"), N_("cross; RB, LB")),
        (N_("Click, do the marked choice"), "A"),
        (N_("Nearest legal place, tick"), "X, Y"),
        (N_("Back or menu, take back"), N_("B or Start, Back")),
    ),
}
"""The keys by what they are for; {braces} stand for the key of a command."""
MEANINGS: Final = (
    N_("Blue fill with a line: where the middle of the piece may end."),
    N_("Patterned parts: not legal, each pattern a cause (legend in a corner)."),
    N_("Orange dots in a dashed line: what it could strike from where it stands."),
    N_("Threat map: what 1 (slanted), 2 (crossed), 3 or more (dense) enemies could strike after a move."),
    N_("White line: the measure, inches and range; amber dashes cost more."),
    N_("Numbered line: a pinned ruler, measured anew whenever something moves. Violet dashes: a range ring."),
    N_("Amber ring: would be in contact. Light ring: can be picked."),
    N_("Dice in the corner: faces rolled again are struck out; so is a face that counts as 0. Any key hurries them."),
    N_("Timeline: cross, a loss; diamond, a score; flag, a note; triangle, where it differs from the record."),
    N_("Rim colour and pattern: the owner. Star: leader. Tick: has acted. Red figure: damage."),
)


def own_keys(host: SheetHost) -> tuple[Line, ...]:
    """Return the keys that were changed: everybody's, and those of the seats."""
    lines = []
    for which, changed in sorted(host.window.options.keys.items(), reverse=True):
        for command, key in changed.items():
            label = _(COMMANDS[command].label)
            if which != EVERYBODY:
                label = _("Seat {number}: {label}", number=which, label=label)
            lines.append(Line(label, key_label(key)))
    return tuple(lines)


def help_sheet(host: SheetHost) -> ReaderSheet:
    """Return the help, ready to be shown."""
    sets = host.window.options.keys
    known = {name: key_label(key_of(sets, name)) for name in COMMANDS}
    chapters = [
        Section(_(title), tuple(Line(_(what), _(keys, **known)) for what, keys in rows)) for title, rows in KEYS.items()
    ]
    if own := own_keys(host):
        chapters.insert(0, Section(_("Keys that were changed"), own))
    chapters.append(Section(_("Signs on the table"), tuple(Line(_(text), tone="quiet") for text in MEANINGS)))
    return columns_sheet(host.window.theme, _("Keys and signs"), chapters)


help_screen = partial(OneSheetScreen, build=help_sheet)
