"""Rosters written to files: as text, as documents, for other programs, or for printing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.documents.error import DocumentError
from game.documents.files import write_text
from game.engine.rulebook.facets import Rosters
from game.engine.saving.documents import plain
from game.play import pdf
from game.wording import N_, _


class Form(NamedTuple):
    """A format in which rosters are written: its name, the suffix of its files, and its title."""

    name: str
    suffix: str
    title: str


FORMS: Final = (
    Form("text", ".txt", N_("List as text (TXT)")),
    Form("json", ".json", N_("Document of this program (JSON)")),
    Form("newrecruit", ".json", N_("For other programs, like New Recruit's (JSON)")),
    Form("pdf", ".pdf", N_("Pages to print (PDF)")),
    Form("cards", ".pdf", N_("Cards to cut out (PDF)")),
    Form("png", ".png", N_("One page as a picture (PNG)")),
)
PRINTED: Final = ("pdf", "cards")


def form_of(name: str, file: str | None) -> Form:
    """Return a format by its name or, if `name` is empty, by the suffix of a file; raise `DocumentError`."""
    suffix = Path(file).suffix.lower() if file is not None else ""
    form_found = next((form for form in FORMS if name == form.name or (not name and suffix == form.suffix)), None)
    if form_found is None:
        known = _(" or ").join(dict.fromkeys(form.suffix for form in FORMS))
        text = _("is not a known format - use a name that ends in {known}, or --as", known=known)
        raise DocumentError(file or "", "", text)
    return form_found


def why_not(rosters: Rosters[Any], roster: Any, form: Form) -> str:
    """Return why a roster cannot be written in a form, or "" if it can."""
    if form.name == "newrecruit" and rosters.exchange(roster) is None:
        return _("other programs have no form for it")
    return pdf.why_not() if form.name in PRINTED else ""


def roster_text(rosters: Rosters[Any], roster: Any, form: Form) -> str:
    """Return a roster as the text of a file; raise `DocumentError` if it cannot be written so."""
    if reason := why_not(rosters, roster, form):
        raise DocumentError(roster.name, "", reason)
    if form.name == "text":
        return "".join(f"{line}\n" for line in rosters.text(roster))
    content = plain(roster) if form.name == "json" else rosters.exchange(roster)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def write_roster(
    rosters: Rosters[Any], roster: Any, form: Form, path: Path, progress: pdf.Progress = pdf.no_progress
) -> None:
    """Write a roster to a file as text or PDF; raise `DocumentError`, `OSError`. `progress` may raise to stop it."""
    if form.name in PRINTED:
        pdf.save_pdf(rosters.printed(roster), path, cards=form.name == "cards", progress=progress)
    else:
        write_text(path, roster_text(rosters, roster, form))
