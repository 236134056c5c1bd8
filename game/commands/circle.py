"""`circle`: rosters: which are there, make one, check one, show one."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import click

from game.commands.campaigns import rosters
from game.commands.errors import Refusal, reason_of
from game.documents.error import DocumentError
from game.documents.files import write_text
from game.engine.saving.documents import plain
from game.wording import _


@click.group(
    epilog="""\b
Examples:
  python -m game circle list
  python -m game circle show the-mended
  python -m game circle new --name "The Low Road" --seed 7 --out low_road.json
  python -m game circle check low_road.json
  python -m game play --roster low_road.json --roster kettleblack
"""
)
def command() -> None:
    """Circles: list those that come with the program, make one, check one, show one."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def list_circles(as_json: bool) -> None:
    """List the circles that come with the program; --roster takes their names."""
    rows = rosters().bundled()
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        kind = _("training") if row["training"] else _("shard: {shard}", shard=_(row["shard"]))
        click.echo(_("{circle:<22}{kind:<20}for {cause}", circle=row["circle"], kind=kind, cause=row["fights_for"]))


@command.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the document.")
def show(name: str, as_json: bool) -> None:
    """Show the circle NAME: a bundled one by its name, or a file."""
    module = rosters()
    circle = module.find(name)
    if as_json:
        click.echo(json.dumps(plain(circle), indent=2))
    else:
        click.echo("\n".join(module.sheet(circle)))


@command.command("check")
@click.argument("names", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
@click.pass_context
def check(ctx: click.Context, names: tuple[str, ...], as_json: bool) -> None:
    """Hold circles against the rules of making them; exit code 2 if one breaks them."""
    verdicts = [_verdict(name) for name in names]
    if as_json:
        click.echo(json.dumps(verdicts, indent=2))
    else:
        for verdict in verdicts:
            click.echo(verdict["message"])
    ctx.exit(0 if all(verdict["ok"] for verdict in verdicts) else 2)


def _verdict(name: str) -> dict[str, object]:
    try:
        circle = rosters().find(name)
    except (DocumentError, OSError) as error:
        where, reason = (error.where, error.reason) if isinstance(error, DocumentError) else ("", error.strerror)
        return {"file": name, "ok": False, "where": where, "reason": reason, "message": reason_of(error)}
    return {"file": name, "ok": True, "message": _("{name}: ok, {circle}", name=name, circle=circle.name)}


@command.command("new")
@click.option("--name", required=True, help="What the circle is called.")
@click.option("--seed", type=click.IntRange(0, 2**62), help="Seed of the dice that decide; without it a new one.")
@click.option("--fights-for", help="Its cause; without it one is picked.")
@click.option("--shard", help="The trait of its shard; without it one is picked.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the document to this file, which must be new.")
@click.option("--json", "as_json", is_flag=True, help="Print the document instead of a sheet.")
def new(name: str, seed: int | None, fights_for: str | None, shard: str | None, out: str | None, as_json: bool) -> None:
    """Make a random circle by the rules. The same name and seed make the same circle."""
    module = rosters()
    if out is not None and Path(out).exists():
        raise Refusal(_("{out} exists already - give a new file, or move the old one away", out=out))
    circle = module.make(name, secrets.randbits(48) if seed is None else seed, fights_for, shard)
    if out is not None:
        write_text(Path(out), json.dumps(plain(circle), indent=2, ensure_ascii=False) + "\n")
    click.echo(json.dumps(plain(circle), indent=2) if as_json else "\n".join(module.sheet(circle)))
