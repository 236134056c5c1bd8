"""The parameters of effects, each with its name, the check before a battle, its reading and its default (A-IMP-9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from game.rulesets.aos4.documents.amounts import Amount, amount, why_no_amount
from game.rulesets.aos4.documents.weapon_abilities import is_known
from game.wording import N_, _

Value = str | int
Check = Callable[[Value], str]
"""Returns the fault of a value, or "" if it is valid."""
ReadT = TypeVar("ReadT")


@dataclass(frozen=True)
class Parameter(Generic[ReadT]):
    """A parameter of effects: its name, the check and the reading of its values, and the default without a value."""

    name: str
    check: Check
    read: Callable[[Value], ReadT]
    default: ReadT

    def of(self, params: Mapping[str, Value]) -> ReadT:
        """Return the parameter's value among the parameters of an ability, or the default."""
        return self.read(params[self.name]) if self.name in params else self.default


TARGETS: Final = (
    "self", "friend", "other friend", "enemy", "any", "each enemy", "each other enemy", "each friend",
    "each other friend", "each", "each other", "trigger", "victim"
)  # fmt: skip
"""The units that an effect may affect: one chosen unit, or each unit that fits. "friend" includes the user.

"any" is a unit of either side, "trigger" the unit that used the ability to which a reaction answers, "victim" the only
target of that ability's attacks.
"""
ONE: Final = ("friend", "other friend", "enemy", "any")
"""The targets of which a player picks one or several."""
UNTIL: Final = {
    "phase": N_("until the phase ends"),
    "turn": N_("until the turn ends"),
    "round": N_("until the battle round ends"),
    "own turn": N_("until its player's next turn"),
    "own hero": N_("until its player's next hero phase"),
    "next turn": N_("until the next turn ends"),
    "own end": N_("until its player's next turn ends"),
    "battle": N_("for the rest of the battle"),
}
"""The durations of effects, in words (A-TURN-5)."""
MODIFIED: Final = {
    "hit": N_("hit rolls"),
    "wound": N_("wound rolls"),
    "save": N_("save rolls"),
    "ward": N_("ward rolls"),
    "attacks": N_("Attacks"),
    "rend": N_("Rend"),
    "damage": N_("Damage"),
    "hit taken": N_("hit rolls of attacks that target it"),
    "wound taken": N_("wound rolls of attacks that target it"),
    "attacks taken": N_("Attacks of attacks that target it"),
    "rend taken": N_("Rend of attacks that target it"),
    "damage taken": N_("Damage of attacks that target it"),
    "critical": N_("critical hits, from a lower face"),
    "critical taken": N_("critical hits of attacks that target it, from a lower face"),
    "no critical": N_("no critical hits"),
    "no critical taken": N_("no critical hits by attacks that target it"),
    "run": N_("run rolls"),
    "charge": N_("charge rolls"),
    "charge dice": N_("the number of charge dice"),
    "best charge": N_("one more charge die, the lowest left out"),
    "best run": N_("one more run die, the lowest left out"),
    "range": N_("Range"),
    "pile-in": N_("inches of pile-in moves"),
    "double attacks": N_("doubled Attacks"),
    "double damage": N_("doubled Damage"),
    "move": N_("Move"),
    "cast": N_("casting rolls"),
    "chant": N_("chanting rolls"),
    "unbind": "unbind",
    "banish": "banish",
    "control": N_("control score"),
    "rally": N_("rally rolls"),
    "charge after run": N_("charging after a run"),
    "charge after retreat": N_("charging after a retreat"),
    "shoot after run": N_("shooting after a run"),
    "shoot after retreat": N_("shooting after a retreat"),
    "safe retreat": N_("retreating without damage"),
    "reroll run": N_("rerolls of run rolls"),
    "reroll charge": N_("rerolls of charge rolls"),
    "reroll cast": N_("rerolls of casting rolls"),
    "reroll chant": N_("rerolls of chanting rolls"),
    "no ward": N_("no ward rolls"),
    "no save bonus": N_("no bonuses to save rolls"),
    "no hit malus": N_("no negative modifiers to hit rolls"),
    "no wound malus": N_("no negative modifiers to wound rolls"),
    "no save malus": N_("no negative modifiers to save rolls"),
    "second fight": N_("a second fight in the phase, at the end"),
    "backlash slain": N_("mortal damage for its slain models"),
    "backlash hit 1": N_("mortal damage for hit rolls of 1"),
    "backlash save 1": N_("mortal damage for save rolls of 1"),
    "backlash save 6": N_("mortal damage for save rolls of 6"),
    "no control malus": N_("no negative modifiers to control scores"),
    "no abilities": N_("no weapon abilities except Companion"),
    "no abilities taken": N_("no weapon abilities except Companion against it"),
    "no charge damage taken": N_("no Charge (+1 Damage) of attacks that target it"),
    "backfire 1": N_("mortal damage on itself for hit rolls of 1"),
    "no healing": N_("no healing and no returning models"),
    "no contest": N_("no contesting of objectives"),
    "half move": N_("half of the Move"),
    "hidden": N_("inches beyond which enemies do not see it"),
    "unshot": N_("inches beyond which shooting attacks cannot target it"),
    "power": N_("power level"),
    "unbinds": N_("unbinding as a WIZARD (1)"),
    "least run": N_("the least run roll"),
    "least redeploy": N_("the lowest roll of Redeploy"),
    "miss taken": N_("natural hit rolls by which attacks that target it fail"),
    "wound miss taken": N_("natural wound rolls by which attacks that target it fail"),
    "pierces": N_("no ward rolls against its attacks"),
    "pierces taken": N_("no ward rolls of its own against attacks"),
    "spared": N_("damage points ignored in each phase"),
}
"""The values that lasting effects may add to, in words. Values of `SWITCHED` take any number above 0."""
SWITCHED: Final = frozenset(
    what
    for what in MODIFIED
    if what.startswith(("no ", "reroll ", "safe ", "best ", "double "))
    or " after " in what
    or what in ("second fight", "pierces", "pierces taken", "unbinds", "half move")
)
"""The values that an effect only switches on."""
GRADED: Final = (
    "hidden", "unshot", "least run", "least redeploy", "miss taken", "wound miss taken", "backlash slain", "spared"
)  # fmt: skip
"""The values whose amount is not a modifier but a die face, a distance or a number of points."""
OF_ATTACKS: Final = ("hit", "wound", "attacks", "rend", "damage")
"""The values of an attack that effects may add to. For attacks that target a unit, the name is `<value> taken`."""
SET: Final = {
    "attacks": N_("Attacks"),
    "rend": N_("Rend"),
    "damage": N_("Damage"),
    "move": N_("Move"),
    "control": N_("Control"),
    "most control": N_("highest control score"),
    "coherency": N_("coherency range"),
    "most attacks": N_("highest Attacks of a weapon"),
}
"""The characteristics that effects may replace, in words (A-DICE-8)."""
BARRED: Final = (
    "COMMAND",
    "RAMPAGE",
    "MOVE",
    "RUN",
    "RETREAT",
    "SHOOT",
    "CHARGE",
    "FIGHT",
    "SPELL",
    "PRAYER",
    "UNBIND",
    "PILE-IN",
)
"""The kinds of ability that effects may forbid. One ability is forbidden by its name in quotes, as in 'Rally'."""
CONDITIONS: Final = (
    "charged", "not charged", "charge roll N", "in combat", "not in combat", "fighting", "not fighting", "damage N",
    "not damage N", "models N", "fewer N", "single", "not single", "size N", "contesting", "contesting own",
    "contesting enemy",
    "contesting foreign", "contesting safe", "contesting together", "all contesting", "all contesting own",
    "own territory", "enemy territory", "outside own territory", "outside enemy territory", "used KEYWORD",
    "not used KEYWORD", "set up", "not set up", "own turn", "enemy turn", "round N", "from round N", "far N", "close N",
    "edge N", "health N", "frail N", "hurt turn", "hurt shooting turn", "hurt combat turn", "hurt shooting phase",
    "hurt combat phase", "hurt any turn", "hurt any phase", "crossed turn", "crossed phase", "slew turn",
    "slew shooting turn", "slew combat turn", "destroyed turn", "destroyed combat turn", "with NAME", "is PHRASE",
    "fights PHRASE", "near N PHRASE", "inside N PHRASE", "lost PHRASE", "felled PHRASE", "outfought PHRASE",
    "just used KEYWORD", "not just used KEYWORD", "harmed turn", "harmed shooting turn", "harmed combat turn",
    "health above", "control above", "control below", "models below", "aimed shooting turn", "aimed combat turn",
    "aimed shooting phase", "aimed combat phase", "struck shooting turn", "struck combat turn", "struck shooting phase",
    "struck combat phase", "thinned shooting turn", "thinned combat turn", "thinned shooting phase",
    "thinned combat phase", "reduced", "same regiment", "fought N", "terrain N", "not own territory",
    "not enemy territory", "destroyed any turn", "slew any turn", "close N PHRASE", "not near N PHRASE",
    "not close N PHRASE", "army not used KEYWORD", "army not just used KEYWORD", "around N",
    "beyond N", "reinforced", "not reinforced", "contesting alone", "at terrain N",
)  # fmt: skip
"""Conditions on a unit. N is a number: of damage points or more, of models or more, of models or fewer.

"fighting" means in combat with the user, "single" a unit that began with one model, "size N" one that began with at
least N. "charge roll N" means a charge this turn by a roll of at least N without modifiers. "contesting own" means an
objective that its player controls, "contesting foreign" one that it does not, "contesting safe" one that its enemy
does not, "contesting together" the same objective as the user, "all contesting" that each model of the unit contests
one. "used KEYWORD" means an ability with that keyword this turn. "round N" means that battle round, "from round N"
that one and later ones. "outside" means that no part of the unit is there; "far N" is more than N inches from all
enemies, "close N" within N inches of one, "edge N" wholly within N inches of an edge of the table. "health N" is a
Health of at least N, "frail N" of at most N. "hurt turn" means that damage points were allocated to it this turn;
with a kind of attack, by such attacks of the user. "crossed" means that the user moved across it. "slew" means that
attacks of the unit have slain enemy models, "destroyed" that they have destroyed an enemy unit; "any" counts its
other abilities too. "with NAME" is a unit whose model of that name is on the table; where no model is named, it
counts as there until the unit sheds it. "is PHRASE" names keywords; "fights PHRASE" means in combat with an enemy
that has them, "near N PHRASE" within N inches of another unit of the user's side that has them, "inside N PHRASE"
wholly within, "lost PHRASE" that a friendly unit that has them was destroyed, "felled PHRASE" that an enemy that has
them was destroyed this turn after its attacks had hurt it, "outfought PHRASE" after its combat attacks had; ANY
stands for any unit. "harmed" means that its attacks have hurt an enemy, "above" and "below" more or less than the
user or attacker has. "struck" means that attacks of the user targeted it, "thinned" that they have slain models in
it. "reduced" is a unit with fewer models than it began with, "fought N" one in combat with N or more enemy units,
"terrain N" one within N inches of a terrain feature, "at terrain N" wholly within; "contesting alone" means an
objective that no other unit of its side contests. "close N PHRASE" means within N inches of an enemy that has the
keywords. "army not used KEYWORD" means that no unit of its player has. "around N" is one within N inches of the user
or attacker, "beyond N" one farther away. "with NAME" may name champions, musicians and standard bearers too.
"""
FARTHEST: Final = 200
"""Inches."""


