"""Reads clauses of ability texts; each clause makes a change for certain units (A-ABIL-6).

The table `_MAKERS` has a pattern for each kind of clause, with the function that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rulesets.aos4.documents.params import Value
from game.rulesets.aos4.documents.reading.units import HERE, KINDS, ME, OF_OTHER, places, units
from game.rulesets.aos4.documents.reading.words import (
    SOME,
    STATE,
    DoubtError,
    Params,
    filled,
    first,
    joined,
    named,
    phrases,
    rows,
    small,
)
from game.rulesets.aos4.documents.weapon_abilities import COMPANION, IN_TEXT, as_written

TARGETS: Final = re.compile(
    r"(?:the|each|each of the|any of the|all|all of the|a) (?:friendly |enemy )?targets?(?: units?)?|that "
    r"(?:friendly |enemy )?(?:unit|target|hero|monster|wizard|priest)|that (?:friendly |enemy )?(?-i:non-[A-Z]\w+|[A-Z]"
    r"[\w'-]+)(?: (?-i:[A-Z][\w'-]+))*(?: unit)?|they|those (?:friendly |enemy )?(?:(?-i:[A-Z][\w'-]+) )*units|both "
    r"units|each target",
    re.IGNORECASE,
)
"""The targets of an ability as clauses name them."""
_ARTICLE: Final = re.compile(
    r"^(?:all other|all|other|each other|each|any other|any|an|a|the) (?=friendly|enemy|visible|damaged|unit \()"
)
_DICE: Final = r"\d+|\d?D[36](?:\+\d+)?"


@dataclass(frozen=True)
class Change:
    """A change that a clause makes: the effect `handler` with its parameters, for the units `subject`.

    The subject is "target", "self", "it", or parameters that select units.
    """

    handler: str
    params: Params
    subject: str | Mapping[str, Value]

    @property
    def lasts(self) -> bool:
        """Whether the change needs a duration or a passive ability."""
        return self.handler in ("modify", "set", "lend", "arm", "bar", "free", "shield", "each-time", "pass", "toughen")


Maker = Callable[[re.Match[str]], Iterator[Change]]


def subject_of(text: str) -> str | Params:
    """Return the subject of a clause: "target", "it", "self", or the parameters that select its units."""
    text = text.strip()
    if TARGETS.fullmatch(text):
        return "target"
    if text == "it":
        return "it"
    if re.fullmatch(ME, text):
        return "self"
    without_user = re.match(r"(?:all |each )?other (?=friendly|enemy|visible)", text)
    selection = units(_ARTICLE.sub("", text))
    selection["target"] = f"each other {selection['target']}" if without_user else f"each {selection['target']}"
    selection["target"] = str(selection["target"]).replace("each each", "each").replace("each other each", "each other")
    return selection


def _owner(text: str) -> str | Params:
    """Return the units that a possessive such as "this unit's" names."""
    if text in ("its", "their"):
        return "it" if text == "its" else "target"
    return subject_of(re.sub(r"(?:'s|(?<=s)')$", "", text))


_OWNER: Final = (
    rf"(?P<owner>this (?:{KINDS})'s|(?:the|each|that|a) (?:friendly |enemy )?targets?(?: unit)?(?:'s?|(?<=s)')"
    r"|that (?:friendly |enemy )?unit's|those units'|its|their)"
)


def _amount(match: re.Match[str]) -> int:
    """Return the number of a clause, negative if it is subtracted."""
    return int(match["n"]) if match["sign"].lower() == "add" else -int(match["n"])


# -- rolls and attacks ------------------------------------------------------------------------------

_ROLL: Final = r"(?:hit|wound|save|ward|casting|chanting|unbinding|unbind|banishment|banishing|charge|run)"
_ROLLS: Final = rf"{_ROLL}(?: rolls?)?(?:(?:, | and |, and ){_ROLL}(?: rolls?)?)*"
_VALUES: Final = {
    "casting": "cast", "chanting": "chant", "unbinding": "unbind", "unbind": "unbind", "banishment": "banish",
    "banishing": "banish",
}  # fmt: skip
_SIGN: Final = r"(?P<sign>add|subtract) (?P<n>\d+)"
_COMPANIONS: Final = r"including (?:those made (?:with|by)|attacks made with|for)? ?Companion weapons"
_ATTACKS: Final = re.compile(
    rf"(?:{_OWNER} )?(?:(?P<sort>combat|shooting) )?attacks?"
    rf"(?:,? (?P<companion>{_COMPANIONS}),?)?"
    r"(?: made (?:by|with) (?P<by>.+?))?(?:,? that targets? (?P<at>.+?))?"
    rf"(?:,? (?P<companion2>{_COMPANIONS}))?"
)
_SORTS: Final = {"melee attacks": "combat attacks", "ranged attacks": "shooting attacks"}


def _attacks(text: str) -> tuple[Params, str | Params, bool]:
    """Return the scope of attacks, the units that make or suffer them, and whether these suffer them."""
    for variant, usual in _SORTS.items():
        text = text.replace(variant, usual)
    match = _ATTACKS.fullmatch(re.sub(r"^(?:an? )(?=(?:combat |shooting )?attack\b)", "", text))
    if match is None:
        raise DoubtError
    scope: Params = {"attacks": match["sort"]} if match["sort"] else {}
    if match["companion"] or match["companion2"]:
        scope["companion"] = 1
    owner, made_by, victims = match["owner"], match["by"], match["at"]
    if owner or made_by:
        if owner and made_by:
            raise DoubtError
        if made_by and (
            companions := re.fullmatch(r"(Companion (?:(?:melee|ranged) )?weapons)(?: used)? by (.+)", made_by)
        ):
            scope |= _weapon_named(companions[1])
            return {**scope, **(_against(victims) if victims else {})}, subject_of(companions[2]), False
        if made_by and (weapon := re.fullmatch(rf"{_OWNER} (?P<name>[A-Z].*|(?:melee|ranged) weapons)", made_by)):
            scope |= _weapon_named(weapon["name"])
            owner_of_weapon = _owner(weapon["owner"])
            return {
                **scope, **(_against(victims, own=owner_of_weapon in ("self", "it")) if victims else {})
            }, owner_of_weapon, False  # fmt: skip
        if (
            made_by and victims and re.match(r"(?:an )?enemy |non-[A-Z]\w+ units|units that ", made_by)
        ):  # an effect on the targets of the attacks
            return {**scope, **_against(made_by)}, subject_of(victims), True
        attackers = _owner(owner) if owner else subject_of(made_by)
        return {**scope, **(_against(victims, own=attackers in ("self", "it")) if victims else {})}, attackers, False
    if victims is None:
        raise DoubtError
    return scope, subject_of(victims), True


def _rolls(match: re.Match[str]) -> Iterator[Change]:
    """Read "add 1 to hit rolls for …"."""
    roll_words = re.findall(_ROLL, match["rolls"])
    values = [_VALUES.get(word, word) for word in roll_words]
    of_attacks = [value for value in values if value in ("hit", "wound")]
    if values == ["save"] and "attacks" in match["who"]:
        scope, subject, is_suffered = _attacks(match["who"])
        if not is_suffered:
            raise DoubtError
        yield Change("modify", {"what": "save", "amount": _amount(match), **scope}, subject)
        return
    if not of_attacks:
        yield Change("modify", {"what": ", ".join(values), "amount": _amount(match)}, subject_of(match["who"]))
        return
    if len(of_attacks) != len(values):
        raise DoubtError
    if at_target := _AT_TARGET.fullmatch(match["who"]):
        yield _at_target(at_target["attacks"], values, _amount(match))
        return
    if at_target := _AT_FOES.fullmatch(match["who"]):
        change = _at_target(at_target["attacks"], values, _amount(match))
        place: Params = (
            {"which": "fighting"} if at_target["fighting"] else places(at_target["where"] or at_target["where2"])
        )
        yield Change(change.handler, change.params, {"target": "each enemy", **place})
        return
    if "attack" not in match["who"] and "weapon" not in match["who"]:  # rolls for units are rolls for their attacks
        yield Change("modify", {"what": ", ".join(values), "amount": _amount(match)}, subject_of(match["who"]))
        return
    if "attack" not in match["who"]:
        scope, subject = _weapons(match["who"])
        yield Change("modify", {"what": ", ".join(values), "amount": _amount(match), **scope}, subject)
        return
    scope, subject, is_suffered = _attacks(match["who"])
    changed = ", ".join(f"{value} taken" if is_suffered else value for value in values)
    yield Change("modify", {"what": changed, "amount": _amount(match), **scope}, subject)


_AT_FOES: Final = re.compile(
    r"(?P<attacks>.+ made by friendly .+?)(?: that target (?:an enemy unit|enemy units) (?:(?P<fighting>in combat "
    r"with this "
    r"unit)|(?:(?:while|that) (?:that enemy unit |it )?(?:is|are) )?(?P<where>within \d+\" of this unit))"
    r"| if the target is (?P<where2>within \d+\" of this unit))"
)
"""Attacks of friendly units at the enemies near the user: a change of these is an effect around the user."""
_AT_TARGET: Final = re.compile(
    r"(?P<attacks>.+?),? that target (?:the target|that (?:enemy )?(?:unit|[A-Z]\w+))(?P<companion>,? "
    rf"{_COMPANIONS})?"
)
"""Attacks at the one picked unit: a change of these is an effect on that unit."""


def _at_target(attacks: str, values: list[str], amount: int) -> Change:
    """Return an effect on the target that changes attacks at it: those of the user, of friendly units, or of all."""
    value_names = ", ".join(f"{value} taken" for value in values)
    all_attacks = re.fullmatch(r"(?:(?P<sort>combat|shooting) )?attacks", attacks)
    if all_attacks is not None:
        scope: Params = {"attacks": all_attacks["sort"]} if all_attacks["sort"] else {}
        return Change("modify", {"what": value_names, "amount": amount, **scope}, "target")
    scope, subject, is_suffered = _attacks(attacks)
    if is_suffered or subject == "target":
        raise DoubtError
    if isinstance(subject, str):
        return Change("modify", {"what": value_names, "amount": amount, **scope, "mine": 1}, "target")
    if set(subject) - {"target", "keyword"} or subject["target"] != "each friend":
        raise DoubtError
    attackers: Params = {"against": subject["keyword"]} if "keyword" in subject else {}
    return Change("modify", {"what": value_names, "amount": amount, **scope, **attackers}, "target")


_WHEN: Final = (
    (r"charged (?:this turn|this phase|in the same turn)", "charged"),
    (r"(?:is|are) contesting an objective", "contesting"),
    (r"(?:is|are) contesting an objective (?:that )?you do not control", "contesting foreign"),
    (r"(?:is|are) damaged", "damage 1"),
    (r"(?:is|are) in combat", "in combat"),
    (r"(?:has|have) not charged (?:this turn|in the same turn)", "not charged"),
    (r"(?:has|have) a lower Control characteristic than (?:this unit|it)", "control below"),
    (r"(?:has|have) a higher Control characteristic than (?:this unit|it)", "control above"),
    (r"(?:has|have) a Health characteristic greater than (?:its own|this unit's)", "health above"),
    (r"(?:has|have) fewer models than the attacking unit", "models below"),
)


def _against(text: str, *, own: bool = False) -> Params:
    """Return the scope that limits attacks to certain targets, such as damaged units or a keyword.

    Only for the user's `own` attacks is "this unit" the attacker.
    """
    text = text.strip()
    try:
        return _against_state(text)
    except DoubtError:
        pass
    match = re.fullmatch(
        rf"(?:an |a |any )?(?:enemy )?(?P<kind>{SOME})?(?: ?(?:units?|models?))? (?P<where>(?:that |in |not |within "
        rf"|wholly |"
        r"with |more ).+)",
        text,
    )
    if match is None or (match["kind"] and re.search(r" (?:or|and) ", match["kind"])):
        raise DoubtError
    needs = places(match["where"])
    if "range" in needs and not needs.get("wholly"):
        needs = joined(
            {name: value for name, value in needs.items() if name != "range"}, {"which": f"around {needs['range']}"}
        )
    if set(needs) != {"which"} or (not own and OF_OTHER.search(str(needs["which"]))):
        raise DoubtError
    return {**({"against": phrases(match["kind"])} if match["kind"] else {}), "when": needs["which"]}


def _against_state(text: str) -> Params:
    """Return the scope of attacks at units of a keyword or in one of the states of `_WHEN`."""
    if number := re.fullmatch(r"has (\d+) or more models", text):
        return {"when": f"models {number[1]}"}
    if flying := re.fullmatch(r"(?:an |any )?enemy units? that (?P<not>do(?:es)? not )?ha(?:s|ve) Fly", text):
        return {"against": "non-FLY" if flying["not"] else "FLY"}
    if damaged := re.fullmatch(r"(?:an |any )?damaged (enemy .+)", text):
        kind_scope = {} if damaged[1] in ("enemy unit", "enemy units") else _against(damaged[1])
        return joined(kind_scope, {"when": "damage 1"})
    if TARGETS.fullmatch(text):
        raise DoubtError  # a picked unit, which no scope can name
    kind_text = re.sub(r" (or|and) an? ", r" \1 ", re.sub(r"^(?:an |a |any )?(?:enemy )?", "", text))
    match = re.fullmatch(
        rf"(?P<kind>{SOME})?(?: ?(?:units?|models?))?"
        r"(?: that (?P<state>.+?)| (?P<contesting>contesting an objective(?: (?:that )?you do not control)?)| with "
        r"(?P<n>\d+) or more models)?",
        kind_text,
    )
    if match is None:
        raise DoubtError
    if (
        match["kind"]
        and re.search(r" (?:or|and) ", match["kind"])
        and (match["state"] or match["contesting"] or match["n"])
    ):
        raise DoubtError  # the condition may apply to the last kind only
    scope: Params = {"against": phrases(match["kind"])} if match["kind"] else {}
    state = match["state"] or (f"is {match['contesting']}" if match["contesting"] else "")
    if match["n"]:
        scope["when"] = f"models {match['n']}"
    elif state:
        if number := re.fullmatch(r"(?:has|have) (\d+) or more models", state):
            scope["when"] = f"models {number[1]}"
        else:
            scope["when"] = named(_WHEN, state)
    if not scope or scope.get("when") == "":
        raise DoubtError
    return scope


# -- weapons ----------------------------------------------------------------------------------------


_WEAPON_WORDS: Final = r"[A-Z][\w'-]*(?: (?:of|the|and|or|a|in|on|to|with|[A-Z][\w'-]*))*"
"""The name of a weapon: in it only short words have a small letter."""


def _weapon_named(text: str) -> Params:
    """Return the scope of weapons with a name or of a kind."""
    if text in ("melee weapons", "ranged weapons"):
        return {"attacks": "combat" if text.startswith("melee") else "shooting"}
    if kind := re.fullmatch(r"[Cc]ompanion (?:(melee|ranged) )?weapons", text):
        attacks: Params = {"attacks": "combat" if kind[1] == "melee" else "shooting"} if kind[1] else {}
        return {"weapon": "companion weapons", **attacks}
    text = re.sub(r" (?:melee|ranged) weapons?$", "", text)
    if not re.fullmatch(rf"{_WEAPON_WORDS}(?:, {_WEAPON_WORDS})*", text) or re.search(r"[Cc]ompanion|^Non", text):
        raise DoubtError
    names = [text, *re.split(r", | and | or ", text)] if re.search(r", | and | or ", text) else [text]
    return {"weapon": ", ".join(dict.fromkeys(name for name in names if "," not in name))}


_WEAPONS: Final = re.compile(
    rf"(?:(?P<sort>melee|ranged) )?weapons used by (?P<users>.+?)"
    rf"|(?P<companions>[Cc]ompanion (?:(?:melee|ranged) )?weapons) used by (?P<users2>.+?)"
    rf"|(?:{_OWNER} |(?P<the>the ))?(?:(?P<sort2>melee|ranged) )?weapons"
    rf"|(?P<owners>(?:friendly|enemy) [^']+?)(?:'s|(?<=s)') (?:(?P<sort3>melee|ranged) )?weapons"
    rf"|(?P<name3>[A-Z][\w' -]*) used by (?P<users3>(?:friendly|this|other) .+?)"
    rf"|{_OWNER.replace('owner', 'owner2')} (?P<name>[A-Z].*?)"
    rf"|(?:the )?(?P<name2>[A-Z][\w' -]*)"
)


def _weapons(text: str) -> tuple[Params, str | Params]:
    """Return the scope of weapons that a text names, and the units that have them."""
    if match := re.match(r"1 of (?=this unit's|the target's)", text):
        kind, subject = _weapons(text[match.end() :])
        if set(kind) - {"attacks"}:
            raise DoubtError
        return {**kind, "pick": 1}, subject
    text, companion = re.subn(r",? including (?:attacks made with |those made with )?Companion weapons,?", "", text)
    text, *victims = re.split(
        r" for attacks that target | if the target (?:unit )?is | if the target (?:unit )?(?=has )", text, maxsplit=1
    )
    scope: Params = {"companion": 1} if companion else {}
    if victims:
        scope |= _against(victims[0], own=bool(re.match(r"(?:this (?:unit|Manifestation)'s|its) ", text)))
    match = _WEAPONS.fullmatch(text.strip())
    if match is None or match["the"]:
        raise DoubtError
    if match["name3"]:
        return {**scope, **_weapon_named(match["name3"])}, subject_of(match["users3"])
    if sort := match["sort"] or match["sort2"] or match["sort3"]:
        scope["attacks"] = "combat" if sort == "melee" else "shooting"
    if match["users"] or match["owners"]:
        return scope, subject_of(match["users"] or match["owners"])
    if match["companions"]:
        return {**scope, **_weapon_named(match["companions"])}, subject_of(match["users2"])
    if match["name"]:
        return {**scope, **_weapon_named(match["name"])}, _owner(match["owner2"])
    if match["name2"]:
        return {**scope, **_weapon_named(match["name2"])}, "self"
    if not match["owner"]:
        raise DoubtError
    return scope, _owner(match["owner"])


def _characteristics(text: str) -> list[str]:
    """Return the weapon characteristics that a text names."""
    return [word.lower() for word in re.findall(r"Attacks|Rend|Damage", text)]


def _of_weapons(match: re.Match[str]) -> Iterator[Change]:
    """Read "add 1 to the Attacks characteristic of …"."""
    at_target = re.fullmatch(
        r"(?P<weapons>.+?) for (?:(?:combat|shooting) )?attacks that target (?:the target|that (?:enemy "
        r")?(?:unit|[A-Z]\w+))",
        match["weapons"],
    )
    if at_target is not None:
        scope, subject = _weapons(at_target["weapons"])
        what = ", ".join(f"{word} taken" for word in _characteristics(match["chars"]))
        if not isinstance(subject, str) and {*subject} == {"target", "keyword"} and subject["target"] == "each friend":
            needs: Params = {"what": what, "amount": _amount(match), **scope, "against": subject["keyword"]}
            yield Change("modify", needs, "target")
            return
        if subject not in ("self", "it"):
            raise DoubtError
        yield Change("modify", {"what": what, "amount": _amount(match), **scope, "mine": 1}, "target")
        return
    scope, subject = _weapons(match["weapons"])
    what = ", ".join(_characteristics(match["chars"]))
    yield Change("modify", {"what": what, "amount": _amount(match), **scope}, subject)


def _ranges(match: re.Match[str]) -> Iterator[Change]:
    """Read "add 6\" to the Range characteristic of …"."""
    scope, subject = _weapons(match["weapons"])
    if {"against", "when"} & {*scope}:
        raise DoubtError
    yield Change("modify", {"what": "range", "amount": _amount(match), **scope}, subject)


def _toughens(match: re.Match[str]) -> Iterator[Change]:
    """Read "add 1 to this unit's Health characteristic"."""
    if match["owner"]:
        yield Change("toughen", {"toughens": int(match["n"])}, "self")
        return
    subject = subject_of(match["who"])
    if isinstance(subject, str) or set(subject) - {"target", "keyword"}:
        raise DoubtError
    yield Change("toughen", {"toughens": int(match["n"])}, subject)


_DEEDS: Final = r"an? [A-Z]\w+ ability|a command|the '[^']+' (?:ability|command)"
_ECHO: Final = (
    rf"(?:heal \((?P<heal>{_DICE})\)|inflict (?P<hurt>{_DICE}) mortal damage on|allocate (?P<spend>{_DICE}) damage "
    r"points? to) (?P<affected>this (?:unit|Manifestation)|that unit|it|the target)(?: \((?:a )?ward rolls? cannot be "
    r"made[^)]*\))?"
)


def _echoes(match: re.Match[str]) -> Iterator[Change]:
    """Read "each time this unit uses a Fight ability, … Heal (D3) this unit"."""
    echo, subject = re.fullmatch(_ECHO, match["does"], re.IGNORECASE), subject_of(match["who"])
    if echo is None or (echo["affected"].startswith("this") and subject != "self"):
        raise DoubtError
    if (echo["affected"] == "the target" and subject != "target") or (
        echo["affected"] == "that unit" and subject == "self"
    ):
        raise DoubtError  # a target of the ability, which an echo cannot affect
    if echo["spend"] and "ward roll" not in match["does"].lower():
        raise DoubtError
    trigger = match["deed"] or "a Spell ability"
    kind = trigger.split("'")[1] if "'" in trigger else trigger.split()[1]  # a name in quotes, or a keyword
    needs: Params = {"deed": f"'{kind.upper()}'" if "'" in trigger else kind.upper()}
    damage = "mortal-damage" if echo["hurt"] else "allocate"
    needs |= {"echoes": "heal" if echo["heal"] else damage}
    needs["to"] = str(echo["heal"] or echo["hurt"] or echo["spend"])
    if match["on"]:
        needs |= {"echo-on": int(match["on"]), **({"echo-die": "D3"} if match["die"] == "a D3" else {})}
    yield Change("each-time", needs, subject)


def _taken(match: re.Match[str]) -> Iterator[Change]:
    """Read "subtract 1 from the Rend characteristic of weapons used for attacks that target …"."""
    scope, subject, is_suffered = _attacks(match["who"])
    if not is_suffered:
        raise DoubtError
    if match["weapons"]:
        scope = joined(scope, {"attacks": "combat" if match["weapons"] == "melee" else "shooting"})
    if match["companions"]:
        scope = {**scope, "weapon": "companion weapons"}
    value_names = ", ".join(f"{word} taken" for word in _characteristics(match["chars"]))
    yield Change("modify", {"what": value_names, "amount": _amount(match), **scope}, subject)


_GIVEN: Final = rf"(?:the Companion(?: weapon)? ability|{IN_TEXT})"


def _given(match: re.Match[str]) -> Iterator[Change]:
    """Read "…'s melee weapons have Crit (2 Hits)"."""
    scope, subject = _weapons(match["weapons"] + (match["companion"] or ""))
    for text in re.findall(_GIVEN, match["words"], re.IGNORECASE):
        yield Change("arm", {"gives": _ability_name(text), **scope}, subject)


def _ability_name(text: str) -> str:
    """Return the name of a weapon ability as army packs write it."""
    if COMPANION in text:
        return COMPANION
    return as_written(re.sub(r"(-hero|-monster)e?s (?=\()", r"\1 ", text, flags=re.IGNORECASE))


# -- keywords, bars and numbers of units ------------------------------------------------------------

_LENT: Final = re.compile(
    r"(?P<name>Ward|Wizard|Priest|Strike-first|Strike-last|Fly)(?: \((?P<number>\d)\+?\))?", re.IGNORECASE
)
_BY_ATTACKS: Final = re.compile(
    r" against (?:damage(?: points)?|damage points) inflicted by (?P<sort>combat|shooting) attacks", re.IGNORECASE
)
_DAMAGE_BY: Final = re.compile(
    r" against (?:damage(?: points)? )?inflicted by (?P<kinds>(?:Spell|Prayer)(?:s| abilities)|abilities used by "
    r"Manifestations)(?: (?:and|or) (?P<other>(?:Spell|Prayer)(?:s| abilities)|abilities used by Manifestations))?$"
)
_MAGIC: Final = re.compile(
    r" against (?:(?:mortal )?damage(?: points?)? )?inflicted by Spell(?:s,| abilities,) Prayer(?:s,?| abilities,?) "
    r"(?:and|or) abilities used by Manifestations(?: \(including Fight abilities\))?",
    re.IGNORECASE,
)


def _lent(match: re.Match[str]) -> Iterator[Change]:
    """Read "… has WARD (5+)"."""
    subject, (words, magic) = subject_of(match["who"]), _MAGIC.subn("", match["words"])
    by_magic = None if magic else _DAMAGE_BY.search(words)
    words = _DAMAGE_BY.sub("", words) if by_magic else words
    by_attacks = _BY_ATTACKS.search(words)
    words = _BY_ATTACKS.sub("", words)
    for text in re.split(r", | and ", words):
        if keyword := re.fullmatch(r"the ([A-Z][\w-]+(?: [A-Z][\w-]+)*) keyword", text.strip()):
            yield Change("lend", {"lends": keyword[1].upper()}, subject)
            continue
        lent = _LENT.fullmatch(text.strip())
        if lent is None or (lent["number"] is None) == (lent["name"].lower() in ("ward", "wizard", "priest")):
            raise DoubtError
        limits: Params = {"amount": int(lent["number"])} if lent["number"] else {}
        if by_magic:
            kinds = re.findall(r"Spell|Prayer|Manifestation", by_magic[0])
            limits["damage-by"] = ", ".join(kind.lower() for kind in kinds)
        elif magic or by_attacks:
            limits |= {"magic": 1} if by_attacks is None else {"damage-by": by_attacks["sort"].lower()}
        yield Change("lend", {"lends": lent["name"].upper(), **limits}, subject)


def _barred(match: re.Match[str]) -> Iterator[Change]:
    """Read "... cannot use commands" or "... cannot use Run or Charge abilities"."""
    words = re.sub(r" (?:abilities|ability)$", "", match["words"])
    for word in re.split(r", (?:or |and )?| or | and ", words):
        kind = "COMMAND" if word == "commands" else word.strip().upper()
        yield Change("bar", {"bars": kind}, subject_of(match["who"]))


def _barred_by_name(match: re.Match[str]) -> Iterator[Change]:
    """Read "... cannot use the 'Redeploy' command"."""
    for name in re.findall(r"'([^']+(?:'[a-z][^']*)*)'", match["names"]):
        yield Change("bar", {"bars": f"'{name}'"}, subject_of(match["who"]))


def _after(match: re.Match[str]) -> Iterator[Change]:
    """Read "… can use CHARGE abilities even if it used a RUN ability in the same turn"."""
    deeds = [word.lower() for word in re.findall(r"Shoot|Charge", match["deeds"], re.IGNORECASE)]
    before = [word.lower() for word in re.findall(r"Run|Retreat", match["before"], re.IGNORECASE)]
    permissions = ", ".join(f"{deed} after {word}" for deed in deeds for word in before)
    span: Params = {"until": "turn"} if "ability this turn and" in match[0] or match.groupdict().get("now") else {}
    yield Change("modify", {"what": permissions, "amount": 1, **span}, subject_of(match["who"]))


def _reroll(match: re.Match[str]) -> Iterator[Change]:
    """Read "you can reroll charge rolls for ..."."""
    words = re.findall(_ROLL, match["rolls"])
    values = [f"reroll {_VALUES.get(word, word)}" for word in words]
    yield Change("modify", {"what": ", ".join(values), "amount": 1}, subject_of(match["who"]))


def _criticals(match: re.Match[str]) -> Iterator[Change]:
    """Read "... score critical hits on unmodified hit rolls of 5+"."""
    lowered_by = 6 - int(match["n"])
    if at_target := _AT_TARGET.fullmatch(match["who"]):
        yield _at_target(at_target["attacks"], ["critical"], lowered_by)
        return
    if "attack" not in match["who"]:
        yield Change("modify", {"what": "critical", "amount": lowered_by}, subject_of(match["who"]))
        return
    scope, subject, taken = _attacks(match["who"])
    yield Change("modify", {"what": "critical taken" if taken else "critical", "amount": lowered_by, **scope}, subject)


def _backlash(match: re.Match[str]) -> Iterator[Change]:
    """Read mortal damage on the attacking unit for hit or save rolls that show a face."""
    face = match["face"] or match["face2"]
    if not face or (match["roll"], face) == ("hit", "6"):
        raise DoubtError
    what = f"backlash {match['roll']} {face}"
    yield Change(
        "modify", {"what": what, "amount": int(match["points"]), "attacks": "combat"}, subject_of(match["who"])
    )


def _times(match: re.Match[str]) -> Iterator[Change]:
    """Read "add D3 to …": as "add 1 to …", times a roll."""
    times = {"an amount equal to the roll": "roll", "the roll": "roll", "the current battle round number": "round"}
    direction = "to" if match["sign"] == "add" else "from"
    for change in clause(f"{match['sign']} 1 {direction} {match['what']}"):
        if change.handler != "modify":
            raise DoubtError
        yield Change("modify", {**change.params, "times": times.get(match["times"], match["times"])}, change.subject)


def _shielded(match: re.Match[str]) -> Iterator[Change]:
    """Read "… cannot be picked to be the target of Spell or Prayer abilities used by enemy units"."""
    for word in re.split(r" (?:or|and) ", match["words"] or match["words2"]):
        yield Change("shield", {"shields": word.upper()}, subject_of(match["who"]))


# -- clauses whose changes are rows of a table ------------------------------------------------------


def _changes(row: str) -> Maker:
    """Return the reader of a clause that makes the changes in a row of `_CHANGES`, which " & " separates."""

    def read(match: re.Match[str]) -> Iterator[Change]:
        scope, subject, taken = _whom(match)
        for handler, _blank, template in (change.partition(" ") for change in row.split(" & ")):
            params = filled(template, match)
            if taken:
                params["what"] = f"{params['what']} taken"
            change = Change(handler, {**params, **scope}, subject)
            yield _placed(change, match["where"]) if match.groupdict().get("where") else change

    return read


def _whom(match: re.Match[str]) -> tuple[Params, str | Params, bool]:
    """Return the attacks or weapons of a clause, its units, and whether "taken" belongs to the name of what changes.

    The groups of its pattern say so: "weapons", "attacks" by or at units, those "made" by units or "taken" by them,
    "owner" or "who". With none of these it is the user, or the target if the text leaves out "who".
    """
    groups = {name: text for name, text in match.groupdict().items() if text}
    if "weapons" in groups:
        return *_weapons(groups["weapons"] + groups.get("at", "")), False
    if name := next((name for name in ("attacks", "made", "taken") if name in groups), ""):
        scope, subject, is_suffered = _attacks(groups[name])
        if name != "attacks" and is_suffered != (name == "taken"):
            raise DoubtError
        return scope, subject, is_suffered and name == "attacks"
    if "owner" in groups:
        return {}, _owner(groups["owner"]), False
    usual = groups.get("adjusted", "target" if "who" in match.re.groupindex else "self")
    units_text = groups.get("who") or groups.get("who2")
    return {}, subject_of(units_text) if units_text else usual, False


# -- what happens at once ---------------------------------------------------------------------------


def _by_health(match: re.Match[str]) -> Iterator[Change]:
    """Read "return a number of slain models to ... with a combined Health characteristic of up to ..."."""
    subject = "target" if match["who"] == "it" else subject_of(match["who"])
    amount = match["points"] if "points" in match.re.groupindex else "roll"
    yield Change("return", {"amount": amount, "by-health": 1}, subject)


_POOL_DICE: Final = (
    (r"a dice for each model in the target unit|a number of dice equal to the number of models in the target(?: unit)?",
     "target models"),
    (r"a dice for each model in this unit that is (?:(?:in combat with|within 3\" of) the target|within the target's "
     r"combat range)", "user models fighting"),
    (r"a dice for each model in this unit|a number of dice equal to the number of models in this unit", "user models"),
    (r"a number of dice equal to the target's Health characteristic", "target health"),
    (r"a number of dice equal to this unit's Health characteristic", "user health"),
    (r"a number of dice equal to the number of damage points (?:allocated to )?the target(?: has)?", "target damage"),
    (r"a number of dice equal to the unmodified casting roll", "roll"),
    (r"a number of dice equal to the (?:unmodified )?charge roll", "charge roll"),
    (r"a number of dice equal to the current battle round number", "round"),
)  # fmt: skip


def _pool(match: re.Match[str]) -> Iterator[Change]:
    """Read "roll a dice for each model in the target unit. For each 5+, inflict 1 mortal damage on the target"."""
    dice = named(_POOL_DICE, match["dice"])
    if not dice:
        number = re.fullmatch(r"(\d+|\d?D[36]) dice", match["dice"])
        if number is None:
            raise DoubtError
        dice = number[1]
    if match["each"] != "6" and match["plus"] != "+":
        raise DoubtError
    needs: Params = {"amount": match["points"], "dice": dice, "each": int(match["each"])}
    if match["most"]:
        if "D" in match["points"]:
            raise DoubtError
        needs["most"] = int(match["most"])
    if match["most_dice"]:
        if match["points"] != "1" or match["most"]:
            raise DoubtError
        needs["dice-most"] = int(match["most_dice"])
    yield Change("mortal-damage", needs, "target")


_AGAIN: Final = re.compile(
    r"(?: anywhere)?(?: on the battlefield)?(?P<clauses>(?:,? ?(?:and |but )?(?:wholly within|more than|not in) "
    r"[^,]+?(?=,| and more| and wholly| and not in| but |$))+)"
)


_CLOSER: Final = re.compile(
    r"more than (?P<beyond>\d+)\" from all enemy (?P<not>(?:non-[A-Z][\w-]* )+)units and more than (?P<closer>\d+)\" "
    r"from all enemy (?P<named>[A-Z][\w-]*(?: and enemy [A-Z][\w-]*)*)"
)


def set_up_where(text: str) -> Params:
    """Return the place where a unit is set up, from a text such as "anywhere on the battlefield, wholly within ..."."""
    needs: Params = {}
    if match := _CLOSER.search(text):
        kinds = sorted({word.upper() for word in re.findall(r"non-([A-Z][\w-]*)", match["not"])})
        nearer_kinds = sorted(
            {re.sub(r"(?<=RO)ES$|S$", "", word) for word in re.findall(r"[A-Z][\w-]*", match["named"].upper())}
        )
        if kinds != [word for word in nearer_kinds if word not in ("AND", "ENEMY")]:
            raise DoubtError
        needs = {"closer": int(match["closer"]), "closer-to": " or ".join(kinds)}
        text = f'{text[: match.start()]}more than {match["beyond"]}" from all enemy units{text[match.end() :]}'
    conditions = _AGAIN.fullmatch(text)
    if conditions is None:
        raise DoubtError
    for part in re.split(r",? and (?=wholly|more|not)|, (?=wholly|more|not)", conditions["clauses"].strip(" ,")):
        needs = joined(needs, first(_WHERE, re.sub(r"^(?:, )?(?:and )?", "", part.strip())))
    if "beyond" not in needs:
        raise DoubtError
    return needs


_WHERE: Final = tuple(
    (pattern, partial(filled, template))
    for template, pattern in rows(
        r"""
