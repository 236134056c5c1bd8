"""Reads whole ability texts: passive ones become effects around units, activated ones steps (A-ABIL-2, A-ABIL-6).

An activated ability's text has parts in order: conditions on its user, targets, a roll, a duration, and then clauses,
each a sentence, an entry of a list or an option. `Activated` reads one part after another from the beginning.
A text that cannot be read without doubt raises DoubtError.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.rulesets.aos4.documents.abilities import AbilityDocument, unmarked
from game.rulesets.aos4.documents.params import ANY, ONE, SWITCHED
from game.rulesets.aos4.documents.reading.clauses import Change, clause, set_up_where
from game.rulesets.aos4.documents.reading.units import ME, OF_OTHER, picked, places, state, units
from game.rulesets.aos4.documents.reading.words import (
    OVER,
    SOME,
    UNIVERSAL,
    DoubtError,
    Params,
    count,
    filled,
    joined,
    large,
    phrases,
    sentences,
    small,
)
from game.rulesets.aos4.documents.timing import MOMENTS, timing

Step = tuple[str, Params]
_COMPANION: Final = re.compile(r"This (?:ability )?(?:also )?affects Companion weapons(?: as well)?\.?")
_BULLET: Final = "\u2022"


_TOKEN: Final = re.compile(
    r"This unit's (?P<name>[A-Z][\w' -]*?) is a token\. (?P<rest>.+?) If you make an unmodified save roll of 1 for "
    r"this unit, remove its (?P=name) from the battlefield(?: after the Attack ability has been resolved)?(?: \(the "
    r"damage point is still inflicted\))?\.?"
)
_TILL_TURN_END: Final = re.compile(
    r"If (?:(?:this unit|it) (?:charged|used an? [A-Z]\w+ ability|was set up|has slain any enemy models|destroyed an "
    r"enemy unit) (?:this turn|in the same turn)|an unmodified charge roll for this unit was \d+\+), "
)
"""A condition that holds until the turn ends as soon as it is met."""
_TO_TURN_END: Final = r" (?:for the rest|until the end) of the turn"
_PARTS: Final = re.compile(
    r"When a number of damage points equal to this unit's Health characteristic are allocated to it, this unit is "
    r"destroyed "
    r"and (?:both|all(?: of)?) its parts are removed from play\. Each time this unit moves, (?:both|all(?: of)?) its "
    r"parts "
    r"must end within (?P<inches>\d+)\" of each other\.(?: Each part of this unit is armed with [A-Z]\w*"
    r"(?: (?:of|and|the|[A-Z][\w'-]*))*\.?)?"
)
"""A manifestation in parts; that they are removed together is a rule of all manifestations (A-MAN-7)."""
_DYING: Final = re.compile(r"If this (?:unit|Manifestation) is destroyed, before removing it from play, (?P<rest>.+)")


class Passive:
    """Reads the text of a passive ability."""

    def __init__(self, effect: str) -> None:
        self._effect = effect

    def read(self) -> list[Step]:
        """Return the effects of auras that the text describes; raise `DoubtError` if it cannot be read."""
        if not self._effect:
            raise DoubtError
        if match := _PARTS.fullmatch(self._effect):
            return [("aura", {"target": "self", "sets": "coherency", "to": match["inches"]})]
        if match := _TOKEN.fullmatch(self._effect):
            name = match["name"]
            effect_text = re.sub(rf"\bits {re.escape(name)}\b", f"this unit's {name}", match["rest"])
            return [*Passive(effect_text).read(), ("aura", {"target": "self", "sheds": name})]
        if match := _DYING.fullmatch(self._effect):
            return self._dying(large(match["rest"]))
        head, *bullets = [part.strip() for part in self._effect.split(_BULLET)]
        if bullets and (location := re.fullmatch(r"While they are ([^,]+):", head)):
            places(location[1])  # raises `DoubtError` for an unknown place
            return [
                step
                for bullet in bullets
                for step in self._sentence(f"{bullet.rstrip('.')} while they are {location[1]}")
            ]
        if bullets:
            match = re.fullmatch(r"(?:(?:While|If) (?P<state>.+?)(?:, the following effects apply)?:)?", head)
            if match is None:
                raise DoubtError
            return [step for bullet in bullets for step in self._sentence(bullet, match["state"] or "")]
        steps: list[Step] = []
        joined_text = re.sub(r"\. (On|For) (?=(?:a|each) \d\+)", lambda match: f". {match[1].lower()} ", self._effect)
        joined_text = re.sub(r"\(Ward", "(ward", joined_text)
        for sentence in sentences(_with_opposite(joined_text)):
            if _COMPANION.fullmatch(sentence) and steps:
                steps = [(handler, {**needs, "companion": 1}) for handler, needs in steps]
            else:
                steps += self._sentence(re.sub(r"^(?:In addition|However), ", "", sentence))
        return steps

    def _dying(self, text: str) -> list[Step]:
        """Return the effects of a text that applies when the unit is destroyed."""
        text = re.sub(r"\bthis unit's health\b", "this unit's Health", text)
        if match := _EACH_ROLL.fullmatch(text):
            target_params, effect_text = (
                picked(f"each {match['units']}"),
                f"Roll a {match['die']}. On a {match['rest']}",
            )
        elif match := re.fullmatch(r"Pick (?P<units>[^.]+?) and (?P<rest>roll a number of dice .+)", text):
            target_params, effect_text = picked(match["units"]), large(match["rest"])
        elif match := re.fullmatch(r"(?P<rest>Inflict \S+ (?:mortal )?damage on) (?P<units>each .+?)\.?", text):
            target_params, effect_text = (
                picked(match["units"]),
                f"{match['rest']} the target".replace(" damage", " mortal damage"),
            )
            effect_text = effect_text.replace("mortal mortal", "mortal")
        else:
            raise DoubtError
        effect_text = re.sub(r"\bthat (?:enemy )?unit\b", "the target", effect_text)
        effect_text = re.sub(r"\. For each", ". for each", effect_text)
        steps = Activated(AbilityDocument(id="dying", name="dying", timing=""), "", "").part(
            effect_text, "", has_target=True
        )
        if len(steps) != 1 or "target" in steps[0][1]:
            raise DoubtError
        [(handler, needs)] = steps
        target_params["target"] = {"each": "each other"}.get(str(target_params["target"]), target_params["target"])
        return [(handler, {**target_params, **needs, "dying": 1})]

    def _sentence(self, text: str, condition: str = "") -> list[Step]:
        """Return the effects of a sentence, with a condition before or after it in the text."""
        sentence = large(text.strip().rstrip(".,"))
        if len(sentences(text)) > 1:
            raise DoubtError
        if shared_effects := _both(sentence):
            return shared_effects
        if pair := _pair(sentence):
            return [step for part in pair for step in self._sentence(part, condition)]
        sentence = _while_they_are(sentence)
        if _TILL_TURN_END.match(sentence) and len(re.findall(_TO_TURN_END, sentence)) == 1:
            sentence = re.sub(rf",?{_TO_TURN_END}(?=,|$)", "", sentence)
        for effect_text, own_condition in [
            *_conditions_before(sentence),
            *_conditions_behind(sentence),
            (sentence, ""),
        ]:
            try:
                return self._around(effect_text, own_condition, condition)
            except DoubtError:
                if steps := self._either(effect_text, own_condition):
                    return steps
        raise DoubtError

    def _either(self, text: str, condition: str) -> list[Step]:
        """Return the effects under either of two conditions on the user; [] if both together would add them up."""
        match = re.fullmatch(r"(?P<who>it|this unit) (?P<one>(?:is|has|was) .+?),? or (?P<other>.+)", condition)
        if match is None or re.search(r"\bor\b", match["other"]):
            return []
        second = match["other"]
        if not re.match(r"(?:it|this unit|there|any|an?) ", second):
            second = f"{match['who']} {'' if re.match(r'(?:is|has|was|charged) ', second) else 'is '}{second}"
        try:
            steps = [*self._around(text, f"{match['who']} {match['one']}"), *self._around(text, second)]
        except DoubtError:
            return []
        switched = all(
            {"lends", "bars", "gives"} & {*needs} or needs.get("what") in SWITCHED for _handler, needs in steps
        )
        return steps if switched else []

    def _around(self, text: str, condition: str, list_condition: str = "") -> list[Step]:
        """Return the effects of a sentence under its own condition and that of the list that contains it."""
        needs, group = _condition(list_condition or condition, about_user="this unit" in text.lower())
        if list_condition and condition and group is not None:
            if not condition.startswith("it "):
                raise DoubtError
            group = joined(group, places(condition[3:]))
        elif list_condition and condition:
            needs = joined(needs, state(small(condition)))
        steps: list[Step] = []
        for change in clause(text):
            if not change.lasts or {"until", "times"} & {*change.params}:
                raise DoubtError
            subject = change.subject
            if group is not None:
                if subject not in ("target", "it") or "this unit" in text:
                    raise DoubtError
                subject = group
            elif subject == "target":
                raise DoubtError
            subject_params: Params = {"target": "self"} if isinstance(subject, str) else dict(subject)
            steps.append(("aura", joined(joined(subject_params, needs), change.params)))
        return steps


def _with_opposite(text: str) -> str:
    """Return a text in which "Otherwise" is replaced by the opposite of the condition in the sentence before it."""
    match = re.fullmatch(
        r"(?P<all>If (?P<who>this unit|the target) (?P<is>is|has|did) (?P<none>not )?(?P<what>[^,]+), [^.]+)\. "
        r"Otherwise, (?P<rest>.+)",
        text,
    )
    if match is None:
        return text
    if number := re.fullmatch(r"a Health characteristic of (?P<n>\d)(?: or less)?", match["what"]):
        if number["n"] != "1" and not number[0].endswith("less"):
            raise DoubtError
        opposite = f"{match['who']} has a Health characteristic of {int(number['n']) + 1} or more"
        return f"{match['all']}. If {opposite}, {match['rest']}"
    negation = "" if match["none"] else "not "
    return f"{match['all']}. If {match['who']} {match['is']} {negation}{match['what']}, {match['rest']}"


_PAIR: Final = re.compile(
    rf"(?P<before>.*?)\bthis unit and (?P<others>(?:each )?(?:other )?(?:visible )?friendly (?:{SOME})(?: units?)?"
    r"(?P<where>(?: wholly)? within (?:\d+\" of (?:it|this unit)|(?:this unit's|its) combat range))?)(?P<after>.*)"
)
_WHERE: Final = re.compile(
    r"(?:,? while they are| that are)? (?:wholly )?within (?:\d+\" of this unit|this unit's combat range)"
)


def _pair(text: str) -> list[str]:
    """Return a sentence about "this unit and friendly ... units" as two sentences; [] if it is about something else.

    The first sentence is about this unit, the second about the other units.
    """
    match = _PAIR.fullmatch(text)
    if match is None or re.search(r"\bthis unit and\b|\bboth\b", match["before"] + match["after"]):
        return []
    others = match["others"].replace("within its", "within this unit's").replace("of it", "of this unit")
    if not (match["where"] or _WHERE.search(match["after"])) and "while" in match["after"]:
        return []  # "while" may be a condition on the other units only: without a range this cannot be divided
    return [
        f"{match['before']}this unit{_WHERE.sub('', match['after'], count=1)}",
        f"{match['before']}{others if 'other ' in others else f'other {others}'}{match['after']}",
    ]


def _while_they_are(text: str) -> str:
    """Return a sentence with a leading "While they are ..." moved to its end; other sentences unchanged."""
    match = re.fullmatch(
        r"While they are (?P<where>[^,]+), (?P<rest>(?:other|friendly|enemy|subtract|add|melee|ranged)\b.+)", text
    )
    if match is None or " while " in match["rest"]:
        return text
    return f"{match['rest']} while they are {match['where']}"


def _conditions_before(text: str) -> list[tuple[str, str]]:
    """Return every way to divide "While ..., ..." into the effect and its condition."""
    match = re.match(r"(?:While|If) ", text)
    parts = text[match.end() :].split(", ") if match else []
    return [(", ".join(parts[number:]), ", ".join(parts[:number])) for number in range(1, len(parts))]


def _conditions_behind(text: str) -> list[tuple[str, str]]:
    """Return every way to divide "... while it ..." into the effect and its condition."""
    return [
        (text[: match.start()], text[match.end() :])
        for match in re.finditer(
            r" (?:while|if) (?=it |its |this unit |this unit's |each model in this unit |there (?:is|are) "
            r"|an? (?:friendly|enemy) |any (?:other )?(?:friendly|enemy) )",
            text,
        )
    ]


def _condition(text: str, *, about_user: bool = False) -> tuple[Params, Params | None]:
    """Return the conditions of a passive ability on its user, and the units that it affects instead or None.

    Where the rest of the text is `about_user`, "friendly units are near" is a condition on the user too.
    """
    if not text:
        return {}, None
    group = re.fullmatch(r"(?:an? |any )?(?P<units>(?:friendly|enemy) .+?) (?:is|are) (?P<where>.+)", small(text))
    if group is None or about_user:
        try:
            return state(small(text)), None
        except DoubtError:
            pass
    if match := re.fullmatch(r"(?P<state>.+?),? (?:while|if) (?P<other>(?:it|this unit|a friendly) .+)", small(text)):
        try:
            return joined(state(match["state"]), state(match["other"])), None
        except DoubtError:
            pass
    if group is None:
        raise DoubtError
    if about_user:
        needs = joined(units(group["units"]), places(group["where"]))
        if set(needs) - {"target", "keyword", "range", "wholly"} or needs["target"] != "friend" or "range" not in needs:
            raise DoubtError
        wholly_inside: Params = {"near-inside": 1} if needs.get("wholly") else {}
        return {"near": needs.get("keyword", ANY), "near-range": needs["range"], **wholly_inside}, None
    needs = joined(units(group["units"]), places(group["where"]))
    return {}, {**needs, "target": f"each {needs['target']}"}


_BOTH: Final = re.compile(
    rf"While (?:any|an?) (?:other )?friendly (?P<kind>{SOME})(?: units?)? (?:is|are) (?P<where>.+?), both this unit "
    r"and (?:those|that) (?:friendly )?(?P<again>[\w' -]+?) (?:have|has) (?P<words>.+)|While a friendly "
    rf"(?P<kind3>{SOME}) is (?P<where3>.+?), both that unit and this unit have (?P<words3>.+)|While this unit is "
    rf"(?P<where2>within the combat ranges?) of (?:any|an?) (?:other )?friendly (?P<kind2>{SOME})(?: units?)?, both "
    r"this unit and (?:those|that) (?:friendly )?(?P<again2>[\w' -]+?) (?:have|has) (?P<words2>.+)"
)


def _both(plain: str) -> list[Step]:
    """Read "While any friendly … are within …, both this unit and those units have …"."""
    match = _BOTH.fullmatch(plain)
    if match is None:
        return []
    kind = phrases(match["kind"] or match["kind2"] or match["kind3"])
    where: Params = {"range": 3} if match["where2"] else places(match["where"] or match["where3"])
    if set(where) - {"range", "wholly"}:
        raise DoubtError
    repeated_name = match["again"] or match["again2"] or "unit"
    repeated_kind = phrases(re.sub(r" units?$", "", repeated_name)) if repeated_name not in ("unit", "units") else kind
    if repeated_kind not in (kind, kind.replace(" or ", " and ")) and not kind.split(", ")[-1].endswith(repeated_kind):
        raise DoubtError
    steps: list[Step] = []
    for change in clause(f"this unit has {match['words'] or match['words2'] or match['words3']}"):
        user_params: Params = {"target": "self", "near": kind, "near-range": where.get("range", 3)}
        if where.get("wholly"):  # the text says of the other units that they are wholly within
            user_params["near-inside"] = 1
        other_params: Params = {"target": "each other friend", "keyword": kind, **where}
        steps += [("aura", {**user_params, **change.params}), ("aura", {**other_params, **change.params})]
    return steps


# -- abilities that set up units ----------------------------------------------------------------------

_SORT: Final = r"(?: (?:endless spell|invocation|manifestation))?"
_NONE: Final = re.compile(
    rf"(?:If there is not a friendly (?:an? )?(?P<name>[\w' -]+?){_SORT} on the battlefield, p|P)ick a friendly "
    rf"(?P<kind>{SOME}) to (?:cast this spell|chant this prayer), then make a (?:casting|chanting) roll of "
    rf"(?:2D6|D6)\.?"
)
_SET_UP: Final = re.compile(
    rf"Set up (?:an? )*(?P<name>[\w' -]+?){_SORT} wholly within (?P<within>\d+)\" of (?P<visible2>and visible to )?the "
    r"(?:caster|chanter)(?P<visible>(?:,? and|,) visible to them)?(?:,? and more than (?P<beyond>\d+)\" from all "
    rf"enemy units)?\.?(?: (?:An? )?[\w' -]+?{_SORT} has (?P<parts>\d) parts that must be set up within "
    r"(?P<apart>\d+)\" of each other\.?)?"
)


def _summon(ability: AbilityDocument, declare: str, effect: str) -> list[Step]:
    """Return the step of a spell or prayer that sets up a manifestation; [] for other abilities."""
    if "SUMMON" not in ability.keywords:
        return []
    declared, set_up_text = _NONE.fullmatch(declare), _SET_UP.fullmatch(effect)
    if (
        declared is None
        or set_up_text is None
        or (declared["name"] or set_up_text["name"]).casefold() != set_up_text["name"].casefold()
    ):
        raise DoubtError
    needs = filled(
        "unit={name}; within=#{within}; beyond=#{beyond:or 0}; visible=#{visible:=1 or 0}; parts=#{parts:or }; "
        "apart=#{apart:or }",
        set_up_text,
    )
    return [("summon", {**needs, "user": phrases(declared["kind"])})]


_RESERVE: Final = r"(?:(?!\b(?:if|unless|until|except|once|for|each|while|phase|turn|round)\b)[^.,()])+"
"""The name of a place in reserve, without conditions."""
_NOT_DEPLOYED: Final = re.compile(r"(?:Pick|If) this unit (?:if it )?has not been deployed(?:\.|, s)")
_IN_RESERVE: Final = re.compile(
    r"(?:[Ii]f this unit has not been deployed, )?(?:set up (?:this unit|that unit|the target|the targets?(?: "
    rf"units?)?|those units) in reserve|the target is set up in reserve) (?P<where>{_RESERVE})\. (?:It|This unit|They) "
    r"(?:has|have) now been deployed\.?"
)
_OTHERS_TOO: Final = re.compile(
    rf"Pick this unit and up to (?P<number>\d|two|three) friendly (?P<kind>{SOME})(?: units?)?(?P<regiment> in this "
    r"unit's regiment)?(?: that have not been deployed| if (?:those units|none of them) have (?:not )?been "
    r"deployed)(?: to be the targets)?\.?"
)
_SOME_UNIT: Final = re.compile(
    rf"Pick a friendly (?P<kind>{SOME})(?: unit)? that (?:has not been deployed|is (?P<where>(?=in ){_RESERVE}?))"
    r"(?: to (?:be the target|use this ability))?\.?"
)
_WAITING: Final = re.compile(
    r"(?:Pick this unit if it is|This unit can only use this ability if it is|You can only use this ability if this "
    rf"unit is) (?P<where>(?!in combat|not |contesting|damaged|wholly|within)(?![^.]* and ){_RESERVE})\.?"
)
_FROM_RESERVE: Final = re.compile(r"Set up th(?:is|at) unit(?P<where>(?: anywhere)?(?: on the battlefield)?.+?)\.?")
_WITH_IT: Final = re.compile(
    r"Then, set up (?:each (?:other friendly )?(?:[A-Z][\w' ]+ )?unit (?:that (?:is|was set up) "
    r")?(?P<where>[a-z][^.]*?)(?P<own> with "
    r"this unit)?|the other unit that was set up [^.]*? (?P<own2>with it) \(if any\)) wholly within "
    r"(?P<within>\d+)\" of (?:this unit|it) "
    r"and more than (?P<beyond>\d+)\" from all enemy units\.?"
)


def _reserve(ability: AbilityDocument, declare: str, effect: str) -> list[Step]:
    """Return the steps of an ability that keeps its user in reserve or sets it up from there, else []."""
    if kept_back := _IN_RESERVE.fullmatch(small(effect)):
        if "DEPLOY" not in ability.keywords:
            raise DoubtError
        needs: Params = {"reserve": kept_back["where"].casefold()}
        if others := _OTHERS_TOO.fullmatch(declare):
            needs |= {"with": count(others["number"]), "with-kind": phrases(others["kind"])}
            return [("reserve", {**needs, "with-regiment": 1} if others["regiment"] else needs)]
        if (other_user := _SOME_UNIT.fullmatch(declare)) and not other_user["where"]:
            return [("reserve", {**needs, "user": phrases(other_user["kind"])})]
        if declare and not _NOT_DEPLOYED.fullmatch(declare):
            raise DoubtError
        return [("reserve", needs)]
    waiting, arriving = _WAITING.fullmatch(declare) or _SOME_UNIT.fullmatch(declare), _FROM_RESERVE.fullmatch(effect)
    if waiting is None or arriving is None or not waiting["where"] or ability.keywords not in ((), ("CORE",)):
        return []
    needs = {"reserve": waiting["where"].casefold()}
    if "kind" in waiting.re.groupindex:
        needs["user"] = phrases(waiting["kind"])
    location, *further_sentences = sentences(arriving["where"])
    needs |= set_up_where(location.rstrip("."))
    if further_sentences and (with_it := _WITH_IT.fullmatch(further_sentences[0])):
        if with_it["where"] and waiting["where"].casefold() not in with_it["where"].casefold():
            raise DoubtError
        if with_it["beyond"] != str(needs["beyond"]):
            raise DoubtError
        needs["with-range"], further_sentences = int(with_it["within"]), further_sentences[1:]
        if with_it["own"] or with_it["own2"]:
            needs["with-own"] = 1
    steps: list[Step] = [("arrive", needs)]
    for part in further_sentences:
        steps += Activated(ability, "", "").part(re.sub(r"\bthat unit\b", "this unit", part), "", has_target=False)
    return steps


_GONE: Final = re.compile(
    rf"Pick a friendly (?P<kind>{SOME})(?: unit)? that (?:started the battle with (?P<size>\d+) or more models and "
    r"(?:that )?)?has been destroyed(?: to be the target)?\.?"
)
_REPLACEMENT: Final = re.compile(
    r"(?:Roll a dice\. On a (?P<on>\d)\+, )?[Ss]et up a replacement unit (?:with (?P<half>half) the number of models "
    r"from the target unit \(rounding up\)|identical to the target)(?P<where>(?: on the battlefield)?,? (?:wholly "
    r"within|more than) .+?)\.?"
)


def _replacement(declare: str, effect: str) -> list[Step]:
    """Return the step that sets up a replacement for a destroyed unit; [] for other abilities."""
    replacement = _REPLACEMENT.fullmatch(effect)
    if replacement is None:
        return []
    condition: Params = {}
    if match := re.match(rf"If (?P<state>(?:{ME} |there is )[^,]+), (?P<rest>.+)", declare):
        condition, declare = state(small(match["state"])), large(match["rest"])
    if match := re.match(
        rf"Pick an? friendly (?P<kind>{SOME})(?: unit)? to use this ability, then (?P<rest>pick .+)", declare
    ):
        condition, declare = {**condition, "user": phrases(match["kind"])}, large(match["rest"])
    destroyed = _GONE.fullmatch(declare)
    if destroyed is None:
        raise DoubtError
    needs: Params = {"target": "friend", "keyword": phrases(destroyed["kind"]), **condition}
    if destroyed["size"]:
        needs["which"] = f"size {destroyed['size']}"
    if replacement["half"]:
        needs["share"] = "half"
    if replacement["on"]:
        needs["on"] = int(replacement["on"])
    return [("replace", {**needs, **set_up_where(replacement["where"])})]


_NEXT: Final = re.compile(
    r"Pick (?P<who>a (?:visible )?friendly [^.]+?) to be the target\. The target can be picked to use a Fight ability "
    r"immediately after the Fight ability used by this unit has been resolved\.(?: If it (?:is picked to do so|does "
    r"so), (?P<rest>.+))?"
)


def _fight_next(ability: AbilityDocument, declare: str, effect: str) -> list[Step]:
    """Return the steps of the reaction by which another unit fights next; [] for other abilities."""
    match = _NEXT.fullmatch(effect)
    if match is None:
        return []
    trigger = timing(ability.timing)
    if declare or trigger.moment != "reaction" or trigger.keywords != ("FIGHT",) or trigger.whom != "user":
        raise DoubtError
    needs = {**picked(match["who"]), "target": "other friend"}
    if "not used FIGHT" not in str(needs.get("which", "")):
        raise DoubtError
    steps: list[Step] = [("fight-next", needs)]
    if match["rest"]:
        further_effect = re.sub(r"\bits\b", "the target's", match["rest"])
        steps += Activated(ability, "", "").part(further_effect, "", has_target=True)
    return steps


# -- reactions ----------------------------------------------------------------------------------------

_TRIGGER: Final = re.compile(
    r"(?P<side>you|opponent) declared (?:an? [A-Z][\w -]*? ability|a command|the '(?!All-out|Forward|At the "
    r"Double)[^']+' (?:command|ability))(?P<for> for (?P<who>.+?)| (?:that target(?:ed|s)|and picked) "
    r"(?P<target>this unit)(?: to be (?:the|a) target)?)?\.?",
    re.IGNORECASE,
)
_THWARTED: Final = re.compile(
    r"(?:Roll a dice\. On a (?P<on>\d)\+, )?(?i:the|that) (?:command has no effect[,;]? (?:and |but )?it still counts "
    r"as having been used,? and the command points spent to use (?:it|the command|that command) are still lost|spell "
    r"is unbound(?: and its effect is not resolved)?)\.?"
)
_NO_EFFECT: Final = re.compile(r"Roll a dice\. On a (?P<on>\d)\+, that ability has no effect on this unit\.?")
_IGNORED: Final = re.compile(
    r"If (?:this unit|(?P<other>this unit or a (?P<units>friendly .+?))) was picked to be (?:the|a) target of that "
    r"spell, roll a dice\. On a (?P<on>\d)\+, ignore the effect of that spell on this unit(?: or that friendly "
    r"unit)?\.(?P<again> This unit can use this ability more than once per phase but only once per Spell ability\.?)?"
)


def _trigger(ability: AbilityDocument) -> Params:
    """Return the parameters that a reaction's timing sets on the unit to which it reacts."""
    when = timing(ability.timing)
    if when.whom == "target" and when.keywords and when.trigger.lower().startswith("this unit "):
        return {"by-range": 0}
    match = _TRIGGER.fullmatch(unmarked(when.trigger))
    if not when.is_read or match is None or re.search(r"\bnon-", when.trigger):
        raise DoubtError
    if match["target"]:
        if when.whom != "target":
            raise DoubtError
        return {"by-range": 0}
    if not match["who"] or re.fullmatch(ME, match["who"]):
        return {}
    reacted_unit = match["who"]
    side = "friendly" if match["side"].lower() == "you" else "enemy"
    if re.search(rf"\b(?:{'enemy' if side == 'friendly' else 'friendly'})\b", reacted_unit):
        raise DoubtError
    unit_text = re.sub(r"^(an? )(visible )?(?:friendly |enemy )?", rf"\2{side} ", reacted_unit)
    unit_params = units(unit_text)
    return {
        {"keyword": "by", "which": "by-which", "range": "by-range", "wholly": "by-wholly", "visible": "by-visible"}[
            name
        ]: value
        for name, value in unit_params.items()
        if name != "target"
    } or {"by-range": 0}


