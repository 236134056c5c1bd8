"""Effects proposed from the texts of abilities: recurring phrases, recognised as a whole or not at all (A-IMP-8).

A text is read only if every word of it is understood: who uses it, its targets, conditions, durations and limits. What
is doubtful is left to be used by hand. A proposal is checked by people before it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import ValidationError

from game.rulesets.aos4.documents.abilities import AbilityDocument, StepDocument, unmarked
from game.rulesets.aos4.documents.params import Value, faults
from game.rulesets.aos4.documents.timing import MOMENTS, timing

Params = dict[str, Value]


@dataclass(frozen=True)
class Proposal:
    """What an ability's text seems to mean: effects as data, or that it needs nothing in play.

    `words` are the pieces of the text that gave the effects. Without a `handler` nothing is needed.
    """

    handler: str = ""
    params: Mapping[str, Value] = field(default_factory=dict)
    also: tuple[StepDocument, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def needs_nothing(self) -> bool:
        """Whether the text has no effect in play."""
        return not self.handler

    @property
    def steps(self) -> tuple[StepDocument, ...]:
        """The proposed effects in order."""
        return () if self.needs_nothing else (StepDocument(handler=self.handler, params=dict(self.params)), *self.also)

    def applied(self, ability: AbilityDocument) -> AbilityDocument:
        """Return the ability with the proposed effects."""
        if self.needs_nothing:
            return ability
        return ability.model_copy(update={"handler": self.handler, "params": dict(self.params), "also": self.also})

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where the words stand in a text as `plain_text` gives it, in order."""
        found = [(text.find(words), len(words)) for words in self.words]
        return sorted((start, start + length) for start, length in found if start >= 0)


def plain_text(ability: AbilityDocument) -> tuple[str, str]:
    """Return what an ability's declaration and effect say, in one line each, without marks and slips of the pen."""
    return _tidy(unmarked(ability.declare)), _tidy(unmarked(_OPTION.sub("\n\u2022 \\1: ", ability.effect)))


def read_effects(ability: AbilityDocument) -> Proposal | None:
    """Return what the text of an ability means, or None if it is not understood completely."""
    if ability.kind in ("card", "command") or ability.handler or "DEPLOY" in ability.keywords:
        return None
    declare, effect = plain_text(ability)
    if _NOTHING.fullmatch(effect) and not declare:
        return Proposal(words=(effect,))
    try:
        reader = _Passive(effect) if _is_passive(ability) else _Activated(ability, declare, effect)
        steps = reader.read()
    except _DoubtError:
        return None
    return _proposal(steps, reader.words)


def _is_passive(ability: AbilityDocument) -> bool:
    if ability.kind == "passive" or timing(ability.timing).moment == "passive":
        if ability.keywords or ability.declare:
            raise _DoubtError  # such passive abilities count only when something else says so
        return True
    return False


def _proposal(steps: Sequence[tuple[str, Params]], words: Sequence[str]) -> Proposal | None:
    if not steps or len(steps) > 8:
        return None
    for handler, needs in steps:
        if any(True for _fault in faults(handler, needs)):
            return None
    try:
        also = tuple(StepDocument(handler=handler, params=needs) for handler, needs in steps[1:])
    except ValidationError:
        return None
    return Proposal(steps[0][0], steps[0][1], also, tuple(words))


class _DoubtError(ValueError):
    """A text that is not understood completely."""


_SIGNS: Final = {"’": "'", "‘": "'", "”": '"', "“": '"', "″": '"', "''": '"', "\u00a0": " ", "\u2011": "-", "–": "-"}
_OPTION: Final = re.compile(r"\n(?:\u2022 )?\*\*([A-Z][^*\n:]{1,60}?)(?::\*\*|\*\*:) ?")
"""The name of one of several effects, at the beginning of a line."""
_SLIPS: Final = {"picka ": "pick a ", " ,": ",", "Until he start": "Until the start", "Wizardto": "Wizard to"}
"""Slips of the pen that leave no doubt."""
_NOTES: Final = re.compile(r"\s*(?:\*?Designer's Note:).*$", re.IGNORECASE | re.DOTALL)


def _tidy(text: str) -> str:
    for sign, plain in _SIGNS.items():
        text = text.replace(sign, plain)
    text = _NOTES.sub("", text.replace("*", ""))
    for wrong, right in _SLIPS.items():
        text = text.replace(wrong, right)
    return " ".join(text.replace("\u2022", " \u2022 ").split())


_NOTHING: Final = re.compile(
    r"(?:This (?:unit|model|Manifestation) (?:has|is armed with) no (?:other )?abilities\.?)"
    r"|(?:This unit can be included in (?:an?|any) [\w' -]+ (?:army|regiment)\.?)",
    re.IGNORECASE,
)

# -- keywords ---------------------------------------------------------------------------------------

UNIVERSAL: Final = frozenset(
    {
        "HERO", "HEROES", "INFANTRY", "CAVALRY", "BEAST", "BEASTS", "MONSTER", "MONSTERS", "WIZARD", "WIZARDS",
        "PRIEST", "PRIESTS", "UNIQUE", "MANIFESTATION", "MANIFESTATIONS", "FLY", "TOTEM", "WARMASTER", "CHAMPION",
        "DAEMON",
    }
) | {"WAR MACHINE", "WAR MACHINES", "FACTION TERRAIN", "ENDLESS SPELL"}  # fmt: skip
_NAME: Final = r"[A-Z][\w'-]*(?:(?: of| the| and the| in| on| to)? [A-Z][\w'-]*)*"
_ONE: Final = rf"(?:non-[A-Z][\w'-]*(?: Machine)? )*(?:non-)?{_NAME}"
_SOME: Final = rf"{_ONE}(?:(?:, {_ONE})*,? (?:or|and) {_ONE})?"


def phrase(text: str) -> list[str]:
    """Return the keywords of a text such as "Lantern Concord Infantry or Cavalry" as the rules take them."""
    parts = [part for part in re.split(r", | or | and (?!the )", text.strip()) if part]
    parts = [re.sub(r"^(?:or|and) ", "", part) for part in parts]
    if any(part.lower().startswith("non-") for part in parts):
        if len(parts) > 1:
            raise _DoubtError
        return _exceptions(parts[0])
    words = [part.upper() for part in parts]
    if len(words) > 1:
        first, last = _split(words[0]), words[-1].split()
        if first[0] and first[1] and all(not _split(word)[0] for word in words[1:]):
            words = [words[0], *(f"{first[0]} {word}" for word in words[1:])]
        elif (
            len(last) > 1
            and _split(words[-1])[0]
            and _split(words[-1])[1]
            and all(not _split(w)[0] for w in words[:-1])
        ):
            raise _DoubtError
    if " and " in text:  # it may be the name of one unit
        words.append(" ".join(text.upper().split()))
    return [" or ".join(words)]


def _exceptions(text: str) -> list[str]:
    """Return the phrases of a text that begins with one exception or several."""
    phrases: list[str] = []
    while (match := re.match(r"non-(?P<what>War Machine|Faction Terrain|[A-Z][\w'-]*) (?=non-)", text)) is not None:
        phrases.append(f"non-{match['what'].upper()}")
        text = text[match.end() :]
    return [*phrases, *_exception(text[4:])] if text.lower().startswith("non-") else [*phrases, *phrase(text)]


def _exception(text: str) -> list[str]:
    """Return the phrases of what stands behind "non-": the exception, and the keywords after it."""
    words = text.upper().split()
    for length in (2, 1):
        head, rest = " ".join(words[:length]), " ".join(words[length:])
        if head in UNIVERSAL:
            return [f"non-{head}", rest] if rest else [f"non-{head}"]
    if len(words) == 1:
        return [f"non-{words[0]}"]
    raise _DoubtError


def _split(text: str) -> tuple[str, str]:
    """Return a row of keywords in capitals as the part of a faction and the universal keywords behind it."""
    words, tail = text.split(), list[str]()
    while words:
        if len(words) > 1 and " ".join(words[-2:]) in UNIVERSAL:
            tail, words = words[-2:] + tail, words[:-2]
        elif words[-1] in UNIVERSAL:
            tail, words = words[-1:] + tail, words[:-1]
        else:
            break
    return " ".join(words), " ".join(tail)


# -- units ------------------------------------------------------------------------------------------