beyond=#{n} = more than INCHES from all enemy units
beyond=#3 = not in combat
edge=#{n} = wholly within INCHES of (?:a|the|any) battlefield edge
terrain=#{n} = wholly within INCHES of (?:a|any) terrain feature
corner=#{n} = wholly within INCHES of a corner of the battlefield
within=#{n} = wholly within INCHES of HERE
within=#{n}; beside={kind:phrases} = wholly within INCHES of (?:a|any) friendly (?P<kind>SOME)(?: unit)?
territory={whose:=enemy or own} = wholly within (?:friendly|(?P<whose>enemy)|your) territory
""",
        {"INCHES": r'(?P<n>\d+)"', "HERE": HERE, "SOME": SOME},
    )
)
"""The conditions on the place of a unit that is set up, each with its parameters."""


def _again(match: re.Match[str]) -> Iterator[Change]:
    """Read "remove … from the battlefield and set it up again … more than 9\\" from all enemy units"."""
    yield Change("set-up", set_up_where(match["where"]), subject_of(match["who"]))


_AFTERWARDS: Final = r"(?:it |they |this unit |the target |that unit |each target )?"
_HOWS: Final = tuple(
    (f"(?i){pattern}", way)
    for way, pattern in rows(
        r"""
held = IT can only end THE_MOVE in combat with FOUGHT
left = it can pass through the combat ranges of enemy units that were in combat with it at the start of the move,? but
    not those of other enemy units\. it cannot end THE_MOVE in combat
fought = IT CROSSES RANGES,? (?:but|and) (?:it )?can only end THE_MOVE in combat with FOUGHT
held = IT CROSSES and end that move within the combat ranges of FOUGHT,? but not those of other enemy units\.(?: it does
    not have to end THE_MOVE in combat)?
into = IT CROSSES RANGES and can end THE_MOVE in combat
clear = IT cannot move into combat(?: during any part of (?:the|that) move)?
clear = IT cannot end THE_MOVE in combat(?: during any part of (?:the|that) move)?
through = IT CROSSES RANGES,? (?:but|and) (?:it )?cannot end THE_MOVE (?:in combat|within (?:the combat range of an
    enemy unit|an enemy unit's combat range))
clear = (?:that move|IT ) ?cannot pass through or end within (?:the )?combat ranges? of (?:an )?enemy units?
into = IT can (?:end|finish) that move in combat
into = IT CROSSES RANGES,? and (?:it )?(?:can )?(?:end|finish) that move in combat
through = IT (?:can )?pass through RANGES,? (?:but|and) (?:it )?cannot end THE_MOVE in combat
fight = IT (?:but |and )?must end THE_MOVE in combat
into = IT can move (?:into|through and end that move within) combat(?: ranges)?
fight = IT (?:CROSSES RANGES,? (?:but|and) )?must end THE_MOVE in combat
""",
        {
            "IT ": _AFTERWARDS, "THE_MOVE": "(?:that|the) move", "CROSSES": "can (?:move|pass) through",
            "RANGES": "(?:the )?combat ranges? of (?:any )?enemy units",
            "FOUGHT": "(?:enemy )?units (?:that )?(?:it was|they were) (?:already )?in combat with at the start of "
            "(?:the|that) move",
        },
    )
)  # fmt: skip
"""How a move may pass and end, each way with the pattern of its words; FOUGHT are the units fought at its start."""