def _whole(least: int, most: int) -> Check:
    """Return the check for a whole number within limits."""
    text = N_("must be a whole number from {least} to {most}")
    return lambda value: "" if _is_whole(value) and least <= int(value) <= most else _(text, least=least, most=most)


def _is_whole(value: Value) -> bool:
    return isinstance(value, int) or (value.isascii() and value.removeprefix("-").isdigit() and len(value) < 6)


def _one_of(*known: str) -> Check:
    """Return the check for one of the known words."""
    text = N_("is not available - use one of {known}")
    return lambda value: "" if value in known else _(text, known=", ".join(known))


def _some_of(*known: str) -> Check:
    """Return the check for known words, separated by commas."""
    check_word = _one_of(*known)
    return lambda value: next(filter(None, (check_word(word.strip()) for word in str(value).split(","))), "")


def _named(value: Value) -> str:
    """Return the fault of a name: that it is empty."""
    return "" if str(value).strip() else _("is empty - name something")


def _listed(value: Value) -> tuple[str, ...]:
    """Return the words of a value, which are separated by commas."""
    return tuple(word.strip() for word in str(value).split(",") if word.strip())


def condition_form(word: str) -> str:
    """Return a condition with its number or name replaced by the placeholder used in `CONDITIONS`."""
    start, _space, last = word.rpartition(" ")
    if word.startswith("with "):
        return "with NAME"
    if match := _NAMING.fullmatch(word):
        return f"{match['what'] or match['near'] + ' N'} PHRASE"
    if _is_whole(last) and not last.startswith("-"):
        return f"{start} N"
    used = next((used for used in USED if word.startswith(f"{used} ")), "")
    return f"{used} KEYWORD" if used else word


