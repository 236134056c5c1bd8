"""Edits that bring something new into the game: models of every kind, markers, tokens (Q20)."""

from __future__ import annotations

from typing import Final, Literal

from game.documents.reading import Identifier
from game.engine.rulebook.edits import EditDocument, Inches, Who
from game.refusal import Refusal
from game.rulesets.godbreakers.editing.changes import Level, why_not_owned, why_not_there
from game.rulesets.godbreakers.rules.constants import BASE_RADIUS, UNALIGNED_RADIUS
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios.clash import FOLLOWER
from game.rulesets.godbreakers.rules.scenarios.nest import SPAWN
from game.rulesets.godbreakers.rules.scenarios.tragedy import DAMNED, LOST
from game.rulesets.godbreakers.rules.scenarios.trap import BETRAYER
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.wild.cast import FORGOTTEN, HORROR, HUNTER, LOCAL, new_token
from game.rulesets.godbreakers.rules.wild.unaligned import Kind
from game.table.lattice import snap
from game.wording import _, keep

KINDS: Final[tuple[Kind, ...]] = (FORGOTTEN, HORROR, SPAWN, LOST, DAMNED, BETRAYER, LOCAL, HUNTER, FOLLOWER)
"""The unaligned models that scenarios bring in; the editor chooses traits that would be drawn from a table."""
MOST_MODELS: Final = 120
MOST_OTHERS: Final = 80
"""The most models, markers and tokens together on a table; more is taken for a mistake."""


class AddModelEdit(EditDocument[Game]):
    """Bring in a new model of a kind ("godbreaker", "horror", ...)."""

    do: Literal["add"]
    kind: Identifier
    x: Inches
    y: Inches
    owner: Who = ""
    die: Literal[6, 8, 10, 12] | None = None
    level: Level = 0

    def why_not(self, game: Game) -> list[Refusal]:
        if len(game.state.models) >= MOST_MODELS:
            return [Refusal(_("there are {most} models already", most=MOST_MODELS))]
        unowned = why_not_owned(game, self.owner, godbreaker=self.kind == "godbreaker")
        return unowned or why_not_there(game, self.model(game), snap(self.x), snap(self.y), self.level)

    def model(self, game: Game) -> Model:
        """Return the model, numbered among its kind, not yet in the game."""
        kind = next((kind for kind in KINDS if kind.kind == self.kind), None)
        godbreaker = self.kind == "godbreaker"
        die = self.die or (kind.die if kind else 6 if godbreaker else 8)
        stem = f"{self.owner}.{self.kind}" if godbreaker else self.kind
        number = game.state.made.get(self.kind, 0) + 1
        while f"{stem}-{number}" in game.state.models:
            number += 1
        title = kind.name if kind else self.kind.replace("-", " ").capitalize()
        radius = BASE_RADIUS if godbreaker else UNALIGNED_RADIUS[die]
        return Model(
            id=f"{stem}-{number}",
            name=f"{title} {number}",
            kind=self.kind,
            owner=self.owner,
            die=die,
            radius=snap(radius / game.battlefield.unit),
            traits=dict(kind.traits) if kind else {},
            level=self.level,
        )

    def carry_out(self, game: Game) -> None:
        model = self.model(game)
        game.state.made[self.kind] = game.state.made.get(self.kind, 0) + 1
        model.x, model.y, model.place = snap(self.x), snap(self.y), "table"
        game.state.models[model.id] = model


class AddMarkerEdit(EditDocument[Game]):
    """Bring in a marker, objective or hoard: one that is off the table, else a new one."""

    do: Literal["marker"]
    kind: Literal["objective", "hoard"]
    x: Inches
    y: Inches
    owner: Who = ""

    def why_not(self, game: Game) -> list[Refusal]:
        if len(game.state.markers) >= MOST_OTHERS:
            return [Refusal(_("there are {most} markers already", most=MOST_OTHERS))]
        ghost = Marker("", "", self.kind, radius=game.state.markers["objective"].radius)
        return why_not_owned(game, self.owner) or why_not_there(game, ghost, snap(self.x), snap(self.y))

    def carry_out(self, game: Game) -> None:
        markers = game.state.markers
        number, stem = 1, f"{self.owner}.{self.kind}" if self.owner else self.kind
        identity = stem
        while identity in markers and markers[identity].on_table:
            number += 1
            identity = f"{stem}-{number}"
        title = keep("Hoard") if self.kind == "hoard" else keep("Objective")
        name = str(title) if number == 1 else f"{title} {number}"
        new = Marker(identity, name, self.kind, self.owner, radius=markers["objective"].radius)
        marker = markers.setdefault(identity, new)
        marker.x, marker.y, marker.on_table = snap(self.x), snap(self.y), True


class AddTokenEdit(EditDocument[Game]):
    """Bring in a new token of a type, lying on the table."""

    do: Literal["token"]
    type: Literal["treasure", "trophy"]
    x: Inches
    y: Inches
    level: Level = 0

    def why_not(self, game: Game) -> list[Refusal]:
        if len(game.state.tokens) >= MOST_OTHERS:
            return [Refusal(_("there are {most} tokens already", most=MOST_OTHERS))]
        return why_not_there(game, Token("", self.type), self.x, self.y, self.level)

    def carry_out(self, game: Game) -> None:
        new_token(game, self.type, snap(self.x), snap(self.y), self.level)
