"""The panels around the table of the map editor: the bar, tools and selection, layers and checks, and the hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game import rulesets
from game.engine.rulebook.ruleset import AnyRuleset
from game.lengths import size
from game.table.documents import Objective, TerrainPiece
from game.ui.dock.layout import Layout, beside_table
from game.ui.editor.checks import Verdict
from game.ui.editor.model import HIDDEN, LAYERS, LOCKED, MIRRORS
from game.ui.editor.shapes import Item, box_around
from game.ui.editor.tools import DRAWING_TOOLS, KINDS, Drawing
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.dialogs import TextField
from game.ui.widgets.keys import key_label
from game.ui.widgets.signs import stamp
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, shorten, wrap
from game.ui.widgets.theme import (
    BAD,
    DARK,
    GOOD,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_DEEP,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    WARNING,
    Colour,
    Theme,
    mix,
)
from game.ui.widgets.tiles import Tile
from game.wording import N_, _, ngettext, numeral

SIDE: Final = 264 / 208
"""The width of the panel at the right divided by that of the dock at the left."""
Do = Callable[[str], object]
"""Runs a command by its name."""
FIELDS: Final = {
    "size": N_("Size"),
    "height": N_("Height"),
    "left": N_("Left"),
    "right": N_("Right"),
    "bottom": N_("Bottom"),
    "top": N_("Top"),
}
"""The labels of the measures of a selection that can be typed."""


@dataclass(frozen=True)
class Room:
    """The rectangles of the window, and the theme for everything beside the table."""

    bar: pygame.Rect
    dock: pygame.Rect
    table: pygame.Rect
    hint: pygame.Rect
    side: pygame.Rect
    theme: Theme

    @classmethod
    def of(cls, window: tuple[int, int], theme: Theme) -> Room:
        """Return the layout of a window."""
        layout, side_theme = Layout.of(window, theme), beside_table(window, theme)
        side_width = min(round(layout.dock.width * SIDE), layout.table.width // 2)
        table, hint_height = layout.table.copy(), side_theme.px(3.75)
        table.width -= side_width
        table.height -= hint_height
        hint = pygame.Rect(table.left, table.bottom, table.width, hint_height)
        side = pygame.Rect(table.right, table.top, side_width, layout.table.height)
        return cls(layout.bar, layout.dock, table, hint, side, side_theme)


def book_title(book: AnyRuleset) -> str:
    """Return the title of a rulebook as on its cover."""
    cover = rulesets.cover(book.name) if book.name in rulesets.names() else None
    return _(cover.title if cover is not None else book.title)


# -- tiles --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToolTile(Tile):
    """A tool: its key in the corner, its icon, and its name below."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        usual_fill = SLATE_HOVER if hovered else SLATE_RAISED
        fill = LAMP if self.brass else usual_fill
        draw_plate(target, rect, fill, LAMP if self.brass else SLATE_LINE, theme.px(1))
        tint, mark = (DARK, DARK) if self.brass else (INK, LAMP)
        key = ink(theme, key_label(self.action.shortcut), "small", "bold", DARK if self.brass else INK_QUIET)
        target.blit(key, (rect.left + theme.px(0.75), rect.top + theme.px(0.25)))
        label = shorten(theme, self.action.label, rect.width - theme.px(1), "small", "semibold")
        words = ink(theme, label, "small", "semibold", tint)
        label_rect = blit_at(target, words, midbottom=(rect.centerx, rect.bottom - theme.px(0.25)))
        stamp(target, self.icon, rect.centerx, (rect.top + label_rect.top) / 2 + theme.px(0.4), theme.px(2.75), mark)


