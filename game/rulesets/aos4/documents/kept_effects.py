"""The player's decisions about effects read from texts, stored under the hash of each text (A-IMP-8).

No text is stored: a roster with the same text finds its effects by the hash.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from game.documents.error import DocumentError
from game.documents.files import home_path, write_text
from game.documents.reading import Document, Part, load_document
from game.rulesets.aos4.documents.abilities import AbilityDocument, Params, StepDocument, unmarked
from game.rulesets.aos4.documents.armies import ArmyDocument, UnitDocument
from game.rulesets.aos4.documents.params import faults
from game.rulesets.aos4.documents.reading_effects import Proposal, plain_text, read_effects

FOLDER: Final = "effects"
FILE: Final = "aos4.json"
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
Hash = Annotated[str, Field(min_length=12, max_length=40)]


class KeptEffect(Part):
    """The effects that a player accepted for a text; without a `handler` the text needs nothing in play."""

    handler: Annotated[str, Field(max_length=60)] = ""
    params: Params = Field(default_factory=dict)
    also: Annotated[tuple[StepDocument, ...], Field(max_length=12)] = ()


class KeptEffects(Document):
    """The player's decisions about effects that were read from texts, by the hash of the text."""

    format: Literal["inchwise-aos4-effects"] = "inchwise-aos4-effects"
    version: Literal[1] = 1
    accepted: Annotated[dict[Hash, KeptEffect], Field(max_length=20000)] = Field(default_factory=dict)
    refused: Annotated[tuple[Hash, ...], Field(max_length=20000)] = ()


class FoundText(NamedTuple):
    """An ability of an army whose text was read: the units that have it, the proposed meaning, and the hash."""

    owners: tuple[str, ...]
    ability: AbilityDocument
    proposal: Proposal
    hash: str


def text_hash(ability: AbilityDocument) -> str:
    """Return the hash of an ability's text, which does not depend on markup, case and blanks."""
    parts = (ability.kind, ability.timing, ability.declare, ability.effect, ", ".join(ability.keywords))
    plain = "\n".join(" ".join(unmarked(part).casefold().split()) for part in parts)
    return hashlib.blake2b(plain.encode(), digest_size=8).hexdigest()


def kept_path() -> Path:
    """Return the path of the file with the player's decisions, which may not exist yet."""
    return home_path() / FOLDER / FILE


def kept_effects() -> KeptEffects:
    """Return the player's decisions; raise `DocumentError` or `OSError`."""
    path = kept_path()
    return load_document(path, KeptEffects) if path.is_file() else KeptEffects()


def corrected(text: FoundText, key: str, value: str) -> FoundText:
    """Return a text with another value of a parameter ("" removes it); raise `DocumentError`.

    The key is the number of the effect and the name of the parameter, as in `step_values`.
    """
    number, _space, name = key.partition(" ")
    steps = list(text.proposal.steps)
    step = steps[int(number)]
    params = {**step.params, name: int(value) if _NUMBER.fullmatch(value) else value}
    if not value:
        del params[name]
    for parameter, reason in faults(step.handler, params):
        raise DocumentError(text.ability.name, parameter, reason)
    steps[int(number)] = StepDocument(handler=step.handler, params=params)
    proposal = Proposal(steps[0].handler, steps[0].params, tuple(steps[1:]), text.proposal.words)
    return text._replace(proposal=proposal)


def decide(found: Sequence[FoundText], *, accepted: bool) -> None:
    """Save the player's decision to accept or refuse the proposed meanings; raise `DocumentError` or `OSError`."""
    decisions, hashes = kept_effects(), {text.hash for text in found}
    accepted_effects = {name: effect for name, effect in decisions.accepted.items() if name not in hashes}
    refused = [name for name in decisions.refused if name not in hashes]
    for text in found:
        if accepted:
            proposal = text.proposal
            accepted_effects[text.hash] = KeptEffect(
                handler=proposal.handler, params=dict(proposal.params), also=proposal.also
            )
        elif text.hash not in refused:
            refused.append(text.hash)
    document = KeptEffects(accepted=accepted_effects, refused=tuple(refused))
    path = kept_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(document.model_dump(mode="json"), indent=1) + "\n")


def read_texts(army: ArmyDocument, kept: KeptEffects) -> list[FoundText]:
    """Return the abilities of an army whose texts are understood completely, each text once.

    Abilities that the rules know already are left out, unless they have effects that the player accepted.
    """
    by_hash: dict[str, FoundText] = {}
    for owner, ability in _abilities(army):
        name = text_hash(ability)
        if name in kept.accepted:
            ability = ability.model_copy(update={"handler": "", "params": {}, "also": ()})
        proposal = read_effects(ability)
        if name in kept.accepted:  # the player may have corrected it
            proposal = accepted_proposal(kept.accepted[name], ability, proposal)
        if proposal is None:
            continue
        earlier = by_hash[name].owners if name in by_hash else ()
        owners = (*earlier, owner) if owner else earlier
        by_hash[name] = FoundText(tuple(dict.fromkeys(owners)), ability, proposal, name)
    return list(by_hash.values())


def accepted_proposal(kept: KeptEffect, ability: AbilityDocument, read: Proposal | None) -> Proposal:
    """Return the effect that a player accepted for a text. It may differ from the current reading `read`."""
    words = tuple(filter(None, plain_text(ability))) if read is None else read.words
    return Proposal(kept.handler, kept.params, kept.also, words)


def _abilities(army: ArmyDocument) -> Iterator[tuple[str, AbilityDocument]]:
    """Yield each ability of an army with the name of its unit, or "" for those of the whole army."""
    for unit in (*army.units, *army.terrain, *army.manifestations):
        yield from ((unit.name, ability) for ability in unit.abilities)
    yield from (("", ability) for ability in army.abilities)


def with_accepted(army: ArmyDocument, kept: KeptEffects | None = None) -> ArmyDocument:
    """Return an army whose abilities have the effects that the player accepted for their texts."""
    accepted = (kept_effects() if kept is None else kept).accepted
    if not accepted:
        return army

    def changed(abilities: Collection[AbilityDocument]) -> tuple[AbilityDocument, ...]:
        return tuple(_with_effect(ability, accepted.get(text_hash(ability))) for ability in abilities)

    def unit(card: UnitDocument) -> UnitDocument:
        return card.model_copy(update={"abilities": changed(card.abilities)})

    regiments = [regiment.model_copy(update={"units": tuple(map(unit, regiment.units))}) for regiment in army.regiments]
    groups = {name: tuple(map(unit, getattr(army, name))) for name in ("auxiliaries", "terrain", "manifestations")}
    return army.model_copy(update={"regiments": tuple(regiments), "abilities": changed(army.abilities), **groups})


def _with_effect(ability: AbilityDocument, kept: KeptEffect | None) -> AbilityDocument:
    """Return an ability with the accepted effect for its text, if any."""
    if kept is None or ability.handler:
        return ability
    return Proposal(kept.handler, kept.params, kept.also).applied(ability)
