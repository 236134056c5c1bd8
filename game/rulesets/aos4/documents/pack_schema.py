"""The JSON Schema of an ability pack, for editors that know YAML (A-IMP-2, A-IMP-9): made of what the loader reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from game.rulesets.aos4.documents import packs
from game.rulesets.aos4.documents.timing import MOMENTS

_TEXT: Final = {"type": "string"}
_TEXTS: Final = {"type": "array", "items": _TEXT}
_SHAPES: Final[dict[str, dict[str, Any]]] = {
    "kind": {"type": "string"},
    "phases": {"type": "array", "items": {"enum": list(MOMENTS)}},
    "cost": {"type": "integer", "minimum": 1},
    "casting": {"type": "integer", "minimum": 1},
    "chanting": {"type": "integer", "minimum": 1},
    "keywords": _TEXTS,
    "used_by": {"anyOf": [_TEXT, _TEXTS]},
    "params": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
    "overrides": _TEXTS,
}
"""What the values of fields look like where they are not plain texts."""


def pack_schema() -> dict[str, Any]:
    """Return the JSON Schema of an ability pack."""
    ability = _object(packs.ABILITY)
    ability["properties"]["type"] = {"enum": list(packs.TYPES)}
    ability["allOf"] = [
        {
            "if": {"properties": {"type": {"const": "command"}}},
            "then": {"required": ["cost"]},
            "else": {"properties": {"cost": False}},
        }
    ]
    whole = _object(packs.PACK)
    whole["title"] = "Ability pack"
    whole["properties"]["abilities"] = {"type": "array", "items": ability}
    whole["properties"]["rules"] = {"type": "array", "items": _object(packs.RULE)}
    return whole


def _object(fields: Mapping[str, packs.Entry]) -> dict[str, Any]:
    """Return the schema of a mapping; other keys are only odd (A-IMP-3)."""
    properties = {key: _SHAPES.get(entry.name, _TEXT) for key, entry in fields.items()}
    required = [key for key, entry in fields.items() if entry.needed]
    return {"type": "object", "required": required, "properties": properties}