_FOUR: Final = re.compile(
    r"If you roll a 1-3 when determining the distance (?:that )?(?:that|this) unit can move, you can use a value of "
    r"4 instead\.?"
)


def _at_least_four(ability: AbilityDocument, declare: str, effect: str) -> list[Step]:
    """Return the step by which a low roll for a run or a redeployment counts as a 4; [] for other abilities."""
    if not _FOUR.fullmatch(effect):
        return []
    when, trigger_params = timing(ability.timing), _trigger(ability)
    modified = {"redeploy": "least redeploy", "run": "least run"}.get(when.named.casefold())
    modified = "least run" if when.keywords == ("RUN",) else modified
    if declare or modified is None or when.side != "you":
        raise DoubtError
    target_params: Params = {"target": "trigger"} if trigger_params else {}
    return [("modify", {**trigger_params, **target_params, "what": modified, "amount": 4, "until": "phase"})]


def _thwarted(ability: AbilityDocument, declare: str, effect: str) -> list[Step]:
    """Return the step by which a command or spell has no effect; [] for other abilities."""
    match = _THWARTED.fullmatch(effect)
    if match is None:
        return []
    if declare or timing(ability.timing).moment != "reaction" or "UNBIND" in ability.keywords:
        raise DoubtError
    needs: Params = {**_trigger(ability), "target": "trigger"}
    return [("thwart", {**needs, "on": int(match["on"])} if match["on"] else needs)]