_HERE: Final = (
    r"(?:this (?:unit|model|[Mm]anifestation|terrain feature|[Hh]ero|[Mm]onster|[Pp]riest|[Ww]izard)|it|them|him|her"
    r"|the (?:caster|chanter|unit using this ability))"
)
_DISTANCE: Final = rf"(?P<wholly>wholly )?within (?P<inches>\d+)\"(?: of)? (?:{_HERE})"
_REACH: Final = r"(?P<wholly2>wholly )?within (?:this (?:unit|model)'s|its|their) combat range"
_PLACES: Final[tuple[tuple[str, Callable[[re.Match[str]], Params]], ...]] = (
    (_DISTANCE, lambda match: _range(match["inches"], match["wholly"])),
    (_REACH, lambda match: _range("3", match["wholly2"])),
    (rf"(?:that (?:is|are) )?in combat with {_HERE}", lambda match: {"which": "fighting"}),
    (rf"(?:that (?:is|are) )?not in combat with {_HERE}", lambda match: {"which": "not fighting"}),
    (r"(?:that (?:is|are) )?in combat", lambda match: {"which": "in combat"}),
    (r"(?:that (?:is|are) )?not in combat", lambda match: {"which": "not in combat"}),
    (r"that (?:has )?charged (?:this turn|this phase|in the same turn)", lambda match: {"which": "charged"}),
    (
        r"that (?:has not charged|did not charge) (?:this turn|this phase|in the same turn)",
        lambda match: {"which": "not charged"},
    ),
    (r"that (?:is|are) damaged", lambda match: {"which": "damage 1"}),
    (rf"(?:that (?:is|are) )?visible to {_HERE}", lambda match: {"visible": 1}),
    (
        r"that (?:has|have) not used (?:an?|any) (?P<used>[A-Z][\w-]*) (?:ability|abilities) this turn",
        lambda match: {"which": f"not used {match['used'].upper()}"},
    ),
    (
        r"that used an? (?P<used>[A-Z][\w-]*) ability this turn",
        lambda match: {"which": f"used {match['used'].upper()}"},
    ),
    (r"that (?:is|are) contesting an objective(?: you control)?", lambda match: _contested(match[0])),
    (r"that (?:was|were) set up this turn", lambda match: {"which": "set up"}),
    (r"that (?:was|were) not set up this turn", lambda match: {"which": "not set up"}),
    (r"(?:that (?:is|are) )?wholly within (?P<land>friendly|enemy) territory", lambda match: _land(match["land"])),
)


def _range(inches: str, wholly: str | None) -> Params:
    return {"range": int(inches), "wholly": 1} if wholly else {"range": int(inches)}


def _contested(text: str) -> Params:
    return {"which": "contesting own" if text.endswith("control") else "contesting"}


def _land(whose: str) -> Params:
    return {"which": "own territory" if whose == "friendly" else "enemy territory"}


def _joined(one: Params, other: Params) -> Params:
    """Return the parameters of both; those that would contradict each other are doubtful."""
    result = {**one}
    for name, value in other.items():
        if name in ("which", "if", "keyword", "when", "against") and name in result:
            result[name] = f"{result[name]}, {value}"
        elif result.get(name, value) != value:
            raise _DoubtError
        else:
            result[name] = value
    return result


def _places(text: str) -> Params:
    """Return what a text behind the name of units says of them: where they are, and what they did."""
    found: Params = {}
    rest = text.strip()
    while rest:
        rest = re.sub(r"^(?:,? ?and |, )", "", rest)
        if found:
            rest = re.sub(r"^(?:is|are) (?!contesting)", "", rest)
        for pattern, meaning in _PLACES:
            match = re.match(rf"{pattern}(?=$| and |,? that |, | within | wholly | in combat )", rest, re.IGNORECASE)
            if match is not None:
                found, rest = _joined(found, meaning(match)), rest[match.end() :].strip()
                break
        else:
            raise _DoubtError
    return found


_UNITS: Final = re.compile(
    rf"(?P<visible>visible )?(?P<damaged>damaged )?(?P<whose>friendly|enemy|friendly and enemy)(?: "
    rf"(?P<kind>{_SOME}))?(?: (?:units?|models?))?"
    r"(?P<where>(?:,? (?:that|in combat|not in combat|within|wholly|visible to|and)\b.*)?)"
)


def _units(text: str) -> Params:
    """Return the parameters of units as they are named, without how many are picked."""
    match = _UNITS.fullmatch(text.strip())
    if match is None:
        raise _DoubtError
    found = _places(match["where"])
    if match["kind"]:
        found = _joined(found, {"keyword": ", ".join(phrase(match["kind"]))})
    if match["visible"]:
        found = _joined(found, {"visible": 1})
    if match["damaged"]:
        found = _joined(found, {"which": "damage 1"})
    return {"target": {"friendly": "friend", "enemy": "enemy"}.get(match["whose"], "each"), **found}


# -- conditions on the user -------------------------------------------------------------------------


def _near(match: re.Match[str]) -> Params:
    found: Params = {"near": ", ".join(phrase(match["near"])), "near-range": int(match["near_inches"] or 3)}
    return {**found, "near-wholly": 1} if match["near_wholly"] else found


_ME: Final = r"(?:this (?:unit|model|[Mm]anifestation|[Hh]ero|[Mm]onster|[Ww]izard|[Pp]riest|terrain feature)|it)"
_NEAR: Final = r"(?:(?P<near_wholly>wholly )?within (?:(?P<near_inches>\d+)\" of|the combat range of))"
_STATES: Final[tuple[tuple[str, Callable[[re.Match[str]], Params]], ...]] = (
    (rf"{_ME} (?:has )?charged (?:this turn|this phase|in the same turn)", lambda match: {"if": "charged"}),
    (
        rf"{_ME} (?:has not charged|did not charge) (?:this turn|this phase|in the same turn)",
        lambda match: {"if": "not charged"},
    ),
    (rf"{_ME} is in combat", lambda match: {"if": "in combat"}),
    (rf"{_ME} is not in combat", lambda match: {"if": "not in combat"}),
    (rf"{_ME} is damaged", lambda match: {"if": "damage 1"}),
    (rf"{_ME} has (?P<points>\d+) or more damage points", lambda match: {"if": f"damage {match['points']}"}),
    (rf"{_ME} is contesting an objective you control", lambda match: {"if": "contesting own"}),
    (rf"{_ME} is contesting an objective", lambda match: {"if": "contesting"}),
    (rf"{_ME} is wholly within friendly territory", lambda match: {"if": "own territory"}),
    (rf"{_ME} is wholly within enemy territory", lambda match: {"if": "enemy territory"}),
    (rf"{_ME} (?:has|contains) (?P<models>\d+) or more models", lambda match: {"if": f"models {match['models']}"}),
    (rf"{_ME} was set up this turn", lambda match: {"if": "set up"}),
    (rf"{_ME} was not set up this turn", lambda match: {"if": "not set up"}),
    (
        rf"{_ME} (?:has )?used an? (?P<used>[A-Z][\w-]*) ability (?:this turn|this phase|in the same turn)",
        lambda match: {"if": f"used {match['used'].upper()}"},
    ),
    (
        rf"{_ME} (?:has not used|did not use) (?:an?|any) (?P<used>[A-Z][\w-]*) (?:ability|abilities) (?:this "
        rf"turn|this phase|in the same turn)",
        lambda match: {"if": f"not used {match['used'].upper()}"},
    ),
    (
        rf"{_ME} is {_NEAR} (?:an?|any|another|any other) (?:other )?friendly (?P<near>{_SOME})(?: units?)?",
        _near,
    ),
)


def _state(text: str) -> Params:
    """Return a condition on the user."""
    text = re.sub(
        r"^(it|this unit) (?:was|has) not (?:been )?set up this turn$", "it was not set up this turn", text.strip()
    )
    for pattern, meaning in _STATES:
        match = re.fullmatch(pattern, text.strip(), re.IGNORECASE if "[A-Z]" not in pattern else 0)
        if match is not None:
            return meaning(match)
    parts = re.split(r" and (?=(?:it|this unit|is|has|was|did) )", text.strip())
    if len(parts) == 2 and all(parts):
        more = parts[1] if parts[1].startswith(("it ", "this unit ")) else f"it {parts[1]}"
        return _joined(_state(parts[0]), _state(more))
    raise _DoubtError


# -- what changes -----------------------------------------------------------------------------------

_ARTICLE: Final = re.compile(
    r"^(?:all other|all|other|each other|each|any other|any|an|a) (?=friendly|enemy|visible|damaged)"
)
_TARGET: Final = re.compile(
    r"(?:the|each|each of the|any of the|a) targets?(?: units?)?|that (?:friendly |enemy "
    r")?(?:unit|target|hero|monster|wizard"
    r"|priest)|they|those (?:friendly |enemy )?units|both units",
    re.IGNORECASE,
)
_SELF: Final = re.compile(_ME)


