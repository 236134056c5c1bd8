"""The circles that come with the game, people's own circles, and finding a circle by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.kit.rosters import ByName
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.words.data import slug
from game.wording import N_, _


@cache
def bundled_circles() -> tuple[CircleDocument, ...]:
    """Return every circle that comes with the game, training circles first."""
    folder = files("game.rulesets.godbreakers.rules.circles")
    paths = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return tuple(parse_document(file.read_text(encoding="utf-8"), CircleDocument, file.name) for file in paths)


@cache
def circles_by_slug() -> dict[str, CircleDocument]:
    """Return every circle that comes with the game, by a name such as "the-greenhand"."""
    return {slug(circle.name): circle for circle in bundled_circles()}


def bundled_circle(name: str) -> CircleDocument | None:
    """Return the bundled circle called `name`, which may be a slug such as "the-greenhand", or None."""
    return next((circle for key, circle in circles_by_slug().items() if name in (circle.name, key)), None)


class CirclesByName(ByName[CircleDocument]):
    """Circles by name; bundled ones also by their title."""

    def bundled(self, name: str) -> CircleDocument | None:
        return bundled_circle(name)


class FreshCircles(CirclesByName):
    """The circles that can play outside a saga (G-CIR-2)."""

    def own(self) -> dict[str, CircleDocument]:
        return {name: circle for name, circle in super().own().items() if not circle.veteran}

    def find(self, name: str) -> CircleDocument:
        circle = super().find(name)
        if circle.veteran:
            reason = _(
                "marks an experienced circle, which plays only in its saga - outside a saga, a circle must be fresh "
                "(G-CIR-2)"
            )
            raise DocumentError(name, "veteran", reason)
        return circle


CIRCLES, FRESH = (
    kind(
        "godbreakers",
        CircleDocument,
        circles_by_slug,
        lambda name: circles_by_slug()[name],
        N_("there is no circle or file called {name!r} - the circles are {known}"),
    )
    for kind in (CirclesByName, FreshCircles)
)
