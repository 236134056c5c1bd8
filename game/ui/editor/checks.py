"""Checks of a map while it is drawn, in a thread: faults by the rulebook, covered ground, symmetry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import shapely

from game.engine.rulebook.facets import MapProblem
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import MapDocument
from game.ui.editor.shapes import evenness, shape_of
from game.ui.widgets.tasks import Task


class Fault(NamedTuple):
    """A fault by the rulebook: the reason with its rule, and references to the faulty items, if any."""

    text: str
    refs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The verdict on a map: its faults, the part of the ground that terrain covers (0 to 1), and its symmetry."""

    faults: tuple[Fault, ...] = ()
    covered: float = 0.0
    even: str = ""


def judge(document: MapDocument, book: AnyRuleset, players: int) -> Verdict:
    """Return the verdict on a map for a rulebook and a number of players."""
    problems = book.papers.map_problems(document, players) if book.papers is not None else ()
    shapes = [shape_of(piece) for piece in document.terrain if not piece.decoration]
    covered = shapely.union_all(shapes).area / (document.width * document.height) if shapes else 0.0
    faults = tuple(
        Fault(_problem_in_words(document, problem), _faulty_items(document, problem)) for problem in problems
    )
    return Verdict(faults, covered, evenness(document))


_PLACE = re.compile(r"^(terrain|zones|objectives|deployment)(?:\[(\d+)\]|\.([^.\[]+))")


def _faulty_items(document: MapDocument, problem: MapProblem) -> tuple[str, ...]:
    """Return the references of the items that a problem is about."""
    place = _PLACE.match(problem.where)
    if place is None:
        return ()
    name, number, identity = place.groups()
    parts = getattr(document, name)
    if identity:
        return (identity,) if any(getattr(part, "id", "") == identity for part in parts) else ()
    if int(number) >= len(parts):
        return ()
    return (f"@{number}",) if name == "deployment" else (str(parts[int(number)].id),)


def _problem_in_words(document: MapDocument, problem: MapProblem) -> str:
    """Return a problem in words, beginning with the name of its item unless the reason contains that."""
    place = _PLACE.match(problem.where)
    if place is None or place[2] is None:
        return str(problem)[:1].upper() + str(problem)[1:]
    parts = getattr(document, place[1])
    name = parts[int(place[2])].name if int(place[2]) < len(parts) else ""
    return str(problem) if not name or name in problem.reason else f"{name}: {problem}"


class Checker:
    """Judges the latest map in a thread; `verdict` is the last verdict known."""

    def __init__(self) -> None:
        self.verdict = Verdict()
        self._of: object = None
        self._task: tuple[object, Task[Verdict]] | None = None

    def want(self, document: MapDocument, book: AnyRuleset, players: int) -> bool:
        """Ask for the verdict on a map; return whether a new verdict has just arrived."""
        key = (id(document), book.name, players)
        arrived = False
        if self._task is not None and self._task[1].done:
            self._of, self.verdict = self._task[0], self._task[1].result()
            self._task, arrived = None, True
        if self._task is None and self._of != key:
            self._task = key, Task(lambda: judge(document, book, players), "map check")
        return arrived

    @property
    def busy(self) -> bool:
        """Whether a map is being judged."""
        return self._task is not None