@dataclass(frozen=True)
class _Change:
    """A clause: the handler and parameters of what it does, for "target", "self", "it" or units by parameters."""

    handler: str
    params: Params
    subject: str | Mapping[str, Value]

    @property
    def lasts(self) -> bool:
        """Whether it needs a duration, or a passive ability."""
        return self.handler in ("modify", "set", "lend", "arm", "bar")


def _subject(text: str) -> str | Params:
    """Return the units that a clause is about."""
    text = text.strip()
    if _TARGET.fullmatch(text):
        return "target"
    if text == "it":
        return "it"
    if _SELF.fullmatch(text):
        return "self"
    other = re.match(r"(?:all )?other (?=friendly|enemy|visible)", text)
    found = _units(_ARTICLE.sub("", text))
    found["target"] = f"each other {found['target']}" if other else f"each {found['target']}"
    found["target"] = str(found["target"]).replace("each each", "each").replace("each other each", "each other")
    return found


def _owner(text: str) -> str | Params:
    """Return the units in a possessive such as "this unit's"."""
    if text in ("its", "their"):
        return "it" if text == "its" else "target"
    return _subject(re.sub(r"(?:'s|(?<=s)')$", "", text))


_OWNER: Final = (
    r"(?P<owner>this (?:unit|model|[Mm]anifestation|[Hh]ero|[Mm]onster|[Ww]izard|[Pp]riest)'s|(?:the|each|that|a) "
    r"targets?(?: unit)?'s?|that (?:friendly |enemy )?unit's"
    r"|those units'|its|their)"
)
_ROLL: Final = r"(?:hit|wound|save|ward|casting|chanting|unbinding|unbind|banishment|banishing|charge|run)"
_ROLLS: Final = rf"{_ROLL}(?: rolls?)?(?:(?:, | and |, and ){_ROLL}(?: rolls?)?)*"
_VALUES: Final = {
    "casting": "cast", "chanting": "chant", "unbinding": "unbind", "unbind": "unbind", "banishment": "banish",
    "banishing": "banish",
}  # fmt: skip
_SIGN: Final = r"(?P<sign>add|subtract) (?P<n>\d+)"
_ATTACKS: Final = re.compile(
    rf"(?:{_OWNER} )?(?:(?P<sort>combat|shooting) )?attacks"
    r"(?:,? (?P<companion>including (?:those made (?:with|by)|attacks made with|for)? ?Companion weapons),?)?"
    r"(?: made (?:by|with) (?P<by>.+?))?"
    r"(?:,? that target (?P<at>.+?))?"
    r"(?:,? (?P<companion2>including (?:those made (?:with|by)|attacks made with|for)? ?Companion weapons))?"
)


def _amount(match: re.Match[str]) -> int:
    return int(match["n"]) if match["sign"] == "add" else -int(match["n"])


def _rolls(match: re.Match[str]) -> Iterator[_Change]:
    """Read "add 1 to hit rolls for …"."""
    words = re.findall(_ROLL, match["rolls"])
    values = [_VALUES.get(word, word) for word in words]
    of_attacks = [value for value in values if value in ("hit", "wound")]
    if not of_attacks:
        yield _Change("modify", {"what": ", ".join(values), "amount": _amount(match)}, _subject(match["who"]))
        return
    if len(of_attacks) != len(values):
        raise _DoubtError
    scope, subject, taken = _attacks(match["who"])
    what = ", ".join(f"{value} taken" if taken else value for value in values)
    yield _Change("modify", {"what": what, "amount": _amount(match), **scope}, subject)


_SORTS: Final = {"melee attacks": "combat attacks", "ranged attacks": "shooting attacks"}


def _attacks(text: str) -> tuple[Params, str | Params, bool]:
    """Return the scope of attacks, the units whose attacks they are or that they target, and whether it is these."""
    for other, plain in _SORTS.items():
        text = text.replace(other, plain)
    match = _ATTACKS.fullmatch(text)
    if match is None:
        raise _DoubtError
    scope: Params = {"attacks": match["sort"]} if match["sort"] else {}
    if match["companion"] or match["companion2"]:
        scope["companion"] = 1
    owner, made_by, at = match["owner"], match["by"], match["at"]
    if owner or made_by:
        if owner and made_by:
            raise _DoubtError
        if made_by and (weapon := re.fullmatch(rf"{_OWNER} (?P<name>[A-Z].*|(?:melee|ranged) weapons)", made_by)):
            return (
                {**scope, **_weapon_named(weapon["name"]), **(_against(at) if at else {})},
                _owner(weapon["owner"]),
                False,
            )
        return {**scope, **(_against(at) if at else {})}, _owner(owner) if owner else _subject(made_by), False
    if at is None:
        raise _DoubtError
    return scope, _subject(at), True


def _against(text: str) -> Params:
    """Return the scope of attacks at some units."""
    if number := re.fullmatch(r"has (\d+) or more models", text.strip()):
        return {"when": f"models {number[1]}"}
    plain = re.sub(r"^(?:an |a |any )?(?:enemy )?", "", text.strip())
    match = re.fullmatch(
        rf"(?P<kind>{_SOME})?(?: ?(?:units?|models?))?"
        r"(?: that (?P<state>charged (?:this turn|this phase|in the same turn)|has \d+ or more models"
        r"|(?:is|are) (?:contesting an objective|damaged|in combat)))?",
        plain,
    )
    if match is None or not (match["kind"] or match["state"]):
        raise _DoubtError
    found: Params = {"against": ", ".join(phrase(match["kind"]))} if match["kind"] else {}
    if match["state"]:
        found["when"] = _when(match["state"])
    return found


def _when(text: str) -> str:
    if text.startswith("charged"):
        return "charged"
    if number := re.search(r"\d+", text):
        return f"models {number[0]}"
    return {"objective": "contesting", "damaged": "damage 1", "combat": "in combat"}[text.rsplit(maxsplit=1)[-1]]


def _weapon_named(text: str) -> Params:
    """Return the scope of weapons by a name or kind."""
    if text in ("melee weapons", "ranged weapons"):
        return {"attacks": "combat" if text.startswith("melee") else "shooting"}
    if not re.fullmatch(r"[A-Z][\w' -]*(?:, [A-Z][\w' -]*)*", text) or re.search(r"\b(?:for|while|that|if)\b", text):
        raise _DoubtError
    names = [text, *re.split(r", | and | or ", text)] if re.search(r", | and | or ", text) else [text]
    return {"weapon": ", ".join(dict.fromkeys(name for name in names if "," not in name))}


_WEAPONS: Final = re.compile(
    rf"(?:(?P<sort>melee|ranged) )?weapons used by (?P<users>.+?)"
    rf"|(?:{_OWNER} |(?P<the>the ))?(?:(?P<sort2>melee|ranged) )?weapons"
    rf"|{_OWNER.replace('owner', 'owner2')} (?P<name>[A-Z].*?)"
    rf"|(?P<name2>[A-Z][\w' -]*)"
)


def _weapons(text: str) -> tuple[Params, str | Params]:
    """Return the scope of some weapons, and the units that have them."""
    text, companion = re.subn(r",? including (?:attacks made with |those made with )?Companion weapons,?", "", text)
    text, *rest = re.split(
        r" for attacks that target | if the target (?:unit )?is | if the target (?:unit )?(?=has )", text, maxsplit=1
    )
    scope: Params = {"companion": 1} if companion else {}
    if rest:
        scope |= _against(rest[0])
    match = _WEAPONS.fullmatch(text.strip())
    if match is None or match["the"]:
        raise _DoubtError
    if sort := match["sort"] or match["sort2"]:
        scope["attacks"] = "combat" if sort == "melee" else "shooting"
    if match["users"]:
        return scope, _subject(match["users"])
    if match["name"]:
        return {**scope, **_weapon_named(match["name"])}, _owner(match["owner2"])
    if match["name2"]:
        return {**scope, **_weapon_named(match["name2"])}, "self"
    if not match["owner"]:
        raise _DoubtError
    return scope, _owner(match["owner"])


def _of_weapons(match: re.Match[str]) -> Iterator[_Change]:
    """Read "add 1 to the Attacks characteristic of …"."""
    scope, subject = _weapons(match["weapons"])
    what = ", ".join(word.lower() for word in re.findall(r"Attacks|Rend|Damage", match["chars"]))
    yield _Change("modify", {"what": what, "amount": _amount(match), **scope}, subject)