_PAST: Final = (
    (r",? as if it (?:had|has) Fly(?= but| and|\.|,|$)|,? and has Fly when it does so\.?", "fly"),
    (r"(?<=pass through )(?:other )?models and (?=the combat ranges)", "models"),
    (r"(?<=pass through )models in enemy units and (?:can (?:pass|move) through )?(?=the combat ranges)", "enemies"),
    (r"(?:it |this unit )?can pass through models in enemy units,?(?: during that move)?(?= but| and)", "enemies"),
    (r"(?:it |this unit )?can pass through (?:other )?models(?: during that move)?,?(?= but| and)", "models"),
    (r"(?:it |this unit )?can pass through models in the target(?: unit)?,?(?= but| and)", "target"),
)
"""Phrases that name the models through which a move may pass, with the value of the parameter `past`."""


def _moves(match: re.Match[str]) -> Iterator[Change]:
    """Read "... can move D6\\"", with its limits on combat."""
    limits_text, passes = (match["how"] or "").rstrip(), ""
    for pattern, passable in _PAST:
        if phrase := re.search(pattern, limits_text, re.IGNORECASE):
            limits_text, passes = f"{limits_text[: phrase.start()]} {limits_text[phrase.end() :]}", passable
            break
    limits_text = re.sub(r"^\W*(?:(?:but|and)\b ?)?", "", " ".join(limits_text.split()))
    if passes and re.fullmatch(
        rf"{_AFTERWARDS}(?:(?:but|and) (?:it )?)?cannot end (?:that|the) move in combat", limits_text
    ):
        kind_of_move = "through" if passes != "enemies" and "combat range" in match[0] else "clear"
    else:
        kind_of_move = named(_HOWS, limits_text)
    if not kind_of_move:
        raise DoubtError
    needs: Params = {"inches": match["inches"] or "move", "way": kind_of_move}
    yield Change("move", {**needs, "past": passes} if passes else needs, subject_of(match["who"]))


