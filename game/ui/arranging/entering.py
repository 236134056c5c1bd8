"""A unit dropped on what takes it in, such as a Transport: the answers that lead there, given as one gesture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.core.arranging import answer_of
from game.engine.core.decisions import Answer, Choose
from game.engine.routes import Route, copy_after
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.table.layout.steps import Steps


def takers(session: Session, unit: str) -> tuple[str, ...]:
    """Return the pieces and terrain that could take a unit in at the end of its move, by their ids."""
    movement = session.ruleset.movement
    return tuple(movement.takes_in(session.game, unit)) if movement is not None else ()


def keys_into(session: Session, answers: Sequence[Answer], unit: str, into: str) -> list[str]:
    """Return the keys of the options that take a unit into something after some answers; none if that is impossible.

    Questions whether it gets into something else come before that: the only other option passes them.
    """
    twin, keys = session, list[str]()
    for answer in answers:
        if (further := copy_after(twin, answer)) is None:
            return []
        twin = further
    while isinstance(asked := twin.decision, Choose) and asked.about == unit:
        onto = [each for each in asked.options if each.hand == "piece"]
        named = next((each.key for each in onto if into in (*each.subject, *each.about.terrain)), "")
        others = [each.key for each in asked.options if not each.hand]
        if named:
            return [*keys, named]
        if not onto or len(others) != 1 or (further := copy_after(twin, others[0])) is None:
            break
        twin = further
        keys += others
    return []


def gets_in(
    model: SessionModel, path: Sequence[str], unit: str, into: str, missed: Callable[[], None]
) -> Callable[[Steps | None], None]:
    """Return what follows the search for an arrangement beside something: the unit gets in, or else `missed`."""

    def then(steps: Steps | None) -> None:
        answers: list[Answer] = [*path] if steps is None else [*path, answer_of(steps)]
        if keys := keys_into(model.session, answers, unit, into):
            model.take(Route(model.session, len(model.session.journal), (*answers, *keys[:-1])), keys[-1])
        else:
            missed()

    return then
