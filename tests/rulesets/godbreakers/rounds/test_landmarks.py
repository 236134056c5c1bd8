"""Which events are landmarks of a game: rounds, activations, losses, scores."""

from __future__ import annotations

import pytest

from game.engine.core.events import Corrected, Event, Landmark
from game.rulesets import load
from game.rulesets.godbreakers.rules import events as happened
from game.rulesets.godbreakers.rules.events import TakenAway


@pytest.mark.parametrize(
    ("event", "landmark"),
    [
        (happened.RoundBegan(round=3), Landmark("round", amount=3)),
        (happened.Activated(model="a.1", handler="ann"), Landmark("activation", "a.1")),
        (happened.Casualty(model="a.1"), Landmark("casualty", "a.1", 0, "Casualties", "bad")),
        (happened.Ascended(model="a.1", tokens=()), Landmark("casualty", "a.1", 0, "Ascensions", "good")),
        (happened.Triumphed(model="a.1", removed=2), Landmark("feat", "a.1", 0, "Triumphs", "good")),
        (happened.InitiativeWon(player="ann", result=7), Landmark("lead", "ann", 7)),
        (happened.GameEnded(winners=(), reason="a draw"), Landmark("ending")),
        (
            Corrected(piece="ann", fact="VP", before="4", after="1"),
            Landmark("score", "ann", -3, "corrected by the referee"),
        ),
        (Corrected(piece="a.1", fact="damage", before="4", after="1"), None),
        (TakenAway(model="a.1", by="b.1"), Landmark("casualty", "a.1")),
        (
            happened.Scored(player="ann", points=2, total=5, reason="Objective"),
            Landmark("score", "ann", 2, "Objective"),
        ),
        (happened.ActivationEnded(model="a.1"), None),
        (happened.Damaged(model="a.1", amount=2, total=2), None),
    ],
)
def test_events_by_which_people_find_their_way(event: Event, landmark: Landmark | None) -> None:
    assert load("godbreakers").landmark(event) == landmark
