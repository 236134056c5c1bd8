"""Effects in words, and titles for their parameters, for players who check or correct them (A-IMP-8).

Imports parameters and words only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from game.engine.rulebook.facets import TextValue
from game.rulesets.aos4.documents.abilities import StepDocument
from game.rulesets.aos4.documents.condition_words import condition_words
from game.rulesets.aos4.documents.params import (
    CONDITIONAL,
    GRADED,
    MODIFIED,
    SET,
    SWITCHED,
    TARGETS,
    UNTIL,
    Value,
    changes,
)
from game.wording import N_, _

HANDLERS: Final = {
    "mortal-damage": N_("mortal damage"),
    "heal": N_("heals"),
    "return": N_("slain models return"),
    "slay": N_("models are slain"),
    "pile-in": N_("piles in"),
    "ignore": N_("the ability has no effect on it"),
    "thwart": N_("the ability has no effect"),
    "reserve": N_("waits in reserve"),
    "arrive": N_("is set up from reserve"),
    "replace": N_("a destroyed unit is replaced"),
    "ritual": N_("ritual points"),
    "command-points": N_("command points"),
    "adjust": N_("changes the roll"),
    "set-up": N_("is set up again"),
    "move": N_("moves"),
    "fight-next": N_("fights next"),
    "use-now": N_("may use at once"),
    "forward-to-victory": N_("the charge roll may be rerolled"),
    "choose": N_("for the effects below"),
    "summon": N_("sets up a manifestation"),
}
"""The words for effects that do not change a value, by their ids."""
WHOM: Final = {
    "self": N_("this unit"),
    "friend": N_("a friendly unit"),
    "other friend": N_("another friendly unit"),
    "enemy": N_("an enemy unit"),
    "any": N_("any unit"),
    "each enemy": N_("each enemy unit"),
    "each other enemy": N_("each other enemy unit"),
    "each friend": N_("each friendly unit"),
    "each other friend": N_("each other friendly unit"),
    "each": N_("each unit"),
    "each other": N_("each other unit"),
    "trigger": N_("the unit to which it reacts"),
    "victim": N_("the only target of the attacks"),
}
"""The values of the parameter `target`."""
TITLES: Final = {
    "what": N_("what changes"),
    "sets": N_("what is replaced"),
    "lends": N_("keyword given"),
    "gives": N_("weapon ability given"),
    "bars": N_("what is forbidden"),
    "amount": N_("amount"),
    "to": N_("new value"),
    "inches": N_("inches"),
    "target": N_("target"),
    "number": N_("number of targets"),
    "range": N_("within inches"),
    "wholly": N_("wholly within"),
    "visible": N_("only in sight"),
    "keyword": N_("keywords"),
    "which": N_("only if it"),
    "if": N_("only if the user"),
    "user": N_("user"),
    "near": N_("only near"),
    "near-range": N_("how near in inches"),
    "near-wholly": N_("wholly within that"),
    "near-inside": N_("with the other unit wholly within that"),
    "fights": N_("only in combat with"),
    "fights-which": N_("only in combat with a unit that"),
    "side": N_("whose units"),
    "and-self": N_("and this unit"),
    "or-self": N_("or this unit"),
    "fresh": N_("no target twice in the same"),
    "extra-from": N_("one more target from a total of"),
    "on": N_("roll at least"),
    "die": N_("die"),
    "each": N_("each die at least"),
    "attacks": N_("only attacks of kind"),
    "weapon": N_("only with"),
    "against": N_("only against"),
    "when": N_("only if the other unit"),
    "option": N_("choice"),
    "until": N_("how long"),
    "reached": N_("only from a total of"),
    "missed": N_("only below a total of"),
    "with": N_("most other units with it"),
    "with-kind": N_("keywords of the others"),
    "with-regiment": N_("the others from its regiment"),
    "with-range": N_("others from there set up wholly within inches"),
    "with-own": N_("only others that went there with it"),
    "deeds": N_("one of"),
    "rolls": N_("highest of these dice"),
    "faces": N_("on a roll of"),
    "then": N_("only if the target was"),
    "at-target": N_("measured from the target"),
    "unwarded": N_("without ward rolls"),
    "deed": N_("only for abilities"),
    "dice": N_("dice"),
    "most": N_("at most"),
    "over": N_("roll compared as"),
    "than": N_("roll compared with"),
    "within": N_("set up within inches"),
    "beyond": N_("set up beyond inches"),
    "edge": N_("within inches of an edge"),
    "beside": N_("beside"),
    "territory": N_("in territory"),
    "times": N_("times"),
    "plus": N_("added to the roll"),
    "plus-keyword": N_("added only for keywords"),
    "plus-which": N_("added only if it"),
    "plus-if": N_("added only if the user"),
    "sure-which": N_("without a roll if it"),
    "sure-if": N_("without a roll if the user"),
    "by": N_("in reaction to"),
    "by-range": N_("only in reaction within inches"),
    "by-wholly": N_("only in reaction to units wholly within that"),
    "by-visible": N_("only in reaction in sight"),
    "by-which": N_("only in reaction to a unit that"),
    "after": N_("after it is resolved"),
    "companion": N_("Companion weapons too"),
    "mine": N_("only attacks of this unit"),
    "by-health": N_("counted in Health"),
    "damage-by": N_("only against damage by"),
    "magic": N_("only against spells, prayers and manifestations"),
    "way": N_("combat"),
    "past": N_("moves through"),
    "share": N_("share of its models"),
    "frees": N_("what is free"),
    "shields": N_("what cannot target it"),
    "passes": N_("units that take the damage points its wards remove"),
    "sheds": N_("token lost for save rolls of 1"),
    "toughens": N_("Health"),
    "echoes": N_("what follows"),
    "echo-on": N_("roll at least"),
    "echo-die": N_("die"),
    "pick": N_("one weapon of choice"),
    "lifts": N_("the lowest die becomes"),
    "corner": N_("within inches of a corner"),
    "closer": N_("beyond inches of some enemies"),
    "closer-to": N_("those enemies"),
    "dying": N_("as it is destroyed"),
    "returns": N_("models returned too"),
    "from": N_("models returned from a total of"),
    "each-over": N_("each die compared as"),
    "dice-most": N_("most dice"),
    "reserve": N_("in reserve"),
    "unit": N_("manifestation"),
    "parts": N_("parts"),
    "apart": N_("parts within inches of each other"),
    "again": N_("more than once in a phase"),
}
"""The titles of parameters that a player can correct; other parameters are shown by name."""
ECHOED: Final = {
    "heal": N_("it heals"),
    "mortal-damage": N_("mortal damage on it"),
    "allocate": N_("damage points without ward rolls on it"),
}
"""The words for effects that follow each use of certain abilities."""
_KINDS: Final = {"combat": N_("combat"), "shooting": N_("shooting")}
VALUES: Final = {
    "way": {
        "clear": N_("kept out of"),
        "through": N_("passed, not ended in"),
        "into": N_("can end in combat"),
        "fight": N_("must end in combat"),
        "retreat": N_("left as by a Retreat"),
        "fought": N_("passed, ended in only with units already fought"),
        "held": N_("only with units already fought"),
        "left": N_("left; others' ranges kept out of"),
    },
    "past": {
        "fly": N_("everything, as if it had Fly"),
        "models": N_("all models"),
        "enemies": N_("enemy models"),
        "target": N_("models of the target"),
    },
    "share": {"all": N_("all"), "half": N_("half")},
    "side": {"friend": N_("friendly"), "enemy": N_("enemy")},
    "fresh": {"phase": N_("phase"), "turn": N_("turn"), "battle": N_("battle")},
    "attacks": _KINDS,
    "damage-by": {**_KINDS, "spell": N_("spells"), "prayer": N_("prayers"), "manifestation": N_("manifestations")},
    "lifts": {"highest": N_("as high as the highest")},
    "then": {"hurt": N_("hurt by it"), "slew": N_("reduced by it"), "destroyed": N_("destroyed by it")},
}
"""The words for the values of parameters with only a few values."""
FLAGS: Final = (
    "wholly", "visible", "after", "companion", "mine", "by-health", "near-wholly", "near-inside", "and-self", "or-self",
    "by-wholly", "by-visible", "magic", "with-regiment", "with-own", "at-target", "unwarded", "dying", "pick", "again",
)  # fmt: skip
_SAID: Final = (
    "what",
    "sets",
    "lends",
    "gives",
    "bars",
    "frees",
    "shields",
    "passes",
    "sheds",
    "toughens",
    "echoes",
    "to",
    "amount",
    "target",
    "until",
    "once",
)


def change_words(what: str, amount: int, keyword: str = "") -> str:
    """Return a change from `params.changes` in a few words, such as "-1 hit rolls"."""
    if what in ("keyword", "weapon"):
        numbers = {"WARD": f" ({amount}+)", "WIZARD": f" ({amount})", "PRIEST": f" ({amount})"}
        return f"{keyword}{numbers.get(keyword, '')}"
    if what.endswith(" set"):
        return f"{_(SET[what.removesuffix(' set')])} {keyword}"
    if what == "sheds":
        return _("loses {token} for save rolls of 1", token=keyword)
    if what == "toughens":
        return _("Health {amount}", amount=f"{amount:+d}")
    if what == "echo":
        kind, _blank, points = keyword.partition(" ")
        return f"{_(ECHOED[kind])} {points}"
    if what in ("barred", "free", "shielded", "passes"):
        words = {
            "barred": _("no {keyword}", keyword=keyword),
            "free": _("free {keyword}", keyword=keyword),
            "shielded": _("no target of {keyword}", keyword=keyword),
            "passes": _("damage points that its wards remove go to {keyword}", keyword=keyword),
        }
        return words[what]
    value_name = _(MODIFIED[what])
    if what in SWITCHED:
        return value_name
    return f"{value_name} {graded(what, amount)}" if what in GRADED else f"{amount:+d} {value_name}"


def graded(what: str, amount: int) -> str:
    """Return the amount of an effect that is not a modifier, with "+" if a die must reach it."""
    return f"{amount}+" if what == "backlash slain" else str(amount)


def steps_words(steps: Sequence[StepDocument]) -> list[str]:
    """Return effects as lines with their targets, conditions, durations and limits."""
    return [_in_words(step, _("the same") if number else _(WHOM["self"])) for number, step in enumerate(steps)]


def _in_words(step: StepDocument, usual: str) -> str:
    """Return an effect as a line; `usual` names its target if the effect names none."""
    params = step.params
    changes_made = [change_words(*change) for change in changes(params)]
    if not changes_made:
        label = _(HANDLERS.get(step.handler, step.handler))
        changes_made = [" ".join(filter(None, (label, str(params.get("amount", "")))))]
    parts = [", ".join(changes_made), _(WHOM[str(params["target"])]) if "target" in params else usual, *_limits(params)]
    if "until" in params:
        parts.append(_(UNTIL[str(params["until"])]))
    return " · ".join(parts)


def _limits(params: Mapping[str, Value]) -> Iterator[str]:
    """Yield the words for parameters that limit an effect."""
    for name, value in params.items():
        if name in FLAGS:
            yield from [_(TITLES[name])] if int(value) else []
        elif name not in _SAID:
            texts = [_value_words(name, part) for part in map(str.strip, str(value).split(","))]
            yield f"{_(TITLES.get(name, name))}: {', '.join(texts)}"


def _value_words(name: str, value: str) -> str:
    """Return one value of a parameter in words."""
    if name in CONDITIONAL:
        return condition_words(value)
    words = VALUES.get(name, {})
    return _(words[value]) if value in words else value


def step_values(number: int, step: StepDocument) -> Iterator[TextValue]:
    """Yield the parameters of an effect that a player can correct; `number` is its place among the effects."""
    words: dict[str, Mapping[str, str]] = {
        "what": {name: _(text) for name, text in MODIFIED.items() if "what" in step.params},
        "until": {name: _(text) for name, text in UNTIL.items()},
        "target": {name: _(WHOM[name]) for name in TARGETS},
        **{name: {value: _(text) for value, text in choices.items()} for name, choices in VALUES.items()},
        **{name: {"1": _("yes"), "0": _("no")} for name in FLAGS},
    }
    for name, value in step.params.items():
        choices = words.get(name, {})
        yield TextValue(
            f"{number} {name}", _(TITLES.get(name, name)), str(value), choices if str(value) in choices else {}
        )
