"""Reads clauses of ability texts; each clause makes a change for certain units (A-ABIL-6).

The table `_MAKERS` has a pattern for each kind of clause, with the function that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from game.rulesets.aos4.documents.params import Value
from game.rulesets.aos4.documents.reading.units import HERE, KINDS, ME, OF_OTHER, places, units
from game.rulesets.aos4.documents.reading.words import (
    SOME,
    STATE,
    DoubtError,
    Params,
    count,
    joined,
    named_state,
    phrases,
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
        scope, subject, taken = _attacks(match["who"])
        if not taken:
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
        where: Params = (
            {"which": "fighting"} if at_target["fighting"] else places(at_target["where"] or at_target["where2"])
        )
        yield Change(change.handler, change.params, {"target": "each enemy", **where})
        return
    if "attack" not in match["who"] and "weapon" not in match["who"]:  # rolls for units are rolls for their attacks
        yield Change("modify", {"what": ", ".join(values), "amount": _amount(match)}, subject_of(match["who"]))
        return
    scope, subject, taken = _attacks(match["who"])
    changed = ", ".join(f"{value} taken" if taken else value for value in values)
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
    what = ", ".join(f"{value} taken" for value in values)
    all_attacks = re.fullmatch(r"(?:(?P<sort>combat|shooting) )?attacks", attacks)
    if all_attacks is not None:
        scope: Params = {"attacks": all_attacks["sort"]} if all_attacks["sort"] else {}
        return Change("modify", {"what": what, "amount": amount, **scope}, "target")
    scope, subject, taken = _attacks(attacks)
    if taken or subject == "target":
        raise DoubtError
    if isinstance(subject, str):
        return Change("modify", {"what": what, "amount": amount, **scope, "mine": 1}, "target")
    if set(subject) - {"target", "keyword"} or subject["target"] != "each friend":
        raise DoubtError
    attackers: Params = {"against": subject["keyword"]} if "keyword" in subject else {}
    return Change("modify", {"what": what, "amount": amount, **scope, **attackers}, "target")


_WHEN: Final = (
    (r"charged (?:this turn|this phase|in the same turn)", "charged"),
    (r"(?:is|are) contesting an objective", "contesting"),
    (r"(?:is|are) contesting an objective (?:that )?you do not control", "contesting safe"),
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
        further = {} if damaged[1] in ("enemy unit", "enemy units") else _against(damaged[1])
        return joined(further, {"when": "damage 1"})
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
            scope["when"] = next((value for pattern, value in _WHEN if re.fullmatch(pattern, state)), "")
    if not scope or scope.get("when") == "":
        raise DoubtError
    return scope


# -- weapons ----------------------------------------------------------------------------------------


def _weapon_named(text: str) -> Params:
    """Return the scope of weapons with a name or of a kind."""
    if text in ("melee weapons", "ranged weapons"):
        return {"attacks": "combat" if text.startswith("melee") else "shooting"}
    if kind := re.fullmatch(r"[Cc]ompanion (?:(melee|ranged) )?weapons", text):
        attacks: Params = {"attacks": "combat" if kind[1] == "melee" else "shooting"} if kind[1] else {}
        return {"weapon": "companion weapons", **attacks}
    text = re.sub(r" (?:melee|ranged) weapons?$", "", text)
    if not re.fullmatch(r"[A-Z][\w' -]*(?:, [A-Z][\w' -]*)*", text) or re.search(
        r"\b(?:for|while|that|if|used|weapons?)\b|[Cc]ompanion|^Non", text
    ):
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


def _doubled(match: re.Match[str]) -> Iterator[Change]:
    """Read "double the Damage characteristic of …"."""
    scope, subject = _weapons(match["weapons"])
    yield Change("modify", {"what": f"double {match['char'].lower()}", "amount": 1, **scope}, subject)


def _taken(match: re.Match[str]) -> Iterator[Change]:
    """Read "subtract 1 from the Rend characteristic of weapons used for attacks that target …"."""
    scope, subject, taken = _attacks(match["who"])
    if not taken:
        raise DoubtError
    if match["weapons"]:
        scope = joined(scope, {"attacks": "combat" if match["weapons"] == "melee" else "shooting"})
    if match["companions"]:
        scope = {**scope, "weapon": "companion weapons"}
    what = ", ".join(f"{word} taken" for word in _characteristics(match["chars"]))
    yield Change("modify", {"what": what, "amount": _amount(match), **scope}, subject)


def _set_weapons(match: re.Match[str]) -> Iterator[Change]:
    """Read "the Attacks characteristic of … is 4"."""
    scope, subject = _weapons(f"{match['weapons']}{match['at'] or ''}")
    yield Change("set", {"sets": match["chars"].lower(), "to": match["to"], **scope}, subject)


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
    what = ", ".join(f"{deed} after {word}" for deed in deeds for word in before)
    span: Params = {"until": "turn"} if "ability this turn and" in match[0] or match.groupdict().get("now") else {}
    yield Change("modify", {"what": what, "amount": 1, **span}, subject_of(match["who"]))


def _reroll(match: re.Match[str]) -> Iterator[Change]:
    """Read "you can reroll charge rolls for ..."."""
    words = re.findall(_ROLL, match["rolls"])
    values = [f"reroll {_VALUES.get(word, word)}" for word in words]
    yield Change("modify", {"what": ", ".join(values), "amount": 1}, subject_of(match["who"]))


def _number(what: str) -> Maker:
    """Return the reader of "add 3 to ...", a number that units have."""

    def make(match: re.Match[str]) -> Iterator[Change]:
        subject = _owner(match["owner"]) if match["owner"] else subject_of(match["who"])
        yield Change("modify", {"what": what, "amount": _amount(match)}, subject)

    return make


def _flag(what: str, amount: int = 1) -> Maker:
    """Return the reader of a clause with a fixed effect on units."""
    return lambda match: iter([Change("modify", {"what": what, "amount": amount}, subject_of(match["who"]))])


def _of_attacks(what: str) -> Maker:
    """Return the reader of a clause about attacks by units or at units."""

    def make(match: re.Match[str]) -> Iterator[Change]:
        scope, subject, taken = _attacks(match["who"])
        amount = int(match["n"]) if "n" in match.re.groupindex else 1
        yield Change("modify", {"what": f"{what} taken" if taken else what, "amount": amount, **scope}, subject)

    return make


def _by_attacks_only(what: str) -> Maker:
    """Return the reader of a clause about attacks by units, not at units."""

    def make(match: re.Match[str]) -> Iterator[Change]:
        scope, subject, taken = _attacks(match["who"])
        if taken:
            raise DoubtError
        yield Change("modify", {"what": what, "amount": 1, **scope}, subject)

    return make


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


def _missing(match: re.Match[str]) -> Iterator[Change]:
    """Read "if the unmodified hit roll for ... is 1-2, the attack fails and the attack sequence ends"."""
    scope, subject, taken = _attacks(match["who"])
    if not taken:
        raise DoubtError
    yield Change("modify", {"what": "miss taken", "amount": int(match["n"]), **scope}, subject)


def _missing_both(match: re.Match[str]) -> Iterator[Change]:
    """Read "if the unmodified hit or wound roll for ... is 1-2, the attack fails ..."."""
    for change in _missing(match):
        yield change
        yield Change("modify", {**change.params, "what": f"wound {change.params['what']}"}, change.subject)


def _backlash(match: re.Match[str]) -> Iterator[Change]:
    """Read mortal damage on the attacking unit for hit or save rolls that show a face."""
    face = match["face"] or match["face2"]
    if not face or (match["roll"], face) == ("hit", "6"):
        raise DoubtError
    what = f"backlash {match['roll']} {face}"
    yield Change(
        "modify", {"what": what, "amount": int(match["points"]), "attacks": "combat"}, subject_of(match["who"])
    )


def _backfire(match: re.Match[str]) -> Iterator[Change]:
    """Read mortal damage on the attacking unit itself for its hit rolls of 1."""
    sort: Params = {"attacks": match["sort"].strip()} if match["sort"] else {}
    yield Change("modify", {"what": "backfire 1", "amount": int(match["points"]), **sort}, subject_of(match["who"]))


def _healing(match: re.Match[str]) -> Iterator[Change]:
    """Read "... cannot be healed and slain models cannot be returned to it"."""
    if "returned" not in match[0]:  # models might still return
        raise DoubtError
    yield Change("modify", {"what": "no healing", "amount": 1}, subject_of(match["who"]))


def _most_attacks(match: re.Match[str]) -> Iterator[Change]:
    scope, subject = _weapons(match["weapons"])
    yield Change("set", {"sets": "most attacks", "to": match["to"], **scope}, subject)


def _second_fight(match: re.Match[str]) -> Iterator[Change]:
    """Read a second FIGHT ability in a phase."""
    yield Change("modify", {"what": "second fight", "amount": 1, "until": "phase"}, subject_of(match["who"]))


def _backlash_of_slain(match: re.Match[str]) -> Iterator[Change]:
    """Read mortal damage on an attacker for models that it has slain in combat with it."""
    needs: Params = {"what": "backlash slain", "amount": int(match["n"]), "attacks": "combat"}
    if match["dice"]:
        needs["dice"] = match["dice"]
    elif match["health"]:
        needs["dice"] = "target health"
    yield Change("modify", needs, subject_of(match["who"]))


def _slay_over(match: re.Match[str]) -> Iterator[Change]:
    """Read models that are slain for dice that beat the Health of the target."""
    yield Change("slay", {"amount": match["points"], "dice": match["dice"], "each-over": OVER[match["over"]]}, "target")


def _times(match: re.Match[str]) -> Iterator[Change]:
    """Read "add D3 to …": as "add 1 to …", times a roll."""
    times = {"an amount equal to the roll": "roll", "the roll": "roll", "the current battle round number": "round"}
    direction = "to" if match["sign"] == "add" else "from"
    for change in clause(f"{match['sign']} 1 {direction} {match['what']}"):
        if change.handler != "modify":
            raise DoubtError
        yield Change("modify", {**change.params, "times": times.get(match["times"], match["times"])}, change.subject)


def _charge_dice(match: re.Match[str]) -> Iterator[Change]:
    """Read a change of the number of dice of a charge roll. The rules' own limits of 1 and 3 are the only ones."""
    if (match["sign"] == "add") != (match["limit"] == "maximum of 3"):
        raise DoubtError
    yield Change("modify", {"what": "charge dice", "amount": _amount(match)}, subject_of(match["who"]))


