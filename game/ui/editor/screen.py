"""The map editor as a screen: the mouse and the keys, its commands, files, and games on the map."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import pygame

from game import rulesets
from game.documents.error import DocumentError
from game.documents.files import previous_of
from game.documents.locks import writing
from game.documents.reading import parse_document
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.lengths import coordinates, in_words, length, size, words
from game.table.documents import MapDocument, Objective, TerrainPiece, maps_folder
from game.table.maps.files import save_map
from game.ui.editor.backdrops import SUFFIXES, measured, opened
from game.ui.editor.board import Board, Picture
from game.ui.editor.checks import Checker
from game.ui.editor.drafts import (
    Backdrop,
    MapDraft,
    hold_draft,
    keep_draft,
    renamed,
    suggested_name,
    trial_file,
)
from game.ui.editor.keys import DEEDS, chapters, deed_of
from game.ui.editor.model import ANGLES, HIDDEN, LOCKED, MIRRORS, PITCHES, MapEditor
from game.ui.editor.panels import (
    FIELDS,
    Room,
    bar_tiles,
    dock_tiles,
    draw_ground,
    draw_hint,
    hint_text,
    side_tiles,
)
from game.ui.editor.shapes import Spot, box_of, middle_of
from game.ui.editor.sheets import (
    align_sheet,
    close_row,
    facts_sheet,
    kind_sheet,
    layer_sheet,
    map_sheet,
    typed_inches,
    typed_pair,
)
from game.ui.editor.tools import SELECT, STROKES, Drawing
from game.ui.editor.words import books_of
from game.ui.model.new_game_draft import quick_game
from game.ui.prefs.memory import recall
from game.ui.prefs.settings import following
from game.ui.shell.router import factory
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import FileSheet, TextField, copied_text, copy_text
from game.ui.widgets.keys import CTRL, details_held, may_repeat, shift_held
from game.ui.widgets.layers import Kept
from game.ui.widgets.sheet import PopupSheet, Sheet, columns_sheet, question
from game.ui.widgets.tasks import Task
from game.ui.widgets.tiles import TileList
from game.wording import N_, _

SLIP: Final = 4
"""Pixels that the mouse may move during a click."""
DOUBLE: Final = 0.35
"""Seconds between the clicks of a double click."""
REACH: Final = 9
"""Pixels from a corner or an item within which a click selects it."""
KEEPING: Final = 1.0
"""Seconds between a change and the saving of the draft."""
ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
USUAL_STEP: Final = 0.5
"""Inches of a step by keys if nothing snaps."""
PLAYERS: Final = 2


class EditorScreen(SheetScreen):
    """The screen on which a map is drawn.

    `file` is the file that the map is saved in, None for a new one; `own` is the file of its draft.
    """

    back_title: ClassVar = N_("Back to the map")

    def __init__(self, window: Window, draft: MapDraft, own: Path | None = None) -> None:
        super().__init__(window)
        book = usable_book(draft)
        self.editor = MapEditor(draft.map, book, unsaved=draft.changed)
        self.file = Path(draft.file) if draft.file else None
        self.editor.saved = draft.map if self.file is not None and not draft.changed else None
        if draft.map.zones:  # zones lie under everything else: a drag over them must select the items above them
            self.editor.layers["zones"] = LOCKED
        self.backdrop: Picture | None = None
        self._loading: tuple[Backdrop, Task[pygame.Surface]] | None = None
        self.drawing = Drawing(self.editor, scaled=self._scale_backdrop)
        self.board, self.checker = Board(), Checker()
        self._lists = [TileList(window.theme) for _part in range(3)]
        self._kept = [Kept(at_once=True) for _part in range(3)]
        self.typing: tuple[str, TextField] | None = None
        self._starting: tuple[Sheet, Task[Session]] | None = None
        self._ready_to_type = False
        self._own, self._lock = hold_draft(own)
        self._dirty: float | None = None
        self._seen: MapDocument | None = None
        self._pressed: tuple[int, tuple[int, int], Spot] | None = None
        self._panned = False
        self._clicked = (0.0, (0, 0))
        self._fault = -1
        self._version = 0
        self._lay_out()
        if draft.backdrop is not None:
            self._load(draft.backdrop)

    # -- screens and time

    def enter(self) -> None:
        self._lay_out()

    def emptied(self) -> None:
        """Stay on this screen when its last sheet closes: its sheets lie over the map."""
        self.window.stale = True

    def apply_options(self) -> None:
        self.resize(self.window.size)

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self._lay_out()

    def _lay_out(self) -> None:
        self.room = Room.of(self.window.size, self.window.theme)
        self.board.place(self.room.table, self.editor.document, self.room.theme)
        self._refresh()

    def _refresh(self) -> None:
        """Show the present state in the bar, the dock, and the side panel."""
        room, drawing = self.room, self.drawing
        self._version += 1
        parts = (
            (bar_tiles(room, drawing, self.do, file=str(self.file or "")), room.bar),
            (dock_tiles(room, drawing, self.do, self.typing), room.dock),
            (side_tiles(room, drawing, self.checker.verdict, self.do, backdrop=self.backdrop is not None), room.side),
        )
        for tile_list, (tiles, rect) in zip(self._lists, parts):
            tile_list.theme = room.theme
            inside = rect if rect is room.bar else rect.inflate(0, -room.theme.px(1.5))
            tile_list.show(tiles, inside)
            tile_list.cursor = -1

    def tick(self) -> bool:
        super().tick()
        changed = self._open_game()
        if self._loading is not None and self._loading[1].done:
            backdrop, task = self._loading
            self._loading = None
            try:
                self.backdrop = Picture(backdrop, task.result())
            except (DocumentError, OSError) as error:
                self.report([getattr(error, "reason", str(error))], _("The picture can't be shown"))
            changed = True
        if self.checker.want(self.editor.document, self.editor.book, PLAYERS):
            changed = True
        if self._dirty is not None and time.monotonic() - self._dirty > KEEPING:
            self.keep()
        if changed:
            self._refresh()
        return changed or self.checker.busy or self._loading is not None or self.board.busy

    def paint(self, target: pygame.Surface) -> None:
        room, look = self.room, self.window.look
        if self.editor.document is not self._seen:
            self._follow_map()
        self.board.draw(target, self.window.theme, look, self.drawing, self.checker.verdict, self.backdrop)
        unsnapped, straight = details_held(), shift_held()
        self.board.draw_hand(target, self.window.theme, self.drawing, free=unsnapped, straight=straight)
        draw_hint(target, room, self.editor.news or hint_text(self.drawing), self.editor.notice)
        for tile_list, kept_picture, rect in zip(self._lists, self._kept, (room.bar, room.dock, room.side)):
            key = self._version, tile_list.hovered, tile_list.view.offset, room.theme.scale, words()

            def draw(tile_list: TileList = tile_list, rect: pygame.Rect = rect) -> None:
                draw_ground(target, rect)
                tile_list.draw(target)

            kept_picture.show(target, rect, key, draw)
        for sheet in self.sheets[-1:]:
            sheet.veil = not isinstance(sheet, PopupSheet)
            sheet.place(self.rect)
            sheet.draw(target)
        if look.sharp:
            from game.ui.widgets.theme import sharpen

            sharpen(target, self.rect)

    def _follow_map(self) -> None:
        """Place the table anew and note the time after the map has changed."""
        if self._seen is not None:
            self._dirty = time.monotonic()
        self._seen = self.editor.document
        self.board.place(self.room.table, self.editor.document, self.room.theme)
        self._refresh()

    def leave(self) -> None:
        self.keep()
        self._lock.let_go()

    def keep(self) -> None:
        """Save the draft if the map has changes that no file has, else delete its files; report a failure."""
        self._dirty = None
        try:
            if self.editor.changed or self.backdrop is not None:
                keep_draft(self.draft(), self._own)
            else:
                for path in (self._own, previous_of(self._own)):
                    path.unlink(missing_ok=True)
        except OSError as error:
            self.window.trouble.append(_("The draft could not be kept: {error}", error=error))

    def draft(self) -> MapDraft:
        """Return the map with its file, its rulebook and its backdrop."""
        return MapDraft.model_construct(  # its map is valid already
            map=self.editor.document,
            file=str(self.file or ""),
            ruleset=self.editor.book.name,
            changed=self.editor.changed,
            backdrop=self.backdrop.backdrop if self.backdrop is not None else None,
        )

    # -- input

    @property
    def draws_strokes(self) -> bool:
        return self.drawing.tool in STROKES

    def handle(self, event: pygame.event.Event) -> None:
        if self.sheets or event.type == pygame.QUIT:
            super().handle(event)
            self._refresh()
            return
        if event.type == pygame.KEYDOWN and self.window.repeated and not may_repeat(event):
            return  # the key that closed a sheet may still be held
        if self.typing is not None and self._type(event):
            self._refresh()
            return
        handlers: dict[int, Callable[[pygame.event.Event], None]] = {
            pygame.KEYDOWN: self._key,
            pygame.MOUSEMOTION: self._motion,
            pygame.MOUSEBUTTONDOWN: self._press,
            pygame.MOUSEBUTTONUP: self._release,
            pygame.MOUSEWHEEL: self._wheel,
        }
        if event.type in handlers:
            handlers[event.type](event)
            if event.type != pygame.MOUSEMOTION:  # it changes nothing beside the table
                self._refresh()

    def _key(self, event: pygame.event.Event) -> None:
        """Carry out the command of a key, or begin to type a measure with a digit."""
        if event.unicode.isdigit() and not event.mod & CTRL and self.editor.selected:
            self.begin_typing("left")
            self._ready_to_type = True  # so that the digit itself is typed
            return
        name = deed_of(event)
        if name in ARROWS:
            self._arrow(ARROWS[name], fine=bool(event.mod & pygame.KMOD_SHIFT))
        elif name:
            self.do(name)

    def _arrow(self, direction: tuple[int, int], *, fine: bool) -> None:
        """Move the selection, the view, or the crosshair by a step in a direction."""
        step = (self.editor.pitch or USUAL_STEP) / (10 if fine else 1)
        if self.drawing.tool == SELECT:
            if self.editor.selected:
                self.editor.move(direction[0] * step, direction[1] * step)
            else:
                self.board.camera.pan(-direction[0] * self.room.theme.px(8), direction[1] * self.room.theme.px(8))
            return
        x, y = self.drawing.cursor or self.editor.centre
        document = self.editor.document
        x, y = self.editor.snapped((x, y), free=fine)
        self.drawing.cursor = (
            min(max(x + direction[0] * step, 0.0), document.width),
            min(max(y + direction[1] * step, 0.0), document.height),
        )

    def _motion(self, event: pygame.event.Event) -> None:
        """Move the crosshair, the view under a dragged button, or a stroke by hand."""
        for tile_list in self._lists:
            tile_list.hovered = tile_list.at(event.pos) if tile_list.rect.collidepoint(event.pos) else -1
        spot = self.board.camera.to_table(*event.pos)
        if self._pressed is None:
            self.drawing.cursor = spot if self.room.table.collidepoint(event.pos) else None
            return
        button, start_pixel, start_spot = self._pressed
        dragged = math.dist(start_pixel, event.pos) > SLIP
        if button != 1:
            if dragged or self._panned:
                self.board.camera.pan(*event.rel)
                self._panned = True
            return
        self.drawing.cursor = spot
        if dragged and self.drawing.tool in STROKES:
            if not self.drawing.stroke:
                self.drawing.draw_to(start_spot)
            self.drawing.draw_to(spot)

    def _press(self, event: pygame.event.Event) -> None:
        """Begin a click or a drag on the table; a double click adds a corner."""
        if event.button > 3 or not self.room.table.collidepoint(event.pos):
            return
        spot = self.board.camera.to_table(*event.pos)
        self._pressed, self._panned = (event.button, event.pos, spot), False
        self.editor.notice = self.editor.news = ""
        self.drawing.cursor = spot
        if event.button == 1 and self.drawing.tool == SELECT:
            click_time, (last_time, last_pixel) = time.monotonic(), self._clicked
            self._clicked = click_time, event.pos
            if click_time - last_time < DOUBLE and math.dist(last_pixel, event.pos) <= SLIP and self._add_corner(spot):
                self._pressed = None
                return
            self.drawing.press(spot, self._reach, more=shift_held())

    def _add_corner(self, spot: Spot) -> bool:
        """Add a corner on the edge of the only selected item at a spot; return whether one is added."""
        edge_number = self.drawing.edge_at(spot, self._reach)
        corner_number = self.drawing.corner_at(spot, self._reach)
        return edge_number >= 0 > corner_number and self.editor.corner(edge_number, spot, new=True)

    @property
    def _reach(self) -> float:
        return self.window.theme.scale * REACH / self.board.camera.scale

    def _release(self, event: pygame.event.Event) -> None:
        """End a click or a drag: on the table, or on a tile beside it."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            index = -1
            for tile_list in self._lists if event.button == 1 else ():
                index = tile_list.at(event.pos) if tile_list.rect.collidepoint(event.pos) else -1
                if index >= 0:
                    tile_list.actions[index].do()
                    break
            return
        if pressed[0] != event.button:
            return
        self.drawing.cursor = self.board.camera.to_table(*event.pos)
        if event.button == 1:
            self._let_go(pressed[2])
        elif event.button == 3 and not self._panned:
            if self.drawing.points:
                self.drawing.finish()
            else:
                self._show_commands_at(event.pos)

    def _let_go(self, start_spot: Spot) -> None:
        """End the left click or drag that began at a spot, as the tool in hand does."""
        unsnapped, straight, drawing = details_held(), shift_held(), self.drawing
        if drawing.tool == SELECT:
            drawing.release(free=unsnapped, straight=straight, slip=SLIP / self.board.camera.scale)
        elif drawing.stroke:
            drawing.end_stroke()
        elif drawing.tool != "hand":
            drawing.click(drawing.cursor or start_spot, free=unsnapped, straight=straight, reach=self._reach)

    def _wheel(self, event: pygame.event.Event) -> None:
        """Scroll the tiles under the mouse, else zoom, or turn with Shift."""
        pixel = pygame.mouse.get_pos()
        for tile_list in self._lists:
            if tile_list.rect.collidepoint(pixel):
                tile_list.scroll(-event.y * self.room.theme.px(5))
                return
        if shift_held():
            self._turn_selection((1 if event.y > 0 else -1) * self.editor.angle)
        else:
            self.board.camera.zoom(event.y, *pixel)

    # -- commands

    def do(self, name: str) -> None:
        """Carry out a command by its name; names such as "layer:zones" have their object behind the colon."""
        self.editor.notice = self.editor.news = ""
        kind, has_argument, argument = name.partition(":")
        if has_argument:
            commands: dict[str, Callable[[str], object]] = {
                "tool": self._take_tool,
                "type": self.begin_typing,
                "layer": self._select_layer,
                "hide": lambda layer: self.editor.turn_layer(layer, HIDDEN),
                "lock": lambda layer: self.editor.turn_layer(layer, LOCKED),
                "fault": lambda number: self._show_fault(int(number)),
            }
            commands[kind](argument)
        else:
            self._deeds()[name]()
        self.window.stale = True

    def _deeds(self) -> dict[str, Callable[[], object]]:
        """Return the commands by their names: those on the selection and the history, and all others."""
        editor = self.editor
        return {
            **self._commands_on_drawing(),
            "next": lambda: editor.select_next(1),
            "previous": lambda: editor.select_next(-1),
            "turn_left": lambda: self._turn_selection(editor.angle),
            "turn_right": lambda: self._turn_selection(-editor.angle),
            "turn": lambda: self._turn_selection(90),
            "sides": lambda: editor.flip("sides"),
            "ends": lambda: editor.flip("ends"),
            "facts": self._show_facts,
            "set-kind": self._ask_for_kind,
            "delete": self._delete,
            "double": editor.duplicate,
            "twin": editor.duplicate_turned,
            "all": lambda: editor.select(ref for ref, item in editor.items.items() if editor.is_free(item)),
            "align": lambda: self.show(align_sheet(self.theme, editor.align)),
            "group": editor.group,
            "ungroup": lambda: editor.group(together=False),
            "copy": self._copy,
            "cut": lambda: self._copy() and self._delete(),
            "paste": self._paste,
            "undo": editor.back,
            "redo": lambda: editor.back(redo=True),
            **self._commands_on_map(),
        }

    def _commands_on_drawing(self) -> dict[str, Callable[[], object]]:
        """Return the commands on the drawing in hand by their names."""
        return {
            "kind": self._ask_for_kind,
            "click": self._click_here,
            "point_back": lambda: self.drawing.step_back() or self.drawing.tool != SELECT or self._delete(),
            "type": self._type_here,
            "mirror": lambda: self._next_value("mirror", [*MIRRORS]),
            "pitch": lambda: self._next_value("pitch", PITCHES),
            "angle": lambda: self._next_value("angle", ANGLES),
        }

    def _commands_on_map(self) -> dict[str, Callable[[], object]]:
        """Return the commands on the whole map, the view, and the program by their names."""
        camera = self.board.camera
        middle = self.room.table.center
        return {
            "save": self.save,
            "save_as": self._save_as,
            "maps": self._show_maps,
            "map": self._map_facts,
            "book": self._ask_for_book,
            "play": self.play,
            "fault": lambda: self._show_fault(self._fault + 1),
            "picture": self._ask_for_picture,
            "layers": lambda: self.show(layer_sheet(self.theme, self.editor, backdrop=self.backdrop is not None)),
            "fit": camera.fit,
            "closer": lambda: camera.zoom(1, *middle),
            "farther": lambda: camera.zoom(-1, *middle),
            "help": lambda: self.show(columns_sheet(self.theme, _("Map editor: keys and mouse"), chapters())),
            "settings": lambda: self.window.open("settings"),
            "menu": self._show_menu,
            "escape": self._escape,
        }

    def _next_value(self, name: str, values: object) -> None:
        """Give a setting of the editor its next value."""
        assert isinstance(values, list | tuple)
        setattr(self.editor, name, following(values, getattr(self.editor, name), 1))

    def _take_tool(self, name: str) -> None:
        """Take a tool in hand; the one for zones unlocks their layer, the one for scaling asks for a picture."""
        cursor = self.drawing.cursor
        self.drawing.take(name)
        if name == "zone" and self.editor.layers.get("zones") == LOCKED:
            self.editor.turn_layer("zones", LOCKED)
        self.drawing.cursor = cursor or self.editor.centre
        if name == "scale" and self.backdrop is None:
            self._ask_for_picture()

    def _escape(self) -> None:
        """Drop the drawing, else take the selecting tool, else drop the selection, else show the menu."""
        if self.drawing.busy:
            self.drawing.drop()
        elif self.drawing.tool != SELECT:
            self.drawing.take(SELECT)
        elif self.editor.selected:
            self.editor.selected = ()
        else:
            self._show_menu()

    def _click_here(self) -> None:
        """Click at the crosshair; at the last corner of a line, end the line."""
        drawing = self.drawing
        if drawing.tool == SELECT:
            if not self.editor.selected:
                self.editor.select_next(1)
            else:
                self._show_facts()
            return
        spot = drawing.cursor or self.editor.centre
        at_last_corner = (
            drawing.points and math.dist(drawing.next_spot(spot, free=details_held()), drawing.points[-1]) < 0.05
        )
        if at_last_corner and len(drawing.points) > 1:
            drawing.finish()
        else:
            drawing.click(spot, free=details_held(), straight=shift_held())

    def _turn_selection(self, degrees: int) -> None:
        """Turn the ready-made piece in hand or the selection by some degrees."""
        if self.drawing.tool == "piece":
            self.drawing.degrees = (self.drawing.degrees + degrees) % 360
        elif self.editor.selected:
            self.editor.turn(degrees)

    def _delete(self) -> bool:
        return bool(self.editor.selected) and self.editor.delete()

    def _select_layer(self, layer: str) -> None:
        self.drawing.take(SELECT)
        self.editor.select_layer(layer)

    def _show_fault(self, number: int) -> None:
        """Select and show the items of the fault with a number, or of another if it has no items."""
        faults = [fault for fault in self.checker.verdict.faults if fault.refs]
        if not faults:
            self.editor.notice = _("Nothing on the map is at fault")
            return
        all_faults = self.checker.verdict.faults
        self._fault = number % len(all_faults)
        fault = all_faults[self._fault]
        if not fault.refs:
            fault = faults[number % len(faults)]
        self.drawing.take(SELECT)
        self.editor.selected = tuple(ref for ref in fault.refs if ref in self.editor.items)
        self.editor.notice = fault.text
        for item in self.editor.chosen[:1]:
            self.board.camera.show(*middle_of(box_of(item)))

    # -- sheets

    def _show_facts(self) -> None:
        """Show the facts of the only selected item; of several, ask for their kind."""
        if not self.editor.selected:
            self.editor.notice = _("Select something first")
        elif self.editor.only is None:
            self._ask_for_kind()
        else:
            self.show(facts_sheet(self.theme, self.drawing, self.ask_text, self._show_facts))

    def _map_facts(self) -> None:
        self.show(map_sheet(self.theme, self.editor, self.ask_text, self._map_facts))

    def _ask_for_kind(self) -> None:
        """Ask for the kind of terrain of the selection, or for that of the tool in hand."""
        editor, drawing = self.editor, self.drawing
        pieces = [item for item in editor.chosen if isinstance(item, TerrainPiece)]
        if drawing.tool == SELECT and pieces:
            present_kind = editor.words.kind_of(pieces[0])
            kinds = [(kind.id, _(kind.name)) for kind in editor.words.kinds]
            set_kind: Callable[[str], object] = editor.set_kind
            present = present_kind.id if present_kind is not None else ""
        elif drawing.tool == SELECT:
            self.editor.notice = _("Take a tool or select terrain first")
            return
        else:
            kinds, present, set_kind = drawing.choices(), drawing.kind, partial(setattr, drawing, "kind")
        looks = {kind.id: kind.look for kind in editor.words.kinds}
        self.show(kind_sheet(self.theme, _("Kind of terrain"), kinds, present, set_kind, looks))

    def _ask_for_book(self) -> None:
        """Ask for the rulebook that the map is drawn for."""
        books = books_of(self.editor.document, rulesets.usable())
        rows = [MenuItem(book.name, _(book.title), primary=book is self.editor.book) for book in books]
        title = _("Rulebook of this map")
        self.show(Sheet(self.theme, title, (), with_keys([close_row(), *rows]), then=self._take_book, wide=54))

    def _take_book(self, name: str) -> None:
        self.editor.book = rulesets.load(name)
        self.editor.change(rulesets=(name,))
        self.drawing.kinds.clear()

    def _show_menu(self) -> None:
        """Show the menu of the editor."""
        names = (
            "save",
            "save_as",
            "play",
            "map",
            "book",
            "maps",
            "picture",
            "layers",
            "undo",
            "redo",
            "help",
            "settings",
        )
        rows = [self._command_row(name) for name in names]
        rows += [MenuItem("home", _("Main menu"), act=self._ask_to_leave)]
        back = MenuItem("close", _("Go on drawing"), "escape")
        self.show(Sheet(self.theme, _("Map editor"), (), with_keys([back, *rows]), wide=56, fold=True))

    def _ask_to_leave(self) -> None:
        """Go to the main menu; ask first if the map has changes that no file has."""
        if not self.editor.changed:
            self.window.home()
            return
        texts = [_("This map isn't saved yet. It is kept as a draft: you find it under Maps.")]
        no = _("No, go on drawing")
        self.show(question(self.theme, _("Leave?"), texts, _("Leave"), self.window.home, no))

    def _command_row(self, name: str) -> MenuItem:
        """Return the row of a command, with the command's own key if that is a letter."""
        key = DEEDS[name].keys[0]
        return MenuItem(name, _(DEEDS[name].label), key if len(key) == 1 else "", act=partial(self.do, name))

    def _show_commands_at(self, pixel: tuple[int, int]) -> None:
        """Select the item at a pixel and show the commands for it."""
        spot, editor = self.board.camera.to_table(*pixel), self.editor
        number = self.drawing.corner_at(spot, self._reach)
        ref = editor.at(spot, self._reach)
        if number < 0 and ref not in editor.selected:
            editor.select([ref] if ref else ())
        rows: list[MenuItem] = []
        if number >= 0:
            rows.append(MenuItem("corner", _("Remove this corner"), act=partial(editor.corner, number, None)))
        has_shape = any(not isinstance(item, Objective) for item in editor.chosen)
        has_terrain = any(isinstance(item, TerrainPiece) for item in editor.chosen)
        turns = ("turn", "sides", "ends") if has_shape else ()
        names = ("facts", *turns, "twin", "double", "copy", "cut", "delete")
        rows += [self._command_row(name) for name in names] if editor.selected else []
        if has_terrain:
            act = partial(self.do, "set-kind")
            rows.insert(1, MenuItem("set-kind", _("Another kind of terrain"), "k", act=act))
        rows += [self._command_row(name) for name in ("align", "group")] if len(editor.selected) > 1 else []
        rows.append(MenuItem("paste", _("Paste here"), "p", act=partial(self._paste, spot)))
        title = editor.only.name if editor.only is not None else _("Here")
        self.show(PopupSheet(self.theme, title, (), with_keys([close_row(), *rows]), at=pixel, wide=46))

    # -- typing

    def begin_typing(self, name: str) -> None:
        """Open the text field for a measure of the selection."""
        box, only = self.editor.box, self.editor.only
        if box is None:
            return
        document = self.editor.document
        values = {
            "left": f"{box[0]:g}",
            "right": f"{document.width - box[2]:g}",
            "bottom": f"{box[1]:g}",
            "top": f"{document.height - box[3]:g}",
            "size": f"{box[2] - box[0]:g} x {box[3] - box[1]:g}",
            "height": f"{only.height:g}" if isinstance(only, TerrainPiece) else "",
        }
        self.typing, self._ready_to_type = (name, TextField(values[name])), False
        self._refresh()

    def _type(self, event: pygame.event.Event) -> bool:
        """Type into the open field; return whether the event was for it."""
        assert self.typing is not None
        name, text_field = self.typing
        if event.type == pygame.TEXTINPUT and not self._ready_to_type:
            return True  # it is the key that opened the field
        if event.type == pygame.KEYDOWN:
            self._ready_to_type = True
            if event.key == pygame.K_ESCAPE:
                self.typing = None
            elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB):
                self.typing = None
                self._take_typed(name, text_field.text)
                if event.key == pygame.K_TAB:
                    self.begin_typing(self._field_after(name, -1 if event.mod & pygame.KMOD_SHIFT else 1))
                    self._ready_to_type = True
            else:
                text_field.handle(event)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not text_field.rect.collidepoint(event.pos):
            self.typing = None
            self._take_typed(name, text_field.text)
            return False
        return text_field.handle(event)

    def _field_after(self, name: str, by: int) -> str:
        """Return the next text field shown in the dock after one, or the previous one with -1."""
        fields = [tile.action.id for tile in self._lists[1].tiles if tile.action.id in FIELDS]
        return following(fields, name, by) if name in fields else name

    def _take_typed(self, name: str, text: str) -> None:
        """Change a measure of the selection to a typed one."""
        editor, inches, pair = self.editor, typed_inches(text), typed_pair(text)
        sides = {"left": "west", "right": "east", "bottom": "south", "top": "north"}
        if name == "size" and pair is not None:
            editor.resize(width=pair[0], height=pair[1])
        elif name == "height" and inches is not None:
            editor.set_fact(height=inches)
        elif name in sides and inches is not None:
            editor.put(sides[name], inches)
        else:
            editor.notice = _("{text} is not a length", text=repr(text[:20]))

    def _type_here(self) -> None:
        """Type a distance of the selection, or the spot of the next corner or item."""
        if self.drawing.tool == SELECT:
            self.begin_typing("left")
            return
        spot = self.drawing.cursor or self.editor.centre
        title = _("From the left edge, and from the lower edge, in {measure}", measure=in_words())
        self.ask_text(title, coordinates(*spot), self._click_at)

    def _click_at(self, text: str) -> None:
        """Click at a typed spot."""
        pair = typed_pair(text)
        document = self.editor.document
        if pair is None or not (0 <= pair[0] <= document.width and 0 <= pair[1] <= document.height):
            self.editor.notice = _("{text} is not a spot on the table", text=repr(text[:20]))
            return
        self.drawing.cursor = pair
        self.drawing.click(pair, free=True)

    # -- the clipboard

    def _copy(self) -> bool:
        """Copy the selection to the clipboard; return whether there is one."""
        copied = self.editor.copied()
        if copied is None:
            self.editor.notice = _("Select something first")
            return False
        copy_text(copied.model_dump_json(exclude_none=True))
        self.editor.news = _("Copied: paste it here or on another map")
        return True

    def _paste(self, at: Spot | None = None) -> None:
        """Paste the part of a map that the clipboard holds, at a spot if one is given."""
        try:
            document = parse_document(copied_text(), MapDocument, _("the clipboard"))
        except DocumentError:
            self.editor.notice = _("The clipboard holds no part of a map")
            return
        self.drawing.take(SELECT)
        self.editor.paste(document, at)

    # -- backdrops

    def _ask_for_picture(self) -> None:
        self.ask_file(_("Open a picture as backdrop"), Path.home(), self._take_picture, SUFFIXES)

    def _take_picture(self, file: str) -> None:
        document = self.editor.document
        self._load(Backdrop(file=file, north=document.height), fit=True)

    def _load(self, backdrop: Backdrop, *, fit: bool = False) -> None:
        """Read a picture in a thread; scale a new one so that it will `fit` the table."""
        document = self.editor.document

        def work() -> pygame.Surface:
            return opened(Path(backdrop.file))

        if fit:
            with suppress(DocumentError, OSError):
                picture_width, picture_height = measured(Path(backdrop.file))
                pixel = max(document.width / picture_width, document.height / picture_height)
                backdrop = backdrop.model_copy(update={"pixel": min(10.0, pixel)})
        self._loading = backdrop, Task(work, "backdrop")

    def _scale_backdrop(self, first: Spot, second: Spot) -> None:
        """Ask for the true length between two spots on the backdrop."""
        distance = math.dist(first, second)
        if self.backdrop is None or distance < 0.05:
            self.editor.notice = _("Open a picture first, then click two spots on it")
            return
        picture = self.backdrop

        def take(text: str) -> None:
            inches = typed_inches(text)
            if inches is None or inches <= 0:
                self.editor.notice = _("{text} is not a length", text=repr(text[:20]))
                return
            scaled = picture.backdrop.scaled(first, second, inches / distance)
            if scaled is None:
                self.editor.notice = _("The picture would be too large")
                return
            self.backdrop = Picture(scaled, picture.surface)
            self._dirty = time.monotonic()

        title = _("How long is it really? It shows as {length}", length=size(round(distance, 2)))
        self.ask_text(title, length(distance), take)

    # -- files and games

    def _show_maps(self) -> None:
        """Show the list of maps, with the present state of this one among the drafts."""
        self.keep()
        self.window.open("maps", book=self.editor.book, below=self)

    def save(self) -> None:
        """Save the map in its file; ask for the file if it has none."""
        if self.file is None:
            self._save_as()
        else:
            self._write_map(self.file)

    def _save_as(self) -> None:
        """Ask for the file and save the map in it."""
        try:
            name = self.file.name if self.file is not None else suggested_name(self.editor.document)
        except OSError as error:
            self.report([str(error)], _("The map was not saved"))
            return
        title = _("Save the map")
        sheet = FileSheet(
            self.theme,
            title,
            text=name,
            folder=maps_folder(),
            existing=False,
            picked=lambda file: self._write_map(Path(file)),
        )
        self.show(sheet)

    def _write_map(self, path: Path) -> None:
        """Save the map in a file and name it after the file; report a failure."""
        document = renamed(self.editor.document, path)
        try:
            with writing(path):
                save_map(document, path)
        except OSError as error:
            self.report([str(error)], _("The map was not saved"))
            return
        if document is not self.editor.document:
            self.editor.document = document
        self.file, self.editor.saved = path, document
        among_own_maps = path.parent == maps_folder()
        self.editor.news = _("Saved. It is offered for new games.") if among_own_maps else _("Saved")
        self.keep()

    def play(self) -> None:
        """Start setting up a game on the map against a Recruit, in a thread under a sheet that can be closed."""
        self.keep()
        self.editor.book.offers()  # imports modules, which must not happen in the thread
        factory("new-table")
        try:
            name, last, path = self.editor.book.name, recall().draft, str(trial_file(self.editor.document))
        except OSError as error:
            self.report([str(error)], _("A game can't be played on it yet"))
            return
        rows = [MenuItem("close", _("Cancel"), "escape")]
        sheet = Sheet(self.theme, _("Setting up a game on this map..."), (), rows, wide=50)
        self.show(sheet)
        self._starting = sheet, Task(lambda: quick_game(name, last, path), "game on a map")

    def _open_game(self) -> bool:
        """Open the game once it is set up, unless its sheet was closed; return whether one was being set up."""
        if self._starting is None:
            return False
        sheet, task = self._starting
        if sheet.closed:
            self._starting = None
        elif task.done:
            self._starting = None
            self.sheets.remove(sheet)
            try:
                self.window.open("new-table", session=task.result())
            except (DocumentError, OSError) as error:
                self.report([getattr(error, "reason", str(error))], _("A game can't be played on it yet"))
        return True


def usable_book(draft: MapDraft) -> AnyRuleset:
    """Return the rulebook of a draft: the one that the draft names, else the first one of its map."""
    books = books_of(draft.map, rulesets.usable())
    return next((book for book in books if book.name == draft.ruleset), books[0])
