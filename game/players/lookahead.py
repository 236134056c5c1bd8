"""Looking ahead to the end of an activation: every worthwhile answer on copies of the game, dice by expectation."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from game.engine.core.decisions import Answer, Choose, Decision, Place
from game.engine.rulebook.abilities import Judging
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.chance import outcomes
from game.players.random_player import random_answer

APART: Final = 0.8
"""Spots nearer to each other than this (inches, along both axes together) count as one."""
DEEPEST: Final = 7
"""Decisions in a row that are weighed; the rest of an activation is played by first impressions."""


@dataclass(frozen=True)
class Width:
    """How much is tried: options, spots of the first and of later placings, groups of pieces, outcomes of dice.

    `continued` are the outcomes from which an activation is played on where the rulebook knows what its dice bring.
    """

    options: int = 6
    spots: tuple[int, int] = (5, 3)
    picks: tuple[int, int] = (5, 3)
    outcomes: int = 12
    continued: int = 3


class Lookahead:
    """Rates the answers of a player to a decision by the position at the end of the activation that it belongs to.

    `tries` is how many answers are given on copies of the game, shared out among the answers that are rated; where
    it is used up, first impressions count. Same seed and tries: same ratings.
    """

    def __init__(
        self, session: Session, player: str, rng: random.Random, tries: int, width: Width | None = None
    ) -> None:
        assert isinstance(session.ruleset, Judging)
        self.session = session
        self.judge: Judging[Any] = session.ruleset
        self.player, self.rng, self.width = player, rng, width or Width()
        self.left = tries

    def rated(self) -> list[Prospect]:
        """Return the answers worth considering, the best first; `worth` is what each is expected to add."""
        session, decision = self.session, self.session.pending()
        found = self._impressions(session, decision)
        if len(found) < 2:
            return found
        here, acting = self._worth(session), self.judge.acting(session.game)
        narrowed, rated, tries = self._narrowed(decision, found, 0), [], self.left
        for number, each in enumerate(narrowed, 1):
            self.left = tries * number // len(narrowed) - tries * (number - 1) // len(narrowed)
            rated.append(replace(each, worth=self._value(session, each, acting, 0) - here))
        return sorted(rated, key=lambda each: -each.worth)

    def _value(self, session: Session, prospect: Prospect, acting: Hashable, depth: int) -> float:
        """Return what the position is worth after an answer and all that follows it in the activation."""
        if prospect.settled:
            expected = self._worth(session) + prospect.worth
            return expected + self._gain_after(session, prospect.answer, acting, depth)
        if self.left <= 0:
            return self._worth(session) + (prospect.worth if prospect.scored else 0.0)
        total, known = 0.0, dict[tuple[float, str], float]()
        for chance, after in outcomes(session, prospect.answer, self.width.outcomes, self.rng):
            self.left -= 1
            alike = round(self._worth(after), 6), _asked(after)
            if alike not in known:  # many faces of a die lead to the same position
                known[alike] = self._end(after, acting, depth + 1)
            total += chance * known[alike]
        return total

    def _gain_after(self, session: Session, answer: Answer, acting: Hashable, depth: int) -> float:
        """Return what the rest of the activation is expected to add after an answer whose dice are expected already."""
        gains = [0.0]
        if self.left > 0:
            gains.clear()
            for _chance, after in outcomes(session, answer, self.width.continued, self.rng):
                self.left -= 1
                gains.append(self._end(after, acting, depth + 1) - self._worth(after))
                if not self._goes_on(after, acting):
                    break  # the activation ends, whatever the dice show
        return sum(gains) / len(gains)

    def _end(self, session: Session, acting: Hashable, depth: int) -> float:
        """Return what the position is worth at the end of the activation, if everybody answers as well as they can."""
        while self.left > 0 and self._goes_on(session, acting):
            acting, decision = self.judge.acting(session.game), session.pending()
            own = decision.player == self.player and depth < DEEPEST
            if own and isinstance(decision, Choose):  # all are tried, so impressions would be wasted
                found = [Prospect(option.key, 0.0, "") for option in decision.options]
            else:
                found = self._impressions(session, decision)
            if own:
                narrowed = self._narrowed(decision, found, depth)
                return max(self._value(session, each, acting, depth) for each in narrowed)
            self.left -= 1
            session = session.fork()
            session.answer(max(found, key=lambda each: each.worth).answer)
            depth += 1
        return self._worth(session)

    def _goes_on(self, session: Session, acting: Hashable) -> bool:
        now = self.judge.acting(session.game)
        return session.decision is not None and now is not None and (acting is None or bool(now == acting))

    def _worth(self, session: Session) -> float:
        return self.judge.worth(session.game, self.player)

    def _impressions(self, session: Session, decision: Decision) -> list[Prospect]:
        found = list(self.judge.prospects(session.game, decision, self.rng))
        return found or [Prospect(random_answer(decision, self.rng), 0.0, "", scored=False)]

    def _narrowed(self, decision: Decision, found: Sequence[Prospect], depth: int) -> list[Prospect]:
        """Return the answers that make the best first impression, as many as are tried."""
        ordered = sorted(found, key=lambda each: -each.worth)
        if isinstance(decision, Choose):
            return ordered[: self.width.options]
        later = bool(depth)
        if not isinstance(decision, Place):
            return ordered[: self.width.picks[later]]
        taken: list[Prospect] = []
        for each in ordered:
            if len(taken) < self.width.spots[later] and all(_far(each.answer, other.answer) for other in taken):
                taken.append(each)
        return taken


def _asked(session: Session) -> str:
    decision = session.decision
    return "" if decision is None else f"{decision.player} {decision.rule} {decision.about} {decision.prompt}"


def _far(spot: Answer, other: Answer) -> bool:
    if not (isinstance(spot, list) and isinstance(other, list)):
        return True
    return abs(spot[0] - other[0]) + abs(spot[1] - other[1]) > APART
