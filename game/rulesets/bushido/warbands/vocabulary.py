"""What may stand on a card: traits, specials and feats by name, each with the form in which it is written (B-TR).

The rules have one class for each of them; a test holds both lists together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from game.rulesets.bushido.warbands.terms import Term, UnreadableTerm, term
from game.wording import N_, _


def _named(form: str, names: str) -> Iterator[tuple[str, str]]:
    return ((name, form) for name in names.split(", "))


TRAITS: Final[Mapping[str, str]] = dict(
    (
        *_named(
            "",
            "Aggressive, Agile, Assassin, Aware, Banzai!, Bravery, Cloudwalk, Construct, Cowardly, Defensive, Durable,"
            " Endurance, Evasive, Fearless, Huge, Immovable, Impenetrable Defence, Insignificant, Intangible, Jump Up,"
            " Kata, Last Stand, Lightfooted, Lightning Reflexes, Lightweight, Mantra, Reach, Sixth Sense, Slow,"
            " Soulless, Split Attack, Steadfast, Strong, Terror, Tiny, Tireless, Weak",
        ),
        *_named(
            "(X)",
            "Ammo, Armour, Brutal, Camouflage, Courage, Dodge, Dread, Fear, Feint, Heal, Indomitable, Mettle,"
            " Overwhelm, Parry, Pierce, Ranged Defence, Rapid Fire, Regenerate, Reload, Resistance, Rise, Sharp,"
            " Spirit, Tactician, Tough, Unblockable, Willpower",
        ),
        *_named("(X/Y)", "Bleed, Channel, Disturb Flow, Fire, Poison, Scout"),
        *_named("[D]", "Charging Bonus, Co-ordinated Attack, Hatred, Immune, Vengeance"),
        *_named("[D] (X)", "Adept, Bodyguard, Prowess"),
        *_named("[D] (X/Y)", "Command, Leadership, Order"),
    )
)
"""Each trait with its form: what it is about in brackets, its values in parentheses."""

_ATTACKS = "Combo, Critical, Drag, Forceback, Grapple, Powerful, Push, Sidestep, Slam, Stun, Sweep, Throw"
_DEFENCES = "Counterstrike, Drag, Forceback, Grapple, Push, Sidestep, Sweep, Throw"
SPECIALS: Final = (
    *(f"{name} Attack" for name in _ATTACKS.split(", ")),
    *(f"{name} Defence" for name in _DEFENCES.split(", ")),
)
"""The special attacks and defences; each has a cost in dice (B-SPEC-1)."""

FEATS: Final = (
    "Dirty Trick",
    "Green Balm",
    "Iron Chant",
    "Planted Feet",
    "Rush the Bank",
    "Slip Away",
    "Slow Breath",
    "Tolling Voice",
)
"""The Ki feats."""


def why_no_trait(text: str) -> str:
    """Return why a text is no trait that the rules know, an empty string if it is one."""
    found, reason = _read(text)
    if found is None:
        return reason
    if found.name not in TRAITS:
        return _unknown(N_("unknown trait {name!r} - {known}"), found.name, tuple(TRAITS))
    form = TRAITS[found.name]
    wrong = bool(found.about) != form.startswith("[D]") or len(found.values) != form.count("X") + form.count("Y")
    if wrong:
        return _("{text!r} is not written right - it is {name} {form}", text=text, name=found.name, form=form).rstrip()
    return why_no_trait(found.about) if found.name == "Charging Bonus" else ""


def why_no_special(text: str) -> str:
    """Return why a text is no special that the rules know, with its cost, an empty string if it is one."""
    found, reason = _read(text)
    if found is None:
        return reason
    if found.name not in SPECIALS:
        return _unknown(N_("unknown special {name!r} - {known}"), found.name, SPECIALS)
    if found.about or len(found.values) != 1 or found.value < 0:
        return _("{text!r} is not written right - it is {name} {form}", text=text, name=found.name, form="(X)")
    return ""


def why_no_feat(name: str) -> str:
    """Return why a name is no feat that the rules know, an empty string if it is one."""
    return "" if name in FEATS else _unknown(N_("unknown feat {name!r} - {known}"), name, FEATS)


def _read(text: str) -> tuple[Term | None, str]:
    try:
        return term(text), ""
    except UnreadableTerm as error:
        return None, str(error)


def _unknown(text: str, name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, 3, 0.7)
    listed = _("did you mean {names}?", names=", ".join(near)) if near else _("known: {names}", names=", ".join(known))
    return _(text, name=name, known=listed)
