"""Abilities that set up manifestations of a roster, enforced if their texts contain all that is needed.

An ability with further conditions is left for use by hand, with a warning that says why (A-MAN-5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import UnitDocument
from game.wording import _

SUMMON: Final = "SUMMON"
"""The keyword of abilities that set up a manifestation (A-KEY-14)."""

_INCHES: Final = r"(?P<{}>\d+)[\"”″]"
_SORT: Final = r"(?: (?:endless spell|invocation|manifestation))?"
_PARTS: Final = (
    rf"(?:an? |the )?.+? has (?P<parts>\d) parts that must be set up within {_INCHES.format('apart')} of each other\.?"
)
_SET_UP: Final = re.compile(
    rf"(?:set up|put) (?:an? |the )?(?P<name>.+?){_SORT}(?: on the (?:battlefield|table),?)?"
    rf" wholly within {_INCHES.format('within')} of (?:the )?(?:caster|chanter|wizard|priest|summoner|them)"
    r"(?P<visible>,? (?:and )?visible to (?:them|it|the \w+))?"
    rf"(?:,? (?:and )?more than {_INCHES.format('beyond')} from (?:all|any|every|each) enemy units?)?\.?"
    rf"(?: {_PARTS})?",
    re.IGNORECASE,
)
_DISTANCE: Final = re.compile(r"\d[\"”″]")
_BOTH: Final = re.compile(rf"both its parts(?:.*? within {_INCHES.format('apart')} of each other)?", re.IGNORECASE)
APART: Final = 9
"""The distance between two parts of a manifestation in inches if no text gives one."""


def summoning(
    abilities: Iterable[AbilityDocument], manifestations: Sequence[UnitDocument], warnings: list[str]
) -> tuple[AbilityDocument, ...]:
    """Return abilities with those that set up a manifestation of the army made to work; others add `warnings`."""
    return tuple(
        _working(ability, manifestations, warnings) if SUMMON in ability.keywords and not ability.handler else ability
        for ability in abilities
    )


def with_parts(units: Iterable[UnitDocument], abilities: Iterable[AbilityDocument]) -> list[UnitDocument]:
    """Return manifestations with a model for each of their parts, and the greatest distance between parts (A-MAN-7)."""
    by_unit = {str(ability.params["unit"]): ability for ability in abilities if "parts" in ability.params}
    return [_with_parts(unit, by_unit.get(unit.name)) for unit in units]


def _working(ability: AbilityDocument, manifestations: Sequence[UnitDocument], warnings: list[str]) -> AbilityDocument:
    """Return an ability that sets up a manifestation with parameters for the rules, or unchanged with a warning."""
    match = _SET_UP.fullmatch(_plain(ability.effect))
    if match is None or _DISTANCE.search(ability.declare):
        warnings.append(_("{name}: the program cannot work this out; use it by hand", name=ability.name))
        return ability
    unit = next((manifestation for manifestation in manifestations if _same(manifestation.name, match["name"])), None)
    if unit is None:
        text = _("{name}: the file has no {unit} to set up; use it by hand", name=ability.name, unit=match["name"])
        warnings.append(text)
        return ability
    params: dict[str, str | int] = {
        "unit": unit.name,
        "within": int(match["within"]),
        "beyond": int(match["beyond"] or 0),
        "visible": int(match["visible"] is not None),
    }
    if match["parts"]:
        params |= {"parts": int(match["parts"]), "apart": int(match["apart"])}
    return ability.model_copy(update={"handler": "summon", "params": params})


def _with_parts(unit: UnitDocument, summon: AbilityDocument | None) -> UnitDocument:
    """Return a manifestation with the number of its parts from its summoning ability or its own texts."""
    texts = (_BOTH.search(_plain(ability.effect)) for ability in unit.abilities)
    both_parts = next((text for text in texts if text is not None), None)
    if unit.size > 1 or (summon is None and both_parts is None):
        return unit
    parts, distance = 2, int((both_parts and both_parts["apart"]) or APART)
    if summon is not None:
        parts, distance = int(summon.params["parts"]), int(summon.params["apart"])
    models = tuple(model.model_copy(update={"count": parts}) for model in unit.models)
    return unit.model_copy(update={"models": models, "apart": distance})


def _plain(text: str) -> str:
    return " ".join(text.replace("**", "").split())


def _same(one: str, other: str) -> bool:
    """Return whether two names mean the same, apart from spelling."""
    keys = (re.sub(r"[\W_]", "", re.sub(r"^the ", "", name.casefold())) for name in (one, other))
    return len({*keys}) == 1