def _taken(match: re.Match[str]) -> Iterator[_Change]:
    """Read "subtract 1 from the Rend characteristic of weapons used for attacks that target …"."""
    scope, subject, taken = _attacks(re.sub(r"^weapons (?:used )?for ", "", match["who"]))
    if not taken:
        raise _DoubtError
    what = ", ".join(f"{word.lower()} taken" for word in re.findall(r"Attacks|Rend|Damage", match["chars"]))
    yield _Change("modify", {"what": what, "amount": _amount(match), **scope}, subject)


def _set_weapons(match: re.Match[str]) -> Iterator[_Change]:
    """Read "the Attacks characteristic of … is 4"."""
    scope, subject = _weapons(match["weapons"])
    yield _Change("set", {"sets": match["chars"].lower(), "to": match["to"], **scope}, subject)


_LENT: Final = re.compile(
    r"(?P<name>Ward|Wizard|Priest|Strike-first|Strike-last|Fly)(?: \((?P<number>\d)\+?\))?", re.IGNORECASE
)
_GIVEN: Final = (
    r"(?:Crit \((?:2 Hits|Auto-wound|Mortal)\)|Anti-[\w -]+ \(\+\d Rend\)|Charge \(\+\d Damage\)|Shoot in Combat)"
)


def _lent(match: re.Match[str]) -> Iterator[_Change]:
    """Read "… has WARD (5+)"."""
    subject = _subject(match["who"])
    for text in re.split(r", | and ", match["words"]):
        lent = _LENT.fullmatch(text.strip())
        if lent is None or (lent["number"] is None) == (lent["name"].lower() in ("ward", "wizard", "priest")):
            raise _DoubtError
        number: Params = {"amount": int(lent["number"])} if lent["number"] else {}
        yield _Change("lend", {"lends": lent["name"].upper(), **number}, subject)


def _given(match: re.Match[str]) -> Iterator[_Change]:
    """Read "…'s melee weapons have Crit (2 Hits)"."""
    scope, subject = _weapons(match["weapons"] + (match["companion"] or ""))
    for text in re.findall(_GIVEN, match["words"], re.IGNORECASE):
        yield _Change("arm", {"gives": _ability_name(text), **scope}, subject)


def _ability_name(text: str) -> str:
    if text.lower().startswith("anti-"):
        what, _space, rest = text[5:].partition(" (")
        plural = what.upper()
        singular = {"HEROES": "HERO", "MONSTERS": "MONSTER"}.get(plural, plural)
        return f"Anti-{'charge' if plural == 'CHARGE' else singular} ({rest}"
    return text


def _simple(handler: str, needs: Params) -> Callable[[re.Match[str]], Iterator[_Change]]:
    return lambda match: iter([_Change(handler, dict(needs), _subject(match["who"]))])


def _barred(match: re.Match[str]) -> Iterator[_Change]:
    words = re.split(r", | or | and ", match["words"])
    for word in words:
        kind = "COMMAND" if word == "commands" else word.removesuffix(" abilities").strip().upper()
        yield _Change("bar", {"bars": kind}, _subject(match["who"]))


def _after(match: re.Match[str]) -> Iterator[_Change]:
    """Read "… can use CHARGE abilities even if it used a RUN ability in the same turn"."""
    deeds = [word.lower() for word in re.findall(r"Shoot|Charge", match["deeds"], re.IGNORECASE)]
    before = [word.lower() for word in re.findall(r"Run|Retreat", match["before"], re.IGNORECASE)]
    what = ", ".join(f"{deed} after {word}" for deed in deeds for word in before)
    yield _Change("modify", {"what": what, "amount": 1}, _subject(match["who"]))


def _reroll(match: re.Match[str]) -> Iterator[_Change]:
    words = re.findall(_ROLL, match["rolls"])
    values = [f"reroll {_VALUES.get(word, word)}" for word in words]
    yield _Change("modify", {"what": ", ".join(values), "amount": 1}, _subject(match["who"]))


def _number(match: re.Match[str], what: str) -> Iterator[_Change]:
    who = match["owner"] if match["owner"] else None
    yield _Change("modify", {"what": what, "amount": _amount(match)}, _owner(who) if who else _subject(match["who"]))


def _charge_dice(match: re.Match[str]) -> Iterator[_Change]:
    if (match["sign"] == "add") != (match["limit"] == "maximum of 3"):
        raise _DoubtError
    yield _Change("modify", {"what": "charge dice", "amount": _amount(match)}, _subject(match["who"]))


def _points(match: re.Match[str]) -> Iterator[_Change]:
    yield _Change("mortal-damage", {"amount": match["points"]}, _subject(match["who"]))


def _criticals(match: re.Match[str]) -> Iterator[_Change]:
    scope, subject, taken = _attacks(match["who"])
    if taken:
        raise _DoubtError
    yield _Change("modify", {"what": "critical", "amount": 6 - int(match["n"]), **scope}, subject)


def _no_criticals(match: re.Match[str]) -> Iterator[_Change]:
    scope, subject, taken = _attacks(match["who"])
    yield _Change("modify", {"what": "no critical taken" if taken else "no critical", "amount": 1, **scope}, subject)


def _sets(match: re.Match[str], what: str) -> Iterator[_Change]:
    yield _Change("set", {"sets": what, "to": match["to"]}, _subject(match["who"]))


def _count(text: str) -> int:
    return {"one": 1, "two": 2, "three": 3}.get(text) or int(text)


def _pool(match: re.Match[str]) -> Iterator[_Change]:
    """Read "roll a dice for each model in the target unit. For each 5+, inflict 1 mortal damage on the target"."""
    text = match["dice"]
    if "each" in text or "number of" in text:
        dice = (
            "target models" if "target unit" in text else "user models fighting" if "combat" in text else "user models"
        )
    else:
        dice = text.removesuffix(" dice")
    if match["each"] != "6" and f"{match['each']}+" not in match[0]:
        raise _DoubtError
    needs: Params = {"amount": match["points"], "dice": dice, "each": int(match["each"])}
    if match["most"]:
        needs["most"] = int(match["most"])
    yield _Change("mortal-damage", needs, "target")


_AGAIN: Final = re.compile(
    r"(?: anywhere)?(?: on the battlefield)?(?P<clauses>(?:,? ?(?:and |but )?(?:wholly within|more than|not in) "
    r"[^,]+?(?=,| and more| and wholly| but |$))+)"
)


def _again(match: re.Match[str]) -> Iterator[_Change]:
    """Read "remove … from the battlefield and set it up again … more than 9\" from all enemy units"."""
    needs: Params = {}
    found = _AGAIN.fullmatch(match["where"])
    if found is None:
        raise _DoubtError
    for text in re.split(r",? and (?=wholly|more)|, (?=wholly|more)", found["clauses"].strip()):
        needs = _joined(needs, _where_again(re.sub(r"^(?:, )?(?:and )?", "", text.strip())))
    if "beyond" not in needs:
        raise _DoubtError
    yield _Change("set-up", needs, _subject(match["who"]))


def _where_again(text: str) -> Params:
    if found := re.fullmatch(r"more than (\d+)\" from all enemy units", text):
        return {"beyond": int(found[1])}
    if found := re.fullmatch(r"wholly within (\d+)\" of (?:a|the|any) battlefield edge", text):
        return {"edge": int(found[1])}
    if found := re.fullmatch(rf"wholly within (\d+)\" of {_HERE}", text):
        return {"within": int(found[1])}
    if found := re.fullmatch(rf"wholly within (\d+)\" of (?:a|any) friendly ({_SOME})(?: unit)?", text):
        return {"within": int(found[1]), "beside": ", ".join(phrase(found[2]))}
    if found := re.fullmatch(r"wholly within (friendly|enemy|your) territory", text):
        return {"territory": "enemy" if found[1] == "enemy" else "own"}
    raise _DoubtError


_HOWS: Final = (
    (r"(?:it |they |this unit |the target )?can (?:move|pass) through the combat ranges of (?:any )?enemy units(?: "
     r"and can end (?:that|the) move in combat)", "into"),
    (r"(?:it |they |the target |that unit |this unit )?(?:cannot|but cannot) (?:move into|end (?:that|the|this) "
     r"move in) combat(?: during any part of (?:the|that) move)?", "clear"),
    (r"(?:it |they )?can (?:move|pass) through (?:the )?combat ranges of (?:any )?enemy units,? (?:but|and) cannot "
     r"end (?:that|the) move (?:in combat|within (?:the combat range of an enemy unit|an enemy unit's combat "
     r"range))", "through"),
    (r"(?:it |they )?can move (?:into|through and end that move within) combat(?: ranges)?", "into"),
)  # fmt: skip


