"""Ki feats and event cards: a row for each, with what it lends, to which models, and for how long (B-KI, B-WARB-6).

The cost, timing, subject, range and limits of a feat are on the card that has it. What is lent is an entry of a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from game.wording import N_

RULE: Final = "B-WARB-6"

Moments = tuple[str, ...]
Lasts = Literal["exchange", "action", "turn"]


@dataclass(frozen=True, kw_only=True)
class Feat:
    """A Ki feat: it lends an `entry` to its user, to a target, or to all `around` it, or gives and cures states.

    `moments` are the windows of procedures in which it may be used ("initiative", "pool", "damage", "ranged-pool",
    "ranged-damage"), beside those that its timing gives it (B-KI-2, B-KI-11). What is around lasts as long as an Aura
    or a Pulse does, as the card says (B-KI-8). A target may have to be of a `kind`; `weapon` limits what is lent.
    """

    name: str
    moments: Moments = ()
    entry: str = ""
    span: Lasts = "turn"
    weapon: str = ""
    around: Literal["", "friends", "enemies"] = ""
    target: Literal["", "friend", "enemy"] = ""
    kind: str = ""
    gives: str = ""
    cures: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EventCard:
    """An event card: it lends an `entry` to all models of its player that take part in a moment."""

    name: str
    rule: str = RULE
    text: str
    entry: str
    span: Lasts = "turn"
    moments: Moments = ("open", "close")


FEATS: Final = {
    feat.name: feat
    for feat in (
        Feat(name="Choking Smoke", entry="Aggressive", around="enemies"),
        Feat(name="Dirty Trick", entry="Feint (1)", span="exchange", moments=("pool",)),
        Feat(name="Green Balm", target="friend", cures=("Poisoned", "Bleeding")),
        Feat(name="Iron Chant", entry="Armour (1)", moments=("declare", "pool", "damage", "ranged-damage")),
        Feat(name="Planted Feet", entry="Parry (1)", span="exchange", moments=("pool",)),
        Feat(name="Rush the Bank", target="friend", kind="Mudwater", entry="Charging Bonus [Brutal (1)]"),
        Feat(name="Slip Away", entry="Ranged Defence (1)", moments=("declare", "ranged-set-up")),
        Feat(name="Slow Breath", entry="Brutal (1)", weapon="War Bow", span="action", moments=("ranged-pool",)),
        Feat(name="Steady Drum", entry="Courage (1)", around="friends"),
        Feat(name="Tolling Voice", target="enemy", gives="Stunned"),
        Feat(name="War Cry", entry="Brutal (1)", around="friends"),
    )
}
"""Each Ki feat by its name on cards."""
CARDS: Final = {
    card.name: card
    for card in (
        EventCard(
            name="Rising Mist",
            text=N_("Until the end of the turn, ranged attacks against all your models are 1 harder."),
            entry="Ranged Defence (1)",
        ),
        EventCard(
            name="Old Grudge",
            text=N_("In this exchange, your model gets +1 to its attack result."),
            entry="Brutal (1)",
            span="exchange",
            moments=("pool",),
        ),
    )
}
"""Each event card by its name."""
