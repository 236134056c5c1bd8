"""Beats: what one event, or several dice thrown together, changes on the table, and how long it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from game.engine.core.events import Event
from game.engine.history.fairness import Throw, throws
from game.engine.rulebook.view import PieceView, TableView
from game.ui.board.dice_physics import LASTS
from game.ui.model.session_model import Shot

Change = Literal["moved", "hurt", "healed", "raised", "gone", "came", "took", "dropped"]
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
}
"""Seconds in which a change is shown."""
TELLING: Final = 0.12
"""Seconds of an event that changes nothing on the table."""


@dataclass(frozen=True)
class Effect:
    """A change of one piece: as it was or is, and by how much."""

    change: Change
    piece: PieceView
    amount: int = 0


@dataclass(frozen=True)
class Beat:
    """Some events in a row: the dice thrown in them, the table before and after, and what changed."""

    first: int
    last: int
    throws: tuple[Throw, ...]
    before: TableView
    after: TableView
    effects: tuple[Effect, ...]

    def tumbling(self, *, reduced: bool) -> float:
        """Return the seconds in which its dice tumble, or fade in."""
        return 0.0 if not self.throws else FADING if reduced else LASTS

    def reading(self) -> float:
        """Return the seconds in which the results of its dice are shown."""
        return READING if self.throws else 0.0

    def changing(self) -> float:
        """Return the seconds in which its changes are shown."""
        return max((CHANGING[effect.change] for effect in self.effects), default=TELLING)


def beats_of(events: Sequence[Event], shots: Sequence[Shot], before: TableView, begin: int) -> list[Beat]:
    """Return the beats of the events from number `begin` on; dice for one purpose in a row are thrown together."""
    beats: list[Beat] = []
    for shot in shots:
        number = shot.length - 1
        if not begin <= number < len(events):
            continue
        dice = tuple(throws([events[number]]))
        last = beats[-1] if beats else None
        effects = tuple(effects_of(before, shot.view))
        together = last is not None and last.throws and dice and not last.effects
        if last is not None and together and last.throws[-1].purpose == dice[0].purpose:  # several dice, one throw
            beats[-1] = Beat(last.first, number, last.throws + dice, last.before, shot.view, effects)
        else:
            beats.append(Beat(number, number, dice, before, shot.view, effects))
        before = shot.view
    return beats


def effects_of(before: TableView, after: TableView) -> Iterator[Effect]:
    """Yield what changed of each piece between two views."""
    known = {piece.id: piece for piece in before.pieces}
    for piece in after.pieces:
        was = known.pop(piece.id, None)
        if was is None:
            yield Effect("came", piece)
            continue
        if (was.x, was.y) != (piece.x, piece.y):
            yield Effect("moved", was)
        if was.damage != piece.damage:
            change: Change = "hurt" if piece.damage > was.damage else "healed"
            yield Effect(change, piece, abs(piece.damage - was.damage))
        if was.kind == "base" and was.symbol != piece.symbol:
            yield Effect("raised", piece)
        if len(piece.carries) != len(was.carries):
            taken = len(piece.carries) > len(was.carries)
            yield Effect("took" if taken else "dropped", piece, abs(len(piece.carries) - len(was.carries)))
    yield from (Effect("gone", was) for was in known.values() if was.kind != "token")  # a token was taken, or vanished
