"""The looks of kinds of terrain. Rules do not use them."""

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from game.wording import N_


class Appearance(NamedTuple):
    """The appearance of a kind of terrain: its colour, title and materials, its hatching and spacing, and its motif.

    `material` names its paint in `MATERIALS` of `game.ui.board.relief`, and `flat` the paint of decoration. A paint has
    its own colour, so `tint` is that of the plain table and of lists, unless the look is `coloured`. Motifs have a
    `size`, and are at least `apart` from each other and `inset` from the outline. Lengths are in inches.
    """

    tint: tuple[int, int, int]
    title: str = ""
    material: str = "gravel"
    flat: str = "gravel"
    hatching: str = "diagonal"
    spacing: float = 0.34
    motif: str = ""
    size: float = 0.0
    apart: float = 1.0
    inset: float = 0.0
    coloured: bool = False
    """Whether the painted terrain has the colour of `tint` instead of that of its material."""
    wooden: bool = False
    """Whether its barricades are painted as wood, not as stone."""


PLAIN: Final = Appearance((0, 0, 0))
"""The appearance of a piece without a look."""
# fmt: off
LOOKS: Final = {
    "wood": Appearance((64, 98, 62), N_("Woods"), "tall leaves", "lawn",
                       motif="canopy", size=0.42, apart=0.78, inset=0.36, wooden=True),
    "ruin": Appearance((132, 122, 112), N_("Ruins"), "ruin", "flagstones",
                       "brick", 0.46, "stone", 0.12, 0.9, 0.25),
    "building": Appearance((124, 110, 102), N_("Buildings"), "roof", "road", "brick", 0.46, wooden=True),
    "water": Appearance((70, 116, 142), N_("Water"), "water", "gravel",
                        "horizontal", 0.30, "wave", 0.34, 1.15, 0.45),
    "marsh": Appearance((86, 108, 88), N_("Marshes"), "marsh", "lawn",
                        "horizontal", 0.38, "reed", 0.3, 0.6, 0.25),
    "rubble": Appearance((128, 120, 110), N_("Rubble and paving"), "gravel", "flat gravel",
                         motif="stone", size=0.17, apart=0.46, inset=0.2),
    "rock": Appearance((116, 114, 116), N_("Rocks"), "boulders", "road",
                       motif="stone", size=0.34, apart=0.8, inset=0.3),
    "crater": Appearance((92, 78, 68), N_("Hills and craters"), "crater", "gravel",
                         motif="crack", size=0.3, apart=0.5, inset=0.3),
    "hedge": Appearance((72, 106, 62), N_("Hedges"), "low leaves", "lawn",
                        motif="canopy", size=0.26, apart=0.38, inset=0.18, wooden=True),
    "field": Appearance((156, 138, 78), N_("Fields"), "furrows", "flagstones", "vertical", 0.30),
    "wall": Appearance((118, 106, 94), N_("Walls"), "wall", "road"),
    "road": Appearance((104, 102, 98), N_("Roads"), "road", "road", "diagonal", 0.5),
}
# fmt: on
"""The looks that a piece in a document may have; to add one, add a row."""

if TYPE_CHECKING:
    Look = str
else:
    Look = Literal[tuple(LOOKS)]