_ACTS: Final = {
    "movement": {"normal move": "normal-move", "run": "run", "retreat": "retreat", "move": "normal-move, run, retreat"},
    "shooting": {"shoot": "shoot"},
    "charge": {"charge": "charge"},
    "combat": {"fight": "fight"},
}
"""The core abilities of a phase as texts name them."""


def _acts(match: re.Match[str]) -> Iterator[Change]:
    """Read "... can use the 'Run' ability as if it were your movement phase"."""
    deeds = [word.lower() for word in (match["one"], match["two"], match["kind"]) if word]
    abilities = _ACTS[match["phase"]]
    if any(word not in abilities for word in deeds):
        raise DoubtError
    yield Change("use-now", {"deeds": ", ".join(abilities[word] for word in deeds)}, subject_of(match["who"]))


def _uses(match: re.Match[str]) -> Iterator[Change]:
    """Read a Normal Move, or a Retreat without mortal damage, as a move at once."""
    if match["deed"] == "Normal Move":
        if match["safe"]:
            raise DoubtError
        yield Change("move", {"inches": "move"}, subject_of(match["who"]))
        return
    if not match["safe"]:
        raise DoubtError
    yield Change("move", {"inches": "move", "way": "retreat"}, subject_of(match["who"]))


_KEYWORD: Final = r"(?:Move|Run|Retreat|Shoot|Charge|Fight|Spell|Prayer|Unbind|Rampage)"
_MADE: Final = r"(?:for|made (?:for|by))"
_PARTS: Final = {
    "WHO": "(?P<who>.+?)", "ATTACKS": "(?P<attacks>.+?)", "MADE": "(?P<made>.+?)", "TAKEN": "(?P<taken>.+?)",
    "OWNER": _OWNER, "SIGN": _SIGN, "ROLLS": _ROLLS, "DICE": _DICE, "GIVEN": _GIVEN, "DEEDS": _DEEDS, "STATE": STATE,
    "SOME": SOME, "KEYWORD": _KEYWORD, "FOR": _MADE, "AMOUNT": "#{sign:sign}{n}", "CHAR": "(?:Attacks|Rend|Damage)",
}  # fmt: skip
"""Parts of the patterns below, by their names there."""
_CHANGES: Final = r"""
set sets=move; to={to} = (?P<who>this unit)'s Move characteristic is (?P<to>DICE)\"
set sets=move; to={to} = WHO (?:has|have) a Move characteristic of (?P<to>\d+)\"
set sets=control; to={to} = WHO (?:has|have) a Control characteristic of (?P<to>\d+)
set sets=most control; to={to} = WHO (?:has|have) a maximum control score of (?P<to>\d+)(?: that cannot be modified)?
flag unbinds = WHO can use (?:Unbind abilities|the 'Unbind' ability)(?: this turn)? as if (?:it|they) had Wizard \(1\)
set sets=coherency; to={to} = WHO has a coherency range of (?P<to>\d)\"
flag safe retreat = (?:each time|when) WHO uses an? Retreat ability, no mortal damage is inflicted on it(?: by that
    ability)?
flag safe retreat = no mortal damage is inflicted on WHO by Retreat abilities
flag no save bonus = ignore positive modifiers to save rolls for WHO
flag no save bonus, no save malus = ignore (?:all )?modifiers(?: \(positive and negative\))? to save rolls for WHO(?:
    \(positive and negative\))?
flag no save malus = ignore negative modifiers to save rolls for WHO
flag no hit malus = ignore negative modifiers to hit rolls for MADE
flag no wound malus = ignore negative modifiers to wound rolls for MADE
flag no hit malus, no wound malus = ignore negative modifiers to hit rolls and wound rolls for MADE
flag no control malus = ignore negative modifiers to the control scores? of WHO
flag no save bonus, no save malus = ignore negative and positive modifiers to save rolls for WHO
flag no critical = ATTACKS cannot score critical hits(?: \(treat them as regular hits instead\))?
flag no abilities = other than the Companion(?: weapon)? ability, weapon abilities for ATTACKS have no effect
flag pierces = ward rolls cannot be made for (?:mortal )?damage points inflicted (?:on enemy units )?by MADE
flag no charge damage = (?:the )?Charge \(\+1 Damage\)(?: weapon)? ability has no effect on ATTACKS
flag no charge damage = ignore the effect of the Charge \(\+1 Damage\)(?: weapon)? ability for ATTACKS
flag no abilities = weapon abilities other than (?:the )?Companion(?: weapon)?(?: ability)? (?:for|have no effect
    (?:on|for)) ATTACKS(?: have no effect)?
flag no ward = (?:you cannot make|no) ward rolls (?:can be made )?for WHO
flag no ward = ward rolls cannot be made for WHO
flag spared = ignore the first damage point (?:that would be )?allocated to WHO(?: in)? each phase
flag no contest = WHO cannot contest objectives
modify what=least redeploy; amount=#4 = when WHO uses? the 'Redeploy' command, if you roll a 1-3 when determining the
    distance (?:this unit|it|that unit) can move, you can use a value of 4 instead
modify what=least run; amount=#4 = when WHO uses? the 'Run' ability, if you roll a 1-3 when determining the distance
    (?:this unit|it|that unit) can move, you can use a value of 4 instead
flag spared = each phase, the first damage point inflicted on WHO is ignored
modify what=least run; amount=#4 = when making run rolls for WHO, if you roll a 1-3, you can use a value of 4 instead
flag best charge = when making charge rolls for WHO, add 1 to the number of dice rolled(?:, to a maximum of 3)?, then
    remove 1 dice of your choice and use the remaining dice as the charge roll
modify what=pile-in; amount=#3 = WHO can move an extra 3\" when (?:it|they) makes? a pile-in move
modify what=pile-in; amount=#3 = each time WHO makes? a pile-in move, add 3\" to the distance (?:it|they|that unit) can
    move
modify what=pile-in; amount=#3 = add 3\" to the distance WHO can move when (?:it|they) piles? in
flag best charge = when making charge rolls for WHO, roll 1 additional dice, to a maximum of 3, and discard 1 dice of
    your choice
flag best run = when making run rolls for WHO, add 1 to the number of dice rolled, then remove 1 dice of your choice and
    use the remaining dice as the run roll
modify what=least run; amount=#4 = each time you make a run roll for WHO, you can change that roll to a 4
mortal-damage amount={points} = inflict (?P<points>DICE) mortal damage on WHO
heal amount={points} = heal \((?P<points>DICE)\) WHO
return amount={points} = (?:you can )?return (?:up to )?(?P<points>DICE) (?:slain )?models? to WHO
return amount=1 = (?:you can )?return (?:up to )?a (?:slain )?models? to WHO
ritual amount={points} = give WHO (?P<points>\d+|\d?D[36]) ritual points?
ritual amount={points} = WHO gains (?P<points>\d+|\d?D[36]) ritual points?
slay amount={points} = (?P<points>\d) models? (?:in|from) (?P<who>the target|that unit)(?: unit)? (?:is|are)
    (?:automatically )?slain
pile-in = WHO can (?:immediately )?make a pile-in move
rolls = SIGN (?:to|from) (?P<rolls>ROLLS) FOR (?P<who>.+)
modify what=range; amount=AMOUNT = SIGN\"? (?:to|from) the Range characteristics? of (?P<weapons>.+)
modify what=double {char:lower}; amount=#1 = double the (?P<char>Attacks|Damage) characteristic of (?P<weapons>.+)
pass passes={kind:phrases} = each time you make a successful ward roll for (?P<who>this unit), allocate 1 damage point
    to a friendly (?P<kind>SOME)(?: unit)? within (?:its|this unit's) combat range after the damage sequence(?: for this
    unit)? has been resolved \(ward rolls cannot be made for those damage points\)
toughens = add (?P<n>\d+) to (?:(?P<owner>this unit's) Health characteristic|the Health characteristic of
    (?P<who>friendly .+))
echoes = each time WHO uses (?P<deed>DEEDS), after (?:that|the) (?:[A-Z]\w+ )?(?:ability|command) has been resolved,
    (?P<does>[^.]+?)(?P<on>)(?P<die>)
echoes = each time WHO (?:uses (?P<deed>DEEDS)|successfully casts a spell)(?:,|, roll (?P<die>a dice|a D3)\. on a
    (?P<on>[2-6])\+,) (?P<does>[^.]+?) after (?:that|the) (?:[A-Z]\w+ )?(?:ability|command) has been resolved
modify what=cast; amount=#{n}; deed=SUMMON = add (?P<n>\d) to casting rolls for WHO when (?:it uses|they use) an?
    (?P<deed>SUMMON|Summon) ability
of_weapons = SIGN (?:to|from) (?:the )?(?P<chars>CHAR(?: and CHAR)*) characteristics? of (?P<weapons>.+)
taken = SIGN (?:to|from) the (?P<chars>CHAR(?: and CHAR)*) characteristics? of (?:(?:(?P<weapons>melee|ranged)
    |(?P<companions>Companion ))?weapons (?:used )?for )?(?P<who>(?:(?:combat|shooting) )?attacks that target .+)
modify what=miss taken; amount=#{n} & modify what=wound miss taken; amount=#{n} = if the unmodified hit or wound roll
    for TAKEN is 1-(?P<n>\d), (?:the|that) attack fails and the attack sequence ends
command-points amount={points} = you (?:gain|receive) (?P<points>\d|D3) command points?
modify what=unshot; amount=#{n:or 0} = WHO cannot be (?:targeted by|picked to be (?:the|a) targets? of) (?:enemy
    )?shooting attacks(?: (?:made by units (?:that are )?more than (?P<n>\d+)\"(?: away)?(?: from (?:it|them))?|unless
    the attacking unit is within (?P<n2>\d+)\"(?: of (?:it|them))?))?
adjust amount=AMOUNT = (?P<sign>add|subtract) (?P<n>\d) (?:to|from) the (?P<adjusted>casting|charge) roll(?: for that
    (?:spell|ability|unit))?
adjust amount=#{sign:sign}1; times={n} = (?P<sign>add|subtract) (?P<n>D3|D6) (?:to|from) the
    (?P<adjusted>casting|charge) roll(?: for that (?:spell|ability|unit))?
adjust lifts={face} = (?:you can )?change (?:the lowest (?:D6|dice) in|(?:one|1) of the dice in) the
    (?P<adjusted>charge) roll to (?:an? )?(?P<face>[456])
adjust lifts=highest = (?:you can )?change the lowest (?:D6|dice) in the (?P<adjusted>charge) roll to match the
    highest(?: (?:D6|dice))?
forward-to-victory = you can re-?roll the charge roll
modify what=control; amount=AMOUNT = SIGN (?:to|from) (?:OWNER control scores?|the control scores? of (?P<who>.+))
modify what=move; amount=AMOUNT = SIGN\"? (?:to|from) (?:OWNER Move characteristics?|the Move characteristics? of
    (?P<who>.+))
modify what=power; amount=AMOUNT = SIGN (?:to|from) (?:OWNER power level|the power levels? of (?P<who>.+))
set sets={chars:lower}; to={to} = the (?P<chars>CHAR) characteristic of (?P<weapons>.+) is
    (?P<to>\d*D[36](?:\+\d+)?|\d+)(?: instead of (?:\d*D[36](?:\+\d+)?|\d+))?(?P<at> if the target .+| for attacks that
    target .+)?
given = (?P<weapons>.+?)(?P<companion>,? including Companion weapons,?)? (?:has|have) (?P<words>GIVEN(?: and GIVEN)*)
lent = WHO (?:has|have) (?P<words>(?:Ward|Wizard|Priest|Strike-[Ff]irst|Strike-[Ll]ast|Fly)\b[^.]*)
lend lends={state:upper} = WHO (?:is|are) STATE
lend lends={words:upper} = WHO (?:has|have) the (?P<words>[A-Z][\w-]+(?: [A-Z][\w-]+)*) keyword
barred = WHO cannot use (?P<words>commands|KEYWORD(?:(?:, (?:or |and )?| or | and )KEYWORD)* abilities)
barred_by_name = WHO cannot use the (?P<names>'[^,.]+'(?:(?:,| or| and) '[^,.]+')*) (?:commands?|ability|abilities)
after = WHO can (?:still )?use (?:a )?(?P<deeds>(?:Shoot|Charge)(?:(?: and | and/or | or )(?:Shoot|Charge))?)
    (?:ability|abilities)(?P<now> this turn)? even if (?:it|they|that unit) (?:has |have )?used (?:an? |the
    ')?(?P<before>(?:Run|Retreat)(?: or (?:an? )?(?:Run|Retreat))?)'? (?:ability|abilities)(?: earlier)? (?:in the same
    turn|this turn)
after = WHO can use (?:a )?(?P<before>(?:Run|Retreat)(?: or (?:Run|Retreat))?) (?:ability|abilities)(?: this turn)? and
    (?:can )?still use (?P<deeds>(?:Shoot|Charge)(?:(?: and | and/or | or )(?:Shoot|Charge))?) abilities later in the
    (?:same )?turn
modify what=second fight; amount=#1; until=phase = WHO can use 2 [Ff]ight abilities this (?:phase|turn)\. after the
    first is used,(?: however,)? (?:it|this unit|the target|that unit) has [Ss]trike-[Ll]ast(?: for the rest of the
    (?:turn|phase))?
modify what=backlash slain; amount=#{n}; attacks=combat; dice={dice:or }{health:=target health or } = each time a model
    in (?P<who>this unit|the target(?: unit)?) is slain by a combat attack and that model was in combat with the
    attacking unit, roll (?:a dice|(?P<dice>\d) dice|(?P<health>a number of dice equal to the target's Health
    characteristic))\. (?:on a|for each) (?P<n>[2-6])\+, inflict 1 mortal damage on the attacking unit after the Fight
    ability has been resolved
backlash = (?:each time (?:the|an|you make an|your opponent makes an)|for each) unmodified (?P<roll>hit|save) roll (?:of
    (?P<face>1|6) )?for a combat attack that targets (?P<who>this unit|the target(?: unit)?|that friendly unit|an?
    friendly [^,]+?)(?: is (?P<face2>1|6))?, inflict (?P<points>\d) mortal damage on the attacking unit after
    (?:the|that) Fight ability has been resolved
backlash = (?:if|each time) you make an unmodified (?P<roll>save) roll of (?P<face>1|6) for a combat attack that targets
    (?P<who>this unit|an? friendly [^,]+?)(?P<face2>), inflict (?P<points>\d) mortal damage on the attacking unit after
    (?:the|that) Fight ability has been resolved
reroll = (?:you can )?re-?roll (?P<rolls>(?:charge|run|casting|chanting) rolls?(?: and (?:charge|run|casting|chanting)
    rolls?)*) FOR (?P<who>.+)
flag no control malus = ignore negative modifiers to OWNER control score
criticals = WHO scores? critical hits on (?:an )?unmodified hit rolls? of (?P<n>[45])\+
modify what=miss taken; amount=#{n} = if the unmodified hit roll for TAKEN is 1-(?P<n>\d), (?:the|that) attack fails and
    the attack sequence ends
modify what=pierces taken; amount=#1; mine=#1; attacks={sort:or } = ward rolls cannot be made for damage points
    inflicted on (?P<who>the target) by this unit's (?:(?P<sort>combat|shooting) )?attacks
modify what=backfire 1; amount=#{points}; attacks={sort:or } = for each unmodified hit roll of 1 for an? (?P<sort>combat
    |shooting )?attack made by WHO, inflict (?P<points>\d) mortal damage on (?:the target|it|this unit|that unit|the
    attacking unit) after (?:the|that) (?:Fight|Shoot|Attack) ability has been resolved
flag spared = ignore the first damage point (?:that would be )?allocated to (?P<who>(?:each|a) .+?)(?: in)? each phase
    while (?:it is|they are) (?P<where>.+)
flag no healing = WHO cannot be healed(?: (?:or|and cannot) have slain models returned to (?:it|them)| and slain models
    cannot be returned to (?:it|them|those units))
shielded = WHO cannot be picked to be the target of (?:(?P<words>[A-Z]\w+(?: (?:or|and) [A-Z]\w+)?) abilities used by
    enemy units|enemy (?P<words2>[A-Z]\w+(?: (?:or|and) [A-Z]\w+)?) abilities)
set sets={chars:lower}; to={to} = (?P<weapons>(?:this unit|the target)'s [A-Z].+?) (?:has|have) an? (?P<chars>CHAR)
    characteristic of (?P<to>\d*D[36](?:\+\d+)?|\d+)
set sets=most attacks; to={to} = (?P<weapons>this unit's [A-Z].+?) (?:has|have) a maximum Attacks characteristic of
    (?P<to>\d+)
times = (?P<sign>add|subtract) (?P<times>D[36]|an amount equal to the roll|the roll|the current battle round number)
    (?:to|from) (?P<what>.+)
mortal-damage amount={points}; unwarded=#1 = allocate (?P<points>\d+|\d?D[36]) damage points? to WHO \((?:a )?ward
    rolls? cannot be made(?: for (?:that|those) damage points?)?\)
flag half move = halve OWNER Move characteristic
flag half move = halve the Move characteristic of (?P<who>.+)
bar bars=PILE-IN & bar bars=COMMAND = WHO cannot make pile-in moves or use commands
modify what=hidden; amount=#{n} = WHO (?:is|are) not visible to (?:enemy )?units (?:that are )?more than (?P<n>\d+)\"(?:
    away)?(?: from (?:it|them))?
bar bars=PILE-IN = WHO cannot (?:(?:make|use) pile-in moves|pile in)
modify what=charge dice; amount=AMOUNT = (?P<sign>add) (?P<n>\d+) (?:to|from) the number of dice rolled when making
    charge rolls FOR WHO,? to a maximum of 3
modify what=charge dice; amount=AMOUNT = (?P<sign>subtract) (?P<n>\d+) (?:to|from) the number of dice rolled when making
    charge rolls FOR WHO,? to a minimum of 1
modify what={chars:lower}; amount=AMOUNT = SIGN (?:to|from) the (?P<chars>CHAR) characteristic of (?P<who>(?:other
    )?(?:friendly|enemy) .+)
modify what=rally; amount=#{n:count} = (?:each time|if|when) WHO uses? the 'Rally' command, (?:you can )?make
    (?P<n>\d+|one|two|three) additional rally rolls? of D6
free frees={name} = (?:each time|if|when) WHO uses? the '(?P<name>[^']+)' command,? no command points are spent
free frees={name} = (?:each time|if|when) WHO uses? the '(?P<name>[^']+)' command while (?:it is|they are)
    (?P<where>.+?),? no command points are spent
set sets={chars:lower}; to={to} = set the (?P<chars>CHAR) characteristic of (?P<weapons>.+) to (?P<to>\d+)
mortal-damage amount=roll = inflict an amount of mortal damage (?:on WHO )?equal to the roll(?: on (?P<who2>.+))?
heal amount=roll = heal \(X\) WHO,? where X is (?:an amount )?equal to the roll
by_health = (?:you can )?return a number of slain models to WHO with a combined Health characteristic of up to
    (?P<points>DICE)
return amount=roll = (?:you can )?return a number of slain models to WHO equal to the roll
by_health = (?:you can )?return a number of slain models to WHO with a combined Health characteristic (?:of up to|equal
    to or less than) (?:the roll|X, where X is (?:an amount )?equal to the roll)
slay amount={points}; dice={dice}; each-over={over:comparison} = roll (?P<dice>\d+) dice\. for each roll that
    (?P<over>exceeds|equals or exceeds|is at least double) the target's Health characteristic, (?P<points>\d) model in
    (?P<who>the target)(?: unit)? is slain
slay amount=all = WHO is automatically destroyed
again = (?:immediately )?remove WHO from the battlefield(?: and|, then) set (?:it|them|that unit) up again(?P<where>(?:
    anywhere)?(?: on the battlefield)?(?:,? (?:and )?(?:wholly within|more than|wholly in|in friendly) .+))
moves = WHO can (?:immediately )?(?:move (?:up to |a distance of )?|make a move of (?:up to )?)(?:(?P<inches>DICE)\"|a
    distance up to its Move characteristic)(?P<how>(?:,? (?:but|and) .+|\. (?:it|they|that unit|that move|each
    target|the target|this unit)s? .+|,? (?:as if|and has) .+)?)
uses = WHO can (?:immediately )?use (?:the '(?P<deed>Normal Move|Retreat)' ability|a (?P<deed2>Retreat) ability) as if
    it were your movement phase(?P<safe>,? without any mortal damage being inflicted (?:up)?on (?:it|them|the target))?
acts = WHO can (?:immediately )?use (?:the '(?P<one>[A-Z][\w ]+)'(?: or (?:the )?'(?P<two>[A-Z][\w ]+)')? ability|an?
    (?P<kind>[A-Z]\w+) ability) as if it were your (?P<phase>movement|shooting|charge|combat) phase
pool = roll (?P<dice>[^.]+?)(?:, to a maximum of (?P<most_dice>\d+))?\. for each (?P<each>\d)(?P<plus>\+?), inflict
    (?P<points>\d|D3) mortal damage on (?:the target(?: unit)?|that unit)(?:,? to a maximum of (?P<most>\d+)(?: mortal
    damage)?)?
"""
"""The kinds of clause, each with its pattern: the changes that it makes, or the name of its reader; the first counts.

A change is its handler and its parameters, which `filled` reads; "flag" is short for a value that is switched on, and
`_whom` says which groups of the pattern name the units. An indented line continues the one above.
"""
_READERS: Final = {
    read.__name__: read
    for read in (
        _rolls, _ranges, _toughens, _echoes, _of_weapons, _taken, _given, _lent, _barred, _barred_by_name, _after,
        _backlash, _reroll, _criticals, _shielded, _times, _by_health, _again, _moves, _uses, _acts, _pool
    )
}  # fmt: skip


