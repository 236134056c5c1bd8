"""The short battle that the README shows: some turns of a game between two programs, written by the program's own film.

`python tools/screenshots.py --readme` writes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.history.timeline import Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players import answer_with, make_player
from game.ui.export.exports import export_gif

FIRST: Final = "2.1"
AFTER_LAST: Final = "2.8"
"""The activation before which it ends."""
WIDTH: Final = 880
"""Pixels."""


def played(plan: GamePlan, seed: int) -> Session:
    """Return a whole game between two greedy programs."""
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))
    player = make_player("greedy", 1)
    while session.decision is not None:
        session.answer(answer_with(player, session, len(session.journal)))
    return session


def write(path: Path) -> None:
    """Write the battle as a GIF."""
    timeline = Timeline(played(GamePlan(("Ann", "Bob"), rounds=3, map="market-ruins"), 4))
    start, end = timeline.find(FIRST), timeline.find(AFTER_LAST) - 1
    for _ in export_gif(timeline, path, start=start, end=end, width=WIDTH):
        pass
