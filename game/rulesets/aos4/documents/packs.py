"""Reads ability packs in YAML (A-IMP-1 to A-IMP-10). Every error is reported with its place; no code is run.

At the end: the JSON Schema of packs for editors, derived from the same tables that the reader uses.
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
"""The ids of rule texts that the panel of a phase shows (A-IMP-10)."""
KEYWORDS: Final = (
    "CORE", "MOVE", "RUN", "RETREAT", "ATTACK", "SHOOT", "CHARGE", "FIGHT", "DEPLOY", "TERRAIN", "UNBIND", "BANISH",
    "RALLY", "MAGIC", "DEFENCE", "SPELL", "PRAYER", "SUMMON", "UNLIMITED", "HEAL", "RAMPAGE",
)  # fmt: skip
"""The keywords with a meaning in the rules; others are only kept (A-IMP-3)."""
MOST_FAULTS: Final = 200
"""The most errors reported for one file."""

EXTRA: Final = "extra"
"""The field in which unknown fields are kept as notes."""
MOST_NOTES: Final = 20
LONGEST_NOTE: Final = 1000

Values = dict[str, Any]
_TEXT: Final[Values] = {"type": "string"}
PartT = TypeVar("PartT", bound=Part)


@dataclass
class Reading:
    """The result of reading a pack so far: the pack, its faults, and warnings (A-IMP-3)."""

    file: str
    pack: PackDocument | None = None
    faults: list[DocumentError] = field(default_factory=list)
    warnings: list[DocumentError] = field(default_factory=list)

    def fault(self, node: Node, path: str, reason: str) -> None:
        """Record a fault that makes the pack unusable."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(self._told(node, path, reason))

    def warn(self, node: Node, path: str, reason: str) -> None:
        """Record something odd that does no harm."""
        if len(self.warnings) < MOST_FAULTS:
            self.warnings.append(self._told(node, path, reason))

    def _told(self, node: Node, path: str, reason: str) -> DocumentError:
        """Return an error with the place of a node in the file."""
        return DocumentError(self.file, f"{node.place}, {path}" if path else node.place, reason)


def load_pack(path: str | Path) -> tuple[PackDocument, Sequence[DocumentError]]:
    """Return the pack in a file, and warnings; raise `DocumentError` with all faults at once, or `OSError`."""
    return parse_pack(read_yaml_text(path), str(path))


def parse_pack(text: str, file: str) -> tuple[PackDocument, Sequence[DocumentError]]:
    """Return the pack in a YAML text, and warnings; raise `DocumentError` with all faults at once (A-IMP-2)."""
    reading = Reading(file)
    _read_pack(read_yaml(text, file), reading)
    if reading.faults:
        raise DocumentErrors(reading.faults) if len(reading.faults) > 1 else reading.faults[0]
    assert reading.pack is not None
    return reading.pack, reading.warnings


# -- fields


@dataclass(frozen=True)
class Entry:
    """A key of a mapping: the field that it fills, its reader, whether it is `needed`, and its JSON Schema."""

    name: str
    read: Callable[[Node, str, Reading], Any]
    needed: bool = False
    shape: Values = field(default_factory=_TEXT.copy)


def _fields(node: Node, path: str, entries: Mapping[str, Entry], reading: Reading) -> tuple[Values, dict[str, Node]]:
    """Return the values of a mapping by the names of the fields that they fill, and the node of each value."""
    values: Values = {}
    places: dict[str, Node] = {}
    if node.kind != "mapping":
        reading.fault(node, path, _("must be a mapping - write its keys and values, one on each line"))
        return values, places
    names_seen: set[str] = set()
    for key, value in node.pairs:
        name = str(key.value)[:60] if key.kind == "plain" else "?"
        key_path = f"{path}.{name}" if path else name
        if name in names_seen:
            reading.fault(key, key_path, _("appears twice - keep one of them"))
        elif name in entries:
            value_read = entries[name].read(value, key_path, reading)
            if value_read is not None:
                values[entries[name].name], places[entries[name].name] = value_read, value
        elif value.kind == "plain" and len(values.get(EXTRA, ())) < MOST_NOTES:
            values.setdefault(EXTRA, {})[name] = str(value.value)[:LONGEST_NOTE]
            reading.warn(key, key_path, _("is not known here - it is kept as a note"))
        else:
            reading.warn(key, key_path, _("is not known here - it is ignored"))
        names_seen.add(name)
    for name in entries:
        if entries[name].needed and name not in names_seen:
            reading.fault(node, f"{path}.{name}" if path else name, _("is missing - add it"))
    return values, places


