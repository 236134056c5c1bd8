"""The timing texts of abilities: phases, limits, and triggers of reactions (A-TURN-4, A-IMP-4 to A-IMP-6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from game.wording import N_, _

PHASES: Final = ("startOfTurn", "hero", "movement", "shooting", "charge", "combat", "endOfTurn")
"""The phases of a turn, in order (A-TURN-1)."""
WHOSE: Final = ("your", "any", "enemy")
MOMENTS: Final = (
    *(f"{whose}{phase[0].upper()}{phase[1:]}" for phase in PHASES for whose in WHOSE),
    "deployment",
    "startOfBattleRound",
    "endOfBattleRound",
)
"""Every value of `availablePhases` (A-IMP-2)."""

Span = Literal["phase", "turn", "round", "battle"]
_SPANS: Final[dict[str, Span]] = {"phase": "phase", "turn": "turn", "battle round": "round", "battle": "battle"}
_LIMIT = re.compile(
    r"^one?(?:ce)? per (?P<span>battle round|battle|phase|turn)\b\s*(?P<army>\(army\b\s*,?\s*\)?)?\s*[,.;:]?\s*",
    re.IGNORECASE,
)
_PHASE = re.compile(r"^(?P<whose>your|any|enemy) (?P<phase>hero|movement|shooting|charge|combat) phase$", re.IGNORECASE)
_EDGE = re.compile(r"^(?P<edge>start|end) of (?P<whose>your|any|enemy) turn$", re.IGNORECASE)
_ROUND = re.compile(
    r"^(?P<edge>start|end) of (?:the |any |each )?(?P<which>first|second|third|fourth|fifth)? ?battle round$",
    re.IGNORECASE,
)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
_WITHIN = re.compile(r"^(?P<phase>.*?)\s*[,.;:]?\s+(?P<reaction>reaction\s*:.*)$", re.IGNORECASE)
_SLIPS: Final = (
    (r"\bEnf of", "End of"),
    (r"^Onec\b", "Once"),
    (r"\b(Your|Any|Enemy)(?=(?:Hero|Movement|Shooting|Charge|Combat) )", r"\1 "),
    (r"(?<=Turn)\)$", ""),
    (r"\b[Yy]our opponent (?=declared)", "Opponent "),
)
_KEYWORDS = re.compile(r"^(?P<side>you|opponent) declared (?:an? |the )?(?P<list>.+)$", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:for|that|while|within|by|targeting)\b", re.IGNORECASE)
_OR = re.compile(r"[,;/]|\b(?:or|and)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z-]+")
_NO_KEYWORDS: Final = frozenset({"a", "an", "the", "any", "ability", "abilities"})
_DECLARED: Final = frozenset(
    {
        "ATTACK", "BANISH", "CHARGE", "COMMAND", "CORE", "DEPLOY", "FIGHT", "MOVE", "PRAYER", "RAMPAGE", "RETREAT",
        "RUN", "SHOOT", "SPELL", "SUMMON", "UNBIND",
    }
)  # fmt: skip
"""Keywords that name the trigger even in a text that is not understood as a whole."""
_REACTION = re.compile(
    r"^(?:reaction\s*:\s*)?(?P<text>(?:you|opponent)\b.*)$|^reaction\s*:\s*(?P<other>.*)$", re.IGNORECASE
)
_REACTION_HEAD = re.compile(r"^reaction\s*:\s*", re.IGNORECASE)
_TRIGGER = re.compile(
    r"^(?P<side>you|opponent) declared (?:an? (?P<keyword>[A-Z][A-Z -]*?) ability|(?:the|an?) "
    r"['‘](?P<named>[^'’]+)['’] (?:command|ability|spell|prayer))(?P<who>.*)$",
    re.IGNORECASE,
)
_PICKED = re.compile(
    r"this unit (?:was|is) (?:picked (?:to be|as) (?:the|a) target of|targeted by) an? "
    r"(?P<keywords>(?:non-)?[A-Z][\w-]*(?:(?:, | or )[A-Z][\w-]*)*) ability\.?",
    re.IGNORECASE,
)
_SIDE = re.compile(r"^(?:your |an? |the )?(?P<side>you|opponent)\b", re.IGNORECASE)


SPANS: Final[dict[Span, str]] = {
    "phase": N_("Once Per Phase"),
    "turn": N_("Once Per Turn"),
    "round": N_("Once Per Battle Round"),
    "battle": N_("Once Per Battle"),
}
WORDS: Final = {
    "yourStartOfTurn": N_("Start of Your Turn"),
    "anyStartOfTurn": N_("Start of Any Turn"),
    "enemyStartOfTurn": N_("Start of Enemy Turn"),
    "yourHero": N_("Your Hero Phase"),
    "anyHero": N_("Any Hero Phase"),
    "enemyHero": N_("Enemy Hero Phase"),
    "yourMovement": N_("Your Movement Phase"),
    "anyMovement": N_("Any Movement Phase"),
    "enemyMovement": N_("Enemy Movement Phase"),
    "yourShooting": N_("Your Shooting Phase"),
    "anyShooting": N_("Any Shooting Phase"),
    "enemyShooting": N_("Enemy Shooting Phase"),
    "yourCharge": N_("Your Charge Phase"),
    "anyCharge": N_("Any Charge Phase"),
    "enemyCharge": N_("Enemy Charge Phase"),
    "yourCombat": N_("Your Combat Phase"),
    "anyCombat": N_("Any Combat Phase"),
    "enemyCombat": N_("Enemy Combat Phase"),
    "yourEndOfTurn": N_("End of Your Turn"),
    "anyEndOfTurn": N_("End of Any Turn"),
    "enemyEndOfTurn": N_("End of Enemy Turn"),
    "deployment": N_("Deployment Phase"),
    "startOfBattleRound": N_("Start of Battle Round"),
    "endOfBattleRound": N_("End of Battle Round"),
    "passive": N_("Passive"),
}
"""The displayed names of the values of `MOMENTS`, and of passive abilities."""


@dataclass(frozen=True, slots=True)
class Timing:
    """A timing text after reading.

    `moment` is a value of `MOMENTS`, "reaction", "passive", or "" if the text is not understood. `limit` is the span in
    which the ability may be used once, by the whole `army` or by each unit. `round` is the only battle round for it, 0
    for any.

    For a reaction: `trigger` is the text of the trigger; `side` is the player who declares ("you" or "opponent");
    `keywords` are the kinds of ability that trigger it ("COMMAND" is every command), `named` one ability, both empty
    for any; `without` are keywords that the ability must not have; `whom` is "user" or "target" if this unit must be
    that; `during` is the only phase for it, a value of `MOMENTS`, or "" for any.
    """

    moment: str
    limit: Span | None = None
    army: bool = False
    side: str = ""
    keywords: tuple[str, ...] = ()
    named: str = ""
    whom: str = ""
    text: str = ""
    during: str = ""
    round: int = 0
    trigger: str = field(default="", compare=False)
    without: tuple[str, ...] = ()

    @property
    def is_read(self) -> bool:
        """Whether the moment is understood, and for a reaction also the trigger."""
        has_trigger = bool(self.keywords or self.named or self.without)
        return self.moment != "" and (self.moment != "reaction" or has_trigger)


@lru_cache(maxsize=512)
def timing(text: str) -> Timing:
    """Return a timing text after reading (A-IMP-4, A-IMP-6, A-IMP-27)."""
    timing_text = re.sub(r"(Hero|Movement|Shooting|Charge|Combat)Phase", r"\1 Phase", " ".join(text.split()).strip())
    for error, correction in _SLIPS:
        timing_text = re.sub(error, correction, timing_text)
    limit, army = None, False
    if match := _LIMIT.match(timing_text):
        limit, army, timing_text = _SPANS[match["span"].lower()], bool(match["army"]), timing_text[match.end() :]
    phase = ""
    if (phase_match := _WITHIN.match(timing_text)) and _moment(phase_match["phase"])[0] in MOMENTS:
        phase, timing_text = _moment(phase_match["phase"])[0], phase_match["reaction"]
    moment, trigger_text = _moment(timing_text)
    round_match = _ROUND.match(timing_text)
    number = _ORDINALS.index(round_match["which"].lower()) + 1 if round_match and round_match["which"] else 0
    result = Timing(moment, limit, army, text=text, during=phase, round=number, trigger=trigger_text)
    return _reaction(trigger_text, result) if moment == "reaction" else result


def timing_words(text: str) -> str:
    """Return a timing text translated for players, as far as it is understood."""
    read, text_without_limit = timing(text), _LIMIT.sub("", " ".join(text.split()))
    if (translation := _(text)) != text:
        return translation
    if read.moment == "reaction":
        phase_match = _WITHIN.match(text_without_limit) if read.during else None
        moment = _(
            "Reaction: {text}",
            text=_REACTION_HEAD.sub("", phase_match["reaction"] if phase_match else text_without_limit),
        )
        moment = ", ".join((_(WORDS[read.during]), moment)) if read.during else moment
    elif read.round:
        moment = text_without_limit
    else:
        moment = _(WORDS[read.moment]) if read.moment else text_without_limit
    if read.limit is None:
        return moment
    limit = _(SPANS[read.limit])
    return ", ".join((_("{limit} (Army)", limit=limit) if read.army else limit, moment))


def _reaction(rest: str, reaction: Timing) -> Timing:
    """Return the timing of a reaction with its trigger, as far as that is understood (A-IMP-6)."""
    if picked := _PICKED.fullmatch(rest):
        words = _listed(picked["keywords"].replace("non-", ""))
        excluded = picked["keywords"].lower().startswith("non-")
        return replace(reaction, whom="target", keywords=() if excluded else words, without=words if excluded else ())
    trigger = _TRIGGER.match(rest)
    if trigger is None:
        side = _SIDE.match(rest)
        if side is None:
            return reaction
        return replace(reaction, side=side["side"].lower(), keywords=_named_keywords(rest), whom=_whom(rest))
    return replace(
        reaction,
        side=trigger["side"].lower(),
        keywords=_listed(trigger["keyword"] or "") or tuple(filter(None, [(trigger["keyword"] or "").upper()])),
        named=trigger["named"] or "",
        whom=_whom(trigger["who"]),
    )


def _whom(text: str) -> str:
    """Return "user" or "target" if a trigger needs this unit as the user or target of the ability, else ""."""
    plain = text.lower()
    if re.search(r"\bfor this (?:unit|model|manifestation|hero|monster|priest|wizard|terrain feature)\b", plain):
        return "user"
    return "target" if "targeted this unit" in plain else ""


def _named_keywords(text: str) -> tuple[str, ...]:
    """Return the keywords in a trigger that is not understood as a whole: the declared ones, else any in the text."""
    declared = _KEYWORDS.match(text)
    listed = () if declared is None else _listed(_ABOUT.split(declared["list"], maxsplit=1)[0])
    return listed or tuple(dict.fromkeys(word for word in _WORD.findall(text) if word in _DECLARED))


def _listed(text: str) -> tuple[str, ...]:
    """Return the keywords of a list such as "command, SPELL ability or PRAYER"; a keyword may have several words."""
    entries = list[str]()
    for item in _OR.split(text):
        plain = " ".join(word for word in _WORD.findall(item) if word.lower() not in _NO_KEYWORDS)
        if plain.isupper() and not plain.startswith("NON-"):
            entries.append(plain)
        entries += [word for word in plain.upper().split() if word in _DECLARED]
    return tuple(dict.fromkeys(entries))


def _moment(plain: str) -> tuple[str, str]:
    """Return the moment of a timing text without its limit, and for a reaction the text of its trigger."""
    if match := _PHASE.match(plain):
        return f"{match['whose'].lower()}{match['phase'].capitalize()}", ""
    if match := _EDGE.match(plain):
        return f"{match['whose'].lower()}{match['edge'].capitalize()}OfTurn", ""
    if match := _ROUND.match(plain):
        return f"{match['edge'].lower()}OfBattleRound", ""
    if plain.lower() in ("deployment phase", "passive"):
        return plain.lower().removesuffix(" phase"), ""
    if match := _REACTION.match(plain):
        return "reaction", (match["text"] or match["other"]).strip()
    return "", ""
