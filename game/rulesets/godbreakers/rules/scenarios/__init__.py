"""Scenarios: one file and one class each, registered where it is defined. They import the rules beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry

Task = Callable[[], Flow]
"""One step of the setup; the game can be resumed between tasks."""

SCENARIOS: Registry[Scenario] = Registry("scenario")


class Scenario:
    """A scenario: a method for each moment at which one may act; the defaults do nothing (G-SCN-1..6)."""

    name: ClassVar[str] = ""
    place: ClassVar[int]
    """Its place among the scenarios, whichever module is imported first."""
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    text: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    bounties: ClassVar[Mapping[str, int]] = {}
    """VP that the fall of an unaligned model brings, by its kind: at once, or by what it leaves; for bots."""
    wards: ClassVar[Mapping[str, int]] = {}
    """VP that a circle loses with a wild model that has joined it, by its kind; for bots."""
    errands: ClassVar[Mapping[str, int]] = {}
    """VP that a godbreaker beside an unaligned model may earn with an action of the scenario, by its kind; for bots."""
    hunts: ClassVar[Mapping[str, str]] = {}
    """The tokens whose bearers a wild model goes for under the scenario's compulsion, by its kind; for bots."""

    def __init_subclass__(cls) -> None:
        if cls.name:
            SCENARIOS.add(cls.name, cls)
            entry(cls.rule, cls.title, cls.text)

    def tasks(self, game: Game) -> Sequence[Task]:
        """Return the steps of the setup in order; they depend on the game's setup alone, never on its state."""
        return ()

    def kin(self, kind: str, other: str) -> bool:
        """Return whether wild models of these kinds, the same one or two, are friendly to each other (G-SIDE-2)."""
        return False

    def actions(self) -> Sequence[Action]:
        """Return the special actions it offers (G-SPEC-3)."""
        return ()

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        """Return the compulsion it gives a wild model, or None for the default (G-SIDE-4)."""
        return None

    def round_starts(self, game: Game) -> Flow:
        """Act at the start of the round (G-INI-4)."""
        yield from ()

    def round_ends(self, game: Game) -> Flow:
        """Act at the end of the round (G-RES-1)."""
        yield from ()

    def activation_ends(self, game: Game, model: Model) -> None:
        """Act when a model's activation ends."""

    def before_casualty(self, game: Game, model: Model) -> Flow:
        """Act as a model is about to be removed as a casualty."""
        yield from ()

    def after_casualty(self, game: Game, model: Model) -> None:
        """Act when a model has been removed as a casualty."""

    def challenges_attack(self, game: Game, model: Model, engaged: Sequence[Model]) -> str:
        """Return why an attack roll of `model` is challenging in this scenario, or an empty string."""
        return ""

    def challenges_recovery(self, game: Game, model: Model) -> bool:
        """Return whether the model's recovery rolls are challenging."""
        return False

    def score(self, game: Game, *, final: bool) -> None:
        """Score the scenario's VP besides those for markers (G-SCN-2)."""


find = SCENARIOS.__getitem__


def scenario_of(game: Game) -> Scenario:
    """Return the scenario that a game plays."""
    assert isinstance(game.scenario, Scenario)  # `Game` itself only knows `Kinship`
    return game.scenario


def names() -> tuple[str, ...]:
    """Return the names of all scenarios, always in the same order: the numbers of games hang on it."""
    return SCENARIOS.sorted("place")