def _ignored(ability: AbilityDocument, declare: str, effect: str) -> list[Step]:
    """Return the step that keeps a spell from having an effect on a unit; [] for other abilities."""
    when = timing(ability.timing)
    if (plain := _NO_EFFECT.fullmatch(effect)) and when.moment == "reaction" and when.whom == "target" and not declare:
        if not when.trigger.lower().startswith("this unit ") or "FIGHT" in when.without:
            raise DoubtError
        return [("ignore", {"target": "self", "on": int(plain["on"])})]
    match = _IGNORED.fullmatch(effect)
    if match is None:
        return []
    if declare or when.keywords != ("SPELL",) or when.side != "opponent" or _trigger(ability):
        raise DoubtError
    needs: Params = {"target": "self"}
    if match["other"]:
        needs = {**units(match["units"]), "and-self": 1}
    needs |= {"on": int(match["on"])}
    if match["again"]:
        needs["again"] = 1
    return [("ignore", needs)]


# -- abilities that are used --------------------------------------------------------------------------

_ONE_WEAPON: Final = re.compile(
    r"Pick (?P<one>1 of (?:this unit's|the target's) (?:(?:melee|ranged) )?weapons)\. (?P<change>Add [^.]+?) of that "
    r"weapon\b"
)
_PICK_ONE: Final = re.compile(
    r"[Pp]ick 1 of the following(?: effects)?(?: to apply)?(?: to the target)?(?P<span> until the start of your next "
    r"turn| for the rest of the (?:turn|phase))?:"
)
_IF_ROLL: Final = re.compile(
    r"(?:In addition, )?[Ii]f the (?P<kind>chanting|casting) roll was (?P<n>\d+)\+, (?P<rest>.+)"
)
_POOL_BY_TOTAL: Final = re.compile(
    r"inflict (?P<points>\d) mortal damage (?:on the target (?:unit )?)?for each (?P<each>\d)\+ instead\.?"
    r"|add (?P<plus>\d) to (?:each|the) roll\.?"
)
"""How a high casting or chanting total changes a pool of dice."""
_INSTEAD: Final = re.compile(
    rf"If (?P<state>the target is (?:an? )?{SOME}(?: unit)?|(?:the target|this unit) [^,]+), (?P<rest>.+?),? instead\.?"
)
_MORE_DAMAGE: Final = re.compile(
    r"(?:If (?P<state>(?:the target|this unit) [^,]+), )?(?:(?P<double>double the (?:amount of )?mortal damage(?: "
    r"inflicted)?)|add (?P<n>\d) to the (?:amount of )?(?:mortal )?damage inflicted(?:,? if any,?| \(if any\))?(?: "
    r"on the target)?)(?: if (?P<state2>(?:the "
    r"target|this unit) (?:has the [^.]+ keyword|[^,.]+)))?\.?",
    re.IGNORECASE,
)
_SECOND: Final = re.compile(
    r"(?:In addition, )?[Ii]f the (?:chanting|casting) roll was (?P<n>\d+)\+, you can pick (?:another eligible unit "
    r"to be a second target|up to 2 eligible units to be the targets instead of 1|(?:up to )?2 targets instead of 1)\.?"
)
_DURATIONS: Final = {
    "for the rest of the phase": "phase",
    "for the rest of the turn": "turn",
    "for the rest of the battle round": "round",
    "for the rest of the battle": "battle",
    "until the start of your next turn": "own turn",
    "until the end of the turn": "turn",
    "until the start of the next turn": "turn",
    "until the start of the next battle round": "round",
    "until the end of the battle round": "round",
    "until the end of the battle": "battle",
    "until the start of your next hero phase": "own hero",
    "until the end of the next turn": "next turn",
    "until the end of your next turn": "own end",
    "until the end of the phase": "phase",
}
_DURATION: Final = "|".join(sorted(_DURATIONS, key=len, reverse=True))
_LATE: Final = {"this turn": "turn", "this phase": "phase"}
"""Durations at the end of a clause, used if the text names no other."""
_EACH_ROLL: Final = re.compile(
    r"Roll a (?P<die>dice|D3) for each (?P<units>(?:other )?(?:visible )?(?:enemy|friendly|unit) .+?)\. [Oo]n a "
    r"(?P<rest>.+)"
)
_ROLLS: Final = (
    (r"a dice for each model in this unit|a number of dice equal to the number of models in this unit", "user models"),
    (r"a dice for each model in the target(?: unit)?", "target models"),
    (r"(?P<count>[2-9]) dice", "count"),
)
_ANY_OF: Final = re.compile(
    r"Roll (?P<dice>"
    + "|".join(pattern for pattern, _dice in _ROLLS)
    + r")\. If (?:any|either|at least 1) of the (?:rolls|dice) (?:are|is) an? "
    r"(?P<face>[2-6])(?P<open>\+)?, (?P<rest>.+)"
)
_GATE: Final = re.compile(
    r"Roll (?P<die>a dice|1 dice|a D6|a D3|D3|2D6)(?P<each> for each target)?(?P<plus>\. (?P<sign>Add|Subtract) "
    r"(?P<add>\d) (?:to|from) (?:the|each) roll if [^.]+)?(?:(?:\.|,) [Oo]n (?:an? )?(?P<on>\d+)(?P<open>\+)?[,:]?|\. "
    r"If the (?:roll|result) "
    r"(?P<over>exceeds|equals or exceeds|is at least double|is less than|is lower than|is equal to or less than|is "
    r"less than or equal to) (?P<than>the target's (?:Health|Control|Save) characteristic|the number of damage "
    r"points the target has|the number of models in the target unit|the current battle round number)[,:]?) "
    r"(?P<rest>.+)"
)
_THAN: Final = {"Health": "health", "Control": "control", "Save": "save", "damage points": "damage", "models": "models",
                "round": "round"}  # fmt: skip