def _text(node: Node, path: str, reading: Reading) -> str | None:
    """Return the text of a node, or None with a fault."""
    if node.kind == "plain" and isinstance(node.value, str):
        return node.value
    reading.fault(node, path, _("must be text - put it in quotes"))
    return None


def _html(node: Node, path: str, reading: Reading) -> str | None:
    """Return the text of a node with its marks in HTML replaced, or None with a fault."""
    text = _text(node, path, reading)
    return None if text is None else marked(text)


def _number(node: Node, path: str, reading: Reading) -> int | None:
    """Return the whole number of a node, or None with a fault."""
    if node.kind == "plain" and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    reading.fault(node, path, _("must be a whole number"))
    return None


def _texts(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    """Return the list of texts of a node, or None with a fault."""
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    texts = [_text(item, f"{path}[{index}]", reading) for index, item in enumerate(node.items)]
    return tuple(item for item in texts if item is not None)


def _phases(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    """Return the phases of a node, with a fault for each unknown phase."""
    phases = _texts(node, path, reading)
    for index, phase in enumerate(phases or ()):
        if phase not in MOMENTS:
            text = _("{phase!r} is not a phase - use one of {known}", phase=phase[:60], known=", ".join(MOMENTS))
            reading.fault(node.items[index], f"{path}[{index}]", text)
    return phases


def _keywords(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    """Return the keywords of a node in capitals, with a warning for each unknown keyword."""
    words = _texts(node, path, reading)
    if words is None:
        return None
    for index, keyword in enumerate(words):
        if keyword.upper() not in KEYWORDS:
            reading.warn(node.items[index], f"{path}[{index}]", _("{word!r} is not a core keyword", word=keyword[:60]))
    return tuple(keyword.upper() for keyword in words)


def _names(node: Node, path: str, reading: Reading) -> tuple[str, ...] | None:
    """Return one name or a list of names, or None with a fault."""
    if node.kind == "plain":
        text = _text(node, path, reading)
        return None if text is None else (text,)
    return _texts(node, path, reading)


def _type(node: Node, path: str, reading: Reading) -> str | None:
    """Return the type of an ability, or None with a fault."""
    kind = _text(node, path, reading)
    if kind is None or kind in TYPES:
        return kind
    text = _("{found!r} is not a type of ability - use one of {known}", found=kind[:60], known=", ".join(TYPES))
    reading.fault(node, path, text)
    return None


def _kind(node: Node, path: str, reading: Reading) -> str | None:
    """Return the type of a pack; an unknown type counts as custom, with a warning."""
    kind = _text(node, path, reading)
    if kind is None or kind in KINDS:
        return kind
    text = _("{found!r} is not a type of pack - it counts as custom; known types: {known}", found=kind[:60],
             known=", ".join(KINDS))  # fmt: skip
    reading.warn(node, path, text)
    return "custom"


def _params(node: Node, path: str, reading: Reading) -> dict[str, str | int] | None:
    """Return the parameters of a node, or None with a fault."""
    if node.kind != "mapping":
        reading.fault(node, path, _("must be a mapping - write its keys and values, one on each line"))
        return None
    params: dict[str, str | int] = {}
    for key, value in node.pairs:
        key_path = f"{path}.{str(key.value)[:60] if key.kind == 'plain' else '?'}"
        if key.kind != "plain" or not isinstance(key.value, str):
            reading.fault(key, key_path, _("must be text - put it in quotes"))
        elif value.kind != "plain" or isinstance(value.value, bool) or not isinstance(value.value, str | int):
            reading.fault(value, key_path, _("must be text or a whole number"))
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
    """Return the further effects of an ability, each checked like the first one (A-IMP-9)."""
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
    """Return the abilities of a node; those with faults are left out."""
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    abilities: list[AbilityDocument] = []
    seen: set[str] = set()
    for index, item in enumerate(node.items):
        ability_path = f"{path}[{index}]"
        values, places = _fields(item, ability_path, ABILITY, reading)
        if "id" in values and values["id"] in seen:
            text = _("another ability has the id {id!r} - give each its own", id=values["id"][:60])
            reading.fault(places["id"], f"{ability_path}.id", text)
        seen.add(values.get("id", ""))
        ability = _ability(item, ability_path, values, places, reading)
        if ability is not None:
            abilities.append(ability)
    return tuple(abilities)


def _ability(
    node: Node, path: str, values: Values, places: Mapping[str, Node], reading: Reading
) -> AbilityDocument | None:
    """Return an ability whose fields have been read, or None if it has faults."""
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
    """Report parameters that are missing or invalid for the effect of an ability, or unknown to it (A-IMP-9)."""
    effect, params = values.get("handler") or values.get("id", ""), values.get("params", {})
    spots = {str(key.value): value for key, value in node.pairs} if "params" in values else {}
    for name, reason in faults(effect, params):
        reading.fault(spots.get(name, node), f"{path}.{name}".removesuffix("."), reason)
    for name in unknown(effect, params):
        reading.warn(spots[name], f"{path}.{name[:60]}", _("is not known here - it does nothing"))


_KEYS: Final = {entry.name: key for key, entry in ABILITY.items()} | {"value": "castingValue"}


def _contradictions(values: Values) -> Iterator[tuple[str, str]]:
    """Yield the fields of an ability that contradict other fields, each with the reason (A-IMP-2)."""
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
    """Warn of a timing that contradicts the phases or is not understood. The phases decide (A-IMP-5)."""
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
    """Return the rule texts of a node by id, in the order of the phases."""
    if node.kind != "list":
        reading.fault(node, path, _("must be a list"))
        return None
    rules: dict[str, str] = {}
    for index, item in enumerate(node.items):
        values, places = _fields(item, f"{path}[{index}]", RULE, reading)
        if not values.keys() >= {"id", "information"}:
            continue
        id_node, id_path = places["id"], f"{path}[{index}].id"
        if values["id"] in rules:
            text = _("another text has the id {id!r} - give each its own", id=values["id"][:60])
            reading.fault(id_node, id_path, text)
        if values["id"] not in RULES:
            reading.warn(id_node, id_path, _("{id!r} is not a phase - its text is shown last", id=values["id"][:60]))
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
    """Read a pack; without faults, set it as the result."""
    values, places = _fields(node, "", PACK, reading)
    values.pop(EXTRA, None)
    if not reading.faults:
        reading.pack = _validated(PackDocument, values, node, "", places, reading)


def _validated(
    model: type[PartT], values: Values, node: Node, path: str, places: Mapping[str, Node], reading: Reading
) -> PartT | None:
    """Return a document with these values, or None with a fault for each invalid value."""
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
    schema = _object(PACK)
    schema["title"] = "Ability pack"
    schema["properties"]["abilities"] = {"type": "array", "items": ability}
    schema["properties"]["rules"] = {"type": "array", "items": _object(RULE)}
    return schema


def _object(fields: Mapping[str, Entry]) -> dict[str, Any]:
    """Return the schema of a mapping. Other keys are allowed, since they only cause warnings (A-IMP-3)."""
    properties = {key: entry.shape for key, entry in fields.items()}
    required = [key for key, entry in fields.items() if entry.needed]
    return {"type": "object", "required": required, "properties": properties}
