"""The subcommands of `roster` for your own rosters: make step by step, copy, rename, delete, import, export."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from game.commands.output import UsageRefusal, require_new, show, with_warnings
from game.documents.error import DocumentError
from game.documents.faces import picture_face, sigil_names
from game.documents.reading import read_text
from game.engine.kit.rosters import STDIN, standard_input
from game.engine.rosters import (
    SEEDS,
    RosterEntry,
    RosterShelf,
    editor_of,
    import_file,
    import_text,
    imports_foreign,
    rosters_of,
)
from game.engine.rulebook.facets import Rosters
from game.engine.rulebook.making import Step
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import plain
from game.play.roster_files import FORMS, form_of, roster_text, write_roster
from game.rulesets import DEFAULT
from game.undisturbed import undisturbed
from game.wording import _

FILE: Final = click.Path(dir_okay=False)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def shelf_of(book: AnyRuleset) -> RosterShelf:
    """Return the shelf of a rulebook's rosters; raise `UsageRefusal` if the rulebook has no roster editor."""
    if editor_of(book) is None:
        raise UsageRefusal(_("{title} has no rosters to make", title=_(book.title)))
    return RosterShelf(book)


def draft_facts(shelf: RosterShelf, entry: RosterEntry) -> dict[str, Any]:
    """Return an unfinished roster as JSON-ready data, with its steps, their answers, and what is missing."""
    steps = shelf.editor.steps(entry.draft)
    return {
        "name": entry.name,
        "title": entry.title,
        "finished": entry.roster is not None and not entry.changing,
        "missing": [{"text": gap.text, "rule": gap.rule} for gap in shelf.editor.missing(entry.draft)],
        "steps": [
            {"step": step.id, "title": step.title, "of": step.part, "answer": step.value, "rule": step.rule}
            for step in steps
        ],
    }


def draft_lines(shelf: RosterShelf, entry: RosterEntry) -> Iterator[str]:
    """Yield the lines of an unfinished roster: its steps, their answers, and what is missing."""
    part, steps = "", shelf.editor.steps(entry.draft)
    wide = max(16, *(len(step.id) + 2 for step in steps))
    for step in steps:
        if step.part != part:
            part = step.part
            yield part
        answer = step.value or step.reason or (_("none") if step.optional else _("open"))
        yield f"  {step.id:<{wide}}{step.title}: {answer}"
    missing = shelf.editor.missing(entry.draft)
    for gap in missing:
        yield _("missing: {what} ({rule})", what=gap.text, rule=gap.rule)
    name = entry.name if shelf.book == DEFAULT else f"{entry.name} --ruleset {shelf.book}"
    yield _("Continue with: python -m game roster make {name}", name=name) if missing else _("Nothing is missing.")


def _show_news(shelf: RosterShelf, entry: RosterEntry, news: str, as_json: bool) -> None:
    facts = {"name": entry.name, "title": entry.title, "file": str(entry.path), "news": news}
    show(facts | ({"roster": plain(entry.roster)} if entry.roster is not None else {}), [news], as_json)


# -- make ----------------------------------------------------------------------------------------


@click.command("make")
@click.argument("name", required=False)
@click.option("--answers", type=FILE, help="A file of answers, one per line: STEP: ANSWER. Without it, you are asked.")
@click.option("--surprise", is_flag=True, help="Make a whole new one at random.")
@click.option("--fill", is_flag=True, help="Answer at random what is open; what you chose stays.")
@click.option("--undo", is_flag=True, help="Take back the last answer, or the last random ones.")
@click.option("--seed", type=click.IntRange(0, 2**62), help="Seed for dice and random answers; random if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print every step, its answer and what is missing as JSON.")
@click.pass_obj
def make(book: AnyRuleset, /, name: str | None, answers: str | None, as_json: bool, **how: Any) -> None:
    """Make your own roster step by step, by the rules; give NAME to continue or change one.

    Every answer is saved at once: a rolled die stays rolled. With --undo, --surprise or --fill nothing is asked.
    """
    shelf = shelf_of(book)
    given_answers = None if answers is None else list(_read_answers(answers))
    seed = secrets.randbits(SEEDS) if how["seed"] is None else how["seed"]
    entry = shelf.reopen(name) if name is not None else shelf.begin(seed)
    if given_answers is not None:
        entry = _answer_all(shelf, entry, answers or "", given_answers, fresh=name is None)
    if how["undo"]:
        entry = shelf.undo(entry.name)
    if how["surprise"]:
        entry = shelf.surprise(entry.name, seed)
    if how["fill"]:
        entry = shelf.fill(entry.name, seed)
    if given_answers is None and not (how["undo"] or how["surprise"] or how["fill"]):
        entry = _ask_all(shelf, entry, again=name is not None)
    if not shelf.editor.missing(entry.draft) and not how["undo"]:
        entry = shelf.finish(entry.name)
        title, path = entry.title, str(entry.path)
        news = [_("{title} is finished: {path}", title=title, path=path)]
    else:
        news = list(draft_lines(shelf, entry))
    show(draft_facts(shelf, entry), news, as_json)


