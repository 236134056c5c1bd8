"""The events of Bushido, as typed facts with the rule that caused them."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from game.engine.core.events import Deed, Does, Fact, LaidFact, Landmark, Meaning, ModelFact, PlayerFact, Remark, Words
from game.engine.core.pools import Pool
from game.engine.kit import playing
from game.rulesets.bushido.rules.dice.results import summed
from game.wording import N_, NN_, _, ngettext, stored, translated

LAST_ON: Final = 4
"""The lowest result of the die for the length of the game that makes a turn the last one (B-START-1)."""
MOST: Final = "the most"
"""The stored reason of a victory point for a scenario's main aim."""
EQUAL: Final = stored("equal", N_("a tie"))
"""The stored reason why no player gets a victory point."""
EQUALS: Final = {
    "influence": N_("both sides have the same number of objectives"),
    "points": N_("both sides have the same number of scenario points"),
    "vim": N_("the most important models of both sides are equally well off"),
}
"""The texts of a tie, by the kind of count."""
STATISTICS: Final = {
    "melee": N_("die in melee"),
    "ranged": N_("die for the ranged attack"),
    "ki": N_("die in the Ki test"),
    "move": N_("inch of Move"),
}
"""The gain of one boost of a statistic, by the statistic (B-KI-20)."""

# -- the setup


class PlayerOne(PlayerFact):
    """A player became Player 1."""

    says = N_("{player} leads the setup")
    rule: str = "B-SETUP-2"


class SideChosen(PlayerFact):
    """Player 2 chose a side of the table: "south" or "north"."""

    says = N_("{player} deploys on the {side} side")
    side: str
    rule: str = "B-SETUP-4"


class CardUsed(PlayerFact):
    """A player used an event card of the warband."""

    says = N_("{player} uses the card {card}")
    card: str
    rule: str = "B-WARB-6"


class TerrainLaid(PlayerFact, LaidFact):
    """A player placed a terrain piece."""

    says = N_("{player} places {piece}")
    rule: str = "B-SETUP-3"


class TerrainDone(PlayerFact):
    """The players finished placing terrain. `player` stopped first and chooses the side of the table."""

    says = N_("{player} stops placing terrain and chooses a side of the table")
    rule: str = "B-SETUP-3"


class ObjectiveRemoved(PlayerFact):
    """An objective was removed after a victory point."""

    does = Does("leaves", to="objective", text=N_("removed"))
    says = N_("{player} removes {objective}")
    objective: str
    rule: str = "B-SCEN-8"


class Deployed(ModelFact):
    """A model was deployed. `facing` is in hundredths of a degree, counter-clockwise from east."""

    says = N_("{model} is deployed at {spot}")
    sound = "placing"
    x: float
    y: float
    facing: int
    rule: str = "B-SETUP-6"


class WentRound(ModelFact):
    """A model began Elsewhere and will arrive at a flank. Only its player knows the turn and the edge."""

    says = N_("{model} goes round the flank")
    rule: str = "B-TR-85"


class VimNamed(ModelFact):
    """A model was openly named as the most important model of its side."""

    says = N_("{model} is the most important model of its side")
    rule: str = "B-SCEN-12"


class Removed(ModelFact):
    """A model did not fit into its deployment zone and does not take part."""

    says = N_("{model} does not fit in the deployment zone and is out of the game")
    means = Meaning("casualty", "model")
    rule: str = "B-SETUP-8"


class Conceded(PlayerFact):
    """A player conceded, or the players agreed to a draw (`how` is "draw")."""

    says = N_("{player} ends the game")
    how: str = "concede"
    rule: str = "B-END-4"


# -- the turn


