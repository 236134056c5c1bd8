"""Decisions answered with rows to adjust: picking, ordering, allocating."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from game.engine.core.decisions import NOTHING_ELSE, Allocate, Answer, Order, Pick, Reference
from game.engine.rulebook.view import Line, PieceView
from game.lengths import with_missing
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.ui.board.camera import Spot
from game.ui.decisions.base import Controller, controls
from game.ui.widgets.actions import SHORTCUT, MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.theme import colour_of
from game.wording import N_, _

ENDS = 4
"""The rear and the front, seen from the closest enemy, then the flanks."""


def from_an_end(model: SessionModel, pick: Pick, end: int) -> list[str]:
    """Return the models to pick from one end of a unit, titled ones last, that do no harm which they need not do.

    Nothing if they are not of one unit, if the rules refuse them, or know of no harm and only one is needed.
    """
    models = [piece for piece in map(model.pieces.get, pick.candidates) if piece is not None]
    if (
        pick.minimum < (2 if pick.sparing is None else 1)
        or len(models) < len(pick.candidates)
        or len({piece.unit for piece in models}) != 1
    ):
        return []
    if not models[0].unit:
        return []
    across, ahead = _towards_enemy(model, models)
    along = (ahead, (-ahead[0], -ahead[1]), across, (-across[0], -across[1]))[end % ENDS]
    ordered = sorted(models, key=lambda each: (bool(each.titles), each.x * along[0] + each.y * along[1], each.id))
    names = [piece.id for piece in ordered]
    found = names[: pick.minimum] if pick.sparing is None else pick.sparing(names)
    return found if pick.allows(found) else []


def _towards_enemy(model: SessionModel, models: Sequence[PieceView]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the direction along the front, and that to the closest enemy, as unit vectors."""
    x, y = sum(each.x for each in models) / len(models), sum(each.y for each in models) / len(models)
    enemies = [
        each for each in model.pieces.values() if each.kind == "base" and each.owner not in ("", models[0].owner)
    ]
    near = min(enemies, key=lambda each: math.dist((each.x, each.y), (x, y)), default=None)
    dx, dy = (near.x - x, near.y - y) if near is not None else (0.0, 1.0)
    long = math.hypot(dx, dy) or 1.0
    return (-dy / long, dx / long), (dx / long, dy / long)


CONFIRM, UP, DOWN, MORE, LESS, END = "confirm", "up", "down", "more", "less", "end"
ALL, EVENLY = "all", "evenly"
ITEM = "item:"
"""The prefix of the ids of rows for items."""
WHOLE = "order:"
"""The prefix of the ids of rows that are a whole order."""
PAIR = 2
NAMED = 2
"""The most pieces that the confirmation of a pick names; more are counted."""


class RowsController(Controller):
    """Rows of items to adjust before confirming them together."""

    def answer(self) -> Answer:
        """Return the answer that the rows make now."""
        raise NotImplementedError

    def select(self, item: str) -> None:
        """Perform the action of an item's row."""
        raise NotImplementedError

    def _subject(self, item: str) -> tuple[tuple[str, ...], Reference]:
        """Return the subject of an item: a piece or a player."""
        player = self.model.player(item)
        return ((), Reference(players=(item,))) if player is not None else ((item,), NOTHING_ELSE)

    def perform(self, action: MenuItem) -> None:
        if action.id == CONFIRM:
            self.model.answer(self.answer())
        elif action.id.startswith(ITEM):
            self.select(action.id.removeprefix(ITEM))
        else:
            super().perform(action)

    def enter(self, current: MenuItem | None) -> None:
        if current is None or current.id.startswith(ITEM):
            self.model.answer(self.answer())
        else:
            self.perform(current)

    def space(self, current: MenuItem | None) -> None:
        if current is not None:
            self.perform(current)


