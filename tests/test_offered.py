"""What the program offered at commit a74d634d it offers still: every command, option, key and setting.

`tests/fixtures/a74d634d/offered.json` was recorded there and is never made anew.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

from game import rulesets
from game.cli import main
from game.ui.prefs.settings import Options
from game.ui.widgets.keys import COMMANDS

OFFERED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "fixtures" / "a74d634d" / "offered.json").read_text(encoding="utf-8")
)


def command_of(words: str) -> click.Command:
    """Return the command that some words call; raise `KeyError`."""
    found: click.Command = main
    context = click.Context(main, obj=rulesets.load(rulesets.DEFAULT))
    for word in words.split():
        assert isinstance(found, click.Group)
        below = found.get_command(context, word)
        if below is None:
            raise KeyError(words)
        context, found = click.Context(below, parent=context, obj=context.obj), below
    return found


@pytest.mark.parametrize("words", OFFERED["commands"])
def test_every_command_takes_the_options_that_it_took(words: str) -> None:
    options = [option for option in command_of(words).params if isinstance(option, click.Option)]
    names = {name for option in options for name in (*option.opts, *option.secondary_opts)}
    assert set(OFFERED["commands"][words]) <= names


def test_every_command_of_the_window_is_on_the_keys_that_it_was_on() -> None:
    now = {name: {command.key, *command.also} for name, command in COMMANDS.items()}
    assert [name for name, keys in OFFERED["keys"].items() if not {*keys} <= now.get(name, set())] == []


def test_every_setting_is_there() -> None:
    assert set(OFFERED["settings"]) <= {setting.name for setting in fields(Options)}
