"""What lies on a table and in which colours: a map's palette, changed by the look that was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.ui.widgets.theme import WOOD, WOOD_LIGHT, Colour, colour_of

if TYPE_CHECKING:  # the main menu needs looks at once, and no tables
    from game.table.terrain.battlefield import Battlefield


@dataclass(frozen=True)
class Ground:
    """What lies on the table and in which colours. `battlefield` is the rules' own table.

    `lines` colours hatching and outlines; a `plain` ground has no texture, no ornaments and no lamp.
    """

    battlefield: Battlefield
    ground: Colour = (142, 130, 106)
    grain: Colour = (120, 108, 88)
    area: Colour = (112, 108, 82)
    barricade: Colour = (120, 92, 66)
    impassable: Colour = (43, 36, 48)
    rim: Colour = WOOD_LIGHT
    room: Colour = WOOD
    lines: Colour | None = None
    plain: bool = False
    look: str = "club"

    @classmethod
    def of(cls, battlefield: Battlefield, palette: Mapping[str, str] | None = None) -> Ground:
        """Return the ground of a battlefield in a map document's palette, or in quiet colours of our own."""
        names = ("ground", "grain", "area", "barricade", "impassable")
        given: dict[str, Any] = {name: colour_of(palette[name]) for name in names if palette and name in palette}
        return cls(battlefield, **given)