USED: Final = ("used", "not used", "just used", "not just used", "army not used", "army not just used")
"""The beginnings of conditions that name a kind of ability: used this turn, or "just" used, this phase."""
PHRASED: Final = ("is ", "fights ", "near ", "inside ", "close ", "lost ", "felled ", "outfought ")
"""The beginnings of conditions that name keywords."""
_NAMING: Final = re.compile(
    r"(?:(?P<what>is|fights|lost|felled|outfought)|(?P<near>near|inside|close|not near|not close) \d+) [A-Za-z].*"
)


def _barred(value: Value) -> str:
    text = str(value)
    return "" if len(text) > 2 and text[0] == text[-1] == "'" else _one_of(*BARRED)(value)


def _conditions(value: Value) -> str:
    """Return the fault of a list of conditions."""
    check_word = _one_of(*CONDITIONS)
    return next(
        filter(None, (check_word(condition_form(word)) for word in _listed(value))),
        "" if _listed(value) else _named(""),
    )


def _weapon_ability(value: Value) -> str:
    if is_known(str(value)):
        return ""
    return _("is not a weapon ability that is known here - write it as in Crit (2 Hits), Anti-MONSTER (+1 Rend)")


def _amount_or(*known: str) -> Check:
    """Return the check for an amount or one of the known words."""
    return lambda value: "" if value in known else why_no_amount(str(value))