_RANGES: Final = re.compile(r"[Oo]n a (?P<from>\d)(?:-(?P<to>\d)|(?P<open>\+))?, (?P<rest>.+?)(?= On a \d|$)")
_ROLL_TABLE: Final = re.compile(
    r"Roll (?:a dice|a D6|1 dice|(?P<d3>a D3))(?P<each> for each target)?\. (?P<rest>On a \d.+)"
)
_IF_TARGET: Final = re.compile(r"If (?P<who>the target|you picked) (?P<what>[^,]+), (?P<rest>.+)")
_PICK: Final = re.compile(
    r"(?:Then, )?(?:you can )?[Pp]ick (?P<units>.+?)(?P<named> to be (?:the|a) targets?)?(?:\.| and(?= \w+ing)|, "
    r"then|,? and(?= roll)) (?P<rest>.+)"
)


_SURE: Final = re.compile(
    r"If (?P<state>[^,]+), (?:apply the effects? below|the effects? below appl(?:y|ies))\. Otherwise, (?P<roll>roll "
    r"a dice\. On a \d\+), apply the effects? below(?:\.|:) (?P<rest>.+)"
)
_AFTER: Final = re.compile(
    r"(?:Immediately a|A)fter (?:that|the) (?:[A-Z]\w+ )?(?:ability|command)(?: used by this unit)? has been resolved, "
    r"(?P<rest>.+)"
)
_AFTER_BEHIND: Final = re.compile(
    r"(?P<rest>(?!Each time|Until|For the rest)[^.\u2022]+?),? (?P<after>after (?:that|the) (?:[A-Z]\w+ "
    r")?(?:ability|command) "
    r"has been resolved)(?P<move>\. (?:It|This unit) (?:can|cannot|must) [^.]+)?\.?"
)
_WHERE_OF_ME: Final = r"(?P<where>(?:(?:wholly )?within|in combat with|visible to) .*?this (?:unit|Manifestation))"
_WHILE_TARGET: Final = re.compile(rf"While the target is {_WHERE_OF_ME}, (?P<rest>.+)")
_TARGET_WHILE: Final = re.compile(rf"(?P<rest>.+?) while (?:it is|they are|the targets? (?:is|are)) {_WHERE_OF_ME}\.?")
_ALL_AT_ONE: Final = re.compile(
    r"if all of this unit's attacks targeted the same enemy unit, (?P<rest>.+)", re.IGNORECASE
)


_BOOSTED_POOL: Final = re.compile(
    r"[Rr]oll (?P<dice>[^.]+?)[.,] [Aa]dd(?:ing)? (?P<add>\d) to each roll if (?P<state>(?:the target|this unit) "
    r"[^.]+)\. for "
    r"each (?P<each>[2-6])\+, (?P<rest>.+)"
)
_HEAL_OR_RETURN: Final = re.compile(
    r"(Heal \(\w+\) [^.,]+?) or (return a number of slain models to [^.,]+ with a combined Health characteristic of up "
    r"to \w+\.?)"
)
_ONE_OF: Final = "Pick 1 of the following effects:"
_BESIDE_TARGET: Final = re.compile(
    r"(?:Then, )?pick an enemy unit in combat with the target and roll a (?P<die>dice|D3)\. [oO]n a (?P<on>[2-6])\+, "
    r"(?P<rest>.+)",
    re.IGNORECASE,
)
_DONE: Final = (
    (
        r"any damage points (?:are|were) (?:allocated to|inflicted on) (?:the target|it|that unit) by (?:this|that) "
        r"(?:ability|spell|prayer)|any damage points are allocated by this ability",
        "hurt",
    ),
    (
        r"any (?:enemy )?models (?:in the target(?: unit)? )?(?:are|were) slain (?:by|as a result of) (?:this|that) "
        r"(?:ability|spell|prayer|mortal damage)",
        "slew",
    ),
    (r"(?:the target|it|that unit) (?:is|was) destroyed by (?:this|that) (?:ability|spell|prayer)", "destroyed"),
)
"""What an ability may have done to its target before a further step."""
_THEN: Final = re.compile(
    r"(?:Then, )?[Ii]f (?P<done>(?P<points>\d+) or more (?:damage points|mortal damage) (?:are|were) (?:allocated "
    r"to|"
    r"inflicted on) (?:the target|it|that unit) by (?:this|that) (?:ability|spell|prayer)|"
    + "|".join(f"(?:{pattern})" for pattern, _what in _DONE)
    + r")(?: and the target "
    r"(?P<state>[^,]+))?, (?P<rest>.+)"
)