def _clauses() -> Iterator[tuple[str, Maker]]:
    """Yield the pattern and reader of each kind of clause."""
    for head, pattern in rows(_CHANGES, _PARTS):
        flag = re.sub(r"^flag (.+)", r"modify what=\1; amount=#1", head)
        yield pattern, _READERS.get(f"_{head}") or _changes(flag)


_MAKERS: Final = [*_clauses()]
_WHILE: Final = re.compile(
    r"(?P<rest>.+?) while (?P<who>they are|it is|that unit is|those units are|the target is|this unit is) (?P<where>.+)"
)
_BY_OTHERS: Final = re.compile(
    rf"(?P<wholly>wholly )?within (?:(?P<inches>\d+)\" of|the combat range of) (?:an?|any) (?:other )?friendly "
    rf"(?P<kind>{SOME})(?: units?)?"
)
_MORE: Final = re.compile(
    r",? (?:and|but|, however,) (?=(?:also )?(?:add |subtract |ward rolls|inflict|heal|ignore |(?:it|they|this "
    r"unit|that unit|the targets?) (?:also )?(?:has|have|cannot|can still)|can use |the \w+ char))"
)
"""Where a further clause begins in the same sentence."""


def clause(text: str) -> list[Change]:
    """Return the changes that a clause makes."""
    sentence = re.sub(r",? to a minimum of 0$", "", small(text.strip().rstrip(".").strip()))
    sentence = re.sub(r"^the (?=(?:melee |ranged )?weapons used by)", "", sentence)
    if re.match(r"add |.+ (?:has|have) (?:Crit|Anti-|Charge)", sentence):  # these never apply to Companion weapons
        sentence = re.sub(r"\bnon-Companion (?=(?:melee |ranged )?weapons)", "", sentence)
    sentence = re.sub(r"(?<=attacks) if the target is (?:an? )?", " that target ", sentence)
    sentence = re.sub(r"(?P<made>attacks made with .+?) if the target is (?:an? )?", r"\g<made> that target ", sentence)
    if match := re.fullmatch(
        r"(?P<weapons>.+? (?:weapons?|[A-Z][\w' -]+?)) (?P<has>ha(?:s|ve) [^.]+?) (?:for attacks that target|if the "
        r"target is) "
        r"(?P<at>.+)",
        sentence,
    ):
        sentence = f"{match['weapons']} for attacks that target {match['at']} {match['has']}"
    if (match := re.fullmatch(r"while they are (?P<where>[^,]+), (?P<rest>.+)", sentence)) and " while " not in match[
        "rest"
    ]:
        sentence = f"{match['rest']} while they are {match['where']}"
    location = ""
    if (match := _WHILE.fullmatch(sentence)) and match["who"] in ("they are", "those units are"):
        sentence, location = match["rest"], match["where"]
        if limit := re.fullmatch(r"(?P<where>.+?)(?P<limit>, to a (?:maximum of 3|minimum of 1))", location):
            sentence, location = sentence + limit["limit"], limit["where"]
    for pattern, read in _MAKERS:
        match = re.fullmatch(pattern, sentence)
        if match is not None:
            try:
                changes = list(read(match))
            except DoubtError:
                continue
            if changes:
                return [_placed(change, location) for change in changes] if location else changes
    parts = _MORE.split(sentence, maxsplit=1)
    if len(parts) == 2 and not location:
        return [*clause(parts[0]), *clause(parts[1])]
    raise DoubtError


def _placed(change: Change, where: str) -> Change:
    """Return a change limited to units in a place, such as wholly within 6 inches of the user."""
    if isinstance(change.subject, str):
        raise DoubtError
    if match := _BY_OTHERS.fullmatch(where):
        if "other" in where or " and " in match["kind"]:
            raise DoubtError
        location: Params = {"user": phrases(match["kind"]), "range": int(match["inches"] or 3)}
        location |= {"wholly": 1} if match["wholly"] else {}
    else:
        location = places(where)
    return Change(change.handler, change.params, joined(dict(change.subject), location))
