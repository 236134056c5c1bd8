"""Every compiled function of the table beside the numpy function it stands in for, in a game as it is played.

    python tools/bench.py kernels

What they are asked is noted while games are played; then both answer the same questions in turn. Nothing is printed
without the extra `fast`.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from game.lab.batch import play_batch
from game.table.compiling import STAND_INS, compiled
from tools.soak import batch_of

GAMES = 2
QUESTIONS = 300
ROUNDS = 9

Question = tuple[tuple[Any, ...], dict[str, Any]]
Columns = tuple[str, str, list[float], str, str, float]


def noted(questions: list[Question], work: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does the same work and notes what it is asked."""

    def noting(*args: Any, **kwargs: Any) -> Any:
        if len(questions) < QUESTIONS:
            questions.append((args, kwargs))
        return work(*args, **kwargs)

    return noting


def asked_in_games() -> dict[Callable[..., Any], list[Question]]:
    """Return what the functions are asked in a few games, without optional rules and with all."""
    questions: dict[Callable[..., Any], list[Question]] = defaultdict(list)
    before = dict(STAND_INS)
    STAND_INS.update({simple: noted(questions[simple], quick) for simple, quick in before.items()})
    try:
        for advanced in (False, True):
            play_batch(batch_of(("trap", 2, advanced), False), GAMES)
    finally:
        STAND_INS.update(before)
    return questions


def microseconds(work: Callable[..., Any], questions: list[Question]) -> float:
    """Return what one answer takes."""
    started = time.perf_counter()
    for args, kwargs in questions:
        work(*args, **kwargs)
    return (time.perf_counter() - started) * 1e6 / len(questions)


def measure_kernels() -> Iterator[Columns]:
    """Yield the columns of a row for each function."""
    with compiled() as able:
        if not able:
            return
    for simple, questions in asked_in_games().items():
        if not questions:
            continue
        pairs = [(microseconds(STAND_INS[simple], questions), microseconds(simple, questions)) for _ in range(ROUNDS)]
        quick, slow = (list(each) for each in zip(*pairs, strict=True))
        yield simple.__qualname__, "us", quick, "compiled", "numpy", statistics.median(slow)
