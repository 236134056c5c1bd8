"""Screens: their interface, and the names of all, each loaded only when opened."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar, Final

import pygame

SCREENS: Final = {
    "menu": "menu.menu:MenuScreen",
    "continue": "menu.saved_games:last_game",
    "new": "menu.new_game:NewGameScreen",
    "lesson": "play.screen:lesson_table",
    "new-lesson": "play.screen:first_lesson_table",
    "load": "menu.saved_games:games_to_resume",
    "sandbox": "sandbox.screen:last_sandbox",
    "maps": "editor.maps:maps_screen",
    "draw": "editor.maps:new_map_screen",
    "editor": "editor.screen:EditorScreen",
    "replays": "menu.saved_games:games_to_replay",
    "campaigns": "campaign.screen:kept_campaigns_screen",
    "rosters": "rosters.list_screen:rosters_screen",
    "lists": "menu.new_game:ListsScreen",
    "drills": "drills.screen:DrillsScreen",
    "drill-table": "drills.screen:DrillScreen",
    "records": "pages.texts:records_screen",
    "rules": "pages.rules:rules_screen",
    "data": "pages.data:DataScreen",
    "settings": "pages.settings:settings_screen",
    "help": "pages.texts:help_screen",
    "credits": "pages.credits:credits_screen",
    "opening": "menu.saved_games:OpeningScreen",
    "new-table": "play.screen:new_table",
    "play-now": "play.screen:quick_table",
    "resumed-table": "play.screen:resumed_table",
    "looking-back": "replay.screen:LookingBackScreen",
    "retracing": "replay.screen:RetracingScreen",
    "campaign": "campaign.screen:CampaignScreen",
    "sandbox-of": "sandbox.screen:sandbox_of_session",
    "new-sandbox": "sandbox.screen:SandboxScreen",
    "referee": "sandbox.screen:call_referee",
}
"""Every screen that is opened by name: its module in `game.ui`, and the function or class that makes it."""


class Screen:
    """The content of the window, such as the main menu or a table; only the topmost screen runs."""

    back_title: ClassVar = ""
    """The row that leads back here from a game begun here; "" without one."""

    @property
    def draws_strokes(self) -> bool:
        """Whether every motion of the mouse counts, as for a line drawn by hand, not only the last one in a frame."""
        return False

    def enter(self) -> None:
        """Become the topmost screen, for the first time or again."""

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event; at pygame.QUIT leave, perhaps after a question."""

    def tick(self) -> bool:
        """Let time pass; return whether another frame is needed."""
        return False

    def paint(self, target: pygame.Surface) -> None:
        """Paint one frame."""

    def resize(self, size: tuple[int, int]) -> None:
        """Adapt to another size of the window."""

    def apply_options(self) -> None:
        """Take other options, another theme or another interface scale from the window."""

    def survives(self, error: Exception) -> bool:
        """Close the part that caused an error if the rest can go on without it; return whether it can."""
        return False

    def leave(self) -> None:
        """Save everything that must not be lost, before the screen is dropped."""


def factory(name: str) -> Callable[..., Screen | None]:
    """Return the maker of a named screen, which may return None if there is nothing to show; raise `KeyError`."""
    module, maker = SCREENS[name].split(":")
    make: Callable[..., Screen | None] = getattr(import_module(f"game.ui.{module}"), maker)
    return make
