"""Paths for the commands `measure` and `reach`: options read as questions, reports written as data and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

import click

from game.commands.output import UsageRefusal
from game.engine.pathfinding import (
    BARRIERS,
    Barriers,
    Pathfinder,
    PathQuestion,
    PathReport,
    has_paths,
    path_lines,
)
from game.engine.session import Session
from game.refusal import Refusal
from game.table.footprints import Footprint
from game.table.path.region import PathRegion
from game.table.shapes import Disc
from game.wording import _

MOST: Final = 1000.0
"""The most inches of a move or a base."""
stops_option = click.option(
    "--stops",
    type=click.Choice(tuple(BARRIERS)),
    default="impassable",
    help="What blocks a path if the rulebook has no rule for paths.",
)


def inches_of(name: str, inches: float | None) -> float | None:
    """Return an option's length in inches, None if it was left out; raise `UsageRefusal` if it is out of range."""
    if inches is not None and not 0.0 <= inches <= MOST:
        raise UsageRefusal(
            _("{name} takes inches from 0 to {most:g}, not {inches}", name=name, most=MOST, inches=inches)
        )
    return inches


def point_of(text: str, most: float = MOST) -> tuple[float, float] | None:
    """Return the point in a text like "x,y", each at most `most` inches from 0, or None for other texts."""
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        return None
    return (x, y) if abs(x) <= most and abs(y) <= most else None


def bend_of(text: str) -> tuple[float, float]:
    """Return a point of a path from a text; raise `UsageRefusal` for other texts."""
    if (point := point_of(text)) is None:
        raise UsageRefusal(_("--via takes a point x,y in inches, not {text!r}", text=text))
    return point


def find_path(
    session: Session,
    pair: tuple[Footprint, Footprint],
    size: float,
    budget: float | None,
    via: Sequence[str],
    barriers: Barriers,
) -> PathReport:
    """Return the report on a path of a base, or of a new base of diameter `size`; raise `UsageRefusal`."""
    start, end = pair
    if isinstance(start, Disc) and start.kind == "point":
        start = start._replace(radius=(inches_of("--base", size) or 0.0) / 2)
    bends = tuple(map(bend_of, via))
    return Pathfinder(session, barriers).find(PathQuestion(start, end, bends, inches_of("--budget", budget)))


def plain_path(report: PathReport) -> dict[str, Any]:
    """Return a report on a path as JSON-ready data."""
    receipt, question = report.receipt, report.question
    data: dict[str, Any] = {
        "from": question.start.name,
        "to": question.end.name,
        "legal": receipt is not None and not report.refusals,
        "why_not": [_refusal_data(refusal) for refusal in report.refusals],
        "straight": report.straight,
        "in_the_way": list(report.obstacles),
        "budget": question.inches,
        "left": report.left,
    }
    if receipt is not None:
        legs = [{"round": turned, **asdict(leg)} for leg, turned in zip(receipt.legs, report.turns)]
        path = {"inches": receipt.inches, "cost": receipt.cost, "way": receipt.path.stored()}
        data |= {**path, "legs": legs, "once": [asdict(price) for price in receipt.once]}
    if report.poses:
        data["poses"] = [[*pose] for pose in report.poses]
    return data


def _refusal_data(refusal: Refusal) -> dict[str, Any]:
    return {"text": refusal.text, "rule": refusal.rule, "short_by": refusal.inches}


def path_text_lines(session: Session, report: PathReport, barriers: Barriers) -> Iterator[str]:
    """Yield a report on a path as lines of text."""
    question = report.question
    names = {piece.id: piece.name for piece in session.ruleset.view(session.game).pieces}
    first, second = (names.get(disc.name, disc.name) for disc in (question.start, question.end))
    yield _("{first} to {second}", first=first, second=second)
    for line in path_lines(report, None if has_paths(session) else barriers):
        yield f"  {line.text}  [{line.rule}]" if line.rule else f"  {line.text}"


def region_of_paths(session: Session, start: Footprint, budget: float | None, barriers: Barriers) -> PathRegion:
    """Return the region that a base reaches along paths with a budget; raise `UsageRefusal` without a budget."""
    if budget is None:
        raise UsageRefusal(_("--path needs --budget, the movement in inches"))
    return Pathfinder(session, barriers).region(start, inches_of("--budget", budget))
