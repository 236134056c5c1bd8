"""Any moment of a game of Bushido in a few words: two warbands on a bare table, scripted dice.

`Moment` has models by short names; `run` drives a flow with answers and collects its outcome. Every die must be in
the script.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Decision
from game.engine.core.dice import KeyedDice, ScriptedDice
from game.engine.core.flow import Asking, Checkpoint
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.odds import exchange_odds, harm, rerolls
from game.rulesets.bushido.rules import game as rules_game
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.dice import results
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.invariants import SOUND
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.setup import BushidoSetup, PlayerDocument, Setup, opening_state
from game.rulesets.bushido.rules.state import Model, State
from game.rulesets.bushido.rules.turn import main as _play
from game.rulesets.bushido.warbands.profiles import ProfileDocument, WarbandDocument, bundled_warband
from game.table.documents import Area, MapDocument, Palette, TerrainPiece

assert _play.STEPS
S, N = "south", "north"
BLADE = {"name": "Blade", "kind": "melee"}
BOW = {"name": "Bow", "kind": "ranged", "bands": [6, 12, 18]}
HALF = 30 / 25.4 / 2
"""Inches of the radius of a small base."""
BELL, MUD = bundled_warband("still-bell"), bundled_warband("mudwater")
BARE = MapDocument(
    format="inchwise-map",
    version=1,
    name="Bare",
    author="tests",
    width=24.0,
    height=24.0,
    palette=Palette(ground="#55604a", grain="#4d5843", area="#3f5138", barricade="#8a8378"),
    terrain=(),
)


def card(name: str = "Fighter", melee: int = 3, **changes: Any) -> dict[str, Any]:
    """Return a profile card as plain data, a small model with a blade."""
    return {
        "id": name.lower().replace(" ", "-"),
        "name": name,
        "rice": 5,
        "melee": {"value": melee, "boost": 2},
        "ranged": {"value": 0},
        "move": {"value": 4},
        "ki": {"value": 1, "max": 6},
        "wounds": 5,
        "weapons": [BLADE],
        **changes,
    }


def warband(*cards: dict[str, Any], faction: str = "Test") -> WarbandDocument:
    """Return a warband of cards given as plain data."""
    models = tuple(ProfileDocument.model_validate_json(json.dumps(each)) for each in cards)
    return WarbandDocument(name=faction, faction=faction, rice_limit=200, models=models)


@dataclass
class Moment:
    """A game at some moment; models by the id of their cards."""

    game: Game
    asked: list[Decision] = field(default_factory=list)

    def __getitem__(self, name: str) -> Model:
        found = [each for identity, each in self.game.state.models.items() if identity.split(".")[1] == name]
        assert len(found) == 1, f"{len(found)} models are called {name}"
        return found[0]

    def put(self, name: str, x: float, y: float, **changes: Any) -> Model:
        """Put a model on the table, with two counters unless told otherwise."""
        model = self[name]
        model.place, model.x, model.y, model.counters = "table", x, y, 2
        for key, value in changes.items():
            setattr(model, key, value)
        return model

    def run(self, flow: Asking[Any], *answers: Any) -> Any:
        """Run a flow to its end with these answers; every one must be asked for and legal."""
        left = list(answers)
        try:
            item = next(flow)
            while True:
                if isinstance(item, Checkpoint):
                    item = next(flow)
                    continue
                self.asked.append(item)
                item.plain()  # what is offered is looked at now: later the game has gone on
                assert left, f"asked unexpectedly: {item.prompt} {_options(item)}"
                answer = left.pop(0)
                assert item.allows(answer), f"{item.prompt}: {answer!r} is not among {_options(item)}"
                item = flow.send(answer)
        except StopIteration as end:
            assert not left, f"not asked for: {left}"
            return end.value

    def dice_left(self) -> None:
        """Require that every scripted die was rolled."""
        dice = self.game.dice
        assert isinstance(dice, ScriptedDice)
        dice.require_used(self.game.state.rolls)

    def told(self, kind: str) -> list[Any]:
        """Return the events of a kind."""
        return [event for event in self.game.events if event.kind == kind]


def _options(decision: Decision) -> list[str]:
    return [option.key for option in decision.options] if isinstance(decision, Choose) else []


def piece(name: str, x: float, y: float, width: float, depth: float, **traits: Any) -> TerrainPiece:
    """Return a rectangle of terrain by its south-west corner, with traits as `passage="difficult"`."""
    outline = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return TerrainPiece(
        id=name,
        name=name.capitalize(),
        look="rock",
        area=(Area(outline=outline),),
        traits={f"bushido.{key}": value for key, value in traits.items()},
    )


def duel(dice: Sequence[int], one: dict[str, Any], other: dict[str, Any], gap: float = 0.0) -> Moment:
    """Return a game of two fighters A and B, so many inches apart; A faces B, B faces A, and A is active."""
    at = moment(
        dice, south=warband(card("A", **one), faction="South"), north=warband(card("B", **other), faction="North")
    )
    a = at.put("a", 5.0, 12.0, facing=0)
    b = at.put("b", 5.0, 12.0, facing=18000)
    b.x += a.radius + b.radius + gap
    at.game.state.step = "activation"
    at.game.begin_activation(a)
    return at


def act(at: Moment, name: str, action: str, *answers: Any) -> None:
    """Let a model carry out an action."""
    at.game.begin_activation(at[name])
    at.run(carry_out(at.game, at[name], ACTIONS[action]), *answers)


def why(at: Moment, name: str, action: str) -> str:
    """Return the rule that forbids an action, an empty string if it is possible."""
    refusal = ACTIONS[action].why_not(at.game, at[name])
    return "" if refusal is None else refusal.rule


def fight(at: Moment, *answers: Any, **facts: Any) -> Bout:
    """Let A fight B."""
    bout = Bout(Fighter(at["a"]), Fighter(at["b"]), **facts)
    at.run(exchange(at.game, bout), *answers)
    return bout


def moment(
    dice: Sequence[int] = (),
    south: WarbandDocument = BELL,
    north: WarbandDocument = MUD,
    scenario: str = "seikyuu",
    terrain: Sequence[TerrainPiece] = (),
    **options: Any,
) -> Moment:
    """Return a game between two warbands on a bare table, nobody on it, the given faces as dice."""
    document = BushidoSetup(
        scenario=scenario,
        map=BARE.model_copy(update={"terrain": tuple(terrain), "version": 2 if terrain else 1}),
        players=(
            PlayerDocument(id=S, name="South", warband=south),
            PlayerDocument(id=N, name="North", warband=north),
        ),
    )
    if options:
        document = document.model_copy(update={"options": document.options.model_copy(update=options)})
    setup = Setup(document)
    state = opening_state(setup)
    state.south, state.first_player, state.active_player, state.turn = S, S, S, 1
    return Moment(Game(setup, state, ScriptedDice.of(tuple(dice))))


def fight_session(dice: int = 7, scenario: str = "idols") -> Session:
    """Return a real game on a bundled map in which the south's first model lies touching an enemy and is to act.

    Standing up is all it can do, and brings an exchange (B-ACT-17).
    """
    plan = GamePlan(("Ann", "Bob"), scenario)
    setup = RULESET.new_setup(plan)
    state = opening_state(setup)
    one, other = (next(each for each in state.models.values() if each.owner == player) for player in state.players)
    one.place, one.x, one.y, one.counters = "table", 15.0, 12.0, 2
    other.place, other.x, other.y, other.counters, other.facing = "table", 15.0, 13.1812, 2, 27000
    one.markers["Prone"], one.facing = [0], 9000
    state.step, state.turn, state.south = "activation", 1, state.players[0]
    state.active_player = state.first_player = state.tactical_winner = state.players[0]
    return _going_on(setup, state, dice)


PLACES = {
    "bell-warden": (9.0, 8.0, 9000),
    "temple-guard-spear": (13.0, 10.0, 9000),
    "temple-guard-archer": (8.5, 4.0, 9000),
    "herb-sister": (5.0, 6.0, 9000),
    "river-bandit-chief": (17.0, 17.0, 27000),
    "river-bandit-cutter-1": (14.5, 13.5, 27000),
    "river-bandit-cutter-2": (12.0, 15.0, 27000),
    "reed-stalker": (7.0, 15.0, 27000),
    "ferry-brute": (9.8, 16.5, 27000),
}
"""A moment of the second turn: where everybody stands and looks."""


def skirmish_session(
    dice: int = 7, scenario: str = "seikyuu", ki: int = 2, *, objectives: bool = False, **changes: dict[str, Any]
) -> Session:
    """Return a real game on a bundled map in its second turn, everybody on the table with two counters; Ann is to act.

    Each has as much of the `ki` as its card allows. `objectives` lays those too. `changes` are attributes of models by
    the end of their ids, with "_" for "-".
    """
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario, "bamboo-ford"))
    state = opening_state(setup)
    for model in state.models.values():
        name = model.id.partition(".")[2]
        model.place, (model.x, model.y, model.facing) = "table", PLACES[name]
        model.counters, model.ki = 2, min(ki, setup.profiles[model.profile].ki.max)
        for key, value in changes.get(name.replace("-", "_"), {}).items():
            setattr(model, key, value)
    state.objectives = scenarios.find(scenario).objectives() if objectives else {}
    state.step, state.turn, state.south = "activation", 2, state.players[0]
    state.active_player = state.first_player = state.tactical_winner = state.players[0]
    return _going_on(setup, state, dice)


def _going_on(setup: Setup, state: State, dice: int) -> Session:
    """Return a real game that goes on from a state, in which everybody must stand as the rules allow."""
    wrong = SOUND.violations(state, setup)
    assert not wrong, wrong
    return Session(RULESET, setup, KeyedDice(dice), state=state)


def acting(session: Session, model: str, action: str, *answers: Any) -> Session:
    """Let one of Ann's models begin an action, with what is answered on the way; feats are passed."""
    wanted: list[Any] = [[f"ann.{model}"], f"ann.{model} {action}", *answers]
    while wanted:
        decision = session.pending()
        session.answer("pass" if decision.rule == "B-KI-2" and decision.allows("pass") else wanted.pop(0))
    return session


def dice_of_sides(patch: pytest.MonkeyPatch, sides: int) -> Iterator[None]:
    """Give every die of the rules and of the odds so many sides, for as long as a test lasts."""

    def forget() -> None:
        counted = rerolls.after_rerolls, rerolls._best, rerolls._sums, rerolls._result
        for cache in (harm.damage_faces, exchange_odds._joint, *counted):
            cache.cache_clear()

    for module in (results, rules_game, harm, rerolls):
        patch.setattr(module, "SIDES", sides)
    forget()
    yield
    forget()
