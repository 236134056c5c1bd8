"""Which pieces are marked on the table and on the rosters, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.rulebook.units import Units
from game.ui.board.overlays import LEGAL
from game.ui.play.scene import TableScene
from game.ui.strip.strip import Mark
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


def rings(scene: TableScene) -> dict[str, str]:
    """Return the ring of each piece: by the controller, the selection and the row under the mouse."""
    if scene.focus.staging.stage.playing:
        return {}
    if scene.focus.recap_step is not None:
        return dict.fromkeys(scene.focus.recap_step.involved, "chosen")
    target = scene.focus.tool or scene.focus.drawn
    marks = gathered(target.marks(), scene.model.units) if target is not None else {}
    if scene.focus.inspection.selected:
        marks.setdefault(scene.focus.inspection.selected, "selected")
    pointed = scene.actions.pointed()
    if pointed is not None:
        theirs = (each.id for each in scene.model.view.pieces if each.owner in pointed.about.players)
        marks |= gathered(dict.fromkeys((*pointed.subject, *theirs), "pointed"), scene.model.units)
    if piece := listed(scene):
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


def outlines(scene: TableScene, marks: Mapping[str, str]) -> dict[str, str]:
    """Return the mark of the outline of each unit: the active one, the one under the mouse, marked ones."""
    units, found = scene.focus.staging.units, dict[str, str]()
    if not units.models:
        return found
    found |= {unit: "active" for unit in units.models if (card := units.card(unit)) is not None and card.active}
    hovered = units.whole(scene.focus.inspection.hovered) if scene.focus.pointing else ""
    found |= {unit: "hovered" for unit in (hovered,) if unit in units.models}
    return found | {unit: mark for unit, mark in marks.items() if unit in units.models}


def listed(scene: TableScene) -> str:
    """Return the piece pointed at on the rosters, by key or mouse, or "" if none is."""
    return scene.focus.inspection.focused or (scene.strip.at(scene.focus.mouse) if scene.focus.pointing else "")


def chips_marked(scene: TableScene, on_table: Mapping[str, str]) -> dict[str, Mark]:
    """Return the mark of each chip of the rosters: as on the table, and of the piece under the mouse."""
    marks = {piece: Mark(MARKS[mark][0], OUTLINES[mark], mark == "chosen") for piece, mark in on_table.items()}
    for piece in (scene.focus.inspection.hovered if scene.focus.pointing else "", scene.focus.inspection.focused):
        if piece:
            marks[scene.focus.staging.units.whole(piece)] = Mark(LAMP, 2, filled=True)
    return marks
