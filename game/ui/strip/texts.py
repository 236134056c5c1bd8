"""The text beside a base on the strip: its name or initials, with states or traits below, as there is room."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from game.engine.rulebook.view import PieceView
from game.ui.board.labels import initials
from game.ui.widgets.memo import Memo
from game.ui.widgets.text import ink, shorten
from game.ui.widgets.theme import Theme

ROOMY, TIGHT = (1.75, 5.25), (1.5, 4.25)
"""Radius of a base and width of its chip without text, in units of the theme."""
NAME: Final = 12.0
"""The most units of a name."""
STACKED: Final = 3
"""Traits one below the other where there is no room for a name above them."""
KEPT: Final = 1000
"""The number of texts beside bases, in all styles, that are kept with their widths."""
TRAITS: Final = 6
"""Traits that are shown; a tooltip lists all."""


class Style(NamedTuple):
    """How chips look: their size, what stands beside the bases of players, what below that, whether beside all bases.

    Below a name stand the "states" of a unit with its stock, the "stock" alone, or nothing; a piece's traits if it has
    no stock.
    """

    size: tuple[float, float]
    beside: str
    below: str = "states"
    all: bool = False


MANY: Final = Style(TIGHT, "traits")
"""The style where none fits, and the line is scrolled."""
STYLES: Final = (
    Style(ROOMY, "name", all=True),
    Style(ROOMY, "name"),
    Style(ROOMY, "name", "stock"),
    Style(ROOMY, "initials"),
    Style(TIGHT, "initials"),
    Style(ROOMY, "initials", "stock"),
    Style(TIGHT, "initials", "stock"),
    Style(TIGHT, "initials", ""),
    Style(ROOMY, "traits"),
    MANY,
    Style(TIGHT, ""),
)
"""The first that fits is taken: names are worth more than what stands below them."""


class Beside(NamedTuple):
    """The text beside a base: its first line, the line below it, traits, and the pixels that it takes."""

    text: str
    below: str
    traits: tuple[str, ...]
    width: int


def _below(piece: PieceView, style: str) -> str:
    """Return the line below the name of a piece, or of a unit with its states."""
    states = piece.states if style == "states" and piece.unit == piece.id else ()
    return " · ".join(part for part in (piece.stock, *states) if part) if style else ""


class Texts:
    """Makes the texts beside bases, each once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._known = Memo[Beside](KEPT)

    def of(self, piece: PieceView, style: Style, *, owned: bool) -> Beside:
        """Return the text beside a base in a style, for a player's piece or a piece without a player."""
        beside, below = style.beside if owned or style.all else "", _below(piece, style.below)
        return self._known.of((piece.name, piece.traits, beside, below), partial(self._made, piece, beside, below))

    def _made(self, piece: PieceView, style: str, below: str) -> Beside:
        traits, theme = piece.traits[:TRAITS], self.theme
        if style in ("", "traits"):
            columns = -(-len(traits) // STACKED) if style else 0
            return Beside("", "", traits if style else (), columns * theme.px(1.75))
        text = self._named(piece.name) if style == "name" else initials(piece.name)
        text = shorten(theme, text, theme.px(NAME), "small", "semibold")
        under = ink(theme, below, "small").get_width() if below else len(traits) * theme.px(2)
        wide = max(ink(theme, text, "small", "semibold").get_width(), under)
        return Beside(text, below, traits, wide + theme.px(1))

    def _named(self, name: str) -> str:
        """Return a name that fits: the first letters of its first words, since the last tell pieces apart."""
        words = name.split()
        for count in range(len(words)):
            first = "".join(word[0] for word in words[:count])
            text = " ".join((first, *words[count:]) if first else words)
            if ink(self.theme, text, "small", "semibold").get_width() <= self.theme.px(NAME):
                return text
        return name
