"""Beats: the changes of one event, or of several dice rolled together, and how long they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from game.engine.core.events import Event
from game.engine.history.changes import Change, Effect, effects_of
from game.engine.history.fairness import Throw, throws
from game.engine.rulebook.view import PieceView, TableView
from game.play.session_model import Shot
from game.ui.board.dice_tray import LASTS

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


HURRIED: Final = 24
"""The number of beats from which each is shown for a shorter time, so that long chains end soon."""


@dataclass(frozen=True)
class Stamp:
    """What was shown when: seconds of the stage's clock, the number of the event, and what became visible."""

    seconds: float
    event: int
    kind: Kind


@dataclass
class Stage:
    """Beats in progress. Times are seconds of a clock that the caller reads.

    `pace` multiplies the speed, 0 shows no beats; `begins` is called when a beat begins, `changes` when its changes do.
    """

    begins: Callable[[Beat], None]
    changes: Callable[[Beat], None]
    pace: float = 1.0
    reduced: bool = False
    stamps: list[Stamp] = field(default_factory=list)
    trails: list[tuple[PieceView, PieceView]] = field(default_factory=list)
    _beats: list[Beat] = field(default_factory=list)
    _at: int = 0
    _since: float = 0.0
    _seen: set[Kind] = field(default_factory=set)
    _active: str = ""

    def play(self, beats: Sequence[Beat], now: float) -> None:
        """Show beats from now on; any still in progress are ended first."""
        self.skip(now)
        self._beats, self._at = list(beats), 0
        if self._beats and self.pace > 0:
            self._begin(now)
        else:
            self.skip(now)

    @property
    def playing(self) -> bool:
        """Whether something is still to be shown."""
        return self._at < len(self._beats)

    @property
    def beat(self) -> Beat | None:
        """The beat being shown; None after the last."""
        return self._beats[self._at] if self.playing else None

    def skip(self, now: float) -> None:
        """Show everything at once."""
        for beat in self._beats[self._at :]:
            for kind in self._marks(beat):
                self._stamp(kind, beat, now)
            self._seen = set()
            self._trail(beat)
        self._at = len(self._beats)

    def clear(self) -> None:
        """Forget everything: another game, or another past."""
        self._beats, self._at, self.trails = [], 0, []

    def tick(self, now: float) -> bool:
        """Let time pass; return whether anything is being shown."""
        while (beat := self.beat) is not None:
            passed, marks = self._passed(now), self._marks(beat)
            for kind, after in marks.items():
                if passed >= after and self._stamp(kind, beat, self._since + after / self._speed) and kind == "piece":
                    self.changes(beat)
            if passed < marks["log"]:
                break
            self._end(self._since + marks["log"] / self._speed)
        return self.playing

    def share(self, now: float) -> float:
        """Return the progress of the beat's changes, from below 0 before they begin up to 1."""
        beat = self.beat
        if beat is None:
            return 1.0
        begin = beat.tumbling(reduced=self.reduced) + beat.reading()
        return (self._passed(now) - begin) / beat.changing()

    def view(self, now: float) -> TableView | None:
        """Return the table as shown: as before the beat, then as after it, or None when all has been shown."""
        beat = self.beat
        return None if beat is None else beat.before if self.share(now) < 0 else beat.after

    def effects(self, now: float) -> Sequence[Effect]:
        """Return the changes that are being shown."""
        return self.beat.effects if self.beat is not None and self.share(now) >= 0 else ()

    def results(self, now: float) -> list[tuple[str, int]]:
        """Return the results shown beside the pieces they were rolled for, by id."""
        beat = self.beat
        if beat is None or self._passed(now) < beat.tumbling(reduced=self.reduced):
            return []
        return [(throw.subject, throw.result) for throw in beat.throws if not throw.pooled]

    @property
    def told(self) -> int | None:
        """The number of events in the log so far, or None when it is complete."""
        return self.beat.first if self.beat is not None else None

    # -- one beat after another ----------------------------------------------------------------

    @property
    def _speed(self) -> float:
        return self.pace * max(1.0, len(self._beats) / HURRIED)

    def _passed(self, now: float) -> float:
        return (now - self._since) * self._speed

    def _marks(self, beat: Beat) -> dict[Kind, float]:
        """Return the seconds of a beat at which something becomes visible, in order."""
        lands = beat.tumbling(reduced=self.reduced)
        changes = lands + beat.reading()
        marks: dict[Kind, float] = {"die-lands": lands, "result": lands} if beat.throws else {}
        if beat.effects:
            marks["piece"] = changes
        return {**marks, "log": changes + beat.changing()}

    def _begin(self, now: float) -> None:
        self._since, self._seen = now, set()
        self.begins(self._beats[self._at])

    def _stamp(self, kind: Kind, beat: Beat, seconds: float) -> bool:
        """Note that something became visible, once; return whether it was new."""
        new = kind not in self._seen
        if new:
            self._seen.add(kind)
            self.stamps.append(Stamp(seconds, beat.last, kind))
        return new

    def _end(self, now: float) -> None:
        self._trail(self._beats[self._at])
        self._at += 1
        if self.playing:
            self._begin(now)

    def hand_over(self, now: float) -> None:
        """Note that the next person decides, after everything was shown."""
        if self._beats:
            self.stamps.append(Stamp(now, self._beats[-1].last, "hand-over"))

    def _trail(self, beat: Beat) -> None:
        """Keep the trail of every move until another piece becomes active."""
        active = next((piece.id for piece in beat.after.pieces if piece.active), "")
        if active and active != self._active:
            self._active, self.trails = active, []
        now = {piece.id: piece for piece in beat.after.pieces}
        moved = [effect.piece for effect in beat.effects if effect.change == "moved" and effect.piece.id in now]
        self.trails += [(piece, now[piece.id]) for piece in moved]
