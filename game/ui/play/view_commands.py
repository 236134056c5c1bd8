"""The commands that change only the view of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.threat_layer import ThreatLayer
from game.ui.board.camera import Camera
from game.ui.model.session_model import SessionModel
from game.ui.play.log import EventLog
from game.ui.play.show import Show
from game.ui.prefs.settings import Options
from game.wording import _


class Viewed(Protocol):
    """What these commands need of a table in a window."""

    model: SessionModel
    options: Options
    camera: Camera
    inspection: Inspection
    measuring: Measuring
    threats: ThreatLayer
    log: EventLog
    staging: Show
    explain: bool
    candidates: bool

    def zoom(self, steps: float, pixel: tuple[int, int]) -> None:
        """Zoom in by `steps`, keeping the spot under the pixel in place."""


def view_commands(scene: Viewed) -> dict[str, Callable[[], None]]:
    """Return the commands that change only the view of the table, by name."""
    return {
        "measure": lambda: scene.measuring.toggle(scene.inspection.selected or scene.inspection.piece()),
        "fit": scene.camera.fit,
        "closer": lambda: scene.zoom(1, scene.camera.viewport.center),
        "farther": lambda: scene.zoom(-1, scene.camera.viewport.center),
        **scene.log.commands(scene.staging.log),
        "inspect": lambda: _inspect(scene, 1),
        "inspect_back": lambda: _inspect(scene, -1),
        "why": lambda: _explain(scene),
        "candidates": lambda: _weigh(scene),
        "threats": lambda: _show_threats(scene),
        "threat_piece": lambda: _leave_out(scene),
    }


def _inspect(scene: Viewed, by: int) -> None:
    piece = scene.inspection.next(by)
    if piece is not None:
        scene.camera.show(piece.x, piece.y)


def _explain(scene: Viewed) -> None:
    scene.explain = not scene.explain


def _weigh(scene: Viewed) -> None:
    scene.candidates = not scene.candidates
    if not scene.model.bots:
        scene.model.notice.title = _("No machine plays here")


def _show_threats(scene: Viewed) -> None:
    if _threats_wanted(scene):
        scene.threats.toggle()


def _leave_out(scene: Viewed) -> None:
    """Leave the piece pointed at or selected out of the threat map, or include it again."""
    piece = scene.inspection.selected or scene.inspection.hovered
    if _threats_wanted(scene) and not scene.threats.toggle_piece(piece):
        scene.model.notice.title = _("Point at an enemy or select one with I to leave it out of the threat map")


def _threats_wanted(scene: Viewed) -> bool:
    if not scene.options.threat:
        scene.model.notice.title = _("Threats are switched off in the settings (F4)")
    return scene.options.threat
