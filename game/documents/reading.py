"""Reading untrusted JSON documents of limited size. Every refusal has its place and reason.

A document is an object with a `format` and a `version`; each kind is a pydantic model derived from `Document`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, NoReturn, TypeVar

from annotated_types import MaxLen
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from game.documents.error import DocumentError
from game.documents.limits import DEEPEST, FAULTS_IN_FULL, LONGEST_NUMBER, MAX_BYTES, MOST_VALUES
from game.printable import shortened
from game.wording import N_, _

Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
"""A short text for people: one line without control characters."""

Identifier = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
"""A short text for programs: lower case letters, digits, dot, dash, underscore."""


class Part(BaseModel):
    """Any part of a document. It is immutable, without unknown fields, infinities or type conversion.

    Its validator is built at first use, because a window needs few of the many kinds before a game begins.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False, defer_build=True)


class Document(Part):
    """A whole document. A subclass narrows `format` and `version`, and sets `most_values`, its limit on values.

    `cites` maps patterns of places to rule ids. A refusal at such a place that names no rule gets that id.
    """

    most_values: ClassVar[int] = MOST_VALUES
    cites: ClassVar[Mapping[str, str]] = {}

    format: str
    version: int


AnyDocument = TypeVar("AnyDocument", bound=Document)
Validated = TypeVar("Validated")


def refuse(where: str, reason: str) -> NoReturn:
    """Refuse a part of a document from inside a pydantic validator; `where` is relative to the part."""
    raise PydanticCustomError("refused", "{reason}", {"where": where, "reason": reason})


def load_document(path: str | Path, model: type[AnyDocument]) -> AnyDocument:
    """Return the file at `path` as a document of class `model`; raise `DocumentError`, `OSError`."""
    return parse_document(read_text(path), model, str(path))


def format_of(text: str, file: str, most_values: int = MOST_VALUES) -> str:
    """Return the `format` field of a document; raise `DocumentError`."""
    return _format_and_version(read_json(text, file, most_values), file)[0]


def version_of(text: str, file: str) -> int:
    """Return the `version` field of a document; raise `DocumentError`."""
    return _format_and_version(read_json(text, file), file)[1]


_ZIP: Final = b"PK\x03\x04"
"""The beginning of a zip file."""


def read_text(path: str | Path, kind: str = "JSON", most: int = MAX_BYTES) -> str:
    """Return the text of a regular file of at most `most` bytes; raise `DocumentError`, `OSError`."""
    file = Path(path)
    if file.exists() and not file.is_file():  # a pipe or a device might never end
        raise DocumentError(str(path), "", _("is not a file - give the name of a {kind} document", kind=kind))
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        reason = _("is larger than {most:,} bytes - no document needs that much", most=most)
        raise DocumentError(str(path), "", reason)
    if content.startswith(_ZIP):
        reason = _("is a zip file, not {kind} - a .rosz roster is read by its own rulebook: choose that", kind=kind)
        raise DocumentError(str(path), "", reason)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _("byte {start}", start=error.start)
        raise DocumentError(str(path), place, _("is not UTF-8 text - save it as UTF-8")) from None


def parse_document(text: str, model: type[AnyDocument], file: str) -> AnyDocument:
    """Return `text` as a document of class `model`; raise a `DocumentError` naming `file`."""
    form, version = _format_and_version(read_json(text, file, model.most_values), file)
    _require_readable(model, "format", form, file)
    _require_readable(model, "version", version, file)
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        refusal = first_refusal(error, file)
        rule = next((rule for place, rule in model.cites.items() if re.search(place, refusal.where)), "")
        if rule and f"({rule[:2]}" not in refusal.reason:
            refusal = DocumentError(file, refusal.where, f"{refusal.reason} ({rule})")
        raise refusal from None


def _format_and_version(tree: object, file: str) -> tuple[str, int]:
    if not isinstance(tree, dict):
        raise DocumentError(file, "", _("is not a JSON object - a document starts with { and names its format"))
    form, version = tree.get("format"), tree.get("version")
    if not isinstance(form, str):
        raise DocumentError(file, "format", _('is missing - say which kind of document it is, as in "inchwise-map"'))
    if not isinstance(version, int) or isinstance(version, bool):
        reason = _("is missing or not a whole number - give the version of its format")
        raise DocumentError(file, "version", reason)
    return form, version


def _require_readable(model: type[Document], field: str, actual: str | int, file: str) -> None:
    readable = model.model_fields[field].annotation.__args__  # type: ignore[union-attr]  # always a Literal
    if actual not in readable:
        spelled = " or ".join(json.dumps(value) for value in readable)
        advice = _("it may come from a newer version") if field == "version" else _("is this the document you meant?")
        text = N_("{found} is unknown; only {spelled} can be read - {advice}")
        raise DocumentError(file, field, _(text, found=shortened(json.dumps(actual)), spelled=spelled, advice=advice))


def values_in(text: str) -> int:
    """Return an upper bound on the values in JSON text; those inside strings count too."""
    return text.count(",") + text.count("[") + text.count("{")


class _Repeated:
    """A placeholder for a JSON object in which `key` occurs twice."""

    def __init__(self, key: str) -> None:
        self.key = key


def _why_not_json(text: str) -> str | None:
    """Return which kind of text this probably is instead of JSON, with advice; None if it was meant as JSON."""
    begin = text.lstrip("\ufeff \t\r\n")
    if begin.startswith("<"):
        return _("is XML, not JSON - a .ros roster is read by its own rulebook: choose that")
    if len(begin.splitlines()) < 2 or begin[0] in '{["':
        return None
    return _("is plain text, not JSON - export a list as .json, .ros or .rosz; an ability pack ends in .yaml")


