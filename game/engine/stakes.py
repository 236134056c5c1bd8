"""Stakes: who would be hurt or helped by an answer, tried on copies of the game with every face of its first die.

They say what follows before anything else is asked or another die falls: nothing else could be promised.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from game.engine.core.decisions import Answer, IllegalAnswer, MalformedAnswer
from game.engine.core.dice import Dice, RollCounter
from game.engine.history.changes import Change, Effect, effects_of
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import PieceView, TableView
from game.engine.session import Session

Sign = Literal["hurt", "helped"]

SIGNS: Final[dict[Change, Sign]] = {
    "hurt": "hurt",
    "gone": "hurt",
    "dropped": "hurt",
    "lost": "hurt",
    "healed": "helped",
    "raised": "helped",
    "took": "helped",
    "won": "helped",
    "came": "helped",
}
"""What a change means for its piece; others mean nothing."""
MOST_SIDES: Final = 20


@dataclass(frozen=True)
class Stake:
    """What may become of a piece: in some outcomes, or for `certain` in all of them.

    `least` and `most` are the amounts of damage taken or lost where that is what happens, else 0; `gone` says that it
    may leave the table. `chance` is the share of outcomes in which anything becomes of it, `gone_chance` of those in
    which it leaves the table.
    """

    piece: PieceView
    sign: Sign
    certain: bool
    least: int = 0
    most: int = 0
    gone: bool = False
    chance: float = 1.0
    gone_chance: float = 0.0


class _Enough(Exception):
    """What would follow hangs on more than the first die."""


@dataclass
class _FirstDie:
    """Dice of a trial: those rolled before fall again, then one shows a given face (0 for none)."""

    before: Dice
    session: Session
    begun: int
    face: int = 0
    sides: int = 0
    key: str = ""
    again: bool = False
    view: TableView | None = None

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        if counter.total < self.begun:
            return self.before.roll(counter, sides, key)
        if self.face and counter.total == self.begun:
            self.key = key
            counter.next_for(key)
            return self.face
        self.sides, self.again = sides, key == self.key
        self.view = self.session.ruleset.view(self.session.game)
        raise _Enough


def stakes(session: Session, answer: Answer) -> list[Stake]:
    """Return whom an answer to the pending decision would hurt or help; nobody if it is illegal, secret or an edit."""
    decision = session.decision
    if decision is None or isinstance(decision, Editing) or decision.concealed or session.awaiting is not None:
        return []
    before = session.ruleset.view(session.game)
    found = [list(filter(sign_of, effects_of(before, view))) for view in _after(session, answer)]
    by_piece: defaultdict[tuple[str, Sign], list[list[Effect]]] = defaultdict(lambda: [[] for _outcome in found])
    for outcome, effects in enumerate(found):
        for effect in effects:
            if (sign := sign_of(effect)) is not None:
                by_piece[effect.piece.id, sign][outcome].append(effect)
    return [_stake(sign, outcomes) for (_piece, sign), outcomes in by_piece.items() if _counts(outcomes)]


def sign_of(effect: Effect) -> Sign | None:
    """Return what a change means for its piece; nothing for a new one of nobody, or a marker that changes hands."""
    piece = effect.piece
    if (effect.change == "came" and not piece.owner) or (effect.change in ("won", "lost") and piece.kind != "base"):
        return None
    return SIGNS.get(effect.change)


def _counts(outcomes: Sequence[Sequence[Effect]]) -> bool:
    """Return whether effects on a piece are worth telling.

    One that only may grow by a lucky die is not, nor is one that joins its player in any case.
    """
    changes = {effect.change for each in outcomes for effect in each}
    return bool(changes - {"raised", "came"}) or all(outcomes) == (changes == {"raised"})


def _stake(sign: Sign, outcomes: Sequence[Sequence[Effect]]) -> Stake:
    """Return what becomes of a piece over all outcomes, some of which may be without any effect on it."""
    amounts = [sum(effect.amount for effect in each if effect.change in ("hurt", "healed")) for each in outcomes]
    every = [effect for each in outcomes for effect in each]
    gone = sum(any(effect.change == "gone" for effect in each) for each in outcomes)
    chance, leaves = (count / len(outcomes) for count in (sum(map(bool, outcomes)), gone))
    least = min(filter(None, amounts), default=0)
    return Stake(every[0].piece, sign, all(outcomes), least, max(amounts), gone > 0, chance, leaves)


def _after(session: Session, answer: Answer) -> Iterator[TableView]:
    """Yield the table after an answer, for every face of the first die that then falls and is not rolled again."""
    first, view = _tried(session, answer, 0)
    if not first.sides:
        if view is not None:
            yield view
        return
    was = {piece.id for piece in session.ruleset.view(session.game).pieces if piece.active}
    if was and first.view is not None and not was <= {piece.id for piece in first.view.pieces if piece.active}:
        yield first.view  # the action is over: what that die is for is another matter
        return
    for face in range(1, min(first.sides, MOST_SIDES) + 1):
        trial, view = _tried(session, answer, face)
        if view is not None and not trial.again:
            yield view


def _tried(session: Session, answer: Answer, face: int) -> tuple[_FirstDie, TableView | None]:
    """Return the dice of a trial and the table at its end, or where a second die would fall; None if it is illegal."""
    twin = session.fork()
    twin.dice = twin.game.dice = die = _FirstDie(session.dice, twin, session.state.rolls.total, face)
    try:
        twin.answer(answer)
    except _Enough:
        return die, die.view
    except (IllegalAnswer, MalformedAnswer):
        return die, None
    return die, twin.ruleset.view(twin.game)