@controls(Pick)
class PickController(RowsController):
    """Candidates glow on the table and are listed. A single one is taken at once, several are ticked and confirmed."""

    def __init__(self, model: SessionModel, decision: Pick) -> None:
        super().__init__(model, decision)
        self.pick = decision
        self.end = 0
        self.picked = from_an_end(model, decision, self.end)
        self.suggests = bool(self.picked)
        self.several = decision.maximum != 1 or decision.minimum != 1
        several, one = _("Click pieces or tick them with Space, then Enter."), _("Click a piece, or Tab and Enter.")
        self.hint = several if self.several else one

    def actions(self) -> list[MenuItem]:
        rows = [self._row(piece) for piece in self.pick.candidates]
        if self.several or self.suggests:
            reason = "; ".join(refusal.text for refusal in self.pick.why_not(list(self.picked)))
            names = [self._named(piece) for piece in self.picked]
            picked = ", ".join(names) if len(names) <= NAMED else str(len(names))
            label = _("Choose {picked}", picked=picked) if names else _("Choose none")
            rows.insert(0, MenuItem(CONFIRM, label, shortcut="return", reason=reason, primary=True))
        if self.suggests:
            rows.insert(1, MenuItem(END, _("Start from another end"), "e"))
        return rows + self.shortcuts()

    def notes(self) -> Sequence[Line]:
        whole = self.pick.harm is not None and self.pick.allows(list(self.picked))
        harm = self.pick.harm(tuple(self.picked)) if self.pick.harm is not None and whole else ""
        return (Line(harm[:1].upper() + harm[1:], self.pick.rule, "bad"),) if harm else ()

    def perform(self, action: MenuItem) -> None:
        if action.id == END:
            ends = ((self.end + by) % ENDS for by in range(1, ENDS + 1))
            self.end, self.picked = next(
                (end, found) for end in ends if (found := from_an_end(self.model, self.pick, end))
            )
        else:
            super().perform(action)

    def _named(self, piece: str) -> str:
        """Return the name of a piece; for a model, what distinguishes it within its unit."""
        name, label = self.model.name_of(piece), self.model.units.label(piece)
        return name if not label else label if self.pick.about == self.model.units.whole(piece) else f"{name}: {label}"

    def _row(self, piece: str) -> MenuItem:
        units = self.model.units
        view = self.model.pieces.get(piece) or self.model.reserve.get(piece) or units.cards.get(piece)
        owner = self.model.player(view.owner) if view else None
        die = "  " + _("d{die}", die=view.die) if view and view.die else ""
        subject, about = self._subject(piece)
        return MenuItem(
            ITEM + piece,
            self._named(piece) + die + (f": {note}" if (note := self.pick.note(piece)) else ""),
            ticked=piece in self.picked if self.several else None,
            subject=subject,
            about=about,
            swatch=colour_of(owner.colour) if owner else None,
        )

    def answer(self) -> list[str]:
        return list(self.picked)

    def select(self, item: str) -> None:
        if not self.several:
            self.model.answer([item])
        elif item in self.picked:
            self.picked.remove(item)
        else:
            if self.pick.maximum > 0 and len(self.picked) >= self.pick.maximum:
                self.picked.pop(0)
            self.picked.append(item)

    def enter(self, current: MenuItem | None) -> None:
        if self.several or (current is None and self.suggests):
            super().enter(current)
        else:
            self.space(current)

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        aimed = pointed.id.removeprefix(ITEM) if pointed is not None else ""
        if meant := self.model.units.meant(piece, self.pick.candidates):
            aimed = meant
        if aimed.startswith(SHORTCUT):
            return super().weighed(pointed, piece)
        if not aimed and not self.picked and len(self.pick.candidates) == 1:
            aimed = self.pick.candidates[0]
        picked = list(self.picked) if self.several or (self.suggests and not aimed) else []
        if aimed in self.pick.candidates and aimed not in picked:
            picked.append(aimed)
        return [*picked[-self.pick.maximum :]] if picked else None

    @property
    def draws_reach(self) -> bool:
        return any(self.model.units.whole(each) == self.decision.about for each in self.pick.candidates)  # casualties

    def objections(self, piece: str) -> tuple[Line, ...]:
        if self.model.units.meant(piece, self.pick.candidates):
            return ()
        short = [refusal for refusal in self._against(piece)[:1] if refusal.inches is not None]
        return tuple(Line(with_missing(refusal.text, refusal.inches), refusal.rule) for refusal in short)

    def _against(self, piece: str) -> list[Refusal]:
        """Return why a piece cannot be picked; for a model its unit's reason, if units are picked."""
        units = self.model.units
        among_units = any(units.whole(each) == each for each in self.pick.candidates)
        return self.pick.why_not([units.whole(piece) if among_units else piece])

    def marks(self) -> dict[str, str]:
        return {piece: "chosen" if piece in self.picked else "candidate" for piece in self.pick.candidates}

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        """Return the rows about what is under the cursor: a candidate's own row, not ready-made answers with it."""
        rows = super().rows_at(spot, piece)
        return [row for row in rows if row.id.startswith(ITEM)] or rows

    def click(self, spot: Spot, piece: str) -> bool:
        if super().click(spot, piece):
            return True
        if piece:
            refusals = [refusal for refusal in self._against(piece) if refusal.text]
            self.model.notice = Notice(_("{piece} cannot be chosen", piece=self.model.name_of(piece)), tuple(refusals))
        return False