ROLL: Final = "roll"
"""The amount that equals the roll that allowed an effect."""
POOLS: Final = (
    "target models", "user models", "user models fighting", "user health", "target health", "target damage", "roll",
    "charge roll",
    "round",
)  # fmt: skip
"""Numbers of dice: one for each model of the target, of the user, or of the user in combat with the target.

"user health" is the Health of the user, "target health" and "target damage" are the target's Health and damage points,
"roll" the casting roll without modifiers, "charge roll" that of this turn, "round" the number of the battle round.
"""


ALL: Final = "all"
"""The amount of slain models that destroys a unit."""
_FACES: Final = re.compile(r"\d{1,2}-\d{1,2}")


def _faces(value: Value) -> str:
    return "" if _FACES.fullmatch(str(value)) else _("must be two numbers, as in 2-5")


ROUND: Final = "round"
"""The factor that equals the number of the battle round."""


def _suffering(value: Value) -> str:
    """Return the fault of a harm that earlier steps must have done, such as "hurt 3"."""
    harm, _blank, number = str(value).partition(" ")
    if harm == "hurt" and number:
        return _whole(1, 100)(number)
    return _one_of("hurt", "slew", "destroyed")(value)


MOVE: Final = "move"
"""The inches of a move that equal the Move of the unit."""


def _flag(value: Value) -> bool:
    return bool(int(value))  # a pack may write it as text


_YES: Final = _whole(0, 1)
_INCHES: Final = _whole(0, FARTHEST)
_ADDED: Final = _whole(-20, 20)

