"""A screen that is a sheet on the club table, as most screens are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.ui.shell.host import SheetHost
from game.ui.shell.window import Window
from game.ui.widgets.backdrop import backdrop
from game.ui.widgets.keys import may_repeat
from game.ui.widgets.messages import notice
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from game.ui.widgets.dialogs import Dialogs


class SheetScreen:
    """Shows `first()`, and what is put on top of it by `show`; closing the last sheet goes back.

    A subclass gives `first`. `dialogs` asks for files and texts. After other options or another scale the first
    sheet is made anew where nothing lies on it.
    """

    def __init__(self, window: Window) -> None:
        self.window = window
        self.sheets: list[Sheet] = []
        self._dialogs: Dialogs | None = None

    @property
    def theme(self) -> Theme:
        """Type and spacing of the window."""
        return self.window.theme

    @property
    def dialogs(self) -> Dialogs:
        """The dialogs of this screen, made when first asked for: a file, a line of text."""
        if self._dialogs is None:
            from game.ui.widgets.dialogs import Dialogs
            from game.ui.widgets.gui_theme import make_manager

            self._dialogs = Dialogs(make_manager(self.window.size, self.theme), self.theme)
        return self._dialogs

    @property
    def rect(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.window.size)

    def first(self) -> Sheet:
        """Return the sheet that this screen is."""
        raise NotImplementedError

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.veil = bool(self.sheets)
        sheet.place(self.rect)
        self.sheets.append(sheet)
        self.window.stale = True

    def replace(self, sheet: Sheet) -> None:
        """Show a sheet instead of all that are there."""
        self.sheets.clear()
        self.show(sheet)

    # -- as a screen ---------------------------------------------------------------------------

    def enter(self) -> None:
        """Show the first sheet where there is none."""
        if not self.sheets:
            self.show(self.first())

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event: for the dialog that is open, else for the sheet on top."""
        if event.type == pygame.QUIT:
            self.window.quit()
            return
        if self._dialogs is not None and self._dialogs.open:
            if not self._dialogs.is_opening_text(event):
                self._dialogs.manager.process_events(event)
                self._dialogs.handle(event)
            return
        held = event.type == pygame.KEYDOWN and self.window.repeated and not may_repeat(event)
        if self.sheets and not held:
            self._to_sheet(self.sheets[-1], event)

    def _to_sheet(self, sheet: Sheet, event: pygame.event.Event) -> None:
        sheet.handle(event)
        if not sheet.closed:
            return
        if sheet in self.sheets:
            self.sheets.remove(sheet)
        if self.sheets:
            self.sheets[0].veil = False
        elif self.window.top is self and self.window.running:
            self.emptied()

    def emptied(self) -> None:
        """The last sheet was closed: go back to where one came from."""
        self.window.back()

    def tick(self) -> bool:
        """Tell people of trouble; say whether a dialog needs frames."""
        if self.window.trouble:
            trouble, self.window.trouble = self.window.trouble, []
            self.tell(trouble)
        if self._dialogs is not None and self._dialogs.open:
            self._dialogs.manager.update(1 / 60)
            return True
        return False

    def tell(self, texts: list[str], title: str = "") -> None:
        """Tell people something; any key or click goes on."""
        self.show(notice(self.theme, texts, title))

    def paint(self, target: pygame.Surface) -> None:
        """Paint the table, the first sheet, and the one on top."""
        target.blit(backdrop(self.window.size, self.window.look.sharp), (0, 0))
        for sheet in self.sheets[:1] + self.sheets[1:][-1:]:
            sheet.place(self.rect)
            sheet.draw(target)
        if self.window.look.sharp:
            from game.ui.widgets.looks import sharpen

            sharpen(target, self.rect)
        if self._dialogs is not None and self._dialogs.open:
            self._dialogs.manager.draw_ui(target)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the sheets out for another size."""
        if self._dialogs is not None:
            self._dialogs.manager.set_window_resolution(size)
        for sheet in self.sheets:
            sheet.place(self.rect)

    def apply_options(self) -> None:
        """Take over options, look and scale."""
        if self._dialogs is not None and not self._dialogs.open:
            self._dialogs = None
        for sheet in self.sheets:
            sheet.place(self.rect)

    def leave(self) -> None:
        """Nothing is lost by leaving."""


class OneSheetScreen(SheetScreen):
    """Shows the sheet that `build` returns for this screen: settings, help, credits. Closing it goes back."""

    def __init__(self, window: Window, build: Callable[[SheetHost], Sheet]) -> None:
        super().__init__(window)
        self._build = build

    def first(self) -> Sheet:
        return self._build(self)
