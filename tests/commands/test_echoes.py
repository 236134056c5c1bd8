"""No refusal of the command line repeats more than 200 characters of what was given, whatever is given and wherever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from game import rulesets
from game.cli import main
from tests.commands.calls import ENGAGE, call

MOST = 200
LETTER = "Ѫ"
HUGE = [LETTER * 5000, "7" * 5000, f"{LETTER * 100} " * 50, f"{LETTER * 300}.json", f"/nowhere/{LETTER * 900}"]
STOPPED = {
    "play": ["--players", "nobody,nobody"],
    "simulate": ["--players", "nobody,nobody"],
    "sandbox": ["--map", "nowhere"],
}
"""What keeps a command from beginning, if what is tried does not."""


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group, obj=rulesets.load(rulesets.DEFAULT))
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def calls() -> Iterator[tuple[list[str], str]]:
    """Yield words before a huge one, and what it is for."""
    yield [], "command"
    yield ["--language"], "--language"
    for path, command in commands(main):
        arguments = [str(ENGAGE) for each in command.params if isinstance(each, click.Argument) and each.required]
        for parameter in command.params:
            name = " ".join((*path, parameter.opts[0]))
            if isinstance(parameter, click.Option) and not parameter.is_flag:
                yield [*path, *arguments, *STOPPED.get(path[0], []), parameter.opts[0]], name
            elif isinstance(parameter, click.Argument):
                yield [*path], name
        yield [*path, *STOPPED.get(path[0], [])], " ".join((*path, "one word more"))


@pytest.mark.parametrize(
    ("words", "name"), [pytest.param(*each, id=each[1]) for each in calls() if each[0][:1] != ["menu"]]
)
def test_no_option_comes_back_whole(
    words: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for huge in HUGE:
        for given in (
            [*words, huge],
            [*words[:-1], f"{words[-1]}={huge}"] if words and words[-1].startswith("--") else [],
        ):
            if given:
                result = call(*given)
                if result.exit_code:
                    said = result.stdout + result.stderr
                    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
                    assert max(said.count(LETTER), said.count("7")) <= MOST, (name, said[:400])


@pytest.mark.parametrize(
    "text", [f'{{"{LETTER * 500}": 1}}', f'{{"format": "{LETTER * 500}", "version": 1}}', LETTER * 900]
)
def test_no_document_comes_back_whole(text: str, tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_text(text, encoding="utf-8")
    for command in ("check", "run", "replay"):
        said = call(command, file)
        assert said.exit_code
        assert (said.stdout + said.stderr).count(LETTER) <= MOST