USER: Final[Parameter[tuple[str, ...]]] = Parameter("user", _named, _listed, ())
TARGET: Final = Parameter("target", _one_of(*TARGETS), str, "self")
RANGE: Final = Parameter("range", _INCHES, float, 0.0)
WHOLLY: Final = Parameter("wholly", _YES, _flag, False)
VISIBLE: Final = Parameter("visible", _YES, _flag, False)
KEYWORDS: Final[Parameter[tuple[str, ...]]] = Parameter("keyword", _named, _listed, ())
ON: Final = Parameter("on", _whole(1, 12), int, 0)
DIE: Final = Parameter("die", _one_of("D3", "D6", "2D6"), str, "D6")
ONCE: Final = Parameter("once", _YES, _flag, False)
CONDITIONAL: Final = (
    "if", "which", "when", "plus-if", "plus-which", "sure-if", "sure-which", "fights-which", "by-which"
)  # fmt: skip
"""The names of the parameters that hold conditions."""
ANY: Final = "ANY"
"""Stands for a phrase of keywords in a condition that any unit meets."""
IF: Final[Parameter[tuple[str, ...]]] = Parameter("if", _conditions, _listed, ())
WHICH: Final[Parameter[tuple[str, ...]]] = Parameter("which", _conditions, _listed, ())
NEAR: Final[Parameter[tuple[str, ...]]] = Parameter("near", _named, _listed, ())
NEAR_RANGE: Final = Parameter("near-range", _INCHES, float, 12.0)
NEAR_WHOLLY: Final = Parameter("near-wholly", _YES, _flag, False)
NEAR_INSIDE: Final = Parameter("near-inside", _YES, _flag, False)
OPTION: Final = Parameter("option", _named, str, "")
OVER: Final = Parameter("over", _one_of("more", "equal", "double", "less", "at most"), str, "")
THAN: Final = Parameter("than", _one_of("health", "control", "save", "damage", "models", "round"), str, "health")
FACES: Final = Parameter("faces", _faces, str, "")
PLUS_ROLL: Final = Parameter("plus", _whole(-6, 6), int, 0)
PLUS_KEYWORDS: Final[Parameter[tuple[str, ...]]] = Parameter("plus-keyword", _named, _listed, ())
PLUS_WHICH: Final[Parameter[tuple[str, ...]]] = Parameter("plus-which", _conditions, _listed, ())
PLUS_IF: Final[Parameter[tuple[str, ...]]] = Parameter("plus-if", _conditions, _listed, ())
SURE_IF: Final[Parameter[tuple[str, ...]]] = Parameter("sure-if", _conditions, _listed, ())
SURE_WHICH: Final[Parameter[tuple[str, ...]]] = Parameter("sure-which", _conditions, _listed, ())
AFTER: Final = Parameter("after", _YES, _flag, False)
FIGHTS: Final[Parameter[tuple[str, ...]]] = Parameter("fights", _named, _listed, ())
FIGHTS_WHICH: Final[Parameter[tuple[str, ...]]] = Parameter("fights-which", _conditions, _listed, ())
FRESH: Final = Parameter("fresh", _one_of("phase", "turn", "battle"), str, "")
EACH_OVER: Final = Parameter("each-over", _one_of("more", "equal", "double"), str, "")
AND_SELF: Final = Parameter("and-self", _YES, _flag, False)
OR_SELF: Final = Parameter("or-self", _YES, _flag, False)
SIDE: Final = Parameter("side", _one_of("friend", "enemy"), str, "")
BY: Final[Parameter[tuple[str, ...]]] = Parameter("by", _named, _listed, ())
BY_RANGE: Final = Parameter("by-range", _INCHES, float, 0.0)
BY_WHOLLY: Final = Parameter("by-wholly", _YES, _flag, False)
BY_VISIBLE: Final = Parameter("by-visible", _YES, _flag, False)
BY_WHICH: Final[Parameter[tuple[str, ...]]] = Parameter("by-which", _conditions, _listed, ())
AGAIN: Final = Parameter("again", _YES, _flag, False)
RESERVE: Final = Parameter("reserve", _named, str, "")
WITH: Final = Parameter("with", _whole(0, 20), int, 0)
WITH_KIND: Final[Parameter[tuple[str, ...]]] = Parameter("with-kind", _named, _listed, ())
WITH_REGIMENT: Final = Parameter("with-regiment", _YES, _flag, False)
WITH_OWN: Final = Parameter("with-own", _YES, _flag, False)
WITH_RANGE: Final = Parameter("with-range", _INCHES, float, 0.0)
SHARE: Final = Parameter("share", _one_of("all", "half"), str, "all")
SLAIN: Final = Parameter("amount", _amount_or(ALL), str, "1")
HEALED: Final = Parameter("amount", _amount_or(ROLL), str, "1")
CORNER: Final = Parameter("corner", _INCHES, float, 0.0)
CLOSER: Final = Parameter("closer", _INCHES, float, 0.0)
CLOSER_TO: Final[Parameter[tuple[str, ...]]] = Parameter("closer-to", _named, _listed, ())
SET_UP_BEYOND: Final = Parameter("beyond", _INCHES, float, 0.0)
SET_UP_WITHIN: Final = Parameter("within", _INCHES, float, 0.0)
BESIDE: Final[Parameter[tuple[str, ...]]] = Parameter("beside", _named, _listed, ())
EDGE: Final = Parameter("edge", _INCHES, float, 0.0)
SET_UP_TERRAIN: Final = Parameter("terrain", _INCHES, float, 0.0)
LAND: Final = Parameter("territory", _one_of("own", "enemy"), str, "")
INCHES: Final = Parameter("inches", _amount_or(MOVE), str, "")
PAST: Final = Parameter("past", _one_of("fly", "models", "enemies", "target"), str, "")
WAY: Final = Parameter(
    "way", _one_of("clear", "through", "into", "fight", "retreat", "fought", "held", "left"), str, "clear"
)
TARGET_COUNT: Final = Parameter("number", _whole(1, 20), int, 1)
EXTRA_FROM: Final = Parameter("extra-from", _whole(2, 30), int, 0)
THEN: Final = Parameter("then", _suffering, str, "")
ROLLS: Final = Parameter("rolls", _amount_or(*POOLS), str, "")
AT_TARGET: Final = Parameter("at-target", _YES, _flag, False)
REACHED: Final = Parameter("reached", _whole(2, 30), int, 0)
MISSED: Final = Parameter("missed", _whole(2, 30), int, 0)
ATTACKS: Final = Parameter("attacks", _one_of("combat", "shooting"), str, "")
WEAPONS: Final[Parameter[tuple[str, ...]]] = Parameter("weapon", _named, _listed, ())
COMPANION: Final = Parameter("companion", _YES, _flag, False)
MINE: Final = Parameter("mine", _YES, _flag, False)
AGAINST: Final[Parameter[tuple[str, ...]]] = Parameter("against", _named, _listed, ())
WHEN: Final[Parameter[tuple[str, ...]]] = Parameter("when", _conditions, _listed, ())
DEEDS: Final[Parameter[tuple[str, ...]]] = Parameter(
    "deeds", _some_of("normal-move", "run", "retreat", "shoot", "charge", "fight"), _listed, ()
)
DICE: Final = Parameter("dice", _amount_or(*POOLS), str, "")
EACH: Final = Parameter("each", _whole(2, 6), int, 0)
MOST: Final = Parameter("most", _whole(1, 100), int, 0)
DICE_MOST: Final = Parameter("dice-most", _whole(1, 100), int, 0)
POINTS: Final = Parameter("amount", _amount_or(ROLL), str, "1")
GIVES: Final = Parameter("gives", _weapon_ability, str, "")
BARS: Final = Parameter("bars", _barred, lambda value: str(value).upper(), "")
FREES: Final = Parameter("frees", _named, lambda value: str(value).upper(), "")
DAMAGE_BY: Final[Parameter[tuple[str, ...]]] = Parameter(
    "damage-by", _some_of("combat", "shooting", "spell", "prayer", "manifestation"), _listed, ()
)
AGAINST_MAGIC: Final = Parameter("magic", _YES, _flag, False)
SETS: Final[Parameter[tuple[str, ...]]] = Parameter("sets", _some_of(*SET), _listed, ())
TO: Final = Parameter("to", _amount_or(), lambda text: amount(str(text)), Amount())
AMOUNT: Final = Parameter("amount", _amount_or(), lambda text: amount(str(text)), Amount(plus=1))
UNWARDED: Final = Parameter("unwarded", _YES, _flag, False)
PICK: Final = Parameter("pick", _YES, _flag, False)
DEED: Final = Parameter("deed", _named, lambda value: str(value).upper(), "")
BY_HEALTH: Final = Parameter("by-health", _YES, _flag, False)
RETURNS: Final = Parameter("returns", _whole(0, 100), int, 0)
FROM: Final = Parameter("from", _whole(0, 100), int, 0)
WHAT: Final[Parameter[tuple[str, ...]]] = Parameter("what", _some_of(*MODIFIED), _listed, ())
PLUS: Final = Parameter("amount", _ADDED, int, 1)
TIMES: Final = Parameter("times", _amount_or(ROLL, ROUND), str, "")
SHEDS: Final = Parameter("sheds", _named, str, "")
TOUGHENS: Final = Parameter("toughens", _ADDED, int, 0)
ECHOES: Final = Parameter("echoes", _one_of("heal", "mortal-damage", "allocate"), str, "")
ECHO_ON: Final = Parameter("echo-on", _whole(0, 6), int, 0)
ECHO_DIE: Final = Parameter("echo-die", _one_of("D3", "D6"), str, "D6")
LIFTS: Final = Parameter("lifts", _one_of("4", "5", "6", "highest"), str, "")
PASSES: Final[Parameter[tuple[str, ...]]] = Parameter("passes", _named, _listed, ())
WHEN_DYING: Final = Parameter("dying", _YES, _flag, False)
SHIELDS: Final = Parameter("shields", _named, lambda value: str(value).upper(), "")
LENDS: Final = Parameter("lends", _named, lambda value: str(value).upper(), "")
NUMBER: Final = Parameter("amount", _ADDED, int, 0)
LASTS: Final = Parameter("until", _one_of(*UNTIL), str, "turn")
UNIT: Final = Parameter("unit", _named, str, "")
WITHIN: Final = Parameter("within", _INCHES, float, 12.0)
BEYOND: Final = Parameter("beyond", _INCHES, float, 9.0)
IN_SIGHT: Final = Parameter("visible", _YES, _flag, True)
PARTS: Final = Parameter("parts", _whole(2, 9), int, 1)
APART: Final = Parameter("apart", _whole(1, 60), int, 0)

