"""Which rule is written under the mouse: in the panel, the details, the log, or a choice that is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene


def rule_at(scene: TableScene, spot: tuple[int, int]) -> str:
    """Return the id of the rule that is written at a pixel of the window, or an empty string."""
    if scene.panel.rule_rect().collidepoint(spot):
        return scene.panel.heading.rule
    row = scene.actions.at(spot)
    if row >= 0:
        action = scene.actions.actions[row]
        return "" if action.enabled else action.rule
    cited = next((rule for rect, rule in scene.details.cited if rect.collidepoint(spot)), "")
    if cited:
        return cited
    entry = scene.log.at(spot, scene.model.log)
    wide = scene.theme.font("small").size(entry.rule)[0] if entry is not None else 0
    return entry.rule if entry is not None and spot[0] >= scene.log.body.right - wide else ""


def rule_in_question(scene: TableScene) -> str:
    """Return the rule that the keyboard means: that of the marked choice, else that of the decision."""
    action = scene.actions.current()
    if action is not None and action.rule:
        return action.rule
    decision = scene.model.decision
    return decision.rule if decision is not None else ""
