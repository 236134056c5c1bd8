"""Following a plan: any computer player's answers gain worth as they bring its pieces nearer to their intents."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any, Final

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Lay, Pick, Place, answer_of
from game.engine.core.options import Option
from game.engine.core.windows import PASS
from game.engine.intents import Aim, Spot, Table, aims_of
from game.engine.plans import PlanDocument
from game.engine.rulebook.facets import Judge
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.lookahead import Lookahead, Width
from game.table.lattice import position
from game.table.layout.moving import UnitMove, block_move, quick_move
from game.table.layout.steps import Steps, ends_of

INCH: Final = 4.0
"""The worth of an inch towards an intent, in steps of the rulebook: enough to outweigh what a Recruit misjudges."""
TARGET: Final = 6.0
"""The worth of choosing the enemy that a piece hunts, in steps of the rulebook."""
TRIES: Final = 32
"""The number of answers tried on copies of the game to see where the options of one decision lead."""
WIDTH: Final = Width(options=40, spots=(3, 2), picks=(16, 8), outcomes=1, continued=1)
"""The limits of that search."""
SHIFTS: Final = ((1.0, 0), (0.95, 20), (0.95, -20), (0.8, 0), (0.85, 45), (0.85, -45), (0.5, 0), (0.6, 80), (0.6, -80))
"""Shares of a move of a whole unit towards its goal, and degrees to its side, if something is in the way."""


class Following:
    """A player's plan at one decision, and the gain of each answer towards its intents, in the points of the game."""

    def __init__(self, ahead: Session, plan: PlanDocument) -> None:
        self.ahead, self.decision = ahead, ahead.pending()
        self.step = ahead.ruleset.terms.step
        self.player = self.decision.player
        self.aims = aims_of(plan, self.player, ahead.ruleset, ahead.game)
        self.start = Table.of(ahead.ruleset, ahead.game) if self.aims else Table({}, {})
        self._misses = [aim.miss(self.start, self.start) for aim in self.aims]
        self.planned = {name for aim in self.aims for name in (aim.unit, *aim.models)}

    def gains(self, prospects: Sequence[Prospect], rng: Random) -> list[tuple[Prospect, float]]:
        """Return rated answers, with spots near the goals among them, each with its gain towards the plan."""
        if not self.aims:
            return [(prospect, 0.0) for prospect in prospects]
        if isinstance(self.decision, Place | Arrange) and not isinstance(self.decision, Lay):
            return self._spots(prospects)
        tried: dict[str, float] = {}
        if self._may_move_pieces():
            tried = {repr(prospect.answer): prospect.worth for prospect in self._search(rng).rated(lone=True)}
        rated = [*prospects, *self._overlooked(prospects, tried, rng)]
        return [(prospect, tried.get(repr(prospect.answer), 0.0) + self._target_gain(prospect)) for prospect in rated]

    def _spots(self, prospects: Sequence[Prospect]) -> list[tuple[Prospect, float]]:
        """Return the rated spots, with spots near the goals among them, each with its gain towards the plan."""
        if self.decision.about not in self.planned:
            return [(prospect, 0.0) for prospect in prospects]
        answers = {repr(prospect.answer) for prospect in prospects}
        planned = [Prospect(answer, 0.0, "", scored=False) for answer in wanted(self.decision, self.aims, self.start)]
        rated = [*prospects, *(prospect for prospect in planned if repr(prospect.answer) not in answers)]
        gains = [self.gain(self.start.moved(ends_after(self.decision, prospect.answer))) for prospect in rated]
        if self._sets_up:  # without a spot so far, count gains from the best spot offered
            best = max(
                (gain for prospect, gain in zip(rated, gains, strict=True) if prospect.answer != PASS), default=0.0
            )
            gains = [gain - best for gain in gains]
        return [*zip(rated, gains, strict=True)]

    @property
    def _sets_up(self) -> bool:
        """Whether the decision puts a piece or unit on the table that has no spot there yet."""
        own = [aim for aim in self.aims if self.decision.about in (aim.unit, *aim.models)]
        on_table = any(name in self.start.discs for aim in own for name in aim.models)
        return isinstance(self.decision, Place | Arrange) and not on_table

    def gain(self, table: Table) -> float:
        """Return the gain of a table towards the intents, compared with the table of the decision, in points.

        Only its own moves bring a piece nearer to its intent: with an enemy lost, a screen would belong elsewhere.
        """
        inches, table = 0.0, table.with_others_of(self.start, self.player)
        for aim, miss_before in zip(self.aims, self._misses, strict=True):
            miss_after = aim.miss(table, self.start)
            if miss_after is not None and (miss_before is not None or self._sets_up):
                gain = (miss_before or 0.0) - miss_after
                inches += min(0.0, gain) if aim.only_keeps else gain
        return INCH * self.step * inches

    def _may_move_pieces(self) -> bool:
        """Return whether an answer may lead to a move of a planned piece."""
        decision = self.decision
        if isinstance(decision, Choose) and not decision.secret:
            subjects = [{*option.subject} for option in decision.options]
            if self._is_target_choice(subjects):
                return False  # a search that ends before the later move of one target would mistake it for a worse one
            return decision.about in self.planned or any(not named or named & self.planned for named in subjects)
        return isinstance(decision, Pick) and not decision.secret and bool({*decision.candidates} & self.planned)

    def _is_target_choice(self, subjects: Sequence[Set[str]]) -> bool:
        """Return whether a hunter chooses among enemies only, including one that it hunts."""
        named = {name for subject in subjects for name in subject}
        return bool(named & self._hunted(())) and all(self.start.owners.get(name) != self.player for name in named)

    def _search(self, rng: Random) -> Lookahead:
        judge = _Aimed(self, self.ahead.ruleset.judge)
        return Lookahead(self.ahead, self.player, Random(rng.getrandbits(32)), TRIES, WIDTH, judge=judge)

    def _overlooked(self, prospects: Sequence[Prospect], tried: Mapping[str, float], rng: Random) -> list[Prospect]:
        """Return the offered answer that gains most towards the plan, if the player overlooked it."""
        rated = {repr(prospect.answer): prospect for prospect in prospects}
        best = max(tried, key=lambda name: tried[name], default="")
        judge = self.ahead.ruleset.judge
        if not best or tried[best] <= max((tried.get(name, 0.0) for name in rated), default=0.0) or judge is None:
            return []
        offered = judge.prospects(self.ahead.game, self.decision, rng)
        return [
            prospect for prospect in offered if repr(prospect.answer) == best and self.decision.allows(prospect.answer)
        ][:1]

    def _target_gain(self, prospect: Prospect) -> float:
        """Return the worth of an answer that chooses the enemy a piece hunts."""
        names = {prospect.answer} if isinstance(prospect.answer, str) else {*prospect.answer}
        if isinstance(self.decision, Choose):
            options = (option for option in self.decision.options if option.key == prospect.answer)
            names |= {name for option in options for name in option.subject}
        return TARGET * self.step if names & self._hunted(names) else 0.0

    def _hunted(self, names: Collection[str]) -> Set[str]:
        """Return the enemies that the decision's piece or unit, or one of the units `names`, is hunting."""
        hunts = (aim for aim in self.aims if aim.kind == "hunt")
        return {
            name
            for aim in hunts
            if self.decision.about in (aim.unit, *aim.models) or aim.unit in names
            for name in aim.enemies
        }


