"""The answers of a decision as the dock shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ui.widgets.actions import ActionList, MenuItem, Row


@dataclass
class Choices(ActionList):
    """The rows of a decision, without the ids of rules."""

    def row(self, action: MenuItem) -> Row:
        return super().row(replace(action, rule=""))
