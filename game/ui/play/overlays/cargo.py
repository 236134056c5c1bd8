"""Overlay of the chips of carried units, which can be looked at, clicked, and dragged off their carrier."""

from __future__ import annotations

from typing import ClassVar, Final

import pygame

from game.engine.rulebook.view import Chip, Line
from game.ui.play.focus import MARKS
from game.ui.play.part import Part, Tip
from game.ui.widgets.theme import SHADOW
from game.wording import N_, _

AROUND: Final = 2
"""Pixels between a chip and the ring that marks it."""


class Cargo(Part):
    """Marks the chips of units that can be chosen and finds the chip under the mouse.

    Pieces draw the chips themselves.
    """

    height: ClassVar = 1
    title: ClassVar = N_("Cargo")

    def at(self, pixel: tuple[int, int]) -> Chip | None:
        """Return the topmost chip at a pixel."""
        focus = self.focus
        if not focus.shows_aids or not focus.layout.table.collidepoint(pixel):
            return None
        sprites, camera = focus.context.sprites, focus.camera
        carriers = [piece for piece in focus.model.view.pieces if piece.cargo]
        for piece in reversed(carriers):
            for chip, place in sprites.chips(piece, camera.to_screen(piece.x, piece.y), camera.scale):
                if place.collidepoint(pixel):
                    return chip
        return None

    def _marks(self) -> dict[str, str]:
        """Return the controller's marks, which carried models can have too."""
        target = self.focus.tool or self.focus.drawn
        return target.marks() if target is not None else {}

    def draw(self, target: pygame.Surface) -> None:
        focus, marks = self.focus, self._marks() if self.focus.shows_aids else {}
        for piece in focus.model.view.pieces if marks else ():
            for chip, place in focus.context.sprites.chips(
                piece, focus.camera.to_screen(piece.x, piece.y), focus.camera.scale
            ):
                mark = next((marks[name] for name in (*chip.models, chip.unit) if name in marks), "")
                if mark:
                    radius = place.width / 2 + AROUND
                    pygame.draw.circle(target, SHADOW, place.center, radius + 1, 4)
                    pygame.draw.circle(target, MARKS[mark][0], place.center, radius, 2)

    def grip(self, pixel: tuple[int, int]) -> str:
        """Return the first model of the chip at a pixel; on a base, the base is gripped, whatever chip lies over it."""
        chip = self.at(pixel) if not self.focus.piece_at(self.focus.camera.to_table(*pixel)) else None
        return chip.models[0] if chip is not None and not set(chip.models).isdisjoint(self._marks()) else ""

    def input(self, event: pygame.event.Event) -> bool:
        """Choose a unit by a click on its chip, as if it stood there. Other clicks go on to the carrier."""
        focus, tool = self.focus, self.focus.input_target
        if event.type != pygame.MOUSEBUTTONUP or tool is None or tool.drags or not (model := self.grip(event.pos)):
            return False
        used = list[bool]()
        focus.call(lambda: used.append(tool.click(focus.camera.to_table(*event.pos), model)))
        return any(used)

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        chip, focus = self.at(pixel), self.focus
        card = focus.model.units.card(chip.unit) if chip is not None else None
        if chip is None or card is None:
            return None
        models = (focus.model.reserve.get(model) for model in chip.models)
        details = [line for piece in models if piece is not None for line in piece.details]
        drag = [Line(_("Drag it off to let it get out there"), tone="good")] if self.grip(pixel) else []
        return f"{chip.name} · {focus.model.player_name(card.owner)}", (*drag, *dict.fromkeys(details), *card.details)
