"""Beats: the changes of events and their pictures, shown while the game itself is already further on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import pygame

from game.engine.core.events import Event
from game.engine.history.changes import Change, Effect, effects_of, said_of
from game.engine.history.fairness import Throw, throws
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView, TableView, UnitView
from game.play.session_model import LogEntry, SessionModel, Shot
from game.ui.board.camera import Camera
from game.ui.board.dice_tray import LASTS, DiceTray, Die, dice_of
from game.ui.board.overlays import draw_pill
from game.ui.board.pieces import Liveries, Livery, Sprites, Tweens, drawn_radius
from game.ui.board.stake_art import draw_sign
from game.ui.prefs.settings import Options
from game.ui.shell.sounds import cues_of
from game.ui.shell.window import Window
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import BAD, GOOD, LAMP, PAPER, Colour, Theme
from game.wording import _

Kind = Literal["die-lands", "result", "piece", "log", "hand-over"]

FADING: Final = 0.2
"""Seconds in which dice appear with reduced motion."""
READING: Final = 0.6
"""Seconds for which the results of dice are shown before the changes."""
CHANGING: Final[dict[Change, float]] = {
    "moved": 0.45,
    "hurt": 0.7,
    "healed": 0.6,
    "raised": 0.8,
    "gone": 0.8,
    "left": 2.0,
    "picked": 0.8,
    "came": 0.15,
    "took": 0.5,
    "dropped": 0.3,
    "won": 0.7,
    "lost": 0.7,
    "said": 1.0,
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

    def dice_duration(self, *, reduced: bool) -> float:
        """Return the seconds for which the dice tumble, or fade in if motion is `reduced`."""
        if not self.throws:
            return 0.0
        return FADING if reduced else LASTS

    def changes_begin_at(self, *, reduced: bool) -> float:
        """Return the seconds until the results of the dice have been shown and the changes begin."""
        return self.dice_duration(reduced=reduced) + (READING if self.throws else 0.0)

    def change_duration(self) -> float:
        """Return the seconds for which the changes are shown."""
        return max((CHANGING[effect.change] for effect in self.effects), default=TELLING)


def _one_by_one(last: Beat, dice: Sequence[Throw], effects: Sequence[Effect]) -> bool:
    """Return whether neither a beat nor the next event shows anything on the table."""
    return not (dice or effects or last.throws or last.effects)


def _with_exits(event: Event, before: TableView, effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return the changes of an event; pieces that leave the table by it, but are not lost, say how."""
    deed = event.deed()
    if deed is None or deed.sort != "leaves":
        return tuple(effects)
    units = {piece.id: piece.unit for piece in before.pieces}
    return tuple(
        replace(effect, change="left", text=_(deed.text))
        if effect.change in ("gone", "picked") and {effect.piece.id, units[effect.piece.id]} & {*deed.to}
        else effect
        for effect in effects
    )


def beats_of(events: Sequence[Event], shots: Sequence[Shot], before: TableView, begin: int) -> list[Beat]:
    """Return the beats of the events from number `begin` on; rolls of dice for one purpose are joined.

    Events of one kind in a row that show nothing on the table, such as equal gains of all models, are one beat.
    """
    beats: list[Beat] = []
    for shot in shots:
        number = shot.length - 1
        if not begin <= number < len(events):
            continue
        dice = tuple(throws([events[number]]))
        last = beats[-1] if beats else None
        effects = _with_exits(events[number], before, effects_of(before, shot.view))
        effects = (*effects, *said_of(events[number], shot.view))
        more_dice = last is not None and last.throws and dice and not last.effects
        if last is not None and more_dice and last.throws[-1].purpose == dice[0].purpose:  # one roll of several dice
            beats[-1] = Beat(last.first, number, last.throws + dice, last.before, shot.view, effects)
        elif last is not None and _one_by_one(last, dice, effects) and events[last.last].kind == events[number].kind:
            beats[-1] = Beat(last.first, number, (), last.before, shot.view, ())
        else:
            beats.append(Beat(number, number, dice, before, shot.view, effects))
        before = shot.view
    return beats


