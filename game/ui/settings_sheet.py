"""The settings sheet: one row for every option, each changed at once by its key or a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.view import Line
from game.ui.actions import Action, with_keys
from game.ui.settings import CHOICES, SWITCHES, turned
from game.ui.sheet import Sheet

if TYPE_CHECKING:
    from game.ui.scene import Scene


def settings_sheet(scene: Scene, marked: str = "") -> Sheet:
    """Return the sheet, the keyboard cursor on the option called `marked`; a change shows it anew."""
    options = scene.options
    rows = [Action("close", "Back to the table", "escape")]
    rows += [Action(name, label, ticked=getattr(options, name)) for name, label in SWITCHES.items()]
    rows += [Action(name, f"{label}: {values[getattr(options, name)]}") for name, (label, values) in CHOICES.items()]
    rows.append(Action("look", f"Look: {scene.window.look.title}"))

    def change(action: Action) -> None:
        if action.id == "close":
            return
        if action.id == "look":
            scene.window.next_look()
        else:
            scene.window.choose(turned(scene.options, action.id))
        scene.show(settings_sheet(scene, action.id))

    lines = [
        Line("The aids only show; what the rules allow is the same with and without them.", tone="quiet"),
        Line("They are kept for the next game.", tone="quiet"),
    ]
    sheet = Sheet(scene.theme, "Settings", lines, with_keys(rows), change, wide=60)
    sheet.list.cursor = next((n for n, row in enumerate(sheet.list.actions) if row.id == marked), sheet.list.cursor)
    return sheet
