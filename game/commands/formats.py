"""The kinds of document the program knows: the shared ones and those of every rulebook."""

from pathlib import Path
from typing import NamedTuple, get_args

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import Document, format_of, parse_document, read_text
from game.engine.saving.documents import PositionDocument, SaveDocument
from game.table.documents import MapDocument
from game.wording import _


class Kind(NamedTuple):
    """A kind of document: its `format` field, the rulebook it belongs to ("" for all of them), its model."""

    format: str
    ruleset: str
    model: type[Document]

    @property
    def name(self) -> str:
        """What people call it: `map` for "inchwise-map"."""
        return self.format.removeprefix("inchwise-")


SHARED: tuple[type[Document], ...] = (MapDocument, PositionDocument, SaveDocument)
"""The kinds that mean the same in every rulebook."""


def kinds() -> tuple[Kind, ...]:
    """Every kind of document there is. Importing the rulebooks takes a moment."""
    own = (_kind(model, book.name) for book in rulesets.usable() for model in book.documents())
    return (*map(_kind, SHARED), *own)


def _kind(model: type[Document], ruleset: str = "") -> Kind:
    return Kind(get_args(model.model_fields["format"].annotation)[0], ruleset, model)


def load_any(path: str | Path) -> tuple[Kind, Document]:
    """Read a document of whatever kind it says it is. Raises `DocumentError`, `OSError`."""
    text, file = read_text(path), str(path)
    form = format_of(text, file)
    fitting = [kind for kind in map(_kind, SHARED) if kind.format == form]
    fitting = fitting or [kind for kind in kinds() if kind.format == form]
    if not fitting:
        known = ", ".join(dict.fromkeys(kind.format for kind in kinds()))
        raise DocumentError(
            file, "format", _("{form!r} is not known here - use one of {known}", form=form[:60], known=known)
        )
    for kind in fitting[:-1]:  # the same format may mean something else in another rulebook
        try:
            return kind, parse_document(text, kind.model, file)
        except DocumentError as error:
            if error.where != "ruleset":
                raise
    return fitting[-1], parse_document(text, fitting[-1].model, file)
