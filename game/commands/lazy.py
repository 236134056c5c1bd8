"""A group of commands with names and summaries, which imports a command only to run it.

The language is that of --language, of the environment, or of this computer, in this order.
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
"""The English help of each command and option, so that it can be translated into another language later."""

language_option: Callable[[Any], Any] = click.option(
    LANGUAGE,
    metavar="CODE",
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, parameter, value: speak(ctx.command, value) if value else None,
    help="Language of all texts, such as en or de; if left out, the language of this computer.",
)


def speak(command: click.Command, wanted: str) -> None:
    """Switch to a language, also for child processes; raise `UsageRefusal` for an unknown language."""
    if wanted not in languages():
        available = ", ".join(languages())
        text = _("--language: {language!r} is not available - use {known}", language=wanted[:20], known=available)
        raise UsageRefusal(text)
    os.environ[VARIABLE] = wanted
    use(wanted)
    translate(command)


def translate(command: click.Command) -> click.Command:
    """Translate the help of a command and of its subcommands into the language in use; return the command."""
    for item in (command, *command.params):
        if isinstance(item, click.Command | click.Option) and item.help:
            item.help = _(_english.setdefault((item, "help"), inspect.cleandoc(item.help)))
    if command.epilog:
        command.epilog = _(_english.setdefault((command, "epilog"), inspect.cleandoc(command.epilog)))
    for subcommand in command.commands.values() if isinstance(command, click.Group) else ():
        translate(subcommand)
    return command


class LazyGroup(click.Group):
    """A group of commands by name and summary; `aliases` are older names.

    The command is `game.commands.NAME.command`: with options only (`game --map X`), `default`; without any, `bare`.
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
        """Write the list of commands without importing them."""
        with formatter.section(_("Commands")):
            older = {new: f"{new}, {old}" for old, new in self.aliases.items()}
            formatter.write_dl([(older.get(name, name), _(summary)) for name, summary in self.summaries.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Run the default command if the first argument is another command's option, or the bare one without arguments.

        A leading `--language` stays in front.
        """
        use("")  # the language of this computer, until `--language` is read
        translate(self)
        own_options = {option for parameter in self.get_params(ctx) for option in parameter.opts}
        language_words = 0
        if args[:1] == [LANGUAGE]:
            language_words = 2
        elif args and args[0].startswith(f"{LANGUAGE}="):
            language_words = 1
        first, args = args[:language_words], args[language_words:]
        if not args or (args[0].startswith("-") and args[0] not in own_options):
            args = [self.default if args else self.bare, *args]
        return super().parse_args(ctx, first + args)

    def main(self, *arguments: Any, standalone_mode: bool = True, **named: Any) -> Any:
        """Run the program; `at_the_terminal` handles the output, and `exit_code_of` the exit code."""
        with at_the_terminal():
            run = partial(super().main, *arguments, standalone_mode=False, **named)
            if not standalone_mode:
                return run()
            words = named.get("args") or (arguments[0] if arguments else None) or sys.argv[1:]
            code = exit_code_of(run, [*words, *(word.partition("=")[2] for word in words)])
        sys.exit(code)