def _moves(match: re.Match[str]) -> Iterator[_Change]:
    """Read "… can move D6\"", with what is said of combat."""
    how = re.sub(r"^(?:,? (?:but|and)|\.) ", "", match["how"] or "").strip()
    way = next((way for pattern, way in _HOWS if re.fullmatch(pattern, how, re.IGNORECASE)), None)
    if way is None or (way == "clear" and "during any part" not in how and "move into" not in how):
        raise _DoubtError
    yield _Change("move", {"inches": match["inches"], "way": way}, _subject(match["who"]))


def _uses(match: re.Match[str]) -> Iterator[_Change]:
    if match["deed"] == "Normal Move":
        if match["safe"]:
            raise _DoubtError
        yield _Change("move", {"inches": "move"}, _subject(match["who"]))
        return
    if not match["safe"]:
        raise _DoubtError
    yield _Change("move", {"inches": "move", "way": "retreat"}, _subject(match["who"]))


_MAKERS: Final[tuple[tuple[str, Callable[[re.Match[str]], Iterator[_Change]]], ...]] = (
    (rf"{_SIGN} (?:to|from) (?P<rolls>{_ROLLS}) (?:for|made (?:for|by)) (?P<who>.+)", _rolls),
    (
        rf"{_SIGN} (?:to|from) the (?P<chars>(?:Attacks|Rend|Damage)(?: and (?:Attacks|Rend|Damage))*) "
        rf"characteristics? of "
        rf"(?P<weapons>.+)",
        _of_weapons,
    ),
    (
        rf"{_SIGN} (?:to|from) the (?P<chars>(?:Attacks|Rend|Damage)(?: and (?:Attacks|Rend|Damage))*) "
        rf"characteristics? of "
        rf"(?P<who>(?:weapons (?:used )?for )?(?:(?:combat|shooting) )?attacks that target .+)",
        _taken,
    ),
    (
        rf"{_SIGN} (?:to|from) (?:{_OWNER} control scores?|the control scores? of (?P<who>.+))",
        lambda match: _number(match, "control"),
    ),
    (
        rf"{_SIGN}\"? (?:to|from) (?:{_OWNER} Move characteristics?|the Move characteristics? of (?P<who>.+))",
        lambda match: _number(match, "move"),
    ),
    (
        r"the (?P<chars>Attacks|Rend|Damage) characteristic of (?P<weapons>.+) is (?P<to>\d+)"
        r"(?: instead of \d+)?",
        _set_weapons,
    ),
    (r"(?P<who>.+?) (?:has|have) a Move characteristic of (?P<to>\d+)\"", lambda m: _sets(m, "move")),
    (r"(?P<who>.+?) (?:has|have) a Control characteristic of (?P<to>\d+)", lambda m: _sets(m, "control")),
    (r"(?P<who>.+?) (?:has|have) a maximum control score of (?P<to>\d+)", lambda m: _sets(m, "most control")),
    (
        rf"(?P<weapons>.+?)(?P<companion>,? including Companion weapons,?)? (?:has|have) (?P<words>{_GIVEN}(?: "
        rf"and {_GIVEN})*)",
        _given,
    ),
    (
        r"(?P<who>.+?) (?:has|have) (?P<words>(?:Ward|Wizard|Priest|Strike-[Ff]irst|Strike-[Ll]ast|Fly)\b[^.]*)",
        _lent,
    ),
    (
        r"(?P<who>.+?) cannot use (?P<words>commands|(?:Move|Run|Retreat|Shoot|Charge|Fight|Spell|Prayer|Unbind)"
        r"(?:(?:, | or | and )(?:Move|Run|Retreat|Shoot|Charge|Fight|Spell|Prayer|Unbind))* abilities)",
        _barred,
    ),
    (
        r"(?P<who>.+?) can use (?:a )?(?P<deeds>(?:Shoot|Charge)(?: and (?:Shoot|Charge))?) (?:ability|abilities) "
        r"even if (?:it|they|"
        r"that unit) (?:has |have )?used (?:an? )?(?P<before>(?:Run|Retreat)(?: or (?:Run|Retreat))?) "
        r"(?:ability|abilities)"
        r"(?: earlier)? (?:in the same turn|this turn)",
        _after,
    ),
    (r"(?:you can )?re-?roll (?P<rolls>(?:charge|run|casting|chanting) rolls?(?: and (?:charge|run|casting|chanting)"
     r" rolls?)*) "
     r"(?:for|made (?:for|by)) (?P<who>.+)", _reroll),
    (
        r"(?:each time|when) (?P<who>.+?) uses an? Retreat ability, no mortal damage is inflicted on it(?: by that "
        r"ability)?",
        _simple("modify", {"what": "safe retreat", "amount": 1}),
    ),
    (
        r"no mortal damage is inflicted on (?P<who>.+?) by Retreat abilities",
        _simple("modify", {"what": "safe retreat", "amount": 1}),
    ),
    (
        r"ignore positive modifiers to save rolls for (?P<who>.+)",
        _simple("modify", {"what": "no save bonus", "amount": 1}),
    ),
    (
        r"(?P<who>.+?) score critical hits on (?:an )?unmodified hit rolls? of (?P<n>[45])\+",
        _criticals,
    ),
    (
        r"(?P<who>.+?) cannot score critical hits(?: \(treat them as regular hits instead\))?",
        _no_criticals,
    ),
    (
        r"(?P<who>.+?) cannot (?:make|use) pile-in moves",
        lambda m: iter([_Change("bar", {"bars": "PILE-IN"}, _subject(m["who"]))]),
    ),
    (
        r"(?P<points>\d) models? in (?P<who>the target)(?: unit)? (?:is|are) (?:automatically )?slain",
        lambda m: iter([_Change("slay", {"amount": m["points"]}, _subject(m["who"]))]),
    ),
    (
        rf"{_SIGN} (?:to|from) the number of dice rolled when making charge rolls for (?P<who>.+?) while they are "
        rf"(?P<where>.+?),"
        r" to a (?P<limit>maximum of 3|minimum of 1)",
        lambda m: iter([_placed(change, m["where"]) for change in _charge_dice(m)]),
    ),
    (
        rf"{_SIGN} (?:to|from) the (?P<chars>Attacks|Rend|Damage) characteristic of (?P<who>(?:friendly|enemy) .+)",
        lambda m: iter([_Change("modify", {"what": m["chars"].lower(), "amount": _amount(m)}, _subject(m["who"]))]),
    ),
    (
        r"(?:immediately )?remove (?P<who>.+?) from the battlefield(?: and|, then) set (?:it|them|that unit) up again"
        r"(?P<where>(?: anywhere)?(?: on the battlefield)?(?:,? (?:and )?(?:wholly within|more than|wholly in|in "
        r"friendly) .+))",
        _again,
    ),
    (
        r"(?P<who>.+?) can (?:immediately )?(?:move (?:up to |a distance of )?|make a move of (?:up to "
        r")?)(?P<inches>\d+|\d?D[36](?:\+\d+)?)\""
        r"(?P<how>(?:,? (?:but|and) .+|\. (?:it|they|that unit|the target|this unit)s? .+)?)",
        _moves,
    ),
    (
        r"(?P<who>.+?) can (?:immediately )?use (?:the '(?P<deed>Normal Move|Retreat)' ability|a (?P<deed2>Retreat) "
        r"ability) as if "
        r"it were your movement phase(?P<safe>,? without any mortal damage being inflicted on it)?",
        _uses,
    ),
    (r"ward rolls cannot be made for (?P<who>.+)", _simple("modify", {"what": "no ward", "amount": 1})),
    (
        rf"{_SIGN} (?:to|from) the number of dice rolled when making charge rolls for (?P<who>.+?),? to a "
        r"(?P<limit>maximum of 3|minimum of 1)",
        _charge_dice,
    ),
    (
        r"(?:each time|if) (?P<who>.+?) uses? the 'Rally' command, (?:you can )?make (?P<n>\d+|one|two|three) "
        r"additional rally "
        r"rolls? of D6",
        lambda m: iter([_Change("modify", {"what": "rally", "amount": _count(m["n"])}, _subject(m["who"]))]),
    ),
    (r"inflict (?P<points>\d+|\d?D[36](?:\+\d+)?) mortal damage on (?P<who>.+)", _points),
    (
        r"inflict an amount of mortal damage on (?P<who>.+?) equal to the roll",
        _simple("mortal-damage", {"amount": "roll"}),
    ),
    (
        r"heal \((?P<points>\d+|\d?D[36](?:\+\d+)?)\) (?P<who>.+)",
        lambda m: iter([_Change("heal", {"amount": m["points"]}, _subject(m["who"]))]),
    ),
    (
        r"(?:you can )?return (?:up to )?(?P<points>\d+|\d?D[36](?:\+\d+)?) (?:slain )?models? to (?P<who>.+)",
        lambda m: iter([_Change("return", {"amount": m["points"]}, _subject(m["who"]))]),
    ),
    (
        r"roll (?P<dice>a dice for each model in the target unit|a number of dice equal to the number of models in "
        r"the target "
        r"unit|a dice for each model in this unit that is in combat with the target|a dice for each model in this "
        r"unit|\d+ dice"
        r"|\d?D[36] dice)\. for each (?P<each>\d)\+?, inflict (?P<points>\d|D3) mortal damage on (?:the target|that "
        r"unit)"
        r"(?:,? to a maximum of (?P<most>\d+))?",
        _pool,
    ),
)  # fmt: skip