@dataclass(frozen=True)
class FieldTile(Tile):
    """A measure of the selection: its label, and its value, or the field in which the value is typed."""

    typed: TextField | None = None
    state: tuple[str, int, int] = ("", 0, 0)
    """The text in the field, its caret and its anchor, since the tile's picture depends on them."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        label = shorten(theme, self.action.label, rect.width * 33 // 100, "small", "semibold")
        blit_at(target, ink(theme, label, "small", "semibold", INK_QUIET), midleft=(rect.left, rect.centery))
        plate = pygame.Rect(rect.left + rect.width * 34 // 100, rect.top, rect.width * 66 // 100, rect.height)
        if self.typed is not None:
            self.typed.draw(target, theme, plate)
            return
        draw_plate(target, plate, SLATE_HOVER if hovered else SLATE_DEEP, SLATE_LINE, theme.px(0.75))
        value = shorten(theme, self.action.detail, plate.width - theme.px(1.5), "small", "semibold")
        blit_at(target, ink(theme, value, "small", "semibold"), midleft=(plate.left + theme.px(0.75), plate.centery))


@dataclass(frozen=True)
class LineTile(Tile):
    """Wrapped text with an icon; a click may lead to the item that it is about."""

    tone: Colour = INK

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        if hovered and self.action.act is not None:
            pygame.draw.rect(target, SLATE_RAISED, rect, border_radius=theme.px(0.75))
        left = rect.left + theme.px(0.5)
        if self.icon:
            stamp(target, self.icon, left + theme.px(1), rect.top + theme.px(1.4), theme.px(2), self.tone)
            left += theme.px(3)
        y = rect.top + theme.px(0.25)
        for row in wrap(theme, self.action.label, rect.right - left, "small", "semibold"):
            target.blit(ink(theme, row, "small", "semibold", self.tone), (left, y))
            y += line_height(theme, "small")

    @staticmethod
    def height(theme: Theme, text: str, width: int) -> int:
        """Return the height of a text in this width."""
        rows = wrap(theme, text, width - theme.px(3.5), "small", "semibold")
        return len(rows) * line_height(theme, "small") + theme.px(0.5)


@dataclass(frozen=True)
class TitleTile(Tile):
    """A title, with an icon before it and a value at the right end."""

    tone: Colour = INK

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        left = rect.left
        if self.icon:
            stamp(target, self.icon, left + theme.px(1), rect.centery, theme.px(2.25), LAMP)
            left += theme.px(3)
        value = ink(theme, self.action.detail, "heading", "bold", self.tone)
        label_width = rect.right - left - value.get_width() - theme.px(1)
        label = shorten(theme, self.action.label, label_width, self.size, "title-bold")
        blit_at(target, ink(theme, label, self.size, "title-bold"), midleft=(left, rect.centery))
        blit_at(target, value, midright=(rect.right, rect.centery))


@dataclass(frozen=True)
class BarTile(Tile):
    """A part of the table, from 0 to 1, as a bar."""

    share: float = 0.0
    tone: Colour = GOOD

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        radius = rect.height // 2
        pygame.draw.rect(target, SLATE_RAISED, rect, border_radius=radius)
        full = pygame.Rect(rect.left, rect.top, round(rect.width * min(1.0, self.share)), rect.height)
        if full.width > radius:
            pygame.draw.rect(target, self.tone, full, border_radius=radius)
        for share in (0.25, 0.5, 0.75):
            x = rect.left + round(rect.width * share)
            pygame.draw.line(target, INK_FAINT, (x, rect.top + 2), (x, rect.bottom - 3))


@dataclass(frozen=True)
class ChoiceTile(Tile):
    """A choice that a click changes to its next value: its name, its value in brass, and its key."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        fill = SLATE_HOVER if hovered else SLATE_RAISED
        draw_plate(target, rect, fill, LAMP if self.brass else SLATE_LINE, theme.px(1))
        left = rect.left + theme.px(0.75)
        key = ink(theme, key_label(self.action.shortcut), "small", "bold", INK_QUIET)
        left = blit_at(target, key, midleft=(left, rect.centery)).right + theme.px(0.75)
        if self.icon:
            stamp(target, self.icon, left + theme.px(1), rect.centery, theme.px(2), LAMP)
            left += theme.px(2.75)
        right, value_width = rect.right - theme.px(0.75), rect.right - theme.px(1) - left
        name = ink(theme, self.action.label, "small", "semibold") if self.action.label else None
        if name is not None:
            blit_at(target, name, midleft=(left, rect.centery))
            value_width -= name.get_width() + theme.px(0.75)
        value = shorten(theme, self.action.detail, value_width, "small", "bold")
        blit_at(target, ink(theme, value, "small", "bold", LAMP), midright=(right, rect.centery))


# -- the tools and the selection -------------------------------------------------------------------