class AdjustController(RowsController):
    """One row is selected and changed: by Left and Right, and by the actions whose ids are `back` and `forth`."""

    back: ClassVar[str] = ""
    forth: ClassVar[str] = ""
    selected = ""

    def select(self, item: str) -> None:
        self.selected = item

    def change(self, by: int) -> None:
        """Change the selected row by one step forth (1) or back (-1), if possible."""
        raise NotImplementedError

    def perform(self, action: MenuItem) -> None:
        if action.id in (self.back, self.forth):
            self.change(1 if action.id == self.forth else -1)
        else:
            super().perform(action)

    def key(self, press: Press) -> bool:
        if press.command in ("left", "right") and not press.shift:
            self.change(1 if press.command == "right" else -1)
            return True
        return False


@controls(Order)
class OrderController(AdjustController):
    """A list whose selected row moves up and down; two items are shown as two buttons."""

    back, forth = UP, DOWN
    hint = N_("Click what comes first, then second, and so on; or move a row with U and D. Enter confirms.")

    def __init__(self, model: SessionModel, decision: Order) -> None:
        super().__init__(model, decision)
        self.order = decision
        if len(decision.items) == PAIR:
            self.hint = N_("Press 1 or 2, or Tab and Enter.")
        self.items = list(decision.items)
        self.selected = self.items[0]
        self._clicked: list[str] = []

    def actions(self) -> list[MenuItem]:
        if len(self.items) == PAIR:
            return [*(self._whole(number) for number in range(PAIR)), *self.shortcuts()]
        rows = [MenuItem(CONFIRM, _("Use this order"), "return", primary=True)]
        for number, item in enumerate(self.items, 1):
            player = self.model.player(item)
            swatch = colour_of(player.colour) if player else None
            label, (subject, about) = f"{number}.  {self.model.name_of(item)}", self._subject(item)
            rows.append(
                MenuItem(ITEM + item, label, primary=item == self.selected, subject=subject, about=about, swatch=swatch)
            )
        name = self.model.name_of(self.selected)
        first = _("it is the first") if self.selected == self.items[0] else ""
        last = _("it is the last") if self.selected == self.items[-1] else ""
        rows.append(MenuItem(UP, _("Move {name} up", name=name), "u", reason=first))
        rows.append(MenuItem(DOWN, _("Move {name} down", name=name), "d", reason=last))
        return rows + self.shortcuts()

    def answer(self) -> list[str]:
        return list(self.items)

    def _whole(self, number: int) -> MenuItem:
        """Return the row of one of the two orders of a pair."""
        first, second = (self.model.name_of(item) for item in _turned(self.order.items, number))
        player = self.model.player(_turned(self.order.items, number)[0])
        swatch = colour_of(player.colour) if player else None
        label = _("{first}, then {second}", first=first, second=second)
        subject, about = self._subject(_turned(self.order.items, number)[0])
        return MenuItem(
            f"{WHOLE}{number}",
            label,
            str(number + 1),
            primary=not number,
            subject=subject,
            about=about,
            swatch=swatch,
        )

    def perform(self, action: MenuItem) -> None:
        if action.id.startswith(WHOLE):
            self.model.answer(_turned(self.order.items, int(action.id.removeprefix(WHOLE))))
        else:
            super().perform(action)

    def take(self, row: MenuItem) -> None:
        if len(self.items) == PAIR:
            self.perform(row)
            return
        item = row.id.removeprefix(ITEM)
        self.selected, others = item, [each for each in self._clicked if each != item]
        self._clicked = others if item in self._clicked else [*others, item]
        self.items = [*self._clicked, *(each for each in self.order.items if each not in self._clicked)]

    def change(self, by: int) -> None:
        place = self.items.index(self.selected)
        if 0 <= place + by < len(self.items):
            self.items.insert(place + by, self.items.pop(place))


