"""A receipt in words: points, legs, terrain, rounding, what is left to the next unit, what is in the way."""

from __future__ import annotations

import math

from game.engine.rulebook.view import Line
from game.lengths import coordinates, counted, missing, tape
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.receipt import Receipt
from game.wording import _

MOST_LEGS = 6


def receipt_lines(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Return everything a receipt says, each line with its rule."""
    cite = policy.citation
    lines = _outcome(receipt, policy)
    length = tape(receipt.inches)
    if receipt.range is not None and policy.rounds_down:
        whole = math.floor(receipt.inches + policy.tolerance)
        lines.append(Line(_("{length} rounded down: {whole}", length=length, whole=counted(whole)), cite("range")))
    else:
        lines.append(Line(_("{length} from point to point", length=length), cite("range")))
    if receipt.terrain_inches > 0 and receipt.range is not None and policy.terrain_costs:
        units = math.floor(receipt.terrain_inches + policy.tolerance)
        lines.append(
            Line(
                _(
                    "{terrain_inches} of it in terrain: {units} more",
                    terrain_inches=tape(receipt.terrain_inches),
                    units=counted(units),
                ),
                cite("terrain"),
            )
        )
    if receipt.range is not None and policy.rounds_down:
        lines.append(
            Line(
                _("{margin} more and it is {range}", margin=missing(receipt.margin), range=counted(receipt.range + 1)),
                cite("range"),
            )
        )
    lines += _legs(receipt)
    first, second = coordinates(*receipt.start), coordinates(*receipt.end)
    lines.append(Line(_("Closest points: {first} and {second}", first=first, second=second), tone="quiet"))
    cited = {line.rule for line in lines}
    lines.extend(Line(_("Also counts here"), rule, "quiet") for rule in receipt.rules if rule not in cited)
    return lines


def _outcome(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Say what it comes to, and what stands in the way."""
    walls = _(" and ").join(dict.fromkeys(receipt.blocked_by))
    blocked = policy.citation("blocked")
    if receipt.range is None:
        why = _("No line is free: {walls} is in the way", walls=walls) if walls else _("Out of reach of each other")
        return [Line(why, blocked if walls else policy.citation("levels"), "bad")]
    found = [Line(_("Range {range}", range=counted(receipt.range)), policy.citation("range"), "good")]
    if walls:
        found.append(Line(_("{walls} blocks the shortest line; another one is free", walls=walls), blocked, "warning"))
    return found


def _legs(receipt: Receipt) -> list[Line]:
    """Tell the legs one by one, as far as there are several of them."""
    if len(receipt.legs) < 2 and all(leg.kind == "open" for leg in receipt.legs):
        return []
    found = [
        Line(_("{inches} in the open", inches=tape(leg.inches)), tone="quiet")
        if leg.kind == "open"
        else Line(
            _(
                "{inches} in {pieces}",
                inches=tape(leg.inches),
                pieces=_(" and ").join(leg.pieces) or _("terrain"),
            ),
            tone="warning",
        )
        for leg in receipt.legs[:MOST_LEGS]
    ]
    if len(receipt.legs) > MOST_LEGS:
        found.append(Line(_("and {legs} legs more", legs=len(receipt.legs) - MOST_LEGS), tone="quiet"))
    return found