def _read_answers(file: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line number, step and answer of each line of a file; raise `DocumentError` or `OSError`."""
    for number, line in enumerate(read_text(file).splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        step, colon, answer = text.partition(":")
        if not colon:
            raise DocumentError(file, _("line {n}", n=number), _("is not an answer - write it as STEP: ANSWER"))
        yield number, step.strip(), answer.strip()


def _answer_all(
    shelf: RosterShelf, entry: RosterEntry, file: str, answers_by_line: list[tuple[int, str, str]], *, fresh: bool
) -> RosterEntry:
    for number, step, answer in answers_by_line:
        try:
            entry = shelf.answer(entry.name, step, answer)
        except DocumentError as error:
            thrown = any(other.thrown for other in shelf.editor.steps(entry.draft))
            if fresh and not thrown:
                shelf.delete(entry.name)
            place = _("line {n}, {step}", n=number, step=step[:40])
            kept_as = _(" - earlier answers are saved as {name}", name=entry.name) if thrown or not fresh else ""
            raise DocumentError(file, place, error.reason + kept_as) from None
    return entry


def _ask_all(shelf: RosterShelf, entry: RosterEntry, *, again: bool) -> RosterEntry:
    """Ask in the terminal until no step is open; with `again`, first ask which step to change."""
    while True:
        steps = shelf.editor.steps(entry.draft)
        open_steps = [step for step in steps if step.open]
        if open_steps:
            step: Step | None = open_steps[0]
        else:
            step = _ask_step(shelf, entry) if again or any(other.optional for other in steps) else None
        if step is None:
            return entry
        answer = _ask(step)
        try:
            entry = shelf.answer(entry.name, step.id, answer)
        except DocumentError as error:
            click.echo(_("No: {reason}", reason=error.reason))
            continue
        thrown = next((other.thrown for other in shelf.editor.steps(entry.draft) if other.id == step.id), None)
        if thrown is not None and step.thrown is None:
            gave = {"purpose": thrown.purpose, "face": thrown.face, "gave": thrown.gave}
            click.echo(_("{purpose}: rolled {face}, {gave}", **gave))


def _ask_step(shelf: RosterShelf, entry: RosterEntry) -> Step | None:
    """Ask which step of a finished roster to change; return None if the user wants no change."""
    for line in draft_lines(shelf, entry):
        click.echo(line)
    steps = {step.id: step for step in shelf.editor.steps(entry.draft) if not step.reason}
    text = click.prompt(_("Which step to change (Enter to finish)"), default="", show_default=False)
    if text and text not in steps:
        click.echo(_("No: there is no such step to change"))
        return _ask_step(shelf, entry)
    return steps.get(text)


def _ask(step: Step) -> str:
    """Ask for the answer to a step and return it; it may be a text, or a choice by number or label."""
    rule = f" ({step.rule})" if step.rule else ""
    click.echo(f"\n{step.part} · {step.title}{rule}")
    if step.suggestion is not None:
        return str(click.prompt(step.title, default=step.suggestion or None))
    part = ""
    for number, choice in enumerate(step.choices, 1):
        if choice.part and choice.part != part:
            part = choice.part
            click.echo(f"  {part}:")
        reason = f"{choice.reason} ({choice.rule})" if choice.rule else choice.reason
        why_not = _("not possible: {reason}", reason=reason) if choice.reason else ""
        click.echo("  ".join((f"  {number:>3}", " - ".join(filter(None, (choice.label, why_not, choice.text))))))
    text = str(click.prompt(_("Number or name"))).strip()
    if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(step.choices):
        return step.choices[int(text) - 1].answer
    return text


# -- files ---------------------------------------------------------------------------------------


@click.command("copy")
@click.argument("name")
@click.argument("title", required=False, default="")
@json_option
@click.pass_obj
def copy(book: AnyRuleset, name: str, title: str, as_json: bool) -> None:
    """Copy the roster NAME, bundled or your own, to a new one called TITLE."""
    shelf = shelf_of(book)
    entry = shelf.copy(name, title)
    _show_news(shelf, entry, _("{title} is now yours: {name}", title=entry.title, name=entry.name), as_json)


@click.command("rename")
@click.argument("name")
@click.argument("title")
@json_option
@click.pass_obj
def rename(book: AnyRuleset, name: str, title: str, as_json: bool) -> None:
    """Rename your roster NAME to TITLE."""
    shelf = shelf_of(book)
    entry = shelf.rename(name, title)
    _show_news(shelf, entry, _("{name} is now called {title}", name=entry.name, title=entry.title), as_json)


@click.command("delete")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def delete(book: AnyRuleset, name: str, yes: bool) -> None:
    """Delete your roster NAME; games and campaigns keep their own copies."""
    shelf = shelf_of(book)
    entry = shelf.own_one(name)
    if yes or click.confirm(_("Delete {title} for good?", title=entry.title)):
        shelf.delete(name)
        click.echo(_("{title} is deleted", title=entry.title))


@click.command("import")
@click.argument("file", type=FILE)
@json_option
@click.pass_obj
def import_roster(book: AnyRuleset, file: str, as_json: bool) -> None:
    """Add the roster in FILE to your own, or the list on standard input for `-`. Nothing is replaced."""
    rosters = rosters_of(book)
    if rosters is not None and imports_foreign(book):
        if file == STDIN:
            taken = import_text(rosters, book.name, standard_input(), "list")
        else:
            taken = import_file(rosters, book.name, Path(file))
        if taken.unfinished:
            facts = {"name": taken.title, "file": taken.name, "finished": False, "missing": taken.unfinished}
            text = _("{title} is now yours: {name} - not finished: {missing}", title=taken.title, name=taken.name,
                     missing=taken.unfinished)  # fmt: skip
        else:
            facts = rosters.listed(taken.name, taken.roster)[1]
            text = _("{title} is now yours: {name}", title=facts["name"], name=taken.name)
        show(facts | with_warnings(taken.remarks), [text, *(f"  {remark}" for remark in taken.remarks)], as_json)
        return
    shelf = shelf_of(book)
    entry = shelf.take_in(file)
    _show_news(shelf, entry, _("{title} is now yours: {name}", title=entry.title, name=entry.name), as_json)


@click.command("export")
@click.argument("name")
@click.argument("file", type=FILE, required=False)
@click.option("--as", "form", type=click.Choice([form.name for form in FORMS]), help="The form; by FILE if left out.")
@click.option("--cards", is_flag=True, help="PDF: a card of 63 x 88 mm for each unit, with marks to cut along.")
@click.pass_obj
def export(book: AnyRuleset, name: str, file: str | None, form: str | None, cards: bool) -> None:
    """Write the roster NAME to a new FILE, or as text to standard output.

    FILE ends in .txt for a list as text, .json for a document, .pdf or .png for a page to print. `newrecruit` is JSON
    for other programs. PDF needs: pip install "inchwise[pdf]".
    """
    chosen = "cards" if cards and form in (None, "pdf") else form or ("" if file else "text")
    rosters, into = _rosters_of(book), form_of(chosen, file)
    roster = shelf_of(book).finished(name).roster if editor_of(book) is not None else rosters.read(name)[0]
    if file is None:
        if into.suffix not in (".txt", ".json"):
            raise UsageRefusal(_("name a FILE that ends in {suffix}", suffix=into.suffix))
        click.echo(roster_text(rosters, roster, into), nl=False)
        return
    require_new(file)
    if into.name == "png":
        with undisturbed():
            from game.ui.rosters.card import save_roster

        shelf = shelf_of(book)
        save_roster(shelf.card(shelf.finished(name)), Path(file))
    else:
        write_roster(rosters, roster, into, Path(file))
    click.echo(_("{title} is in {file}", title=roster.name, file=file))


def _rosters_of(book: AnyRuleset) -> Rosters[Any]:
    rosters = rosters_of(book)
    if rosters is None:
        raise UsageRefusal(_("{title} has no rosters", title=_(book.title)))
    return rosters


@click.command("face")
@click.argument("name")
@click.argument("member")
@click.argument("face")
@json_option
@click.pass_obj
def choose_face(book: AnyRuleset, name: str, member: str, face: str, as_json: bool) -> None:
    """Give MEMBER of your roster NAME a FACE: a sigil, a file with a picture, or `auto` for one that suits its name.

    A picture (PNG, JPEG or WebP) is cut to its middle, made small and kept inside the roster.
    """
    shelf = shelf_of(book)
    is_sigil = face in sigil_names()
    chosen_face = "" if face == "auto" else face if is_sigil else picture_face(face)
    entry = shelf.choose_face(name, member, chosen_face)
    _show_news(shelf, entry, _("{member} of {title} has another face now", member=member, title=entry.title), as_json)


COMMANDS: Final = (make, copy, rename, delete, import_roster, export, choose_face)
"""The commands of this module."""
