"""`roster` lists, makes, checks and shows rosters; commands for the user's own rosters are in `roster_making`."""

import json
import secrets
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import click

from game.commands.output import UsageRefusal, judge_all, require_new, show, with_warnings
from game.commands.rulebook import RulebookGroup, ruleset_option, with_options
from game.commands.text.roster_library import COMMANDS as LIBRARY_COMMANDS
from game.commands.text.roster_making import COMMANDS, draft_facts, draft_lines, shelf_of
from game.documents.error import UnfinishedError
from game.documents.files import write_text
from game.engine import rosters as own_rosters
from game.engine.rosters import editor_of
from game.engine.rulebook.facets import ReadText, Rosters
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import plain
from game.wording import _


def rosters_of(book: AnyRuleset) -> Rosters[Any]:
    """Return the roster facet of a rulebook; raise `UsageRefusal` if it has none."""
    rosters = own_rosters.rosters_of(book)
    if rosters is None:
        raise UsageRefusal(_("{title} has no rosters", title=_(book.title)))
    return rosters


@click.group(
    cls=RulebookGroup,
    epilog="""\b
Examples:
  python -m game roster list
  python -m game roster show the-mended
  python -m game roster make                         answer questions, step by step
  python -m game roster make --surprise --seed 7     a whole one at random
  python -m game roster copy the-mended "The Low Road"
  python -m game roster face the-low-road Heron anchor
  python -m game roster export the-low-road low_road.pdf --cards
  python -m game roster export lantern-concord --ruleset aos4 --as text
  python -m game roster library add age-of-sigmar-4th.zip --ruleset aos4
  python -m game roster new --name "The Low Road" --seed 7 --out low_road.json
  python -m game roster check low_road.json
  python -m game play --roster low_road.json --roster kettleblack
""",
)
@ruleset_option
def command(ruleset: str) -> None:
    """Rosters: list, make, change, copy, print or check them."""


for subcommand in (*COMMANDS, *LIBRARY_COMMANDS):
    command.add_command(subcommand)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
@click.pass_obj
def list_rosters(book: AnyRuleset, as_json: bool) -> None:
    """List the bundled rosters and your own; use their names with --roster."""
    rosters = rosters_of(book)
    entries = [*rosters.bundled(), *((line, facts | {"own": True}) for line, facts in rosters.own())]
    if editor_of(book) is not None:
        shelf = shelf_of(book)
        for kept in (*shelf.own(), *shelf.unfinished()):
            row = {"name": kept.name, "title": kept.title, "own": True, "finished": kept.roster is not None}
            trouble = kept.trouble or _("not finished")
            line = _("{name:<22}{trouble}", name=kept.name, trouble=trouble)
            if kept.roster is not None:
                line, facts = rosters.listed(kept.name, kept.roster)
                row = facts | {"own": True, "finished": True}
            entries.append((line, row))
    show([row for line, row in entries], (line for line, row in entries), as_json)


@command.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the document.")
@click.pass_obj
def show_roster(book: AnyRuleset, name: str, as_json: bool) -> None:
    """Show the roster NAME: a bundled one, one of your own (finished or not), or a file."""
    rosters = rosters_of(book)
    if editor_of(book) is not None:
        shelf = shelf_of(book)
        for unfinished in shelf.unfinished():
            if unfinished.name == name and unfinished.draft is not None:
                show(draft_facts(shelf, unfinished), draft_lines(shelf, unfinished), as_json)
                return
    try:
        roster, remarks = rosters.read(name)
    except UnfinishedError as error:
        heading = _("Not finished: {reason}", reason=error.advice)
        show(error.facts, [*error.lines, heading, *(f"  {remark}" for remark in error.remarks)], as_json)
        for remark in (heading, *error.remarks) if as_json else ():
            click.echo(remark, err=True)
        return
    lines = list(rosters.sheet(roster))
    show(plain(roster), [*lines, *(line for remark in remarks if (line := f"  {remark}") not in lines)], as_json)
    for remark in remarks if as_json else ():  # the document has no place for remarks
        click.echo(remark, err=True)


