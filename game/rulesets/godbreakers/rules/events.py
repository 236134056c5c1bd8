"""The events of The Godbreaker Saga, as typed facts with the rule that caused them."""

from __future__ import annotations

from game.engine.core.dice import Roll
from game.engine.core.events import Fact, ModelFact


class RoundBegan(Fact):
    """A round began."""

    round: int
    rule: str = "G-RND-2"


class Rolled(ModelFact):
    """A model rolled its die; `challenging`: whether low faces count as 0."""

    purpose: str
    roll: Roll
    challenging: bool
    rule: str = "G-ROLL-1"


class InitiativeTied(Fact):
    """Circles tied for the highest initiative result and roll again."""

    players: tuple[str, ...]
    result: int
    rule: str = "G-INI-2"


class InitiativeWon(Fact):
    """A player won the initiative."""

    player: str
    result: int
    rule: str = "G-INI-1"


class PrioritySet(Fact):
    """The winner set the player order for the round; the last one handles the wild models."""

    order: tuple[str, ...]
    handler: str
    rule: str = "G-INI-3"


class Placed(Fact):
    """A model or marker was put on the table from off it."""

    piece: str
    x: float
    y: float
    player: str = ""


class Displaced(Fact):
    """A piece did not fit and was put at the nearest spot with room."""

    piece: str
    x: float
    y: float
    inches: float
    rule: str = "G-TBL-5"


class Activated(ModelFact):
    """A model was activated; `handler` is the player who acts for it."""

    handler: str
    rule: str = "G-ACT-1"


class ActivationEnded(ModelFact):
    """A model's activation ended."""

    rule: str = "G-ACT-4"


class Moved(ModelFact):
    """A model moved; `inches` is the straight shift of its centre."""

    start: tuple[float, float]
    end: tuple[float, float]
    inches: float
    rule: str = "G-MOVE-1"


class ObstaclesMet(ModelFact):
    """Obstacles apply to a move; `obstacles` names each (Escape, Vault over which barricade)."""

    obstacles: tuple[str, ...]
    rule: str = "G-MOVE-2"


class Tested(ModelFact):
    """A test succeeded or failed."""

    test: str
    success: bool
    rule: str = "G-ROLL-4"


class Engaged(ModelFact):
    """Models became engaged."""

    opponents: tuple[str, ...]
    rule: str = "G-ENG-1"


class AttackWon(Fact):
    """The single highest attack result won; `winner` is "" on a tie for highest."""

    winner: str
    results: tuple[tuple[str, int], ...]
    rule: str = "G-ENG-2"


class OutOfReach(ModelFact):
    """A loser was outside the winner's attack range and takes no damage."""

    winner: str
    rule: str = "G-ENG-4"


class Disengaged(Fact):
    """The models of an Engage are no longer engaged."""

    models: tuple[str, ...]
    rule: str = "G-ENG-5"


class Damaged(ModelFact):
    """A model suffered damage; `source` is the model that dealt it, if any."""

    amount: int
    total: int
    source: str = ""
    rule: str = "G-TBL-8"


class Recovered(ModelFact):
    """A recovery roll took damage away."""

    removed: int
    left: int
    rule: str = "G-REC-1"


class Triumphed(ModelFact):
    """A godbreaker rolled the highest face of its die: its damage is gone."""

    removed: int
    rule: str = "G-ROLL-5"


class DieRaised(ModelFact):
    """A Triumph raised a godbreaker's die."""

    die: int
    rule: str = "G-ROLL-5"


class Ascended(ModelFact):
    """A D12 godbreaker ascended: it leaves the table, tokens and all, and is no casualty."""

    tokens: tuple[str, ...]
    rule: str = "G-ROLL-6"


class Casualty(ModelFact):
    """A model was removed as a casualty."""

    rule: str = "G-REC-1"


class TokensDropped(ModelFact):
    """A casualty's tokens lie where it was."""

    tokens: tuple[str, ...]
    x: float
    y: float
    rule: str = "G-TBL-7"


class TokenClaimed(ModelFact):
    """A model claimed a token; `giver` is the model that handed it over, if any."""

    token: str
    giver: str = ""
    rule: str = "G-TBL-7"


class MarkerDestroyed(Fact):
    """A marker left the table."""

    marker: str
    model: str
    rule: str = "G-SPEC-1"


class CompulsionOverridden(ModelFact):
    """The handler of a wild model overrode its compulsion."""

    handler: str
    compulsion: str
    rule: str = "Q12"


class CompulsionChanged(ModelFact):
    """A wild model gained or lost a compulsion; `compulsion` is the one in force now."""

    compulsion: str
    rule: str = "G-SIDE-4"


class TraitsSetAside(ModelFact):
    """The handler of a wild model set some of its traits aside (none: it uses all)."""

    handler: str
    traits: tuple[str, ...]
    rule: str = "G-INI-5"


class Scored(Fact):
    """A player's VP changed, with the reason."""

    player: str
    points: int
    total: int
    reason: str
    rule: str = "G-RES-2"


class Routed(Fact):
    """A circle has no godbreaker left on the table: it has lost."""

    player: str
    rule: str = "G-RES-3"


class Conceded(Fact):
    """A player gave up the game."""

    player: str
    rule: str = "G-RND-1"


class GameEnded(Fact):
    """The game is over."""

    winners: tuple[str, ...]
    reason: str
    margin: str = ""
    rule: str = "G-RND-1"


class DieSet(ModelFact):
    """A rule set a model's die to a value, for good."""

    die: int
    rule: str = "G-TRAIT-DESPOILING"


class Tamed(ModelFact):
    """A player tamed an unaligned model."""

    player: str
    rule: str = "G-SIDE-3"


class TerrainRemoved(Fact):
    """A piece of terrain left the table."""

    piece: str
    rule: str = "G-TBL-4"


class TerrainPlaced(Fact):
    """A piece of terrain was put down: its anchor in inches, its turn in degrees."""

    piece: str
    x: float
    y: float
    degrees: int
    rule: str = "G-TBL-4"


# -- scenarios (section 11) --------------------------------------------------------------------------


class TableRolled(Fact):
    """A die was rolled on a table: for a model's traits, or for what a player must place."""

    table: str
    roll: Roll
    outcome: str
    model: str = ""
    player: str = ""
    rule: str = "G-SCN-5"


class ThreatArmed(ModelFact):
    """A threat has drawn its traits, each with its rank."""

    traits: tuple[tuple[str, int], ...]
    rule: str = "G-SCN-5"


class TakenAway(ModelFact):
    """A model left the table without being a casualty, because of the model `by`."""

    by: str


class DamageCarried(ModelFact):
    """A newly placed model takes over the damage of the one it replaces."""

    source: str
    amount: int


class TrophyLeft(ModelFact):
    """A threat was removed and left a trophy token where it was."""

    token: str


class Nominated(Fact):
    """The winner named one of its godbreakers: it gains a Triumph."""

    player: str
    model: str
    rule: str = "G-SCN-3"


# -- advanced rules (G-ADV) --------------------------------------------------------------------------


class ReadySpent(ModelFact):
    """A ready model spent a token to engage the active model out of turn."""

    token: str
    rule: str = "G-ADV-1"


class TokensVanished(Fact):
    """Ready tokens left the game: the round is over, or their holder is gone."""

    tokens: tuple[str, ...]
    rule: str = "G-ADV-1"


class LevelChosen(ModelFact):
    """A model was put down on a different level."""

    start: int
    end: int
    rule: str = "G-ADV-2"


class Fell(ModelFact):
    """A model with no surface under it fell to a lower level."""

    start: int
    end: int
    rule: str = "G-ADV-4"