def _halved(subject: str | Params) -> Change:
    return Change("modify", {"what": "half move", "amount": 1}, subject)


def _sets(what: str) -> Maker:
    return lambda match: iter([Change("set", {"sets": what, "to": match["to"]}, subject_of(match["who"]))])


_CHANGED: Final = r"(?P<kind>casting|charge) roll"
"""The roll of another ability that a reaction changes."""


def _adjusted(sign: str, number: str, kind: str) -> Iterator[Change]:
    """Read "add 1 to the casting roll for that spell" in a reaction."""
    direction = 1 if sign == "add" else -1
    needs: Params = {"amount": direction, "times": number} if "D" in number else {"amount": direction * int(number)}
    yield Change("adjust", needs, kind)


def _free(match: re.Match[str]) -> Iterator[Change]:
    yield Change("free", {"frees": match["name"]}, subject_of(match["who"]))


def _rally(match: re.Match[str]) -> Iterator[Change]:
    yield Change("modify", {"what": "rally", "amount": count(match["n"])}, subject_of(match["who"]))


# -- what happens at once ---------------------------------------------------------------------------


def _at_once(handler: str, **needs: Value) -> Maker:
    """Return the reader of a clause that takes effect at once, with an amount if the pattern has one."""

    def make(match: re.Match[str]) -> Iterator[Change]:
        points = {"a": "1"}.get(match["points"], match["points"]) if "points" in match.re.groupindex else ""
        amount: Params = {"amount": points} if points else {}
        yield Change(handler, {**amount, **needs}, subject_of(match["who"]))

    return make


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
    dice = next((value for pattern, value in _POOL_DICE if re.fullmatch(pattern, match["dice"])), "")
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
        needs = joined(needs, _where_again(re.sub(r"^(?:, )?(?:and )?", "", part.strip())))
    if "beyond" not in needs:
        raise DoubtError
    return needs


