"""The events of The Godbreaker Saga. Each has its text and the rule that caused it."""

from __future__ import annotations

from typing import Any

from game.engine.core.dice import Roll
from game.engine.core.events import Does, Fact, LaidFact, Meaning, ModelFact, PlayerFact, Remark, Words
from game.engine.kit.playing import Ended
from game.lengths import coordinates
from game.wording import N_, _, translated


class RoundBegan(Fact):
    """A round began."""

    does = Does("ends")
    says = N_("Round {round} begins")
    means = Meaning("round", amount="round")
    round: int
    rule: str = "G-RND-2"


class Rolled(ModelFact):
    """A model rolled its die. On a `challenging` roll, low faces count as 0."""

    sound = "dice"
    purpose: str
    roll: Roll
    challenging: bool
    rule: str = "G-ROLL-1"

    def sentence(self, words: Words[Any]) -> str:
        roll = self.roll
        return words.fill(
            self,
            N_("{model} rolls d{sides} for {purpose}{hard}: {faces}{counted}"),
            sides=roll.sides,
            hard=_(" (challenging)") if self.challenging else "",
            faces=" → ".join(map(str, roll.faces)),
            counted=_(", counts {result}", result=roll.result) if roll.result != roll.face else "",
        )


class InitiativeTied(Fact):
    """Circles tied for the highest initiative result and roll again."""

    says = N_("{players} tie at {result} and roll again")
    players: tuple[str, ...]
    result: int
    rule: str = "G-INI-2"


class InitiativeWon(PlayerFact):
    """A player won the initiative."""

    says = N_("{player} wins the initiative with {result}")
    means = Meaning("lead", "player", "result")
    result: int
    rule: str = "G-INI-1"


class PrioritySet(Fact):
    """The winner set the order of players for the round. The last player handles the wild models."""

    says = N_("Order this round: {order}; {handler} handles wild models")
    order: tuple[str, ...]
    handler: str
    rule: str = "G-INI-3"


class Placed(Fact):
    """A model or marker was placed on the table."""

    says = N_("{player} places {piece} at ({spot})")
    without = "player", N_("{piece} comes to rest at ({spot})")
    sound = "placing"
    piece: str
    x: float
    y: float
    player: str = ""


class Displaced(Fact):
    """A piece did not fit and was moved to the nearest spot where it fits."""

    says = N_("{piece} does not fit and lands {distance} away")
    piece: str
    x: float
    y: float
    inches: float
    rule: str = "G-TBL-5"


class Activated(ModelFact):
    """A model was activated. `handler` is the player who decides for the model."""

    does = Does("acts", "model")
    says = N_("{handler} activates {model}")
    means = Meaning("activation", "model")
    handler: str
    rule: str = "G-ACT-1"


class ActivationEnded(ModelFact):
    """A model's activation ended."""

    does = Does("ends")
    says = N_("{model}'s activation ends")
    rule: str = "G-ACT-4"


class Moved(ModelFact):
    """A model moved. `inches` is the distance between the old and the new centre of its base."""

    sound = "placing"
    start: tuple[float, float]
    end: tuple[float, float]
    inches: float
    rule: str = "G-MOVE-1"

    def sentence(self, words: Words[Any]) -> str:
        return words.fill(self, N_("{model} moves {distance} to ({spot})"), spot=coordinates(*self.end))


class ObstaclesMet(ModelFact):
    """A move met obstacles, such as Escape or a barricade to vault over."""

    says = N_("{model} must pass a test: {obstacles}")
    obstacles: tuple[str, ...]
    rule: str = "G-MOVE-2"


class Tested(ModelFact):
    """A test succeeded or failed."""

    says = N_("{model} passes {test}")
    without = "success", N_("{model} fails {test}")
    test: str
    success: bool
    rule: str = "G-ROLL-4"


class Engaged(ModelFact):
    """A model engaged opponents."""

    does = Does("attacks", "model", "opponents")
    says = N_("{model} engages {opponents}")
    opponents: tuple[str, ...]
    rule: str = "G-ENG-1"


class AttackWon(Fact):
    """Attack rolls were compared. `winner` is "" if models tie for the highest result."""

    says = N_("{winner} wins the attack roll ({results})")
    without = "winner", N_("No winner: {results}")
    winner: str
    results: tuple[tuple[str, int], ...]
    rule: str = "G-ENG-2"

    def remark(self) -> Remark | None:
        return Remark(self.results[0][0], _("A tie: no winner")) if not self.winner and self.results else None


class OutOfReach(ModelFact):
    """A loser took no damage because it was outside the winner's attack range."""

    says = N_("{model} is beyond the reach of {winner}: no damage")
    winner: str
    rule: str = "G-ENG-4"

    def remark(self) -> Remark:
        return Remark(self.model, _("Beyond reach: no damage"))


