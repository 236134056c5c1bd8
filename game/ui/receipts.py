"""A receipt in words: points, legs, terrain, rounding, what is left to the next unit, what is in the way."""

from __future__ import annotations

import math

from game.engine.view import Line
from game.table.policy import MeasuringPolicy
from game.table.receipt import Receipt
from game.ui.overlays import hundredths

MOST_LEGS = 6


def receipt_lines(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Return everything a receipt says, each line with its rule."""
    told = policy.citation
    (ax, ay), (bx, by) = receipt.start, receipt.end
    lines = _outcome(receipt, policy)
    length = hundredths(receipt.inches)
    if receipt.range is not None and policy.rounds_down:
        whole = math.floor(receipt.inches + policy.tolerance)
        lines.append(Line(f"{length} rounded down: {whole} U", told("range")))
    else:
        lines.append(Line(f"{length} from point to point", told("range")))
    if receipt.terrain_inches > 0 and receipt.range is not None and policy.terrain_costs:
        units = math.floor(receipt.terrain_inches + policy.tolerance)
        lines.append(Line(f"{hundredths(receipt.terrain_inches)} of it in terrain: {units} U more", told("terrain")))
    if receipt.range is not None and policy.rounds_down:
        lines.append(Line(f"{receipt.margin:.2f}″ more and it is {receipt.range + 1:g} U", told("range")))
    lines += _legs(receipt)
    lines.append(Line(f"Closest points: {ax:.2f}, {ay:.2f} and {bx:.2f}, {by:.2f}", tone="quiet"))
    cited = {line.rule for line in lines}
    lines.extend(Line("Also counts here", rule, "quiet") for rule in receipt.rules if rule not in cited)
    return lines


def _outcome(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Say what it comes to, and what stands in the way."""
    walls = " and ".join(dict.fromkeys(receipt.blocked_by))
    blocked = policy.citation("blocked")
    if receipt.range is None:
        why = f"No line is free: {walls} is in the way" if walls else "Out of reach of each other"
        return [Line(why, blocked if walls else policy.citation("levels"), "bad")]
    found = [Line(f"Range {receipt.range:g} U", policy.citation("range"), "good")]
    if walls:
        found.append(Line(f"{walls} blocks the shortest line; another one is free", blocked, "warning"))
    return found


def _legs(receipt: Receipt) -> list[Line]:
    """Tell the legs one by one, as far as there are several of them."""
    if len(receipt.legs) < 2 and all(leg.kind == "open" for leg in receipt.legs):
        return []
    found = [
        Line(f"{hundredths(leg.inches)} in the open", tone="quiet")
        if leg.kind == "open"
        else Line(f"{hundredths(leg.inches)} in {' and '.join(leg.pieces) or 'terrain'}", tone="warning")
        for leg in receipt.legs[:MOST_LEGS]
    ]
    if len(receipt.legs) > MOST_LEGS:
        found.append(Line(f"and {len(receipt.legs) - MOST_LEGS} legs more", tone="quiet"))
    return found