class Activated:
    """Reads the texts of an ability that is declared."""

    def __init__(self, ability: AbilityDocument, declare: str, effect: str) -> None:
        self._ability, self._declare, self._effect = ability, declare, effect
        self._side = ""

    def read(self) -> list[Step]:
        """Return the steps of the text; the first holds the targets, conditions and rolls of all."""
        if timing(self._ability.timing).limit == "battle":  # an item that is used up cannot be used again anyway
            self._effect = re.sub(r" Then, remove this [A-Z][\w' -]+ from your roster\.$", "", self._effect)
        if not self._effect:
            raise DoubtError
        if timing(self._ability.timing).moment not in (*MOMENTS, "reaction"):
            raise DoubtError
        for steps in (
            _summon(self._ability, self._declare, self._effect),
            _reserve(self._ability, self._declare, self._effect),
            _replacement(self._declare, self._effect),
            _thwarted(self._ability, self._declare, self._effect),
            _ignored(self._ability, self._declare, self._effect),
            _fight_next(self._ability, self._declare, self._effect),
            _at_least_four(self._ability, self._declare, self._effect),
        ):
            if steps:
                return steps
        if "DEPLOY" in self._ability.keywords or {"SHOOT", "CHARGE"} & {*self._ability.keywords}:
            raise DoubtError  # more than the text says belongs to these
        answered = _trigger(self._ability) if timing(self._ability.timing).moment == "reaction" else {}
        return self._used(answered)

    def _used(self, trigger_params: Params) -> list[Step]:
        """Return the steps of the text, without the special forms that other functions read."""
        declare, effect = _with_self(self._declare, self._effect)
        if match := re.fullmatch(r"(?P<rest>.+?),? (?:then|and) roll (?P<die>a dice|a D3)\.?", declare):
            declare, effect = f"{match['rest']}.", f"Roll {match['die']}. {effect}"
        first_roll: Params = {}
        if match := re.fullmatch(
            r"(?P<state>If [^,.]+, )roll a dice\. On a (?P<on>[2-6])\+, (?P<rest>pick .+)", declare
        ):
            declare, first_roll = f"{match['state']}{match['rest']}", {"on": int(match["on"]), "once": 1}
        effect = _ONE_WEAPON.sub(lambda match: f"{match['change']} of {match['one']}", effect)
        if timing(self._ability.timing).moment == "reaction" and (match := _AFTER_BEHIND.fullmatch(effect)):
            effect = f"{large(match['after'])}, {small(match['rest'])}{match['move'] or ''}."
        base = _declared(declare, self._ability.kind)
        if self._ability.kind in ("spell", "prayer"):
            effect = re.sub(r"\bthe (?:caster|chanter)\b", "this unit", effect)
        if "user" in base and "target" not in base:
            effect = re.sub(r"\b(T|t)hat unit\b", r"\1his unit", effect)
        elif "target" in base and "target" not in declare:
            effect = re.sub(r"\bthat (?:friendly |enemy )?unit\b", "the target", effect, flags=re.IGNORECASE)
        base, gate, effect = self._leading(effect, base, trigger_params)
        self._side = str(base.get("target", "")).removeprefix("each ").removeprefix("other ")
        steps = [self._as_adjusting(step, base) for step in self._steps(effect, gate, has_target="target" in base)]
        if first_roll and (gate or "target" not in base):
            raise DoubtError
        if first_roll:
            return [("choose", _shared(base, first_roll, trigger_params)), *steps]
        if not steps:
            raise DoubtError
        (handler, needs), *further_steps = steps
        if gate and "once" not in gate and self._has_several(base) and any(
            "target" in further_needs and "at-target" not in further_needs for _handler, further_needs in steps
        ):  # fmt: skip
            raise DoubtError  # once for each roll that succeeds, but a step with other targets happens only once
        if any(
            "then" in further_needs and further_needs.get("target") == "self" for _handler, further_needs in steps
        ) and (self._has_several(base) or base.get("target") not in ONE):
            raise DoubtError  # of which target?
        if handler == "aura" and (base or trigger_params):  # conditions on the user count when it is used, not later
            return [("choose", _shared(base, gate, trigger_params)), (handler, needs), *further_steps]
        if handler == "aura":
            return [(handler, {**gate, **needs}), *further_steps]
        shared = _shared(base, gate, trigger_params)
        if "target" in base and needs.get("target", base["target"]) != base["target"]:
            return [("choose", shared), (handler, needs), *further_steps]
        if _CONDITIONAL & {*needs} and (further_steps or "which" in needs or "keyword" in needs or "if" in needs):
            return [("choose", shared), (handler, needs), *further_steps]
        return [(handler, joined(shared, needs)), *further_steps]

    @staticmethod
    def _has_several(base: Params) -> bool:
        """Return whether an ability may have several targets."""
        return bool({"number", "and-self", "extra-from"} & {*base}) or str(base.get("target", "")).startswith("each")

    def _as_adjusting(self, step: Step, base: Params) -> Step:
        """Return a step; one that changes a roll must answer an ability that makes such a roll."""
        handler, needs = step
        if handler != "adjust":
            return step
        when = timing(self._ability.timing)
        kinds = {"casting": ("SPELL",), "charge": ("CHARGE",)}[str(needs["roll"])]
        if when.moment != "reaction" or when.keywords != kinds or "after" in base or when.whom == "target":
            raise DoubtError
        return handler, {name: value for name, value in needs.items() if name != "roll"}

    def _leading(self, text: str, base: Params, answered: Params) -> tuple[Params, Params, str]:
        """Return the targets and conditions, the roll, and the remaining text of an effect.

        `answered` holds the parameters about the unit to which a reaction reacts.
        """
        gate: Params = {}
        for _part in range(8):  # more leading parts than any text has
            if (
                "after" not in base
                and timing(self._ability.timing).moment == "reaction"
                and (match := _AFTER.fullmatch(text))
            ):
                if timing(self._ability.timing).whom != "user" and not re.search(r"\bthat (?:enemy )?unit\b", text):
                    raise DoubtError
                base, text = {**base, "after": 1}, large(match["rest"])
            elif "after" in base and "target" not in base and (match := _ALL_AT_ONE.fullmatch(text)):
                rest = re.sub(r"\bthat enemy unit\b|\bthe target unit\b", "the target", match["rest"])
                base, text = {**base, "target": "victim"}, large(rest)
            elif not gate and (match := _SURE.fullmatch(text)):
                base, text = joined(base, self._sure(match["state"])), large(f"{match['roll']}, {match['rest']}")
            elif match := re.match(r"If (?P<state>(?!the target|you picked|a target|the "
                                   r"(?:roll|casting|chanting))[^,]+), "
                                   r"(?P<rest>.+)", text):  # fmt: skip
                if ". Otherwise, " in match["rest"]:
                    break
                if gate or not self._is_for_all(match["rest"]):
                    raise DoubtError
                base, text = joined(base, state(small(match["state"]))), large(match["rest"])
            elif "target" not in base and "target" not in answered and (match := _EACH_ROLL.fullmatch(text)):
                base = joined(base, picked(f"each {match['units']}"))
                rest = re.sub(r"\bthat (?:enemy |friendly )?unit\b", "the target", match["rest"])
                text = f"Roll a {match['die']} for each target. On a {rest}"
            elif "target" not in base and not gate and not _PICK_ONE.match(text) and (match := _PICK.match(text)):
                base = joined(base, picked(match["units"]))
                text = large(re.sub(r"\bthat (?:enemy |friendly )?unit\b", "the target", match["rest"]))
            elif (
                (match := _SECOND.search(text))
                and base.get("target") in ("friend", "enemy")
                and not {"number", "extra-from"} & {*base}
            ):
                base = {**base, "extra-from": int(match["n"])}
                text = " ".join((text[: match.start()] + text[match.end() :]).split())
            elif not gate and (numbered := _numbered(text)) != text:
                text = numbered
            elif not gate and (match := _ROLL_TABLE.fullmatch(text)) and (table := _table(match["rest"], match["d3"])):
                gate = {
                    "on": table[0][0],
                    **({"die": "D3"} if match["d3"] else {}),
                    **({} if match["each"] else {"once": 1}),
                }
                text = match["rest"]
            elif not gate and (match := _ANY_OF.fullmatch(text) or _GATE.fullmatch(text)):
                gate, text = _any_of(match) if match.re is _ANY_OF else _gate(match), large(match["rest"])
                if "over" in gate and "target" in base:
                    text = re.sub(r"^It\b", "The target", text)
            else:
                break
        if "target" not in base and answered and re.search(r"\bthat (?:enemy |friendly )?unit\b", text):
            base = {**base, "target": "trigger"}
        return base, gate, text

    def _sure(self, text: str) -> Params:
        """Return the condition under which an effect needs no roll."""
        if match := re.fullmatch(r"the target (?P<what>.+)", text):
            needs, param = places(match["what"]), "which"
        else:
            needs, param = state(small(text)), "if"
        if set(needs) != {param}:
            raise DoubtError
        return {f"sure-{param}": needs[param]}

    def _is_for_all(self, rest: str) -> bool:
        """Return whether a condition at the beginning applies to all of the following text."""
        if _BULLET in rest:
            return True
        independent = [part for part in sentences(_joint(rest))[1:] if not _belongs(part)]
        independent = [part for part in independent if not re.match(r"(?:It|They|This unit) can", part)]
        return not independent or bool(re.match(r"(?:for the rest|until|roll|pick)", rest))

    def _steps(self, text: str, gate: Params, *, has_target: bool) -> list[Step]:
        """Return the steps of a text without its targets and roll; `gate` is the roll that the text needs."""
        if has_target and text.startswith(f"For each target: {_BULLET}"):
            text = re.sub(r"\bMake a pile-in move\b", "The target can make a pile-in move", text[17:])
        lasts, text = _leading_duration(text)
        if table := _table(text):
            return self._of_table(table, has_target=has_target)
        head, *bullets = [part.strip() for part in text.split(_BULLET)]
        if bullets and head:
            return self._choice(head, bullets, lasts, has_target=has_target)
        parts = [part for bullet in bullets for part in _with_total(bullet)] or self._parts(_with_opposite(text), gate)
        steps: list[Step] = []
        for part in parts:
            if _COMPANION.fullmatch(part) and steps:
                steps = [(handler, {**needs, "companion": 1}) for handler, needs in steps]
            elif (
                (match := _INSTEAD.fullmatch(part))
                and len(steps) == 1
                and (has_target or "this unit" in match["state"])
            ):
                steps = self._by_kind(match, steps, lasts)
            elif (match := _MORE_DAMAGE.fullmatch(part)) and len(steps) == 1 and has_target:
                steps += self._more_damage(match, steps[0])
            elif (match := _IF_ROLL.fullmatch(part)) and bullets and part not in bullets:
                steps[-1:] = self._by_total(match, steps[-1:], lasts, has_target=has_target)
            elif match:
                steps = self._by_total(match, steps, lasts, has_target=has_target)
            elif (match := _THEN.fullmatch(part)) and steps and has_target:
                steps += self._then(match, lasts)
            else:
                steps += self.part(part, lasts, has_target=has_target)
        return _in_order(steps)

    def _then(self, match: re.Match[str], lasts: str) -> list[Step]:
        """Return the effects of "if the target is destroyed by this ability, …"."""
        outcome = next(
            (what for pattern, what in _DONE if re.fullmatch(pattern, match["done"])), f"hurt {match['points']}"
        )
        needs: Params = {"then": outcome, **(places(match["state"]) if match["state"] else {})}
        steps = self.part(re.sub(r"\bit\b", "the target", match["rest"]), lasts, has_target=True)
        return [(handler, joined(needs, step_needs)) for handler, step_needs in steps]

    def _of_table(self, table: Sequence[tuple[int, int, str]], *, has_target: bool) -> list[Step]:
        """Return the effects of "on a 2-5, …. On a 6, …", each for its faces."""
        return [
            (handler, {**needs, "faces": f"{low}-{high}"})
            for low, high, text in table
            for handler, needs in self.part(large(text), "", has_target=has_target)
        ]

    def _choice(self, head: str, bullets: Sequence[str], lasts: str, *, has_target: bool) -> list[Step]:
        """Return the effects of "pick 1 of the following effects", each under its own option."""
        match = _PICK_ONE.fullmatch(head)
        if match is None:
            raise DoubtError
        if match["span"]:
            lasts = _once_only(lasts, _DURATIONS[match["span"].strip()])
        steps: list[Step] = [("choose", {})]
        for bullet in bullets:
            name, _colon, text = (
                bullet.rpartition(": ") if re.match(r"[A-Z][^:.]{2,40}: [A-Z]", bullet) else ("", "", bullet)
            )
            for handler, needs in self.part(text, lasts, has_target=has_target):
                steps.append((handler, {**needs, "option": (name or text.rstrip("."))[:120]}))
        return steps

    def _picked(self, units_text: str, text: str, lasts: str) -> list[Step]:
        """Return the effect on units that the player picks in the middle of a text."""
        target_params = picked(units_text)
        if {"and-self", "fresh"} & {*target_params}:
            raise DoubtError
        effect_text = re.sub(r"\bthat (?:enemy |friendly )?unit\b", "the target", text)
        steps = self.part(large(effect_text), lasts, has_target=True)
        if len(steps) != 1 or "target" in steps[0][1]:
            raise DoubtError
        [(handler, needs)] = steps
        return [(handler, joined(target_params, needs))]

    def _by_kind(self, match: re.Match[str], steps: list[Step], lasts: str) -> list[Step]:
        """Return the effects, with other ones under a condition on the target or the user."""
        (handler, needs), condition = steps[0], _of_either(match["state"])
        effect_text = re.sub(r"\bit\b", "the target", match["rest"])
        effect_text = re.sub(r"^(inflict \S+ mortal damage)$", r"\1 on the target", effect_text)
        replacing = self.part(effect_text, lasts, has_target=True)
        if _CONDITIONAL & {*needs} or any({*condition} & {*other_needs} for _other, other_needs in replacing):
            raise DoubtError
        return [
            (handler, {**needs, **_opposite(condition)}),
            *((other, {**other_needs, **condition}) for other, other_needs in replacing),
        ]

    def _more_damage(self, match: re.Match[str], step: Step) -> list[Step]:
        """Return the further mortal damage that an ability inflicts under a condition."""
        handler, needs = step
        if handler != "mortal-damage" or {*needs} != {"amount"} or (match["state"] and match["state2"]):
            raise DoubtError
        text = match["state"] or match["state2"]
        if text is None or "D" in str(needs["amount"]):
            raise DoubtError  # the same roll twice is not two rolls
        amount = needs["amount"] if match["double"] else match["n"]
        return [(handler, {"amount": amount, **_of_either(text)})]

    def _by_total(self, match: re.Match[str], steps: list[Step], lasts: str, *, has_target: bool) -> list[Step]:
        """Return the effects with those of a high chanting roll, which come in addition or "instead" (A-PRAY-6)."""
        total, text = int(match["n"]), match["rest"]
        if self._ability.kind not in ("spell", "prayer") or (self._ability.kind == "spell") == (
            match["kind"] == "chanting"
        ):
            raise DoubtError
        if pool_change := _POOL_BY_TOTAL.fullmatch(text):
            if len(steps) != 1 or "each" not in steps[0][1]:
                raise DoubtError
            [(handler, needs)] = steps
            least_face = int(pool_change["each"] or int(needs["each"]) - int(pool_change["plus"]))
            if least_face < 2 or (pool_change["points"] or needs["amount"]) != needs["amount"]:
                raise DoubtError
            return [(handler, {**needs, "missed": total}), (handler, {**needs, "each": least_face, "reached": total})]
        if wider_targets := re.fullmatch(r"this ability affects (?:all|each) (?P<units>.+?)(?: instead)?\.?", text):
            if not has_target or any("target" in needs for _handler, needs in steps):
                raise DoubtError
            target_params = picked(f"each {wider_targets['units']}")
            missed = [(handler, {**needs, "missed": total}) for handler, needs in steps]
            return [*missed, *((handler, {**target_params, **needs, "reached": total}) for handler, needs in steps)]
        if number_only := _OTHER_NUMBER.fullmatch(text):
            return _with_other_number(number_only, steps, total)
        if instead := re.fullmatch(r"(?P<rest>.+?),? instead\.?", text):
            if len(steps) != 1 and not (
                len(steps) == 2 and steps[1] == (steps[0][0], {**steps[0][1], "target": "self"})
            ):
                raise DoubtError
            replacing_text = re.sub(r"^(inflict \S+ mortal damage)$", r"\1 on the target", instead["rest"])
            replacing = self.part(replacing_text, lasts, has_target=has_target)
            if "until" in steps[0][1] and [step[1].get("what") for step in replacing] != [steps[0][1].get("what")]:
                raise DoubtError
            steps = [(handler, {**needs, "missed": total}) for handler, needs in steps]
            return [*steps, *((handler, {**needs, "reached": total}) for handler, needs in replacing)]
        further_text = re.sub(r"\balso ", "", re.sub(r"^in addition, ", "", text))
        further_steps = self.part(further_text, lasts, has_target=has_target)
        return [*steps, *((handler, {**needs, "reached": total}) for handler, needs in further_steps)]

    def _parts(self, text: str, gate: Params) -> list[str]:
        """Return the sentences of a text. Raise DoubtError if a sentence after a roll may not depend on the roll."""
        parts = sentences(_joint(text))
        if len(parts) > 1 and gate and not all(_belongs(part) for part in parts[1:]):
            raise DoubtError
        return parts

    def part(self, text: str, lasts: str, *, has_target: bool) -> list[Step]:
        """Return the effects of one sentence or list entry. `lasts` is a duration named earlier."""
        both = r"\b(?:both )?(?:[Tt]his unit and the target|[Tt]he target and this unit)\b"
        if has_target and len(re.findall(both, text)) == 1:
            return [
                step
                for who in ("the target", "this unit")
                for step in self.part(re.sub(both, who, text), lasts, has_target=True)
            ]
        text = re.sub(r"^(?:In addition|Then), ", "", text.strip())
        if including := re.fullmatch(
            r"(?P<rest>.+? (?:phase|turn|round|battle)), including (?:attacks made with )?Companion weapons\.?", text
        ):
            inner = self.part(including["rest"], lasts, has_target=has_target)
            return [(handler, {**needs, "companion": 1}) for handler, needs in inner]
        if pair := _pair(text):
            return [step for half in pair for step in self.part(half, lasts, has_target=has_target)]
        if not lasts and (match := _HEAL_OR_RETURN.fullmatch(text)):
            return self._choice(_ONE_OF, [match[1], large(match[2])], "", has_target=has_target)
        if has_target and (match := _BOOSTED_POOL.fullmatch(text)):
            return self._boosted_pool(match, lasts)
        if has_target and (match := _BESIDE_TARGET.fullmatch(text)):
            return self._beside_target(match, lasts)
        if match := _EACH_ROLL.fullmatch(large(text)):
            return self._picked(f"each {match['units']}", f"roll a {match['die']}. on a {match['rest']}", lasts)
        if not has_target and not _PICK_ONE.match(large(text)) and (match := _PICK.fullmatch(large(text))):
            return self._picked(match["units"], match["rest"], lasts)
        own_duration, plain = _leading_duration(text)
        needs, plain = _conditions_of_part(plain, has_target=has_target)
        if not own_duration:
            own_duration, plain = _leading_duration(plain)
        for duration, span in _DURATIONS.items():
            if re.search(rf",? {duration}\.?$", plain):
                own_duration, plain = _once_only(own_duration, span), re.sub(rf",? {duration}\.?$", "", plain)
        if not own_duration and not lasts and (match := re.search(r" (this turn|this phase)\.?$", plain)):
            try:
                return [
                    _step(change, _LATE[match[1]], needs, has_target=has_target)
                    for change in clause(plain[: match.start()])
                ]
            except DoubtError:
                pass
        if not own_duration and not lasts and _LATER.search(plain):
            own_duration = "turn"
        lasts = _once_only(lasts, own_duration) if own_duration else lasts
        try:
            changes = clause(plain)
        except DoubtError:
            if (
                has_target
                and not needs
                and (special := self._around_target(plain, lasts) or self._marked(plain, lasts))
            ):
                return special
            return self._halves(text, lasts, has_target=has_target)
        mixed = any(change.lasts for change in changes)
        spans = [lasts if change.lasts or not mixed else "" for change in changes]
        return [_step(change, span, needs, has_target=has_target) for change, span in zip(changes, spans)]

    def _boosted_pool(self, match: re.Match[str], lasts: str) -> list[Step]:
        """Return the effects of a pool of dice with a bonus to each die under a condition."""
        steps = self.part(f"Roll {match['dice']}. for each {match['each']}+, {match['rest']}", lasts, has_target=True)
        least, condition = int(match["each"]) - int(match["add"]), _of_either(match["state"])
        if least < 2 or len(steps) != 1 or "each" not in steps[0][1] or {*condition} & {*steps[0][1]}:
            raise DoubtError
        [(handler, needs)] = steps
        return [(handler, {**needs, **_opposite(condition)}), (handler, {**needs, "each": least, **condition})]

    def _beside_target(self, match: re.Match[str], lasts: str) -> list[Step]:
        """Return the effect on an enemy in combat with the target, if a roll succeeds."""
        plain = re.sub(r"\bthat (?:enemy )?unit\b", "the target", match["rest"])
        target_params: Params = {"target": "enemy", "which": "fighting", **_roll_of(match), "at-target": 1}
        steps = self.part(large(plain), lasts, has_target=True)
        return [(handler, joined(target_params, needs)) for handler, needs in steps]

    def _around_target(self, text: str, lasts: str) -> list[Step]:
        """Return the effects of "… while they are in combat with the target", [] if nothing is measured from it."""
        target_pattern = r"\b(?P<how>with|of|to) (?:the target|any of the targets|each target|the targets)(?=$|[,.])"
        match = re.search(target_pattern, text)
        if match is None or re.search(
            r"\btargets?\b|\bthis unit\b|\bit\b", text[: match.start()] + text[match.end() :]
        ):
            return []
        text_about_user = f"{text[: match.start()]}{match['how']} this unit{text[match.end() :]}"
        steps = self.part(text_about_user, lasts, has_target=False)
        for handler, needs in steps:
            if handler not in ("aura", "mortal-damage", "heal") or {"if", "near", "fights", "user"} & {*needs}:
                raise DoubtError
            if handler == "aura" and self._side != "friend":
                raise DoubtError  # the unit with the aura must be on the user's side
            if not str(needs.get("target", "")).startswith("each"):
                raise DoubtError
        return [(handler, {**needs, "at-target": 1}) for handler, needs in steps]

    def _marked(self, text: str, lasts: str) -> list[Step]:
        """Return the effects on a target that apply only while it is near the user; [] if the text has no such effects.

        The target gets a keyword for that time, and the user an effect around it for units with that keyword.
        """
        match = _WHILE_TARGET.fullmatch(large(text)) or _TARGET_WHILE.fullmatch(text)
        if match is None or not lasts:
            return []
        where, side = places(match["where"]), self._side
        if not {"range", "visible"} & {*where} and where.get("which") != "fighting":
            return []
        if not timing(self._ability.timing).army or side not in ("friend", "enemy"):
            raise DoubtError  # else the mark of another user would count
        effect_text = re.sub(
            r"\bits\b", "the target's", re.sub(r"\bit\b(?= has| cannot| can)", "the target", match["rest"])
        )
        mark = " ".join(re.findall(r"[A-Z]+", f"MARK OF {self._ability.name.upper()}"))
        steps: list[Step] = [("lend", {"lends": mark, "until": lasts})]
        for change in clause(effect_text):
            if not change.lasts or change.subject != "target" or {"times", "until", "mine"} & {*change.params}:
                raise DoubtError
            steps.append(
                ("aura", {"target": f"each {side}", "keyword": mark, **where, **change.params, "until": lasts})
            )
        return steps

    def _halves(self, text: str, lasts: str, *, has_target: bool) -> list[Step]:
        """Return the effects of a sentence with two durations: "… for the rest of the turn but it … this phase"."""
        if _conditions_of_part(_leading_duration(text)[1], has_target=has_target)[0]:
            raise DoubtError  # the second half may depend on the condition or roll too
        for match in re.finditer(rf",? (?:and|but) (?=(?:it|this unit|the target|that unit) |{_VERBS})", text):
            before, after = text[: match.start()], large(text[match.end() :])
            spans = [bool(re.search(rf"{_DURATION}|this (?:phase|turn)\b", part)) for part in (before, after)]
            at_once = [bool(re.match(r"(?:Inflict|Heal) ", large(part))) for part in (before, after)]
            if all(span or one for span, one in zip(spans, at_once)):
                return [
                    *self.part(before, lasts, has_target=has_target),
                    *self.part(after, lasts, has_target=has_target),
                ]
        raise DoubtError


