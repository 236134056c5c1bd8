"""Ability packs in YAML (A-IMP-1 to A-IMP-10): every error is reported with line, column and path; nothing is run.

At the end their JSON Schema, for editors that know YAML: made of what the loader reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from game.documents.error import DocumentError, DocumentErrors
from game.documents.reading import Part
from game.documents.yaml_text import SUFFIXES as SUFFIXES  # noqa: PLC0414 - the endings of packs
from game.documents.yaml_text import Node, read_yaml, read_yaml_text
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument, marked
from game.rulesets.aos4.documents.params import faults, unknown
from game.rulesets.aos4.documents.timing import MOMENTS, timing
from game.wording import N_, _

KINDS: Final = ("core", "faction", "battlepack", "custom")
TYPES: Final = ("normal", "command", "spell", "prayer", "passive")
RULES: Final = (
    "startOfBattleRound", "deployment", "startOfTurn", "hero", "movement", "shooting", "charge", "combat", "endOfTurn",
    "endOfBattleRound",
)  # fmt: skip
"""The texts that the panel of a phase shows (A-IMP-10)."""
KEYWORDS: Final = (
    "CORE", "MOVE", "RUN", "RETREAT", "ATTACK", "SHOOT", "CHARGE", "FIGHT", "DEPLOY", "TERRAIN", "UNBIND", "BANISH",
    "RALLY", "MAGIC", "DEFENCE", "SPELL", "PRAYER", "SUMMON", "UNLIMITED", "HEAL", "RAMPAGE",
)  # fmt: skip
"""The keywords that mean something; others are kept (A-IMP-3)."""
MOST_FAULTS: Final = 200
"""The most errors reported for one file."""

EXTRA: Final = "extra"
"""Under this name unknown fields are kept."""
MOST_NOTES: Final = 20
LONGEST_NOTE: Final = 1000

Values = dict[str, Any]
_TEXT: Final[Values] = {"type": "string"}
PartT = TypeVar("PartT", bound=Part)


@dataclass
class Reading:
    """A pack as far as it could be read, with its faults and with remarks (A-IMP-3)."""

    file: str
    pack: PackDocument | None = None
    faults: list[DocumentError] = field(default_factory=list)
    warnings: list[DocumentError] = field(default_factory=list)

    def fault(self, node: Node, path: str, reason: str) -> None:
        """Note a fault that makes the pack unusable."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(self._told(node, path, reason))

    def warn(self, node: Node, path: str, reason: str) -> None:
        """Note something odd that does no harm."""
        if len(self.warnings) < MOST_FAULTS:
            self.warnings.append(self._told(node, path, reason))

    def _told(self, node: Node, path: str, reason: str) -> DocumentError:
        return DocumentError(self.file, f"{node.place}, {path}" if path else node.place, reason)


def load_pack(path: str | Path) -> tuple[PackDocument, Sequence[DocumentError]]:
    """Return the pack in a file, and warnings; raise `DocumentError` for all faults at once, `OSError`."""
    return parse_pack(read_yaml_text(path), str(path))


def parse_pack(text: str, file: str) -> tuple[PackDocument, Sequence[DocumentError]]:
    """Return the pack in a YAML text, and warnings; raise `DocumentError` for all faults at once (A-IMP-2)."""
    reading = Reading(file)
    _read_pack(read_yaml(text, file), reading)
    if reading.faults:
        raise DocumentErrors(reading.faults) if len(reading.faults) > 1 else reading.faults[0]
    assert reading.pack is not None
    return reading.pack, reading.warnings


# -- fields


@dataclass(frozen=True)
class Entry:
    """A key of a mapping: our name for it, how it is read, whether it must be there, and its JSON Schema."""

    name: str
    read: Callable[[Node, str, Reading], Any]
    needed: bool = False
    shape: Values = field(default_factory=_TEXT.copy)


