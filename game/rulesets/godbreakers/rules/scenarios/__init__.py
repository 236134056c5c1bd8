"""Scenarios. Each is a class, which registers itself. Imports the rules beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry


class Task(NamedTuple):
    """A step of the setup. The game can be resumed between tasks. A player who is out of the game skips theirs."""

    flow: Callable[[], Flow]
    player: str = ""


SCENARIOS: Registry[Scenario] = Registry("scenario")


class Scenario:
    """A scenario: data that the rules read, and a method for each moment at which it may act (G-SCN-1..6).

    By default, nothing happens.
    """

    name: ClassVar[str] = ""
    place: ClassVar[int]
    """The position of the scenario in lists."""
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    text: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    rounds: ClassVar[int] = 0
    """The number of rounds, or 0 for as many as the players agree on."""
    families: ClassVar[Sequence[Sequence[str]]] = ()
    """Groups of kinds whose wild models are friendly to each other (G-SIDE-2)."""
    actions: ClassVar[Sequence[Action]] = ()
    """The special actions that the scenario offers (G-SPEC-3)."""
    prizes: ClassVar[Mapping[str, int]] = {}
    """The VP at the end of the game for a godbreaker that carries a token, by the token's type."""
    trophies: ClassVar[Sequence[str]] = ()
    """The kinds of models that leave a trophy when they are removed as casualties (Q25)."""
    quarry: ClassVar[Mapping[str, int]] = {}
    """The VP that a casualty scores for the circle with the closest model, by the casualty's kind (G-MEAS-7)."""
    wards: ClassVar[Mapping[str, int]] = {}
    """The VP that a circle loses with a tame model of its own, by kind."""
    errands: ClassVar[Mapping[str, int]] = {}
    """For bots: the VP that an action of the scenario may earn beside an unaligned model, by the model's kind."""
    hunts: ClassVar[Mapping[str, str]] = {}
    """For bots: the type of token whose carriers a wild model hunts, by the wild model's kind."""

    def __init_subclass__(cls) -> None:
        if cls.name:
            SCENARIOS.add(cls.name, cls)
            entry(cls.rule, cls.title, cls.text)

    def tasks(self, game: Game) -> Sequence[Task]:
        """Return the steps of the setup in order. They must not depend on the state of the game."""
        return ()

    def kin(self, kind: str, other: str) -> bool:
        """Return whether wild models of these kinds, which may be equal, are friendly to each other (G-SIDE-2)."""
        return any(kind in family and other in family for family in self.families)

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        """Return the compulsion that the scenario gives a wild model, or None for the default (G-SIDE-4)."""
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
        """Act before a model is removed as a casualty."""
        yield from ()

    def challenges_attack(self, game: Game, model: Model, engaged: Sequence[Model]) -> str:
        """Return the reason why an attack roll of `model` is challenging in this scenario, or ""."""
        return ""

    def challenges_recovery(self, game: Game, model: Model) -> bool:
        """Return whether the model's recovery rolls are challenging."""
        return False


find = SCENARIOS.__getitem__


def scenario_of(game: Game) -> Scenario:
    """Return the scenario that a game plays."""
    assert isinstance(game.scenario, Scenario)  # `Game` cannot import the class
    return game.scenario


def names() -> tuple[str, ...]:
    """Return the names of all scenarios. Their order must not change because numbers of games depend on it."""
    return SCENARIOS.sorted("place")
