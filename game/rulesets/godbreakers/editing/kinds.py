"""What an edit can bring in anew: models of every kind, markers (Q20)."""

from __future__ import annotations

from typing import Final

from game.rulesets.godbreakers.editing.documents import AddMarkerEdit, AddModelEdit
from game.rulesets.godbreakers.rules.constants import BASE_RADIUS, UNALIGNED_RADIUS
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios.clash import FOLLOWER
from game.rulesets.godbreakers.rules.scenarios.nest import SPAWN
from game.rulesets.godbreakers.rules.scenarios.tragedy import DAMNED, LOST
from game.rulesets.godbreakers.rules.scenarios.trap import BETRAYER
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.cast import FORGOTTEN, HORROR, HUNTER, LOCAL
from game.rulesets.godbreakers.rules.wild.unaligned import Kind
from game.table.lattice import snap
from game.wording import keep

KINDS: Final[tuple[Kind, ...]] = (FORGOTTEN, HORROR, SPAWN, LOST, DAMNED, BETRAYER, LOCAL, HUNTER, FOLLOWER)
"""The unaligned models that scenarios bring in; traits drawn from a table are left to whoever edits."""


def new_model(game: Game, edit: AddModelEdit) -> Model:
    """Return the model that an edit asks for, numbered among its kind, not yet in the game."""
    kind = next((kind for kind in KINDS if kind.kind == edit.kind), None)
    die = edit.die or (kind.die if kind else 6 if edit.kind == "godbreaker" else 8)
    own = f"{edit.owner}." if edit.kind == "godbreaker" else ""
    number = game.state.made.get(edit.kind, 0) + 1
    while f"{own}{edit.kind}-{number}" in game.state.models:
        number += 1
    title = kind.name if kind else edit.kind.replace("-", " ").capitalize()
    radius = BASE_RADIUS if edit.kind == "godbreaker" else UNALIGNED_RADIUS[die]
    return Model(
        id=f"{own}{edit.kind}-{number}",
        name=f"{title} {number}",
        kind=edit.kind,
        owner=edit.owner,
        die=die,
        radius=snap(radius / game.battlefield.unit),
        traits=dict(kind.traits) if kind else {},
        level=edit.level,
    )


def make_model(game: Game, edit: AddModelEdit) -> Model:
    """Put a new model on the table and return it."""
    model = new_model(game, edit)
    game.state.made[edit.kind] = game.state.made.get(edit.kind, 0) + 1
    model.x, model.y, model.place = snap(edit.x), snap(edit.y), "table"
    game.state.models[model.id] = model
    return model


def make_marker(game: Game, edit: AddMarkerEdit) -> Marker:
    """Put a new marker on the table and return it; one that lies off the table is taken first."""
    markers = game.state.markers
    number, stem = 1, f"{edit.owner}.{edit.kind}" if edit.owner else edit.kind
    identity = stem
    while identity in markers and markers[identity].on_table:
        number += 1
        identity = f"{stem}-{number}"
    title = keep("Hoard") if edit.kind == "hoard" else keep("Objective")
    name = str(title) if number == 1 else f"{title} {number}"
    marker = markers.setdefault(
        identity, Marker(identity, name, edit.kind, edit.owner, radius=markers["objective"].radius)
    )
    marker.x, marker.y, marker.on_table = snap(edit.x), snap(edit.y), True
    return marker