@command.command("check")
@click.argument("names", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
@click.pass_obj
def check(book: AnyRuleset, names: tuple[str, ...], as_json: bool) -> None:
    """Check rosters against the rules for making them and list anything odd; exit code 2 if one cannot be read.

    A list whose units lack profiles is read, and named as unfinished. `-` is a list on standard input.
    """
    rosters = rosters_of(book)

    def judge(name: str) -> dict[str, Any]:
        try:
            roster, remarks = rosters.read(name)
        except UnfinishedError as error:
            facts = {"name": name, "roster": error.title, "missing": error.advice}
            message = _("{name}: read, {roster}, but not finished: {missing}", **facts)
            return {"message": message, "finished": False, "list": error.facts} | with_warnings(error.remarks)
        return {"message": _("{name}: ok, {roster}", name=name, roster=roster.name)} | with_warnings(remarks)

    judge_all(names, judge, itemgetter("message"), as_json)


@command.command("effects")
@click.argument("name")
@click.option(
    "--accept", "accepted", multiple=True, metavar="ID", help="Use what this text seems to mean; `all` for all."
)
@click.option("--refuse", "refused", multiple=True, metavar="ID", help="Leave this text to be used by hand.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
@click.pass_obj
def effects(book: AnyRuleset, name: str, accepted: tuple[str, ...], refused: tuple[str, ...], as_json: bool) -> None:
    """List what the texts of the roster NAME seem to mean, with the words that say so. Check them before you accept.

    Nothing is used before you accept it. What you accept is kept for every roster with the same text.
    """
    rosters = rosters_of(book)
    texts = rosters.texts(name)
    if texts is None:
        raise UsageRefusal(_("{title} reads no texts", title=_(book.title)))
    text_ids = [text.id for text in texts]
    for chosen, accepts in ((accepted, True), (refused, False)):
        ids = text_ids if "all" in chosen else list(chosen)
        if unknown := [identity for identity in ids if identity not in text_ids]:
            raise UsageRefusal(_("no text of this roster has the id {id}", id=unknown[0][:40]))
        if ids:
            rosters.decide(name, ids, accepted=accepts)
    texts = rosters.texts(name) or ()
    rows = [text._asdict() | {"spans": [text.text[start:end] for start, end in text.spans]} for text in texts]
    show(rows, _lines_of_texts(texts), as_json)


def _lines_of_texts(found: Sequence[ReadText]) -> Iterator[str]:
    """Yield lines with the likely meaning of texts. The words that express it are between »« signs."""
    states = {"proposed": _("read from text: check"), "accepted": _("accepted"), "refused": _("refused")}
    for text in found:
        yield (
            f"{text.id}  {text.name} ({text.owner})  [{states[text.state]}]"
            if text.owner
            else (f"{text.id}  {text.name}  [{states[text.state]}]")
        )
        marked, shift = text.text.replace("\n", " "), 0
        for start, end in text.spans:
            marked = f"{marked[: start + shift]}»{marked[start + shift : end + shift]}«{marked[end + shift :]}"
            shift += 2
        yield f"    {marked}"
        yield from (f"    = {effect}" for effect in text.effects)
    yield _("{n} texts are read", n=len(found))


@command.command("new", cls=with_options(lambda book: rosters_of(book).parameters))
@click.option("--name", required=True, help="The name of the roster.")
@click.option("--seed", type=click.IntRange(0, 2**62), help="Seed for the dice that decide; random if left out.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the document to this file, which must be new.")
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of a sheet.")
@click.pass_obj
def new(book: AnyRuleset, /, name: str, seed: int | None, out: str | None, as_json: bool, **values: Any) -> None:
    """Make a random roster by the rules. The same name and seed make the same roster."""
    rosters = rosters_of(book)
    if out is not None:
        require_new(out)
    roster = rosters.make(name, secrets.randbits(48) if seed is None else seed, values)
    if out is not None:
        write_text(Path(out), json.dumps(plain(roster), indent=2, ensure_ascii=False) + "\n")
    show(plain(roster), rosters.sheet(roster), as_json)