_LATER: Final = re.compile(r" still use .+ abilities later in the turn\.?$")
"""The end of a permission that can only be meant for this turn."""
_VERBS: Final = r"(?:inflict|heal|add|subtract) "
_OTHER_NUMBER: Final = re.compile(
    r"(?P<sign>add|subtract) (?P<n>\d)\"?(?: (?:to|from) (?P<what>the (?:Attacks|Rend|Damage|Move) "
    r"characteristic|charge "
    r"rolls|hit rolls|wound rolls|save rolls|run rolls)(?: for (?:those units|that unit|the target))?)? instead(?: of "
    r"\d\"?)?\.?"
)


def _with_other_number(match: re.Match[str], steps: list[Step], reached: int) -> list[Step]:
    """Return a step twice: as it is, and with another amount for a high casting or chanting roll."""
    if len(steps) != 1 or "times" in steps[0][1]:
        raise DoubtError
    [(handler, needs)] = steps
    named = re.sub(r"^the | characteristic$| rolls$", "", match["what"] or "").lower()
    amount = int(match["n"]) if match["sign"] == "add" else -int(match["n"])
    if (
        (match["what"] and needs.get("what") not in (named, f"{named} taken"))
        or "what" not in needs
        or int(str(needs["amount"])) * amount < 0
    ):
        raise DoubtError
    return [(handler, {**needs, "missed": reached}), (handler, {**needs, "amount": amount, "reached": reached})]