def _where_again(text: str) -> Params:
    """Return the parameters of one condition on the place, such as "wholly within 6\\" of a battlefield edge"."""
    if match := re.fullmatch(r"more than (\d+)\" from all enemy units", text):
        return {"beyond": int(match[1])}
    if text == "not in combat":
        return {"beyond": 3}
    if match := re.fullmatch(r"wholly within (\d+)\" of (?:a|the|any) battlefield edge", text):
        return {"edge": int(match[1])}
    if match := re.fullmatch(r"wholly within (\d+)\" of a corner of the battlefield", text):
        return {"corner": int(match[1])}
    if match := re.fullmatch(rf"wholly within (\d+)\" of {HERE}", text):
        return {"within": int(match[1])}
    if match := re.fullmatch(rf"wholly within (\d+)\" of (?:a|any) friendly ({SOME})(?: unit)?", text):
        return {"within": int(match[1]), "beside": phrases(match[2])}
    if match := re.fullmatch(r"wholly within (friendly|enemy|your) territory", text):
        return {"territory": "enemy" if match[1] == "enemy" else "own"}
    raise DoubtError


def _again(match: re.Match[str]) -> Iterator[Change]:
    """Read "remove … from the battlefield and set it up again … more than 9\\" from all enemy units"."""
    yield Change("set-up", set_up_where(match["where"]), subject_of(match["who"]))


_AFTERWARDS: Final = r"(?:it |they |this unit |the target |that unit |each target )?"
_FOUGHT: Final = (
    r"(?:enemy )?units (?:that )?(?:it was|they were) (?:already )?in combat with at the start of (?:the|that) move"
)
"""The units with which a unit was in combat when it began to move."""
_HOWS: Final = (
    (rf"{_AFTERWARDS}can only end (?:that|the) move in combat with {_FOUGHT}", "held"),
    (
        r"it can pass through the combat ranges of enemy units that were in combat with it at the start of the move,? "
        r"but not those of other enemy units\. it cannot end (?:that|the) move in combat",
        "left",
    ),
    (rf"{_AFTERWARDS}can (?:move|pass) through (?:the )?combat ranges of (?:any )?enemy units,? (?:but|and) (?:it )?"
     rf"can only end (?:that|the) move in combat with {_FOUGHT}", "fought"),
    (rf"{_AFTERWARDS}can (?:move|pass) through and end that move within the combat ranges of {_FOUGHT},? but not "
     r"those of other enemy units\.(?: it does not have to end (?:that|the) move in combat)?", "held"),
    (rf"{_AFTERWARDS}can (?:move|pass) through (?:the )?combat ranges of (?:any )?enemy units and can end (?:that|the) "
     r"move in combat", "into"),
    (rf"{_AFTERWARDS}cannot move into combat(?: during any part of (?:the|that) move)?", "clear"),
    (rf"{_AFTERWARDS}cannot end (?:that|the) move in combat(?: during any part of (?:the|that) move)?", "clear"),
    (rf"{_AFTERWARDS}can (?:move|pass) through (?:the )?combat ranges? of (?:any )?enemy units,? (?:but|and) (?:it "
     rf")?cannot "
      r"end (?:that|the) move (?:in combat|within (?:the combat range of an enemy unit|an enemy unit's "
      r"combat range))", "through"),
    (rf"(?:that move|{_AFTERWARDS}) ?cannot pass through or end within (?:the )?combat ranges? of (?:an )?enemy units?",
     "clear"),
    (rf"{_AFTERWARDS}can (?:end|finish) that move in combat", "into"),
    (rf"{_AFTERWARDS}can (?:move|pass) through (?:the )?combat ranges? of enemy units,? and (?:it )?(?:can "
     r")?(?:end|finish) that move in combat", "into"),
    (rf"{_AFTERWARDS}(?:can )?pass through (?:the )?combat ranges? of (?:any )?enemy units,? (?:but|and) (?:it "
     r")?cannot end (?:that|the) move in combat", "through"),
    (rf"{_AFTERWARDS}(?:but |and )?must end (?:that|the) move in combat", "fight"),
    (rf"{_AFTERWARDS}can move (?:into|through and end that move within) combat(?: ranges)?", "into"),
    (rf"{_AFTERWARDS}(?:can (?:move|pass) through (?:the )?combat ranges? of (?:any )?enemy units,? (?:but|and) "
     r")?must end (?:that|the) move in combat", "fight"),
)  # fmt: skip


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
        way: str | None = "through" if passes != "enemies" and "combat range" in match[0] else "clear"
    else:
        way = next((way for pattern, way in _HOWS if re.fullmatch(pattern, limits_text, re.IGNORECASE)), None)
    if way is None:
        raise DoubtError
    needs: Params = {"inches": match["inches"] or "move", "way": way}
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


