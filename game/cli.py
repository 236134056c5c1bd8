"""The command line. A command's module is imported when that command is called, so that `--help` stays quick."""

import click

from game import __version__
from game.commands.lazy import LazyGroup, language_option
from game.wording import N_

COMMANDS = {
    "menu": N_("Open the main menu, as when no command is given."),
    "play": N_("Play a game: in a window, or between computer players if there is no display."),
    "sandbox": N_("Build a position: drop, move and change whatever you like."),
    "records": N_("Your best solo results."),
    "engine": N_("Let another program play games over JSON lines."),
    "simulate": N_("Play many games between computer players and count the results."),
    "replay": N_("Look at a saved game: step through it, draw it, verify it."),
    "run": N_("Load a position, apply its answers, print what happens."),
    "measure": N_("Measure between two pieces in a position and show how."),
    "reach": N_("Where a piece may legally go, and what rules out the rest."),
    "ask": N_("Where a piece can move to meet your conditions."),
    "drill": N_("Short exercises on real positions, with every answer explained."),
    "odds": N_("Exact odds for a situation you describe, without a table."),
    "rules": N_("Look up a rule by words or by its id."),
    "roster": N_("Rosters: list, make, change, copy, print or check them."),
    "campaign": N_("A campaign: rosters that carry on from game to game."),
    "maps": N_("Maps: list them, draw your own, make a random one, judge or convert one."),
    "data": N_("Everything of yours as one archive, to take along or to put back."),
    "desktop": N_("List inchwise among the applications of a Linux desktop, or remove it."),
    "doctor": N_("What is where, what is broken, and how to repair it."),
    "check": N_("Validate documents; say what is wrong, where, and what to do."),
    "schema": N_("Print the JSON Schema of a kind of document."),
}
"""Name and summary of every command. The command itself is `command` in `game/commands/NAME.py`."""

ALIASES = {"circle": "roster", "saga": "campaign"}
"""Former names of commands."""

EXAMPLES = N_(
    "\b\n"
    "Examples:\n"
    "  python -m game                        the main menu: a new game, saved games, settings\n"
    "  python -m game play --players human,greedy\n"
    "  python -m game simulate --players random,greedy --games 20\n"
    "  python -m game maps                   which maps are there?\n"
    "  python -m game check my_map.json      is this document valid?\n"
    "  python -m game COMMAND --help         more about one command\n"
)


@click.group(
    cls=LazyGroup,
    commands_by_name=COMMANDS,
    aliases=ALIASES,
    default="play",
    bare="menu",
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@language_option
@click.version_option(__version__, prog_name="inchwise")
def main() -> None:
    """A tabletop simulator with measured movement. Without a command, it opens its main menu."""
