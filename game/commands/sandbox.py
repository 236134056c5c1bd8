"""`sandbox` opens a table to edit freely, in a window or by edits on the command line."""

from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.maps import read_size
from game.commands.new_game import read_names
from game.commands.output import UsageRefusal
from game.commands.rulebook import chosen, ruleset_option
from game.documents.files import write_json
from game.documents.locks import writing
from game.documents.reading import format_of, parse_document, read_json, read_text
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.documents import PositionDocument, plain
from game.engine.saving.loading import load_game, open_sandbox
from game.engine.saving.position_text import HEAD, position_text, read_position_text
from game.engine.saving.saves import position_document
from game.table.documents import LONGEST, SHORTEST, find_map
from game.undisturbed import undisturbed
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game sandbox                                  where you left it
  python -m game sandbox stone-ford                       on a bundled map
  python -m game sandbox position.json                    from a position, or a saved game
  python -m game sandbox --size 30x24 --names Ann,Bob     an empty table
  python -m game sandbox temple-court --ruleset bushido   with another rulebook
  python -m game sandbox stone-ford --edit '{"do": "add", "kind": "hunter", "x": 9, "y": 8}' --out p.json
"""
)
@click.argument("source", required=False)
@click.option("--size", metavar="WxH", help="Start with an empty table of this size, in inches.")
@ruleset_option
@click.option("--names", default="Ann,Bob", show_default=True, help="Who plays on a new table, in seniority order.")
@click.option("--edit", "edits", multiple=True, metavar="JSON", help="Make this edit; may be repeated.")
@click.option("--out", type=click.Path(dir_okay=False), help="Open no window: write the position to this file.")
@click.option("--text", is_flag=True, help="Open no window: print the position as one line of text.")
def command(
    source: str | None, size: str | None, ruleset: str, names: str, edits: tuple[str, ...], out: str | None, text: bool
) -> None:
    """Build a position: drop, move and change pieces and terrain, with no turn order. SOURCE: position, save or map."""
    people = tuple(filter(None, read_names(names)))
    box = None if source is None and size is None else _open_source(source, size, people, chosen(ruleset))
    if edits or out or text:
        box = box or _open_source(None, None, people, chosen(ruleset))
        for line in [line for number, edit in enumerate(edits, start=1) for line in _make_edit(box, edit, number)]:
            click.echo(line, err=True)
    if box is not None and out is not None:
        with writing(Path(out)):
            write_json(Path(out), plain(position_document(box)))
        click.echo(_("The position is in {out}.", out=out))
    if box is not None and text:
        click.echo(position_text(position_document(box)))
    if out is None and not text:
        _show_window(box)


def _open_source(source: str | None, size: str | None, people: tuple[str, ...], book: AnyRuleset) -> Sandbox:
    """Return a sandbox from a file, the text of a position, a map, or a size."""
    if source is not None and size is not None:
        raise UsageRefusal(_("--size is for an empty table - leave out {source!r} or --size", source=source))
    if source is not None and source.startswith(HEAD):
        return _from_position(read_position_text(source), _("the text"))
    if source is not None and (Path(source).suffix == ".json" or Path(source).is_file()):
        return _from_file(source, book)
    if size is not None and book.editor is not None:
        return _from_setup(book, book.editor.bare_setup(*_table_size(size), GamePlan(people)))
    return _from_setup(book, book.new_setup(GamePlan(people, map=source)))


def _from_setup(book: AnyRuleset, setup: Any) -> Sandbox:
    return Sandbox(book, setup, book.begin(setup))


def _from_file(file: str, book: AnyRuleset) -> Sandbox:
    """Return a sandbox from a file with a position, a saved game or a map; `book` is the rulebook for a map."""
    text = read_text(file)
    if text.startswith(HEAD):
        return _from_position(read_position_text(text, file), file)
    form = format_of(text, file)
    if form == "inchwise-save":
        return sandbox_from(load_game(Path(file), rulesets.find)[0])
    if form == "inchwise-map":
        return _from_setup(book, book.new_setup(GamePlan(("Ann", "Bob"), map=str(find_map(file)))))
    return _from_position(parse_document(text, PositionDocument, file), file)


def _from_position(document: PositionDocument, file: str) -> Sandbox:
    return open_sandbox(document, rulesets.find, file)


def _table_size(words: str) -> tuple[float, float]:
    sides = read_size(words)
    if not all(SHORTEST <= side <= LONGEST for side in sides):
        text = _(
            "{size!r}: each side of a table has {least} to {most} inches", size=words, least=SHORTEST, most=LONGEST
        )
        raise UsageRefusal(text)
    return sides


def _make_edit(box: Sandbox, text: str, number: int) -> list[str]:
    """Make an edit given as JSON and return its events in words."""
    try:
        edit = read_json(text, _("edit {number}", number=number))
        if not isinstance(edit, dict):
            raise MalformedAnswer(_("an edit must be an object in braces"))
        events = box.change(edit)
    except (IllegalAnswer, MalformedAnswer) as error:
        refusals = error.refusals if isinstance(error, IllegalAnswer) else ()
        reasons = "; ".join(map(str, refusals))
        raise UsageRefusal(_("edit {number}: {error}", number=number, error=reasons or error)) from None
    return [box.ruleset.tell(box.game, event) for event in events]


def _show_window(box: Sandbox | None) -> None:
    """Open the window with a sandbox, by default the last one."""
    with undisturbed():
        from game.ui.app import display_available, show
        from game.ui.sandbox.screen import SandboxScreen, last_sandbox

    if not display_available():
        raise UsageRefusal(_("there is no display - write the position with --out, or print it with --text"))
    show(lambda window: last_sandbox(window) if box is None else SandboxScreen(window, box))
