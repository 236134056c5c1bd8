"""The command cards: one deck of thirty for every player, with the effects of its cards (D-SETUP-4, D-CARD-1)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from game.wording import N_

Area = Literal["Influence", "Global"]
"""Whether the target must be in Influence when the card is played (D-CARD-1)."""
Timing = Literal[
    "INIT-ROLL", "INIT", "BG", "MOVE", "DECL", "HIT", "DMG", "DMG2", "E-ACT", "E-DECL", "E-HIT", "SAVE", "SEARCH",
    "SEARCH2", "FORT", "RF", "END-BG", "UP", "RESP",
]  # fmt: skip
"""The event at which a card may be played; those with E are events of enemies (D-CARD-4)."""
Span = Literal["action", "squad", "group"]
"""How long an effect lasts: an action, the activation of a squad, or that of a battlegroup."""


class Card(NamedTuple):
    """A command card: the value that it `changes`, by an `amount`, for a `span` of time.

    A famous Commander's own card works `like` one of the deck (D-ARMY-8).
    """

    id: str
    name: str
    area: Area
    timing: Timing
    text: str
    changes: str = ""
    amount: int = 0
    span: Span = "action"
    like: str = ""

    @property
    def does(self) -> str:
        """The id of the deck's card with the same effect; its own id if players carry it out by hand."""
        return self.like or self.id


_I: Final[Area] = "Influence"
_G: Final[Area] = "Global"
# fmt: off
_DECK: Final = (
    Card("C01", N_("Steady Hands"), _I, "DECL",
         N_("Your squad needs 1 less to hit in this Shoot action."), "hit", -1),
    Card("C02", N_("Spotter's Mark"), _I, "DECL",
         N_("Your squad ignores Hull Down in this Shoot action."), "hull", 1),
    Card("C03", N_("Walk the Fire"), _I, "HIT",
         N_("Reroll every missed die of one weapon of your squad.")),
    Card("C04", N_("Hot Loads"), _I, "DMG",
         N_("One weapon of your squad has 1 more Energy for this action, up to 12."), "energy", 1),
    Card("C05", N_("Weak Seams"), _I, "DMG2",
         N_("Reroll every failed damage die of one weapon of your squad.")),
    Card("C06", N_("Spare Belts"), _I, "DECL",
         N_("One weapon of your squad with 2 or more printed shots has 1 more for this action."), "shots", 1),
    Card("C07", N_("Forced March"), _I, "MOVE",
         N_("Your Infantry squad moves 2″ farther in this Move."), "move", 2),
    Card("C08", N_("Open Throttle"), _I, "MOVE",
         N_("Your Vehicle squad moves 3″ farther in this Move; its weapons fall silent as usual."), "move", 3),
    Card("C09", N_("Tailwind"), _G, "MOVE",
         N_("Your Aircraft squad, not Fast, moves 6″ farther in this Move; loading limits stay."), "move", 6),
    Card("C10", N_("Rough Riders"), _I, "MOVE",
         N_("Your squad pays nothing extra for Tough ground in this Move."), "rough", 1),
    Card("C11", N_("Hot Landing"), _G, "MOVE",
         N_("Your aerial Transport may load and unload after three quarters of its Move in this activation."),
         "landing", 1, "squad"),
    Card("C12", N_("Decoy Burst"), _G, "RF",
         N_("The Reaction Fire just declared at your Aircraft needs 2 more to hit."), "decoy", 2),
    Card("C13", N_("Smoke Pots"), _I, "E-DECL",
         N_("This Shoot action needs 2 more to hit your ground squad; Soft Cover does not add to it."), "smoke", 2),
    Card("C14", N_("Go to Ground"), _I, "E-HIT",
         N_("Your Infantry squad has Body Cover in this action."), "body", 1),
    Card("C15", N_("Surge Emitters"), _I, "SAVE",
         N_("Your squad's Passive saves are 1 better in this action, at best 3+; without any it saves on 6."),
         "save", 1),
    Card("C16", N_("Field Repair"), _I, "BG",
         N_("Your damaged Vehicle unit regains 1 damage point.")),
    Card("C17", N_("Medics Forward"), _I, "UP",
         N_("Your Infantry unit on the table regains D3 damage points.")),
    Card("C18", N_("Hold the Stairs"), _I, "FORT",
         N_("Your Infantry squad passes this Fortitude test without a roll."), "steadfast", 1),
    Card("C19", N_("Break Their Nerve"), _I, "FORT",
         N_("An enemy Infantry squad subtracts 1 from this Fortitude die; a natural 6 still passes."), "nerve", -1),
    Card("C20", N_("Sharp Eyes"), _I, "SEARCH",
         N_("Your squad adds 2 to the result of this search."), "search", 2),
    Card("C21", N_("Look Again"), _I, "SEARCH2",
         N_("Reroll the search die that your squad just rolled.")),
    Card("C22", N_("Long Throw"), _I, "BG",
         N_("Your squads may pass Mobile objectives over 4″ in this battlegroup's activation."), "throw", 2, "group"),
    Card("C23", N_("Countersign"), _G, "RESP",
         N_("Cancel the card that was just played.")),
    Card("C24", N_("Signal Intercept"), _G, "INIT",
         N_("Choose an opponent, who discards a card at random.")),
    Card("C25", N_("Early Start"), _G, "INIT-ROLL",
         N_("Reroll your initiative die.")),
    Card("C26", N_("Revised Orders"), _G, "INIT",
         N_("Draw 2 cards, then discard down to your hand limit.")),
    Card("C27", N_("Pinning Fire"), _I, "E-ACT",
         N_("An enemy Infantry squad has half its Move in this activation."), "pinned", 1, "squad"),
    Card("C28", N_("Fouled Feeds"), _I, "E-DECL",
         N_("One weapon of an enemy squad has 1 shot fewer for this action, but at least 1."), "shots", -1),
    Card("C29", N_("Guns Up"), _I, "END-BG",
         N_("The AA weapons of your squad that fired this round may still react to Aircraft in it.")),
    Card("C30", N_("Fanned Embers"), _I, "UP",
         N_("A piece with Collateral tokens gets D3 more.")),
)
# fmt: on
CARDS: Final = {card.id: card for card in _DECK}
"""Every card by its id; a player's deck has one of each (D-SETUP-4)."""
