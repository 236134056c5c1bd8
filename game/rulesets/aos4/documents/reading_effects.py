"""Effects proposed from the texts of abilities. A text is understood completely or not at all (A-IMP-8).

A text is read only if every word of it is understood: its users, targets, conditions, durations and limits. Doubtful
texts are left for use by hand. People check a proposal before it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import ValidationError

from game.rulesets.aos4.documents.abilities import AbilityDocument, StepDocument, unmarked
from game.rulesets.aos4.documents.params import Value, faults
from game.rulesets.aos4.documents.reading.texts import Activated, Passive, Step
from game.rulesets.aos4.documents.reading.words import DoubtError, of_units, tidy
from game.rulesets.aos4.documents.timing import timing


@dataclass(frozen=True)
class Proposal:
    """The proposed meaning of an ability's text: effects in the form of documents, or none.

    `words` are the pieces of the text that gave the effects. Without a `handler`, the text needs nothing in play.
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
        """Return the start and end of each of the `words` in a text from `plain_text`, in order."""
        starts = [(text.find(words), len(words)) for words in self.words]
        return sorted((start, start + length) for start, length in starts if start >= 0)


_OPTION: Final = re.compile(r"\n(?:\u2022 )?\*\*([A-Z][^*\n:]{1,60}?)(?::\*\*|\*\*:) ?")
"""The name of one of several effects, at the beginning of a line."""
_NOTHING: Final = re.compile(
    r"(?:This (?:unit|model|Manifestation) (?:has|is armed with) no (?:other )?abilities\.?)"
    r"|(?:This unit's [A-Z][\w' ,-]* (?:is a token|are tokens)\.(?: After setting up this unit on the battlefield "
    r"for the "
    r"first time, place (?:it|its tokens?|all its tokens) next to it\.)?)"
    r"|(?:This unit earns \w+ additional renown points after each Path to Glory battle\.?)"
    r"|(?:If this unit gains any renown points in the aftermath sequence, it gains \w+ additional renown points\.?)"
    r"|(?:This unit can be included in (?:an?|any) [\w' -]+ (?:army|regiment)\.?)",
    re.IGNORECASE,
)


def plain_text(ability: AbilityDocument) -> tuple[str, str]:
    """Return an ability's declaration and effect, each on one line, without marks and typing errors."""
    return tidy(unmarked(ability.declare)), tidy(unmarked(_OPTION.sub("\n\u2022 \\1: ", ability.effect)))


def read_effects(ability: AbilityDocument) -> Proposal | None:
    """Return the meaning of an ability's text, or None if it is not understood completely."""
    if ability.kind == "card" or ability.handler:
        return None
    declare, effect = plain_text(ability)
    if _NOTHING.fullmatch(effect) and not declare:
        return Proposal(words=(effect,))
    words = tuple(filter(None, (declare, effect)))
    declare, effect = of_units(declare), of_units(effect)
    try:
        steps = Passive(effect).read() if _is_passive(ability) else Activated(ability, declare, effect).read()
        return _proposal([*_from_each_side(steps, timing(ability.timing).side)], words)
    except DoubtError:
        return None


_SIDED: Final = re.compile(r"\b(own|enemy)(?= territory)|(?<=contesting )(own|enemy|foreign|safe)\b")
_OTHER_SIDE: Final = {"own": "enemy", "enemy": "own", "foreign": "safe", "safe": "foreign"}
"""Words of conditions as one player reads them, with those for the other player."""


def _from_each_side(steps: Sequence[Step], reacted_side: str) -> Iterator[Step]:
    """Yield steps whose conditions on enemies say "own" of the enemy; texts speak of territories as their user does.

    `reacted_side` is the player to whose ability a reaction reacts: "you", "opponent" or "".
    """
    first_target = str(steps[0][1].get("target", "self"))
    for handler, needs in steps:
        target = f"{needs.get('target', first_target)} {needs.get('side', '')}"
        of_enemy = {"when": "enemy" not in target, "fights-which": True, "by-which": reacted_side == "opponent"}
        changed = dict(needs)
        for name in ("which", "plus-which", "sure-which", *of_enemy):
            if not _SIDED.search(str(needs.get(name, ""))):
                continue
            if not re.search("self|friend|enemy", target):
                raise DoubtError
            if of_enemy.get(name, "enemy" in target):
                changed[name] = _SIDED.sub(lambda match: _OTHER_SIDE[match[0]], str(needs[name]))
        yield handler, changed


def _is_passive(ability: AbilityDocument) -> bool:
    """Return whether an ability is passive; raise DoubtError for a passive one with keywords or a declaration."""
    if ability.kind == "passive" or timing(ability.timing).moment == "passive":
        if ability.keywords or ability.declare:
            raise DoubtError  # these apply only when another text refers to them
        return True
    return False


def _proposal(steps: Sequence[Step], words: Sequence[str]) -> Proposal | None:
    """Return steps as a proposal, or None if a step is not valid."""
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
