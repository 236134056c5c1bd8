"""What can happen in The Godbreaker Saga, as typed facts with the rule they come from."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.core.dice import Roll
from game.engine.core.events import Event


@dataclass(frozen=True, kw_only=True)
class RoundBegan(Event):
    """A round began."""

    round: int
    rule: str = "G-RND-2"


@dataclass(frozen=True, kw_only=True)
class Rolled(Event):
    """A model rolled its die; `challenging` says whether low faces count as 0."""

    model: str
    purpose: str
    roll: Roll
    challenging: bool = False
    rule: str = "G-ROLL-1"


@dataclass(frozen=True, kw_only=True)
class InitiativeTied(Event):
    """Circles tied for the highest initiative result and roll again."""

    players: tuple[str, ...]
    result: int
    rule: str = "G-INI-2"


@dataclass(frozen=True, kw_only=True)
class InitiativeWon(Event):
    """A player won the initiative."""

    player: str
    result: int
    rule: str = "G-INI-1"


@dataclass(frozen=True, kw_only=True)
class PrioritySet(Event):
    """The winner set the order of players for the round; the last one handles the wild models."""

    order: tuple[str, ...]
    handler: str
    rule: str = "G-INI-3"


@dataclass(frozen=True, kw_only=True)
class Placed(Event):
    """A model or marker was put down where it was not before."""

    piece: str
    x: float
    y: float
    player: str = ""


@dataclass(frozen=True, kw_only=True)
class Displaced(Event):
    """A piece did not fit and was put at the nearest spot where it does."""

    piece: str
    x: float
    y: float
    inches: float
    rule: str = "G-TBL-5"


@dataclass(frozen=True, kw_only=True)
class Activated(Event):
    """A model was activated; `handler` is the player who acts for it."""

    model: str
    handler: str
    rule: str = "G-ACT-1"


@dataclass(frozen=True, kw_only=True)
class ActivationEnded(Event):
    """A model's activation ended."""

    model: str
    rule: str = "G-ACT-4"


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    """A model moved; `inches` is the straight shift of its centre."""

    model: str
    start: tuple[float, float]
    end: tuple[float, float]
    inches: float
    rule: str = "G-MOVE-1"


@dataclass(frozen=True, kw_only=True)
class ObstaclesMet(Event):
    """Obstacles apply to a move; `obstacles` names each (Escape, Vault over which barricade)."""

    model: str
    obstacles: tuple[str, ...]
    rule: str = "G-MOVE-2"


@dataclass(frozen=True, kw_only=True)
class Tested(Event):
    """A test succeeded or failed."""

    model: str
    test: str
    success: bool
    rule: str = "G-ROLL-4"


@dataclass(frozen=True, kw_only=True)
class Engaged(Event):
    """Models became engaged."""

    model: str
    opponents: tuple[str, ...]
    rule: str = "G-ENG-1"


@dataclass(frozen=True, kw_only=True)
class AttackWon(Event):
    """The single highest attack result won; `winner` is "" on a tie for highest."""

    winner: str
    results: tuple[tuple[str, int], ...]
    rule: str = "G-ENG-2"


@dataclass(frozen=True, kw_only=True)
class OutOfReach(Event):
    """A loser stood outside the winner's attack range and takes nothing."""

    model: str
    winner: str
    rule: str = "G-ENG-4"


@dataclass(frozen=True, kw_only=True)
class Disengaged(Event):
    """Nobody is engaged any longer."""

    models: tuple[str, ...]
    rule: str = "G-ENG-5"


@dataclass(frozen=True, kw_only=True)
class Damaged(Event):
    """A model suffered damage; `source` is the model that dealt it, if one did."""

    model: str
    amount: int
    total: int
    source: str = ""
    rule: str = "G-TBL-8"


@dataclass(frozen=True, kw_only=True)
class Recovered(Event):
    """A recovery roll took damage away."""

    model: str
    removed: int
    left: int
    rule: str = "G-REC-1"


