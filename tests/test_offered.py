"""What the program offered at commit a74d634d it offers still: every command, option, key and setting.

`tests/fixtures/a74d634d/offered.json` was recorded there and is never made anew.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import fields
from pathlib import Path
from string import ascii_lowercase, digits
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

FULL_SCREEN = "f11"
"""A key that belongs to no command."""


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


def used() -> list[str]:
    """Return all keys of the window's commands."""
    return [key for command in COMMANDS.values() for key in (command.key, *command.also) if key]


def free() -> str:
    """Return the keys that a new command may have, or one that moves."""
    keys = [*(f"f{n}" for n in range(1, 13)), *(f"ctrl+{sign}" for sign in f"{ascii_lowercase}{digits}")]
    return "free: " + ", ".join(key for key in keys if key not in (*used(), FULL_SCREEN))


def test_every_command_of_the_window_is_on_the_keys_that_it_was_on() -> None:
    now = {name: {command.key, *command.also} for name, command in COMMANDS.items()}
    moved = {name: keys for name, keys in OFFERED["keys"].items() if not {*keys} <= now.get(name, set())}
    assert moved == {}, "a command may have another key if the old one goes into its `also`"


def test_no_two_commands_have_the_same_key() -> None:
    assert [key for key, times in Counter(used()).items() if times > 1] == [], free()


def test_the_page_for_players_names_no_key_that_may_change() -> None:
    page = (Path(__file__).resolve().parents[1] / "game" / "ui" / "README.md").read_text(encoding="utf-8")
    assert {*re.findall(r"Ctrl\+\w+|\bF\d+", page)} == {"F1"}
    assert "ctrl+i" in free()
    assert not {*free().removeprefix("free: ").split(", ")} & {*used()}


def test_every_setting_is_there() -> None:
    assert set(OFFERED["settings"]) <= {setting.name for setting in fields(Options)}
