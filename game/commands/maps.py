"""`maps` lists the maps, bundled and your own; `maps edit` draws one in a window."""

from typing import Any

import click

from game import rulesets
from game.commands.output import UsageRefusal, show
from game.commands.rulebook import OPTION, chosen, ruleset_option
from game.resources import find_map
from game.table.documents import MapDocument, load_map, offered_maps, own_map
from game.undisturbed import undisturbed
from game.wording import N_, _


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  python -m game maps
  python -m game maps --json
  python -m game maps edit                         draw a new map
  python -m game maps edit my_map.json
  python -m game maps edit stone-ford              change a copy of a bundled map
""",
)
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
@click.pass_context
def command(ctx: click.Context, ruleset: str, as_json: bool) -> None:
    """List the maps of a rulebook, bundled and your own: name, size and terrain."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = ruleset
        return
    rows = []
    for name, document in offered_maps(chosen(ruleset).name):
        path = find_map(name)
        rows.append({"map": path.stem, "file": str(path), **_map_facts(document)})
    show(rows, map(_map_line, rows), as_json)


@command.command("edit")
@click.argument("file", required=False)
@click.option(OPTION, default="", help="The rulebook; by default the one of the map.")
@click.pass_obj
def edit(above: str, file: str | None, ruleset: str) -> None:
    """Draw a map in a window: a new one, a FILE, or a copy of a bundled map."""
    wanted = ruleset or (above if above != rulesets.DEFAULT else "")
    book = chosen(wanted) if wanted else None
    path = None if file is None else own_map(file) or find_map(file)
    document = None if path is None else load_map(path)
    if document is not None and book is None:
        fitting = [name for name in rulesets.names() if document.is_for(name)]
        book = chosen((fitting or [rulesets.DEFAULT])[0])
    with undisturbed():
        from game.ui.app import display_available, show
        from game.ui.editor.maps import draft_of, new_map_screen
        from game.ui.editor.screen import EditorScreen

    if not display_available():
        raise UsageRefusal(_("there is no display - a map is drawn in a window"))
    if document is None or book is None:
        show(lambda window: new_map_screen(window, book))
    else:
        draft = draft_of(document, book, path)
        show(lambda window: EditorScreen(window, draft))


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
