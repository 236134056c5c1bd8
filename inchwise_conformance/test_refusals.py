"""What cannot be picked is refused with its reason, whatever lies on the table, in games of every listed rulebook."""

from __future__ import annotations

import random

from game.engine.core.decisions import Pick
from game.engine.rulebook.view import TableView
from game.players.random_player import random_answer
from inchwise_conformance.listing import Case, cases, of_rulebooks, thick
from inchwise_conformance.samples import some

MOST = some(150)
"""Decisions of a game whose refusals are looked at."""


def seen(view: TableView) -> list[str]:
    """Return the ids of everything that people may point at."""
    pieces = [piece.id for piece in (*view.pieces, *view.reserve, *view.lost)]
    return [*pieces, *view.units, *view.names, *(player.id for player in view.players)]


@of_rulebooks("case", lambda listed: [*cases(listed), *thick(listed)])
def test_what_cannot_be_picked_has_its_reason(case: Case) -> None:
    session, rng = case.session(), random.Random(case.seed)
    for _step in range(MOST):
        if session.finished:
            break
        decision = session.pending()
        if isinstance(decision, Pick):
            assert decision.excluded is not None or not case.reasons, decision.prompt
            for piece in seen(session.ruleset.view(session.game)):
                if piece not in decision.candidates:
                    why = decision.why_not([piece]) if decision.excluded is None else decision.excluded(piece)
                    assert why, f"{decision.prompt} {piece}"
        session.answer(random_answer(decision, rng))
