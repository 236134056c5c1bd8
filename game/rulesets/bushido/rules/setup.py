"""A game's setup, prepared: the table, the ruler, the profile cards and the opening state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from game.cached import cached_property
from game.rulesets.bushido.rules import rulings
from game.rulesets.bushido.rules.setup_documents import BushidoSetup, PlayerDocument
from game.rulesets.bushido.rules.state import Laid, Model, State
from game.rulesets.bushido.warbands.profiles import ProfileDocument
from game.rulesets.bushido.warbands.terms import term
from game.table.documents import MapDocument
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield, Piece, piece_from
from game.table.terrain.rigid import centred, placed

Found = TypeVar("Found")

INCH = 25.4
"""Millimetres, in which bases are measured (B-GEO-2)."""
MOST_RULERS = 64
"""Rulers of tables under construction that a setup keeps."""
MEASURING = MeasuringPolicy(
    anchor="edge",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    tolerance=rulings.TOLERANCE,
    citations={"range": "B-GEO-3", "place": "B-GEO-3"},
)
"""How Bushido measures: rim to rim in inches, nothing rounded, through everything (B-GEO-1 to B-GEO-3)."""


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
    def _rulers(self) -> dict[tuple[object, ...], Ruler]:
        return {}

    def ruler_on(self, laid: Sequence[Laid]) -> Ruler:
        """Return the ruler of the table with what the players put down on it (B-SETUP-3, B-SETUP-5)."""
        if not laid:
            return self.ruler
        key = tuple((each.id, each.x, each.y, each.degrees) for each in laid)
        found = self._rulers.get(key)
        if found is None:
            field, supply = self.ruler.battlefield, {piece.id: piece for piece in self.terrain_supply}
            for each in laid:
                field = field.with_piece(placed(supply[each.id], each.x, each.y, each.degrees))
            if len(self._rulers) >= MOST_RULERS:
                self._rulers.clear()
            found = self._rulers[key] = Ruler(field, MEASURING)
        return found

    @cached_property
    def terrain_supply(self) -> tuple[Piece, ...]:
        """The pieces that players may put down, centred on their anchors: beside the map, and of the warbands."""
        own = [
            replace(piece_from(card.piece), id=f"{player.id}.{card.piece.id}", name=card.name)
            for player in self.document.players
            for card in player.warband.terrain
        ]
        return tuple(centred(piece) for piece in (*map(piece_from, self.document.map.dressing), *own))

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
        """Return what `find` makes of a profile card, found once."""
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
    models: dict[str, Model] = {}
    for player in setup.document.players:
        for profile in player.warband.models:
            for number in range(1, profile.count + 1):
                several = profile.count > 1
                identity = f"{player.id}.{profile.id}" + (f"-{number}" if several else "")
                models[identity] = Model(
                    id=identity,
                    name=f"{profile.name} {number}" if several else profile.name,
                    profile=f"{player.id}.{profile.id}",
                    owner=player.id,
                    side=player.id,
                    radius=profile.base_mm / INCH / 2,  # B-GEO-2
                    ki=rulings.STARTING_KI,
                    ammo=_ammo(profile),
                )
    nothing = dict.fromkeys(setup.players, 0)
    return State(
        players=setup.players, models=models, passes=nothing.copy(), points=nothing.copy(), victory=nothing.copy()
    )


def _ammo(profile: ProfileDocument) -> dict[str, int]:
    """Return the ammunition of each weapon that counts it (B-TR-3)."""
    counted = ((weapon.name, term(text)) for weapon in profile.weapons for text in weapon.traits)
    return {weapon: entry.value for weapon, entry in counted if entry.name == "Ammo"}