_WHILE: Final = re.compile(
    r"(?P<rest>.+?) while (?P<who>they are|it is|that unit is|those units are|the target is|this unit is) (?P<where>.+)"
)


_BY_OTHERS: Final = re.compile(
    rf"(?P<wholly>wholly )?within (?:(?P<inches>\d+)\" of|the combat range of) (?:an?|any) (?:other )?friendly "
    rf"(?P<kind>{_SOME})(?: units?)?"
)


def _clause(text: str) -> list[_Change]:
    """Return what a clause changes."""
    plain = re.sub(r",? to a minimum of 0$", "", _small(text.strip().rstrip(".").strip()))
    places = ""
    if (match := _WHILE.fullmatch(plain)) and match["who"] in ("they are", "those units are"):
        plain, places = match["rest"], match["where"]
    for pattern, make in _MAKERS:
        match = re.fullmatch(pattern, plain)
        if match is not None:
            try:
                changes = list(make(match))
            except _DoubtError:
                continue
            return [_placed(change, places) for change in changes] if places else changes
    parts = re.split(
        r",? and (?=add |subtract |ward rolls|inflict|heal|(?:it|they|this unit|the target) (?:has|have|cannot)|the "
        r"\w+ char)",
        plain,
        maxsplit=1,
    )
    if len(parts) == 2 and not places:
        return [*_clause(parts[0]), *_clause(parts[1])]
    raise _DoubtError


def _placed(change: _Change, places: str) -> _Change:
    if isinstance(change.subject, str):
        raise _DoubtError
    if match := _BY_OTHERS.fullmatch(places):
        user = ", ".join(phrase(match["kind"]))
        where: Params = {"user": user, **_range(match["inches"] or "3", match["wholly"])}
        if "other" in places or " and " in match["kind"]:
            raise _DoubtError
    else:
        where = _places(places)
    return _Change(change.handler, change.params, _joined(dict(change.subject), where))


def _small(text: str) -> str:
    """Return a text that begins with a small letter, unless it begins with a keyword."""
    return text[:1].lower() + text[1:]


# -- whole texts ------------------------------------------------------------------------------------

_COMPANION: Final = re.compile(r"This ability (?:also )?affects Companion weapons(?: as well)?\.?")
_BULLET: Final = "\u2022"


def _sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.:])\s+(?=[A-Z\u2022])", text) if part]


class _Passive:
    """Reads the text of a passive ability."""

    def __init__(self, effect: str) -> None:
        self._effect = effect
        self.words: list[str] = []

    def read(self) -> list[tuple[str, Params]]:
        """Return the effects around units that the text says."""
        if not self._effect:
            raise _DoubtError
        head, *bullets = [part.strip() for part in self._effect.split(_BULLET)]
        if bullets:
            match = re.fullmatch(r"(?:While|If) (?P<state>.+?)(?:, the following effects apply)?:", head)
            if match is None:
                raise _DoubtError
            return [step for bullet in bullets for step in self._sentence(bullet, match["state"])]
        steps: list[tuple[str, Params]] = []
        for sentence in _sentences(self._effect):
            if _COMPANION.fullmatch(sentence) and steps:
                steps = [(handler, {**needs, "companion": 1}) for handler, needs in steps]
            else:
                steps += self._sentence(sentence)
            self.words.append(sentence)
        return steps

    def _sentence(self, text: str, state: str = "") -> list[tuple[str, Params]]:
        """Return the effects of a sentence, with the condition that stands before or behind it."""
        plain = text.strip().rstrip(".")
        if len(_sentences(text)) > 1:
            raise _DoubtError
        if both := _both(plain):
            return both
        if (
            re.match(r"If (?:this unit|it) charged this turn, ", plain)
            and plain.count(" for the rest of the turn") == 1
        ):
            plain = re.sub(r",? for the rest of the turn(?=,|$)", "", plain)
        if not state and (match := re.fullmatch(r"(?:While|If) (?P<state>.+?), (?P<rest>.+)", plain)):
            for number in range(1, plain.count(", ") + 1):
                parts = plain.split(", ")
                before, behind = ", ".join(parts[:number]), ", ".join(parts[number:])
                try:
                    return self._around(behind, before.split(" ", 1)[1])
                except _DoubtError:
                    continue
            raise _DoubtError
        if state:
            return self._around(plain, state)
        if match := re.fullmatch(r"(?P<rest>.+?) (?:while|if) (?P<state>(?:it|this unit) .+)", plain):
            try:
                return self._around(match["rest"], match["state"])
            except _DoubtError:
                pass
        return self._around(plain, "")

    def _around(self, text: str, state: str) -> list[tuple[str, Params]]:
        needs, group = _conditions(state)
        steps: list[tuple[str, Params]] = []
        for change in _clause(text):
            if not change.lasts:
                raise _DoubtError
            subject = change.subject
            if group is not None:
                if subject not in ("target", "it") or "this unit" in text:
                    raise _DoubtError
                subject = group
            elif subject == "target":
                raise _DoubtError
            about: Params = {"target": "self"} if isinstance(subject, str) else dict(subject)
            steps.append(("aura", _joined(_joined(about, needs), change.params)))
        return steps


def _conditions(state: str) -> tuple[Params, Params | None]:
    """Return the conditions of a passive ability on its user, or the units that it is about."""
    if not state:
        return {}, None
    try:
        return _state(_small(state)), None
    except _DoubtError:
        pass
    match = re.fullmatch(r"(?:an? |any )?(?P<units>(?:friendly|enemy) .+?) (?:is|are) (?P<where>.+)", _small(state))
    if match is None:
        raise _DoubtError
    found = _joined(_units(match["units"]), _places(match["where"]))
    return {}, {**found, "target": f"each {found['target']}"}


_BOTH: Final = re.compile(
    rf"While (?:any|an?) (?:other )?friendly (?P<kind>{_SOME})(?: units?)? (?:is|are) (?P<where>.+?), both this "
    rf"unit and (?:those|that) "
    r"(?:friendly )?(?P<again>[\w' -]+?) (?:have|has) (?P<words>.+)"
)


def _both(plain: str) -> list[tuple[str, Params]]:
    """Read "While any friendly … are within …, both this unit and those units have …"."""
    match = _BOTH.fullmatch(plain)
    if match is None:
        return []
    kind, places = ", ".join(phrase(match["kind"])), _places(match["where"])
    if set(places) - {"range", "wholly"}:
        raise _DoubtError
    again = (
        ", ".join(phrase(re.sub(r" units?$", "", match["again"]))) if match["again"] not in ("unit", "units") else kind
    )
    if again not in (kind, kind.replace(" or ", " and ")) and not kind.split(", ")[-1].endswith(again):
        raise _DoubtError
    steps: list[tuple[str, Params]] = []
    for change in _clause(f"this unit has {match['words']}"):
        own: Params = {"target": "self", "near": kind, "near-range": places.get("range", 3)}
        if places.get("wholly"):  # it is said of the others
            own["near-inside"] = 1
        others: Params = {"target": "each other friend", "keyword": kind, **places}
        steps += [("aura", {**own, **change.params}), ("aura", {**others, **change.params})]
    return steps


_PICK_ONE: Final = re.compile(
    r"[Pp]ick 1 of the following effects(?: to apply (?:to the target )?(?P<span>until the start of your next "
    r"turn|for the rest of the"
    r" (?:turn|phase)))?:"
)
_NEXT: Final = re.compile(
    rf"Pick a friendly (?P<kind>{_SOME})(?: unit)? that has not used a Fight ability this turn and is within this "
    rf"unit's combat range "
    r"to be the target\. The target can be picked to use a Fight ability immediately after the Fight ability used "
    r"by this unit has "
    r"been resolved\.(?: If it is picked to do so, (?P<rest>.+))?"
)