def _fields(node: Node, path: str, known: Mapping[str, Entry], reading: Reading) -> tuple[Values, dict[str, Node]]:
    """Return the values of a mapping by our names for them, and where each stands."""
    values: Values = {}
    places: dict[str, Node] = {}
    if node.kind != "mapping":
        reading.fault(node, path, _("must be a mapping - write its keys and values, one on each line"))
        return values, places
    seen: set[str] = set()
    for key, value in node.pairs:
        name = str(key.value)[:60] if key.kind == "plain" else "?"
        below = f"{path}.{name}" if path else name
        if name in seen:
            reading.fault(key, below, _("appears twice - keep one of them"))
        elif name in known:
            read = known[name].read(value, below, reading)
            if read is not None:
                values[known[name].name], places[known[name].name] = read, value
        elif value.kind == "plain" and len(values.get(EXTRA, ())) < MOST_NOTES:
            values.setdefault(EXTRA, {})[name] = str(value.value)[:LONGEST_NOTE]
            reading.warn(key, below, _("is not known here - it is kept as a note"))
        else:
            reading.warn(key, below, _("is not known here - it is ignored"))
        seen.add(name)
    for name in known:
        if known[name].needed and name not in seen:
            reading.fault(node, f"{path}.{name}" if path else name, _("is missing - add it"))
    return values, places


def _text(node: Node, path: str, reading: Reading) -> str | None:
    if node.kind == "plain" and isinstance(node.value, str):
        return node.value
    reading.fault(node, path, _("must be text - put it in quotes"))
    return None


def _html(node: Node, path: str, reading: Reading) -> str | None:
    text = _text(node, path, reading)
    return None if text is None else marked(text)


def _number(node: Node, path: str, reading: Reading) -> int | None:
    if node.kind == "plain" and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    reading.fault(node, path, _("must be a whole number"))
    return None