HURRIED: Final = 24
"""Number of beats above which each is shown for a shorter time, so that long chains end soon."""


@dataclass(frozen=True)
class Stamp:
    """A record of the moment at which something became visible: seconds of the stage's clock, event, and kind."""

    seconds: float
    event: int
    kind: Kind


TRAILS: Final = 1.2
"""Seconds for which the trails of moves stay after the last beat."""


@dataclass
class Stage:
    """The beats in progress; times are seconds of a clock that the caller reads.

    `pace` multiplies the speed, 0 shows no beats; `begins` is called when a beat begins, `changes` when its changes do.
    `beats` are those that were played together last.
    """

    begins: Callable[[Beat], None]
    changes: Callable[[Beat], None]
    pace: float = 1.0
    reduced: bool = False
    stamps: list[Stamp] = field(default_factory=list)
    trails: list[tuple[PieceView, PieceView]] = field(default_factory=list)
    beats: list[Beat] = field(default_factory=list)
    _at: int = 0
    _since: float = 0.0
    _seen: set[Kind] = field(default_factory=set)
    _active: str = ""
    _trailed: float = 0.0

    def play(self, beats: Sequence[Beat], now: float) -> None:
        """Show beats from now on, after ending any that are still in progress."""
        self.skip(now)
        self.beats, self._at = list(beats), 0
        if self.beats and self.pace > 0:
            self._begin(now)
        else:
            self.skip(now)

    @property
    def playing(self) -> bool:
        """Whether something is still to be shown."""
        return self._at < len(self.beats)

    @property
    def beat(self) -> Beat | None:
        """The beat being shown; None after the last."""
        return self.beats[self._at] if self.playing else None

    def skip(self, now: float) -> None:
        """Show everything at once."""
        for beat in self.beats[self._at :]:
            for kind in self._due_times(beat):
                self._stamp(kind, beat, now)
            self._seen = set()
            self._trail(beat)
        self._at, self._trailed = len(self.beats), now

    def clear(self) -> None:
        """Forget everything: another game, or another past."""
        self.beats, self._at, self.trails = [], 0, []

    def tick(self, now: float) -> bool:
        """Let time pass; return whether beats are being shown."""
        while (beat := self.beat) is not None:
            passed, due_times = self._passed(now), self._due_times(beat)
            for kind, due in due_times.items():
                if passed >= due and self._stamp(kind, beat, self._since + due / self._speed) and kind == "piece":
                    self.changes(beat)
            if passed < due_times["log"]:
                break
            self._end(self._since + due_times["log"] / self._speed)
            self._trailed = now
        if not self.playing and now - self._trailed > TRAILS:
            self.trails = []  # trails must not cover the next decision
        return self.playing

    def share(self, now: float) -> float:
        """Return the progress of the current changes, below 0 before they begin, 1 at their end."""
        beat = self.beat
        if beat is None:
            return 1.0
        return (self._passed(now) - beat.changes_begin_at(reduced=self.reduced)) / beat.change_duration()

    def view(self, now: float) -> TableView | None:
        """Return the shown table: before the changes of the beat, then after them; None after the last beat."""
        beat = self.beat
        if beat is None:
            return None
        return beat.before if self.share(now) < 0 else beat.after

    def effects(self, now: float) -> Sequence[Effect]:
        """Return the changes in progress."""
        return self.beat.effects if self.beat is not None and self.share(now) >= 0 else ()

    def results(self, now: float) -> list[tuple[str, int]]:
        """Return the results to show, each with the id of the piece that it was rolled for."""
        beat = self.beat
        if beat is None or self._passed(now) < beat.dice_duration(reduced=self.reduced):
            return []
        return [(throw.subject, throw.result) for throw in beat.throws if not throw.pooled]

    @property
    def told(self) -> int | None:
        """The number of events in the log so far, or None if it is complete."""
        return self.beat.first if self.beat is not None else None

    # -- one beat after another ----------------------------------------------------------------

    @property
    def _speed(self) -> float:
        return self.pace * max(1.0, len(self.beats) / HURRIED)

    def _passed(self, now: float) -> float:
        return (now - self._since) * self._speed

    def _due_times(self, beat: Beat) -> dict[Kind, float]:
        """Return when, in seconds into the beat, each kind of change appears, in order."""
        landing = beat.dice_duration(reduced=self.reduced)
        changes_begin = beat.changes_begin_at(reduced=self.reduced)
        due_times: dict[Kind, float] = {"die-lands": landing, "result": landing} if beat.throws else {}
        if beat.effects:
            due_times["piece"] = changes_begin
        return {**due_times, "log": changes_begin + beat.change_duration()}

    def _begin(self, now: float) -> None:
        self._since, self._seen = now, set()
        self.begins(self.beats[self._at])

    def _stamp(self, kind: Kind, beat: Beat, seconds: float) -> bool:
        """Note the moment at which a kind of change became visible, once; return whether it was new."""
        new = kind not in self._seen
        if new:
            self._seen.add(kind)
            self.stamps.append(Stamp(seconds, beat.last, kind))
        return new

    def _end(self, now: float) -> None:
        self._trail(self.beats[self._at])
        self._at += 1
        if self.playing:
            self._begin(now)

    def hand_over(self, now: float) -> None:
        """Note that the next person decides, after everything was shown."""
        if self.beats:
            self.stamps.append(Stamp(now, self.beats[-1].last, "hand-over"))

    def _trail(self, beat: Beat) -> None:
        """Add the trails of the moves of a beat; those of another active piece are dropped."""
        active = next((piece.id for piece in beat.after.pieces if piece.active), "")
        if active and active != self._active:
            self._active, self.trails = active, []
        after = {piece.id: piece for piece in beat.after.pieces}
        moved = [effect.piece for effect in beat.effects if effect.change == "moved" and effect.piece.id in after]
        self.trails += [(piece, after[piece.id]) for piece in moved]


