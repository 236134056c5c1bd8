"""The kinds of document the program knows: whatever the `documents` module of a floor or a rulebook defines."""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple, get_args

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import Document, format_of, parse_document, read_text
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


FLOORS = ("game.table", "game.engine")


def kinds() -> tuple[Kind, ...]:
    """Every kind of document there is. Importing the rulebooks takes a moment."""
    return (*_shared_kinds(), *(kind for name in rulesets.names() for kind in _kinds_of(f"game.rulesets.{name}", name)))


def _shared_kinds() -> tuple[Kind, ...]:
    """The kinds that mean the same in every rulebook."""
    return tuple(kind for floor in FLOORS for kind in _kinds_of(floor))


def _kinds_of(package: str, ruleset: str = "") -> list[Kind]:
    """The whole documents that the `documents` module of a package defines or gathers from its own package."""
    module = import_module(f"{package}.documents")
    own = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Document)]
    models = [model for model in own if model.__module__.startswith(f"{package}.")]
    forms = [get_args(model.model_fields["format"].annotation) for model in models]
    return [Kind(form[0], ruleset, model) for form, model in zip(forms, models) if form]


def load_any(path: str | Path) -> tuple[Kind, Document]:
    """Read a document of whatever kind it says it is. Raises `DocumentError`, `OSError`."""
    text, file = read_text(path), str(path)
    form = format_of(text, file)
    fitting = [kind for kind in _shared_kinds() if kind.format == form]
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
