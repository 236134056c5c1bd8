"""Abilities as documents, and their texts (A-ABIL-1, A-IMP).

An ability comes from a pack or a warscroll. Its text has no HTML; keywords and headings are between marks, as in
**KEYWORD** (A-IMP-7). A heading is a line of its own; a list entry begins with "- " or its number. Screens that draw
keywords differently use `spans`; plain lines of text use `unmarked`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from game.documents.reading import Identifier, Name, Part, refuse
from game.rulesets.aos4.documents.params import faults

Text = Annotated[str, Field(max_length=4000)]
Keyword = Annotated[str, Field(min_length=1, max_length=60)]
Kind = Literal["normal", "command", "spell", "prayer", "passive", "card"]
"""The kinds of ability; a "card" is a battle tactic, shown and ticked by hand."""

STEP: Final = "#"
"""The sign between the id of an ability and the number of a further effect."""


def step_of(source: str) -> tuple[str, int]:
    """Return the ability id and the number of the effect in the source of a lasting effect."""
    name, _mark, number = source.partition(STEP)
    return name, int(number) if number.isdigit() else 0


POWERS: Final = {"spell": "WIZARD", "prayer": "PRIEST"}
"""The keyword that a unit needs to use a kind of ability (A-MAG-1, A-PRAY-1)."""


Params = Annotated[dict[str, str | int], Field(max_length=20)]


class StepDocument(Part):
    """A further effect of an ability: the id of the effect, and its parameters.

    It affects the ability's targets, unless its own parameters name others.
    """

    handler: Annotated[str, Field(min_length=1, max_length=60)]
    params: Params = Field(default_factory=dict)

    @model_validator(mode="after")
    def _can_be_carried_out(self) -> StepDocument:
        for name, reason in faults(self.handler, self.params):
            refuse(f"params.{name}".removesuffix("."), reason)
        return self


class AbilityDocument(Part):
    """An ability: its text, its timing in words, its `phases` as values of `MOMENTS`, and its cost.

    `used_by` names the units that have it; empty means every unit that fits its text. `handler` is the id of its effect
    in the rules if that is not the ability's own id, `params` are the parameters of that effect, and `also` further
    effects that follow. An ability without an effect in the rules is used by hand (A-IMP-8). `extra` are other fields
    of a pack, as texts (A-IMP-3).
    """

    id: Identifier
    kind: Kind = "normal"
    name: Name
    timing: Annotated[str, Field(max_length=300)]
    phases: Annotated[tuple[str, ...], Field(max_length=30)] = ()
    cost: Annotated[int, Field(ge=0, le=20)] = 0
    value: Annotated[int, Field(ge=0, le=30)] = 0
    declare: Text = ""
    effect: Text = ""
    keywords: Annotated[tuple[Keyword, ...], Field(max_length=30)] = ()
    used_by: Annotated[tuple[Name, ...], Field(max_length=30)] = ()
    handler: Annotated[str, Field(max_length=60)] = ""
    extra: Annotated[dict[str, Annotated[str, Field(max_length=1000)]], Field(max_length=20)] = Field(
        default_factory=dict
    )
    params: Params = Field(default_factory=dict)
    also: Annotated[tuple[StepDocument, ...], Field(max_length=12)] = ()

    @property
    def effect_id(self) -> str:
        """The id of its effect in the rules."""
        return self.handler or self.id

    @property
    def steps(self) -> tuple[StepDocument, ...]:
        """All its effects, in order."""
        return (StepDocument.model_construct(handler=self.effect_id, params=self.params), *self.also)

    def step(self, number: int) -> StepDocument:
        """Return one of its effects by number, or the first one if there are fewer."""
        return self.steps[number if number < len(self.steps) else 0]

    def source(self, number: int = 0) -> str:
        """Return the source that a lasting effect of one of its steps names."""
        return f"{self.id}{STEP}{number}" if number else self.id

    @model_validator(mode="after")
    def _can_be_carried_out(self) -> AbilityDocument:
        for name, reason in faults(self.effect_id, self.params):
            refuse(f"params.{name}".removesuffix("."), reason)
        return self


class PackDocument(Part):
    """A pack of abilities, with its rule texts for each phase (A-IMP-10)."""

    id: Identifier
    kind: Literal["core", "faction", "battlepack", "custom"]
    name: Name
    abilities: Annotated[tuple[AbilityDocument, ...], Field(max_length=400)] = ()
    rules: Annotated[dict[str, Text], Field(max_length=60)] = Field(default_factory=dict)
    overrides: Annotated[tuple[str, ...], Field(max_length=100)] = ()


MARK: Final = "**"
"""The mark before and after a keyword or a heading."""

_TAG: Final = re.compile(r"(</?(?:strong|h4|ol|ul|li|p)>)")
_LINE: Final = "\n"


def marked(text: str) -> str:
    """Return a text of a pack without HTML: keywords and headings marked, lists as lines (A-IMP-7).

    Unknown tags, and tags with attributes, stay in the text.
    """
    out, depth, lists = list[str](), 0, list[int | None]()
    for piece in _TAG.split(text.replace(MARK, "")):
        name, closing = piece.strip("</>"), piece.startswith("</")
        if not _TAG.fullmatch(piece):
            out.append(" ".join(f"|{html.unescape(piece)}|".split())[1:-1])
        elif name in ("strong", "h4"):  # only the outermost of nested parts is marked
            before, depth = depth, max(0, depth + (-1 if closing else 1))
            mark = MARK if 0 in (before, depth) and before != depth else ""
            heading = mark + _LINE if closing else _LINE + mark
            out.append(mark if name == "strong" else heading)
        elif name == "li" and not closing and lists and lists[-1] is not None:
            lists[-1] += 1
            out.append(f"{_LINE}{lists[-1]}. ")
        else:
            out.append(f"{_LINE}- " if name == "li" and not closing else _LINE)
            if name in ("ol", "ul"):
                lists = lists[:-1] if closing else [*lists, 0 if name == "ol" else None]
    lines = (" ".join(line.split()) for line in "".join([*out, MARK if depth else ""]).split(_LINE))
    return _LINE.join(line for line in lines if line)


def unmarked(text: str) -> str:
    """Return a text without the marks of keywords."""
    return text.replace(MARK, "")


def spans(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a text, each with whether it is a keyword or a heading."""
    for index, piece in enumerate(text.split(MARK)):
        if piece:
            yield piece, index % 2 == 1