SHUDDER: Final = 0.09
"""Inches by which a damaged piece shudders."""
FLOAT: Final = 0.9
"""Inches by which a number rises."""


def shaken(piece: PieceView, effects: Iterable[Effect], share: float) -> PieceView:
    """Return a piece at its drawn place, aside while it shudders."""
    if not any(effect.change == "hurt" and effect.piece.id == piece.id for effect in effects):
        return piece
    return replace(piece, x=piece.x + SHUDDER * math.sin(share * 8 * math.pi) * (1.0 - min(1.0, share)))


def draw_effects(
    target: pygame.Surface,
    effects: Sequence[Effect],
    share: float,
    camera: Camera,
    theme: Theme,
    owners: Liveries,
    *,
    still: bool,
) -> None:
    """Draw rings and numbers for changes at a `share` of their progress; if `still`, nothing moves."""
    for effect in effects:
        text, colour = _words(effect)
        piece = effect.piece
        if effect.change == "won":
            colour = owners.get(piece.controller or piece.owner, Livery()).colour
        centre = camera.to_screen(piece.x, piece.y)
        radius = drawn_radius(piece) * camera.scale
        if effect.change in ("healed", "raised", "took", "picked", "won"):
            ring_radius = radius * (1.2 if still else 1.0 + 0.6 * share)
            ring = colour if effect.change == "won" else LAMP
            pygame.draw.circle(target, ring, centre, ring_radius, max(2, theme.px(0.4)))
        if text:
            rise = 0.0 if still else FLOAT * share * camera.scale
            pill = draw_pill(target, text, (centre[0], centre[1] - radius - theme.px(1.5) - rise), theme, colour)
            if sign := _sign(effect):
                draw_sign(target, sign, (pill.left - theme.px(1), pill.centery), theme.px(1))


