"""Shortest paths round obstacles, by the rules of the rulebook, or by plain rules with solid terrain.

A report on a path in words has its length and cost leg by leg, the inches left, and the obstacles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple

import numpy as np

from game.engine.rulebook.view import Line, Verdict
from game.engine.session import Session
from game.engine.sighting import disc_of
from game.lengths import missing, tape, with_missing
from game.refusal import Refusal
from game.table.facing import Pose, Poses
from game.table.footprints import Footprint, Oblong, centres_beside, disc_around, share_of_way
from game.table.lattice import Position, position
from game.table.path.crossings import distance
from game.table.path.field import grown
from game.table.path.judge import LegReceipt, PathReceipt, Price, best_verdict, check
from game.table.path.path import Path, Point
from game.table.path.policy import CONTACT, Ground, PathPolicy, base
from game.table.path.region import PathRegion, best_receipt
from game.table.path.turning import WayReceipt
from game.table.path.turning_search import Goal, Layer, TurningSearch
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.wording import N_, _, ngettext, series

Barriers = Literal["impassable", "barricades", "bases"]
"""The obstacles of paths if the rulebook has no path rules. Each kind includes the kinds before it."""

_APART: Final = 3 * CONTACT
"""Inches between a base and the end of a path to it, because rulebooks may forbid contact."""
_BEARINGS: Final = 24
"""The number of directions around another base in which an end of a path is tried."""
_KEPT: Final = 12
"""The number of regions that are kept for further questions."""
_ALONG: Final = 0.05
"""Inches from a rim at which a path still counts as following it."""


def has_paths(session: Session) -> bool:
    """Return whether the rulebook has rules for paths."""
    return session.ruleset.movement is not None


def path_policies(session: Session, mover: Footprint, inches: float, barriers: Barriers) -> tuple[PathPolicy, ...]:
    """Return the rulebook's rules for a move, or plain rules with the chosen barriers.

    Only a rulebook has bases that are not round.
    """
    if session.ruleset.movement is not None:
        return tuple(session.ruleset.movement.paths(session.game, mover, inches))  # type: ignore[arg-type]  # its own bases
    grounds = tuple(_plain_grounds(session, disc_around(mover), barriers))
    return (PathPolicy(mover.radius, inches, session.game.ruler.battlefield.bounds, grounds),)


def _plain_grounds(session: Session, mover: Disc, barriers: Barriers) -> Iterator[Ground]:
    """Yield the obstacles for a base where path rules are missing: barricades, and bases if chosen."""
    field = session.game.ruler.battlefield.on_levels(mover.level)
    for barricade in field.walls if barriers == "impassable" else field.barricades:
        for part in polygons_of(barricade.polygon):
            yield Ground(barricade.name or barricade.piece_id, part, solid=True)
    if barriers == "bases":
        for piece in session.ruleset.view(session.game).pieces:
            if piece.kind == "base" and piece.id != mover.name and piece.level == mover.level:
                yield base(disc_of(piece)._replace(name=piece.name))


@dataclass(frozen=True)
class PathQuestion:
    """A question about a path from a base through `bends` to a spot or another base.

    A base that is not round turns on the way where that fits it through or shortens the path, if the rulebook lets it.
    `inches` is the length of the move; None asks for the shortest path of any length.
    """

    start: Footprint
    end: Footprint
    bends: tuple[Point, ...] = ()
    inches: float | None = None


@dataclass(frozen=True)
class PathReport:
    """The report on a path that was found or drawn by hand: its receipt (None without a path) and any refusals.

    `left` are the inches of the move that are left. `obstacles` block the straight line of `straight` inches. `turns`
    has the name of the obstacle that each leg goes round, "" for a straight leg. `rule` is the rule of the move. If the
    base turns, `poses` has that at the start and that after each leg.
    """

    question: PathQuestion
    receipt: PathReceipt | None
    refusals: tuple[Refusal, ...]
    straight: float
    left: float | None = None
    obstacles: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    rule: str = ""
    poses: Poses = ()


class Pathfinder:
    """Finds paths in a game, which must be a copy in a thread. Only one thread may use it at a time."""

    def __init__(self, session: Session, barriers: Barriers = "impassable") -> None:
        self._session, self._barriers = session, barriers
        self._regions: dict[tuple[Footprint, float], PathRegion] = {}
        self._searches: dict[tuple[Footprint, bool], TurningSearch] = {}

    def region(self, start: Footprint, inches: float | None = None) -> PathRegion:
        """Return the region that a base reaches with a move of `inches`, or of any length for None."""
        budget = self._farthest if inches is None else inches
        key = start, budget
        if key not in self._regions:
            policies = path_policies(self._session, start, budget, self._barriers)
            self._regions[key] = PathRegion((start.x, start.y), *policies)
            for old in list(self._regions)[:-_KEPT]:
                del self._regions[old]
        return self._regions[key]

    @property
    def _farthest(self) -> float:
        """More inches than any path can need."""
        field = self._session.game.ruler.battlefield
        return float(2 * (field.width + field.height))

    def find(self, question: PathQuestion) -> PathReport:
        """Return the report on the shortest legal path, or on the path through the bends.

        A base turns only if no path in its facing is as short.
        """
        report = self._find_in_facing(question)
        return self._turned(question, report) or report

    def _find_in_facing(self, question: PathQuestion) -> PathReport:
        """Return the report on the path of a base that keeps its facing."""
        unlimited = self.region(question.start)
        report = (
            self._report_on_drawn(unlimited, question)
            if question.bends
            else self._report_on_shortest(unlimited, question)
        )
        policy = unlimited.policies[0]
        legs = report.receipt.legs if report.receipt is not None else ()
        is_round = isinstance(question.start, Disc)  # else it goes round a rim by short straight legs
        turns = tuple(_obstacle_of(leg, policy) if leg.leg.turn or not is_round else "" for leg in legs)
        return replace(report, turns=turns, rule=policy.rule)

    def _turned(self, question: PathQuestion, report: PathReport) -> PathReport | None:
        """Return the report on a shorter path on which the base turns, or None if there is none."""
        movement, start, receipt = self._session.ruleset.movement, question.start, report.receipt
        if movement is None or not isinstance(start, Oblong):
            return None
        limit = math.inf
        if receipt is not None and all(refusal.cause == "too far" for refusal in report.refusals):
            limit = receipt.cost - _LEAST
        if question.end.kind != "base" and limit <= report.straight:
            return None  # no path is shorter than a straight line
        present, goals = Pose(*position(start.x, start.y), start.facing), _goals_of(question)
        if movement.turning(self._session.game, start, (present,), self._farthest) is None:
            return None
        has_costly = any(map(_costs_more, self.region(start).policies[0].grounds))
        best: tuple[Poses, WayReceipt] | None = None
        for costly in (False, True) if has_costly else (False,):
            for poses in self._search(start, dear=costly).find(goals, limit):
                judged = self._judged(start, poses)
                if judged is not None and not judged.refusals and judged.path.cost < limit:
                    best, limit = (poses, judged), judged.path.cost
                    break
        if best is None:
            return None
        best_poses, verdict = best
        left = None
        if question.inches is not None:
            verdict = self._judged(start, best_poses, question.inches) or verdict
            left = verdict.path.left
        return replace(
            report,
            receipt=verdict.path,
            refusals=verdict.refusals,
            left=left,
            turns=self._turns_of(start, best_poses, verdict.path),
            poses=best_poses,
        )

    def _judged(self, start: Oblong, way: Poses, inches: float | None = None) -> WayReceipt | None:
        """Return the rulebook's verdict on a path on which a base turns; None if it has no rules for that."""
        movement, budget = self._session.ruleset.movement, self._farthest if inches is None else inches
        return None if movement is None else movement.turning(self._session.game, start, way, budget)

    def _turns_of(self, start: Oblong, way: Poses, receipt: PathReceipt) -> tuple[str, ...]:
        """Return for each leg of a path the name of the obstacle that it rounds, in the base's facing there."""
        facings = [after.facing for before, after in pairwise(way) if before[:2] != after[:2]]
        policies = (self.region(start.turned_to(facing)).policies[0] for facing in facings)
        return tuple(_obstacle_of(leg, policy) for leg, policy in zip(receipt.legs, policies, strict=True))

    def _search(self, start: Oblong, *, dear: bool) -> TurningSearch:
        """Return the search for paths on which a base turns; if `dear`, away from ground that costs more."""
        key = start, dear
        if key not in self._searches:

            def layer_of(facing: int) -> Layer:
                policy = self.region(start.turned_to(facing)).policies[0]
                barred = (ground for ground in policy.grounds if ground.solid or (dear and _costs_more(ground)))
                return Layer(policy.bounds, [grown(ground, policy.radius, 0.0) for ground in barred])

            def turns(pose: Pose, facing: int) -> bool:
                verdict = self._judged(start.moved_to(pose.x, pose.y), (pose, pose._replace(facing=facing)))
                return verdict is not None and all(one.cause == "must go on" for one in verdict.refusals)

            self._searches[key] = TurningSearch(start, layer_of, turns)
            for old in list(self._searches)[:-_KEPT]:
                del self._searches[old]
        return self._searches[key]

    def _report_on_shortest(self, unlimited: PathRegion, question: PathQuestion) -> PathReport:
        """Return the report on the shortest path, within the length of the move if one is given."""
        end = _end_of_path(unlimited, question)
        straight, obstacles = math.dist(unlimited.start, end), _obstacles_on_line(unlimited, end)
        receipt = best_receipt(unlimited, end)
        if question.inches is None:
            refusals = () if receipt is not None else tuple(unlimited.why_not(end))
            return PathReport(question, receipt, refusals, straight, obstacles=obstacles)
        limited = self.region(question.start, question.inches)
        legal = best_receipt(limited, end)
        if legal is not None:
            return PathReport(question, legal, (), straight, left=legal.left, obstacles=obstacles)
        return PathReport(question, receipt, tuple(limited.why_not(end)), straight, obstacles=obstacles)

    def _report_on_drawn(self, unlimited: PathRegion, question: PathQuestion) -> PathReport:
        """Return the report on the path through the bends, judged as a whole."""
        points = (*question.bends, _end_of_path(unlimited, question))
        path = Path.through([unlimited.start, *points])
        receipt = through(unlimited, points) or best_verdict(path, unlimited.policies)
        inches_left = None
        if question.inches is not None:
            receipt = best_verdict(receipt.path, self.region(question.start, question.inches).policies)
            inches_left = receipt.left
        return PathReport(question, receipt, receipt.refusals, math.dist(unlimited.start, points[-1]), inches_left)


