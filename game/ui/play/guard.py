"""Failures of aids: the failure is logged and reported once, the aid closes, and the game goes on."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.widgets.tasks import AidFault
from game.wording import N_, _

PREVIEWED: Final = ("decisions.*", "arranging.*", "sandbox.*")
"""Where the lines about an answer in preparation are made."""
LEGEND: Final = N_("The legend")
PREVIEW: Final = N_("The preview")
OVERLAYS: Final = N_("What is drawn on the table")
DRAWN: Final = (
    *("play.marks:rings", "play.focus:ghost", "play.painter:_paint_ghosts", "play.painter:_ghost_key"),
    *(
        f"{room}:{part}"
        for room in PREVIEWED
        for part in ("under", "over", "over_key", "grounds", "shown_region", "marks", "ghost")
    ),
)
"""Where the drawings of a decision are made, by any controller, and what is on the table with them."""


@dataclass(frozen=True)
class Aid:
    """An aid that can be closed, and the code it consists of: patterns of `module:function` in `game.ui` or `game`."""

    title: str
    code: Sequence[str]
    close: Callable[[], None]

    def ran(self, module: str, function: str) -> bool:
        """Return whether a function belongs to this aid."""
        name = f"{module}:{function}".removeprefix("game.").removeprefix("ui.")
        return any(fnmatchcase(name, pattern) for pattern in self.code)


class Guard:
    """Closes the aid in which an error arose. `closed` are the titles of closed aids that otherwise are always on."""

    def __init__(self, focus: Focus, parts: Sequence[Part]) -> None:
        self.closed: set[str] = set()
        self._focus = focus
        titled = ((part, type(part).__module__.removeprefix("game.ui.")) for part in parts if part.title)
        self._aids = [Aid(part.title, (f"{module}:*", *part.code), part.close) for part, module in titled]
        previews = (f"{room}:{part}" for room in PREVIEWED for part in ("lines", "lines_title", "outlook"))
        self._own = (
            self._always_on(LEGEND, "aids.legend:*"),
            self._always_on(PREVIEW, "panel.text:preview_of", *previews),
        )
        self._overlays = Aid(OVERLAYS, DRAWN, self._draw_no_more)
        self._rest = Aid(OVERLAYS, ("play.overlays.*:*",), self._draw_no_more)

    def _draw_no_more(self) -> None:
        self._focus.drawing = False

    @property
    def previews(self) -> bool:
        """Whether the consequences of an answer are shown."""
        return PREVIEW not in self.closed

    def _always_on(self, title: str, *code: str) -> Aid:
        return Aid(title, code, lambda: self.closed.add(title))

    def closes(self, error: Exception) -> str:
        """Close the aid in which an error arose and log that; return the report, "" if it was in no open aid."""
        frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
        code = [(str(frame.f_globals.get("__name__", "")), frame.f_code.co_name) for frame in frames]
        last = (self._rest,) if self._focus.drawing else ()  # which calls the code of other aids
        first = (self._overlays,) if self._focus.drawing else ()  # which other aids look at
        order = (first, (*self._aids, *self._own), last)
        found = (aid for aids in order for part in code for aid in aids if aid.ran(*part))
        if (aid := next(found, None)) is None:
            return ""
        aid.close()
        if isinstance(error, AidFault):  # the worker has logged it
            error = error.error
        else:
            traceback.print_exception(error)
        name = type(error).__name__
        text = _("{aid} failed ({name}: {error}) and was closed.", aid=_(aid.title), name=name, error=str(error)[:200])
        return f"{text} {_('The game goes on. Please report it with a saved game.')}"