def _sign(effect: Effect) -> str:
    """Return the sign beside the text of a change: for a gain, a loss, or a marker that leaves."""
    return {"won": "helped", "picked": "helped", "lost": "hurt", "gone": "hurt"}.get(effect.change, "")


def _words(effect: Effect) -> tuple[str, Colour]:
    """Return the text at a changed piece, with its colour."""
    if effect.change == "said":
        return effect.text, PAPER
    if effect.change == "hurt":
        return _("{n} damage", n=effect.amount), BAD
    if effect.change == "healed":
        return f"\u2212{effect.amount}", GOOD
    if effect.change == "raised":
        return f"{effect.piece.symbol}", LAMP
    if effect.change == "left":
        return f"{effect.piece.name}: {effect.text}", LAMP
    if effect.change == "gone" and effect.piece.kind == "marker":
        return _("marker lost"), BAD
    if effect.change == "picked":
        return _("{name} picked up", name=effect.piece.name), GOOD
    if effect.change in ("won", "lost"):
        own = _("won over") if effect.piece.kind == "base" else _("gained")
        return (own, LAMP) if effect.change == "won" else (_("lost"), BAD)
    return "", PAPER


def draw_gone(
    target: pygame.Surface, effects: Sequence[Effect], share: float, camera: Camera, sprites: Sprites, owners: Liveries
) -> None:
    """Draw the leaving pieces, each toppling and fading at its place."""
    for effect in effects:
        if effect.change not in ("gone", "left") or share >= 1.0:
            continue
        piece, side = effect.piece, round(3 * drawn_radius(effect.piece) * camera.scale)
        picture = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        sprites.draw(picture, piece, (side / 2, side / 2), camera.scale, owners)
        toppled = pygame.transform.rotozoom(picture, -80 * share, 1.0 - 0.35 * share)
        toppled.set_alpha(round(255 * (1.0 - share)))
        target.blit(toppled, toppled.get_rect(center=camera.to_screen(piece.x, piece.y)))


def draw_results(
    target: pygame.Surface,
    results: Iterable[tuple[str, int]],
    pieces: dict[str, PieceView],
    camera: Camera,
    theme: Theme,
) -> None:
    """Write the result of each die beside the piece that it was rolled for."""
    for subject, result in results:
        piece = pieces.get(subject)
        if piece is not None:
            x, y = camera.to_screen(piece.x, piece.y)
            radius = drawn_radius(piece) * camera.scale
            draw_pill(target, str(result), (x + radius + theme.px(2), y - radius), theme, LAMP)


