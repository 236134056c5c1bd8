"""Spots on the table as people type them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.lengths import coordinates, in_words, of_an_inch
from game.wording import _, numeral

if TYPE_CHECKING:
    from game.ui.board.camera import Spot
    from game.ui.play.host import TableHost


def ask_spot(host: TableHost, start: Spot, spot: Spot, move_to: Callable[[Spot, bool], None]) -> None:
    """Ask where what is at `spot`, and stood at `start`, shall be; `move_to` puts it there, whatever speaks against it.

    What cannot be read is told.
    """

    def place(text: str) -> None:
        found = read_place(text, start)
        if found is None:
            host.model.notice.title = _(
                "Type two numbers: 12.5, 8 - or @45 6.5 for bearing and {measure}", measure=in_words()
            )
        else:
            move_to(found, True)

    question = _("Where to, in {measure}? x, y or @bearing length", measure=in_words())
    host.dialogs.ask_text(question, coordinates(*spot), host.layout.window, place)


def read_place(text: str, start: tuple[float, float]) -> tuple[float, float] | None:
    """Return the spot (inches) a text means: `12.5, 8`, or `@45 6.5`, a bearing and a length from `start`.

    Lengths are typed in the measure that is shown. Bearings are those of a compass: 0 is north, 90 east. None when
    the text is neither.
    """
    found = _numbers(text, f"[.{re.escape(numeral(0.5, '.1f')[1])}]")
    numbers = found if len(found) == 2 else _numbers(text, "[.]")
    if len(numbers) != 2:
        return None
    factor = of_an_inch()
    a, b = numbers[0], numbers[1] / factor
    if max(abs(a), abs(b)) > 1e4:
        return None
    if text.strip().startswith("@"):
        turn = math.radians(a)
        return start[0] + b * math.sin(turn), start[1] + b * math.cos(turn)
    return a / factor, b


def _numbers(text: str, decimal_mark: str) -> list[float]:
    """Return the numbers of a text; `decimal_mark` is a pattern."""
    return [float(each.replace(",", ".")) for each in re.findall(rf"-?\d+(?:{decimal_mark}\d+)?", text)]
