"""The group of commands: nothing imported before it is called, a default, refusals in one line."""

import sys
import types

import click
import pytest
from click.testing import CliRunner, Result

from game import __version__
from game.cli import COMMANDS, main
from game.commands.lazy import LazyGroup
from game.documents.error import DocumentError


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> LazyGroup:
    """A program with the commands `play` (the default), `spoil` (refuses) and `lose` (a file that is not there)."""

    @click.command()
    @click.option("--map", "map_name", default="any")
    def play(map_name: str) -> None:
        click.echo(f"playing on {map_name}")

    @click.command()
    def spoil() -> None:
        raise DocumentError("map.json", "terrain[2].id", "is missing - add it")

    @click.command()
    def lose() -> None:
        open("no/such/file").close()

    for name, command in {"play": play, "spoil": spoil, "lose": lose}.items():
        module = types.ModuleType(f"stand_in.{name}")
        module.__dict__["command"] = command
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(sys.modules, "stand_in", types.ModuleType("stand_in"))
    summaries = {"play": "Play.", "spoil": "Refuse.", "lose": "Lose.", "absent": "Never imported."}
    return LazyGroup(name="game", commands_by_name=summaries, default="play", package="stand_in")


def call(group: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(group, arguments)


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ((), "playing on any\n"),
        (("--map", "yard"), "playing on yard\n"),
        (("play", "--map", "yard"), "playing on yard\n"),
    ],
)
def test_without_a_command_the_default_runs(group: LazyGroup, arguments: tuple[str, ...], output: str) -> None:
    result = call(group, *arguments)
    assert (result.exit_code, result.output) == (0, output)


def test_a_misspelt_command_is_not_taken_for_the_default(group: LazyGroup) -> None:
    result = call(group, "plya")
    assert result.exit_code == 2
    assert "No such command 'plya'" in result.output


def test_help_lists_commands_in_order_without_importing_them(group: LazyGroup) -> None:
    result = call(group, "--help")
    assert result.exit_code == 0
    assert result.output.index("Play.") < result.output.index("Refuse.") < result.output.index("Never imported.")


def test_a_bad_document_is_told_in_one_line(group: LazyGroup) -> None:
    result = call(group, "spoil")
    assert result.exit_code == 2
    assert result.output == "Error: map.json: at terrain[2].id: is missing - add it\n"


def test_an_unreadable_file_is_told_in_one_line(group: LazyGroup) -> None:
    result = call(group, "lose")
    assert result.exit_code == 2
    assert result.output == "Error: no/such/file: cannot be read or written: No such file or directory\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_exists_and_has_help(name: str) -> None:
    result = call(main, name, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_the_version_is_the_packages() -> None:
    assert call(main, "--version").output.strip() == f"inchwise, version {__version__}"
