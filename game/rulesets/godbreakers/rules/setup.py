"""The setup of a game: its document, its table and ruler, and the opening state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from game.cached import cached_property
from game.documents.reading import Part, refuse
from game.engine.kit.playing import LaidSetup, SeatDocument, SettledDocument
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.state import BASE_RADIUS, MARKER_RADIUS, Marker, Model, State
from game.table.documents import MapDocument, TerrainPiece
from game.table.lattice import snap
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield, Piece
from game.wording import N_, _, keep, slug

DEFAULT_ROUNDS: Final = 5
FEWEST_ROUNDS: Final = 3
MOST_ROUNDS: Final = 7
"""A game has five rounds unless the players agree on three to seven (G-RND-1)."""

Supply = Annotated[int, Field(ge=0, le=20)]

PLAYER_COLOURS = ("#3f8fd2", "#d9653b", "#55a868", "#a678c8")
"""The players' colours in order of seniority. They differ in hue and in lightness."""


class PlayerDocument(SeatDocument):
    """A player: a short id, a name, a colour and the circle they lead."""

    circle: CircleDocument


class OptionsDocument(Part):
    """The players' agreements before the game.

    `rounds` is the length of the game (G-RND-1). `wild_handler` is the player who handles the wild models in every
    round, or "lowest" for the player lowest in priority (G-INI-5). `threat_traits` is how threats get their traits
    (G-SCN-5, Q22). The rest are advanced rules: `ready` (G-ADV-1), `levels` (G-ADV-2..4) and, with levels, `unbound`
    (G-ADV-5).
    """

    rounds: int = Field(default=DEFAULT_ROUNDS, ge=FEWEST_ROUNDS, le=MOST_ROUNDS)
    wild_handler: str = "lowest"
    threat_traits: Literal["rolled", "chosen"] = "rolled"
    ready: bool = False
    levels: bool = False
    unbound: bool = False


class SummonsDocument(Part):
    """The number of unaligned models of each die available for Summoning (Q18)."""

    d8: Supply = 2
    d10: Supply = 2
    d12: Supply = 1


MOST_SUPPLIED: Final = 100
"""The most spare terrain pieces. Pieces built in a sandbox come from the same supply."""


class SetupDocument(SettledDocument):
    """Everything that is agreed before the first decision of a game. `players` are in order of seniority.

    `terrain_supply` are the spare pieces that Shaping may place (Q18).
    """

    taken = N_("another player already has the id {identity!r} - give each their own")

    format: Literal["inchwise-setup"] = "inchwise-setup"
    ruleset: Literal["godbreakers"] = "godbreakers"
    players: tuple[PlayerDocument, ...] = Field(min_length=1, max_length=4)
    options: OptionsDocument = OptionsDocument()
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=MOST_SUPPLIED)] = ()
    summons: SummonsDocument = SummonsDocument()

    @model_validator(mode="after")
    def _names_a_handler(self) -> SetupDocument:
        ids = [player.id for player in self.players]
        handler = self.options.wild_handler
        if handler != "lowest" and handler not in ids:
            text = _("{handler!r} is neither 'lowest' nor a player ({ids})", handler=handler, ids=", ".join(ids))
            refuse("options.wild_handler", text)
        return self


# -- the setup in play -----------------------------------------------------------------------------


MEASURING = MeasuringPolicy(
    anchor="edge",
    rounding="down",
    terrain="whole-units",
    impassable_blocks=True,
    short_by=1e-6,
    citations={
        "range": "G-MEAS-2",
        "terrain": "G-MEAS-3",
        "blocked": "G-MEAS-6",
        "place": "G-MEAS-5",
        "levels": "G-ADV-2",
    },
)
"""The Godbreaker Saga measures from rim to rim in whole units, rounded down. Terrain counts by full units.

G-MEAS-1..6, Q2, Q4.
"""


