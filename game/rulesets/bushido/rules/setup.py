"""A game's setup with its table, ruler and profile cards, and the opening state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from game.cached import cached_property
from game.engine.kit.playing import LaidSetup
from game.engine.rulebook.laying import Laid
from game.rulesets.bushido.rules import rulings
from game.rulesets.bushido.rules.setup_documents import BushidoSetup, PlayerDocument
from game.rulesets.bushido.rules.state import Model, State
from game.rulesets.bushido.warbands.profiles import ProfileDocument
from game.rulesets.bushido.warbands.terms import term
from game.table.documents import MapDocument
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield, Piece, piece_from
from game.table.terrain.rigid import centred

Found = TypeVar("Found")

INCH = 25.4
"""An inch in millimetres, the unit for bases (B-GEO-2)."""
MEASURING = MeasuringPolicy(
    anchor="edge",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    tolerance=rulings.TOLERANCE,
    citations={"range": "B-GEO-3", "place": "B-GEO-3"},
)
"""Bushido measures from edge to edge in inches, without rounding and through everything (B-GEO-1 to B-GEO-3)."""


@lru_cache(maxsize=8)
def ruler_of(document: MapDocument) -> Ruler:
    """Return the ruler of a map. All games on the map share it."""
    return Ruler(Battlefield.from_map(document), MEASURING)


@dataclass(frozen=True, eq=False)
class Setup(LaidSetup[PlayerDocument]):
    """A setup document with its table. It never changes and is shared by a game and all its forks."""

    document: BushidoSetup

    @cached_property
    def ruler(self) -> Ruler:
        """The ruler for the table as the map describes it."""
        return ruler_of(self.document.map)

    def ruler_on(self, laid: Sequence[Laid], gone: Sequence[str] = ()) -> Ruler:
        """Return the ruler for the table with the `laid` terrain pieces and without those whose ids are in `gone`.

        Players place pieces (B-SETUP-3, B-SETUP-5) and destroy pieces (B-TERR-9), and edits move them.
        """
        return self._rulers.on(laid, gone)

    @cached_property
    def terrain_supply(self) -> tuple[Piece, ...]:
        """The spare terrain pieces of the map, the warbands and the sandbox, centred on their anchors."""
        own = [
            replace(piece_from(card.piece), id=f"{player.id}.{card.piece.id}", name=card.name)
            for player in self.document.players
            for card in player.warband.terrain
        ]
        beside = (*self.document.map.dressing, *self.document.terrain_supply)
        return tuple(centred(piece) for piece in (*map(piece_from, beside), *own))

    @cached_property
    def terrain_pieces(self) -> Mapping[str, Piece]:
        """Every terrain piece by id, on the map or spare, centred on its anchor."""
        on_map = (centred(piece) for piece in self.ruler.battlefield.pieces if not piece.decoration)
        return {piece.id: piece for piece in (*on_map, *self.terrain_supply)}

    @cached_property
    def terrain_names(self) -> Mapping[str, str]:
        """The name of every terrain piece by id, on the map or spare."""
        return {piece.id: piece.name for piece in (*self.terrain_supply, *self.ruler.battlefield.pieces)}

    @cached_property
    def profiles(self) -> Mapping[str, ProfileDocument]:
        """The profile cards by the ids in `Model.profile`, such as "ann.monk" for Ann's card "monk"."""
        return {
            f"{player.id}.{profile.id}": profile
            for player in self.document.players
            for profile in player.warband.models
        }

    def known(self, profile: str, what: str, find: Callable[[ProfileDocument], Found]) -> Found:
        """Return the result of `find` for a profile card, cached under the name `what`."""
        card, key = self.profiles[profile], (profile, what)
        entry = self._known.get(key)
        if entry is None or entry[0] is not card:
            entry = self._known[key] = card, find(card)
        return entry[1]  # type: ignore[return-value]

    @cached_property
    def _known(self) -> dict[tuple[str, str], tuple[ProfileDocument, object]]:
        return {}


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision, with all models in reserve (B-STAT-7, AMB-36)."""
    models = [
        model_of(profile, f"{player.id}.{profile.id}", player.id, number if profile.count > 1 else 0)
        for player in setup.document.players
        for profile in player.warband.models
        for number in range(1, profile.count + 1)
    ]
    nothing = dict.fromkeys(setup.players, 0)
    return State(
        players=setup.players,
        models={model.id: model for model in models},
        passes=nothing.copy(),
        points=nothing.copy(),
        victory=nothing.copy(),
    )


def model_of(profile: ProfileDocument, card: str, owner: str, number: int = 0) -> Model:
    """Return a new model in reserve. `number` distinguishes several models with the same card, 0 means only one."""
    return Model(
        id=f"{card}-{number}" if number else card,
        name=f"{profile.name} {number}" if number else profile.name,
        profile=card,
        owner=owner,
        side=owner,
        radius=profile.base_mm / INCH / 2,  # B-GEO-2
        ki=rulings.STARTING_KI,
        ammo=_ammo(profile),
    )


def _ammo(profile: ProfileDocument) -> dict[str, int]:
    """Return the ammunition of each weapon with limited ammunition (B-TR-3)."""
    counted = ((weapon.name, term(text)) for weapon in profile.weapons for text in weapon.traits)
    return {weapon: entry.value for weapon, entry in counted if entry.name == "Ammo"}
