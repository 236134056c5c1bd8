"""Games in the terminal, typed by a program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from game.commands.text.play import TextGame
from game.engine.core.decisions import Allocate, Answer, Arrange, Lay, Order, Pick
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.table.facing import compass_of


def desk_of(session: Session, folder: Path) -> SessionModel:
    """Return a game as people play it, saved in a folder."""
    return SessionModel(session, lambda played: None, folder)


def conversation(session: Session, folder: Path, *lines: str) -> list[str]:
    """Type some lines and return what was printed after the first question."""
    printed: list[str] = []
    typing: Iterator[str | None] = iter([*lines, None])
    TextGame(desk_of(session, folder), lambda: next(typing), printed.append).run()
    return printed


def line_of(session: Session, answer: Answer) -> str:
    """Return an answer as a person types it, things by their numbers."""
    decision = session.pending()
    if isinstance(answer, str):
        keys = [option.key for option in (*getattr(decision, "options", ()), *decision.shortcuts)]
        before = len(decision.arrangements.members) if isinstance(decision, Arrange) else 0
        return str(before + keys.index(answer) + 1)
    if isinstance(decision, Pick):
        return " ".join(str(decision.candidates.index(piece) + 1) for piece in answer) or "none"
    if isinstance(decision, Order):
        return " ".join(str(decision.items.index(item) + 1) for item in answer)
    if isinstance(decision, Allocate):
        assert isinstance(answer, dict)
        items = list(decision.limits)
        return " ".join(f"{items.index(item) + 1}={amount}" for item, amount in answer.items())
    if isinstance(decision, Arrange):
        numbers = {member.id: number for number, member in enumerate(decision.arrangements.members, 1)}
        paths = ((numbers[step.id], [*step.via, step.at]) for step in decision.steps(answer))
        spots = ((number, " then ".join(f"{x}, {y}" for x, y in path)) for number, path in paths)
        return "; ".join(f"{number} to {path}" for number, path in spots) or "stay"
    x, y, *turned = answer
    lays = isinstance(decision, Lay)
    words = (f"turn {each}" if lays else f"facing {compass_of(int(each))}" for each in turned)
    return " ".join((f"place {x}, {y}", *words))
