"""The show: the game's events, shown one after another while the game itself is already further on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from game.engine.core.events import Event
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView, TableView, UnitView
from game.play.session_model import LogEntry, SessionModel
from game.ui.animation.beats import Beat, Stage, beats_of
from game.ui.board.dice_tray import DiceTray, Die, dice_of
from game.ui.board.pieces import Liveries, Tweens
from game.ui.prefs.settings import Options
from game.ui.shell.sounds import cues_of
from game.ui.shell.window import Window
from game.ui.widgets.memo import Memo


class Show:
    """Stages new events, or shows their result at once: dice in the `tray`, gliding pieces, sounds."""

    def __init__(self, model: SessionModel, window: Window) -> None:
        self.model, self.window = model, window
        self.stage = Stage(self._begins, self._changes)
        self.tweens = Tweens()
        self.owners: Liveries = {}
        self.before: dict[str, PieceView] = {}
        """The pieces as they were before the last answer."""
        self._view = model.view
        self._heard = model.session, len(model.session.events)
        self._still = ""
        self._put = Memo[TableView]()
        self._units: tuple[TableView | None, Units] = None, model.units

    def dress(self, tray: DiceTray, options: Options, *, watching: bool) -> None:
        """Adopt a tray and the options; without motion, or while watching a replay, everything is shown at once."""
        self.tray = tray
        self.stage.pace = 0.0 if options.motion == "off" or watching else options.pace
        self.stage.reduced = options.motion == "reduced"
        tray.motion, tray.pace = options.motion, self.stage.pace or 1.0
        self.model.watched = self.stage.pace > 0

    def follow(self, owners: Liveries, still: str) -> None:
        """Show what is new; the piece that stays `still` was put down by hand and does not glide."""
        self.owners, self._still = owners, still
        self._show_news(time.monotonic())
        self.before, self._view = dict(self.model.pieces), self.model.view

    def _show_news(self, now: float) -> None:
        session, seen = self.model.session, self._heard[1]
        news = session.events[seen:] if session is self._heard[0] and len(session.events) >= seen else None
        self._heard = session, len(session.events)
        beats = beats_of(session.events, self.model.shots, self._view, seen) if news and self.model.watched else []
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
        """Let moved pieces glide, except the one put down by hand."""
        if self.window.options.motion == "full":
            self.tweens.note(before, after, time.monotonic(), self._still)

    def dice_in(self, events: Sequence[Event]) -> list[Die]:
        """Return the dice rolled in events."""
        off_table = {each.id: each for each in self.model.view.reserve}
        pieces: dict[str, PieceView | UnitView] = {
            **self.model.view.units,
            **off_table,
            **self.model.pieces,
            **self.before,
        }
        thrown = self.model.session.ruleset.terms.thrown
        return dice_of(events, pieces, self.model.name_of, self.owners, thrown)

    def _begins(self, beat: Beat) -> None:
        events = self.model.session.events[beat.first : beat.last + 1]
        self.window.play(*cues_of(events, self.model.session.ruleset))
        if beat.throws:
            self.tray.throw(self.dice_in(events), time.monotonic())

    def _changes(self, beat: Beat) -> None:
        before, after = ({piece.id: piece for piece in view.pieces} for view in (beat.before, beat.after))
        self.glide(before, after)

    def hurry(self) -> bool:
        """Show everything at once; return whether anything was still to come."""
        playing = self.stage.playing
        if playing:
            self.stage.skip(time.monotonic())
            self.tweens.started.clear()
        self.tray.skip(time.monotonic())
        return playing

    @property
    def playing(self) -> bool:
        """Whether something is still to be shown."""
        return self.stage.playing

    @property
    def view(self) -> TableView:
        """The table as shown: while events play, behind the game, except for the piece put down by hand."""
        view = self.stage.view(time.monotonic())
        put = self.model.pieces.get(self._still)
        if view is None or put is None:
            return view or self.model.view

        def moved() -> TableView:
            pieces = (replace(piece, x=put.x, y=put.y) if piece.id == put.id else piece for piece in view.pieces)
            return replace(view, pieces=tuple(pieces))

        beat = self.stage.beat
        return self._put.of((self.model.version, beat and beat.first, beat is not None and view is beat.after), moved)

    @property
    def decider(self) -> str:
        """The deciding player as shown; while events play, the owner of the active piece."""
        if not self.playing:
            return self.model.decider
        return next((piece.owner for piece in self.view.pieces if piece.active), "")

    def card(self, identity: str) -> PieceView | None:
        """Return a piece on the table, or its unit, as shown."""
        return self.units.standing(identity)

    @property
    def units(self) -> Units:
        """The units as shown."""
        if not self.playing:
            return self.model.units
        view = self.view
        if self._units[0] is not view:
            self._units = view, Units(view)
        return self._units[1]

    @property
    def log(self) -> list[LogEntry]:
        """The log as far as it is shown."""
        return self.model.log if self.stage.told is None else self.model.log[: self.stage.told]
