"""Any moment of a battle in a few words: the starter armies on a bare table, played through an ordinary session.

Ann has the Lantern Concord (south), Bob the Brineback Tithe (north). Units are called by the ids of their warscrolls;
whoever is not put on the table is in reserve. Every die must be in the script, with its purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from game import rulesets
from game.engine.core.decisions import Choose, Decision
from game.engine.core.dice import Dice, ScriptedDice
from game.engine.core.events import Event
from game.engine.core.options import Option
from game.engine.core.windows import PASS
from game.engine.session import Session
from game.rulesets.aos4.documents.armies import ArmyDocument, UnitDocument
from game.rulesets.aos4.documents.catalogue import bundled_army
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules.abilities import resolving
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.setup import Setup, opening_state
from game.rulesets.aos4.rules.setup_documents import Aos4Setup, OptionsDocument, PlayerDocument
from game.rulesets.aos4.rules.state import State, Unit
from game.table.documents import Area, MapDocument, Objective, Palette, TerrainPiece, TraitValue, Zone
from game.table.lattice import snap

A, B = "ann", "bob"
Spot = tuple[float, float]
LANTERN, BRINEBACK = bundled_army("lantern-concord"), bundled_army("brineback-tithe")
PALETTE: Final = Palette(ground="#55604a", grain="#4d5843", area="#3f5138", barricade="#8a8378")


def box(x: float, y: float, across: float, up: float) -> Area:
    """Return a rectangle by its south-west corner and its size, in inches."""
    return Area(outline=((x, y), (x + across, y), (x + across, y + up), (x, y + up)))


def piece(name: str, area: Area, height: float = 0.0, *does: str) -> TerrainPiece:
    """Return a terrain feature that does some things."""
    traits: dict[str, TraitValue] = {f"aos4.{each}": True for each in does}
    return TerrainPiece(id=name, name=name.title(), look="ruin", area=(area,), height=height, traits=traits)


def field(*terrain: TerrainPiece) -> MapDocument:
    """Return the table of Three Wells with other terrain."""
    objectives = (("west", 11.0), ("centre", 22.0), ("east", 33.0))
    return MapDocument(
        format="inchwise-map",
        version=2,
        name="Bare",
        author="tests",
        width=44.0,
        height=30.0,
        palette=PALETTE,
        terrain=terrain,
        zones=(
            Zone(id="south", name="South", role="deployment", area=(box(0, 0, 44, 10),), seat=1),
            Zone(id="north", name="North", role="deployment", area=(box(0, 20, 44, 10),), seat=2),
        ),
        objectives=tuple(Objective(id=name, name=name.title(), at=(x, 15.0)) for name, x in objectives),
    )


BARE: Final = field()


def changed(army: ArmyDocument, unit: str, **changes: Any) -> ArmyDocument:
    """Return an army with a warscroll changed."""

    def new(each: UnitDocument) -> UnitDocument:
        return each.model_copy(update=changes) if each.id == unit else each

    regiments = tuple(each.model_copy(update={"units": tuple(map(new, each.units))}) for each in army.regiments)
    groups = {name: tuple(map(new, getattr(army, name))) for name in ("auxiliaries", "terrain", "manifestations")}
    return army.model_copy(update={"regiments": regiments, **groups})


def keyworded(army: ArmyDocument, unit: str, *keywords: str) -> ArmyDocument:
    """Return an army in which a unit has further keywords."""
    found = next(each for each in (*army.units, *army.terrain, *army.manifestations) if each.id == unit)
    return changed(army, unit, keywords=(*found.keywords, *keywords))


def unarmed(army: ArmyDocument, *units: str) -> ArmyDocument:
    """Return an army in which some units have no weapons: they fight without dice."""
    for name in units:
        found = next(each for each in army.units if each.id == name)
        models = tuple(each.model_copy(update={"weapons": ()}) for each in found.models)
        army = changed(army, name, weapons=(), models=models)
    return army


def row(number: int, x: float, y: float, apart: float, files: int = 100) -> list[Spot]:
    """Return spots in ranks of so many files, from the south-west on."""
    return [(snap(x + each % files * apart), snap(y + each // files * apart)) for each in range(number)]


class Battle:
    """A battle at some moment: put units, plan dice, `begin`, then answer."""

    session: Session[Setup, State, Game]

    def __init__(
        self,
        phase: str = "hero",
        *,
        active: str = A,
        on: MapDocument = BARE,
        armies: tuple[ArmyDocument, ArmyDocument] = (LANTERN, BRINEBACK),
        packs: Sequence[Any] = (),
        **options: Any,
    ) -> None:
        players = tuple(
            PlayerDocument(id=identity, name=identity.title(), army=army) for identity, army in zip((A, B), armies)
        )
        document = Aos4Setup(
            scenario="three-wells",
            map=on,
            players=(players[0], players[1]),
            packs=tuple(packs),
            options=OptionsDocument(**options),
        )
        self.setup = Setup(document)
        self.state = opening_state(self.setup)
        self._dice: list[tuple[str, int]] = []
        state = self.state
        state.territories, state.beginner, state.finished = {A: "south", B: "north"}, B, [B, A]
        state.round, state.turn, state.first, state.active = 1, 1, active, active
        state.command = {A: 4, B: 4}
        self.at(phase)

    def at(self, phase: str, window: str = "active") -> Self:
        """Let the battle stand in a phase, or at another step of it."""
        if phase in PHASES:
            self.state.step, self.state.phase, self.state.window = "phase", PHASES.index(phase), window  # type: ignore[assignment]
            self.state.fighter = self.state.active
        else:
            self.state.step = phase  # type: ignore[assignment]
        return self

    # -- before it begins

    def unit(self, name: str) -> Unit:
        """Return a unit by the id of its warscroll, or by its own."""
        units = self.game.state.units if hasattr(self, "session") else self.state.units
        if "." in name:
            return units[name]
        [found] = [each for identity, each in units.items() if identity.split(".", 1)[1] == name]
        return found

    def put(self, name: str, *spots: Spot, **changes: Any) -> Unit:
        """Put models of a unit on the table; those for whom there is no spot were slain."""
        unit = self.unit(name)
        models = [*self.setup.models_of(unit)]
        unit.place = "table"
        unit.at = {model: (snap(x), snap(y)) for model, (x, y) in zip(models, spots)}
        unit.slain = models[len(spots) :]
        for key, value in changes.items():
            setattr(unit, key, value)
        return unit

    def did(self, name: str, *what: str) -> None:
        """Let a unit have used abilities with some keywords this turn, in an earlier phase."""
        for each in what:
            self.state.uses.note(f"{self.unit(name).id} {each}", "turn")

    def rolls(self, purpose: str, *faces: int) -> Self:
        """Plan dice for a purpose: part of their key."""
        self._dice += [(purpose, face) for face in faces]
        return self

    def begin(self, dice: Dice | None = None) -> Self:
        """Let the battle go on from here, to the first question."""
        faces, purposes = tuple(face for _purpose, face in self._dice), tuple(purpose for purpose, _face in self._dice)
        self.dice = ScriptedDice(faces, purposes, self.state.rolls.total)
        ruleset = rulesets.load("aos4")
        self.session = Session(ruleset, self.setup, dice or self.dice, state=self.state.clone())
        return self

    # -- while it is played

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def asked(self) -> Decision:
        """The question that is open."""
        return self.session.pending()

    @property
    def keys(self) -> list[str]:
        """The keys of the options, units named shortly."""
        assert isinstance(self.asked, Choose)
        return [_short(option) for option in self.asked.options]

    def say(self, *answers: Any) -> Self:
        """Give answers, each of which must be legal."""
        for answer in answers:
            decision = self.asked
            refusals = [] if decision.allows(answer) else decision.why_not(answer)
            assert decision.allows(answer), f"{decision.prompt}: {answer!r}: {[each.text for each in refusals]}"
            self.session.answer(answer)
        return self

    def use(self, ability: str, name: str) -> Self:
        """Answer that a unit uses an ability."""
        return self.say(f"{ability} {self.unit(name).id}")

    def at_unit(self, name: str) -> Self:
        """Answer with a unit."""
        return self.say(self.unit(name).id)

    def done(self, times: int = 1) -> Self:
        """Pass so often."""
        return self.say(*[PASS] * times)

    def no_reaction(self) -> Self:
        """Pass as long as reactions are asked for."""
        while not self.session.finished and self.asked.rule == "A-REACT-2":
            self.done()
        return self

    def until(self, phase: str, window: str = "") -> Self:
        """Pass until a phase is reached, or a window of it."""
        while self.game.state.phase_name != phase or (window and self.game.state.window != window):
            self.say(PASS)
        return self

    def moved(self, name: str, dx: float, dy: float) -> list[dict[str, Any]]:
        """Return the answer that all models of a unit go as far, in the order that lets them."""
        unit = self.unit(name)
        order = sorted(unit.at, key=lambda model: -(unit.at[model][0] * dx + unit.at[model][1] * dy))
        return [{"id": each, "at": [snap(unit.at[each][0] + dx), snap(unit.at[each][1] + dy)]} for each in order]

    def to(self, name: str, *ways: Sequence[Spot]) -> list[dict[str, Any]]:
        """Return the answer that the first models of a unit go along ways of corners, the last their ends."""
        models = [*self.unit(name).at]
        return [
            {"id": model, "at": [*way[-1]]} | ({"via": [[*each] for each in way[:-1]]} if len(way) > 1 else {})
            for model, way in zip(models, ways)
        ]

    def allows(self, answer: Any) -> bool:
        """Return whether an answer to the open question is legal."""
        return self.asked.allows(answer)

    def against(self, answer: Any) -> set[str]:
        """Return the rules against an answer."""
        return {each.rule for each in self.asked.why_not(answer)}

    def why_not(self, ability: str, name: str) -> str:
        """Return the rule against a use of an ability by a unit now, "" if there is none."""
        unit = self.unit(name)
        spec = self.game.ability(unit.owner, ability)
        refusal = resolving.why_not(self.game, unit.owner, spec, unit)
        return refusal.rule if refusal is not None else ""

    def reactions(self) -> list[str]:
        """Return what may be reacted with now, nothing if the open question is none of that."""
        decision = self.asked
        if not isinstance(decision, Choose) or decision.rule != "A-REACT-2":
            return []
        return [key for key in self.keys if key != PASS]

    def events(self, kind: type[Event]) -> list[Any]:
        """Return the events of a kind so far."""
        return [each for each in self.session.events if isinstance(each, kind)]

    def dice_used(self) -> None:
        """Require that every planned die was rolled."""
        self.dice.require_used(self.game.state.rolls)


def _short(option: Option) -> str:
    ability, _blank, unit = option.key.partition(" ")
    return f"{ability} {unit.split('.', 1)[1]}" if "." in unit else ability.split(".", 1)[-1]


Worked = Callable[[], None]
EXAMPLES: Final[dict[str, Worked]] = {}
"""The worked examples by id, each as a function that plays it."""


def worked(identity: str) -> Callable[[Worked], Worked]:
    """Enter a function as a worked example."""

    def enter(function: Worked) -> Worked:
        assert identity not in EXAMPLES, f"{identity} is there twice"
        EXAMPLES[identity] = function
        return function

    return enter
