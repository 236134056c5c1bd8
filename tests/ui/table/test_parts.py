"""The table in a window is a list of parts: whatever is in it is drawn, fed, explained, commanded and guarded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame
import pytest

from game.ui.board.overlays import CHOICE, AreaOverlay, Overlay
from game.ui.play.focus import Focus
from game.ui.play.part import OverlayPart, Part
from game.ui.play.scene import TableScene
from game.ui.widgets.keys import COMMANDS, Command
from game.ui.widgets.layers import Canvas
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, table
from tests.ui.driver import Driver

Window = Callable[..., Driver]


class Noted(OverlayPart):
    """A part that notes what it is asked to do."""

    depth: ClassVar[int] = 9
    title: ClassVar[str] = "The noted part"
    code: ClassVar[tuple[str, ...]] = ("tests.ui.table.test_parts:*",)
    seen: ClassVar[list[str]] = []

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._laid = AreaOverlay(focus.model.battlefield.table, CHOICE)  # kept: a new one would be painted each frame

    def overlays(self) -> Sequence[Overlay]:
        return [self._laid]

    def under(self, target: Canvas) -> None:
        super().under(target)
        self.seen.append("under")

    def draw(self, target: pygame.Surface) -> None:
        self.seen.append("draw")

    def input(self, event: pygame.event.Event) -> bool:
        self.seen.append("input")
        return True

    def tick(self, now: float) -> bool:
        self.seen.append("tick")
        return False

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"noted": lambda: self.seen.append("command"), "fault": lambda: self.seen.extend("x" for _n in [1 // 0])}

    def close(self) -> None:
        self.seen.append("closed")


def opened(window: Window, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Return a table with the noted part at the end of its list."""
    parts = TableScene._overlays

    def more(scene: TableScene) -> tuple[Part, ...]:
        return (*parts(scene), Noted(scene.focus))

    monkeypatch.setattr(TableScene, "_overlays", more)
    Noted.seen.clear()
    ground = begin(godbreaker("Wick", A, 12.5, 13.5, 8), godbreaker("Marrow", B, 15.0, 13.5, 6), ground=table())
    return window(ground.session)


def test_a_part_in_the_list_is_drawn_fed_explained_and_commanded(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = opened(window, monkeypatch)
    driver.frame()
    assert {"under", "draw", "tick"} <= {*Noted.seen}
    assert "can be chosen" in {entry.label for entry in driver.scene.legend()}
    driver.scene.commands()["noted"]()
    scale = driver.scene.focus.camera.scale
    driver.move(driver.at(12.5, 13.5))
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False))
    assert {"input", "command"} <= {*Noted.seen}
    assert driver.scene.focus.camera.scale == scale, "the part used the wheel"


def test_a_command_with_a_key_is_a_row_of_the_table_of_keys_and_a_function_of_a_part(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = opened(window, monkeypatch)
    driver.key("ctrl+i")
    assert "command" not in Noted.seen
    monkeypatch.setitem(COMMANDS, "noted", Command("noted", "Note it", "ctrl+i"))
    driver.key("ctrl+i")
    assert "command" in Noted.seen


def test_nothing_is_laid_or_explained_while_what_is_drawn_is_closed(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = opened(window, monkeypatch)
    driver.scene.focus.drawing = False
    assert "can be chosen" not in {entry.label for entry in driver.scene.legend()}


def test_the_guard_closes_a_part_of_the_list(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = opened(window, monkeypatch)
    with pytest.raises(ZeroDivisionError) as raised:
        driver.scene.overlays[-1].commands()["fault"]()
    assert driver.scene.guard.closes(raised.value).startswith("The noted part failed")
    assert Noted.seen[-1] == "closed"
