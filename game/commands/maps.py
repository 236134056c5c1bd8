"""`maps` lists the bundled maps."""

from typing import Any

import click

from game.commands.output import show
from game.commands.rulebook import chosen, ruleset_option
from game.table.documents import MapDocument, load_map, maps_for
from game.wording import N_, _


@click.command(
    epilog="""\b
Examples:
  python -m game maps
  python -m game maps --json
"""
)
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def command(ruleset: str, as_json: bool) -> None:
    """List the bundled maps of a rulebook: name, size and terrain."""
    paths = maps_for(chosen(ruleset).name)
    rows = [{"map": path.stem, "file": str(path), **_map_facts(load_map(path))} for path in paths]
    show(rows, map(_map_line, rows), as_json)


def _map_line(row: dict[str, Any]) -> str:
    size = f"{row['width']:g} x {row['height']:g}"
    walls = _(", {n} impassable", n=row["impassable"]) if row["impassable"] else ""
    line = N_("{map:<18}{name:<22}{size:>9} in  {pieces:>2} pieces: {areas} areas, {barricades} barricades{walls}")
    return _(line, size=size, walls=walls, **row)


def _map_facts(document: MapDocument) -> dict[str, Any]:
    barricades = [barricade for piece in document.terrain for barricade in piece.barricades]
    return {
        "name": document.name,
        "width": document.width,
        "height": document.height,
        "unit": document.unit,
        "pieces": len(document.terrain),
        "areas": sum(len(piece.area) for piece in document.terrain if not piece.decoration),
        "barricades": len(barricades),
        "impassable": sum(barricade.impassable for barricade in barricades),
        "rulesets": document.rulesets,
        "zones": len(document.zones),
        "objectives": len(document.objectives),
        "description": document.description,
    }
