"""In which language the commands speak: `--language`, else the environment, else that of this computer."""

import inspect
import os
from collections.abc import Callable
from typing import Any

import click

from game.commands.errors import UsageRefusal
from game.wording import VARIABLE, _, languages, use

OPTION = "--language"

_english: dict[tuple[click.Command | click.Option, str], str] = {}
"""The help as it was written, so that it can be put into one language after another."""

language_option: Callable[[Any], Any] = click.option(
    OPTION,
    metavar="CODE",
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, parameter, value: speak(ctx.command, value) if value else None,
    help="The language of all texts, such as en or de; without it the one of this computer.",
)


def speak(command: click.Command, wanted: str) -> None:
    """Use a language from here on, in child processes too; raise `UsageRefusal` for an unknown one."""
    if wanted not in languages():
        known = ", ".join(languages())
        text = _("--language: {language!r} is not spoken here - use {known}", language=wanted[:20], known=known)
        raise UsageRefusal(text)
    os.environ[VARIABLE] = wanted
    use(wanted)
    translate(command)


def translate(command: click.Command) -> click.Command:
    """Put the help of a command and of all below it into the language that was chosen; return the command."""
    for each in (command, *command.params):
        if isinstance(each, click.Command | click.Option) and each.help:
            each.help = _(_english.setdefault((each, "help"), each.help))
    if command.epilog:
        command.epilog = _(_english.setdefault((command, "epilog"), inspect.cleandoc(command.epilog)))
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        translate(below)
    return command