class Disengaged(Fact):
    """The models of an Engage are no longer engaged."""

    says = N_("{models} disengage")
    models: tuple[str, ...]
    rule: str = "G-ENG-5"


class Damaged(ModelFact):
    """A model suffered damage. `source` is the model that dealt the damage, if any."""

    does = Does("hurts", "source", "model", "amount")
    amount: int
    total: int
    source: str = ""
    rule: str = "G-TBL-8"

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{model} takes {amount} damage{source}, {total} in all")
        if self.total == self.amount:
            text = N_("{model} takes {amount} damage{source}")
        return words.fill(self, text, source=_(" from {source}", source=words.name(self.source)) if self.source else "")


class Recovered(ModelFact):
    """A model recovered damage; `left` is its remaining damage."""

    does = Does("keeps", to="model", amount="left", text=N_("recovery"))
    says = N_("{model} shakes off {removed} damage, {left} left")
    without = "left", N_("{model} has no damage left")
    removed: int
    left: int
    rule: str = "G-REC-1"


class Triumphed(ModelFact):
    """A godbreaker rolled the highest face of its die, which removed all its damage."""

    says = N_("Triumph! {model} removes all damage ({removed})")
    without = "removed", N_("Triumph for {model}!")
    sound = "success"
    means = Meaning("feat", "model", text=N_("Triumphs"), tone="good")
    removed: int
    rule: str = "G-ROLL-5"


class DieRaised(ModelFact):
    """A Triumph raised a godbreaker's die."""

    says = N_("{model} now rolls a d{die}")
    die: int
    rule: str = "G-ROLL-5"


class Ascended(ModelFact):
    """A D12 godbreaker ascended. It left the table with its tokens and is not a casualty."""

    does = Does("leaves", to="model", text=N_("ascends"))
    says = N_("{model} ascends: a Triumph on a d12 takes it off the table. Still counted at the end: {tokens}")
    without = "tokens", N_("{model} ascends: a Triumph on a d12 takes it off the table")
    sound = "success"
    notable = True
    means = Meaning("casualty", "model", text=N_("Ascensions"), tone="good")
    tokens: tuple[str, ...]
    rule: str = "G-ROLL-6"


class Casualty(ModelFact):
    """A model was removed as a casualty."""

    does = Does("removes", to="model")
    says = N_("{model} is removed as a casualty")
    sound = "loss"
    means = Meaning("casualty", "model", text=N_("Casualties"), tone="bad")
    rule: str = "G-REC-1"


class TokensDropped(ModelFact):
    """A model left the table and dropped its tokens at (x, y)."""

    says = N_("{model} drops {tokens}")
    tokens: tuple[str, ...]
    x: float
    y: float
    rule: str = "G-TBL-7"


class TokenClaimed(ModelFact):
    """A model claimed a token. `giver` is the model that handed the token over, if any."""

    token: str
    giver: str = ""
    rule: str = "G-TBL-7"

    def sentence(self, words: Words[Any]) -> str:
        if self.rule == "G-ADV-1":
            return words.fill(self, N_("{model} stands ready"))
        giver = _(" from {giver}", giver=words.name(self.giver)) if self.giver else ""
        if worth := _worth(words.game, self.model, self.token):
            text = N_("{model} claims {token}{giver}: {worth} VP if it still has it at the end")
            return words.fill(self, text, giver=giver, worth=worth)
        return words.fill(self, N_("{model} claims {token}{giver}"), giver=giver)


def _worth(game: Any, model: str, token: str) -> int:
    """Return the VP that a token is worth to the player of a model at the end of the game."""
    state = game.state
    owned = model in state.models and state.models[model].owner
    return game.scenario.prizes.get(state.tokens[token].type, 0) if owned and token in state.tokens else 0


class MarkerDestroyed(ModelFact):
    """A model destroyed a marker."""

    does = Does("leaves", "model", "marker", text=N_("destroyed"))
    says = N_("{model} destroys {marker}")
    marker: str
    rule: str = "G-SPEC-1"


class CompulsionOverridden(ModelFact):
    """The handler of a wild model overrode the model's compulsion."""

    says = N_("Final say: {handler} overrides {compulsion} for {model}")
    handler: str
    compulsion: str
    rule: str = "Q12"


class CompulsionChanged(ModelFact):
    """A wild model gained or lost a compulsion. `compulsion` is now in force."""

    says = N_("{model} now acts by {compulsion}")
    compulsion: str
    rule: str = "G-SIDE-4"


class TraitsSetAside(ModelFact):
    """The handler of a wild model set some of the model's traits aside. Without traits, the model uses them all."""

    says = N_("{handler} lets {model} leave {traits} unused")
    without = "traits", N_("{handler} lets {model} use every trait")
    handler: str
    traits: tuple[str, ...]
    rule: str = "G-INI-5"


