"""What the parameters of effects may be, asked before a battle begins: a wrong one would stop it later (A-IMP-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from game.rulesets.aos4.documents.amounts import amount
from game.wording import N_, _

Value = str | int
Check = Callable[[Value], str]
"""Returns what is wrong with a value, "" if it is as it should be."""

TARGETS: Final = ("self", "friend", "enemy", "each enemy")
UNTIL: Final = {
    "phase": N_("until the phase ends"),
    "turn": N_("until the turn ends"),
    "round": N_("until the battle round ends"),
    "own turn": N_("until its player's next turn"),
}
"""How long effects last, in words (A-TURN-5)."""
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
"""What lasting effects may add to, in words."""
FARTHEST: Final = 200
"""Inches."""


def _whole(least: int, most: int) -> Check:
    text = N_("must be a whole number from {least} to {most}")
    return lambda value: "" if _is_whole(value) and least <= int(value) <= most else _(text, least=least, most=most)


def _is_whole(value: Value) -> bool:
    return isinstance(value, int) or (value.isascii() and value.removeprefix("-").isdigit() and len(value) < 6)


def _one_of(*known: str) -> Check:
    text = N_("is not known here - use one of {known}")
    return lambda value: "" if value in known else _(text, known=", ".join(known))


def _some_of(*known: str) -> Check:
    one = _one_of(*known)
    return lambda value: next(filter(None, (one(each.strip()) for each in str(value).split(","))), "")


def _named(value: Value) -> str:
    return "" if str(value).strip() else _("is empty - name something")


def _amount(value: Value) -> str:
    try:
        amount(str(value))
    except ValueError:
        return _(
            "{text!r} is not an amount - write a number, or dice as in D3, 2D6, D3+2 (A-DICE-1)", text=str(value)[:60]
        )
    return ""


_YES: Final = _whole(0, 1)
_INCHES: Final = _whole(0, FARTHEST)
_LASTING: Final[Mapping[str, Check]] = {"amount": _whole(-20, 20), "until": _one_of(*UNTIL)}

COMMON: Final[Mapping[str, Check]] = {
    "user": _named,
    "target": _one_of(*TARGETS),
    "range": _INCHES,
    "wholly": _YES,
    "visible": _YES,
    "keyword": _named,
    "on": _whole(2, 6),
}
"""Parameters that every effect understands: who uses it, whom it is for, and the die that some need."""
OWN: Final[Mapping[str, Mapping[str, Check]]] = {
    "mortal-damage": {"amount": _amount},
    "heal": {"amount": _amount, "returns": _whole(0, 100), "from": _whole(0, 100)},
    "ritual": {"amount": _amount},
    "modify": {"what": _some_of(*MODIFIED), **_LASTING},
    "lend": {"lends": _named, **_LASTING},
    "aura": {"what": _one_of("control"), "amount": _LASTING["amount"]},
    "summon": {"unit": _named, "within": _INCHES, "beyond": _INCHES, "parts": _whole(2, 9), "apart": _whole(1, 60)},
}
"""Parameters of one effect, by its id."""
NEEDED: Final[Mapping[str, str]] = {"modify": "what", "lend": "lends", "aura": "what", "summon": "unit"}
"""The parameter without which an effect does nothing."""


def faults(effect: str, params: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield the parameters of an effect that are wrong, each with the reason; "" stands for one that is missing."""
    known = {**COMMON, **OWN.get(effect, {})}
    for name, value in params.items():
        reason = known[name](value) if name in known else ""
        if reason:
            yield name, reason
    needed = NEEDED.get(effect, "")
    if needed and needed not in params:
        yield "", _("{name} is missing - without it the effect {effect} does nothing", name=needed, effect=effect)


def unknown(effect: str, params: Mapping[str, Value]) -> Iterator[str]:
    """Yield the parameters that an effect known here does not understand."""
    if effect in OWN:
        yield from (name for name in params if name not in COMMON and name not in OWN[effect])
