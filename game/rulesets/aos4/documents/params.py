"""The parameters of effects: how each is checked before a battle begins, read, and what counts without it (A-IMP-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from game.rulesets.aos4.documents.amounts import Amount, amount, why_no_amount
from game.wording import N_, _

Value = str | int
Check = Callable[[Value], str]
"""Returns the fault of a value, or "" if there is none."""
ReadT = TypeVar("ReadT")


@dataclass(frozen=True)
class Parameter(Generic[ReadT]):
    """A parameter of effects: its name, the check and the reading of its values, and what counts without one."""

    name: str
    check: Check
    read: Callable[[Value], ReadT]
    default: ReadT

    def of(self, params: Mapping[str, Value]) -> ReadT:
        """Return the value among the parameters of an ability."""
        return self.read(params[self.name]) if self.name in params else self.default


TARGETS: Final = ("self", "friend", "enemy", "each enemy")
UNTIL: Final = {
    "phase": N_("until the phase ends"),
    "turn": N_("until the turn ends"),
    "round": N_("until the battle round ends"),
    "own turn": N_("until its player's next turn"),
}
"""The durations of effects, in words (A-TURN-5)."""
MODIFIED: Final = {
    "hit": N_("hit rolls"),
    "wound": N_("wound rolls"),
    "save": N_("save rolls"),
    "run": N_("run rolls"),
    "charge": N_("charge rolls"),
    "move": N_("Move"),
    "cast": N_("casting rolls"),
    "chant": N_("chanting rolls"),
    "unbind": "unbind",
    "banish": "banish",
    "control": N_("control score"),
}
"""The values that lasting effects may add to, in words."""
FARTHEST: Final = 200
"""Inches."""


def _whole(least: int, most: int) -> Check:
    text = N_("must be a whole number from {least} to {most}")
    return lambda value: "" if _is_whole(value) and least <= int(value) <= most else _(text, least=least, most=most)


def _is_whole(value: Value) -> bool:
    return isinstance(value, int) or (value.isascii() and value.removeprefix("-").isdigit() and len(value) < 6)


def _one_of(*known: str) -> Check:
    text = N_("is not available - use one of {known}")
    return lambda value: "" if value in known else _(text, known=", ".join(known))


def _some_of(*known: str) -> Check:
    one = _one_of(*known)
    return lambda value: next(filter(None, (one(word.strip()) for word in str(value).split(","))), "")


def _named(value: Value) -> str:
    return "" if str(value).strip() else _("is empty - name something")


def _listed(value: Value) -> tuple[str, ...]:
    return tuple(word.strip() for word in str(value).split(",") if word.strip())


def _flag(value: Value) -> bool:
    return bool(int(value))  # a pack may write it as text


_YES: Final = _whole(0, 1)
_INCHES: Final = _whole(0, FARTHEST)
_ADDED: Final = _whole(-20, 20)

USER: Final = Parameter("user", _named, str, "")
TARGET: Final = Parameter("target", _one_of(*TARGETS), str, "self")
RANGE: Final = Parameter("range", _INCHES, float, 0.0)
WHOLLY: Final = Parameter("wholly", _YES, _flag, False)
VISIBLE: Final = Parameter("visible", _YES, _flag, False)
KEYWORDS: Final[Parameter[tuple[str, ...]]] = Parameter("keyword", _named, _listed, ())
ON: Final = Parameter("on", _whole(2, 6), int, 0)
AMOUNT: Final = Parameter(
    "amount", lambda text: why_no_amount(str(text)), lambda text: amount(str(text)), Amount(plus=1)
)
RETURNS: Final = Parameter("returns", _whole(0, 100), int, 0)
FROM: Final = Parameter("from", _whole(0, 100), int, 0)
WHAT: Final[Parameter[tuple[str, ...]]] = Parameter("what", _some_of(*MODIFIED), _listed, ())
PLUS: Final = Parameter("amount", _ADDED, int, 1)
LENDS: Final = Parameter("lends", _named, lambda value: str(value).upper(), "")
NUMBER: Final = Parameter("amount", _ADDED, int, 0)
LASTS: Final = Parameter("until", _one_of(*UNTIL), str, "turn")
WHOSE_CONTROL: Final = Parameter("what", _one_of("control"), str, "")
UNIT: Final = Parameter("unit", _named, str, "")
WITHIN: Final = Parameter("within", _INCHES, float, 12.0)
BEYOND: Final = Parameter("beyond", _INCHES, float, 9.0)
IN_SIGHT: Final = Parameter("visible", _YES, _flag, True)
PARTS: Final = Parameter("parts", _whole(2, 9), int, 1)
APART: Final = Parameter("apart", _whole(1, 60), int, 0)

COMMON: Final[tuple[Parameter[Any], ...]] = (USER, TARGET, RANGE, WHOLLY, VISIBLE, KEYWORDS, ON)
"""Parameters that every effect understands: which units use it, which it is for, and the roll that some need."""
OWN: Final[Mapping[str, tuple[Parameter[Any], ...]]] = {
    "mortal-damage": (AMOUNT,),
    "heal": (AMOUNT, RETURNS, FROM),
    "ritual": (AMOUNT,),
    "modify": (WHAT, PLUS, LASTS),
    "lend": (LENDS, NUMBER, LASTS),
    "aura": (WHOSE_CONTROL, PLUS),
    "summon": (UNIT, WITHIN, BEYOND, PARTS, APART),
}
"""Parameters of one effect, by its id."""
NEEDED: Final = {name: OWN[name][0].name for name in ("modify", "lend", "aura", "summon")}
"""The parameter without which an effect does nothing."""


def faults(effect: str, params: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield the parameters of an effect that are wrong, each with the reason; "" stands for one that is missing."""
    known = {param.name: param.check for param in (*COMMON, *OWN.get(effect, ()))}
    for name, value in params.items():
        reason = known[name](value) if name in known else ""
        if reason:
            yield name, reason
    needed = NEEDED.get(effect, "")
    if needed and needed not in params:
        yield "", _("{name} is missing - without it the effect {effect} does nothing", name=needed, effect=effect)


def unknown(effect: str, params: Mapping[str, Value]) -> Iterator[str]:
    """Yield the parameters that an effect known here does not understand."""
    known = {param.name for param in (*COMMON, *OWN.get(effect, ()))}
    yield from (name for name in params if effect in OWN and name not in known)
