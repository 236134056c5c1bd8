"""Prepares the words of ability texts: tidying, sentences, and keywords in the form of the rules (A-KEY-1)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from game.rulesets.aos4.documents.params import Value

Params = dict[str, Value]
Meaning = Callable[[re.Match[str]], Params]


class DoubtError(ValueError):
    """A text that is not completely understood."""


_SIGNS: Final = {"’": "'", "‘": "'", "”": '"', "“": '"', "″": '"', "''": '"', "\u00a0": " ", "\u2011": "-", "–": "-"}
_SLIPS: Final = (
    (r"picka ", "pick a "),
    (r"\b([Rr])oll a die\b", r"\1oll a dice"),
    (r"\b[Yy]ou can (?=[Hh]eal \()", ""),
    (r"\bby ((?:combat |shooting )?attacks) made by this unit\b", r"by this unit's \1"),
    (r"\b([Tt]he|each) target unit's\b", r"\1 target's"),
    (
        r"(\b(?:Attacks|Damage|Attacks and Damage) characteristics? of [^.]+?),? (?:\()?to a minimum of 1\)?(?=,|\.| "
        r"until| for|$)",
        r"\1",
    ),
    (r"\b(to|from) this unit's (hit|wound) rolls\b", r"\1 \2 rolls for this unit's attacks"),
    (
        r"\bagainst damage(?: points)? inflicted by (?:ranged attacks|attacks made with ranged weapons)",
        "against damage inflicted by shooting attacks",
    ),
    (
        r"\bagainst damage(?: points)? inflicted by (?:melee attacks|attacks made with melee weapons)",
        "against damage inflicted by combat attacks",
    ),
    (r"(If the (?:chanting|casting) roll was \d+\+, )([^.]+?),? as well\.", r"\1also \2."),
    (r"(?<=to cast this spell) and pick |(?<=to chant this prayer) and pick ", ", pick "),
    (r"\bAfter resolving the effect of that (\w+) ability, ", r"After that \1 ability has been resolved, "),
    (r"(?<=as if it were )the (?=(?:movement|shooting|charge|combat|hero) phase)", "your "),
    (r"^(?:Wizard|Priest|Hero|Monster|Infantry|Cavalry) only\. ", ""),
    (r"\b(unmodified hit) roll or unmodified (wound roll)", r"\1 or \2"),
    (
        r"\b((?:the|this|that) (?:target|unit)'s(?: (?:melee|ranged))? weapons) cannot be affected by weapon "
        r"abilities other "
        r"than the Companion weapon ability",
        r"weapon abilities other than the Companion weapon ability have no effect on attacks made with \1",
    ),
    (r"\b([Cc])on(?=(?:ed|ing)? (?:by|an?|the|that|objectives?)\b|ing\b)", r"\1ontest"),
    (r"\bcons (?=an? objective)", "contests "),
    (r"\b(this (?:unit|Manifestation|terrain feature))(?=uses|has|is)", r"\1 "),
    (r"\b(\d?)d([36])\b", r"\1D\2"),
    (r"\bStrike(first|last)\b", r"Strike-\1"),
    (r"unmodi!ed", "unmodified"),
    (r"\b(Ward|Wizard|Priest) \((\d\+?)(?=\s*(?:[.,\u2022]|$))", r"\1 (\2)"),
    (
        r"(?:, (?:then )?|\. )[Ii]f (?!the (?:chanting|casting) roll )([^,.]+), (add|subtract) (\d) (to|from) "
        r"(the|each) roll\.",
        lambda match: f". {match[2].capitalize()} {match[3]} {match[4]} {match[5]} roll if {match[1]}.",
    ),
    (
        r", (adding|subtracting) (\d) (to|from) (the|each) roll if ([^.]+)\.",
        lambda match: f". {match[1][:-3].capitalize()} {match[2]} {match[3]} {match[4]} roll if {match[5]}.",
    ),
    (
        r"(?<=[Rr]oll )(a dice|a D3|2D6)(?:,|,? and) (add|subtract) (\d) (to|from) the roll if\b",
        lambda match: f"{match[1]}. {match[2].capitalize()} {match[3]} {match[4]} the roll if",
    ),
    (
        r"\bthe (roll|result) is (?:equal to or (?:greater|higher) than|(?:greater|higher) than or equal to|equal to "
        r"or "
        r"exceeds) ",
        r"the \1 equals or exceeds ",
    ),
    (r"\bthe (roll|result) is (?:greater|higher) than ", r"the \1 exceeds "),
    (r"\b([Ii])f the target unit (?=is|has|was)", r"\1f the target "),
    (r" ,", ","),
    (r"Until he start", "Until the start"),
    (r"for he rest", "for the rest"),
    (r"rest of turn\b", "rest of the turn"),
    (r"\byout\b", "your"),
    (r"Wizardto", "Wizard to"),
    (r"\b([A-Z][a-z]+)unit\b", r"\1 unit"),
    (r"up tp ", "up to "),
    (r"friendy", "friendly"),
    (r"\bO(?:f|ne) a (?=\d)", "On a "),
    (r", On a (?=\d)", ". On a "),
    (r", If the chanting", ". If the chanting"),
    (r"\btarg(?:t|ett)\b", "target"),
    (r"(?<=unit) n combat\b", " in combat"),
    (r"^Unit the start", "Until the start"),
    (r"\bot be\b", "to be"),
    (r"\bwihle\b", "while"),
    (r"\bwholy\b", "wholly"),
    (r"\bcombar\b", "combat"),
    (r"(?<=\d)#", '"'),
    (r"\b(Wizard|Priest|Hero|visible)(?=within|enemy|friendly)", r"\1 "),
    (r"\bOn (?=\d\+)", "On a "),
    (r"\bcan immediate use\b|\bimmediately uses?\b", "immediately use"),
    (r"\bability ability\b", "ability"),
    (r"(?<=Roll a dice)[:,] On a|(?<=Roll a D3)[:,] On a", ". On a"),
    (
        r"attacks? that targets? ([^,.]+?) made by (enemy [^,.]+?)(?= have| cannot|[,.]|$)",
        r"attacks made by \2 that target \1",
    ),
    (r"(?<=attacks) made by enemy units that target (?=this unit|friendly|the target|that)", " that target "),
    (r"\bthe unmodified hit roll for ([^,]+?) is an? (?=\d-)", r"the unmodified hit roll for \1 is "),
    (r"(?<=\d\")(?=[a-z])", " "),
    (r"(?<=\d\") Of ", " of "),
    (r"(?<=[a-z])(?=within (?:\d|this unit))", " "),
    (r"(?<=\d\+)\.(?= [a-z])", ""),
    (r"\bis combat with", "is in combat with"),
    (r"(?<=[a-z]), Then, ", ". Then, "),
    (r"\u2022\s*$", ""),
    (r"(?<=target),$|(?<=targets),$", "."),
    (r"(?<=\d\") to be the target", " of this unit to be the target"),
    (r"\^", ""),
    (r" \(treat them as regular hits instead\)", ""),
    (r"as if (it|they) (?:has|have|had) Wizard ?\(1\)", r"as if \1 had Wizard (1)"),
    (r"\bcontrol characteristic\b", "Control characteristic"),
    (r"(?<!or )\bthe rest of the (?=turn|battle)", "for the rest of the "),
    (r"\bcn use\b", "can use"),
    (r"\btarget the target unit\b", "target the target"),
    (r"\bhit rolls for (?=[^,.]* score critical hits)", ""),
    (r"^(If this unit is [^,.]+)\. (?=Heal|Add|Return)", r"\1, "),
    (r"\bwhile those friendly units are\b", "while they are"),
    (r"\ban? (?:amount|number) equal to the roll (?=to|from)", "an amount equal to the roll "),
    (r"\bfinish(?:es)? (?=(?:that|the|a) move)", "end "),
    (r"^The unit has ", "This unit has "),
    (r"(?<=[a-z])on the battlefield", " on the battlefield"),
    (r"\b(?:In|During) the (\w+) battle round, ", r"If it is the \1 battle round, "),
    (
        r"\bIn the (\w+) and subsequent battle rounds, |\bFrom the (\w+) battle round onwards, ",
        r"If it is at least the \1\2 battle round, ",
    ),
    (r", to a minimum of 0(?=,|\.| until| for|$)", ""),
    (r"(?<=units),$", "."),
    (r"\b(?:the|that) (?:enemy )?unit using that \w+ ability\b", "that unit"),
    (r"^R(oll an? \w+\. On a \d\+), after (that \w+ ability has been resolved), ", r"After \2, r\1, "),
    (r"\btarget\(s\)", "targets"),
    (
        r"\b[Rr]oll (2D6|D6|D3)\. (This unit|The target|It) can (?:immediately )?move (?:a distance (?:in inches )?"
        r"up to|a number of inches equal to|up to) (?:the value of )?the roll(?=\.|,| but| and)",
        r'\2 can move \1"',
    ),
    (r"\bas part of that move\b", "during that move"),
    (r"\binflict a further (?=\S+ mortal damage)", "inflict "),
    (
        r"^If this unit used a Shoot ability this turn and all of its attacks targeted the same enemy ((?:[A-Z]\w+ )?)"
        r"unit, that enemy unit is the target\.?$",
        r"Pick an enemy \1unit that was targeted by all this unit's shooting attacks this turn to be the target.",
    ),
    (
        r"\b(to|from) this unit's (casting|chanting|charge|run|save|unbinding|banishment|ward) rolls\b",
        r"\1 \2 rolls for this unit",
    ),
    (
        r"(as if it were your movement phase)\. No mortal damage is inflicted on (?:this unit|it) by that Retreat "
        r"ability\.?$",
        r"\1 without any mortal damage being inflicted on it.",
    ),
    (
        r"\bcombat attacks made by ([^,.]+?) against (enemy [^,.]+?) have (?=Crit|Anti)",
        r"melee weapons used by \1 for attacks that target \2 have ",
    ),
    (
        r"\bshooting attacks made by ([^,.]+?) against (enemy [^,.]+?) have (?=Crit|Anti)",
        r"ranged weapons used by \1 for attacks that target \2 have ",
    ),
    (r"(?<=, )they have (?=Priest|Wizard)", "it has "),
    (r"(\([Ww]ard rolls? cannot be made[^)]*\)),? (?:and )?then (?=until|Heal|add|inflict)", r"\1. Then, "),
    (r"\((a ward roll cannot be made[^)]*)\)", r"(\1)"),
    (r"(?<=[Pp]ick )the caster and (?=up to)", "this unit and "),
    (r"\bfriendly ((?:[A-Z][\w'-]+ )+)((?:non-[A-Z][\w-]+ )+)(?=[A-Z])", r"friendly \2\1"),
    (
        r"\b[Mm]ake an? (?!(?:casting|chanting|banishment|unbinding|charge|run) "
        r")(?:(?!rally|additional)[a-z][a-z'-]+ ){1,3}"
        r"roll of (?=2?D[36]\b)",
        "Roll a ",
    ),
    (r"\bRoll a 2D6\b", "Roll 2D6"),
    (r"\bRoll a D6\b", "Roll a dice"),
    (
        r"(Roll [^.]+\.) (If the (?:chanting|casting) roll was \d\+, add \d to (?:each|the) roll\.) (For each \d\+, "
        r"[^.]+\.)",
        r"\1 \3 \2",
    ),
    (
        r"If it is your turn, apply the effects? below\. If it is your opponent's turn, (?=roll)",
        "If it is your turn, apply the effect below. Otherwise, ",
    ),
    (r"^This unit can use this ability if it is not in combat\. It has ", "If this unit is not in combat, it has "),
    (r"\ba starting size greater than 1\b", "a starting size of 2 or more"),
    (r"^([Ii]nflict \S+ mortal damage on each unit) \(friendly and enemy\)", r"\1 (friendly or enemy)"),
    (r"\bWArd\b", "Ward"),
    (r"^Friendly ([^.,]+? units) have (?=Anti-|Crit \(|Charge \()", r"Weapons used by friendly \1 have "),
    (r"(?<!no )\bmore than (\d+) models\b", lambda match: f"{int(match[1]) + 1} or more models"),
    (r"(\d?D[36])\"\+(\d)\"", r'\1+\2"'),
    (r"\bIf you picked an? ([A-Z][\w' -]+) unit, (?=it )", r"If the target is a \1 unit, "),
    (r"(inflicted \(if any\) on the target if) it has ", r"\1 the target has "),
    (
        r"\bpick (1 of the target's (?:(?:melee|ranged) )?weapons) and (add|subtract) (\d) (to|from) its "
        r"(Attacks|Rend|Damage) characteristic\b",
        r"\2 \3 \4 the \5 characteristic of \1",
    ),
    (
        r"\b([Ff]riendly [^.,]+?) that use an? (Run|Retreat) ability (while they are [^.,]+?) can still use "
        r"([^.,]+? "
        r"abilities) later in the (?:same )?turn\b",
        r"\1 can use \2 abilities and still use \4 later in the turn \3",
    ),
    (r"\bther est\b", "the rest"),
    (r"\bmaximum or 3\b", "maximum of 3"),
    (r"\bcastitng\b", "casting"),
    (r"\b(this unit) this unit\b", r"\1"),
    (r"(?<=\d) inches (?=of )", '" '),
    (r"\bmortal damage equal on the target equal to\b", "mortal damage on the target equal to"),
    (r"\b((?:hit|wound) rolls) from (?=the target's)", r"\1 for "),
    (r"\b(to|from) the (?=(?:hit|wound|save|charge|run) rolls for)", r"\1 "),
    (r"\b[Tt]he (melee|ranged) weapons of (?=other|friendly|visible)", r"\1 weapons used by "),
    (r"\bon each unit in combat with (?=this (?:unit|Manifestation))", "on each enemy unit in combat with "),
    (
        r"(?<=\. )(Heal \(\S+\) the target|Inflict \S+ mortal damage on the target) instead if (?:it|the target) is "
        r"([^.]+)\.",
        r"If the target is \2, \1 instead.",
    ),
    (r"(?<=\. )In addition, on a (\d\+?), ", r"On a \1, in addition, "),
    (r"\b(the target)'s starting size was 1\b", r"\1 has a starting size of 1"),
    (r"(ick 1 of the following effects to apply [^.:]+)\.(?= \u2022)", r"\1:"),
    (r"^While this unit is on the battlefield, (?=friendly|enemy)", ""),
    (
        r"\b[Ii]f an ability would heal or return (?:any )?slain models to ([^,]+?)(?: while it is ([^,]+))?, that "
        r"ability does not heal(?: any damage points)? or return any slain models to it\b",
        lambda match: (
            f"{match[1]} cannot be healed and slain models cannot be returned to it"
            + (f" while they are {match[2]}" if match[2] else "")
        ),
    ),
    (r"\bmake an? (\d?D[36]|\d+)\" move\b", r'move \1"'),
    (
        r"^((?:Add|Subtract) [^,.]+?) in the (first|second|third|fourth|fifth) battle round\.?$",
        lambda match: f"If it is the {match[2]} battle round, {small(match[1])}.",
    ),
    (r"^(You can re-roll charge rolls for [^,.]+?) in your charge phase\.?$", r"If it is your turn, \1."),
    (r"^In your charge phase, (add [^.]+ charge rolls [^.]+)\.?$", r"If it is your turn, \1."),
    (
        r"\b([Yy]ou can only use this ability) in the (first|second|third|fourth|fifth) battle round\.",
        r"\1 if it is the \2 battle round.",
    ),
    (r"(can use the 'Unbind' ability) this turn (as if (?:it|they) had Wizard \(1\))", r"\1 \2 this turn"),
    (r"\b(negative modifiers to (?:hit|wound) rolls(?: and wound rolls)? for this unit)(?=[.,]| and)", r"\1's attacks"),
    (r"(a Move characteristic of \d+\") and has Fly\b", r"\1 and it has Fly"),
    (r"\bagainst (?=shooting attacks)", "against damage inflicted by "),
    (r"\b([Ii]t|[Tt]his unit) also has (?=Ward)", r"\1 has "),
    (
        r"\bby Spell and Prayer abilities and by (?=abilities used by Manifestations)",
        "by Spells, Prayers and ",
    ),
    (
        r"\b(Attacks|Rend|Damage) characteristic(?:,|,? and) (?:the )?(?=(?:Attacks|Rend|Damage) characteristic)",
        r"\1 and ",
    ),
    (r"(?<=characteristic of )combat attacks made by ", "melee weapons used by "),
    (r"(?<=characteristic of )shooting attacks made by ", "ranged weapons used by "),
    (
        r"\byou can roll 1 additional dice \(to a maximum of 3\), but if you do, you must discard 1 dice",
        "roll 1 additional dice, to a maximum of 3, and discard 1 dice",
    ),
    (r"\b(attack) made by an enemy unit (?=that targets (?:this unit|a friendly))", r"\1 "),
    (r"\bFor each target, you can return (a number of slain models) to that unit\b", r"Return \1 to each target"),
    (r"\bHeal\(", "Heal ("),
    (r"\bcannot targeted\b", "cannot be targeted"),
    (r"\b([Tt]he) (attacks|rend|damage)(?= characteristic)", lambda match: f"{match[1]} {match[2].capitalize()}"),
    (r"(?<=D[36]) \+ (?=\d)", "+"),
    (
        r"\b(?:can )?immediately use the 'Retreat' ability (?=without)",
        "can use the 'Retreat' ability as if it were your movement phase ",
    ),
    (r"\bOne model in that unit is\b", "1 model in that unit is"),
    (
        r"\b(to|from) (hit|wound|save|charge|run|casting|chanting) roll for "
        r"(?=this unit|friendly|enemy|attacks|\w+ attacks)",
        r"\1 \2 rolls for ",
    ),
    (r"(on the target), then inflict (?=\S+ mortal damage on each)", r"\1. Then, inflict "),
    (r"\bcannot make a pile-in move\b", "cannot make pile-in moves"),
    (r"^(This unit has [^.,]+) while they are\b", r"\1 while it is"),
    (r"\bfor each model in this unit (?=within \d+\" of the target)", "for each model in this unit that is "),
    (
        r"\bused for attacks that target (an enemy unit that) is not damaged\b",
        r"for attacks that target \1 has no damage points",
    ),
    (
        r"\b(Heal \(\w+\) (?:the target|this unit)) instead if ((?:the target|this unit|it) [^.]+)\.?$",
        r"If \2, \1 instead.",
    ),
    (r"(not visible to enemy units) while they are (?=more than \d)", r"\1 that are "),
    (r"\bthe (Health|Move) characteristic of this unit\b(?! and)", r"this unit's \1 characteristic"),
    (r"\binflicted by [Ss]hoot abilities\b", "inflicted by shooting attacks"),
    (r"^Pick this unit to use this ability if (it [^,.]+), then (?=pick )", r"If \1, "),
    (r"^Pick this unit to use this ability if (?=it )", "This unit can use this ability if "),
    (r"\bfor each target unit\b", "for each target"),
    (
        r"(?<=\. )Add (\d) instead if the (chanting|casting) roll was (\d+\+)\.",
        r"If the \2 roll was \3, add \1 instead.",
    ),
)
"""Typing errors and variants with a clear meaning, as patterns with their replacements."""
_NOTES: Final = re.compile(r"\s*(?:\*?Designer's Note:).*$", re.IGNORECASE | re.DOTALL)


def tidy(text: str) -> str:
    """Return a text on one line, without marks and typing errors."""
    for sign, usual_sign in _SIGNS.items():
        text = text.replace(sign, usual_sign)
    text = " ".join(_NOTES.sub("", text.replace("*", "")).replace("\u2022", " \u2022 ").split())
    for error, correction in _SLIPS:
        text = re.sub(error, correction, text)
    return text.strip()


_USER: Final = re.compile(
    r"\b([Tt])his (?:[Mm]anifestation|[Mm]odel|terrain feature|Hero|Monster|Priest|Wizard)(?='s\b|\b)"
)


def of_units(text: str) -> str:
    """Return a text in which the user is always called a unit, whatever kind of unit it is."""
    return _USER.sub(r"\1his unit", text)


def sentences(text: str) -> list[str]:
    """Return the sentences and list entries of a text."""
    return [part for part in re.split(r"(?<=[.:])\s+(?=[A-Z\u2022])", text) if part]


def small(text: str) -> str:
    """Return a text with a small first letter."""
    return text[:1].lower() + text[1:]


def large(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def count(text: str) -> int:
    """Return the number that a word or figure stands for."""
    return {"one": 1, "two": 2, "three": 3}.get(text) or int(text)


def joined(one: Params, other: Params) -> Params:
    """Return both sets of parameters together; raise DoubtError if they contradict each other."""
    result = {**one}
    for name, value in other.items():
        if name in LISTS and name in result:
            result[name] = f"{result[name]}, {value}"
        elif result.get(name, value) != value:
            raise DoubtError
        else:
            result[name] = value
    return result


LISTS: Final = ("which", "if", "keyword", "when", "against", "fights", "fights-which", "by-which")
"""The parameters whose values are lists and can be combined."""

# -- states that texts name -------------------------------------------------------------------------

_OTHERWISE: Final = (
    "damaged|destroyed|removed|banished|reinforced|deployed|contested|controlled|targeted|picked|affected|armed|needed|"
    "allowed|killed|required|treated|considered|replaced|healed|allocated|inflicted|doubled|halved|ignored|rounded|named"
)
STATE: Final = rf"(?P<state>under orders|(?!(?:{_OTHERWISE})\b)[a-z]{{3,}}ed)"
"""A named state such as "cursed", which counts as a keyword while it lasts."""


def named_state(match: re.Match[str]) -> str:
    """Return the keyword of a named state."""
    return match["state"].upper()


# -- keywords ---------------------------------------------------------------------------------------

UNIVERSAL: Final = frozenset(
    {
        "HERO", "HEROES", "INFANTRY", "CAVALRY", "BEAST", "BEASTS", "MONSTER", "MONSTERS", "WIZARD", "WIZARDS",
        "PRIEST", "PRIESTS", "UNIQUE", "MANIFESTATION", "MANIFESTATIONS", "FLY", "TOTEM", "WARMASTER", "CHAMPION",
        "DAEMON",
    }
) | {"WAR MACHINE", "WAR MACHINES", "FACTION TERRAIN", "ENDLESS SPELL"}  # fmt: skip
_NAME: Final = r"[A-Z][\w'-]*(?:(?: of| of the| the| and the| in| on| to)? [A-Z][\w'-]*)*"
_ONE: Final = rf"(?:non-[A-Z][\w'-]*(?: Machine)? )*(?:non-)?{_NAME}"
SOME: Final = rf"{_ONE}(?:(?:, {_ONE})*,? (?:or|and) {_ONE})?"
"""The pattern of one or several keywords as texts write them."""


def phrase(text: str) -> list[str]:
    """Return the keywords of a text such as "Lantern Concord Infantry or Cavalry" in the form of the rules."""
    parts = [part for part in re.split(r", | or | and (?!the )", text.strip()) if part]
    parts = [re.sub(r"^(?:or|and) ", "", part) for part in parts]
    if any(part.lower().startswith("non-") for part in parts):
        if len(parts) > 1 and (any(part.upper() not in UNIVERSAL for part in parts[1:]) or " and " in text):
            raise DoubtError  # the exception may apply to the other alternatives too
        *exceptions, first_kind = _exceptions(parts[0])
        if len(parts) > 1 and first_kind.startswith("non-"):
            raise DoubtError
        return [*exceptions, " or ".join(_shared([first_kind, *map(str.upper, parts[1:])]))]
    words = [part.upper() for part in parts]
    if len(words) > 1:
        words = _shared(words)
    if " and " in text:  # the words may also be the name of one unit
        words.append(" ".join(text.upper().split()))
    return [" or ".join(words)]


def phrases(text: str) -> str:
    """Return the keywords of a text as the value of a parameter."""
    return ", ".join(phrase(text))


def _shared(words: list[str]) -> list[str]:
    """Return alternatives with the faction, which the text names only in the first of them, added to the others."""
    (faction, universal), other_factions = _split(words[0]), [_split(word)[0] for word in words[1:]]
    if faction and universal and not any(other_factions):
        if any(_number_of(_split(word)[1]) < _number_of(universal) for word in words[1:]):
            raise DoubtError  # the first keywords except the last may belong to the others too
        return [words[0], *(f"{faction} {word}" for word in words[1:])]
    first_words, others = words[0].split(), [word.split() for word in words[1:]]
    if not universal and any(len(word) < len(first_words) for word in others) and first_words[0] not in (
        word[0] for word in others
    ):  # fmt: skip
        raise DoubtError  # the first words may be a faction that the others belong to
    (last_faction, last), earlier = _split(words[-1]), [_split(word) for word in words[:-1]]
    if last_faction and last and not all(kinds for _faction, kinds in earlier):
        raise DoubtError  # the last keywords may belong to all
    if not last_faction and any(not factions and _number_of(kinds) < _number_of(last) for factions, kinds in earlier):
        raise DoubtError
    return words


def _number_of(universal: str) -> int:
    """Return the number of universal keywords in a text."""
    return len(re.sub(r"WAR MACHINE|FACTION TERRAIN|ENDLESS SPELL", "ONE", universal).split())


def _exceptions(text: str) -> list[str]:
    """Return the phrases of a text that begins with one or several exceptions."""
    exceptions: list[str] = []
    while (match := re.match(r"non-(?P<what>War Machine|Faction Terrain|[A-Z][\w'-]*) (?=non-)", text)) is not None:
        exceptions.append(f"non-{match['what'].upper()}")
        text = text[match.end() :]
    return [*exceptions, *_exception(text[4:])] if text.lower().startswith("non-") else [*exceptions, *phrase(text)]


def _exception(text: str) -> list[str]:
    """Return the phrases of a text after "non-": the exception, and the keywords that follow it."""
    words = text.upper().split()
    for length in (2, 1):
        head, following = " ".join(words[:length]), " ".join(words[length:])
        if head in UNIVERSAL:
            return [f"non-{head}", following] if following else [f"non-{head}"]
    if len(words) == 1:
        return [f"non-{words[0]}"]
    raise DoubtError


def _split(text: str) -> tuple[str, str]:
    """Return a row of capital keywords as two parts: those of a faction, and the universal ones after them."""
    words, tail = text.split(), list[str]()
    if len(words) > 2 and words[-2] in ("THE", "OF"):
        return text, ""  # a name such as "the Beast"
    while words:
        if len(words) > 1 and " ".join(words[-2:]) in UNIVERSAL:
            tail, words = words[-2:] + tail, words[:-2]
        elif words[-1] in UNIVERSAL:
            tail, words = words[-1:] + tail, words[:-1]
        else:
            break
    return " ".join(words), " ".join(tail)


# -- rows of a grammar ------------------------------------------------------------------------------

OVER: Final = {
    "exceeds": "more", "equals or exceeds": "equal", "is at least double": "double", "is less than": "less",
    "is lower than": "less", "is equal to or less than": "at most", "is less than or equal to": "at most",
}  # fmt: skip
"""The comparison of a roll with a number, by the words of a text."""


def one_phrase(kind: str) -> str:
    """Return the keywords of a text; raise DoubtError if these are several phrases or an exception."""
    if len(words := phrase(kind)) > 1 or "non-" in words[0]:
        raise DoubtError
    return words[0]


_FORMS: Final[dict[str, Callable[[str], str]]] = {
    "": str, "upper": str.upper, "lower": str.lower, "phrase": one_phrase, "phrases": phrases,
    "count": lambda text: str(count(text)), "sign": {"add": "", "subtract": "-"}.__getitem__,
    "comparison": OVER.__getitem__, "used": {"turn": "used", "phase": "just used"}.__getitem__,
    "is": lambda text: ", ".join(f"is {words}" for words in phrase(text)), "bare": lambda text: text.replace(",", ""),
    "ordinal": {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}.__getitem__,
}  # fmt: skip
"""The forms that a text can take in a blank of a row."""


class _Group(str):
    """The text of a group, for blanks such as {kind:phrase or ANY}: in the form `phrase`, or "ANY" without a text."""

    def __format__(self, spec: str) -> str:
        form, is_optional, usual = spec.partition("or ")
        if not self and not is_optional:
            raise DoubtError
        if form.startswith("="):  # fixed words if there is a text
            return form[1:].rstrip() if self else usual
        return _FORMS[form.rstrip()](self) if self else usual


def filled(template: str, match: re.Match[str]) -> Params:
    """Return parameters such as "range=#{inches:or 3}; wholly=#{wholly:=1 or }", with the groups of a match filled in.

    "#" stands before numbers. A parameter without a value is left out. "kind2" is another group for "kind".
    """
    texts = {name.rstrip("23"): _Group(text.strip()) for name, text in match.groupdict().items() if text}
    groups = defaultdict(_Group, texts)
    params: Params = {}
    for name, _equals, value in (part.partition("=") for part in template.split("; ")):
        text = " ".join(value.format_map(groups).split())
        if text.strip("#"):
            params[name] = int(text[1:]) if text.startswith("#") else text
    return params


def rows(table: str, parts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the texts before and after " = " in each row of a table, with the `parts` named in capitals filled in.

    An indented line continues the one above.
    """
    names = re.compile(rf"\b(?:{'|'.join(parts)})(?:(?<= )|(?![A-Z0-9]))")
    for line in table.strip().replace("\n    ", " ").splitlines():
        head, _equals, pattern = names.sub(lambda match: parts[match[0]], line).partition(" = ")
        yield head, pattern


def named(table: Iterable[tuple[str, str]], text: str) -> str:
    """Return the word beside the first pattern of a table that fits the whole text, or ""."""
    return next((word for pattern, word in table if re.fullmatch(pattern, text)), "")


def first(table: Sequence[tuple[str, Meaning]], text: str) -> Params:
    """Return the meaning of the first pattern of a table that fits the whole text; raise DoubtError if none does."""
    for pattern, meaning in table:
        match = re.fullmatch(pattern, text)
        if match is not None:
            return meaning(match)
    raise DoubtError