def _turned(items: Sequence[str], by: int) -> list[str]:
    return [*items[by:], *items[:by]]


@controls(Allocate)
class AllocateController(AdjustController):
    """A row for every item with its share; the selected share can be raised or lowered."""

    back, forth = LESS, MORE
    hint = N_("Click a row or press its key to add one; Left takes one away. Enter confirms.")

    def __init__(self, model: SessionModel, decision: Allocate) -> None:
        super().__init__(model, decision)
        self.allocation = decision
        self.shares = dict.fromkeys(decision.limits, 0)
        self.selected = next(iter(decision.limits), "")

    @property
    def left(self) -> int:
        """The amount not yet allocated."""
        return self.allocation.total - sum(self.shares.values())

    def actions(self) -> list[MenuItem]:
        reason = _("{left} left", left=self.left) if self.left else ""
        rows = [MenuItem(CONFIRM, _("Share out like this"), "return", primary=True, reason=reason)]
        for item, share in self.shares.items():
            most, name = self.allocation.limits[item], self.model.name_of(item)
            label = _("{item}: {share} of {limit}", item=name, share=share, limit=most)
            subject, about = self._subject(item)
            rows.append(MenuItem(ITEM + item, label, primary=item == self.selected, subject=subject, about=about))
        name = self.model.name_of(self.selected)
        rows.append(MenuItem(MORE, _("One more for {name}", name=name), "right", reason=self._why_not(1)))
        rows.append(MenuItem(LESS, _("One less for {name}", name=name), "left", reason=self._why_not(-1)))
        done = _("it is already shared out this way")
        for kind, label, key in ((ALL, _("All for {name}", name=name), "a"), (EVENLY, _("Share out evenly"), "e")):
            rows.append(MenuItem(kind, label, key, reason=done if self.shares == self._shared(kind) else ""))
        return rows + self.shortcuts()

    def perform(self, action: MenuItem) -> None:
        if action.id in (ALL, EVENLY):
            self.model.notice, self.shares = Notice(), self._shared(action.id)
        else:
            super().perform(action)

    def _shared(self, kind: str) -> dict[str, int]:
        """Return everything shared out at once: to the selected item if possible, or evenly, first ones first."""
        limits, found = self.allocation.limits, dict.fromkeys(self.shares, 0)
        for _time in range(self.allocation.total):
            items = [self.selected] if kind == ALL else [*found]
            if some := [item for item in items if item and found[item] < limits[item]]:
                found[min(some, key=found.__getitem__)] += 1
        return found

    def _why_not(self, by: int) -> str:
        if not self.selected:
            return _("nothing here can take a share")
        share = self.shares[self.selected] + by
        if share < 0:
            return _("it has none")
        if share > self.allocation.limits[self.selected]:
            return _("it can get at most {limit}", limit=self.allocation.limits[self.selected])
        return _("nothing is left") if by > 0 and not self.left else ""

    def answer(self) -> dict[str, int]:
        return dict(self.shares)

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        return self.answer() if any(self.shares.values()) else None

    def take(self, row: MenuItem) -> None:
        self.select(row.id.removeprefix(ITEM))

    def select(self, item: str) -> None:
        """Select what was clicked and give it one more; clicked at its limit, it loses everything."""
        again, self.selected = item == self.selected, item
        self.model.notice = Notice()  # what it could not get is shared out differently now
        if not self._why_not(1):
            self.change(1)
        elif again:
            self.shares[item] = 0

    def change(self, by: int) -> None:
        self.model.notice = Notice()
        if not self._why_not(by):
            self.shares[self.selected] += by
