"""Reads the words by which texts name units: side, keywords, place and state; and conditions on the user itself."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from game.rulesets.aos4.documents.params import FARTHEST
from game.rulesets.aos4.documents.reading.words import (
    SOME,
    STATE,
    DoubtError,
    Meaning,
    Params,
    count,
    filled,
    first,
    joined,
    named_state,
    phrases,
    rows,
)

KINDS: Final = r"unit|model|[Mm]anifestation|[Hh]ero|[Mm]onster|[Pp]riest|[Ww]izard|terrain feature"
ME: Final = rf"(?:this (?:{KINDS})|it)"
"""The user of an ability, as a pattern."""
HERE: Final = (
    rf"(?:(?:(?:either|any) part of )?this (?:{KINDS})|it|them|him|her|the (?:caster|chanter|unit using this ability))"
)
"""The pattern for the user as the point from which distances are measured."""
_NOW: Final = r"(?:this turn|this phase|in the same turn)"
_TURN: Final = r"(?:this turn|in the same turn)"
_ABILITY: Final = r"[A-Z][\w'-]*(?: (?:of )?[A-Z][\w'-]*)*"
"""A keyword of abilities, of one word or several."""
_MINE: Final = rf"(?:this (?:{KINDS})'s|its) (?:(?P<kind>shooting|combat) )?attacks"
_PARTS: Final = {
    "BE ": "(?:(?:is|are) )?", "IS": "(?:is|are)", "HAS": "(?:has|have)", "NOW": _NOW, "TURN": _TURN, "HERE": HERE,
    "ME": ME, "KIND": f"(?P<kind>{SOME})", "SOME": SOME, "STATE": STATE, "ABILITY": _ABILITY,
    "SPAN": "(?P<span>turn|phase)", "INCHES": r'(?P<n>\d+)"', "FARTHEST": str(FARTHEST), "MINE": _MINE,
    "MINE2": _MINE.replace("<kind", "<kind2"),
    "FIGHT": _MINE.replace("<kind>shooting|", "<attacks>"), "FIGHT2": _MINE.replace("<kind>shooting|", "<attacks2>"),
    "ALONE": "(?=$| and |, )",
}  # fmt: skip
"""Parts of the patterns below, by their names there."""


def _fights(match: re.Match[str]) -> Params:
    """Return the condition that the user is in combat with certain enemies."""
    keywords = " ".join(filter(None, ((match["mark"] or "").strip(), match["kind"])))
    condition: Params = {"fights": phrases(keywords)} if keywords else {}
    if match["damaged"]:
        condition["fights-which"] = "damage 1"
    if match["what"]:
        needs = places(match["what"])
        if set(needs) != {"which"} or re.search(r"fighting|hurt|struck|crossed", str(needs["which"])):
            raise DoubtError
        condition = joined(condition, {"fights-which": needs["which"]})
    if not condition:
        raise DoubtError
    return condition


def _meanings(table: str) -> tuple[tuple[str, Meaning], ...]:
    """Return the patterns of a table, each with its meaning: the parameters before it, or the name of its reader."""
    return tuple(
        (pattern, _fights if head == "fights" else partial(filled, head)) for head, pattern in rows(table, _PARTS)
    )


# -- states of any unit: the words behind "that is", "while it is", "if this unit" ----------------------

STATES: Final = _meanings(
    r"""
which=charged = (?:has |have )?charged NOW
which=not charged = (?:HAS not charged|did not charge) NOW
which=in combat = BE in combat
which=not in combat = BE not in combat
which=in combat = BE in combat with (?:a|any) friendly (?:units?)ALONE
which=not damage 1 = IS not damaged|HAS no damage points(?: allocated to (?:it|them))?
which=reduced = HAS (?:fewer models than (?:its|their) starting (?:size|number of models)|(?:had )?any slain models|had
    any models slain)|IS (?:not at|below) (?:its )?(?:full strength|starting size)