OVER: Final = {
    "exceeds": "more", "equals or exceeds": "equal", "is at least double": "double", "is less than": "less",
    "is lower than": "less", "is equal to or less than": "at most", "is less than or equal to": "at most",
}  # fmt: skip
"""The comparison of a roll with a number, by the words of a text."""
_KEYWORD: Final = r"(?:Move|Run|Retreat|Shoot|Charge|Fight|Spell|Prayer|Unbind|Rampage)"
_MADE: Final = r"(?:for|made (?:for|by))"
_PLAIN: Final = r"""
set move = (?P<who>this unit)'s Move characteristic is (?P<to>DICE)\"
set move = WHO (?:has|have) a Move characteristic of (?P<to>\d+)\"
set control = WHO (?:has|have) a Control characteristic of (?P<to>\d+)
set most control = WHO (?:has|have) a maximum control score of (?P<to>\d+)(?: that cannot be modified)?
flag unbinds = WHO can use (?:Unbind abilities|the 'Unbind' ability)(?: this turn)? as if (?:it|they) had
    Wizard \(1\)
set coherency = WHO has a coherency range of (?P<to>\d)\"
flag safe retreat = (?:each time|when) WHO uses an? Retreat ability, no mortal damage is inflicted on it(?: by
    that ability)?
flag safe retreat = no mortal damage is inflicted on WHO by Retreat abilities
flag no save bonus = ignore positive modifiers to save rolls for WHO
flag no save bonus, no save malus = ignore (?:all )?modifiers(?: \(positive and negative\))? to save rolls for
    WHO(?: \(positive and negative\))?
flag no save malus = ignore negative modifiers to save rolls for WHO
by no hit malus = ignore negative modifiers to hit rolls for WHO
by no wound malus = ignore negative modifiers to wound rolls for WHO
by no hit malus, no wound malus = ignore negative modifiers to hit rolls and wound rolls for WHO
flag no control malus = ignore negative modifiers to the control scores? of WHO
flag no save bonus, no save malus = ignore negative and positive modifiers to save rolls for WHO
of no critical = WHO cannot score critical hits(?: \(treat them as regular hits instead\))?
of no abilities = other than the Companion(?: weapon)? ability, weapon abilities for WHO have no effect
by pierces = ward rolls cannot be made for (?:mortal )?damage points inflicted (?:on enemy units )?by WHO
of no charge damage = (?:the )?Charge \(\+1 Damage\)(?: weapon)? ability has no effect on WHO
of no charge damage = ignore the effect of the Charge \(\+1 Damage\)(?: weapon)? ability for WHO
of no abilities = weapon abilities other than (?:the )?Companion(?: weapon)?(?: ability)? (?:for|have no effect
    (?:on|for)) WHO(?: have no effect)?
flag no ward = (?:you cannot make|no) ward rolls (?:can be made )?for WHO
flag no ward = ward rolls cannot be made for WHO
flag spared = ignore the first damage point (?:that would be )?allocated to WHO(?: in)? each phase
flag no contest = WHO cannot contest objectives
flag least redeploy 4 = when WHO uses? the 'Redeploy' command, if you roll a 1-3 when determining the distance
    (?:this unit|it|that unit) can move, you can use a value of 4 instead
flag least run 4 = when WHO uses? the 'Run' ability, if you roll a 1-3 when determining the distance (?:this
    unit|it|that unit) can move, you can use a value of 4 instead
flag spared = each phase, the first damage point inflicted on WHO is ignored
flag least run 4 = when making run rolls for WHO, if you roll a 1-3, you can use a value of 4 instead
flag best charge = when making charge rolls for WHO, add 1 to the number of dice rolled(?:, to a maximum of 3)?, then
    remove 1 dice of your choice and use the remaining dice as the charge roll
flag pile-in 3 = WHO can move an extra 3\" when (?:it|they) makes? a pile-in move
flag pile-in 3 = each time WHO makes? a pile-in move, add 3\" to the distance (?:it|they|that unit) can move
flag pile-in 3 = add 3\" to the distance WHO can move when (?:it|they) piles? in
flag best charge = when making charge rolls for WHO, roll 1 additional dice, to a maximum of 3, and discard 1 dice of
    your choice
flag best run = when making run rolls for WHO, add 1 to the number of dice rolled, then remove 1 dice of your choice and
    use the remaining dice as the run roll
flag least run 4 = each time you make a run roll for WHO, you can change that roll to a 4
once mortal-damage = inflict (?P<points>DICE) mortal damage on WHO
once heal = heal \((?P<points>DICE)\) WHO
once return = (?:you can )?return (?:up to )?(?P<points>DICE|a) (?:slain )?models? to WHO
once ritual = give WHO (?P<points>\d+|\d?D[36]) ritual points?
once ritual = WHO gains (?P<points>\d+|\d?D[36]) ritual points?
once slay = (?P<points>\d) models? (?:in|from) (?P<who>the target|that unit)(?: unit)? (?:is|are)
    (?:automatically )?slain
once pile-in = WHO can (?:immediately )?make a pile-in move
"""
"""Clauses with one value: a key of `_KINDS`, the value, and the pattern. An indented line continues the one above."""
_KINDS: Final[Mapping[str, Callable[..., Maker]]] = {
    "flag": _flag, "set": _sets, "of": _of_attacks, "by": _by_attacks_only, "once": _at_once
}  # fmt: skip


