"""`schema`: the JSON Schema of each kind of document, for editors and other programs."""

import json

import click

from game.commands.errors import UsageRefusal
from game.commands.formats import kinds
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game schema                 which kinds are there?
  python -m game schema map             the schema of a map
"""
)
@click.argument("kind", required=False)
@click.option("--ruleset", default="", help="Whose document, when several rulebooks have one of that name.")
def command(kind: str | None, ruleset: str) -> None:
    """Print the JSON Schema of a KIND of document, or list the kinds."""
    known = kinds()
    if kind is None:
        for each in known:
            click.echo(f'{each.name:<12}"format": "{each.format}"  {each.ruleset}'.rstrip())
        return
    fitting = [each for each in known if each.name == kind and ruleset in ("", each.ruleset)]
    if len(fitting) != 1:
        names = ", ".join(dict.fromkeys(each.name for each in known))
        raise UsageRefusal(
            _(
                "several rulebooks have a {kind!r} - name one with --ruleset {ruleset}",
                kind=kind,
                ruleset=fitting[0].ruleset,
            )
            if fitting
            else _("there is no kind of document called {kind!r} - use one of {names}", kind=kind, names=names)
        )
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": fitting[0].format}
    click.echo(json.dumps(schema | fitting[0].model.model_json_schema(), indent=2))
