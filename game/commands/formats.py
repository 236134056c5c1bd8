"""The kinds of document the program knows. Nothing is imported before a kind is asked for."""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from game.table.document_error import DocumentError
from game.table.reading import Document, format_of, parse_document, read_text


class Kind(NamedTuple):
    """A kind of document: what `schema` calls it, and where its pydantic model lives."""

    name: str
    module: str
    model: str

    def load_model(self) -> type[Document]:
        """Import the model of this kind."""
        model: type[Document] = getattr(import_module(self.module), self.model)
        return model


KINDS = {
    "inchwise-map": Kind("map", "game.table.documents", "MapDocument"),
}
"""By the `format` field of the document."""


def load_any(path: str | Path) -> tuple[Kind, Document]:
    """Read a document of whatever kind it says it is. Raises `DocumentError`, `OSError`."""
    text = read_text(path)
    form = format_of(text, str(path))
    if form not in KINDS:
        raise DocumentError(str(path), "format", f"{form[:60]!r} is not known here - use one of {', '.join(KINDS)}")
    kind = KINDS[form]
    return kind, parse_document(text, kind.load_model(), str(path))
