"""The look of the buttons that pygame_gui draws in the bar of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame_gui

from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    font_file,
    mix,
)


def make_manager(size: tuple[int, int], theme: Theme) -> pygame_gui.UIManager:
    """Return a manager whose widgets look like the rest of the window."""
    manager = pygame_gui.UIManager(size, enable_live_theme_updates=False)
    if Path(font_file("regular")).is_file() and Path(font_file("semibold")).is_file():
        manager.add_font_paths("inchwise", font_file("regular"), bold_path=font_file("semibold"))
    manager.get_theme().load_theme(_theme(theme))
    return manager


def _theme(theme: Theme) -> dict[str, Any]:
    def shown(colour: Colour) -> str:
        return "#{:02x}{:02x}{:02x}".format(*theme.tone(colour))

    states = {
        "normal": (SLATE_RAISED, INK, SLATE_LINE),
        "hovered": (SLATE_HOVER, INK, INK_FAINT),
        "selected": (mix(SLATE_HOVER, LAMP, 0.2), INK, LAMP),
        "active": (SLATE_HOVER, INK, LAMP),
        "disabled": (SLATE, INK_FAINT, SLATE_LINE),
    }
    shape = {"shape": "rounded_rectangle", "shape_corner_radius": str(theme.px(0.75)), "shadow_width": "0"}
    font = {"name": "inchwise", "size": str(theme.size("small")), "bold": "0"}
    # pygame_gui ignores the default font for elements not named here.
    return {
        **{element: {"font": font} for element in ("label", "text_box", "tool_tip.text_box")},
        "defaults": {
            "colours": {"dark_bg": shown(SLATE)}
            | {
                f"{state}_{part}": shown(colour)
                for state, colours in states.items()
                for part, colour in zip(("bg", "text", "border"), colours)
            },
            "font": font,
            "misc": {**shape, "border_width": "1"},
        },
        "button": {"font": font, "misc": shape},
        "tool_tip": {"misc": {"rect_width": str(theme.px(30))}},
    }
