"""Which pieces are marked on the table and on the rosters, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import pygame

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView
from game.ui.board.overlays import LEGAL
from game.ui.decisions.ghost import Ghost
from game.ui.play.focus import Focus
from game.ui.roster_bar.bar import Mark
from game.ui.widgets.theme import LAMP, PAPER, WARNING, Colour

MARKS: Final[dict[str, tuple[Colour, str]]] = {
    "candidate": (LEGAL, "solid"),
    "chosen": (LAMP, "glow"),
    "contact": (WARNING, "dashed"),
    "pointed": (LAMP, "solid"),
    "selected": (PAPER, "dashed"),
}
UNIT_MARKS: Final = {**MARKS, "active": (LAMP, "thin"), "hovered": (PAPER, "thin")}
"""The outlines of units, by what they mark."""
OUTLINES: Final = {"candidate": 1, "chosen": 2, "contact": 1, "pointed": 2, "selected": 2}
"""The width of the outline of a marked chip of the rosters."""


def rings(focus: Focus) -> dict[str, str]:
    """Return the ring of each piece: by the controller, the selection and the row under the mouse."""
    if focus.animation.stage.playing:
        return {}
    if focus.recap_step is not None:
        return dict.fromkeys(focus.recap_step.involved, "chosen")
    target = focus.tool or focus.drawn
    marks = gathered(target.marks(), focus.model.units) if target is not None else {}
    if focus.inspection.selected:
        marks.setdefault(focus.inspection.selected, "selected")
    pointed = focus.actions.pointed()
    if pointed is not None:
        theirs = (each.id for each in focus.model.view.pieces if each.owner in pointed.about.players)
        marks |= gathered(dict.fromkeys((*pointed.subject, *theirs), "pointed"), focus.model.units)
    if piece := listed(focus):
        marks[piece] = "pointed"
    return marks


def gathered(marks: Mapping[str, str], units: Units) -> dict[str, str]:
    """Return marks of pieces, with one mark for a unit if all its models have the same."""
    found = dict(marks)
    for unit, models in units.models.items():
        of_models = {found.get(model.id, "") for model in models}
        if len(of_models) == 1 and "" not in of_models:
            found[unit] = of_models.pop()
            for model in models:
                del found[model.id]
    return found


def outlines(focus: Focus, marks: Mapping[str, str]) -> dict[str, str]:
    """Return the mark of the outline of each unit: the active one, the one under the mouse, marked ones."""
    units, found = focus.animation.units, dict[str, str]()
    if not units.models:
        return found
    found |= {unit: "active" for unit in units.models if (card := units.card(unit)) is not None and card.active}
    hovered = units.whole(focus.inspection.hovered) if focus.pointing else ""
    found |= {unit: "hovered" for unit in (hovered,) if unit in units.models}
    return found | {unit: mark for unit, mark in marks.items() if unit in units.models}


def listed(focus: Focus) -> str:
    """Return the piece pointed at on the rosters, by key or mouse, or "" if none is."""
    return focus.inspection.focused or (focus.roster_bar.at(focus.mouse) if focus.pointing else "")


def chips_marked(focus: Focus, on_table: Mapping[str, str]) -> dict[str, Mark]:
    """Return the mark of each chip of the rosters: as on the table, and of the piece under the mouse."""
    marks = {piece: Mark(MARKS[mark][0], OUTLINES[mark], mark == "chosen") for piece, mark in on_table.items()}
    for piece in (focus.inspection.hovered if focus.pointing else "", focus.inspection.focused):
        if piece:
            marks[focus.animation.units.whole(piece)] = Mark(LAMP, 2, filled=True)
    return marks


def bases(focus: Focus, pieces: Iterable[PieceView]) -> list[pygame.Rect]:
    """Return where the bases of pieces are in the window."""
    return [focus.camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces]


def concerned(focus: Focus, marks: Iterable[str]) -> list[pygame.Rect]:
    """Return the places of bases that are decided about or have `marks`; during events, of the acting ones."""
    if focus.animation.playing:
        return bases(focus, [piece for piece in focus.animation.view.pieces if piece.active])
    named = focus.about, *marks, focus.aimed
    return bases(focus, [piece for name in named for piece in focus.model.units.parts(name)])


def about(focus: Focus) -> tuple[str, Ghost]:
    """Return the unit whose bands and ranges are shown: the selected one, or the arranged one as it would be."""
    if focus.animation.playing or focus.tool is not None or not focus.options.odds:
        return "", Ghost()
    if focus.hands.shown is None and focus.ghost.unit:
        return "", focus.ghost
    edited = focus.about if isinstance(focus.model.decision, Editing) else ""
    return focus.model.units.whole(focus.inspection.selected or edited), Ghost()
