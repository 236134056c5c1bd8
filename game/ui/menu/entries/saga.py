"""Saga: circles that live on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("saga", N_("Saga"), order=55, shortcut="a")
def saga(window: Window) -> None:
    """Show the campaigns that are kept."""
    from game.ui.campaign.list_screen import CampaignListScreen

    window.go(CampaignListScreen(window))