def read_json(text: str, file: str, most_values: int = MOST_VALUES) -> object:
    """Parse bounded JSON without NaN, infinities, endless numbers and repeated keys; raise `DocumentError`."""
    if values_in(text) > most_values:
        reason = _("holds more than {most:,} values - no document of its kind needs that many", most=most_values)
        raise DocumentError(file, "", reason)
    repeats: list[_Repeated] = []
    too_deep = DocumentError(file, "", _("is nested too deeply - no document needs that"))

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Repeated:
        tree = dict(pairs)
        if len(tree) == len(pairs):
            return tree
        repeats.append(_Repeated(Counter(pair[0] for pair in pairs).most_common(1)[0][0]))
        return repeats[-1]

    try:
        tree = json.loads(
            text, object_pairs_hook=object_of, parse_constant=_refuse_constant, parse_int=_bounded_integer
        )
    except json.JSONDecodeError as error:
        place = _("line {lineno} column {colno}", lineno=error.lineno, colno=error.colno)
        if (reason_for_fault := _why_not_json(text)) is not None:
            raise DocumentError(file, "", reason_for_fault) from None
        raise DocumentError(file, place, _("is not JSON: {msg} - fix the syntax there", msg=error.msg)) from None
    except RecursionError:
        raise too_deep from None
    except ValueError as error:
        raise DocumentError(file, "", _("{error} - use plain finite numbers", error=error)) from None
    if _is_deeper_than(tree, DEEPEST):
        raise too_deep
    if repeats:
        place_of_key, key = next(_repetitions(tree, ""))
        reason = _("the key {key} appears twice in one object - keep one of them", key=shortened(repr(key)))
        raise DocumentError(file, place_of_key, reason)
    return tree


def _is_deeper_than(tree: object, most: int) -> bool:
    level, depth = [tree], 0
    while depth <= most:
        inside = [part.values() if isinstance(part, dict) else part for part in level if isinstance(part, dict | list)]
        if not inside:
            return False
        level, depth = list(chain.from_iterable(inside)), depth + 1
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _bounded_integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(_("{digits} has {n} digits", digits=shortened(digits, 20), n=len(digits)))
    return int(digits)


def _repetitions(tree: object, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(tree, _Repeated):
        yield where, tree.key
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from _repetitions(value, _place_below(where, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from _repetitions(value, _place_below(where, index))


def _place_below(where: str, step: str | int) -> str:
    """Return the place of a part: `terrain` and 2 give `terrain[2]`. Keys are shortened and made printable."""
    if isinstance(step, int):
        return f"{where}[{step}]"
    key = shortened(re.sub(r"[^ -~]", "?", step))
    return f"{where}.{key}" if where else key


_WITHOUT_VALUE = ("missing", "extra_forbidden", "unexpected_keyword_argument", "refused")
"""Kinds of refusal whose reason does not quote the value."""

_PLAIN_REASONS = {
    "missing": N_("is missing - add it"),
    "extra_forbidden": N_("is not known here - remove it, or fix its spelling"),
    "unexpected_keyword_argument": N_("is not known here - remove it, or fix its spelling"),
    "finite_number": N_("must be a finite number"),
    "float_type": N_("must be a number"),
    "int_type": N_("must be a whole number"),
    "string_type": N_("must be text in quotes"),
    "bool_type": N_("must be true or false"),
    "tuple_type": N_("must be a list"),
    "model_type": N_("must be an object in braces"),
    "model_attributes_type": N_("must be an object in braces"),
}


def most_of(model: type[BaseModel], name: str) -> int:
    """Return the most entries that a list of a document may have."""
    return next(int(part.max_length) for part in model.model_fields[name].metadata if isinstance(part, MaxLen))


def first_refusal(error: ValidationError, file: str) -> DocumentError:
    """Return pydantic's first fault in our words, with the number of further faults."""
    in_full = error.error_count() <= FAULTS_IN_FULL
    details = error.errors(include_url=False, include_context=in_full, include_input=in_full)
    first = details[0]
    place = _place_of_fault(first)
    message = first["msg"] if first["type"] == "refused" else first["msg"][0].lower() + first["msg"][1:]
    reason = _(_PLAIN_REASONS.get(first["type"], "")) or shortened(message, 600)
    facts = first.get("ctx", {})
    if first["type"] == "too_long" and "actual_length" in facts:
        reason = _("has {n} entries - at most {most}", n=facts["actual_length"], most=facts["max_length"])
    value = first.get("input")
    if isinstance(value, str | int | float) and first["type"] not in _WITHOUT_VALUE:
        reason = _("{reason}, not {value}", reason=reason, value=shortened(repr(value)))
    more = len(details) - 1
    return DocumentError(file, place, _("{reason} (and {more} more)", reason=reason, more=more) if more else reason)


def _place_of_fault(detail: ErrorDetails) -> str:
    where = ""
    for step in detail["loc"]:
        where = _place_below(where, step)
    inner: str = detail.get("ctx", {}).get("where", "")
    if not inner or inner.startswith("["):
        return where + inner
    return f"{where}.{inner}" if where else inner


def validate_plain(adapter: TypeAdapter[Validated], plain: object, file: str) -> Validated:
    """Return parsed JSON after validation by an adapter; raise a `DocumentError` naming `file`."""
    try:
        return adapter.validate_json(json.dumps(plain))
    except ValidationError as error:
        raise first_refusal(error, file) from None
