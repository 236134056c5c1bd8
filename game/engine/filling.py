"""Random answers to the open steps of a draft that is made step by step, such as a roster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from random import Random
from typing import Final, Generic, TypeVar

from game.documents.error import DocumentError
from game.engine.rulebook.making import DieThrown, Step, Steps

DraftT = TypeVar("DraftT")
TRIES: Final = 12
"""The number of tries, each from the same draft, after dead ends."""
MOST: Final = 200
"""The most answers of one try."""


def filled(making: Steps[DraftT], draft: DraftT, random: Random) -> DraftT:
    """Return the draft with random legal answers to every open step, or with as few gaps as could be reached.

    Answers given before stay. Dice are left to the player, so that undoing random answers takes back no roll.
    """
    best, fewest = draft, len(making.missing(draft)) + 1
    for _try in range(TRIES):
        trial = _Try(making, draft, random)
        trial.go_on()
        if trial.gaps < fewest:
            best, fewest = trial.draft, trial.gaps
        if not fewest:
            break
    return best


def rolled(steps: Sequence[Step]) -> Counter[DieThrown]:
    """Return the dice rolled in these steps, with their numbers."""
    return Counter(step.thrown for step in steps if step.thrown is not None)


def fillable(step: Step) -> bool:
    """Return whether random answers may answer a step."""
    return step.open or (step.optional and bool(step.choices) and not (step.value or step.reason or step.by_hand))


class _Try(Generic[DraftT]):
    """One try to complete a draft with random answers, until no answer closes a gap."""

    def __init__(self, making: Steps[DraftT], draft: DraftT, random: Random) -> None:
        self.making, self.draft, self.random = making, draft, random
        self.steps, self.gaps = making.steps(draft), len(making.missing(draft))
        self.spent: set[str] = set()

    def go_on(self) -> None:
        for _answer in range(MOST):
            if not (self._answer_open() or self._answer_wanted() or self._answer_optional()):
                break

    def _answer_open(self) -> bool:
        """Answer the first open step that can be answered; return whether there was one."""
        return any(self._take(changed) for step in self.steps if step.open for _step, changed in self._answers([step]))

    def _answer_wanted(self) -> bool:
        """Give the first set of wanted answers that opens no gap; return whether there was one."""
        for answers in self.making.wanted(self.draft):
            if (key := str(answers)) in self.spent:
                continue
            self.spent.add(key)
            with suppress(DocumentError):
                changed = self.draft
                for step, answer in answers:
                    changed = self.making.answer(changed, step, answer)
                if len(self.making.missing(changed)) <= self.gaps and self._take(changed):
                    return True
        return False

    def _answer_optional(self) -> bool:
        """Give the first answer that closes a gap, or else the one that opens the fewest; return whether one exists.

        If the draft has no gaps, only answers that open none are taken; a step with another answer is not tried again.
        """
        steps = [step for step in self.steps if fillable(step)]
        others = []
        for step, changed in self._answers(steps):
            gaps = len(self.making.missing(changed))
            if gaps < max(1, self.gaps) and self._take(changed):
                return True
            if self.gaps:
                others.append((gaps, changed))
            else:
                self.spent.add(step)
        return any(self._take(changed) for _gaps, changed in sorted(others, key=itemgetter(0)))

    def _take(self, changed: DraftT) -> bool:
        """Continue with a changed draft, unless the change rolled dice; return whether the draft was adopted."""
        steps = self.making.steps(changed)
        if rolled(steps) - rolled(self.steps):
            return False
        self.draft, self.steps, self.gaps = changed, steps, len(self.making.missing(changed))
        return True

    def _answers(self, steps: Sequence[Step]) -> Iterator[tuple[str, DraftT]]:
        """Yield the possible answers in random order, as pairs of a step and the draft after its answer."""
        possible = [(step.id, choice.answer) for step in steps for choice in step.choices if not choice.reason]
        possible += [(step.id, step.suggestion) for step in steps if step.suggestion and not step.optional]
        for step, answer in self.random.sample(possible, len(possible)):
            if step not in self.spent:
                with suppress(DocumentError):
                    changed = self.making.answer(self.draft, step, answer)
                    if changed != self.draft:
                        yield step, changed