class TurnBegan(Fact):
    """A turn began. `face` is the roll for the length of the game; each model gains `counters`."""

    does = Does("ends")
    later = ("face", "counters")
    means = Meaning("round", amount="turn")
    turn: int
    face: int = 0
    counters: int = 0
    rule: str = "B-START-1"

    def sentence(self, words: Words[Any]) -> str:
        texts = [words.fill(self, N_("Turn {turn} begins"))]
        if 0 < self.face < LAST_ON:
            text = N_("the die for the game length shows {face}: the game continues")
            texts.append(words.fill(self, text))
        if self.counters:
            texts.append(words.fill(self, N_("every model on the table gains {counters} activation counters")))
        return "; ".join(texts)


class LastTurn(Fact):
    """This turn is the last one, by a roll or because it is turn 7."""

    says = N_("Turn {turn} is the last one: the die shows {face}")
    without = "face", N_("Turn {turn} is the last one")
    turn: int
    face: int = 0
    rule: str = "B-START-1"


class KiGained(ModelFact):
    """A model gained Ki. `lost` is the Ki above its limit (B-STAT-2), `giver` the model that gave it (B-TR-12)."""

    later = ("giver",)
    giver: str = ""
    amount: int
    lost: int = 0
    rule: str = "B-START-2"

    def sentence(self, words: Words[Any]) -> str:
        if self.giver:
            return words.fill(self, N_("{giver} gives {amount} Ki to {model}"))
        if not self.lost:
            return words.fill(self, N_("{model} gains {amount} Ki"))
        if not self.amount:
            return words.fill(self, N_("{model} gains no Ki: it cannot hold more"))
        return words.fill(self, N_("{model} gains {amount} Ki and loses {lost} above its limit"))


class PassTokens(PlayerFact):
    """A player received pass tokens."""

    says = N_("{player} has fewer models; pass tokens gained: {tokens}")
    tokens: int
    rule: str = "B-START-6"


class FirstPlayer(PlayerFact):
    """A player became the first player of this turn."""

    says = N_("{player} goes first this turn")
    means = Meaning("lead", "player")
    rule: str = "B-START-4"


class Passed(PlayerFact):
    """A player spent a pass token instead of an activation."""

    says = N_("{player} spends a pass token, {left} left")
    left: int
    rule: str = "B-MAIN-3"


class ActionDeclared(ModelFact):
    """A model and its action were chosen."""

    does = Does("acts", "model")
    says = N_("{model}: {action}")
    means = Meaning("activation", "model")
    action: str
    rule: str = "B-MAIN-3"


class CountersPaid(ModelFact):
    """A model lost activation counters."""

    says = NN_("{model} pays {n} activation counter, {left} left", "{model} pays {n} activation counters, {left} left")
    counts = "amount"
    amount: int
    left: int
    rule: str = "B-ACT-2"


class CountersGained(ModelFact):
    """A model gained activation counters by an Order of the model `by` (B-TR-37)."""

    says = N_("{by} orders {model}: activation counters gained: {amount}, {left} left")
    without = "by", N_("{model} gains activation counters: {amount}, now {left}")
    later = ("by",)
    by: str = ""
    amount: int
    left: int
    rule: str = "B-TR-37"


class PointsScored(PlayerFact):
    """A player scored scenario points, for the action of a model at an objective or for a zone."""

    later = ("model", "objective")
    model: str = ""
    objective: str = ""
    points: int
    reason: str
    rule: str = "B-SCEN-2"

    def sentence(self, words: Words[Any]) -> str:
        if self.model:
            text = N_("{player} scores {points} scenario points: {model} prays at {objective}")
        elif self.reason in words.parts(self)["zones"]:
            text = N_("{player} scores {points} scenario points for zone {reason}")
        else:
            text = N_("{player} scores {points} scenario points: {reason}")
        return words.fill(self, text)


class Aligned(ModelFact):
    """A model made an objective friendly to a side ("" for Neutral), or left a worship marker of its player."""

    objective: str
    player: str
    rule: str = "B-SCEN-4"

    def sentence(self, words: Words[Any]) -> str:
        if self.rule == "B-SCEN-6":  # a worship marker
            return words.fill(self, N_("{model} worships at {objective}"))
        if self.player:
            return words.fill(self, N_("{model} turns {objective}: it is now friendly to {player}"))
        return words.fill(self, N_("{model} turns {objective}: it is now neutral"))


