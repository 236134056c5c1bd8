"""The tree of a roster. Rosters in XML and in JSON give the same tree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from xml.parsers import expat

from game.documents.error import DocumentError
from game.wording import _

DEEPEST: Final = 64
"""The deepest nesting of elements; a roster has about 20 levels."""
MOST_ELEMENTS: Final = 100_000
"""The most elements of a roster; rosters of whole armies have a few thousand."""
MOST_ENTRIES: Final = 300_000
"""The most elements of a catalogue."""
LONGEST_TAG: Final = 1_000_000
"""The most bytes of an opening tag with its attributes."""
_AT_ONCE: Final = 1 << 16
LONGEST_TEXT: Final = 20_000
"""The most characters of one text; longer texts are cut."""


@dataclass(slots=True, eq=False)
class Element:
    """An element: its attributes, its text, and its children in lists by name ("selections", "profiles")."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    lists: dict[str, list[Element]] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """Return an attribute, or the text of the child of that name; "" if the element has neither."""
        if name in self.attributes:
            return self.attributes[name]
        return next((child.text for child in self.lists.get("", ()) if child.name == name), "")

    def all(self, name: str) -> list[Element]:
        """Return the children in the list called `name`."""
        return self.lists.get(name, [])

    def has_id(self, entry_id: str) -> bool:
        """Return whether the last part of the element's entry id is `entry_id`."""
        return self.get("entryId").rsplit("::", 1)[-1] == entry_id

    def below(self, name: str) -> Iterator[Element]:
        """Yield this element and all elements nested in it through lists called `name`."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.all(name)))


def read_xml(content: bytes, file: str, most: int = MOST_ELEMENTS, skip: Collection[str] = ()) -> Element:
    """Return the root of an XML document of at most `most` elements; raise `DocumentError`, also if it has a DTD.

    Elements whose names are in `skip` are left out, with all that is in them.
    """
    return _XmlReader(file, most, frozenset(skip)).read(content)


class _XmlReader:
    """Builds elements from expat's events, and refuses constructs that a genuine roster never contains."""

    def __init__(self, file: str, most: int, skip: frozenset[str]) -> None:
        self.file, self.most, self.skip = file, most, skip
        self.skipped = 0
        """The depth inside an element that is left out."""
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_declaration
        parser.EntityDeclHandler = self._refuse_declaration
        parser.StartElementHandler = self._start_element
        parser.EndElementHandler = self._end_element
        parser.CharacterDataHandler = self._add_text

    def read(self, content: bytes) -> Element:
        try:
            for begin in range(0, len(content), _AT_ONCE):
                self.parser.Parse(content[begin : begin + _AT_ONCE], False)
                if begin + _AT_ONCE - self.parser.CurrentByteIndex > LONGEST_TAG:  # before its attributes fill memory
                    reason = _("has a tag of more than {most:,} bytes - no roster needs that", most=LONGEST_TAG)
                    raise self._refused(reason)
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            reason = _("is not XML: {msg} - export it again", msg=expat.ErrorString(error.code))
            raise DocumentError(self.file, self._place_text(), reason) from None
        except (ValueError, LookupError) as error:  # an unknown encoding
            if isinstance(error, DocumentError):
                raise
            raise DocumentError(self.file, "", _("is not XML: {msg} - export it again", msg=str(error)[:100])) from None
        assert self.root is not None  # expat requires a root
        return self.root

    def _place_text(self) -> str:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return _("line {line} column {column}", line=line, column=column)

    def _refused(self, reason: str) -> DocumentError:
        return DocumentError(self.file, self._place_text(), reason)

    def _refuse_declaration(self, *_declaration: object) -> None:
        raise self._refused(_("declares a document type or an entity - rosters have neither, so it is not read"))

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        if self.skipped or name in self.skip:
            self.skipped += 1
            return
        self.count += 1
        if self.count > self.most:
            raise self._refused(_("contains more than {most:,} elements - no roster has that many", most=self.most))
        if len(self.open) >= DEEPEST:
            raise self._refused(_("is nested too deeply - no roster needs that"))
        local = name.rsplit(":", 1)[-1]
        element = Element(local, {key.rsplit(":", 1)[-1]: value[:LONGEST_TEXT] for key, value in attributes.items()})
        if self.open:
            parent = self.open[-1]
            is_list = not element.attributes and local.endswith(("s", "ies"))
            parent.lists.setdefault("" if not is_list else f"/{local}", []).append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end_element(self, _name: str) -> None:
        """Finish an element. The children of its list elements become its lists."""
        if self.skipped:
            self.skipped -= 1
            return
        element = self.open.pop()
        element.text = element.text.strip()
        if not element.lists:  # as in most of perhaps hundreds of thousands of elements
            return
        marked_names = [name for name in element.lists if name.startswith("/")]  # "/" marks list elements
        for name in marked_names:
            containers = element.lists.pop(name)
            element.lists[name[1:]] = [child for container in containers for child in container.lists.pop("", [])]

    def _add_text(self, text: str) -> None:
        if self.skipped:
            return
        element = self.open[-1]
        if len(element.text) < LONGEST_TEXT:
            element.text += text[: LONGEST_TEXT - len(element.text)]


def of_json(name: str, plain: Mapping[str, Any]) -> Element:
    """Return the tree of a roster in JSON; anything that does not fit a tree is left out."""
    element = Element(name)
    for key, value in plain.items():
        if isinstance(value, list):
            singular = key.removesuffix("s")
            element.lists[key] = [of_json(singular, child) for child in value if isinstance(child, dict)]
        elif key == "$text":
            element.text = _attribute_text(value).strip()
        elif not isinstance(value, dict):
            element.attributes[key] = _attribute_text(value)
    return element


def to_json(element: Element) -> dict[str, Any]:
    """Return a tree as JSON, from which `of_json` makes it again; texts of children become attributes."""
    data: dict[str, Any] = {**{child.name: child.text for child in element.all("")}, **element.attributes}
    if element.text:
        data["$text"] = element.text
    data |= {name: [to_json(child) for child in children] for name, children in element.lists.items() if name}
    return data


def _attribute_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # "2.0" from a program that writes every number so
    return str(value).encode("utf-8", "replace").decode("utf-8")[:LONGEST_TEXT]
