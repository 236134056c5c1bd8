"""Any moment of a battle in a few words: the sample forces on a bare table, scripted dice.

South has the Cinder Line, north the Tessaline Concord. `put` sets a unit down; everything else stays off the table.
Every die must be in the script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.core.decisions import Choose, Decision
from game.engine.core.dice import ScriptedDice
from game.engine.core.flow import Asking, Checkpoint
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.documents.catalogue import bundled_army
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.deployment import opening_state
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import DropzoneSetup, OptionsDocument, PlayerDocument, Setup
from game.rulesets.dropzone.rules.shooting.legal import aim, sighted
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Fire
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.documents import Area, MapDocument, Objective, Palette, TerrainPiece
from game.table.facing import facing_of

S, N = "south", "north"
CINDER, TESSALINE = bundled_army("cinder-line"), bundled_army("tessaline-concord")


def rectangle(name: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 0.0) -> TerrainPiece:
    """Return a piece of scenery of a kind, a rectangle by two corners."""
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return TerrainPiece(
        id=name,
        name=name.title(),
        look="ruin",
        area=(Area(outline=outline),),
        height=height,
        traits={"dropzone.kind": kind},
    )


def with_rules(army: ArmyDocument, unit: str, *special: str, **fields: Any) -> ArmyDocument:
    """Return an army in which a unit has some special rules and other fields."""
    units = [each if each.id != unit else each.model_copy(update={"special": special, **fields}) for each in army.units]
    return army.model_copy(update={"units": tuple(units)})


def with_weapon(army: ArmyDocument, unit: str, weapon: str, *special: str, **fields: Any) -> ArmyDocument:
    """Return an army in which a weapon of a unit has some special rules and other fields."""
    sheet = next(each for each in army.units if each.id == unit)
    weapons = [
        each if each.name != weapon else each.model_copy(update={"special": special, **fields})
        for each in sheet.weapons
    ]
    return with_rules(army, unit, *sheet.special, weapons=tuple(weapons))


def field(*terrain: TerrainPiece, objectives: Mapping[str, tuple[float, float]] | None = None) -> MapDocument:
    """Return a table of 48″ by 48″ with some scenery and objectives."""
    palette = Palette(ground="#55604a", grain="#4d5843", area="#3f5138", barricade="#8a8378")
    return MapDocument(
        format="inchwise-map", version=2, name="Bare", author="tests", width=48.0, height=48.0, palette=palette,
        terrain=terrain,
        objectives=tuple(Objective(id=name, name=name.title(), at=at) for name, at in (objectives or {}).items()),
    )  # fmt: skip


class Moment:
    """A moment of a battle; `dice` are the faces that will be rolled, in order."""

    def __init__(
        self,
        *terrain: TerrainPiece,
        dice: Sequence[int] = (),
        armies: Sequence[ArmyDocument] = (CINDER, TESSALINE),
        scenario: str = "targets-of-opportunity",
        objectives: Mapping[str, tuple[float, float]] | None = None,
        **options: Any,
    ) -> None:
        ids = (S, N, "east", "west")
        players = tuple(PlayerDocument(id=each, name=each.title(), army=army) for each, army in zip(ids, armies))
        document = DropzoneSetup(
            scenario=scenario,
            map=field(*terrain, objectives=objectives or {}),
            players=players,
            options=OptionsDocument(**options),
        )
        setup = Setup(document)
        self.game = Game(setup, opening_state(setup), ScriptedDice.of(dice))
        self.game.state.round = 1

    def __getitem__(self, name: str) -> Unit:
        """Return a unit by the end of its id, such as "anvils-1"; with the player before a dot if both have it."""
        units = self.game.state.units
        found = [unit for key, unit in units.items() if key == name or key.partition(".")[2] == name]
        assert found, name
        return found[0]

    def squad(self, name: str) -> Squad:
        """Return the squad of a unit."""
        return self.game.squad_of(self[name])

    def put(
        self, name: str, x: float, y: float, degrees: float = 90.0, *, airborne: bool = False, lost: int = 0
    ) -> Unit:
        """Set a unit down."""
        unit = self[name]
        unit.place, unit.carrier, unit.x, unit.y, unit.facing = "table", "", x, y, facing_of(degrees)
        unit.airborne, unit.lost = airborne, lost
        return unit

    def empty(self, name: str) -> Unit:
        """Take everything out of a Transport, off the table."""
        transport = self[name]
        for unit in self.game.state.units.values():
            if unit.carrier == transport.id:
                unit.place, unit.carrier = "off", ""
        return transport

    def hand(self, player: str, *cards: str) -> None:
        """Let a player hold some cards."""
        self.game.state.hands = {**self.game.state.hands, player: [*cards]}

    def weapon(self, name: str, weapon: str) -> WeaponDocument:
        """Return a weapon of a unit."""
        return next(each for each in self.game.sheet(self[name]).weapons if each.name == weapon)

    def aim(self, name: str, weapon: str, target: str, **more: Any) -> Aim:
        """Return the circumstances of a weapon's fire at a target."""
        unit, other, armed = self[name], self[target], self.weapon(name, weapon)
        return aim(self.game, unit, armed, other, sighted(self.game, unit, armed, other).view, **more)

    def why_not(self, name: str, weapon: str, target: str) -> list[str]:
        """Return the rules that forbid a weapon to fire at a target."""
        found = sighted(self.game, self[name], self.weapon(name, weapon), self[target])
        return [each.rule for each in found.refusals]

    def fire(self, name: str, weapon: str, target: str, **more: Any) -> Fire:
        """Return a weapon of a unit with a locked target."""
        return Fire(self[name], self.weapon(name, weapon), self[target], self.aim(name, weapon, target, **more))

    def run(self, flow: Asking[Any], *answers: Any) -> list[Decision]:
        """Carry out a flow with some answers; every die and answer must be used. Return what was asked."""
        given, asked = list(answers), list[Decision]()
        try:
            step = next(flow)
            while True:
                if isinstance(step, Checkpoint):
                    step = flow.send(None)
                    continue
                asked.append(step)
                assert not isinstance(step, Choose) or [*step.options]  # they cannot be read once the game goes on
                answer = given.pop(0)
                assert step.allows(answer), step.why_not(answer)
                step = flow.send(answer)
        except StopIteration:
            pass
        assert not given
        self.done()
        return asked

    def done(self) -> None:
        """Require that every scripted die was rolled."""
        dice = self.game.dice
        assert isinstance(dice, ScriptedDice)
        dice.require_used(self.game.state.rolls)