class Scored(PlayerFact):
    """A player scored or lost VP."""

    says = N_("{player} {points:+d} VP ({reason}), now {total}")
    means = Meaning("score", "player", "points", because="reason")
    points: int
    total: int
    reason: str
    rule: str = "G-RES-2"


class Routed(PlayerFact):
    """A circle has no godbreaker left on the table and has lost."""

    says = N_("{player}'s circle is routed")
    rule: str = "G-RES-3"


class Conceded(PlayerFact):
    """A player conceded."""

    says = N_("{player} concedes")
    rule: str = "G-RND-1"


class GameEnded(Ended):
    """The game is over."""

    margin: str = ""
    rule: str = "G-RND-1"

    def sentence(self, words: Words[Any]) -> str:
        return super().sentence(words) + (f" ({translated(self.margin)})" if self.margin else "")


class DieSet(ModelFact):
    """A rule permanently set a model's die to a value."""

    says = N_("{model} is now a d{die}")
    die: int
    rule: str = "G-TRAIT-DESPOILING"


class Tamed(ModelFact):
    """A player tamed an unaligned model."""

    says = N_("{player} tames {model}")
    player: str
    rule: str = "G-SIDE-3"


class TerrainRemoved(Fact):
    """A terrain piece was removed from the table."""

    says = N_("{piece} is gone")
    piece: str
    rule: str = "G-TBL-4"


class TerrainPlaced(LaidFact):
    """A terrain piece was placed."""

    says = N_("{piece} rises at ({spot})")
    rule: str = "G-TBL-4"


# -- scenarios (section 11) --------------------------------------------------------------------------


class TableRolled(Fact):
    """A die was rolled on a table of the rules, for a model's traits or for a player's hunt."""

    sound = "dice"
    table: str
    roll: Roll
    outcome: str
    model: str = ""
    player: str = ""
    rule: str = "G-SCN-5"

    def sentence(self, words: Words[Any]) -> str:
        who = words.name(self.model or self.player)
        return words.fill(
            self, N_("{who} rolls {result} on the {table} table: {outcome}"), who=who, result=self.roll.result
        )


class ThreatArmed(ModelFact):
    """A threat has drawn its traits, with their ranks."""

    says = N_("{model} has {traits}")
    traits: tuple[tuple[str, int], ...]
    rule: str = "G-SCN-5"


class TakenAway(ModelFact):
    """The model `by` took another model off the table, without making it a casualty."""

    does = Does("removes", "by", "model")
    says = N_("{by} takes {model} off the table")
    means = Meaning("casualty", "model")
    by: str


class DamageCarried(ModelFact):
    """A newly placed model took over the damage of the model `source` that it replaces."""

    says = N_("{model} takes over {source}'s {amount} damage")
    source: str
    amount: int


class TrophyLeft(ModelFact):
    """A threat was removed and left a trophy token."""

    says = N_("{model} leaves a trophy")
    token: str


class Nominated(PlayerFact):
    """The winner nominated one of its godbreakers, which gains a Triumph."""

    says = N_("{player} nominates {model} for a Triumph")
    model: str
    rule: str = "G-SCN-3"


# -- advanced rules (G-ADV) --------------------------------------------------------------------------


class ReadySpent(ModelFact):
    """A ready model spent a token to engage the active model out of turn."""

    says = N_("{model} was ready and reacts")
    token: str
    rule: str = "G-ADV-1"


class TokensVanished(Fact):
    """Ready tokens left the game because the round is over or their holder left the table."""

    tokens: tuple[str, ...]
    rule: str = "G-ADV-1"

    def sentence(self, words: Words[Any]) -> str:
        types = [_(token.rpartition("-")[0]) for token in self.tokens]
        return _("Gone: {tokens}", tokens=", ".join(_("the {type} token", type=each) for each in types))


class LevelChosen(ModelFact):
    """A model was put down on a different level."""

    says = N_("{model} goes from level {start} to level {end}")
    start: int
    end: int
    rule: str = "G-ADV-2"


class Fell(ModelFact):
    """A model with no surface under it fell to a lower level."""

    says = N_("{model} falls from level {start} to level {end}")
    start: int
    end: int
    rule: str = "G-ADV-4"


class TerrainAdded(PlayerFact, LaidFact):
    """A player dressed the table with a terrain piece."""

    says = N_("{player} places {piece}")
    rule: str = "G-TBL-9"


class TableDressed(Fact):
    """The players finished dressing the table. `area` and `any_kind` are the covered shares in percent."""

    says = N_("The table is dressed: terrain covers {any_kind}% of it, area terrain {area}%")
    area: int
    any_kind: int
    rule: str = "G-TBL-9"
