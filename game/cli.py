"""The command line. A command's module is imported when that command is called, so that `--help` stays quick."""

import click

from game import __version__
from game.commands.lazy import LazyGroup, language_option
from game.wording import N_

COMMANDS = {
    "menu": N_("Open the window on its main menu, as happens without a command."),
    "play": N_("Play: in a window, or without a display as a game between two programs."),
    "sandbox": N_("Build a position: drop, move and change whatever you like."),
    "records": N_("Your best results of games played alone."),
    "engine": N_("Play games with another program, as JSON lines."),
    "simulate": N_("Play many games between programs and count how they end."),
    "replay": N_("Look at a saved game: step through it, draw it, verify it."),
    "run": N_("Load a position, give its answers, print what happens."),
    "measure": N_("Measure between two pieces of a position: the receipt."),
    "reach": N_("Where a piece of a position may legally go, and why nowhere else."),
    "ask": N_("Where a piece of a position can stand so that something holds."),
    "drill": N_("Short tasks about real positions, graded with their receipts."),
    "odds": N_("Exact odds of what is described in words, without a table."),
    "rules": N_("Look a rule up, by words or by its id."),
    "roster": N_("Rosters: list those there are, make one, change, copy, print, check one."),
    "campaign": N_("A campaign: rosters that live on from game to game."),
    "maps": N_("List the maps that come with the program."),
    "check": N_("Validate documents; say what is wrong, where, and what to do."),
    "schema": N_("Print the JSON Schema of a kind of document."),
}
"""Name and summary of every command; `game/commands/NAME.py` holds it as `command`."""

ALIASES = {"circle": "roster", "saga": "campaign"}
"""Former names of commands."""

EXAMPLES = N_("""\b
Examples:
  python -m game                        the main menu: a new game, saved games, settings
  python -m game play --players human,greedy
  python -m game simulate --players random,greedy --games 20
  python -m game maps                   which maps are there?
  python -m game check my_map.json      is this document sound?
  python -m game COMMAND --help         more about one command
""")


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
