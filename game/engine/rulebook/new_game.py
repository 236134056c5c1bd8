"""What a rulebook offers for a new game, in a few words each: what a screen or a list shows and a plan names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Offer:
    """One thing to choose: its name in a `GamePlan`, what people call it, a line about it, the rule that has it.

    `needs` names an offer of the same kind without which this one means nothing.
    """

    name: str
    title: str
    text: str = ""
    rule: str = ""
    needs: str = ""


@dataclass(frozen=True)
class Offers:
    """Everything that can be chosen for a new game; of every kind the first is the rulebook's default.

    `seats` are the fewest, most and usual players, `rounds` the same of rounds (None where nobody may choose),
    `handlers` whom models without an owner may be given to beside the players, `colours` the players' in
    order, each named "#rrggbb".
    `rosters` stand in the order in which seats take them where nobody chooses.
    """

    scenarios: tuple[Offer, ...] = ()
    maps: tuple[Offer, ...] = ()
    rosters: tuple[Offer, ...] = ()
    switches: tuple[Offer, ...] = ()
    handlers: tuple[Offer, ...] = ()
    seats: tuple[int, int, int] = (1, 2, 2)
    rounds: tuple[int, int, int] | None = None
    colours: tuple[Offer, ...] = ()
