"""A group of commands that knows their names and summaries, and imports a command only to run it.

Its language is that of --language, or else of the environment, or else of this computer.
"""

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

import click

from game.commands.output import UsageRefusal
from game.commands.terminal import at_the_terminal, exit_code_of
from game.undisturbed import undisturbed
from game.wording import VARIABLE, _, languages, use

LANGUAGE = "--language"

_english: dict[tuple[click.Command | click.Option, str], str] = {}
"""The original help in English, for translation into several languages in turn."""

language_option: Callable[[Any], Any] = click.option(
    LANGUAGE,
    metavar="CODE",
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, parameter, value: speak(ctx.command, value) if value else None,
    help="Language of all texts, such as en or de; if left out, the language of this computer.",
)


def speak(command: click.Command, wanted: str) -> None:
    """Switch to a language, in child processes too; raise `UsageRefusal` for an unknown one."""
    if wanted not in languages():
        known = ", ".join(languages())
        text = _("--language: {language!r} is not available - use {known}", language=wanted[:20], known=known)
        raise UsageRefusal(text)
    os.environ[VARIABLE] = wanted
    use(wanted)
    translate(command)


def translate(command: click.Command) -> click.Command:
    """Translate the help of a command and of all below it into the language in use; return the command."""
    for each in (command, *command.params):
        if isinstance(each, click.Command | click.Option) and each.help:
            each.help = _(_english.setdefault((each, "help"), inspect.cleandoc(each.help)))
    if command.epilog:
        command.epilog = _(_english.setdefault((command, "epilog"), inspect.cleandoc(command.epilog)))
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        translate(below)
    return command


class LazyGroup(click.Group):
    """Commands by name and summary; `game.commands.NAME.command` is the command itself, `aliases` are older names.

    Called with options only (`game --map X`), it runs the command `default`; without arguments, the command `bare`.
    """

    def __init__(
        self,
        *,
        commands_by_name: Mapping[str, str],
        aliases: Mapping[str, str] | None = None,
        default: str,
        bare: str = "",
        package: str = "game.commands",
        **attributes: Any,
    ) -> None:
        super().__init__(**attributes)
        self.summaries = commands_by_name
        self.aliases = aliases or {}
        self.default = default
        self.bare = bare or default
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = self.aliases.get(cmd_name, cmd_name)
        if cmd_name not in self.summaries:
            return None
        with undisturbed():
            command: click.Command = import_module(f"{self.package}.{cmd_name}").command
        return translate(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone, importing none."""
        with formatter.section(_("Commands")):
            older = {new: f"{new}, {old}" for old, new in self.aliases.items()}
            formatter.write_dl([(older.get(name, name), _(summary)) for name, summary in self.summaries.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default command before arguments that name none and are not options of the group."""
        use("")
        translate(self)
        own = {option for parameter in self.get_params(ctx) for option in parameter.opts}
        of_language = 2 if args[:1] == [LANGUAGE] else 1 if args and args[0].startswith(f"{LANGUAGE}=") else 0
        first, args = args[:of_language], args[of_language:]
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = [self.default if args else self.bare, *args]
        return super().parse_args(ctx, first + args)

    def main(self, *arguments: Any, standalone_mode: bool = True, **named: Any) -> Any:
        """Run the program; `at_the_terminal` handles its output, and `exit_code_of` its exit code."""
        with at_the_terminal():
            run = partial(super().main, *arguments, standalone_mode=False, **named)
            if not standalone_mode:
                return run()
            words = named.get("args") or (arguments[0] if arguments else None) or sys.argv[1:]
            code = exit_code_of(run, [*words, *(word.partition("=")[2] for word in words)])
        sys.exit(code)
