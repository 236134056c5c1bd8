"""Access to a rulebook's campaigns. Their interface is in `game.engine.rulebook.facets`."""

from typing import Any

from game.engine.rulebook.facets import CampaignDeed, Campaigns, Errand, Page, Party
from game.engine.rulebook.ruleset import AnyRuleset

__all__ = ["CampaignDeed", "Campaigns", "Errand", "Page", "Party", "campaigns_of"]


def campaigns_of(book: AnyRuleset) -> Campaigns[Any] | None:
    """Return the operations on a rulebook's campaigns, or None if it has no campaigns."""
    return book.papers.campaigns() if book.papers is not None else None