which=terrain {n} = BE within INCHES of (?:a|any) terrain (?:features?)ALONE
which=at terrain {n} = BE wholly within INCHES of (?:a|any) terrain (?:features?)ALONE
which=models {n}, fewer {n} = (?:contains|has) (?P<n>\d+) models?
which=fought {n} = BE in combat with (?P<n>[2-9]) or more enemy (?:units)ALONE
which=not own territory = BE not wholly within friendly territory
which=not enemy territory = BE not wholly within enemy territory
which=same regiment = BE in this unit's regiment
which={not:or } near {n} {kind:phrase or ANY} = BE (?P<not>not )?within INCHES of (?P<other>another|an?|any)(?: other)?
    friendly KIND?(?: ?units?)?$
which=not near {n} {kind:phrase or ANY} = BE more than INCHES from (?:all|any) other friendly KIND?(?: ?units?)?$
which={not:or } close {n} {kind:phrase or ANY} = BE (?P<not>not )?within INCHES of (?:an?|any) enemy KIND(?: units?)?$
which=not close {n} {kind:phrase or ANY} = BE more than INCHES from all enemy KIND(?: units?)?$
which=damage 1 = IS damaged|HAS any damage points(?: allocated to (?:it|them))?
which=damage {n} = HAS (?P<n>\d+) or more damage points
which=models {n} = (?:has|have|contains) (?P<n>\d+) or more models
which=fewer {n} = HAS no more than (?P<n>\d+) models?
which=is {kind:upper} = (?:has|have|with) the (?P<kind>[A-Z][\w'-]*(?: (?:of (?:the )?)?[A-Z][\w'-]*)*) keyword
which=is non-{kind:upper} = (?:does|do) not have the (?P<kind>[A-Z][\w'-]*(?: (?:of (?:the )?)?[A-Z][\w'-]*)*) keyword
keyword=non-FLY = (?:does|do) not have Fly
which=is FLY = HAS Fly
which={kind:is} = (?:is|are|was) (?:already )?(?:an? )?KIND(?: units?)?
which=is non-{kind:upper} = (?:is|are|was) not (?:already )?(?:an? )?(?P<kind>[A-Z][\w'-]*)
which=charge roll {n} = charged NOW and (?:its|the) unmodified charge roll was (?P<n>\d+)(?:\+| or more)
which=fights {kind:phrase} = BE in combat with (?:an|any|a|1 or more) (?:friendly|enemy) KIND(?: units?)?$
which={wholly:=inside or near} {n:or 3} {kind:phrase} = BE (?P<wholly>wholly )?within (?:INCHES of|the combat ranges?
    of) (?:an|any|a|another|any other) friendly KIND(?: units?)?$
which=size {n} = started the battle with (?P<n>\d+) or more models
which=is {state:upper} = IS STATE
which=with {title} = (?:has|have|contains?|includes?) (?:an?|any) (?P<title>champion|musician|standard bearer)s?
which=reinforced = IS reinforced
which=not reinforced = IS not reinforced
which=is UNDER ORDERS = under orders
which=is non-{state:upper} = IS not STATE
which=single = (?:has|have|with) a starting size of 1
which=not single = (?:has|have|with) a starting size of 2 or more
which=fewer {n} = HAS (?P<n>\d+) or fewer models
which=frail {n} = HAS a Health characteristic of (?:(?P<n>\d+) or less|1 or (?P<n2>2)|(?P<n3>1))
which=health {n} = HAS a Health characteristic of (?P<n>\d+) or more
which=destroyed any turn = (?:has )?destroyed (?:a friendly|an enemy) unit this turn
which=contesting = BE (?:contesting|contests) an (?:objective)ALONE
which=contesting together = BE contesting the same objective as this unit
which=contesting alone = BE contesting an objective that is not being contested by any other friendly (?:units)ALONE
which=contesting enemy = BE (?:contesting|contests) an objective (?:that is )?(?:controlled by your opponent|that your
    opponent (?:controls))ALONE
which=contesting own = BE (?:contesting|contests) an objective (?:that )?you (?:control)ALONE
which=contesting foreign = BE (?:contesting|contests) an objective (?:that )?you do not (?:control)ALONE
which=own territory = BE wholly within friendly territory
which=enemy territory = BE wholly within enemy territory
which=outside own territory = BE (?:wholly outside|not within) friendly territory
which=outside enemy territory = BE (?:wholly outside|not within) enemy territory
which=far {n} = BE more than INCHES from all enemy (?:units)ALONE
which=close {n} = BE within INCHES of (?:an|any) enemy (?:units?)ALONE
which=edge {n} = BE wholly within INCHES of (?:a|the|any) battlefield edge
which=set up = (?:was|were) set up(?: on the battlefield)? TURN
which=not set up = (?:was|were|has|have) not (?:been )?set up(?: on the battlefield)? TURN
which=just used {used:upper} = (?:has |have )?used an? (?P<used>[A-Z][\w-]*) ability (?:this phase|in the same phase)
which=models below = HAS fewer models than (?:this unit|the attacking unit|it)
which=control below = (?:has|have|with) a lower Control characteristic than (?:this unit|it)
which=control above = HAS a higher Control characteristic than (?:this unit|it)
which=health above = HAS a (?:Health characteristic greater than (?:its own|this unit's)|higher Health characteristic
    than (?:this unit|it))
which=used {used:upper} = (?:has |have )?used (?:an?|any) (?P<used>ABILITY) abilit(?:y|ies) TURN
which=not used {used:upper} = (?:has not used|have not used|did not use) (?:an?|any) (?P<used>Fight|Shoot|FIGHT|SHOOT)
    (?:ability|abilities) (?:this phase|in the same phase)
which=not used {used:upper} = (?:has not used|have not used|did not use) (?:an?|any) (?P<used>ABILITY)
    (?:ability|abilities) TURN
which=not used {one:upper}, not used {two:upper} = (?:has not used|have not used) (?:an?|any) (?P<one>[A-Z][\w-]*) or
    (?P<two>[A-Z][\w-]*) (?:ability|abilities) TURN
which=hurt {kind:or any} {span} = had any damage points allocated to (?:it|them) this SPAN(?: by MINE| by
    (?P<kind2>shooting|combat) attacks made by ME)
which=hurt {kind:or any} {span} = (?:was|were) allocated any damage points inflicted by MINE this SPAN
which=aimed {kind} {span} = (?:was|were) targeted by all (?:of )?MINE this SPAN
which=crossed {span:or phase} = this unit passed across (?:this SPAN|during that move)
which=hurt {kind:or any} {span} = had any damage points allocated to (?:it|them) by MINE this SPAN
which=hurt turn = had any damage points allocated to (?:it|them) this turn
which=struck {kind} {span} = (?:was|were) targeted by MINE this SPAN|(?:was|were) targeted this (?P<span2>turn|phase) by
    MINE2
which=thinned {kind} {span} = had any models slain by MINE this SPAN|had any models slain this (?P<span2>turn|phase) by
    MINE2
fresh={span} = HAS not been picked (?:to be|as) (?:the|a) targets? of this (?:ability|spell|prayer) this
    (?P<span>turn|phase|battle)
"""
)
"""The states of units, which texts describe in the same words for the user and for other units."""
OF_OTHER: Final = re.compile(
    r"fighting|around|beyond|crossed|(?:hurt|struck|thinned|aimed) (?:any|combat|shooting)|together|below|above"
    r"|regiment"
)
"""States that depend on another unit too: the user or the attacker."""


def _of_user(unit_state: Params) -> Params:
    """Return the state of a unit in the form of a condition on the user."""
    if "fresh" in unit_state:
        raise DoubtError
    if "keyword" in unit_state:
        return {"if": f"is {unit_state['keyword']}"}
    return {("if" if name == "which" else name): value for name, value in unit_state.items()}


# -- places of units ------------------------------------------------------------------------------------

_PLACES: Final = _meanings(
    r"""
range=#{inches}; wholly=#{wholly:=1 or } = (?:that IS )?(?P<wholly>wholly )?within (?P<inches>\d+)\"(?: of)? (?:HERE)
range=#3; wholly=#{wholly:=1 or } = (?:that IS )?(?P<wholly>wholly )?within (?:this
    (?:unit|model|[Mm]anifestation)'s|its|their) combat range
nothing= = (?:that IS )?on the battlefield
which=models {n} = with (?P<n>\d+) or more models
which=frail {n} = with a Health characteristic of (?:(?P<n>\d+) or less|1 or (?P<n2>2)|up to (?P<n3>\d+))
keyword=non-{kind:upper} = excluding (?P<kind>ABILITY)(?: units?)?,?
which=beyond {n} = (?:that IS )?more than INCHES (?:away )?from HERE
which=fighting = (?:(?:that )?IS )?in combat with HERE
which=not fighting = (?:(?:that )?IS )?not in combat with HERE
visible=#1 = (?:that IS )?visible to HERE
"""
) + tuple((f"(?:that )?(?:{pattern})", meaning) for pattern, meaning in STATES)
"""The descriptions of place and state that can follow the name of units."""
_BREAK: Final = r"(?=$| and |,? that |, | within | wholly | in combat | not in combat | with )"


def places(text: str) -> Params:
    """Return the parameters for the words after the name of units, which describe their place and earlier actions."""
    needs: Params = {}
    remaining = text.strip()
    while remaining:
        remaining = re.sub(r"^(?:,? ?and |, )", "", remaining)
        if needs:
            remaining = re.sub(r"^(?:that )?(?:is|are) (?=(?:wholly )?within|visible)", "", remaining)
        remaining = re.sub(
            r"^(?:that (?:is|are) )?visible to and (?=(?:wholly )?within)", "visible to this unit and ", remaining
        )
        remaining = re.sub(
            r"^(?:that (?:is|are) )?((?:wholly )?within \d+\") of and visible to (?=this|it|them)",
            r"visible to this unit and \1 of ",
            remaining,
        )
        matches = ((re.match(f"(?:{pattern}){_BREAK}", remaining), meaning) for pattern, meaning in _PLACES)
        best = max(
            ((match, meaning) for match, meaning in matches if match), key=lambda pair: pair[0].end(), default=None
        )
        if best is None:
            raise DoubtError
        needs, remaining = joined(needs, best[1](best[0])), remaining[best[0].end() :].strip()
    return needs


_UNITS: Final = re.compile(
    rf"(?P<visible>visible )?(?P<damaged>damaged )?(?P<mark>(?:non-)?[A-Z][\w-]+ )?(?P<whose>friendly and "
    rf"enemy|friendly|enemy)(?: {STATE}(?= [A-Zum]))?"
    rf"(?: (?P<kind>{SOME}))?(?: (?:units?|models?))?"
    r"(?P<where>(?:,? (?:that|in combat|not in combat|within|wholly|visible to|contesting|and|with|excluding|on the "
    r"battlefield|more than|charged)\b.*)?)"
)


def units(text: str) -> Params:
    """Return the parameters that select the units a text names, without the number to pick."""
    text = re.sub(r"^(visible )?units? \(friendly (?:or|and) enemy\)", r"\1unit", text.strip())
    text = re.sub(rf"^(visible )?({SOME})(?: units?)? \(friendly (?:or|and) enemy\)", r"\1friendly and enemy \2", text)
    text = re.sub(r"^(visible )?units?\b", r"\1friendly and enemy unit", text)
    text = re.sub(
        r"^((?:Wizard|Priest|Hero|Monster|Infantry|Cavalry)(?:e?s|s)?(?= while| within| that|$))",
        r"friendly and enemy \1",
        text,
    )
    match = _UNITS.fullmatch(text)
    if match is None:
        raise DoubtError
    selection = places(match["where"])
    for kind in (match["mark"], match["kind"]):
        selection = joined(selection, {"keyword": phrases(kind)}) if kind else selection
    selection = joined(selection, {"visible": 1}) if match["visible"] else selection
    selection = joined(selection, {"which": "damage 1"}) if match["damaged"] else selection
    selection = joined(selection, {"which": f"is {named_state(match)}"}) if match["state"] else selection
    return {"target": {"friendly": "friend", "enemy": "enemy"}.get(match["whose"], "each"), **selection}


_PICKED: Final = re.compile(
    r"(?:(?P<self>this unit) and )?(?P<how>an?|1|another|any number of(?: other)?|up to (?P<number>\d|two|three)(?: "
    r"other)?|each(?: other)?|all) (?P<units>(?:visible )?(?:damaged )?(?:(?:non-)?[A-Z][\w-]+ "
    r")?(?:friendly|enemy|unit)\b.+)"
)
ANY_NUMBER: Final = 20


def picked(text: str) -> Params:
    """Return the targets that a text lets the player pick, such as "a visible enemy unit within 12\" of this unit"."""
    text = re.sub(r"\bdifferent (?=visible|friendly|enemy)", "", text.strip())
    if re.fullmatch(ME, text) and text != "it":
        return {"target": "self"}
    if match := re.fullmatch(r"(?:either )?this unit or (?P<units>(?:an?|another|1 other) .+)", text):
        selection: Params = picked(match["units"])
        if selection["target"] not in ("friend", "other friend") or "number" in selection:
            raise DoubtError
        return {**selection, "target": "friend", "or-self": 1}
    if match := re.fullmatch(r"(?P<before>an? .+?) \(including this unit\)(?P<after>.*)", text):
        selection = picked(f"{match['before']}{match['after']}")
        if selection["target"] != "friend":
            raise DoubtError
        return selection
    if match := re.fullmatch(
        r"each (?P<other>other )?(?P<visible>visible )?unit \(friendly and enemy\) (?P<where>.+)", text
    ):
        selection = {"target": "each other" if match["other"] else "each", **places(match["where"])}
        return joined(selection, {"visible": 1}) if match["visible"] else selection
    if match := re.fullmatch(r"(an?) ((?:visible )?)other friendly (.+)|another visible friendly (.+)", text):
        text = f"another {match[2] or 'visible '}friendly {match[3] or match[4]}"
    match = _PICKED.fullmatch(re.sub(r"^another (visible )friendly", r"another \1friendly", text))
    if match is None:
        raise DoubtError
    quantity, selection = match["how"], units(match["units"])
    if selection["target"] == "each":
        if quantity not in ("a", "an", "1"):
            raise DoubtError
        selection["target"] = "any"
    elif quantity.startswith("each") or quantity == "all":
        selection["target"] = f"each {'other ' if 'other' in quantity else ''}{selection['target']}"
    elif quantity == "another" or quantity.endswith(" other") or match["self"]:
        if selection["target"] != "friend":
            raise DoubtError
        selection["target"] = "other friend"
    number = ANY_NUMBER if quantity.startswith("any") else count(match["number"] or "1")
    if match["self"]:
        if str(selection["target"]).startswith("each"):
            raise DoubtError
        return {**selection, "and-self": 1, "number": number}
    return {**selection, "number": number} if number > 1 else selection


# -- conditions on the user -------------------------------------------------------------------------

_OF_ME: Final = _meanings(
    r"""
if=with {name} = (?:includes|contains) (?:an? )?(?P<name>[A-Z][\w' -]*)
near={near:phrases or ANY}; near-range=#{inches:or 3}; near-wholly=#{wholly:=1 or } = (?:is|was) (?P<wholly>wholly
    )?within (?:(?P<inches>\d+)\" of|the combat ranges? of) (?:an?|any|another|any other) (?:other )?friendly
    (?:(?P<near>SOME)(?: units?)?|units?)
fights = is in combat with (?:an?|any|1 or more) (?P<damaged>damaged )?(?P<mark>[A-Z][\w-]+ )?enemy(?: KIND)?(?:
    units?)?(?: (?P<what>(?:that|with) .+))?
fights = is in combat with (?:an?|any|1 or more) KIND(?: units?)?(?P<mark>)(?P<damaged>)(?P<what>)
fights = is in combat with (?:an?|any|1 or more) (?P<damaged>damaged )?units?(?P<mark>)(?P<kind>) (?P<what>(?:that|with)
    .+)
"""
)
"""Descriptions that texts use only for the user, besides its state."""


_FACTS: Final = _meanings(
    r"""
if=all contesting {own:=own or } = each model in this unit is contesting an objective(?P<own> (?:that )?you control)?
if=with {name:bare} = this unit's (?P<name>[A-Z][\w' ,-]*?),? IS on the battlefield
if=charge roll {n} = an unmodified charge roll for this unit was (?P<n>\d+)\+|(?:this unit's|its) unmodified charge roll
    (?:this turn )?was (?P<n2>\d+)\+
near={kind:phrases}; near-range=#FARTHEST = (?:there IS )?(?:an?|any|1 or more) friendly KIND(?: units?)? BE on the
    battlefield
if=lost {kind:phrase} = any (?:other )?friendly KIND(?: units?)? HAS been destroyed(?: (?:during|in) the battle| this
    battle)?
if={attacks:=outfought or felled} {kind:phrase or ANY} = any damage points were allocated to (?:an |any )?enemy KIND?(?:
    ?units?)? (?:by FIGHT this turn|this turn by FIGHT2) and that enemy (?:unit|[A-Z]\w+) (?:has been|was|is)
    destroyed(?: this turn)?
if=harmed {kind:or } turn = any damage points were allocated to (?:an |any )?enemy units? (?:by MINE this turn|this turn
    by MINE2)
near={near:phrases or ANY}; near-range=#{inches:or 3}; near-inside=#{wholly:=1 or } = (?:there IS )?(?:an?|any|1 or
    more)(?: other)? friendly (?:(?P<near>SOME)(?: units?)?|units?) BE (?P<wholly>wholly )?within (?:(?P<inches>\d+)\"
    of (?:ME)|(?:this unit's|its) combat range)
if=close {n} {kind:phrase or } = (?:there IS )?(?:an?|any|1 or more) enemy KIND?(?: ?units?)? BE within INCHES of (?:ME)
if=not close {n} {kind:phrase or ANY} = there are no enemy KIND(?: units?)? within INCHES of (?:ME)
if=not near {n:or 3} {kind:phrase or ANY} = there are no other friendly KIND?(?: ?units?)? within (?:INCHES of
    (?:ME)|(?:this unit's|its) combat range)
if=slew any turn = (?:this unit|it) has slain any enemy models this turn
if=army not {span:used} {used:upper} = you have not used an(?:y|other|y other) (?P<used>ABILITY) abilit(?:y|ies) this
    SPAN
if=army not {span:used} {used:upper} = (?:no friendly units? ha(?:s|ve) used any? (?P<used>ABILITY) abilit(?:y|ies)|a
    friendly unit has not used an? (?P<used2>ABILITY) ability) this SPAN
if=destroyed any turn = (?:this unit|it) (?:has )?destroyed (?:an|any) enemy units? this turn|(?:an|any) enemy units?
    (?:was|were) destroyed by this unit this turn
if=slew any turn = any (?:enemy )?models were slain by (?:this unit|it) this turn
if=fights {kind:phrase} = an enemy (?P<kind>[A-Z][\w'-]*)(?: unit)? is in combat with (?:this unit|it)
if=own turn = it is your (?:own )?turn
if=enemy turn = it is your opponent's turn
if={later:=from or } round {which:ordinal} = it is (?P<later>at least )?the (?P<which>first|second|third|fourth|fifth)
    battle round
if=far {n} = there are no enemy units within INCHES of (?:it|this unit)
if=slew {kind:or } turn = any (?:enemy )?models were slain (?:this turn by MINE|by MINE2 this turn)
if=destroyed {attacks:or } turn = (?:an|any) enemy units? (?:was|were) destroyed (?:this turn by FIGHT|by FIGHT2 this
    turn)
"""
)
"""Conditions that do not begin with the user as their subject."""


def state(text: str) -> Params:
    """Return the condition on the user that a text describes."""
    text = re.sub(r"(?: units?)? or a friendly (?=[A-Z])", " or ", text.strip())
    try:
        return first(_FACTS, text)
    except DoubtError:
        pass
    if not (match := re.match(rf"{ME} ", text)):
        raise DoubtError
    subject, predicate = match[0], text[match.end() :]
    try:
        return _of_user(first((*_OF_ME, *STATES), predicate))
    except DoubtError:
        pass
    for split in re.finditer(r",? (?:and|but) (?:that )?", predicate):
        first_part, second_part = predicate[: split.start()], predicate[split.end() :]
        is_named = re.match(rf"{ME} |(?:an?|any|there|you) ", second_part)
        second_part = second_part if is_named else f"{subject}{second_part}"
        if re.match(r"(?:not )?(?:in combat|within|wholly|contesting)", second_part.removeprefix(subject)):
            second_part = f"{subject}is {second_part.removeprefix(subject)}"
        try:
            return joined(state(f"{subject}{first_part}"), state(second_part))
        except DoubtError:
            continue
    raise DoubtError
