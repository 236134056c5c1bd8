"""From the end of a game to the campaigns of its rosters."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.documents.error import DocumentError
from game.engine.campaigns import campaigns_of
from game.play.session_model import SessionModel
from game.ui.model.campaign_files import kept_campaigns, read
from game.ui.play.focus import Focus
from game.ui.widgets.menu_item import MenuItem
from game.wording import _

APPLY: Final = "apply:"
"""The prefix of the id of an action that applies the game to a campaign, before the path of its file."""


def campaign_rows(model: SessionModel) -> list[MenuItem]:
    """Return an action for every campaign to which the finished game can be applied, or was already.

    There are none before a game is over, nor for a game that started in the middle: only whole games count.
    """
    session = model.session
    campaigns = campaigns_of(session.ruleset)
    if campaigns is None or model.practice or not session.from_setup or not session.finished:
        return []
    found = []
    for kept in kept_campaigns(campaigns):
        if kept.content is None:
            continue
        try:
            after = campaigns.apply(kept.content, session, kept.path.name)
        except DocumentError:
            continue  # other rosters played, or these in an older state
        reason = "" if after is not None else _("already in its chronicle")
        label = _("Apply to {name}", name=campaigns.summary(kept.content)[0])
        found.append(MenuItem(f"{APPLY}{kept.path}", label, reason=reason))
    return found


def apply_ending(focus: Focus, path: Path) -> None:
    """Save the finished game, open the campaign and apply the game there; Back returns to the table."""
    session = focus.model.session
    campaigns = campaigns_of(session.ruleset)
    kept = read(campaigns, path) if campaigns is not None else None
    focus.model.keep()
    file = focus.model.file
    if campaigns is None or kept is None or kept.content is None or file is None or focus.model.trouble:
        focus.model.trouble += [kept.trouble] if kept is not None and kept.trouble else []
        return
    focus.window.open(
        "campaign", book=session.ruleset.name, campaigns=campaigns, path=path, content=kept.content, finished=file
    )
