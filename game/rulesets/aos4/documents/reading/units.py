"""Reads the words by which texts name units: side, keywords, place and state; and conditions on the user itself."""

from __future__ import annotations

import re
from typing import Final

from game.rulesets.aos4.documents.params import ANY, FARTHEST
from game.rulesets.aos4.documents.reading.words import (
    SOME,
    STATE,
    DoubtError,
    Meaning,
    Params,
    count,
    first,
    joined,
    named_state,
    phrase,
    phrases,
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
_BY_MINE: Final = rf"by (?:this (?:{KINDS})'s|its) (?:(?P<kind>shooting|combat) )?attacks"


def _is(**needs: str | int) -> Meaning:
    """Return a meaning that is always the same parameters."""
    return lambda match: {name.replace("_", "-"): value for name, value in needs.items()}


def _range(inches: str, wholly: str | None, name: str = "range") -> Params:
    """Return the parameters of a distance."""
    return {name: int(inches), **({name.replace("range", "wholly"): 1} if wholly else {})}


# -- states of any unit: the words behind "that is", "while it is", "if this unit" ----------------------

STATES: Final[tuple[tuple[str, Meaning], ...]] = (
    (rf"(?:has |have )?charged {_NOW}", _is(which="charged")),
    (rf"(?:(?:has|have) not charged|did not charge) {_NOW}", _is(which="not charged")),
    (r"(?:is |are )?in combat", _is(which="in combat")),
    (r"(?:is |are )?not in combat", _is(which="not in combat")),
    (r"(?:is |are )?in combat with (?:a|any) friendly units?", _is(which="in combat")),
    (r"(?:is|are) not damaged|(?:has|have) no damage points(?: allocated to (?:it|them))?", _is(which="not damage 1")),
    (
        r"(?:has|have) (?:fewer models than (?:its|their) starting (?:size|number of models)|(?:had )?any slain "
        r"models|had "
        r"any models slain)|(?:is|are) (?:not at|below) (?:its )?(?:full strength|starting size)",
        _is(which="reduced"),
    ),
    (
        r"(?:(?:is|are) )?within (?P<n>\d+)\" of (?:a|any) terrain features?",
        lambda match: {"which": f"terrain {match['n']}"},
    ),
    (r"(?:is |are )?in combat with (?P<n>[2-9]) or more enemy units", lambda match: {"which": f"fought {match['n']}"}),
    (r"(?:(?:is|are) )?not wholly within friendly territory", _is(which="not own territory")),
    (r"(?:(?:is|are) )?not wholly within enemy territory", _is(which="not enemy territory")),
    (r"(?:(?:is|are) )?in this unit's regiment", _is(which="same regiment")),
    (
        r"(?:(?:is|are) )?(?P<not>not )?within (?P<n>\d+)\" of (?P<other>another|an?|any)(?: other)? friendly "
        rf"(?P<kind>{SOME})?(?: ?units?)?$",
        lambda match: _about(match, "near"),
    ),
    (
        r"(?:(?:is|are) )?more than (?P<n>\d+)\" from (?:all|any) other friendly "
        rf"(?P<kind>{SOME})?(?: ?units?)?$",
        lambda match: _about(match, "not near"),
    ),
    (
        r"(?:(?:is|are) )?(?P<not>not )?within (?P<n>\d+)\" of (?:an?|any) enemy "
        rf"(?P<kind>{SOME})(?: units?)?$",
        lambda match: _about(match, "close"),
    ),
    (
        rf"(?:(?:is|are) )?more than (?P<n>\d+)\" from all enemy (?P<kind>{SOME})(?: units?)?$",
        lambda match: _about(match, "not close"),
    ),
    (r"(?:is|are) damaged|(?:has|have) any damage points(?: allocated to (?:it|them))?", _is(which="damage 1")),
    (r"(?:has|have) (?P<n>\d+) or more damage points", lambda match: {"which": f"damage {match['n']}"}),
    (r"(?:has|have|contains) (?P<n>\d+) or more models", lambda match: {"which": f"models {match['n']}"}),
    (r"(?:has|have) no more than (?P<n>\d+) models?", lambda match: {"which": f"fewer {match['n']}"}),
    (
        r"(?:has|have|with) the (?P<kind>[A-Z][\w'-]*(?: (?:of (?:the )?)?[A-Z][\w'-]*)*) keyword",
        lambda match: {"which": f"is {match['kind'].upper()}"},
    ),
    (
        r"(?:does|do) not have the (?P<kind>[A-Z][\w'-]*(?: (?:of (?:the )?)?[A-Z][\w'-]*)*) keyword",
        lambda match: {"which": f"is non-{match['kind'].upper()}"},
    ),
    (r"(?:does|do) not have Fly", _is(keyword="non-FLY")),
    (r"(?:has|have) Fly", _is(which="is FLY")),
    (
        rf"(?:is|are|was) (?:already )?(?:an? )?(?P<kind>{SOME})(?: units?)?",
        lambda match: {"which": ", ".join(f"is {word}" for word in phrase(match["kind"]))},
    ),
    (r"(?:is|are|was) not (?:already )?(?:an? )?(?P<kind>[A-Z][\w'-]*)", lambda match: _is_none(match["kind"])),
    (
        rf"charged {_NOW} and (?:its|the) unmodified charge roll was (?P<n>\d+)(?:\+| or more)",
        lambda match: {"which": f"charge roll {match['n']}"},
    ),
    (
        rf"(?:is |are )?in combat with (?:an|any|a|1 or more) (?:friendly|enemy) (?P<kind>{SOME})(?: units?)?$",
        lambda match: _beside("fights", match["kind"]),
    ),
    (
        rf"(?:is |are )?(?P<wholly>wholly )?within (?:(?P<n>\d+)\" of|the combat ranges? of) (?:an|any|a|another|any "
        rf"other) friendly (?P<kind>{SOME})(?: units?)?$",
        lambda match: _beside(f"{'inside' if match['wholly'] else 'near'} {match['n'] or 3}", match["kind"]),
    ),
    (r"started the battle with (?P<n>\d+) or more models", lambda match: {"which": f"size {match['n']}"}),
    (rf"(?:is|are) {STATE}", lambda match: {"which": f"is {named_state(match)}"}),
    (
        r"(?:has|have|contains?|includes?) (?:an?|any) (?P<title>champion|musician|standard bearer)s?",
        lambda match: {"which": f"with {match['title']}"},
    ),
    (r"(?:is|are) reinforced", _is(which="reinforced")),
    (r"(?:is|are) not reinforced", _is(which="not reinforced")),
    (r"under orders", _is(which="is UNDER ORDERS")),
    (rf"(?:is|are) not {STATE}", lambda match: {"which": f"is non-{named_state(match)}"}),
    (r"(?:has|have|with) a starting size of 1", _is(which="single")),
    (r"(?:has|have|with) a starting size of 2 or more", _is(which="not single")),
    (r"(?:has|have) (?P<n>\d+) or fewer models", lambda match: {"which": f"fewer {match['n']}"}),
    (
        r"(?:has|have) a Health characteristic of (?:(?P<n>\d+) or less|1 or (?P<m>2)|(?P<one>1))",
        lambda match: {"which": f"frail {match['n'] or match['m'] or match['one']}"},
    ),
    (r"(?:has|have) a Health characteristic of (?P<n>\d+) or more", lambda match: {"which": f"health {match['n']}"}),
    (r"(?:has )?destroyed (?:a friendly|an enemy) unit this turn", _is(which="destroyed any turn")),
    (r"(?:(?:is|are) )?(?:contesting|contests) an objective", _is(which="contesting")),
    (r"(?:(?:is|are) )?contesting the same objective as this unit", _is(which="contesting together")),
    (r"(?:(?:is|are) )?(?:contesting|contests) an objective (?:that )?you control", _is(which="contesting own")),
    (
        r"(?:(?:is|are) )?(?:contesting|contests) an objective (?:that )?you do not control",
        _is(which="contesting foreign"),
    ),
    (r"(?:(?:is|are) )?wholly within friendly territory", _is(which="own territory")),
    (r"(?:(?:is|are) )?wholly within enemy territory", _is(which="enemy territory")),
    (r"(?:(?:is|are) )?(?:wholly outside|not within) friendly territory", _is(which="outside own territory")),
    (r"(?:(?:is|are) )?(?:wholly outside|not within) enemy territory", _is(which="outside enemy territory")),
    (
        r"(?:(?:is|are) )?more than (?P<n>\d+)\" from all enemy units",
        lambda match: {"which": f"far {match['n']}"},
    ),
    (
        r"(?:(?:is|are) )?within (?P<n>\d+)\" of (?:an|any) enemy units?",
        lambda match: {"which": f"close {match['n']}"},
    ),
    (
        r"(?:(?:is|are) )?wholly within (?P<n>\d+)\" of (?:a|the|any) battlefield edge",
        lambda match: {"which": f"edge {match['n']}"},
    ),
    (rf"(?:was|were) set up(?: on the battlefield)? {_TURN}", _is(which="set up")),
    (rf"(?:was|were|has|have) not (?:been )?set up(?: on the battlefield)? {_TURN}", _is(which="not set up")),
    (
        r"(?:has |have )?used an? (?P<used>[A-Z][\w-]*) ability (?:this phase|in the same phase)",
        lambda match: {"which": f"just used {match['used'].upper()}"},
    ),
    (
        r"(?:has|have) fewer models than (?:this unit|the attacking unit|it)",
        _is(which="models below"),
    ),
    (r"(?:has|have|with) a lower Control characteristic than (?:this unit|it)", _is(which="control below")),
    (r"(?:has|have) a higher Control characteristic than (?:this unit|it)", _is(which="control above")),
    (
        r"(?:has|have) a (?:Health characteristic greater than (?:its own|this unit's)|higher Health characteristic "
        r"than (?:this unit|it))",
        _is(which="health above"),
    ),
    (
        rf"(?:has |have )?used (?:an?|any) (?P<used>{_ABILITY}) abilit(?:y|ies) (?:this turn|in the same turn)",
        lambda match: {"which": f"used {match['used'].upper()}"},
    ),
    (
        r"(?:has not used|have not used|did not use) (?:an?|any) (?P<used>Fight|Shoot|FIGHT|SHOOT) "
        r"(?:ability|abilities) (?:this phase|in the same phase)",
        lambda match: {"which": f"not used {match['used'].upper()}"},
    ),
    (
        rf"(?:has not used|have not used|did not use) (?:an?|any) (?P<used>{_ABILITY}) (?:ability|abilities) "
        r"(?:this turn|in the same turn)",
        lambda match: {"which": f"not used {match['used'].upper()}"},
    ),
    (
        r"(?:has not used|have not used) (?:an?|any) (?P<one>[A-Z][\w-]*) or (?P<two>[A-Z][\w-]*) "
        r"(?:ability|abilities) (?:this turn|in the same turn)",
        lambda match: {"which": f"not used {match['one'].upper()}, not used {match['two'].upper()}"},
    ),
    (
        r"had any damage points allocated to (?:it|them) this (?P<span>turn|phase)"
        rf"(?: {_BY_MINE}| by (?P<kind2>shooting|combat) attacks made by (?:this (?:{KINDS})|it))",
        lambda match: _hurt(match["kind"] or match["kind2"], match["span"]),
    ),
    (
        rf"(?:was|were) allocated any damage points inflicted {_BY_MINE} this (?P<span>turn|phase)",
        lambda match: _hurt(match["kind"], match["span"]),
    ),
    (
        rf"(?:was|were) targeted by all (?:of )?{_BY_MINE.removeprefix('by ')} this (?P<span>turn|phase)",
        lambda match: _aimed(match["kind"], match["span"]),
    ),
    (
        r"this unit passed across (?:this (?P<span>turn|phase)|during that move)",
        lambda match: {"which": f"crossed {match['span'] or 'phase'}"},
    ),
    (
        rf"had any damage points allocated to (?:it|them) {_BY_MINE} this (?P<span>turn|phase)",
        lambda match: _hurt(match["kind"], match["span"]),
    ),
    (r"had any damage points allocated to (?:it|them) this turn", _is(which="hurt turn")),
    (
        rf"(?:was|were) targeted {_BY_MINE} this (?P<span>turn|phase)|(?:was|were) targeted this (?P<span2>turn|phase) "
        rf"{_BY_MINE.replace('<kind', '<kind2')}",
        lambda match: _done_by_user("struck", match),
    ),
    (
        rf"had any models slain {_BY_MINE} this (?P<span>turn|phase)|had any models slain this (?P<span2>turn|phase) "
        rf"{_BY_MINE.replace('<kind', '<kind2')}",
        lambda match: _done_by_user("thinned", match),
    ),
    (
        r"(?:has|have) not been picked (?:to be|as) (?:the|a) targets? of this (?:ability|spell|prayer) this "
        r"(?P<span>turn|phase|battle)",
        lambda match: {"fresh": match["span"]},
    ),
)
"""The states of units, which texts describe in the same words for the user and for other units."""
OF_OTHER: Final = re.compile(
    r"fighting|around|beyond|crossed|(?:hurt|struck|thinned|aimed) (?:any|combat|shooting)|together|below|above"
    r"|regiment"
)
"""States that depend on another unit too: the user or the attacker."""


def _beside(what: str, kind: str) -> Params:
    """Return the state of being near, or in combat with, units of a keyword."""
    return {"which": f"{what} {_one_phrase(kind)}"}


def _about(match: re.Match[str], what: str) -> Params:
    """Return the state of having, or not having, units of a keyword or any units within a distance."""
    negation = "not " if match.groupdict().get("not") else ""
    phrase_of = _one_phrase(match["kind"]) if match["kind"] else ANY
    return {"which": f"{negation}{what} {match['n']} {phrase_of}"}


def _one_phrase(kind: str) -> str:
    """Return the keywords of a text; raise DoubtError if these are several phrases or an exception."""
    if len(words := phrase(kind)) > 1 or "non-" in words[0]:
        raise DoubtError
    return words[0]


def _is_none(kind: str) -> Params:
    """Return the state of not having a keyword."""
    return {"which": f"is non-{kind.upper()}"}


def _aimed(kind: str | None, span: str) -> Params:
    """Return the state of being the only target of the user's attacks of a kind."""
    if kind is None:
        raise DoubtError
    return {"which": f"aimed {kind} {span}"}


def _done_by_user(deed: str, match: re.Match[str]) -> Params:
    """Return the state of having been targeted, or reduced, by the user's attacks of a kind."""
    kind, span = match["kind"] or match["kind2"], match["span"] or match["span2"]
    if kind is None:
        raise DoubtError
    return {"which": f"{deed} {kind} {span}"}


def _hurt(kind: str | None, span: str) -> Params:
    """Return the state of having suffered damage by the user's attacks, of a kind or any."""
    return {"which": f"hurt {kind or 'any'} {span}"}


def _of_user(unit_state: Params) -> Params:
    """Return the state of a unit in the form of a condition on the user."""
    if "fresh" in unit_state:
        raise DoubtError
    if "keyword" in unit_state:
        return {"if": f"is {unit_state['keyword']}"}
    return {("if" if name == "which" else name): value for name, value in unit_state.items()}


# -- places of units ------------------------------------------------------------------------------------

_PLACES: Final[tuple[tuple[str, Meaning], ...]] = (
    (
        rf"(?:that (?:is|are) )?(?P<wholly>wholly )?within (?P<inches>\d+)\"(?: of)? (?:{HERE})",
        lambda match: _range(match["inches"], match["wholly"]),
    ),
    (
        r"(?:that (?:is|are) )?(?P<wholly>wholly )?within (?:this (?:unit|model|[Mm]anifestation)'s|its|their) "
        r"combat range",
        lambda match: _range("3", match["wholly"]),
    ),
    (r"(?:that (?:is|are) )?on the battlefield", _is()),
    (r"with (?P<n>\d+) or more models", lambda match: {"which": f"models {match['n']}"}),
    (
        r"with a Health characteristic of (?:(?P<n>\d+) or less|1 or (?P<m>2)|up to (?P<o>\d+))",
        lambda match: {"which": f"frail {match['n'] or match['m'] or match['o']}"},
    ),
    (
        r"excluding (?P<kind>[A-Z][\w'-]*(?: (?:of )?[A-Z][\w'-]*)*)(?: units?)?,?",
        lambda match: {"keyword": f"non-{match['kind'].upper()}"},
    ),
    (
        rf"(?:that (?:is|are) )?more than (?P<n>\d+)\" (?:away )?from {HERE}",
        lambda match: {"which": f"beyond {match['n']}"},
    ),
    (rf"(?:(?:that )?(?:is|are) )?in combat with {HERE}", _is(which="fighting")),
    (rf"(?:(?:that )?(?:is|are) )?not in combat with {HERE}", _is(which="not fighting")),
    (rf"(?:that (?:is|are) )?visible to {HERE}", _is(visible=1)),
    *((f"(?:that )?(?:{pattern})", meaning) for pattern, meaning in STATES),
)
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

_NEAR: Final = (
    r"(?P<wholly>wholly )?within (?:(?P<inches>\d+)\" of|the combat ranges? of) (?:an?|any|another|any other) "
    rf"(?:other )?friendly (?:(?P<near>{SOME})(?: units?)?|units?)"
)


def _near(match: re.Match[str], wholly: str = "near-wholly") -> Params:
    """Return the condition that a friendly unit is near the user; `wholly` is the parameter for "wholly within"."""
    condition: Params = {
        "near": phrases(match["near"]) if match["near"] else ANY,
        "near-range": int(match["inches"] or 3),
    }
    return {**condition, wholly: 1} if match["wholly"] else condition


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


_OF_ME: Final[tuple[tuple[str, Meaning], ...]] = (
    (r"(?:includes|contains) (?:an? )?(?P<name>[A-Z][\w' -]*)", lambda match: {"if": f"with {match['name']}"}),
    (rf"(?:is|was) {_NEAR}", _near),
    (
        rf"is in combat with (?:an?|any|1 or more) (?P<damaged>damaged )?(?P<mark>[A-Z][\w-]+ )?enemy(?: "
        rf"(?P<kind>{SOME}))?(?: units?)?(?: (?P<what>(?:that|with) .+))?",
        _fights,
    ),
    (
        rf"is in combat with (?:an?|any|1 or more) (?P<kind>{SOME})(?: units?)?(?P<mark>)(?P<damaged>)(?P<what>)",
        _fights,
    ),
    (
        r"is in combat with (?:an?|any|1 or more) (?P<damaged>damaged )?units?(?P<mark>)(?P<kind>) "
        r"(?P<what>(?:that|with) .+)",
        _fights,
    ),
)
"""Descriptions that texts use only for the user, besides its state."""


def _felled(match: re.Match[str]) -> Params:
    """Return the condition that an enemy was destroyed after attacks of the unit had hurt it."""
    attacks = match["attacks"] or match["attacks2"]
    if attacks == "shooting":
        raise DoubtError
    kind = _one_phrase(match["kind"]) if match["kind"] else ANY
    return {"if": f"{'outfought' if attacks else 'felled'} {kind}"}


def _army_unused(match: re.Match[str]) -> Params:
    """Return the condition that no unit of the army has used an ability with a keyword this turn or phase."""
    used = str(match["used"] or match.groupdict().get("used2"))
    return {"if": f"army not {'just ' if match['span'] == 'phase' else ''}used {used.upper()}"}


_FACTS: Final[tuple[tuple[str, Meaning], ...]] = (
    (
        r"each model in this unit is contesting an objective(?P<own> (?:that )?you control)?",
        lambda match: {"if": "all contesting own" if match["own"] else "all contesting"},
    ),
    (
        r"this unit's (?P<name>[A-Z][\w' ,-]*?),? (?:is|are) on the battlefield",
        lambda match: {"if": f"with {match['name'].replace(',', '')}"},
    ),
    (
        r"an unmodified charge roll for this unit was (?P<n>\d+)\+|(?:this unit's|its) unmodified charge roll (?:this "
        r"turn )?was (?P<m>\d+)\+",
        lambda match: {"if": f"charge roll {match['n'] or match['m']}"},
    ),
    (
        rf"(?:there (?:is|are) )?(?:an?|any|1 or more) friendly (?P<kind>{SOME})(?: units?)? (?:(?:is|are) )?on the "
        r"battlefield",
        lambda match: {"near": phrases(match["kind"]), "near-range": FARTHEST},
    ),
    (
        rf"any (?:other )?friendly (?P<kind>{SOME})(?: units?)? (?:has|have) been destroyed(?: (?:during|in) the "
        r"battle| this battle)?",
        lambda match: {"if": f"lost {_one_phrase(match['kind'])}"},
    ),
    (
        rf"any damage points were allocated to (?:an |any )?enemy (?P<kind>{SOME})?(?: ?units?)? "
        rf"(?:{_BY_MINE.replace('<kind', '<attacks')} this turn|this turn {_BY_MINE.replace('<kind', '<attacks2')}) "
        r"and that enemy (?:unit|[A-Z]\w+) (?:has been|was|is) destroyed(?: this turn)?",
        _felled,
    ),
    (
        rf"any damage points were allocated to (?:an |any )?enemy units? (?:{_BY_MINE} this turn|this turn "
        rf"{_BY_MINE.replace('kind', 'kind2')})",
        lambda match: {"if": " ".join(filter(None, ("harmed", match["kind"] or match["kind2"], "turn")))},
    ),
    (
        rf"(?:there (?:is|are) )?(?:an?|any|1 or more)(?: other)? friendly (?:(?P<near>{SOME})(?: units?)?|units?) "
        rf"(?:(?:is|are) )?(?P<wholly>wholly )?within (?:(?P<inches>\d+)\" of (?:{ME})|(?:this unit's|its) combat "
        rf"range)",
        lambda match: _near(match, "near-inside"),
    ),
    (
        rf"(?:there (?:is|are) )?(?:an?|any|1 or more) enemy (?P<kind>{SOME})?(?: ?units?)? (?:(?:is|are) )?within "
        rf"(?P<n>\d+)\" of (?:{ME})",
        lambda match: {"if": f"close {match['n']}" + (f" {_one_phrase(match['kind'])}" if match["kind"] else "")},
    ),
    (
        rf"there are no enemy (?P<kind>{SOME})(?: units?)? within (?P<n>\d+)\" of (?:{ME})",
        lambda match: _of_user(_about(match, "not close")),
    ),
    (
        rf"there are no other friendly (?P<kind>{SOME})?(?: ?units?)? within (?P<n>\d+)\" of (?:{ME})",
        lambda match: _of_user(_about(match, "not near")),
    ),
    (
        rf"you have not used an(?:y|other|y other) (?P<used>{_ABILITY}) abilit(?:y|ies) this (?P<span>turn|phase)",
        _army_unused,
    ),
    (
        rf"(?:no friendly units? ha(?:s|ve) used any? (?P<used>{_ABILITY}) abilit(?:y|ies)|a friendly unit has not "
        rf"used an? (?P<used2>{_ABILITY}) ability) this (?P<span>turn|phase)",
        _army_unused,
    ),
    (
        r"(?:this unit|it) (?:has )?destroyed (?:an|any) enemy units? this turn|(?:an|any) enemy units? (?:was|were) "
        r"destroyed "
        r"by this unit this turn",
        _is(**{"if": "destroyed any turn"}),
    ),
    (
        r"any (?:enemy )?models were slain by (?:this unit|it) this turn",
        _is(**{"if": "slew any turn"}),
    ),
    (
        r"an enemy (?P<kind>[A-Z][\w'-]*)(?: unit)? is in combat with (?:this unit|it)",
        lambda match: {"if": f"fights {_one_phrase(match['kind'])}"},
    ),
    (r"it is your (?:own )?turn", _is(**{"if": "own turn"})),
    (r"it is your opponent's turn", _is(**{"if": "enemy turn"})),
    (
        r"it is (?P<later>at least )?the (?P<which>first|second|third|fourth|fifth) battle round",
        lambda match: battle_round(match["which"], match["later"]),
    ),
    (r"there are no enemy units within (?P<n>\d+)\" of (?:it|this unit)", lambda match: {"if": f"far {match['n']}"}),
    (
        rf"any (?:enemy )?models were slain (?:this turn {_BY_MINE}|{_BY_MINE.replace('kind', 'kind2')} this turn"
        r"|by this unit this turn)",
        lambda match: _deed("slew", match["kind"] or match["kind2"], match[0]),
    ),
    (
        rf"(?:an|any) enemy units? (?:was|were) destroyed (?:this turn {_BY_MINE}"
        rf"|{_BY_MINE.replace('kind', 'kind2')} this turn)",
        lambda match: _deed("destroyed", match["kind"] or match["kind2"], match[0]),
    ),
)
"""Conditions that do not begin with the user as their subject."""


def battle_round(which: str, later: str | None = None) -> Params:
    """Return the condition that it is a certain battle round; with `later`, that round or a later one."""
    number = ("first", "second", "third", "fourth", "fifth").index(which) + 1
    return {"if": f"from round {number}" if later else f"round {number}"}


def _deed(what: str, kind: str | None, text: str) -> Params:
    """Return the condition that attacks of the user slew models or destroyed a unit this turn."""
    if "by this unit this turn" in text:  # this includes other abilities than attacks
        raise DoubtError
    if what == "slew":
        return {"if": f"slew {kind} turn" if kind else "slew turn"}
    if kind == "shooting":
        raise DoubtError
    return {"if": "destroyed combat turn" if kind else "destroyed turn"}


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