class VictoryPoint(PlayerFact):
    """A player, or no player, scored a victory point. `counted` is the kind of count that decided it (B-SCEN-1)."""

    sound = "success"
    later = ("counted",)
    counted: str = ""
    victory: int
    reason: str
    rule: str = "B-END-4"

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{player} scores a victory point: {reason}")
        if not self.player:
            text = N_("Nobody scores a victory point: {reason}")
        return words.fill(self, text, reason=self.why)

    def landmark(self) -> Landmark | None:
        return Landmark("score", self.player, 1, self.why) if self.player else None

    @property
    def why(self) -> str:
        """The reason for the victory point, or for none, as text (B-SCEN-1, AMB-29)."""
        if self.reason == MOST:
            return _("the most objectives") if self.counted == "influence" else _("the most scenario points")
        if self.reason == EQUAL and self.counted in EQUALS:
            return _(EQUALS[self.counted])
        return translated(self.reason)


class Ended(playing.Ended):
    """The game is over."""

    rule: str = "B-END-4"


# -- dice


class RollFact(ModelFact):
    """A roll of a model. `target` is the other model, `cause` the reason of the roll (see `_CAUSES`)."""

    later: ClassVar[tuple[str, ...]] = ("target", "cause")
    target: str = ""
    cause: str = ""

    def against(self, words: Words[Any], field: str) -> str:
        """Return a text with the test in a field and the model or state that it is made against."""
        test = words.parts(self)[field]
        if self.target:
            return words.fill(self, _CAUSES.get(self.cause, _CAUSES[""]), test=test)
        return words.fill(self, _ALONE[self.cause], test=test) if self.cause in _ALONE else test


_CAUSES: Final = {
    "": N_("{test} against {target}"),
    "Fear": N_("{test} against the Fear of {target}"),
    "Disguised": N_("{test} against the Disguise of {target}"),
    "fight": N_("{test} to hit {target} and not a friend beside it"),
}
"""The texts of rolls about another model, by cause."""
_ALONE: Final = {"Fear": N_("{test} against Fear"), "Immobilised": N_("{test} to come free")}
"""The texts of rolls without another model, by cause."""


class PoolRolled(RollFact):
    """A model rolled a pool: `colour` is "attack" or "defence" in a melee exchange.

    `sum` is how the dice come to their result, as in "5 + 1 = 6".
    """

    sound = "dice"
    later = (*RollFact.later, "sum")
    purpose: str
    pool: Pool
    colour: str = ""
    sum: str = ""

    def worked(self) -> str:
        return self.sum

    def sentence(self, words: Words[Any]) -> str:
        if self.colour and not self.pool.dice:
            return words.fill(self, N_("{model} has no dice in {colour}"))
        purpose = self.against(words, "colour" if self.colour else "purpose")
        text = (
            N_("{model} rolls for {purpose}: {faces} ({sum})")
            if "=" in self.sum
            else N_("{model} rolls for {purpose}: {faces}")
        )
        return words.fill(self, text, purpose=purpose, faces=self.pool.shown)


class Tested(RollFact):
    """A challenge test was made against a number (B-TEST-11)."""

    test: str
    result: int
    number: int
    success: bool
    rule: str = "B-TEST-11"

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{model} passes {test}: {result}, {number} needed")
        if not self.success:
            text = N_("{model} fails {test}: {result}, {number} needed")
        return words.fill(self, text, test=self.against(words, "test"))

    def deed(self) -> Deed | None:
        return Deed("attacks", self.model, (self.target,)) if self.test == "ranged" and self.target else None

    def remark(self) -> Remark | None:
        if self.success or self.test != "ranged" or self.cause or not self.target:
            return None
        text = _("Missed: {result} of {number} needed", result=self.result, number=self.number)
        return Remark(self.target, text)


