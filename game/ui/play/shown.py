"""The overlays that lie on the table now: drawn in their order, and listed for the legend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

import pygame
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import NOTHING_ELSE
from game.engine.rulebook.editing import Editing
from game.engine.stakes import Stake
from game.ui.aids.around import Around, Layout
from game.ui.aids.asking import Asking
from game.ui.aids.guard import LEGEND, Guard
from game.ui.aids.inspection import Inspection, Overlays
from game.ui.aids.measuring import Measuring
from game.ui.aids.threat_layer import ThreatLayer
from game.ui.board.camera import Camera
from game.ui.board.memo import Memo
from game.ui.board.overlays import ChoiceOverlay, Entry, Overlay, awaited
from game.ui.board.stake_art import stake_legend
from game.ui.decisions import Controller
from game.ui.decisions.about import surface, terrain_in
from game.ui.decisions.base import DrawContext
from game.ui.decisions.control import Control
from game.ui.model.session_model import SessionModel
from game.ui.play.hands import Hands
from game.ui.play.show import Show
from game.ui.prefs.settings import Options
from game.ui.widgets.actions import ActionList
from game.ui.widgets.layers import Canvas
from game.ui.widgets.menu_item import MenuItem

KEPT: Final = 40


class Overlaid(Protocol):
    """What overlays need of a table in a window."""

    model: SessionModel
    options: Options
    camera: Camera
    context: DrawContext
    actions: ActionList
    inspection: Inspection
    measuring: Measuring
    asking: Asking
    threats: ThreatLayer
    guard: Guard
    hands: Hands
    staging: Show

    @property
    def controller(self) -> Controller | None:
        """The controller of the pending decision, or of the piece in hand."""

    @property
    def drawn(self) -> Controller | None:
        """The same as long as it draws on the table."""

    @property
    def is_direct(self) -> bool:
        """Whether pieces may be picked up now."""

    @property
    def recap_step(self) -> object:
        """The step of the recap being shown; None without one."""

    def weighed_stakes(self) -> Sequence[Stake]:
        """Return whom the answer under consideration would hurt or help."""


class TableOverlays:
    """The overlays of a table."""

    def __init__(self, scene: Overlaid) -> None:
        self._scene = scene
        self._choices = Memo[ChoiceOverlay](KEPT)
        self._control = Control()
        self.aid = Around(scene.model)

    def reach(self) -> Overlays:
        """Return those of the reach of the piece about to be put down, else of the inspected one.

        Only where it may be put now are they those of a choice. Nothing if another part draws them.
        """
        scene = self._scene
        inspection, controller, options, hand = scene.inspection, scene.drawn, scene.options, scene.hands.shown
        piece = hand.piece if hand is not None and scene.hands.held is None else inspection.piece()
        placing = controller is not None and controller.decision.kind == "place" and not inspection.selected
        about = scene.model.decision.about if scene.model.decision is not None else ""
        if not piece or placing or (controller is not None and controller.draws_reach) or scene.staging.playing:
            return None, None
        if self._would_flash():
            return None, None
        lead = inspection.lead()
        if piece == about and lead is None and choosable(scene):
            return None, None  # the ground that can be chosen is what matters now
        if piece == about and piece in scene.model.view.units and not inspection.selected:
            return None, None  # where it moves is asked by itself
        asked = piece == about and scene.is_direct and controller is not None and controller.decision.kind != "place"
        movable = asked and scene.hands.ahead() is not None
        move, attack = inspection.overlays(piece, scene.camera.scale, looked_at=not movable)
        move = lead or move
        return move if options.region else None, attack if options.threat else None

    def front(self) -> list[Overlay]:
        """Return what the inspected piece looks over and controls, unless a piece is being placed."""
        scene, model = self._scene, self._scene.model
        controller = scene.drawn
        placing = controller is not None and controller.decision.kind == "place" and not scene.inspection.selected
        looked_at = scene.inspection.selected or scene.inspection.hovered or scene.inspection.piece()
        piece = model.units.standing(looked_at) or model.pieces.get(looked_at)
        if piece is None or not scene.options.region or scene.staging.playing or scene.hands.shown is not None:
            return []
        if scene.inspection.closed or (self._would_flash() and not scene.inspection.hovered):
            return []
        if placing and piece.id == controller.decision.about:  # type: ignore[union-attr]
            return []
        moving = {model.units.whole(each) for each in self.movers}
        if piece.unit and (piece.id in moving or not (scene.inspection.selected or scene.inspection.hovered)):
            return []  # a unit's zone is where it stands, which matters to others, and not while it leaves
        return self._control.front(model.session, model.version, piece)

    @property
    def movers(self) -> frozenset[str]:
        """The pieces whose ghosts are away from their places."""
        return self._scene.drawn.movers if self._scene.drawn is not None else frozenset()

    def around(self) -> tuple[str, Layout | None]:
        """Return the unit whose bands and ranges are shown: the selected one, else one being arranged and where."""
        scene, layout = self._scene, None
        if scene.staging.playing or scene.asking.on or scene.measuring.on or not scene.options.odds:
            return "", None
        if scene.drawn is not None and scene.hands.shown is None:
            layout = scene.drawn.layout()
        if layout is not None:
            return "", layout
        asked = scene.model.decision
        edited = asked.about if isinstance(asked, Editing) else ""
        return scene.model.units.whole(scene.inspection.selected or edited), None

    def draw_moving(self, target: pygame.Surface) -> None:
        """Draw the ranges of a unit that is being arranged, above the pieces."""
        layout = self.around()[1]
        if layout is not None:
            self.aid.draw_ranges(target, self._scene.camera, layout)

    def draw_labels(self, target: pygame.Surface) -> None:
        """Write chances and ranges at the bands and ranges, above the pieces."""
        context, (unit, layout) = self._scene.context, self.around()
        written = [*context.sprites.names.shown, *context.readings]
        self.aid.draw_labels(target, context.camera, context.theme, written, unit, layout)

    @property
    def waiting(self) -> bool:
        """Whether something is being worked out, or painted."""
        painted = awaited()
        return self.aid.waiting or painted

    def _would_flash(self) -> bool:
        """Return whether what is inspected is only what a bot decides about, and soon something else."""
        inspection = self._scene.inspection
        looked_at = inspection.selected or inspection.focused or inspection.pointed() is not None
        return self._scene.model.bot is not None and not looked_at

    def choices(self) -> list[ChoiceOverlay]:
        """Return the outlines of terrain and levels that can be chosen, that of the row pointed at marked."""
        scene, found = self._scene, []
        pointed = scene.actions.pointed()
        for name, shape in sorted(choosable(scene).items()):
            chosen = pointed is not None and (name in pointed.about.terrain or name == level_named(pointed))
            filled = scene.inspection.lead() is None  # else the region that it leads to is shown there
            key = scene.model.battlefield, name, chosen, filled
            found.append(self._choices.of(key, partial(ChoiceOverlay, shape, chosen=chosen, filled=filled)))
        return found

    def draw(self, target: Canvas) -> None:
        """Draw regions, the threat map over them with their outlines once more above it, and what can be chosen."""
        scene, controller = self._scene, self._scene.drawn
        if not scene.guard.overlays:
            scene.threats.draw(target, scene.camera)
            return
        move, attack = self.reach()
        unit, layout = self.around()
        still = self.aid.overlays(unit, None) if layout is None else ()  # what moves is drawn by lines alone
        shown: tuple[Overlay | None, ...] = (move, attack, *self.front(), *still)
        if scene.asking.on:
            move, shown = None, (scene.asking.overlay(),)  # the region of the answer is what matters now
        for overlay in shown:
            if overlay is not None:
                overlay.show(target, scene.camera)
        if controller is not None and not scene.asking.on:
            controller.under(target, scene.context)
        scene.threats.draw(target, scene.camera)
        if scene.threats.on:
            for region in (move, controller.shown_region(scene.context) if controller is not None else None):
                if region is not None:
                    region.draw_outline(target, scene.camera)
        for choice in self.choices():
            choice.draw(target, scene.camera)

    def legend(self) -> list[Entry]:
        """Return the patterns and signs now on the table with their meaning."""
        scene, controller = self._scene, self._scene.drawn
        if LEGEND in scene.guard.closed:
            return []
        found = scene.measuring.legend(scene.camera.scale)
        if scene.recap_step is None and not scene.staging.playing and not scene.guard.overlays:
            found += scene.threats.legend()
        elif scene.recap_step is None and not scene.staging.playing:
            region = controller.shown_region(scene.context) if controller is not None else None
            more = controller.grounds(scene.context) if controller is not None else ()
            overlays: tuple[Overlay | None, ...] = (
                *(region, *self.reach(), *self.front(), *more, *self.choices()),
                *self.aid.overlays(*self.around()),
            )
            if scene.asking.on:
                overlays = (scene.asking.overlay(),)
            found += [entry for overlay in overlays if overlay is not None for entry in overlay.legend()]
            found += [*scene.threats.legend(), *stake_legend(scene.weighed_stakes())]
        return list({entry.label: entry for entry in found}.values())


class Choosing(Protocol):
    """What holds the rows that are offered."""

    model: SessionModel
    actions: ActionList


def choosable(scene: Choosing) -> dict[str, BaseGeometry]:
    """Return the shapes of terrain, by its id, and of levels that the rows are about."""
    rows, field = [row for row in scene.actions.actions if row.about != NOTHING_ELSE], scene.model.battlefield
    if not rows:
        return {}
    found = {identity: piece.shape for identity, piece in terrain_in(rows, field).items()}
    levels = {row.about.level for row in rows if row.enabled} - {None, 0}  # of the ground the edges are the others'
    return found | {_named(level): surface(field, level) for level in levels if level is not None}


def level_named(row: MenuItem) -> str:
    """Return the name, among what is `choosable`, of the level that a row is about; "" without one."""
    return "" if row.about.level is None else _named(row.about.level)


def _named(level: int) -> str:
    return f"level {level}"