def through(region: PathRegion, points: Sequence[Point]) -> PathReceipt | None:
    """Return the receipt of a path through points in order, or None if a part of it is impossible.

    The path is judged as a whole, because its budget and its grounds do not apply to each part separately.
    """
    if len(points) == 1:
        return best_receipt(region, points[0])
    path = Path(region.start)
    for point in points:
        part = _region_from(region, path.end).find(point)
        if part is None:
            return None
        path = path.then(part.legs)
    return best_verdict(path, region.policies)


@lru_cache(maxsize=_KEPT)
def _region_from(region: PathRegion, start: Position) -> PathRegion:
    """Return the region for the part of a path that starts at `start`. It is cached for later paths."""
    return PathRegion(start, *(policy.as_part() for policy in region.policies))


def _end_of_path(region: PathRegion, question: PathQuestion) -> Point:
    """Return the end of the path. At another base, it is the spot where the shortest path touches that base."""
    start, end, bends = question.start, question.end, question.bends
    if end.kind != "base" or end.name == start.name:
        return end.x, end.y
    last = bends[-1] if bends else region.start
    towards = math.atan2(last[1] - end.y, last[0] - end.x)
    bearings = towards + np.linspace(0.0, 2 * math.pi, _BEARINGS, endpoint=False)
    spots: list[Point] = [(x, y) for x, y in centres_beside(start, end, _APART, bearings).tolist()]
    best = Candidate(spots[0], through(region, (*bends, spots[0])))
    if best.receipt is not None and len(best.receipt.path.legs) <= 1 + len(bends):
        return best.spot  # a straight path is the shortest
    for spot in spots[1:]:
        best = _shorter_candidate(region, bends, best, spot)
    for _step in range(2):  # the last leg of the shortest path points at the base's centre
        if best.receipt is not None and best.receipt.path.legs:
            x, y = best.receipt.path.legs[-1].start
            share = max(share_of_way(start.moved_to(x, y), end, _APART), 0.0)
            best = _shorter_candidate(region, bends, best, (x + (end.x - x) * share, y + (end.y - y) * share))
    return best.spot


