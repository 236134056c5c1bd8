"""The commands that change only the view of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.ui.aids.asking import Asking
from game.ui.aids.coaching import Coach
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.threat_layer import ThreatLayer
from game.ui.board.camera import Camera
from game.ui.model.session_model import Notice, SessionModel
from game.ui.panel.rail import PhaseRail, phases_sheet
from game.ui.panel.side import SidePanel
from game.ui.play.bots import Thinker
from game.ui.play.log import EventLog
from game.ui.play.roster_hands import RosterHands
from game.ui.play.show import Show
from game.ui.prefs.settings import Options
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import Theme
from game.wording import _


class Viewed(Protocol):
    """What these commands need of a table in a window."""

    model: SessionModel
    options: Options
    camera: Camera
    inspection: Inspection
    measuring: Measuring
    asking: Asking
    threats: ThreatLayer
    rosters: RosterHands
    log: EventLog
    staging: Show
    side: SidePanel
    explain: bool
    candidates: bool
    thinker: Thinker
    coach: Coach
    rail: PhaseRail
    theme: Theme

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""

    def zoom(self, steps: float, pixel: tuple[int, int]) -> None:
        """Zoom in by `steps`, keeping the spot under the pixel in place."""


def view_commands(scene: Viewed) -> dict[str, Callable[[], None]]:
    """Return the commands that change only the view of the table, by name."""
    return {
        "measure": lambda: _measure(scene),
        "ask": lambda: _ask(scene),
        "fit": scene.camera.fit,
        "closer": lambda: scene.zoom(1, scene.camera.viewport.center),
        "farther": lambda: scene.zoom(-1, scene.camera.viewport.center),
        **scene.log.commands(scene.staging.log) | scene.side.commands(),
        "inspect": lambda: _inspect(scene, 1),
        "inspect_back": lambda: _inspect(scene, -1),
        "why": lambda: _explain(scene),
        "candidates": lambda: _weigh(scene),
        "phases": lambda: show_phases(scene),
        "coach": scene.coach.ask,
        "play_now": scene.thinker.play_now,
        "threats": lambda: scene.threats.command(scene.model, scene.options.threat),
        "threat_piece": lambda: scene.threats.command(scene.model, scene.options.threat, scene.inspection.at_hand),
        **scene.rosters.commands(),
    }


def show_phases(scene: Viewed) -> None:
    """Show all phases with what may be used in them, where the rulebook tells."""
    if scene.rail.phases:
        scene.show(phases_sheet(scene.theme, scene.model, scene.rail.phases))
    else:
        scene.model.notice = Notice(_("This rulebook tells nothing about its phases"))


def _inspect(scene: Viewed, by: int) -> None:
    piece = scene.inspection.next(by)
    if piece is not None:
        scene.camera.show(piece.x, piece.y)


def _measure(scene: Viewed) -> None:
    scene.asking.on = False
    scene.measuring.toggle(scene.inspection.selected or scene.inspection.piece())


def _ask(scene: Viewed) -> None:
    scene.measuring.on = False
    scene.asking.toggle(scene.inspection.selected or scene.inspection.piece())


def _explain(scene: Viewed) -> None:
    scene.explain = not scene.explain


def _weigh(scene: Viewed) -> None:
    scene.candidates = not scene.candidates
    if not scene.model.bots:
        scene.model.notice.title = _("No machine plays here")
