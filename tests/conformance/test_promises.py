"""What is shown before an answer is what follows: a little of games of Bushido and Age of Sigmar, in the thick of it.

`tools/promises.py` plays as many as one likes; those of The Godbreaker Saga are in its own folder.
"""

from __future__ import annotations

import pytest

from game.rulesets.aos4.view import preview as battle_preview
from game.rulesets.bushido.view import preview as skirmish_preview
from tests.samples import some
from tools.promises import Walk

ANSWERS = some(60)
"""Answers given in a game."""


@pytest.mark.parametrize(("ruleset", "number", "kinds"), [
    ("bushido", 7, {"contacts", "seen by", "sees", "does not come"}),
    ("aos4", 1, {"combat", "contacts", "split"}),
])  # fmt: skip
def test_every_promise_of_a_game_in_the_thick_of_it_is_kept(ruleset: str, number: int, kinds: set[str]) -> None:
    walk = Walk(number, 0.5, 4, ruleset, max(ANSWERS, 12))
    assert list(walk.problems()) == []
    assert kinds <= walk.checks.held.keys()


def test_the_walk_sees_promises_that_are_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish_preview, "sees", lambda game, one, other: False)
    monkeypatch.setattr(battle_preview, "_in_combat", lambda foes, fought: [])
    assert unseen(Walk(7, 0.5, 4, "bushido", 40), "seen by", "sees") == set()
    assert unseen(Walk(1, 0.7, 4, "aos4", 25), "combat") == set()


def unseen(walk: Walk, *kinds: str) -> set[str]:
    """Return of which of some kinds a walk sees no broken promise; it ends once it has seen one of each."""
    left = set(kinds)
    for problem in walk.problems():
        left = {kind for kind in left if f": {kind}: " not in problem}
        if not left:
            break
    return left