def dock_tiles(room: Room, drawing: Drawing, do: Do, typing: tuple[str, TextField] | None) -> list[Tile]:
    """Return the tiles of the dock at the left: tools, choices and the selection."""
    theme = room.theme
    inner = room.dock.inflate(-theme.px(3), -theme.px(1.5))
    return [*_tools(theme, inner, drawing, do, typing)]


def _tools(
    theme: Theme, inner: pygame.Rect, drawing: Drawing, do: Do, typing: tuple[str, TextField] | None
) -> Iterator[Tile]:
    """Yield the buttons of the tools, the choices of the tool in hand, and the measures of the selection."""
    y, gap = inner.top, theme.px(0.75)
    width, height = (inner.width - gap) // 2, theme.px(6)
    for number, (name, tool) in enumerate(DRAWING_TOOLS.items()):
        row, column = divmod(number, 2)
        rect = pygame.Rect(inner.left + column * (width + gap), y + row * (height + gap), width, height)
        item = MenuItem(f"tool:{name}", _(tool.label), tool.key, act=partial(do, f"tool:{name}"))
        yield ToolTile(item, rect, tool.icon, brass=name == drawing.tool)
    y += -(-len(DRAWING_TOOLS) // 2) * (height + gap) + theme.px(0.5)
    choice_height = theme.px(4)
    for item, icon, brass in _choices(drawing, do):
        yield ChoiceTile(item, pygame.Rect(inner.left, y, inner.width, choice_height), icon, brass=brass)
        y += choice_height + theme.px(0.625)
    yield from _selection(theme, pygame.Rect(inner.left, y, inner.width, inner.bottom - y), drawing, do, typing)


def _choices(drawing: Drawing, do: Do) -> Iterator[tuple[MenuItem, str, bool]]:
    """Yield the choices with their icon and whether they are highlighted: kind of terrain, mirroring, snapping."""
    editor = drawing.editor
    if drawing.tool in KINDS:
        name = dict(drawing.choices())[drawing.kind]
        yield MenuItem("kind", "", "k", detail=name, act=partial(do, "kind")), "draw-layers", True
    mirror = _(MIRRORS[editor.mirror])
    yield (
        MenuItem("mirror", _("Mirror"), "m", detail=mirror, act=partial(do, "mirror")),
        "draw-mirror",
        bool(editor.mirror),
    )
    pitch = size(editor.pitch) if editor.pitch else _("off")
    detail = f"{pitch} · {editor.angle}°"
    yield MenuItem("pitch", _("Snap"), "s", detail=detail, act=partial(do, "pitch")), "draw-snap", bool(editor.pitch)


def _selection(
    theme: Theme, area: pygame.Rect, drawing: Drawing, do: Do, typing: tuple[str, TextField] | None
) -> Iterator[Tile]:
    """Yield the tiles of the selection: its name, its measures, and its commands."""
    editor, y = drawing.editor, area.top + theme.px(0.5)
    if not editor.selected:
        return
    title = MenuItem("name", _name_of(editor.chosen), act=partial(do, "facts"))
    yield TitleTile(title, pygame.Rect(area.left, y, area.width, theme.px(3)), size="body")
    y += theme.px(3.25)
    field_height = theme.px(3.25)
    for item in _facts(drawing, do):
        typed = typing[1] if typing is not None and typing[0] == item.id else None
        state = (typed.text, typed.caret, typed.anchor) if typed is not None else ("", 0, 0)
        yield FieldTile(item, pygame.Rect(area.left, y, area.width, field_height), typed=typed, state=state)
        y += field_height + theme.px(0.375)
    y += theme.px(0.25)
    names = (("turn", "draw-turn"), ("facts", "tool-settings"), ("double", "draw-copy"), ("delete", "draw-delete"))
    width = (area.width - 3 * theme.px(0.5)) // 4
    for number, (name, icon) in enumerate(names):
        rect = pygame.Rect(area.left + number * (width + theme.px(0.5)), y, width, theme.px(4))
        yield Tile(MenuItem(f"do:{name}", "", act=partial(do, name)), rect, icon)


def _name_of(items: Sequence[Item]) -> str:
    return items[0].name if len(items) == 1 else ngettext("{n} thing", "{n} things", len(items))


def _facts(drawing: Drawing, do: Do) -> Iterator[MenuItem]:
    """Yield the measures of the selection as rows; choosing one opens the field for typing it."""
    editor = drawing.editor
    box = box_around(editor.chosen)
    assert box is not None
    only = editor.only
    if isinstance(only, TerrainPiece):
        kind = editor.words.kind_of(only)
        usual_name = kind.name if kind is not None else LAYERS[only.look]
        name = _("Decoration") if only.decoration else _(usual_name)
        yield MenuItem("set-kind", _("Kind"), detail=name, act=partial(do, "set-kind"))
    values = {"left": box[0], "bottom": box[1]}
    if box[2] - box[0] > 0:
        extent = f"{size(round(box[2] - box[0], 1))} × {size(round(box[3] - box[1], 1))}"
        yield MenuItem("size", _(FIELDS["size"]), detail=extent, act=partial(do, "type:size"))
    if isinstance(only, TerrainPiece):
        yield MenuItem("height", _(FIELDS["height"]), detail=size(only.height), act=partial(do, "type:height"))
    if isinstance(only, Objective):
        values = {"left": only.at[0], "bottom": only.at[1]}
    for name, inches in values.items():
        yield MenuItem(name, _(FIELDS[name]), detail=size(round(inches, 2)), act=partial(do, f"type:{name}"))


# -- the layers and the checks ---------------------------------------------------------------------


def side_tiles(room: Room, drawing: Drawing, verdict: Verdict, do: Do, *, backdrop: bool) -> list[Tile]:
    """Return the tiles of the panel at the right: layers and checks."""
    theme = room.theme
    inner = room.side.inflate(-theme.px(4), -theme.px(1.5))
    layers = [*_layers(theme, inner, drawing, do, backdrop=backdrop)]
    top = layers[-1].rect.bottom + theme.px(1.5)
    return [*layers, *_checks(theme, pygame.Rect(inner.left, top, inner.width, 0), drawing, verdict, do)]


def _layers(theme: Theme, inner: pygame.Rect, drawing: Drawing, do: Do, *, backdrop: bool) -> Iterator[Tile]:
    """Yield the tiles of the layers in use, with buttons to hide and to lock each."""
    editor, y = drawing.editor, inner.top
    title = MenuItem("layers", _("Layers"), act=partial(do, "layers"))
    yield TitleTile(title, pygame.Rect(inner.left, y, inner.width, theme.px(3)), "draw-layers", "heading")
    y += theme.px(3.75)
    height, button_width = theme.px(3.75), theme.px(4)
    layers = {name: len(refs) for name, refs in editor.in_layers().items()} | ({"backdrop": 0} if backdrop else {})
    chosen = set(map(_layer, editor.chosen))
    for name, count in layers.items():
        state = editor.layers.get(name, "")
        eye = MenuItem(f"eye:{name}", "", act=partial(do, f"hide:{name}"))
        yield Tile(
            eye, pygame.Rect(inner.left, y, button_width, height), "draw-hidden" if state == HIDDEN else "draw-eye"
        )
        label = _("Backdrop") if name == "backdrop" else _(LAYERS[name])
        item = MenuItem(f"layer:{name}", label, detail=str(count or ""), act=partial(do, f"layer:{name}"))
        middle = pygame.Rect(inner.left + button_width, y, inner.width - 2 * button_width, height)
        yield LayerTile(item, middle, brass=name in chosen)
        lock = MenuItem(f"lock:{name}", "", act=partial(do, f"lock:{name}"))
        place = pygame.Rect(inner.right - button_width, y, button_width, height)
        yield Tile(lock, place, "draw-lock" if state == LOCKED else "draw-open")
        y += height + theme.px(0.5)
    if not layers:
        yield LineTile(MenuItem("", _("Nothing is drawn yet.")), pygame.Rect(inner.left, y, inner.width, height))


def _layer(item: Item) -> str:
    from game.ui.editor.model import layer_of

    return layer_of(item)


@dataclass(frozen=True)
class LayerTile(Tile):
    """The name of a layer and the number of items in it."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        usual_fill = SLATE_HOVER if hovered else SLATE_RAISED
        fill = LAMP if self.brass else usual_fill
        draw_plate(target, rect, fill, SLATE_LINE, theme.px(0.75))
        tint = DARK if self.brass else INK
        count = ink(theme, self.action.detail, "small", "bold", tint)
        blit_at(target, count, midright=(rect.right - theme.px(1), rect.centery))
        label_width = rect.width - count.get_width() - theme.px(3)
        label = shorten(theme, self.action.label, label_width, "small", "semibold")
        blit_at(target, ink(theme, label, "small", "semibold", tint), midleft=(rect.left + theme.px(1), rect.centery))


def _checks(theme: Theme, area: pygame.Rect, drawing: Drawing, verdict: Verdict, do: Do) -> Iterator[Tile]:
    """Yield the tiles of the checks: the covered ground, then faults and symmetry."""
    y, is_legal = area.top, not verdict.faults
    tone = GOOD if is_legal else WARNING
    title = MenuItem("covered", _("Covered ground"), detail=numeral(verdict.covered, ".0%"))
    yield TitleTile(title, pygame.Rect(area.left, y, area.width, theme.px(3)), size="body", tone=tone)
    y += theme.px(3.5)
    yield BarTile(
        MenuItem("bar", ""), pygame.Rect(area.left, y, area.width, theme.px(1.5)), share=verdict.covered, tone=tone
    )
    y += theme.px(2.5)
    for text, icon, colour, act in _remarks(drawing, verdict, do):
        height = LineTile.height(theme, text, area.width)
        yield LineTile(MenuItem(text, text, act=act), pygame.Rect(area.left, y, area.width, height), icon, tone=colour)
        y += height + theme.px(0.25)


Remark = tuple[str, str, Colour, Callable[[], object] | None]


def _remarks(drawing: Drawing, verdict: Verdict, do: Do) -> Iterator[Remark]:
    """Yield the remarks on a map, each with icon, colour and action: faults, or that it is legal; its symmetry."""
    title = book_title(drawing.editor.book)
    if not verdict.faults:
        yield _("Legal for {book}", book=title), "menu-check", GOOD, None
    for number, fault in enumerate(verdict.faults[:MOST_FAULTS]):
        yield fault.text, "sign-blocked", BAD, partial(do, f"fault:{number}") if fault.refs else None
    if len(verdict.faults) > MOST_FAULTS:
        yield _("... and {n} more", n=len(verdict.faults) - MOST_FAULTS), "", INK_QUIET, None
    if verdict.even:
        texts = {
            "turn": N_("Both halves are equal, turned by 180°"),
            "sides": N_("Left and right are equal"),
            "ends": N_("Top and bottom are equal"),
        }
        yield _(texts[verdict.even]), "menu-check", GOOD, None
    elif drawing.editor.document.terrain:
        yield _("The two halves differ"), "", INK_QUIET, None


MOST_FAULTS: Final = 6


# -- the bar and the hint --------------------------------------------------------------------------


def bar_tiles(room: Room, drawing: Drawing, do: Do, *, file: str) -> list[Tile]:
    """Return the tiles of the bar: title, map, rulebook and buttons."""
    theme, editor = room.theme, drawing.editor
    document, bar = editor.document, room.bar
    height = bar.height - theme.px(1.25)
    top = bar.centery - height // 2
    tiles: list[Tile] = []
    right = bar.right - theme.px(1)
    for name, label, icon, key in (
        ("menu", "", "tool-menu", "f12"),
        ("undo", "", "tool-undo", "ctrl+z"),
        ("save", _("Save"), "draw-save", "ctrl+s"),
        ("play", _("Play on it"), "menu-play", "f5"),
    ):
        words = ink(theme, label, "body", "semibold").get_width() + theme.px(2.5) if label else 0
        width = words + theme.px(4.75)
        right -= width
        rect = pygame.Rect(right, top, width, height)
        tiles.append(ButtonTile(MenuItem(name, label, key, act=partial(do, name)), rect, icon, brass=name == "play"))
        right -= theme.px(1)
    left = bar.left + theme.px(2)
    title = _("Map editor")
    width = ink(theme, title, "heading", "title-bold").get_width() + theme.px(4)
    tiles.append(TitleTile(MenuItem("", title), pygame.Rect(left, top, width, height), "draw-map", "heading"))
    left += width + theme.px(1.5)
    most_widths = (right - left - theme.px(2)) * 55 // 100, (right - left - theme.px(2)) * 45 // 100
    for most, (name, label, detail) in zip(
        most_widths,
        (
            (
                "map",
                document.name + ("" if file and not editor.changed else " *"),
                _extent(document.width, document.height),
            ),
            ("book", book_title(editor.book), ""),
        ),
    ):
        width = min(most, theme.px(32))
        tiles.append(
            PlateTile(
                MenuItem(name, label, detail=detail, act=partial(do, name)), pygame.Rect(left, top, width, height)
            )
        )
        left += width + theme.px(1)
    return tiles


def _extent(width: float, height: float) -> str:
    return _("{width} × {height}", width=size(width), height=size(height))


@dataclass(frozen=True)
class ButtonTile(Tile):
    """A button of the bar with its icon and its word."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        usual_fill = SLATE_HOVER if hovered else SLATE_RAISED
        fill = mix(LAMP, INK, 0.25 if hovered else 0.0) if self.brass else usual_fill
        draw_plate(target, rect, fill, LAMP if self.brass else SLATE_LINE, theme.px(1))
        tint = DARK if self.brass else INK
        if not self.action.label:
            stamp(target, self.icon, rect.centerx, rect.centery, theme.px(2.5), tint)
            return
        stamp(target, self.icon, rect.left + theme.px(2.25), rect.centery, theme.px(2.25), tint)
        words = ink(theme, self.action.label, "body", "semibold", tint)
        blit_at(target, words, midleft=(rect.left + theme.px(4), rect.centery))


@dataclass(frozen=True)
class PlateTile(Tile):
    """A plate of the bar that can be clicked: a name, with a fact in quiet type at its right end."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        draw_plate(target, rect, SLATE_HOVER if hovered else SLATE_RAISED, SLATE_LINE, theme.px(1))
        fact = ink(theme, self.action.detail, "small", "semibold", INK_QUIET)
        fits = fact.get_width() < rect.width // 2
        right = rect.right - theme.px(1)
        if fits:
            right = blit_at(target, fact, midright=(right, rect.centery)).left - theme.px(1)
        name = shorten(theme, self.action.label, right - rect.left - theme.px(1.5), "body", "semibold")
        blit_at(target, ink(theme, name, "body", "semibold"), midleft=(rect.left + theme.px(1.5), rect.centery))


def hint_text(drawing: Drawing) -> str:
    """Return the line below the table about the possible next steps."""
    tool, drawn = drawing.tool, bool(drawing.points)
    if tool == "select":
        if drawing.editor.selected:
            return _("Drag or arrow keys: move · , and .: turn · T: type · Del: delete · E: everything · Alt: no snap")
        return _("Click or Tab: select · drag: several at once · right click: menu · F1: all keys")
    if tool == "piece":
        return _("Click or Enter: put it down · , and .: turn it · K: another kind · Esc: done · Alt: no snap")
    if tool in ("goal", "marker"):
        return _("Click or Enter: put it down · Esc: done · Alt: no snap")
    if tool == "hand":
        return _("Hold the button and draw round an area · K: another kind · Esc: done")
    if tool == "scale":
        return _("Click both ends of a length that you know, then type it · Esc: done")
    if not drawn:
        return _("Click or Enter: first corner · or hold the button and draw · Esc: done · Alt: no snap")
    if tool == "wall":
        return _("Click: next bend · right click or Enter: end · Backspace: one back · Shift: by angle · T: type · Esc")
    return _(
        "Click: next corner · first corner or Enter: close · Backspace: one back · Shift: by angle · T: type · Esc"
    )


def draw_hint(target: pygame.Surface, room: Room, text: str, notice: str) -> None:
    """Draw the line below the table: a notice, or else the possible next steps."""
    theme, rect = room.theme, room.hint
    pygame.draw.rect(target, SLATE, rect)
    words, width = notice or text, rect.width - theme.px(2)
    while not notice and " · " in words and theme.font("small", "semibold").size(words)[0] > width:
        words = words.rpartition(" · ")[0]  # the last parts are the least important
    shortened = shorten(theme, words, width, "small", "semibold")
    tone = BAD if notice else INK_QUIET
    blit_at(target, ink(theme, shortened, "small", "semibold", tone), midleft=(rect.left + theme.px(1), rect.centery))


def draw_ground(target: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw the ground of a panel."""
    pygame.draw.rect(target, SLATE, rect)