COMMON: Final[tuple[Parameter[Any], ...]] = (
    USER, IF, FIGHTS, FIGHTS_WHICH, NEAR, NEAR_RANGE, NEAR_WHOLLY, NEAR_INSIDE, TARGET, TARGET_COUNT, AND_SELF, OR_SELF,
    EXTRA_FROM, FRESH, RANGE, WHOLLY, VISIBLE, KEYWORDS, WHICH, SIDE, ON, DIE, OVER, THAN, PLUS_ROLL, PLUS_KEYWORDS,
    PLUS_WHICH, PLUS_IF, SURE_IF, SURE_WHICH, AFTER, FACES, ONCE, REACHED, MISSED, THEN, AT_TARGET, WHEN_DYING, ROLLS,
    OPTION, BY, BY_RANGE,
    BY_WHOLLY, BY_VISIBLE, BY_WHICH, AGAIN,
)  # fmt: skip
"""Parameters that every effect understands: its users, its targets, and the roll that some effects need.

Those that begin with "by" are about the unit that used the ability to which a reaction reacts. A further step with
`then` happens only if the steps before it harmed the target: "hurt 3" means at least 3 points. One with `at-target` is
measured from the target. A passive ability with `dying` happens when its user is destroyed, before it is removed. The
highest of several `rolls` counts.
"""
SCOPE: Final[tuple[Parameter[Any], ...]] = (ATTACKS, WEAPONS, COMPANION, AGAINST, WHEN, MINE, DEED, PICK)
"""Parameters that limit an effect to some attacks: their kind, weapons, and the unit on the other side.

`mine` limits an effect on a target to the attacks of the unit that used the ability, `deed` one on casting rolls to
abilities with a keyword. With `pick` the player picks one of the weapons.
"""
PLACED: Final[tuple[Parameter[Any], ...]] = (
    SET_UP_BEYOND,
    CLOSER,
    CLOSER_TO,
    SET_UP_WITHIN,
    BESIDE,
    EDGE,
    CORNER,
    SET_UP_TERRAIN,
    LAND,
)
"""Parameters that limit the place where a unit is set up."""
OWN: Final[Mapping[str, tuple[Parameter[Any], ...]]] = {
    "mortal-damage": (POINTS, DICE, DICE_MOST, EACH, MOST, UNWARDED),
    "heal": (HEALED, RETURNS, FROM),
    "return": (HEALED, BY_HEALTH),
    "slay": (SLAIN, DICE, EACH_OVER),
    "pile-in": (),
    "ignore": (),
    "thwart": (),
    "reserve": (RESERVE, WITH, WITH_KIND, WITH_REGIMENT),
    "arrive": (RESERVE, WITH_RANGE, WITH_OWN, *PLACED),
    "replace": (SHARE, *PLACED),
    "ritual": (AMOUNT,),
    "command-points": (AMOUNT,),
    "adjust": (PLUS, TIMES, LIFTS),
    "set-up": PLACED,
    "move": (INCHES, WAY, PAST),
    "use-now": (DEEDS,),
    "fight-next": (),
    "choose": (),
    "modify": (WHAT, PLUS, TIMES, DICE, LASTS, *SCOPE),
    "shield": (SHIELDS, LASTS),
    "each-time": (ECHOES, ECHO_ON, ECHO_DIE, TO, DEED, LASTS),
    "set": (SETS, TO, LASTS, *SCOPE),
    "lend": (LENDS, NUMBER, AGAINST_MAGIC, DAMAGE_BY, LASTS),
    "arm": (GIVES, LASTS, *SCOPE),
    "bar": (BARS, LASTS),
    "free": (FREES, LASTS),
    "aura": (
        WHAT,
        PLUS,
        DICE,
        SETS,
        TO,
        LENDS,
        AGAINST_MAGIC,
        DAMAGE_BY,
        GIVES,
        BARS,
        FREES,
        SHIELDS,
        PASSES,
        SHEDS,
        TOUGHENS,
        ECHOES,
        ECHO_ON,
        ECHO_DIE,
        LASTS,
        *SCOPE,
    ),
    "summon": (UNIT, WITHIN, BEYOND, PARTS, APART, IN_SIGHT),
}
"""Parameters of one effect, by its id.

With `lifts` the lowest die of a roll becomes that, or as high as the highest.
"""
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    **{
        name: (OWN[name][0].name,)
        for name in (
            "modify",
            "set",
            "lend",
            "arm",
            "bar",
            "free",
            "shield",
            "each-time",
            "summon",
            "move",
            "reserve",
            "arrive",
        )
    },
    "aura": ("what", "sets", "lends", "gives", "bars", "frees", "shields", "passes", "sheds", "toughens", "echoes"),
}
"""The parameters of which an effect needs at least one, since it would otherwise do nothing."""


