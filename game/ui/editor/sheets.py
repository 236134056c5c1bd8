"""The sheets of the map editor: kinds of terrain, the facts of an item or the map, layers, aligning."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.engine.rulebook.view import Line
from game.lengths import of_an_inch, size
from game.table.documents import Deployment, MapDocument, Objective, TerrainPiece, Zone
from game.table.looks import LOOKS
from game.ui.editor.model import HIDDEN, LAYERS, LOCKED, MapEditor
from game.ui.editor.shapes import Item
from game.ui.editor.tools import Drawing
from game.ui.prefs.settings import following
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.ui.widgets.theme import Theme
from game.wording import N_, _

LEVELS: Final = ((0,), (1,), (2,), (3,), (0, 1), (0, 1, 2))
"""The storeys to choose from; 0 is the ground."""
HIGHEST: Final = 20.0
WIDEST: Final = 4.0
STEP: Final = 0.25
"""Inches by which a row changes a height or a width."""
SIDES: Final = range(8, 97)
"""The sides of a table in inches to choose from; the rulebook limits them."""
ALIGNED: Final = {
    "west": N_("Left edges"),
    "east": N_("Right edges"),
    "north": N_("Upper edges"),
    "south": N_("Lower edges"),
    "column": N_("Middles, in a column"),
    "row": N_("Middles, in a row"),
    "across": N_("Equal gaps, from left to right"),
    "up": N_("Equal gaps, from top to bottom"),
}
"""The ways to align items, with their labels."""


def typed_inches(text: str) -> float | None:
    """Return the length in inches that a text such as "12", "12.5 in" or "3,5" means, or None."""
    number = text.strip().lower().rstrip("″\"'incmu ").strip().replace(",", ".")
    try:
        length = float(number)
    except ValueError:
        return None
    return length / of_an_inch() if math.isfinite(length) else None


def typed_pair(text: str) -> tuple[float, float] | None:
    """Return the two lengths in inches that a text such as "4 x 5", "12; 8" or "12, 8" means, or None."""
    for separator in ("×", "x", ";", "/", ", ", " "):
        first, has_separator, second = text.strip().lower().partition(separator)
        if has_separator:
            pair = typed_inches(first), typed_inches(second)
            if pair[0] is not None and pair[1] is not None:
                return pair[0], pair[1]
    # A comma without a blank may be a decimal point, so it separates only if nothing else does.
    first, has_separator, second = text.strip().partition(",")
    pair = typed_inches(first), typed_inches(second)
    return None if not has_separator or pair[0] is None or pair[1] is None else (pair[0], pair[1])


def close_row() -> MenuItem:
    """Return the row that closes a sheet."""
    return MenuItem("close", _("Back"), "escape")


def kind_sheet(
    theme: Theme,
    title: str,
    kinds: Sequence[tuple[str, str]],
    present: str,
    take: Callable[[str], object],
    looks: Mapping[str, str],
) -> Sheet:
    """Return the sheet to choose a kind of terrain; `looks` has the look of each kind, for its colour."""
    tints = {name: LOOKS[look].tint for name, look in looks.items() if look in LOOKS}
    kind_rows = [MenuItem(name, label, primary=name == present, swatch=tints.get(name)) for name, label in kinds]
    rows = with_keys([close_row(), *kind_rows])
    return Sheet(theme, title, (), rows, then=lambda name: (take(name), None)[1], wide=58, fold=True, marked=present)


def align_sheet(theme: Theme, take: Callable[[str], object]) -> Sheet:
    """Return the sheet to choose a way to align the selection."""
    rows = with_keys([close_row(), *(MenuItem(name, _(label)) for name, label in ALIGNED.items())])
    return Sheet(theme, _("Align"), (), rows, then=lambda name: (take(name), None)[1], wide=50)


def layer_sheet(theme: Theme, editor: MapEditor, *, backdrop: bool) -> FormSheet:
    """Return the sheet to show, hide or lock layers."""
    words = {"": _("shown"), HIDDEN: _("hidden"), LOCKED: _("locked")}

    def build() -> list[MenuItem]:
        layers = {name: len(refs) for name, refs in editor.in_layers().items()} | ({"backdrop": 0} if backdrop else {})
        rows = [MenuItem("close", _("Done"), "escape")]
        for name in layers:
            label = _("Backdrop") if name == "backdrop" else _(LAYERS[name])
            rows.append(MenuItem(name, label, value=words[editor.layers.get(name, "")]))
        return rows

    def turn(row: MenuItem, by: int) -> None:
        state = following([*words], editor.layers.get(row.id, ""), by)
        editor.layers.pop(row.id, None)
        if state:
            editor.turn_layer(row.id, state)

    note = [Line(_("Hidden and locked things can't be selected."), tone="quiet")]
    return FormSheet(theme, _("Layers"), note, wide=56, build=build, turn=turn)


Ask = Callable[[str, str, Callable[[str], None]], None]
"""Asks for a line of text, with a title, a suggestion, and the function that takes the answer."""


def facts_sheet(theme: Theme, drawing: Drawing, ask: Ask, again: Callable[[], None]) -> FormSheet:
    """Return the sheet with the facts of the selected item.

    A row without a value asks for a text and then calls `again` to show the sheet.
    """
    editor = drawing.editor

    def build() -> list[MenuItem]:
        item = editor.only
        rows = [MenuItem("close", _("Done"), "escape")]
        if item is not None:
            rows += [MenuItem("name", _("Name: {name}", name=item.name), "n"), *_rows_of(editor, item)]
        return rows

    def turn(row: MenuItem, by: int) -> None:
        if editor.only is not None:
            _turn_fact(editor, editor.only, row.id, by)
        sheet.lines = [Line(editor.notice, tone="bad")] if editor.notice else note

    def perform(row: MenuItem) -> None:
        item = editor.only
        if item is None or row.id == "close":
            return

        def take(text: str) -> None:
            if text.strip():
                editor.set_fact(**{row.id: text.strip()})
            again()

        ask(_("Name") if row.id == "name" else _("Id in the file"), str(getattr(item, row.id, "")), take)

    note = [Line(_("Left and Right change a value."), tone="quiet")]
    title = editor.only.name if editor.only is not None else _("Selection")
    sheet = FormSheet(theme, title, note, perform=perform, wide=66, build=build, turn=turn)
    return sheet


def _rows_of(editor: MapEditor, item: Item) -> list[MenuItem]:
    """Return the rows for the facts of an item."""
    if isinstance(item, TerrainPiece):
        return _terrain_rows(editor, item)
    rows: list[MenuItem] = []
    if isinstance(item, Zone):
        seat = _("nobody's") if item.seat is None else str(item.seat)
        rows += [MenuItem("seat", _("Seat"), value=seat), MenuItem("role", _("Role"), value=item.role)]
    if isinstance(item, Objective):
        rows += [MenuItem("radius", _("Radius"), value=size(item.radius)), MenuItem("role", _("Role"), value=item.role)]
    if not isinstance(item, Deployment):
        rows.append(MenuItem("id", _("Id in the file: {id}", id=item.id)))
    return rows


def _terrain_rows(editor: MapEditor, item: TerrainPiece) -> list[MenuItem]:
    """Return the rows for the facts of a piece of terrain."""
    kind = editor.words.kind_of(item)
    kind_name = _(kind.name) if kind is not None else _("of its own")
    if item.decoration:
        kind_name = _("no effect")
    rows = [
        MenuItem("kind", _("Kind"), value=kind_name),
        MenuItem("look", _("Look"), value=_(LOOKS[item.look].title)),
        MenuItem("height", _("Height"), value=size(item.height)),
        MenuItem("levels", _("Levels"), value=", ".join(map(str, item.levels))),
        MenuItem("decoration", _("Decoration (no effect)"), ticked=item.decoration),
    ]
    if item.barricades:
        rows += [
            MenuItem("width", _("Width of the wall"), value=size(item.barricades[0].width)),
            MenuItem("impassable", _("Impassable"), ticked=item.barricades[0].impassable),
        ]
    return [*rows, MenuItem("id", _("Id in the file: {id}", id=item.id))]


def _turn_fact(editor: MapEditor, item: Item, name: str, by: int) -> None:
    """Change a fact of an item by one step up (1) or down (-1)."""
    if name == "kind" and isinstance(item, TerrainPiece):
        kinds = [kind.id for kind in editor.words.kinds]
        kind = editor.words.kind_of(item)
        editor.set_kind(following(kinds, kind.id, by) if kind is not None else kinds[0])
        return
    changes: dict[str, Any] = {}
    if isinstance(item, TerrainPiece):
        changes = _turned_terrain(item, name, by)
    elif isinstance(item, Zone) and name == "seat":
        seat = ((item.seat or 0) + by) % 5
        changes = {"seat": seat or None}
    elif isinstance(item, Objective) and name == "radius":
        changes = {"radius": min(12.0, max(0.0, item.radius + by * STEP))}
    if name == "role" and isinstance(item, Zone | Objective):
        usual = editor.words.zones if isinstance(item, Zone) else editor.words.objectives
        roles = list(dict.fromkeys((*(part.role for part in usual), "deployment", "reserve", "objective", item.role)))
        changes = {"role": following(roles, item.role, by)}
    if changes:
        editor.set_fact(**changes)


def _turned_terrain(item: TerrainPiece, name: str, by: int) -> dict[str, Any]:
    """Return the changes of a piece of terrain by one step of a fact."""
    walls = item.barricades
    if name == "look":
        return {"look": following([*LOOKS], item.look, by)}
    if name == "height":
        return {"height": min(HIGHEST, max(0.0, item.height + by * STEP))}
    if name == "levels":
        return {"levels": following(LEVELS, item.levels if item.levels in LEVELS else LEVELS[0], by)}
    if name == "decoration":
        return {"decoration": not item.decoration}
    if name == "width":
        width = min(WIDEST, max(0.05, round(walls[0].width / 0.05 + by) * 0.05))
        return {"barricades": tuple(wall.model_copy(update={"width": round(width, 2)}) for wall in walls)}
    if name == "impassable":
        impassable = not walls[0].impassable
        return {"barricades": tuple(wall.model_copy(update={"impassable": impassable}) for wall in walls)}
    return {}


def map_sheet(theme: Theme, editor: MapEditor, ask: Ask, again: Callable[[], None]) -> FormSheet:
    """Return the sheet with the facts of the whole map.

    A row without a value asks for a text and then calls `again` to show the sheet.
    """
    palettes = editor.words.palettes

    def build() -> list[MenuItem]:
        document = editor.document
        ground = next((title for title, palette in palettes if palette == document.palette), _("its own"))
        return [
            MenuItem("close", _("Done"), "escape"),
            MenuItem("name", _("Name: {name}", name=document.name), "n"),
            MenuItem("author", _("Author: {name}", name=document.author)),
            MenuItem("description", _("Description: {text}", text=document.description[:60] or "–")),
            MenuItem("width", _("Width"), value=size(document.width)),
            MenuItem("height", _("Depth"), value=size(document.height)),
            MenuItem("palette", _("Colours, as on"), value=ground),
        ]

    def turn(row: MenuItem, by: int) -> None:
        turn_map(editor, row.id, by)
        sheet.lines = [Line(editor.notice, tone="bad")] if editor.notice else note

    def perform(row: MenuItem) -> None:
        if row.id == "close":
            return

        def take(text: str) -> None:
            if text.strip() or row.id == "description":
                editor.change(**{row.id: text.strip()})
            again()

        titles = {"name": _("Name of the map"), "author": _("Author"), "description": _("Description")}
        ask(titles[row.id], getattr(editor.document, row.id), take)

    note = [Line(_("Left and Right change a value."), tone="quiet")]
    sheet = FormSheet(theme, _("This map"), note, perform=perform, wide=70, build=build, turn=turn)
    return sheet


def turn_map(editor: MapEditor, name: str, by: int) -> None:
    """Change the width, height or colours of the map by one step."""
    document, palettes = editor.document, [palette for _title, palette in editor.words.palettes]
    if name in ("width", "height"):
        editor.change(**{name: float(min(max(round(getattr(document, name)) + by, SIDES[0]), SIDES[-1]))})
    elif name == "palette" and palettes:
        index = palettes.index(document.palette) if document.palette in palettes else -by
        editor.change(palette=palettes[(index + by) % len(palettes)])


def about(document: MapDocument) -> str:
    """Return a line with the size of a map and its number of pieces of terrain."""
    pieces = len([piece for piece in document.terrain if not piece.decoration])
    extent = {"width": size(document.width), "height": size(document.height)}
    return _("{width} × {height}, {n} pieces of terrain", n=pieces, **extent)
