"""The events of Bushido, as typed facts with the rule that caused them."""

from __future__ import annotations

from typing import ClassVar

from game.engine.core.events import Fact, ModelFact
from game.engine.core.pools import Pool

# -- the setup


class PlayerOne(Fact):
    """It was decided who is Player 1."""

    player: str
    rule: str = "B-SETUP-2"


class SideChosen(Fact):
    """Player 2 chose a side of the table, "south" or "north"."""

    player: str
    side: str
    rule: str = "B-SETUP-4"


class CardUsed(Fact):
    """A player used an event card of the warband."""

    player: str
    card: str
    rule: str = "B-WARB-6"


class TerrainLaid(Fact):
    """A player put down a piece of terrain: its anchor in inches, its turn in degrees."""

    player: str
    piece: str
    x: float
    y: float
    degrees: int
    rule: str = "B-SETUP-3"


class TerrainDone(Fact):
    """No more terrain is placed; `player` stopped first and picks the deployment zone."""

    player: str
    rule: str = "B-SETUP-3"


class ObjectiveRemoved(Fact):
    """An objective was taken off the table after a victory point."""

    objective: str
    player: str
    rule: str = "B-SCEN-8"


class Deployed(ModelFact):
    """A model was put down; `facing` in hundredths of a degree, counter-clockwise from east."""

    x: float
    y: float
    facing: int
    rule: str = "B-SETUP-6"


class WentRound(ModelFact):
    """A model starts Elsewhere and arrives later at a flank, nobody else knows when and where."""

    rule: str = "B-TR-85"


class VimNamed(ModelFact):
    """A model is openly the most important one of its side."""

    rule: str = "B-SCEN-12"


class Removed(ModelFact):
    """A model did not fit into its deployment zone and takes no part."""

    rule: str = "B-SETUP-8"


class Conceded(Fact):
    """A player gave up, or the players agreed to a draw ("draw")."""

    player: str
    how: str = "concede"
    rule: str = "B-END-4"


# -- the turn


class TurnBegan(Fact):
    """A turn began: the die that was rolled for the length of the game, the counters that each model gains."""

    later: ClassVar[tuple[str, ...]] = ("face", "counters")
    turn: int
    face: int = 0
    counters: int = 0
    rule: str = "B-START-1"


class LastTurn(Fact):
    """This turn is the last one, by a die or because it is turn 7."""

    turn: int
    face: int = 0
    rule: str = "B-START-1"


class KiGained(ModelFact):
    """A model gained Ki; `lost` is what its limit cut off (B-STAT-2), `giver` the model that it is from (B-TR-12)."""

    later: ClassVar[tuple[str, ...]] = ("giver",)
    giver: str = ""
    amount: int
    lost: int = 0
    rule: str = "B-START-2"


class PassTokens(Fact):
    """A player received pass tokens."""

    player: str
    tokens: int
    rule: str = "B-START-6"


class FirstPlayer(Fact):
    """It was decided who goes first in this turn."""

    player: str
    rule: str = "B-START-4"


class Passed(Fact):
    """A player spent a pass token in place of an activation."""

    player: str
    left: int
    rule: str = "B-MAIN-3"


class ActionDeclared(ModelFact):
    """A model was picked, with its action."""

    action: str
    rule: str = "B-MAIN-3"


class CountersPaid(ModelFact):
    """A model lost activation counters."""

    amount: int
    left: int
    rule: str = "B-ACT-2"


class CountersGained(ModelFact):
    """A model gained activation counters during the turn, ordered `by` another (B-TR-37)."""

    later: ClassVar[tuple[str, ...]] = ("by",)
    by: str = ""
    amount: int
    left: int
    rule: str = "B-TR-37"


class PointsScored(Fact):
    """A player scored scenario points, by what a model did at an objective or by a zone."""

    later: ClassVar[tuple[str, ...]] = ("model", "objective")
    model: str = ""
    objective: str = ""
    player: str
    points: int
    reason: str
    rule: str = "B-SCEN-2"


class Aligned(ModelFact):
    """A model changed whom an objective is friendly to ("" for Neutral), or left a worship marker of its player."""

    objective: str
    player: str
    rule: str = "B-SCEN-4"


class VictoryPoint(Fact):
    """A player scored a victory point, or nobody did; `counted` is what it was given for (B-SCEN-1)."""

    later: ClassVar[tuple[str, ...]] = ("counted",)
    counted: str = ""
    player: str
    victory: int
    reason: str
    rule: str = "B-END-4"


