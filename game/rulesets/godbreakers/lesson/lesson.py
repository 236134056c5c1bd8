"""The first game of The Godbreaker Saga in eleven steps: the last round of The Score, on a real position."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from game.engine.core.events import Event
from game.engine.rulebook.lessons import Lesson, Step
from game.rulesets.godbreakers.rules.events.core import Activated, Disengaged, GameEnded, Moved, Tested
from game.wording import _

LEARNER, WICK, EMBER, GULL = "ann", "ann.wick", "ann.ember", "bob.gull"
BEYOND = (17.2, 14.0)
"""Inches: a spot beside Gull, behind the great block."""


def lesson() -> Lesson:
    """Return the lesson, in the language that was chosen."""
    return Lesson(
        title=_("A first game"),
        position=position(),
        player=LEARNER,
        steps=(*_looking(), *_moving(), *_measuring(), *_fighting(), *_ending()),
        end=_("That was a whole round. A new game is two keys away in the main menu."),
    )


def position() -> dict[str, Any]:
    """Return the position the lesson begins with, as JSON-ready data."""
    text = (files("game.rulesets.godbreakers.lesson") / "lesson.json").read_text(encoding="utf-8")
    plain: dict[str, Any] = json.loads(text)
    return plain


def _met(kind: type[Event], model: str = "") -> Callable[[Sequence[Event]], bool]:
    """Return a test: whether an event of a kind happened, to a model or to any."""
    return lambda events: any(isinstance(e, kind) and (not model or getattr(e, "model", "") == model) for e in events)


def _looking() -> tuple[Step, ...]:
    return (
        Step(
            "base",
            _("Read a base"),
            _("The figure is the size of its die: how far it moves, and what it rolls. The rim tells whose it is, a "
                "star a leader, a tick who has acted, red figures damage."),
            _("Point at Gull, or press I until Gull is chosen."),
            "G-ROLL-1",
            look="piece",
            pieces=(GULL,),
        ),
        Step(
            "activate",
            _("Choose who acts"),
            _("It is the last round and you are two points behind. Players take turns with one model each; two of "
                "yours have yet to act."),
            _("Click Wick, or mark it with Tab and press Enter."),
            "G-ACT-1",
            happened=_met(Activated, WICK),
            pieces=(WICK,),
            instead=([WICK],),
        ),
    )  # fmt: skip


def _moving() -> tuple[Step, ...]:
    return (
        Step(
            "region",
            _("See where it may go"),
            _("The outlined ground is exactly where Wick may end: its whole base within 8 U. The white line is the "
                "measure; ground that is rough makes it longer."),
            _("Choose Move, then move the mouse over the table, or use the arrow keys."),
            "G-MOVE-1",
            look="ghost",
            pieces=(WICK,),
            instead=("move",),
        ),
        Step(
            "obstacle",
            _("Jump an obstacle"),
            _("A line across a barricade is a Vault: after the move Wick must pass a test, or is hurt. The panel "
                "tells the chance before you decide."),
            _("Put Wick down beside Gull, behind the great block: click there, or press T and type 17.2, 14."),
            "G-MOVE-4",
            happened=_met(Moved, WICK),
            spot=BEYOND,
            instead=(list(BEYOND),),
        ),
        Step(
            "undo",
            _("Take it back"),
            _("Any answer can be taken back. Once dice have fallen, the other people are asked first. The same dice "
                "come again: nothing is gained but a better thought."),
            _("Press Ctrl + Z, or click Undo."),
            look="undo",
            part="bar",
        ),
    )  # fmt: skip


def _measuring() -> tuple[Step, ...]:
    return (
        Step(
            "threats",
            _("See what could strike you"),
            _("The threat map shows where enemies could strike after a move of theirs: the denser the pattern, the "
                "more of them."),
            _("Press X. X again puts it away."),
            "G-MEAS-8",
            look="threats",
        ),
        Step(
            "ruler",
            _("Measure anything"),
            _("Anybody may measure at any time. A ruler that is pinned stays, and is measured anew whenever "
                "something moves."),
            _("Press M, click Ember unless a ruler has begun, then Gull. M puts the ruler away."),
            "G-MEAS-1",
            look="ruler",
            pieces=(EMBER, GULL),
        ),
    )  # fmt: skip


def _fighting() -> tuple[Step, ...]:
    return (
        Step(
            "engage",
            _("Engage, knowing the odds"),
            _("Both roll; the higher wins and deals the difference. Before you say yes the panel shows every chance: "
                "to win, to hurt, to be hurt."),
            _("Move Wick beside Gull if it is not there, choose Engage, look at the odds, click Gull."),
            "G-ENG-2",
            happened=_met(Disengaged),
            pieces=(WICK, GULL),
            instead=(list(BEYOND), "engage", [GULL]),
        ),
        Step(
            "special",
            _("A special action"),
            _("Ember stands alone at a hoard and so controls it. Who carries treasure at the end of the last round "
                "earns 5 points; the test only tells whether somebody heard."),
            _("Choose Ember, then Plunder."),
            "G-SCN-THE-SCORE",
            happened=_met(Tested, EMBER),
            pieces=(EMBER,),
            instead=([EMBER], "plunder"),
        ),
        Step(
            "rules",
            _("Look a rule up"),
            _("Every line carries the id of its rule. All rules stand in our own words in one book that can be "
                "searched, each linked to the others."),
            _("Click any id, or press Shift + W. Esc closes the book."),
            look="rules",
            part="panel",
        ),
    )  # fmt: skip


def _ending() -> tuple[Step, ...]:
    return (
        Step(
            "score",
            _("Recover, and count"),
            _("When all have acted, whoever is damaged rolls to recover: what is left removes it. Then markers "
                "score, and the last round ends the game."),
            _("End Ember's activation, and answer what is still asked."),
            "G-RES-2",
            happened=_met(GameEnded),
            part="panel",
            instead=("end",),
        ),
    )  # fmt: skip
