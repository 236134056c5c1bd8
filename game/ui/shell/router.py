"""Screens by name: who opens one need not know where it is written, nor load it before it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from game.ui.shell.screen import Screen

SCREENS: Final = {
    "menu": "menu.menu:MenuScreen",
    "continue": "menu.opening:last_game",
    "new": "menu.new_game:NewGameScreen",
    "lesson": "lesson.screen:first_lesson",
    "load": "menu.saved_games_screen:games_to_resume",
    "sandbox": "sandbox.screen:last_sandbox",
    "replays": "menu.saved_games_screen:games_to_replay",
    "campaigns": "campaign.list_screen:kept_campaigns_screen",
    "rules": "pages.rules:rules_screen",
    "settings": "pages.settings:settings_screen",
    "help": "pages.help:help_screen",
    "credits": "pages.credits:credits_screen",
    "opening": "menu.opening:OpeningScreen",
    "new-table": "play.screen:new_table",
    "resumed-table": "play.screen:resumed_table",
    "replay": "replay.screen:ReplayScreen",
    "retracing": "replay.retracing:RetracingScreen",
    "campaign": "campaign.screen:CampaignScreen",
    "sandbox-of": "sandbox.screen:sandbox_of_session",
    "referee": "sandbox.referee:call_referee",
}
"""Every screen that is opened by name: its module in `game.ui`, and what makes it there, given the window."""


def factory(name: str) -> Callable[..., Screen | None]:
    """Return what makes the screen of a name; None comes of it where there is none to show. Raises `KeyError`."""
    module, _unused, maker = SCREENS[name].partition(":")
    found: Callable[..., Screen | None] = getattr(import_module(f"game.ui.{module}"), maker)
    return found
