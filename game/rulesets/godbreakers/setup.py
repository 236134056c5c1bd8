"""A game's setup made ready: the prepared table, the ruler and the opening state."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from game.rulesets.godbreakers.documents import OptionsDocument, PlayerDocument, SetupDocument
from game.rulesets.godbreakers.state import Marker, Model, State
from game.table.battlefield import Battlefield
from game.table.policy import MeasuringPolicy
from game.table.ruler import Ruler

MEASURING = MeasuringPolicy(
    anchor="edge",
    rounding="down",
    terrain="whole-units",
    impassable_blocks=True,
    tolerance=1e-6,
    citations={"range": "G-MEAS-2", "terrain": "G-MEAS-3", "blocked": "G-MEAS-6", "place": "G-MEAS-5"},
)
"""How The Godbreaker Saga measures: rim to rim, whole units rounded down, terrain by full units (G-MEAS-1..6, Q4)."""


@dataclass(frozen=True, eq=False)
class Setup:
    """A setup document with its prepared table. Shared by a game and all its forks; never changes."""

    document: SetupDocument

    @cached_property
    def battlefield(self) -> Battlefield:
        """The static table."""
        return Battlefield.from_map(self.document.map)

    @cached_property
    def ruler(self) -> Ruler:
        """The measuring instrument of this table."""
        return Ruler(self.battlefield, MEASURING)

    @cached_property
    def shard_traits(self) -> dict[str, str]:
        """The shard trait of each circle that has one (G-CIR-4)."""
        return {player.id: player.circle.shard for player in self.document.players if player.circle.shard}

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Ids of the players in seniority order."""
        return tuple(player.id for player in self.document.players)

    @property
    def options(self) -> OptionsDocument:
        """What the players agreed."""
        return self.document.options

    def player(self, identity: str) -> PlayerDocument:
        """Return the player called `identity`."""
        return next(player for player in self.document.players if player.id == identity)


def slug(text: str) -> str:
    """Return `text` as an id: lower case, dashes for everything else."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision: circles in reserve, the objective in the centre (G-SCN-1)."""
    models: dict[str, Model] = {}
    markers: dict[str, Marker] = {}
    for player in setup.document.players:
        for place, member in enumerate(player.circle.godbreakers):
            identity = f"{player.id}.{slug(member.name)}"
            models[identity] = Model(
                id=identity,
                name=member.name,
                kind="godbreaker",
                owner=player.id,
                die=member.die,
                reach=member.reach,
                leader=place == 0,
                traits=dict(member.traits),
                flaws=list(member.flaws),
            )
        shard = f"{player.id}.shard"
        markers[shard] = Marker(shard, f"{player.name}'s {player.circle.shard_name}", "shard", player.id)
    centre = setup.battlefield.centre
    markers["objective"] = Marker("objective", "Objective", "objective", "", centre.x, centre.y, on_table=True)
    return State(models=models, markers=markers, vp=dict.fromkeys(setup.players, 0), rounds=setup.options.rounds)