def _joint(text: str) -> str:
    """Return a text in which sentences that belong together are one: a roll or move with the sentences about it."""
    text = re.sub(r"(?:Then, r|R)oll (a dice|a D3)\. On a (?=\d)", r"Roll \1. on a ", text)
    text = re.sub(r"(, |and )roll (a dice|a D3)\. On a (?=\d)", r"\1roll \2. on a ", text)
    text = re.sub(r"(each time [^.]+, roll a (?:dice|D3))\. On a ", r"\1. on a ", text, flags=re.IGNORECASE)
    text = re.sub(r"(Roll [^.]+)\. (Add \d to each roll if [^.]+\.) For each ", r"\1. \2 for each ", text)
    text = re.sub(r"(?<=[a-z])\. (?=Add \d to each roll if [^.]+\. for each )", ", ", text)
    text = re.sub(r", Add (\d) to each roll if", r", adding \1 to each roll if", text)
    text = re.sub(r"\. For each roll that ", ". for each roll that ", text)
    text = re.sub(r"\. For each (?=\d)", ". for each ", text)
    text = re.sub(
        r"(?:(?<=[\"c])|(?<=so))\. (It|They|The target|This unit|Each target|That move) (?=(?:can|cannot|must|does "
        r"not have to) )",
        lambda match: f". {small(match[1])} ",
        text,
    )
    text = re.sub(r"\. After the first is used", ". after the first is used", text)
    text = re.sub(r"(during that move)(?: to be the targets?)?\. (?=Inflict)", r"\1, then inflict ", text)
    text = re.sub(
        r"(Then, (?:you can )?pick [^.]+ during that move(?: to be the targets?)?)\. Roll ([^.]+)\. (On a|for each) "
        r"(?=\d)",
        lambda match: f"{match[1]}. roll {match[2]}. {small(match[3])} ",
        text,
    )
    text = re.sub(
        r"(?:Then, r|R)oll (a dice|a D3) for each ([^.]+ during that move)\. On a (?=\d)",
        r"Roll \1 for each \2. on a ",
        text,
    )
    text = re.sub(r"(?<=Then, roll )(a dice|a D3)( for each [^.]+)\. On a (?=\d)", r"\1\2. on a ", text)
    return text.replace(", then inflict Inflict", ", then inflict")


_ROLLED_PART: Final = re.compile(
    r"[Rr]oll a (?P<die>dice|D3)(?: for each target)?\. [oO]n a (?P<on>[2-6])\+, (?P<rest>.+)"
)


def _roll_of(match: re.Match[str]) -> Params:
    """Return the roll of a part of a text."""
    return {"on": int(match["on"]), **({"die": "D3"} if match["die"] == "D3" else {})}


def _conditions_of_part(text: str, *, has_target: bool) -> tuple[Params, str]:
    """Return the roll and conditions with which a sentence begins, and the remaining text."""
    if match := _ROLLED_PART.fullmatch(text):
        if re.match(r"if (?:the target|you picked|this (?:unit|Manifestation)) ", match["rest"], re.IGNORECASE):
            raise DoubtError
        return _roll_of(match), match["rest"]
    if match := _IF_TARGET.fullmatch(large(text)):
        if not has_target:
            raise DoubtError
        needs = _of_target(match["who"], match["what"])
        effect_text = re.sub(r"\bits\b", "the target's", re.sub(r"(?<!as if )\bit\b", "the target", match["rest"]))
        roll = _ROLLED_PART.fullmatch(effect_text)
        return (needs, effect_text) if roll is None else ({**needs, **_roll_of(roll)}, roll["rest"])
    if match := re.fullmatch(r"If (?P<state>this (?:unit|Manifestation) [^,]+), (?P<rest>.+)", large(text)):
        return state(small(match["state"])), match["rest"]
    return {}, text


def _with_total(entry: str) -> list[str]:
    """Return a list entry and, if present, the sentence by which a high casting or chanting roll changes it."""
    match = re.fullmatch(
        r"(?P<entry>[^.]+\.) (?P<total>If the (?:casting|chanting) roll was \d+\+, .+ instead\.?)", entry
    )
    return [match["entry"], match["total"]] if match else [entry]


def _in_order(steps: list[Step]) -> list[Step]:
    """Return the effects of a text sorted so that none changes a condition of a later one.

    Effects on targets without damage come before healing, mortal damage to units already damaged or reduced before that
    to others, and abilities that are used at once come last.
    """

    def place(step: Step) -> int:
        handler, needs = step
        if handler == "use-now":
            return 2
        if handler == "mortal-damage" and re.search(r"(?<!not )damage \d|fewer \d", str(needs.get("which", ""))):
            return -1
        return 1 if handler == "heal" and "which" in needs else 0

    if not any(map(place, steps)) or any("then" in needs or "option" in needs for _handler, needs in steps):
        return steps
    asks = any(re.search(r"not damage|models \d", str(needs.get("which", ""))) for _handler, needs in steps)
    at_once = any(handler == "use-now" for handler, _needs in steps)
    return sorted(steps, key=place) if asks or at_once else steps


def _belongs(part: str) -> bool:
    """Return whether a further sentence after a roll clearly depends on the success of that roll."""
    return bool(
        _COMPANION.fullmatch(part)
        or _THEN.fullmatch(part)
        or _INSTEAD.fullmatch(part)
        or (_IF_ROLL.fullmatch(part) and re.search(r",? instead\.?$", part))
        or _MORE_DAMAGE.fullmatch(part)
        or re.match(r"(?:Then, pick|Roll) .* during that move\b", part)
    )


def _shared(base: Params, gate: Params, answered: Params) -> Params:
    """Return the parameters that all effects of an ability share: conditions and targets, the roll, the trigger."""
    return joined(joined(base, gate), answered)


def _with_self(declare: str, effect: str) -> tuple[str, str]:
    """Return the texts for "this unit and the targets" rewritten so that this unit is picked with the others."""
    both = r"\bthis unit and (?:each target|the targets)\b"
    if not re.search(both, effect) or not re.search(r"[Pp]ick up to \d ", declare):
        return declare, effect
    if re.search(r"\btargets?\b", re.sub(both, "", effect)):
        raise DoubtError
    return re.sub(r"([Pp])ick (?=up to)", r"\1ick this unit and ", declare), re.sub(both, "the targets", effect)


_CONDITIONAL: Final = frozenset({"on", "side", "keyword", "which", "if", "near", "fights", "fights-which"})


def _of_target(who: str, what: str) -> Params:
    """Return the condition on the target with which a sentence begins. `who` is its subject, `what` its predicate."""
    if match := re.fullmatch(r"an? (friendly|enemy)(?: (?P<kind>.+?))?(?: unit)?", what.removeprefix("is ")):
        side: Params = {"side": "friend" if match[1] == "friendly" else "enemy"}
        if not match["kind"] or match["kind"] == "unit":
            return side
        return {**side, "keyword": phrases(match["kind"])}
    if who != "the target":
        raise DoubtError
    if match := re.fullmatch(rf"has the (?P<kind>{SOME}) keyword", what):
        return {"keyword": phrases(match["kind"])}
    if match := re.fullmatch(rf"is (?P<not>not )?(?:an? )?(?P<kind>{SOME})(?: unit)?", what):
        condition: Params = {"keyword": phrases(match["kind"])}
        return _opposite(condition) if match["not"] else condition
    return places(what)


def _of_either(text: str) -> Params:
    """Return a condition on the target or on the user."""
    if text.startswith("the target "):
        needs = _of_target("the target", text.removeprefix("the target "))
    else:
        needs = state(text)
    if len(needs) != 1 or not {*needs} <= {"keyword", "which", "if"}:
        raise DoubtError
    return needs


_OPPOSITES: Final = re.compile(
    r"(?:not )?(?:charged|in combat|damage 1|reinforced|single|own territory|enemy territory|set up)|(?:not "
    r")?(?:used|just used) [A-Z' ]+"
)


def _opposite(condition: Params) -> Params:
    """Return the opposite of a condition; raise DoubtError if no single condition expresses it."""
    [(name, value)] = condition.items()
    text = str(value)
    if "," in text:
        raise DoubtError
    if name == "keyword" or text.startswith("is "):
        start = "" if name == "keyword" else "is "
        words = text.removeprefix(start).split(" or ")
        if len(words) == 1 and words[0].startswith("non-"):
            return {name: f"{start}{words[0].removeprefix('non-')}"}
        if any(word.startswith("non-") or (" " in word and word not in UNIVERSAL) for word in words):
            raise DoubtError
        return {name: ", ".join(f"{start}non-{word}" for word in words)}
    if number := re.fullmatch(r"(?P<what>models|fewer|health|frail) (?P<n>\d+)", text):
        other, step = {
            "models": ("fewer", -1),
            "fewer": ("models", 1),
            "health": ("frail", -1),
            "frail": ("health", 1),
        }[number["what"]]
        if int(number["n"]) + step < 1:
            raise DoubtError
        return {name: f"{other} {int(number['n']) + step}"}
    if not _OPPOSITES.fullmatch(text):
        raise DoubtError
    return {name: text.removeprefix("not ") if text.startswith("not ") else f"not {text}"}


def _once_only(one: str, other: str) -> str:
    """Return the one duration that is given; two different ones are a doubt."""
    if one and other and one != other:
        raise DoubtError
    return one or other


def _leading_duration(text: str) -> tuple[str, str]:
    """Return the duration with which a text begins ("" if none) and the remaining text."""
    match = re.match(rf"(?P<span>{_DURATION})[,:] ?", small(text))
    if match is None:
        return "", text
    return _DURATIONS[match["span"]], text[match.end() :]


def _step(change: Change, lasts: str, more: Params, *, has_target: bool) -> Step:
    """Return a clause of an activated ability as a step, with the further conditions `more`."""
    lasts = lasts or str(change.params.get("until", ""))
    if change.lasts != bool(lasts) or change.handler in ("pass", "toughen"):
        raise DoubtError
    duration_params: Params = {"until": lasts} if lasts else {}
    needs: Params = {**change.params, **duration_params}
    if change.subject in ("casting", "charge"):
        if lasts or more:
            raise DoubtError
        return change.handler, {**needs, "roll": change.subject}
    if change.subject == "target":
        if not has_target:
            raise DoubtError
        return change.handler, {**more, **needs}
    if change.subject == "it" and has_target:
        raise DoubtError
    if change.subject in ("self", "it"):
        return change.handler, {**more, **needs, **({"target": "self"} if has_target else {})}
    assert not isinstance(change.subject, str)
    if has_target and change.subject.get("target") == "each":
        raise DoubtError
    target_params = joined(dict(change.subject), more)
    if (change.lasts and change.subject.get("range") is not None) or (change.lasts and "which" in change.subject):
        if "times" in needs:
            raise DoubtError
        return "aura", {**target_params, **needs}
    return change.handler, {**target_params, **needs}


