"""Beats: the changes of one event, or of several dice rolled together, and how long they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from game.engine.core.events import Event
from game.engine.history.changes import Change, Effect, effects_of
from game.engine.history.fairness import Throw, throws
from game.engine.rulebook.view import TableView
from game.play.session_model import Shot
from game.ui.board.dice_physics import LASTS

Kind = Literal["die-lands", "result", "piece", "log", "hand-over"]

FADING: Final = 0.2
"""Seconds in which dice appear with reduced motion."""
READING: Final = 0.6
"""Seconds in which the results of dice are shown before anything follows."""
CHANGING: Final[dict[Change, float]] = {
    "moved": 0.45,
    "hurt": 0.7,
    "healed": 0.6,
    "raised": 0.8,
    "gone": 0.8,
    "came": 0.15,
    "took": 0.5,
    "dropped": 0.3,
    "won": 0.7,
    "lost": 0.7,
}
"""Seconds for which a change is shown."""
TELLING: Final = 0.12
"""Seconds of an event that changes nothing on the table."""


@dataclass(frozen=True)
class Beat:
    """Some events in a row: the dice rolled in them, the table before and after, and the changes."""

    first: int
    last: int
    throws: tuple[Throw, ...]
    before: TableView
    after: TableView
    effects: tuple[Effect, ...]

    def tumbling(self, *, reduced: bool) -> float:
        """Return the seconds for which its dice tumble, or fade in."""
        return 0.0 if not self.throws else FADING if reduced else LASTS

    def reading(self) -> float:
        """Return the seconds for which the results of its dice are shown."""
        return READING if self.throws else 0.0

    def changing(self) -> float:
        """Return the seconds for which its changes are shown."""
        return max((CHANGING[effect.change] for effect in self.effects), default=TELLING)


def _one_by_one(last: Beat, dice: Sequence[Throw], effects: Sequence[Effect]) -> bool:
    """Return whether neither a beat nor the next event shows anything on the table."""
    return not (dice or effects or last.throws or last.effects)


def beats_of(events: Sequence[Event], shots: Sequence[Shot], before: TableView, begin: int) -> list[Beat]:
    """Return the beats of the events from number `begin` on; dice for one purpose in a row are rolled together.

    Events of one kind in a row that show nothing on the table are one beat, such as equal gains of all models.
    """
    beats: list[Beat] = []
    for shot in shots:
        number = shot.length - 1
        if not begin <= number < len(events):
            continue
        dice = tuple(throws([events[number]]))
        last = beats[-1] if beats else None
        effects = tuple(effects_of(before, shot.view))
        together = last is not None and last.throws and dice and not last.effects
        if last is not None and together and last.throws[-1].purpose == dice[0].purpose:  # several dice, one roll
            beats[-1] = Beat(last.first, number, last.throws + dice, last.before, shot.view, effects)
        elif last is not None and _one_by_one(last, dice, effects) and events[last.last].kind == events[number].kind:
            beats[-1] = Beat(last.first, number, (), last.before, shot.view, ())
        else:
            beats.append(Beat(number, number, dice, before, shot.view, effects))
        before = shot.view
    return beats
