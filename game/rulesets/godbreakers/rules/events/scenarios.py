"""What can happen in scenarios, as typed facts with the rule they come from."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.core.dice import Roll
from game.engine.core.events import Event


@dataclass(frozen=True, kw_only=True)
class TableRolled(Event):
    """A die was rolled on a table: for a model's traits, or for what a player has to place."""

    table: str
    roll: Roll
    outcome: str
    model: str = ""
    player: str = ""
    rule: str = "G-SCN-5"


@dataclass(frozen=True, kw_only=True)
class ThreatArmed(Event):
    """A threat has its traits, each with its rank."""

    model: str
    traits: tuple[tuple[str, int], ...]
    rule: str = "G-SCN-5"


@dataclass(frozen=True, kw_only=True)
class TakenAway(Event):
    """A model left the table without being a casualty; `by` is the model that saw to it."""

    model: str
    by: str


@dataclass(frozen=True, kw_only=True)
class DamageCarried(Event):
    """A newcomer has the damage of the model in whose place it came."""

    model: str
    source: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class TrophyLeft(Event):
    """A dead threat left a trophy token where it stood."""

    model: str
    token: str


@dataclass(frozen=True, kw_only=True)
class Nominated(Event):
    """The winner named one of its godbreakers: it gains a Triumph."""

    player: str
    model: str
    rule: str = "G-SCN-3"
