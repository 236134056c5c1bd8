"""State as plain mutable dataclasses that can be copied in microseconds, hashed and written as JSON.

A game's state is a tree of `Record`s. Records hold scalars, tuples, enums, other records, and lists,
dicts and sets of these; nothing else. That is all that copying needs to know, so no class writes its own.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Self


class Record:
    """Base of every state dataclass: a fast deep copy and a stable hash.

    Subclasses are ordinary (not slotted) dataclasses, so that a copy is one dictionary copy plus the
    few fields that hold containers or other records.
    """

    def clone(self) -> Self:
        """Return an independent copy: nothing done to one is seen in the other."""
        twin = object.__new__(type(self))
        twin.__dict__.update(
            {name: value if type(value) in SHARED else _copied(value) for name, value in self.__dict__.items()}
        )
        return twin

    def plain(self) -> dict[str, Any]:
        """Return the record as JSON-ready dicts and lists, sets sorted."""
        return {field.name: to_plain(self.__dict__[field.name]) for field in _fields(type(self))}

    def digest(self) -> str:
        """Return a hash of the whole record: equal states, equal digests, on every machine."""
        text = json.dumps(self.plain(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def to_plain(value: Any) -> Any:
    """Return `value` as JSON-ready data; positions are already on the lattice, so floats are exact."""
    if isinstance(value, Record):
        return value.plain()
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(value)
    return value


@cache
def _fields(kind: type) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind)


SHARED = frozenset((int, float, str, bool, type(None), tuple, frozenset))
"""Types whose values a copy may share: they never change."""


def _copied(value: Any) -> Any:
    copier = _COPIERS.get(type(value))
    if copier is not None:
        return copier(value)
    return value.clone() if isinstance(value, Record) else value


def _copied_list(values: list[Any]) -> list[Any]:
    return [_copied(value) for value in values]


def _copied_dict(values: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _copied(value) for key, value in values.items()}


_COPIERS: dict[type, Callable[[Any], Any]] = {list: _copied_list, dict: _copied_dict, set: set}
