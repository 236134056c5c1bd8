"""The report on a path in words: its length and cost leg by leg, the inches left, and the obstacles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from game.engine.pathfinding import Barriers, PathReport
from game.engine.rulebook.view import Line
from game.lengths import missing, tape, with_missing
from game.table.path.judge import LegReceipt, Price
from game.wording import N_, _, ngettext, series

BARRIERS: Final[dict[Barriers, str]] = {
    "impassable": N_("In the way: impassable terrain only"),
    "barricades": N_("In the way: all barricades"),
    "bases": N_("In the way: all barricades and bases"),
}
_UNSAID: Final[dict[Barriers, str]] = {
    "impassable": N_("The rulebook has no rule for paths: only impassable terrain blocks here"),
    "barricades": N_("The rulebook has no rule for paths: only barricades block here"),
    "bases": N_("The rulebook has no rule for paths: only barricades and bases block here"),
}
MOST_LEGS: Final = 6
_LEAST: Final = 0.005
"""Inches below which a price is not mentioned."""
_SHORT: Final = 0.02
"""Inches below which one leg among several is not mentioned, such as the leg with which a path leaves a contact."""


def path_lines(report: PathReport, barriers: Barriers | None) -> Iterator[Line]:
    """Yield the lines of a report. `barriers` are those assumed if the rulebook has no path rules, or else None."""
    receipt, refusals = report.receipt, report.refusals
    if receipt is None:
        yield Line(_("No path there"), report.rule, "bad")
    else:
        length, cost = tape(receipt.inches), tape(receipt.cost)
        dear = abs(receipt.cost - receipt.inches) >= _LEAST
        text = _("A path of {length} that costs {cost}", length=length, cost=cost) if dear else ""
        yield Line(text or _("A path of {length}", length=length), report.rule, "plain" if refusals else "good")
    yield from _refusal_lines(report)
    move = report.question.inches
    if report.left is not None and not refusals and move is not None:
        left = tape(max(report.left, 0.0))
        yield Line(_("{left} left of {given}", left=left, given=tape(move)), report.rule, "good")
    if receipt is not None:
        yield from _leg_lines(report, receipt.legs)
        for price in receipt.once:
            amount = missing(abs(price.cost))
            less, more = _("{name}: {amount} less", name=price.ground, amount=amount), _price(price)
            yield Line(less if price.cost < 0 else more, price.rule, "good" if price.cost < 0 else "warning")
    if report.obstacles:
        length, names = tape(report.straight), series(report.obstacles)
        text = _("Straight line: {length}, blocked by {names}", length=length, names=names)
        yield Line(text, tone="warning")
    if barriers is not None:
        yield Line(_(_UNSAID[barriers]), tone="quiet")


def _refusal_lines(report: PathReport) -> Iterator[Line]:
    """Yield the reasons against a path. If it is longer than the shortest path, also yield its own shortfall."""
    receipt, move = report.receipt, report.question.inches
    for refusal in report.refusals:
        yield Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")
        if receipt is not None and move is not None and refusal.cause == "too far":
            over = receipt.cost - move
            if over > (refusal.short_by or 0.0) + _LEAST:
                yield Line(_("this path is {amount} too long", amount=missing(over)), refusal.rule, "bad")


def _leg_lines(report: PathReport, legs: tuple[LegReceipt, ...]) -> Iterator[Line]:
    """Yield a line for each leg, if there are several, and lines for its prices; very short legs are left out."""
    shown = [pair for pair in zip(legs, report.turns) if pair[0].inches >= _SHORT or len(legs) == 1]
    legs = tuple(leg for leg, _obstacle in shown)
    for leg, obstacle in shown[:MOST_LEGS]:
        if len(legs) > 1:
            length = tape(leg.inches)
            text = _("{length} round {name}", length=length, name=obstacle) if obstacle else ""
            yield Line(text or _("{length} straight on", length=length), tone="quiet")
        yield from (Line(_price(price), price.rule, "warning") for price in leg.prices if price.cost >= _LEAST)
    if len(legs) > MOST_LEGS:
        rest, more = legs[MOST_LEGS:], len(legs) - MOST_LEGS
        length, cost = tape(math.fsum(leg.inches for leg in rest)), tape(math.fsum(leg.cost for leg in rest))
        yield Line(
            ngettext(
                "and {n} more leg: {length} for {cost}",
                "and {n} more legs: {length} for {cost}",
                more,
                length=length,
                cost=cost,
            ),
            tone="quiet",
        )


def _price(price: Price) -> str:
    amount = tape(price.cost)
    if price.inches:
        return _("{length} of it in {name}: {amount} more", length=tape(price.inches), name=price.ground, amount=amount)
    return _("{name}: {amount} more", name=price.ground, amount=amount)
