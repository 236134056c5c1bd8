"""When an ability may be used: phases, limits, and what triggers a reaction (A-TURN-4, A-IMP-4 to A-IMP-6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
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
    r"^one?(?:ce)? per (?P<span>battle round|battle|phase|turn)\s*(?P<army>\(army\))?\s*[,.]\s*", re.IGNORECASE
)
_PHASE = re.compile(r"^(?P<whose>your|any|enemy) (?P<phase>hero|movement|shooting|charge|combat) phase$", re.IGNORECASE)
_EDGE = re.compile(r"^(?P<edge>start|end) of (?P<whose>your|any|enemy) turn$", re.IGNORECASE)
_ROUND = re.compile(r"^(?P<edge>start|end) of battle round$", re.IGNORECASE)
_REACTION = re.compile(
    r"^(?:reaction\s*:\s*)?(?P<text>(?:you|opponent)\b.*)$|^reaction\s*:\s*(?P<other>.*)$", re.IGNORECASE
)
_REACTION_HEAD = re.compile(r"^reaction\s*:\s*", re.IGNORECASE)
_TRIGGER = re.compile(
    r"^(?P<side>you|opponent) declared "
    r"(?:an? (?P<keyword>[A-Z][A-Z -]*?) ability|(?:the|an?) ['‘](?P<named>[^'’]+)['’] "
    r"(?:command|ability|spell|prayer))(?P<who>.*)$",
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
"""What the values of `MOMENTS` are called, and passive ones."""


@dataclass(frozen=True, slots=True)
class Timing:
    """A timing text taken apart.

    `limit` is the span in which it may be used once, by the whole `army` or by each unit. `moment` is a value of
    `MOMENTS`, "reaction", "passive", or "" if the text is not understood. Of a reaction, `side` is who declares ("you"
    or "opponent"), `keyword` what kind of ability or `named` which one, both "" for any; `whom` is "user" or "target"
    where it must be this unit.
    """

    moment: str
    limit: Span | None = None
    army: bool = False
    side: str = ""
    keyword: str = ""
    named: str = ""
    whom: str = ""
    text: str = ""


@lru_cache(maxsize=512)
def timing(text: str) -> Timing:
    """Return a timing text taken apart (A-IMP-4, A-IMP-6, A-IMP-27)."""
    plain = " ".join(text.split()).strip()
    limit, army = None, False
    if found := _LIMIT.match(plain):
        limit, army, plain = _SPANS[found["span"].lower()], bool(found["army"]), plain[found.end() :]
    moment, rest = _moment(plain)
    if moment != "reaction":
        return Timing(moment, limit, army, text=text)
    return _reaction(rest, Timing(moment, limit, army, text=text))


def timing_words(text: str) -> str:
    """Return a timing text in the language of the program, as far as it is understood."""
    known, rest = timing(text), _LIMIT.sub("", " ".join(text.split()))
    if (whole := _(text)) != text:
        return whole
    if known.moment == "reaction":
        moment = _("Reaction: {text}", text=_REACTION_HEAD.sub("", rest))
    else:
        moment = _(WORDS[known.moment]) if known.moment else rest
    if known.limit is None:
        return moment
    limit = _(SPANS[known.limit])
    return ", ".join((_("{limit} (Army)", limit=limit) if known.army else limit, moment))


def _reaction(rest: str, told: Timing) -> Timing:
    """Return the timing of a reaction with what triggers it; of a trigger not understood only the side (A-IMP-6)."""
    trigger = _TRIGGER.match(rest)
    if trigger is None:
        side = _SIDE.match(rest)
        return told if side is None else replace(told, side=side["side"].lower())
    who = trigger["who"].lower()
    whom = "user" if "for this unit" in who else "target" if "targeted this unit" in who else ""
    keyword, named = (trigger["keyword"] or "").upper(), trigger["named"] or ""
    return replace(told, side=trigger["side"].lower(), keyword=keyword, named=named, whom=whom)


def _moment(plain: str) -> tuple[str, str]:
    """Return the moment of a timing text without its limit, and of a reaction what triggers it."""
    if found := _PHASE.match(plain):
        return f"{found['whose'].lower()}{found['phase'].capitalize()}", ""
    if found := _EDGE.match(plain):
        return f"{found['whose'].lower()}{found['edge'].capitalize()}OfTurn", ""
    if found := _ROUND.match(plain):
        return f"{found['edge'].lower()}OfBattleRound", ""
    if plain.lower() in ("deployment phase", "passive"):
        return plain.lower().removesuffix(" phase"), ""
    if found := _REACTION.match(plain):
        return "reaction", (found["text"] or found["other"]).strip()
    return "", ""
