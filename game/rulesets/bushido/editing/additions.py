"""Edits that bring something new into the game: further models of the cards in play, objectives of every kind."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.rulebook.edits import EditDocument, Inches, Who
from game.refusal import Refusal
from game.rulesets.bushido.editing.changes import Facing, why_no_player, why_not_there
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import SMALL
from game.rulesets.bushido.rules.setup import model_of
from game.rulesets.bushido.rules.state import OBJECTIVES, Model, Objective
from game.table.lattice import snap
from game.wording import _

MOST_MODELS: Final = 80
MOST_OBJECTIVES: Final = 20
"""The most models and objectives in a game; more is taken for a mistake."""
KINDS: Final = tuple(each.lower() for each in OBJECTIVES)


class AddModelEdit(EditDocument[Game]):
    """Bring in a further model of a card in play ("ann.still-bell-abbot"), for its own player or for another."""

    do: Literal["add"]
    profile: Annotated[str, Field(min_length=1, max_length=130)]
    x: Inches
    y: Inches
    owner: Who = ""
    facing: Facing = 0

    def why_not(self, game: Game) -> list[Refusal]:
        if self.profile not in game.setup.profiles:
            known = ", ".join(game.setup.profiles)
            text = _("no card in play is called {profile!r} - use one of {known}", profile=self.profile, known=known)
            return [Refusal(text, "B-STAT-2")]
        if len(game.state.models) >= MOST_MODELS:
            return [Refusal(_("there are {most} models already", most=MOST_MODELS))]
        nobody = why_no_player(game, self.owner) if self.owner else []
        return nobody or why_not_there(game, self.model(game), self.x, self.y)

    def model(self, game: Game) -> Model:
        """Return the model, numbered among those of its card, not yet in the game."""
        number = 2
        while f"{self.profile}-{number}" in game.state.models:
            number += 1
        player = self.profile.partition(".")[0]
        return model_of(game.setup.profiles[self.profile], self.profile, self.owner or player, number)

    def carry_out(self, game: Game) -> None:
        model = self.model(game)
        model.x, model.y, model.facing, model.place = snap(self.x), snap(self.y), self.facing, "table"
        game.state.models[model.id] = model


class AddObjectiveEdit(EditDocument[Game]):
    """Bring in an objective of a kind, friendly to a player or to nobody."""

    do: Literal["objective"]
    kind: Identifier
    x: Inches
    y: Inches
    friendly_to: Who = ""

    def why_not(self, game: Game) -> list[Refusal]:
        if self.kind not in KINDS:
            known = ", ".join(KINDS)
            return [
                Refusal(_("{kind!r} is no objective - use one of {known}", kind=self.kind, known=known), "B-SCEN-3")
            ]
        if len(game.state.objectives) >= MOST_OBJECTIVES:
            return [Refusal(_("there are {most} objectives already", most=MOST_OBJECTIVES))]
        nobody = why_no_player(game, self.friendly_to) if self.friendly_to else []
        return nobody or why_not_there(game, Objective("", 0.0, 0.0, SMALL), self.x, self.y)

    def carry_out(self, game: Game) -> None:
        number = 1
        while f"{self.kind}-{number}" in game.state.objectives:
            number += 1
        new = Objective(f"{self.kind}-{number}", snap(self.x), snap(self.y), SMALL, self.friendly_to)
        game.state.objectives[new.id] = new
