"""`reach`: where a piece may legally go, and what keeps it from elsewhere."""

from __future__ import annotations

import json
from typing import Any

import click

from game.commands.errors import UsageRefusal
from game.commands.measure import find_piece
from game.commands.run import run_position
from game.table.placing.region import Region
from game.table.terrain.area import polygons_of
from game.undisturbed import undisturbed
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game reach position.json --model Wick
  python -m game reach position.json --model Wick --png reach.png --json
"""
)
@click.argument("position", type=click.Path())
@click.option("--model", "name", required=True, metavar="NAME", help="A model on the table, by id or name.")
@click.option("--png", type=click.Path(dir_okay=False), help="Also draw the table with the region to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print area, outline and what is excluded as JSON.")
def command(position: str, name: str, png: str | None, as_json: bool) -> None:
    """Print the exact legal move region of a model: area, outline, and the excluded area by cause."""
    session = run_position(position)
    piece = find_piece(session, name)
    found = None if piece is None else session.ruleset.reach(session.game, piece.id)
    if piece is None or found is None or found.move is None:
        models = [each.id for each in session.ruleset.view(session.game).pieces if each.kind == "base"]
        raise UsageRefusal(
            _(
                "no model on the table is called {name!r} - there are {known}",
                name=name,
                known=", ".join(sorted(models)) or _("none"),
            )
        )
    if png is not None:
        with undisturbed():
            from game.ui.export.photographs import save_table

        save_table(session, png, piece.id)
    if as_json:
        click.echo(json.dumps({"model": piece.id, **plain_region(found.move)}, indent=2))
        return
    click.echo(
        _(
            "{piece}: {area:.2f} square inches in {parts} part(s)",
            piece=piece.name,
            area=found.move.area,
            parts=len(found.move.parts),
        )
    )
    for line in found.lines:
        click.echo(f"  {line.text}  [{line.rule}]")
    for cause, geometry in found.move.excluded.items():
        click.echo(_("  {cause}: {area:.2f} square inches excluded", cause=_(cause), area=geometry.area))
    if png is not None:
        click.echo(_("drawn to {png}", png=png))


def plain_region(region: Region) -> dict[str, Any]:
    """Return a region as JSON-ready data: area, outlines with holes, and each cause with what it excludes."""
    return {
        "area": round(region.area, 4),
        "outline": [_plain_polygon(part) for part in region.parts],
        "excluded": {
            cause: {
                "area": round(float(geometry.area), 4),
                "outline": [_plain_polygon(part) for part in polygons_of(geometry)],
            }
            for cause, geometry in region.excluded.items()
        },
    }


def _plain_polygon(polygon: Any) -> dict[str, Any]:
    return {
        "exterior": [[round(x, 4), round(y, 4)] for x, y in polygon.exterior.coords],
        "holes": [[[round(x, 4), round(y, 4)] for x, y in ring.coords] for ring in polygon.interiors],
    }
