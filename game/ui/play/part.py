"""Part: base class of everything shown at a table; a new one is a file and a line in the scene.

Guard closes broken ones.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import ClassVar, Final

import pygame

from game.engine.rulebook.view import Line
from game.ui.board.overlays import Entry, Overlay
from game.ui.play.focus import Focus
from game.ui.widgets.layers import Canvas
from game.ui.widgets.tasks import AidFault
from game.ui.widgets.theme import Theme
from game.wording import N_, _

Tip = tuple[str, tuple[Line, ...]]
"""A tooltip: its title and its lines."""
Plate = tuple[str, pygame.Rect]
"""A thing above the table ("chip", "tooltip", "dice", "banner", "drawer" or "card") and its place in the window."""


class Part:
    """A part of a table's window, with its drawing, input, work, legend and commands.

    Below the pieces, parts are drawn in order of `depth`, above them in order of `height`. A part with a `title` is
    closed by an error in its module, or in its `code`: patterns of `module:function` in `game.ui` or `game`.
    """

    depth: ClassVar[int] = 0
    height: ClassVar[int] = 0
    title: ClassVar[str] = ""
    code: ClassVar[tuple[str, ...]] = ()
    closed = False

    def __init__(self, focus: Focus) -> None:
        self.focus = focus

    @property
    def theme(self) -> Theme:
        """The theme of the window."""
        return self.focus.window.theme

    @property
    def is_drawn(self) -> bool:
        """Whether it is drawn and explained: not after an error closed it. What hides every aid belongs here."""
        return not self.closed

    def build(self) -> None:
        """Make everything that depends on the theme, the language and the keys."""

    def under(self, target: Canvas) -> None:
        """Draw on the table below the pieces."""

    def among(self, target: pygame.Surface) -> None:
        """Draw below the pieces that are about to be placed."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw on the table above the pieces; a pane draws its own picture."""

    def over(self, target: pygame.Surface) -> None:
        """Draw above everything else in the window."""

    def input(self, event: pygame.event.Event) -> bool:
        """Handle an event before the decision does; return whether it was used."""
        return False

    def tick(self, now: float) -> bool:
        """Continue working; return whether more frames are needed."""
        return False

    def legend(self) -> Sequence[Entry]:
        """Return the patterns and signs that this part shows now, with their meaning."""
        return ()

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the part's commands by name."""
        return {}

    def aids(self) -> Sequence[str]:
        """Return the names of its commands whose aid is switched on now."""
        return ()

    @property
    def is_settled(self) -> bool:
        """Whether what it shows is no estimate that may still change."""
        return True

    def covers(self, pixel: tuple[int, int]) -> bool:
        """Return whether it hides the table at a pixel."""
        return False

    def grip(self, pixel: tuple[int, int]) -> str:
        """Return the model that a press at a pixel takes, or "" to take the piece on the table there."""
        return ""

    def covering(self) -> Sequence[Plate]:
        """Return the plates drawn last above the table, which must not hide a piece that the decision is about."""
        return ()

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        """Return the tooltip for a pixel of the table; None without one."""
        return None

    def vital(self) -> Sequence[pygame.Rect]:
        """Return the places that no tooltip may hide."""
        return ()

    def close(self) -> None:
        """Stop showing anything, because something failed."""
        self.closed = True


