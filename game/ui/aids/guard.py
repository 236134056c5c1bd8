"""What happens when an aid goes wrong: it is logged, reported once, and the aid closes; the game goes on."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, Protocol

from game.ui.aids.around import Around
from game.ui.aids.asking import Asking
from game.ui.aids.coaching import Coach
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.stakes import StakesAid
from game.ui.aids.threat_layer import ThreatLayer
from game.ui.aids.worker import AidFault
from game.wording import N_, _


class Overlaying(Protocol):
    """What lies on a table."""

    aid: Around


class Aided(Protocol):
    """The aids of a table."""

    asking: Asking
    measuring: Measuring
    threats: ThreatLayer
    coach: Coach
    stakes: StakesAid
    inspection: Inspection
    candidates: bool

    @property
    def overlays(self) -> Overlaying:
        """What shows chances and ranges."""


PREVIEWED: Final = ("decisions.*", "arranging.*", "sandbox.*")
"""Where the lines about an answer in preparation are made."""
TOOLTIPS: Final = N_("Tooltips")
LEGEND: Final = N_("The legend")
PREVIEW: Final = N_("The preview")
OVERLAYS: Final = N_("What is drawn on the table")
DRAWN: Final = (
    "play.shown:*",
    *("play.marks:rings", "play.painter:_paint_ghosts", "play.painter:_ghost_key"),
    *(
        f"{room}:{part}"
        for room in PREVIEWED
        for part in ("under", "over", "over_key", "grounds", "shown_region", "marks", "movers", "layout")
    ),
)
"""Where what a decision draws is drawn, by whichever controller, and what lies on the table with it."""


@dataclass(frozen=True)
class Aid:
    """An aid that can be closed, and the code it consists of: patterns of `module:function` in `game.ui`."""

    title: str
    code: Sequence[str]
    close: Callable[[], None]

    def ran(self, module: str, function: str) -> bool:
        """Return whether a function belongs to this aid."""
        return any(fnmatchcase(f"{module}:{function}", f"game.ui.{pattern}") for pattern in self.code)


class Guard:
    """Closes the aid in which an error arose. `closed` are the titles of those that are always on otherwise."""

    def __init__(self, scene: Aided) -> None:
        self.closed: set[str] = set()
        self._aids = tuple(self._aids_of(scene))
        self._overlays = self._always_on(OVERLAYS, *DRAWN)

    def _aids_of(self, scene: Aided) -> Iterator[Aid]:
        """Yield all aids of a table."""

        def weigh_no_more() -> None:
            scene.candidates = False
            scene.coach.close()

        yield Aid(N_("Asking"), ("aids.asking*:*",), scene.asking.escape)
        tape = ("aids.meas*:*", "aids.sight*:*", "aids.way*:*", "aids.zone*:*")
        yield Aid(N_("The tape measure"), tape, scene.measuring.close)
        yield Aid(N_("The threat map"), ("aids.threat_layer:*",), scene.threats.close)
        yield Aid(N_("The coach"), ("aids.coaching:*",), scene.coach.close)
        yield Aid(N_("What it weighed"), ("panel.candidates:*", "model.candidate_words:*"), weigh_no_more)
        yield Aid(N_("What it would do"), ("aids.stakes:*", "board.stake_art:*"), scene.stakes.close)
        reach = ("aids.inspection:*", "aids.odds_plate:*", "play.shown:front", "play.hands:odds")
        yield Aid(N_("Reach and odds"), reach, scene.inspection.close)
        yield Aid(N_("Chances and ranges"), ("aids.around:*",), scene.overlays.aid.close)
        yield self._always_on(TOOLTIPS, "play.tips:*", "widgets.tooltip:*")
        yield self._always_on(LEGEND, "aids.legend:*")
        previews = (f"{room}:{part}" for room in PREVIEWED for part in ("lines", "lines_title", "outlook"))
        yield self._always_on(PREVIEW, "panel.text:preview_of", *previews)

    @property
    def previews(self) -> bool:
        """Whether what an answer would lead to is shown."""
        return PREVIEW not in self.closed

    @property
    def overlays(self) -> bool:
        """Whether what a decision draws is shown on the table."""
        return OVERLAYS not in self.closed

    def _always_on(self, title: str, *code: str) -> Aid:
        return Aid(title, code, lambda: self.closed.add(title))

    def closes(self, error: Exception) -> str:
        """Close the aid in which an error arose and log that; return what to report, "" if it was in no open aid."""
        frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
        code = [(str(frame.f_globals.get("__name__", "")), frame.f_code.co_name) for frame in frames]
        aid = next((aid for part in code for aid in self._aids if aid.ran(*part)), None)
        if aid is None and self.overlays and any(self._overlays.ran(*part) for part in code):
            aid = self._overlays  # in which the code of other aids is called: it comes last
        if aid is None:
            return ""
        aid.close()
        if isinstance(error, AidFault):  # the worker has logged it
            error = error.error
        else:
            traceback.print_exception(error)
        name = type(error).__name__
        text = _(
            "{aid} went wrong ({name}: {error}) and was closed.", aid=_(aid.title), name=name, error=str(error)[:200]
        )
        return f"{text} {_('The game goes on. Please report it with a saved game.')}"
