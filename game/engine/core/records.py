"""State as dataclasses of scalars, tuples, enums, records and containers of these. They copy fast and hash stably.

Fields that are declared as `Sequence` or `Mapping` are replaced, never changed in place, so that copies share them.
"""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache
from operator import attrgetter, methodcaller
from types import UnionType
from typing import Any, ClassVar, Final, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

Made = TypeVar("Made")


def _cached_by_class(make: Callable[[Any], Made]) -> Callable[[Any], Made]:
    """Let a function work only once for each class."""
    return cache(make)


SPARSE: Final = {"sparse": True}
"""The metadata of a field that is left out of plain data and hashes while it is empty, so that old ones stay equal."""


class Record:
    """Base class of every state dataclass (without slots), with fast deep copies, a stable hash and strict reading."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True, "allow_inf_nan": False}

    def clone(self) -> Self:
        """Return an independent deep copy."""
        twin: Self = _cloner(type(self))(self)
        return twin

    def __copy__(self) -> Self:
        twin: Self = _copier(type(self))(self)
        return twin

    def equals(self, other: object) -> bool:
        """Return whether another record holds the same values, without computing hashes."""
        if type(self) is not type(other):
            return False
        plain, others = _parts(type(self))
        return bool(plain(self) == plain(other)) and all(
            _are_equal(getattr(self, name), getattr(other, name)) for name in others
        )

    def plain(self) -> dict[str, Any]:
        """Return the record as JSON-ready dicts and lists; sets become sorted lists."""
        content: dict[str, Any] = to_plain(self)
        return content

    def digest(self) -> str:
        """Return a hash of the whole record; equal states have the same hash on every machine."""
        text = _ENCODER.encode(self)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


@contextmanager
def restored(records: Sequence[Record], *names: str) -> Iterator[None]:
    """Restore the named fields of records after the block, so that it may change them freely."""
    old_values = [[getattr(record, name) for name in names] for record in records]
    try:
        yield
    finally:
        for record, values in zip(records, old_values, strict=True):
            for name, value in zip(names, values, strict=True):
                setattr(record, name, value)


def _are_equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal. Unlike with `==`, a list equals a tuple of the same parts, as in hashes."""
    if isinstance(one, Record):
        return one.equals(other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_are_equal(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(_are_equal(*pair) for pair in zip(one, other, strict=True))
    return bool(one == other)


@_cached_by_class
def _parts(kind: type[Record]) -> tuple[Callable[[Any], Any], list[str]]:
    """Return a getter for all fields of a record class that hold only plain values, and the names of other fields."""
    hints = get_type_hints(kind)
    others = [name for name in field_names(kind) if not _is_plain(hints[name])]
    plain = [name for name in field_names(kind) if name not in others]
    return attrgetter(*plain) if plain else lambda record: None, others


def _is_plain(declared: Any) -> bool:
    # Whether it is a scalar or a collection of scalars, which Python compares like `_are_equal`, but faster.
    if declared in _SCALARS or get_origin(declared) is Literal:
        return True
    parts = [part for part in get_args(declared) if part is not Ellipsis]
    return bool(parts) and get_origin(declared) in _COLLECTIONS and all(_is_plain(part) for part in parts)


_COLLECTIONS = frozenset({list, tuple, dict, set, frozenset, Mapping, Sequence, Union, UnionType})


_SCALARS = frozenset({str, int, float, bool, type(None)})


def to_plain(value: Any) -> Any:
    """Return a value or dataclass as JSON-ready data. Floats are exact, because positions are on the lattice."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _SCALARS else to_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if dataclasses.is_dataclass(value):
        fields = ((name, getattr(value, name)) for name in _written(value))
        return {name: item if type(item) in _SCALARS else to_plain(item) for name, item in fields}
    return value.value if isinstance(value, Enum) else value


def _plain_parts(value: Any) -> Any:
    """Return the JSON form of a value that JSON cannot hold; the encoder then continues with its parts."""
    if not isinstance(value, Record):
        return to_plain(value)
    content = {name: getattr(value, name) for name in _written(value)}
    for name in _sorted_otherwise(type(value)):
        content[name] = to_plain(content[name])
    return content


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False, default=_plain_parts)


@_cached_by_class
def _sorted_otherwise(kind: Any) -> tuple[str, ...]:
    """Return the fields that hold dicts with non-string keys, which the encoder would not sort as text."""
    hints = get_type_hints(kind)
    return tuple(name for name in field_names(kind) if _has_other_keys(hints[name]))


def _has_other_keys(declared: Any) -> bool:
    parts = get_args(declared)
    if (get_origin(declared) or declared) is dict and parts[:1] != (str,):
        return True
    return any(_has_other_keys(part) for part in parts)


@_cached_by_class
def _cloner(kind: type[Record]) -> Callable[[Any], Any]:
    """Return the function that makes deep copies of records of a class."""
    hints = get_type_hints(kind)
    deep = [
        (index, _copier_of(hints[name])) for index, name in enumerate(field_names(kind)) if _may_change(hints[name])
    ]
    read, make = _reader(kind), _maker(kind)

    def clone(record: Any) -> Any:
        values = [*read(record)]
        for index, copied in deep:
            values[index] = copied(values[index])
        return make(*values)

    return clone if deep else _copier(kind)


@_cached_by_class
def _copier(kind: type[Record]) -> Callable[[Any], Any]:
    """Return the function that makes shallow copies of records of a class."""
    read, make = _reader(kind), _maker(kind)
    return lambda record: make(*read(record))


def _reader(kind: type[Record]) -> Callable[[Any], Iterable[Any]]:
    names = field_names(kind)
    return attrgetter(*names) if len(names) > 1 else lambda record: [getattr(record, name) for name in names]


def _maker(kind: type[Record]) -> Callable[..., Any]:
    """Return a function that makes a record from its field values, without running the rest of `__init__`.

    The usual `__init__` sets one field after another. Python reads such records several times as fast as those whose
    `__dict__` was filled, so `__dict__` is filled only for classes that set fields in their own way.
    """
    names = field_names(kind)
    has_usual_init = kind.__setattr__ is object.__setattr__ and getattr(kind, "__match_args__", ()) == names
    if has_usual_init and not hasattr(kind, "__post_init__"):
        return kind

    def instance_of(*values: Any) -> Any:
        twin = object.__new__(kind)
        twin.__dict__.update(zip(names, values, strict=True))
        return twin

    return instance_of


@_cached_by_class
def field_names(kind: Any) -> tuple[str, ...]:
    """Return the field names of a dataclass."""
    return tuple(field.name for field in dataclasses.fields(kind))


@_cached_by_class
def _sparse(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sparse fields of a dataclass, and the other fields."""
    sparse = tuple(field.name for field in dataclasses.fields(kind) if field.metadata.get("sparse"))
    return sparse, tuple(name for name in field_names(kind) if name not in sparse)


def _written(value: Any) -> tuple[str, ...]:
    """Return the names of the fields to write for a record: all except empty sparse ones."""
    sparse, others = _sparse(type(value))
    full = tuple(name for name in sparse if getattr(value, name)) if sparse else ()
    return (*others, *full) if full else others


def _may_change(declared: Any) -> bool:
    origin = get_origin(declared)
    if origin in (Union, UnionType, tuple):
        return any(_may_change(part) for part in get_args(declared))
    kind = origin or declared
    return isinstance(kind, type) and issubclass(kind, list | dict | set | Record)


def _copier_of(declared: Any) -> Callable[[Any], Any]:
    """Return the function that copies the values of a field that may change."""
    kind, parts = get_origin(declared), get_args(declared)
    if kind in (list, dict, set) and not any(_may_change(part) for part in parts):
        return methodcaller("copy")
    if kind is dict and isinstance(parts[1], type) and issubclass(parts[1], Record):
        return _copied_records
    return _COPIERS.get(kind or declared, _copied)


def _copied_records(records: dict[Any, Any]) -> dict[Any, Any]:
    # All records of one dict are of one class.
    for first in records.values():
        clone = _cloner(type(first))
        return {key: clone(record) for key, record in records.items()}
    return {}


def _copied(value: Any) -> Any:
    copier = _COPIERS.get(type(value))
    if copier is not None:
        return copier(value)
    return value.clone() if isinstance(value, Record) else value


_COPIERS: dict[type, Callable[[Any], Any]] = {
    list: lambda values: [_copied(value) for value in values],
    dict: lambda values: {key: _copied(value) for key, value in values.items()},
    set: set,
    tuple: lambda values: tuple(_copied(value) for value in values),
}


def texts_of(plain: Any) -> Iterator[str]:
    """Yield every text in a plain value; it includes the ids of pieces."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping | list):
        for part in plain.values() if isinstance(plain, Mapping) else plain:
            yield from texts_of(part)