@dataclass(frozen=True, kw_only=True)
class Triumphed(Event):
    """A godbreaker rolled the highest face of its die: its damage is gone."""

    model: str
    removed: int
    rule: str = "G-ROLL-5"


@dataclass(frozen=True, kw_only=True)
class DieRaised(Event):
    """A Triumph raised a godbreaker's die."""

    model: str
    die: int
    rule: str = "G-ROLL-5"


@dataclass(frozen=True, kw_only=True)
class Ascended(Event):
    """A D12 godbreaker ascended: it leaves the table, tokens and all, and is no casualty."""

    model: str
    tokens: tuple[str, ...]
    rule: str = "G-ROLL-6"


@dataclass(frozen=True, kw_only=True)
class Casualty(Event):
    """A model was removed as a casualty."""

    model: str
    rule: str = "G-REC-1"


@dataclass(frozen=True, kw_only=True)
class TokensDropped(Event):
    """A casualty's tokens lie where it stood."""

    model: str
    tokens: tuple[str, ...]
    x: float
    y: float
    rule: str = "G-TBL-7"


@dataclass(frozen=True, kw_only=True)
class TokenClaimed(Event):
    """A model claimed a token; `giver` is the model that handed it over, if one did."""

    model: str
    token: str
    giver: str = ""
    rule: str = "G-TBL-7"


@dataclass(frozen=True, kw_only=True)
class MarkerDestroyed(Event):
    """A marker left the table."""

    marker: str
    model: str
    rule: str = "G-SPEC-1"


@dataclass(frozen=True, kw_only=True)
class CompulsionOverridden(Event):
    """The handler of a wild model used the final say on what meets its compulsion."""

    model: str
    handler: str
    compulsion: str
    rule: str = "Q12"


@dataclass(frozen=True, kw_only=True)
class CompulsionChanged(Event):
    """A wild model gained or lost a compulsion; `compulsion` is the one it acts by now."""

    model: str
    compulsion: str
    rule: str = "G-SIDE-4"


@dataclass(frozen=True, kw_only=True)
class TraitsSetAside(Event):
    """The handler of a wild model chose which of its traits to leave unused (none: it uses all)."""

    model: str
    handler: str
    traits: tuple[str, ...]
    rule: str = "G-INI-5"


@dataclass(frozen=True, kw_only=True)
class Scored(Event):
    """A player's VP changed, and for what."""

    player: str
    points: int
    total: int
    reason: str
    rule: str = "G-RES-2"


@dataclass(frozen=True, kw_only=True)
class Routed(Event):
    """A circle has no godbreaker left on the table: it has lost."""

    player: str
    rule: str = "G-RES-3"


@dataclass(frozen=True, kw_only=True)
class Conceded(Event):
    """A player gave up the game."""

    player: str
    rule: str = "G-RND-1"


@dataclass(frozen=True, kw_only=True)
class GameEnded(Event):
    """The game is over."""

    winners: tuple[str, ...]
    reason: str
    margin: str = ""
    rule: str = "G-RND-1"


@dataclass(frozen=True, kw_only=True)
class DieSet(Event):
    """A rule set a model's die to a value, for good."""

    model: str
    die: int
    rule: str = "G-TRAIT-DESPOILING"


@dataclass(frozen=True, kw_only=True)
class Tamed(Event):
    """A player tamed an unaligned model."""

    model: str
    player: str
    rule: str = "G-SIDE-3"


@dataclass(frozen=True, kw_only=True)
class TerrainRemoved(Event):
    """A piece of terrain left the table."""

    piece: str
    rule: str = "G-TBL-4"


@dataclass(frozen=True, kw_only=True)
class TerrainPlaced(Event):
    """A piece of terrain was put down: its anchor in inches, its turn in degrees."""

    piece: str
    x: float
    y: float
    degrees: int
    rule: str = "G-TBL-4"
