"""Putting things in order."""

from __future__ import annotations

from game.engine.core.decisions import Order
from game.ui.decisions.adjust_rows import CONFIRM, ITEM, RowsController
from game.ui.decisions.base import controls
from game.ui.model.session_model import SessionModel
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.theme import colour_of
from game.wording import N_, _

UP, DOWN = "up", "down"


@controls(Order)
class OrderController(RowsController):
    """A list whose selected row moves up and down."""

    forth = DOWN
    hint = N_("Select a row and move it with U and D (or Left and Right); Enter confirms.")

    def __init__(self, model: SessionModel, decision: Order) -> None:
        super().__init__(model, decision)
        self.items = list(decision.items)
        self.selected = 0

    def actions(self) -> list[MenuItem]:
        rows = [MenuItem(CONFIRM, _("This is the order"), "return", primary=True)]
        for place, item in enumerate(self.items):
            player = self.model.player(item)
            swatch = colour_of(player.colour) if player else None
            label = f"{place + 1}.  {self.model.name_of(item)}"
            rows.append(MenuItem(ITEM + item, label, primary=place == self.selected, subject=(item,), swatch=swatch))
        name = self.model.name_of(self.items[self.selected])
        rows.append(
            MenuItem(UP, _("Move {name} up", name=name), "u", reason="" if self.selected else _("it is the first"))
        )
        last = self.selected == len(self.items) - 1
        rows.append(MenuItem(DOWN, _("Move {name} down", name=name), "d", reason=_("it is the last") if last else ""))
        return rows + self.shortcuts()

    def answer(self) -> list[str]:
        return list(self.items)

    def select(self, item: str) -> None:
        self.selected = self.items.index(item)

    def change(self, by: int) -> None:
        other = self.selected + by
        if 0 <= other < len(self.items):
            items = self.items
            items[self.selected], items[other] = items[other], items[self.selected]
            self.selected = other
