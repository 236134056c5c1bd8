"""Sharing out an amount among things."""

from __future__ import annotations

from game.engine.core.decisions import Allocate
from game.ui.decisions.adjust_rows import CONFIRM, ITEM, RowsController
from game.ui.decisions.base import controls
from game.ui.model.session_model import SessionModel
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

MORE, LESS = "more", "less"


@controls(Allocate)
class AllocateController(RowsController):
    """A row for every item with its share; the selected one takes more or less."""

    forth = MORE
    hint = N_("Select a row; Right gives it one more, Left one less; Enter confirms.")

    def __init__(self, model: SessionModel, decision: Allocate) -> None:
        super().__init__(model, decision)
        self.allocation = decision
        self.shares = dict.fromkeys(decision.limits, 0)
        self.selected = next(iter(decision.limits), "")

    @property
    def left(self) -> int:
        """How much is not shared out yet."""
        return self.allocation.total - sum(self.shares.values())

    def actions(self) -> list[MenuItem]:
        rows = [
            MenuItem(
                ITEM + item,
                _(
                    "{item}: {share} of {limit}",
                    item=self.model.name_of(item),
                    share=share,
                    limit=self.allocation.limits[item],
                ),
                primary=item == self.selected,
                subject=(item,),
            )
            for item, share in self.shares.items()
        ]
        name = self.model.name_of(self.selected)
        rows.append(MenuItem(MORE, _("One more for {name}", name=name), "right", reason=self._why_not(1)))
        rows.append(MenuItem(LESS, _("One less for {name}", name=name), "left", reason=self._why_not(-1)))
        reason = _("{left} left", left=self.left) if self.left else ""
        rows.insert(0, MenuItem(CONFIRM, _("Share out like this"), "return", primary=True, reason=reason))
        return rows + self.shortcuts()

    def _why_not(self, by: int) -> str:
        if not self.selected:
            return _("there is nothing to share out to")
        share = self.shares[self.selected] + by
        if share < 0:
            return _("it has none")
        if share > self.allocation.limits[self.selected]:
            return _("it may get {limit} at most", limit=self.allocation.limits[self.selected])
        return _("nothing is left") if by > 0 and not self.left else ""

    def answer(self) -> dict[str, int]:
        return dict(self.shares)

    def select(self, item: str) -> None:
        self.selected = item

    def change(self, by: int) -> None:
        if not self._why_not(by):
            self.shares[self.selected] += by