def _goals_of(question: PathQuestion) -> list[Goal]:
    """Return the bends and the end of a path. For an end at another base, any spot of contact will do."""
    start, end = question.start, question.end
    goals = [Goal.point(position(*bend)) for bend in question.bends]
    if end.kind != "base" or end.name == start.name or not isinstance(start, Oblong):
        return [*goals, Goal.point(position(end.x, end.y))]
    bearings = np.linspace(0.0, 2 * math.pi, _BEARINGS, endpoint=False)

    def beside(facing: int) -> list[Point]:
        spots = centres_beside(start.turned_to(facing), end, _APART, bearings).tolist()
        return [position(x, y) for x, y in spots]

    return [*goals, Goal((end.x, end.y), beside, start.radius + end.radius + _APART)]


def _costs_more(ground: Ground) -> bool:
    """Return whether a path through a ground costs more than its inches."""
    return ground.factor > 1.0 or ground.once > 0.0 or ground.enter > 0.0 or ground.leave > 0.0


class Candidate(NamedTuple):
    """A possible end of a path, with the receipt of the path to it (None without a path)."""

    spot: Point
    receipt: PathReceipt | None


def _shorter_candidate(region: PathRegion, bends: tuple[Point, ...], best: Candidate, spot: Point) -> Candidate:
    """Return `best`, or the candidate at `spot` if the path to it costs less."""
    receipt = through(region, (*bends, spot))
    if receipt is None or (best.receipt is not None and best.receipt.cost <= receipt.cost):
        return best
    return Candidate(spot, receipt)


