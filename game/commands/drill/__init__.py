"""`drill` asks short tasks about positions in a terminal, and shows the results of each day. Imports the drills."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from typing import Final

import click
from shapely import Point

from game.commands.output import UsageRefusal, show
from game.commands.rulebook import chosen, ruleset_option
from game.drills import results
from game.drills.drill import TITLES, Drill, Grade
from game.drills.positions import USUAL, drills
from game.drills.words import day_lines, kind_lines, round_line
from game.lengths import coordinates
from game.play.spoken_state import kinds, outlines
from game.table.lattice import Position
from game.wording import _

LONGEST: Final = 200
"""The most characters of an input line."""
_NEAR: Final = 9.0
"""Inches around the pieces of a question within which all other pieces are listed."""


@click.command(
    epilog="""\b
Examples:
  python -m game drill
  python -m game drill --ruleset bushido --count 5
  python -m game drill --results
"""
)
@ruleset_option
@click.option("--seed", type=click.IntRange(0), help="Repeat the same drills.")
@click.option("--count", type=click.IntRange(1, 100), default=USUAL, show_default=True, help="How many drills.")
@click.option("--own/--no-own", default=True, help="Take positions from your saved games too.")
@click.option("--results", "only_results", is_flag=True, help="Print the results of all days and quit.")
@click.option("--json", "as_json", is_flag=True, help="With --results: print JSON.")
def command(ruleset: str, seed: int | None, count: int, own: bool, only_results: bool, as_json: bool) -> None:
    """Answer short exercises on real positions, each explained afterwards."""
    if as_json and not only_results:
        raise UsageRefusal(_("--json needs --results"))
    if only_results:
        _show_results(as_json)
        return
    book = chosen(ruleset)
    seconds, graded = 0.0, list[tuple[Drill, Grade]]()
    for number, drill in enumerate(drills(book, secrets.randbits(32) if seed is None else seed, count, own=own), 1):
        click.echo(_("{number} of {count}: {title}", number=number, count=count, title=_(TITLES[drill.kind])))
        for line in _task_lines(drill):
            click.echo(f"  {line}")
        begun = time.monotonic()
        answer = _answer(drill)
        seconds += time.monotonic() - begun
        if answer is None:
            break
        grade = drill.judge(answer)
        graded.append((drill, grade))
        for line in _grade_lines(grade):
            click.echo(f"  {line}")
    if not graded:
        return
    kinds = results.tally((drill.kind, grade.right) for drill, grade in graded)
    message = results.record(book.name, seconds, kinds)
    click.echo(round_line(sum(grade.right for _drill, grade in graded), len(graded), seconds))
    if message:
        click.echo(message, err=True)


def _task_lines(drill: Drill) -> Iterator[str]:
    """Yield the pieces and terrain near the marked pieces, the task, and the possible answers."""
    view = drill.without_answer(drill.session.ruleset.view(drill.session.game))
    names = {player.id: player.name for player in view.players}
    marked = [piece for piece in view.pieces if piece.id in drill.marked]
    for piece in view.pieces:
        near = any(abs(piece.x - other.x) < _NEAR and abs(piece.y - other.y) < _NEAR for other in marked)
        if piece in marked or (near and piece.kind != "token"):
            owner = f" ({names[piece.owner]})" if piece.owner in names else ""
            facts = "; ".join(line.text for line in piece.details[:1])
            yield f"- {piece.name}{owner}: {coordinates(piece.x, piece.y)}; {facts}".rstrip("; ")
    for terrain in drill.session.game.ruler.battlefield.pieces:
        if any(terrain.shape.distance(Point(piece.x, piece.y)) < _NEAR for piece in marked):
            yield f"- {terrain.name} ({kinds(terrain)}): {'; '.join(outlines(terrain))}".rstrip(": ")
    yield drill.prompt
    if drill.spot is not None:
        yield _("the marked spot is {spot}", spot=coordinates(*drill.spot))
    for number, (_key, label) in enumerate(drill.choices, 1):
        yield f"{number}. {label}"


def _answer(drill: Drill) -> str | Position | None:
    """Ask until the typed answer makes sense and return it, or None at the end of the input."""
    hint = _("Type x, y in inches.") if drill.wants_spot else _("Type a number.")
    while True:
        click.echo(f"  {hint} > ", nl=False)
        line = sys.stdin.readline(LONGEST)
        click.echo()
        if not line or line.strip().lower() in ("q", "quit"):
            return None
        if drill.wants_spot:
            try:
                x, y = (float(part) for part in line.split(","))
            except ValueError:
                continue
            if abs(x) <= 1e3 and abs(y) <= 1e3:
                return Position(x, y)
        elif line.strip().isdecimal() and 1 <= int(line) <= len(drill.choices):
            return drill.choices[int(line) - 1][0]


def _grade_lines(grade: Grade) -> Iterator[str]:
    truth = grade.truth if grade.spot is None else f"{grade.truth} ({coordinates(*grade.spot)})"
    yield _("Right.") if grade.right else _("Wrong. The answer: {truth}", truth=truth)
    for line in grade.lines:
        yield f"  {line.text}  [{line.rule}]" if line.rule else f"  {line.text}"


def _show_results(as_json: bool) -> None:
    rounds = results.results()
    lines = [*day_lines(rounds), *kind_lines(rounds)] or [_("You have not done any drills yet")]
    show([result.model_dump(mode="json") for result in rounds], lines, as_json)
