"""Edits that bring in what the armies do not have: further units of their warscrolls."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from game.engine.rulebook.edits import EditDocument, Inches
from game.refusal import Refusal
from game.rulesets.aos4.editing.blocks import BlockRoom, placed, spots_of
from game.rulesets.aos4.editing.changes import Facing
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import _

MOST_UNITS: Final = 80
"""The most units in a battle; more is taken for a mistake."""


class AddUnitEdit(EditDocument[Game]):
    """Bring in a further unit of a warscroll in play ("ann.slingers") as a block; it fights for the same player."""

    do: Literal["add"]
    card: Annotated[str, Field(min_length=1, max_length=130)]
    x: Inches
    y: Inches
    facing: Facing | None = None
    files: Annotated[int, Field(ge=1, le=100)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        if self.card not in game.setup.cards:
            known = ", ".join(game.setup.cards)
            text = _("no warscroll in play is called {card!r} - use one of {known}", card=self.card, known=known)
            return [Refusal(text, "A-ROS-1")]
        if len(game.state.units) >= MOST_UNITS:
            return [Refusal(_("there are {most} units already", most=MOST_UNITS))]
        unit = further(game, self.card)
        return BlockRoom(game, unit, spots_of(game, unit, self.facing, self.files)).why_not((self.x, self.y))

    def carry_out(self, game: Game) -> None:
        unit = further(game, self.card)
        spots = placed(spots_of(game, unit, self.facing, self.files), self.x, self.y)
        unit.place, unit.at = "table", spots
        game.state.units[unit.id] = unit


def further(game: Game, card: str) -> Unit:
    """Return a unit of a warscroll that is not yet in the battle; its id is that of the warscroll with a number."""
    number = 2
    while f"{card}.{number}" in game.state.units:
        number += 1
    return Unit(f"{card}.{number}", game.setup.cards[card].name, card.split(".", 1)[0], card)