@lru_cache(maxsize=8)
def ruler_of(document: MapDocument, *, levels: bool) -> Ruler:
    """Return the ruler of a map with or without levels. All games on the map share it."""
    return Ruler(Battlefield.from_map(document), replace(MEASURING, levels=levels))


@dataclass(frozen=True, eq=False)
class Setup(LaidSetup[PlayerDocument]):
    """A setup document with its table. It never changes and is shared by a game and all its forks."""

    document: SetupDocument

    @cached_property
    def battlefield(self) -> Battlefield:
        """The table as the map describes it."""
        return self.ruler.battlefield

    @cached_property
    def ruler(self) -> Ruler:
        """The ruler for the table as the map describes it."""
        return ruler_of(self.document.map, levels=self.options.levels)

    def further_terrain(self) -> Iterator[Piece]:
        """Yield the terrain of the map, which can be placed again (Q18, G-TBL-4, G-TBL-9)."""
        return (piece for piece in self.battlefield.pieces if not piece.decoration)

    @cached_property
    def terrain_names(self) -> Mapping[str, str]:
        """The name of every terrain piece by id, on the table or off it."""
        return {piece.id: piece.name for piece in (*self.terrain_supply, *self.battlefield.pieces) if piece.name}

    def summons(self, die: int) -> int:
        """Return the number of unaligned models of a die available for Summoning (Q18)."""
        return int(getattr(self.document.summons, f"d{die}", 0))

    @cached_property
    def shard_traits(self) -> dict[str, str]:
        """The shard trait of each circle that has one (G-CIR-4)."""
        return {player.id: player.circle.shard for player in self.document.players if player.circle.shard}

    @cached_property
    def options(self) -> OptionsDocument:
        """The options the players agreed on."""
        return self.document.options


def model_ids(player: PlayerDocument) -> tuple[str, ...]:
    """Return a distinct id for each of a player's godbreakers, in the order of the roster."""
    ids = [f"{player.id}.shard", f"{player.id}.hoard"]
    for place, member in enumerate(player.circle.godbreakers, start=1):
        identity = f"{player.id}.{slug(member.name)}"
        ids.append(identity if identity not in ids else f"{identity}-{place}")
    return tuple(ids[2:])


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision, with the objective in the centre (G-RES-4, G-SCN-1)."""
    unit = setup.battlefield.unit
    models: dict[str, Model] = {}
    markers: dict[str, Marker] = {}
    for player in setup.document.players:
        for place, (identity, member) in enumerate(zip(model_ids(player), player.circle.godbreakers)):
            models[identity] = Model(
                id=identity,
                name=member.name,
                kind="godbreaker",
                owner=player.id,
                die=member.die,
                reach=member.reach,
                leader=place == 0,
                traits=dict(member.traits),
                flaws=tuple(member.flaws),
                radius=snap(BASE_RADIUS / unit),
            )
        shard = f"{player.id}.shard"
        name = keep("{player}'s {thing}", player=player.name, thing=player.circle.shard_name)
        markers[shard] = Marker(shard, name, "shard", player.id, radius=snap(MARKER_RADIUS / unit))
    centre = setup.battlefield.centre
    markers["objective"] = Marker(
        "objective", keep("Objective"), "objective", "", centre.x, centre.y, snap(MARKER_RADIUS / unit), on_table=True
    )
    return State(models=models, markers=markers, vp=dict.fromkeys(setup.players, 0), rounds=setup.options.rounds)


def keep_names(setup: Setup, state: State) -> None:
    """Make the marker names of a loaded state translatable. Saves hold them as plain text."""
    for marker in state.markers.values():
        if marker.owner not in setup.players:
            continue
        player = setup.player(marker.owner)
        thing = player.circle.shard_name if marker.kind == "shard" else keep(marker.kind.title())
        name = keep("{player}'s {thing}", player=player.name, thing=thing)
        numbered = keep("{name} {number}", name=name, number=marker.id.rpartition("-")[2])
        marker.name = {str(text): text for text in (name, numbered)}.get(marker.name, marker.name)
