"""`check`: is a document sound, and if not, what is wrong, where, and what to do."""

import json

import click

from game.commands.errors import reason_of
from game.commands.formats import load_any
from game.table.document_error import DocumentError


@click.command(
    epilog="""\b
Examples:
  python -m game check my_map.json
  python -m game check maps/*.json --json
"""
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Validate documents of any kind; one line for each file. Exit code 2 if any of them is bad."""
    verdicts = [_verdict(file) for file in files]
    if as_json:
        click.echo(json.dumps(verdicts, indent=2))
    else:
        for verdict in verdicts:
            click.echo(f"{verdict['file']}: ok, a {verdict['kind']}" if verdict["ok"] else f"{verdict['message']}")
    ctx.exit(0 if all(verdict["ok"] for verdict in verdicts) else 2)


def _verdict(file: str) -> dict[str, object]:
    try:
        kind, _ = load_any(file)
    except (DocumentError, OSError) as error:
        where, reason = (error.where, error.reason) if isinstance(error, DocumentError) else ("", error.strerror)
        return {"file": file, "ok": False, "where": where, "reason": reason, "message": reason_of(error)}
    return {"file": file, "ok": True, "kind": kind.name}