class Ended(Fact):
    """The game is over."""

    winners: tuple[str, ...]
    reason: str
    rule: str = "B-END-4"


# -- dice


class PoolRolled(ModelFact):
    """A model rolled a pool: `colour` is "attack" or "defence" in a melee exchange.

    `target` is the other model that the roll is about, `cause` what about it: a key of `CAUSES` in the view.
    """

    later: ClassVar[tuple[str, ...]] = ("target", "cause")
    target: str = ""
    cause: str = ""
    purpose: str
    pool: Pool
    colour: str = ""


class Tested(ModelFact):
    """A challenge test was made against a number (B-TEST-11); `target` and `cause` are those of its roll."""

    later: ClassVar[tuple[str, ...]] = ("target", "cause")
    target: str = ""
    cause: str = ""
    test: str
    result: int
    number: int
    success: bool
    rule: str = "B-TEST-11"


class Opposed(Fact):
    """An opposed test was decided: results, counted dice, winner and success level (B-TEST-10)."""

    names: tuple[str, str]
    results: tuple[int, int]
    counted: tuple[int, int]
    winner: int
    level: int
    rule: str = "B-TEST-10"


class OutOfRange(ModelFact):
    """A shot fell short: the target is beyond the longest range of the weapon."""

    target: str
    weapon: str
    rule: str = "B-RNG-1"


# -- harm


class DamageRolled(ModelFact):
    """A damage roll against a model: dice kept, the total, the success level and the wounds of the table."""

    by: str
    pool: Pool
    kept: tuple[int, ...]
    total: int
    level: int
    wounds: int
    rule: str = "B-DMG-4"


class Wounded(ModelFact):
    """Boxes of a model's track were marked."""

    amount: int
    left: int
    rule: str = "B-STAT-5"


class Healed(ModelFact):
    """Marked boxes of a model's track were cleared, `by` another model or itself."""

    later: ClassVar[tuple[str, ...]] = ("by",)
    by: str = ""
    amount: int
    left: int
    rule: str = "B-STAT-5"


class Killed(ModelFact):
    """A model has no box left, or is removed from play."""

    rule: str = "B-STAT-5"


class MarkerGained(ModelFact):
    """A model gained markers of a state."""

    state: str
    values: tuple[int, ...]
    rule: str = "B-STATE-1"


class MarkerLost(ModelFact):
    """A model lost markers of a state, for the Ki that it cost."""

    later: ClassVar[tuple[str, ...]] = ("cost",)
    cost: int = 0
    state: str
    count: int
    rule: str = "B-STATE-1"


# -- moves


class Moved(ModelFact):
    """A model moved along a way (legs as the instrument writes them) or was placed; `why` is the action or special.

    `target` is the model that it went for, or that it stepped in for.
    """

    later: ClassVar[tuple[str, ...]] = ("target",)
    target: str = ""
    why: str
    x: float
    y: float
    facing: int
    legs: tuple[tuple[float, ...], ...] = ()
    inches: float = 0.0
    rule: str = "B-MOVE-5"


class Destroyed(ModelFact):
    """A model removed a piece of terrain, for the Ki that it cost."""

    later: ClassVar[tuple[str, ...]] = ("cost",)
    cost: int = 0
    terrain: str
    rule: str = "B-TERR-9"


# -- melee


class ExchangeBegan(Fact):
    """A melee exchange began: the activating model, its opponent, who has the initiative."""

    activating: str
    opponent: str
    initiative: str
    rule: str = "B-MELEE-3"


class SplitRevealed(ModelFact):
    """A model's secret split of dice and its special were revealed."""

    attack: int
    defence: int
    special: str = ""
    rule: str = "B-MELEE-6"


class Compared(Fact):
    """An attack was held against a defence (B-MELEE-10)."""

    attacker: str
    defender: str
    attack: int
    defence: int
    hit: bool
    level: int
    tie: bool = False
    rule: str = "B-MELEE-10"


class FeatUsed(ModelFact):
    """A model used a Ki feat or a boost and paid for it; `about` is the statistic that it boosts."""

    later: ClassVar[tuple[str, ...]] = ("target", "about")
    target: str = ""
    about: str = ""
    feat: str
    cost: int
    left: int
    rule: str = "B-KI-1"
