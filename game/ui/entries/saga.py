"""Saga: circles that live on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("saga", mark("Saga"), order=55, shortcut="a")
def saga(window: Window) -> None:
    """Show the campaigns that are kept."""
    from game.ui.places.campaigns import CampaignsPlace

    window.go(CampaignsPlace(window))
