"""Campaigns: rosters that live on, called as the rulebook calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset
    from game.ui.shell.window import Window


def _called(book: AnyRuleset) -> str:
    return book.terms.campaign


@entry("campaign", N_("Campaign"), order=55, shortcut="a", called=_called)
def campaign(window: Window) -> None:
    """Show the campaigns that are kept."""
    from game.engine.campaigns import Campaigning
    from game.ui.campaign.list_screen import CampaignsPlace
    from game.ui.prefs.memory import last_rulebook

    book = last_rulebook(Campaigning)
    assert isinstance(book, Campaigning)
    window.go(CampaignsPlace(window, book, book.campaigns()))