class Opposed(Fact):
    """An opposed test was decided: results, counted dice, winner and success level (B-TEST-10)."""

    names: tuple[str, str]
    results: tuple[int, int]
    counted: tuple[int, int]
    winner: int
    level: int
    rule: str = "B-TEST-10"

    def sentence(self, words: Words[Any]) -> str:
        sides = [
            f"{words.name(model)} {result} {ngettext('({n} die)', '({n} dice)', dice, n=dice)}"
            for model, result, dice in zip(self.names, self.results, self.counted)
        ]
        winner = words.name(self.names[self.winner])
        return _("{sides}: {winner} wins", sides=_(" against ").join(sides), winner=winner)


class OutOfRange(ModelFact):
    """A shot fell short: the target is beyond the longest range of the weapon."""

    does = Does("attacks", "model", "target")
    says = N_("{model} shoots at {target} with {weapon}: out of range, no roll")
    target: str
    weapon: str
    rule: str = "B-RNG-1"

    def remark(self) -> Remark:
        return Remark(self.target, _("Out of range"))


# -- harm


class DamageRolled(ModelFact):
    """A damage roll was made against a model: dice kept, total, success level, and wounds by the table.

    `stopped` is the reason why no box is marked: "low" (the total) or "protected" (the model); "" if any is marked.
    """

    does = Does("attacks", "by", "model")
    sound = "dice"
    by: str
    pool: Pool
    kept: tuple[int, ...]
    total: int
    level: int
    wounds: int
    bonus: int = 0
    stopped: str = ""
    rule: str = "B-DMG-4"
    later = ("bonus", "stopped")

    def sentence(self, words: Words[Any]) -> str:
        text = N_(
            "{by} rolls damage against {model}, {faces}: {sum} = {total}. "
            "At success level {level}, the table gives wounds before protection: {wounds}"
        )
        real = sum(self.kept) + self.bonus
        total = str(real) if real == self.total else _("{real}, which counts as {total}", real=real, total=self.total)
        return words.fill(self, text, faces=self.pool.shown, sum=summed(self.kept, self.bonus), total=total)

    def worked(self) -> str:
        return ngettext(
            "{sum} = {total}; table row {total}, level {level}: {n} wound",
            "{sum} = {total}; table row {total}, level {level}: {n} wounds",
            self.wounds,
            sum=summed(self.kept, self.bonus),
            total=self.total,
            level=self.level,
        )

    def remark(self) -> Remark | None:
        if not self.stopped:
            return None
        text = N_("Hit, no damage: {total} is too low") if self.stopped == "low" else N_("Hit, no damage: protected")
        return Remark(self.model, _(text, total=self.total))


class Wounded(ModelFact):
    """Boxes of a model's track were marked."""

    does = Does("hurts", to="model", amount="amount")
    says = NN_("{model} takes {n} wound, {left} left", "{model} takes {n} wounds, {left} left")
    counts = "amount"
    amount: int
    left: int
    rule: str = "B-STAT-5"


class Healed(ModelFact):
    """Wounds of a model were healed, by the model `by` or by itself."""

    counts = "amount"
    later = ("by",)
    by: str = ""
    amount: int
    left: int
    rule: str = "B-STAT-5"

    def sentence(self, words: Words[Any]) -> str:
        if self.by and self.by != self.model:
            text = NN_("{by} heals {n} wound of {model}, {left} left", "{by} heals {n} wounds of {model}, {left} left")
            return words.fill(self, text)
        return words.fill(self, NN_("{model} heals {n} wound, {left} left", "{model} heals {n} wounds, {left} left"))


class Killed(ModelFact):
    """A model has no boxes left, or was removed from play."""

    does = Does("removes", to="model")
    says = N_("{model} is out of the game")
    sound = "loss"
    means = Meaning("casualty", "model", text=N_("Casualties"), tone="bad")
    rule: str = "B-STAT-5"