FIXED: Final = frozenset(SET) - {"attacks", "damage", "move"}
"""The characteristics that effects may replace by a number only, without dice."""


def why_not_set(what: str, text: str) -> str:
    """Return why a characteristic cannot be replaced by an amount, or "" if it can."""
    reason = why_no_amount(text)
    if not reason and what in FIXED and amount(text).is_random:
        return _("must be a number without dice for {what}", what=_(SET[what]))
    return reason


HIGHEST: Final[Mapping[str, int]] = {"D3": 3, "D6": 6, "2D6": 12}
"""The highest roll of each kind of die without a bonus."""


def _disagreements(effect: str, params: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield the parameters that are valid alone but not together with the others, each with the reason."""
    if TO.name in params:
        reasons = (why_not_set(what, str(params[TO.name])) for what in SETS.of(params))
        yield from ((TO.name, reason) for reason in dict.fromkeys(filter(None, reasons)))
    highest = HIGHEST[DIE.of(params)] + max(0, PLUS_ROLL.of(params))
    if ON.of(params) > highest:
        yield ON.name, _("can be {highest} at most, since no roll is higher", highest=highest)
    if effect == "slay" and DICE.name in params and EACH_OVER.name not in params:
        yield (
            "",
            _("{name} is missing - without it the effect {effect} does nothing", name=EACH_OVER.name, effect=effect),
        )
    if effect == "mortal-damage" and DICE.name in params and POINTS.of(params) == ROLL:
        yield POINTS.name, _("must be an amount where {name} are rolled", name=DICE.name)


def faults(effect: str, params: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield the invalid parameters of an effect, each with the reason; "" stands for a missing one."""
    checks = {param.name: param.check for param in (*COMMON, *OWN.get(effect, ()))}
    for name, value in params.items():
        reason = checks[name](value) if name in checks else ""
        if reason:
            yield name, reason
    if all(checks[name](params[name]) == "" for name in params if name in checks):
        yield from _disagreements(effect, params)
    needed = NEEDED.get(effect, ())
    if needed and not set(needed) & set(params):
        names = " / ".join(needed)
        yield "", _("{name} is missing - without it the effect {effect} does nothing", name=names, effect=effect)


def unknown(effect: str, params: Mapping[str, Value]) -> Iterator[str]:
    """Yield the parameters that an effect of this program does not understand."""
    understood = {param.name for param in (*COMMON, *OWN.get(effect, ()))}
    yield from (name for name in params if effect in OWN and name not in understood)


_GIVEN: Final[Mapping[str, Parameter[str]]] = {
    "keyword": LENDS, "weapon": GIVES, "barred": BARS, "free": FREES, "shielded": SHIELDS, "sheds": SHEDS
}  # fmt: skip
"""The lasting effects that give or forbid something by name."""


def is_change(what: str) -> bool:
    """Return whether a lasting effect may change a value of this name, as in `changes`; "aura" is one around a unit."""
    return what in MODIFIED or what in _GIVEN or what in _OTHERS or what.removesuffix(" set") in SET


_OTHERS: Final = ("passes", "toughens", "echo", "aura")


def changes(params: Mapping[str, Value]) -> Iterator[tuple[str, int, str]]:
    """Yield the changes of a lasting effect: the value, the number added to it, and the given keyword or text."""
    for what in WHAT.of(params):
        yield what, PLUS.of(params), ""
    for what in SETS.of(params):
        yield f"{what} set", 0, str(TO.of(params))
    for what, param in _GIVEN.items():
        if param.name in params:
            yield what, NUMBER.of(params) if param is LENDS else 0, param.of(params)
    if PASSES.name in params:
        yield "passes", 0, str(params[PASSES.name])
    if TOUGHENS.name in params:
        yield "toughens", TOUGHENS.of(params), ""
    if ECHOES.name in params:
        yield "echo", 0, f"{ECHOES.of(params)} {TO.of(params)}"
