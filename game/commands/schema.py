"""`schema`: the JSON Schema of each kind of document, for editors and other programs."""

import json

import click

from game.commands.errors import Refusal
from game.commands.formats import KINDS


@click.command(
    epilog="""\b
Examples:
  python -m game schema                 which kinds are there?
  python -m game schema map             the schema of a map
"""
)
@click.argument("kind", required=False)
def command(kind: str | None) -> None:
    """Print the JSON Schema of a KIND of document, or list the kinds."""
    by_name = {known.name: (form, known) for form, known in KINDS.items()}
    if kind is None:
        for name, (form, _) in by_name.items():
            click.echo(f'{name:<12}"format": "{form}"')
        return
    if kind not in by_name:
        raise Refusal(f"there is no kind of document called {kind!r} - use one of {', '.join(by_name)}")
    form, known = by_name[kind]
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": form}
    click.echo(json.dumps(schema | known.load_model().model_json_schema(), indent=2))
