"""All kinds of documents that the program reads: its own by `format`, those of other programs by suffix."""

import re
from math import inf
from pathlib import Path
from typing import Final, NamedTuple, get_args

from game import rulesets
from game.documents.error import DocumentError
from game.documents.limits import MOST_VALUES
from game.documents.reading import Document, format_of, parse_document, read_json, read_text
from game.documents.yaml_text import SUFFIXES as YAML
from game.documents.yaml_text import text_of
from game.engine.plans import PlanDocument
from game.engine.rulebook.facets import Foreign
from game.engine.saving.documents import PositionDocument, SaveDocument
from game.engine.saving.records import RecordsDocument
from game.table.documents import MapDocument
from game.wording import _


class DocumentKind(NamedTuple):
    """A kind of document, with its `format` field, its rulebook ("" for all rulebooks) and its model."""

    format: str
    ruleset: str
    model: type[Document]

    @property
    def name(self) -> str:
        """The short name, such as "map" for the format "inchwise-map"."""
        return self.format.removeprefix("inchwise-")


SHARED: tuple[type[Document], ...] = (MapDocument, PlanDocument, PositionDocument, RecordsDocument, SaveDocument)
"""The documents with the same meaning in every rulebook."""


OWN: Final = (".json", *YAML)
"""The suffixes of this program's own documents."""
_OURS: Final = re.compile(r"^ *format *: *[\"']?inchwise-", re.MULTILINE)
"""What a YAML file of this program says, however broken the rest is."""


def kinds() -> tuple[DocumentKind, ...]:
    """Return all kinds of documents; this imports the rulebooks, which takes a moment."""
    own = (_document_kind(model, book.name) for book in rulesets.usable() for model in book.documents())
    return (*map(_document_kind, SHARED), *own)


def foreign_kinds() -> list[tuple[Foreign, str]]:
    """Return all foreign kinds of documents with their rulebooks; this imports the rulebooks, which takes a moment."""
    known = [(book.papers, book.name) for book in rulesets.usable() if book.papers is not None]
    return [(kind, name) for papers, name in known for kind in papers.foreign()]


def foreign_kind(file: str, ruleset: str = "") -> Foreign | None:
    """Return the kind of another program's file, or None for a document of this program; raise `OSError`.

    Kinds of `ruleset` are preferred, if it has any. Of several kinds, the one that can read most of the file counts.
    """
    suffix = Path(file).suffix.lower()
    fault: str | None = ""
    if suffix in OWN and (fault := _place_of_fault(file)) is None:  # no rulebook has to be loaded to know
        return None
    matching = [(kind, book) for kind, book in foreign_kinds() if suffix in kind.suffixes]
    preferred = [kind for kind, book in matching if book == ruleset] or [kind for kind, _book in matching]
    if not preferred:
        return None
    if suffix in OWN and fault != "format" and _place_of_fault(file, preferred[0].most_values) != "format":
        return None if suffix == ".json" or _OURS.search(read_text(file)) else preferred[0]
    return preferred[0] if len(preferred) == 1 else min(preferred, key=lambda kind: _number_of_remarks(kind, file))


def _place_of_fault(file: str, most_values: int = MOST_VALUES) -> str | None:
    """Return the place of the first fault in a document: "format" if it is not ours, None without faults."""
    try:
        format_of(text_of(file), file, most_values)
        return None
    except DocumentError as error:
        return error.where


def _number_of_remarks(kind: Foreign, file: str) -> float:
    """Return the number of remarks when a file is read as a kind; reading it as the wrong game leaves more of them."""
    try:
        return len(kind.read(file))
    except DocumentError:
        return inf


def _document_kind(model: type[Document], ruleset: str = "") -> DocumentKind:
    return DocumentKind(get_args(model.model_fields["format"].annotation)[0], ruleset, model)


def load_any(file: str) -> tuple[DocumentKind, Document | None]:
    """Return a document (None for a setup, which its rulebook reads) and its kind; raise `DocumentError`."""
    text = text_of(file)
    form = format_of(text, file)
    matches = [kind for kind in map(_document_kind, SHARED) if kind.format == form]
    matches = matches or [kind for kind in kinds() if kind.format == form]
    if not matches:
        known = ", ".join(dict.fromkeys(kind.format for kind in kinds()))
        reason = _("{form!r} is not a known format - use one of {known}", form=form[:60], known=known)
        raise DocumentError(file, "format", reason)
    for kind in matches[:-1]:  # another rulebook may use the same format differently
        try:
            return kind, _read_document(text, kind, file)
        except DocumentError as error:
            if error.where != "ruleset":
                raise
    return matches[-1], _read_document(text, matches[-1], file)


def _read_document(text: str, kind: DocumentKind, file: str) -> Document | None:
    if not kind.format.endswith("-setup"):
        return parse_document(text, kind.model, file)
    # Setups may name maps and rosters, and a rulebook checks more than the model does.
    rulesets.load(kind.ruleset).read_setup(read_json(text, file, kind.model.most_values), file)
    return None
