"""The states: a row for each, with its name, its rule, its text and what it says when (B-STATE).

Markers of a model are in `Model.markers`. Moments are those of `rules.moments`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.engine.kit.effects import YES, Row
from game.wording import N_

ALL: Final = None
"""As many markers as there are."""


@dataclass(frozen=True, kw_only=True)
class State(Row):
    """A state: how its markers add up, what else they do, and why it bars actions.

    `single` states never have more than one marker, `valued` ones carry a number on each; new markers of one that
    `replaces` take the place of old ones. `brings` is a state that is gained with each marker, `fades` the number of
    markers that are lost in End 1 (B-END-1).
    """

    single: bool = False
    valued: bool = False
    replaces: bool = False
    ignores_tough: bool = False
    changes_side: bool = False
    brings: str = ""
    fades: int | None = 0
    reason: str = ""


# fmt: off
ROWS: Final = (
    State.of("Berserk", "B-STATE-1",
             N_("Aggressive. Must fight the nearest enemy it can reach, or else run at it. Remove all markers "
                 "in the End Phase."),
             brings="Impetuous", fades=ALL, aggressive=True),
    State.of("Bleeding", "B-STATE-2", N_("Takes wounds in the End Phase. Healing a marked box removes all markers."),
             valued=True),
    State.of("Blind", "B-STATE-3",
             N_("Sees only what is in base contact with it; one fewer die in melee; no Run or Charge. Remove all "
                "markers in the End Phase."),
             fades=ALL, melee_dice=-1, bars=YES.about("run", "charge"), reason=N_("it is Blind")),
    State.of("Controlled", "B-STATE-4",
             N_("Fights for the other side for one counter per marker; cannot spend Ki."),
             replaces=True, changes_side=True,
             bars=YES.about("complex-feat", "complex-scenario", "focus", "order", "charge").when("too_few_markers"),
             reason=N_("it has only one Controlled marker")),
    State.of("Death Sentence", "B-STATE-5",
             N_("Enemies that fight it get one extra die and +1 to damage rolls.")),
    State.of("Diseased", "B-STATE-6", N_("In the Starting Phase, it loses one marker and one activation counter.")),
    State.of("Disguised", "B-STATE-7",
             N_("Enemies must pass a Ki test before they may target it or move into base contact with it. "
                "Its zone may be ignored."),
             valued=True),
    State.of("Frightened", "B-STATE-8",
             N_("Defensive; one fewer die in melee and ranged attacks; cannot move into contact with Fear models."),
             defensive=True, melee_dice=-1, ranged_dice=-1),
    State.of("Held", "B-STATE-9", N_("Defensive; one fewer die in melee; cannot move or be moved."),
             single=True, defensive=True, melee_dice=-1,
             bars=YES.but_for("disengage", "stand-up", "simple-feat", "complex-feat"), reason=N_("it is Held")),
    State.of("Immobilised", "B-STATE-10",
             N_("Must pass a size test before it moves or turns; no specials; enemies ignore contact with it."),
             bars_specials=True),
    State.of("Impetuous", "B-STATE-11",
             N_("While it has counters, only Impetuous models can be activated. Each action removes one marker.")),
    State.of("On Fire", "B-STATE-12",
             N_("Takes wounds in the End Phase, ignoring Tough. Waiting removes up to two markers."),
             valued=True, ignores_tough=True),
    State.of("Poisoned", "B-STATE-13", N_("Takes wounds in the End Phase."), valued=True),
    State.of("Prone", "B-STATE-14",
             N_("One fewer die in melee; attacks second; no specials; does not block sight. Can only stand up."),
             single=True, melee_dice=-1, bars_specials=True,
             bars=YES.but_for("stand-up", "jump-up"), reason=N_("it is Prone: it may only stand up")),
    State.of("Reloading", "B-STATE-15", N_("Weapons with Reload cannot shoot. Waiting removes one marker.")),
    State.of("Spirit Block", "B-STATE-16", N_("Generates no Ki. Remove one marker at the end of that step.")),
    State.of("Stunned", "B-STATE-17",
             N_("One fewer die in melee and ranged attacks. Remove one marker in the End Phase; waiting removes all."),
             fades=1, melee_dice=-1, ranged_dice=-1),
)
# fmt: on

STATES: Final = {row.name: row for row in ROWS}
"""Each state by its name."""