_SORT: Final = r"(?: (?:endless spell|invocation|manifestation))?"
_NONE: Final = re.compile(
    rf"If there is not a friendly (?:an? )?(?P<name>[\w' -]+?){_SORT} on the battlefield, pick a friendly "
    rf"(?P<kind>{_SOME}) to "
    r"(?:cast this spell|chant this prayer), then make a (?:casting|chanting) roll of (?:2D6|D6)\.?"
)
_SET_UP: Final = re.compile(
    rf"Set up (?:an? )*(?P<name>[\w' -]+?){_SORT} wholly within (?P<within>\d+)\" of the (?:caster|chanter)(?:,? "
    rf"and|,) visible to them"
    r"(?: and more than (?P<beyond>\d+)\" from all enemy units)?\.?"
    rf"(?: (?:An? )?[\w' -]+?{_SORT} has (?P<parts>\d) parts that must be set up within (?P<apart>\d+)\" of each "
    rf"other\.?)?"
)


def _summon(ability: AbilityDocument, declare: str, effect: str) -> list[tuple[str, Params]]:
    """Read the spell or prayer that sets up a manifestation."""
    if "SUMMON" not in ability.keywords:
        return []
    none, room = _NONE.fullmatch(declare), _SET_UP.fullmatch(effect)
    if none is None or room is None or none["name"].casefold() != room["name"].casefold():
        raise _DoubtError
    needs: Params = {
        "unit": room["name"],
        "within": int(room["within"]),
        "beyond": int(room["beyond"] or 0),
        "visible": 1,
    }
    if room["parts"]:
        needs |= {"parts": int(room["parts"]), "apart": int(room["apart"])}
    return [("summon", {**needs, "user": ", ".join(phrase(none["kind"]))})]


def _fight_next(ability: AbilityDocument, declare: str, effect: str) -> list[tuple[str, Params]]:
    """Read the reaction by which another unit fights next."""
    match = _NEXT.fullmatch(effect)
    if match is None:
        return []
    trigger = timing(ability.timing)
    if declare or trigger.moment != "reaction" or trigger.keywords != ("FIGHT",) or trigger.whom != "user":
        raise _DoubtError
    needs: Params = {
        "target": "friend",
        "range": 3,
        "keyword": ", ".join(phrase(match["kind"])),
        "which": "not used FIGHT",
    }
    steps: list[tuple[str, Params]] = [("fight-next", {**needs, "target": "other friend"})]
    if match["rest"]:
        rest = re.sub(r"\bits\b", "the target's", match["rest"])
        steps += _Activated(ability, "", "")._part(rest, "", has_target=True)
    return steps


_IF_ROLL: Final = re.compile(
    r"(?:In addition, )?[Ii]f the (?P<kind>chanting|casting) roll was (?P<n>\d+)\+, (?P<rest>.+)"
)
_SECOND: Final = re.compile(
    r"(?:In addition, )?[Ii]f the (?:chanting|casting) roll was (?P<n>\d+)\+, you can pick another eligible unit to "
    r"be a second "
    r"target\.?"
)
_DURATIONS: Final = {
    "for the rest of the phase": "phase",
    "for the rest of the turn": "turn",
    "for the rest of the battle round": "round",
    "for the rest of the battle": "battle",
    "until the start of your next turn": "own turn",
    "until the end of the turn": "turn",
    "until the end of the phase": "phase",
}
_DURATION: Final = "|".join(sorted(_DURATIONS, key=len, reverse=True))
_TRIGGER: Final = re.compile(
    r"(?:reaction: ?)?(?:you|opponent) declared (?:an? [A-Z][\w -]*? ability|the '[\w -]+' command)(?: for this "
    r"unit| that targeted this unit)?\.?",
    re.IGNORECASE,
)


class _Activated:
    """Reads the texts of an ability that is declared."""

    def __init__(self, ability: AbilityDocument, declare: str, effect: str) -> None:
        self._ability, self._declare, self._effect = ability, declare, effect
        self.words: list[str] = []

    def read(self) -> list[tuple[str, Params]]:
        """Return the effects: the first with the targets, conditions and rolls of all."""
        self._check_timing()
        if not self._effect:
            raise _DoubtError
        if summon := _summon(self._ability, self._declare, self._effect):
            self.words.append(self._effect)
            return summon
        if next_one := _fight_next(self._ability, self._declare, self._effect):
            self.words.append(self._effect)
            return next_one
        base = self._targeting(self._declare)
        effect, base = self._leading(self._effect, base)
        if (match := _SECOND.search(effect)) and base.get("target") in ("friend", "enemy") and "number" not in base:
            base = {**base, "extra-from": int(match["n"])}
            effect = " ".join((effect[: match.start()] + effect[match.end() :]).split())
        if "target" not in base and (match := _EACH_ROLL.fullmatch(effect)):
            base = _joined(base, _picked(f"each {match['units']}"))
            rest = re.sub(r"\bthat (?:enemy |friendly )?unit\b", "the target", match["rest"])
            effect = f"Roll a {match['die']} for each target. On a {rest}"
        gate, effect = _gate(effect)
        steps = self._steps(effect, gate, has_target="target" in base)
        if not steps:
            raise _DoubtError
        (handler, needs), *others = steps
        if handler == "aura" and base:
            base = (
                {name: value for name, value in base.items() if name in ("user", "if")}
                if "target" not in base
                else _no()
            )
        first = _joined(_joined(base, gate), needs) if handler != "aura" else {**base, **gate, **needs}
        self.words += [text for text in (self._declare, self._effect) if text]
        return [(handler, first), *others]

    def _check_timing(self) -> None:
        when = timing(self._ability.timing)
        if when.moment == "reaction":
            text = re.sub(r"^one?ce? per [^,:]*,\s*", "", unmarked(self._ability.timing), flags=re.IGNORECASE)
            if not when.is_read or not _TRIGGER.fullmatch(text.strip()):
                raise _DoubtError
        elif when.moment not in MOMENTS:
            raise _DoubtError

    def _targeting(self, text: str) -> Params:
        return _declared(text, self._ability.kind)

    def _leading(self, text: str, base: Params) -> tuple[str, Params]:
        """Return the effect without a condition or a choice of targets that stands at its beginning."""
        if match := re.match(rf"If (?P<state>{_ME} [^,]+), (?P<rest>.+)", text):
            rest = match["rest"]
            follows = re.sub(r"\. (?:It|They|This unit) (?=can|cannot)", ". it ", rest)
            if len(_sentences(follows)) > 1 and not re.match(r"(?:for the rest|until|roll|pick)", rest):
                raise _DoubtError
            return self._leading(rest[:1].upper() + rest[1:], _joined(base, _state(_small(match["state"]))))
        if not base.get("target") and (
            match := re.match(r"Pick (?P<units>.+?)(?: to be the targets?)?(?:\.| and|, then) (?P<rest>.+)", text)
        ):
            base = _joined(base, _picked(match["units"]))
            rest = match["rest"]
            rest = re.sub(r"\bthat (?:enemy |friendly )?unit\b", "the target", rest)
            return rest[:1].upper() + rest[1:], base
        return text, base

    def _steps(self, text: str, gate: Params, *, has_target: bool) -> list[tuple[str, Params]]:
        lasts, text = _leading_duration(text)
        head, *bullets = [part.strip() for part in text.split(_BULLET)]
        if bullets and head:
            return self._choice(head, bullets, lasts, has_target=has_target)
        parts = bullets or self._parts(text, gate)
        steps: list[tuple[str, Params]] = []
        for part in parts:
            if _COMPANION.fullmatch(part) and steps:
                steps = [(handler, {**needs, "companion": 1}) for handler, needs in steps]
            elif match := _IF_ROLL.fullmatch(part):
                steps = self._by_total(match, steps, lasts, has_target=has_target)
            else:
                steps += self._part(part, lasts, has_target=has_target)
        return steps

    def _choice(self, head: str, bullets: Sequence[str], lasts: str, *, has_target: bool) -> list[tuple[str, Params]]:
        """Return the effects of "pick 1 of the following effects", each under its own option."""
        match = _PICK_ONE.fullmatch(head)
        if match is None:
            raise _DoubtError
        if match["span"]:
            lasts = _once_only(lasts, _DURATIONS[match["span"]])
        steps: list[tuple[str, Params]] = [("choose", {})]
        for bullet in bullets:
            name, _colon, text = (
                bullet.rpartition(": ") if re.match(r"[A-Z][^:.]{2,40}: [A-Z]", bullet) else ("", "", bullet)
            )
            for handler, needs in self._part(text, lasts, has_target=has_target):
                steps.append((handler, {**needs, "option": (name or text.rstrip("."))[:120]}))
        return steps

    def _by_total(
        self, match: re.Match[str], steps: list[tuple[str, Params]], lasts: str, *, has_target: bool
    ) -> list[tuple[str, Params]]:
        """Return the effects with those of a high chanting roll, besides the others or "instead" (A-PRAY-6)."""
        number, text = int(match["n"]), match["rest"]
        if self._ability.kind not in ("spell", "prayer") or (self._ability.kind == "spell") == (
            match["kind"] == "chanting"
        ):
            raise _DoubtError
        if instead := re.fullmatch(r"(?P<rest>.+?),? instead\.?", text):
            if len(steps) != 1 or "until" in steps[0][1]:
                raise _DoubtError
            better = self._part(instead["rest"], lasts, has_target=has_target)
            steps = [(handler, {**needs, "missed": number}) for handler, needs in steps]
            return [*steps, *((handler, {**needs, "reached": number}) for handler, needs in better)]
        more = self._part(re.sub(r"^also ", "", text), lasts, has_target=has_target)
        return [*steps, *((handler, {**needs, "reached": number}) for handler, needs in more)]

    def _parts(self, text: str, gate: Params) -> list[str]:
        """Return the sentences of a text. What follows a roll with another sentence is doubtful."""
        joined = re.sub(r"\. For each (?=\d)", ". for each ", text)
        joined = re.sub(
            r"(?<=\")\. (It|They|The target) (?=can(?:not)? )", lambda match: f". {match[1].lower()} ", joined
        )
        parts = _sentences(joined)
        if len(parts) > 1 and gate and not all(_COMPANION.fullmatch(part) for part in parts[1:]):
            raise _DoubtError
        return parts

    def _part(self, text: str, lasts: str, *, has_target: bool) -> list[tuple[str, Params]]:
        """Return the effects of a sentence or entry of a list."""
        own, plain = _leading_duration(re.sub(r"^(?:In addition|Then), ", "", text.strip()))
        for duration, span in _DURATIONS.items():
            if re.search(rf",? {duration}\.?$", plain):
                own, plain = _once_only(own, span), re.sub(rf",? {duration}\.?$", "", plain)
        lasts = _once_only(lasts, own) if own else lasts
        return [_step(change, lasts, has_target=has_target) for change in _clause(plain)]