class _Aimed(Judge[Any]):
    """A judge that considers only the intents of a plan."""

    def __init__(self, following: Following, judge: Judge[Any] | None) -> None:
        self.following, self.judge = following, judge

    def worth(self, game: Any, player: str) -> float:
        return self.following.gain(Table.of(self.following.ahead.ruleset, game))

    def acting(self, game: Any) -> Hashable:
        return self.judge.acting(game) if self.judge is not None else None

    def candidates(self, game: Any, decision: Decision, rng: Random) -> Iterator[Prospect]:
        yield from (Prospect(answer, 0.0, "", scored=False) for answer in self._answers(game, decision))

    def prospects(self, game: Any, decision: Decision, rng: Random, share: float = 1.0) -> Iterator[Prospect]:
        return self.candidates(game, decision, rng)

    def _answers(self, game: Any, decision: Decision) -> Iterator[Answer]:
        """Yield the answers that may bring planned pieces nearer to their intents, without judging them."""
        if isinstance(decision, Place | Arrange):
            following = self.following
            if decision.about in following.planned:
                table = Table.of(following.ahead.ruleset, game)
                yield from wanted(decision, following.aims, table)
            yield from (option.key for option in decision.shortcuts if option.stays)
        elif isinstance(decision, Choose):
            passes = decision.player != self.following.player and decision.offers(PASS)
            yield from [PASS] if passes else (option.key for option in self._promising(decision))
        elif isinstance(decision, Pick) and decision.minimum <= 1:
            yield from [[]] if decision.minimum == 0 else ()
            planned = self.following.planned
            picked = decision.about in planned or not planned & {*decision.candidates}
            yield from ([name] for name in decision.candidates if picked or name in planned)

    def _promising(self, decision: Choose) -> Iterator[Option]:
        """Yield the options that may move a planned piece, or all if a planned piece is asked about."""
        planned = self.following.planned
        for option in decision.options:
            if not option.subject or decision.about in planned or planned & {*option.subject}:
                yield option


def wanted(decision: Decision, aims: Sequence[Aim], table: Table) -> Iterator[Answer]:
    """Yield legal answers that bring the piece or unit of a decision near its goal."""
    for aim in aims:
        goal = aim.goal(table, table) if decision.about in (aim.unit, *aim.models) else None
        if goal is None:
            continue
        if isinstance(decision, Place):
            spot = decision.region.nearest(goal)
            if spot is not None:
                yield [spot.x, spot.y]
        elif isinstance(decision, Arrange) and any(name in table.discs for name in aim.models):
            steps = _towards(decision, goal)
            if steps:
                yield answer_of(steps)


def _towards(decision: Arrange, goal: Spot) -> Steps | None:
    """Return a legal move of a whole unit towards a spot, or None if none is found quickly."""
    move = decision.arrangements
    if not isinstance(move, UnitMove):
        return None
    starts = [*move.starts.values()]
    x, y = (math.fsum(axis) / len(starts) for axis in zip(*starts, strict=True))
    budgets = [policy.budget for member in move.members for policy in getattr(member.ends, "policies", ())]
    distance, bearing = math.dist((x, y), goal), math.atan2(goal[1] - y, goal[0] - x)
    inches = min(distance, min(budgets, default=0.0) - 0.002)  # rounding must not exceed the budget
    if inches <= 0.0:
        return None
    turned = [(share * inches, bearing + math.radians(turn)) for share, turn in SHIFTS]
    shifts = [(length * math.cos(turn), length * math.sin(turn)) for length, turn in turned]
    steps = block_move(move, shifts)
    if steps is not None:
        return steps
    dx, dy = shifts[0]
    return quick_move(move, {name: position(spot[0] + dx, spot[1] + dy) for name, spot in move.starts.items()})


def ends_after(decision: Decision, answer: Answer) -> Mapping[str, Spot]:
    """Return the spots where an answer puts pieces, by their ids."""
    if isinstance(answer, str):
        return {}
    if isinstance(decision, Place):
        return {decision.about: decision.pose(answer)[:2]}
    assert isinstance(decision, Arrange)
    return ends_of(decision.steps(answer))