def _obstacles_on_line(region: PathRegion, end: Point) -> tuple[str, ...]:
    """Return the names of the obstacles on the straight line."""
    straight = check(Path.through([region.start, end]), region.policies[0])
    return tuple(dict.fromkeys(refusal.ground for refusal in straight.refusals if refusal.ground))


def _obstacle_of(leg: LegReceipt, policy: PathPolicy) -> str:
    """Return the name of the ground that a leg rounds by following its rim, or "" for other legs."""
    shares = (0.5,) if leg.leg.turn else (0.0, 0.5, 1.0)
    spots = [leg.leg.at(leg.inches * share) for share in shares]
    gaps = {
        area.title: max(abs(distance(area.shape, *spot) - area.distance_kept(policy.radius)) for spot in spots)
        for area in policy.grounds
    }
    name = min(gaps, key=lambda ground: gaps[ground], default="")
    return name if name and gaps[name] <= _ALONG else ""


BARRIERS: Final[dict[Barriers, str]] = {
    "impassable": N_("In the way: impassable terrain only"),
    "barricades": N_("In the way: all barricades"),
    "bases": N_("In the way: all barricades and bases"),
}
_WITHOUT_RULES: Final[dict[Barriers, str]] = {
    "impassable": N_("The rulebook has no rule for paths: only impassable terrain blocks here"),
    "barricades": N_("The rulebook has no rule for paths: only barricades block here"),
    "bases": N_("The rulebook has no rule for paths: only barricades and bases block here"),
}
MOST_LEGS: Final = 6
_LEAST: Final = 0.005
"""Inches below which a price is not mentioned."""
_SHORT: Final = 0.02
"""Inches below which one leg among several is not mentioned, such as the leg with which a path leaves a contact."""


