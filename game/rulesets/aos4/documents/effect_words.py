"""Effects as data in words, and their parameters by title, for a player who checks or corrects them (A-IMP-8).

Imports parameters and words only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from game.engine.rulebook.facets import TextValue
from game.rulesets.aos4.documents.abilities import StepDocument
from game.rulesets.aos4.documents.params import GRADED, MODIFIED, SET, SWITCHED, TARGETS, UNTIL, Value, changes
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
    "set-up": N_("is set up again"),
    "move": N_("moves"),
    "fight-next": N_("fights next"),
    "choose": N_("for the effects below"),
    "summon": N_("sets up a manifestation"),
}
"""What effects do that change no value."""
WHOM: Final = {
    "self": N_("this unit"),
    "friend": N_("a friendly unit"),
    "other friend": N_("another friendly unit"),
    "enemy": N_("an enemy unit"),
    "any": N_("any unit"),
    "each enemy": N_("each enemy unit"),
    "each friend": N_("each friendly unit"),
    "each other friend": N_("each other friendly unit"),
    "each": N_("each unit"),
    "each other": N_("each other unit"),
    "trigger": N_("the unit to which it reacts"),
    "victim": N_("the only target of the attacks"),
}
"""The values of the parameter `target`."""
TITLES: Final = {
    "amount": N_("amount"),
    "to": N_("new value"),
    "inches": N_("inches"),
    "target": N_("for whom"),
    "number": N_("number of targets"),
    "range": N_("within inches"),
    "wholly": N_("wholly within"),
    "visible": N_("only in sight"),
    "keyword": N_("keywords"),
    "which": N_("only if it is"),
    "if": N_("only if the user is"),
    "user": N_("user"),
    "near": N_("only near"),
    "near-range": N_("near means inches"),
    "on": N_("roll at least"),
    "die": N_("die"),
    "each": N_("each die at least"),
    "attacks": N_("only attacks of kind"),
    "weapon": N_("only with"),
    "against": N_("only against"),
    "when": N_("only if the other unit is"),
    "option": N_("choice"),
    "until": N_("how long"),
    "reached": N_("only from a total of"),
    "missed": N_("only below a total of"),
}
"""The titles of parameters that a player corrects; others go by their name."""
FLAGS: Final = ("wholly", "visible")
_SAID: Final = ("what", "sets", "lends", "gives", "bars", "frees", "shields", "to", "amount", "target", "until")


def change_words(what: str, amount: int, keyword: str = "") -> str:
    """Return a change as `params.changes` yields it in a few words, such as "-1 hit rolls"."""
    if what in ("keyword", "weapon"):
        number = f" ({amount}+)" if keyword == "WARD" else f" ({amount})" if amount else ""
        return f"{keyword}{number}"
    if what.endswith(" set"):
        return f"{_(SET[what.removesuffix(' set')])} {keyword}"
    if what in ("barred", "free", "shielded"):
        words = {
            "barred": _("no {keyword}", keyword=keyword),
            "free": _("free {keyword}", keyword=keyword),
            "shielded": _("no target of {keyword}", keyword=keyword),
        }
        return words[what]
    named = _(MODIFIED[what])
    if what in SWITCHED:
        return named
    return f"{named} {amount}" if what in GRADED else f"{amount:+d} {named}"


def step_words(step: StepDocument) -> str:
    """Return an effect in a line: what happens, to whom, and all that limits it."""
    params = step.params
    done = [change_words(*change) for change in changes(params)]
    if not done:
        said = _(HANDLERS.get(step.handler, step.handler))
        done = [" ".join(filter(None, (said, str(params.get("amount", "")))))]
    parts = [", ".join(done), _(WHOM[str(params.get("target", "self"))]), *_limits(params)]
    if "until" in params:
        parts.append(_(UNTIL[str(params["until"])]))
    return " · ".join(parts)


def _limits(params: Mapping[str, Value]) -> Iterator[str]:
    for name, value in params.items():
        if name in FLAGS:
            yield _(TITLES[name])
        elif name not in _SAID:
            yield f"{_(TITLES.get(name, name))}: {value}"


def step_values(number: int, step: StepDocument) -> Iterator[TextValue]:
    """Yield the parameters of one of several effects that a player may correct."""
    words: dict[str, Mapping[str, str]] = {
        "until": {name: _(text) for name, text in UNTIL.items()},
        "target": {name: _(WHOM[name]) for name in TARGETS},
        "attacks": {"combat": _("combat"), "shooting": _("shooting")},
        "wholly": {"1": _("yes"), "0": _("no")},
        "visible": {"1": _("yes"), "0": _("no")},
    }
    for name, value in step.params.items():
        yield TextValue(f"{number} {name}", _(TITLES.get(name, name)), str(value), words.get(name, {}))