def _texts(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    texts = [_text(item, f"{path}[{index}]", reading) for index, item in enumerate(node.items)]
    return tuple(item for item in texts if item is not None)


def _phases(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    phases = _texts(node, path, reading)
    for index, phase in enumerate(phases or ()):
        if phase not in MOMENTS:
            text = _("{phase!r} is not a phase - use one of {known}", phase=phase[:60], known=", ".join(MOMENTS))
            reading.fault(node.items[index], f"{path}[{index}]", text)
    return phases


def _keywords(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    words = _texts(node, path, reading)
    if words is None:
        return None
    for index, keyword in enumerate(words):
        if keyword.upper() not in KEYWORDS:
            reading.warn(node.items[index], f"{path}[{index}]", _("{word!r} is not a core keyword", word=keyword[:60]))
    return tuple(keyword.upper() for keyword in words)


def _names(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    if node.kind == "plain":
        text = _text(node, path, reading)
        return None if text is None else (text,)
    return _texts(node, path, reading)


def _type(node: Node, path: str, reading: Reading) -> str | None:
    kind = _text(node, path, reading)
    if kind is None or kind in TYPES:
        return kind
    text = _("{found!r} is not a type of ability - use one of {known}", found=kind[:60], known=", ".join(TYPES))
    reading.fault(node, path, text)
    return None


def _kind(node: Node, path: str, reading: Reading) -> str | None:
    kind = _text(node, path, reading)
    if kind is None or kind in KINDS:
        return kind
    text = _("{found!r} is not a type of pack - it counts as custom; known types: {known}", found=kind[:60],
             known=", ".join(KINDS))  # fmt: skip
    reading.warn(node, path, text)
    return "custom"


def _params(node: Node, path: str, reading: Reading) -> dict[str, str | int] | None:
    if node.kind != "mapping":
        reading.fault(node, path, _("must be a mapping - write its keys and values, one on each line"))
        return None
    params: dict[str, str | int] = {}
    for key, value in node.pairs:
        below = f"{path}.{str(key.value)[:60] if key.kind == 'plain' else '?'}"
        if key.kind != "plain" or not isinstance(key.value, str):
            reading.fault(key, below, _("must be text - put it in quotes"))
        elif value.kind != "plain" or isinstance(value.value, bool) or not isinstance(value.value, str | int):
            reading.fault(value, below, _("must be text or a whole number"))
        else:
            params[key.value] = value.value
    return params


# -- abilities

_TEXTS: Final = {"type": "array", "items": _TEXT}
_POSITIVE: Final = {"type": "integer", "minimum": 1}
_STEP: Final = {
    "handler": Entry("handler", _text, True),
    "params": Entry("params", _params),
}


def _steps(node: Node, path: str, reading: Reading) -> tuple[Values, ...] | None:
    """Return further effects of an ability, each checked as its first one is (A-IMP-9)."""
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    steps: list[Values] = []
    for index, item in enumerate(node.items):
        values, places = _fields(item, f"{path}[{index}]", _STEP, reading)
        values.pop(EXTRA, None)
        _check_params(values, places.get("params", item), f"{path}[{index}].params", reading)
        steps.append(values)
    return tuple(steps)


_PARAMS: Final = {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}

ABILITY: Final = {
    "id": Entry("id", _text, True),
    "type": Entry("kind", _type, True, {"enum": list(TYPES)}),
    "name": Entry("name", _text, True),
    "timing": Entry("timing", _text, True),
    "availablePhases": Entry("phases", _phases, True, {"type": "array", "items": {"enum": list(MOMENTS)}}),
    "cost": Entry("cost", _number, shape=_POSITIVE),
    "castingValue": Entry("casting", _number, shape=_POSITIVE),
    "chantingValue": Entry("chanting", _number, shape=_POSITIVE),
    "declare": Entry("declare", _html, True),
    "effect": Entry("effect", _html, True),
    "keywords": Entry("keywords", _keywords, True, _TEXTS),
    "usedBy": Entry("used_by", _names, shape={"anyOf": [_TEXT, _TEXTS]}),
    "handler": Entry("handler", _text),
    "params": Entry("params", _params, shape=_PARAMS),
    "also": Entry(
        "also",
        _steps,
        shape={
            "type": "array",
            "items": {
                "type": "object",
                "required": ["handler"],
                "properties": {"handler": _TEXT, "params": _PARAMS},
            },
        },
    ),
}


def _abilities(node: Node, path: str, reading: Reading) -> tuple[AbilityDocument, ...] | None:
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    abilities: list[AbilityDocument] = []
    seen: set[str] = set()
    for index, item in enumerate(node.items):
        below = f"{path}[{index}]"
        values, places = _fields(item, below, ABILITY, reading)
        if "id" in values and values["id"] in seen:
            text = _("another ability has the id {id!r} - give each its own", id=values["id"][:60])
            reading.fault(places["id"], f"{below}.id", text)
        seen.add(values.get("id", ""))
        ability = _ability(item, below, values, places, reading)
        if ability is not None:
            abilities.append(ability)
    return tuple(abilities)


def _ability(
    node: Node, path: str, values: Values, places: Mapping[str, Node], reading: Reading
) -> AbilityDocument | None:
    before = len(reading.faults)
    for name, reason in _contradictions(values):
        reading.fault(places.get(name, node), f"{path}.{_KEYS[name]}", reason)
    _check_params(values, places.get("params", node), f"{path}.params", reading)
    for name in ("casting", "chanting"):
        if name in values:
            values["value"] = values.pop(name)
    if len(reading.faults) > before or not values.keys() >= {"id", "kind", "name", "timing", "declare", "effect"}:
        return None
    ability = _validated(AbilityDocument, values, node, path, places, reading)
    if ability is not None:
        _cross_check(path, ability, places.get("phases", node), reading)
    return ability


def _check_params(values: Values, node: Node, path: str, reading: Reading) -> None:
    """Tell of parameters that the effect of an ability cannot do with, or does not know (A-IMP-9)."""
    effect, params = values.get("handler") or values.get("id", ""), values.get("params", {})
    spots = {str(key.value): value for key, value in node.pairs} if "params" in values else {}
    for name, reason in faults(effect, params):
        reading.fault(spots.get(name, node), f"{path}.{name}".removesuffix("."), reason)
    for name in unknown(effect, params):
        reading.warn(spots[name], f"{path}.{name[:60]}", _("is not known here - it does nothing"))


_KEYS: Final = {entry.name: key for key, entry in ABILITY.items()} | {"value": "castingValue"}


def _contradictions(values: Values) -> Iterator[tuple[str, str]]:
    """Yield the fields of an ability that do not fit the others, and why (A-IMP-2)."""
    kind = values.get("kind")
    if kind is None:
        return
    if kind == "command" and "cost" not in values:
        yield "cost", _("is missing - a command needs a cost in command points")
    elif kind != "command" and "cost" in values:
        yield "cost", _("is for commands only - remove it, or make the ability a command")
    elif "cost" in values and values["cost"] < 1:
        yield "cost", _("must be 1 or more")
    for name, owner in (("casting", "spell"), ("chanting", "prayer")):
        if name in values and kind != owner:
            yield name, _("is for a {owner} only", owner=owner)
        elif name in values and values[name] < 1:
            yield name, _("must be 1 or more")
    if kind != "passive":
        for name in ("phases", "keywords"):
            if values.get(name) == ():
                yield name, _("is empty - only a passive ability may leave it empty")


def _cross_check(path: str, ability: AbilityDocument, node: Node, reading: Reading) -> None:
    """Warn of a timing that its phases contradict, or that is not understood: the phases decide (A-IMP-5)."""
    when, words = timing(ability.timing), ability.timing[:80]
    if when.moment == "":
        reading.warn(
            node, f"{path}.timing", _("{timing!r} is not understood - its phases are used instead", timing=words)
        )
    elif when.moment == "reaction" and not when.is_read:
        text = N_("the trigger in {timing!r} is not understood - it is offered after every declaration in its phases")
        reading.warn(node, f"{path}.timing", _(text, timing=words))
    elif when.moment not in ("reaction", "passive") and ability.phases != (when.moment,):
        text = N_("says {phases}, but its timing says {moment} - the phases are used (A-IMP-5)")
        phases = ", ".join(ability.phases)
        reading.warn(node, f"{path}.availablePhases", _(text, phases=phases, moment=when.moment))


# -- rules and the whole

RULE: Final = {"id": Entry("id", _text, True), "information": Entry("information", _html, True)}


def _rules(node: Node, path: str, reading: Reading) -> dict[str, str] | None:
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    rules: dict[str, str] = {}
    for index, item in enumerate(node.items):
        values, places = _fields(item, f"{path}[{index}]", RULE, reading)
        if not values.keys() >= {"id", "information"}:
            continue
        where, below = places["id"], f"{path}[{index}].id"
        if values["id"] in rules:
            text = _("another text has the id {id!r} - give each its own", id=values["id"][:60])
            reading.fault(where, below, text)
        if values["id"] not in RULES:
            reading.warn(where, below, _("{id!r} is not a phase - its text is shown last", id=values["id"][:60]))
        rules[values["id"]] = values["information"]
    return dict(sorted(rules.items(), key=lambda rule: RULES.index(rule[0]) if rule[0] in RULES else len(RULES)))


PACK: Final = {
    "type": Entry("kind", _kind, True),
    "id": Entry("id", _text, True),
    "name": Entry("name", _text, True),
    "abilities": Entry("abilities", _abilities, True),
    "rules": Entry("rules", _rules, True),
    "overrides": Entry("overrides", _texts, shape=_TEXTS),
}


def _read_pack(node: Node, reading: Reading) -> None:
    values, places = _fields(node, "", PACK, reading)
    values.pop(EXTRA, None)
    if not reading.faults:
        reading.pack = _validated(PackDocument, values, node, "", places, reading)


def _validated(
    model: type[PartT], values: Values, node: Node, path: str, places: Mapping[str, Node], reading: Reading
) -> PartT | None:
    """Return a document of values, or None. It has the same limits on lengths and characters as every document."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        for detail in error.errors(include_url=False, include_input=False):
            name = str(detail["loc"][0]) if detail["loc"] else ""
            below = f"{path}.{_KEYS.get(name, name)}".strip(".")
            reading.fault(places.get(name, node), below, detail["msg"][0].lower() + detail["msg"][1:])
        return None


def pack_schema() -> dict[str, Any]:
    """Return the JSON Schema of an ability pack."""
    ability = _object(ABILITY)
    ability["allOf"] = [
        {
            "if": {"properties": {"type": {"const": "command"}}},
            "then": {"required": ["cost"]},
            "else": {"properties": {"cost": False}},
        }
    ]
    whole = _object(PACK)
    whole["title"] = "Ability pack"
    whole["properties"]["abilities"] = {"type": "array", "items": ability}
    whole["properties"]["rules"] = {"type": "array", "items": _object(RULE)}
    return whole


def _object(fields: Mapping[str, Entry]) -> dict[str, Any]:
    """Return the schema of a mapping; other keys are only odd (A-IMP-3)."""
    properties = {key: entry.shape for key, entry in fields.items()}
    required = [key for key, entry in fields.items() if entry.needed]
    return {"type": "object", "required": required, "properties": properties}