class Show:
    """Stages new events with dice in the `tray`, gliding pieces and sounds, or shows their result at once."""

    def __init__(self, model: SessionModel, window: Window) -> None:
        self.model, self.window = model, window
        self.stage = Stage(self._begins, self._changes)
        self.tweens = Tweens()
        self.owners: Liveries = {}
        self.before: dict[str, PieceView] = {}
        """The pieces before the last answer."""
        self._view = model.view
        self._heard = model.session, len(model.session.events)
        self._still = ""
        self._put = Memo[TableView]()
        self._units: tuple[TableView | None, Units] = None, model.units

    def dress(self, tray: DiceTray, options: Options, *, watching: bool) -> None:
        """Take a tray and options; without motion, or while watching a replay, everything is shown at once."""
        self.tray = tray
        self.stage.pace = 0.0 if options.motion == "off" or watching else options.pace
        self.stage.reduced = options.motion == "reduced"
        tray.motion, tray.pace = options.motion, self.stage.pace or 1.0
        self.model.watched = self.stage.pace > 0

    def follow(self, owners: Liveries, still: str) -> None:
        """Show the new events; the piece `still`, put down by hand, does not glide."""
        self.owners, self._still = owners, still
        self._show_news(time.monotonic())
        self.before, self._view = dict(self.model.pieces), self.model.view

    def _show_news(self, now: float) -> None:
        """Stage the new events; if they are not to be staged, show their result with its dice."""
        session, heard_events = self.model.session, self._heard[1]
        news = (
            session.events[heard_events:] if session is self._heard[0] and len(session.events) >= heard_events else None
        )
        self._heard = session, len(session.events)
        beats = (
            beats_of(session.events, self.model.shots, self._view, heard_events) if news and self.model.watched else []
        )
        if beats:
            self.stage.play(beats, now)
            return
        self.stage.clear()
        self.glide(self.before, self.model.pieces)
        self.window.play(*cues_of(news or (), session.ruleset))
        dice = self.dice_in(news or ())
        if dice or news is None:  # a change of the past, such as another game or an undo, clears the tray
            self.tray.throw(dice, now)

    def glide(self, before: dict[str, PieceView], after: dict[str, PieceView]) -> None:
        """Make moved pieces glide, except for the one put down by hand."""
        if self.window.options.motion == "full":
            self.tweens.note(before, after, time.monotonic(), self._still)

    def dice_in(self, events: Sequence[Event]) -> list[Die]:
        """Return the dice rolled in events."""
        off_table = {piece.id: piece for piece in self.model.view.reserve}
        pieces: dict[str, PieceView | UnitView] = {
            **self.model.view.units,
            **off_table,
            **self.model.pieces,
            **self.before,
        }
        purpose_words = self.model.session.ruleset.terms.thrown
        return dice_of(events, pieces, self.model.name_of, self.owners, purpose_words)

    def _begins(self, beat: Beat) -> None:
        events = self.model.session.events[beat.first : beat.last + 1]
        self.window.play(*cues_of(events, self.model.session.ruleset))
        if beat.throws:
            self.tray.throw(self.dice_in(events), time.monotonic())

    def _changes(self, beat: Beat) -> None:
        before, after = ({piece.id: piece for piece in view.pieces} for view in (beat.before, beat.after))
        self.glide(before, after)

    def hurry(self) -> bool:
        """Show everything at once; return whether any beat was still to come."""
        playing = self.stage.playing
        if playing:
            self.stage.skip(time.monotonic())
            self.tweens.started.clear()
        self.tray.skip(time.monotonic())
        return playing

    @property
    def playing(self) -> bool:
        """Whether beats are still to be shown."""
        return self.stage.playing

    @property
    def view(self) -> TableView:
        """The shown table, which lags behind the game while events play, except for the piece put down by hand."""
        view = self.stage.view(time.monotonic())
        put_down = self.model.pieces.get(self._still)
        if view is None or put_down is None:
            return view or self.model.view

        def adjusted() -> TableView:
            pieces = (
                replace(piece, x=put_down.x, y=put_down.y) if piece.id == put_down.id else piece
                for piece in view.pieces
            )
            return replace(view, pieces=tuple(pieces))

        beat = self.stage.beat
        return self._put.of(
            (self.model.version, beat and beat.first, beat is not None and view is beat.after), adjusted
        )

    @property
    def decider(self) -> str:
        """The deciding player of the shown table; while events play, the owner of the active piece."""
        if not self.playing:
            return self.model.decider
        return next((piece.owner for piece in self.view.pieces if piece.active), "")

    def card(self, identity: str) -> PieceView | None:
        """Return a piece on the shown table, or its unit, or None."""
        return self.units.standing(identity)

    @property
    def units(self) -> Units:
        """The units of the shown table."""
        if not self.playing:
            return self.model.units
        view = self.view
        if self._units[0] is not view:
            self._units = view, Units(view)
        return self._units[1]

    @property
    def log(self) -> list[LogEntry]:
        """The log up to the shown events."""
        return self.model.log if self.stage.told is None else self.model.log[: self.stage.told]
