"""A running battle: the state with its queries, dice and damage, and other changes that many rules share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from game.engine.core.dice import Dice
from game.engine.core.events import Event
from game.engine.core.pools import Pool, roll_pool
from game.engine.core.records import restored
from game.engine.kit.playing import PlayedGame
from game.rulesets.dropzone.documents.sheets import VEHICLES, UnitDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature, by_id, features, house_at
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.shooting.numbers import Declaring
from game.rulesets.dropzone.rules.space import Seeing, body_of, disc_of, hover, is_coherent, link, seeing
from game.rulesets.dropzone.rules.state import POSE, Commander, Group, Objective, Squad, State, Unit
from game.table.heights import Body
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield

INFLUENCE: Final = 4.0
"""Inches of Influence for each point of Command Value (D-ARMY-7)."""


@dataclass
class Game(PlayedGame):
    """A running battle."""

    setup: Setup
    state: State
    dice: Dice
    events: list[Event] = field(default_factory=list)
    firing: Declaring | None = field(default=None, compare=False)
    """The declared and the waiting fire, while a squad declares its fire."""
    _ruled: tuple[object, object, Ruler] | None = field(default=None, init=False, repr=False, compare=False)
    _seeing: tuple[object, Seeing] | None = field(default=None, init=False, repr=False, compare=False)
    _still: Seeing | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def ruler(self) -> Ruler:
        """The ruler for the present terrain; a new one is made after terrain was laid or removed."""
        laid, lifted = self.state.laid, self.state.lifted
        if self._ruled is None or self._ruled[0] is not laid or self._ruled[1] is not lifted:
            self._ruled = laid, lifted, self.setup.ruler_on(laid, lifted)
        return self._ruled[2]

    @property
    def battlefield(self) -> Battlefield:
        """The table with its terrain."""
        return self.ruler.battlefield

    @property
    def slack(self) -> float:
        """The inches by which a measured distance may exceed a limit and still count as within it (D-GEO-1)."""
        return self.ruler.policy.short_by

    @property
    def features(self) -> tuple[Feature, ...]:
        """The scenery on the table."""
        return features(self.battlefield)

    def piece(self, identity: str) -> Feature | None:
        """Return the piece of scenery on the table with an id."""
        return by_id(self.battlefield).get(identity)

    def house_at(self, x: float, y: float) -> Feature | None:
        """Return the Garrison that covers a spot, or None."""
        return house_at(self.battlefield, x, y)

    def lying(self) -> list[Objective]:
        """Return the objectives that lie on the table, carried by no squad."""
        return [
            objective for objective in self.state.objectives.values() if not objective.removed and not objective.carrier
        ]

    def forget(self) -> None:
        """Forget cached sight, because terrain was laid or removed."""
        self._seeing = self._still = None

    # -- units and squads

    def sheet(self, unit: Unit) -> UnitDocument:
        """Return a unit's stat sheet."""
        return self.setup.sheet(unit)

    def sheet_of(self, squad: Squad) -> UnitDocument:
        """Return the stat sheet of a squad's units."""
        return self.sheet(self.state.units[squad.units[0]])

    def around(self, first: str) -> list[str]:
        """Return the players in initiative order, starting with `first` if that is a player (D-UP-2)."""
        order = self.state.order or self.state.players
        start = order.index(first) if first in order else 0
        return [*order[start:], *order[:start]]

    def squad_of(self, unit: Unit) -> Squad:
        """Return the squad of a unit."""
        return self.state.squads[unit.squad]

    def units_of(self, squad: Squad) -> list[Unit]:
        """Return the units of a squad that are not destroyed."""
        return [unit for unit in map(self.state.units.__getitem__, squad.units) if unit.alive]

    def standing(self, squad: Squad) -> list[Unit]:
        """Return the units of a squad whose tokens are on the table."""
        return [unit for unit in self.units_of(squad) if unit.on_table]

    def present(self, squad: Squad) -> list[Unit]:
        """Return the units of a squad that are on the table or in a Garrison."""
        return [unit for unit in self.units_of(squad) if unit.present]

    def squads_of(self, group: Group) -> list[Squad]:
        """Return the squads of a battlegroup that are not destroyed (D-UNIT-1)."""
        return [squad for squad in self.state.squads.values() if squad.group == group.id and self.units_of(squad)]

    def on_table(self) -> Iterator[Unit]:
        """Yield every unit whose token is on the table."""
        return (unit for unit in self.state.units.values() if unit.on_table)

    def in_play(self) -> Iterator[Unit]:
        """Yield every unit that is on the table or in a Garrison."""
        return (unit for unit in self.state.units.values() if unit.present)

    def left(self, unit: Unit) -> int:
        """Return the damage points that a unit has left (D-UNIT-6)."""
        return max(0, self.sheet(unit).damage - unit.lost)

    def is_vehicle(self, unit: Unit) -> bool:
        """Return whether a unit is a Vehicle now: a landed Aircraft is one (D-TYPE-7)."""
        sheet = self.sheet(unit)
        return sheet.type in VEHICLES or (sheet.is_aircraft and not unit.airborne)

    def is_coherent(self, squad: Squad) -> bool:
        """Return whether the units of a squad on the table are in coherency (D-COH-1, D-COH-2, D-GARR-7)."""
        spots = [unit.spot for unit in self.standing(squad)]
        return is_coherent(spots, link(self.sheet_of(squad)) + self.slack)

    def are_alike(self, units: Sequence[Unit]) -> bool:
        """Return whether these units of a squad are interchangeable: equal in damage, place, fire and load (D-CQ-5)."""
        marked_units = {commander.unit for commander in self.state.commanders.values()}
        marked_units |= {unit.carrier for unit in self.state.units.values()}
        conditions = {
            (self.left(unit), unit.slot, *unit.fired, *unit.spent.items(), unit.id in marked_units) for unit in units
        }
        return len(conditions) == 1

    # -- space

    def disc(self, unit: Unit) -> Disc:
        """Return the outline of a unit's token, under the unit's name."""
        return disc_of(unit, self.sheet(unit), unit.name)

    def brim(self, unit: Unit) -> Disc:
        """Return the disc from which boarding distances are measured: a unit's outline, or only its centre (R-7)."""
        disc = self.disc(unit)
        return disc if self.setup.document.options.boarding == "edge" else disc._replace(radius=0.0)

    def body(self, unit: Unit) -> Body:
        """Return a unit's token with its heights."""
        if self._still is not None and unit.id in self._still.bodies:
            return self._still.bodies[unit.id]
        return body_of(self.battlefield, unit, self.sheet(unit))

    def hover(self, x: float, y: float) -> float:
        """Return the height in inches of the base of an Aircraft in the air above a spot (D-GEO-4)."""
        return hover(self.battlefield, x, y)

    @property
    def seeing(self) -> Seeing:
        """The sight between units. It is cached until a unit moves or terrain changes."""
        if self._still is not None:
            return self._still
        field, units = self.battlefield, self.state.units.values()
        key = field, [(unit.id, unit.x, unit.y, unit.airborne) for unit in units if unit.place == "table"]
        if self._seeing is None or self._seeing[0] != key:
            bodies = tuple((unit.id, self.body(unit)) for unit in self.on_table())
            self._seeing = key, seeing(field, bodies, flat=self.setup.document.options.sight == "flat")
        return self._seeing[1]

    @contextmanager
    def nothing_moves(self) -> Iterator[None]:
        """Within the block, use the cached sight between units without checking whether a unit has moved."""
        before, self._still = self._still, self.seeing
        try:
            yield
        finally:
            self._still = before

    @contextmanager
    def supposing(
        self,
        spots: Mapping[str, tuple[float, float]],
        inches: Mapping[str, float] | None = None,
        facings: Mapping[str, int] | None = None,
    ) -> Iterator[None]:
        """Within the block, put units at other spots, by id, as after moves of `inches` (D-SHOOT-6).

        Units that come from another spot of the table count as moved, even after 0 inches.
        """
        units = [self.state.units[name] for name in spots if name in self.state.units]
        with restored(units, *POSE):
            for unit in units:
                (x, y), moved = spots[unit.id], (inches or {}).get(unit.id, 0.0)
                unit.turned = unit.turned or moved > 0.0 or (unit.on_table and (x, y) != unit.spot)
                unit.moved += moved
                unit.facing = (facings or {}).get(unit.id, unit.facing)
                unit.place, unit.x, unit.y, unit.carrier, unit.slot = "table", float(x), float(y), "", ""
            yield

    # -- commanders

    def outermost(self, unit: Unit) -> Unit:
        """Return the outermost Transport around a unit, or the unit itself if nothing carries it."""
        while unit.place == "aboard":
            unit = self.state.units[unit.carrier]
        return unit

    def is_in_play(self, unit: Unit) -> bool:
        """Return whether a unit, or the Transport around it, is on the table or in a Garrison (D-INIT-3, R-11)."""
        return self.outermost(unit).present

    def commanders(self, player: str) -> list[Commander]:
        """Return a player's living Commanders on the table, the highest Command Value first."""
        own = (commander for commander in self.state.commanders.values() if commander.owner == player)
        in_play = [commander for commander in own if self.is_in_play(self.state.units[commander.unit])]
        return sorted(in_play, key=lambda commander: -commander.value)

    def command(self, player: str, *, embarked: bool = True) -> int:
        """Return a player's highest Command Value on the table, or 0; `embarked` Commanders may not count (D-CMD-1)."""
        able = (
            leader for leader in self.commanders(player) if embarked or self.state.units[leader.unit].place != "aboard"
        )
        return max((leader.value for leader in able), default=0)

    # -- dice and damage

    def throw(self, purpose: str, count: int, unit: Unit | None = None) -> Pool:
        """Roll `count` D6 and return them. The caller emits the event (D-ENG-4)."""
        key = f"round {self.state.round}/{unit.id if unit is not None else 'all'}/{purpose}"
        return roll_pool(self.dice, self.state.rolls, 6, count, key)

    def throw_d3(self, purpose: str, unit: Unit | None = None, count: int = 1, piece: str = "") -> int:
        """Return the sum of `count` D3, and emit the dice as those of a unit or a `piece` (D-CORE-1)."""
        pool = self.throw(purpose, count, unit)
        total = sum((face + 1) // 2 for face in pool.faces)
        self.rolled(purpose, pool, total, unit or piece, rule="D-CORE-1")
        return total

    def rolled(self, purpose: str, pool: Pool, total: int, whose: Unit | str, **more: Any) -> None:
        """Emit that dice were rolled for `whose`, a unit or an id; `more` has further fields of the event (D-ENG-4)."""
        who = whose if isinstance(whose, str) else whose.id
        self.emit(events.Rolled(unit=who, purpose=purpose, pool=pool, total=total, **more))

    def draw(self, purpose: str, count: int, unit: Unit | None = None) -> int:
        """Return a random number below `count` (1 to 6) by a D6, which is rolled again while it is too high."""
        while True:
            face = self.throw(purpose, 1, unit).faces[0]
            if face <= 6 // count * count:
                return (face - 1) % count

    def zones_left(self, unit: Unit) -> dict[str, int]:
        """Return the points left in the damage zones of a Behemoth, without empty zones, the fewest first (D-BEH-8)."""
        points = {zone.zone: zone.whole - unit.zones.get(zone.zone, 0) for zone in self.sheet(unit).zones}
        return {zone: points[zone] for zone in sorted(points, key=lambda zone: points[zone]) if points[zone]}

    def damage_zone(self, unit: Unit, zone: str, points: int, rule: str) -> int:
        """Take damage points from a zone of a Behemoth; return the points lost.

        Two zones at 0 destroy it (D-BEH-11).
        """
        before = self.zones_left(unit)
        lost = min(points, before.get(zone, 0))
        if lost:
            unit.zones = {**unit.zones, zone: unit.zones.get(zone, 0) + lost}
            sheet = self.sheet(unit)
            weaker = sorted(weak_zone.whole - unit.zones.get(weak_zone.zone, 0) for weak_zone in sheet.zones)[:2]
            unit.lost = sheet.damage - sum(weaker)
            remaining = before[zone] - lost
            self.emit(events.ZoneDamaged(unit=unit.id, zone=zone, amount=lost, left=remaining, rule=rule))
        return lost

    def damage(self, unit: Unit, points: int, rule: str) -> int:
        """Take damage points from a unit, at most those that it has; return the points lost (D-UNIT-6, D-SHOOT-20).

        A Behemoth loses each point in a zone drawn at random (D-BEH-4).
        """
        if self.sheet(unit).zones:
            count = 0
            while count < points and self.left(unit):
                zones = [*self.zones_left(unit)]
                count += self.damage_zone(unit, zones[self.draw("zone", len(zones), unit)], 1, rule)
            return count
        lost = min(points, self.left(unit))
        if lost:
            unit.lost += lost
            self.emit(events.Damaged(unit=unit.id, amount=lost, left=self.left(unit), rule=rule))
        return lost

    def destroy(self, unit: Unit, rule: str) -> None:
        """Remove a unit, and give its points and its Commanders' to enemies as kill points (D-UNIT-7, D-WIN-3).

        If a Commander died, its player must discard (D-CMD-5).
        """
        unit.place, unit.carrier, unit.slot = "destroyed", "", ""
        points = self.sheet(unit).points
        dead_commanders = [commander for commander in self.state.commanders.values() if commander.unit == unit.id]
        points += sum(map(events.points_of, dead_commanders))
        if dead_commanders:
            self.state.bereft = [*self.state.bereft, unit.owner]
        others = [player for player in self.state.players if player != unit.owner]
        self.state.kills = {**self.state.kills, **{player: self.state.kills[player] + points for player in others}}
        self.emit(events.Destroyed(unit=unit.id, points=points, rule=rule))
