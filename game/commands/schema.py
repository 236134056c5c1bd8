"""`schema` prints the JSON Schema of a kind of document, for editors and other programs."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import click

from game import rulesets
from game.commands.output import UsageRefusal
from game.documents.error import DocumentError
from game.documents.reading import Document, format_of, parse_document, read_json, read_text
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


ENGINE: Final = "engine"
"""The name by which the requests of the engine protocol are printed, although they are no document."""

SHARED: tuple[type[Document], ...] = (MapDocument, PositionDocument, RecordsDocument, SaveDocument)
"""The documents with the same meaning in every rulebook."""


@click.command(
    epilog="""\b
Examples:
  python -m game schema                 which kinds are there?
  python -m game schema map             the schema of a map
  python -m game schema engine          the requests of `python -m game engine`
"""
)
@click.argument("kind", required=False)
@click.option("--ruleset", default="", help="The rulebook, if several have a document of that name.")
def command(kind: str | None, ruleset: str) -> None:
    """Print the JSON Schema of a KIND of document, or list the kinds."""
    known = kinds()
    if kind is None:
        wide = 2 + max(len(document.name) for document in known)
        for document in known:
            click.echo(f'{document.name:<{wide}}"format": "{document.format}"  {document.ruleset}'.rstrip())
        for other, book in foreign_kinds():
            click.echo(f"{other.name:<{wide}}{' '.join(f'*{suffix}' for suffix in other.suffixes)}  {book}")
        click.echo(f"{ENGINE:<{wide}}" + _("the requests of the engine protocol"))
        return
    if kind == ENGINE:
        from game.api.messages import Request

        _print_schema("inchwise-engine", Request.model_json_schema())
        return
    for other, _book in foreign_kinds():
        if other.name == kind and other.schema is not None:
            _print_schema(other.name, other.schema())
            return
    matches = [document for document in known if document.name == kind and ruleset in ("", document.ruleset)]
    if not matches:
        foreign = [other.name for other, _book in foreign_kinds() if other.schema is not None]
        names = ", ".join([*dict.fromkeys(document.name for document in known), *foreign, ENGINE])
        raise UsageRefusal(
            _("there is no kind of document called {kind!r} - use one of {names}", kind=kind, names=names)
        )
    form, book, model = matches[0]
    if len(matches) > 1:
        several = _("several rulebooks have a {kind!r} - name one with --ruleset {ruleset}", kind=kind, ruleset=book)
        raise UsageRefusal(several)
    _print_schema(form, model.model_json_schema())


def _print_schema(form: str, schema: dict[str, Any]) -> None:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": form}
    click.echo(json.dumps(head | schema, indent=2))


def kinds() -> tuple[DocumentKind, ...]:
    """Return all kinds of documents; this imports the rulebooks, which takes a moment."""
    own = (_document_kind(model, book.name) for book in rulesets.usable() for model in book.documents())
    return (*map(_document_kind, SHARED), *own)


def foreign_kinds() -> list[tuple[Foreign, str]]:
    """Return all foreign kinds of documents with their rulebooks; this imports the rulebooks, which takes a moment."""
    known = [(book.papers, book.name) for book in rulesets.usable() if book.papers is not None]
    return [(kind, name) for papers, name in known for kind in papers.foreign()]


def foreign_kind(file: str) -> Foreign | None:
    """Return the kind of another program's file, or None for a document of this program; raise `OSError`."""
    suffix = Path(file).suffix.lower()
    foreign = next((kind for kind, _book in foreign_kinds() if suffix in kind.suffixes), None)
    if suffix == ".json" and foreign is not None:
        try:
            format_of(read_text(file), file, foreign.most_values)
            return None
        except DocumentError as error:
            return foreign if error.where == "format" else None
    return foreign


def _document_kind(model: type[Document], ruleset: str = "") -> DocumentKind:
    return DocumentKind(get_args(model.model_fields["format"].annotation)[0], ruleset, model)


def load_any(file: str) -> tuple[DocumentKind, Document | None]:
    """Return a document (None for a setup, which its rulebook reads) and its kind; raise `DocumentError`."""
    text = read_text(file)
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