def _no() -> Params:
    raise _DoubtError


def _once_only(one: str, other: str) -> str:
    if one and other and one != other:
        raise _DoubtError
    return one or other


def _leading_duration(text: str) -> tuple[str, str]:
    match = re.match(rf"(?P<span>{_DURATION})[,:] ?", _small(text))
    if match is None:
        return "", text
    return _DURATIONS[match["span"]], text[match.end() :]


def _step(change: _Change, lasts: str, *, has_target: bool) -> tuple[str, Params]:
    """Return a clause of an activated ability as an effect."""
    if change.lasts != bool(lasts):
        raise _DoubtError
    span: Params = {"until": lasts} if lasts else {}
    needs: Params = {**change.params, **span}
    if change.subject == "target":
        if not has_target:
            raise _DoubtError
        return change.handler, needs
    if change.subject == "it" and has_target:
        raise _DoubtError
    if change.subject in ("self", "it"):
        return change.handler, {**needs, **({"target": "self"} if has_target else {})}
    assert not isinstance(change.subject, str)
    if has_target:
        raise _DoubtError
    if (change.lasts and change.subject.get("range") is not None) or (change.lasts and "which" in change.subject):
        return "aura", {**change.subject, **needs}
    return change.handler, {**change.subject, **needs}


_EACH_ROLL: Final = re.compile(
    r"Roll a (?P<die>dice|D3) for each (?P<units>(?:other )?(?:visible )?(?:enemy|friendly) .+?)\. On a (?P<rest>.+)"
)
_GATE: Final = re.compile(
    r"Roll (?:a dice|1 dice|a D6|(?P<d3>a D3))(?P<each> for each target)?(?:\.|,) [Oo]n a "
    r"(?P<on>\d)(?P<plus>\+)?[,:]? (?P<rest>.+)"
)
_BY_ROLL: Final = re.compile(
    r"inflict an amount of mortal damage on (?P<who>the target|each target|that (?:enemy )?unit) equal to the roll\.?"
)


_HEALTH: Final = re.compile(
    r"Roll (?:a dice|(?P<d3>a D3))\. If the roll (?P<over>exceeds|equals or exceeds|is at least double) the "
    r"target's Health "
    r"characteristic[,:] ?(?P<rest>.+)"
)


def _gate(text: str) -> tuple[Params, str]:
    """Return the roll by which an effect happens, and the rest of its text."""
    if by_health := _HEALTH.fullmatch(text):
        over = {"exceeds": "more", "equals or exceeds": "equal"}.get(by_health["over"], "double")
        gate: Params = {"over": over, "die": "D3"} if by_health["d3"] else {"over": over}
        return gate, by_health["rest"][:1].upper() + by_health["rest"][1:]
    match = _GATE.fullmatch(text)
    if match is None:
        return {}, text
    if not match["plus"] and match["on"] != ("3" if match["d3"] else "6"):
        raise _DoubtError
    if int(match["on"]) < 2:
        raise _DoubtError
    gate = {"on": int(match["on"])}
    if match["d3"]:
        gate["die"] = "D3"
    if not match["each"]:
        gate["once"] = 1
    return gate, match["rest"][:1].upper() + match["rest"][1:]


# -- declarations -----------------------------------------------------------------------------------

_PICKED: Final = re.compile(
    r"(?P<how>an?|1|another|up to (?P<number>\d|two|three)(?: other)?|each(?: other)?|all) (?P<units>(?:visible "
    r")?(?:damaged )?(?:friendly|enemy)\b.+)"
)


def _picked(text: str) -> Params:
    """Return the targets that a text lets the player pick, as in "a visible enemy unit within 12\\" of this unit"."""
    match = _PICKED.fullmatch(text.strip())
    if match is None:
        raise _DoubtError
    found = _units(match["units"])
    how = match["how"]
    if how.startswith("each") or how == "all":
        found["target"] = f"each {'other ' if 'other' in how else ''}{found['target']}"
    elif how == "another" or how.endswith(" other"):
        if found["target"] != "friend":
            raise _DoubtError
        found["target"] = "other friend"
    if match["number"]:
        found["number"] = {"two": 2, "three": 3}.get(match["number"]) or int(match["number"])
    if found["target"] not in (
        "friend",
        "other friend",
        "enemy",
        "each friend",
        "each enemy",
        "each other friend",
        "each",
    ):
        raise _DoubtError
    return found


_ROLLED: Final = re.compile(
    r"(?:,? (?:and|then|and then)|\.? Then,)? ?make a (?P<sort>casting|chanting) roll of (?:2D6|D6)\.?$"
)
_USER: Final = re.compile(
    rf"Pick (?:a|an) (?:visible )?friendly (?P<kind>{_SOME})(?: unit)?(?P<where>(?: that .+?)?) to "
    r"(?:cast this spell|chant this prayer|use this ability)(?:, (?:then )?|\. (?:Then, )?|\.$|$)"
)


def _declared(text: str, kind: str) -> Params:
    """Return what the declaration of an ability says: its user, its conditions and its targets."""
    plain, found = text.strip(), Params()
    if kind in ("spell", "prayer"):
        plain = _ROLLED.sub("", plain[:1].lower() + plain[1:])
        plain = plain[:1].upper() + plain[1:]
    if match := _USER.match(plain):
        found["user"] = ", ".join(phrase(match["kind"]))
        if match["where"]:
            places = _places(match["where"])
            if set(places) != {"which"} or "fighting" in str(places["which"]):
                raise _DoubtError
            found["if"] = places["which"]
        plain = plain[match.end() :].strip().rstrip(",")
    if not plain.rstrip("."):
        return found
    if match := re.match(rf"If (?P<state>{_ME} [^,]+), (?P<rest>.+)", plain):
        found, plain = _joined(found, _state(_small(match["state"]))), match["rest"]
    match = re.fullmatch(r"(?:then )?pick (?P<units>.+?) to be the targets?\.?", _small(plain))
    if match is None:
        raise _DoubtError
    return _joined(found, _picked(match["units"]))
