"""The effect of an undo: the removed answers, the dice rolled in them, and the players who must agree.

Also standing orders: the questions that the program passes for a player, as texts.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Final

from game.engine.core.flow import Interrupt
from game.engine.hidden import has_revealed_secrets, private_facts
from game.engine.history.undo_terms import Policy
from game.engine.rulebook.editing import Correction
from game.engine.session import Session
from game.wording import N_, _

REVEALED: Final = N_("What was chosen in secret has been revealed since.")


@dataclass(frozen=True, slots=True)
class UndoEffect:
    """The effect of an undo by `player`: it removes the last `entries` of the journal, with `dice` rolls in them.

    The players in `asks` must agree first.
    """

    entries: int
    dice: int
    player: str
    asks: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """The reason why players must agree, in words."""
        return _("Dice were rolled since. Undoing won't change the rolls.") if self.dice else _(REVEALED)


def undo_effect(session: Session, policy: Policy = "consent", bots: Container[str] = ()) -> UndoEffect | None:
    """Return the effect of undoing the last answer of a person, or None if nothing can be undone.

    Later answers of bots and placings by the rulebook are undone too. Once the secret answers of a commitment are
    revealed, all of them are undone, as players now know the others' choices. No other player has to agree under
    "free", or if no dice were rolled and no player learnt anything.
    """
    people = [player for player in session.ruleset.players(session.setup) if player not in bots]
    length = session.length_before(len(session.journal))
    if length < session.first_known or not people:
        return None
    earlier, length = before_last_answer(session, bots)
    entry = session.journal[length]
    declaration = Interrupt.read(entry) or Correction.read(entry)
    player = (declaration.player if declaration is not None else "") or earlier.pending().player
    dice = session.state.rolls.total - earlier.state.rolls.total
    others = tuple(person for person in people if person != player)
    sealed, private = earlier.pending().sealed, private_facts(earlier).keys()
    revealed = has_revealed_secrets(length, session, earlier)
    if revealed:  # undo the whole commitment
        length = max(length - sealed, session.first_known)
    no_longer_private = private - private_facts(session).keys()
    learnt = dice > 0 or revealed or bool(no_longer_private)
    asks = others if learnt and policy == "consent" else ()
    return UndoEffect(len(session.journal) - length, dice, player, asks)


def before_last_answer(session: Session, bots: Container[str] = ()) -> tuple[Session, int]:
    """Return a copy of the game before the last answer of a person, and the length of its journal.

    Raise `ValueError` if that part of the game is not stored.
    """
    length = session.length_before(len(session.journal))
    orders = session.orders_before(length)
    while True:
        earlier = copy_at_length(session, length)
        earlier.passing = orders
        by_person = not (earlier.pending().player in bots or earlier.answers_itself(length))
        if by_person or length <= session.first_known:
            return earlier, length
        length = session.length_before(length)


def copy_at_length(session: Session, length: int) -> Session:
    """Return a copy of the game with the first `length` journal entries; raise `ValueError` if it is not stored."""
    mark = next((mark for mark in reversed(session.marks) if mark.entries <= length), None)
    if mark is None or length > len(session.journal):
        raise ValueError(f"entry {length} is not known")
    copy = session.replayed(mark, session.journal[mark.entries : length])
    copy.deploying, copy.passing, copy.forced = session.deploying, session.passing, session.forced
    return copy


def standing_orders(session: Session, player: str) -> Mapping[str, str]:
    """Return the questions at which a player gave the standing orders that still hold, by their timing.

    An order that was not given at a question, or before the known part of the game, has its timing as the text.
    """
    orders, until = session.passing.get(player, {}), session.decision.until if session.decision is not None else ""
    ended = [timing for timing in orders if until and "." in timing and not timing.endswith(f".{until}")]
    return {timing: _prompt_of_order(session, timing, entry) for timing, entry in orders.items() if timing not in ended}


def _prompt_of_order(session: Session, window: str, entry: int) -> str:
    try:
        asked = copy_at_length(session, entry).decision
    except ValueError:  # from before the first checkpoint that is kept
        asked = None
    return window if asked is None else asked.order_words(window)