def _plain_makers() -> Iterator[tuple[str, Maker]]:
    """Yield the pattern and reader of each line of the table `_PLAIN`; WHO stands for units and DICE for an amount."""
    for line in _PLAIN.strip().replace("\n    ", " ").splitlines():
        head, _equals, pattern = line.partition(" = ")
        kind, _blank, value = head.partition(" ")
        changed, _blank, amount = value.rpartition(" ")
        kind_maker = _KINDS[kind]
        maker = kind_maker(changed, int(amount)) if kind == "flag" and amount.isdigit() else kind_maker(value)
        yield pattern.replace("WHO", "(?P<who>.+?)").replace("DICE", _DICE), maker


_MAKERS: Final[tuple[tuple[str, Maker], ...]] = (
    *_plain_makers(),
    (rf"{_SIGN} (?:to|from) (?P<rolls>{_ROLLS}) {_MADE} (?P<who>.+)", _rolls),
    (rf"{_SIGN}\"? (?:to|from) the Range characteristics? of (?P<weapons>.+)", _ranges),
    (r"double the (?P<char>Attacks|Damage) characteristic of (?P<weapons>.+)", _doubled),
    (
        r"each time you make a successful ward roll for (?P<who>this unit), allocate 1 damage point to a friendly "
        rf"(?P<kind>{SOME})(?: unit)? within (?:its|this unit's) combat range after the damage sequence(?: for this "
        r"unit)? has been resolved \(ward rolls cannot be made for those damage points\)",
        lambda m: iter([Change("pass", {"passes": phrases(m["kind"])}, subject_of(m["who"]))]),
    ),
    (
        r"add (?P<n>\d+) to (?:(?P<owner>this unit's) Health characteristic|the Health characteristic of "
        r"(?P<who>friendly .+))",
        _toughens,
    ),
    (
        rf"each time (?P<who>.+?) uses (?P<deed>{_DEEDS}), after (?:that|the) (?:[A-Z]\w+ )?(?:ability|command) has "
        r"been resolved, (?P<does>[^.]+?)(?P<on>)(?P<die>)",
        _echoes,
    ),
    (
        rf"each time (?P<who>.+?) (?:uses (?P<deed>{_DEEDS})|successfully casts a spell)(?:,|, roll (?P<die>a dice|a "
        r"D3)\. on a (?P<on>[2-6])\+,) (?P<does>[^.]+?) after (?:that|the) (?:[A-Z]\w+ )?(?:ability|command) has "
        r"been resolved",
        _echoes,
    ),
    (
        r"add (?P<n>\d) to casting rolls for (?P<who>.+?) when (?:it uses|they use) an? (?P<deed>SUMMON|Summon) "
        r"ability",
        lambda m: iter(
            [Change("modify", {"what": "cast", "amount": int(m["n"]), "deed": "SUMMON"}, subject_of(m["who"]))]
        ),
    ),
    (
        rf"{_SIGN} (?:to|from) (?:the )?(?P<chars>(?:Attacks|Rend|Damage)(?: and (?:Attacks|Rend|Damage))*) "
        r"characteristics? of (?P<weapons>.+)",
        _of_weapons,
    ),
    (
        rf"{_SIGN} (?:to|from) the (?P<chars>(?:Attacks|Rend|Damage)(?: and (?:Attacks|Rend|Damage))*) "
        r"characteristics? of (?:(?:(?P<weapons>melee|ranged) |(?P<companions>Companion ))?weapons (?:used )?for "
        r")?(?P<who>(?:(?:combat|shooting) )?attacks that target .+)",
        _taken,
    ),
    (
        r"if the unmodified hit or wound roll for (?P<who>.+?) is 1-(?P<n>\d), (?:the|that) attack fails and the "
        r"attack sequence ends",
        _missing_both,
    ),
    (
        r"you (?:gain|receive) (?P<points>\d|D3) command points?",
        lambda m: iter([Change("command-points", {"amount": m["points"]}, "self")]),
    ),
    (
        r"(?P<who>.+?) cannot be (?:targeted by|picked to be (?:the|a) targets? of) (?:enemy )?shooting attacks(?: "
        r"(?:made by "
        r"units (?:that are )?more than (?P<n>\d+)\"(?: away)?(?: from (?:it|them))?|unless the attacking unit is "
        r"within "
        r"(?P<m>\d+)\"(?: of (?:it|them))?))?",
        lambda m: iter(
            [Change("modify", {"what": "unshot", "amount": int(m["n"] or m["m"] or 0)}, subject_of(m["who"]))]
        ),
    ),
    (
        rf"(?P<sign>add|subtract) (?P<n>\d|D3|D6) (?:to|from) the {_CHANGED}(?: for that (?:spell|ability|unit))?",
        lambda m: _adjusted(m["sign"], m["n"], m["kind"]),
    ),
    (
        r"(?:you can )?change (?:the lowest (?:D6|dice) in|(?:one|1) of the dice in) the (?P<kind>charge) roll to "
        r"(?:an? )?"
        r"(?P<face>[456])",
        lambda m: iter([Change("adjust", {"lifts": m["face"]}, m["kind"])]),
    ),
    (
        r"(?:you can )?change the lowest (?:D6|dice) in the (?P<kind>charge) roll to match the highest(?: "
        r"(?:D6|dice))?",
        lambda m: iter([Change("adjust", {"lifts": "highest"}, m["kind"])]),
    ),
    (r"you can re-?roll the charge roll", lambda m: iter([Change("forward-to-victory", {}, "self")])),
    (
        rf"{_SIGN} (?:to|from) (?:{_OWNER} control scores?|the control scores? of (?P<who>.+))",
        _number("control"),
    ),
    (
        rf"{_SIGN}\"? (?:to|from) (?:{_OWNER} Move characteristics?|the Move characteristics? of (?P<who>.+))",
        _number("move"),
    ),
    (
        rf"{_SIGN} (?:to|from) (?:{_OWNER} power level|the power levels? of (?P<who>.+))",
        _number("power"),
    ),
    (
        r"the (?P<chars>Attacks|Rend|Damage) characteristic of (?P<weapons>.+) is (?P<to>\d*D[36](?:\+\d+)?|\d+)(?: "
        r"instead of (?:\d*D[36](?:\+\d+)?|\d+))?(?P<at> if the target .+| for attacks that target .+)?",
        _set_weapons,
    ),
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
        rf"(?P<who>.+?) (?:is|are) {STATE}",
        lambda m: iter([Change("lend", {"lends": named_state(m)}, subject_of(m["who"]))]),
    ),
    (
        r"(?P<who>.+?) (?:has|have) the (?P<words>[A-Z][\w-]+(?: [A-Z][\w-]+)*) keyword",
        lambda m: iter([Change("lend", {"lends": m["words"].upper()}, subject_of(m["who"]))]),
    ),
    (
        rf"(?P<who>.+?) cannot use (?P<words>commands|{_KEYWORD}(?:(?:, (?:or |and )?| or | and ){_KEYWORD})* "
        rf"abilities)",
        _barred,
    ),
    (
        r"(?P<who>.+?) cannot use the (?P<names>'[^,.]+'(?:(?:,| or| and) '[^,.]+')*) (?:commands?|ability|abilities)",
        _barred_by_name,
    ),
    (
        r"(?P<who>.+?) can (?:still )?use (?:a )?(?P<deeds>(?:Shoot|Charge)(?:(?: and | and/or | or "
        r")(?:Shoot|Charge))?) (?:ability|abilities)(?P<now> this turn)? even if (?:it|they|that unit) (?:has |have "
        r")?used (?:an? |the ')?(?P<before>(?:Run|Retreat)(?: or (?:an? )?(?:Run|Retreat))?)'? "
        r"(?:ability|abilities)(?: earlier)? (?:in the same turn|this turn)",
        _after,
    ),
    (
        r"(?P<who>.+?) can use (?:a )?(?P<before>(?:Run|Retreat)(?: or (?:Run|Retreat))?) (?:ability|abilities)(?: "
        r"this turn)? and (?:can )?still use (?P<deeds>(?:Shoot|Charge)(?:(?: and | and/or | or "
        r")(?:Shoot|Charge))?) abilities later in the (?:same )?turn",
        _after,
    ),
    (
        r"(?P<who>.+?) can use 2 [Ff]ight abilities this (?:phase|turn)\. after the first is used,(?: however,)? "
        r"(?:it|this unit|the target|that unit) has [Ss]trike-[Ll]ast(?: for the rest of the (?:turn|phase))?",
        _second_fight,
    ),
    (
        r"each time a model in (?P<who>this unit|the target(?: unit)?) is slain by a combat attack and that model was "
        r"in combat with the attacking unit, roll (?:a dice|(?P<dice>\d) dice|(?P<health>a number of dice equal to the "
        r"target's Health characteristic))\. (?:on a|for each) (?P<n>[2-6])\+, inflict 1 mortal damage on the "
        r"attacking unit after the Fight ability has been resolved",
        _backlash_of_slain,
    ),
    (
        r"(?:each time (?:the|an|you make an|your opponent makes an)|for each) unmodified (?P<roll>hit|save) roll "
        r"(?:of (?P<face>1|6) )?for a combat attack that targets (?P<who>this unit|the target(?: unit)?|that friendly "
        r"unit|an? friendly [^,]+?)(?: is (?P<face2>1|6))?, inflict (?P<points>\d) mortal damage on the attacking "
        r"unit after (?:the|that) "
        r"Fight ability has been resolved",
        _backlash,
    ),
    (
        r"(?:if|each time) you make an unmodified (?P<roll>save) roll of (?P<face>1|6) for a combat attack that "
        r"targets "
        r"(?P<who>this unit|an? friendly [^,]+?)(?P<face2>), inflict (?P<points>\d) mortal damage on the attacking "
        r"unit after "
        r"(?:the|that) Fight ability has been resolved",
        _backlash,
    ),
    (
        r"(?:you can )?re-?roll (?P<rolls>(?:charge|run|casting|chanting) rolls?(?: and (?:charge|run|casting|chanting)"
        rf" rolls?)*) {_MADE} (?P<who>.+)",
        _reroll,
    ),
    (
        rf"ignore negative modifiers to {_OWNER} control score",
        lambda m: iter([Change("modify", {"what": "no control malus", "amount": 1}, _owner(m["owner"]))]),
    ),
    (r"(?P<who>.+?) scores? critical hits on (?:an )?unmodified hit rolls? of (?P<n>[45])\+", _criticals),
    (
        r"if the unmodified hit roll for (?P<who>.+?) is 1-(?P<n>\d), (?:the|that) attack fails and the attack "
        r"sequence ends",
        _missing,
    ),
    (
        r"ward rolls cannot be made for damage points inflicted on the target by this unit's "
        r"(?:(?P<sort>combat|shooting) )?attacks",
        lambda m: iter(
            [
                Change(
                    "modify",
                    {"what": "pierces taken", "amount": 1, "mine": 1, **({"attacks": m["sort"]} if m["sort"] else {})},
                    "target",
                )
            ]
        ),
    ),
    (
        r"for each unmodified hit roll of 1 for an? (?P<sort>combat |shooting )?attack made by (?P<who>.+?), inflict "
        r"(?P<points>\d) mortal damage on (?:the target|it|this unit|that unit|the attacking unit) after (?:the|that) "
        r"(?:Fight|Shoot|Attack) ability has been resolved",
        _backfire,
    ),
    (
        r"ignore the first damage point (?:that would be )?allocated to (?P<who>(?:each|a) .+?)(?: in)? each phase "
        r"while (?:it is|they are) (?P<where>.+)",
        lambda m: iter([_placed(Change("modify", {"what": "spared", "amount": 1}, subject_of(m["who"])), m["where"])]),
    ),
    (
        r"(?P<who>.+?) cannot be healed(?: (?:or|and cannot) have slain models returned to (?:it|them)| and slain "
        r"models cannot be returned to (?:it|them|those units))?",
        _healing,
    ),
    (
        r"(?P<who>.+?) cannot be picked to be the target of (?:(?P<words>[A-Z]\w+(?: (?:or|and) [A-Z]\w+)?) abilities "
        r"used by "
        r"enemy units|enemy (?P<words2>[A-Z]\w+(?: (?:or|and) [A-Z]\w+)?) abilities)",
        lambda m: iter(
            Change("shield", {"shields": word.upper()}, subject_of(m["who"]))
            for word in re.split(r" (?:or|and) ", m["words"] or m["words2"])
        ),
    ),
    (
        r"(?P<weapons>(?:this unit|the target)'s [A-Z].+?) (?:has|have) an? (?P<chars>Attacks|Rend|Damage) "
        r"characteristic "
        r"of (?P<to>\d*D[36](?:\+\d+)?|\d+)(?P<at>)",
        _set_weapons,
    ),
    (
        r"(?P<weapons>this unit's [A-Z].+?) (?:has|have) a maximum Attacks characteristic of (?P<to>\d+)",
        _most_attacks,
    ),
    (
        r"(?P<sign>add|subtract) (?P<times>D[36]|an amount equal to the roll|the roll|the current battle round "
        r"number) (?:to|from) (?P<what>.+)",
        _times,
    ),
    (
        r"allocate (?P<points>\d+|\d?D[36]) damage points? to (?P<who>.+?) \((?:a )?ward rolls? cannot be made(?: for "
        r"(?:that|those) damage points?)?\)",
        _at_once("mortal-damage", unwarded=1),
    ),
    (rf"halve {_OWNER} Move characteristic", lambda m: iter([_halved(_owner(m["owner"]))])),
    (r"halve the Move characteristic of (?P<who>.+)", lambda m: iter([_halved(subject_of(m["who"]))])),
    (
        r"(?P<who>.+?) (?:is|are) not visible to (?:enemy )?units (?:that are )?more than (?P<n>\d+)\"(?: away)?(?: "
        r"from (?:it|them))?",
        lambda m: iter([Change("modify", {"what": "hidden", "amount": int(m["n"])}, subject_of(m["who"]))]),
    ),
    (
        r"(?P<who>.+?) cannot (?:(?:make|use) pile-in moves|pile in)",
        lambda m: iter([Change("bar", {"bars": "PILE-IN"}, subject_of(m["who"]))]),
    ),
    (
        rf"{_SIGN} (?:to|from) the number of dice rolled when making charge rolls {_MADE} (?P<who>.+?),? to a "
        r"(?P<limit>maximum of 3|minimum of 1)",
        _charge_dice,
    ),
    (
        rf"{_SIGN} (?:to|from) the (?P<chars>Attacks|Rend|Damage) characteristic of (?P<who>(?:other "
        rf")?(?:friendly|enemy) .+)",
        lambda m: iter([Change("modify", {"what": m["chars"].lower(), "amount": _amount(m)}, subject_of(m["who"]))]),
    ),
    (
        r"(?:each time|if|when) (?P<who>.+?) uses? the 'Rally' command, (?:you can )?make (?P<n>\d+|one|two|three) "
        r"additional rally rolls? of D6",
        _rally,
    ),
    (
        r"(?:each time|if|when) (?P<who>.+?) uses? the '(?P<name>[^']+)' command,? no command points are spent",
        _free,
    ),
    (
        r"(?:each time|if|when) (?P<who>.+?) uses? the '(?P<name>[^']+)' command while (?:it is|they are) "
        r"(?P<where>.+?),? no command points are spent",
        lambda m: iter([_placed(Change("free", {"frees": m["name"]}, subject_of(m["who"])), m["where"])]),
    ),
    (
        r"set the (?P<chars>Attacks|Rend|Damage) characteristic of (?P<weapons>.+) to (?P<to>\d+)(?P<at>)",
        _set_weapons,
    ),
    (
        r"inflict an amount of mortal damage (?:on (?P<who>.+?) )?equal to the roll(?: on (?P<who2>.+))?",
        lambda m: iter(
            [Change("mortal-damage", {"amount": "roll"}, subject_of(m["who"] or m["who2"] or "the target"))]
        ),
    ),
    (
        r"heal \(X\) (?P<who>.+?),? where X is (?:an amount )?equal to the roll",
        _at_once("heal", amount="roll"),
    ),
    (
        rf"(?:you can )?return a number of slain models to (?P<who>.+?) with a combined Health characteristic of up to "
        rf"(?P<points>{_DICE})",
        _by_health,
    ),
    (
        r"(?:you can )?return a number of slain models to (?P<who>.+?) equal to the roll",
        _at_once("return", amount="roll"),
    ),
    (
        r"(?:you can )?return a number of slain models to (?P<who>.+?) with a combined Health characteristic (?:of "
        r"up to|equal to or "
        r"less than) (?:the roll|X, where X is (?:an amount )?equal to the roll)",
        _by_health,
    ),
    (
        r"roll (?P<dice>\d+) dice\. for each roll that (?P<over>exceeds|equals or exceeds|is at least double) the "
        r"target's Health characteristic, (?P<points>\d) model in (?P<who>the target)(?: unit)? is slain",
        _slay_over,
    ),
    (r"(?P<who>.+?) is automatically destroyed", _at_once("slay", amount="all")),
    (
        r"(?:immediately )?remove (?P<who>.+?) from the battlefield(?: and|, then) set (?:it|them|that unit) up "
        r"again(?P<where>(?: anywhere)?(?: on the battlefield)?(?:,? (?:and )?(?:wholly within|more than|wholly "
        r"in|in friendly) .+))",
        _again,
    ),
    (
        r"(?P<who>.+?) can (?:immediately )?(?:move (?:up to |a distance of )?|make a move of (?:up to "
        r")?)(?:(?P<inches>\d+|\d?D[36](?:\+\d+)?)\"|a distance up to its Move characteristic)(?P<how>(?:,? "
        r"(?:but|and) .+|\. (?:it|they|that unit|that move|each target|the target|this unit)s? .+|,? (?:as if|and "
        r"has) .+)?)",
        _moves,
    ),
    (
        r"(?P<who>.+?) can (?:immediately )?use (?:the '(?P<deed>Normal Move|Retreat)' ability|a (?P<deed2>Retreat) "
        r"ability) as if it were your movement phase(?P<safe>,? without any mortal damage being inflicted (?:up)?on "
        r"(?:it|them|the target))?",
        _uses,
    ),
    (
        r"(?P<who>.+?) can (?:immediately )?use (?:the '(?P<one>[A-Z][\w ]+)'(?: or (?:the )?'(?P<two>[A-Z][\w ]+)')? "
        r"ability|an? (?P<kind>[A-Z]\w+) ability) as if it were your (?P<phase>movement|shooting|charge|combat) phase",
        _acts,
    ),
    (
        r"roll (?P<dice>[^.]+?)(?:, to a maximum of (?P<most_dice>\d+))?\. for each (?P<each>\d)(?P<plus>\+?), "
        r"inflict (?P<points>\d|D3) mortal damage on (?:the target(?: unit)?|that unit)(?:,? to a maximum of "
        r"(?P<most>\d+)(?: "
        r"mortal damage)?)?",
        _pool,
    ),
)  # fmt: skip
"""The pattern of each kind of clause, with its reader; the first that fits without doubt counts."""
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
    plain = re.sub(r",? to a minimum of 0$", "", small(text.strip().rstrip(".").strip()))
    plain = re.sub(r"^the (?=(?:melee |ranged )?weapons used by)", "", plain)
    if re.match(r"add |.+ (?:has|have) (?:Crit|Anti-|Charge)", plain):  # these never apply to Companion weapons
        plain = re.sub(r"\bnon-Companion (?=(?:melee |ranged )?weapons)", "", plain)
    plain = re.sub(r"(?<=attacks) if the target is (?:an? )?", " that target ", plain)
    plain = re.sub(r"(?P<made>attacks made with .+?) if the target is (?:an? )?", r"\g<made> that target ", plain)
    if match := re.fullmatch(
        r"(?P<weapons>.+? (?:weapons?|[A-Z][\w' -]+?)) (?P<has>ha(?:s|ve) [^.]+?) (?:for attacks that target|if the "
        r"target is) "
        r"(?P<at>.+)",
        plain,
    ):
        plain = f"{match['weapons']} for attacks that target {match['at']} {match['has']}"
    if (match := re.fullmatch(r"while they are (?P<where>[^,]+), (?P<rest>.+)", plain)) and " while " not in match[
        "rest"
    ]:
        plain = f"{match['rest']} while they are {match['where']}"
    location = ""
    if (match := _WHILE.fullmatch(plain)) and match["who"] in ("they are", "those units are"):
        plain, location = match["rest"], match["where"]
        if limit := re.fullmatch(r"(?P<where>.+?)(?P<limit>, to a (?:maximum of 3|minimum of 1))", location):
            plain, location = plain + limit["limit"], limit["where"]
    for pattern, read in _MAKERS:
        match = re.fullmatch(pattern, plain)
        if match is not None:
            try:
                changes = list(read(match))
            except DoubtError:
                continue
            if changes:
                return [_placed(change, location) for change in changes] if location else changes
    parts = _MORE.split(plain, maxsplit=1)
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
