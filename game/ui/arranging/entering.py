"""A dragged unit held over something that could take it in, such as a transport or a building."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.engine.core.decisions import Answer, Choose, answer_of
from game.engine.routes import Route, copy_after
from game.engine.rulebook.view import Line, Verdict
from game.engine.session import Session
from game.engine.still import snapshot
from game.play.session_model import Notice, SessionModel
from game.table.layout.effort import Effort
from game.table.layout.steps import Steps
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import CHOICE, FILLED, AreaOverlay
from game.ui.board.pieces import topmost
from game.ui.decisions.base import thing_at
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import BAD, GOOD, LAMP, SHADOW
from game.wording import _

KEPT: Final = 40


class Entering:
    """The `things` that could take a unit in at the end of its move; `into` is the one it is held over at `at`, or "".

    `path` has the answers that are given before the unit is arranged.
    """

    def __init__(self, model: SessionModel, unit: str, path: Sequence[str] = ()) -> None:
        self._model, self._unit, self.path = model, unit, path
        movement = model.session.ruleset.movement
        self.things = tuple(movement.takes_in(model.session.game, unit)) if movement is not None else ()
        self.into, self.at = "", (0.0, 0.0)
        self._held: object = None
        self._answers: tuple[object, Sequence[Answer]] = None, ()
        self._outlines = Memo[AreaOverlay](KEPT)

    def hold(self, spot: Spot, version: int = 0) -> None:
        """Hold the unit over a spot; `version` is that of its draft."""
        model, below = self._model, list[str]()
        if self.things:
            piece = topmost(model.pieces.values(), spot)
            below = [piece.id if piece is not None else "", *thing_at(model, spot, "").terrain]
        self.at = spot
        self.into = next((thing for thing in below if thing in self.things), "")
        self._held = self.into, version

    # -- whether it gets in

    def search(self, near: Callable[[Effort], Steps | None] | None) -> Callable[[Effort], Sequence[Answer]]:
        """Return the search for the answers that get the unit in, () if none do; `near` finds spots for it."""
        session, path, unit, into = snapshot(self._model.session), self.path, self._unit, self.into

        def find(effort: Effort) -> Sequence[Answer]:
            if keys := keys_into(session, path, unit, into):
                return *path, *keys
            steps = near(effort) if near is not None else None
            answers: tuple[Answer, ...] = (*path, answer_of(steps)) if steps is not None else ()
            keys = keys_into(session, answers, unit, into) if answers else []
            return (*answers, *keys) if keys else ()

        return find

    @property
    def is_known(self) -> bool:
        """Whether it is known if the unit gets in from where it is held."""
        return self._answers[0] == self._held

    def noting(self) -> Callable[[Sequence[Answer] | None], None]:
        """Return the function that notes the result of a search for where the unit is held now."""
        held = self._held

        def note(answers: Sequence[Answer] | None) -> None:
            self._answers = held, answers or ()

        return note

    def take(self, answers: Sequence[Answer] | None) -> bool:
        """Get the unit in by the answers that a search found; return whether it found any."""
        model = self._model
        if answers:
            model.take(Route(model.session, len(model.session.journal), tuple(answers[:-1])), answers[-1])
        return bool(answers)

    # -- what is said and drawn

    def line(self) -> Line:
        """Return the line that the unit then gets in, that it cannot, or that this is not known yet."""
        name = self._model.name_of(self.into)
        text, tone = _("Into {name}, if it gets there", name=name), "quiet"
        if self.is_known and self._answers[1]:
            text, tone = _("Then enters {name}", name=name), "good"
        elif self.is_known:
            text, tone = _("Cannot get into {name} with this move", name=name), "bad"
            return Line(text, tone=tone, verdict=Verdict("risk", text, name))
        return Line(text, tone=tone, verdict=Verdict("gain", text, name))

    def marks(self) -> dict[str, str]:
        """Return a mark for each thing."""
        return {thing: "contact" if thing == self.into else "candidate" for thing in self.things}

    def grounds(self) -> list[AreaOverlay]:
        """Return the outlines of those things that are terrain."""

        def outline(thing: str) -> AreaOverlay:
            style = FILLED if thing == self.into else CHOICE
            return self._outlines.of((thing, style), lambda: AreaOverlay(shapes[thing], style))

        shapes = {piece.id: piece.shape for piece in self._model.battlefield.pieces if piece.id in self.things}
        return [outline(thing) for thing in shapes]

    def missed(self) -> Notice:
        """Return the notice that the unit cannot get in."""
        facts = {"unit": self._model.name_of(self._unit), "name": self._model.name_of(self.into)}
        return Notice(_("{unit} cannot get into {name} with this move", **facts))

    def draw_way(self, target: pygame.Surface, camera: Camera, start: Spot, end: Spot) -> None:
        """Draw a line from the unit, or from `start` if it is not on the table, to the mouse; green if it gets in."""
        middle = self._model.units.middle(self._unit)
        colour = LAMP if not self.is_known else GOOD if self._answers[1] else BAD
        draw_way(target, camera, start if middle is None else (middle.x, middle.y), end, colour)


def draw_way(target: pygame.Surface, camera: Camera, start: Spot, end: Spot, colour: tuple[int, int, int]) -> None:
    """Draw a strong line from a unit to the thing that it is dragged onto."""
    line = camera.to_screen(*start), camera.to_screen(*end)
    pygame.draw.line(target, SHADOW, *line, 7)
    pygame.draw.line(target, colour, *line, 3)


def keys_into(session: Session, answers: Sequence[Answer], unit: str, into: str) -> list[str]:
    """Return the keys of the options that take a unit into a thing after these answers; [] if that is impossible.

    The game may first offer to get into other things; each such question must have just one option that declines.
    """
    game, keys = session, list[str]()
    for answer in answers:
        if (later := copy_after(game, answer)) is None:
            return []
        game = later
    while isinstance(decision := game.decision, Choose) and decision.about == unit:
        things = [option for option in decision.options if option.hand == "piece"]
        key = next((option.key for option in things if into in (*option.subject, *option.about.terrain)), "")
        others = [option.key for option in decision.options if not option.hand]
        if key:
            return [*keys, key]
        if not things or len(others) != 1 or (later := copy_after(game, others[0])) is None:
            break
        game = later
        keys += others
    return []