def drawn(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that are drawn now, in their order."""
    return [part for part in parts if part.is_drawn]


class OverlayPart(Part):
    """A part that draws overlays below the pieces while the table is calm."""

    def overlays(self) -> Sequence[Overlay | None]:
        """Return the overlays to draw now."""
        raise NotImplementedError

    def under(self, target: Canvas) -> None:
        for overlay in self.overlays() if self.focus.shows_aids else ():
            if overlay is not None:
                overlay.show(target, self.focus.camera)

    def legend(self) -> Sequence[Entry]:
        laid = self.overlays() if self.focus.shows_aids else ()
        return [entry for overlay in laid if overlay is not None for entry in overlay.legend()]


class Pane(Part):
    """A part beside the table, such as the dock. Its picture is stored until its key changes.

    Motion and presses of mouse buttons go to all panes, releases to the pane under the mouse.
    """

    name = ""
    """The name of its rectangle in the layout."""

    @property
    def rect(self) -> pygame.Rect:
        """Its place in the window, in pixels."""
        place: pygame.Rect = getattr(self.focus.layout, self.name)
        return place

    def follow(self) -> None:
        """Adopt the layout and the present state of the game."""

    def key(self) -> tuple[object, ...]:
        """Return a cache key of the pane's picture."""
        raise NotImplementedError

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        """Return the tooltip at a pixel: by default the wording of the rule whose id is written there."""
        wording = self.wording(rule := self.rule_at(pixel))
        return (rule, wording) if wording else None

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the id of the rule written at a pixel, or ""."""
        return ""

    def wording(self, rule: str) -> tuple[Line, ...]:
        """Return the wording of a rule, as lines."""
        text = self.focus.model.session.ruleset.wording(rule) if rule else ""
        return (Line(text),) if text else ()


PREVIEWED: Final = ("decisions.*", "arranging.*", "sandbox.*")
"""The modules that make the lines about an answer under consideration."""
LEGEND: Final = N_("The legend")
PREVIEW: Final = N_("The preview")
OVERLAYS: Final = N_("What is drawn on the table")
DRAWN: Final = (
    *("play.focus:rings", "play.focus:ghost", "play.painter:_paint_ghosts", "play.painter:_ghost_key"),
    *(
        f"{room}:{part}"
        for room in PREVIEWED
        for part in ("under", "over", "over_key", "grounds", "shown_region", "marks", "ghost")
    ),
)
"""The functions that draw a decision on the table, of any controller, with its rings and ghosts."""


@dataclass(frozen=True)
class Aid:
    """An aid that can be closed, with its code as patterns of `module:function` in `game.ui` or `game`."""

    title: str
    code: Sequence[str]
    close: Callable[[], None]

    def ran(self, module: str, function: str) -> bool:
        """Return whether a function belongs to this aid."""
        name = f"{module}:{function}".removeprefix("game.").removeprefix("ui.")
        return any(fnmatchcase(name, pattern) for pattern in self.code)


class Guard:
    """Closes the aid in which an error occurred. `closed` has the titles of closed aids that have no switch."""

    def __init__(self, focus: Focus, parts: Sequence[Part]) -> None:
        self.closed: set[str] = set()
        self._focus = focus
        titled = ((part, type(part).__module__.removeprefix("game.ui.")) for part in parts if part.title)
        self._aids = [Aid(part.title, (f"{module}:*", *part.code), part.close) for part, module in titled]
        previews = (f"{room}:{part}" for room in PREVIEWED for part in ("lines", "lines_title", "outlook"))
        self._own = (
            self._always_on(LEGEND, "aids.legend:*"),
            self._always_on(PREVIEW, "dock.text:preview_of", *previews),
        )
        self._overlays = Aid(OVERLAYS, DRAWN, self._draw_no_more)
        self._rest = Aid(OVERLAYS, ("play.overlays.*:*",), self._draw_no_more)

    def _draw_no_more(self) -> None:
        """Stop drawing the decision on the table."""
        self._focus.drawing = False

    @property
    def previews(self) -> bool:
        """Whether the consequences of an answer are shown."""
        return PREVIEW not in self.closed

    def _always_on(self, title: str, *code: str) -> Aid:
        return Aid(title, code, lambda: self.closed.add(title))

    def closes(self, error: Exception) -> str:
        """Close the aid in which an error occurred and log the error; return a report, "" if no open aid failed."""
        frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
        code = [(str(frame.f_globals.get("__name__", "")), frame.f_code.co_name) for frame in frames]
        last = (self._rest,) if self._focus.drawing else ()  # last, because it calls the code of other aids
        first = (self._overlays,) if self._focus.drawing else ()  # first, because other aids use its drawings
        order = (first, (*self._aids, *self._own), last)
        failed_aids = (aid for aids in order for part in code for aid in aids if aid.ran(*part))
        if (aid := next(failed_aids, None)) is None:
            return ""
        aid.close()
        if isinstance(error, AidFault):  # the worker has logged it
            error = error.error
        else:
            traceback.print_exception(error)
        name = type(error).__name__
        text = _("{aid} failed ({name}: {error}) and was closed.", aid=_(aid.title), name=name, error=str(error)[:200])
        return f"{text} {_('The game goes on. Please report it with a saved game.')}"
