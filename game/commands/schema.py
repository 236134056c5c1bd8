"""`schema` prints the JSON Schema of a kind of document, for editors and other programs."""

import json
from typing import Any, Final

import click

from game.commands.output import UsageRefusal
from game.play.document_kinds import foreign_kinds, kinds
from game.wording import _

ENGINE: Final = "engine"
"""The name by which the requests of the engine protocol are printed, although they are no document."""


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
    documents = kinds()
    if kind is None:
        width = 2 + max(len(document.name) for document in documents)
        for document in documents:
            click.echo(f'{document.name:<{width}}"format": "{document.format}"  {document.ruleset}'.rstrip())
        for other, book in foreign_kinds():
            click.echo(f"{other.name:<{width}}{' '.join(f'*{suffix}' for suffix in other.suffixes)}  {book}")
        click.echo(f"{ENGINE:<{width}}" + _("the requests of the engine protocol"))
        return
    if kind == ENGINE:
        from game.api.messages import Request

        _print_schema("inchwise-engine", Request.model_json_schema())
        return
    for other, _book in foreign_kinds():
        if other.name == kind and other.schema is not None:
            _print_schema(other.name, other.schema())
            return
    matches = [document for document in documents if document.name == kind and ruleset in ("", document.ruleset)]
    if not matches:
        foreign = [other.name for other, _book in foreign_kinds() if other.schema is not None]
        names = ", ".join([*dict.fromkeys(document.name for document in documents), *foreign, ENGINE])
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
