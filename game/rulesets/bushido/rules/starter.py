"""The starter set of terrain pieces (B-TERR-11)."""

from __future__ import annotations

from typing import Final

from game.rulesets.bushido.rules.terrain import PASSAGE, SIZE, VISIBILITY
from game.table.looks import Look
from game.table.terrain.kit import Pattern, Point, box_outline, round_outline
from game.wording import N_


def _piece(name: str, title: str, look: Look, outline: tuple[Point, ...], traits: str) -> Pattern:
    passage, visibility, size = traits.split()
    return Pattern(name, title, look, outline, traits={PASSAGE: passage, VISIBILITY: visibility, SIZE: size})


STARTER: Final = (
    _piece("pond", N_("Pond"), "water", round_outline(2.2, 0.12, 18), "difficult clear zero"),
    _piece("field", N_("Tilled field"), "field", box_outline(5.0, 3.5), "difficult clear zero"),
    _piece("road", N_("Paved road"), "rubble", box_outline(7.0, 1.8), "ideal clear zero"),
    _piece("hedge", N_("Low hedge"), "hedge", box_outline(4.5, 0.6), "difficult blocking tiny"),
    _piece("wall", N_("Wall"), "wall", box_outline(4.0, 0.5), "impassable blocking small"),
    _piece("statue", N_("Statue"), "rock", box_outline(1.6, 1.6), "impassable blocking medium"),
    _piece("tree", N_("Single tree"), "wood", round_outline(0.9, 0.08), "impassable blocking large"),
    _piece("hill", N_("Hill"), "crater", round_outline(2.8, 0.1, 20), "normal enhancing large"),
    _piece("bamboo", N_("Bamboo stand"), "wood", round_outline(2.2, 0.15, 16), "difficult obscuring huge"),
    _piece("fog", N_("Fog bank"), "marsh", round_outline(2.5, 0.18, 18), "normal obscuring huge"),
    _piece("house", N_("House"), "building", box_outline(4.0, 3.0), "impassable blocking huge"),
)
"""The starter set. The last text of a piece is its passage, visibility and size (B-TERR-11)."""
