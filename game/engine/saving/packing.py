"""Packed events. Similar events share a form, which is written once.

A form is a kind, a rule and the paths of the values: `{"event": "Rolled", "rule": "R-1", "roll": {"faces": [4]}}` has
the path `roll/faces`. An event is then a list: the number of its form, and its values in the order of the paths.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field, JsonValue

from game.documents.reading import Part, refuse
from game.wording import _

Path = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(/[A-Za-z_]\w*)*$", max_length=200)]


class EventForm(Part):
    """The form shared by similar events: kind, rule, and the paths of their values."""

    event: Annotated[str, Field(max_length=80)]
    rule: Annotated[str, Field(max_length=80)] = ""
    paths: Annotated[tuple[Path, ...], Field(max_length=100)] = ()


def packed(events: Iterable[dict[str, Any]]) -> tuple[tuple[EventForm, ...], tuple[list[JsonValue], ...]]:
    """Return the forms of plain events, and each event as the number of its form and its values."""
    numbers: dict[tuple[str, ...], int] = {}
    rows: list[list[JsonValue]] = []
    for event in events:
        leaves = dict(_leaves("", {name: value for name, value in event.items() if name not in ("event", "rule")}))
        number = numbers.setdefault((event["event"], event["rule"], *leaves), len(numbers))
        rows.append([number, *leaves.values()])
    forms = tuple(EventForm(event=event, rule=rule, paths=tuple(paths)) for event, rule, *paths in numbers)
    return forms, tuple(rows)


def _leaves(above: str, content: dict[str, Any]) -> Iterator[tuple[str, JsonValue]]:
    """Yield path and value of every leaf of a plain event. An object whose keys are not identifiers is a leaf."""
    for name, value in content.items():
        if isinstance(value, dict) and value and all(isinstance(key, str) and key.isidentifier() for key in value):
            yield from _leaves(f"{above}{name}/", value)
        else:
            yield f"{above}{name}", value


def unpacked(
    forms: Sequence[EventForm], events: Sequence[list[JsonValue] | dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield packed events in full, and unpacked events unchanged. Refuses events that do not match their form."""
    for index, row in enumerate(events):
        if isinstance(row, dict):
            yield row
            continue
        number = row[0] if row else None
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(forms):
            refuse(f"events[{index}]", _("refers to an unknown form"))
        form = forms[number]
        if len(row) != len(form.paths) + 1:
            refuse(f"events[{index}]", _("has {n} values, but its form has {m}", n=len(row) - 1, m=len(form.paths)))
        event: dict[str, Any] = {"event": form.event, "rule": form.rule}
        for path, value in zip(form.paths, row[1:], strict=True):
            *names, last = path.split("/")
            part = event
            for name in names:
                below = part.setdefault(name, {})
                part = below if isinstance(below, dict) else {}
            part[last] = value
        yield event
