"""A game's setup as a document (B-SETUP-1) and with its table, ruler and profile cards, and the opening state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, TypeVar

from pydantic import Field

from game.cached import cached_property
from game.documents.reading import Part
from game.engine.kit.playing import LaidSetup, SeatDocument, SettledDocument
from game.rulesets.bushido.rules import rulings
from game.rulesets.bushido.rules.state import Model, State
from game.rulesets.bushido.warbands.profiles import CITES, ProfileDocument, WarbandDocument
from game.rulesets.bushido.warbands.traits import term
from game.table.documents import MapDocument
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield, Piece, piece_from

PLAYER_COLOURS = ("#3f8fd2", "#d9653b")


class PlayerDocument(SeatDocument):
    """A player: a short id, a name, a colour and their warband."""

    warband: WarbandDocument


class OptionsDocument(Part):
    """The players' agreements before the game. `length` and `turns` set the number of turns (B-SCEN-10).

    `terrain` is as on the "map", or "placed" by the players (B-SETUP-3, B-SETUP-4). `windows` is whether players are
    asked about feats only when they can use one, or whenever a card has one.

    `deployment` counts for scenarios that leave it open (B-SETUP-7). `vim` is how each side's most important model is
    chosen (B-SCEN-12). With `vim_point` "last", the loss of the opponent's most important model gives the last victory
    point of the scenario.
    """

    length: Literal["fixed", "variable"] = "fixed"
    turns: Annotated[int, Field(ge=1, le=7)] = 6
    terrain: Literal["map", "placed"] = "map"
    windows: Literal["needed", "always"] = "needed"
    deployment: Literal["baseline", "corner-square", "corner-edge"] = "baseline"
    vim: Literal["none", "open", "hidden", "nominated"] = "none"
    vim_point: Literal["no", "last"] = "no"


class BushidoSetup(SettledDocument):
    """Everything that is agreed before the first decision of a game. `terrain_supply` was built in a sandbox."""

    cites: ClassVar[Mapping[str, str]] = CITES

    format: Literal["inchwise-bushido-setup"] = "inchwise-bushido-setup"
    ruleset: Literal["bushido"] = "bushido"
    players: tuple[PlayerDocument, PlayerDocument]
    options: OptionsDocument = OptionsDocument()


Found = TypeVar("Found")

INCH = 25.4
"""An inch in millimetres, the unit for bases (B-GEO-2)."""
MEASURING = MeasuringPolicy(
    anchor="edge",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    short_by=rulings.TOLERANCE,
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

    def further_terrain(self) -> Iterator[Piece]:
        for player in self.document.players:
            for card in player.warband.terrain:
                yield replace(piece_from(card.piece), id=f"{player.id}.{card.piece.id}", name=card.name)

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
    """Return a new model in reserve. `number` distinguishes models with the same card; 0 if there is only one."""
    entries = ((weapon.name, term(text)) for weapon in profile.weapons for text in weapon.traits)
    return Model(
        id=f"{card}-{number}" if number else card,
        name=f"{profile.name} {number}" if number else profile.name,
        profile=card,
        owner=owner,
        side=owner,
        radius=profile.base_mm / INCH / 2,  # B-GEO-2
        ki=rulings.STARTING_KI,
        ammo={weapon: entry.value for weapon, entry in entries if entry.name == "Ammo"},  # B-TR-3
    )
