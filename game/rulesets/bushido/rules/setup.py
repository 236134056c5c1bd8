"""A game's setup, prepared: the table, the ruler, the profile cards and the opening state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from game.cached import cached_property
from game.engine.rulebook.laying import Laid, LaidRulers
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
"""Millimetres, in which bases are measured (B-GEO-2)."""
MEASURING = MeasuringPolicy(
    anchor="edge",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    tolerance=rulings.TOLERANCE,
    citations={"range": "B-GEO-3", "place": "B-GEO-3"},
)
"""How Bushido measures: edge to edge in inches, nothing rounded, through everything (B-GEO-1 to B-GEO-3)."""


@lru_cache(maxsize=8)
def ruler_of(document: MapDocument) -> Ruler:
    """Return the ruler of a map; all games on it share one."""
    return Ruler(Battlefield.from_map(document), MEASURING)


@dataclass(frozen=True, eq=False)
class Setup:
    """A setup document with its prepared table. Shared by a game and all its forks; never changes."""

    document: BushidoSetup

    @cached_property
    def ruler(self) -> Ruler:
        """The measuring instrument of the table."""
        return ruler_of(self.document.map)

    @cached_property
    def _rulers(self) -> LaidRulers:
        return LaidRulers(self.ruler, self.terrain_pieces)

    def ruler_on(self, laid: Sequence[Laid], gone: Sequence[str] = ()) -> Ruler:
        """Return the ruler of the table with things that are not where the map has them, without what is `gone`.

        Players place pieces (B-SETUP-3, B-SETUP-5) and destroy some (B-TERR-9); an edit moves any.
        """
        return self._rulers.on(laid, gone)

    @cached_property
    def terrain_supply(self) -> tuple[Piece, ...]:
        """The pieces beside the map, of the warbands, and built in a sandbox, centred on their anchors."""
        own = [
            replace(piece_from(card.piece), id=f"{player.id}.{card.piece.id}", name=card.name)
            for player in self.document.players
            for card in player.warband.terrain
        ]
        beside = (*self.document.map.dressing, *self.document.terrain_supply)
        return tuple(centred(piece) for piece in (*map(piece_from, beside), *own))

    @cached_property
    def terrain_pieces(self) -> Mapping[str, Piece]:
        """Every piece, centred on its anchor: those on the map, and those that players may place."""
        on_map = (centred(piece) for piece in self.ruler.battlefield.pieces if not piece.decoration)
        return {piece.id: piece for piece in (*on_map, *self.terrain_supply)}

    @cached_property
    def terrain_names(self) -> Mapping[str, str]:
        """The name of every piece of terrain, on the map, beside it and of the warbands, by id."""
        return {piece.id: piece.name for piece in (*self.terrain_supply, *self.ruler.battlefield.pieces)}

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Ids of the players."""
        return tuple(player.id for player in self.document.players)

    @cached_property
    def profiles(self) -> Mapping[str, ProfileDocument]:
        """The profile card of each id that `Model.profile` names: the player's id, a dot, the card's id."""
        return {
            f"{player.id}.{profile.id}": profile
            for player in self.document.players
            for profile in player.warband.models
        }

    def known(self, profile: str, what: str, find: Callable[[ProfileDocument], Found]) -> Found:
        """Return what `find` returns for a profile card, found once."""
        card, key = self.profiles[profile], (profile, what)
        kept = self._known.get(key)
        if kept is None or kept[0] is not card:
            kept = self._known[key] = card, find(card)
        return kept[1]  # type: ignore[return-value]

    @cached_property
    def _known(self) -> dict[tuple[str, str], tuple[ProfileDocument, object]]:
        return {}

    def player(self, identity: str) -> PlayerDocument:
        """Return the player called `identity`."""
        return next(player for player in self.document.players if player.id == identity)


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision: all in reserve, without Ki and counters (B-STAT-7, AMB-36)."""
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
    """Return a fresh model in reserve with a card's id, the `number`th of several unless that is 0."""
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
    """Return the ammunition of each weapon that counts it (B-TR-3)."""
    counted = ((weapon.name, term(text)) for weapon in profile.weapons for text in weapon.traits)
    return {weapon: entry.value for weapon, entry in counted if entry.name == "Ammo"}
