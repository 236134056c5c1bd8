"""Reading untrusted YAML of limited size. No objects are constructed, and every value has its line and column.

Only the parser of PyYAML is used, never a loader: mappings, lists, texts, whole and decimal numbers, true, false and
null. Tags and aliases are refused.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from game.documents.error import DocumentError
from game.documents.limits import LONGEST_NUMBER
from game.documents.reading import read_text
from game.wording import _

MAX_BYTES: Final = 2 * 1024 * 1024
"""The most bytes of a file (A-IMP-1)."""
DEEPEST: Final = 20
"""The deepest nesting of lists and mappings (A-IMP-1)."""
MOST_VALUES: Final = 60_000
"""The most values and keys in a file."""

SUFFIXES: Final = (".yaml", ".yml")
"""The endings of YAML files."""

_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
_WHOLE: Final = re.compile(rf"[-+]?\d{{1,{LONGEST_NUMBER}}}")
_DECIMAL: Final = re.compile(r"[-+]?(?:\d{1,15}\.\d{0,15}|\.\d{1,15})(?:[eE][-+]?\d{1,2})?")

Plain = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a YAML document with the `line` and `column` of its beginning, counted from 1.

    `value` is a plain value, a list of nodes, or a list of pairs of nodes (a mapping, in which keys may repeat).
    """

    value: Plain | list[Node] | list[tuple[Node, Node]]
    kind: str
    line: int
    column: int

    @property
    def items(self) -> list[Node]:
        """The values of a list."""
        assert self.kind == "list"
        return self.value  # type: ignore[return-value]  # as `kind` says

    @property
    def pairs(self) -> list[tuple[Node, Node]]:
        """The keys and values of a mapping, in their order."""
        assert self.kind == "mapping"
        return self.value  # type: ignore[return-value]  # as `kind` says

    @property
    def place(self) -> str:
        """Line and column in words."""
        return _("line {line} column {column}", line=self.line, column=self.column)


def read_yaml_text(path: str | Path) -> str:
    """Return the text of a YAML file of at most `MAX_BYTES`; raise `DocumentError`, `OSError`."""
    return read_text(path, "YAML", MAX_BYTES)


def text_of(file: str) -> str:
    """Return a document of this program as JSON text, from JSON or YAML; raise `DocumentError`, `OSError`."""
    return json_of_yaml(file) if Path(file).suffix.lower() in SUFFIXES else read_text(file)


def json_of_yaml(path: str | Path) -> str:
    """Return a YAML document as JSON text; raise `DocumentError`, `OSError`."""
    return json.dumps(_plain(read_yaml(read_yaml_text(path), str(path)), str(path)))


def _plain(node: Node, file: str) -> Any:
    if node.kind == "list":
        return [_plain(item, file) for item in node.items]
    if node.kind != "mapping":
        return node.value
    values: dict[str, Any] = {}
    for key, value in node.pairs:
        name = str(key.value)
        if name in values:
            raise DocumentError(file, key.place, _("{name!r} is given twice - keep one", name=name[:60]))
        values[name] = _plain(value, file)
    return values


def read_yaml(text: str, file: str) -> Node:
    """Return the one document in a YAML text; raise `DocumentError`."""
    import yaml  # takes 50 ms, and few commands need it

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # CSafeLoader needs libyaml and is ten times as fast
    try:
        return _Builder(iter(yaml.parse(text, Loader=loader)), file).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = "" if mark is None else _("line {line} column {column}", line=mark.line + 1, column=mark.column + 1)
        problem = error.problem or error.context or "?"
        if "nesting depth" in problem:  # newer libyaml refuses deep nesting before the builder sees it
            raise DocumentError(file, place, _too_deep_text()) from None
        raise DocumentError(file, place, _("is not YAML: {msg} - fix the syntax there", msg=problem)) from None
    except (yaml.YAMLError, ValueError) as error:  # a character that YAML does not know
        reason = _("is not YAML: {msg} - fix the syntax there", msg=" ".join(str(error).split())[:200])
        raise DocumentError(file, "", reason) from None


class _Builder:
    """Makes nodes from the parser's events, and refuses anything unwanted as soon as it appears."""

    def __init__(self, events: Iterator[Any], file: str) -> None:
        self.events = events
        self.file = file
        self.count = 0

    def document(self) -> Node:
        """Return the root of the only document."""
        root: Node | None = None
        for event in self.events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                if root is not None:
                    raise self._refused(event, _("is a second document - keep one in each file"))
                root = self._node_of(next(self.events), 0)
        if root is None:
            raise DocumentError(self.file, "", _("is empty"))
        return root

    def _node_of(self, event: Any, depth: int) -> Node:
        self.count += 1
        if self.count > MOST_VALUES:
            reason = _("holds more than {most:,} values - no document of its kind needs that many", most=MOST_VALUES)
            raise DocumentError(self.file, "", reason)
        if depth > DEEPEST:
            raise self._refused(event, _too_deep_text())
        name, mark = type(event).__name__, event.start_mark
        if name == "AliasEvent":
            raise self._refused(event, _("is an alias - write out what it stands for"))
        if event.tag is not None:
            raise self._refused(event, _("has a tag - tags are not supported, remove it"))
        line, column = mark.line + 1, mark.column + 1
        if name == "ScalarEvent":
            return Node(_scalar_value(event.value) if event.implicit[0] else event.value, "plain", line, column)
        if name == "SequenceStartEvent":
            items = [self._node_of(inner, depth + 1) for inner in self._events_until("SequenceEndEvent")]
            return Node(items, "list", line, column)
        pairs = [(self._node_of(key, depth + 1), self._node_of(next(self.events), depth + 1))
                 for key in self._events_until("MappingEndEvent")]  # fmt: skip
        return Node(pairs, "mapping", line, column)

    def _events_until(self, end: str) -> Iterator[Any]:
        for event in self.events:
            if type(event).__name__ == end:
                return
            yield event

    def _refused(self, event: Any, reason: str) -> DocumentError:
        mark = event.start_mark
        place = _("line {line} column {column}", line=mark.line + 1, column=mark.column + 1)
        return DocumentError(self.file, place, reason)


def _too_deep_text() -> str:
    return _("is nested too deeply - no document needs that")


def _scalar_value(text: str) -> Plain:
    """Return the value of a scalar without quotes; a number outside the limits stays a text."""
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text