def path_lines(report: PathReport, barriers: Barriers | None) -> Iterator[Line]:
    """Yield the lines of a report. `barriers` are those assumed if the rulebook has no path rules, or else None."""
    receipt, refusals = report.receipt, report.refusals
    if receipt is None:
        yield Line(_("No path there"), report.rule, "bad")
    else:
        length, cost = tape(receipt.inches), tape(receipt.cost)
        costs_more = abs(receipt.cost - receipt.inches) >= _LEAST
        text = _("A path of {length} that costs {cost}", length=length, cost=cost) if costs_more else ""
        verdict = Verdict("cost", length, length) if report.left is None or report.question.inches is None else None
        tone = "plain" if refusals else "good"
        yield Line(text or _("A path of {length}", length=length), report.rule, tone, verdict=verdict)
    yield from _refusal_lines(report)
    budget = report.question.inches
    if report.left is not None and not refusals and budget is not None:
        left = tape(max(report.left, 0.0))
        spent_inches, whole_budget = tape(budget - max(report.left, 0.0)), tape(budget)
        gained = [_gain_text(price) for price in receipt.once if price.cost < 0.0] if receipt is not None else []
        text = _("{spent} of {given}", spent=spent_inches, given=whole_budget)
        verdict = Verdict("cost", f"{text} ({', '.join(gained)})" if gained else text, spent_inches)
        yield Line(_("{left} left of {given}", left=left, given=whole_budget), report.rule, "good", verdict=verdict)
    if receipt is not None:
        if isinstance(report.question.start, Oblong) and not report.poses:
            yield Line(_("It keeps its facing"), tone="quiet")
        yield from _leg_lines(report, receipt.legs)
        for price in receipt.once:
            is_gain = price.cost < 0
            text = _gain_text(price) if is_gain else _price_text(price)
            yield Line(text, price.rule, "good" if is_gain else "warning")
    if report.obstacles:
        length, names = tape(report.straight), series(report.obstacles)
        text = _("Straight line: {length}, blocked by {names}", length=length, names=names)
        yield Line(text, tone="warning")
    if barriers is not None:
        yield Line(_(_WITHOUT_RULES[barriers]), tone="quiet")


def _gain_text(price: Price) -> str:
    """Return a text with the inches that the ground on a path gives for free."""
    return _("{name}: first {amount} free", name=price.ground, amount=missing(abs(price.cost)))


def _refusal_lines(report: PathReport) -> Iterator[Line]:
    """Yield the reasons against a path; for a path longer than the shortest one, also its own shortfall."""
    receipt, move = report.receipt, report.question.inches
    for refusal in report.refusals:
        yield Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")
        if receipt is not None and move is not None and refusal.cause == "too far":
            over = receipt.cost - move
            if over > (refusal.short_by or 0.0) + _LEAST:
                yield Line(_("this path is {amount} too long", amount=missing(over)), refusal.rule, "bad")


def _leg_lines(report: PathReport, legs: tuple[LegReceipt, ...]) -> Iterator[Line]:
    """Yield a line for each of several legs, and lines for prices. Very short legs are left out."""
    shown_legs = [
        leg_and_obstacle
        for leg_and_obstacle in zip(legs, report.turns)
        if leg_and_obstacle[0].inches >= _SHORT or len(legs) == 1
    ]
    # Successive legs round the same obstacle share a line.
    rows: list[tuple[list[LegReceipt], str]] = []
    for leg, obstacle in shown_legs:
        if rows and obstacle and rows[-1][1] == obstacle:
            rows[-1][0].append(leg)
        else:
            rows.append(([leg], obstacle))
    for legs_of_row, obstacle in rows[:MOST_LEGS]:
        if len(rows) > 1:
            length = tape(math.fsum(leg.inches for leg in legs_of_row))
            text = _("{length} round {name}", length=length, name=obstacle) if obstacle else ""
            yield Line(text or _("{length} straight on", length=length), tone="quiet")
        prices = (price for leg in legs_of_row for price in leg.prices if price.cost >= _LEAST)
        yield from (Line(_price_text(price), price.rule, "warning") for price in prices)
    if len(rows) > MOST_LEGS:
        hidden_legs, rows_left_out = (
            [leg for legs_of_row, _name in rows[MOST_LEGS:] for leg in legs_of_row],
            len(rows) - MOST_LEGS,
        )
        length = tape(math.fsum(leg.inches for leg in hidden_legs))
        cost = tape(math.fsum(leg.cost for leg in hidden_legs))
        yield Line(
            ngettext(
                "and {n} more leg: {length} for {cost}",
                "and {n} more legs: {length} for {cost}",
                rows_left_out,
                length=length,
                cost=cost,
            ),
            tone="quiet",
        )


def _price_text(price: Price) -> str:
    amount = tape(price.cost)
    if price.inches:
        return _("{length} of it in {name}: {amount} more", length=tape(price.inches), name=price.ground, amount=amount)
    return _("{name}: {amount} more", name=price.ground, amount=amount)
