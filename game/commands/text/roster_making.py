"""The commands of `roster` about the user's own: make step by step, copy, rename, delete, import, export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from game.commands.output import UsageRefusal, require_new, show, with_warnings
from game.documents.error import DocumentError
from game.documents.reading import read_text
from game.engine.rosters import RosterEntry, RosterShelf, editor_of, import_file, rosters_of
from game.engine.rulebook.making import Step
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import plain
from game.rulesets import DEFAULT
from game.undisturbed import undisturbed
from game.wording import _

FILE: Final = click.Path(dir_okay=False)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def shelf_of(book: AnyRuleset) -> RosterShelf:
    """Return all rosters of a rulebook; raise `UsageRefusal` if it has no editor."""
    if editor_of(book) is None:
        raise UsageRefusal(_("{title} has no rosters to make", title=_(book.title)))
    return RosterShelf(book)


def draft_facts(shelf: RosterShelf, kept: RosterEntry) -> dict[str, Any]:
    """Return an unfinished roster as JSON-ready data: what is answered, missing and open."""
    steps = shelf.editor.steps(kept.draft)
    return {
        "name": kept.name,
        "title": kept.title,
        "finished": kept.roster is not None and not kept.changing,
        "missing": [{"text": each.text, "rule": each.rule} for each in shelf.editor.missing(kept.draft)],
        "steps": [
            {"step": step.id, "title": step.title, "of": step.part, "answer": step.value, "rule": step.rule}
            for step in steps
        ],
    }


def draft_lines(shelf: RosterShelf, kept: RosterEntry) -> Iterator[str]:
    """Yield an unfinished roster as lines: every step with its answer, and what is missing."""
    part, steps = "", shelf.editor.steps(kept.draft)
    wide = max(16, *(len(step.id) + 2 for step in steps))
    for step in steps:
        if step.part != part:
            part = step.part
            yield part
        answer = step.value or step.reason or (_("none") if step.optional else _("open"))
        yield f"  {step.id:<{wide}}{step.title}: {answer}"
    missing = shelf.editor.missing(kept.draft)
    for each in missing:
        yield _("missing: {what} ({rule})", what=each.text, rule=each.rule)
    name = kept.name if shelf.book == DEFAULT else f"{kept.name} --ruleset {shelf.book}"
    yield _("Continue with: python -m game roster make {name}", name=name) if missing else _("Nothing is missing.")


def _tell(shelf: RosterShelf, kept: RosterEntry, told: str, as_json: bool) -> None:
    facts = {"name": kept.name, "title": kept.title, "file": str(kept.path), "news": told}
    show(facts | ({"roster": plain(kept.roster)} if kept.roster is not None else {}), [told], as_json)


# -- make ----------------------------------------------------------------------------------------


@click.command("make")
@click.argument("name", required=False)
@click.option("--answers", type=FILE, help="A file of answers, one per line: STEP: ANSWER. Without it, you are asked.")
@click.option("--seed", type=click.IntRange(0, 2**62), help="Seed for its dice; random if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print every step, its answer and what is missing as JSON.")
@click.pass_obj
def make(book: AnyRuleset, name: str | None, answers: str | None, seed: int | None, as_json: bool) -> None:
    """Make your own roster step by step, by the rules; give NAME to continue or change one.

    Every answer is saved at once: a rolled die stays rolled.
    """
    shelf = shelf_of(book)
    given = None if answers is None else list(_read_answers(answers))
    kept = shelf.reopen(name) if name is not None else shelf.begin(seed)
    if given is None:
        kept = _ask_all(shelf, kept, again=name is not None)
    else:
        kept = _answer_all(shelf, kept, answers or "", given, fresh=name is None)
    if not shelf.editor.missing(kept.draft):
        kept = shelf.finish(kept.name)
        title, path = kept.title, str(kept.path)
        told = [_("{title} is finished: {path}", title=title, path=path)]
    else:
        told = list(draft_lines(shelf, kept))
    show(draft_facts(shelf, kept), told, as_json)


def _read_answers(file: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, step and answer of every line of a file; raise `DocumentError`, `OSError`."""
    for number, line in enumerate(read_text(file).splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        step, colon, answer = text.partition(":")
        if not colon:
            raise DocumentError(file, _("line {n}", n=number), _("is not an answer - write it as STEP: ANSWER"))
        yield number, step.strip(), answer.strip()


def _answer_all(
    shelf: RosterShelf, kept: RosterEntry, file: str, given: list[tuple[int, str, str]], *, fresh: bool
) -> RosterEntry:
    for number, step, answer in given:
        try:
            kept = shelf.answer(kept.name, step, answer)
        except DocumentError as error:
            thrown = any(each.thrown for each in shelf.editor.steps(kept.draft))
            if fresh and not thrown:
                shelf.delete(kept.name)
            place = _("line {n}, {step}", n=number, step=step[:40])
            kept_as = _(" - earlier answers are saved as {name}", name=kept.name) if thrown or not fresh else ""
            raise DocumentError(file, place, error.reason + kept_as) from None
    return kept


def _ask_all(shelf: RosterShelf, kept: RosterEntry, *, again: bool) -> RosterEntry:
    """Ask at the terminal until nothing is open; changing a roster begins with the choice of a step."""
    while True:
        steps = shelf.editor.steps(kept.draft)
        open_steps = [step for step in steps if step.open]
        if open_steps:
            step: Step | None = open_steps[0]
        else:
            step = _ask_step(shelf, kept) if again or any(each.optional for each in steps) else None
        if step is None:
            return kept
        answer = _ask(step)
        try:
            kept = shelf.answer(kept.name, step.id, answer)
        except DocumentError as error:
            click.echo(_("No: {reason}", reason=error.reason))
            continue
        thrown = next((each.thrown for each in shelf.editor.steps(kept.draft) if each.id == step.id), None)
        if thrown is not None and step.thrown is None:
            gave = {"purpose": thrown.purpose, "face": thrown.face, "gave": thrown.gave}
            click.echo(_("{purpose}: rolled {face}, {gave}", **gave))


def _ask_step(shelf: RosterShelf, kept: RosterEntry) -> Step | None:
    """Ask which step of a finished roster to change; None if the user is satisfied."""
    for line in draft_lines(shelf, kept):
        click.echo(line)
    steps = {step.id: step for step in shelf.editor.steps(kept.draft) if not step.reason}
    text = click.prompt(_("Which step to change (Enter to finish)"), default="", show_default=False)
    if text and text not in steps:
        click.echo(_("No: there is no such step to change"))
        return _ask_step(shelf, kept)
    return steps.get(text)


def _ask(step: Step) -> str:
    """Ask for the answer to a step: a text, or a choice by number or by label."""
    rule = f" ({step.rule})" if step.rule else ""
    click.echo(f"\n{step.part} · {step.title}{rule}")
    if step.suggestion is not None:
        return str(click.prompt(step.title, default=step.suggestion or None))
    part = ""
    for number, choice in enumerate(step.choices, 1):
        if choice.part and choice.part != part:
            part = choice.part
            click.echo(f"  {part}:")
        click.echo(f"  {number:>3}  {choice.label}" + (f" - {choice.text}" if choice.text else ""))
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
    kept = shelf.copy(name, title)
    _tell(shelf, kept, _("{title} is now yours: {name}", title=kept.title, name=kept.name), as_json)


@click.command("rename")
@click.argument("name")
@click.argument("title")
@json_option
@click.pass_obj
def rename(book: AnyRuleset, name: str, title: str, as_json: bool) -> None:
    """Rename your roster NAME to TITLE."""
    shelf = shelf_of(book)
    kept = shelf.rename(name, title)
    _tell(shelf, kept, _("{name} is now called {title}", name=kept.name, title=kept.title), as_json)


@click.command("delete")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def delete(book: AnyRuleset, name: str, yes: bool) -> None:
    """Delete your roster NAME; games and campaigns keep their own copies."""
    shelf = shelf_of(book)
    kept = shelf.own_one(name)
    if yes or click.confirm(_("Delete {title} for good?", title=kept.title)):
        shelf.delete(name)
        click.echo(_("{title} is deleted", title=kept.title))


@click.command("import")
@click.argument("file", type=FILE)
@json_option
@click.pass_obj
def import_roster(book: AnyRuleset, file: str, as_json: bool) -> None:
    """Add the roster in FILE to your own; one with the same name is not replaced."""
    rosters = rosters_of(book)
    if rosters is not None and editor_of(book) is None:
        taken = import_file(rosters, book.name, Path(file))
        facts = rosters.listed(taken.name, taken.roster)[1]
        text = _("{title} is now yours: {name}", title=facts["name"], name=taken.name)
        show(facts | with_warnings(taken.remarks), [text, *(f"  {each}" for each in taken.remarks)], as_json)
        return
    shelf = shelf_of(book)
    kept = shelf.take_in(file)
    _tell(shelf, kept, _("{title} is now yours: {name}", title=kept.title, name=kept.name), as_json)


@click.command("export")
@click.argument("name")
@click.argument("file", type=FILE)
@click.pass_obj
def export(book: AnyRuleset, name: str, file: str) -> None:
    """Write the roster NAME to a new FILE: as a document (.json), or as a page to print (.png, .pdf)."""
    shelf = shelf_of(book)
    kept = shelf.finished(name)
    require_new(file)
    path = Path(file)
    if path.suffix.lower() == ".json":
        shelf.give_out(name, path)
    else:
        with undisturbed():
            from game.ui.rosters.printing import save_roster

        save_roster(shelf.editor.card(kept.roster), path)
    click.echo(_("{title} is in {file}", title=kept.title, file=file))


COMMANDS: Final = (make, copy, rename, delete, import_roster, export)
"""All of them."""
