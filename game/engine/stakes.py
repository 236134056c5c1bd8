"""Stakes: the pieces that an answer would harm or help, tried on copies of the game with every face of its dice.

They cover the effects before the next question, or before more dice than can be tried: nothing later is certain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import compress, takewhile
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
"""The meaning of a change for its piece; other changes mean nothing."""
MOST: Final = 160
"""The most combinations of dice tried: two dice of twelve sides, and some more."""
MOST_SIDES: Final = 20


@dataclass(frozen=True)
class Stake:
    """A possible harm or help to a piece; `certain` if it happens in all outcomes.

    `least` and `most` are the damage taken or removed, or 0; `gone`: it may leave the table. `chance` is the share of
    outcomes in which anything happens to it, `gone_chance` the share in which it leaves the table.
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
    """Raised when a trial needs one more die than it has faces."""


@dataclass
class _Faces:
    """The dice of a trial: earlier rolls repeat, further dice show the given faces, and one more die ends the trial."""

    before: Dice
    session: Session
    begun: int
    faces: tuple[int, ...] = ()
    keys: list[str] = field(default_factory=list)
    sides: int = 0
    again: int = 0
    view: TableView | None = None

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return the face of an earlier roll or a given one; for one more die, end the trial."""
        at = counter.total - self.begun
        if at < 0:
            return self.before.roll(counter, sides, key)
        del self.keys[at:]  # a copy of the game rolls the same dice again
        if at < len(self.faces):
            self.keys.append(key)
            counter.next_for(key)
            return self.faces[at]
        self.sides = sides
        # The die is rerolled if the last rolls were for the same purpose: count these.
        self.again = len(list(takewhile(key.__eq__, reversed(self.keys))))
        self.view = self.session.ruleset.view(self.session.game)
        raise _Enough


@dataclass(frozen=True)
class Outcome:
    """The table after an answer if dice show `faces`, and the probability of these faces.

    `sides` are the sides of the die that would be rolled next, 0 if a question comes first; `again` is the number of
    rolls of the same die just before it.
    """

    share: Fraction
    view: TableView
    faces: tuple[int, ...] = ()
    sides: int = 0
    again: int = 0


def stakes(session: Session, answer: Answer) -> list[Stake]:
    """Return the pieces that an answer would harm or help; empty for an illegal or secret answer, or an edit."""
    decision = session.decision
    if decision is None or isinstance(decision, Editing) or decision.concealed or session.awaiting is not None:
        return []
    view_before, trials = session.ruleset.view(session.game), outcomes(session, answer)
    changes = [list(filter(sign_of, effects_of(view_before, outcome.view))) for outcome in trials]
    # For each piece and sign, the effects in each trial.
    by_piece: defaultdict[tuple[str, Sign], list[list[Effect]]] = defaultdict(lambda: [[] for _outcome in changes])
    for number, effects in enumerate(changes):
        for effect in effects:
            if (sign := sign_of(effect)) is not None:
                by_piece[effect.piece.id, sign][number].append(effect)
    shares = [outcome.share for outcome in trials]
    return [_stake_of(sign, cases, shares) for (_piece, sign), cases in by_piece.items() if _is_worth_showing(cases)]


def outcomes(session: Session, answer: Answer, most: int = MOST) -> list[Outcome]:
    """Return the table after an answer for all faces that dice may show; none for an illegal answer.

    A trial ends before the next question, before a die of another action or phase, and before dice that would leave
    more than `most` outcomes. A die that is rerolled until it stops has only the faces on which it stops.
    """
    first = _try_faces(session, answer, (), Fraction(1))
    if first is None:
        return []
    view_before = session.ruleset.view(session.game)
    trials, unfinished = [first], [0]
    while unfinished:
        unfinished = [number for number, trial in enumerate(trials) if _goes_on(view_before, trial)]
        new_outcomes = [trials[number].sides for number in unfinished]
        if len(trials) - len(unfinished) + sum(new_outcomes) > most:
            # Go on only with rerolled dice: each says itself on which faces it stops.
            unfinished = [number for number in unfinished if trials[number].again]
        by_number = {number: _outcomes_of_next_die(session, answer, trials[number]) for number in unfinished}
        trials = [child for number, trial in enumerate(trials) for child in by_number.get(number, [trial])]
    return trials


def _goes_on(before: TableView, end: Outcome) -> bool:
    """Return whether the die that would be rolled next belongs to the same action and phase."""
    active_before, active_now = ({piece.id for piece in view.pieces if piece.active} for view in (before, end.view))
    same = (before.phase, before.round_text) == (end.view.phase, end.view.round_text)
    return 0 < end.sides <= MOST_SIDES and same and active_before <= active_now


def _outcomes_of_next_die(session: Session, answer: Answer, end: Outcome) -> list[Outcome]:
    """Return an outcome for every face of the next die, unless that die would be rolled for the third time."""
    trials = (_try_faces(session, answer, (*end.faces, face), end.share) for face in range(1, end.sides + 1))
    stands = [trial for trial in trials if trial is not None and trial.again < 2]
    return [replace(trial, share=end.share / len(stands)) for trial in stands]


def sign_of(effect: Effect) -> Sign | None:
    """Return whether a change is good or bad for its piece; None for new unowned pieces, or markers changing hands."""
    piece = effect.piece
    if (effect.change == "came" and not piece.owner) or (effect.change in ("won", "lost") and piece.kind != "base"):
        return None
    return SIGNS.get(effect.change)


def _is_worth_showing(outcomes: Sequence[Sequence[Effect]]) -> bool:
    """Return whether the possible effects on a piece are worth showing.

    They are not if all that can happen is a gain by a lucky roll, or if the piece joins its player in every outcome.
    """
    changes = {effect.change for effects in outcomes for effect in effects}
    return bool(changes - {"raised", "came"}) or all(outcomes) == (changes == {"raised"})


def _stake_of(sign: Sign, cases: Sequence[Sequence[Effect]], shares: Sequence[Fraction]) -> Stake:
    """Return the possible effects on a piece over all outcomes, each with its share; some may have no effect."""

    def chance_of(happens: Iterable[object]) -> float:
        return float(sum(compress(shares, happens), Fraction(0)))

    amounts = [sum(effect.amount for effect in effects if effect.change in ("hurt", "healed")) for effects in cases]
    all_effects = [effect for effects in cases for effect in effects]
    leaves = [any(effect.change == "gone" for effect in effects) for effects in cases]
    least_amount = min(filter(None, amounts), default=0)
    is_certain = all(cases)  # an outcome without an effect is an empty list
    return Stake(
        piece=all_effects[0].piece,
        sign=sign,
        certain=is_certain,
        least=least_amount,
        most=max(amounts),
        gone=any(leaves),
        chance=chance_of(cases),
        gone_chance=chance_of(leaves),
    )


def _try_faces(session: Session, answer: Answer, faces: tuple[int, ...], share: Fraction) -> Outcome | None:
    """Return the table at the end of a trial, or before its next die; None if the answer is illegal.

    `share` is the probability of the faces.
    """
    twin = session.fork()
    twin.dice = twin.game.dice = dice = _Faces(session.dice, twin, session.state.rolls.total, faces)
    try:
        twin.answer(answer)
    except _Enough:
        assert dice.view is not None
        return Outcome(share, dice.view, faces, dice.sides, dice.again)
    except (IllegalAnswer, MalformedAnswer):
        return None
    return Outcome(share, twin.ruleset.view(twin.game), faces)
