"""Controllers of decisions answered with rows to adjust: pick some, put them in order, share out an amount."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from game.cached import cached_property
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
"""The number of ends of a unit: rear and front as seen by the closest enemy, then both flanks."""


def from_an_end(model: SessionModel, pick: Pick, end: int) -> list[str]:
    """Return the models to suggest for a pick, from one end of a unit; models with titles come last.

    If the rules know which picks do harm, a pick that avoids it is suggested. [] if the models are not of one unit, if
    the rules do not allow the pick, or if a single model is picked and the rules know nothing about harm.
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
    sideways, to_enemy = _towards_enemy(model, models)
    # models are sorted along this direction, so the rear comes first for end 0
    direction = (to_enemy, (-to_enemy[0], -to_enemy[1]), sideways, (-sideways[0], -sideways[1]))[end % ENDS]
    ordered = sorted(
        models, key=lambda member: (bool(member.titles), member.x * direction[0] + member.y * direction[1], member.id)
    )
    names = [piece.id for piece in ordered]
    suggested = names[: pick.minimum] if pick.sparing is None else pick.sparing(names)
    return suggested if pick.allows(suggested) else []


def _towards_enemy(model: SessionModel, models: Sequence[PieceView]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return two unit vectors: along the front, and towards the closest enemy (up the table without one)."""
    x, y = sum(piece.x for piece in models) / len(models), sum(piece.y for piece in models) / len(models)
    enemies = [
        piece for piece in model.pieces.values() if piece.kind == "base" and piece.owner not in ("", models[0].owner)
    ]
    closest = min(enemies, key=lambda piece: math.dist((piece.x, piece.y), (x, y)), default=None)
    dx, dy = (closest.x - x, closest.y - y) if closest is not None else (0.0, 1.0)
    distance = math.hypot(dx, dy) or 1.0
    return (-dy / distance, dx / distance), (dx / distance, dy / distance)


CONFIRM, UP, DOWN, MORE, LESS, END = "confirm", "up", "down", "more", "less", "end"
ALL, EVENLY = "all", "evenly"
ITEM = "item:"
"""The prefix of the ids of rows for items."""
WHOLE = "order:"
"""The prefix of the ids of rows that each stand for a complete order."""
PAIR = 2
"""The number of items whose two orders are shown as two buttons."""
NAMED = 2
"""The most pieces that the confirmation of a pick names; more are counted."""


class RowsController(Controller):
    """Base class of controllers with rows to adjust, which are then confirmed together."""

    def answer(self) -> Answer:
        """Return the answer that the rows stand for at present."""
        raise NotImplementedError

    def select(self, item: str) -> None:
        """Perform the action of an item's row."""
        raise NotImplementedError

    def _subject(self, item: str) -> tuple[tuple[str, ...], Reference]:
        """Return the pieces and the reference of an item's row: the item is a piece or a player."""
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
    """Picks pieces that glow on the table and are listed.

    A single one is taken at once, several need a confirmation.
    """

    def __init__(self, model: SessionModel, decision: Pick) -> None:
        super().__init__(model, decision)
        self.pick = decision
        self.end = 0
        self.picked = from_an_end(model, decision, self.end)
        self.suggests = bool(self.picked)
        self.several = decision.maximum != 1 or decision.minimum != 1
        several_hint, single_hint = (
            _("Click pieces or tick them with Space, then Enter."),
            _("Click a piece, or select it with Tab and press Enter."),
        )
        self.hint = several_hint if self.several else single_hint

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
        return rows + self._barred + self.shortcuts()

    @cached_property
    def _barred(self) -> list[MenuItem]:
        """The rows of pieces that a player would expect among the candidates, with the reasons against them."""
        barred = self.pick.barred() if self.pick.barred is not None else ()
        reasons = ((piece, "; ".join(refusal.text for refusal in self._against(piece))) for piece in barred)
        return [replace(self._row(piece), reason=reason) for piece, reason in reasons]

    def notes(self) -> Sequence[Line]:
        complete = self.pick.harm is not None and self.pick.allows(list(self.picked))
        harm = self.pick.harm(tuple(self.picked)) if self.pick.harm is not None and complete else ""
        return (Line(harm[:1].upper() + harm[1:], self.pick.rule, "bad"),) if harm else ()

    def perform(self, action: MenuItem) -> None:
        if action.id == END:
            # the next end from which models can be suggested
            ends = ((self.end + steps) % ENDS for steps in range(1, ENDS + 1))
            self.end, self.picked = next(
                (end, picked) for end in ends if (picked := from_an_end(self.model, self.pick, end))
            )
        else:
            super().perform(action)

    def _named(self, piece: str) -> str:
        """Return the name of a piece; for a model its label, with the unit unless the decision is about it."""
        name, label = self.model.name_of(piece), self.model.units.label(piece)
        if not label:
            return name
        return label if self.pick.about == self.model.units.whole(piece) else f"{name}: {label}"

    def _row(self, piece: str) -> MenuItem:
        """Return the row of a candidate, with its die, its note and its owner's colour."""
        units = self.model.units
        view = self.model.pieces.get(piece) or self.model.reserve.get(piece) or units.cards.get(piece)
        owner = self.model.player(view.owner) if view else None
        die = "  " + _("d{die}", die=view.die) if view and view.die else ""
        subject, reference = self._subject(piece)
        return MenuItem(
            ITEM + piece,
            self._named(piece) + die + (f": {note}" if (note := self.pick.note(piece)) else ""),
            ticked=piece in self.picked if self.several else None,
            subject=subject,
            about=reference,
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
                # the oldest choice makes room for the new one
                self.picked.pop(0)
            self.picked.append(item)

    def enter(self, current: MenuItem | None) -> None:
        if self.several or (current is None and self.suggests):
            super().enter(current)
        else:
            self.space(current)

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        aimed = pointed.id.removeprefix(ITEM) if pointed is not None else ""
        if piece_meant := self.model.units.meant(piece, self.pick.candidates):
            aimed = piece_meant  # a piece on the table counts before a row
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
        return any(
            self.model.units.whole(candidate) == self.decision.about for candidate in self.pick.candidates
        )  # casualties

    def objections(self, piece: str) -> tuple[Line, ...]:
        if self.model.units.meant(piece, self.pick.candidates):
            return ()
        short = [refusal for refusal in self._against(piece)[:1] if refusal.inches is not None]
        return tuple(Line(with_missing(refusal.text, refusal.inches), refusal.rule) for refusal in short)

    def _against(self, piece: str) -> list[Refusal]:
        """Return the refusals of picking a piece; for a model its unit's refusals if units are picked."""
        units = self.model.units
        among_units = any(units.whole(candidate) == candidate for candidate in self.pick.candidates)
        return self.pick.why_not([units.whole(piece) if among_units else piece])

    def marks(self) -> dict[str, str]:
        return {piece: "chosen" if piece in self.picked else "candidate" for piece in self.pick.candidates}

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        """Return the rows about the thing at a spot; a candidate's own row without shortcuts that include it."""
        rows = [row for row in super().rows_at(spot, piece) if row.enabled]
        return [row for row in rows if row.id.startswith(ITEM)] or rows

    def click(self, spot: Spot, piece: str) -> bool:
        if super().click(spot, piece):
            return True
        if piece:
            refusals = [refusal for refusal in self._against(piece) if refusal.text]
            self.model.notice = Notice(_("{piece} cannot be chosen", piece=self.model.name_of(piece)), tuple(refusals))
        return False


class AdjustController(RowsController):
    """Base class: Left and Right, and the actions with the ids `back` and `forth`, change the selected row."""

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
    """Puts items in order: the selected row moves up and down.

    Two items are shown as two buttons, one for each order.
    """

    back, forth = UP, DOWN
    hint = N_("Click what comes first, then second, and so on; or move a row with U and D. Enter confirms.")

    def __init__(self, model: SessionModel, decision: Order) -> None:
        super().__init__(model, decision)
        self.order = decision
        if len(decision.items) == PAIR:
            self.hint = N_("Press 1 or 2, or select an order with Tab and press Enter.")
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
            label, (subject, reference) = f"{number}.  {self.model.name_of(item)}", self._subject(item)
            rows.append(
                MenuItem(
                    ITEM + item, label, primary=item == self.selected, subject=subject, about=reference, swatch=swatch
                )
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
        items = _rotated(self.order.items, number)
        first, second = (self.model.name_of(item) for item in items)
        player = self.model.player(items[0])
        swatch = colour_of(player.colour) if player else None
        label = _("{first}, then {second}", first=first, second=second)
        subject, about = self._subject(items[0])
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
            self.model.answer(_rotated(self.order.items, int(action.id.removeprefix(WHOLE))))
        else:
            super().perform(action)

    def take(self, row: MenuItem) -> None:
        if len(self.items) == PAIR:
            self.perform(row)
            return
        item = row.id.removeprefix(ITEM)
        self.selected, others = item, [clicked for clicked in self._clicked if clicked != item]
        self._clicked = others if item in self._clicked else [*others, item]
        self.items = [*self._clicked, *(clicked for clicked in self.order.items if clicked not in self._clicked)]

    def change(self, by: int) -> None:
        index = self.items.index(self.selected)
        if 0 <= index + by < len(self.items):
            self.items.insert(index + by, self.items.pop(index))


def _rotated(items: Sequence[str], by: int) -> list[str]:
    """Return the items in the same cyclic order, beginning `by` items later."""
    return [*items[by:], *items[:by]]


@controls(Allocate)
class AllocateController(AdjustController):
    """Shares out an amount: a row for each item with its share; the selected share can be raised or lowered."""

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
            limit, name = self.allocation.limits[item], self.model.name_of(item)
            label = _("{item}: {share} of {limit}", item=name, share=share, limit=limit)
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
        """Return a complete sharing: all to the selected item as far as its limit allows, or evenly."""
        limits, shares = self.allocation.limits, dict.fromkeys(self.shares, 0)
        for _time in range(self.allocation.total):
            items = [self.selected] if kind == ALL else [*shares]
            if open_items := [item for item in items if item and shares[item] < limits[item]]:
                # the smallest share grows; of equal ones the first
                shares[min(open_items, key=shares.__getitem__)] += 1
        return shares

    def _why_not(self, by: int) -> str:
        """Return why the selected share cannot change by one step, or "" if it can."""
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
        """Select a clicked item and give it one more. Clicked again at its limit, it loses everything."""
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
