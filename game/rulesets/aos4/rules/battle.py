"""A running battle with its state and dice, and the queries that do not depend on effects of abilities."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from game.cached import cached_property
from game.engine.core.pools import Pool, roll_pool
from game.engine.kit.playing import SimpleGame
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import UnitDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.positions import Places, Positions, Seeing, Slanting, besieges
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE
from game.rulesets.aos4.rules.setup import ModelFacts, Setup
from game.rulesets.aos4.rules.state import State, Unit
from game.rulesets.aos4.rules.terrain import Feature, feature_on_base, features
from game.table.measuring.ruler import Ruler

HAS: Final = "keyword"
"""The value `Effect.what` of an effect that gives a keyword."""


_Where = tuple[Places, str, str]
"""The spots of a unit's models, its whereabouts, and the terrain it besieges."""


@dataclass
class Battle(SimpleGame[Setup, State]):
    """A running battle with its setup, its state, its dice and the events so far. `Game` adds the effects."""

    under_way: list[Any] = field(default_factory=list, repr=False)
    """The current uses of abilities, from the first to its latest reaction; see `use.current`."""
    dying: list[str] = field(default_factory=list, repr=False)
    """The units that are being destroyed but are not removed yet."""
    _combats: tuple[list[_Where], dict[str, tuple[str, ...]]] = field(
        default_factory=lambda: ([], {}), init=False, repr=False, compare=False
    )
    """The spots of all units, and a cache of the enemies in combat with each unit there."""

    def regiment_of(self, unit: Unit) -> str:
        """Return the key of a unit's regiment, or "" for a unit outside regiments."""
        role = self.setup.roles[unit.card]
        return f"{unit.owner}/{role.regiment}" if role.kind == "regiment" else ""

    @cached_property
    def positions(self) -> Positions:
        """The spots of all models."""
        return Positions(self.setup)

    @cached_property
    def distances(self) -> Positions:
        """The distances between units, with slant, except for combat range and coherency (A-TERR-6, A-GEO-7)."""
        ignores_height = math.isinf(self.ruler.policy.slant_from)
        return self.positions if ignores_height else Slanting(self.setup, self.ruler)

    @cached_property
    def seeing(self) -> Seeing:
        """The visibility between bases."""
        return Seeing(self.positions, self.ruler.battlefield)

    @property
    def ruler(self) -> Ruler:
        """The ruler of the table."""
        return self.setup.ruler_on(self.state.laid, self.state.lifted)

    def forget(self) -> None:
        """Drop cached visibility and distances. Call after terrain has moved."""
        for name in ("seeing", "distances"):
            self.__dict__.pop(name, None)
        self._combats = [], {}

    # -- players

    def other(self, player: str) -> str:
        """Return the opponent of a player."""
        first, second = self.state.players
        return second if player == first else first

    def ahead(self, numbers: Mapping[str, int]) -> str:
        """Return the player with the higher of two numbers, or "" if they are equal."""
        one, other = self.state.players
        return "" if numbers[one] == numbers[other] else max(one, other, key=numbers.__getitem__)

    def active_first(self) -> tuple[str, str]:
        """Return both players, the active player first (A-TURN-2, A-ABIL-8, A-AMB-37).

        Before the first round, the player who began deployment counts as active (A-TURN-4).
        """
        first = self.state.active or self.state.beginner
        return first, self.other(first)

    def controlled(self, player: str) -> int:
        """Return the number of objectives that a player controls (A-OBJ-4)."""
        return sum(holder == player for holder in self.state.control.values())

    def ability(self, player: str, identity: str) -> AbilityDocument:
        """Return an ability of a player by its id."""
        return self.setup.abilities[player][identity]

    # -- units

    def card(self, unit: Unit) -> UnitDocument:
        """Return a unit's warscroll."""
        return self.setup.cards[unit.card]

    def models(self, unit: Unit) -> Mapping[str, ModelFacts]:
        """Return the facts of all models of a unit by id, including slain models."""
        return self.setup.models_of(unit)

    def of(self, player: str) -> list[Unit]:
        """Return the units of a player on the battlefield, without faction terrain."""
        return [unit for unit in self.state.units.values() if unit.owner == player and self.fights(unit)]

    def fights(self, unit: Unit) -> bool:
        """Return whether a unit is on the battlefield and is not faction terrain (A-KEY-12)."""
        return unit.place == "table" and unit.card not in self.setup.faction_terrain

    def enemies(self, unit: Unit) -> list[Unit]:
        """Return the enemy units on the battlefield, without faction terrain."""
        return self.of(self.other(unit.owner))

    def own_keywords(self, unit: Unit) -> set[str]:
        """Return the printed keywords of a unit and those from lasting effects, without those of passive abilities."""
        lent = {effect.keyword for effect in unit.effects if effect.what == HAS}
        return {*self.setup.keywords[unit.card], *lent}

    def holders(self, unit: Unit, title: str) -> int:
        """Return the number of a unit's models on the table with a title (A-KEY-6 to A-KEY-8)."""
        facts = self.models(unit)
        return sum(title in facts[model].titles for model in unit.at)

    def keeps_from_contesting(self, unit: Unit) -> bool:
        """Return whether an effect keeps a unit from contesting objectives; `Game` looks for such effects."""
        return False

    # -- combat

    def fought_by(self, unit: Unit) -> list[Unit]:
        """Return the enemy units that a unit is in combat with (A-RANGE-2)."""
        return [self.state.units[identity] for identity in self._fought_by(unit)]

    def in_combat(self, unit: Unit) -> bool:
        """Return whether a unit is in combat with any enemy (A-RANGE-3, A-STATE-8)."""
        return bool(self._fought_by(unit))

    def _fought_by(self, unit: Unit) -> tuple[str, ...]:
        """Return the ids of the enemies in combat with a unit, from a cache until a unit moves."""
        positions_now: list[_Where] = [(other.at, other.place, other.besieges) for other in self.state.units.values()]
        if positions_now != self._combats[0]:
            self._combats = positions_now, {}
        fought_by_id = self._combats[1]
        if unit.id not in fought_by_id:
            fought_by_id[unit.id] = tuple(enemy.id for enemy in self._fighting(unit))
        return fought_by_id[unit.id]

    def _fighting(self, unit: Unit) -> Iterator[Unit]:
        """Yield the enemy units that a unit is in combat with. A quick test excludes distant units."""
        if not self.fights(unit):
            return
        enemies = self.enemies(unit)
        near = {other.id for other in self.positions.near(unit, enemies, COMBAT_RANGE)}
        for other in enemies:
            if (other.id in near or unit.besieges or other.besieges) and self.are_in_combat(unit, other):
                yield other

    def are_in_combat(self, one: Unit, other: Unit) -> bool:
        """Return whether two opposing units are in each other's range and see each other (A-RANGE-2, A-CHG-7)."""
        if self.positions.within(one, other, COMBAT_RANGE):
            return self.seeing.units(one, other)
        if not (one.besieges or other.besieges):
            return False
        places, features = self.positions, self.features()
        return besieges(places, features, one, other) or besieges(places, features, other, one)

    def hides(self, unit: Unit, viewer: Unit, what: str = "hidden") -> bool:
        """Return whether an effect hides a unit from an enemy or its shots; `Game` looks for such effects."""
        return False

    def sees(self, viewer: Unit, unit: Unit) -> bool:
        """Return whether a unit sees another one (A-VIS-1)."""
        return not self.hides(unit, viewer) and self.seeing.units(viewer, unit)

    # -- terrain

    def features(self) -> tuple[Feature, ...]:
        """Return the terrain features of the map, and faction terrain on the table (A-KEY-12)."""
        on_map, faction_terrain = features(self.ruler.battlefield), self.setup.faction_terrain
        if not faction_terrain:
            return on_map
        units = [unit for unit in self.state.units.values() if unit.card in faction_terrain and unit.place == "table"]
        return (*on_map, *map(self._own_feature, units))

    def _own_feature(self, unit: Unit) -> Feature:
        """Return the terrain feature of a faction terrain unit."""
        [base] = self.positions.bases(unit).footprints
        does = {keyword.lower().replace(" ", "-") for keyword in self.own_keywords(unit)}
        return feature_on_base(unit.id, base, frozenset(does & ON_BASES), FEATURE_HEIGHT)

    # -- what was used

    def used(self, unit: Unit, what: str, span: str = "turn") -> bool:
        """Return whether a unit has a record of using `what` in a span of time (A-ONE-4)."""
        return self.state.uses.count(span, f"{unit.id} {what}") > 0

    def note(self, unit: Unit, what: str, *spans: str) -> None:
        """Record that a unit used `what`, for this phase and turn or for other spans."""
        self.state.uses.note(f"{unit.id} {what}", *(spans or ("phase", "turn")))

    def charged(self, unit: Unit) -> bool:
        """Return whether a unit has charged this turn (A-CHG-5)."""
        return self.used(unit, "charged")

    # -- dice

    def key(self, unit: Unit | None, purpose: str) -> str:
        """Return the full key of a roll, by which dice are drawn (A-DICE-10)."""
        state = self.state
        roller = unit.id if unit is not None else "all"
        return f"round {state.round}/turn {state.turn}/{state.phase_name}/{roller}/{purpose}"

    def throw(self, unit: Unit | None, count: int, purpose: str) -> Pool:
        """Roll some D6 for a unit. The caller must emit the event (A-DICE-10)."""
        return roll_pool(self.dice, self.state.rolls, 6, count, self.key(unit, purpose))

    def throw_d3(self, unit: Unit, purpose: str) -> int:
        """Roll a D3, which is a D6 halved and rounded up, and emit the event (A-DICE-1)."""
        pool = self.throw(unit, 1, purpose)
        return self.rolled(unit, purpose, pool, (pool.faces[0] + 1) // 2, rule="A-DICE-1")

    def rolled(
        self, unit: Unit, purpose: str, pool: Pool, total: int, *, plus: int = 0, rule: str = "", **more: Any
    ) -> int:
        """Emit the event of a roll for a unit, with `more` fields, and return the total (A-DICE-10)."""
        event = events.Rolled(unit=unit.id, purpose=purpose, pool=pool, plus=plus, total=total, rule=rule, **more)
        self.emit(event)
        return total


ON_BASES = frozenset({"cover", "obscuring", "impassable", "unstable", "place-of-power"})
"""The effects of terrain that faction terrain can have, as keywords."""
FEATURE_HEIGHT = 3.0
"""The height of faction terrain in inches. Any height that is not low would do (A-TERR-1)."""