_NUMBERED: Final = re.compile(
    r"Roll (?P<die>a dice|a D6|a D3)(?P<each> for each target)?(?:,? and|\. Then,?) apply the corresponding effects?"
    rf"(?: below)?(?: (?P<span>{_DURATION}))?[.:] (?P<rest>(?:\u2022 )?\d\D.*)"
)
_ROW: Final = re.compile(r"(?:^| )(?:\u2022 )?(?P<faces>\d(?:-\d|\+)?):? (?:(?P<name>[A-Z][^:.]{1,40}): )?(?=[A-Z])")


def _numbered(text: str) -> str:
    """Return a text with a table of effects by die face as sentences that begin with "On a ..."."""
    match = _NUMBERED.fullmatch(text)
    if match is None:
        return text
    _first, *rows = _ROW.split(match["rest"])
    span = f"{match['span']}, " if match["span"] else ""
    effects: list[tuple[str, str, str]] = [*zip(rows[::3], rows[1::3], rows[2::3])]
    for number, (faces, _name, row) in enumerate(effects[1:], 1):
        faces_before, name_before, text_before = effects[number - 1]
        if addition := re.fullmatch(r"In addition to the effect of '(?P<name>[^']+)', (?P<rest>.+)", row.strip()):
            if addition["name"] != name_before:
                raise DoubtError
            effects[number - 1] = (f"{faces_before[0]}-{faces[-1]}", name_before, text_before)
            effects[number] = (faces, "", large(addition["rest"]))
    rows = [f"On a {faces}, {span}{small(row.strip()).replace('. On a', '. on a')}" for faces, _name, row in effects]
    return f"Roll {match['die']}{match['each'] or ''}. {' '.join(rows)}"


def _table(text: str, d3: str | None = None) -> list[tuple[int, int, str]]:
    """Return the lowest face, highest face and effect of each row of a text such as "On a 2-5, .... On a 6, ..."."""
    if match := re.fullmatch(r"(?P<most>On a 2\+, .+\.) (?P<least>On a 1, .+)", text):
        text = f"{match['least']} {match['most']}"
    segments = [*_RANGES.finditer(text)]
    if len(segments) < 2 or " ".join(match[0].strip() for match in segments) != text.strip():
        return []
    table, was_open, faces = list[tuple[int, int, str]](), False, 3 if d3 else 6
    for match in segments:
        low = int(match["from"])
        high = faces if match["open"] else low
        if match["to"]:
            high = int(match["to"])
        if re.fullmatch(r"(?:this ability has no effect|nothing happens)\.?", match["rest"].strip()):
            continue
        effect = match["rest"].strip()
        if low < 1 or high > faces or (table and low <= table[-1][0]):
            raise DoubtError
        instead = re.fullmatch(r"(?P<rest>.+?),? instead\.?", effect) if table else None
        if instead is not None:
            table[-1], effect = (table[-1][0], min(table[-1][1], low - 1), table[-1][2]), instead["rest"]
        elif table and was_open and low <= table[-1][1]:  # "On a 2+, …. On a 5+, …" may be in addition or instead
            if not re.search(r"\b(?:also|in addition)\b", effect):
                raise DoubtError
            effect = re.sub(r"\balso |^in addition, ", "", effect)
        was_open = bool(match["open"])
        table.append((low, high, effect))
    return table


def _any_of(match: re.Match[str]) -> Params:
    """Return the roll of several dice for an effect that happens if any of them is high enough."""
    if match["face"] != "6" and not match["open"]:
        raise DoubtError
    dice = match["count"] or next(value for pattern, value in _ROLLS if re.fullmatch(pattern, match["dice"]))
    return {"on": int(match["face"]), "rolls": dice, "once": 1}


def _gate(match: re.Match[str]) -> Params:
    """Return the roll that decides whether an effect happens."""
    die = {"a D3": "D3", "D3": "D3", "2D6": "2D6"}.get(match["die"], "D6")
    gate: Params = {} if die == "D6" else {"die": die}
    if match["over"]:
        gate["over"] = OVER[match["over"]]
        compared_value = next(value for word, value in _THAN.items() if word in match["than"])
        gate |= {"than": compared_value} if compared_value != "health" else {}
    else:
        number = int(match["on"])
        if not match["open"] and number != {"D3": 3, "2D6": 12}.get(die, 6):
            raise DoubtError
        if number < 2:
            raise DoubtError
        gate["on"] = number
    if match["plus"]:
        gate |= _boost(match["plus"], int(match["add"]) if match["sign"] == "Add" else -int(match["add"]))
    if not match["each"] and "over" not in gate:
        gate["once"] = 1
    return gate


def _boost(text: str, number: int) -> Params:
    """Return the bonus to a roll and its condition: "Add 1 to the roll if the target is a Monster"."""
    if re.search(r"\broll\b.*\broll\b.*\bequal", text):
        raise DoubtError
    condition_text = text.split(" if ", 1)[1]
    needs: Params = {"plus": number}
    if match := re.fullmatch(rf"(?:the target|that unit) is (?:an? )?(?P<kind>{SOME})(?: unit)?", condition_text):
        return {**needs, "plus-keyword": phrases(match["kind"])}
    if match := re.fullmatch(r"(?:the target|that unit) (?P<what>.+)", condition_text):
        condition, param = places(re.sub(r"^is (?=within )", "", match["what"])), "which"
        if {*condition} == {"range"}:
            condition = {"which": f"around {condition['range']}"}
    else:
        condition, param = state(condition_text), "if"
    condition = _as_condition(condition)
    if set(condition) != {param}:
        raise DoubtError
    return {**needs, f"plus-{param}": condition[param]}


def _as_condition(condition: Params) -> Params:
    """Return a condition about friendly units near the user in the form of the parameter `if`."""
    if not {"near", "near-range"} <= {*condition} or "," in str(condition["near"]) or "near-inside" in condition:
        return condition
    other_params = {name: value for name, value in condition.items() if not name.startswith("near")}
    if condition.get("near-wholly") and condition["near"] == ANY:
        raise DoubtError
    word = "inside" if condition.get("near-wholly") else "near"
    return joined(other_params, {"if": f"{word} {condition['near-range']} {condition['near']}"})


# -- declarations -----------------------------------------------------------------------------------

_ROLLED: Final = re.compile(
    r"(?:[.,]? (?:and |and then |then )|[.,]? [Tt]hen,? |[.,] )?[Mm]ake a (?P<sort>casting|chanting) roll of "
    r"(?:2D6|D6)\.?$"
)
_USER: Final = re.compile(
    rf"Pick (?:a|an) (?:visible )?friendly (?P<kind>{SOME})(?: unit)?(?P<where>(?: (?:that|wholly|within) .+?)?) to "
    r"(?:cast this spell|chant this prayer|use this ability)(?:, (?:then )?|\. (?:Then, )?|\.$|$)"
)


def _declared(text: str, kind: str) -> Params:
    """Return the parameters of an ability's declaration: its user, its conditions and its targets."""
    declaration, needs = text.strip(), Params()
    if kind in ("spell", "prayer"):
        declaration = large(_ROLLED.sub("", small(declaration)))
    if match := _USER.match(declaration):
        needs["user"] = phrases(match["kind"])
        if match["where"]:
            user_params = places(match["where"])
            if set(user_params) != {"which"} or OF_OTHER.search(str(user_params["which"])):
                raise DoubtError
            needs["if"] = user_params["which"]
        declaration = re.sub(
            r"\bthat (?:[A-Z][\w'-]* )*?(?:unit|[A-Z]\w+(?! unit))\b",
            "this unit",
            declaration[match.end() :].strip().rstrip(","),
        )
    declaration = re.sub(r"^Each (.+?) is a target\.?$", r"Pick each \1 to be the targets.", declaration)
    declaration, limits = _limits_behind(declaration)
    if not declaration.rstrip(".") and not limits:
        return needs
    if match := re.match(
        r"(?:(?:This unit|You) can only use this ability if|This unit can use this ability (?:while|if)|This unit can "
        r"(?:only )?cast this spell (?:while|if)) (?P<state>[^.,]+)\.(?: (?P<rest>.+))?$",
        re.sub(r"(?<=while )its (?=[A-Z])", "this unit's ", declaration),
    ):
        needs, declaration = joined(needs, state(match["state"])), match["rest"] or ""
    elif match := re.match(r"If (?P<state>[^,]+), (?P<rest>.+)", declaration):
        needs, declaration = joined(needs, state(small(match["state"]))), match["rest"]
    if not declaration and not limits:
        return needs
    match = re.fullmatch(r"(?:then )?pick (?P<units>.+?)(?: to be (?:the |a )?targets?)?\.?", small(declaration))
    if match is None:
        raise DoubtError
    return joined(joined(needs, picked(match["units"])), limits)


_NO_MANIFESTATION: Final = re.compile(
    r" (?:You|It|This ability) cannot (?:pick|target) (?:an? )?(?:enemy )?Manifestations?(?: or (?:faction )?terrain "
    r"features?)?\.?$"
)
_NOT_KIND: Final = re.compile(
    r" (?:(?:You|It|This ability) cannot pick an? (?P<kind>[A-Z][\w'-]*(?: (?:of )?[A-Z][\w'-]*)*)(?: unit)?|"
    r"(?P<name>[A-Z][\w'-]*(?: (?:of )?[A-Z][\w'-]*)*) cannot be picked to be the target)\.?$"
)
_NOT_AGAIN: Final = re.compile(
    r" (?:You cannot pick )?[Tt]he same (?:enemy |friendly )?unit (?:cannot be picked )?(?:to be the target|as "
    r"(?:the|a) "
    r"target) of this (?:ability|spell|prayer) more than once (?:per|each) (?P<span>turn|phase|battle)\.?$"
)


def _limits_behind(text: str) -> tuple[str, Params]:
    """Return a declaration without the sentences at its end that limit its targets, and these limits."""
    limits: Params = {}
    for _sentence in range(2):
        if match := _NO_MANIFESTATION.search(text):
            text, limits = text[: match.start()], joined(limits, {"keyword": "non-MANIFESTATION"})
        elif match := _NOT_KIND.search(text):
            text = text[: match.start()]
            limits = joined(limits, {"keyword": f"non-{(match['kind'] or match['name']).upper()}"})
        elif match := _NOT_AGAIN.search(text):
            text, limits = text[: match.start()], joined(limits, {"fresh": match["span"]})
    return text, limits