class MarkerGained(ModelFact):
    """A model gained markers of a state."""

    state: str
    values: tuple[int, ...]
    rule: str = "B-STATE-1"

    def sentence(self, words: Words[Any]) -> str:
        count, state = len(self.values), _(self.state)
        name = state if count == 1 else f"{count} × {state}"
        values = f" ({', '.join(map(str, self.values))})" if any(self.values) else ""
        return words.fill(self, N_("{model} gains {marker}"), marker=name + values)


class MarkerLost(ModelFact):
    """A model lost markers of a state, and paid `cost` Ki for it."""

    says = N_("{model} pays {cost} Ki and loses {state} ({count})")
    without = "cost", N_("{model} loses {state} ({count})")
    later = ("cost",)
    cost: int = 0
    state: str
    count: int
    rule: str = "B-STATE-1"


# -- moves


class Moved(ModelFact):
    """A model moved along a path with `legs`, or was placed. `why` is the action or special.

    `target` is the model that it moved to, or for which it stepped in.
    """

    sound = "placing"
    later = ("target",)
    target: str = ""
    why: str
    x: float
    y: float
    facing: int
    legs: tuple[tuple[float, ...], ...] = ()
    inches: float = 0.0
    rule: str = "B-MOVE-5"

    def sentence(self, words: Words[Any]) -> str:
        if self.why == "bodyguard" and self.target:
            return words.fill(self, N_("{model} steps in for {target}, to {spot}"))
        if self.target and self.inches:
            return words.fill(self, N_("{model} goes for {target}: {distance} to {spot}"))
        if self.inches:
            return words.fill(self, N_("{model} moves {distance} to {spot}"))
        return words.fill(self, N_("{model} is moved to {spot}"))


class Destroyed(ModelFact):
    """A model removed a terrain piece, and paid `cost` Ki for it."""

    says = N_("{model} pays {cost} Ki and destroys {terrain}")
    without = "cost", N_("{model} destroys {terrain}")
    later = ("cost",)
    cost: int = 0
    terrain: str
    rule: str = "B-TERR-9"


# -- melee


class ExchangeBegan(Fact):
    """A melee exchange began between the activating model and its opponent. `initiative` attacks first."""

    says = N_("{activating} fights {opponent}: {initiative} attacks first")
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

    def sentence(self, words: Words[Any]) -> str:
        text = words.fill(self, N_("{model} splits its dice: {attack} attack, {defence} defence"))
        return f"{text}, {_(self.special)}" if self.special else text


class Compared(Fact):
    """An attack was compared with a defence (B-MELEE-10)."""

    does = Does("attacks", "attacker", "defender")
    attacker: str
    defender: str
    attack: int
    defence: int
    hit: bool
    level: int
    tie: bool = False
    rule: str = "B-MELEE-10"

    def sentence(self, words: Words[Any]) -> str:
        text = N_("{attacker} attacks {defender}: {attack} against {defence}, defended")
        if self.hit:
            text = N_("{attacker} attacks {defender}: {attack} against {defence}, a hit with success level {level}")
        tie = _(" (a tie: more dice that count win, otherwise the active player)") if self.tie else ""
        return words.fill(self, text) + tie

    def remark(self) -> Remark:
        text = (
            N_("Hit by {level}: {attack} against {defence}") if self.hit else N_("Defended: {defence} against {attack}")
        )
        return Remark(self.defender, _(text, level=self.level, attack=self.attack, defence=self.defence))


class FeatUsed(ModelFact):
    """A model paid for a Ki feat or a boost. `about` is the boosted statistic."""

    later = ("target", "about")
    target: str = ""
    about: str = ""
    feat: str
    cost: int
    left: int
    rule: str = "B-KI-1"

    def sentence(self, words: Words[Any]) -> str:
        if self.about:
            text = N_("{model} pays {cost} Ki for one more {statistic}, {left} left")
            return words.fill(self, text, statistic=_(STATISTICS[self.about]))
        if self.target:
            return words.fill(self, N_("{model} uses {feat} on {target} for {cost} Ki, {left} left"))
        return words.fill(self, N_("{model} uses {feat} for {cost} Ki, {left} left"))
