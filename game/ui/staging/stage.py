"""The stage: plays beats in order, each for as long as it takes to see. Nothing waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.engine.history.changes import Effect
from game.engine.rulebook.view import PieceView, TableView
from game.ui.staging.beats import Beat, Kind

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
